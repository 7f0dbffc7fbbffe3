"""What a seat may know: views, logs, options, imagined games. Nothing else leaves the machine."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook
from tests.unit.building import ME, block, column, const, function, program, site, slot, zone
from tests.unit.programs import card_game, duel, rock_paper_scissors


@pytest.fixture
def game() -> Game:
    return Rulebook(card_game()).start(seed=5)


def pieces(view: dict[str, Any], place: str) -> list[dict[str, Any]]:
    return next(p["pieces"] for zone in view["zones"] for p in zone["places"] if p["id"] == place)


def ids(view: dict[str, Any], place: str) -> list[str | None]:
    return [piece["id"] for piece in pieces(view, place)]


def test_a_view_is_plain_data(game: Game) -> None:
    for seat in ("anna", "ben", None):
        assert json.loads(json.dumps(game.view(seat))) == game.view(seat)


def test_a_hand_is_seen_by_its_owner_and_counted_by_all(game: Game) -> None:
    mine, others, outside = game.view("anna"), game.view("ben"), game.view()
    assert len(ids(mine, "hand_anna")) == 3
    assert None not in ids(mine, "hand_anna")
    assert ids(others, "hand_anna") == ids(outside, "hand_anna") == [None, None, None]
    assert pieces(others, "hand_anna")[0] == {
        "id": None,
        "label": "hidden card",
        "back": 0,
        "state": {"tapped": False},
    }
    assert ids(mine, "deck") == [None, None]


def test_what_is_hidden_is_not_in_the_text_of_a_view(game: Game) -> None:
    hand = set(ids(game.view("anna"), "hand_anna"))
    assert not any(f'"{card}"' in json.dumps(game.view("ben")) for card in hand)
    assert not any(f'"{card}"' in json.dumps(game.log("ben")) for card in hand)


def test_a_property_of_its_owner_is_not_shown_to_others(game: Game) -> None:
    assert [player["state"] for player in game.view("anna")["players"]] == [{"secret": 1}, {}]
    assert [player["state"] for player in game.view()["players"]] == [{}, {}]


def test_what_was_drawn_is_named_in_the_log_only_to_who_drew_it(game: Game) -> None:
    mine, others = game.log("anna"), game.log("ben")
    assert len(mine) == len(others)
    texts = [(a["text"], b["text"]) for a, b in zip(mine, others, strict=True) if a["name"] == "draw"]
    assert all(b == "Anna: draw a hidden card" and a != b for a, b in texts[:3])
    assert all(a == "Ben: draw a hidden card" and a != b for a, b in texts[3:])


def test_a_card_that_is_laid_open_is_named_to_all(game: Game) -> None:
    card = game.decisions()[0].ids[0]
    game.apply("anna", card)
    for seat in ("anna", "ben", None):
        entry = next(e for e in game.log(seat) if e["name"] == "lay")
        assert entry["text"] == f"Anna: lay {game.view()['zones'][2]['places'][0]['pieces'][0]['label']} on the pile"
        assert entry["args"] == ["anna", card]
        assert entry["cite"] == "C-3"


def test_the_log_goes_on_from_any_entry(game: Game) -> None:
    whole = game.log("anna")
    assert [entry["number"] for entry in whole] == list(range(len(whole)))
    assert game.log("anna", since=4) == whole[4:]
    assert game.log("anna", since=len(whole)) == []


def test_alike_pieces_are_one_option() -> None:
    for seed in range(40):
        game = Rulebook(card_game()).start(seed=seed)
        hand = ids(game.view("anna"), "hand_anna")
        if {"blank_1", "blank_2"} <= set(hand):
            assert len(game.decisions()[0].ids) == 2
            return
    raise AssertionError("no seed deals both blanks")


def slot_game() -> ir.Program:
    """Anna takes one of Ben's cards, which she cannot see."""
    made = card_game()
    game = function(
        "game",
        "phase",
        block(("shuffle", ("place", 0)), ("event", 1, (const(1), const(3)), -1, 1)),
        block(("set", 0, const(0)), ("choose", 1, 2, 2)),
        block(("move", slot(1), ("place", 1, ME), "top"), ("choose", 1, 3, 3)),
        block(("finish",)),
        lets=("taken",),
    )
    take = site("take", "choose", 0, local=1, domain=("contents", ("place", 1, const(1))), slot=1, secret=True)
    return evolve(made, functions=(game, *made.functions[1:]), sites=(made.sites[0], take))


