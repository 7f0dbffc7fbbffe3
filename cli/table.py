"""The table as lines of plain text: boards as grids, what belongs to nobody, and what belongs to each player."""

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from rulewright.cli.pieces import Data, Words
from rulewright.cli.rows import Row, Rows, tables
from rulewright.cli.shown import WHOLE, Shown, shown
from rulewright.interpreter import Game, RulesFault

EMPTY = "."


@frozen
class Sight:
    """All that a seat can see on the table."""

    view: Data
    scores: dict[str, str]
    shown: dict[str, list[Shown]]
    tables: tuple[Rows, ...]

    @property
    def names(self) -> dict[str, str]:
        """The labels of the players, by id."""
        return {player["id"]: player["label"] for player in self.view["players"]}

    def beside(self, thing: str) -> list[str]:
        """The values that stand beside a thing, in words."""
        return [each.words(self.names) for each in self.shown.get(thing, ())]


@frozen
class Part:
    """Places that are shown together: those of one player, or those of nobody. Each has the words before it."""

    filled: tuple[tuple[str, Data], ...]
    empty: tuple[str, ...]  # only the words


def look(game: Game, seat: str | None, program: Any) -> Sight:
    view = game.view(seat)
    return Sight(view, scores(game, seat, program), shown(game, seat, program, view), tuple(tables(program, view)))


def part(sight: Sight, owner: str | None) -> Part:
    """What belongs to a player, or with None to nobody. What stands on boards or in rows is not among it."""
    filled, empty = [], []
    elsewhere = {name for table in sight.tables for name in table.zones}
    for zone in sight.view["zones"]:
        for place in zone["places"]:
            if zone["grid"] is None and zone["id"] not in elsewhere and _owner(place, sight.names) == owner:
                label = place["label"].removeprefix(f"{sight.names[owner]}'s ") if owner else place["label"]
                label = label[:1].upper() + label[1:]
                if place.get("pieces") or place["state"] or place["id"] in sight.shown:
                    filled.append((label, place))
                else:
                    empty.append(label)
    return Part(tuple(filled), tuple(empty))


def _owner(place: Data, seats: Data) -> str | None:
    """The player whose place it is: the first key that names one."""
    return next((value for value in place["keys"].values() if value in seats), None)


def boards(view: Data) -> list[Data]:
    return [zone for zone in view["zones"] if zone["grid"] is not None]


def board_title(zone: Data, sight: Sight) -> str:
    """With what the players' numbers in its cells are."""
    values = (each for place in zone["places"] for each in sight.shown.get(place["id"], ()) if each.players)
    labels = ", ".join(dict.fromkeys(each.label for each in values))
    return f"{zone['label']}: {labels}" if labels else str(zone["label"])


def heads(columns: int) -> list[str]:
    """The names of a board's columns."""
    return [chr(ord("a") + column) if column < 26 else f"c{column + 1}" for column in range(columns)]


def scores(game: Game, seat: str | None, program: Any) -> dict[str, str]:
    """The score of each player, where the rulebook has scores and the seat can know them."""
    if program.score < 0:
        return {}
    name = program.values[program.score].name
    found = {player: _score(game, seat, name, player) for player in game.seats}
    return {player: score for player, score in found.items() if score is not None}


def _score(game: Game, seat: str | None, name: str, player: str) -> str | None:
    """None as well where there is none just now: what divides by the rounds has no value before the first."""
    try:
        found = game.why_value(seat, name, [player])
    except RulesFault:
        return None
    return None if found is None else found.value


