"""Changes inside a piece, a kind, an enum, a zone, a table, a state, a value or an option, member by member."""

from __future__ import annotations

import attrs

from rulewright.interpreter.diagnostics import Findings, quoted, with_article
from rulewright.interpreter.link.addresses import line_name
from rulewright.interpreter.syntax import nodes

Lines = tuple[nodes.Declaration, ...]

# --- pieces ---------------------------------------------------------------------------------------------------------


def changed_piece(piece: nodes.Piece, patch: nodes.ChangePiece, findings: Findings) -> nodes.Piece:
    if piece.kind.text != patch.kind.text:
        findings.error(
            "nothing-to-change",
            patch.kind.span,
            f"`{piece.name.text}` is {with_article(piece.kind.text)}, and not {with_article(patch.kind.text)}.",
        )
    lines = _merged(piece.lines, patch.lines, piece.name.text, findings)
    for name in patch.removed:
        known = [member for line in lines if (member := line_name(line))]
        if name.text not in known:
            _nothing_called(name, piece.name.text, known, findings)
        lines = tuple(line for line in lines if line_name(line) != name.text)
    return attrs.evolve(
        piece,
        lines=lines,
        label=patch.label or piece.label,
        count=piece.count if patch.count is None else patch.count,
    )


def _nothing_called(name: nodes.Name, piece: str, known: list[str], findings: Findings) -> None:
    findings.unknown(
        "nothing-to-change",
        name.text,
        name.span,
        f"`{piece}` has nothing called `{name.text}`.",
        known,
        f"It has {quoted(known)}." if known else None,
    )


def _member(line: nodes.Declaration) -> tuple[str, str]:
    """What a line below a piece is, so that another can take its place."""
    word = "rule" if isinstance(line, (nodes.Rule, nodes.Modify)) else type(line).__name__
    return word, line_name(line)


def _merged(old: Lines, new: Lines, piece: str, findings: Findings) -> Lines:
    found = list(old)
    places = _places(found)
    for line in new:
        if isinstance(line, nodes.Added):
            _add_to(found, places, line, findings)
            continue
        member = _member(line)
        if isinstance(line, nodes.GivenProperty):
            found = [each for each in found if not _adds_to(each, line.name.text)]
            places = _places(found)
        same = places.get(member) if member != ("rule", "") else None
        if same is None:
            places.setdefault(member, len(found))
            found.append(line)
        elif isinstance(line, nodes.SideBlock) and isinstance(side := found[same], nodes.SideBlock):
            found[same] = attrs.evolve(side, lines=_merged(side.lines, line.lines, piece, findings))
        else:
            found[same] = line
    return tuple(found)


def _places(lines: list[nodes.Declaration]) -> dict[tuple[str, str], int]:
    places: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines):
        places.setdefault(_member(line), number)
    return places


def _adds_to(line: nodes.Declaration, name: str) -> bool:
    return isinstance(line, nodes.Added) and line.name.text == name


def _add_to(
    found: list[nodes.Declaration], places: dict[tuple[str, str], int], line: nodes.Added, findings: Findings
) -> None:
    """To what the piece has of its own. What its kind gives it may still change: see `with_defaults`."""
    place = places.get((nodes.GivenProperty.__name__, line.name.text))
    old = found[place] if place is not None else None
    if place is None or not isinstance(old, nodes.GivenProperty):
        found.append(line)
    else:
        found[place] = attrs.evolve(old, value=_sum(old.value, line, findings), cite=(*old.cite, *line.cite))


def with_defaults(piece: nodes.Piece, defaults: dict[str, nodes.Expr], findings: Findings) -> nodes.Piece:
    """The piece with what is added to a property that it only has from its kind."""
    found = [line for line in piece.lines if not isinstance(line, nodes.Added)]
    values: dict[str, nodes.GivenProperty] = {}
    for line in piece.lines:
        if not isinstance(line, nodes.Added):
            continue
        name = line.name.text
        if name not in defaults:
            own = [each.name.text for each in piece.lines if isinstance(each, nodes.GivenProperty)]
            _nothing_called(line.name, piece.name.text, [*own, *defaults], findings)
            continue
        value = _sum(values[name].value if name in values else defaults[name], line, findings)
        values[name] = nodes.GivenProperty(line.name, value, span=line.span, cite=line.cite)
    return attrs.evolve(piece, lines=(*found, *values.values()))


