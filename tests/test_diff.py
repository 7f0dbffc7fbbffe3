"""`rulewright diff`: what differs, in words and in play; and nothing where only numbers have shifted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.interpreter import (
    Difference,
    MemoryLoader,
    Rulebook,
    common_players,
    differences,
    first_divergence,
    load,
    play_series,
)
from rulewright.interpreter.statistics.intervals import mean_interval, share_interval
from tests.end_to_end.shell import fine, run

FOLDER = Path(__file__).parent / "variants" / "books"
BOOKS = {f"{path.stem}.rules": path.read_text(encoding="utf-8") for path in FOLDER.glob("*.rules")}


def inn(patch: str = "", head: str = "") -> Rulebook:
    texts = {**BOOKS, "mine.rules": f"variant mine of inn\n{head}\n{patch}\n"}
    return load("mine", MemoryLoader(texts))


def told(patch: str, head: str = "") -> list[Difference]:
    return [each for each in differences(inn(), inn(patch, head)) if each.area != "The box" or head]


CHANGES = [
    ("change game\n    set night to 5 times", "Phases", "game", "changed"),
    ("change phase evening\n    step pay: add 2 to me.fame", "Phases", "evening", "changed"),
    ("change Guest miller\n    purse 9", "Pieces", "miller", "changed"),
    ("change Guest miller\n    remove brag", "Pieces", "miller", "changed"),
    ("change Guest beggar x 5", "Pieces", "beggar", "changed"),
    ('Guest bard "Bard"\n    purse 1', "Pieces", "bard", "new"),
    ("remove Guest lord", "Pieces", "lord", "gone"),
    ("remove rule tip", "Rules", "tip", "gone"),
    ("after host(_) as cheer: add 1 to me.fame", "Rules", "cheer", "new"),
    ("replace value worth(g: Guest): number = g.purse + 1", "Values", "worth", "changed"),
    ("modify worth(_): add 1", "What changes values", "modify_worth", "new"),
    ("change zone yard, at most 9", "Places", "yard", "changed"),
    ("change state fame of player: number = 3", "States", "player.fame", "changed"),
    ("change enum Mood: sleepy", "Enums", "Mood", "changed"),
    ('option nights "Nights": 1..6 = 4', "Options", "nights", "new"),
    ('change action invite\n    require room(me).size < 1    else "full"', "Actions", "invite", "changed"),
    ('change effect host\n    text "let {g} in"', "Effects", "host", "changed"),
]


@pytest.mark.parametrize(("patch", "area", "name", "change"), CHANGES)
def test_each_change_is_told_as_what_it_is(patch: str, area: str, name: str, change: str) -> None:
    found = told(patch)
    assert (area, name, change) in [(each.area, each.name, each.change) for each in found]
    # Besides it only the number of pieces of its kind, and what reads otherwise through it.
    rest = [each for each in found if each.name != name and each.area != "Kinds" and each.change != "reworded"]
    assert rest == []


def test_who_plays_is_told() -> None:
    (box,) = told("", "    players ann, bob, cat\n")
    assert {fact.name: fact.after for fact in box.facts} == {"players": "3", "seats": "Ann, Bob, Cat"}


def test_the_same_is_the_same() -> None:
    assert differences(inn(), inn()) == ()


def test_a_difference_that_the_words_leave_out_is_told_all_the_same() -> None:
    (found,) = told('change action invite\n    choose g in yard "Which guest, then?"')
    assert (found.area, found.name, found.compiled) == ("Actions", "invite", True)


@pytest.mark.parametrize("variant", ["new_faces", "grand_city", "head_start"])
def test_what_only_has_another_number_is_no_difference(variant: str) -> None:
    """More pieces and places, and other examples, shift every number in a program."""
    found = differences(load("hemloch"), load(variant))
    assert not any(each.compiled for each in found)
    assert not any(each.area in ("Actions", "Effects") and each.change == "changed" for each in found)


MARKET = """\
rulebook market "Market"
    players ann, bob
option hard "A harder game": flag = no
enum Sort: fish "Fish", salt "Salt"
table price(s: Sort): number
    fish: 1
    salt: 2
state coins of player: number = 3
effect pay(p: player): take 1 from p.coins
after pay(_) as cheer: say "Hooray"
after pay(any p) as tax
    say "{p} pays"
    take 1 from p.coins
game
    if hard: pay(ann)
    add price(fish) to ann.coins
    end the game
