"""What the rules say in words: card texts, sentences of rules, outlines of phases.

`text/hemloch_cards.txt` holds all Minions of Hemloch as a stranger reads them; RULEWRIGHT_GOLDEN=1 writes it anew.
"""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import attrs
import pytest
from attrs import evolve

from rulewright.interpreter import MemoryLoader, Rulebook, Source, check, load, to_json
from rulewright.interpreter.ir.store import digest, from_json
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english, templates
from rulewright.interpreter.text.scope import YOU, Noun

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "text" / "hemloch_cards.txt"
HEAD = re.compile(r"^rulebook ", re.MULTILINE)
SHIPPED = sorted(path for path in (ROOT / "rules").rglob("*.rules") if HEAD.search(path.read_text(encoding="utf-8")))

FAIR = """
rulebook fair "The Fair"
    players ann "Ann", bob "Bob"
enum Stall: cakes "Cakes", toys "Toys"
kind Guest "Guest"
    charm: number = 1
    stall: Stall = cakes
    state tired "tired": flag = no
    works in ground
    starts in crowd
kind Lamp "Lamp"
    starts in shelf(ann)
Lamp oil_lamp "The Oil Lamp"
zone crowd "Crowd" of Guest, ordered, face down
zone hand "Hand" (owner: player) of Guest, seen by owner
zone ground "Ground" of Guest
zone shelf "Shelf" (owner: player) of Lamp
state purse "Purse" of player: number = 0
game
    shuffle crowd
    each player from ann
        offer invite
action invite "Invite a Guest"
    choose g in hand(me)
    arrive(g, ground)
value controls(p: player, l: Lamp): flag    text "you control {l}" = l in shelf(p)
value charm_of(g: Guest, s: Stall): number    text "the Charm of {g} at {s}" = g.charm
value guests(p: player): number    text "the number of Guests you hold" = hand(p).size
value befriends(g: Guest, other: Guest): flag    text "{g} likes {other}" = g.stall = other.stall
value rival(p: player): player    text "your rival" = p.next
effect arrive(g: Guest, spot: zone)    text "play {g} to {spot}": move g to spot
effect draw(p: player, n: number)    text "draw {n} cards"
    repeat n times: move crowd.top to hand(p)
effect discard(p: player, n: number)    text "discard {n} cards"
    choose exactly n of these in hand(p) asking p
    for g in these: move g to crowd
effect pay(p: player, n: number)    text "{p} pays {n}": take n from p.purse
effect leave(g: Guest)    text "{g} leaves": move g to bottom of crowd
effect settle: draw(me, guests(me))
at end of game: settle
"""


def cards(*lines: str, more: str = "") -> list[str]:
    """The text of a Guest with these lines below it."""
    piece = "\n".join(['Guest guest "The Guest" x 2', *(f"    {line}" for line in lines)])
    book = load(Source("fair.rules", f"{FAIR}{more}\n{piece}\n"), MemoryLoader({}))
    return book.card_text("guest").split("\n")


def said(*lines: str) -> str:
    (only,) = cards(*lines)
    return only


# --- sentences --------------------------------------------------------------------------------------------------------