def _sum(old: nodes.Expr, line: nodes.Added, findings: Findings) -> nodes.Expr:
    """`add 1 to influence` for a number, `add [reef] to routes` for a list."""
    one, other = _number(old), _number(line.value)
    if isinstance(old, nodes.ListLiteral) and isinstance(line.value, nodes.ListLiteral):
        return nodes.ListLiteral((*old.items, *line.value.items), span=line.value.span)
    if one is not None and other is not None:
        return nodes.Number(one + other, span=line.value.span)
    findings.error(
        "nothing-to-change",
        line.span,
        f"This cannot be added to `{line.name.text}`: I can add a number to a number, and a list to a list.",
        f"`{line.name.text}` alone, and then what it shall be, puts something new in its place.",
    )
    return old


def _number(value: nodes.Expr) -> int | None:
    if isinstance(value, nodes.Unary) and value.op == "-":
        inside = _number(value.operand)
        return None if inside is None else -inside
    return value.value if isinstance(value, nodes.Number) else None


# --- kinds, enums, tables -------------------------------------------------------------------------------------------


def changed_kind(old: nodes.Kind, new: nodes.Kind) -> nodes.Kind:
    properties = {each.name.text: each for each in (*old.properties, *new.properties)}
    states = {each.name.text: each for each in (*old.states, *new.states)}
    parts = {each.name.text: each for each in (*old.parts, *new.parts)}
    return attrs.evolve(
        old,
        label=new.label or old.label,
        properties=tuple(properties.values()),
        states=tuple(states.values()),
        parts=tuple(parts.values()),
        sides=new.sides or old.sides,
        back=new.back if new.sides else old.back,
        works=old.works if new.works is None else new.works,
        starts=old.starts if new.starts is None else new.starts,
    )


def changed_enum(old: nodes.Enum, new: nodes.Enum) -> nodes.Enum:
    added = {member.name.text: member for member in new.members}
    kept = tuple(added.pop(member.name.text, member) for member in old.members)
    return attrs.evolve(old, members=(*kept, *added.values()))


def changed_die(old: nodes.Die, new: nodes.Die) -> nodes.Die:
    added = {face.name.text: face for face in new.faces}
    kept = tuple(added.pop(face.name.text, face) for face in old.faces)
    return attrs.evolve(old, label=new.label or old.label, faces=(*kept, *added.values()))


def changed_table(old: nodes.Table, patch: nodes.ChangeTable) -> nodes.Table:
    rows = dict(patch.rows)
    kept = tuple((cell, rows.pop(cell, cells)) for cell, cells in old.rows)
    return attrs.evolve(old, rows=(*kept, *rows.items()))


# --- zones, boards, states, values, options -------------------------------------------------------------------------


def changed_place(old: nodes.Zone | nodes.Board, patch: nodes.ChangeZone) -> nodes.Declaration:
    if isinstance(old, nodes.Zone):
        return _zone(old, patch)
    states = {each.name.text: each for each in (*old.states, *patch.states)}
    lines = {each.name.text: each for each in (*old.lines, *patch.lines)}
    columns, rows = patch.grid or (old.columns, old.rows)
    return attrs.evolve(
        old,
        zone=_zone(old.zone, patch),
        columns=columns,
        rows=rows,
        states=tuple(states.values()),
        lines=tuple(lines.values()),
    )


def _zone(old: nodes.Zone, patch: nodes.ChangeZone) -> nodes.Zone:
    new = patch.zone
    seen = bool({"face", "seen by"} & set(patch.said))
    return attrs.evolve(
        old,
        label=new.label or old.label,
        params=new.params or old.params,
        holds=tuple({kind.text: kind for kind in (*old.holds, *new.holds)}.values()),
        ordered=old.ordered or new.ordered,
        face_down=new.face_down if seen else old.face_down,
        top_seen=new.top_seen if seen else old.top_seen,
        seen_by=new.seen_by if seen else old.seen_by,
        capacity=old.capacity if new.capacity is None else new.capacity,
    )


def changed_state(old: nodes.State, patch: nodes.ChangeState) -> nodes.State:
    return attrs.evolve(
        old,
        label=patch.label or old.label,
        type=patch.type or old.type,
        initial=old.initial if patch.initial is None else patch.initial,
        seen=patch.seen or old.seen,
    )


def changed_value(old: nodes.Value, patch: nodes.ChangeValue) -> nodes.Value:
    return attrs.evolve(
        old,
        label=patch.label or old.label,
        text=patch.text or old.text,
        span=patch.span if patch.text else old.span,  # a fault in the new text is the patch's fault
        body=old.body if patch.body is None else patch.body,
    )


def changed_option(old: nodes.OptionLine, patch: nodes.ChangeOption) -> nodes.OptionLine:
    return attrs.evolve(
        old,
        label=patch.label or old.label,
        type=patch.type or old.type,
        default=old.default if patch.default is None else patch.default,
    )
