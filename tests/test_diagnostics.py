"""The whole printed message, as an author meets it."""

import json
import re

import pytest

from rulewright.interpreter.diagnostics import (
    CODES,
    Diagnostic,
    Findings,
    Label,
    escape,
    render_json,
    render_problem,
    render_text,
)
from rulewright.interpreter.diagnostics.findings import UnregisteredCode
from rulewright.interpreter.source import Source

TINY = Source(
    "tiny.rules",
    """rulebook tiny "Tiny"
    players 2

zone hand of player: Card
zone hand: Card

phase turns
    alternate from starter
        step draw: move top(deck) to hnad(me)
""",
)


def printed(*diagnostics: Diagnostic) -> str:
    return "\n" + render_text(diagnostics)


def test_a_message_shows_the_place_and_the_nearest_name() -> None:
    message = Diagnostic(
        "unknown-zone",
        "I do not know a zone called `hnad`. A zone must be declared in this rulebook, or in a library that it uses, "
        "before anything can be moved to it.",
        TINY.span(9, 38, 9, 42),
        "Did you mean `hand`?",
    )
    assert (
        printed(message)
        == """
-- UNKNOWN ZONE [unknown-zone] --------------------------------- tiny.rules:9:38

I do not know a zone called `hnad`. A zone must be declared in this rulebook, or
in a library that it uses, before anything can be moved to it.

9 |         step draw: move top(deck) to hnad(me)
                                         ^^^^

Hint: Did you mean `hand`?
"""
    )


def test_a_message_shows_the_other_place() -> None:
    elsewhere = Source("cards.rules", "zone hand: Card")
    message = Diagnostic(
        "declared-twice",
        "I found two zones called `hand`.",
        TINY.span(5, 6, 5, 10),
        labels=(
            Label(TINY.span(4, 6, 4, 10), "It was declared here first:"),
            Label(elsewhere.span(1, 6, 1, 10), "And once more in a part:"),
        ),
    )
    assert (
        printed(message)
        == """
-- DECLARED TWICE [declared-twice] ------------------------------ tiny.rules:5:6

I found two zones called `hand`.

5 | zone hand: Card
         ^^^^

It was declared here first:

4 | zone hand of player: Card
         ----

And once more in a part (cards.rules:1:6):

1 | zone hand: Card
         ----
"""
    )


def test_a_span_over_lines_is_underlined_line_by_line() -> None:
    message = Diagnostic("phase-never-ends", "I see no end.", TINY.span(7, 1, 10, 1), severity="warning")
    assert (
        printed(message)
        == """
-- WARNING: PHASE NEVER ENDS [phase-never-ends] ----------------- tiny.rules:7:1

I see no end.

7 | phase turns
    ^^^^^^^^^^^
8 |     alternate from starter
        ^^^^^^^^^^^^^^^^^^^^^^
9 |         step draw: move top(deck) to hnad(me)
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""
    )


def test_a_long_span_is_cut_in_the_middle() -> None:
    source = Source("long.rules", "\n".join(f"line {number}" for number in range(1, 21)))
    text = render_text([Diagnostic("syntax-error", "Too much.", source.span(1, 1, 20, 8))])
    assert re.findall(r"^ *(\d+|\.\.\.)", text, re.MULTILINE) == ["1", "2", "3", "...", "20"]


def test_a_long_line_is_windowed_around_the_place() -> None:
    line = "a" * 300 + " wrong " + "b" * 300
    text = render_text([Diagnostic("syntax-error", "Here.", Source("w", line).span(1, 302, 1, 307))])
    shown, mark = text.splitlines()[4:6]
    assert len(shown) <= 80
    start = mark.index("^")
    assert shown[start : start + 5] == "wrong"
    assert mark.strip() == "^^^^^"
    assert shown[4] == shown[-1] == "…"


def test_the_mark_stands_under_wide_letters_and_after_tabs() -> None:
    text = render_text([Diagnostic("syntax-error", "Here.", Source("w", "\t漢字 x").span(1, 5, 1, 6))])
    assert text.splitlines()[4:6] == ["1 |     漢字 x", "             ^"]


def test_control_characters_never_reach_the_terminal() -> None:
    source = Source("e\x1b.rules", "zone \x1b[31m\u202ehand")
    message = Diagnostic("unknown-zone", "No \x07bell.", source.span(1, 12, 1, 16), "Try \x9b.")
    text = render_text([message])
    assert all(each.isprintable() or each == "\n" for each in text)
    shown, mark = text.splitlines()[4:6]
    assert shown == "1 | zone \\x1b[31m\\u{202e}hand"
    assert shown[mark.index("^") :] == "hand"
    assert escape("a\tb\x00") == "a    b\\x00"


def test_a_place_beyond_the_end_is_still_marked() -> None:
    text = render_text([Diagnostic("syntax-error", "The end came too soon.", Source("e", "one\n").span(2, 1))])
    assert text.splitlines()[4:6] == ["2 |", "    ^"]


def test_colours_change_nothing_else() -> None:
    message = Diagnostic("unknown-zone", "No.", TINY.span(9, 38, 9, 42), "Did you mean `hand`?")
    coloured = render_text([message], colour=True)
    assert "\x1b[1;31m^^^^\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == render_text([message])


def test_samples_in_a_message_keep_their_layout() -> None:
    message = "I expected something like this:\n\n    zone hand:   Card\n\nand found nothing."
    assert message in render_text([Diagnostic("syntax-error", message, TINY.span(1, 1))])


def test_a_problem_without_a_place_reads_the_same_way() -> None:
    assert (
        "\n" + render_problem("rulebook-not-found", "I found no rulebook called `tinny`.", "Did you mean `tiny`?")
        == """
-- NO SUCH RULEBOOK [rulebook-not-found] ---------------------------------------

I found no rulebook called `tinny`.

Hint: Did you mean `tiny`?
"""
    )


def test_nothing_wrong_prints_nothing() -> None:
    assert render_text([]) == ""
    assert json.loads(render_json([])) == []


def test_programs_get_the_same_as_json() -> None:
    label = Label(TINY.span(4, 6, 4, 10), "first")
    assert json.loads(
        render_json([Diagnostic("declared-twice", "Twice.", TINY.span(5, 6, 5, 10), None, (label,))])
    ) == [
        {
            "code": "declared-twice",
            "severity": "error",
            "title": "Declared twice",
            "message": "Twice.",
            "hint": None,
            "file": "tiny.rules",
            "line": 5,
            "column": 6,
            "end_line": 5,
            "end_column": 10,
            "labels": [
                {"text": "first", "file": "tiny.rules", "line": 4, "column": 6, "end_line": 4, "end_column": 10}
            ],
        }
    ]


def test_findings_are_sorted_and_said_once() -> None:
    findings = Findings()
    findings.warning("never-used", TINY.span(5, 6), "Unused.")
    assert not findings.failed
    findings.error("unknown-zone", TINY.span(9, 38), "Unknown.")
    findings.error("unknown-zone", TINY.span(9, 38), "Unknown.")
    findings.error("syntax-error", TINY.span(1, 1), "What?")
    assert [each.code for each in findings.diagnostics] == ["syntax-error", "never-used", "unknown-zone"]
    assert findings.failed


def test_a_code_must_be_registered() -> None:
    with pytest.raises(UnregisteredCode):
        Findings().error("no-such-code", TINY.span(1, 1), "Oops.")


def test_codes_are_short_phrases() -> None:
    for code, title in CODES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
        assert title and not title.endswith(".")
