"""Indentation, lines that go on, comments, citations, and whatever else can stand in a file."""

from __future__ import annotations

import time
from typing import Any

import pytest

from rulewright.interpreter.diagnostics import render_text
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.layout import MAX_BLOCKS, MAX_PARENTHESES
from rulewright.interpreter.syntax.lines import MAX_LINE
from tests.language.reading import declared, faults, read

EFFECT = "effect peel\n    eat(f)\n    rest\n"


def names(body: Any) -> list[str]:
    return [statement.name.text for statement in body]


# --- blocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "effect peel\n  eat(f)\n  rest\n",
        "effect peel\n            eat(f)\n            rest\n",
        "effect peel\n\n    eat(f)\n\n\n    rest\n\n",
        "effect peel\n    eat(f)\n    rest",
        "effect peel   \n    eat(f)  \n    rest \n   \n",
        "effect peel\r\n    eat(f)\r\n    rest\r\n",
        "\ufeffeffect peel\n    eat(f)\n    rest\n",
        "effect peel # why\n# at the edge\n    eat(f) # because\n            # deep\n    rest\n# end\n",
        "effect\tpeel\n    eat(\tf )\t\n    rest\n",
        "\n\n# first\neffect peel\n    eat(f)\n    rest\n",
        "effect peel\n    eat(\n        f\n    )\n    rest\n".replace("    )\n", "        )\n"),
    ],
)
def test_the_same_however_it_is_laid_out(text: str) -> None:
    assert declared(text) == declared(EFFECT)


def test_each_block_may_have_its_own_indentation() -> None:
    effect = declared("effect a\n  if b\n       go\n       rest\n  rest\n")
    assert names(effect.body[0].branches[0][1]) == ["go", "rest"]
    assert names(effect.body[1:]) == ["rest"]


def test_several_blocks_end_at_once() -> None:
    found, diagnostics = read("effect a\n    if b\n        if c\n            go\neffect d: go\n")
    assert not diagnostics
    assert [each.name.text for each in found if isinstance(each, nodes.Callable)] == ["a", "d"]


def test_a_file_may_be_empty() -> None:
    assert read("") == ((), ())
    assert read("\n  \n# nothing\n") == ((), ())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("effect a\n        go\n    rest\n", [("inconsistent-dedent", 3, 1)]),
        ("effect a\n    if b\n          go\n       rest\n       rest\n    go\n", [("inconsistent-dedent", 4, 1)]),
        ("  effect a: go\n", [("unexpected-indent", 1, 1)]),
        ("effect a\n    set b to 3\n      go\n", [("unexpected-indent", 3, 1)]),
        ("effect a\n\tgo\n\trest\n", [("tab-indent", 2, 1)]),
        ("effect a\n    if b\n    \tgo\n", [("tab-indent", 3, 5)]),
        ("effect a\n", [("syntax-error", 1, 1)]),
        ("effect a\n    if b\neffect c: go\n", [("syntax-error", 2, 5)]),
        ("effect a: go\n    rest\n", [("syntax-error", 2, 5)]),
        ("zone a of B\n    go\n", [("unexpected-indent", 2, 1)]),
    ],
)
def test_a_wrong_indentation_is_reported_once_and_where_it_is(text: str, found: list[Any]) -> None:
    assert faults(text) == found


def test_a_fault_in_one_declaration_does_not_hide_another() -> None:
    text = "effect a(\n    go\n\nknid B\n    c: number\n\neffect d\n    mvoe e\n    set f 3\n\nzone g of H\n"
    assert faults(text) == [
        ("unclosed-parenthesis", 1, 9),
        ("unknown-keyword", 4, 1),
        ("unknown-keyword", 8, 5),
        ("syntax-error", 9, 11),
    ]
    found, _ = read(text)
    assert [type(each).__name__ for each in found] == ["Zone"]


def test_all_faults_of_one_body_are_reported() -> None:
    text = "effect a\n    set b 3\n    if c d\n        go\n    else: rest\n    go\n    let = 3\n"
    assert faults(text) == [("syntax-error", 2, 11), ("syntax-error", 3, 10), ("syntax-error", 7, 9)]


def test_a_fault_in_the_head_does_not_cascade_into_the_body() -> None:
    assert faults("effect é\n    go\n        deeper\n    rest\n") == [("strange-character", 1, 8)]
    assert faults("fruit é\n    go\n        deeper\n") == [("strange-character", 1, 7)]
    assert faults("é\n    go(\n  rest\n\neffect a: go\n") == [("strange-character", 1, 1)]


