"""Kinds, columns, zones, dice and pieces as the tables of the IR."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.pieces import Pieces
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model

MOST_DICE = 60  # in one pool


@frozen
class Box:
    kinds: tuple[ir.Kind, ...]
    enums: tuple[ir.Enum, ...]
    columns: tuple[ir.Column, ...]
    constants: tuple[int, ...]
    state_size: int
    zones: tuple[ir.Zone, ...]
    dice: tuple[ir.Die, ...]
    starts: tuple[int, ...]
    backs: tuple[int, ...]
    alike: tuple[int, ...]


def box(model: Model, pieces: Pieces) -> Box:
    kinds = _kinds(model)
    columns, constants, size = _columns(model, {kind.name: kind for kind in kinds})
    first, count = model.pieces
    backs, alike = _looks(model)
    return Box(
        kinds,
        tuple(ir.Enum(enum.name, enum.members, enum.labels) for enum in model.enums.values()),
        columns,
        constants,
        size,
        tuple(_zone(model, zone) for zone in model.zones),
        tuple(ir.Die(die.name, die.faces, MOST_DICE, die.label) for die in model.dice),
        tuple(pieces.starts.get(entity, ir.NONE) for entity in range(first, first + count)),
        backs,
        alike,
    )


def _kinds(model: Model) -> tuple[ir.Kind, ...]:
    found = [ir.Kind("player", "Player", 0, model.book.most, "player")]
    found += [ir.Kind(kind.name, kind.label, kind.first, kind.count, "piece") for kind in model.kinds.values()]
    found += [ir.Kind(zone.name, zone.label, zone.first, zone.count, "place") for zone in model.zones]
    found += [ir.Kind(lines.name, lines.label, lines.first, len(lines.rows), "line") for lines in model.lines]
    return tuple(found)


def _columns(model: Model, kinds: dict[str, ir.Kind]) -> tuple[tuple[ir.Column, ...], tuple[int, ...], int]:
    constants: list[int] = []
    size = 0
    loops = {thing.column.name for thing in model.names.values() if isinstance(thing, things.Loop)}
    found = []
    for column in model.columns:
        kind = kinds.get(column.owner)
        first, count = (kind.first, kind.count) if kind is not None else (0, 1)
        default = column.default if column.default is not None else 0
        values = tuple(column.values.get(entity, default) for entity in range(first, first + count))
        base = (len(constants) if column.constant else size) - first
        if column.constant:
            constants.extend(values)
        else:
            size += count
        low, high = column.type.bounds if column.type.bounds is not None else (None, None)
        found.append(
            ir.Column(
                column.name,
                column.owner,
                first,
                count,
                base,
                column.type.ir,
                column.constant,
                values,
                low,
                high,
                column.seen,
                column.label,
                column.back,
                not column.owner and column.name in loops,
            )
        )
    return tuple(found), tuple(constants), size


def _zone(model: Model, zone: things.Zone) -> ir.Zone:
    holds = tuple((model.kinds[held.text].first, model.kinds[held.text].count) for held in zone.node.holds)
    keys = tuple((name, low, count) for (name, _), (low, count) in zip(zone.keys, zone.ranges, strict=True))
    return ir.Zone(
        zone.name,
        zone.label,
        zone.first,
        zone.count,
        keys,
        zone.owner_key,
        holds,
        zone.ordered,
        zone.capacity,
        zone.seen,
        zone.grid,
        tuple(type.param if type.is_entity else type.ir for _, type in zone.keys),
    )


def _looks(model: Model) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """From behind, pieces of one top kind look alike unless their backs differ; copies are alike in all."""
    backs: list[int] = []
    alike: list[int] = []
    looks: dict[tuple[object, ...], int] = {}
    for kind in model.kinds.values():
        if kind.parent is None:
            for piece in _in_order(kind):
                lineage = piece.kind.lineage()
                printed = tuple(
                    (column.name, column.values.get(piece.first, column.default))
                    for each in lineage
                    for column in each.columns.values()
                    if column.back
                )
                number = looks.setdefault((kind.name, printed), len(looks))
                backs.extend([number] * piece.count)
                alike.extend([piece.first] * piece.count)
    return tuple(backs), tuple(alike)


def _in_order(kind: things.Kind) -> list[things.Piece]:
    found = list(kind.pieces)
    for child in kind.children:
        found.extend(_in_order(child))
    return found
