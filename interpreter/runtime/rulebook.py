"""A rulebook that can be played: made from a program, it starts and restores games and proves its own examples."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime import save
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.examples import ExampleResult, run_example
from rulewright.interpreter.runtime.faults import SaveProblem
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.history import Origin
from rulewright.interpreter.runtime.load import load


class Rulebook:
    def __init__(self, program: Program, language: str | None = None, original: str = "") -> None:
        """A translation has the digest of the `original`: games of the one are games of the other."""
        self.program = program
        self.language = language
        self._original = original
        self._code: Code | None = None

    @property
    def code(self) -> Code:
        """Made when it is first needed: whoever only reads a rulebook does not wait for it."""
        if self._code is None:
            self._code = load(self.program)
            self._code.original = self._original
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

    def seat_names(self, players: int | None = None) -> tuple[str, ...]:
        return self.program.names[: self._players(players)]

    def start(self, players: int | None = None, seed: int = 0) -> Game:
        """A new game; without a number, for as few players as can play."""
        origin = Origin(self.code, self._players(players), seed)
        return Game(origin, origin.machine())

    def restore(self, data: Any) -> Game:
        """The game that `Game.save` wrote. A SaveProblem says what is wrong, and carries how far the game got."""
        try:
            return Game(*save.restored(self.code, data))
        except SaveProblem as problem:
            if problem.game is not None:
                problem.game = Game(*problem.game)
            raise

    def card_text(self, name: str) -> str:
        """What is printed on a piece, composed from its rules; "" where nothing is.

        `name` is that of one piece, or that which its copies share.
        """
        names = self.program.names
        for card in self.program.cards:
            if name == card.name or name in names[card.first : card.first + card.count]:
                return "\n".join(f"{'    ' * line.depth}{line.words}" for line in card.lines)
        raise ValueError(f"{self.program.title} has no piece called {name}")

    def run_examples(self) -> tuple[ExampleResult, ...]:
        return tuple(run_example(self.code, example) for example in self.program.examples)

    def _players(self, players: int | None) -> int:
        least, most = self.program.least_players, self.program.most_players
        wanted = least if players is None else players
        if not least <= wanted <= most:
            allowed = f"{least}" if least == most else f"{least} to {most}"
            raise ValueError(f"{self.program.title} is for {allowed} players, not {wanted}")
        return wanted
