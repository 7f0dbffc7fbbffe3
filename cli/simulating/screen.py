"""The report as tables for the terminal."""

from __future__ import annotations

import sys
from io import StringIO
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.cli.terminal import colour, width
from rulewright.interpreter.diagnostics import escape

Data = dict[str, Any]

QUESTIONS = 2  # about cards, of which the options are shown when not all are wanted
RULES = 15  # that never fired
SELDOM = 0.25  # of the average: what is chosen less often is marked
SPREAD = ("mean", "+/-", "lowest", "25 %", "median", "75 %", "highest")
ENOUGH = 30  # chances to be chosen, below which nothing is marked


def printed(report: Data, everything: bool) -> str:
    """Whole lines, with colours where the standard output shows them."""
    return Screen(everything).printed(report)


class Screen:
    def __init__(self, everything: bool) -> None:
        self._all = everything
        shows = colour(sys.stdout)
        wide = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
        self._box = box.SIMPLE_HEAD if wide else box.ASCII2
        self._out = StringIO()
        self._console = Console(
            file=self._out,
            width=width(),
            force_terminal=shows,
            color_system="standard" if shows else None,
            highlight=False,
            emoji=False,
            markup=False,
            legacy_windows=False,
        )

    def printed(self, report: Data) -> str:
        self._heading(report)
        if report["finished"]:
            self._wins(report)
            self._numbers(report)
            self._actions(report)
            self._questions(report)
        self._never(report)
        self._unfinished(report)
        # Padding to the right would only wrap in a window that is made narrower.
        return "\n".join(line.rstrip() for line in self._out.getvalue().splitlines()) + "\n"

    # --- parts ------------------------------------------------------------------------------------------------------

    def _heading(self, report: Data) -> None:
        book = report["rulebook"]
        self._print(Text(escape(book["title"]), "bold"))
        form = [*book["variants"], *(f"{name}={value}" for name, value in book["options"].items())]
        if form:
            self._print(Text(escape(f"with {', '.join(form)}")))
        done, wanted = report["finished"], report["games_wanted"]
        words = f"{done:,} games" if done != 1 else "1 game"
        if done != wanted:
            words = f"{done:,} of {wanted:,} games"
        made_of = f' (of "{escape(report["seed_words"])}")' if report["seed_words"] else ""
        self._print(Text(f"{words}, seed {report['seed']}{made_of}"))

    def _wins(self, report: Data) -> None:
        seats, outcomes = report["seats"], report["outcomes"]
        scored = any(seat["scores"] for seat in seats)
        table = self._table("", "wins", "95 % interval", "alone", "shared")
        rows = [(seat["label"] + (f" ({seat['bot']})" if "bot" in seat else ""), seat) for seat in seats]
        if len(report["bots"]) > 1 and (report["rotate"] or len(report["bots"]) < len(seats)):
            rows += [(f"{bot['bot']}, in any seat", bot) for bot in report["bots"]]
        if report["first_player"]:
            rows.append(("whoever goes first", report["first_player"]))
        for label, row in rows:
            wins = row["wins"]
            table.add_row(
                _cell(label), _percent(wins["rate"]), _interval(wins), f"{row['alone']:,}", f"{row['shared']:,}"
            )
        self._titled("Wins", table)
        for line in self._remarks(report, outcomes):
            self._print(Padding(Text(line), (0, 0, 0, 1)))
        if scored:
            self._scores(report)

    def _remarks(self, report: Data, outcomes: Data) -> list[str]:
        lines = []
        if report["first_player"]:
            edge = 100 * report["first_player"]["edge"]
            lines.append(f"First-player edge: {edge:+.1f} points against the others.")
        if outcomes["together"]:
            lines.append("The players win and lose together.")
        elif outcomes["shared"]:
            lines.append(f"Shared victories: {outcomes['shared']:,}. Each counts for its winners by its part.")
        if outcomes["won_by_nobody"]:
            lines.append(f"Won by nobody: {outcomes['won_by_nobody']:,}.")
        return lines

    def _scores(self, report: Data) -> None:
        table = self._table("", *SPREAD)
        for seat in report["seats"]:
            if seat["scores"]:
                self._spread(table, seat["label"], seat["scores"])
        if report["margin"]:
            self._spread(table, "margin", report["margin"])
        self._titled("Scores", table)

    def _numbers(self, report: Data) -> None:
        table = self._table("", *SPREAD)
        for name, values in report["length"].items():
            self._spread(table, name, values)
        self._titled("Length", table)

    def _spread(self, table: Table, label: str, values: Data) -> None:
        numbers = [
            values["least"],
            values["lower_quartile"],
            values["median"],
            values["upper_quartile"],
            values["most"],
        ]
        table.add_row(
            _cell(label),
            f"{values['mean']:.1f}",
            f"{values['deviation']:.1f}",
            *(f"{round(each, 1):g}" for each in numbers),
        )

    def _actions(self, report: Data) -> None:
        rows = report["actions"]
        if not rows:
            return
        table = self._table("", "share", "taken", "a game", "then won", "95 % interval")
        for row in rows:
            a_game = f"{row['taken'] / report['finished']:.1f}"
            table.add_row(_cell(row["label"]), _percent(row["share"]), f"{row['taken']:,}", a_game, *_won(row))
        self._titled("Actions", table)

    def _questions(self, report: Data) -> None:
        questions = report["questions"]
        cards = [each for each in questions if each["cards"]]
        shown = questions if self._all else cards[:QUESTIONS] or questions[:1]
        for question in shown:
            self._question(question)
        if len(shown) < len(questions):
            rest = len(questions) - len(shown)
            more = f"{rest:,} more questions were" if rest > 1 else "Another question was"
            self._print(Text(f"{more} asked: see --all, --csv or --json.", "dim"))

    def _question(self, question: Data) -> None:
        table = self._table("", "chosen", "of", "rate", "to average", "then won", "95 % interval")
        for row in question["options"]:
            chosen = row["chosen"]
            seldom = row["to_average"] < SELDOM and chosen["whole"] >= ENOUGH
            table.add_row(
                _cell(row["label"]),
                f"{chosen['part']:,}",
                f"{chosen['whole']:,}",
                _percent(chosen["rate"]),
                ("! " if seldom else "") + f"{row['to_average']:.2f}",
                *_won(row),
                style="yellow" if seldom else "",
            )
        title = f"{question['prompt']}  ({question['rule']}, asked {question['asked']:,} times)"
        self._titled(title, table)
        least = min(question["options"], key=lambda row: (row["to_average"], row["label"]))
        words = f"Least often: {least['label']}, {least['to_average']:.2f} times as often as the average."
        self._print(Padding(Text(escape(words)), (0, 0, 0, 1)))

    def _never(self, report: Data) -> None:
        rules = report["rules"]
        never = [each for each in rules if not each["games"]]
        if not rules:
            return
        self._print(Text(""))
        if not never:
            self._print(Text(f"Every rule and action fired ({len(rules):,})."))
            return
        self._print(Text(f"Never fired: {len(never):,} of {len(rules):,} rules and actions", "bold"))
        for each in never if self._all else never[:RULES]:
            cite = f" [{each['cite']}]" if each["cite"] else ""
            self._print(Text(escape(f"  {each['name']}{cite}, {each['where']}")))
        if not self._all and len(never) > RULES:
            self._print(Text(f"  ... and {len(never) - RULES:,} more: --all shows them.", "dim"))

    def _unfinished(self, report: Data) -> None:
        endless = [each for each in report["unfinished"] if not each["message"]]
        if endless:
            many = f"{len(endless):,} games were" if len(endless) > 1 else "1 game was"
            self._print(Text(""))
            self._print(
                Text(
                    f"{many} broken off after {endless[0]['decisions']:,} decisions, and counted nowhere above.", "bold"
                )
            )

    # --- printing ---------------------------------------------------------------------------------------------------

    def _table(self, *heads: str) -> Table:
        table = Table(box=self._box, pad_edge=False, show_edge=False, header_style="dim", padding=(0, 0, 0, 1))
        for number, head in enumerate(heads):
            table.add_column(head, justify="right" if number else "left", no_wrap=number > 0, overflow="fold")
        return table

    def _titled(self, title: str, table: Table) -> None:
        self._print(Text(""))
        self._print(Text(escape(title), "bold"))
        self._print(Padding(table, (0, 0, 0, 1)))

    def _print(self, drawn: RenderableType) -> None:
        self._console.print(drawn)


def _cell(label: str) -> Text:
    return Text(escape(label))


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def _interval(wins: Data) -> str:
    return f"{100 * wins['low']:.1f} to {100 * wins['high']:.1f} %"


def _won(row: Data) -> tuple[str, str]:
    return (_percent(row["wins"]["rate"]), _interval(row["wins"])) if row["users"] else ("-", "-")
