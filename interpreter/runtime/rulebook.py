"""A rulebook that can be played: made from a program, it starts and restores games and proves its own examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.operations import walk
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime import save
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.examples import ExampleResult, run_example
from rulewright.interpreter.runtime.faults import SaveProblem
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.history import Origin
from rulewright.interpreter.runtime.load import load


@frozen
class Moment:
    """A game that was saved, after one of its answers; before the first, `seat` is empty."""

    game: Game
    seat: str
    answer: tuple[str, ...]
    question: str  # empty for an action of a seat that was not asked


@contextmanager
def _as_games() -> Iterator[None]:
    """What a SaveProblem carries is a game, for whoever catches it out here."""
    try:
        yield
    except SaveProblem as problem:
        if problem.game is not None:
            problem.game = Game(*problem.game)
        raise


class Rulebook:
    def __init__(
        self,
        program: Program,
        language: str | None = None,
        original: str = "",
        parts: Mapping[str, str] | None = None,
    ) -> None:
        """A translation has the digest of the `original`: games of the one are games of the other.

        `parts` are the digests of the texts that it was compiled from, by the name of the rulebook or variant.
        """
        self.program = program
        self.language = language
        self._original = original
        self._parts = parts or {}
        self._code: Code | None = None

    @property
    def code(self) -> Code:
        """Made when it is first needed: whoever only reads a rulebook does not wait for it."""
        if self._code is None:
            self._code = load(self.program)
            self._code.original = self._original
            self._code.parts = self._parts
        return self._code

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def least_players(self) -> int:
        return self.program.least_players

    @property
    def most_players(self) -> int:
        return self.program.most_players

    @property
    def digest(self) -> str:
        """A name for what the rulebook does: SHA-256 of its program without the positions in its source."""
        return self.code.digest

    @property
    def varied(self) -> bool:
        """Whether variants are laid on it, that of its own file among them."""
        return len(self._parts) > 1 or bool(self.program.variants)

    def seat_names(self, players: int | None = None) -> tuple[str, ...]:
        return self.program.names[: self._players(players)]

    def start(self, players: int | None = None, seed: int = 0) -> Game:
        """A new game; without a number, for as few players as can play."""
        origin = Origin(self.code, self._players(players), seed)
        return Game(origin, origin.machine())

    def restore(self, data: Any) -> Game:
        """The game that `Game.save` wrote. A SaveProblem says what is wrong, and carries how far the game got."""
        with _as_games():
            return Game(*save.restored(self.code, data))

    def retold(self, data: Any) -> Iterator[Moment]:
        """The same, moment by moment: before the first answer and after each. A SaveProblem where one does not fit."""
        with _as_games():
            for answer, question, state in save.retold(self.code, data):
                seat, ids, _ = answer or ("", (), -1)
                yield Moment(Game(*state).copy(), seat, ids, question)

    def changed_parts(self, data: Any) -> tuple[str, ...] | None:
        """What of the rules is not what it was when a game was saved, as far as the save tells; None where all is.

        A SaveProblem where it is no save.
        """
        data = save.checked(data)
        return None if data["digest"] == self.digest else save.changed_parts(self.code, data)

    def card_text(self, name: str) -> str:
        """What is printed on a piece, composed from its rules; "" where nothing is.

        `name` is that of one piece, or that which its copies share.
        """
        names = self.program.names
        for card in self.program.cards:
            if name == card.name or name in names[card.first : card.first + card.count]:
                return "\n".join(f"{'    ' * line.depth}{line.words}" for line in card.lines)
        raise ValueError(f"{self.program.title} has no piece called {name}")

    def called_values(self, number: int) -> list[int]:
        """The other values that the value of this number reads, each once."""
        read = (node[1] for node in walk(self.program.values[number].body) if node[0] == "value")
        return [each for each in dict.fromkeys(read) if each != number]

    def run_examples(self) -> tuple[ExampleResult, ...]:
        return tuple(self.each_example())

    def each_example(self) -> Iterator[ExampleResult]:
        """The same one by one, for whoever does not wait for all of them."""
        for example in self.program.examples:
            yield run_example(self.code, example)

    def _players(self, players: int | None) -> int:
        least, most = self.program.least_players, self.program.most_players
        wanted = least if players is None else players
        if not least <= wanted <= most:
            allowed = f"{least}" if least == most else f"{least} to {most}"
            raise ValueError(f"{self.program.title} is for {allowed} players, not {wanted}")
        return wanted
