"""Whatever is written, the compiler answers with diagnostics: never with a traceback, and never late."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.diagnostics import render_text
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.pipeline import Compiled, compile_source
from rulewright.interpreter.source import Loader, Source
from rulewright.interpreter.syntax.words import BLOCKS, LINE_WORDS, RESERVED

ROOT = Path(__file__).resolve().parents[1]
LOADER = Loader(ROOT, ROOT)
BOOKS = {
    path: path.read_text(encoding="utf-8")
    for path in sorted(
        [
            *(ROOT / "rules" / "classics").glob("*.rules"),
            *(ROOT / "tests" / "stdlib").glob("*.rules"),
            *(ROOT / "tests" / "language" / "hard_passages").glob("*.rules"),
        ]
    )
}
TOKEN = re.compile(r'[A-Za-z_]\w*|\d+|"[^"\n]*"|\.\.|\n *| +|[^\s\w]')
WORDS = sorted({*RESERVED, *(word for table in (*BLOCKS.values(), *LINE_WORDS.values()) for word in table)})
SIGNS = ["(", ")", "[", "]", ":", ",", ".", "..", "=", "!=", "<", "<=", "+", "-", "*", "/", '"', "#", "_", "{", "\t"]
NAMES = ["ann", "tree", "Fruit", "apple", "me", "this", "players", "number", "p", "0", "1", "7", "2147483648", '"text"']
HEAD = "rulebook orchard\n    players ann, bob\n"
TOO_LATE = 20.0  # seconds for one text on a machine that does something else too; usually it is milliseconds

few = settings(max_examples=100, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def answered(text: str) -> Compiled:
    """What the compiler makes of a text, with everything checked that must hold for every text."""
    start = time.perf_counter()
    compiled = compile_source(Source("any.rules", text), LOADER)
    assert time.perf_counter() - start < TOO_LATE
    assert (compiled.program is None) == any(each.severity == "error" for each in compiled.diagnostics)
    for each in compiled.diagnostics:
        assert each.message and each.span.line >= 1 and each.span.column >= 1
    render_text(compiled.diagnostics)
    if compiled.program is not None:
        assert verify(compiled.program) == []
    return compiled


# --- any text -------------------------------------------------------------------------------------------------------


@few
@given(st.text(max_size=400))
def test_any_text_is_answered(text: str) -> None:
    answered(text)


@few
@given(st.lists(st.sampled_from([*WORDS, *SIGNS, *NAMES, "\n", "\n    ", "\n        "]), max_size=80))
def test_any_soup_of_words_is_answered(tokens: list[str]) -> None:
    answered(HEAD + " ".join(tokens))


@st.composite
def lines(draw: st.DrawFn) -> str:
    """Lines that begin like lines of the language, each as deep as it likes."""
    word = st.sampled_from(WORDS)
    rest = st.lists(st.sampled_from([*WORDS, *SIGNS, *NAMES]), max_size=8)
    found = []
    for _ in range(draw(st.integers(1, 12))):
        found.append("    " * draw(st.integers(0, 3)) + " ".join([draw(word), *draw(rest)]))
    return "\n".join(found)


@few
@given(lines())
def test_any_lines_are_answered(text: str) -> None:
    answered(HEAD + text)


# --- any change of a rulebook ---------------------------------------------------------------------------------------


@st.composite
def changed_books(draw: st.DrawFn) -> str:
    """A sound rulebook with a few words or lines replaced, left out, doubled or swapped."""
    tokens: list[str] = TOKEN.findall(BOOKS[draw(st.sampled_from(sorted(BOOKS)))])
    for _ in range(draw(st.integers(1, 4))):
        at, other = draw(st.integers(0, len(tokens) - 1)), draw(st.integers(0, len(tokens) - 1))
        match draw(st.sampled_from(["replace", "alike", "remove", "insert", "swap", "line"])):
            case "replace":
                tokens[at] = tokens[other]
            case "alike":
                same = [each for each in tokens if each[:1].isalpha() == tokens[at][:1].isalpha()]
                tokens[at] = same[other % len(same)]
            case "remove" if len(tokens) > 1:
                del tokens[at]
            case "insert":
                tokens.insert(at, tokens[other])
            case "swap":
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case "line":
                rows = "".join(tokens).split("\n")
                rows.insert(other % len(rows), rows[at % len(rows)])
                tokens = TOKEN.findall("\n".join(rows))
    return "".join(tokens)


@few
@given(changed_books())
def test_any_changed_rulebook_is_answered(text: str) -> None:
    answered(text)


@few
@given(changed_books(), st.data())
def test_any_beginning_of_a_changed_rulebook_is_answered(text: str, data: st.DataObject) -> None:
    answered(text[: data.draw(st.integers(0, len(text)))])


# --- too much of something ------------------------------------------------------------------------------------------

GAME = "game: end the game\n"


def rows(count: int, row: str) -> str:
    """The same row many times, with its number N and the next one's M filled in."""
    return "".join(row.replace("N", str(n)).replace("M", str(n + 1)) + "\n" for n in range(count))


