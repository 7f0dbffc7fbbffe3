"""One game: the only door to a running machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.runtime import choices, execute
from rulewright.interpreter.runtime.choices import Decision
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.faults import IllegalAnswer
from rulewright.interpreter.runtime.machine import Machine


class Game:
    __slots__ = ("_answers", "_code", "_decisions", "_machine")

    def __init__(self, code: Code, players: int, seed: int) -> None:
        self._code = code
        self._machine = execute.begin(code, players, seed)
        execute.run(self._machine)
        self._answers: Any = None
        self._decisions: tuple[Decision, ...] | None = None

    @property
    def over(self) -> bool:
        return self._machine.result is not None

    def decisions(self) -> tuple[Decision, ...]:
        found = self._decisions
        if found is None:
            M = self._machine
            found = self._decisions = tuple([Decision(M, p) for p in M.pending])
        return found

    def apply(self, seat: str, answer: str | Sequence[str], decision: str | None = None) -> None:
        M = self._machine
        d = self.decisions()[0]
        if d.seat != seat:
            raise IllegalAnswer("not asked")
        ids = [answer] if type(answer) is str else answer
        choices.answer(M, d, ids)
        M.serial += 1
        self._decisions = None
        execute.run(M)
