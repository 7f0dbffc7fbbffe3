"""Kinds and their pieces: who is of which kind, and the number of every piece."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Label, quoted, sentence, with_article
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.enums import members
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

MOST_PIECES = 5_000
MOST_LEVELS = 30  # of kinds of kinds


def declare_kinds(model: Model, found: list[nodes.Kind]) -> None:
    for node in found:
        kind = things.Kind(node.name.text, node.label or in_words(node.name.text), node.name.span, node)
        if kind.name in model.kinds or kind.name in model.enums:
            first = model.kinds.get(kind.name) or model.enums[kind.name]
            model.declared_twice(kind.name, kind.span, first.noun, first.span)
            continue
        kind.sides, kind.side_labels = members(model, node.sides)
        kind.back = len(kind.sides) - 1 if node.back is not None else -1
        kind.parts = {part.name.text: part.label or in_words(part.name.text) for part in node.parts}
        model.kinds[kind.name] = kind
    for kind in model.kinds.values():
        if kind.node.parent is None:
            continue
        parent = model.kind(kind.node.parent)
        if parent is None or _goes_wrong(model, kind, kind.node.parent.span):
            kind.orphan = True
        else:
            kind.parent = parent
            parent.children.append(kind)
    for kind in model.kinds.values():
        _narrow_sides(model, kind)


def _narrow_sides(model: Model, kind: things.Kind) -> None:
    """Where a kind above has sides, those that this one lists are the ones that its own pieces have."""
    above = next((each for each in kind.lineage()[1:] if each.node.sides), None)
    if above is None or not kind.node.sides:
        return
    theirs = tuple(side.name.text for side in above.node.sides)
    for side in kind.node.sides:
        if side.name.text not in theirs:
            model.findings.unknown(
                "unknown-name",
                side.name.text,
                side.name.span,
                f"{sentence(with_article(above.name))} has no side `{side.name.text}`.",
                theirs,
                f"It has {quoted(theirs)}, and a kind of it has some of these.",
            )
    own = {side.name.text for side in kind.node.sides}
    kind.lacks = tuple(side for side in theirs if side not in own)
    kind.sides, kind.side_labels, kind.back = (), (), -1


def _goes_wrong(model: Model, kind: things.Kind, span: Span) -> bool:
    """Whether the kinds above this one go in a circle, or on for too long."""
    above = _above(model, kind)
    if above[-1] == kind.name:
        # All that go in a circle are mistaken alike: it is reported, and broken, at the last of them.
        if _last(model, above) != kind.name:
            return False
        circle = " of ".join([kind.name, *above])
        message = f"`{kind.name}` would be a kind of itself."
        model.findings.error("kind-circle", span, message, f"It goes in a circle: {circle}. Remove one `of`.")
        return True
    if len(above) > MOST_LEVELS:
        message = f"More than {MOST_LEVELS} kinds are above `{kind.name}`, each a kind of the next."
        model.findings.error("too-deep", span, message, "Leave out some of those between.")
        return True
    return False


def _above(model: Model, kind: things.Kind) -> list[str]:
    """The names above a kind, as they are written."""
    found: list[str] = []
    node = kind.node
    while node.parent is not None and node.parent.text not in found and len(found) <= MOST_LEVELS:
        found.append(node.parent.text)
        if found[-1] == kind.name or found[-1] not in model.kinds:
            break
        node = model.kinds[found[-1]].node
    return found


def _last(model: Model, names: list[str]) -> str:
    """Which of these kinds is declared last."""
    order = {name: number for number, name in enumerate(model.kinds)}
    return max(names, key=lambda name: order[name])


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


def refuse_names_of_copies(model: Model) -> None:
    """`herring x 4` makes herring_1 to herring_4, so nothing else can be called that."""
    for name in model.copies.keys() & model.names.keys():
        thing, (_, piece) = model.names[name], model.copies[name]
        model.findings.error(
            "declared-twice",
            thing.span,
            f"`{name}` is declared a second time: one of the {piece.count} copies of `{piece.name}` is called that.",
            "Give one of them another name.",
            [Label(piece.span, f"These are called `{piece.name}_1` to `{piece.name}_{piece.count}`:")],
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