MUCH = {
    "parentheses": f"value v: number = {'(' * 900}1{')' * 900}\n{GAME}",
    "lists": f"value v: number = {'[' * 900}\n",
    "minus signs": f"value v: number = {'-' * 1_500}1\n{GAME}",
    "nots": f"value v: flag = {'not ' * 400}yes\n{GAME}",
    "sums": f"value v: number = {' + '.join(['1'] * 450)}\n{GAME}",
    "conditions": f"value v: flag = {' and '.join(['yes'] * 200)}\n{GAME}",
    "choices in one value": f"value v: number = {'if yes then 1 else ' * 90}1\n{GAME}",
    "quantifiers": f"value v: flag = {rows(60, 'some pN in players where')} yes\n{GAME}".replace("where\n", "where "),
    "attributes": f"value v: number = ann{'.next' * 300}\n{GAME}",
    "arguments": f"value v: number = max({', '.join(['1'] * 400)})\n{GAME}",
    "an expression over many lines": "value v: number =\n" + "    1 +\n" * 5_000 + "    1\n" + GAME,
    "a list over many lines": "game\n    let l = [\n" + "        1,\n" * 5_000 + '        1]\n    say "{l}"\n',
    "blocks": "game\n" + "".join("    " * n + "if yes\n" for n in range(1, 400)),
    "blocks that are allowed": "game\n" + "".join(" " * n + "if yes\n" for n in range(1, 28)) + " " * 28 + "lose ann\n",
    "branches": 'game\n    if no: say "0"\n' + '    else if no: say "1"\n' * 2_000,
    "options": "game\n    ask ann\n" + rows(2_000, '        option "N": say "N"'),
    "indentation": f"game\n{' ' * 1_900}end the game\n",
    "digits": f"value v: number = {'9' * 400}\n{GAME}",
    "numbers within bounds": f"state s: 0..2147483647 = 5\nstate t: -2147483648..0\n{GAME}",
    "numbers for a zone": f"kind K\nzone z(n: 0..2147483647) of K\n{GAME}",
    "keys for a zone": f"kind K\nzone z(a: 0..900, b: 0..900, c: 0..900) of K\n{GAME}",
    "cells": f"board b: grid 2147483647 x 2147483647\n    lines l: 3\n{GAME}",
    "lines on a board": f"board b: grid 70 x 70\n    lines l: 4\n    lines m: vertical\n{GAME}",
    "columns": f"board b: grid 5000 x 1\n    lines l: 3\n{GAME}",
    "distances": "board b: grid 60 x 60\ngame\n    if distance(a1, b2) > 1 and a1.around.size > 2: end the game\n",
    "copies": f"kind K\nK k x 2147483647\n{GAME}",
    "faces": f"die d: one x 2147483647, two\n{GAME}",
    "keys for a table": f"table t(n: 0..2147483647): number\n    1: 2\n{GAME}",
    "space between rows": f"table t(n: number): number\n    0: 1\n    2147483647: 2\n{GAME}",
    "cells in a table": f"table t(n: 0..2000, m: 0..2000): number\n    1: 2\n{GAME}",
    "repetitions": 'game\n    repeat 2147483647 times: say "again"\n',
    "numbers in a range": 'game\n    for n in 0..2147483647: say "{n}"\n',
    "states": rows(4_000, "state sN: number") + GAME,
    "effects": rows(2_000, 'effect eN: say "N"') + GAME,
    "kinds of kinds": "kind K0\n" + rows(1_500, "kind KM of KN") + GAME,
    "values that need the one before": "value v0: number = 1\n" + rows(1_500, "value vM: number = vN") + GAME,
    "values that need the next": rows(1_500, "value vN: number = vM") + "value v1500: number = 1\n" + GAME,
    "values in a circle": rows(300, "value vN: number = vM") + "value v300: number = v0\n" + GAME,
    "effects that run the next": rows(1_500, "effect eN: eM") + 'effect e1500: say "x"\ngame: e0\n',
    "fields of fields": rows(600, "effect eN\n    field f = eM.f") + "effect e600\n    field f = 1\n" + GAME,
    "members": f"enum E: {', '.join(f'm{n}' for n in range(300))}\n{GAME}",
    "pieces": "kind K\n" + rows(4_000, "K kN") + GAME,
    "mistakes": "game\n" + rows(1_500, "    wrongN(xN)"),
    "unknown types": rows(1_500, "state sN: typN") + GAME,
    "the same mistake": "game\n" + "    drw(1)\n" * 2_000,
    "the same name": "state s: number\n" * 2_000 + GAME,
    "letters": f"state {'s' * 1_900}: number\n{GAME}",
    "placeholders": f'game: say "{"{me} " * 380}"\n',
    "rules": 'effect e: say "x"\n' + 'after e: say "y"\n' * 1_000 + "game: e\n",
    "replacements": 'effect e: say "x"\n' + 'instead of e: say "y"\n' * 200 + "game: e\n",
}


@pytest.mark.parametrize("what", MUCH)
def test_too_much_of_anything_is_answered(what: str) -> None:
    answered(HEAD + MUCH[what])


def test_too_many_players_are_refused() -> None:
    assert answered("rulebook orchard\n    players 2 to 2147483647\n" + GAME).program is None


def test_a_text_that_ends_anywhere_is_answered() -> None:
    text = BOOKS[ROOT / "rules" / "classics" / "lantern_mine.rules"]
    for end in range(0, len(text), 23):
        answered(text[:end])
