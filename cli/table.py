"""The table as lines of plain text: boards as grids, zones with what lies in them, whatever else has a value."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.interpreter import Rulebook

Data = dict[str, Any]
EMPTY = "."


class Table:
    """Draws views of one rulebook. `view` has ids in it; the words for them are the rulebook's."""

    def __init__(self, rulebook: Rulebook) -> None:
        program = rulebook.program
        self._labels = dict(zip(program.names, program.labels, strict=True))
        members = {each.name: dict(zip(each.members, each.labels, strict=True)) for each in program.enums}
        self._members: dict[str, dict[str, str]] = {}  # by the name of the property
        for column in program.columns:
            self._members.setdefault(column.name, {}).update(members.get(column.type, {}))

    def lines(self, view: Data, width: int) -> Iterator[str]:
        for player in view["players"]:
            active = " (active)" if player["id"] == view["active"] else ""
            yield f"{player['label']}{active}{_after(', '.join(self.state_parts(player['state'])))}"
        for name, value in view["state"].items():
            yield f"{spaced(name)}: {self.word(name, value)}"
        for zone in view["zones"]:
            yield ""
            yield from self._zone(zone, width)
        if view["box"]:
            yield ""
            yield f"In the box: {_counted(view['box'])}"

    # --- zones -------------------------------------------------------------------------------

    def _zone(self, zone: Data, width: int) -> Iterator[str]:
        if zone["grid"] is not None:
            cells = [self._cell(place) for place in zone["places"]]
            drawn = list(_grid(cells, *zone["grid"]))
            yield zone["label"]
            if max(map(len, drawn)) <= width:
                yield from drawn
            else:
                # No room to draw it: only the cells that have something in them.
                pairs = zip(zone["places"], cells, strict=True)
                yield from [f"  {place['label']}: {cell}" for place, cell in pairs if cell != EMPTY] or ["  empty"]
            return
        for place in zone["places"]:
            parts = [_counted(place["pieces"]) or "empty"] if "pieces" in place else []
            yield f"{place['label']}{_after(', '.join(parts + self.state_parts(place['state'])))}"

    def _cell(self, place: Data) -> str:
        """A board with one property needs no names in its cells; nothing, no and none are left out."""
        state = {name: value for name, value in place["state"].items() if value not in (None, False)}
        plain = len(place["state"]) == 1 and not any(value is True for value in state.values())
        parts = [self.word(*each) for each in state.items()] if plain else self.state_parts(state)
        if place.get("pieces"):
            parts.append(_counted(place["pieces"]))
        return ", ".join(parts) or EMPTY

    # --- words -------------------------------------------------------------------------------

    def state_parts(self, state: Data) -> list[str]:
        """A flag is named where it holds, and not where it does not."""
        return [
            spaced(name) if value is True else f"{spaced(name)} {self.word(name, value)}"
            for name, value in state.items()
            if value is not False
        ]

    def word(self, name: str, value: Any) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return self._members.get(name, {}).get(value) or self._labels.get(value, value)
        return str(value)


def _grid(cells: list[str], columns: int, rows: int) -> Iterator[str]:
    """Cells come row by row from the top left; the margins spell their names."""
    wide = max(len(cell) for cell in [*cells, "xx"])
    heads = [chr(ord("a") + column) if column < 26 else f"c{column + 1}" for column in range(columns)]
    margin = len(str(rows))
    yield " " * (margin + 1) + "   ".join(f"{head:^{wide}}" for head in heads).rstrip()
    for row in range(rows):
        line = " | ".join(f"{cell:^{wide}}" for cell in cells[row * columns : (row + 1) * columns])
        yield f"{row + 1:>{margin}} {line}".rstrip()


def _counted(pieces: list[Data]) -> str:
    """What lies somewhere; the same thing several times is said once."""
    counts = Counter(piece["label"] for piece in pieces)
    return ", ".join(label if number == 1 else f"{number} x {label}" for label, number in counts.items())


def _after(text: str) -> str:
    return f": {text}" if text else ""


def spaced(name: str) -> str:
    return name.replace("_", " ")