def test_pieces_that_the_chooser_cannot_identify_are_slots() -> None:
    made = slot_game()
    assert verify(made) == []
    game = Rulebook(made).start(seed=2)
    decision = game.decisions()[0]
    assert decision.ids == ("slot_1", "slot_2", "slot_3")
    assert [option.label for option in decision.options] == [f"hidden card ({n})" for n in (1, 2, 3)]
    assert all(option.entities == () for option in decision.options)
    taken = set()
    for option in decision.ids:
        after = game.copy()
        after.apply("anna", option)
        taken.update(ids(after.view("anna"), "hand_anna"))
        assert ids(after.view(), "hand_anna") == [None]
    assert len(taken) == 3


def test_the_order_of_slots_tells_nothing() -> None:
    book = Rulebook(slot_game())
    taken: Counter[int] = Counter()
    for seed in range(300):
        game = book.start(seed=seed)
        lying = game._machine.Z[2]
        game.apply("anna", "slot_1")
        taken[lying.index(game._machine.Z[1][0])] += 1
    assert min(taken.values()) > 60


def test_naming_a_hidden_piece_does_not_tell_whether_it_is_there() -> None:
    game = Rulebook(slot_game()).start(seed=2)
    reasons = set()
    for name in ("one", "two", "three", "four", "five", "six", "blank_1", "blank_2"):
        with pytest.raises(Exception) as refused:
            game.apply("anna", name)
        reasons.add(str(refused.value).replace(name, "NAME"))
    assert len(reasons) == 1


# --- who knows what ---------------------------------------------------------------------------------------------------


def moves(*instrs: Any, zones: tuple[ir.Zone, ...] | None = None) -> Game:
    """Runs these instructions on a table of eight cards: deck, hands, pile; then Anna is asked something."""
    made = card_game()
    game = function("game", "phase", block(*instrs, ("ask", 1)), block(("finish",)))
    ask = site("ask", "ask", 0, chooser=const(0), alternatives=(ir.Alternative("ok", "OK", const(1), 1),))
    made = evolve(made, functions=(game, *made.functions[1:]), sites=(made.sites[0], ask))
    if zones is not None:
        made = evolve(made, zones=zones)
    assert verify(made) == []
    return Rulebook(made).start()


ONE, TWO, THREE = const(2), const(3), const(4)
TO_DECK, TO_ANNA, TO_BEN, TO_PILE = ("place", 0), ("place", 1, const(0)), ("place", 1, const(1)), ("place", 2)


def test_who_saw_a_card_go_somewhere_knows_it_there() -> None:
    game = moves(("move", ONE, TO_PILE, "top"), ("move", ONE, TO_DECK, "top"))
    for seat in ("anna", "ben", None):
        assert ids(game.view(seat), "deck")[:2] == ["one", None]


def test_a_shuffle_makes_all_forget() -> None:
    game = moves(("move", ONE, TO_PILE, "top"), ("move", ONE, TO_DECK, "top"), ("shuffle", TO_DECK))
    assert set(ids(game.view("anna"), "deck")) == {None}


def test_who_cannot_tell_which_card_left_a_hand_knows_none_of_it_any_more() -> None:
    to_hand = (("move", ONE, TO_PILE, "top"), ("move", ONE, TO_BEN, "top"), ("move", TWO, TO_BEN, "top"))
    game = moves(*to_hand)
    assert ids(game.view("anna"), "hand_ben") == ["one", None]
    # Ben puts a card back where only the number of cards can be seen: it may have been either.
    game = moves(*to_hand, ("move", TWO, TO_DECK, "top"))
    assert ids(game.view("anna"), "hand_ben") == [None]
    assert ids(game.view("ben"), "hand_ben") == ["one"]
    last = game.log("anna")[-1]
    assert last["text"] == "a hidden card: Hand Ben → Deck"
    # And had it been the card that she knew, her log must not tell.
    game = moves(*to_hand, ("move", ONE, TO_DECK, "top"))
    assert game.log("anna")[-1]["text"] == "a hidden card: Hand Ben → Deck"


def test_a_reveal_lets_one_seat_know() -> None:
    game = moves(("move", ONE, TO_BEN, "top"), ("reveal", ONE, const(0)))
    assert ids(game.view("anna"), "hand_ben") == ["one"]
    assert ids(game.view(), "hand_ben") == [None]
    assert [entry["text"] for entry in game.log("anna")][-1] == "Anna sees One"
    assert [entry["text"] for entry in game.log()][-1] == "Anna sees a hidden card"


