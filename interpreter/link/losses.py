"""What is left of a patch whose variant gives way to another, in some members or in all of it."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulewright.interpreter.link.addresses import (
    OFFER,
    QUESTION,
    WHOLE,
    called,
    line_name,
    offer_of,
    offered_as,
    option_name,
)
from rulewright.interpreter.link.variants import Layer, Lost
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes

UNNAMED = {nodes.Starts: "where it starts", nodes.Flavour: "its flavour"}  # lines below a piece that stand once


def without_rules(layers: Iterable[Layer], lost: Lost, rules: Iterable[Span]) -> Lost:
    """What is left of the patches that bring these rules."""
    places = set(map(_place, rules))
    found: Lost = {}
    for layer in layers:
        for patch in layer.patches:
            left = lost.get(id(patch), patch)
            rule = left.declaration if isinstance(left, nodes.Replace) else left
            if isinstance(rule, (nodes.Rule, nodes.Modify)) and _place(rule.span) in places:
                found[id(patch)] = None
            elif isinstance(left, nodes.ChangePiece):
                lines = tuple(line for line in left.lines if _place(line.span) not in places)
                found[id(patch)] = attrs.evolve(left, lines=lines)
    return found


def _place(span: Span) -> tuple[Source, int, int]:
    return span.source, span.line, span.column


def left_of(patch: nodes.Declaration, lost: set[str]) -> nodes.Declaration | None:
    """The patch without these members; None where nothing is left of it."""
    if WHOLE in lost:
        return None
    match patch:
        case nodes.ChangePiece():
            return attrs.evolve(
                patch,
                lines=_lines(patch.lines, lost),
                removed=_names(patch.removed, lost),
                count=None if "how many there are" in lost else patch.count,
                label="" if "its label" in lost else patch.label,
            )
        case nodes.ChangeBody():
            return attrs.evolve(
                patch,
                times=tuple(each for each in patch.times if each.loop.text not in lost),
                statements=tuple(each for each in patch.statements if called(each) not in lost),
                removed=_names(patch.removed, lost),
                offers=tuple(more for each in patch.offers if (more := _offer(each, lost)).actions),
                options=tuple(each for each in patch.options if not {QUESTION, option_name(each)} & lost),
                text=None if "its text" in lost else patch.text,
                label=None if "its label" in lost else patch.label,
            )
        case nodes.ChangeEnum():
            members = tuple(each for each in patch.enum.members if each.name.text not in lost)
            return attrs.evolve(patch, enum=attrs.evolve(patch.enum, members=members))
        case nodes.ChangeDie():
            faces = tuple(each for each in patch.die.faces if each.name.text not in lost)
            label = "" if "its label" in lost else patch.die.label
            return attrs.evolve(patch, die=attrs.evolve(patch.die, faces=faces, label=label))
        case nodes.ChangeTable():
            return attrs.evolve(patch, rows=tuple(row for row in patch.rows if f"row {row[0].span.text}" not in lost))
        case nodes.ChangeKind():
            return attrs.evolve(patch, kind=_kind(patch.kind, lost))
        case nodes.ChangeZone():
            return _zone(patch, lost)
        case nodes.ChangeState():
            return attrs.evolve(
                patch,
                label="" if "its label" in lost else patch.label,
                type=None if "its type" in lost else patch.type,
                initial=None if "its start" in lost else patch.initial,
                seen=() if "who sees it" in lost else patch.seen,
            )
        case nodes.ChangeValue():
            return attrs.evolve(
                patch,
                label="" if "its label" in lost else patch.label,
                text="" if "its text" in lost else patch.text,
                body=None if "what it is" in lost else patch.body,
            )
        case nodes.ChangeOption():
            return attrs.evolve(
                patch,
                label="" if "its label" in lost else patch.label,
                type=None if "its type" in lost else patch.type,
                default=None if "its default" in lost else patch.default,
            )
    return patch


def _offer(more: nodes.AddToOffer, lost: set[str]) -> nodes.AddToOffer:
    where = OFFER if more.of is None else offer_of(more.of.text)
    kept = (each for each in more.actions if not {where, offered_as(each), each[0].text} & lost)
    return attrs.evolve(more, actions=tuple(kept))


def _names(names: tuple[nodes.Name, ...], lost: set[str]) -> tuple[nodes.Name, ...]:
    return tuple(name for name in names if name.text not in lost)


def _lines(lines: tuple[nodes.Declaration, ...], lost: set[str]) -> tuple[nodes.Declaration, ...]:
    found: list[nodes.Declaration] = []
    for line in lines:
        if isinstance(line, nodes.SideBlock):
            side = f"{line.name.text}: "
            inside = {member.removeprefix(side) for member in lost if member.startswith(side)}
            if line.name.text not in lost:
                found.append(attrs.evolve(line, lines=_lines(line.lines, inside)))
        elif not lost & {line_name(line) or UNNAMED.get(type(line), WHOLE)}:
            found.append(line)
    return tuple(found)


def _kind(kind: nodes.Kind, lost: set[str]) -> nodes.Kind:
    return attrs.evolve(
        kind,
        label="" if "its label" in lost else kind.label,
        properties=tuple(each for each in kind.properties if each.name.text not in lost),
        states=tuple(each for each in kind.states if each.name.text not in lost),
        parts=tuple(each for each in kind.parts if each.name.text not in lost),
        sides=() if "its sides" in lost else kind.sides,
        back=None if "its sides" in lost else kind.back,
        works=None if "where it works" in lost else kind.works,
        starts=None if "where it starts" in lost else kind.starts,
    )


def _zone(patch: nodes.ChangeZone, lost: set[str]) -> nodes.ChangeZone:
    seen = {"face", "seen by"} if "who sees it" in lost else set()
    zone = attrs.evolve(
        patch.zone,
        label="" if "its label" in lost else patch.zone.label,
        params=() if "its places" in lost else patch.zone.params,
        capacity=None if "at most" in lost else patch.zone.capacity,
    )
    return attrs.evolve(
        patch,
        zone=zone,
        said=tuple(each for each in patch.said if each not in seen),
        grid=None if "grid" in lost else patch.grid,
        states=tuple(each for each in patch.states if each.name.text not in lost),
        lines=tuple(each for each in patch.lines if each.name.text not in lost),
    )