def test_a_rule_reads_like_a_printed_card() -> None:
    rule = "after arrive(this, any a) if controls(me, oil_lamp)"
    assert (
        said(rule, "    may discard(me, 1): draw(me, 2)")
        == "When you play this Guest, if you control the Oil Lamp: you may discard a card to draw 2 cards."
    )


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("after arrive(this, _): draw(me, 1)", "When you play this Guest: draw a card."),
        ("before arrive(this, _): draw(me, 3)", "Before you play this Guest: draw 3 cards."),
        ("instead of leave(this): draw(me, 1)", "If this Guest would leave: instead, draw a card."),
        (
            'instead of leave(this) if not controls(me, oil_lamp) may "Stay?": draw(me, 1)',
            "If this Guest would leave and you do not control the Oil Lamp: you may instead draw a card.",
        ),
        (
            "instead of leave(this) if this.tired and not controls(me, oil_lamp): draw(me, 1)",
            "If this Guest would leave, this Guest is tired and you do not control the Oil Lamp: instead, draw a card.",
        ),
        ("after leave(any g) if g.tired: draw(me, 1)", "When a Guest leaves, if that Guest is tired: draw a card."),
        ("after leave(this) once per turn: draw(me, 1)", "Once per turn, when this Guest leaves: draw a card."),
        ("at start of turn if me = active: draw(me, 1)", "At the start of your turn: draw a card."),
        ("at end of turn: draw(me, 1)", "At the end of each turn: draw a card."),
        ("after leave(this): pay(me, 2)", "When this Guest leaves: you pay 2."),
        ("after leave(this): pay(rival(me), 2)", "When this Guest leaves: your rival pays 2."),
        ("after leave(this): draw(rival(me), 2)", "When this Guest leaves: your rival draws 2 cards."),
        ("after discard(any p, _): draw(me, 1)", "When a player discards cards: draw a card."),
        (
            "after pay(me, any n) if n > 2: draw(me, 1)",
            "When you pay a number, if that number is more than 2: draw a card.",
        ),
        (
            "after leave(this): draw(me, guests(me))",
            "When this Guest leaves: draw X cards, where X is the number of Guests you hold.",
        ),
        (
            "whenever ground.size >= 2 and this in ground: leave(this)",
            "As soon as there are at least 2 Guests in the Ground and this Guest is in the Ground: this Guest leaves.",
        ),
        ("after leave(this): set this.tired to yes", "When this Guest leaves: this Guest becomes tired."),
        ("after leave(this): add 2 to me.purse", "When this Guest leaves: increase your purse by 2."),
        ("modify charm_of(this, cakes): add 3", "+3 Charm at Cakes."),
        ("modify charm_of(this, _): add -1", "-1 Charm."),
        ("modify charm_of(this, _): add guests(me)", "+1 Charm for each Guest you hold."),
        ("modify charm_of(this, _): multiply by 2", "Its Charm is multiplied by 2."),
        ("modify charm_of(this, toys) while controls(me, oil_lamp): at least 3",
         "While you control the Oil Lamp, its Charm at Toys is at least 3."),
        ("modify charm_of(any g, _) while befriends(g, this): add 1",
         "The Charm of a Guest that likes this Guest is increased by 1."),
        ("modify charm_of(any g, _) while g.stall = toys and not g.tired: add -1",
         "The Charm of a Toys Guest that is not tired is reduced by 1."),
        ("modify befriends(this, _): set no", "This Guest does not like a Guest."),
    ],
)  # fmt: skip
def test_a_rule_in_words(rule: str, words: str) -> None:
    assert said(rule) == words


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (["discard(me, 1)", "draw(me, 1)"], "discard a card, then draw a card."),
        (["choose g in hand(me)", "leave(g)"], "a Guest in your Hand leaves."),
        (["choose g in hand(me) where not g.tired", "draw(me, 1)"],
         "choose a Guest in your Hand that is not tired, then draw a card."),
        (["choose up to 2 of few in hand(me)", "for g in few: leave(g)"],
         "choose up to 2 Guests in your Hand, then each of those Guests leaves."),
        (["choose g in hand(rival(me)) asking rival(me)", "leave(g)"],
         "your rival chooses a Guest in your rival's Hand, then that Guest leaves."),
        (["choose g in hand(me) where not g.tired and befriends(g, this) and g != this", "leave(g)"],
         "a Guest in your Hand that is not tired and that likes this Guest, other than this Guest leaves."),
        (["pick g from ground", "leave(g)"], "a random Guest in the Ground leaves."),
        (["if ground.size = 0: draw(me, 1)", "else: draw(me, 2)"],
         "if the Ground is empty, draw a card; otherwise draw 2 cards."),
        (["draw(me, 1)", "at end of turn: discard(me, 1)"], "draw a card. At the end of the turn, discard a card."),
        (["draw(me, 1)", "until end of turn: modify charm_of(this, _): add 2"],
         "draw a card. Until the end of the turn, +2 Charm."),
        (["ask me", '    option "Draw" : draw(me, 1)', '    option "Wait": say "{me} waits."'],
         "you choose one: draw or wait."),
        (["let n = 2", "add 1 to n", "draw(me, n)"], "X is 2, increase X by 1, then draw X cards."),
        (['may "Draw a card?"', "    draw(me, 1)"], "you may draw a card."),
        (["draw(me, 1)", "win me"], "draw a card, then you win the game."),
    ],
)  # fmt: skip
def test_what_a_rule_does_in_words(body: list[str], words: str) -> None:
    assert said("after leave(this)", *(f"    {line}" for line in body)) == f"When this Guest leaves: {words}"


def test_the_same_change_at_several_places_is_one_sentence() -> None:
    both = ("modify charm_of(this, cakes): add 1", "modify charm_of(this, toys): add 1")
    assert cards(*both) == ["+1 Charm at Cakes and Toys."]
    assert cards(both[0], "modify charm_of(this, toys): add 2") == ["+1 Charm at Cakes.", "+2 Charm at Toys."]
    assert cards(both[0], "after leave(this): draw(me, 1)", both[1])[::2] == ["+1 Charm at Cakes.", "+1 Charm at Toys."]


