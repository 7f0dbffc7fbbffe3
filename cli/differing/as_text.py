"""Differences in words, for the terminal."""

import textwrap
from collections.abc import Iterable, Iterator

import click

from rulewright.cli.differing.play import Behaviour
from rulewright.interpreter import Difference, Divergence, Rulebook, Series
from rulewright.interpreter.diagnostics import escape

SHOWN_LOG, SHOWN_OPTIONS = 6, 12
IN_THE_TITLE = ("label", "kind", "text")  # facts of a new thing that its title and its lines tell
USUAL = (("how many", "1"),)
COLOURS = {"+": "green", "-": "red"}


class _Page:
    def __init__(self, width: int, colour: bool) -> None:
        self.width = width
        self.colour = colour
        self.lines: list[str] = []

    def add(self, text: str, indent: int = 0, lead: str = "", sign: str = "") -> None:
        first = " " * indent + lead
        wrapped = textwrap.wrap(
            escape(text),
            max(self.width, indent + 30),
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_long_words=False,
            break_on_hyphens=False,
        )
        style = COLOURS.get(sign)
        self.lines += [click.style(line, fg=style) if self.colour and style else line for line in wrapped or [first]]

    def heading(self, text: str) -> None:
        self.lines += ["", click.style(escape(text), bold=True) if self.colour else escape(text)]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


# --- what they say --------------------------------------------------------------------------------------------------


def tell_differences(one: Rulebook, other: Rulebook, found: Iterable[Difference], width: int, colour: bool) -> str:
    page = _Page(width, colour)
    page.add(f"From {one.title} ({one.name}) to {other.title} ({_called(other)}):")
    told = [each for each in found if each.change != "reworded" and not _only_the_title(each)]
    area = ""
    for each in told:
        if each.area != area:
            area = each.area
            page.heading(area)
        _tell(page, each)
    reworded = [each.title for each in found if each.change == "reworded"]
    if reworded:
        page.heading("Reads differently, and does the same")
        page.add(", ".join(reworded) + ".", 2)
    if not told and not reworded:
        page.add("Nothing differs but names." if one.title != other.title else "Nothing differs.")
    return page.text


def _called(book: Rulebook) -> str:
    return " + ".join((book.name, *book.program.variants))


def _only_the_title(difference: Difference) -> bool:
    return difference.area == "The box" and {fact.name for fact in difference.facts} == {"title"}


def _tell(page: _Page, each: Difference) -> None:
    sign = {"new": "+", "gone": "-"}.get(each.change, "")
    facts = each.facts
    if each.change == "changed":
        page.add(each.title, 2)
        for fact in facts:
            if not fact.before or not fact.after:
                page.add(f"{fact.name}: {fact.after or fact.before} ({'new' if fact.after else 'gone'})", 6)
            else:
                page.add(f"{fact.name}: {fact.before} -> {fact.after}", 6)
    else:
        page.add(f"{each.title}, {each.change}", 2, sign=sign)
        pairs = [(fact.name, fact.after or fact.before) for fact in facts]
        said = [f"{name} {value}" for name, value in pairs if name not in IN_THE_TITLE and (name, value) not in USUAL]
        if said:
            page.add("; ".join(said), 6, sign=sign)
    if each.compiled:
        page.add("It reads the same, but what is compiled differs:", 6)
    for mark, line in each.lines:
        deeper = len(line) - len(line.lstrip())
        page.add(line.lstrip(), 6, f"{mark} " + " " * deeper, mark)


# --- how they play --------------------------------------------------------------------------------------------------


def tell_play(behaviour: Behaviour, width: int, colour: bool) -> str:
    page = _Page(width, colour)
    page.heading("The same seed, the same answers")
    if behaviour.players[0] != behaviour.players[1]:
        page.add("No number of players can play both, so their games cannot be compared answer by answer.", 2)
    elif behaviour.first is None:
        page.add(f"{_games(behaviour.games)} went the same way to the end.", 2)
    else:
        page.add(f"{behaviour.parted} of {_games(behaviour.games)} part at some point.", 2)
        _tell_divergence(page, behaviour.first, behaviour.one, behaviour.other)
    page.heading(f"{_games(behaviour.games)} each, played by {behaviour.bot} seats, with 95 % intervals")
    page.add(f"A: {behaviour.one.title} ({_called(behaviour.one)})", 2)
    page.add(f"B: {behaviour.other.title} ({_called(behaviour.other)})", 2)
    for line in _table(behaviour):
        page.lines.append(escape(line).rstrip())
    return page.text


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _tell_divergence(page: _Page, found: Divergence, one: Rulebook, other: Rulebook) -> None:
    after = f"after {found.answers} answers" if found.answers != 1 else "after 1 answer"
    last = f", the last of them “{found.last}”" if found.last else ""
    page.add(f"Seed {found.seed} parts {after}{last}:", 2)
    for book, moment in ((one, found.one), (other, found.other)):
        page.add(book.title, 4)
        log = moment.log[-SHOWN_LOG:]
        if len(moment.log) > len(log):
            page.add(f"… {len(moment.log) - len(log)} lines", 6)
        for line in log:
            page.add(line, 6)
        for asked in moment.asked:
            shown = list(asked.options[:SHOWN_OPTIONS])
            if len(asked.options) > len(shown):
                shown.append(f"… {len(asked.options) - len(shown)} more")
            page.add(f"{asked.seat} is asked: {asked.prompt} {' / '.join(shown)}", 6)
        if moment.result:
            page.add(moment.result[:1].upper() + moment.result[1:] + ".", 6)


def _table(behaviour: Behaviour) -> Iterator[str]:
    """Both columns side by side; a seat that only one of them has stands in that one."""
    books, series = (behaviour.one, behaviour.other), behaviour.series
    labels: dict[str, str] = {}
    for book, one in zip(books, series, strict=True):
        for seat, label in zip(book.seat_names(one.players), book.program.labels, strict=False):
            labels.setdefault(seat, label)
    rows: list[list[str]] = [["", "A", "B"]]
    for seat, label in labels.items():
        rows.append([f"{label} wins", *(_rate(one, seat, book) for book, one in zip(books, series, strict=True))])
    rows.append(["answers in a game", *(_mean(one.length) for one in series)])
    for seat, label in labels.items():
        if any(one.score(seat) is not None for one in series):
            rows.append([f"score of {label}", *(_score(one, seat) for one in series)])
    if any(one.broken for one in series):
        rows.append(["games that broke", *(str(one.broken) for one in series)])
    wide = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        yield "  " + "  ".join(f"{cell:<{room}}" for cell, room in zip(row, wide, strict=True))


def _rate(series: Series, seat: str, book: Rulebook) -> str:
    if seat not in book.seat_names(series.players):
        return "-"
    share, low, high = series.win_rate(seat)
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _score(series: Series, seat: str) -> str:
    score = series.score(seat)
    return "-" if score is None else _mean(score)


def _mean(interval: tuple[float, float, float]) -> str:
    mean, low, high = interval
    return f"{mean:.1f} ({low:.1f} to {high:.1f})"
