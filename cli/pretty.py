"""The screen for a terminal with colours: the board as a grid, each player's things together, the options."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from rulewright.cli import answers
from rulewright.cli.plain import PlainScreen
from rulewright.cli.table import Table, spaced
from rulewright.cli.terminal import WIDEST
from rulewright.interpreter import Decision, Game, Rulebook
from rulewright.interpreter.diagnostics import escape

_NEWS = 12  # lines; the rest is in the log
SEATS = ("cyan", "magenta", "green", "yellow", "blue", "red")  # a colour for each player
Data = dict[str, Any]


class PrettyScreen(PlainScreen):
    """Says and asks as the plain screen does; draws the table, what has happened and the question."""

    def __init__(self, rulebook: Rulebook, console: Console | None = None) -> None:
        super().__init__(rulebook)
        self._words = Table(rulebook)
        self._console = console or Console(highlight=False)
        self._colours = {
            seat: SEATS[number % len(SEATS)] for number, seat in enumerate(rulebook.seat_names(rulebook.most_players))
        }

    @property
    def _wide(self) -> int:
        return min(self._console.width, WIDEST + 20)

    # --- the screen -------------------------------------------------------------------------------------------------

    def turn(self, game: Game, decision: Decision, news: list[Any]) -> None:
        view = game.view(decision.seat)
        phases = [each for each in view["phases"] if each != self._whole]
        title = Text.assemble((escape(self._labels[decision.seat]), f"bold {self._colours[decision.seat]}"))
        title.append(f"  {escape(' · '.join([self._title, *phases]))}")
        self._console.print()
        self._console.rule(title, align="left", style="dim")
        if news:
            self._print(self._happened(news))
        self.view(game, decision.seat)
        self._question(decision)

    def view(self, game: Game, seat: str | None) -> None:
        view = game.view(seat)
        self._print(self._board_and_state(view))
        people = self._players(view)
        if people:
            self._print(people)

    def _print(self, drawn: RenderableType) -> None:
        self._console.print(drawn, width=self._wide)

    def _happened(self, news: list[Any]) -> RenderableType:
        lines = []
        if len(news) > _NEWS:
            lines.append(Text(f"({len(news) - _NEWS} more before this: see `log`)", "dim"))
        for each in news[-_NEWS:]:
            line = Text(escape(each["text"]))
            if each["cite"]:
                line.append(f"  {escape(each['cite'])}", "dim")
            lines.append(line)
        return Panel(Group(*lines), title="What has happened", title_align="left", border_style="dim", box=box.ROUNDED)

    # --- the table --------------------------------------------------------------------------------------------------

    def _board_and_state(self, view: Data) -> RenderableType:
        """Boards, and beside them what belongs to nobody."""
        boards = [self._grid(zone) for zone in view["zones"] if zone["grid"] is not None]
        rest = Text()
        for name, value in view["state"].items():
            rest.append(f"{escape(spaced(name))} ", "dim")
            rest.append(f"{escape(self._words.word(name, value))}\n")
        for zone in view["zones"]:
            if zone["grid"] is None:
                for place in zone["places"]:
                    if "owner" not in place["keys"] or not _owner(view, place):
                        rest.append_text(self._place(place, place["label"]))
        if view["box"]:
            rest.append("In the box ", "dim")
            rest.append(f"{escape(_counted(view['box']))}\n")
        rest.rstrip()
        parts: list[RenderableType] = [*boards, *([rest] if rest.plain else [])]
        return Columns(parts, padding=(0, 3)) if len(parts) > 1 else Group(*parts)

    def _grid(self, zone: Data) -> RenderableType:
        columns, rows = zone["grid"]
        grid = Grid(title=escape(zone["label"]), title_style="bold", box=box.ROUNDED, show_lines=True, padding=(0, 1))
        grid.add_column("", style="dim", justify="right")
        for column in range(columns):
            grid.add_column(chr(ord("a") + column) if column < 26 else f"c{column + 1}", justify="center", min_width=2)
        for row in range(rows):
            cells = [self._cell(place) for place in zone["places"][row * columns : (row + 1) * columns]]
            grid.add_row(str(row + 1), *cells)
        return grid

    def _cell(self, place: Data) -> Text:
        cell = Text(justify="center")
        for name, value in place["state"].items():
            if value not in (None, False):
                cell.append(
                    escape(spaced(name) if value is True else self._words.word(name, value)),
                    self._colours.get(str(value), ""),
                )
                cell.append(" ")
        cell.append(escape(_counted(place.get("pieces", []))))
        cell.rstrip()
        return cell

    def _players(self, view: Data) -> RenderableType | None:
        """What belongs to each of them, side by side where there is room."""
        panels = []
        for player in view["players"]:
            colour = self._colours[player["id"]]
            told = Text()
            states = self._words.state_parts(player["state"])
            if states:
                told.append(escape(", ".join(states)) + "\n")
            for zone in view["zones"]:
                for place in zone["places"]:
                    if zone["grid"] is None and _owner(view, place) == player["id"]:
                        told.append_text(self._place(place, _without_owner(place["label"], player["label"])))
            told.rstrip()
            if told.plain:
                active = player["id"] == view["active"]
                title = f"{escape(player['label'])}{' (active)' if active else ''}"
                width = max(30, (self._wide - 2) // max(1, len(view["players"])) - 1)
                panels.append(
                    Panel(
                        told,
                        title=title,
                        title_align="left",
                        border_style=f"bold {colour}" if active else colour,
                        width=width,
                    )
                )
        return Columns(panels, padding=(0, 1)) if panels else None

    def _place(self, place: Data, label: str) -> Text:
        line = Text()
        line.append(f"{escape(label)} ", "dim")
        parts = [escape(_counted(place["pieces"])) or "–"] if "pieces" in place else []
        parts += [escape(each) for each in self._words.state_parts(place["state"])]
        line.append(", ".join(parts) + "\n")
        return line

    # --- the question -----------------------------------------------------------------------------------------------

    def _question(self, decision: Decision) -> None:
        head = Text(escape(decision.prompt), "bold")
        if decision.cite:
            head.append(f"  {escape(decision.cite)}", "dim")
        self._console.print()
        self._print(head)
        typed = answers.keys(decision)
        wide = max(map(len, typed), default=0)
        lines = []
        for key, option in zip(typed, decision.options, strict=True):
            line = Text.assemble((f"{key:>{wide}}", f"bold {self._colours[decision.seat]}"), "  ", escape(option.label))
            if option.label.casefold().replace(" ", "_") != option.id and option.label != key:
                line.append(f"  {escape(option.id)}", "dim")
            lines.append(line)
        self._print(Columns(lines, padding=(0, 4), column_first=True) if len(lines) > 9 else Group(*lines))
        if hint := answers.wanted(decision):
            self._print(Text(hint, "dim"))


def _owner(view: Data, place: Data) -> str:
    """The player whose place it is: the first key that names one."""
    seats = {player["id"] for player in view["players"]}
    return next((value for value in place["keys"].values() if value in seats), "")


def _without_owner(label: str, owner: str) -> str:
    short = label.removeprefix(f"{owner}'s ")
    return short[:1].upper() + short[1:]


def _counted(pieces: list[Data]) -> str:
    counts = Counter(piece["label"] for piece in pieces)
    return ", ".join(label if number == 1 else f"{number} × {label}" for label, number in counts.items())
