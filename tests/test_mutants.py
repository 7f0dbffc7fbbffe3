"""300 rulebooks, each with one mistake that a hurried author makes: is it reported where it was made?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from attrs import frozen

from rulewright.interpreter.diagnostics import Diagnostic
from tests.mutants.mutate import WAYS, Mutant, diagnosed, mutants

ROOT = Path(__file__).resolve().parents[1]
SEED = 20_240_229
REPORTED = 0.9  # of all mutants, on the line that was changed


@frozen
class Judged:
    mutant: Mutant
    diagnostics: tuple[Diagnostic, ...]

    @property
    def on_its_line(self) -> bool:
        spans = (each.span for each in self.diagnostics)
        return any((span.source.name, span.line) == (self.mutant.file, self.mutant.line) for span in spans)

    @property
    def hints(self) -> str:
        return " ".join(each.hint or "" for each in self.diagnostics)

    @property
    def names_the_right_one(self) -> bool:
        return any(f"`{name}`" in self.hints for name in self.mutant.right) or self.is_a_cell

    @property
    def is_a_cell(self) -> bool:
        """Every cell is near to a dozen others, so the hint says how cells are called."""
        return "The cells of" in self.hints


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    return [Judged(mutant, diagnosed(mutant, ROOT)) for mutant in mutants(ROOT, SEED)]


def test_there_are_300(judged: list[Judged]) -> None:
    assert len(judged) == sum(number for number, _ in WAYS.values()) == 300
    assert len({each.mutant.text for each in judged}) == 300


def test_every_mutant_is_noticed(judged: list[Judged]) -> None:
    assert [str(each.mutant) for each in judged if not each.diagnostics] == []


def test_nine_of_ten_are_reported_on_their_line(judged: list[Judged]) -> None:
    reported = Counter(each.mutant.way for each in judged if each.on_its_line)
    for way, (number, _) in WAYS.items():
        print(f"{way:>14}: {reported[way]:3} of {number}")
    print(f"{'all':>14}: {reported.total():3} of {len(judged)}")
    assert reported.total() >= REPORTED * len(judged), [str(each.mutant) for each in judged if not each.on_its_line]


def test_where_a_name_was_mistyped_the_hint_holds_the_right_one(judged: list[Judged]) -> None:
    named = [each for each in judged if each.mutant.right]
    print(f"{sum(each.names_the_right_one for each in named)} of {len(named)} mistyped names have the right hint")
    assert [f"{each.mutant}: {each.hints}" for each in named if not each.names_the_right_one] == []


def test_the_corpus_is_always_the_same() -> None:
    assert [each.text for each in mutants(ROOT, SEED)][:20] == [each.text for each in mutants(ROOT, SEED)][:20]
