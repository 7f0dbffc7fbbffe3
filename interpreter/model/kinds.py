"""Kinds and their pieces: who is of which kind, and the number of every piece."""

from __future__ import annotations

from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.enums import members
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.syntax import nodes

MOST_PIECES = 5_000


def declare_kinds(model: Model, found: list[nodes.Kind]) -> None:
    for node in found:
        kind = things.Kind(node.name.text, node.label or in_words(node.name.text), node.name.span, node)
        if kind.name in model.kinds or kind.name in model.enums:
            first = model.kinds.get(kind.name) or model.enums[kind.name]
            model.declared_twice(kind.name, kind.span, first.noun, first.span)
            continue
        kind.sides, kind.side_labels = members(model, node.sides)
        kind.parts = {part.name.text: part.label or in_words(part.name.text) for part in node.parts}
        model.kinds[kind.name] = kind
    for kind in model.kinds.values():
        if kind.node.parent is None:
            continue
        parent = model.kind(kind.node.parent)
        kind.orphan = parent is None
        if parent is not None and kind in parent.lineage():
            circle = [kind.name, *(each.name for each in parent.lineage())]
            circle = circle[: circle.index(kind.name, 1) + 1]
            model.findings.error(
                "kind-circle",
                kind.node.parent.span,
                f"`{kind.name}` would be a kind of itself.",
                f"It goes in a circle: {' of '.join(circle)}. Remove one `of`.",
            )
        elif parent is not None:
            kind.parent = parent
            parent.children.append(kind)


def declare_pieces(model: Model, found: list[nodes.Piece]) -> None:
    for node in found:
        kind = model.kind(node.kind)
        if kind is None:
            model.findings.lost.add(node.name.text)
            continue
        piece = things.Piece(
            node.name.text, node.label or in_words(node.name.text), node.name.span, node, kind, node.count
        )
        if not 1 <= node.count <= MOST_PIECES:
            model.findings.error(
                "wrong-count",
                node.span,
                f"I cannot make {node.count} copies of a piece.",
                f"There can be 1 to {MOST_PIECES}.",
            )
            piece.count = 1
        if model.declare(piece):
            kind.pieces.append(piece)
    first = len(model.entity_names)
    for kind in model.kinds.values():
        if kind.parent is None:
            _number_pieces(model, kind)
    model.pieces = (first, len(model.entity_names) - first)
    if model.pieces[1] > MOST_PIECES:
        model.findings.error(
            "wrong-count", model.book.span, f"This box has {model.pieces[1]} pieces, but I can hold only {MOST_PIECES}."
        )


def _number_pieces(model: Model, kind: things.Kind) -> None:
    """A kind's pieces and those of the kinds under it lie in one range."""
    kind.first = len(model.entity_names)
    for piece in kind.pieces:
        piece.first = len(model.entity_names)
        for number in range(min(piece.count, MOST_PIECES)):
            name = piece.name if piece.count == 1 else f"{piece.name}_{number + 1}"
            if piece.count > 1:
                model.copies[name] = (len(model.entity_names), piece)
            model.entity_names.append(name)
            model.entity_labels.append(piece.label)
    for child in kind.children:
        _number_pieces(model, child)
    kind.count = len(model.entity_names) - kind.first