def test_a_flag_may_bring_its_own_negation() -> None:
    more = 'value merry(p: player): flag    text "you are merry | you are sad" = p.purse > 3\n'
    (line,) = cards("after leave(this) if not merry(me): draw(me, 1)", more=more)
    assert line == "When this Guest leaves, if you are sad: draw a card."


def test_sides_and_parts_have_their_own_lines() -> None:
    more = """
kind Ticket "Ticket"
    part front "Front"
    sides old "Old", fresh "Fresh"
    starts in booth
zone booth of Ticket
Ticket ticket "Ticket"
    flavour "Keep it."
    side old
        front: draw(me, 1)
    side fresh
        front: draw(me, 2)
at start of turn: do front of ticket
"""
    book = load(Source("fair.rules", FAIR + more), MemoryLoader({}))
    assert book.card_text("ticket").split("\n") == [
        "Old:",
        "    Front: Draw a card.",
        "Fresh:",
        "    Front: Draw 2 cards.",
    ]
    assert [card.flavour for card in book.program.cards if card.name == "ticket"] == ["Keep it."]


# --- what has no words ------------------------------------------------------------------------------------------------


def warned(text: str) -> list[str]:
    return [each.message for each in check(Source("fair.rules", text), MemoryLoader({})) if each.code == "no-words"]


def test_what_has_no_words_reads_as_code_and_is_warned_of() -> None:
    piece = '\nGuest guest "The Guest"\n    after leave(this): settle\n'
    assert warned(FAIR + piece) == ["`settle` has no words, so the text of `guest` reads as code here."]
    assert (
        load(Source("fair.rules", FAIR + piece), MemoryLoader({})).card_text("guest")
        == "When this Guest leaves: `settle`."
    )


def test_who_writes_no_templates_is_not_warned() -> None:
    plain = re.sub(r' +text "[^"]*"', "", FAIR)
    assert "text" not in plain
    assert warned(plain + '\nGuest guest "The Guest"\n    after leave(this): settle\n') == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_shipped_rulebook_is_warned_of(path: Path) -> None:
    assert [each for each in check(path) if each.code == "no-words"] == []


# --- the shipped cards ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hemloch() -> Rulebook:
    return load(ROOT / "rules" / "hemloch.rules")


