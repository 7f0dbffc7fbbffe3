"""The instructions that change the table: moves, shuffles, dice. Bound to one program; `knowledge.py` adds what a move
lets people know, only where the rulebook hides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.ir.program import NONE, Die, Program
from rulewright.interpreter.runtime import chance
from rulewright.interpreter.runtime.budget import spend
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generated import UNCOVERED
from rulewright.interpreter.runtime.ink import KEPT, WIDE, WORD, joined, widths, write
from rulewright.interpreter.runtime.knowledge import Knowledge
from rulewright.interpreter.runtime.machine import Machine

Namespace = dict[str, Any]
SHUFFLED = 5  # steps that each piece costs


def movers(program: Program, places_at: int, capacity: list[int], knowledge: Knowledge | None) -> Namespace:
    first_piece, piece_count = program.pieces
    end_piece = first_piece + piece_count
    first_place, place_count = program.places
    allowed = allowed_rows(program)
    labels = program.labels
    tops = knowledge.tops if knowledge is not None else frozenset()
    bases = [column.base for column in program.columns]
    enums = {enum.name: enum.labels for enum in program.enums}
    side_labels = {sides.column: enums[program.columns[sides.column].type] for sides in program.sides}
    lacking = {
        (sides.column, piece, side)
        for sides in program.sides
        for first, count, side in sides.lacking
        for piece in range(first, first + count)
    }
    width = widths(program)
    wordy = joined(*[max(width)] * 3) > WIDE

    def move(M: Machine, piece: int, to: int, top: bool, entry: int) -> None:
        if not first_piece <= piece < end_piece:
            raise Fault("this moves none" if piece == NONE else "this moves something that is no piece")
        S, Z = M.S, M.Z
        source = S[places_at + piece]
        next(M.ink) if not wordy else write(M, joined(width[piece], width[source], width[to]))
        before = knowledge.leaving(M, piece, source, to) if knowledge else 0
        if source >= 0:
            row = Z[source - first_place]
            i = row.index(piece)
            Z[source - first_place] = row[:i] + row[i + 1 :]
        if to >= 0:
            at = to - first_place
            if not (0 <= at < place_count and allowed[at][piece - first_piece]):
                raise Fault(f"{labels[piece]} cannot lie in {labels[to]}")
            row = Z[at]
            if len(row) >= capacity[at]:
                raise Fault(f"there is no room for {labels[piece]} in {labels[to]}")
            Z[at] = (piece, *row) if top else (*row, piece)
        S[places_at + piece] = to
        if knowledge:
            M.log = (M.log, entry, (piece, source, to), before | knowledge.arrived(M, piece, to))
            if tops:
                uncover(M, source, to)
        else:
            M.log = (M.log, entry, (piece, source, to))

    def move_all(M: Machine, pieces: Sequence[int], to: int, top: bool, entry: int) -> None:
        for piece in tuple(pieces):
            move(M, piece, to, top, entry)

    def swap(M: Machine, a: int, b: int, entry: int) -> None:
        for piece in (a, b):
            if not first_piece <= piece < end_piece:
                raise Fault("this swaps none" if piece == NONE else "this swaps something that is no piece")
        if a == b:
            return
        S, Z = M.S, M.Z
        here, there = S[places_at + a], S[places_at + b]
        for piece in (a, b):
            write(M, joined(width[piece], width[here], width[there]))
        for piece, place in ((a, there), (b, here)):
            if place >= 0 and not allowed[place - first_place][piece - first_piece]:
                raise Fault(f"{labels[piece]} cannot lie in {labels[place]}")
        masks = [knowledge.leaving(M, a, here, there), knowledge.leaving(M, b, there, here)] if knowledge else [0, 0]
        for place in {here, there} - {NONE}:
            Z[place - first_place] = tuple(b if p == a else a if p == b else p for p in Z[place - first_place])
        S[places_at + a], S[places_at + b] = there, here
        for piece, place, came, mask in ((a, there, here, masks[0]), (b, here, there, masks[1])):
            if knowledge:
                M.log = (M.log, entry, (piece, came, place), mask | knowledge.arrived(M, piece, place))
            else:
                M.log = (M.log, entry, (piece, came, place))
        if tops:
            uncover(M, here, there)

    def uncover(M: Machine, *places: int) -> None:
        """What lies on top of these places now is seen by everybody, where they show their top."""
        for place in places:
            if knowledge and place - first_place in tops and (piece := knowledge.uncovered(M, place)) != NONE:
                M.log = (M.log, UNCOVERED, (piece, NONE), knowledge.everybody)

    def reveal(M: Machine, piece: int, seat: int, entry: int, me: int) -> None:
        if knowledge and first_piece <= piece < end_piece:
            write(M, joined(width[piece], width[seat]))
            shown = knowledge.reveal(M, piece, seat)
            M.log = (M.log, entry, (piece, seat), knowledge.told(M, piece, me) | shown)

    def flip(M: Machine, piece: int, column: int, side: int) -> None:
        if not first_piece <= piece < end_piece:
            raise Fault("this turns none over" if piece == NONE else "this turns over something that is no piece")
        if (column, piece, side) in lacking:
            raise Fault(f"{labels[piece]} has no such side as {side_labels[column][side]}")
        M.S[bases[column] + piece] = side
        if tops:
            uncover(M, M.S[places_at + piece])

    return {"move": move, "move_all": move_all, "swap": swap, "reveal": reveal, "flip": flip, "uncover": uncover}


def allowed_rows(program: Program) -> list[bytes]:
    """For each place, for each piece, whether it may lie there; the places of a zone share one row."""
    first, count = program.pieces
    rows = [b""] * program.places[1]
    for zone in program.zones:
        row = bytearray(count)
        for low, size in zone.holds:
            for piece in range(low, low + size):
                row[piece - first] = 1
        shared = bytes(row)
        for place in range(zone.first, zone.first + zone.count):
            rows[place - program.places[0]] = shared
    return rows


def chances(program: Program, knowledge: Knowledge | None, uncover: Callable[..., None]) -> Namespace:
    first_piece, piece_count = program.pieces
    first_place, place_count = program.places

    def shuffle(M: Machine, place: int, entry: int) -> None:
        at = place - first_place
        if not 0 <= at < place_count:
            raise Fault("this shuffles none")
        next(M.ink)
        spend(M, M.Z[at] * SHUFFLED)
        M.rng, M.Z[at] = chance.shuffled(M.rng, M.Z[at])
        for stacked in M.stacked:
            if stacked[0] == place:
                M.stacked = tuple(s for s in M.stacked if s is not stacked)
                lying = tuple(p for p in stacked[1] if p in M.Z[at])
                M.Z[at] = lying + tuple(p for p in M.Z[at] if p not in lying)
                break
        M.log = (M.log, entry, (place,))
        if knowledge:
            knowledge.shuffled(M, place)
            uncover(M, place)

    members = {enum.name: enum.members for enum in program.enums}
    widest = {enum.name: max([min(len(label), WORD) for label in enum.labels], default=0) for enum in program.enums}

    def face(M: Machine, d: Die) -> int:
        if M.loaded:
            wanted, M.loaded = M.loaded[0], M.loaded[1:]
            if wanted not in members[d.name]:
                raise Fault(f"the die {d.name} was to show {wanted}, which is not one of its faces")
            return members[d.name].index(wanted)
        M.rng, side = chance.below(M.rng, len(d.faces))
        return d.faces[side]

    def roll(M: Machine, count: int, die: int, entry: int) -> tuple[int, ...]:
        d = program.dice[die]
        if count > d.maximum:
            raise Fault(f"{count} {d.name} are more than the {d.maximum} that a pool can hold")
        write(M, joined(*[widest[d.name]] * count))
        pool = tuple([face(M, d) for _ in range(count)])
        M.log = (M.log, entry, (die, *pool))
        return pool

    def reroll(M: Machine, pool: tuple[int, ...], which: Sequence[int], die: int, entry: int) -> tuple[int, ...]:
        d = program.dice[die]
        dice = list(pool)
        write(M, joined(*[widest[d.name]] * len(dice)))
        for i in tuple(which):
            if not 0 <= i < len(dice):
                raise Fault("there is no such die in the pool")
            if dice[i] < 256:
                dice[i] = face(M, d) + 256
        if dice == list(pool):
            return pool  # nothing was thrown, so there is nothing to tell
        M.log = (M.log, entry, (die, *[x & 255 for x in dice]))
        return tuple(dice)

    def set_die(pool: tuple[int, ...], i: int, shown: int) -> tuple[int, ...]:
        if not 0 <= i < len(pool):
            raise Fault("there is no such die in the pool")
        return (*pool[:i], (pool[i] & ~255) | shown, *pool[i + 1 :])

    def pick(M: Machine, items: Sequence[int], entry: int) -> int:
        if not items:
            return NONE
        write(M, KEPT * len(items))
        spend(M, items)
        M.rng, i = chance.below(M.rng, len(items))
        if knowledge:
            knowledge.picked(M, [x for x in items if first_piece <= x < first_piece + piece_count])
        M.log = (M.log, entry, tuple(items))
        return items[i]

    return {"shuffle": shuffle, "roll": roll, "reroll": reroll, "set_die": set_die, "pick": pick}
