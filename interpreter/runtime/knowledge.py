"""Who can identify which piece: a mask of seats for each piece, the bit after the last seat being a spectator's.

Only programs that hide anything have it. A bit is set when a piece lies where the seat can see it, kept through moves
that the seat can follow, and cleared when the seat can no longer tell which of several pieces it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.interpreter.ir.program import NONE, Column, Program, Zone
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.primitives import owners


@frozen
class Knowledge:
    """The columns and tables of knowledge of one program."""

    known_at: int  # index in S of the first piece's mask, minus the first piece
    first_place: int
    seen: tuple[int, ...]  # for each place the seats that see what lies there
    ordered: tuple[bool, ...]  # for each place whether positions in it can be followed
    everybody: int
    places_at: int

    def leaving(self, M: Machine, piece: int, source: int, to: int) -> int:
        """Forgets what the move makes uncertain; gives who knows that it is this piece that goes."""
        S = M.S
        if source >= 0:
            at = source - self.first_place
            row = M.Z[at]
            if not self.ordered[at] and len(row) > 1:
                # Who sees neither end of the move cannot tell which of these pieces went.
                lost = self.everybody & ~self.seen[at]
                if to >= 0:
                    lost &= ~self.seen[to - self.first_place]
                if lost:
                    for other in row:
                        S[self.known_at + other] &= ~lost
        return S[self.known_at + piece]

    def arrived(self, M: Machine, piece: int, to: int) -> int:
        """Who knows the piece where it lies now."""
        index = self.known_at + piece
        if to >= 0:
            M.S[index] |= self.seen[to - self.first_place]
        return M.S[index]

    def shuffled(self, M: Machine, place: int) -> None:
        at = place - self.first_place
        if len(M.Z[at]) > 1:
            self._forget(M, M.Z[at], self.everybody & ~self.seen[at])

    def picked(self, M: Machine, pieces: Sequence[int]) -> None:
        """A random one of these: who does not see them cannot tell which."""
        if len(pieces) < 2:
            return
        for piece in pieces:
            place = M.S[self.places_at + piece]
            sees = self.seen[place - self.first_place] if place >= 0 else 0
            self._forget(M, (piece,), self.everybody & ~sees)

    def reveal(self, M: Machine, piece: int, seat: int) -> int:
        index = self.known_at + piece
        M.S[index] |= self.everybody if seat == NONE else 1 << seat
        return M.S[index]

    def _forget(self, M: Machine, pieces: Sequence[int], seats: int) -> None:
        keep = ~seats
        for piece in pieces:
            M.S[self.known_at + piece] &= keep

    def initial(self, program: Program) -> list[int]:
        """Masks at the start. What is still in the box has been seen by all: it was just unpacked."""
        return [self.everybody if place == NONE else self.seen[place - self.first_place] for place in program.starts]


def knowledge_of(program: Program, places_at: int, known_at: int) -> Knowledge | None:
    if all(zone.seen == "all" for zone in program.zones):
        return None
    everybody = (1 << (program.most_players + 1)) - 1
    first, count = program.places
    seen, ordered = [everybody] * count, [True] * count
    owner = owners(program)
    for zone in program.zones:
        for place in range(zone.first, zone.first + zone.count):
            seen[place - first] = seen_mask(zone, owner[place - first], everybody)
            ordered[place - first] = zone.ordered
    return Knowledge(known_at, first, tuple(seen), tuple(ordered), everybody, places_at)


def seen_mask(zone: Zone, owner: int, everybody: int) -> int:
    if zone.seen == "all":
        return everybody
    if zone.seen == "owner":
        return 1 << owner if owner >= 0 else 0
    return seats_mask(zone.seen)


def holders(program: Program) -> tuple[tuple[int, ...], ...]:
    """For each place, who may play from it: its owner, else the seats that see it where not everybody does."""
    owner = owners(program)
    found: list[tuple[int, ...]] = [(seat,) if seat >= 0 else () for seat in owner]
    for zone in program.zones:
        if zone.seen.startswith("seats:") and zone.owner_key < 0:
            mask = seats_mask(zone.seen)
            seats = tuple(seat for seat in range(program.most_players) if mask >> seat & 1)
            first = zone.first - program.places[0]
            found[first : first + zone.count] = [seats] * zone.count
    return tuple(found)


def column_seen(M: Machine, column: Column, entity: int) -> int:
    """The seats that may read a property of an entity (or a global), as a mask."""
    code = M.code
    everybody = (1 << (code.program.most_players + 1)) - 1
    if column.seen == "all":
        return everybody
    if column.seen == "owner":
        owner = code.namespace["owner"](M, entity) if column.owner else NONE
        return 1 << owner if owner >= 0 else 0
    if column.seen == "holder":
        first, end = code.piece_range
        piece = column.owner and first <= entity < end
        return M.S[code.knowledge.known_at + entity] if code.knowledge and piece else everybody
    return seats_mask(column.seen)


def seats_mask(seen: str) -> int:
    """Of `seats:0,2`; nobody for `none`."""
    return sum(1 << int(seat) for seat in seen.removeprefix("seats:").split(",")) if seen.startswith("seats:") else 0