class Table:
    """Draws what is seen of one rulebook."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def lines(self, sight: Sight, width: int) -> Iterator[str]:
        view = sight.view
        if told := self.whole(sight):
            yield ", ".join(f"{name}: {value}" if value else name for name, value in told)
        for zone in boards(view):
            yield from self._board(zone, sight, width)
        for table in sight.tables:
            yield from (self.row(table, row, sight) for row in table.rows)
        yield from self._part(part(sight, None), "", sight)
        if view["box"]:
            yield f"In the box: {self._words.pieces(view['box'])}"
        for player in view["players"]:
            active = " (active)" if player["id"] == view["active"] else ""
            yield f"{player['label']}{active}{_after(', '.join(self.of_player(player, sight)))}"
            yield from self._part(part(sight, player["id"]), "  ", sight)

    def whole(self, sight: Sight) -> list[tuple[str, str]]:
        """What is the matter with the game as a whole, first of all what its rulebook puts on the table."""
        shown = [(each.label, each.value) for each in sight.shown.get(WHOLE, ())]
        return shown + self._words.whole(sight.view["state"])

    def of_player(self, player: Data, sight: Sight) -> list[str]:
        score = [f"score {sight.scores[player['id']]}"] if player["id"] in sight.scores else []
        return score + sight.beside(player["id"]) + self._words.state_parts(player["state"])

    def _part(self, part: Part, indent: str, sight: Sight) -> Iterator[str]:
        for label, place in part.filled:
            yield f"{indent}{label}{_after(self.place(place, sight))}"
        if part.empty:
            yield f"{indent}Empty: {', '.join(part.empty)}"

    def place(self, place: Data, sight: Sight) -> str:
        """What is in a place, and whatever else is the matter with it."""
        also = {thing: sight.beside(thing) for thing in sight.shown}
        parts = [self._words.pieces(place["pieces"], place["id"], also) or "empty"] if "pieces" in place else []
        told = ", ".join(parts + self._words.state_parts(place["state"]))
        return ": ".join(filter(None, [", ".join(sight.beside(place["id"])), told]))

    # --- rows --------------------------------------------------------------------------------

    def row_head(self, row: Row, sight: Sight) -> str:
        return self._words.piece(row.piece, also=sight.beside(row.piece["id"]))

    def row_cell(self, place: Data | None, sight: Sight) -> str:
        """As a place, but with nothing where nothing lies."""
        if place is None or not (place.get("pieces") or place["state"] or place["id"] in sight.shown):
            return ""
        return self.place(place, sight)

    def row(self, table: Rows, row: Row, sight: Sight) -> str:
        cells = [(head, self.row_cell(place, sight)) for (head, _), place in zip(table.heads, row.places, strict=True)]
        told = "; ".join(f"{head}: {cell}" for head, cell in cells if cell)
        return f"{self.row_head(row, sight)}{_after(told)}"

    # --- boards ------------------------------------------------------------------------------

    def _board(self, zone: Data, sight: Sight, width: int) -> Iterator[str]:
        cells = [", ".join(self.cell(place, sight)) or EMPTY for place in zone["places"]]
        drawn = list(_grid(cells, *zone["grid"]))
        yield board_title(zone, sight)
        if max(map(len, drawn)) <= width:
            yield from drawn
        else:
            # No room to draw it: only the cells that have something in them.
            pairs = zip(zone["places"], cells, strict=True)
            yield from [f"  {place['label']}: {cell}" for place, cell in pairs if cell != EMPTY] or ["  empty"]

    def cell(self, place: Data, sight: Sight) -> list[str]:
        """What is in a cell, and the values that stand there.

        A board with one property needs no names in its cells; nothing, no and none are left out.
        """
        state = {name: value for name, value in place["state"].items() if value not in (None, False)}
        plain = len(place["state"]) == 1 and not any(value is True for value in state.values())
        parts = [self._words.word(*each) for each in state.items()] if plain else self._words.state_parts(state)
        if place.get("pieces"):
            also = {thing: sight.beside(thing) for thing in sight.shown}
            parts.append(self._words.pieces(place["pieces"], place["id"], also))
        told = [", ".join(parts)] if parts else []
        for each in sight.shown.get(place["id"], ()):
            told.append(_players(each.players, sight.names) if each.players else each.words(sight.names))
        return told


def _players(values: Sequence[tuple[str, str]], names: dict[str, str]) -> str:
    return ", ".join(f"{names[player]} {value}" for player, value in values)


def _grid(cells: list[str], columns: int, rows: int) -> Iterator[str]:
    """Cells come row by row from the top left; the margins spell their names."""
    wide = max(len(cell) for cell in [*cells, "xx"])
    margin = len(str(rows))
    yield " " * (margin + 1) + "   ".join(f"{head:^{wide}}" for head in heads(columns)).rstrip()
    for row in range(rows):
        line = " | ".join(f"{cell:^{wide}}" for cell in cells[row * columns : (row + 1) * columns])
        yield f"{row + 1:>{margin}} {line}".rstrip()


def _after(text: str) -> str:
    return f": {text}" if text else ""
