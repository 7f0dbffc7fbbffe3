"""Every promise of the IR is checked: a sound program has no fault, and each planted one is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.ir.operations import ENDS, EXPRESSIONS, INSTRUCTIONS
from rulewright.interpreter.ir.program import Block, Card, Expr, Line, MenuItem, Once, Part, Program, Table
from rulewright.interpreter.ir.store import StoreProblem, from_json, to_json
from rulewright.interpreter.ir.verify import verify

Change = Callable[[Program], Program]


def test_a_sound_program_has_no_fault(box: Program) -> None:
    assert verify(box) == []


def in_list(where: str, number: int, /, **fields: Any) -> Change:
    """Changes one thing in one of the program's lists."""

    def change(box: Program) -> Program:
        things = list(getattr(box, where))
        things[number] = evolve(things[number], **fields)
        changed: dict[str, Any] = {where: tuple(things)}
        return evolve(box, **changed)

    return change


def whole(**fields: Any) -> Change:
    return lambda box: evolve(box, **fields)


def body(test: Expr) -> Change:
    """The first value's body: its locals are 0 and 1, and there is no frame."""
    return in_list("values", 0, body=test)


def with_block(function: int, number: int, *instrs: Any) -> Change:
    def change(box: Program) -> Program:
        return _with_block(box, function, number, Block(instrs[:-1], instrs[-1], (0,) * len(instrs)))

    return change


def with_spans(count: int) -> Change:
    return lambda box: _with_block(box, 0, 0, evolve(box.functions[0].blocks[0], spans=(0,) * count))


def _with_block(box: Program, function: int, number: int, block: Block) -> Program:
    blocks = list(box.functions[function].blocks)
    blocks[number : number + 1] = [block]
    return in_list("functions", function, blocks=tuple(blocks))(box)


def with_blocks(*blocks: tuple[Any, ...]) -> Change:
    made = tuple(Block(block[:-1], block[-1], (0,) * len(block)) for block in blocks)
    return in_list("functions", 0, blocks=made)


def deep() -> Expr:
    found: Expr = ("const", 1)
    for _ in range(200):
        found = ("neg", found)
    return found


