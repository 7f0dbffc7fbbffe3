"""The screen for a terminal with colours: the board as a grid, each player's things together, the options."""

from __future__ import annotations

import click
from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from rulewright.cli.menu import Menu
from rulewright.cli.pieces import Data, spaced
from rulewright.cli.plain import PlainScreen
from rulewright.cli.table import Part, boards, heads, part
from rulewright.cli.terminal import WIDEST
from rulewright.interpreter import Game, Rulebook
from rulewright.interpreter.diagnostics import escape

SEATS = ("cyan", "magenta", "green", "yellow", "blue", "red")  # a colour for each player
BESIDE = 30  # columns that are needed beside a board to put something there
PANEL = 36  # columns that a player's things need; with fewer, the players come below each other
FEWEST_NEWS, MOST_NEWS = 6, 14  # lines; the rest is in the log
OUT_OF_SIGHT = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what was scrolled off it; terminals that cannot do it ignore it


class PrettyScreen(PlainScreen):
    """Says and asks as the plain screen does; draws the table, what has happened and the question."""

    def __init__(self, rulebook: Rulebook, console: Console | None = None) -> None:
        super().__init__(rulebook)
        self._console = console or Console(highlight=False)
        self._colours = {
            seat: SEATS[number % len(SEATS)] for number, seat in enumerate(rulebook.seat_names(rulebook.most_players))
        }

    @property
    def _wide(self) -> int:
        return min(self._console.width, WIDEST + 20)

    # --- the screen -------------------------------------------------------------------------------------------------

    def turn(self, game: Game, menu: Menu, news: list[str]) -> None:
        seat = menu.decision.seat
        title = Text.assemble((escape(self._labels[seat]), f"bold {self._colours[seat]}"))
        title.append(f"  {escape(' · '.join([self._title, *self._phases(game, seat)]))}")
        self._console.print()
        self._console.rule(title, align="left", style="dim")
        self.news(news)
        self.view(game, seat)
        self.question(menu)

    def view(self, game: Game, seat: str | None) -> None:
        view = game.view(seat)
        self._print(self._common(view))
        people = self._players(view, self._scores(game, seat))
        if people is not None:
            self._print(people)

    def news(self, lines: list[str], whole: bool = False) -> None:
        if not lines:
            return
        most = len(lines) if whole else max(FEWEST_NEWS, min(MOST_NEWS, self._console.height // 3))
        drawn: list[RenderableType] = []
        if len(lines) > most:
            drawn.append(Text(f"({len(lines) - most} more before this: see `log`)", "dim italic"))
        for line in lines[-most:]:
            indent = len(line) - len(line.lstrip())
            drawn.append(Padding(Text(escape(line.lstrip()), "dim" if indent else ""), (0, 0, 0, indent)))
        title = "What has happened"
        self._print(Panel(Group(*drawn), title=title, title_align="left", border_style="dim", box=box.ROUNDED))

    def _print(self, drawn: RenderableType) -> None:
        self._console.print(drawn, width=self._wide)

    def _clear(self) -> None:
        super()._clear()
        click.echo(OUT_OF_SIGHT, nl=False)

    # --- the table --------------------------------------------------------------------------------------------------

    def _common(self, view: Data) -> RenderableType:
        """Boards, and beside or below them what belongs to nobody."""
        drawn = [self._board(zone) for zone in boards(view)]
        rest = Text()
        for name, value in view["state"].items():
            rest.append(f"{escape(spaced(name))} ", "dim")
            rest.append(f"{escape(self._words.word(name, value))}   ")
        if view["state"]:
            rest.rstrip()
            rest.append("\n")
        rest.append_text(self._part(part(view, None)))
        if view["box"]:
            rest.append("In the box ", "dim")
            rest.append(f"{escape(self._words.pieces(view['box']))}\n")
        rest.rstrip()
        if not drawn or not rest.plain:
            return Group(*drawn, *([rest] if rest.plain else []))
        needed = max(self._console.measure(each).maximum for each in drawn)
        if self._wide - needed < BESIDE + 3:
            return Group(*drawn, rest)
        beside = Grid.grid(padding=(0, 3, 0, 0))
        beside.add_column(width=needed)
        beside.add_column(vertical="middle")
        beside.add_row(Group(*drawn), rest)
        return beside

    def _board(self, zone: Data) -> RenderableType:
        columns, rows = zone["grid"]
        grid = Grid(title=escape(zone["label"]), title_style="bold", box=box.ROUNDED, show_lines=True, padding=(0, 1))
        grid.add_column("", style="dim", justify="right")
        for head in heads(columns):
            grid.add_column(head, justify="center", min_width=2)
        for row in range(rows):
            cells = [self._cell(place) for place in zone["places"][row * columns : (row + 1) * columns]]
            grid.add_row(str(row + 1), *cells)
        return grid

    def _cell(self, place: Data) -> Text:
        """In the colour of the player whose it is, where a property of the cell names one."""
        owner = next((str(each) for each in place["state"].values() if str(each) in self._colours), "")
        return Text(escape(self._table.cell(place)), self._colours.get(owner, ""), justify="center")

    def _players(self, view: Data, scores: dict[str, str]) -> RenderableType | None:
        """What belongs to each of them, side by side where there is room."""
        told = []
        for player in view["players"]:
            words = Text()
            states = self._words.state_parts(player["state"])
            if states:
                words.append(escape(", ".join(states)) + "\n")
            words.append_text(self._part(part(view, player["id"])))
            words.rstrip()
            if words.plain or scores:
                told.append((player, words))
        if not told:
            return None
        side_by_side = max(1, min(len(told), (self._wide + 1) // (PANEL + 1)))
        wide = (self._wide + 1) // side_by_side - 1
        panels = []
        for player, words in told:
            active = player["id"] == view["active"]
            colour = self._colours[player["id"]]
            score = f", score {scores[player['id']]}" if player["id"] in scores else ""
            title = f"{escape(player['label'])}{' (active)' if active else ''}{score}"
            style = f"bold {colour}" if active else colour
            panels.append(Panel(words, title=title, title_align="left", border_style=style, width=wide))
        return Columns(panels, padding=(0, 1)) if side_by_side > 1 else Group(*panels)

    def _part(self, part: Part) -> Text:
        lines = Text()
        for label, place in part.filled:
            lines.append(f"{escape(label)} ", "dim")
            lines.append(f"{escape(self._table.place(place))}\n")
        if part.empty:
            lines.append(f"Empty: {escape(', '.join(part.empty))}\n", "dim")
        return lines

    # --- the question -----------------------------------------------------------------------------------------------

    def question(self, menu: Menu) -> None:
        decision = menu.decision
        head = Text(escape(decision.prompt), "bold")
        if decision.cite:
            head.append(f"  {escape(decision.cite)}", "dim")
        self._console.print()
        self._print(head)
        wide = max((len(each.key) for each in menu.choices), default=0)
        for group in menu.groups:
            if group.title:
                self._print(Text(escape(group.title), "italic"))
            lines = []
            for choice in group.choices:
                label = choice.option.label if choice.option.label != choice.key else ""
                key = (f"{choice.key:>{wide}}", f"bold {self._colours[decision.seat]}")
                note = f"  {choice.note}" if choice.note else ""
                lines.append(Text.assemble(key, "  ", escape(label), (escape(note), "dim")))
            self._print(Columns(lines, padding=(0, 4), column_first=True) if len(lines) > 6 else Group(*lines))
        if hint := menu.hint():
            self._print(Text(hint, "dim"))
