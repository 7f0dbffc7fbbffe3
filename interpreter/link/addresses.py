"""What a declaration is called from outside, and which part of what a patch touches."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.syntax import nodes

Key = tuple[str, str]  # what it is, and its name
WHOLE = "*"

NAMED = {
    nodes.Enum: "enum",
    nodes.Die: "die",
    nodes.Kind: "kind",
    nodes.Zone: "zone",
    nodes.Table: "table",
    nodes.State: "state",
    nodes.OptionLine: "option",
    nodes.Value: "value",
    nodes.Piece: "piece",
}
CALLABLES = ("effect", "action", "interjection", "phase", "game")


def key_of(declaration: nodes.Declaration) -> Key | None:
    """None for what has no name: it can be added, and not addressed."""
    if isinstance(declaration, nodes.Board):
        return "board", declaration.zone.name.text
    if isinstance(declaration, nodes.Callable):
        return declaration.word, declaration.name.text
    if isinstance(declaration, nodes.State) and declaration.owner is not None:
        return "state", f"{declaration.owner.text}.{declaration.name.text}"
    if isinstance(declaration, (nodes.Rule, nodes.Modify)):
        return ("rule", declaration.name.text) if declaration.name is not None else None
    if isinstance(declaration, (nodes.Example, nodes.Invariant)):
        return ("example" if isinstance(declaration, nodes.Example) else "invariant"), declaration.name
    word = NAMED.get(type(declaration))
    return (word, declaration.name.text) if word is not None else None  # type: ignore[attr-defined]


def in_words(key: Key) -> str:
    return f"{key[0]} `{key[1]}`" if key[0] != "game" else "`game`"


def touched(patch: nodes.Declaration) -> Iterator[tuple[Key, str]]:
    """The things that a patch touches, and which members of them."""
    match patch:
        case nodes.Replace():
            key = key_of(patch.declaration)
            if key is not None:
                yield key, WHOLE
        case nodes.Remove():
            yield removed_key(patch), WHOLE
        case nodes.ChangePiece():
            thing = ("piece", patch.name.text)
            yield from ((thing, member) for member in _members(patch.lines))
            yield from ((thing, name.text) for name in patch.removed)
            if patch.count is not None:
                yield thing, "how many there are"
            if patch.label:
                yield thing, "its label"
        case nodes.ChangeKind():
            kind = patch.kind
            names = [each.name for each in kind.properties] + [each.name for each in kind.states]
            for name in (*names, *(part.name for part in kind.parts)):
                yield ("kind", kind.name.text), name.text
        case nodes.ChangeEnum():
            yield from ((("enum", patch.enum.name.text), member.name.text) for member in patch.enum.members)
        case nodes.ChangeTable():
            yield from ((("table", patch.name.text), f"row {key.span.text}") for key, _ in patch.rows)
        case nodes.ChangeBody():
            thing = (patch.word, patch.name.text)
            yield from ((thing, change.loop.text) for change in patch.times)
            yield from ((thing, step.name.text) for step in patch.statements if isinstance(step, nodes.Step))
            yield from ((thing, name.text) for name in patch.removed)
            if patch.text is not None:
                yield thing, "its text"
            if patch.label is not None:
                yield thing, "its label"
        case _:
            key = key_of(patch)
            if key is not None:
                yield key, WHOLE


def removed_key(patch: nodes.Remove) -> Key:
    return ("piece" if patch.word[:1].isupper() else patch.word), patch.name.text


def _members(lines: tuple[nodes.Declaration, ...]) -> Iterator[str]:
    for line in lines:
        if isinstance(line, nodes.SideBlock):
            yield from (f"{line.name.text}: {member}" for member in _members(line.lines))
        elif isinstance(line, (nodes.GivenProperty, nodes.PartBody, nodes.Rule, nodes.Modify)):
            if line.name is not None:
                yield line.name.text
        elif isinstance(line, nodes.Starts):
            yield "where it starts"
