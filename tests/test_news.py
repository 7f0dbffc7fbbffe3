"""What has happened, told briefly: only what did happen, and to whom."""

from rulewright.cli.news import News
from rulewright.interpreter import Source, load

CELLAR = """
rulebook cellar "Cellar"
    players anna "Anna", otto "Otto"
    use std.decks, std.turns
kind Keg "Keg"
    state open "open": flag = no
    starts in store
Keg ale "Ale"
Keg stout "Stout"
zone store "Store" of Keg, ordered
zone pile "Pile" of Keg, ordered
zone shelf "Shelf" (owner: player) of Keg
game
    pick_starter
    turn of anna
        refill(store, from: pile)
        tap_rival
        draw(2, from: store, into: shelf(me))
        discard_all(shelf(me), pile)
        draw(1, from: store, into: shelf(me))
        refill(store, from: pile)
        draw(1, from: store, into: shelf(me))
        praise(otto)
    turn of otto: praise(anna)
    turn of anna: choose yes_or_no in 1..2
effect tap_rival    text "open a keg of your rival"
    choose k in shelf(me.next)
    set k.open to yes
effect praise(p: player)    text "{p} is praised for your sake"
    say "Well done."
    cheer(p)
    cheer(p)
effect cheer(p: player)    text "{p} must bow"
    set p.passed to no
"""


def test_effects_of_which_nothing_came_are_not_told_and_chance_says_whom_it_chose() -> None:
    book = load(Source("cellar.rules", CELLAR))
    game = book.start(seed=1)
    told = News(book).lines(game.log("anna"), "otto")
    starter = game.view(None)["state"]["starter"]
    names = {"anna": "Anna", "otto": "Otto"}
    assert told[0] == f"{names[starter]} begins."
    text = "\n".join(told)
    assert "random" not in text
    assert "rival" not in text
    assert text.count("to make it again") == 1
    assert "Ale, Stout: Store → Anna's shelf" in text
    assert "discard all" not in text
    assert "praised" not in text
    assert "Anna: Otto must bow (2 times)" in told
    assert "your" not in text


def test_there_may_be_no_news() -> None:
    assert News(load(Source("cellar.rules", CELLAR))).lines([], "anna") == []


def test_a_piece_that_stays_in_its_place_is_said_to_go_to_which_end_of_it() -> None:
    text = CELLAR.replace(
        "draw(2, from: store",
        "move store.top to bottom of store\n        reveal store to anna\n        draw(2, from: store",
    )
    book = load(Source("cellar.rules", text.replace("of Keg, ordered", "of Keg, ordered, face down", 1)))
    told = "\n".join(News(book).lines(book.start(seed=1).log(None), None))
    assert "Store → bottom of Store" in told
    assert "Anna sees 2 × hidden Keg" in told
