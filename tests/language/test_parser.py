"""Every form of the language, and the node that it becomes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.diagnostics import render_text
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import nodes as n
from rulewright.interpreter.syntax.walk import walk
from rulewright.interpreter.syntax.words import BLOCKS, RESERVED
from tests.language.reading import BOOKS, declared, expression, read, statement

HERE = Source("", "").span(1, 1)


def name(text: str) -> n.Name:
    return n.Name(text, HERE)


def ref(text: str) -> n.Ref:
    return n.Ref(text, span=HERE)


def num(value: int) -> n.Number:
    return n.Number(value, span=HERE)


def binary(op: str, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary(op, left, right, span=HERE)


def arg(value: n.Expr, called: str | None = None) -> n.Arg:
    return n.Arg(called, "expr", value, None, HERE)


def binder(text: str) -> n.Arg:
    return n.Arg(None, "binder", None, name(text), HERE)


ANYTHING = n.Arg(None, "anything", None, None, HERE)


def call(text: str, *args: n.Arg | n.Expr, printed: bool = False) -> n.Call:
    return n.Call(name(text), tuple(arg(x) if isinstance(x, n.Expr) else x for x in args), printed, span=HERE)


def attribute(of: n.Expr, text: str) -> n.Attribute:
    return n.Attribute(of, name(text), span=HERE)


def over(word: str, *, where: n.Expr | None = None, result: n.Expr | None = None, order: Any = ()) -> n.Quantifier:
    return n.Quantifier(word, name("m"), ref("ms"), where, result, order, span=HERE)


def kind_of(text: str, optional: bool = False, many: bool = False, bounds: Any = None) -> n.Type:
    return n.Type(text, optional, many, bounds, HERE)


def labelled(text: str, label: str = "", count: int = 1) -> n.Labelled:
    return n.Labelled(name(text), label, count)


def param(text: str, kind: str) -> n.Param:
    return n.Param(name(text), kind_of(kind))


def perform(text: str, *args: n.Arg | n.Expr, tag: str | None = None) -> n.Perform:
    given = tuple(arg(x) if isinstance(x, n.Expr) else x for x in args)
    return n.Perform(name(text), given, name(tag) if tag else None, span=HERE)


def condition(test: n.Expr, reason: str = "", cite: tuple[str, ...] = ()) -> n.Condition:
    return n.Condition(test, reason, cite, HERE)


NONE, YES, NO = (n.Literal(word, span=HERE) for word in ("none", "yes", "no"))
A, B, C, M, MS, ME = (ref(word) for word in ("a", "b", "c", "m", "ms", "me"))
M_X = attribute(M, "x")
GO = perform("go")

EXPRESSIONS: list[tuple[str, n.Expr]] = [
    ("3", num(3)),
    ("a", A),
    ("Card", ref("Card")),
    ("none", NONE),
    ("yes", YES),
    ("no", NO),
    ("a.b.c", attribute(attribute(A, "b"), "c")),
    ("a.in", attribute(A, "in")),
    ("f()", call("f")),
    ("f(a, b)", call("f", A, B)),
    ("f(a, to: b)", call("f", arg(A), arg(B, "to"))),
    ("f(a).x", attribute(call("f", A), "x")),
    ("printed f(a)", call("f", A, printed=True)),
    ("(a)", A),
    ("[]", n.ListLiteral((), span=HERE)),
    ("[a, 3]", n.ListLiteral((A, num(3)), span=HERE)),
    ("-a", n.Unary("-", A, span=HERE)),
    ("a + b * c", binary("+", A, binary("*", B, C))),
    ("a - b - c", binary("-", binary("-", A, B), C)),
    ("a / b mod c", binary("mod", binary("/", A, B), C)),
    ("(a + b) * c", binary("*", binary("+", A, B), C)),
    ("not a and b or c", binary("or", binary("and", n.Unary("not", A, span=HERE), B), C)),
    ("a or b and c", binary("or", A, binary("and", B, C))),
    ("a = b", binary("=", A, B)),
    ("a != b", binary("!=", A, B)),
    ("a < b", binary("<", A, B)),
    ("a <= b", binary("<=", A, B)),
    ("a > b", binary(">", A, B)),
    ("a >= b", binary(">=", A, B)),
    ("a in b", binary("in", A, B)),
    ("a in 1..3", binary("in", A, n.Range(num(1), num(3), span=HERE))),
    ("a is Card", n.IsA(A, name("Card"), False, span=HERE)),
    ("a is ready", n.IsA(A, name("ready"), False, span=HERE)),
    ("a is none", n.IsA(A, name("none"), False, span=HERE)),
    ("a is not Card", n.IsA(A, name("Card"), True, span=HERE)),
    ("if a then b else c", n.IfThen(A, B, C, span=HERE)),
    ("count m in ms", over("count")),
    ("count m in ms where m.x", over("count", where=M_X)),
    ("sum of m.x for m in ms where a", over("sum", where=A, result=M_X)),
    ("most of m.x for m in ms", over("most", result=M_X)),
    ("least of m.x for m in ms", over("least", result=M_X)),
    ("some m in ms", over("some")),
    ("some m in ms where m.x", over("some", where=M_X)),
    ("every m in ms has m.x", over("every", result=M_X)),
    ("first m in ms", over("first")),
    (
        "first m in ms by m.x descending then by a where b",
        over("first", where=B, order=(n.OrderKey(M_X, True), n.OrderKey(A, False))),
    ),
    ("last m in ms where m.x", over("last", where=M_X)),
    ("list m in ms by a", over("list", order=(n.OrderKey(A, False),))),
    ("list of m.x for m in ms", over("map", result=M_X)),
    ("a + count m in ms", binary("+", A, over("count"))),
    ("a = count m in ms", binary("=", A, over("count"))),
    ("a and count m in ms where m.x", binary("and", A, over("count", where=M_X))),
    (
        "count m in 1..3",
        n.Quantifier("count", name("m"), n.Range(num(1), num(3), span=HERE), None, None, (), span=HERE),
    ),
]


@pytest.mark.parametrize(("text", "node"), EXPRESSIONS, ids=[text for text, _ in EXPRESSIONS])
def test_an_expression(text: str, node: n.Expr) -> None:
    assert expression(text) == node


def choose(**other: Any) -> n.Choose:
    fields: dict[str, Any] = {
        "quantity": "one",
        "number": None,
        "name": name("m"),
        "domain": MS,
        "wheres": (),
        "asking": None,
        "provided": (),
        "otherwise": (),
    }
    return n.Choose(**{**fields, **other}, span=HERE)


STATEMENTS: list[tuple[str, n.Statement]] = [
    ("let a = 3", n.Let(name("a"), num(3), span=HERE)),
    ("field a = 3", n.Field(name("a"), None, num(3), span=HERE)),
    ("field a: number = 3", n.Field(name("a"), kind_of("number"), num(3), span=HERE)),
    ("set a to b", n.Assign("set", A, B, span=HERE)),
    ("set a.b to c", n.Assign("set", attribute(A, "b"), C, span=HERE)),
    ("set f(a).b to c", n.Assign("set", attribute(call("f", A), "b"), C, span=HERE)),
    ("add 1 to a", n.Assign("add", A, num(1), span=HERE)),
    ("take 1 from a.b", n.Assign("take", attribute(A, "b"), num(1), span=HERE)),
    ("take count from a", n.Assign("take", A, ref("count"), span=HERE)),
    ("move a to b", n.Move(False, A, "", B, span=HERE)),
    ("move all a to b", n.Move(True, A, "", B, span=HERE)),
    ("move a to top of b", n.Move(False, A, "top", B, span=HERE)),
    ("move all a to bottom of b", n.Move(True, A, "bottom", B, span=HERE)),
    ("swap a with b", n.Swap(A, B, span=HERE)),
    ("swap first with last", n.Swap(ref("first"), ref("last"), span=HERE)),
    ("shuffle a", n.Shuffle(A, span=HERE)),
    ("roll 2 of cube as pool", n.Roll(num(2), name("cube"), name("pool"), span=HERE)),
    ("reroll a of pool", n.Reroll(A, name("pool"), span=HERE)),
    ("pick m from ms", n.Pick(name("m"), MS, None, span=HERE)),
    ("pick m from ms where a", n.Pick(name("m"), MS, A, span=HERE)),
    ("flip a to night", n.Flip(A, name("night"), span=HERE)),
    ("reveal a to b", n.Reveal(A, B, span=HERE)),
    ('say "Hello, {me}"', n.Say("Hello, {me}", span=HERE)),
    ("require a", n.Require(A, "", span=HERE)),
    ('require a else "no"', n.Require(A, "no", span=HERE)),
    ("win a", n.Win(A, span=HERE)),
    ("lose a", n.Lose(A, span=HERE)),
    ("rank m in ms by a", n.Rank(name("m"), MS, (n.OrderKey(A, False),), None, span=HERE)),
    (
        "rank m in ms by a descending then by b where c",
        n.Rank(name("m"), MS, (n.OrderKey(A, True), n.OrderKey(B, False)), C, span=HERE),
    ),
    ("stop a", n.Stop(name("a"), span=HERE)),
    ("end the game", n.End(span=HERE)),
    ("proceed", n.Proceed(None, span=HERE)),
    ("proceed(a)", n.Proceed((arg(A),), span=HERE)),
    ("do top of a", n.Do(name("top"), A, span=HERE)),
    ("window boosts", n.Window(name("boosts"), span=HERE)),
    ("go", GO),
    ("go(a, 3)", perform("go", A, num(3))),
    ("go(a) as tagged", perform("go", A, tag="tagged")),
    ("go as tagged", perform("go", tag="tagged")),
    ("move(a)", perform("move", A)),
    ("choose m in ms", choose()),
    ("choose m in 1..3", choose(domain=n.Range(num(1), num(3), span=HERE))),
    ("choose m in ms where a", choose(wheres=(condition(A),))),
    ('choose m in ms where a else "no"', choose(wheres=(condition(A, "no"),))),
    ('choose m in ms where a\n    where b else "no"\n    where c', choose(wheres=(condition(A), condition(B, "no"), condition(C)))),
    ("choose m in ms\n    where b\n    where c", choose(wheres=(condition(B), condition(C)))),
    ("choose up to 3 of m in ms", choose(quantity="up_to", number=num(3))),
    ("choose exactly 3 of m in ms", choose(quantity="exactly", number=num(3))),
    ("choose any number of m in ms", choose(quantity="any_number")),
    ("choose every m in ms", choose(quantity="every")),
    ("choose m in ms asking a", choose(asking=A)),
    ('choose up to 2 of m in ms where a asking b provided c else "no"', choose(
        quantity="up_to", number=num(2), wheres=(condition(A),), asking=B, provided=(condition(C, "no"),)
    )),
    ("choose m in ms\nelse\n    go", choose(otherwise=(GO,))),
    ("choose m in ms\nelse: go", choose(otherwise=(GO,))),
    ("offer a", n.Offer(((name("a"), ()),), None, None, (), span=HERE)),
    ("offer a, b(3)", n.Offer(((name("a"), ()), (name("b"), (arg(num(3)),))), None, None, (), span=HERE)),
    ("offer a or pass", n.Offer(((name("a"), ()),), "Pass", None, (), span=HERE)),
    ('offer a or pass "Enough" asking b', n.Offer(((name("a"), ()),), "Enough", B, (), span=HERE)),
    ("offer a\nelse: go", n.Offer(((name("a"), ()),), None, None, (GO,), span=HERE)),
    ("if a\n    go", n.If(((A, (GO,)),), (), span=HERE)),
    ("if a: go", n.If(((A, (GO,)),), (), span=HERE)),
    ("if a: stop b", n.If(((A, (n.Stop(name("b"), span=HERE),)),), (), span=HERE)),
    ("if a: go\nelse: go", n.If(((A, (GO,)),), (GO,), span=HERE)),
    ("if a\n    go\nelse if b\n    go\nelse if c: go\nelse\n    go", n.If(((A, (GO,)), (B, (GO,)), (C, (GO,))), (GO,), span=HERE)),
    ("for m in ms\n    go", n.For(name("m"), MS, (), None, (GO,), span=HERE)),
    ("for m in ms by a where b: go", n.For(name("m"), MS, (n.OrderKey(A, False),), B, (GO,), span=HERE)),
    ("repeat 3 times\n    go", n.Repeat(num(3), None, None, (GO,), span=HERE)),
    ("repeat a times as week: go", n.Repeat(A, None, name("week"), (GO,), span=HERE)),
    ("repeat until a: go", n.Repeat(None, A, None, (GO,), span=HERE)),
    ("may pay(me): go", n.May(perform("pay", ME), "", None, (GO,), span=HERE)),
    ("may pay(me) asking a: go", n.May(perform("pay", ME), "", A, (GO,), span=HERE)),
    ('may "Go?"\n    go', n.May(None, "Go?", None, (GO,), span=HERE)),
    ('may "Go?" asking a: go', n.May(None, "Go?", A, (GO,), span=HERE)),
    (
        'ask a "Which?"\n    option "One": go\n    option "Two" as two if b\n        go',
        n.Ask(A, "Which?", (
            n.Option("One", None, None, (GO,), HERE), n.Option("Two", name("two"), B, (GO,), HERE)
        ), span=HERE),
    ),
    ("together for m in ms\n    go", n.Together(name("m"), MS, None, (GO,), span=HERE)),
    ("together for m in ms where a: go", n.Together(name("m"), MS, A, (GO,), span=HERE)),
    ("alternate from a until b\n    go", n.Alternate(A, B, (GO,), span=HERE)),
    ("each player from a: go", n.Each(A, (GO,), span=HERE)),
    ("turn of a: go", n.Turn(A, (GO,), span=HERE)),
    ("step draw: go", n.Step(name("draw"), (GO,), span=HERE)),
    ("at end of turn: go", n.Delayed(name("turn"), (GO,), span=HERE)),
    (
        "until end of turn: modify v(me): add 1",
        n.Until(name("turn"), (n.Modify(name("v"), (arg(ME),), None, "add", num(1), None, span=HERE),), span=HERE),
    ),
    (
        "until end of turn\n    modify v: add 1\n    modify w: set 2",
        n.Until(name("turn"), (
            n.Modify(name("v"), None, None, "add", num(1), None, span=HERE),
            n.Modify(name("w"), None, None, "set", num(2), None, span=HERE),
        ), span=HERE),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "node"), STATEMENTS, ids=[text.splitlines()[0] for text, _ in STATEMENTS])
def test_a_statement(text: str, node: n.Statement) -> None:
    assert statement(text) == node


@pytest.mark.parametrize(("text", "node"), STATEMENTS, ids=[text.splitlines()[0] for text, _ in STATEMENTS])
def test_a_statement_among_others(text: str, node: n.Statement) -> None:
    """Nothing runs over into the lines above and below."""
    body = declared("phase p\n    go\n" + "\n".join("    " + line for line in text.splitlines()) + "\n    go\n").body
    assert body == (GO, node, GO)


def rule(stage: str, **other: Any) -> n.Rule:
    fields: dict[str, Any] = dict.fromkeys(
        ["target", "window", "pattern", "condition", "test", "source", "once", "offer", "name"]
    )
    return n.Rule(stage=stage, **{**fields, "phase": False, "again": False, "body": (GO,), **other}, span=HERE)


def modify(op: str, **other: Any) -> n.Modify:
    fields: dict[str, Any] = {"value": name("v"), "pattern": None, "test": None, "amount": num(1), "name": None}
    return n.Modify(op=op, **{**fields, **other}, span=HERE)


RULES: list[tuple[str, n.Rule | n.Modify]] = [
    ("before hit: go", rule("before", target=name("hit"))),
    ("after hit(this, any a, _, 3)\n    go", rule(
        "after", target=name("hit"), pattern=(arg(ref("this")), binder("a"), ANYTHING, arg(num(3)))
    )),
    ("instead of hit() if a: go", rule("instead", target=name("hit"), pattern=(), test=A)),
    ("during boosts of hit(_): go", rule("during", window=name("boosts"), target=name("hit"), pattern=(ANYTHING,))),
    ("at start of turn: go", rule("before", target=name("turn"), phase=True)),
    ("at end of turn if a: go", rule("after", target=name("turn"), phase=True, test=A)),
    ("whenever a > 3: go", rule("whenever", condition=binary(">", A, num(3)))),
    ('after hit from hand once per turn for each a may "Hit back" again as back: go', rule(
        "after", target=name("hit"), source=name("hand"), once=n.Once(name("turn"), A), offer="Hit back", again=True,
        name=name("back"),
    )),
    ("modify v: set 1", modify("set")),
    ("modify v(this, any a) while a: add 1", modify("add", pattern=(arg(ref("this")), binder("a")), test=A)),
    ("modify v: multiply by 1 as much", modify("multiply", name=name("much"))),
    ("modify v: at least 1", modify("at_least")),
    ("modify v: at most 1", modify("at_most")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "node"), RULES, ids=[text.splitlines()[0] for text, _ in RULES])
def test_a_rule_of_the_rulebook(text: str, node: n.Declaration) -> None:
    assert declared(text) == node


@pytest.mark.parametrize(("text", "node"), RULES, ids=[text.splitlines()[0] for text, _ in RULES])
def test_a_rule_on_a_piece(text: str, node: n.Declaration) -> None:
    lines = "\n".join("    " + line for line in text.splitlines())
    piece = declared(f"Card fox\n    worth 1\n{lines}\n    worth 2\n")
    assert piece.lines[1] == node
    assert len(piece.lines) == 3


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
        'rulebook box "The Box"\n    players 2 to 4\n    use std.cards, std.dice\n    include "more.rules"\n    side us "Us": a, b',
        n.Book(
            name("box"), "The Box", 2, 4, (), (name("std.cards"), name("std.dice")), (name("more.rules"),),
            ((labelled("us", "Us"), (name("a"), name("b"))),), span=HERE,
        ),
    ),
    ("rulebook box\n    players 3", n.Book(name("box"), "", 3, 3, (), (), (), (), span=HERE)),
    (
        'rulebook box\n    players ada "Ada", ben',
        n.Book(name("box"), "", 2, 2, (labelled("ada", "Ada"), labelled("ben")), (), (), (), span=HERE),
    ),
    ('enum Colour: red, blue "Dark blue"', n.Enum(name("Colour"), (labelled("red"), labelled("blue", "Dark blue")), span=HERE)),
    ("enum Colour: red,\n    blue", n.Enum(name("Colour"), (labelled("red"), labelled("blue")), span=HERE)),
    (
        'die cube "Cube": hit "Hit" x 2, miss',
        n.Die(name("cube"), "Cube", (labelled("hit", "Hit", 2), labelled("miss")), span=HERE),
    ),
    ("kind Card", n.Kind(name("Card"), "", None, (), (), (), (), None, None, span=HERE)),
    (
        'kind Card "Card" of Thing\n    worth: number = 3\n    back colour: Colour\n    owner: player or none\n'
        '    friends: list of Card\n    state damage: 0..9 = 0\n    part top "Top"\n    sides day "Day", night\n'
        "    works in hand, table\n    starts in deck\n",
        n.Kind(
            name("Card"), "Card", name("Thing"),
            (
                prop("worth", NUMBER, num(3)), prop("colour", kind_of("Colour"), back=True),
                prop("owner", kind_of("player", optional=True)), prop("friends", kind_of("Card", many=True)),
            ),
            (state("damage", kind_of("number", bounds=(0, 9)), initial=num(0)),),
            (labelled("top", "Top"),), (labelled("day", "Day"), labelled("night")), (name("hand"), name("table")), ref("deck"),
            span=HERE,
        ),
    ),
    ("kind Card\n    works anywhere", n.Kind(name("Card"), "", None, (), (), (), (), (), None, span=HERE)),
    ("zone deck of Card", zone("deck")),
    ("zone deck of Card, Hat", zone("deck", holds=(name("Card"), name("Hat")))),
    (
        'zone lane "Lane" (owner: player, line: 1..3) of Card, ordered, face down, at most 2, seen by owner',
        zone(
            "lane", label="Lane", ordered=True, face_down=True, capacity=2, seen_by=name("owner"),
            params=(param("owner", "player"), n.Param(name("line"), kind_of("number", bounds=(1, 3)))),
        ),
    ),
    ("zone deck of Card, face up", zone("deck")),
    ("board city: grid 3 x 2", n.Board(zone("city", holds=()), 3, 2, (), (), span=HERE)),
    (
        'board city "City": grid 3 x 2 of Card, at most 1\n    state fire: flag = no\n    lines row "Row": 3\n'
        "    lines file: vertical\n    lines rank: horizontal\n    lines slope: diagonal\n",
        n.Board(
            zone("city", label="City", capacity=1), 3, 2, (state("fire", kind_of("flag"), initial=NO),),
            (
                n.Lines(name("row"), "Row", "", 3, span=HERE), n.Lines(name("file"), "", "vertical", 0, span=HERE),
                n.Lines(name("rank"), "", "horizontal", 0, span=HERE), n.Lines(name("slope"), "", "diagonal", 0, span=HERE),
            ), span=HERE,
        ),
    ),
    (
        "table prize(place: 1..3): number\n    1: 5, 6\n    2: 3\n",
        n.Table(
            name("prize"), "", (n.Param(name("place"), kind_of("number", bounds=(1, 3))),), NUMBER,
            ((num(1), (num(5), num(6))), (num(2), (num(3),))), span=HERE,
        ),
    ),
    ("state round: number", state("round", NUMBER)),
    (
        'state points "Points" of player: -5..9 = 0, seen by owner, ada',
        state(
            "points", kind_of("number", bounds=(-5, 9)), label="Points", owner=name("player"), initial=num(0),
            seen=(name("owner"), name("ada")),
        ),
    ),
    ("state damage of Card: number", state("damage", NUMBER, owner=name("Card"))),
    ("value v: number = 3", n.Value(name("v"), "", (), NUMBER, "", num(3), span=HERE)),
    (
        'value v "Worth" (c: Card, p: player): flag text "{c} is worth it" =\n    c.worth > 3',
        n.Value(
            name("v"), "Worth", (param("c", "Card"), param("p", "player")), kind_of("flag"), "{c} is worth it",
            binary(">", attribute(C, "worth"), num(3)), span=HERE,
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
    ("Card fox", piece()),
    ('Card fox "Fox" x 3', piece(label="Fox", count=3)),
    ("Card fox: worth 3", piece(lines=(has("worth", num(3)),))),
    (
        'Card fox x 2\n    worth 3\n    colour red\n    flavour "Sly."\n    starts in deck\n    top: go\n    bottom\n        go\n'
        "    side night\n        worth 5\n",
        piece(count=2, lines=(
            has("worth", num(3)), has("colour", ref("red")), n.Flavour("Sly.", span=HERE),
            n.Starts(ref("deck"), span=HERE), n.PartBody(name("top"), (GO,), span=HERE),
            n.PartBody(name("bottom"), (GO,), span=HERE),
            n.SideBlock(name("night"), (has("worth", num(5)),), span=HERE),
        )),
    ),
    ('invariant "few": a < 3', n.Invariant("few", binary("<", A, num(3)), span=HERE)),
    ('ruling DP-3, DP-4 "As printed."\n    "Always."', n.Note("ruling", ("DP-3", "DP-4"), "As printed. Always.", span=HERE)),
    ('excuse DP-3 "Not yet."', n.Note("excuse", ("DP-3",), "Not yet.", span=HERE)),
    (
        'example "it works"\n    players 3\n    given\n        stack deck: fox, owl\n        dice hit, miss\n        go\n'
        "    when\n        ada chooses fox, 3\n    then\n        a = 3\n        ada may choose fox\n"
        "        ada may not choose owl, fox\n",
        n.Example("it works", 3, (
            n.Section("given", (
                n.Stack(ref("deck"), (ref("fox"), ref("owl")), span=HERE), n.Dice((name("hit"), name("miss")), span=HERE), GO,
            ), ()),
            n.Section("when", (n.Answers(name("ada"), (ref("fox"), num(3)), span=HERE),), ()),
            n.Section("then", (), (
                n.Expectation("expect", binary("=", A, num(3)), None, (), HERE),
                n.Expectation("may_choose", None, name("ada"), (ref("fox"),), HERE),
                n.Expectation("may_not_choose", None, name("ada"), (ref("owl"), ref("fox")), HERE),
            )),
        ), span=HERE),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "node"), DECLARATIONS, ids=[text.splitlines()[0] for text, _ in DECLARATIONS])
def test_a_declaration(text: str, node: n.Declaration) -> None:
    assert declared(text) == node


# --- whatever is written ----------------------------------------------------------------------------------------------

PIECES = re.compile(r'\n[ ]*|[ ]+|"[^"\n]*"|\w+|\.\.|[!<>]=|.')
WORDS = sorted({word for table in BLOCKS.values() for word in table} | RESERVED)
SCRAPS = [
    *WORDS,
    "a",
    "b",
    "Card",
    "3",
    '"text"',
    '"',
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    ".",
    "..",
    "=",
    "+",
    "-",
    "DP-3",
    "cite",
]


def survives(text: str) -> None:
    """Whatever is wrong is said, at a place that is there."""
    found, diagnostics = read(text)
    lines = text.split("\n")
    for each in diagnostics:
        assert each.message and 1 <= each.span.line <= len(lines)
        assert 1 <= each.span.column <= len(lines[each.span.line - 1]) + 2
        assert each.span.start < each.span.end
    assert render_text(diagnostics) or not diagnostics
    assert all(isinstance(each, n.Declaration) for each in found)
    for each in walk(found):
        assert type(each).__module__ == n.__name__
    assert diagnostics or found or not any(line.split("#")[0].strip(" \t\r\ufeff") for line in lines)


@given(st.text())
def test_any_text_is_read_or_reported(text: str) -> None:
    survives(text)


@given(st.lists(st.sampled_from([*SCRAPS, "\n", "\n    ", "\n        "]), max_size=40))
def test_any_row_of_words_is_read_or_reported(scraps: list[str]) -> None:
    survives(" ".join(scraps))


@settings(deadline=None)
@given(st.data())
def test_a_rulebook_with_other_words_in_it_is_read_or_reported(data: st.DataObject) -> None:
    pieces = PIECES.findall(data.draw(st.sampled_from(BOOKS)))
    at = data.draw(st.integers(0, len(pieces) - 1))
    cut = pieces[max(0, at - 400) : at + 400]  # a part of it is enough, and faster
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(cut) - 1))
        change = data.draw(st.sampled_from(["drop", "double", "swap", "other"]))
        if change == "drop":
            cut[place] = ""
        elif change == "double":
            cut[place] *= 2
        elif change == "swap":
            other = data.draw(st.integers(0, len(cut) - 1))
            cut[place], cut[other] = cut[other], cut[place]
        else:
            cut[place] = data.draw(st.sampled_from(SCRAPS))
    survives("".join(cut))


@settings(deadline=None)
@given(st.data())
def test_a_rulebook_with_shifted_lines_is_read_or_reported(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(BOOKS)).split("\n")
    start = data.draw(st.integers(0, len(lines) - 1))
    cut = lines[start : start + 40]
    place = data.draw(st.integers(0, len(cut) - 1))
    cut[place] = data.draw(st.sampled_from(["", " ", "  ", "    ", "\t"])) + cut[place].removeprefix(
        data.draw(st.sampled_from(["", " ", "    "]))
    )
    if data.draw(st.booleans()):
        del cut[data.draw(st.integers(0, len(cut) - 1))]
    survives("\n".join(cut))


def test_every_shipped_text_is_read() -> None:
    for book in BOOKS:
        assert render_text(read(book)[1]) == ""
