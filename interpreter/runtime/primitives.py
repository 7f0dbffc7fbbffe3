"""The functions that generated code calls, bound to the tables of one program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from rulewright.interpreter.ir.program import NONE, Column, Program, Table
from rulewright.interpreter.runtime.budget import spend, take
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generated import ENDED, FIZZLED
from rulewright.interpreter.runtime.lasting import Remembered
from rulewright.interpreter.runtime.machine import FUNCTION, Frame, Machine

LEAST, MOST = -(2**31), 2**31 - 1
SHOWN, LONG = 10**40, "a number of more than 40 digits"
PLENTY = 1_000_000  # room in a place without a limit
LONGEST = 10_000  # elements of a list

Namespace = dict[str, Any]


def fit(n: int) -> int:
    if LEAST <= n <= MOST:
        return n
    raise Fault(f"{f'the number {n}' if shown(n) else LONG} is too large (numbers have 32 bits)")


def shown(n: int) -> bool:
    """Whether a number is written out: Python refuses very long ones."""
    return -SHOWN < n < SHOWN


def checks(program: Program) -> Namespace:
    """What raises a fault where a number or an entity is not what it must be."""
    names = program.names

    def called(e: int) -> str:
        return "none" if e == NONE else names[e] if 0 <= e < len(names) else str(e)

    def N(e: int) -> int:
        raise Fault(
            "this asks something of none" if e == NONE else f"this asks something of {called(e)} that it does not have"
        )

    def within(e: int, low: int, high: int) -> int:
        return e if low <= e < high else N(e)

    def bound(column: int, n: int) -> None:
        c = program.columns[column]
        raise Fault(f"{c.name} cannot be {n}: it goes from {c.low} to {c.high}")

    def broken(text: str) -> None:
        raise Fault(text)

    def no_seat(e: int) -> None:
        raise Fault(f"{called(e)} is asked, and is no player of this game")

    def to_nobody() -> None:
        raise Fault("this reveals something to none: say to which player, or `to players` for all")

    def endless() -> None:
        raise Fault("this loop does not end")

    return {
        "N": N,
        "within": within,
        "fit": fit,
        "bound": bound,
        "broken": broken,
        "no_seat": no_seat,
        "to_nobody": to_nobody,
        "endless": endless,
        "called": called,
    }


def owners(program: Program) -> list[int]:
    """The owning player of every place, or none."""
    owner = [NONE] * program.places[1]
    for zone in program.zones:
        if zone.owner_key < 0:
            continue
        ranges = [range(low, low + count) for _, low, count in zone.keys]
        for at, keys in enumerate(product(*ranges)):
            owner[zone.first - program.places[0] + at] = keys[zone.owner_key]
    return owner


OWNER = "owner"  # a property or state of this name says whose piece it is, wherever it lies


def owner_columns(program: Program) -> dict[int, Column]:
    """For each piece whose kind says whose it is: the column that does."""
    pieces = {kind.name for kind in program.kinds if kind.sort == "piece"}
    return {
        piece: column
        for column in program.columns
        if column.name == OWNER and column.owner in pieces and column.type == "entity"
        for piece in range(column.first, column.first + column.count)
    }


def readers(program: Program, places_at: int) -> Namespace:
    """Pure reading: owners, places, lists."""
    place_owner = owners(program)
    printed_owner = owner_columns(program)
    constants = program.constants
    players = program.most_players
    first_piece, piece_count = program.pieces
    end_piece = first_piece + piece_count
    first_place, place_count = program.places
    active = program.columns[program.active].base if program.active >= 0 else -1
    capacity = [PLENTY] * place_count
    for zone in program.zones:
        if zone.capacity >= 0:
            for i in range(zone.first, zone.first + zone.count):
                capacity[i - first_place] = zone.capacity

    def owner(M: Machine, e: int) -> int:
        if 0 <= e < players:
            return e
        if first_piece <= e < end_piece:
            if e in printed_owner:
                column = printed_owner[e]
                return (constants if column.constant else M.S)[column.base + e]
            e = M.S[places_at + e]
        at = e - first_place
        return place_owner[at] if 0 <= at < place_count else NONE

    def controller(M: Machine, e: int) -> int:
        seat = owner(M, e)
        return seat if seat >= 0 or active < 0 else M.S[active]

    def room(M: Machine, place: int) -> int:
        at = place - first_place
        if not 0 <= at < place_count:
            raise Fault("this asks for the room in none")
        most = capacity[at]
        if most >= PLENTY:
            return PLENTY
        left = most - len(M.Z[at])
        return left if left > 0 else 0

    def place(z: int, *keys: int) -> int:
        zone = program.zones[z]
        at = 0
        for key, (name, low, count) in zip(keys, zone.keys, strict=True):
            if not low <= key < low + count:
                raise Fault(f"there is no {zone.name} with {name} {key}")
            at = at * count + key - low
        return zone.first + at

    def places(z: int, playing: int, *wanted: int | None) -> Iterator[int]:
        zone = program.zones[z]
        ranges = [range(low, low + count) for _, low, count in zone.keys]
        for at, keys in enumerate(product(*ranges)):
            if zone.owner_key >= 0 and wanted[zone.owner_key] is None and keys[zone.owner_key] >= playing:
                continue  # of a seat that nobody has taken
            if all(w is None or w == k for w, k in zip(wanted, keys, strict=True)):
                yield zone.first + at

    def outer(M: Machine, f: int) -> Frame:
        for frame in reversed(M.stack):
            if frame[FUNCTION] == f:
                return frame
        raise Fault(f"this reads {program.functions[f].name}, and none is running")

    def running(M: Machine, f: int) -> bool:
        return any(frame[FUNCTION] == f for frame in M.stack)

    return {
        "owner": owner,
        "controller": controller,
        "room": room,
        "place": place,
        "places": places,
        "outer": outer,
        "running": running,
        "fizzled": fizzled,
        "CAPACITY": capacity,
    }


def fizzled(M: Machine, f: int) -> bool:
    """Whether the event of a function that has just ended came to nothing: its last line in the log says so."""
    entry = M.log
    while entry is not None and entry[1] == ENDED:
        entry = entry[0]
    return entry is not None and entry[1] == FIZZLED and entry[2][0] == f


def span(low: int, high: int) -> range:
    if high - low >= LONGEST:
        raise Fault(f"{low} to {high} are more numbers than a list can hold ({LONGEST})")
    return range(low, high + 1)


def concat(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    if len(a) + len(b) > LONGEST:
        raise Fault(f"this list would be longer than a list can be ({LONGEST})")
    return (*a, *b)


def nth(items: Sequence[int], i: int) -> int:
    return items[i - 1] if 1 <= i <= len(items) else NONE


def member(items: Sequence[int], i: int) -> int:
    """Of numbers and flags, which cannot be none."""
    if 1 <= i <= len(items):
        return items[i - 1]
    if not items:
        raise Fault("this takes one of a list that is empty")
    raise Fault(f"this takes number {i} of a list that has {len(items)}")


def without(items: Sequence[int], x: int) -> list[int]:
    return [i for i in items if i != x]


def die(pool: Sequence[int], i: int) -> int:
    if 0 <= i < len(pool):
        return pool[i]
    raise Fault("there is no such die in the pool")


def cell(table: Table, *keys: int) -> int:
    at = 0
    for key, low, size in zip(keys, table.lows, table.sizes, strict=True):
        if not low <= key < low + size:
            raise Fault(f"the table {table.name} has no row or column {key}")
        at = at * size + key - low
    return table.cells[at]


def namespace(program: Program, places_at: int) -> Namespace:
    found: Namespace = {
        "NOTHING": (NONE,),
        "K": program.constants,
        "PLAYERS": [tuple(range(n)) for n in range(program.most_players + 1)],
        "spend": spend,
        "take": take,
        "islice": islice,
        "Remembered": Remembered,
        "span": span,
        "concat": concat,
        "nth": nth,
        "member": member,
        "without": without,
        "die": die,
        "cell": cell,
    }
    found.update(checks(program))
    found.update(readers(program, places_at))
    found.update({f"R{i}": relation.rows for i, relation in enumerate(program.relations)})
    found.update({f"T{i}": table for i, table in enumerate(program.tables)})
    return found
