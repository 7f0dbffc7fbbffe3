"""Patches of every sort on one small rulebook, alone and in pairs: they fit, or are a conflict with both places."""

from __future__ import annotations

import random
import re
from itertools import combinations
from pathlib import Path

import pytest

from rulewright.interpreter import MemoryLoader, SourceProblem, load
from rulewright.interpreter.ir.listing import listing
from rulewright.interpreter.pipeline import Compiled, compile_source

FAIR = (Path(__file__).parent / "books" / "fair.rules").read_text(encoding="utf-8")
ODD = Path(__file__).parent / "odd"
PATCHES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(ODD.glob("*.txt"))}
SOME = 70  # of the pairs: all of them take minutes
PAIRS = random.Random(5).sample(list(combinations(PATCHES, 2)), SOME)

CONFLICTS = [
    ("die", "die_again"),
    ("enum_label", "enum_label_again"),
    ("table_row", "table_row_again"),
    ("board", "board_again"),
    ("zone_room", "zone_room_again"),
    ("zone_remove", "zone_change"),
    ("zone_remove", "zone_replace"),
    ("zone_remove", "kind_starts"),
    ("kind_starts", "kind_starts_again"),
    ("kind_property", "kind_property_again"),
    ("piece_starts", "piece_starts_again"),
    ("piece_flavour", "piece_flavour_again"),
    ("piece_add", "piece_set"),
    ("piece_part", "piece_part_again"),
    ("piece_rule", "piece_rule_remove"),
    ("piece_rule_remove", "rule_instead"),
    ("piece_remove", "piece_count"),
    ("piece_new", "piece_new_other"),
    ("rule_instead", "rule_instead_again"),
    ("rule_remove", "rule_before"),
    ("rule_remove", "rule_replace"),
    ("modify_remove", "modify_replace"),
    ("value", "value_replace"),
    ("loop", "loop_again"),
    ("loop", "game_replace"),
    ("step", "step_remove"),
    ("step", "inside_remove"),
    ("step", "inside_loop"),
    ("step_new_inside", "inside_remove"),
    ("step_remove", "inside_remove"),
    ("inside_loop_remove", "inside_remove"),
    ("inside_loop_remove", "inside_loop"),
    ("offer_add", "step_offer"),
    ("offer_exchange", "step_offer"),
    ("rule_set", "rule_add"),
    ("rule_set", "rule_add_deep"),
    ("interjection_remove", "interjection_label"),
    ("text", "text_again"),
]
FITTING = [
    ("enum_add", "enum_add_again"),
    ("die", "die_label"),
    ("die", "die_face"),
    ("board", "board_room"),
    ("zone_room", "zone_places"),
    ("piece_add", "piece_add_again"),
    ("piece_new", "piece_new_same"),
    ("piece_count", "piece_label"),
    ("modify_new", "modify_new_again"),
    ("action_require", "action_require_again"),
    ("action_choose", "action_let"),
    ("effect_field", "effect_text"),
    ("phase_before", "phase_replace"),
    ("state", "state_label"),
    ("text", "piece_label"),
    ("text", "text_chain"),
    ("inside_loop", "inside_remove"),
    ("step_new_inside", "inside_loop"),
    ("offer_add", "offer_add_again"),
    ("offer_add", "offer_add_same"),
    ("offer_add", "offer_exchange"),
    ("option_add", "option_add_again"),
    ("option_add", "option_remove"),
    ("rule_add", "rule_add_again"),
    ("rule_add", "rule_add_deep"),
]


def compiled(**patches: str) -> Compiled:
    """The fair with variants of these names."""
    texts = {
        f"{name}.rules": f'variant {name} of fair "A variant"\n{PATCHES[patch]}' for name, patch in patches.items()
    }
    loader = MemoryLoader({"fair.rules": FAIR, **texts})
    return compile_source(loader.rulebook("fair"), loader, list(patches))


