"""Applies the patches of a variant to the declarations of what it varies. Nothing is ever edited in place."""

from __future__ import annotations

import attrs

from rulewright.interpreter.diagnostics import Findings, Label, quoted, with_article
from rulewright.interpreter.link.addresses import Key, in_words, key_of, removed_key
from rulewright.interpreter.link.bodies import changed_body
from rulewright.interpreter.syntax import nodes

Declarations = list[nodes.Declaration]


def apply(declarations: Declarations, patch: nodes.Declaration, findings: Findings) -> Declarations:
    match patch:
        case nodes.Replace():
            return _replaced(declarations, patch, findings)
        case nodes.Remove():
            key = removed_key(patch)
            found = _find(declarations, key, patch.name, findings)
            return [each for number, each in enumerate(declarations) if number != found]
        case nodes.ChangePiece():
            return _at(declarations, ("piece", patch.name.text), patch.name, patch, findings)
        case nodes.ChangeKind():
            return _at(declarations, ("kind", patch.kind.name.text), patch.kind.name, patch, findings)
        case nodes.ChangeEnum():
            return _at(declarations, ("enum", patch.enum.name.text), patch.enum.name, patch, findings)
        case nodes.ChangeTable():
            return _at(declarations, ("table", patch.name.text), patch.name, patch, findings)
        case nodes.ChangeBody():
            return _at(declarations, (patch.word, patch.name.text), patch.name, patch, findings)
    return _added(declarations, patch, findings)


def _find(declarations: Declarations, key: Key, name: nodes.Name, findings: Findings) -> int:
    """Where the declaration stands that a patch means; -1 and a message where there is none."""
    keys = [key_of(each) for each in declarations]
    if key in keys:
        return keys.index(key)
    same = [known[1] for known in keys if known is not None and known[0] == key[0]]
    other = next((known for known in keys if known is not None and known[1] == key[1]), None)
    hint = f"There is {with_article(in_words(other))}." if other is not None else None
    if hint is None and key[0] == "rule":
        hint = "A rule can be addressed where it has a name: after draw(_) as NAME"
    message = f"There is no {in_words(key)} that could be changed."
    findings.unknown("nothing-to-change", key[1], name.span, message, same, hint)
    return -1


def _replaced(declarations: Declarations, patch: nodes.Replace, findings: Findings) -> Declarations:
    key = key_of(patch.declaration)
    if key is None:
        findings.error(
            "nothing-to-change",
            patch.span,
            "What is replaced must have a name.",
            "Give the rule the name of the one it replaces: replace after draw(_) as NAME",
        )
        return declarations
    name = getattr(patch.declaration, "name", None)
    span_name = name if isinstance(name, nodes.Name) else nodes.Name(key[1], patch.declaration.span)
    found = _find(declarations, key, span_name, findings)
    return [patch.declaration if number == found else each for number, each in enumerate(declarations)]


def _added(declarations: Declarations, new: nodes.Declaration, findings: Findings) -> Declarations:
    key = key_of(new)
    first = next((each for each in declarations if key is not None and key_of(each) == key), None)
    if first is not None and key is not None:
        findings.error(
            "declared-twice",
            new.span,
            f"There is {with_article(in_words(key))} already.",
            "Write `replace` before it to put this one in its place, or `change` to change a part of it.",
            [Label(first.span, "It stands here:")],
        )
        return declarations
    return [*declarations, new]


def _at(
    declarations: Declarations, key: Key, name: nodes.Name, patch: nodes.Declaration, findings: Findings
) -> Declarations:
    found = _find(declarations, key, name, findings)
    if found < 0:
        return declarations
    old = declarations[found]
    new: nodes.Declaration = old
    match patch, old:
        case nodes.ChangePiece(), nodes.Piece():
            new = _piece(old, patch, findings)
        case nodes.ChangeKind(), nodes.Kind():
            new = _kind(old, patch.kind)
        case nodes.ChangeEnum(), nodes.Enum():
            added = {member.name.text: member for member in patch.enum.members}
            kept = tuple(added.pop(member.name.text, member) for member in old.members)
            new = attrs.evolve(old, members=(*kept, *added.values()))
        case nodes.ChangeTable(), nodes.Table():
            rows = dict(patch.rows)
            kept_rows = tuple((cell, rows.pop(cell, cells)) for cell, cells in old.rows)
            new = attrs.evolve(old, rows=(*kept_rows, *rows.items()))
        case nodes.ChangeBody(), nodes.Callable():
            new = changed_body(old, patch, findings)
    return [new if number == found else each for number, each in enumerate(declarations)]


# --- pieces ---------------------------------------------------------------------------------------------------------


def _piece(piece: nodes.Piece, patch: nodes.ChangePiece, findings: Findings) -> nodes.Piece:
    if piece.kind.text != patch.kind.text:
        findings.error(
            "nothing-to-change",
            patch.kind.span,
            f"`{piece.name.text}` is {with_article(piece.kind.text)}, and not {with_article(patch.kind.text)}.",
        )
    lines = _merged(piece.lines, patch.lines)
    for name in patch.removed:
        known = [member for line in lines if (member := _member(line)[1])]
        if name.text not in known:
            findings.unknown(
                "nothing-to-change",
                name.text,
                name.span,
                f"`{piece.name.text}` has nothing called `{name.text}`.",
                known,
                f"It has {quoted(known)}." if known else None,
            )
        lines = tuple(line for line in lines if _member(line)[1] != name.text)
    return attrs.evolve(
        piece,
        lines=lines,
        label=patch.label or piece.label,
        count=piece.count if patch.count is None else patch.count,
        cite=(*piece.cite, *patch.cite),
    )


def _member(line: nodes.Declaration) -> tuple[str, str]:
    """What a line below a piece is, so that another can take its place."""
    if isinstance(line, (nodes.GivenProperty, nodes.PartBody, nodes.SideBlock)):
        return type(line).__name__, line.name.text
    if isinstance(line, (nodes.Rule, nodes.Modify)):
        return "rule", line.name.text if line.name is not None else ""
    return type(line).__name__, ""


def _merged(old: tuple[nodes.Declaration, ...], new: tuple[nodes.Declaration, ...]) -> tuple[nodes.Declaration, ...]:
    found = list(old)
    for line in new:
        member = _member(line)
        same = [number for number, each in enumerate(found) if _member(each) == member and member != ("rule", "")]
        if not same:
            found.append(line)
        elif isinstance(line, nodes.SideBlock) and isinstance(side := found[same[0]], nodes.SideBlock):
            found[same[0]] = attrs.evolve(side, lines=_merged(side.lines, line.lines))
        else:
            found[same[0]] = line
    return tuple(found)


def _kind(old: nodes.Kind, new: nodes.Kind) -> nodes.Kind:
    properties = {each.name.text: each for each in (*old.properties, *new.properties)}
    states = {each.name.text: each for each in (*old.states, *new.states)}
    parts = {each.name.text: each for each in (*old.parts, *new.parts)}
    return attrs.evolve(
        old,
        properties=tuple(properties.values()),
        states=tuple(states.values()),
        parts=tuple(parts.values()),
        sides=new.sides or old.sides,
        works=old.works if new.works is None else new.works,
        starts=old.starts if new.starts is None else new.starts,
    )