FAULTS: list[tuple[str, Change, str]] = [
    ("version", whole(version=1), "version 1 is not version 4"),
    ("players", whole(least_players=3), "3 to 2 players cannot be"),
    ("labels", whole(labels=("Anna",)), "11 names but 1 labels"),
    ("same names", in_list("kinds", 1, name="player"), "two kinds have the same name"),
    ("pieces", whole(pieces=(3, 2)), "pieces start at 3"),
    ("places", whole(places=(6, 4)), "places start at 6, and pieces end at 5"),
    ("kind beyond its sort", in_list("kinds", 1, count=4), "kind Card: 2 + 4 is not within the range of its sort"),
    ("kinds across", in_list("kinds", 1, count=2), "kind Bird: overlaps Card without lying inside it"),
    ("enum labels", in_list("enums", 0, labels=()), "enum Colour: 2 members but 0 labels"),
    ("column owner", in_list("columns", 2, owner="nobody"), "column nobody.points: there is no kind 'nobody'"),
    ("column range", in_list("columns", 2, first=1), "column player.points: its range is not the range of player"),
    ("column overlap", in_list("columns", 1, base=2), "column player.points: overlaps column round"),
    ("column outside", in_list("columns", 2, base=3), "3 + 2 is not within the 4 integers"),
    ("column bounds", in_list("columns", 1, low=1), "column round: a value is not within 1 to 99"),
    ("column type", in_list("columns", 1, type="Nothing"), "column round: 'Nothing' is no type"),
    ("column seen", in_list("columns", 1, seen="seats:7"), "'seats:7' is no visibility"),
    ("types of keys", in_list("zones", 1, key_types=()), "zone hand: it has 1 keys, and types of 0"),
    ("constants", whole(constants=(1, 2, 3, 0, 1, 0, 9)), "7 constants, and the columns reach to 6"),
    ("zone keys", in_list("zones", 1, keys=(("owner", 0, 1),)), "zone hand: its keys do not make 2 places"),
    ("zone owner", in_list("zones", 2, owner_key=0), "zone city: the key of its owner is not a range of players"),
    ("zone gap", in_list("zones", 1, first=7), "zone hand: starts at place 7, and 6 is the next one"),
    ("board", in_list("zones", 2, board=(3, 1)), "a board of 3 x 1 has not 2 cells"),
    ("start not allowed", in_list("zones", 0, holds=((3, 2),)), "piece fox: starts in deck, where it may not lie"),
    ("start without room", in_list("zones", 0, capacity=2), "piece hen: starts in deck, which has no room left"),
    ("starts", whole(starts=(5, 5)), "2 starts for 3 pieces"),
    ("die", in_list("dice", 0, faces=(0, 2)), "die coin: its faces are not members"),
    ("table", whole(tables=(Table("prizes", (1,), (4,), (5, 3, 1)),)), "table prizes: 3 cells for keys of (4,)"),
    ("relation", in_list("relations", 0, first=10), "relation beside: has rows for what is no entity"),
    ("no such operation", body(("plus", ("const", 1))), "value worth_of: there is no expression 'plus'"),
    ("not an expression", body(("add", 1, ("const", 1))), "expression 1 is none"),
    ("operands", body(("add", ("const", 1))), "add has 1 operands, and takes 2"),
    ("reserved", body(("round_count", 0)), "round_count is reserved"),
    ("large", body(("const", 2**31)), "const: 2147483648 is no 32-bit number"),
    ("unbound local", body(("local", 2)), "local: local 2 is not bound here"),
    ("local of a binder", body(("add", ("count", ("filter", 2, ("players",), ("local", 2))), ("local", 2))), "local 2"),
    (
        "bound twice",
        body(("count", ("filter", 0, ("players",), ("local", 0)))),
        "binds local 0, which is bound already",
    ),
    ("slot without frame", body(("slot", 0)), "slot 0 is read where no frame runs"),
    ("list for a number", body(("neg", ("players",))), "players gives a list where a number is wanted"),
    ("number for a list", body(("count", ("const", 3))), "const gives a number where a list is wanted"),
    ("column for global", body(("global", 2)), "global: column points is no global"),
    ("global for column", body(("prop", 0, ("local", 0))), "prop: column active is no property"),
    ("no column", body(("global", 17)), "there is no column 17"),
    ("no zone", body(("place", 9)), "there is no zone 9"),
    ("zone keys given", body(("place", 1)), "place hand: 0 keys for 1"),
    ("no key", body(("key", 1, 1, ("const", 6))), "there is no key 1"),
    ("no relation", body(("count", ("relation", 5, ("const", 8)))), "there is no relation 5"),
    ("table keys", body(("table", 0)), "table prizes: 0 keys for 1"),
    ("value arguments", body(("value", 1)), "value score: 0 arguments for 1 parameters"),
    ("their slot", body(("outer", 2, 9)), "outer: there is no slot 9"),
    ("range beyond", body(("is", ("local", 0), 10, 5)), "is: 10 + 5 is beyond the last entity"),
    ("tag outside", body(("tagged", 0)), "tagged is asked where no event is hung on"),
    ("sort keys", body(("count", ("sort", 7, ("players",), (("local", 7, 1),)))), "keys are pairs"),
    ("depth", body(deep()), "nested more than"),
    ("no block", with_block(0, 1, ("jump", 9)), "function game, block b1: jump: there is no block 9"),
    ("no end", with_block(0, 1, ("go", 9)), "there is no block end 'go'"),
    ("no instruction", with_block(0, 1, ("explode",), ("jump", 2)), "there is no instruction 'explode'"),
    ("spans", with_spans(5), "5 spans for 1 instructions and an end"),
    ("span", in_list("values", 0, span=44), "values worth_of: there is no place 44 where it was written"),
    ("no slot", with_block(0, 1, ("set", 3, ("const", 1)), ("jump", 2)), "set: there is no slot 3"),
    ("neither end", with_block(0, 1, ("move", ("const", 2), ("const", 6), "middle"), ("jump", 2)), "is neither end"),
    ("set a constant", with_block(0, 1, ("set_prop", 3, ("const", 2), ("const", 1)), ("jump", 2)), "never changes"),
    ("event arguments", with_block(0, 1, ("event", 2, (("slot", 0),), -1, 2)), "1 arguments for me and 2 parameters"),
    ("foreign site", with_block(0, 1, ("choose", 0, 2, 2)), "site card belongs to take"),
    ("site form", with_block(0, 1, ("choose", 1, 2, 2)), "site turn is of the form offer"),
    ("standing nothing", with_block(0, 1, ("standing", -1, -1, 0, ()), ("jump", 2)), "one of the two"),
    ("standing by itself", with_block(0, 1, ("standing", 0, -1, 0, ()), ("jump", 2)), "it stands by itself"),
    ("body", in_list("functions", 2, body=5), "function draw: its body starts at block 5"),
    ("slots", in_list("functions", 2, slots=("me", "hand", "card", "worth")), "its slots do not start with me and"),
    ("field", in_list("functions", 2, fields=(("worth", 8),)), "field worth lies in slot 8"),
    ("role", in_list("functions", 2, role="spell"), "'spell' is no role"),
    ("header end", with_block(2, 0, ("jump", 1)), "leaves the header without a header end"),
    ("header asks", with_block(2, 0, ("return",)), "return in the header, which only computes fields"),
    ("header in body", with_block(2, 1, ("header",)), "a header end in the body"),
    ("back into header", with_block(2, 1, ("jump", 0)), "goes back into the header"),
    ("prefix site", in_list("sites", 0, prefix_at=1), "site card says that the prefix goes on at 1"),
    ("site slot", in_list("sites", 0, slot=7), "site card: there is no slot 7"),
    ("site type", in_list("sites", 0, type="Hat"), "site card: 'Hat' is no type"),
    ("site form unknown", in_list("sites", 0, form="guess"), "'guess' is no form"),
    ("menu", in_list("sites", 1, menu=(MenuItem(2, (("slot", 0),)),)), "offers draw, which is no action"),
    ("menu arguments", in_list("sites", 1, menu=(MenuItem(1, (("slot", 0),) * 2),)), "offers take with 2 arguments"),
    ("layer", in_list("modifiers", 0, op="divide"), "modifier fox_bonus: 'divide' is no layer of a number"),
    ("layer of a flag", in_list("values", 0, type="flag"), "'add' is no layer of a flag"),
    ("modifier unknown", in_list("values", 0, modifiers=(0,)), "modifier double: worth_of does not know of it"),
    ("modifier local", in_list("modifiers", 0, amount=("local", 3)), "local 3 is not bound here"),
    ("modifier place", in_list("modifiers", 0, works=(3,)), "works in what is no place"),
    ("rule stage", in_list("rules", 0, stage="while"), "rule greeting: 'while' is no stage"),
    ("rule window", in_list("rules", 0, stage="during:boosts"), "rule greeting: draw has no window 'boosts'"),
    ("rule target", in_list("rules", 0, target=-1), "after does not hang on function -1"),
    ("rule body", in_list("rules", 0, function=2), "its body draw is no rule but a effect"),
    ("rule parameters", in_list("rules", 0, target=0, this_arg=-1), "its body takes 3, and gets this, 0 and 0"),
    ("rule this", in_list("rules", 0, this_arg=2), "there is no argument 2 to be this"),
    ("rule pieces", in_list("rules", 0, pieces=(1,)), "stands on what is no piece"),
    ("rule once", in_list("rules", 0, once=Once(8, 1, None)), "counts its uses in function 8"),
    ("proceed", with_block(3, 0, ("proceed", None, 0)), "proceeds, and is a rule of the stage after"),
    ("proceed outside", with_block(0, 1, ("proceed", None, 2)), "proceed outside a rule"),
    ("main", whole(main=2), "the game draw has parameters"),
    ("active", whole(active=2), "the active player is not kept in a global"),
    ("score", whole(score=0), "the score worth_of does not take a player"),
    ("interjection", whole(interjections=(0,)), "the interjection game is no action"),
    ("example", in_list("examples", 0, players=9), "9 cannot play"),
    ("invariant", in_list("invariants", 0, test=("slot", 0)), "invariant short: slot: slot 0 is read"),
    ("await outside", with_block(0, 1, ("await", 2)), "await outside a branch of together"),
    (
        "together runs an event",
        with_blocks((("together", 0, ("players",), 1, 2),), (("event", 0, (("slot", 0),), -1, 2),), (("return",),)),
        "block b1: event in a branch of together, which may only choose",
    ),
    (
        "together changes too early",
        with_blocks(
            (("together", 0, ("players",), 1, 3),),
            (("shuffle", ("const", 5)), ("await", 2)),
            (("join",),),
            (("return",),),
        ),
        "block b1: shuffle in a branch of together, before all have chosen",
    ),
    (
        "together does not join",
        with_blocks((("together", 0, ("players",), 1, 2),), (("await", 2),), (("return",),)),
        "block b2: return in a branch of together, which must end in join",
    ),
    (
        "cycle",
        body(("value", 0, ("local", 0), ("local", 1))),
        "value cycle: worth_of needs printed worth_of needs worth_of",
    ),
    (
        "cycle through a modifier",
        in_list("modifiers", 0, guard=("value", 0, ("local", 1), ("local", 2))),
        "value cycle: worth_of needs worth_of",
    ),
    (
        "cycle through can",
        lambda box: in_list("functions", 1, prefix=(evolve(box.functions[1].prefix[0], test=("can", 1, ("slot", 0))),))(
            in_list("sites", 0, prefix_at=-1)(box)
        ),
        "value cycle: can take needs can take",
    ),
    ("card beyond", whole(cards=(Card("ace", "Ace", "Card", 90, 1, (), ""),)), "card ace: 90 + 1 are no pieces"),
    (
        "card of no kind",
        whole(cards=(Card("ace", "Ace", "Ghost", 2, 1, (), ""),)),
        "card ace: there is no kind 'Ghost'",
    ),
    (
        "card line too deep",
        whole(cards=(Card("ace", "Ace", "Card", 2, 1, (Line(1, "Win.", -1, ""),), ""),)),
        "card ace: 'Win.' is indented by 1",
    ),
    ("outline", in_list("functions", 0, outline=(Line(0, "Win.", 900, ""),)), "there is no function 900"),
]


