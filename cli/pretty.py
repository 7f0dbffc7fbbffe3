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
from rulewright.cli.pieces import Data
from rulewright.cli.plain import PlainScreen
from rulewright.cli.rows import Rows
from rulewright.cli.table import Part, Sight, board_title, boards, heads, part
from rulewright.cli.terminal import WIDEST
from rulewright.interpreter import Game, Rulebook
from rulewright.interpreter.diagnostics import escape

SEATS = ("cyan", "magenta", "green", "yellow", "blue", "red")  # a colour for each player
BESIDE = 30  # columns that are needed beside a board to put something there
PANEL = 36  # columns that a player's things need; with fewer, the players come below each other
FEWEST_NEWS, MOST_NEWS = 4, 14  # lines; the rest is in the log
AROUND = 6  # lines: the title, the frame of the news, what is typed
OUT_OF_SIGHT = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what was scrolled off it; terminals that cannot do it ignore it


class PrettyScreen(PlainScreen):
    """Says and asks as the plain screen does; draws the table, what has happened and the question."""

    def __init__(self, rulebook: Rulebook, console: Console | None = None) -> None:
        super().__init__(rulebook)
        self._short = False  # whether the window is too low for everything
        self._console = console or Console(highlight=False)
        self._colours = {
            seat: SEATS[number % len(SEATS)] for number, seat in enumerate(rulebook.seat_names(rulebook.most_players))
        }

    @property
    def _wide(self) -> int:
        return min(self._console.width, WIDEST + 20)

    # --- the screen -------------------------------------------------------------------------------------------------

    def turn(self, game: Game, menu: Menu, news: list[str]) -> None:
        """All of it on one screen, if it can be: what is least needed is left out first."""
        seat = menu.decision.seat
        title = Text.assemble((escape(self._labels[seat]), f"bold {self._colours[seat]}"))
        title.append(f"  {escape(' · '.join([self._title, *self._phases(game, seat)]))}")
        sight = self._look(game, seat)
        for self._short in (False, True):
            drawn = Group(*self._drawn(sight), *self._asked(menu))
            room = self._console.height - self._height(drawn) - AROUND
            if room >= min(len(news), FEWEST_NEWS):
                break
        self._console.print()
        self._console.rule(title, align="left", style="dim")
        self._told(news, max(2 if self._short else FEWEST_NEWS, min(MOST_NEWS, room)))
        self._print(drawn)

    def view(self, game: Game, seat: str | None) -> None:
        self._short = False
        self._print(Group(*self._drawn(self._look(game, seat))))

    def news(self, lines: list[str], whole: bool = False) -> None:
        self._told(lines, len(lines) if whole else MOST_NEWS)

    def _told(self, lines: list[str], most: int) -> None:
        if not lines:
            return
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

    def _height(self, drawn: RenderableType) -> int:
        return len(self._console.render_lines(drawn, self._console.options.update(width=self._wide), pad=False))

    def _clear(self) -> None:
        super()._clear()
        click.echo(OUT_OF_SIGHT, nl=False)

    # --- the table --------------------------------------------------------------------------------------------------

    def _drawn(self, sight: Sight) -> list[RenderableType]:
        people = self._players(sight)
        return [self._common(sight), *([people] if people is not None else [])]

    def _common(self, sight: Sight) -> RenderableType:
        """Boards, and beside or below them what belongs to nobody."""
        view = sight.view
        drawn = [self._board(zone, sight) for zone in boards(view)]
        drawn += [self._rows(table, sight) for table in sight.tables]
        rest = Text()
        for name, value in self._table.whole(sight):
            rest.append(f"{escape(name)} ", "dim")
            rest.append(f"{escape(value)}   " if value else "  ")
        if rest.plain:
            rest.rstrip()
            rest.append("\n")
        rest.append_text(self._part(part(sight, None), sight))
        if view["box"] and not self._short:
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

    def _board(self, zone: Data, sight: Sight) -> RenderableType:
        columns, rows = zone["grid"]
        title = escape(board_title(zone, sight))
        grid = Grid(title=title, title_style="bold", box=box.ROUNDED, show_lines=not self._short, padding=(0, 1))
        grid.add_column("", style="dim", justify="right")
        for head in heads(columns):
            grid.add_column(head, justify="center", min_width=2)
        for row in range(rows):
            cells = [self._cell(place, sight) for place in zone["places"][row * columns : (row + 1) * columns]]
            grid.add_row(str(row + 1), *cells)
        return grid

    def _cell(self, place: Data, sight: Sight) -> Text:
        """In the colour of the player whose it is, where a property of the cell names one."""
        owner = next((str(each) for each in place["state"].values() if str(each) in self._colours), "")
        first, *values = self._table.cell(place, sight) or [""]
        told = Text(escape(first), self._colours.get(owner, ""), justify="center")
        for value in values:
            told.append("\n" + escape(value))
        return told

    def _rows(self, table: Rows, sight: Sight) -> RenderableType:
        """Without the columns in which nothing lies; as lines where that takes less room."""
        if self._short and self._wide < WIDEST:
            return Group(*(Text(escape(self._table.row(table, row, sight))) for row in table.rows))
        grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False, header_style="dim")
        grid.add_column(escape(table.label))
        cells = [[self._table.row_cell(place, sight) for place in row.places] for row in table.rows]
        kept = [at for at in range(len(table.heads)) if any(row[at] for row in cells)]
        for at in kept:
            head, owner = table.heads[at]
            grid.add_column(Text(escape(head), self._colours[owner] if owner else ""), ratio=3 if owner else 2)
        for row, told in zip(table.rows, cells, strict=True):
            grid.add_row(escape(self._table.row_head(row, sight)), *(escape(told[at]) for at in kept))
        return grid

    def _players(self, sight: Sight) -> RenderableType | None:
        """What belongs to each of them, side by side where there is room; below each other in few lines where not."""
        told = []
        for player in sight.view["players"]:
            own = part(sight, player["id"])
            words = Text()
            if states := self._table.of_player(player, sight)[player["id"] in sight.scores :]:
                words.append(escape(", ".join(states)) + ("; " if self._short else "\n"))
            words.append_text(self._part(own, sight, "; " if self._short else "\n"))
            words.rstrip()
            if words.plain or sight.scores:
                told.append((player, words))
        if not told:
            return None
        return self._briefly(told, sight) if self._short else self._panels(told, sight)

    def _title_of(self, player: Data, sight: Sight) -> str:
        active = " (active)" if player["id"] == sight.view["active"] else ""
        score = f", score {sight.scores[player['id']]}" if player["id"] in sight.scores else ""
        return f"{escape(player['label'])}{active}{score}"

    def _briefly(self, told: list[tuple[Data, Text]], sight: Sight) -> RenderableType:
        lines = []
        for player, words in told:
            style = f"bold {self._colours[player['id']]}"
            lines.append(Text.assemble((f"{self._title_of(player, sight)}: ", style), words))
        return Group(*lines)

    def _panels(self, told: list[tuple[Data, Text]], sight: Sight) -> RenderableType:
        side_by_side = max(1, min(len(told), (self._wide + 1) // (PANEL + 1)))
        wide = (self._wide + 1) // side_by_side - 1
        panels = []
        for player, words in told:
            colour = self._colours[player["id"]]
            style = f"bold {colour}" if player["id"] == sight.view["active"] else colour
            title = self._title_of(player, sight)
            panels.append(Panel(words, title=title, title_align="left", border_style=style, width=wide))
        return Columns(panels, padding=(0, 1)) if side_by_side > 1 else Group(*panels)

    def _part(self, part: Part, sight: Sight, end: str = "\n") -> Text:
        lines = Text()
        for label, place in part.filled:
            if self._short and _unseen(place):
                continue
            lines.append(f"{escape(label)} ", "dim")
            lines.append(f"{escape(self._table.place(place, sight))}{end}")
        unseen = [(label, place) for label, place in part.filled if self._short and _unseen(place)]
        if unseen:
            piles = ", ".join(f"{label} {len(place['pieces'])}" for label, place in unseen)
            lines.append(f"Face down: {escape(piles)}{end}", "dim")
        if part.empty and not self._short:
            lines.append(f"Empty: {escape(', '.join(part.empty))}{end}", "dim")
        if lines.plain:
            lines.right_crop(len(end))
        return lines

    # --- the question -----------------------------------------------------------------------------------------------

    def question(self, menu: Menu) -> None:
        self._print(Group(*self._asked(menu)))

    def _asked(self, menu: Menu) -> list[RenderableType]:
        decision = menu.decision
        head = Text(escape(decision.prompt), "bold")
        if decision.cite:
            head.append(f"  {escape(decision.cite)}", "dim")
        drawn: list[RenderableType] = [Text(""), head]
        wide = max((len(each.key) for each in menu.choices), default=0)
        for group in menu.groups:
            if group.title:
                drawn.append(Text(escape(group.title), "italic"))
            lines = []
            for choice in group.choices:
                label = choice.option.label if choice.option.label != choice.key else ""
                key = (f"{choice.key:>{wide}}", f"bold {self._colours[decision.seat]}")
                # What is printed on a card stands on the table as well; cards of one name need it to be told apart.
                alike = sum(each.option.label == choice.option.label for each in group.choices) > 1
                note = f"  {choice.note}" if choice.note and (alike or not self._short) else ""
                lines.append(Text.assemble(key, "  ", escape(label), (escape(note), "dim")))
            together = len(lines) > (2 if self._short else 6)
            options = Columns(lines, padding=(0, 4), column_first=True) if together else Group(*lines)
            # Set in, or the next action would seem to belong to this one.
            drawn.append(Padding(options, (0, 0, 0, 2 if group.title else 0)))
        if hint := menu.hint():
            drawn.append(Text(hint, "dim"))
        return drawn


def _unseen(place: Data) -> bool:
    """Several cards of which only the backs can be seen."""
    pieces = place.get("pieces", [])
    return len(pieces) > 1 and not place["state"] and all(piece["id"] is None for piece in pieces)
