"""Patches of every sort on one small rulebook, alone and in pairs: they fit, or are a conflict with both places."""

from __future__ import annotations

import random
import re
from itertools import combinations
from pathlib import Path

import pytest

from rulewright.interpreter import MemoryLoader, load
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


@pytest.mark.parametrize(("one", "other"), PAIRS)
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
    ("patch", "hint"),
    [
        ("change die lucky: blank x 2", "luck"),
        ("change enum Stal: rides", "Stall"),
        ("change board gren: grid 4 x 4", "green"),
        ("change zone bascet, at most 4", "basket"),
        ("change kind Prise", "Prize"),
        ("change state coin of player = 4", "coins"),
        ("change value scor = 1", "score"),
        ("change option round = 3", "rounds"),
        ('change action buy_on\n    label "Buy"', "buy_one"),
        ('change effect bui\n    text "x"', "buy"),
        ('change interjection cher\n    label "x"', "cheer"),
        ("change table prise\n    toys: 1", "price"),
        ('change text "Drumm" to "Trommel"', "Drum"),
        ('remove invariant "nobody is in dept"', "nobody is in debt"),
        ('replace after buy(_) as envi: say "x"', "envy"),
        ("change action buy_one\n    let payed = 1", "paid"),
        ("change effect buy\n    field slott = 1", "slot"),
    ],
)
def test_whatever_is_not_there_the_nearest_name_is_told(patch: str, hint: str) -> None:
    loader = MemoryLoader({"fair.rules": FAIR, "mine.rules": f"variant mine of fair\n\n{patch}\n"})
    found = compile_source(loader.rulebook("mine"), loader).diagnostics
    assert found[0].code == "nothing-to-change" and hint in (found[0].hint or "")
