"""Every part of the standard library has a rulebook that uses all of it, with examples that hold."""

import random
import re
from pathlib import Path

import pytest

from rulewright.interpreter import check, load

ROOT = Path(__file__).resolve().parents[1]
USERS = ROOT / "tests" / "stdlib"
PARTS = sorted(path.stem for path in (ROOT / "stdlib").glob("*.rules"))
HEAD = re.compile(r"^(?:value|effect|state|die|table|kind) (\w+)", re.MULTILINE)


def library(part: str) -> str:
    return (ROOT / "stdlib" / f"{part}.rules").read_text(encoding="utf-8")


def definitions() -> list[tuple[str, str]]:
    return [(part, name) for part in PARTS for name in HEAD.findall(library(part))]


def test_every_part_has_its_rulebook() -> None:
    assert sorted(path.stem for path in USERS.glob("*.rules")) == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_a_library_is_used_as_its_rulebook_says(part: str) -> None:
    results = load(USERS / f"{part}.rules").run_examples()
    assert results
    assert [result for result in results if not result.passed] == []


@pytest.mark.parametrize("part", PARTS)
def test_a_rulebook_that_uses_a_library_gets_no_warnings(part: str) -> None:
    assert check(USERS / f"{part}.rules") == ()


@pytest.mark.parametrize("part", PARTS)
def test_a_rulebook_that_uses_a_library_can_be_played(part: str) -> None:
    rng = random.Random(3)
    for seed in range(10):
        game = load(USERS / f"{part}.rules").start(seed=seed)
        for _ in range(200):
            if game.over:
                break
            decision = game.decisions()[0]
            game.apply(decision.seat, rng.sample(decision.ids, decision.least or min(1, len(decision.ids))))
        assert game.over


@pytest.mark.parametrize("part, name", definitions())
def test_every_definition_is_documented(part: str, name: str) -> None:
    lines = library(part).splitlines()
    at = next(i for i, line in enumerate(lines) if HEAD.match(line) and HEAD.findall(line) == [name])
    above = lines[at - 1]
    assert above.startswith("#") or HEAD.match(above), f"{name} in std.{part} has no comment above it"


@pytest.mark.parametrize("part, name", definitions())
def test_every_definition_is_used_by_a_rulebook(part: str, name: str) -> None:
    text = (USERS / f"{part}.rules").read_text(encoding="utf-8")
    code = re.sub(r"#.*|\"[^\"]*\"", "", text)
    assert re.search(rf"\b{name}\b", code), f"{name} of std.{part} stands in no rulebook of tests/stdlib"