def meaning(found: Compiled) -> list[str]:
    """What a program says, in no order: what is added first comes first, and that is all that a name may decide."""
    if found.program is None:
        return sorted({each.code for each in found.diagnostics})
    return sorted("".join(sorted(re.sub("_?[0-9]+", "", line))) for line in listing(found.program).splitlines())


@pytest.mark.parametrize("name", PATCHES)
def test_each_by_itself_is_sound(name: str) -> None:
    found = compiled(aa=name)
    assert [each.message for each in found.diagnostics if each.severity == "error"] == []
    assert found.program is not None


@pytest.mark.parametrize(("one", "other"), [*PAIRS, *CONFLICTS, *FITTING])
def test_which_name_comes_first_decides_nothing(one: str, other: str) -> None:
    assert meaning(compiled(aa=one, bb=other)) == meaning(compiled(aa=other, bb=one))


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_what_cannot_be_had_together_is_a_conflict_with_both_places(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        found = compiled(aa=first, bb=second)
        assert {each.code for each in found.diagnostics if each.severity == "error"} == {"variants-conflict"}
        for each in found.diagnostics:
            if each.code == "variants-conflict":
                assert {each.span.source.name, *(label.span.source.name for label in each.labels)} == {
                    "aa.rules",
                    "bb.rules",
                }


@pytest.mark.parametrize(("one", "other"), FITTING)
def test_what_fits_is_played_together(one: str, other: str) -> None:
    found, back = compiled(aa=one, bb=other), compiled(aa=other, bb=one)
    assert found.program is not None and back.program is not None
    assert meaning(found) == meaning(back)


def fair_with(name: str, **texts: str) -> Compiled:
    """The variant of this name, beside others."""
    loader = MemoryLoader({"fair.rules": FAIR, **{f"{each}.rules": text for each, text in texts.items()}})
    return compile_source(loader.rulebook(name), loader)


@pytest.mark.parametrize("names", [("aa", "bb"), ("bb", "aa")])
def test_new_words_are_not_changed_again_by_a_variant_that_does_not_know_them(names: tuple[str, str]) -> None:
    found = compiled(**dict(zip(names, ("text", "text_chain"), strict=True)))
    assert found.program is not None
    labels = dict(zip(found.program.names, found.program.labels, strict=True))
    assert (labels["drum_1"], labels["cake"]) == ("Trommel", "Drum")


def test_a_variant_of_a_variant_changes_its_words() -> None:
    found = fair_with(
        "zwei",
        eins='variant eins of fair "Eins"\nchange text "Drum" to "Trommel"\n',
        zwei='variant zwei of eins "Zwei"\nchange text "Trommel" to "Pauke"\n',
    )
    assert found.program is not None and "Pauke" in found.program.labels


def test_prefer_settles_what_stands_inside_of_something_else() -> None:
    texts = {
        "quiet": 'variant quiet of fair "Quiet"\nchange phase open_day\n    step rest: say "Snore."\n',
        "awake": 'variant awake of fair "Awake"\nchange phase open_day\n    remove nap\n',
    }
    for winner, loser, sleeps in (("quiet", "awake", True), ("awake", "quiet", False)):
        both = f'variant both of fair "Both"\n    with quiet, awake\n    prefer {winner} over {loser}\n'
        found = fair_with("both", both=both, **texts)
        assert found.program is not None
        assert ("Snore." in listing(found.program)) is sleeps


def menu(found: Compiled, *, form: str) -> list[str]:
    """What is offered or asked in the only place where it is."""
    assert found.program is not None
    (site,) = [each for each in found.program.sites if each.form == form]
    if form == "ask":
        return [each.name for each in site.alternatives]
    return [found.program.functions[each.function].name for each in site.menu]


def test_actions_are_added_to_what_is_offered_and_taken_out_of_it() -> None:
    assert menu(compiled(aa="offer_add"), form="offer") == ["buy_one", "look_closer"]
    assert menu(compiled(aa="offer_exchange"), form="offer") == ["take_one"]
    assert menu(compiled(aa="offer_add", bb="offer_add_again"), form="offer") == ["buy_one", "look_closer", "walk_on"]
    assert menu(compiled(aa="offer_add", bb="offer_add_same"), form="offer") == ["buy_one", "look_closer"]
    assert menu(compiled(aa="offer_add", bb="offer_exchange"), form="offer") == ["look_closer", "take_one"]


def test_options_are_added_to_a_question_and_taken_out_of_it() -> None:
    assert menu(compiled(aa="option_add"), form="ask") == ["sweet_dream", "of_nothing", "of_drums"]
    assert menu(compiled(aa="option_add_again", bb="option_remove"), form="ask") == ["sweet_dream", "sheep"]


@pytest.mark.parametrize("names", [("aa", "bb"), ("bb", "aa")])
def test_one_may_take_out_all_that_is_offered_if_another_adds_something(names: tuple[str, str]) -> None:
    texts = {
        names[0]: f'variant {names[0]} of fair "No buying"\nchange phase open_day\n    remove buy_one\n',
        names[1]: f'variant {names[1]} of fair "X"\n{PATCHES["offer_add"]}',
    }
    assert menu(fair_with("both", both='variant both of fair "B"\n    with aa, bb\n', **texts), form="offer") == [
        "look_closer"
    ]
    alone = fair_with(names[0], **texts).diagnostics
    assert [(each.code, each.span.text) for each in alone] == [("nothing-to-change", "buy_one")]


TWO_OFFERS = """
action wave "Wave": say "{me} waves."
replace phase open_day
    each player from ann
        step shop: offer buy_one or pass
        step rest: offer nap_now or pass
action nap_now "Nap": nap
"""


@pytest.mark.parametrize(
    ("patch", "words", "hint"),
    [
        ("change phase open_day\n    add wave to offer", "in 2 places", "add wave to offer of buy_one"),
        ("change phase open_day\n    add wave to offer of buy_on", "no offer of `buy_on`", "buy_one"),
        ("change phase open_day\n    add buy_one to offer of buy_one", "offered already", ""),
        ("change phase evening_show\n    add wave to offer", "offers nothing", ""),
        ('change phase open_day\n    add option "X": nap', "asks nothing", ""),
        ('change effect nap\n    add option "Of cake" as sweet_dream', "two options", "another name"),
        ("change effect nap\n    remove sweet_dream\n    remove of_nothing", "Nothing would be left", ""),
    ],
)
def test_what_cannot_be_added_is_told(patch: str, words: str, hint: str) -> None:
    found = fair_with(
        "mine",
        twice=f'variant twice of fair "Twice"\n{TWO_OFFERS}',
        mine=f'variant mine of twice "Mine"\n{patch}\n',
    ).diagnostics
    assert words in found[0].message and hint in (found[0].hint or "")
    assert found[0].span.source.name == "mine.rules"


RULES_IN_THE_WAY = [
    ('instead of parade: say "One."', 'instead of parade: say "Two."'),
    ("modify cost(_): set 3", "modify cost(_): set 4"),
    ("before buy(_): set buy.slot to 2", "before buy(_): add 1 to buy.slot"),
    (
        "change Prize drum\n    after buy(this): set crowd to 3",
        "change Prize drum\n    after buy(this): set crowd to 4",
    ),
    (
        "change Prize drum\n    modify cost(this): set 3",
        "change Prize drum\n    modify cost(this) while crowd > 3: set 4",
    ),
]


def sentences(found: Compiled) -> list[str]:
    assert found.program is not None
    rules = [rule.words for rule in found.program.rules]
    return rules + [modifier.words for modifier in found.program.modifiers]


@pytest.mark.parametrize(("one", "other"), RULES_IN_THE_WAY)
def test_prefer_drops_the_rule_that_is_in_the_way_even_without_a_name(one: str, other: str) -> None:
    texts = {"aa": f'variant aa of fair "A"\n{one}\n', "bb": f'variant bb of fair "B"\n{other}\n'}
    undecided = fair_with("both", both='variant both of fair "Both"\n    with aa, bb\n', **texts)
    assert [each.code for each in undecided.diagnostics] == ["variants-conflict"]
    assert "prefer aa over bb" in (undecided.diagnostics[0].hint or "")
    alone = {name: sentences(fair_with(name, **texts)) for name in texts}
    for winner, loser in (("aa", "bb"), ("bb", "aa")):
        both = f'variant both of fair "Both"\n    with aa, bb\n    prefer {winner} over {loser}\n'
        found = fair_with("both", both=both, **texts)
        assert found.diagnostics == () and sentences(found) == alone[winner]


def test_a_circle_of_preferences_is_an_error() -> None:
    texts = {
        name: f'variant {name} of fair "X"\nchange Prize drum x {number}\n' for number, name in enumerate("abc", 3)
    }
    head = (
        'variant all of fair "All"\n    with a, b, c\n    prefer a over b\n    prefer b over c\n    prefer c over a\n'
    )
    found = fair_with("all", all=head, **texts).diagnostics
    assert [(each.code, each.span.line) for each in found] == [("variants-conflict", 5)]
    assert "c over a over b over c" in found[0].message


def test_a_side_that_is_changed_cannot_be_removed_by_another() -> None:
    coin = "kind Token\n    sides heads, tails\n    weight: number = 1\n"
    coin += 'Token penny "Penny"\n    side tails\n        weight 2\n'
    loader = MemoryLoader(
        {
            "fair.rules": FAIR + "\n" + coin,
            "aa.rules": "variant aa of fair\nchange Token penny\n    remove tails\n",
            "bb.rules": "variant bb of fair\nchange Token penny\n    side tails\n        weight 3\n",
        }
    )
    found = compile_source(loader.rulebook("fair"), loader, ["aa", "bb"]).diagnostics
    assert "variants-conflict" in {each.code for each in found}


def test_prefer_settles_a_conflict_member_by_member() -> None:
    texts = {
        "rich": 'variant rich of fair "Rich"\n\nchange Prize drum "Golden drum" x 3\n    worth 9\n',
        "poor": 'variant poor of fair "Poor"\n\nchange Prize drum x 1\n    worth 0\n    flavour "It is cracked."\n',
        "both": 'variant both of fair "Both"\n    with rich, poor\n    prefer poor over rich\n',
    }
    loader = MemoryLoader({"fair.rules": FAIR, **{f"{name}.rules": text for name, text in texts.items()}})
    program = load("both", loader).program
    labels = dict(zip(program.names, program.labels, strict=True))
    assert labels["drum"] == "Golden drum" and "drum_2" not in labels


def test_the_examples_of_the_base_need_not_hold() -> None:
    """They prove the rules of the base: a variant brings its own."""
    text = 'variant dear of fair "Dear"\n\nchange table price\n    toys: 4\n'
    results = load("dear", MemoryLoader({"fair.rules": FAIR, "dear.rules": text})).run_examples()
    assert results == ()


def test_what_a_variant_takes_out_and_the_base_needs_is_told_with_both_places() -> None:
    text = "variant bare of fair\n\nremove phase evening_show\n"
    loader = MemoryLoader({"fair.rules": FAIR, "bare.rules": text})
    (found,) = compile_source(loader.rulebook("bare"), loader).diagnostics
    assert (found.code, found.span.source.name) == ("unknown-name", "fair.rules")
    assert found.labels[0].span.source.name == "bare.rules" and "removes" in found.labels[0].text


def test_a_fault_in_a_new_text_stands_in_the_variant() -> None:
    text = 'variant odd of fair\n\nchange effect buy\n    text "buy {nothing}"\n'
    loader = MemoryLoader({"fair.rules": FAIR, "odd.rules": text})
    found = compile_source(loader.rulebook("odd"), loader).diagnostics
    assert {each.span.source.name for each in found} == {"odd.rules"}


@pytest.mark.parametrize(
    ("patch", "code", "what", "hint"),
    [
        ("change enum Stall: rides", "table-gap", "enum `Stall`", "change table price"),
        ("change option rounds: 3..5", "wrong-type", "option `rounds`", ""),
        ("change Prize cake x 0", "wrong-count", "piece `cake`", ""),
        ("change zone basket(owner: player)", "wrong-arguments", "zone `basket`", "change value score"),
        ("change zone booth(owner: player)", "not-constant", "zone `booth`", ""),
        ("remove enum Stall", "unknown-kind", "enum `Stall`", "change kind Prize"),
        (
            "change state crowd = 1\nremove state coins",
            "unknown-property",
            "removes state `coins of player`",
            "change value score",
        ),
    ],
)
def test_what_no_longer_fits_in_the_base_is_told_with_the_patch(patch: str, code: str, what: str, hint: str) -> None:
    found = fair_with("mine", mine=f"variant mine of fair\n{patch}\n").diagnostics
    first = next(each for each in found if each.severity == "error")
    assert (first.code, first.span.source.name) == (code, "fair.rules")
    assert [label.span.source.name for label in first.labels][-1] == "mine.rules"
    assert what in first.labels[-1].text and hint in (first.hint or "")


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        ('change text "Drum" to ""', "read nothing"),
        ("change game\n    set round to -1 times", "-1 times"),
        ("change phase open_day\n    step rest\n        repeat -2 times: nap", "-2 times"),
        ("change option rounds: 3..9 = 12", "The default 12 is outside 3 to 9."),
        ("option shop: Stall = 12", "these are sweets, toys"),
        ("change effect twice_chosen\n    choose p in attic", "twice"),
        ("Prize drum_2: worth 3", "one of the 2 copies of `drum`"),
        ("zone drum_1 of Prize", "one of the 2 copies of `drum`"),
        ("change Prize cake\n    add 1 to wort", "nothing called `wort`"),
    ],
)
def test_what_makes_no_sense_is_an_error_in_the_variant(patch: str, words: str) -> None:
    base = "effect twice_chosen\n    if crowd > 3\n        choose p in booth\n"
    base += "    if crowd > 5\n        choose p in attic\n"
    loader = MemoryLoader({"fair.rules": FAIR + base, "mine.rules": f"variant mine of fair\n{patch}\n"})
    errors = [each for each in compile_source(loader.rulebook("mine"), loader).diagnostics if each.severity == "error"]
    assert words in errors[0].message and errors[0].span.source.name == "mine.rules"


