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


LOFT = """
rulebook loft "Loft"
    players anna "Anna", otto "Otto"
kind Dove "Dove"
    starts in cote
Dove white "White"
Dove grey "Grey"
Dove black "Black"
zone cote "Cote" of Dove, ordered, top seen
zone roof "Roof" of Dove, ordered
game
    for d in cote: move d to roof
    move all roof to top of cote
    repeat 2 times: move cote.top to roof
"""


def test_what_lies_on_top_and_goes_on_at_once_is_told_where_it_goes() -> None:
    book = load(Source("loft.rules", LOFT))
    told = News(book).lines(book.start(seed=1).log("anna"), "anna")
    assert "White, Grey: Cote → Roof" in told
    assert not any("sees White" in line or "sees Grey" in line for line in told)


TRADE = """
rulebook trade "Trade"
    players anna "Anna", otto "Otto"
kind Gem "Gem"
    starts in pouch(anna)
Gem ruby "Ruby"
Gem opal "Opal"
Gem jade "Jade"
zone pouch "Pouch" (owner: player) of Gem, seen by owner
game
    turn of anna
        choose exactly 2 of given in pouch(me)
        for g in given: move g to pouch(me.next)
    turn of anna: choose yes_or_no in 1..2
"""


def test_hidden_things_that_were_chosen_are_counted() -> None:
    game = load(Source("trade.rules", TRADE)).start(seed=1)
    game.apply("anna", ["ruby", "jade"])
    assert "Anna: Ruby and Jade" in [entry["text"] for entry in game.log("anna")]
    assert "Anna: 2 hidden Gems" in [entry["text"] for entry in game.log(None)]


def test_a_piece_that_stays_in_its_place_is_said_to_go_to_which_end_of_it() -> None:
    text = CELLAR.replace(
        "draw(2, from: store",
        "move store.top to bottom of store\n        reveal store to anna\n        draw(2, from: store",
    )
    book = load(Source("cellar.rules", text.replace("of Keg, ordered", "of Keg, ordered, face down", 1)))
    told = "\n".join(News(book).lines(book.start(seed=1).log(None), None))
    assert "Store → bottom of Store" in told
    assert "Anna sees 2 × hidden Keg" in told
