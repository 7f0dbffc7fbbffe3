"""Diagnostics as text for people and as JSON for programs."""

import json
import textwrap
import unicodedata
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from rulewright.interpreter.diagnostics.codes import CODES
from rulewright.interpreter.diagnostics.diagnostic import Diagnostic
from rulewright.interpreter.source import Span

WIDTH = 80
_SHOWN_LINES = 5  # of a span over many lines


@frozen(slots=True)
class _Paint:
    """ANSI colours, or nothing at all."""

    on: bool

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text


_HEAD, _ERROR, _WARNING, _NOTE, _FAINT, _HINT = "36", "1;31", "1;33", "1;34", "2", "4"


def render_text(diagnostics: Iterable[Diagnostic], colour: bool = False, width: int = WIDTH) -> str:
    """All of them, a blank line between each two; ends with a line feed unless there are none."""
    blocks = [_block(each, _Paint(colour), width) for each in diagnostics]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def render_problem(code: str, message: str, hint: str | None = None, colour: bool = False, width: int = WIDTH) -> str:
    """A fault that has no place in a text, such as a rulebook that cannot be found."""
    paint = _Paint(colour)
    parts = [paint(_header(CODES.get(code, "Problem"), code, "", width), _HEAD), _wrapped(message, width)]
    if hint:
        parts.append(_hint(hint, paint, width))
    return "\n\n".join(parts) + "\n"


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON list, in the order given."""
    return json.dumps([as_data(each) for each in diagnostics], indent=2, ensure_ascii=False) + "\n"


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """One diagnostic as plain data."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "title": CODES.get(diagnostic.code, diagnostic.code),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        **_place(diagnostic.span),
        "labels": [{"text": label.text, **_place(label.span)} for label in diagnostic.labels],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def escape(text: str, keep: str = "") -> str:
    """The text with all that could move a cursor, change a colour or turn a line around written out."""
    return "".join(each if each in keep else _cell(each) for each in text)


# --- a message ------------------------------------------------------------------------------------------------------


def _block(diagnostic: Diagnostic, paint: _Paint, width: int) -> str:
    warning = diagnostic.severity == "warning"
    title = CODES.get(diagnostic.code, diagnostic.code.replace("-", " "))
    header = _header(("Warning: " if warning else "") + title, diagnostic.code, str(diagnostic.span), width)
    style = _WARNING if warning else _ERROR
    parts = [
        paint(header, _HEAD),
        _wrapped(diagnostic.message, width),
        _excerpt(diagnostic.span, "^", style, paint, width),
    ]
    for label in diagnostic.labels:
        elsewhere = label.span.source.name != diagnostic.span.source.name
        text = label.text
        if elsewhere:
            ends = ":" if text.endswith(":") else ""
            text = f"{text.removesuffix(':')} ({label.span}){ends}"
        parts.append(_wrapped(text, width))
        parts.append(_excerpt(label.span, "-", _NOTE, paint, width))
    if diagnostic.hint:
        parts.append(_hint(diagnostic.hint, paint, width))
    return "\n\n".join(parts)


def _header(title: str, code: str, place: str, width: int) -> str:
    left = f"-- {escape(title).upper()} [{escape(code)}] "
    right = f" {escape(place)}" if place else ""
    return left + "-" * max(3, width - len(left) - len(right)) + right


def _hint(hint: str, paint: _Paint, width: int) -> str:
    return paint("Hint", _HINT) + _wrapped("Hint: " + hint, width)[len("Hint") :]


def _wrapped(text: str, width: int) -> str:
    """Paragraphs are wrapped; a line that starts with a space is a list or a sample and stays as it is."""
    lines: list[str] = []
    for paragraph in escape(text, keep="\n").split("\n"):
        if paragraph.startswith(" ") or not paragraph:
            lines.append(paragraph)
        else:
            lines += textwrap.wrap(paragraph, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


# --- the source line ------------------------------------------------------------------------------------------------


def _excerpt(span: Span, mark: str, style: str, paint: _Paint, width: int) -> str:
    numbers = list(range(span.line, max(span.line, span.end_line) + 1))
    # A span that ends before the first character of a line does not touch that line.
    if len(numbers) > 1 and span.end_column <= 1:
        numbers.pop()
    shown: list[int | None] = list(numbers)
    if len(numbers) > _SHOWN_LINES:
        shown = [*numbers[: _SHOWN_LINES - 2], None, numbers[-1]]
    gutter = len(str(numbers[-1]))
    room = max(20, width - gutter - 3)
    many = len(numbers) > 1
    rows: list[str] = []
    for number in shown:
        if number is None:
            rows.append(paint(f"{'...':>{gutter}}", _FAINT))
            continue
        line = span.source.line(number)
        # Of a span over many lines each line is underlined from its first character, not from its indentation.
        start = span.column if number == span.line else len(line) - len(line.lstrip()) + 1
        end = span.end_column if number == span.end_line else len(line.rstrip()) + 1
        text, before, length = _window(line, start, end, room)
        rows.append(f"{paint(f'{number:>{gutter}} |', _FAINT)} {text}".rstrip())
        if not many or line.strip():
            rows.append(" " * (gutter + 3 + before) + paint(mark * length, style))
    return "\n".join(rows)


def _window(line: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """The part of the line to print, the cells before the mark and the cells under it."""
    cells = [_cell(each) for each in line]
    first = min(max(start - 1, 0), len(cells))
    last = max(first, min(end - 1, len(cells)))
    widths = [_width(each) for each in cells]
    low, high = 0, len(cells)
    if sum(widths) > room:
        # Keep the start of the marked part about a third of the way in.
        low, used = first, 0
        while low > 0 and used + widths[low - 1] <= room // 3:
            low -= 1
            used += widths[low]
        high, used = low, 2  # two cells for the dots
        while high < len(cells) and used + widths[high] <= room:
            used += widths[high]
            high += 1
        if high == len(cells):
            while low > 0 and used + widths[low - 1] <= room:
                low -= 1
                used += widths[low]
    left, right = ("…" if low else ""), ("…" if high < len(cells) else "")
    before = len(left) + sum(widths[low:first])
    length = max(1, sum(widths[first : min(last, high)]))
    return left + "".join(cells[low:high]) + right, before, length


def _cell(character: str) -> str:
    """How one character of a source is printed."""
    if character == "\t":
        return "    "
    if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"):
        code = ord(character)
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{{{code:x}}}"
    return character


def _width(text: str) -> int:
    """The columns a terminal gives it."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(each) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in text
    )
