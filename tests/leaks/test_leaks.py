"""The leak check finds every leak that was planted, and none where none was."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import Rulebook, load
from rulewright.interpreter.fuzz.search import search
from tests.leaks.faults import PLANTED

HERE = Path(__file__).parent
GAMES, TRIES = 24, 40


@pytest.fixture(scope="session")
def parlour() -> Rulebook:
    return load(str(HERE / "parlour.rules"))


def test_the_machine_as_it_is_tells_nothing(parlour: Rulebook) -> None:
    assert not list(search(parlour, 3, looks=2, leak_tries=TRIES))


@pytest.mark.parametrize("name", ["modified_from_a_hand", "modified_itself", "offered_from_a_hand"])
def test_no_question_depends_on_what_is_hidden(name: str) -> None:
    """Rules and modifiers on pieces that work where others do not see them, and values of such pieces."""
    assert not list(search(load(str(HERE / f"{name}.rules")), GAMES, looks=0, leak_tries=TRIES))


def test_there_are_at_least_twelve() -> None:
    assert len(PLANTED) >= 12


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_reported(name: str, parlour: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = PLANTED[name]
    fault.inject(monkeypatch)
    book = Rulebook(fault.program(parlour.program))
    for finding in search(book, GAMES, looks=0, leak_tries=TRIES):
        assert finding.kind == "leak", finding
        if finding.where in fault.parts:
            return
    raise AssertionError(f"{name} was not noticed")
