"""Rules that are set going from outside of an answer, and break there: a RulesFault, and never anything else."""

from __future__ import annotations

import pytest

from rulewright.interpreter import BOTS, Game, RulesFault, Source, let_bot_answer, load
from rulewright.interpreter.runtime import history
from rulewright.interpreter.runtime.examples import run_example

HEAD = 'rulebook book "Book"\n    players ann, bob\n'


def started(text: str) -> Game:
    return load(Source("book.rules", HEAD + text)).start(seed=1)


DIVIDED = """state secret: 0..3 = 1, seen by nobody
state n of player: number = 0
value score(p: player): number = p.n / secret
game
    repeat 3 times
        each player from ann
            choose z in 1..(6 / secret)
            set me.n to z
"""


def test_what_the_rules_break_on_is_not_imagined() -> None:
    game = started(DIVIDED)
    assert {len(game.imagine("ann", seed).decisions()[0].ids) for seed in range(30)} == {2, 3, 6}


# Nothing says what it could be, so that it is taken to be what it was at the beginning.
UNIMAGINABLE = """state secret: number = 0, seen by nobody
state n of player: number = 0
value score(p: player): number = p.n / (p.n - p.n)
game
    set secret to 2
    repeat 3 times
        each player from ann
            choose z in 1..(6 / secret)
            set me.n to z
"""


def test_where_nothing_can_be_imagined_it_is_a_fault() -> None:
    with pytest.raises(RulesFault, match="divides by zero"):
        started(UNIMAGINABLE).imagine("ann", 1)


@pytest.mark.parametrize("text", [UNIMAGINABLE, UNIMAGINABLE.replace("number = 0, seen by nobody", "number = 0")])
@pytest.mark.parametrize("bot", BOTS)
def test_bots_play_on_where_the_rules_break_in_their_imagination(bot: str, text: str) -> None:
    game = started(text)
    for _ in range(6):
        let_bot_answer(game, game.decisions()[0], bot, 1)
    assert not game.decisions()


def test_an_example_that_asks_something_of_none_fails_and_the_others_run() -> None:
    text = """kind Card
    state friend: Card or none = none
    starts in deck
Card ace "Ace"
zone deck "Deck" of Card, face down
game
    choose z in 1..2 asking ann
    say "{z}"
example "one"
    then
        ann sees ace.friend.friend
example "two"
    then
        ace.friend = none
"""
    book = load(Source("book.rules", HEAD + text))
    found = [run_example(book.code, example) for example in book.program.examples]
    assert [(each.passed, each.message) for each in found] == [(False, "this asks something of none"), (True, "")]


def test_an_invariant_that_cannot_be_reckoned_is_broken() -> None:
    game = started("""state n: number = 0
invariant "small": 10 / n >= 0
game
    choose z in 1..2 asking ann
    set n to z
""")
    assert game.broken_invariants() == ("small",)


CRY = """game
    repeat 2 times
        choose j in 1..2 asking ann
        say "{j}"
interjection cry "Cry"
    require (count a in 1..1000 where (count b in 1..100 where a = b) > 0) > 0
    say "cry"
"""


def test_what_can_be_interjected_does_not_depend_on_how_often_it_is_asked() -> None:
    game = started(CRY)
    assert {game.interjections("bob") for _ in range(80)} == {("cry",)}


def test_a_game_of_interjections_ends_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LONGEST", 3)
    game = started(CRY)
    for _ in range(3):
        game.interject("bob", "cry")
    before = game.hash()
    with pytest.raises(RulesFault, match="does not end"):
        game.interject("bob", "cry")
    assert game.hash() == before
