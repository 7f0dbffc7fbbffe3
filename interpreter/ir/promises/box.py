"""What lies in the box: entities, columns, zones, where pieces start, relations, dice and tables."""

from __future__ import annotations

from itertools import pairwise
from math import prod

from rulewright.interpreter.ir.program import NONE, Column, Kind, Program, Zone

LEAST, MOST = -(2**31), 2**31 - 1
SORTS = ("player", "piece", "place", "line")


def box_faults(program: Program) -> list[str]:
    return [
        *_entities(program),
        *_kinds(program),
        *_enums(program),
        *_columns(program),
        *_zones(program),
        *_starts(program),
        *_tables(program),
    ]


def seats(program: Program) -> tuple[int, int]:
    return 0, program.pieces[0]


def is_visibility(program: Program, seen: str, others: tuple[str, ...]) -> bool:
    if seen.startswith("seats:"):
        numbers = seen.removeprefix("seats:").split(",")
        return all(n.isascii() and n.isdigit() and len(n) < 4 and int(n) < program.most_players for n in numbers)
    return seen in ("all", "owner", "none", *others)


def _inside(first: int, count: int, bounds: tuple[int, int]) -> bool:
    return count >= 0 and bounds[0] <= first and first + count <= bounds[0] + bounds[1]


def _entities(program: Program) -> list[str]:
    faults = []
    if not 1 <= program.least_players <= program.most_players:
        faults.append(f"program: {program.least_players} to {program.most_players} players cannot be")
    if len(program.labels) != len(program.names):
        faults.append(f"program: {len(program.names)} names but {len(program.labels)} labels")
    if len(set(program.names)) != len(program.names):
        faults.append("program: two entities have the same name")
    (first_piece, pieces), (first_place, places) = program.pieces, program.places
    if min(first_piece, pieces, first_place, places) < 0:
        faults.append("program: a range of entities is negative")
    elif first_piece != program.most_players:
        faults.append(f"program: pieces start at {first_piece}, right after {program.most_players} players they must")
    elif first_piece + pieces != first_place:
        faults.append(f"program: places start at {first_place}, and pieces end at {first_piece + pieces}")
    elif first_place + places > len(program.names):
        faults.append(f"program: places end at {first_place + places}, and there are {len(program.names)} names")
    return faults


def _range_of_sort(program: Program, sort: str) -> tuple[int, int]:
    end = program.places[0] + program.places[1]
    return {
        "player": seats(program),
        "piece": program.pieces,
        "place": program.places,
        "line": (end, len(program.names) - end),
    }[sort]


def _kinds(program: Program) -> list[str]:
    faults = []
    if len({kind.name for kind in program.kinds}) != len(program.kinds):
        faults.append("program: two kinds have the same name")
    for kind in program.kinds:
        if kind.sort not in SORTS:
            faults.append(f"kind {kind.name}: {kind.sort!r} is no sort of entity")
        elif not _inside(kind.first, kind.count, _range_of_sort(program, kind.sort)):
            faults.append(f"kind {kind.name}: {kind.first} + {kind.count} is not within the range of its sort")
    nested: list[Kind] = []
    for kind in sorted(program.kinds, key=lambda k: (k.first, -k.count)):
        if not kind.count:
            continue
        while nested and nested[-1].first + nested[-1].count <= kind.first:
            nested.pop()
        if nested and nested[-1].first + nested[-1].count < kind.first + kind.count:
            faults.append(f"kind {kind.name}: overlaps {nested[-1].name} without lying inside it")
        nested.append(kind)
    return faults


def _enums(program: Program) -> list[str]:
    faults = []
    if len({enum.name for enum in program.enums}) != len(program.enums):
        faults.append("program: two enums have the same name")
    for enum in program.enums:
        if len(enum.members) != len(enum.labels):
            faults.append(f"enum {enum.name}: {len(enum.members)} members but {len(enum.labels)} labels")
        if len(set(enum.members)) != len(enum.members):
            faults.append(f"enum {enum.name}: two members have the same name")
    return faults


def _columns(program: Program) -> list[str]:
    faults = []
    kinds = {kind.name: kind for kind in program.kinds}
    stretches: dict[bool, list[tuple[int, int, str]]] = {False: [], True: []}
    for column in program.columns:
        name = f"column {column.owner}.{column.name}" if column.owner else f"column {column.name}"
        if not column.owner and (column.first, column.count) != (0, 1):
            faults.append(f"{name}: belongs to nobody, so it starts at 0 and has one value")
        if column.owner and column.owner not in kinds:
            faults.append(f"{name}: there is no kind {column.owner!r}")
        elif column.owner and (column.first, column.count) != (kinds[column.owner].first, kinds[column.owner].count):
            faults.append(f"{name}: its range is not the range of {column.owner}")
        start, size = column.base + column.first, len(program.constants) if column.constant else program.state_size
        if start < 0 or column.count < 0 or start + column.count > size:
            faults.append(f"{name}: {start} + {column.count} is not within the {size} integers it lies in")
        elif column.count:
            stretches[column.constant].append((start, start + column.count, name))
        faults += [f"{name}: {text}" for text in _column_values(program, column)]
    for ranges in stretches.values():
        for (_, end, before), (start, _, after) in pairwise(sorted(ranges)):
            if start < end:
                faults.append(f"{after}: overlaps {before}")
    reached = max((end for _, end, _ in stretches[True]), default=0)
    if reached != len(program.constants):
        faults.append(f"program: {len(program.constants)} constants, and the columns reach to {reached}")
    return faults