def test_a_choice_in_each_branch_is_one_choice() -> None:
    base = "effect chosen\n    if crowd > 3\n        choose p in booth\n    else\n        choose p in attic\n"
    loader = MemoryLoader(
        {"fair.rules": FAIR + base, "mine.rules": "variant mine of fair\nchange effect chosen\n    choose p in attic\n"}
    )
    program = compile_source(loader.rulebook("mine"), loader).program
    assert program is not None
    domains = {site.domain for site in program.sites if site.name.startswith("chosen.p")}
    assert len(domains) == 1


def test_something_is_added_to_what_a_piece_has_from_its_kind() -> None:
    base = 'kind Cup\n    size: number = 2\nkind Mug of Cup\nMug jug "Jug"\n'
    one = "change Mug jug\n    add 1 to size\n"
    larger = "change kind Cup\n    size: number = 10\n"
    for names in (("aa", "bb", "cc"), ("cc", "bb", "aa")):
        texts = {
            f"{name}.rules": f"variant {name} of fair\n{text}"
            for name, text in zip(names, (one, larger, one), strict=True)
        }
        loader = MemoryLoader({"fair.rules": f"{FAIR}\n{base}", **texts})
        for several, size in ((names[:1], 3), (names[:2], 11), ((names[0], names[2]), 4), (names, 12)):
            program = compile_source(loader.rulebook("fair"), loader, several).program
            assert program is not None
            assert [each.initial for each in program.columns if each.name == "size"] == [(size,)]


