"""Somebody at the table who remembers all that they saw, and nothing else.

A second opinion on what `runtime/knowledge.py` keeps: told by the declared visibility and the raw log alone, so that a
fault over there is seen from here. The rules of it are paragraph 27 of docs/semantics.md.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from attrs import define, field

from rulewright.interpreter.ir.meaning import plain_type
from rulewright.interpreter.ir.program import NONE, Column, Program, Zone
from rulewright.interpreter.runtime.generated import ENDED, LogSite
from rulewright.interpreter.runtime.machine import Machine

Told = tuple[Any, ...]


@define
class Witness:
    observer: int  # a seat, or most_players for a spectator
    program: Program
    sites: list[LogSite]
    sees: frozenset[int]  # places whose pieces the observer sees
    ordered: frozenset[int]  # places in which positions can be followed
    place: list[int]  # of each piece, from the first on
    known: set[int]  # pieces that the observer can identify now
    told: list[Told] = field(factory=list)  # what the rules let them know, line by line of the log
    answered: list[Told] = field(factory=list)  # what they may know of the answers that others gave
    learned: set[int] = field(factory=set)  # pieces identified at any time since this was last emptied
    read: Any = None  # the log as far as it has been taken in

    @classmethod
    def of(cls, M: Machine, observer: int) -> Witness:
        """Of a game that has not begun: the box is unpacked, and nothing has happened."""
        program = M.code.program
        sees: set[int] = set()
        ordered: set[int] = set()
        for zone in program.zones:
            places = range(zone.first, zone.first + zone.count)
            owned = zip(places, _owners(zone), strict=True)
            sees.update(place for place, owner in owned if _seen(zone.seen, owner, observer))
            ordered.update(places if zone.ordered else ())
        known = {
            piece
            for piece, place in enumerate(program.starts, program.pieces[0])
            if place == NONE or place in sees  # what is still in the box was just unpacked
        }
        for zone in program.zones:
            if zone.seen == "top":
                places = range(zone.first, zone.first + zone.count)
                lying = [program.starts.index(place) for place in places if place in program.starts]
                known |= {program.pieces[0] + piece for piece in lying}
        sites = M.code.generated.log_sites
        found = cls(observer, program, sites, frozenset(sees), frozenset(ordered), list(program.starts), known)
        found.learned |= known
        return found

    def copy(self) -> Witness:
        fields = (self.observer, self.program, self.sites, self.sees, self.ordered)
        lists = (self.place[:], set(self.known), self.told[:], self.answered[:], set(self.learned))
        return Witness(*fields, *lists, self.read)

    def exchanged(self, became: dict[int, int]) -> Witness:
        """The same observer where pieces that they do not know have changed places."""
        other = self.copy()
        first = self.program.pieces[0]
        for lay, lies in became.items():
            other.place[lies - first] = self.place[lay - first]
        return other

    # --- taking in ----------------------------------------------------------------------------------------------------

    def watch(self, M: Machine) -> None:
        """Takes in all that has happened since."""
        entries = []
        log = M.log
        while log is not self.read:
            entries.append(log[1:])
            log = log[0]
        self.read = M.log
        entries.reverse()
        at = 0
        while at < len(entries):
            if self._swapped(entries[at : at + 2]):
                self._swap(*entries[at : at + 2])
                at += 2
            else:
                self._take(*entries[at][:2])
                at += 1

    def _swapped(self, pair: list[Any]) -> bool:
        """A swap writes two lines from one place in the rules, one the other way round."""
        if len(pair) < 2 or self.sites[pair[0][0]].form != "move":
            return False
        (one, (_, here, there)), (other, args) = (entry[:2] for entry in pair)
        return bool(one == other and args[1:3] == (there, here))

    def _take(self, number: int, args: tuple[Any, ...]) -> None:
        form = self.sites[number].form
        if form == "move":
            piece, source, to = args
            self._lose_sight(source, to)
            before = piece in self.known
            self._put(piece, to)
            self._tell(number, piece if before or piece in self.known else "?", source, to)
        elif form == "reveal":
            piece, seat = args
            if seat in (NONE, self.observer):
                self._know(piece)
            self._tell(number, piece if piece in self.known else "?", seat)
        elif form == "shuffle":
            inside = self._inside(args[0])
            if len(inside) > 1 and args[0] not in self.sees:
                self.known -= inside
            self._tell(number, *args)
        elif form == "pick":
            picked = self._pieces(args)
            if len(picked) > 1:
                self.known -= {piece for piece in picked if self.place[piece - self.program.pieces[0]] not in self.sees}
            self._tell(number)
        elif form == "choice":
            self.answered.append(self._redacted(self._types(number, args), args))
        elif number != ENDED:
            self._tell(number, *self._redacted(self._types(number, args), args))

    def _swap(self, one: Any, other: Any) -> None:
        (number, (a, here, there)), (_, (b, *_)) = one[:2], other[:2]
        self._lose_sight(here, there)
        self._lose_sight(there, here)
        before = {piece for piece in (a, b) if piece in self.known}
        for piece, source, to in ((a, here, there), (b, there, here)):
            self._put(piece, to)
            self._tell(number, piece if piece in before | self.known else "?", source, to)

    def _tell(self, number: int, *args: Any) -> None:
        self.told.append((number, *args))

    def _lose_sight(self, source: int, to: int) -> None:
        """Who sees neither end of a move, nor the position that is left, cannot tell which of several pieces went."""
        inside = self._inside(source)
        if source != NONE and source not in self.ordered and len(inside) > 1 and not {source, to} & self.sees:
            self.known -= inside

    def _put(self, piece: int, to: int) -> None:
        self.place[piece - self.program.pieces[0]] = to
        if to in self.sees:
            self._know(piece)

    def _know(self, piece: int) -> None:
        self.known.add(piece)
        self.learned.add(piece)

    def _inside(self, place: int) -> set[int]:
        return {piece for piece, where in enumerate(self.place, self.program.pieces[0]) if where == place}

    def _pieces(self, values: tuple[Any, ...]) -> set[int]:
        first, count = self.program.pieces
        return {value for value in values if first <= value < first + count}

    # --- telling ------------------------------------------------------------------------------------------------------

    def _redacted(self, types: tuple[str, ...], args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Arguments of a line; what is of no interest has no type."""
        pairs = zip(types, args, strict=True)
        return tuple(self._named(value) if "entity" in kind else value if kind else None for kind, value in pairs)

    def _named(self, value: Any) -> Any:
        several = value if isinstance(value, tuple) else (value,)
        return value if self._pieces(several) <= self.known else ("?", len(several))

    def _types(self, number: int, args: tuple[Any, ...]) -> tuple[str, ...]:
        """What the arguments of a line stand for. A number that an event works with is not told by that alone."""
        site = self.sites[number]
        if site.form == "say":
            return tuple(kind or "entity" for kind in site.types)
        if site.form == "choice":
            return ("entity", *[self.program.sites[site.what].type] * (len(args) - 1))
        if site.form not in ("event", "fizzle"):
            return ("number",) * len(args)
        function = self.program.functions[site.what if site.form == "event" else args[0]]
        types = ("entity", *(plain_type(self.program, kind) for kind in function.param_types))
        types = tuple(kind if "entity" in kind else "" for kind in types)
        return types if site.form == "event" else ("number", *types)


def reads(M: Machine, witness: Witness, column: Column, entity: int) -> bool:
    """Whether an observer may read a property of an entity (or a global), as it is declared."""
    program = M.code.program
    if column.seen == "holder":
        first, count = program.pieces
        hides = any(zone.seen != "all" for zone in program.zones)
        return not (hides and column.owner and first <= entity < first + count) or entity in witness.known
    owner = M.code.namespace["owner"](M, entity) if column.owner else NONE
    return _seen(column.seen, owner, witness.observer)


def _seen(seen: str, owner: int, observer: int) -> bool:
    if seen in ("all", "none"):
        return seen == "all"
    if seen == "owner":
        return owner == observer
    return str(observer) in seen.removeprefix("seats:").split(",")


def _owners(zone: Zone) -> list[int]:
    """Of each place of a zone; the last key varies fastest."""
    keys = product(*(range(low, low + count) for _, low, count in zone.keys))
    return [values[zone.owner_key] if zone.owner_key >= 0 else NONE for values in keys]
