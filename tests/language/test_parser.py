"""Whatever is written is read or reported: no text, and no change of a rulebook, gives a traceback."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.diagnostics import render_text
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk
from rulewright.interpreter.syntax.words import BLOCKS, RESERVED
from tests.language.reading import BOOKS, read

PIECES = re.compile(r'\n[ ]*|[ ]+|"[^"\n]*"|\w+|\.\.|[!<>]=|.')
WORDS = sorted({word for table in BLOCKS.values() for word in table} | RESERVED)
SCRAPS = [
    *WORDS,
    "a",
    "b",
    "Card",
    "3",
    '"text"',
    '"',
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    ".",
    "..",
    "=",
    "+",
    "-",
    "DP-3",
    "cite",
]


def survives(text: str) -> None:
    """Whatever is wrong is said, at a place that is there."""
    found, diagnostics = read(text)
    lines = text.split("\n")
    for each in diagnostics:
        assert each.message and 1 <= each.span.line <= len(lines)
        assert 1 <= each.span.column <= len(lines[each.span.line - 1]) + 2
        assert each.span.start < each.span.end
    assert render_text(diagnostics) or not diagnostics
    assert all(isinstance(each, nodes.Declaration) for each in found)
    for each in walk(found):
        assert type(each).__module__.startswith(nodes.__name__)
    assert diagnostics or found or not any(line.split("#")[0].strip(" \t\r\ufeff") for line in lines)


@given(st.text())
def test_any_text_is_read_or_reported(text: str) -> None:
    survives(text)


@given(st.lists(st.sampled_from([*SCRAPS, "\n", "\n    ", "\n        "]), max_size=40))
def test_any_row_of_words_is_read_or_reported(scraps: list[str]) -> None:
    survives(" ".join(scraps))


@settings(deadline=None)
@given(st.data())
def test_a_rulebook_with_other_words_in_it_is_read_or_reported(data: st.DataObject) -> None:
    pieces = PIECES.findall(data.draw(st.sampled_from(BOOKS)))
    at = data.draw(st.integers(0, len(pieces) - 1))
    cut = pieces[max(0, at - 400) : at + 400]  # a part of it is enough, and faster
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(cut) - 1))
        change = data.draw(st.sampled_from(["drop", "double", "swap", "other"]))
        if change == "drop":
            cut[place] = ""
        elif change == "double":
            cut[place] *= 2
        elif change == "swap":
            other = data.draw(st.integers(0, len(cut) - 1))
            cut[place], cut[other] = cut[other], cut[place]
        else:
            cut[place] = data.draw(st.sampled_from(SCRAPS))
    survives("".join(cut))


@settings(deadline=None)
@given(st.data())
def test_a_rulebook_with_shifted_lines_is_read_or_reported(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(BOOKS)).split("\n")
    start = data.draw(st.integers(0, len(lines) - 1))
    cut = lines[start : start + 40]
    place = data.draw(st.integers(0, len(cut) - 1))
    cut[place] = data.draw(st.sampled_from(["", " ", "  ", "    ", "\t"])) + cut[place].removeprefix(
        data.draw(st.sampled_from(["", " ", "    "]))
    )
    if data.draw(st.booleans()):
        del cut[data.draw(st.integers(0, len(cut) - 1))]
    survives("\n".join(cut))


def test_every_shipped_text_is_read() -> None:
    for book in BOOKS:
        assert render_text(read(book)[1]) == ""
