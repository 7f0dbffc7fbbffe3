"""Every form of a declaration, and the node that it becomes."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.interpreter.syntax import nodes as n
from tests.language.making import (
    GO,
    HERE,
    NO,
    A,
    C,
    attribute,
    binary,
    kind_of,
    labelled,
    name,
    num,
    param,
    ref,
)
from tests.language.reading import declared


def prop(text: str, kind: n.Type, default: n.Expr | None = None, back: bool = False) -> n.Property:
    return n.Property(name(text), kind, default, back, span=HERE)


def state(text: str, kind: n.Type, **other: Any) -> n.State:
    fields: dict[str, Any] = {"label": "", "owner": None, "initial": None, "seen": ()}
    return n.State(name=name(text), type=kind, **{**fields, **other}, span=HERE)


def zone(text: str, **other: Any) -> n.Zone:
    fields: dict[str, Any] = {
        "label": "",
        "params": (),
        "holds": (name("Card"),),
        "ordered": False,
        "face_down": False,
        "top_seen": False,
        "seen_by": None,
        "capacity": None,
    }
    return n.Zone(name=name(text), **{**fields, **other}, span=HERE)


def callable_(word: str, called: str, **other: Any) -> n.Callable:
    fields: dict[str, Any] = {"label": "", "params": (), "text": "", "body": (GO,)}
    return n.Callable(word=word, name=name(called), **{**fields, **other}, span=HERE)


def piece(**other: Any) -> n.Piece:
    fields: dict[str, Any] = {"kind": name("Card"), "name": name("fox"), "label": "", "count": 1, "lines": ()}
    return n.Piece(**{**fields, **other}, span=HERE)


def has(text: str, value: n.Expr) -> n.GivenProperty:
    return n.GivenProperty(name(text), value, span=HERE)


NUMBER = kind_of("number")
DECLARATIONS: list[tuple[str, n.Declaration]] = [
    ("rulebook box", n.Book(name("box"), "", 2, 2, (), (), (), (), span=HERE)),
    (
        'rulebook box "The Box"\n    players 2 to 4\n    use std.cards, std.dice\n    include "more.rules"\n'
        '    side us "Us": a, b',
        n.Book(
            name("box"),
            "The Box",
            2,
            4,
            (),
            (name("std.cards"), name("std.dice")),
            (name("more.rules"),),
            ((labelled("us", "Us"), (name("a"), name("b"))),),
            span=HERE,
        ),
    ),
    ("rulebook box\n    players 3", n.Book(name("box"), "", 3, 3, (), (), (), (), span=HERE)),
    (
        'rulebook box\n    players ada "Ada", ben',
        n.Book(name("box"), "", 2, 2, (labelled("ada", "Ada"), labelled("ben")), (), (), (), span=HERE),
    ),
    (
        'enum Colour: red, blue "Dark blue"',
        n.Enum(name("Colour"), (labelled("red"), labelled("blue", "Dark blue")), span=HERE),
    ),
    ("enum Colour: red,\n    blue", n.Enum(name("Colour"), (labelled("red"), labelled("blue")), span=HERE)),
    (
        'die cube "Cube": hit "Hit" x 2, miss',
        n.Die(name("cube"), "Cube", (labelled("hit", "Hit", 2), labelled("miss")), span=HERE),
    ),
    ("kind Card", n.Kind(name("Card"), "", None, (), (), (), (), None, None, None, span=HERE)),
    (
        'kind Card "Card" of Thing\n    worth: number = 3\n    back colour: Colour\n    owner: player or none\n'
        '    friends: list of Card\n    state damage: 0..9 = 0\n    part top "Top"\n    sides day "Day", night\n'
        "    works in hand, table\n    starts in deck\n",
        n.Kind(
            name("Card"),
            "Card",
            name("Thing"),
            (
                prop("worth", NUMBER, num(3)),
                prop("colour", kind_of("Colour"), back=True),
                prop("owner", kind_of("player", optional=True)),
                prop("friends", kind_of("Card", many=True)),
            ),
            (state("damage", kind_of("number", bounds=(0, 9)), initial=num(0)),),
            (labelled("top", "Top"),),
            (labelled("day", "Day"), labelled("night")),
            None,
            (name("hand"), name("table")),
            ref("deck"),
            span=HERE,
        ),
    ),
    ("kind Card\n    works anywhere", n.Kind(name("Card"), "", None, (), (), (), (), None, (), None, span=HERE)),
    (
        'kind Card\n    sides hero "Hero side up", back place\n',
        n.Kind(
            name("Card"),
            "",
            None,
            (),
            (),
            (),
            (labelled("hero", "Hero side up"), labelled("place")),
            name("place"),
            None,
            None,
            span=HERE,
        ),
    ),
    ("zone deck of Card", zone("deck")),
    ("zone deck of Card, ordered, top seen", zone("deck", ordered=True, top_seen=True)),
    ("zone deck of Card, Hat", zone("deck", holds=(name("Card"), name("Hat")))),
    (
        'zone lane "Lane" (owner: player, line: 1..3) of Card, ordered, face down, at most 2, seen by owner',
        zone(
            "lane",
            label="Lane",
            ordered=True,
            face_down=True,
            capacity=2,
            seen_by=name("owner"),
            params=(param("owner", "player"), n.Param(name("line"), kind_of("number", bounds=(1, 3)))),
        ),
    ),
    ("zone deck of Card, face up", zone("deck")),
    ("board city: grid 3 x 2", n.Board(zone("city", holds=()), 3, 2, (), (), span=HERE)),
    (
        'board city "City": grid 3 x 2 of Card, at most 1\n    state fire: flag = no\n    lines row "Row": 3\n'
        "    lines file: vertical\n    lines rank: horizontal\n    lines slope: diagonal\n",
        n.Board(
            zone("city", label="City", capacity=1),
            3,
            2,
            (state("fire", kind_of("flag"), initial=NO),),
            (
                n.Lines(name("row"), "Row", "", 3, span=HERE),
                n.Lines(name("file"), "", "vertical", 0, span=HERE),
                n.Lines(name("rank"), "", "horizontal", 0, span=HERE),
                n.Lines(name("slope"), "", "diagonal", 0, span=HERE),
            ),
            span=HERE,
        ),
    ),
    (
        "table prize(place: 1..3): number\n    1: 5, 6\n    2: 3\n",
        n.Table(
            name("prize"),
            "",
            (n.Param(name("place"), kind_of("number", bounds=(1, 3))),),
            NUMBER,
            ((num(1), (num(5), num(6))), (num(2), (num(3),))),
            span=HERE,
        ),
    ),
    ("state round: number", state("round", NUMBER)),
    (
        'state points "Points" of player: -5..9 = 0, seen by owner, ada',
        state(
            "points",
            kind_of("number", bounds=(-5, 9)),
            label="Points",
            owner=name("player"),
            initial=num(0),
            seen=(name("owner"), name("ada")),
        ),
    ),
    ("state damage of Card: number", state("damage", NUMBER, owner=name("Card"))),
    ("value v: number = 3", n.Value(name("v"), "", (), NUMBER, "", num(3), span=HERE)),
    (
        'value v "Worth" (c: Card, p: player): flag text "{c} is worth it" =\n    c.worth > 3',
        n.Value(
            name("v"),
            "Worth",
            (param("c", "Card"), param("p", "player")),
            kind_of("flag"),
            "{c} is worth it",
            binary(">", attribute(C, "worth"), num(3)),
            span=HERE,
        ),
    ),
    ("effect hit: go", callable_("effect", "hit")),
    (
        'effect hit "Hit" (c: Card) text "hit {c}"\n    go',
        callable_("effect", "hit", label="Hit", params=(param("c", "Card"),), text="hit {c}"),
    ),
    ('action take "Take" text "take it": go', callable_("action", "take", label="Take", text="take it")),
    ('interjection shout "Shout" text "shout": go', callable_("interjection", "shout", label="Shout", text="shout")),
    ("phase dusk(p: player)\n    go", callable_("phase", "dusk", params=(param("p", "player"),))),
    ("game\n    go", callable_("game", "game")),
    ("game: go", callable_("game", "game")),
    (
        "change phase dusk\n    set lap to 3 times\n    add a, b to offer of c\n    add a to offer\n    remove d\n"
        '    add option "Rest" as rest if a: go\n    add option "No"\n        go\n',
        n.ChangeBody(
            "phase",
            name("dusk"),
            None,
            None,
            (n.Times(name("lap"), num(3)),),
            (),
            (name("d"),),
            (
                n.AddToOffer(((name("a"), ()), (name("b"), ())), name("c"), span=HERE),
                n.AddToOffer(((name("a"), ()),), None, span=HERE),
            ),
            (
                n.Option("Rest", name("rest"), A, (GO,), span=HERE),
                n.Option("No", None, None, (GO,), span=HERE),
            ),
            span=HERE,
        ),
    ),
    ("Card fox", piece()),
    ('Card fox "Fox" x 3', piece(label="Fox", count=3)),
    ("Card fox: worth 3", piece(lines=(has("worth", num(3)),))),
    ("Card fox: worth 3, colour red", piece(lines=(has("worth", num(3)), has("colour", ref("red"))))),
    (
        'Card fox x 2\n    worth 3\n    colour red\n    flavour "Sly."\n    starts in deck\n'
        "    top: go\n    bottom\n        go\n    side night\n        worth 5\n",
        piece(
            count=2,
            lines=(
                has("worth", num(3)),
                has("colour", ref("red")),
                n.Flavour("Sly.", span=HERE),
                n.Starts(ref("deck"), span=HERE),
                n.PartBody(name("top"), (GO,), span=HERE),
                n.PartBody(name("bottom"), (GO,), span=HERE),
                n.SideBlock(name("night"), (has("worth", num(5)),), span=HERE),
            ),
        ),
    ),
    ('invariant "few": a < 3', n.Invariant("few", binary("<", A, num(3)), span=HERE)),
    (
        'ruling DP-3, DP-4 "As printed."\n    "Always."',
        n.Note("ruling", ("DP-3", "DP-4"), "As printed. Always.", span=HERE),
    ),
    ('excuse DP-3 "Not yet."', n.Note("excuse", ("DP-3",), "Not yet.", span=HERE)),
    (
        'example "it works"\n    players 3\n    given\n        stack deck: fox, owl\n        dice hit, miss\n'
        "        go\n    when\n        ada chooses fox, 3\n    then\n        a = 3\n        ada may choose fox\n"
        "        ada may not choose owl, fox\n",
        n.Example(
            "it works",
            3,
            (
                n.Section(
                    "given",
                    (
                        n.Stack(ref("deck"), (ref("fox"), ref("owl")), span=HERE),
                        n.Dice((name("hit"), name("miss")), span=HERE),
                        GO,
                    ),
                    (),
                ),
                n.Section("when", (n.Answers(name("ada"), (ref("fox"), num(3)), span=HERE),), ()),
                n.Section(
                    "then",
                    (),
                    (
                        n.Expectation("expect", binary("=", A, num(3)), None, (), HERE),
                        n.Expectation("may_choose", None, name("ada"), (ref("fox"),), HERE),
                        n.Expectation("may_not_choose", None, name("ada"), (ref("owl"), ref("fox")), HERE),
                    ),
                ),
            ),
            span=HERE,
        ),
    ),
]


@pytest.mark.parametrize(("text", "node"), DECLARATIONS, ids=[text.splitlines()[0] for text, _ in DECLARATIONS])
def test_a_declaration(text: str, node: n.Declaration) -> None:
    assert declared(text) == node
