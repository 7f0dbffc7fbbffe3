"""Declarations that nothing speaks of."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link import Linked
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model

SPOKEN_OF = (
    things.Zone,
    things.Lines,
    things.Die,
    things.Table,
    things.Value,
    things.Column,
    things.Option,
    things.Side,
)
FOR_EVERYBODY = ("score", "standing")  # read by players and bots


def unused(model: Model, linked: Linked, findings: Findings) -> None:
    own = {
        linked.book.span.source.name,
        *(s.name for s in linked.sources if s.path is not None and _beside(linked, s.path)),
    }
    for thing in model.names.values():
        told = isinstance(thing, things.Value) and bool(thing.node.label)  # on the table
        if isinstance(thing, SPOKEN_OF) and not thing.used and not told and thing.name not in FOR_EVERYBODY:
            _report(thing, thing.noun, own, findings)
    for variable in model.variables:
        if not variable.used and variable.span is not None and variable.span.source.name in own:
            findings.warning(
                "never-used",
                variable.span,
                f"`{variable.span.text}` is never used.",
                "Use it below, or remove the line.",
            )
    for kind in model.kinds.values():
        if not kind.used and not kind.pieces and not kind.children:
            _report(kind, "kind", own, findings)
        for column in kind.columns.values():
            if not column.used and column.name != "owner" and not column.back:
                _report(column, "property" if column.constant else "state", own, findings)
        for part in kind.node.parts:
            name = part.name
            if name.text not in kind.done and name.span.source.name in own:
                hint = f"Let a rule do it, by `do {name.text} of …`, or remove it."
                findings.warning("never-used", name.span, f"The part `{name.text}` is never done.", hint)
        for listed in kind.lists.values():
            if not listed.used:
                _report(listed, "property", own, findings)
    for enum in model.enums.values():
        if not enum.used and not any(die.enum is enum for die in model.dice):
            _report(enum, "enum", own, findings)
    for column in model.player_columns.values():
        if not column.used:
            _report(column, "state", own, findings)
    for zone in model.zones:
        for column in zone.columns.values():
            if not column.used:
                _report(column, "state", own, findings)


def _beside(linked: Linked, path: object) -> bool:
    from pathlib import Path

    mine = linked.book.span.source.path
    return mine is not None and isinstance(path, Path) and path.is_relative_to(mine.parent)


def _report(thing: things.Thing, noun: str, own: set[str], findings: Findings) -> None:
    if thing.span.source.name in own:
        findings.warning(
            "never-used", thing.span, f"The {noun} `{thing.name}` is never used.", "Use it in a rule, or remove it."
        )
