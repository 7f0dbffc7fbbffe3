"""`make balance` finds what it looks for, in games that the commit picks."""

from __future__ import annotations

import pytest

from bench.balance import BOOKS, Book, Promise, commit, promises
from bench.measure import ROOT


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="an unpacked archive has no commit")
def test_the_seed_is_the_commit() -> None:
    assert len(commit()) == 40


def test_a_promise_can_be_broken_on_its_own_side_only() -> None:
    assert Promise("wins", 0.55, 0.56, at_most=True).kept
    assert not Promise("wins", 0.56, 0.56, at_most=True).kept
    assert Promise("share", 0.10, 0.10).kept
    assert str(Promise("share", 0.09, 0.10)) == "BROKEN  share: 0.090, promised at least 0.10"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_everything_that_is_promised_of_a_book_is_looked_at(book: Book) -> None:
    found = [promise.what for promise in promises(book, 2, "any")]
    assert len(found) == {"hemloch": 5, "city_of_hemloch": 6}[book.name]
