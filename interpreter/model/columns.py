"""Properties, which are printed, and states, which change."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import BUILT_IN, Model
from rulewright.interpreter.model.enums import keep_enum
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.model.zones import seen_by
from rulewright.interpreter.syntax import nodes


def declare_columns(model: Model, found: Iterable[nodes.Declaration], boards: list[nodes.Board]) -> None:
    active = things.Column(
        "active",
        "Active player",
        model.book.span,
        Type("player", optional=True),
        "",
        False,
        False,
        0 if model.book.most == 1 else -1,
        "all",
        used=True,
    )
    model.global_columns["active"] = active
    _number(model, active)
    for kind in model.kinds.values():
        for node in kind.node.properties:
            _column(
                model,
                kind.columns,
                node.name,
                "",
                node.type,
                kind.name,
                node.back,
                "all" if node.back else "holder",
                node.cite,
            )
        for state in kind.node.states:
            seen = seen_by(model, state.seen) if state.seen else "holder"
            _column(model, kind.columns, state.name, state.label, state.type, kind.name, None, seen, state.cite)
        if kind.sides:
            enum = things.Enum(f"{kind.name}.side", "Side", kind.span, kind.sides, kind.side_labels, used=True)
            keep_enum(model, enum)
            # How a card lies can be seen from outside; a figure that is only turned can be told by its face alone.
            seen = "all" if kind.back >= 0 else "holder"
            side = things.Column(
                "side", "Side", kind.span, Type("enum", enum.name), kind.name, False, False, 0, seen, used=True
            )
            kind.columns["side"] = side
            _number(model, side)
    for board in boards:
        zone = model.names.get(board.zone.name.text)
        if isinstance(zone, things.Zone):
            for state in board.states:
                _column(
                    model,
                    zone.columns,
                    state.name,
                    state.label,
                    state.type,
                    zone.name,
                    None,
                    seen_by(model, state.seen),
                    state.cite,
                )
    for declaration in found:
        if isinstance(declaration, nodes.State):
            _state(model, declaration)


def _state(model: Model, node: nodes.State) -> None:
    seen = seen_by(model, node.seen)
    owner = node.owner
    if owner is None and node.name.text in BUILT_IN:
        model.built_in_name(node.name)
    elif owner is None:
        column = _column(model, model.global_columns, node.name, node.label, node.type, "", None, seen, node.cite)
        if column is not None:
            model.declare(column)
    elif owner.text == "player":
        _column(model, model.player_columns, node.name, node.label, node.type, "player", None, seen, node.cite)
    elif owner.text in model.kinds:
        kind = model.kinds[owner.text]
        kind.used = True
        _column(
            model,
            kind.columns,
            node.name,
            node.label,
            node.type,
            kind.name,
            None,
            seen if node.seen else "holder",
            node.cite,
        )
    elif isinstance(zone := model.names.get(owner.text), things.Zone):
        zone.used = True
        _column(model, zone.columns, node.name, node.label, node.type, zone.name, None, seen, node.cite)
    else:
        model.findings.unknown(
            "unknown-kind",
            owner.text,
            owner.span,
            f"I know no kind, zone or board called `{owner.text}` that could have a state.",
            ["player", *model.kinds, *(zone.name for zone in model.zones)],
            "A state belongs to `player`, to a kind, to a zone or board, or without `of` to the whole game.",
        )


def _column(
    model: Model,
    into: dict[str, things.Column],
    name: nodes.Name,
    label: str,
    type: nodes.Type,
    owner: str,
    back: bool | None,
    seen: str,
    cite: tuple[str, ...],
) -> things.Column | None:
    """`back` is None for a state, which changes; else the column is a property, which does not."""
    found = model.type(type)
    if found.many and back is not None:
        _list_property(model, into, name, label, found, owner)
        return None
    if found.many:
        model.findings.error(
            "wrong-type",
            type.span,
            f"`{name.text}` cannot be a list.",
            "What can grow is a zone: pieces lie in it, and it keeps their order.",
        )
        return None
    if name.text in into:
        model.declared_twice(name.text, name.span, into[name.text].noun, into[name.text].span)
        return None
    column = things.Column(
        name.text,
        label or in_words(name.text),
        name.span,
        found,
        owner,
        back is not None,
        bool(back),
        None,
        seen,
        cited=cite,
    )
    into[name.text] = column
    _number(model, column)
    return column


def _list_property(
    model: Model, into: dict[str, things.Column], name: nodes.Name, label: str, type: Type, owner: str
) -> None:
    """`paths: list of Location` is printed once and for all: a relation from each piece to its list."""
    kind = model.kinds[owner]
    if name.text in into or name.text in kind.lists:
        model.declared_twice(name.text, name.span, "property", kind.span)
        return
    model.relations.append((f"{owner}.{name.text}", kind.first, ((),) * kind.count))
    kind.lists[name.text] = things.ListProperty(
        name.text, label or in_words(name.text), name.span, type, len(model.relations) - 1
    )


def _number(model: Model, column: things.Column) -> None:
    column.number = len(model.columns)
    model.columns.append(column)