def test_a_variant_that_is_not_there_is_told_without_a_place() -> None:
    loader = MemoryLoader({"fair.rules": FAIR, "loud.rules": "variant loud of fair\n"})
    with pytest.raises(SourceProblem, match="There is no variant `lout`") as caught:
        load("fair", loader, variants=["lout"])
    assert "loud" in caught.value.candidates


@pytest.mark.parametrize(
    ("patch", "hint"),
    [
        ("change die lucky: blank x 2", "luck"),
        ("change enum Stal: rides", "Stall"),
        ("change board gren: grid 4 x 4", "green"),
        ("change zone bascet, at most 4", "basket"),
        ("change kind Prise", "Prize"),
        ("change state coin of player = 4", "coins of player"),
        ("change state coins = 4", "change state coins of player"),
        ("remove state coin", "`coins`?"),
        ("change value scor = 1", "score"),
        ("change option round = 3", "rounds"),
        ('change action buy_on\n    label "Buy"', "buy_one"),
        ('change effect bui\n    text "x"', "buy"),
        ('change interjection cher\n    label "x"', "cheer"),
        ("change table prise\n    toys: 1", "price"),
        ('change text "Drumm" to "Trommel"', "Drum"),
        ("remove player bob", "`players` line"),
        ('remove invariant "nobody is in dept"', "nobody is in debt"),
        ('replace after buy(_) as envi: say "x"', "envy"),
        ("change action buy_one\n    let payed = 1", "paid"),
        ("change effect buy\n    field slott = 1", "slot"),
        ('change phase rest\n    label "x"', "change phase open_day"),
        ('change phase round\n    label "x"', "change game"),
    ],
)
def test_whatever_is_not_there_the_nearest_name_is_told(patch: str, hint: str) -> None:
    loader = MemoryLoader({"fair.rules": FAIR, "mine.rules": f"variant mine of fair\n\n{patch}\n"})
    found = compile_source(loader.rulebook("mine"), loader).diagnostics
    assert found[0].code == "nothing-to-change" and hint in (found[0].hint or "")


