"""The game as one seat (or a spectator) may see it: plain data, and what is hidden is not in it.

A piece that the viewer cannot identify is shown by its back and by what can be seen on any card lying there. In a zone
without an order such pieces come last, sorted, so that their order tells nothing.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.program import NONE, Column, Program, Zone
from rulewright.interpreter.runtime.decision import hidden_label
from rulewright.interpreter.runtime.journal import UNSEEN
from rulewright.interpreter.runtime.knowledge import column_seen
from rulewright.interpreter.runtime.machine import FUNCTION, Machine
from rulewright.interpreter.runtime.names import named

Data = dict[str, Any]


def view(M: Machine, seat: int) -> Data:
    """`seat` is most_players for a spectator."""
    return _Viewer(M, seat).everything()


@frozen
class _Viewer:
    M: Machine
    seat: int

    @property
    def program(self) -> Program:
        return self.M.code.program

    def everything(self) -> Data:
        program, M = self.program, self.M
        return {
            "rulebook": program.name,
            "title": program.title,
            "seat": program.names[self.seat] if self.seat < program.most_players else None,
            "players": [self._player(p) for p in range(M.players)],
            "active": self._active(),
            "over": M.result is not None,
            "asked": [program.names[pending[2]] for pending in M.pending],
            "phases": self._phases(),
            "state": self._globals(),
            "zones": [self._zone(zone) for zone in program.zones],
            "box": self._pieces(self._in_the_box(), ordered=False),
        }

    def _player(self, p: int) -> Data:
        return {"id": self.program.names[p], "label": self.program.labels[p], "state": self._state_of(p)}

    def _active(self) -> str | None:
        at = self.M.code.active_at
        active = self.M.S[at] if at >= 0 else NONE
        return self.program.names[active] if 0 <= active < self.M.players else None

    def _phases(self) -> list[str]:
        functions = self.program.functions
        running = [functions[frame[FUNCTION]] for frame in self.M.stack if frame[FUNCTION] >= 0]
        names = [function.label or function.name for function in running if function.role == "phase"]
        # A turn that is written in several places runs inside the event of its name.
        return [name for at, name in enumerate(names) if at == 0 or name != names[at - 1]]

    # --- places -----------------------------------------------------------------------------------------------------

    def _zone(self, zone: Zone) -> Data:
        places = []
        keys = product(*(range(low, low + count) for _, low, count in zone.keys))
        for place, values in zip(range(zone.first, zone.first + zone.count), keys, strict=True):
            if zone.owner_key >= 0 and values[zone.owner_key] >= self.M.players:
                continue  # of a seat that nobody has taken
            places.append(self._place(zone, place, values))
        return {
            "id": zone.name,
            "label": zone.label,
            "ordered": zone.ordered,
            "grid": list(zone.board) if zone.board else None,
            "places": places,
        }

    def _place(self, zone: Zone, place: int, values: tuple[int, ...]) -> Data:
        program = self.program
        shown: Data = {"id": program.names[place], "label": program.labels[place]}
        if zone.owner_key >= 0:
            shown["owner"] = program.names[values[zone.owner_key]]
        keys = zip(zone.keys, zone.key_types, values, strict=True)
        shown["keys"] = {name: named(program, kind, value) for (name, _, _), kind, value in keys}
        shown["state"] = self._state_of(place)
        if zone.holds:
            shown["pieces"] = self._pieces(self.M.Z[place - program.places[0]], zone.ordered)
        return shown

    def _in_the_box(self) -> tuple[int, ...]:
        first, end = self.M.code.piece_range
        places_at = self.M.code.places_at
        return tuple(piece for piece in range(first, end) if self.M.S[places_at + piece] == NONE)

    # --- pieces -----------------------------------------------------------------------------------------------------

    def _pieces(self, pieces: tuple[int, ...], ordered: bool) -> list[Data]:
        if ordered:
            return [self._piece(piece) for piece in pieces]
        known = sorted(piece for piece in pieces if self._identifies(piece))
        hidden = sorted((piece for piece in pieces if not self._identifies(piece)), key=self._outside)
        return [self._piece(piece) for piece in (*known, *hidden)]

    def _outside(self, piece: int) -> tuple[int, ...]:
        """What the viewer can see of a piece that it cannot identify, as numbers."""
        columns = [c for c in self._columns_of(piece) if not c.constant]
        seen = [c for c in columns if column_seen(self.M, c, piece) >> self.seat & 1]
        return self.program.backs[piece - self.program.pieces[0]], *(self.M.S[c.base + piece] for c in seen)

    def _piece(self, piece: int) -> Data:
        program = self.program
        if self._identifies(piece):
            shown = {"id": program.names[piece], "label": program.labels[piece], "state": self._state_of(piece)}
            return {**shown, "printed": self._printed_on(piece)}
        back = program.backs[piece - program.pieces[0]]
        return {"id": None, "label": hidden_label(program, piece), "back": back, "state": self._state_of(piece)}

    def _identifies(self, piece: int) -> bool:
        knowledge = self.M.code.knowledge
        return knowledge is None or bool(self.M.S[knowledge.known_at + piece] >> self.seat & 1)

    # --- columns ----------------------------------------------------------------------------------------------------

    def _globals(self) -> Data:
        found: Data = {}
        for number, column in enumerate(self.program.columns):
            if not column.owner and not column.constant and number != self.program.active:
                self._put(found, column, 0)
        return found

    def _state_of(self, entity: int) -> Data:
        """What changes in the course of a game."""
        found: Data = {}
        for column in self._columns_of(entity):
            if not column.constant:
                self._put(found, column, entity)
        return found

    def _printed_on(self, piece: int) -> Data:
        constants = self.program.constants
        return {c.name: self._shown(c, constants[c.base + piece]) for c in self._columns_of(piece) if c.constant}

    def _columns_of(self, entity: int) -> list[Column]:
        return [c for c in self.program.columns if c.owner and c.first <= entity < c.first + c.count]

    def _put(self, found: Data, column: Column, entity: int) -> None:
        if column_seen(self.M, column, entity) >> self.seat & 1:
            found[column.name] = self._shown(column, self.M.S[column.base + entity])

    def _shown(self, column: Column, value: int) -> Any:
        first, end = self.M.code.piece_range
        if column.type == "entity" and first <= value < end and not self._identifies(value):
            return UNSEEN
        return named(self.program, column.type, value)
