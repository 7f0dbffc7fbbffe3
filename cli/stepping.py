"""`rulewright replay --step`: forwards and backwards through a saved game, from any seat."""

from collections.abc import Callable
from typing import Any

import click
from attrs import define

from rulewright.cli.terminal import typed_line
from rulewright.interpreter import Game
from rulewright.interpreter.diagnostics import escape

HELP = """\
Enter        the next answer
b            back by one
NUMBER       to the moment after this many answers
seat NAME    as this seat sees it; `seat` alone: what is open to everybody
log          all that had happened by then
q            leave"""


@define
class Stepping:
    """`told` are the answers, `moments` the games before the first of them and after each."""

    told: list[dict[str, Any]]
    moments: list[Game]
    seat: str | None
    everything: bool  # secret answers as well
    show: Callable[[Game, str | None], None]
    at: int = 0

    def run(self) -> None:
        click.echo("Enter goes on, `b` back; `?` tells what else can be typed.")
        self._moment()
        while True:
            try:
                typed = typed_line(f"{self.at} of {len(self.told)}> ").strip()
            except EOFError:
                click.echo()
                return
            if typed == "q":
                return
            self._typed(typed)

    def _typed(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        if typed in ("", "b") or (typed.isdecimal() and len(typed) < 10):
            self._go(self.at + 1 if not typed else self.at - 1 if typed == "b" else int(typed))
        elif word == "seat" and (not rest or rest in self.moments[0].seats):
            self.seat = rest or None
            self._moment()
        elif word == "seat":
            click.echo(escape(f"There is no seat {rest}: {', '.join(self.moments[0].seats)}."))
        elif typed == "log":
            for entry in self.moments[self.at].log(self.seat):
                click.echo(escape(f"  {entry['text']}"))
        else:
            click.echo(HELP)

    def _go(self, to: int) -> None:
        if 0 <= to <= len(self.told):
            self.at = to
            self._moment()
        else:
            click.echo("This is the end of what was saved." if to > self.at else "This is the beginning.")

    def _moment(self) -> None:
        if self.at:
            told = self.told[self.at - 1]
            click.echo(escape(answered(self.at, told if self.everything else as_known(told, self.seat))))
            before = len(self.moments[self.at - 1].log(self.seat))
            for entry in self.moments[self.at].log(self.seat)[before:]:
                click.echo(escape(f"        {entry['text']}"))
        self.show(self.moments[self.at], self.seat)


def as_known(told: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """What others were asked and answered is known only as far as the log tells it."""
    return told if told["seat"] == seat else {**told, "question": None, "answer": None}


def answered(number: int, told: dict[str, Any]) -> str:
    said = f": {told['question']}: {', '.join(told['answer']) or 'nothing'}" if told["answer"] is not None else ""
    return f"{number:>4}  {told['seat']}{said}"