@pytest.mark.parametrize(("change", "words"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_planted_fault_is_found(box: Program, change: Change, words: str) -> None:
    faults = verify(change(box))
    assert any(words in fault for fault in faults), faults


def test_a_sound_together_has_no_fault(box: Program) -> None:
    change = with_blocks(
        (("together", 0, ("players",), 1, 3),),
        (("set", 0, ("const", 1)), ("await", 2)),
        (("shuffle", ("const", 5)), ("join",)),
        (("return",),),
    )
    assert verify(evolve(change(box), sites=(box.sites[0],))) == []


def test_printed_breaks_a_circle(box: Program) -> None:
    assert verify(in_list("modifiers", 0, amount=("printed", 0, ("local", 1), ("local", 2)))(box)) == []


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Part("top", 2, -1, 1, (1, -1, -1)), "part top: take is no part"),
        (Part("top", 2, -1, 1, (9, -1, -1)), "part top: there is no function 9"),
        (Part("top", 2, -1, 1, (-1,) * 4), "part top: reaches beyond the pieces"),
        (Part("top", 2, -1, 2, (-1,) * 3), "part top: 3 functions for pieces of 2 sides"),
        (Part("top", 2, -1, 2, (-1,) * 6), "and no column that says which one is active"),
        (Part("top", 2, 1, 2, (-1,) * 6), "part top: column round does not say the side of all its pieces"),
    ],
)
def test_a_part_names_parts_and_knows_its_side(box: Program, part: Part, words: str) -> None:
    assert any(words in fault for fault in verify(evolve(box, parts=(part,))))