# --- lines that go on -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "effect a\n    set b to 1 +\n        2\n    go\n",
        "effect a\n    set b\n        to 1\n          + 2\n    go\n",
        "effect a\n    set b to (1\n        +\n     2)\n    go\n",
        "effect a\n    set b to 1 # one\n        # and\n\n        + 2\n    go\n",
    ],
)
def test_a_deeper_line_goes_on(text: str) -> None:
    assert declared(text) == declared("effect a\n    set b to 1 + 2\n    go\n")


def test_a_head_goes_on_inside_its_parentheses() -> None:
    effect = declared("effect a(b: number,\n         c: number)\n    go\n")
    assert [param.name.text for param in effect.params] == ["b", "c"]
    assert names(effect.body) == ["go"]


# --- citations --------------------------------------------------------------------------------------------------------


def test_a_citation_belongs_to_its_line() -> None:
    effect = declared(
        "effect a    cite DP-1\n    go    cite DP-2, DP-4..DP-6   # why\n    rest\n    if b  cite DP-7\n        go\n"
    )
    assert effect.cite == ("DP-1",)
    assert [each.cite for each in effect.body] == [("DP-2", "DP-4", "DP-5", "DP-6"), (), ("DP-7",)]


def test_a_citation_on_a_line_that_goes_on_belongs_to_the_whole() -> None:
    effect = declared(
        'effect a\n    require b\n        else "no"   cite DP-3\n    set c to\n        3\n        cite DP-4, DP-5\n'
    )
    assert [each.cite for each in effect.body] == [("DP-3",), ("DP-4", "DP-5")]


def test_a_condition_of_a_choice_has_its_own_citation() -> None:
    text = (
        "action a\n    choose b in c where d   cite DP-1\n        where e   cite DP-2\n        provided f   cite DP-3\n"
    )
    (choose,) = declared(text).body
    assert choose.cite == ("DP-1",)
    assert [each.cite for each in choose.wheres] == [("DP-1",), ("DP-2",)]
    assert [each.cite for each in choose.provided] == [("DP-3",)]


def test_no_citation_is_lost() -> None:
    """Where a line is no node of its own, the declaration is what cites."""
    assert declared("rulebook a\n    players 2   cite DP-1\n    use b   cite DP-2\n").cite == ("DP-1", "DP-2")
    assert declared("table a(b: 1..2): number   cite DP-1\n    1: 2   cite DP-2\n").cite == ("DP-1", "DP-2")
    ask = 'effect a\n    ask b\n        option "c"   cite DP-3\n            go   cite DP-4\n'
    assert declared(ask).cite == ("DP-3",)
    assert declared("effect a\n    if d: go\n    else   cite DP-5\n        go\n").cite == ("DP-5",)


@pytest.mark.parametrize(
    ("cite", "code", "column"),
    [
        ("cite DP-1,", "citation-not-last", 17),
        ("cite DP-1 DP-2", "citation-not-last", 18),
        ("cite DP-1, go", "bad-citation", 19),
        ("cite DP-1, , DP-2", "bad-citation", 19),
        ("cite DP-5..DP-3", "bad-citation", 19),
        ("cite DP-5..GH-7", "bad-citation", 19),
        ("cite DP-1..DP-999", "bad-citation", 19),
        ("cite Dp1", "bad-citation", 13),
        ("cite 12", "bad-citation", 13),
    ],
)
def test_a_bad_citation_is_reported(cite: str, code: str, column: int) -> None:
    assert faults(f"effect a\n    go {cite}\n    rest\n") == [(code, 2, column)]


def test_a_citation_needs_a_line() -> None:
    assert faults("effect a: go\n\ncite DP-1\n") == [("bad-citation", 3, 1)]


def test_cite_may_be_a_name() -> None:
    assert faults("effect a\n    set cite to b.cite + count cite in c\n    cite(3)\n") == []


