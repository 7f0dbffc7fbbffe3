"""Coverage and mutants: what a rulebook's own proof reaches, and what it would notice."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import proof, test
from rulewright.interpreter import MemoryLoader, Source, coverage, load, mutation
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link import link
from rulewright.interpreter.proof.mutants import mutants
from rulewright.interpreter.proof.survivors import compiled

ROOT = Path(__file__).resolve().parents[1]

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


PANTRY = """rulebook pantry "The Pantry"
    players 1

kind Jar
    starts in shelf
zone shelf of Jar
zone sink of Jar
Jar jam "Jam"
Jar honey "Honey"
    after eat(this): say "Sticky."
Jar salt "Salt"

game
    eat(jam)
    eat(honey)
effect eat(j: Jar): move j to sink

example "what is eaten lies in the sink"
    when
        eat(jam)
    then
        jam in sink
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


def test_coverage_names_cards_that_were_never_moved_and_what_only_chance_reached(tmp_path: Path) -> None:
    path = tmp_path / "pantry.rules"
    path.write_text(PANTRY, encoding="utf-8")
    found = coverage(load(path), games=1)
    assert [each.what for each in found.missed] == ["card salt"]
    assert [each.what for each in found.by_chance] == ["rule honey.after_eat", "card honey"]
    assert (found.lines, found.reached, found.missed_lines) == (4, 4, ())


def test_every_cited_statement_is_tried_and_survivors_are_told(shop: str) -> None:
    found = [verdict for _, verdict in mutation(shop, games=2)]
    assert [(verdict.cite, verdict.what) for verdict in found] == [
        ("AB-1", "deleted"), ("AB-2", "negated"), ("AB-2", "100 made 101"), ("AB-3", "deleted"), ("AB-4", "negated"),
        ("AB-4", "0 made 1"), ("AB-5", "deleted"),
    ]  # fmt: skip
    noticed = {verdict.cite: (verdict.by, verdict.noticed) for verdict in found}
    assert noticed["AB-5"] == ("example", 'example "rent is paid"')
    assert noticed["AB-1"] == ("game", "the game of seed 0")
    assert noticed["AB-2"] == ("", "")


def test_shares_of_several_workers_are_the_whole(shop: str) -> None:
    whole = mutation(shop, games=1)
    parts = sorted(
        mutation(shop, games=1, share=(0, 2)) + mutation(shop, games=1, share=(1, 2)), key=lambda each: each[0]
    )
    assert parts == whole


# --- what is done to a statement --------------------------------------------------------------------------------------

STALL = """rulebook stall "The Stall"
    players ann, bob

enum Taste: sweet, sour                                 cite AB-19
kind Fruit
    taste: Taste
    worth: number = 1
    starts in crate                                     cite AB-1
zone crate of Fruit, ordered, face down                 cite AB-2
zone basket (owner: player) of Fruit, seen by owner     cite AB-3
zone plate of Fruit, at most 2                          cite AB-4

Fruit pear x 2: taste sweet                             cite AB-5
Fruit quince
    taste sour
    worth 2                                             cite AB-6
    after eat(this): say "Brr."

game
    each player from ann: pick_fruit                    cite AB-7
    repeat 3 times: say "Ding!"                         cite AB-20

effect pick_fruit
    require crate.size > 0 else "it is empty"           cite AB-11
    let ripe = list f in crate where sweetish(f)        cite AB-8
    choose f in ripe                                    cite AB-9
    if f.worth > 1: say "Ah!"                           cite AB-10
    eat(f)                                              cite AB-12
effect eat(f: Fruit): move f to basket(taster)          cite AB-13

value sweetish(f: Fruit): flag = f.taste = sweet        cite AB-14
value price(f: Fruit): number = f.worth                 cite AB-15
value taster: player = if crate.size > 1 then ann else bob    cite AB-16
value all_fruit: list of Fruit = joined(crate, plate)   cite AB-17
modify price(_) while crate.size = 1: add 1             cite AB-18
invariant "prices": every f in all_fruit has price(f) < 9
"""

