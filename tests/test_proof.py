"""Coverage and mutants: what a rulebook's own proof reaches, and what it would notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import coverage, load, mutation

BOOK = """rulebook shop "The Shop"
    players ann, bob

state coins of player: number = 5
state rent: number = 2

game
    each player from ann
        offer buy or pass "Nothing"
        pay(me, rent)                    cite AB-1
    if ann.coins > 100                   cite AB-2
        lose ann
    rank p in players by p.coins descending    cite AB-3

action buy "Buy"
    require me.coins > 0                 cite AB-4
    pay(me, 1)

effect pay(p: player, n: number)
    take n from p.coins                  cite AB-5

effect gift(p: player)
    add 1 to p.coins

after pay(any p, any n) if n > 3 as regret
    gift(p)

example "rent is paid"
    when
        pay(ann, 2)
    then
        ann.coins = 3
"""


@pytest.fixture
def shop(tmp_path: Path) -> str:
    path = tmp_path / "shop.rules"
    path.write_text(BOOK, encoding="utf-8")
    return str(path)


def test_coverage_names_what_nothing_reached(shop: str) -> None:
    found = coverage(load(shop), games=2)
    assert {each.what for each in found.missed} == {"effect gift", "rule regret"}
    assert 0 < found.reached < found.lines
    assert [line.rsplit(":", 1)[1] for line in found.missed_lines] == ["12"]


def test_every_cited_statement_is_tried_and_survivors_are_told(shop: str) -> None:
    found = [verdict for _, verdict in mutation(shop, games=2)]
    assert [verdict.cite for verdict in found] == ["AB-1", "AB-2", "AB-3", "AB-4", "AB-5"]
    noticed = {verdict.cite: verdict.noticed for verdict in found}
    assert noticed["AB-5"] == 'example "rent is paid"'
    assert noticed["AB-1"] == "the game of seed 0"
    assert all(verdict.what in ("deleted", "negated") for verdict in found)


def test_shares_of_several_workers_are_the_whole(shop: str) -> None:
    whole = mutation(shop, games=1)
    parts = sorted(
        mutation(shop, games=1, share=(0, 2)) + mutation(shop, games=1, share=(1, 2)), key=lambda each: each[0]
    )
    assert parts == whole
