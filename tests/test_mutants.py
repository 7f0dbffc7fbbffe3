"""300 rulebooks, each with one mistake that a hurried author makes: is it reported where it was made?"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

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


def test_what_a_hurried_author_gets_wrong_is_reported_where_it_was_done() -> None:
    judged = [Judged(mutant, diagnosed(mutant, ROOT)) for mutant in mutants(ROOT, SEED)]
    assert len(judged) == sum(number for number, _ in WAYS.values()) == 300

    unnoticed = [str(each.mutant) for each in judged if not each.diagnostics]
    assert unnoticed == []

    reported = Counter(each.mutant.way for each in judged if each.on_its_line)
    for way, (number, _) in WAYS.items():
        print(f"{way:>14}: {reported[way]:3} of {number}")
    print(f"{'all':>14}: {reported.total():3} of {len(judged)} reported on their line")
    elsewhere = [str(each.mutant) for each in judged if not each.on_its_line]
    assert reported.total() >= REPORTED * len(judged), elsewhere

    named = [each for each in judged if each.mutant.right]
    without = [f"{each.mutant}: {each.hints}" for each in named if not each.names_the_right_one]
    print(f"{len(named) - len(without)} of {len(named)} mistyped names with the right one in the hint")
    assert without == []


def test_the_corpus_is_always_the_same() -> None:
    first, second = (list(islice(mutants(ROOT, SEED), 40)) for _ in range(2))
    assert first == second