DONE = {
    "AB-1": ["starts nowhere"], "AB-2": ["face up"], "AB-3": ["seen by all"], "AB-4": ["without its limit"],
    "AB-5": ["one copy more"], "AB-6": ["one more"], "": ["deleted"], "AB-7": ["deleted"], "AB-8": ["turned round"],
    "AB-9": ["asked of the next player"], "AB-10": ["negated", "1 made 2"], "AB-11": ["negated", "0 made 1"],
    "AB-12": ["deleted"], "AB-13": ["emptied"], "AB-14": ["negated"], "AB-15": ["made one more"],
    "AB-16": ["turned round", "1 made 2"], "AB-17": ["turned round"], "AB-18": ["deleted", "1 made 2", "1 made 2"],
    "AB-19": ["enum Taste"], "AB-20": ["deleted", "3 made 4"],
}  # fmt: skip


def test_every_sort_of_statement_has_its_own_change_and_the_rulebook_still_compiles() -> None:
    findings = Findings()
    linked = link(Source("stall.rules", STALL), MemoryLoader({}), findings)
    assert linked is not None and not findings.failed
    found = list(mutants(linked))
    done: dict[str, list[str]] = {}
    for each in found:
        done.setdefault(", ".join(each.cite), []).append(each.what)
    assert done == DONE
    assert [each.what for each in found if each.linked is None] == ["enum Taste"]  # told, and not passed over
    assert [each.cite for each in found if each.linked is not None and compiled(each.linked, {}) is None] == []


# --- survivors --------------------------------------------------------------------------------------------------------


def test_a_survivor_is_told_with_the_reason_above_it(shop: str) -> None:
    Path(shop).write_text(
        BOOK.replace("    rank p", "    # unproved: one word less\n    # in the log\n    rank p"), encoding="utf-8"
    )
    reasons = {verdict.cite: verdict.reason for _, verdict in mutation(shop, games=1)}
    assert reasons == {"AB-1": "", "AB-2": "", "AB-3": "one word less in the log", "AB-4": "", "AB-5": ""}


def test_the_command_fails_where_a_survivor_has_no_reason(shop: str) -> None:
    run = CliRunner().invoke(test.command, [shop, "--mutate", "--games", "0"], standalone_mode=False)
    assert run.return_value == 1
    assert (
        "7 changes to the rules: 1 noticed by an example, 0 by the check, 0 only by a game; 6 (86 %) went unnoticed."
        in run.output
    )
    assert "shop.rules:10:9 [AB-1], deleted: no reason is given." in run.output


def test_reasons_do_not_help_where_too_much_survives() -> None:
    proved = {"by": "check", "reason": ""}
    survivor = {"by": "", "reason": "nobody ever gets that rich"}
    fixed = {"by": "not mutable", "reason": ""}
    assert not proof.unproved([survivor] + [proved] * 9)
    assert proof.unproved([survivor] * 2 + [proved] * 9)
    assert proof.unproved([survivor] * 2 + [proved] * 9 + [fixed] * 20)
    assert proof.unproved([{"by": "", "reason": ""}] + [proved] * 99)


# --- the shipped rulebooks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hemloch", "city_of_hemloch"])
def test_nothing_is_lost_unnoticed_from_a_shipped_rulebook(name: str) -> None:
    """Every twelfth statement: `rulewright test --mutate` tries them all, and takes a minute."""
    found = mutation(str(ROOT / "rules" / f"{name}.rules"), games=1, share=(5, 12))
    assert len(found) >= 8
    assert [verdict for _, verdict in found if not verdict.by and not verdict.reason] == []


@pytest.mark.parametrize("name", ["hemloch", "city_of_hemloch"])
def test_the_examples_of_a_shipped_rulebook_reach_all_its_rules(name: str) -> None:
    found = coverage(load(ROOT / "rules" / f"{name}.rules"), games=2)
    assert (found.missed, found.missed_lines) == ((), ())
    assert [each for each in found.by_chance if not each.what.startswith("card ")] == []
