"""What is said about mistakes in the writing: each file holds a text, and below the line the words about it.

UPDATE_GOLDEN=1 writes the words anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.interpreter.diagnostics import render_text
from rulewright.interpreter.syntax.forms import FORMS, form_name
from tests.language.reading import indented, read

CASES = sorted((Path(__file__).parent / "messages").glob("*.txt"))
LINE = "=" * 40 + "\n"


@pytest.mark.parametrize("case", CASES, ids=[case.stem for case in CASES])
def test_a_mistake_is_met_by_these_words(case: Path) -> None:
    text, _, golden = case.read_text(encoding="utf-8").partition(LINE)
    words = render_text(read(text)[1])
    if os.environ.get("UPDATE_GOLDEN"):
        case.write_text(text + LINE + words, encoding="utf-8")
        golden = words
    assert words, "a mistake that nobody noticed"
    assert words == golden


def test_there_are_many_kinds_of_mistakes() -> None:
    assert len(CASES) >= 25
