"""Decisions: what the outside sees of a machine that asks, and what an answer does to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.program import Where
from rulewright.interpreter.runtime import events
from rulewright.interpreter.runtime.faults import Fault, IllegalAnswer
from rulewright.interpreter.runtime.machine import PC, RULE, SLOTS, TODO, Frame, Machine, Pending
from rulewright.interpreter.runtime.options import PASS, listed


@frozen
class Option:
    id: str
    label: str
    entities: tuple[str, ...]


class Decision:
    """Who is asked, what, from which options, how many, and which rule asks. Good until the next answer."""

    __slots__ = ("_machine", "_options", "_pending", "ids", "least", "most", "seat_index", "values")

    def __init__(self, machine: Machine, pending: Pending) -> None:
        self._machine = machine
        self._pending = pending
        self._options: tuple[Option, ...] | None = None
        self.ids, self.values = listed(machine, pending)
        self.seat_index: int = pending[2]
        self.least: int = pending[4]
        self.most: int = pending[5]

    @property
    def id(self) -> str:
        branch = self._pending[6]
        serial = self._machine.serial
        return str(serial) if branch < 0 else f"{serial}.{branch}"

    @property
    def branch(self) -> int:
        return int(self._pending[6])

    @property
    def seat(self) -> str:
        return self._machine.code.program.names[self.seat_index]

    @property
    def form(self) -> str:
        """choose, ask, offer, order, replace, react or may."""
        form = self._pending[0]
        return "may" if form == "may_replace" else str(form)

    @property
    def _site(self) -> Any:
        index = self._pending[1]
        return self._machine.code.program.sites[index] if index >= 0 else None

    @property
    def ordered(self) -> bool:
        return self.form == "order" or (self._site is not None and bool(self._site.ordered))

    @property
    def prompt(self) -> str:
        if self._site is not None:
            return str(self._site.prompt)
        if self.form == "may":
            return self._machine.code.program.rules[self._pending[3][0][0]].optional
        return {"order": "In which order?", "replace": "Which one applies?", "react": "React?"}[self.form]

    @property
    def rule(self) -> str:
        program = self._machine.code.program
        if self._site is not None:
            return program.functions[self._site.function].name
        first = self._pending[3][:1]
        return program.rules[first[0][0]].name if first and self.form != "react" else ""

    @property
    def cite(self) -> str:
        if self._site is not None:
            return str(self._site.cite or self._machine.code.program.functions[self._site.function].cite)
        first = self._pending[3][:1]
        return self._machine.code.program.rules[first[0][0]].cite if first and self.form != "react" else ""

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            self._options = tuple(
                Option(i, *self._described(i, v)) for i, v in zip(self.ids, self.values, strict=True)
            )
        return self._options

    def _described(self, option: str, value: Any) -> tuple[str, tuple[str, ...]]:
        program = self._machine.code.program
        form, site = self.form, self._site
        if option == PASS and value is None:
            return (site.passing if site is not None else "Pass"), ()
        if form == "choose":
            if option.startswith("slot_") and program.names[value] != option:
                return f"{self.backs(value)} ({option[5:]})", ()
            if site.type == "number" or site.type == "die":
                return option.replace("_", " "), ()
            for enum in program.enums:
                if enum.name == site.type:
                    return enum.labels[value], ()
            return ("none", ()) if value < 0 else (program.labels[value], (program.names[value],))
        if form == "ask":
            return site.alternatives[value].label, ()
        if form == "offer":
            function = program.functions[site.menu[value[0]].function]
            return function.label or function.name, ()
        if form == "may":
            return option.capitalize(), ()
        this = value[1]
        label = program.labels[this] if this >= 0 else program.rules[value[0]].name
        return label, ((program.names[this],) if this >= 0 else ())

    def backs(self, piece: int) -> str:
        return unidentified(self._machine, piece)

    def __repr__(self) -> str:
        return f"<{self.form} {self.seat}: {self.prompt!r} {self.ids}>"


def unidentified(M: Machine, piece: int) -> str:
    """A piece as somebody names it who cannot see which it is."""
    for kind in M.code.program.kinds:
        if kind.sort == "piece" and kind.first <= piece < kind.first + kind.count:
            return f"a {kind.label} card"
    return "a piece"


# --- answers ----------------------------------------------------------------------------------------------------------


def answer(M: Machine, decision: Decision, ids: Sequence[str]) -> None:
    """Checks an answer and puts it where the rules go on. Raises IllegalAnswer before anything has changed."""
    listed_ids, values = decision.ids, decision.values
    if len(ids) == 1 and decision.most == 1:
        try:
            chosen = (values[listed_ids.index(ids[0])],)
        except ValueError:
            raise refusal(M, decision, ids[0]) from None
    else:
        chosen = _several(M, decision, ids)
    pending = decision._pending
    F = M.stack[-1] if pending[6] < 0 else M.branches[pending[6]]  # type: ignore[index]
    _TAKE[pending[0]](M, F, pending, chosen)
    if pending[6] >= 0:
        M.pending = tuple(p for p in M.pending if p[6] != pending[6])
    else:
        M.pending = ()


def _several(M: Machine, decision: Decision, ids: Sequence[str]) -> tuple[Any, ...]:
    if len(set(ids)) < len(ids):
        raise IllegalAnswer("the same option is named twice", decision.cite)
    for option in ids:
        if option not in decision.ids:
            raise refusal(M, decision, option)
    least, most = decision.least, decision.most
    if not least <= len(ids) <= most:
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        raise IllegalAnswer(f"{len(ids)} chosen, and it must be {wanted}", decision.cite)
    where = sorted(decision.ids.index(i) for i in ids) if not decision.ordered else [decision.ids.index(i) for i in ids]
    return tuple(decision.values[i] for i in where)


def refusal(M: Machine, decision: Decision, option: str) -> IllegalAnswer:
    """Why an option is not offered: the first condition that it fails."""
    code = M.code
    site = decision._site
    plain = IllegalAnswer(f"{option} cannot be chosen here", decision.cite)
    if site is None or decision.form == "ask":
        return plain
    F = M.stack[-1] if decision.branch < 0 else M.branches[decision.branch]  # type: ignore[index]
    if decision.form == "offer":
        return _action_refusal(M, F, site, option) or plain
    value = _value(M, site.type, option)
    try:
        if value is None or value not in code.test(site.domain)(M, F, None):
            return plain
        if code.knowledge and decision.seat_index >= 0 and code.piece_range[0] <= value < code.piece_range[1]:
            known = M.S[code.knowledge.known_at + value]
            if not known >> decision.seat_index & 1:
                return plain  # an explanation would tell where the piece is
        for where in site.wheres:
            if not code.test(where.test, site.local)(M, F, value):
                return _reason(where, plain)
    except (Fault, ArithmeticError, LookupError):
        pass
    return plain


def _value(M: Machine, type_: str, option: str) -> int | None:
    code = M.code
    if type_ == "number":
        return int(option) if option.lstrip("-").isdigit() else None
    if type_ in code.enum_members:
        members = code.enum_members[type_]
        return members.index(option) if option in members else None
    return code.program.names.index(option) if option in code.program.names else None


def _action_refusal(M: Machine, F: Frame, site: Any, option: str) -> IllegalAnswer | None:
    """The first `requires` that keeps an action off the menu, read with its parameters."""
    program = M.code.program
    for item in site.menu:
        function = program.functions[item.function]
        if function.name != option:
            continue
        args = [M.code.test(e)(M, F, None) for e in item.args]
        if len(args) == len(function.params):
            args = [M.code.test(site.chooser)(M, F, None), *args]
        frame = M.code.frame(item.function, 0, tuple(args))
        for step in function.prefix:
            if step.form == "choose":
                return IllegalAnswer(f"{function.label or option}: nothing can be chosen for it", function.cite)
            value = M.code.test(step.test)(M, frame, None)
            if step.form == "let":
                frame[SLOTS + step.slot] = value
            elif not value:
                return IllegalAnswer(step.reason or f"{function.label or option} is not possible now", step.cite)
    return None


def _reason(where: Where, plain: IllegalAnswer) -> IllegalAnswer:
    return IllegalAnswer(where.reason, where.cite) if where.reason else IllegalAnswer(plain.reason, where.cite)


# --- what each form of answer does ------------------------------------------------------------------------------------


def _choose(M: Machine, F: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    site = M.code.program.sites[pending[1]]
    go_on, other = M.code.generated.resume[F[PC]]
    if not chosen and not (site.many and pending[3]):
        F[PC] = other  # a secret question where nothing could be chosen
        return
    slot = SLOTS + site.slot
    if site.provided:
        kept = F[slot]
        F[slot] = chosen if site.many else chosen[0]
        for i, where in enumerate(site.provided):
            if not M.code.namespace[f"provided{pending[1]}_{i}"](M, F):
                F[slot] = kept
                raise _reason(where, IllegalAnswer("that answer does not fit", site.cite))
    F[slot] = chosen if site.many else chosen[0]
    F[PC] = go_on


def _ask(M: Machine, F: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    site = M.code.program.sites[pending[1]]
    if not chosen:
        F[PC] = M.code.generated.resume[F[PC]][-1]
        return
    declined = site.alternatives[chosen[0]].name == "no"
    if declined and F[RULE] >= 0 and F[PC] in M.code.refunds and M.code.rules[F[RULE]].scope >= 0:
        events.uncount(M, F)
    F[PC] = M.code.generated.resume[F[PC]][chosen[0]]


def _offer(M: Machine, F: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    go_on, other = M.code.generated.resume[F[PC]]
    if not chosen or chosen[0] is None:
        F[PC] = other
        return
    i, args = chosen[0]
    F[PC] = go_on
    M.code.namespace["offered"](M, M.code.program.sites[pending[1]].menu[i].function, args, pending[1])


def _order(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    asked = set(pending[3])
    group = [i for i in E[TODO] if i[2] == pending[2] and not i[4] and i not in asked]
    rest = tuple(i for i in E[TODO] if i not in asked and i not in group)
    E[TODO] = tuple((*i[:4], 1) for i in (*chosen, *group)) + rest


def _replace(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    instance = chosen[0]
    if M.code.rules[instance[0]].optional:
        # Asked at once: the choice of which is also the wish to apply it.
        events.take_place(M, E, instance)
        return
    events.take_place(M, E, instance)


def _may(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    E[TODO] = E[TODO][1:]
    if chosen[0]:
        events.begin(M, E, pending[3][0])


def _may_replace(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    if chosen[0]:
        events.take_place(M, E, pending[3][0])
    else:
        E[TODO] = (*E[TODO], pending[3][0][:2])


def _react(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    if chosen[0] is None:
        E[TODO] = E[TODO][1:]
    else:
        events.begin(M, E, chosen[0])


_TAKE = {
    "choose": _choose,
    "ask": _ask,
    "offer": _offer,
    "order": _order,
    "replace": _replace,
    "may": _may,
    "may_replace": _may_replace,
    "react": _react,
}
