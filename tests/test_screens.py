"""What the screens of `play` show of the table."""

import io

import pytest
from rich.console import Console

from rulewright.cli.answers import Unclear
from rulewright.cli.asking import Asking
from rulewright.cli.menu import menu
from rulewright.cli.pieces import Words
from rulewright.cli.pretty import PrettyScreen
from rulewright.cli.table import Table, look
from rulewright.interpreter import Game, Rulebook, Source, load

MARKET = """
rulebook market "Market"
    players anna "Anna", otto "Otto"
    use std.turns
kind Stall "Stall"
    starts in square
Stall fish "Fish"
Stall bread "Bread"
kind Coin "Coin"
    worth: number
    starts in purse(anna)
Coin penny "Penny": worth 1
Coin crown "Crown": worth 5
zone square "Square" of Stall, ordered
zone till "Till of the" (owner: player, stall: Stall) of Coin
zone purse "Purse" (owner: player) of Coin
value takings "Takings" (p: player, s: Stall): number = sum of c.worth for c in till(p, s)
value rich "Rich" (p: player): flag = purse(p).size > 1
value left_over "Coins left": number = purse(anna).size
value unlabelled: number = 7
game
    repeat 2 times as fair
        each player from starter
            choose c in purse(anna) "Spend which?"
            choose s in Stall "Where?"
            move c to till(me, s)
"""


def started() -> tuple[Rulebook, Game]:
    book = load(Source("market.rules", MARKET))
    return book, book.start(seed=1)


def plain(book: Rulebook, game: Game, width: int = 100) -> list[str]:
    return list(Table(Words(book)).lines(look(game, "anna", book.program), width))


def test_values_with_a_label_and_places_at_pieces_stand_on_the_table() -> None:
    book, game = started()
    game.apply("anna", "crown")
    game.apply("anna", "bread")
    assert plain(book, game) == [
        "Coins left: 1, Starting player: Anna, Fair: 1",
        "Fish",
        "Bread: Anna's till: Takings 5: Crown (5)",
        "Anna",
        "  Purse: Penny (1)",
        "Otto (active)",
        "  Empty: Purse",
    ]


def test_a_flag_is_named_while_it_holds_and_a_loop_while_it_runs() -> None:
    book, game = started()
    assert "Anna (active): Rich" in plain(book, game)
    for coin in ("penny", "crown"):
        game.apply(game.decisions()[0].seat, coin)
        game.apply(game.decisions()[0].seat, "fish")
    assert game.over or "Fair" in plain(book, game)[0]
    assert "unlabelled" not in "\n".join(plain(book, game))


def test_a_low_window_leaves_out_what_is_empty_and_keeps_the_options() -> None:
    def drawn(height: int) -> str:
        book, game = started()
        out = io.StringIO()
        screen = PrettyScreen(book, Console(file=out, width=80, height=height, highlight=False))
        screen.turn(game, menu(game, game.decisions()[0], Words(book)), ["Something has happened."] * 20)
        return out.getvalue()

    high, low = drawn(60), drawn(18)
    assert "Empty:" in high
    assert "Empty:" not in low
    assert len(low.splitlines()) < 18
    for text in (high, low):
        assert "Spend which?" in text
        assert "Penny" in text


def test_options_come_in_the_order_in_which_the_table_shows_them() -> None:
    book, game = started()
    found = menu(game, game.decisions()[0], Words(book))
    held = next(zone for zone in game.view("anna")["zones"] if zone["id"] == "purse")["places"][0]["pieces"]
    assert [each.option.id for each in found.choices] == [piece["id"] for piece in held]
    assert [found.meant(each.key) for each in found.choices] == [[[piece["id"]]] for piece in held]
    assert found.meant("cro") == [["crown"]]


BACKED = """
rulebook backed "Backed"
    players anna "Anna", otto "Otto"
kind Tile "Tile"
    sides front, back rear "face down"
    starts in stock
Tile oak "Oak"
Tile elm "Elm"
Tile ash "Ash"
zone stock "Stock" of Tile, ordered, top seen
zone hand "Hand" (owner: player) of Tile, seen by owner
zone store "Store" (owner: player) of Tile, face down
game
    reveal elm to anna
    for t in stock: flip t to rear
    move oak to hand(anna)
    reveal ash to anna
    move ash to store(anna)
    choose t in hand(anna) asking anna
"""


def test_which_side_is_up_is_told_where_somebody_could_take_it_for_the_other() -> None:
    book = load(Source("backed.rules", BACKED))
    lines = plain(book, book.start(seed=1))
    assert "Stock: Elm (face down)" in lines
    assert "  Hand: Oak" in lines
    assert "  Store: Ash" in lines


def test_options_that_lie_in_different_places_say_where() -> None:
    text = MARKET.replace('choose c in purse(anna) "Spend which?"', 'choose c in Coin "Spend which?"')
    book = load(Source("market.rules", text))
    game = book.start(seed=1)

    def notes() -> dict[str, str]:
        return {each.option.id: each.note for each in menu(game, game.decisions()[0], Words(book)).choices}

    assert notes() == {"penny": "worth 1", "crown": "worth 5"}
    game.apply("anna", "crown")
    game.apply("anna", "bread")
    assert notes() == {"penny": "worth 1, Anna's purse", "crown": "worth 5, Anna's till of the Bread"}


def test_an_option_is_meant_by_the_beginning_of_any_word_of_its_name() -> None:
    text = MARKET.replace('"Penny"', '"A Red Penny"').replace('"Crown"', '"A Red Crown"')
    book = load(Source("market.rules", text))
    game = book.start(seed=1)
    found = menu(game, game.decisions()[0], Words(book))
    assert found.meant("Pen") == [["penny"]]
    assert found.meant("red cr") == [["crown"]]
    for unclear in ("red", "ed penny", "cr owns"):
        with pytest.raises(Unclear):
            found.meant(unclear)
    assert "can be chosen" in Asking(book).why(game, found, "red penny")
