"""Why something is not offered, and why a value is what it is: as far as the seat that asks may know.

Everything here reads the game through that seat's own eyes (`SeatWorld`), so an explanation can only say what follows
from what the seat knows anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import field, frozen

from rulewright.interpreter.diagnostics.nearest import nearest
from rulewright.interpreter.ir.infix import Infix
from rulewright.interpreter.ir.meaning import function_context, plain_type
from rulewright.interpreter.ir.program import NONE, Expr, Function, Program, Site
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.evaluate import evaluator
from rulewright.interpreter.runtime.evaluate_values import candidates, completes, opening
from rulewright.interpreter.runtime.faults import Fault, IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.machine import RULE, TAG, Frame, Machine
from rulewright.interpreter.runtime.names import in_words
from rulewright.interpreter.runtime.primitives import LEAST, LONG, MOST, shown
from rulewright.interpreter.runtime.tracing import Applied, Evaluator, Result, Trace, View
from rulewright.interpreter.runtime.world import SeatWorld, Unknown, unseen

NOTHING_FITS = "there is nothing to choose for it"


@frozen
class Reason:
    """Why an action, or one candidate of its choices, is not open: the first requirement that fails."""

    action: str
    candidate: str  # an option id; empty for the action as a whole
    reason: str
    cite: str
    where: str  # file and line


@frozen
class Change:
    """A modifier that applied: where it stands, what it did."""

    name: str
    on: str  # the piece that it stands on, or empty
    op: str
    amount: str
    result: str
    cite: str
    where: str


@frozen
class Explained:
    """A value, as printed and as it is, and what made the difference, in order."""

    name: str
    args: tuple[str, ...]
    printed: str
    value: str
    changes: tuple[Change, ...]
    cite: str


def refusal(M: Machine, decision: Decision, option: Any) -> IllegalAnswer:
    """Why an option is not among those of a decision."""
    if not isinstance(option, str):
        return IllegalAnswer("an answer is the id of an option, or a list of ids", decision.cite)
    near = next(iter(nearest(option, decision.ids, 1)), "")
    for found in why_not(M, decision, option):
        return IllegalAnswer(found.reason, found.cite, near)
    return IllegalAnswer(f"{option[:60]} cannot be chosen here", decision.cite, near)


def why_not(M: Machine, decision: Decision, option: str | None = None) -> tuple[Reason, ...]:
    """For each action and candidate that is not offered (or only the one asked about) what rules it out."""
    site = decision.site
    if site is None:
        return ()
    branch = decision.pending[6]
    frame = M.stack[-1] if branch < 0 or M.branches is None else M.branches[branch]
    asking = _Asking(SeatWorld(M, decision.pending[2]))
    found = asking.of_site(site, asking.view(frame))
    if option is not None and option in decision.ids and site.form != "offer":
        return ()
    return tuple(each for each in found if option is None or option in (each.action, each.candidate))


@frozen
class _Asking:
    world: SeatWorld
    evaluator: Evaluator = field(init=False)

    @evaluator.default
    def _evaluator(self) -> Evaluator:
        return evaluator(self.world)

    @property
    def program(self) -> Program:
        return self.world.program

    def view(self, frame: Frame) -> View:
        tag = self.world.machine.stack[-2][TAG] if frame[RULE] >= 0 else -1
        return View(slots=self.world.slots(frame), tag=tag)

    def of_site(self, site: Site, view: View) -> Iterator[Reason]:
        function = self.program.functions[site.function]
        if site.form == "choose":
            yield from self._of_choice(function, site, view, function.name)
        elif site.form == "ask":
            for alternative in site.alternatives:
                if self._fails(alternative.test, view):
                    words = self._words(function, alternative.test, view)
                    yield self._reason(alternative.name, "", words, site.cite, site.span)
        elif site.form == "offer":
            for item in site.menu:
                yield from self._of_action(site, item.function, item.args, view)

    def _of_action(self, site: Site, number: int, args: tuple[Expr, ...], view: View) -> Iterator[Reason]:
        action = self.program.functions[number]
        try:
            given = tuple(self.evaluator.trace(e, view).value for e in args)
            if len(given) == len(action.params):
                given = (self.evaluator.trace(site.chooser, view).value, *given)
        except (Unknown, Fault):
            return
        inside = opening(action, given)
        failure = self._failure(action, 0, inside)
        if failure is not None:
            yield self._reason(action.name, "", *failure)
        for item in action.prefix:
            if item.form == "let":
                try:
                    inside = inside.put(item.slot, self.evaluator.trace(item.test, inside).value)
                except (Unknown, Fault):
                    return
            elif item.form == "choose":
                yield from self._of_choice(action, self.program.sites[item.site], inside, action.name)
                return

    def _of_choice(self, function: Function, site: Site, view: View, action: str) -> Iterator[Reason]:
        """What rules out each candidate; those that the seat cannot identify are passed over."""
        try:
            domain = [each for each in self.evaluator.trace(site.domain, view).value if not unseen(each)]
        except (Unknown, Fault):
            return
        for each in domain:
            failure = self._candidate_failure(function, site, view, each)
            if failure is not None:
                yield self._reason(action, self._option(site, each), *failure)

    def _candidate_failure(self, function: Function, site: Site, view: View, each: int) -> tuple[str, str, int] | None:
        bound = view.bind(site.local, each)
        for where in site.wheres:
            if self._fails(where.test, bound):
                words = where.reason or self._words(function, where.test, bound, site)
                return words, where.cite or site.cite, where.span
        if site.prefix_at >= 0 and not site.many:
            return self._failure(function, site.prefix_at, view.put(site.slot, each))
        return None

    def _failure(self, function: Function, start: int, view: View) -> tuple[str, str, int] | None:
        """The words, citation and span of the first step that keeps a prefix from being completed."""
        try:
            if completes(self.evaluator, function, start, view):
                return None
            return self._first_failure(function, start, view)
        except (Unknown, Fault):
            return None

    def _first_failure(self, function: Function, start: int, view: View) -> tuple[str, str, int] | None:
        for number in range(start, len(function.prefix)):
            item = function.prefix[number]
            if item.form == "require":
                if not self.evaluator.trace(item.test, view).value:
                    words = item.reason or self._words(function, item.test, view)
                    return words, item.cite or function.cite, item.span
            elif item.form == "let":
                view = view.put(item.slot, self.evaluator.trace(item.test, view).value)
            else:
                site = self.program.sites[item.site]
                fitting = candidates(self.evaluator, site, view)
                if fitting and not site.many:
                    return self._first_failure(function, number + 1, view.put(site.slot, fitting[0]))
                return NOTHING_FITS, site.cite or function.cite, site.span
        return None

    def _fails(self, test: Expr, view: View) -> bool:
        """Whether it certainly does not hold, as far as the seat can tell."""
        try:
            return not self.evaluator.trace(test, view).value
        except (Unknown, Fault):
            return False

    # --- words ------------------------------------------------------------------------------------------------------

    def _reason(self, action: str, candidate: str, words: str, cite: str, span: int) -> Reason:
        return Reason(action, candidate, words, cite, place(self.program, span))

    def _option(self, site: Site, value: int) -> str:
        if site.type == "number":
            return str(value)
        if site.type == "die":
            return f"die_{value + 1}"
        for enum in self.program.enums:
            if enum.name == site.type and value >= 0:
                return enum.members[value]
        return self.program.names[value] if value >= 0 else "none"

    def _words(self, function: Function, test: Expr, view: View, site: Site | None = None) -> str:
        """A condition without words of its own reads as it is written, with what is known filled in."""
        context = function_context(self.program, function)
        if site is not None:
            context = context.bind(site.local, site.name, site.type)
        known = {("slot", i): v for i, v in enumerate(view.slots)} | {("local", i): v for i, v in view.locals.items()}
        named = {key: value for key, value in known.items() if not unseen(value)}
        return f"it must hold that {Infix(self.program, context, named, labels=True).show(test)}"


def place(program: Program, span: int) -> str:
    if not 0 <= span < len(program.spans):
        return ""
    return f"{program.spans[span].file}:{program.spans[span].line}"


def why_value(M: Machine, seat: int, name: str, args: Sequence[str | int]) -> Explained | None:
    """None where the seat may not know. Arguments are ids of entities, numbers, or members of an enum.

    A RulesFault where it has no value, as far as the seat can tell, or none that can be explained.
    """
    program = M.code.program
    number = next((i for i, value in enumerate(program.values) if value.name == name), -1)
    if number < 0:
        raise ValueError(f"there is no value {name!r}")
    value = program.values[number]
    types = [plain_type(program, each) for each in value.param_types]
    if len(args) != len(types):
        raise ValueError(f"{name} takes {len(types)} arguments, not {len(args)}")
    given = [_argument(M, each, kind) for each, kind in zip(args, value.param_types, strict=True)]
    try:
        told = reckoned(M, seat, number, given)
    except Fault as problem:
        raise RulesFault(str(problem), place(program, value.span), value.cite, ()) from problem
    if told is None:
        return None
    found, printed = told
    kind = plain_type(program, value.type)
    words = Infix(program, labels=True)
    return Explained(
        name=name,
        args=tuple(words.constant(each, kind) for each, kind in zip(given, types, strict=True)),
        printed=words.constant(printed, kind),
        value=words.constant(found.value, kind),
        changes=tuple(_change(program, words, kind, each) for each in found.applied),
        cite=value.cite,
    )


def reckoned(M: Machine, seat: int, number: int, args: Sequence[int]) -> tuple[Trace, Result] | None:
    """A value with how it came about, and as it is printed; None where the seat may not know. Raises Fault."""
    reckoning = evaluator(SeatWorld(M, seat))
    operands = tuple(("const", each) for each in args)
    try:
        found = reckoning.trace(("value", number, *operands), View())
        printed = reckoning.trace(("printed", number, *operands), View()).value
    except Unknown:
        return None
    return None if unseen(found.value) or unseen(printed) else (found, printed)


def _argument(M: Machine, given: str | int, declared: str) -> int:
    """A number that fits the declared type of a parameter: rules rely on it."""
    program = M.code.program
    declared = declared.removesuffix(" or none")
    kind, fitting = plain_type(program, declared), within(M, declared)
    if isinstance(given, str) and kind == "number":
        given = int(given) if re.fullmatch("-?[0-9]{1,10}", given) else given
    elif isinstance(given, str):
        names = {in_words(program, kind, each): each for each in fitting}
        given = NONE if given == "none" else names.get(given, given)
    none = given == NONE and bool(fitting) and kind not in ("number", "flag")
    if isinstance(given, int) and (given in fitting or none):
        return int(given)
    raise ValueError(f"there is no {'thing' if declared == 'entity' else declared} {str(given)[:60]!r}")


def within(M: Machine, declared: str) -> range:
    """What an argument of a declared type can be, other than none; nothing where that cannot be said by a name."""
    program = M.code.program
    declared = declared.removesuffix(" or none")
    if plain_type(program, declared) == "number":
        return range(LEAST, MOST + 1)
    counts = {"flag": 2, "player": M.players, "entity": len(program.names)}
    counts |= {enum.name: len(enum.members) for enum in program.enums}
    if declared in counts:
        return range(counts[declared])
    return next((range(k.first, k.first + k.count) for k in program.kinds if k.name == declared), range(0))


def _change(program: Program, words: Infix, kind: str, applied: Applied) -> Change:
    modifier = program.modifiers[applied.modifier]
    return Change(
        name=modifier.name,
        on=program.labels[applied.this] if applied.this >= 0 and not unseen(applied.this) else "",
        op=modifier.op,
        amount=words.constant(applied.amount, kind),
        result=words.constant(applied.after, kind) if kind != "number" or shown(applied.after) else LONG,
        cite=modifier.cite,
        where=place(program, modifier.span),
    )
