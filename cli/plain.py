"""The plain screen: lines of text from top to bottom, for any terminal, any window and any reader."""

import shutil
import sys
import textwrap
from typing import Any

import click

from rulewright.cli.menu import Choice, Menu
from rulewright.cli.pieces import Words
from rulewright.cli.table import Sight, Table, look
from rulewright.cli.terminal import typed_line, width
from rulewright.interpreter import Game, Rulebook
from rulewright.interpreter.diagnostics import escape

_NEWS = 20  # lines; the rest is in the log


class PlainScreen:
    def __init__(self, rulebook: Rulebook) -> None:
        program = self._program = rulebook.program
        whole = program.functions[program.main]
        self._title = rulebook.title
        self._whole = whole.label or whole.name  # the phase that is all of the game
        self._words = Words(rulebook)
        self._table = Table(self._words)
        self._labels = self._words.labels
        seen = {zone.seen for zone in program.zones} | {column.seen for column in program.columns}
        self._hides = bool(seen - {"all"})
        _edit_lines()

    # --- what a session shows ----------------------------------------------------------------

    def hand_over(self, seat: str) -> None:
        if self._hides and sys.stdin.isatty() and sys.stdout.isatty():
            self._clear()
            typed_line(escape(f"{self._labels[seat]}, press Enter when only you can see this. "))

    def turn(self, game: Game, menu: Menu, news: list[str]) -> None:
        seat = menu.decision.seat
        self._put("")
        self._put(f"--- {self._labels[seat]}: {', '.join([self._title, *self._phases(game, seat)])} ---")
        self.news(news)
        self.view(game, seat)
        self.question(menu)

    def news(self, lines: list[str], whole: bool = False) -> None:
        if lines:
            self._put("What has happened:")
        most = len(lines) if whole else _NEWS
        if len(lines) > most:
            self._put(f"  ({len(lines) - most} more before this: see `log`)", hang=4)
        for line in lines[-most:]:
            self._put(f"  {line}", hang=len(line) - len(line.lstrip()) + 4)

    def view(self, game: Game, seat: str | None) -> None:
        self._put("")
        for line in self._table.lines(self._look(game, seat), width()):
            self._put(line, hang=len(line) - len(line.lstrip()) + 2)

    def question(self, menu: Menu) -> None:
        decision = menu.decision
        self._put("")
        self._put(decision.prompt + (f" [{decision.cite}]" if decision.cite else ""))
        wide = max((len(each.key) for each in menu.choices), default=0)
        for group in menu.groups:
            inset = "  "
            if group.title:
                self._put(f"  {group.title}", hang=4)
                inset = "    "  # or the next action would seem to belong to this one
            for choice in group.choices:
                line = f"{inset}{choice.key:>{wide}}  {self._option(choice)}"
                self._put(line.rstrip(), hang=len(inset) + wide + 2)
        if hint := menu.hint():
            self._put(hint)

    def log(self, entries: list[Any]) -> None:
        if not entries:
            self._put("Nothing has happened yet.")
        for each in entries:
            cite = f" [{each['cite']}]" if each["cite"] else ""
            self._put(f"  {each['text']}{cite}", hang=4)

    def help(self, menu: Menu, commands: dict[str, str]) -> None:
        self.question(menu)
        self._put("")
        self._put("Answer with what stands before an option, or with its name. You may also type:")
        wide = max(map(len, commands))
        for name, text in commands.items():
            self._put(f"  {name:<{wide}} {text}", hang=wide + 3)
        self._put("If an option has the name of a command, `/name` is the command.")

    def say(self, text: str) -> None:
        for line in text.split("\n"):
            self._put(line, hang=len(line) - len(line.lstrip()) + 2)

    def result(self, game: Game) -> None:
        result = game.result
        assert result is not None
        self._put("")
        winners = [self._labels[each] for each in result["winners"]]
        if not winners:
            self._put("The game is over. Nobody wins.")
        elif len(winners) == 1:
            self._put(f"The game is over. {winners[0]} wins.")
        else:
            self._put(f"The game is over. {', '.join(winners[:-1])} and {winners[-1]} win.")
        for seat, score in (result["scores"] or {}).items():
            self._put(f"  {self._labels[seat]}: {score}")

    def ask(self, seat: str) -> str:
        return typed_line(f"{escape(self._labels[seat])}> ")

    # --- parts -------------------------------------------------------------------------------

    def _phases(self, game: Game, seat: str) -> list[str]:
        """Where in the game we are, from the large to the small."""
        return [each for each in game.view(seat)["phases"] if each != self._whole]

    def _look(self, game: Game, seat: str | None) -> Sight:
        return look(game, seat, self._program)

    def _option(self, choice: Choice) -> str:
        """Its label, where that is not what is typed, and what else there is to know."""
        label = choice.option.label if choice.option.label != choice.key else ""
        return f"{label} ({choice.note})" if choice.note else label

    def _clear(self) -> None:
        """What stood on the screen goes out of sight."""
        click.echo("\n" * shutil.get_terminal_size().lines)

    def _put(self, line: str, hang: int = 0) -> None:
        """One line, wrapped to the window; `hang` is how far what follows is indented."""
        limit = width()
        line = escape(line)
        if len(line) > limit:
            indent = line[: len(line) - len(line.lstrip())]
            further = " " * min(hang, limit // 3)
            line = textwrap.fill(line.lstrip(), limit, initial_indent=indent, subsequent_indent=further)
        click.echo(line)


def _edit_lines() -> None:
    """On a terminal, arrow keys edit what is typed. Importing it is all that Python's `input` needs."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            import readline
        except ImportError:
            return
        # Terminals that know nothing of it would show the marks around pasted text as rubbish.
        readline.parse_and_bind("set enable-bracketed-paste off")