# --- characters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('effect a\n    say "b\n    go\n', [("unclosed-text", 2, 9)]),
        ('effect a\n    b("c)\n    go\n', [("unclosed-text", 2, 7)]),
        ("effect a(b: number\n", [("unclosed-parenthesis", 1, 9)]),
        ("effect a\n    b(c, [d)\n    go\n", [("unclosed-parenthesis", 2, 10)]),
        ("effect a\n    b((c)\n    go\n", [("unclosed-parenthesis", 2, 6)]),
        ("effect a\n    b(c))\n    go\n", [("unopened-parenthesis", 2, 9)]),
        ("value a: number = 2147483647\n", []),
        ("value a: number = 2147483648\n", [("number-too-large", 1, 19)]),
        ("value a: number = 1 \x00 2\n", [("strange-character", 1, 21)]),
        ("value a: number = 1 \x0b+ 2\n", [("strange-character", 1, 21)]),
        ("value a: number = 1\r+ 2\n", [("strange-character", 1, 20)]),
        ("value \u0430: number = 1\n", [("strange-character", 1, 7)]),
        ("value ａ: number = 1\n", [("strange-character", 1, 7)]),
        ("value a: number = ٣\n", [("strange-character", 1, 19)]),
        ("value a: number = 1\u00a0+ 2\n", [("strange-character", 1, 20)]),
        ("value a: number = 1\u2028+ 2\n", [("strange-character", 1, 20)]),
        ('effect a\n    say "tab\there"\n', []),
        ('effect a\n    say "bell\x07"\n', [("strange-character", 2, 14)]),
        ('effect a\n    say "\x1b[31m"\n', [("strange-character", 2, 10)]),
        ('effect a\n    say "\u202eb"\n', [("strange-character", 2, 10)]),
        ("effect a\n    go # \u202eb\n", [("strange-character", 2, 10)]),
        ('effect a\n    say "naïve 東京 👩‍🚀"   # ☃ …\n', []),
        ("effect a\n    go é è\n    rest ü\n", [("strange-character", 2, 8), ("strange-character", 3, 10)]),
    ],
)
def test_a_character_that_does_not_belong_is_reported(text: str, found: list[Any]) -> None:
    assert faults(text) == found


def test_a_look_alike_is_named() -> None:
    (diagnostic,) = read("zone p\u0430ntry of Fruit\n")[1]
    assert "cyrillic small letter a" in diagnostic.message
    assert diagnostic.hint is not None and "`a`" in diagnostic.hint


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_line_of_a_megabyte_is_refused_at_once() -> None:
    started = time.perf_counter()
    _, diagnostics = read("effect a\n    " + "go " * 350_000 + "\n    rest\n")
    assert [(each.code, each.span.line) for each in diagnostics] == [("line-too-long", 2)]
    assert len(render_text(diagnostics)) < 1000
    assert time.perf_counter() - started < 5


def test_the_longest_line_is_read() -> None:
    text = f'effect a: say "{"b" * MAX_LINE}'
    assert faults(text[: MAX_LINE - 1] + '"\n') == []
    assert faults(text[:MAX_LINE] + '"\n') == [("line-too-long", 1, MAX_LINE)]


def nested(depth: int) -> str:
    return f"value a: number = {'(' * depth}1{')' * depth}\n"


def test_parentheses_nest_only_so_deep() -> None:
    assert faults(nested(MAX_PARENTHESES)) == []
    assert faults(nested(MAX_PARENTHESES + 1)) == [("too-deep", 1, 19 + MAX_PARENTHESES)]


@pytest.mark.parametrize("sign", ["(", "[", "f("])
def test_a_hundred_thousand_parentheses_are_one_fault(sign: str) -> None:
    many = 100_000
    assert [code for code, _, _ in faults(f"value a: number = {sign * many}1\n")] == ["line-too-long"]
    lines = "\n".join("    " + sign * 500 for _ in range(many // 500))
    assert [code for code, _, _ in faults(f"value a: number =\n{lines}\nzone b of C\n")] == ["too-deep"]


def blocks(depth: int) -> str:
    lines = ["effect a"] + [f"{'  ' * level}if b" for level in range(1, depth)] + ["  " * depth + "go"]
    return "\n".join(lines) + "\n"


def test_blocks_nest_only_so_deep() -> None:
    assert faults(blocks(MAX_BLOCKS)) == []
    assert [code for code, _, _ in faults(blocks(MAX_BLOCKS + 1))] == ["too-deep"]
    assert [code for code, _, _ in faults(blocks(500) + "effect c: go\n")] == ["too-deep"]


# --- words ------------------------------------------------------------------------------------------------------------


def test_a_word_is_a_keyword_only_in_its_place() -> None:
    piece = declared("Card fox\n    zone 3\n    phase red\n    move 2\n")
    assert names(piece.lines) == ["zone", "phase", "move"]
    kind = declared("kind Card\n    zone: number\n    set: number\n    part: number\n")
    assert names(kind.properties) == ["zone", "set", "part"]
    assert faults("effect a\n    set phase to zone + b.in.of\n    move(c)\n    end(3)\n    set up to from\n") == []


@pytest.mark.parametrize("word", ["top", "list", "sum", "first", "count", "text", "from", "seen", "end", "x", "number"])
def test_a_name_may_be_a_word_of_another_place(word: str) -> None:
    assert faults(f"zone {word} of Card\n") == []
    assert faults(f"effect {word}\n    let {word} = 3\n    set {word} to {word} + 1\n") == []
    assert faults(f"state {word} of player: number = 0\n") == []


@pytest.mark.parametrize("word", ["in", "of", "to", "if", "none", "descending"])
def test_a_reserved_word_is_never_a_name(word: str) -> None:
    assert [code for code, _, _ in faults(f"effect a\n    let {word} = 3\n")] == ["syntax-error"]
