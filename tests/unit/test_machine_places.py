"""Places of a zone with keys: how they are named outside, and that looking for them costs no memory."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from rulewright.interpreter import Source, load, pipeline
from rulewright.interpreter.source import SourceProblem

BOOK = """rulebook book "Book"
    players ann, bob
enum Suit: red, black
kind Tile
    starts in heap(1, red, tower)
kind House
    starts in lot
House tower "Tower"
House mill "Mill"
Tile stone "Stone"
zone heap (row: 1..2, suit: Suit, house: House) of Tile
zone lot of House
state n: number = 0
game
    repeat 1000 times
        choose k in 1..2 asking ann
        add 500 to n
        if k = 2: set n to count at in heap(n, _, _) where at.size > 0
"""


def test_a_key_is_shown_by_its_name() -> None:
    game = load(Source("book.rules", BOOK)).start()
    heap = game.view("ann")["zones"][0]
    assert [place["keys"] for place in heap["places"]][1:3] == [
        {"row": 1, "suit": "red", "house": "mill"},
        {"row": 1, "suit": "black", "house": "tower"},
    ]


def test_a_place_is_laid_by_the_names_of_its_keys() -> None:
    game = load(Source("book.rules", BOOK)).start()
    game._machine.Z[0], game._machine.Z[3] = (), game._machine.Z[0]
    assert "move stone to heap(1, black, mill)" in game.situation()


def test_looking_for_places_that_are_not_there_is_forgotten() -> None:
    game = load(Source("book.rules", BOOK)).start()
    for _ in range(10):
        game.apply("ann", "1")
    places = game._machine.code.namespace["places"]
    assert [*places(0, 2, 1, None, None)]
    tracemalloc.start()
    for number in range(10_000):
        assert not [*places(0, 2, 100 + number, None, None)]
    assert tracemalloc.get_traced_memory()[0] < 100_000
    tracemalloc.stop()


def test_no_more_of_a_compiled_file_is_read_than_may_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "LARGEST", 1000)
    large = tmp_path / "large.json"
    large.write_bytes(b" " * 2_000_000)
    with pytest.raises(SourceProblem):
        load(large)  # what it imports is not to be measured
    tracemalloc.start()
    with pytest.raises(SourceProblem, match="more than 1000 bytes"):
        load(large)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
