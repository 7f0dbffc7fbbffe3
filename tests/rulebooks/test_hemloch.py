"""Hemloch: Dark Promenade, against the facts of its printed rules, its own examples, and two games written down.

After a change that is meant, write the golden games anew with RULEWRIGHT_GOLDEN=1 and read the difference.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import Decision, Game, Rulebook, check, load

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "golden"
PRINTED_RULES = 68  # DP-1 to DP-68
WIDEST_RANGE = 5  # a citation of more rules at once says little
ITEMS = {"potion", "scepter", "trinket", "dagger"}
QUARTERS = {"spires": 7, "boneyard": 7, "courtyard": 6, "alley_maze": 6, "garden": 6}


@cache
def book() -> Rulebook:
    return load(ROOT / "rules" / "hemloch.rules")


def zone(game: Game, name: str, seat: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """The pieces of each place of a zone, as a seat sees them."""
    found = next(each for each in game.view(seat)["zones"] if each["id"] == name)
    return {place["id"]: place["pieces"] for place in found["places"]}


def some_answer(decision: Decision, rng: random.Random) -> list[str]:
    most = len(decision.ids) if decision.most < 0 else min(decision.most, len(decision.ids))
    return rng.sample(list(decision.ids), rng.randint(min(decision.least, most), most))


def play_on(game: Game, seed: int, look: Callable[[Game], None]) -> None:
    """Any answers to the end of the game; `look` is shown the table before each."""
    rng = random.Random(seed)
    answers = 0
    while not game.over:
        look(game)
        (decision,) = game.decisions()
        game.apply(decision.seat, some_answer(decision, rng))
        answers += 1
        assert answers < 600
    look(game)


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


def told(seed: int, answers: list[str] | None) -> str:
    """A game with its decisions, answers and all that everybody may know; without answers, one by chance."""
    game = book().start(seed=seed)
    rng = random.Random(seed)
    given = iter(answers) if answers is not None else None
    lines = [f"seed {seed}"]
    heard = 0
    while True:
        events = game.log(since=heard)
        heard += len(events)
        lines.extend(f"    {event['text']}" + (f"  [{event['cite']}]" if event["cite"] else "") for event in events)
        if game.over:
            break
        (decision,) = game.decisions()
        answer = some_answer(decision, rng) if given is None else [each for each in next(given).split(", ") if each]
        lines.append(f"{decision.seat} chooses {', '.join(answer)}  ({decision.rule}: {len(decision.ids)} options)")
        game.apply(decision.seat, answer)
    return "\n".join([*lines, f"result {game.result}"]) + "\n"


@pytest.mark.parametrize("name", ["hemloch_1", "hemloch_2"])
def test_a_game_written_down_is_played_the_same_again(name: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("RULEWRIGHT_GOLDEN"):
        seed = int(path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("seed "))
        path.write_text(told(seed, None), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    seed = int(text.split("\n", 1)[0].removeprefix("seed "))
    assert told(seed, re.findall(r"^\w+ chooses (.*)  \(", text, re.M)) == text
