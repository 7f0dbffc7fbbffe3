"""A decision: what the outside sees of a machine that asks."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.program import Program, Site
from rulewright.interpreter.runtime.machine import TODO, Machine, Pending
from rulewright.interpreter.runtime.options import PASS, faces, listed

_MACHINE_PROMPTS = {"order": "In which order?", "replace": "Which one applies?", "react": "React?"}


@frozen
class Option:
    id: str
    label: str
    entities: tuple[str, ...]


class Decision:
    """Who is asked, what, from which options, how many, and which rule asks. An answer fits it until it is given.

    Only the ids are made at once; words are looked up when they are asked for.
    """

    __slots__ = (
        "_count",
        "_faces",
        "_options",
        "_program",
        "_serial",
        "ids",
        "least",
        "most",
        "pending",
        "seat",
        "values",
    )

    def __init__(self, M: Machine, pending: Pending) -> None:
        code = M.code
        self._program: Program = code.program
        self._serial = M.serial
        self._count: int = M.branches[pending[6]][TODO] if M.branches is not None and pending[6] >= 0 else 0
        self._options: tuple[Option, ...] | None = None
        self.pending = pending
        self.ids, self.values = listed(M, pending)
        self._faces: tuple[str, ...] = faces(M, pending) if pending[1] in code.pools else ()
        self.seat: str = code.entity_names[pending[2]]
        self.least: int = pending[4]
        self.most: int = pending[5]

    @property
    def id(self) -> str:
        branch = self.pending[6]
        return str(self._serial) if branch < 0 else f"{self._serial}.{branch}.{self._count}"

    @property
    def form(self) -> str:
        """choose, ask, offer, order, replace, react or may."""
        form: str = self.pending[0]
        return "may" if form == "may_replace" else form

    @property
    def site(self) -> Site | None:
        """The place in the rules that asks; None where the machine itself asks."""
        index = self.pending[1]
        return self._program.sites[index] if index >= 0 else None

    @property
    def ordered(self) -> bool:
        return self.form == "order" or (self.site is not None and self.site.ordered)

    @property
    def prompt(self) -> str:
        if self.site is not None:
            return self.site.prompt
        if self.form == "may":
            return str(self._program.rules[self.pending[3][0][0]].optional).rstrip("?") + "?"
        return _MACHINE_PROMPTS[self.form]

    @property
    def rule(self) -> str:
        """The name of the rule that asks; empty for a window, which must not tell what waits in it."""
        if self.site is not None:
            return self._program.functions[self.site.function].name
        return self._program.rules[self.pending[3][0][0]].name if self.form != "react" else ""

    @property
    def cite(self) -> str:
        if self.site is not None:
            return self.site.cite or self._program.functions[self.site.function].cite
        return self._program.rules[self.pending[3][0][0]].cite if self.form != "react" else ""

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            pairs = zip(self.ids, self.values, strict=True)
            self._options = tuple(Option(each, *self._described(each, value)) for each, value in pairs)
        return self._options

    def _described(self, option: str, value: Any) -> tuple[str, tuple[str, ...]]:
        """The label of an option, and the entities that it names."""
        program, form, site = self._program, self.form, self.site
        if option == PASS and value is None:
            return (site.passing if site is not None else "Pass"), ()
        if site is None:
            return self._rule_described(option, value)
        if form == "ask":
            return site.alternatives[value].label, ()
        if form == "offer":
            function = program.functions[site.menu[value[0]].function]
            return function.label or function.name, ()
        if site.type == "die" and self._faces:
            return self._faces[value], ()
        if site.type in ("number", "die"):
            return option.replace("_", " "), ()
        if value < 0:
            return "none", ()
        for enum in program.enums:
            if enum.name == site.type:
                return enum.labels[value], ()
        if program.names[value] != option:
            return f"{hidden_label(program, value)} ({option.removeprefix('slot_')})", ()
        return program.labels[value], (program.names[value],)

    def _rule_described(self, option: str, value: Any) -> tuple[str, tuple[str, ...]]:
        if self.form == "may":
            return option.capitalize(), ()
        program = self._program
        r, this = value[:2]
        if this < 0:
            return program.rules[r].name.replace("_", " "), ()
        label = program.labels[this]
        if [each[1] for each in self.pending[3]].count(this) > 1:
            label += f": {program.rules[r].name.replace('_', ' ')}"
        return label, (program.names[this],)

    def __repr__(self) -> str:
        return f"<{self.form} {self.seat}: {self.prompt!r} {self.ids}>"


def hidden_label(program: Program, piece: int) -> str:
    """A piece as somebody names it who sees only its back: by the narrowest kind that all with this back are of."""
    first = program.pieces[0]
    back = program.backs[piece - first]
    same = [first + i for i, other in enumerate(program.backs) if other == back]
    kinds = [k for k in program.kinds if k.sort == "piece" and k.first <= same[0] and same[-1] < k.first + k.count]
    return f"hidden {min(kinds, key=lambda k: k.count).label if kinds else 'piece'}"
