"""What is said about mistakes in the writing: each file holds a text, and below the line the words about it.

RULEWRIGHT_GOLDEN=1 writes the words anew.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from string import ascii_lowercase

import pytest

from rulewright.interpreter.diagnostics import render_text
from rulewright.interpreter.syntax.forms import FORMS, form_key, form_name
from rulewright.interpreter.syntax.words import BLOCKS, LINE_WORDS, QUANTIFIERS, RESERVED
from tests.language.reading import BOOKS, indented, read

CASES = sorted((Path(__file__).parent / "messages").glob("*.txt"))
LINE = "=" * 40 + "\n"


@pytest.mark.parametrize("case", CASES, ids=[case.stem for case in CASES])
def test_a_mistake_is_met_by_these_words(case: Path) -> None:
    text, _, golden = case.read_text(encoding="utf-8").partition(LINE)
    words = render_text(read(text)[1])
    if os.environ.get("RULEWRIGHT_GOLDEN"):
        case.write_text(text + LINE + words, encoding="utf-8")
        golden = words
    assert words, "a mistake that nobody noticed"
    assert words == golden


def test_there_are_many_kinds_of_mistakes() -> None:
    assert len(CASES) >= 25


# --- the forms that are shown as samples ------------------------------------------------------------------------------

UNDER = {
    "book": "rulebook orchard\n",
    "kind": "kind Fruit\n",
    "board": "board meadow: grid 3 x 3\n",
    "piece": "Fruit pear\n",
    "variant": "variant windfall of orchard\n",
    "changed piece": "change Fruit pear\n",
    "changed body": "change phase picnic\n",
    "example": 'example "pears"\n',
}


def in_its_place(key: str, form: str) -> str:
    block = key.rpartition(" ")[0]
    if block in UNDER:
        return UNDER[block] + indented(form)
    if key in BLOCKS["top"] or key == "a piece":
        return form
    if key in ("given", "when", "then"):
        return UNDER["example"] + indented(form)
    if key in ("stack", "dice"):
        return UNDER["example"] + "    given\n" + indented(form, 8)
    if key == "an expectation":
        return UNDER["example"] + "    then\n" + indented(form, 8)
    if key == "options option":
        return "effect peel\n    ask me\n" + indented(form, 8)
    if key == "a property":
        return UNDER["kind"] + indented(form)
    if key in ("a value of a property", "a part of a piece"):
        return UNDER["piece"] + indented(form)
    if key == "a row":
        return "table price(kilos: 1..2): number\n" + indented(form)
    return "effect peel\n" + indented(form)


@pytest.mark.parametrize("key", FORMS)
def test_a_sample_is_right(key: str) -> None:
    assert render_text(read(in_its_place(key, FORMS[key]))[1]) == ""


def test_every_kind_of_line_has_a_sample() -> None:
    for block, table in BLOCKS.items():
        for word in table:
            assert form_key(block, word).split(" ")[-1] == word
        assert form_name(form_key(block, "")).startswith("a")


# --- mistyped keywords ------------------------------------------------------------------------------------------------

DECLARATIONS = [part for book in BOOKS for part in re.split(r"\n(?=\S)", book)]
KEYWORDS = RESERVED | QUANTIFIERS | {word for table in (*BLOCKS.values(), *LINE_WORDS.values()) for word in table}


def mistyped(chance: random.Random, word: str) -> str:
    at = chance.randrange(len(word))
    letter = chance.choice(ascii_lowercase)
    return chance.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
        ]
    )


def test_a_mistyped_keyword_is_found_on_its_line_and_the_right_one_is_named() -> None:
    chance = random.Random(7)
    reported = on_its_line = named = 0
    while reported < 300:
        lines = chance.choice(DECLARATIONS).split("\n")
        number = chance.randrange(len(lines))
        code = re.sub('"[^"]*"|#.*', lambda found: "." * len(found.group()), lines[number])
        places = [found for found in re.finditer(r"[a-z_]+", code) if found.group() in KEYWORDS]
        if not places:
            continue
        place = chance.choice(places)
        word = place.group()
        wrong = mistyped(chance, word)
        if wrong in KEYWORDS or len(wrong) < 2:
            continue
        lines[number] = lines[number][: place.start()] + wrong + lines[number][place.end() :]
        diagnostics = read("\n".join(lines))[1]
        if diagnostics:  # a word that was a name here may well be another name
            reported += 1
            on_its_line += diagnostics[0].span.line == number + 1
            named += any(f"`{word}" in f"{each.message} {each.hint}" for each in diagnostics)
    assert on_its_line >= 0.98 * reported
    assert named >= 0.95 * reported
