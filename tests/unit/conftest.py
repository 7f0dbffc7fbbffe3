"""A small game built by hand: players take cards from a deck, a card modifies a value, a rule waits for an effect."""

from __future__ import annotations

import pytest

from rulewright.interpreter.ir import program as ir
from tests.unit.building import ME, THIS, TRUE, block, column, function, modifier, rule, site, value, zone

# Entities: 0 1 players, 2 3 4 cards, 5 deck, 6 7 hands, 8 9 cells of a board of 2 x 1, 10 its only line.
NOTHING = ("const", 0)
MY_HAND = ("place", 1, ME)
DECK = ("place", 0)


def make_box() -> ir.Program:
    functions = (
        function(
            "game",
            "phase",
            block(("shuffle", DECK), ("jump", 1)),
            block(("settle", 2)),
            block(("branch", ("lt", ("global", 1), ("const", 9)), 3, 5)),
            block(("set_global", 1, ("add", ("global", 1), TRUE)), ("set", 0, ("global", 0)), ("offer", 1, 4, 4)),
            block(("set_global", 0, ("sub", TRUE, ("global", 0))), ("jump", 1)),
            block(("rank", 0, ("players",), ((("value", 1, ("local", 0)), True),))),
        ),
        function(
            "take",
            "action",
            block(("choose", 0, 1, 2)),
            block(("event", 2, (ME, ("slot", 1), MY_HAND), -1, 2)),
            block(("return",)),
            lets=("card",),
            prefix=(
                ir.PrefixItem("require", ("lt", ("count", ("contents", MY_HAND)), ("const", 2)), 0, -1, "", "T-3", 3),
                ir.PrefixItem("choose", TRUE, 0, 0, "", "", 0),
            ),
            cite="T-2",
        ),
        function(
            "draw",
            "effect",
            block(("set", 3, ("value", 0, ("slot", 1), ("slot", 2))), ("header",)),
            block(("move", ("slot", 1), ("slot", 2), "top"), ("say", "{0} drew {1}", (ME, ("slot", 1))), ("return",)),
            params=("card", "hand"),
            lets=("worth",),
            fields=(("worth", 3),),
            body=1,
        ),
        function(
            "greet",
            "rule",
            block(("set_prop", 2, ("slot", 0), ("add", ("prop", 2, ("slot", 0)), ("outer", 2, 3))), ("return",)),
            params=("this", "card", "hand"),
        ),
    )
    in_hand = ir.Where(("gt", ("prop", 3, ("local", 5)), NOTHING), "that card is worth nothing", "T-4", 2)
    not_red = ir.Where(("ne", ("prop", 4, ("local", 5)), NOTHING), "", "T-5", 1)
    return ir.Program(
        version=ir.VERSION,
        name="box",
        title="The Box",
        least_players=2,
        most_players=2,
        names=("anna", "ben", "fox", "owl", "hen", "deck", "hand_anna", "hand_ben", "c1", "c2", "row"),
        labels=("Anna", "Ben", "Fox", "Owl", "Hen", "the deck", "Anna's hand", "Ben's hand", "cell 1", "cell 2", "row"),
        kinds=(
            ir.Kind("player", "player", 0, 2, "player"),
            ir.Kind("Card", "card", 2, 3, "piece"),
            ir.Kind("Bird", "bird", 3, 2, "piece"),
            ir.Kind("lane", "lane", 10, 1, "line"),
        ),
        enums=(
            ir.Enum("Colour", ("red", "blue"), ("Red", "Blue")),
            ir.Enum("coin", ("heads", "tails"), ("Heads", "Tails")),
        ),
        columns=(
            column("active", "", 0, 1, 0, type="entity"),
            column("round", "", 0, 1, 1, low=0, high=99),
            column("points", "player", 0, 2, 2, low=0, high=50),
            column("worth", "Card", 2, 3, -2, constant=True, initial=()),
            column("colour", "Card", 2, 3, 1, constant=True, initial=(), type="Colour"),
        ),
        constants=(1, 2, 3, 0, 1, 0),
        state_size=4,
        zones=(
            zone("deck", 5, 1, seen="none"),
            zone("hand", 6, 2, keys=(("owner", 0, 2),), owner_key=0, capacity=3, seen="owner"),
            zone("city", 8, 2, keys=(("x", 1, 2), ("y", 1, 1)), capacity=1, board=(2, 1)),
        ),
        pieces=(2, 3),
        places=(5, 5),
        starts=(5, 5, 5),
        backs=(0, 0, 0),
        alike=(0, 1, 2),
        relations=(ir.Relation("beside", 8, ((9,), (8,))), ir.Relation("cells", 10, ((8, 9),))),
        dice=(ir.Die("coin", (0, 1), 5),),
        tables=(ir.Table("prizes", (1,), (3,), (5, 3, 1)),),
        values=(
            value("worth_of", ("prop", 3, ("local", 0)), "card", "hand", modifiers=(0, 1), cite="T-1"),
            value("score", ("sum", 1, ("contents", ("place", 1, THIS)), ("prop", 3, ("local", 1))), "p"),
        ),
        modifiers=(
            modifier(
                "fox_bonus",
                0,
                "add",
                ("const", 3),
                pieces=(2,),
                this_arg=0,
                guard=("eq", ("owner", ("local", 2)), ("global", 0)),
                cite="T-6",
                span=1,
            ),
            modifier("double", 0, "multiply", ("const", 2), guard=("gt", ("global", 1), ("const", 3)), cite="T-7"),
        ),
        functions=functions,
        sites=(
            site(
                "card",
                "choose",
                1,
                local=5,
                domain=("contents", DECK),
                wheres=(in_hand, not_red),
                slot=1,
                prefix_at=2,
                prompt="Which card?",
                cite="T-4",
            ),
            site("turn", "offer", 0, menu=(ir.MenuItem(1, (ME,)),), passing="Pass"),
        ),
        rules=(rule("greeting", "after", 2, 3, pieces=(3,), this_arg=0, cite="T-8"),),
        parts=(),
        interjections=(),
        main=0,
        active=0,
        standing=-1,
        score=1,
        examples=(
            ir.Example("counting", 2, (ir.Step("expect", -1, 0, (), ("eq", ("global", 1), NOTHING), "", 0),), "", 0),
        ),
        invariants=(ir.Invariant("short", ("le", ("global", 1), ("const", 99)), 0),),
        notes=(ir.Note("ruling", ("T-9",), "as printed", 0),),
        spans=(
            ir.Place("box.rules", 1, 1, ""),
            ir.Place("box.rules", 7, 5, "T-1"),
            ir.Place("box.rules", 9, 5, "T-4"),
            ir.Place("box.rules", 12, 3, "T-3"),
        ),
    )


@pytest.fixture
def box() -> ir.Program:
    return make_box()
