"""The City of Hemloch, against the facts of its printed rules, its own examples, and two games written down.

After a change that is meant, write the golden games anew with RULEWRIGHT_GOLDEN=1 and read the difference.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import Game, Rulebook, check, load
from tests.rulebooks.playthroughs import assert_played_the_same_again, play_on, zone

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "rules" / "city_of_hemloch.rules"
PARTS = [RULES, *sorted((ROOT / "rules" / "city_of_hemloch").glob("*.rules"))]
PRINTED_RULES = 70  # CH-1 to CH-70
UNCLEAR_PASSAGES = 18  # CH-D1 to CH-D18 of the checklist
WIDEST_RANGE = 5  # a citation of more rules at once says little
DISTRICTS = ("alley_maze", "courtyard", "boneyard", "spires")
HOUSES = {"argent", "mortlake", "rosamund", "tallow"}
SEATS = ("sol", "luna")
OTHER = {"sol": "luna", "luna": "sol"}
Piece = dict[str, Any]


@cache
def book() -> Rulebook:
    return load(RULES)


@cache
def cards() -> dict[str, Piece]:
    """What is printed on every piece, by id: read off games in which each was seen at some time."""
    found: dict[str, Piece] = {}

    def look(game: Game) -> None:
        for seat in SEATS:
            for each in game.view(seat)["zones"]:
                for place in each["places"]:
                    found.update(
                        (piece["id"], piece["printed"]) for piece in place["pieces"] if piece["id"] is not None
                    )

    for seed in range(12):
        play_on(book().start(seed=seed), seed, look, every=5)
    return found


def minions() -> dict[str, Piece]:
    return {name: printed for name, printed in cards().items() if "influence" in printed}


# --- the rulebook ---------------------------------------------------------------------------------------------------


def test_the_rulebook_has_nothing_to_be_warned_about() -> None:
    found = check(RULES)
    assert [f"{each.code} in line {each.span.line}: {each.message}" for each in found] == []


def test_its_examples_pass() -> None:
    results = book().run_examples()
    assert len(results) >= 35
    assert [result for result in results if not result.passed] == []


def test_every_printed_rule_is_cited_or_excused() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PARTS)
    cited = {int(number) for number in re.findall(r"\bCH-(\d+)\b", text)}
    for low, high in re.findall(r"\bCH-(\d+)\.\.CH-(\d+)\b", text):
        assert int(high) - int(low) < WIDEST_RANGE
        cited |= set(range(int(low), int(high) + 1))
    assert cited == set(range(1, PRINTED_RULES + 1))


def test_what_is_unclear_is_ruled() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PARTS)
    assert len(re.findall(r"^ruling ", text, re.M)) >= UNCLEAR_PASSAGES


# --- what is in the box ---------------------------------------------------------------------------------------------


def test_the_game_is_for_two() -> None:
    assert (book().least_players, book().most_players) == (2, 2)
    assert book().seat_names() == SEATS


def test_the_starting_decks_are_the_same_five_cards_but_for_their_backs() -> None:
    decks = {
        seat: sorted(
            (printed["house"] or "", printed["influence"])
            for printed in minions().values()
            if printed["starting_deck"] == seat
        )
        for seat in SEATS
    }
    assert decks["sol"] == decks["luna"] == [("", 0), *sorted((house, 0) for house in HOUSES)]
    assert all(printed["district"] is None for printed in minions().values() if printed["starting_deck"])


def test_there_are_thirteen_minions_with_the_back_of_each_district() -> None:
    backs = Counter(printed["district"] for printed in minions().values() if printed["starting_deck"] is None)
    assert backs == dict.fromkeys(DISTRICTS, 13)
    assert {printed["influence"] for printed in minions().values()} == {0, 1, 2, 3}


def test_the_houses_are_equally_strong_and_almost_all_minions_have_one() -> None:
    strengths = {
        house: sorted(p["influence"] for p in minions().values() if p["house"] == house and not p["starting_deck"])
        for house in HOUSES
    }
    assert len(set(map(tuple, strengths.values()))) == 1
    assert sum(printed["house"] is None for printed in minions().values()) == 4 + 2
    assert len(minions()) == 62


def test_there_are_eight_day_cards_four_districts_and_four_house_cards() -> None:
    game = book().start(seed=1)
    assert len(zone(game, "day_deck")["day_deck"]) + len(zone(game, "days")["days"]) == 8
    assert [piece["id"] for piece in zone(game, "city")["city"]] == list(DISTRICTS)
    assert {piece["printed"]["house"] for piece in zone(game, "city")["city"]} == HOUSES
    assert len(zone(game, "unused_houses")["unused_houses"]) == 2
    play_on(game, 1, lambda _: None)
    days = zone(game, "days")["days"]
    assert Counter(day["printed"]["district"] for day in days) == dict.fromkeys(DISTRICTS, 2)


# --- who sees what --------------------------------------------------------------------------------------------------


def test_a_house_card_is_a_secret_of_its_owner_until_the_end() -> None:
    def look(game: Game) -> None:
        for seat in SEATS:
            own, other = (zone(game, "allegiance", seat)[f"allegiance_{each}"] for each in (seat, OTHER[seat]))
            assert own[0]["id"] is not None
            assert (other[0]["id"] is not None) == game.over
            assert all(card["id"] is None for card in zone(game, "unused_houses", seat)["unused_houses"])

    play_on(book().start(seed=3), 3, look, every=5)


def test_a_drawn_hand_is_seen_by_its_owner_alone() -> None:
    game = book().start(seed=5)
    for seat in SEATS:
        hands = zone(game, "hand", seat)
        assert all(card["id"] is not None for card in hands[f"hand_{seat}"])
        assert all(card["id"] is None for card in hands[f"hand_{OTHER[seat]}"])


def test_the_deck_of_the_day_shows_its_top_minion_and_what_lies_beside_it() -> None:
    def look(game: Game) -> None:
        if not zone(game, "for_hire")["for_hire"]:
            return
        today = zone(game, "days")["days"][0]["printed"]["district"]
        for seat in SEATS:
            deck = zone(game, "district_deck", seat)[f"district_deck_{today}"]
            assert all(card["id"] is not None for card in [*deck[:1], *zone(game, "for_hire", seat)["for_hire"]])

    play_on(book().start(seed=6), 6, look, every=5)


# --- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_any_game_ends_with_all_its_pieces(seed: int) -> None:
    def look(game: Game) -> None:
        assert game.broken_invariants() == ()
        view = game.view(None)
        assert view["box"] == []
        assert sum(len(place["pieces"]) for each in view["zones"] for place in each["places"]) == 62 + 4 + 8 + 4

    game = book().start(seed=seed)
    play_on(game, seed, look, every=5)
    assert game.result is not None
    assert game.result["winners"]
    best = max(game.result["scores"].values())
    assert all(game.result["scores"][seat] == best for seat in game.result["winners"])


def test_either_player_may_begin() -> None:
    assert {book().start(seed=seed).decisions()[0].seat for seed in range(10)} == set(SEATS)


@pytest.mark.parametrize("name", ["city_1", "city_2"])
def test_a_game_written_down_is_played_the_same_again(name: str) -> None:
    assert_played_the_same_again(book(), name)
