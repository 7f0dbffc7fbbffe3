"""The plain screen: lines of text from top to bottom, for any terminal, any window and any reader."""

import shutil
import sys
import textwrap
from typing import Any

import click

from rulewright.cli import answers
from rulewright.cli.table import Table
from rulewright.cli.terminal import typed_line, width
from rulewright.interpreter import Decision, Game, Rulebook
from rulewright.interpreter.diagnostics import escape

_NEWS = 20  # lines; the rest is in the log


class PlainScreen:
    def __init__(self, rulebook: Rulebook) -> None:
        program = rulebook.program
        whole = program.functions[program.main]
        self._title = rulebook.title
        self._whole = whole.label or whole.name  # the phase that is all of the game
        self._table = Table(rulebook)
        self._labels = dict(zip(program.names, program.labels, strict=True))
        seen = {zone.seen for zone in program.zones} | {column.seen for column in program.columns}
        self._hides = bool(seen - {"all"})
        _edit_lines()

    def hand_over(self, seat: str) -> None:
        if self._hides and sys.stdin.isatty() and sys.stdout.isatty():
            click.echo("\n" * shutil.get_terminal_size().lines)
            typed_line(escape(f"{self._labels[seat]}, press Enter when only you can see this. "))

    def turn(self, game: Game, decision: Decision, news: list[Any]) -> None:
        view = game.view(decision.seat)
        phases = [each for each in view["phases"] if each != self._whole]
        self._put("")
        self._put(f"--- {self._labels[decision.seat]}: {', '.join([self._title, *phases])} ---")
        if news:
            self._put("What has happened:")
            if len(news) > _NEWS:
                self._put(f"  ({len(news) - _NEWS} more before this: see `log`)", hang=4)
            self._entries(news[-_NEWS:])
        self.view(game, decision.seat)
        self._put("")
        self._question(decision)

    def view(self, game: Game, seat: str | None) -> None:
        self._put("")
        for line in self._table.lines(game.view(seat), width()):
            self._put(line)

    def log(self, entries: list[Any]) -> None:
        if entries:
            self._put("")
            self._entries(entries)
        else:
            self._put("Nothing has happened yet.")

    def help(self, decision: Decision, commands: dict[str, str]) -> None:
        self._put("")
        self._question(decision)
        self._put("")
        self._put("Answer with what stands before an option, or with its name. You may also type:")
        for name, text in commands.items():
            self._put(f"  {name:<6} {text}", hang=9)
        self._put("If an option has the name of a command, `/name` is the command.")

    def say(self, text: str) -> None:
        for line in text.split("\n"):
            self._put(line)

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

    def ask(self, game: Game, decision: Decision) -> str:
        return typed_line(f"{escape(self._labels[decision.seat])}> ")

    # --- parts -------------------------------------------------------------------------------

    def _question(self, decision: Decision) -> None:
        self._put(decision.prompt + (f" [{decision.cite}]" if decision.cite else ""))
        typed = answers.keys(decision)
        wide = max(map(len, typed), default=0)
        for key, option in zip(typed, decision.options, strict=True):
            # Where one is not plainly the other, the id helps whoever wants to ask `why`.
            plain = option.label.casefold().replace(" ", "_") == option.id
            name = "" if plain or option.label == key else f" ({option.id})"
            self._put(f"  {key:>{wide}}  {option.label if option.label != key else ''}{name}".rstrip(), hang=wide + 4)
        if hint := answers.wanted(decision):
            self._put(hint)

    def _entries(self, entries: list[Any]) -> None:
        for each in entries:
            cite = f" [{each['cite']}]" if each["cite"] else ""
            self._put(f"  {each['text']}{cite}", hang=4)

    def _put(self, line: str, hang: int = 0) -> None:
        """One line, wrapped to the window; `hang` is how far what follows is indented."""
        limit = width()
        line = escape(line)
        if len(line) > limit:
            line = textwrap.fill(line, limit, subsequent_indent=" " * min(hang, limit // 3), drop_whitespace=True)
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
