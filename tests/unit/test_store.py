"""A program as JSON: the same bytes always, back again exactly, and a sentence for every text that is no program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.ir.program import Expr, Place, Program
from rulewright.interpreter.ir.store import DEEPEST, StoreProblem, digest, from_json, to_json

SAME_BOX = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)

atoms = st.integers(-(2**31), 2**31 - 1) | st.text() | st.booleans() | st.none()
trees: st.SearchStrategy[Expr] = st.recursive(
    st.tuples(st.sampled_from(["const", "slot"]), st.integers(-(2**31), 2**31 - 1)),
    lambda inner: st.lists(inner | atoms, max_size=4).map(lambda items: ("list", *items)),
    max_leaves=20,
)


def test_a_program_comes_back_exactly(box: Program) -> None:
    assert from_json(to_json(box)) == box


@SAME_BOX
@given(test=trees, title=st.text(), names=st.lists(st.text(), max_size=4), low=st.none() | st.integers(-9, 9))
def test_every_program_comes_back_exactly(
    box: Program, test: Expr, title: str, names: list[str], low: int | None
) -> None:
    changed = evolve(
        box,
        title=title,
        names=tuple(names),
        columns=(evolve(box.columns[0], low=low),),
        invariants=(evolve(box.invariants[0], test=test),),
    )
    back = from_json(to_json(changed))
    assert back == changed
    assert to_json(back) == to_json(changed)


def test_the_text_has_no_noise(box: Program) -> None:
    text = to_json(box)
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert text.isascii()


def test_the_text_does_not_depend_on_the_process(box: Program) -> None:
    root = Path(__file__).resolve().parents[2]
    code = (
        "import sys\n"
        "from rulewright.interpreter.ir.store import from_json, to_json, digest\n"
        "program = from_json(sys.stdin.read())\n"
        "print(to_json(program)); print(digest(program))\n"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        ran = subprocess.run(
            [sys.executable, "-c", code],
            input=to_json(box),
            text=True,
            capture_output=True,
            env=environment,
            check=True,
        )
        assert ran.stdout.splitlines() == [to_json(box), digest(box)]


def test_a_comment_does_not_change_the_digest(box: Program) -> None:
    moved = evolve(
        box,
        spans=(*box.spans, Place("box.rules", 99, 1, "")),
        values=tuple(evolve(value, span=2) for value in box.values),
        functions=tuple(
            evolve(f, span=1, blocks=tuple(evolve(b, spans=tuple(1 for _ in b.spans)) for b in f.blocks))
            for f in box.functions
        ),
    )
    assert digest(moved) == digest(box)
    assert to_json(moved) != to_json(box)


def test_a_rule_changes_the_digest(box: Program) -> None:
    assert digest(evolve(box, constants=(1, 2, 4, 0, 1, 0))) != digest(box)
    assert digest(evolve(box, title="Another Box")) != digest(box)


def test_another_version_is_neither_written_nor_read(box: Program) -> None:
    with pytest.raises(StoreProblem, match="version 4"):
        to_json(evolve(box, version=1))
    text = to_json(box).replace('"version":4', '"version":7')
    with pytest.raises(StoreProblem, match="compiled to version 7 of the IR, and I read version 4: compile it again"):
        from_json(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "stops being JSON at line 1, column 1"),
        ("rulebook hemloch", "stops being JSON"),
        ("{", "stops being JSON"),
        ("[]", "JSON, but of another kind"),
        ("{}", "JSON, but of another kind"),
        ("3.5", "a number with a fraction"),
        ("NaN", "NaN is not a number that I know"),
        ('{"a": 1, "a": 2}', "says the same thing twice"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "far too large"),
        ('{"version": true, "functions": []}', "version unknown"),
        ('{"version": 4, "functions": []}', "lacks its"),
    ],
)
def test_a_foreign_text_is_met_by_a_sentence(text: str, words: str) -> None:
    with pytest.raises(StoreProblem) as caught:
        from_json(text)
    assert words in str(caught.value)
    assert str(caught.value).endswith((".", "again."))


def _damaged(box: Program, change: Any) -> str:
    data = json.loads(to_json(box))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.pop("zones"), "the program lacks its zones"),
        (lambda data: data.update(more=1), "a program has no 'more'"),
        (lambda data: data["zones"][1].update(first="6"), "at zones[1].first, a number was expected"),
        (lambda data: data["zones"][1].update(first=True), "at zones[1].first, a number was expected"),
        (lambda data: data["zones"][1].update(ordered=1), "at zones[1].ordered, true or false was expected"),
        (lambda data: data["zones"].append(3), "at zones[3], a zone was expected"),
        (lambda data: data.update(pieces=[1, 2, 3]), "at pieces, a list of 2 was expected"),
        (lambda data: data.update(title="\ud800"), "at title, a text has half a letter in it"),
        (lambda data: data["values"][0].update(body=3), "at values[0].body, an expression was expected"),
        (lambda data: data["values"][0].update(body=["const", {}]), "holds something that is no expression"),
        (lambda data: data["values"][0].update(body=["const", 2**70]), "a number is far too large"),
        (lambda data: data.update(main=-(2**70)), "at main, a number is far too large"),
    ],
)
def test_a_damaged_text_is_met_by_its_place(box: Program, change: Any, words: str) -> None:
    with pytest.raises(StoreProblem) as caught:
        from_json(_damaged(box, change))
    assert words in str(caught.value)


def test_expressions_nest_only_so_deep(box: Program) -> None:
    body: Expr = ("const", 1)
    for _ in range(DEEPEST):
        body = ("neg", body)
    deep = evolve(box, values=(evolve(box.values[0], body=body), *box.values[1:]))
    with pytest.raises(StoreProblem, match="nested too deeply"):
        from_json(to_json(deep))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(text=st.text() | json_values.map(json.dumps))
def test_any_text_is_a_program_or_a_problem(text: str) -> None:
    with pytest.raises(StoreProblem):
        from_json(text)


@SAME_BOX
@given(data=st.data())
def test_a_program_with_something_put_into_it_is_a_program_or_a_problem(box: Program, data: st.DataObject) -> None:
    tree = json.loads(to_json(box))
    at: Any = tree
    while True:
        keys = sorted(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.booleans()):
            at[key] = data.draw(json_values)
            break
        at = at[key]
    try:
        assert isinstance(from_json(json.dumps(tree)), Program)
    except StoreProblem as problem:
        assert str(problem)


@SAME_BOX
@given(cut=st.integers(0, 6000), put=st.text(max_size=3))
def test_a_text_with_a_hole_is_a_program_or_a_problem(box: Program, cut: int, put: str) -> None:
    text = to_json(box)
    try:
        assert isinstance(from_json(text[:cut] + put + text[cut + 1 :]), Program)
    except StoreProblem as problem:
        assert str(problem)