def test_a_state_of_each_player_is_taken_out_by_its_name() -> None:
    base = "state luck of player: number = 0\nstate luck of Prize: number = 0\nstate mood of player: number = 0\n"
    removes, changes, both = "remove state mood\n", "change state mood of player = 1\n", "remove state luck\n"
    texts = {"removes": removes, "changes": changes, "both": both}
    loader = MemoryLoader(
        {
            "fair.rules": FAIR + base,
            **{f"{name}.rules": f"variant {name} of fair\n{text}" for name, text in texts.items()},
        }
    )
    fair = loader.rulebook("fair")
    program = compile_source(fair, loader, ["removes"]).program
    assert program is not None and "mood" not in {each.name for each in program.columns}
    (conflict,) = compile_source(fair, loader, ["removes", "changes"]).diagnostics
    assert conflict.code == "variants-conflict" and "removes state `mood of player`" in conflict.message
    (unclear,) = compile_source(fair, loader, ["both"]).diagnostics
    assert unclear.message == "More than one has a state `luck`: `player` and `Prize`. I cannot tell which is meant."


def test_whose_state_it_is_is_not_said_where_it_is_taken_out() -> None:
    (found,) = fair_with("mine", mine="variant mine of fair\nremove state coins of player\n").diagnostics
    assert (found.hint or "").startswith("The name is enough, whoever has the state: `remove state coins`.")


@pytest.mark.parametrize(
    ("patch", "hint"),
    [
        (
            "change effect buy\n    draw(1, from: booth, into: attic)",
            "To put all of it anew, write `replace` and the whole.",
        ),
        ('change action buy_one "Get one"', 'indented below: `label "Get one"`.'),
        ('change zone booth "Booth" at most 4', "A `,` is missing before `at`.\n\nA `zone` looks like this"),
        ("change action buy_one\n    let fee = 1", "To add one, write all of it anew: replace action buy_one."),
    ],
)
def test_what_is_said_in_the_wrong_way_is_told_the_right_one(patch: str, hint: str) -> None:
    (found, *_) = fair_with("mine", mine=f"variant mine of fair\n{patch}\n").diagnostics
    assert hint in (found.hint or "") and "use std" not in (found.hint or "")