def test_the_minions_of_hemloch(hemloch: Rulebook) -> None:
    minions = [card for card in hemloch.program.cards if card.kind == "Minion"]
    assert len(minions) == 18
    told = "\n".join(f"{card.label}\n{hemloch.card_text(card.name)}\n" for card in minions)
    if os.environ.get("RULEWRIGHT_GOLDEN"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == told
    assert not set("`{}") & set(told)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_rule_has_a_sentence(path: Path) -> None:
    program = load(path).program
    sentences = [rule.words for rule in program.rules] + [modifier.words for modifier in program.modifiers]
    sentences += [line.words for function in program.functions for line in function.outline]
    for words in sentences:
        assert words and words[-1] in '.:!?"', words
        assert not words[0].islower() and "  " not in words and "{" not in words, words


def test_words_survive_the_store_and_do_not_change_the_digest(hemloch: Rulebook) -> None:
    program = hemloch.program
    again = Rulebook(from_json(to_json(program)))
    assert again.card_text("alchemist") == hemloch.card_text("alchemist") != ""
    assert digest(evolve(program, cards=())) == digest(program)


def test_a_name_of_a_copy_will_do_and_an_unknown_one_will_not(hemloch: Rulebook) -> None:
    assert hemloch.card_text("steeple_3") == hemloch.card_text("steeple") != hemloch.card_text("potion") == ""
    with pytest.raises(ValueError, match="no piece called nobody"):
        hemloch.card_text("nobody")


# --- English ----------------------------------------------------------------------------------------------------------


def test_articles_and_numbers() -> None:
    assert [english.a(word) for word in ("card", "Item", "hour", "unit", "one")] == [
        "a card", "an Item", "an hour", "a unit", "a one",
    ]  # fmt: skip
    assert [english.plural(word) for word in ("card", "city", "die", "box", "play")] == [
        "cards", "cities", "dice", "boxes", "plays",
    ]  # fmt: skip
    assert [english.singular(word) for word in ("cards", "cities", "dice", "boxes", "lies", "boss")] == [
        "card", "city", "die", "box", "lie", "boss",
    ]  # fmt: skip
    assert english.many("opposing Guest at a Stall") == "opposing Guests at a Stall"
    assert english.one("Lamps you control") == "Lamp you control"


VERBS = [("lose", "loses"), ("be", "is"), ("have", "has"), ("carry", "carries"), ("lie", "lies")]
VERBS += [("cross", "crosses"), ("freeze", "freezes"), ("buzz", "buzzes"), ("fix", "fixes"), ("veto", "vetoes")]


@pytest.mark.parametrize(("verb", "third"), VERBS)
def test_verbs(verb: str, third: str) -> None:
    assert english.third_person(verb) == third
    assert english.plain_verb(third) == {"be": "are"}.get(verb, verb)


ONLY_IN_EXAMPLES = {"Answers", "Stack", "Dice"}  # statements that no rule can hold, and so need no words


def dispatched(*modules: str) -> set[str]:
    """The nodes that these modules of `interpreter/text` tell apart: `case nodes.X()`, `isinstance(…, nodes.X)`."""
    found = set()
    for module in modules:
        for each in ast.walk(ast.parse((ROOT / "interpreter" / "text" / f"{module}.py").read_text(encoding="utf-8"))):
            kinds: list[ast.expr] = []
            if isinstance(each, ast.MatchClass):
                kinds = [each.cls]
            elif isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "isinstance":
                kinds = each.args[1:]
            found |= {kind.attr for kind in kinds if isinstance(kind, ast.Attribute)}
    return found


def test_every_statement_has_words() -> None:
    statements = {each.__name__: each for each in nodes.Statement.__subclasses__()}
    assert set(statements) - dispatched("deeds", "changes") == ONLY_IN_EXAMPLES
    # What holds other lines has a block of its own in an outline.
    blocks = {name for name, each in statements.items() if "body" in attrs.fields_dict(each)}
    assert blocks <= dispatched("outline")


def test_templates_agree_with_what_is_filled_in() -> None:
    ann = Noun("Ann", owner="Ann's")
    assert templates.fill("{p} wins ties", {"p": YOU}) == "you win ties"
    assert templates.fill("{p} wins ties", {"p": ann}) == "Ann wins ties"
    assert templates.fill("look at the hand of {p}", {"p": YOU}) == "look at your hand"
    assert templates.fill("look at the hand of {p}", {"p": ann}) == "look at Ann's hand"
    assert templates.fill("draw {n} cards", {"n": Noun("1", number=1, counts=True)}) == "draw a card"
    assert templates.fill("a {s} stall is open", {"s": Noun("Orange")}) == "an Orange stall is open"
    assert templates.fill(templates.spoken_to("you control {l}", ann), {"@": ann, "l": Noun("it")}) == "Ann controls it"
    assert templates.fill("Charm at {s}s", {"s": Noun("Orange stall")}) == "Charm at Orange stalls"
    assert templates.fill("Charm at {s}s.", {"s": Noun("Cakes")}) == "Charm at Cakes."
    assert templates.fill("Charm at {s}s", {"s": Noun("the stall")}) == "Charm at the stall"
    assert templates.fill("a {s} stall is open", {"s": Noun("it")}) == "such a stall is open"
    assert templates.fill("the deck of the {s}", {"s": Noun("it")}) == "the deck of it"
    assert templates.fill(templates.spoken_to("lose a card", ann), {"@": ann}) == "Ann loses a card"


PRINTED = """rulebook quay "The Quay"
    players ann, bob

kind Ship
zone harbour of Ship
Ship gull "Gull" x 2
Ship heron "Heron"
    after dock if harbour.size > 1 as crowding: say "Ouch!"

game
    turn of ann: dock
effect dock text "the ships dock": say "Ahoy!"
after dock may "Cheer?" as loud_cheer printed on gull, heron: dock                            cite AB-1
"""


def test_a_rule_of_the_game_is_told_on_the_cards_that_it_is_printed_on() -> None:
    book = load(Source("quay.rules", PRINTED))
    assert book.card_text("gull") == "Loud Cheer: When the ships dock: you may choose this: the ships dock."
    assert book.card_text("heron").endswith("\nLoud Cheer: When the ships dock: you may choose this: the ships dock.")


def test_only_a_rule_at_the_margin_says_where_it_is_printed_and_only_cards_can_be_named() -> None:
    wrong = PRINTED.replace("as crowding:", "as crowding printed on gull:").replace("gull, heron", "harbour")
    assert [each.code for each in check(Source("quay.rules", wrong))] == ["said-twice", "wrong-type"]
