"""The options of an open decision: their ids, and the values they stand for.

Ids are stable words: names of entities, numbers, members of an enum, names of actions and alternatives, yes, no and
pass. A piece that its chooser cannot identify is a slot, in an order that tells nothing.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime import chance
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.machine import Machine, Pending

PASS = "pass"
Listed = tuple[tuple[str, ...], tuple[Any, ...]]  # ids, values


def listed(M: Machine, pending: Pending) -> Listed:
    form, site_index, seat, values = pending[:4]
    code = M.code
    if form == "choose":
        site = code.program.sites[site_index]
        if site.type == "entity" or (site.type not in ("number", "die") and site.type not in code.enum_members):
            return _entities(M, seat, values, pending[5] > 1)
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
        if not code.has_alike or several:
            return tuple([names[v] for v in values]), values
        known = list(values)
    else:
        S, known_at = M.S, code.knowledge.known_at
        first, end = code.piece_range
        known = [v for v in values if not first <= v < end or S[known_at + v] >> seat & 1]
        if len(known) < len(values):
            unknown = [v for v in values if first <= v < end and not S[known_at + v] >> seat & 1]
    if code.has_alike and not several:
        known = merged(M, known)
    if not unknown:
        return tuple([names[v] for v in known]), tuple(known)
    slots = shuffled_slots(M, seat, unknown)
    ids = [names[v] for v in known] + [f"slot_{i + 1}" for i in range(len(slots))]
    return tuple(ids), (*known, *slots)


def merged(M: Machine, values: list[int]) -> list[int]:
    """Pieces that nobody could tell apart are one option: the first."""
    first, end = M.code.piece_range
    alike = M.code.program.alike
    printed = [alike[v - first] for v in values if first <= v < end]
    if len(set(printed)) == len(printed):
        return values  # no two have even the same face
    seen = set()
    found = []
    for v in values:
        if first <= v < end:
            key = likeness(M, v)
            if key in seen:
                continue
            seen.add(key)
        found.append(v)
    return found


def likeness(M: Machine, piece: int) -> tuple[Any, ...]:
    """Equal for pieces that are equal in every readable respect."""
    code, S = M.code, M.S
    place = S[code.places_at + piece]
    at = place - code.program.places[0]
    position = M.Z[at].index(piece) if place >= 0 and code.ordered[at] else 0
    known = S[code.knowledge.known_at + piece] if code.knowledge else 0
    columns = tuple([S[base + piece] for base in code.readable[piece - code.piece_range[0]]])
    return code.program.alike[piece - code.piece_range[0]], place, position, known, columns


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
    code.entity_names = (*program.names, "none")  # index -1
    code.has_alike = len(set(program.alike)) < len(program.alike)
    first, count = program.pieces
    code.piece_range = (first, first + count)
    ordered = [False] * program.places[1]
    for zone in program.zones:
        for place in range(zone.first, zone.first + zone.count):
            ordered[place - program.places[0]] = zone.ordered
    code.ordered = tuple(ordered)
    code.readable = tuple(
        tuple(c.base for c in program.columns if c.owner and not c.constant and c.first <= piece < c.first + c.count)
        for piece in range(first, first + count)
    )