def _column_values(program: Program, column: Column) -> list[str]:
    faults = []
    low, high = _domain(program, column.type)
    if low > high + 1:
        return [f"{column.type!r} is no type"]
    if column.low is not None:
        low = max(low, column.low)
    if column.high is not None:
        high = min(high, column.high)
    if column.low is not None and column.high is not None and column.low > column.high:
        faults.append(f"its bounds {column.low} to {column.high} leave nothing")
    values = column.initial
    if column.constant:
        start = max(0, column.base + column.first)
        if values and values != program.constants[start : start + column.count]:
            faults.append("its values differ from the constants")
        values = program.constants[start : start + column.count]
    elif len(values) != column.count:
        faults.append(f"{len(values)} initial values for {column.count}")
    if any(not low <= value <= high for value in values):
        faults.append(f"a value is not within {low} to {high}")
    if not is_visibility(program, column.seen, ("holder",)):
        faults.append(f"{column.seen!r} is no visibility")
    return faults


def _domain(program: Program, kind: str) -> tuple[int, int]:
    """Lowest and highest value of a type; an unknown type has an impossible one."""
    if kind == "number":
        return LEAST, MOST
    if kind == "flag":
        return 0, 1
    if kind == "entity":
        return NONE, len(program.names) - 1
    for enum in program.enums:
        if enum.name == kind:
            return NONE, len(enum.members) - 1
    return 1, -1


def _zones(program: Program) -> list[str]:
    faults = []
    at = program.places[0]
    for zone in sorted(program.zones, key=lambda z: (z.first, z.count)):
        if zone.first != at:
            faults.append(f"zone {zone.name}: starts at place {zone.first}, and {at} is the next one")
        at = zone.first + zone.count
        faults += [f"zone {zone.name}: {text}" for text in _zone(program, zone)]
    if at != program.places[0] + program.places[1]:
        faults.append(f"program: zones end at place {at}, and places at {program.places[0] + program.places[1]}")
    return faults


def _zone(program: Program, zone: Zone) -> list[str]:
    faults = []
    if prod(count for _, _, count in zone.keys) != zone.count or any(count < 0 for _, _, count in zone.keys):
        faults.append(f"its keys do not make {zone.count} places")
    if len(zone.key_types) != len(zone.keys):
        faults.append(f"it has {len(zone.keys)} keys, and types of {len(zone.key_types)}")
    if not -1 <= zone.owner_key < len(zone.keys):
        faults.append(f"it has no key {zone.owner_key} for an owner")
    elif zone.owner_key >= 0 and not _inside(*zone.keys[zone.owner_key][1:], seats(program)):
        faults.append("the key of its owner is not a range of players")
    if any(not _inside(first, count, program.pieces) for first, count in zone.holds):
        faults.append("it holds what is no piece")
    if zone.capacity < -1:
        faults.append(f"{zone.capacity} is no capacity")
    if not is_visibility(program, zone.seen, ("top",)):
        faults.append(f"{zone.seen!r} is no visibility")
    if zone.board is not None and zone.board[0] * zone.board[1] != zone.count:
        faults.append(f"a board of {zone.board[0]} x {zone.board[1]} has not {zone.count} cells")
    return faults


def _starts(program: Program) -> list[str]:
    faults = []
    for name, values in (("starts", program.starts), ("backs", program.backs), ("alike", program.alike)):
        if len(values) != program.pieces[1]:
            faults.append(f"program: {len(values)} {name} for {program.pieces[1]} pieces")
    filled: dict[int, int] = {}
    for piece, place in enumerate(program.starts, start=program.pieces[0]):
        if place == NONE:
            continue
        name = program.names[piece] if piece < len(program.names) else str(piece)
        zone = next((z for z in program.zones if z.first <= place < z.first + z.count), None)
        if zone is None:
            faults.append(f"piece {name}: starts at {place}, which is no place")
            continue
        if not any(first <= piece < first + count for first, count in zone.holds):
            faults.append(f"piece {name}: starts in {zone.name}, where it may not lie")
        filled[place] = filled.get(place, 0) + 1
        if zone.capacity >= 0 and filled[place] == zone.capacity + 1:
            faults.append(f"piece {name}: starts in {zone.name}, which has no room left")
    return faults


def _tables(program: Program) -> list[str]:
    faults = []
    for relation in program.relations:
        if not _inside(relation.first, len(relation.rows), (0, len(program.names))):
            faults.append(f"relation {relation.name}: has rows for what is no entity")
    enums = {enum.name: enum for enum in program.enums}
    for die in program.dice:
        if die.name not in enums or any(not 0 <= f < len(enums[die.name].members) for f in die.faces):
            faults.append(f"die {die.name}: its faces are not members of the enum of its name")
        if not die.faces or die.maximum < 0:
            faults.append(f"die {die.name}: has no faces, or fewer than none may be rolled")
    for table in program.tables:
        if not 1 <= len(table.sizes) <= 2 or len(table.lows) != len(table.sizes):
            faults.append(f"table {table.name}: has not one or two keys")
        elif min(table.sizes) < 0 or prod(table.sizes) != len(table.cells):
            faults.append(f"table {table.name}: {len(table.cells)} cells for keys of {table.sizes}")
        if table.words and len(table.words) != table.sizes[0]:
            faults.append(f"table {table.name}: {len(table.words)} names for {table.sizes[0]} rows")
        if any(not LEAST <= cell <= MOST for cell in table.cells):
            faults.append(f"table {table.name}: a cell is no 32-bit number")
    return faults