def test_numbers_in_the_log_are_not_taken_for_pieces() -> None:
    assert [e["text"] for e in Rulebook(card_game()).start().log("ben") if e["name"] == "deal"] == [
        "Anna: Deal (3)",
        "Ben: Deal (3)",
    ]


# --- imagined games ---------------------------------------------------------------------------------------------------


def play_some(game: Game, luck: random.Random, answers: int) -> Game:
    for _ in range(answers):
        if game.over:
            break
        decision = luck.choice(game.decisions())
        game.apply(decision.seat, luck.sample(decision.ids, decision.least), decision.id)
    return game


@pytest.mark.parametrize("make", [card_game, duel, slot_game, rock_paper_scissors])
def test_an_imagined_game_looks_the_same_to_the_seat(make: Any) -> None:
    book = Rulebook(make())
    for seed in range(12):
        game = play_some(book.start(seed=seed), random.Random(seed), seed % 5)
        for seat in game.seats:
            possible = game.imagine(seat, seed)
            assert possible.view(seat) == game.view(seat)
            mine, theirs = ([d for d in g.decisions() if d.seat == seat] for g in (possible, game))
            assert [(d.id, d.ids, d.options) for d in mine] == [(d.id, d.ids, d.options) for d in theirs]
            assert [d.seat for d in possible.decisions()] == [d.seat for d in game.decisions()]


def test_an_imagined_game_deals_anew_what_the_seat_cannot_know(game: Game) -> None:
    hands = {tuple(ids(game.imagine("anna", seed).view("ben"), "hand_ben")) for seed in range(60)}
    assert len(hands) > 8
    own = {tuple(ids(game.imagine("anna", seed).view("anna"), "hand_anna")) for seed in range(10)}
    assert len(own) == 1
    secrets = {game.imagine("anna", seed).view("ben")["players"][1]["state"]["secret"] for seed in range(60)}
    assert secrets == {1, 2, 3, 4, 5, 6}


def test_an_imagined_game_depends_on_nothing_but_what_the_seat_knows() -> None:
    """Two games that a seat cannot tell apart give it the same imagined games."""
    book = Rulebook(card_game())
    game = book.start(seed=5)
    for seed in range(5):
        other = game.imagine("anna", seed + 100)
        assert other.hash() != game.hash()
        assert other.imagine("anna", seed).hash() == game.imagine("anna", seed).hash()


def test_a_secret_answer_of_another_seat_is_imagined_too() -> None:
    game = Rulebook(rock_paper_scissors()).start()
    game.apply("ben", "rock")
    results = set()
    for seed in range(60):
        possible = game.imagine("anna", seed)
        possible.apply("anna", "paper")
        results.add("draw" if possible.result is None else possible.result["winners"][0])
    assert results == {"anna", "ben", "draw"}


def test_an_imagined_game_can_be_played_and_copied_but_not_saved(game: Game) -> None:
    possible = game.imagine("anna", 1)
    play_some(possible.copy(), random.Random(1), 50)
    play_some(possible, random.Random(1), 50)
    assert possible.over
    with pytest.raises(Exception, match="never happened"):
        possible.save()


def test_pieces_are_imagined_only_where_they_may_lie() -> None:
    """Red and blue cards share a back, and each hand takes one colour only."""
    made = program(
        "colours",
        names=("red_1", "red_2", "blue_1", "blue_2", "deck", "reds", "blues"),
        kinds=(
            ir.Kind("player", "player", 0, 2, "player"),
            ir.Kind("Red", "red", 2, 2, "piece"),
            ir.Kind("Blue", "blue", 4, 2, "piece"),
        ),
        columns=(column("active", "", 0, 1, 0, type="entity"),),
        zones=(
            zone("deck", 6, 1, holds=((2, 4),), seen="none"),
            zone("reds", 7, 1, holds=((2, 2),), seen="none"),
            zone("blues", 8, 1, holds=((4, 2),), seen="none"),
        ),
        pieces=(2, 4),
        places=(6, 3),
        starts=(7, 6, 8, 6),
        functions=(function("game", "phase", block(("ask", 0)), block(("finish",))),),
        sites=(site("ask", "ask", 0, chooser=const(0), alternatives=(ir.Alternative("ok", "OK", const(1), 1),)),),
    )
    assert verify(made) == []
    game = Rulebook(made).start()
    lying = Counter(tuple(game.imagine("anna", seed)._machine.Z) for seed in range(80))
    assert len(lying) == 8  # two reds, two blues, and the other two in either order
    assert all(row[1][0] in (2, 3) and row[2][0] in (4, 5) for row in lying)
