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
    tops: frozenset[int]  # places, from the first on, of which everybody sees the top piece
    backs: dict[int, tuple[int, int]]  # of a piece with a back: where S says which side is up, and the back's number

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

    def uncovered(self, M: Machine, place: int) -> int:
        """The piece that everybody can see from now on because it has come to lie on top of this place; else none."""
        row = M.Z[place - self.first_place]
        if not row or self._back_up(M, row[0]) or M.S[self.known_at + row[0]] == self.everybody:
            return NONE
        M.S[self.known_at + row[0]] = self.everybody
        return row[0]

    def sees(self, M: Machine, piece: int, place: int) -> int:
        """The seats that see, where it lies, which piece this is."""
        at = place - self.first_place
        on_show = at in self.tops and M.Z[at][0] == piece and not self._back_up(M, piece)
        return self.everybody if on_show else self.seen[at]

    def told(self, M: Machine, piece: int, who: int) -> int:
        """The seats that know the piece and see which of several it is; `who` has to do with it, and sees it anyway.

        Others who know it learn that it was this one when it goes where they can follow it.
        """
        place = M.S[self.places_at + piece]
        if place == NONE:
            return M.S[self.known_at + piece]
        seen = self.sees(M, piece, place)
        return M.S[self.known_at + piece] & (seen | 1 << who if who >= 0 else seen)

    def _back_up(self, M: Machine, piece: int) -> bool:
        side = self.backs.get(piece)
        return side is not None and M.S[side[0]] == side[1]

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
            sees = self.sees(M, piece, place) if place >= 0 else 0
            self._forget(M, (piece,), self.everybody & ~sees)

    def reveal(self, M: Machine, piece: int, seat: int) -> int:
        shown = self.everybody if seat == NONE else 1 << seat
        M.S[self.known_at + piece] |= shown
        return shown

    def _forget(self, M: Machine, pieces: Sequence[int], seats: int) -> None:
        keep = ~seats
        for piece in pieces:
            M.S[self.known_at + piece] &= keep

    def initial(self, program: Program) -> list[int]:
        """Masks at the start. What is still in the box has been seen by all: it was just unpacked."""
        uncovered: set[int] = set()
        masks = []
        for place in program.starts:
            top = place != NONE and place - self.first_place in self.tops and place not in uncovered
            if top:
                uncovered.add(place)
            # The first side of a piece is up, and a back is never the first.
            seen = top or place == NONE
            masks.append(self.everybody if seen else self.seen[place - self.first_place])
        return masks


def knowledge_of(program: Program, places_at: int, known_at: int) -> Knowledge | None:
    if all(zone.seen == "all" for zone in program.zones):
        return None
    everybody = (1 << (program.most_players + 1)) - 1
    first, count = program.places
    seen, ordered = [everybody] * count, [True] * count
    tops: set[int] = set()
    owner = owners(program)
    for zone in program.zones:
        for place in range(zone.first, zone.first + zone.count):
            seen[place - first] = seen_mask(zone, owner[place - first], everybody)
            ordered[place - first] = zone.ordered
            if zone.seen == "top":
                tops.add(place - first)
    backs = {}
    for sides in program.sides:
        column = program.columns[sides.column]
        for piece in range(column.first, column.first + column.count if sides.back >= 0 else 0):
            backs[piece] = (column.base + piece, sides.back)
    return Knowledge(known_at, first, tuple(seen), tuple(ordered), everybody, places_at, frozenset(tops), backs)


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
    if column.seen == "all":
        return code.everybody
    if column.seen == "owner":
        owner = code.namespace["owner"](M, entity) if column.owner else NONE
        return 1 << owner if owner >= 0 else 0
    if column.seen == "holder":
        first, end = code.piece_range
        piece = column.owner and first <= entity < end
        return M.S[code.knowledge.known_at + entity] if code.knowledge and piece else code.everybody
    return seats_mask(column.seen)


def seats_mask(seen: str) -> int:
    """Of `seats:0,2`; nobody for `none`."""
    return sum(1 << int(seat) for seat in seen.removeprefix("seats:").split(",")) if seen.startswith("seats:") else 0
