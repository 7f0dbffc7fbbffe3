"""Hemloch: Dark Promenade, against the facts of its printed rules, its own examples, and two games written down.

After a change that is meant, write the golden games anew with RULEWRIGHT_GOLDEN=1 and read the difference.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import Game, Rulebook, check, load
from tests.rulebooks.playthroughs import assert_played_the_same_again, play_on, zone

ROOT = Path(__file__).resolve().parents[2]
PRINTED_RULES = 68  # DP-1 to DP-68
WIDEST_RANGE = 5  # a citation of more rules at once says little
ITEMS = {"potion", "scepter", "trinket", "dagger"}
QUARTERS = {"spires": 7, "boneyard": 7, "courtyard": 6, "alley_maze": 6, "garden": 6}


@cache
def book() -> Rulebook:
    return load(ROOT / "rules" / "hemloch.rules")


# --- the rulebook ---------------------------------------------------------------------------------------------------


def test_the_rulebook_has_nothing_to_be_warned_about() -> None:
    found = check(ROOT / "rules" / "hemloch.rules")
    assert [f"{each.code} in line {each.span.line}: {each.message}" for each in found] == []


def test_its_examples_pass() -> None:
    results = book().run_examples()
    assert len(results) >= 50
    assert [result for result in results if not result.passed] == []


def test_every_minion_has_an_example_of_its_own() -> None:
    assert minion_labels() <= {result.name.split(":")[0] for result in book().run_examples()}


def test_every_printed_rule_is_cited_or_excused() -> None:
    sources = [ROOT / "rules" / "hemloch.rules", *sorted((ROOT / "rules" / "hemloch").glob("*.rules"))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    cited = {int(number) for number in re.findall(r"\bDP-(\d+)\b", text)}
    for low, high in re.findall(r"\bDP-(\d+)\.\.DP-(\d+)\b", text):
        assert int(high) - int(low) < WIDEST_RANGE
        cited |= set(range(int(low), int(high) + 1))
    assert cited == set(range(1, PRINTED_RULES + 1))


# --- what is in the box ---------------------------------------------------------------------------------------------


def minion_labels() -> set[str]:
    """Read off a game in which everything was seen at some time."""
    found: set[str] = set()

    def look(game: Game) -> None:
        for seat in game.seats:
            for pieces in zone(game, "hand", seat).values():
                found.update(piece["label"] for piece in pieces if piece["id"] is not None)

    play_on(book().start(seed=1), 1, look)
    return found


def test_the_game_is_for_two() -> None:
    assert (book().least_players, book().most_players) == (2, 2)
    assert book().seat_names() == ("anne", "bert")


def test_there_are_eighteen_different_minions() -> None:
    labels = minion_labels()
    assert len(labels) == 18
    assert labels >= {"Alchemist", "Automaton", "The Lady", "The Charlatan", "Cutthroat", "Gravedigger"}


def test_every_minion_has_one_influence_bonus_and_two_abilities() -> None:
    minions = [card for card in book().program.cards if card.kind == "Minion"]
    assert [card.count for card in minions] == [1] * 18
    for card in minions:
        abilities = [line.words for line in card.lines if line.words.startswith("When you play this Minion")]
        assert (len(card.lines), len(abilities)) == (3, 2), card.name


def test_there_are_thirty_two_districts_of_five_types_and_four_items() -> None:
    seen: dict[str, str] = {}

    def look(game: Game) -> None:
        for places in game.view(None)["zones"]:
            for place in places["places"]:
                for piece in place["pieces"]:
                    if piece["id"] is not None and "quarter" in piece["printed"]:
                        seen[piece["id"]] = piece["printed"]["quarter"]

    for seed in range(4):
        play_on(book().start(seed=seed), seed, look)
    assert len(seen) == 32
    assert Counter(seen.values()) == QUARTERS
    assert {piece["id"] for piece in zone(book().start(), "reliquary")["reliquary"]} == ITEMS


def test_a_week_is_laid_out_as_the_printed_rules_say() -> None:
    game = book().start(seed=5)
    city = zone(game, "city")
    assert [len(pieces) for pieces in city.values()] == [1] * 9
    assert all(pieces[0]["id"] is not None for pieces in city.values())
    assert len(zone(game, "outskirts")["outskirts"]) == 4
    for deck, left in (("district_deck", 32 - 13), ("minion_deck", 18 - 6)):
        assert [piece["id"] for piece in zone(game, deck)[deck]] == [None] * left
    assert {piece["id"] for piece in zone(game, "reliquary")["reliquary"]} == ITEMS
    assert len(zone(game, "avenue")) == 6


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    game = book().start(seed=5)
    for seat, other in (("anne", "bert"), ("bert", "anne")):
        hands = zone(game, "hand", seat)
        assert all(piece["id"] is not None for piece in hands[f"hand_{seat}"])
        assert all(piece["id"] is None for piece in hands[f"hand_{other}"])


# --- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_any_game_ends_with_all_its_pieces(seed: int) -> None:
    def look(game: Game) -> None:
        assert game.broken_invariants() == ()
        view = game.view(None)
        assert view["box"] == []
        assert sum(len(place["pieces"]) for each in view["zones"] for place in each["places"]) == 32 + 18 + 4

    game = book().start(seed=seed)
    play_on(game, seed, look)
    assert game.result is not None
    assert game.result["winners"]
    assert game.result["scores"] is not None
    best = max(game.result["scores"].values())
    assert all(game.result["scores"][seat] == best for seat in game.result["winners"])


def test_either_player_may_begin() -> None:
    assert {book().start(seed=seed).decisions()[0].seat for seed in range(10)} == {"anne", "bert"}


@pytest.mark.parametrize("name", ["hemloch_1", "hemloch_2"])
def test_a_game_written_down_is_played_the_same_again(name: str) -> None:
    assert_played_the_same_again(book(), name)


def test_the_discards_of_the_week_s_end_do_not_tell_what_was_in_the_other_hand() -> None:
    """They come place by place: Bert's hidden hand last, not each Minion at its place in the list of Minions."""
    game = book().start(seed=4)
    play_on(game, 4, lambda _: None)
    texts = [entry["text"] for entry in game.log("anne")]
    ends = [number for number, text in enumerate(texts) if text == "Week's end"]
    assert len(ends) == 3
    for end in ends:
        discards = [text for text in texts[end + 1 : end + 40] if "discard" in text][:18]
        hidden = [number for number, text in enumerate(discards) if "hidden" in text]
        assert hidden and hidden == list(range(len(discards) - len(hidden), len(discards)))
