"""The report as pictures: who wins, how scores and lengths are distributed."""

from __future__ import annotations

from typing import Any

from rulewright.cli.simulating.svg import (
    FAINT,
    INK,
    PALE,
    WIDTH,
    Picture,
    colour_of,
    nice,
    shortened,
    ticks,
)

Data = dict[str, Any]

LEFT, RIGHT, TOP = 170, 40, 84  # margins
ROW = 34  # a bar with its space
PANEL = 120  # the height of one distribution
BINS = 40  # at most
FEWEST = 9  # values on a scale
_ROOM = WIDTH - LEFT - RIGHT


def drawn(report: Data) -> dict[str, str]:
    """The text of each file. Without a score there is no picture of it, and without finished games there is none."""
    if not report["finished"]:
        return {}
    files = {"wins.svg": _wins(report)}
    scores = [(seat["label"], seat["scores"]) for seat in report["seats"] if seat["scores"]]
    if scores:
        files["scores.svg"] = _distributions(report, "Scores", scores, aligned=True)
    files["lengths.svg"] = _distributions(report, "Length of the games", list(report["length"].items()), aligned=False)
    return files


def _subtitle(report: Data) -> str:
    made_of = f' (of "{report["seed_words"]}")' if report["seed_words"] else ""
    return f"{report['finished']:,} games, seed {report['seed']}{made_of}"


def _wins(report: Data) -> str:
    seats = report["seats"]
    picture = Picture(f"{report['rulebook']['title']}: wins", f"{_subtitle(report)}; the lines are 95 % intervals")
    rows = [(_sitting(seat), seat["wins"], colour_of(number)) for number, seat in enumerate(seats)]
    if report["first_player"]:
        rows.append(("whoever goes first", report["first_player"]["wins"], FAINT))
    if report["rotate"]:
        rows += [(f"{bot['bot']}, in any seat", bot["wins"], FAINT) for bot in report["bots"]]
    bottom = TOP + ROW * len(rows)
    for tick in range(0, 101, 10):
        x = LEFT + _ROOM * tick / 100
        picture.line(x, TOP, x, bottom, PALE)
        if tick % 20 == 0:
            picture.text(x, bottom + 18, f"{tick} %", anchor="middle", colour=FAINT)
    for number, (label, wins, colour) in enumerate(rows):
        middle = TOP + ROW * number + ROW / 2
        picture.text(LEFT - 10, middle + 4, shortened(label, 24), anchor="end")
        picture.bar(LEFT, middle - 9, _ROOM * wins["rate"], 18, colour, 0.75)
        low, high = LEFT + _ROOM * wins["low"], LEFT + _ROOM * wins["high"]
        picture.line(low, middle, high, middle, INK, 1.5)
        for end in (low, high):
            picture.line(end, middle - 5, end, middle + 5, INK, 1.5)
        beside = high + 6 if high < WIDTH - RIGHT - 60 else LEFT + 52
        inside = beside == LEFT + 52
        picture.text(
            beside, middle + 4, f"{100 * wins['rate']:.1f} %", anchor="end" if inside else "start", bold=inside
        )
    if len(seats) > 1 and not report["outcomes"]["together"]:
        even = LEFT + _ROOM / len(seats)
        picture.line(even, TOP - 6, even, bottom, INK, 1, "4 3")
        picture.text(even, TOP - 10, "even", size=11, anchor="middle", colour=FAINT)
    return picture.finished(bottom + 36)


def _sitting(seat: Data) -> str:
    return f"{seat['label']} ({seat['bot']})" if "bot" in seat else str(seat["label"])


def _distributions(report: Data, what: str, rows: list[tuple[str, Data]], aligned: bool) -> str:
    """One histogram under another; on one scale where they are to be compared."""
    title = f"{report['rulebook']['title']}: {what.lower()}"
    picture = Picture(title, f"{_subtitle(report)}; the broken lines are means")
    low, high = min(each["least"] for _, each in rows), max(each["most"] for _, each in rows)
    bars = [
        _Bars(values, low, high) if aligned else _Bars(values, values["least"], values["most"]) for _, values in rows
    ]
    largest = max(each.largest for each in bars)
    for number, (label, values) in enumerate(rows):
        top = TOP + (PANEL + 44) * number
        _histogram(picture, top, bars[number], largest if aligned else bars[number].largest, colour_of(number))
        picture.text(24, top + 14, shortened(label, 16), bold=True)
        picture.text(24, top + 32, f"mean {values['mean']:.1f}", colour=FAINT)
        picture.text(24, top + 48, f"median {values['median']:g}", colour=FAINT)
        picture.text(24, top + 64, f"{values['least']:,} to {values['most']:,}", colour=FAINT)
    return picture.finished(TOP + (PANEL + 44) * len(rows))


class _Bars:
    """Values from low to high in bins of one width."""

    def __init__(self, values: Data, low: int, high: int) -> None:
        beside = max(0, FEWEST - (high - low + 1)) // 2  # a single bar as wide as the picture would look like nothing
        low, high = low - beside, high + beside
        self.low, self.high, self.mean = low, high, values["mean"]
        self._step = int(nice((high - low + 1) / BINS))
        self._start = low // self._step * self._step
        counts = [0] * ((high - self._start) // self._step + 1)
        for value, times in values["histogram"].items():
            counts[(value - self._start) // self._step] += times
        self.shares = [count / values["count"] for count in counts]
        self.largest = max(self.shares)
        self.across = _ROOM / len(counts)

    def x(self, value: float) -> float:
        """Where a value stands: a whole number in the middle of its own width."""
        return LEFT + self.across * (value - self._start + 0.5) / self._step


def _histogram(picture: Picture, top: float, bars: _Bars, largest: float, colour: str) -> None:
    bottom = top + PANEL
    for tick in ticks(0, 100 * largest, 4):
        y = bottom - PANEL * tick / 100 / largest
        picture.line(LEFT, y, LEFT + _ROOM, y, PALE)
        picture.text(LEFT - 8, y + 4, f"{tick:g} %", size=11, anchor="end", colour=FAINT)
    gap = min(2.0, bars.across / 5)
    for number, each in enumerate(bars.shares):
        if each:
            height = PANEL * each / largest
            picture.bar(LEFT + bars.across * number + gap / 2, bottom - height, bars.across - gap, height, colour, 0.75)
    picture.line(LEFT, bottom, LEFT + _ROOM, bottom, FAINT)
    for tick in ticks(bars.low, bars.high, 10):
        x = bars.x(tick)
        picture.line(x, bottom, x, bottom + 4, FAINT)
        picture.text(x, bottom + 17, f"{tick:,.0f}", size=11, anchor="middle", colour=FAINT)
    picture.line(bars.x(bars.mean), top, bars.x(bars.mean), bottom, INK, 1.5, "5 3")
