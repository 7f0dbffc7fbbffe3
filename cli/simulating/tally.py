"""What is counted in games. Only whole numbers and sets of games are added up, so the order never matters."""

from __future__ import annotations

from collections import Counter

from attrs import Factory, define, frozen


@frozen
class Question:
    """What is asked, the same wherever and of whomever it is asked."""

    rule: str
    prompt: str
    form: str


@frozen
class Played:
    """One game that came to an end."""

    number: int
    seed: int
    first: str  # who was the first to be asked something alone, or ""
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    scores: dict[str, int] | None
    decisions: int
    turns: int


@frozen
class Unfinished:
    """A game without an end: broken off, or broken."""

    number: int
    seed: int
    bots: dict[str, str]
    decisions: int
    message: str  # "" where it was only too long
    ours: bool = False  # a fault in Rulewright, not in the rulebook


@frozen
class Lost:
    """Games whose process ended before they did."""

    first: int
    last: int
    message: str


@define
class Uses:
    """How often something could be chosen and was; and for a player and a game each, how that player's games ended."""

    offered: int = 0
    chosen: int = 0
    users: int = 0  # players who chose it at least once in a game, counted in each game
    wins: Counter[int] = Factory(Counter)  # of these, who won, by how many shared the victory

    def add(self, other: Uses) -> None:
        self.offered += other.offered
        self.chosen += other.chosen
        self.users += other.users
        self.wins.update(other.wins)


@define
class Tally:
    played: list[Played] = Factory(list)
    unfinished: list[Unfinished] = Factory(list)
    lost: list[Lost] = Factory(list)
    asked: Counter[Question] = Factory(Counter)  # where there was something to choose
    options: dict[tuple[Question, str], Uses] = Factory(dict)  # by what is printed on them
    cards: set[str] = Factory(set)  # those of the options that are pieces
    actions: dict[tuple[str, str], Uses] = Factory(dict)  # by name and label; only `chosen` and what follows counts
    ran: Counter[int] = Factory(Counter)  # in how many games each of the watched rules and actions ran

    @property
    def games(self) -> int:
        return len(self.played) + len(self.unfinished) + sum(each.last - each.first + 1 for each in self.lost)

    def add(self, other: Tally) -> None:
        self.played += other.played
        self.unfinished += other.unfinished
        self.lost += other.lost
        self.asked.update(other.asked)
        self.cards |= other.cards
        self.ran.update(other.ran)
        for option, uses in other.options.items():
            self.options.setdefault(option, Uses()).add(uses)
        for action, uses in other.actions.items():
            self.actions.setdefault(action, Uses()).add(uses)
