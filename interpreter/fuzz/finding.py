"""What a search found: plain data, with the game that shows it."""

from __future__ import annotations

from typing import Any

from attrs import asdict, frozen

KINDS = (
    "fault",  # the rulebook did something impossible
    "crash",  # the machine raised something that is not one of its own exceptions
    "dead-end",  # nobody is asked, or nothing can be answered, and the game is not over
    "endless",  # the game is still not over after a number of answers that should have been enough
    "broken-invariant",
    "lost-piece",  # a piece lies nowhere, or in two places
    "refused",  # an option that was listed is not taken
    "accepted",  # an answer that was not listed is taken, or a refused one has changed something
    "copy-differs",  # a copy is not the same game, or is tied to it
    "undo-differs",  # taking an answer back does not lead to where it was given
    "save-differs",  # a save leads to another game
    "replay-differs",  # the same answers lead to another game
    "false-value",  # a seat is told a value that is not the true one, or that there is none
    "leak",  # a seat is told something that it may not know
)


@frozen
class Finding:
    """One fault. `save` is the game up to it (`Rulebook.restore` takes it); it tells everything and is for no seat."""

    kind: str
    message: str
    where: str  # the rule, or the part of what a seat is shown
    seed: int
    players: int
    answers: int  # how many had been given
    save: dict[str, Any]
    breaks: dict[str, Any] | None = None  # the answer on which it breaks, where that is known: the save ends before it

    @property
    def same(self) -> tuple[str, ...]:
        """What two findings of one fault share. The words of a leak tell of the cards that happened to be hidden."""
        return (self.kind, self.where) if self.kind == "leak" else (self.kind, self.message, self.where)

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}" + (f" ({self.where})" if self.where else "")

    def data(self) -> dict[str, Any]:
        return asdict(self)
