"""What can go wrong while a game runs: data here, prose by whoever prints it."""

from __future__ import annotations

from typing import Any

from attrs import frozen


class Fault(Exception):
    """Raised inside the machine where only the words are known; `execute.located` adds the place."""


class Endless(Fault):
    """What may be done between two answers is used up: `execute.located` adds which states keep coming to hold."""


@frozen
class Link:
    """One rule in the chain of those that were running, innermost first."""

    name: str
    where: str
    cite: str


class RulesFault(Exception):
    """The rulebook did something impossible: an overflow, a property of none, a loop without end. All is as before."""

    def __init__(self, message: str, where: str, cite: str, chain: tuple[Link, ...]) -> None:
        super().__init__(message, where, cite, chain)
        self.message = message
        self.where = where
        self.cite = cite
        self.chain = chain

    def __str__(self) -> str:
        cited = f" [{self.cite}]" if self.cite else ""
        running = "".join(f"\n  in {link.name} ({link.where})" for link in self.chain)
        return f"{self.where}: {self.message}{cited}{running}"


class IllegalAnswer(Exception):
    """An answer that the rules do not allow, with the reason and its citation. Nothing has changed.

    `nearest` is the option whose id looks most like what was answered, or empty.
    """

    def __init__(self, reason: str, cite: str = "", nearest: str = "") -> None:
        super().__init__(reason, cite, nearest)
        self.reason = reason
        self.cite = cite
        self.nearest = nearest

    def __str__(self) -> str:
        return f"{self.reason} [{self.cite}]" if self.cite else self.reason


class SaveProblem(Exception):
    """A save that cannot be played on, in one sentence. `at` is the number of the first answer that does not fit."""

    def __init__(self, message: str, at: int | None = None, game: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.game = game  # the game up to that answer, for whoever wants to go on from there
