"""Which rules fire and which actions are taken in the games of a rulebook: cheap enough for thousands of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.explain import place
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.rulebook import Rulebook

_LIBRARY = "stdlib/"


@frozen
class Watched:
    form: str  # "rule" or "action"
    name: str
    where: str
    cite: str


@frozen
class Taken:
    """An action that somebody took, whether there was another one to choose or not."""

    seat: str
    action: str
    label: str


class Watch:
    """Counts only while it is entered (`with watch:`), so that what a bot tries out in its imagination does not.

    Whoever watches a rulebook has it watched for good: the entries of its machine are replaced by ones that tell.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        program = rulebook.program
        found: dict[int, Watched] = {}
        for number, function in enumerate(program.functions):
            # The library offers more actions than a rulebook has to use.
            if function.role == "action" and not place(program, function.span).startswith(_LIBRARY):
                found[number] = Watched("action", function.name, place(program, function.span), function.cite)
        for rule in program.rules:
            found[rule.function] = Watched("rule", rule.name, place(program, rule.span), rule.cite)
        self.watched = tuple(found.values())
        self._ran: set[int] = set()
        self._taken: list[tuple[int, int]] = []  # player, function
        self._entered = False
        self._program = program
        for at, function_number in enumerate(found):
            self._replace(rulebook.code, function_number, at)
        self._listen(rulebook.code)

    def __enter__(self) -> None:
        self._entered = True

    def __exit__(self, *problem: object) -> None:
        self._entered = False

    def take(self) -> list[int]:
        """What has run since this was last asked, as numbers in `watched`."""
        ran = sorted(self._ran)
        self._ran.clear()
        return ran

    def take_actions(self) -> list[Taken]:
        """The actions that were taken since this was last asked, in order."""
        program = self._program
        found = []
        for player, number in self._taken:
            function = program.functions[number]
            found.append(Taken(program.names[player], function.name, function.label or function.name))
        self._taken.clear()
        return found

    def _listen(self, code: Code) -> None:
        """All actions come through one door, those that are not asked for because there is no other among them."""
        offered = code.namespace["offered"]

        def told(M: Machine, f: int, args: tuple[Any, ...], site: int) -> None:
            if self._entered:
                self._taken.append((args[0], f))
            offered(M, f, args, site)

        code.namespace["offered"] = told

    def _replace(self, code: Code, f: int, at: int) -> None:
        plain = code.plain[f]
        if plain is not None:
            code.plain[f] = self._telling(plain, at)
            return
        for pc in {code.called[f], code.bodies[f]}:
            code.table[pc] = self._telling(code.table[pc], at)

    def _telling(self, step: Callable[..., Any], at: int) -> Callable[..., Any]:
        ran = self._ran

        def told(*args: Any) -> Any:
            if self._entered:
                ran.add(at)
            return step(*args)

        return told
