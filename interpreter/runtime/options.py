"""The options of an open decision: their ids, and the values they stand for.

Ids are stable words: names of entities, numbers, members of an enum, names of actions and alternatives, yes, no and
pass. A piece that its chooser cannot identify is a slot, in an order that tells nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from rulewright.interpreter.ir.meaning import POOL, function_context, type_of
from rulewright.interpreter.ir.program import NONE, Expr, Program
from rulewright.interpreter.runtime import chance
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.knowledge import column_seen
from rulewright.interpreter.runtime.machine import FUNCTION, SLOTS, STANDING, USED, Machine, Pending

PASS = "pass"
_OPEN = ("all", "holder")
Listed = tuple[tuple[str, ...], tuple[Any, ...]]  # ids, values


def listed(M: Machine, pending: Pending) -> Listed:
    form, site_index, seat, values = pending[:4]
    code = M.code
    if form == "choose":
        if code.asks_for_entities[site_index]:
            return _entities(M, seat, values, pending[5] > 1)
        site = code.program.sites[site_index]
        if site.type == "number":
            return tuple([str(v) for v in values]), values
        if site.type == "die":
            return tuple([f"die_{v + 1}" for v in values]), values
        members = code.enum_members[site.type]
        return tuple([members[v] if v >= 0 else "none" for v in values]), values
    if form == "ask":
        alternatives = code.program.sites[site_index].alternatives
        return tuple([alternatives[v].name for v in values]), values
    if form == "offer":
        site = code.program.sites[site_index]
        names = unique([code.program.functions[site.menu[i].function].name for i, _ in values])
        if site.passing:
            return (*names, PASS), (*values, None)
        return tuple(names), values
    if form in ("may", "may_replace"):
        return ("yes", "no"), (True, False)
    if form == "react":
        return (*unique(_instance_names(code.program, values, pieces=True)), PASS), (*values, None)
    return tuple(unique(_instance_names(code.program, values, pieces=False))), values


def faces(M: Machine, pending: Pending) -> tuple[str, ...]:
    """What each die of the pool shows from which the question chooses."""
    pool, labels = M.code.pools[pending[1]]
    frame = M.stack[-1] if pending[6] < 0 or M.branches is None else M.branches[pending[6]]
    return tuple([labels[die & 255] for die in M.code.test(pool)(M, frame, None)])


def unique(names: list[str]) -> list[str]:
    """Numbers the second and later ones that share a name."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return found


def _instance_names(program: Program, instances: tuple[Any, ...], pieces: bool) -> list[str]:
    """A reaction is named by its piece, other rules by their own name, each with the other where that is not enough."""
    names = [program.names[this] if pieces and this >= 0 else program.rules[r].name for r, this, *_ in instances]
    return [
        name if names.count(name) == 1 or this < 0 else f"{program.names[this]}.{program.rules[r].name}"
        for name, (r, this, *_) in zip(names, instances, strict=True)
    ]


def _entities(M: Machine, seat: int, values: tuple[int, ...], several: bool) -> Listed:
    code = M.code
    names = code.entity_names
    unknown: list[int] = []
    if code.knowledge is None:
        if not code.twins or several:
            return tuple([names[v] for v in values]), values
        known = list(values)
    else:
        S, known_at = M.S, code.knowledge.known_at
        first, end = code.piece_range
        known = [v for v in values if not first <= v < end or S[known_at + v] >> seat & 1]
        if len(known) < len(values):
            unknown = [v for v in values if first <= v < end and not S[known_at + v] >> seat & 1]
    if code.twins and not several:
        known = merged(M, seat, known)
    if not unknown:
        return tuple([names[v] for v in known]), tuple(known)
    slots = shuffled_slots(M, seat, unknown)
    ids = [names[v] for v in known] + [f"slot_{i + 1}" for i in range(len(slots))]
    return tuple(ids), (*known, *slots)


def merged(M: Machine, seat: int, values: list[int]) -> list[int]:
    """Pieces that the chooser cannot tell apart are one option: the first."""
    first, end = M.code.piece_range
    twins = M.code.twins
    printed = [twins[v] for v in values if v in twins]
    if len(set(printed)) == len(printed):
        return values  # no two have even the same face
    seen = set()
    found = []
    meant = spoken_of(M, seat)
    for v in values:
        if first <= v < end and v not in meant:
            key = likeness(M, seat, v)
            if key in seen:
                continue
            seen.add(key)
        found.append(v)
    return found


