"""Which games are played: who sits where, with which seed."""

from __future__ import annotations

import hashlib

from attrs import frozen

from rulewright.interpreter import derive


@frozen
class Plan:
    """Says everything about each of its games by the game's number, so that it does not matter who plays which."""

    seats: tuple[str, ...]
    bots: tuple[str, ...]  # for each seat
    games: int
    seed: int
    rotate: bool  # the bots move on by one seat from game to game
    longest: int  # decisions after which a game is broken off
    words: str = ""  # the text that the seed was made from

    def seed_of(self, number: int) -> int:
        # One bit less than there are: `rulewright play --seed` takes no more, and can play the same game.
        return derive(self.seed, number) >> 1

    def bots_of(self, number: int) -> dict[str, str]:
        """The bot in each seat. Games are numbered from 1."""
        turn = (number - 1) % len(self.seats) if self.rotate else 0
        return dict(zip(self.seats, self.bots[turn:] + self.bots[:turn], strict=True))


def is_number(given: str) -> bool:
    return given.isascii() and given.isdecimal()


def seed_number(given: str) -> int:
    """A whole number is itself; of any other text its SHA-256 is the seed, the first 64 bits of it."""
    if is_number(given):
        return int(given[-4000:]) % 2**64
    return int.from_bytes(hashlib.sha256(given.encode("utf-8", "surrogateescape")).digest()[:8], "big")
