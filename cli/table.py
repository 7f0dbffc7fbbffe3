"""The table as lines of plain text: boards as grids, what belongs to nobody, and what belongs to each player."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulewright.cli.pieces import Data, Words, spaced
from rulewright.interpreter import Game, RulesFault

EMPTY = "."


@frozen
class Part:
    """Places that are shown together: those of one player, or those of nobody. Each has the words before it."""

    filled: tuple[tuple[str, Data], ...]
    empty: tuple[str, ...]  # only the words


def part(view: Data, owner: str | None) -> Part:
    """What belongs to a player, or with None to nobody. Boards are not among it."""
    filled, empty = [], []
    labels = {player["id"]: player["label"] for player in view["players"]}
    for zone in view["zones"]:
        for place in zone["places"]:
            if zone["grid"] is None and _owner(place, labels) == owner:
                label = place["label"].removeprefix(f"{labels[owner]}'s ") if owner else place["label"]
                label = label[:1].upper() + label[1:]
                if place.get("pieces") or place["state"]:
                    filled.append((label, place))
                else:
                    empty.append(label)
    return Part(tuple(filled), tuple(empty))


def _owner(place: Data, seats: Data) -> str | None:
    """The player whose place it is: the first key that names one."""
    return next((value for value in place["keys"].values() if value in seats), None)


def boards(view: Data) -> list[Data]:
    return [zone for zone in view["zones"] if zone["grid"] is not None]


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
    """Draws views of one rulebook."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def lines(self, view: Data, scores: dict[str, str], width: int) -> Iterator[str]:
        if view["state"]:
            yield ", ".join(f"{spaced(name)}: {self._words.word(name, value)}" for name, value in view["state"].items())
        for zone in boards(view):
            yield from self._board(zone, width)
        yield from self._part(part(view, None), "")
        if view["box"]:
            yield f"In the box: {self._words.pieces(view['box'])}"
        for player in view["players"]:
            active = " (active)" if player["id"] == view["active"] else ""
            score = [f"score {scores[player['id']]}"] if player["id"] in scores else []
            yield f"{player['label']}{active}{_after(', '.join(score + self._words.state_parts(player['state'])))}"
            yield from self._part(part(view, player["id"]), "  ")

    def _part(self, part: Part, indent: str) -> Iterator[str]:
        for label, place in part.filled:
            yield f"{indent}{label}{_after(self.place(place))}"
        if part.empty:
            yield f"{indent}Empty: {', '.join(part.empty)}"

    def place(self, place: Data) -> str:
        """What is in a place, and whatever else is the matter with it."""
        parts = [self._words.pieces(place["pieces"], place["id"]) or "empty"] if "pieces" in place else []
        return ", ".join(parts + self._words.state_parts(place["state"]))

    # --- boards ------------------------------------------------------------------------------

    def _board(self, zone: Data, width: int) -> Iterator[str]:
        cells = [self.cell(place) or EMPTY for place in zone["places"]]
        drawn = list(_grid(cells, *zone["grid"]))
        yield zone["label"]
        if max(map(len, drawn)) <= width:
            yield from drawn
        else:
            # No room to draw it: only the cells that have something in them.
            pairs = zip(zone["places"], cells, strict=True)
            yield from [f"  {place['label']}: {cell}" for place, cell in pairs if cell != EMPTY] or ["  empty"]

    def cell(self, place: Data) -> str:
        """A board with one property needs no names in its cells; nothing, no and none are left out."""
        state = {name: value for name, value in place["state"].items() if value not in (None, False)}
        plain = len(place["state"]) == 1 and not any(value is True for value in state.values())
        parts = [self._words.word(*each) for each in state.items()] if plain else self._words.state_parts(state)
        if place.get("pieces"):
            parts.append(self._words.pieces(place["pieces"], place["id"]))
        return ", ".join(parts)


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