def spoken_of(M: Machine, seat: int) -> set[int]:
    """Pieces that something else means, and not their copies, as far as a seat can read it.

    A state of somebody or of another piece, what is happening just now, a modifier or rule that waits, a count of uses.
    """
    code, S = M.code, M.S
    found: set[int] = set()
    for frame in M.stack:
        if frame[FUNCTION] >= 0:
            for at in code.arguments[frame[FUNCTION]]:
                value = frame[at]
                found.update(value if isinstance(value, tuple) else (value,))
            for r, this, key in frame[USED]:
                found.update((this, key) if code.key_types[r] == "entity" else (this,))
            for r, m, this, _, captured in frame[STANDING]:
                found.add(this)
                kinds = code.captured_types[r, m] if captured else ()
                for kind, value in zip(kinds, captured, strict=True):
                    if kind == "entity":
                        found.add(value)
                    elif kind == "list of entity":
                        found.update(value)
    if code.knowledge is not None:
        first, end = code.piece_range
        found = {each for each in found if first <= each < end and code.knowledge.told(M, each, NONE) >> seat & 1}
    for column in code.pointers:
        for entity in range(column.first, column.first + column.count):
            if S[column.base + entity] >= 0 and column_seen(M, column, entity) >> seat & 1:
                found.add(S[column.base + entity])
    return found


def likeness(M: Machine, seat: int, piece: int) -> tuple[Any, ...]:
    """Equal for pieces that are equal in every respect that a seat can read: else their number would tell the rest."""
    code, S = M.code, M.S
    place = S[code.places_at + piece]
    at = place - code.program.places[0]
    position = M.Z[at].index(piece) if place >= 0 and code.ordered[at] else 0
    at = piece - code.piece_range[0]
    columns = [S[base + piece] for base in code.readable[at]]
    for column in code.guarded[at]:
        columns.append(S[column.base + piece] if column_seen(M, column, piece) >> seat & 1 else NONE)
    return code.program.alike[at], place, position, tuple(columns)


def shuffled_slots(M: Machine, seat: int, pieces: list[int]) -> list[int]:
    """Unseen pieces place by place; where positions cannot be seen, in an order drawn from the game's secret."""
    code, S = M.code, M.S
    by_place: dict[int, list[int]] = {}
    for piece in pieces:
        by_place.setdefault(S[code.places_at + piece], []).append(piece)
    found: list[int] = []
    for place in sorted(by_place):
        at = place - code.program.places[0]
        lying = set(by_place[place])
        here = tuple(p for p in M.Z[at] if p in lying) if place >= 0 else tuple(by_place[place])
        if place < 0 or not code.ordered[at]:
            _, here = chance.shuffled(chance.seed_state(chance.derive(M.secret, seat, place, M.serial)), here)
        found.extend(here)
    return found


def prepare(code: Code) -> None:
    """Tables for the above, once for a program."""
    program = code.program
    code.enum_members = {e.name: e.members for e in program.enums}
    code.pools = dict(_pools(program))
    code.asks_for_entities = [
        s.type not in ("number", "die") and s.type not in code.enum_members for s in program.sites
    ]
    code.entity_names = (*program.names, "none")  # index -1
    first, count = program.pieces
    code.piece_range = (first, first + count)
    faces = Counter(program.alike)
    code.twins = {first + i: face for i, face in enumerate(program.alike) if faces[face] > 1}
    code.pointers = tuple(c for c in program.columns if c.type == "entity" and not c.constant)
    code.arguments = tuple(
        tuple(
            at
            for at, kind in enumerate(types[: 1 + len(function.params)], SLOTS)
            if kind in ("entity", "list of entity")
        )
        for function, types in zip(program.functions, code.slot_types, strict=True)
    )
    ordered = [False] * program.places[1]
    for zone in program.zones:
        for place in range(zone.first, zone.first + zone.count):
            ordered[place - program.places[0]] = zone.ordered
    code.ordered = tuple(ordered)
    printed_on = [
        [c for c in program.columns if c.owner and not c.constant and c.first <= piece < c.first + c.count]
        for piece in range(first, first + count)
    ]
    # Whoever knows a piece reads what its holder does.
    code.readable = tuple(tuple(c.base for c in columns if c.seen in _OPEN) for columns in printed_on)
    code.guarded = tuple(tuple(c for c in columns if c.seen not in _OPEN) for columns in printed_on)


def _pools(program: Program) -> Iterator[tuple[int, tuple[Expr, tuple[str, ...]]]]:
    """For each question about dice the pool in which they lie, and the labels of their faces."""
    labels = {enum.name: enum.labels for enum in program.enums}
    for number, site in enumerate(program.sites):
        function = program.functions[site.function]
        rolled = [("slot", at) for at, kind in enumerate(function.slot_types) if kind.startswith(f"{POOL} of ")]
        pool = _indexed(site.domain) or (rolled[0] if len(rolled) == 1 else None)
        if site.form == "choose" and site.type == "die" and pool is not None:
            die = type_of(program, ("face", pool, ("const", 0)), function_context(program, function))
            if die in labels:
                yield number, (pool, labels[die])


def _indexed(domain: Expr) -> Expr | None:
    """The list over whose indices a domain goes: `("indices", pool)`, or that with a condition around it."""
    if domain and domain[0] == "indices":
        return cast(Expr, domain[1])
    parts = (part for part in domain if isinstance(part, tuple))
    return next((found for part in parts if (found := _indexed(part)) is not None), None)