def test_every_documented_operation_is_in_the_table() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "ir.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `(")]
    names = {
        word
        for row in rows
        for group in re.findall(r'\(("[a-z_]+"(?: "[a-z_]+")*)', row)
        for word in re.findall(r'"([a-z_]+)"', group)
    }
    known = {*EXPRESSIONS, *INSTRUCTIONS, *ENDS, "any", "round_count"}
    assert names <= known, names - known
    assert known - names - {"any"} == set(), known - names


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_whatever_stands_in_a_program_is_verified_without_a_traceback(box: Program, data: st.DataObject) -> None:
    odd = st.sampled_from('-7 -1 0 1 3 99 null true [] [[]] [[[]]] "top" "slot" ["local",1] ["any"]'.split())
    tree = json.loads(to_json(box))
    for _ in range(data.draw(st.integers(1, 3))):
        at: Any = tree
        while True:
            keys = sorted(at) if isinstance(at, dict) else list(range(len(at)))
            key = data.draw(st.sampled_from(keys))
            if not isinstance(at[key], dict | list) or not at[key]:
                at[key] = json.loads(data.draw(odd))
                break
            at = at[key]
    try:
        program = from_json(json.dumps(tree))
    except StoreProblem:
        return
    assert all(isinstance(fault, str) for fault in verify(program))