"""


def market(*changes: tuple[str, str]) -> Rulebook:
    text = MARKET
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return load("market", MemoryLoader({"market": text}))


def test_the_row_of_a_table_has_its_name() -> None:
    (found,) = differences(market(), market(("fish: 1", "fish: 3")))
    assert [(fact.name, fact.before, fact.after) for fact in found.facts] == [("Fish", "1", "3")] and not found.lines


def test_what_a_rule_says_is_told_as_what_it_says() -> None:
    (found,) = differences(market(), market(("{p} pays", "{p} has to pay")))
    assert [(fact.name, fact.before, fact.after) for fact in found.facts] == [("says", '"… pays"', '"… has to pay"')]
    assert not found.compiled and not found.lines
    (found,) = differences(market(), market(("Hooray", "Hurray")))
    assert found.lines[-1] == ("+", "When `pay(_)` happens: everybody is told “Hurray”.")
    found, _ = differences(
        market(), market(("Hooray", "{takings}"), ("effect pay", "value takings: number = ann.coins\neffect pay"))
    )
    assert found.lines[-1] == ("+", "When `pay(_)` happens: everybody is told “`takings`”.")


def test_what_a_kind_gains_is_told_once_and_not_of_each_piece() -> None:
    kind = "kind Pot\n    size: number\n    state full: flag = no\nPot jug: size 1\nPot mug: size 2\nstate coins"
    plain = market(("state coins", kind.replace("    state full: flag = no\n", "")))
    (found,) = differences(plain, market(("state coins", kind)))
    assert (found.area, found.name) == ("Kinds", "Pot")
    (fact,) = found.facts
    assert fact.name == "full" and fact.before == "" and fact.after.endswith("; on all of them no")
    cracked = kind.replace("full", "deep").replace("state deep: flag = no", "deep: flag = no")
    found, *pieces = differences(
        plain, market(("state coins", cracked.replace("Pot mug: size 2", "Pot mug: size 2, deep yes")))
    )
    assert {each.name for each in (found, *pieces)} == {"Pot", "jug", "mug"}


def test_scores_that_cannot_be_counted_are_told_as_rules_that_break() -> None:
    other = market(("effect pay", "value score(p: player): number = 1 / (p.coins - p.coins)\neffect pay"))
    found = first_divergence(market(), other, 2, seed=1)
    assert found is not None and found.other.result == "the rules break: this divides by zero"
    assert play_series(other, 2, 3, 1).broken == 3


def test_an_option_that_is_on_or_off_is_told_so() -> None:
    (game,) = (each for each in market().program.functions if each.name == "game")
    assert game.outline[0].words.startswith("If the option “A harder game” is on: ")
    other = market(("if hard", "if not hard")).program
    assert "“A harder game” is off" in str([each.outline for each in other.functions])


# --- how they play ----------------------------------------------------------------------------------------------------


def test_two_that_are_the_same_never_part() -> None:
    assert all(first_divergence(inn(), inn(), 2, seed) is None for seed in range(5))


def test_the_first_question_at_which_they_part() -> None:
    found = first_divergence(inn(), inn("remove Guest lord"), 2, 0)
    assert found is not None and (found.answers, found.last) == (2, "Choose an action Invite a guest")
    (one,), (other,) = found.one.asked, found.other.asked
    assert (one.seat, one.prompt) == (other.seat, other.prompt) == ("Bob", "Choose a Guest")
    assert (one.options, other.options) == (("Miller", "Lord", "Beggar"), ("Miller", "Beggar"))


def test_a_longer_game_parts_where_the_shorter_one_ends() -> None:
    found = first_divergence(inn(), inn("change game\n    set night to 5 times"), 2, 0)
    assert found is not None and "it is over" in found.one.result and found.other.asked


def test_a_series_is_counted_with_its_intervals() -> None:
    series = play_series(inn(), 2, 30, seed=1)
    assert series.games == 30 and series.broken == 0
    shares = [series.win_rate(seat) for seat in ("ann", "bob")]
    assert abs(sum(share for share, _, _ in shares) - 1) < 1e-9
    assert all(0 <= low <= share <= high <= 1 for share, low, high in shares)
    assert play_series(inn(), 2, 30, seed=1) == series


def test_a_number_of_players_for_both() -> None:
    assert common_players(inn(), inn()) == 2
    assert common_players(inn(), inn("", "    players ann, bob, cat\n")) is None


def test_intervals() -> None:
    low, high = share_interval(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)  # Wilson's, as any table of it has
    assert share_interval(0, 0) == (0.0, 1.0) and share_interval(0, 5)[0] == 0.0
    assert mean_interval([]) == (0.0, 0.0, 0.0) and mean_interval([4]) == (4, 4, 4)
    mean, low, high = mean_interval([1, 2, 3])
    assert mean == 2 and round(high - low, 3) == 2.263


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    for name, text in BOOKS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    text = fine(run("diff", "inn", "--variant", "feast", "--play", "5", state=tmp_path, cwd=tmp_path)).stdout
    for words in ("From The Inn (inn)", "Bard (Guest), new", "how many: 2 -> 3", "Seed 0 parts", "with 95 % intervals"):
        assert words in text, text
    data = json.loads(fine(run("diff", "inn", "feast", "--play", "3", "--json", state=tmp_path, cwd=tmp_path)).stdout)
    assert data["other"]["name"] == "feast" and data["differences"] and data["play"]["games"] == 3
    same = fine(run("diff", "inn", "inn", state=tmp_path, cwd=tmp_path))
    assert same.returncode == 0 and "Nothing differs." in same.stdout
    alone = fine(run("diff", "inn", state=tmp_path, cwd=tmp_path))
    assert alone.returncode == 2 and "Compare with what?" in alone.stderr
    option = fine(run("diff", "feast", "--option", "nights=2", state=tmp_path, cwd=tmp_path)).stdout
    assert "settled as: 4 -> 2" in option
