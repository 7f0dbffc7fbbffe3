"""A few shapes as SVG text. All that comes from a rulebook goes through `text`, which lets nothing but words pass."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape as quoted

from rulewright.interpreter.diagnostics import escape

WIDTH = 720
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # told apart by the colour-blind, too
INK, FAINT, PALE = "#222222", "#666666", "#DDDDDD"


class Picture:
    """Shapes in the order in which they are drawn. The height is known at the end."""

    def __init__(self, title: str, subtitle: str) -> None:
        self._shapes: list[str] = []
        self._title = title
        self.text(24, 34, title, size=18, bold=True)
        self.text(24, 54, subtitle, colour=FAINT)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: int = 12,
        anchor: str = "start",
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{_n(x)}" y="{_n(y)}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}'
        self._shapes.append(f"<text {place}>{quoted(escape(words))}</text>")

    def bar(self, x: float, y: float, width: float, height: float, colour: str, opacity: float = 1.0) -> None:
        faded = f' fill-opacity="{_n(opacity)}"' if opacity < 1 else ""
        place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
        self._shapes.append(f'<rect {place} fill="{colour}"{faded}/>')

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 1, dashes: str = ""
    ) -> None:
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        ends = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
        self._shapes.append(f'<line {ends} stroke="{colour}" stroke-width="{_n(width)}"{dashed}/>')

    def finished(self, height: float) -> str:
        size = f'width="{WIDTH}" height="{_n(height)}" viewBox="0 0 {WIDTH} {_n(height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Helvetica, Arial, sans-serif" role="img">'
        title = f"<title>{quoted(escape(self._title))}</title>"
        ground = '<rect width="100%" height="100%" fill="#FFFFFF"/>'
        return "\n".join([head, title, ground, *self._shapes, "</svg>"]) + "\n"


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, so many at most."""
    step = nice((high - low) / max(1, most - 1))
    first = -(-low // step) * step
    return [first + step * number for number in range(int((high - first) // step) + 1)]


def nice(step: float) -> float:
    """The next larger of 1, 2, 5, 10, 20, 50 …: for counts, so at least 1."""
    size = 1.0
    while True:
        for factor in (1, 2, 5):
            if size * factor >= step:
                return size * factor
        size *= 10


def shortened(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def colour_of(number: int, palette: Sequence[str] = COLOURS) -> str:
    return palette[number % len(palette)]


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
