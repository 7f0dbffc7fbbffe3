"""The variants that are shipped: each is complete, proves itself, and either fits to every other or says why not."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter import Game, Loader, MemoryLoader, Rulebook, RulebookError, check, load, to_json
from rulewright.interpreter.pipeline import compile_source
from rulewright.interpreter.source import Heading, Source

FOLDER = Path(__file__).resolve().parents[2] / "rules" / "variants"
HEADINGS = {
    path.stem: heading
    for path in sorted(FOLDER.glob("*.rules"))
    if (heading := Heading.of(path.read_text(encoding="utf-8"))) is not None
}
VARIANTS = list(HEADINGS)
HEMLOCH = [name for name, heading in HEADINGS.items() if heading.base == "hemloch"]
CITY = [name for name, heading in HEADINGS.items() if heading.base == "city_of_hemloch"]
PAIRS = [(one, other) for group in (HEMLOCH, CITY) for one, other in combinations(group, 2)]
CONFLICTS = {  # those that cannot be played together; all the others can
    ("fortnight", "four_days"),
    ("full_sets", "majorities"),
    ("long_week", "short_week"),
}


@cache
def book(name: str) -> Rulebook:
    return load(name)


def outcome(base: str, *variants: str) -> tuple[str, ...]:
    """The program, or else what is said about why there is none."""
    loader = Loader()
    compiled = compile_source(loader.rulebook(base), loader, variants)
    if compiled.program is not None:
        return (to_json(compiled.program),)
    return tuple(f"{each.code} {each.span}: {each.message}" for each in compiled.diagnostics)


# --- each by itself -------------------------------------------------------------------------------------------------


def test_there_are_many() -> None:
    assert len(HEMLOCH) >= 8 and len(CITY) >= 4


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_has_a_title_and_a_description(name: str) -> None:
    heading = HEADINGS[name]
    assert heading.name == name and heading.title != name
    assert len(heading.description) > 60


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_is_wrong_with_a_variant(name: str) -> None:
    assert [str(each) for each in check(name)] == []
    assert [result for result in book(name).run_examples() if not result.passed] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_the_examples_of_a_variant_fail_without_it(name: str) -> None:
    """They are laid on what it varies, without the rest of its file."""
    _, *blocks = (FOLDER / f"{name}.rules").read_text(encoding="utf-8").split("\nexample ")
    assert blocks
    bare = f'variant bare of {HEADINGS[name].base} "Bare"\n\nexample ' + "\nexample ".join(blocks)
    try:
        results = load("bare", Beside({"bare.rules": bare})).run_examples()
    except RulebookError:
        return  # they speak of something that only the variant has
    assert not all(result.passed for result in results)


class Beside(MemoryLoader):
    """A text that was never saved, beside all that is shipped."""

    def rulebook(self, name: str) -> Source:
        return super().rulebook(name) if f"{name}.rules" in self.texts else Loader().rulebook(name)


@pytest.mark.parametrize("name", VARIANTS)
def test_by_its_own_name_or_laid_on_its_base_it_is_the_same_game(name: str) -> None:
    base = HEADINGS[name].base
    assert base is not None
    one, other = book(name).start(seed=5), load(base, variants=[name]).start(seed=5)
    for _ in range(12):
        if one.over:
            break
        decision = one.decisions()[0]
        assert [each.ids for each in one.decisions()] == [each.ids for each in other.decisions()]
        answer = list(decision.ids[: max(1, decision.least)])
        for game in (one, other):
            game.apply(decision.seat, answer if len(answer) > 1 else answer[0])
    assert one.log() == other.log()


# --- two at once ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_fit_or_are_a_reported_conflict_in_either_order(one: str, other: str) -> None:
    base = HEADINGS[one].base
    assert base is not None
    there, back = outcome(base, one, other), outcome(base, other, one)
    assert there == back
    expected = "variants-conflict" if (one, other) in CONFLICTS else "{"
    assert there[0].startswith(expected), there


@settings(deadline=None, max_examples=8)
@given(st.data())
def test_the_order_of_several_never_matters(data: st.DataObject) -> None:
    group = data.draw(st.sampled_from([HEMLOCH, CITY]))
    chosen = data.draw(st.lists(st.sampled_from(group), min_size=2, max_size=4, unique=True))
    mixed = data.draw(st.permutations(chosen))
    base = HEADINGS[group[0]].base
    assert base is not None
    assert outcome(base, *chosen) == outcome(base, *mixed)


@pytest.mark.parametrize(("one", "other"), sorted(CONFLICTS))
def test_a_conflict_names_both_places(one: str, other: str) -> None:
    found = check(HEADINGS[one].base or "", variants=[one, other])
    assert found and {each.code for each in found} == {"variants-conflict"}
    for each in found:
        places = {each.span.source.name, *(label.span.source.name for label in each.labels)}
        assert places == {f"rules/variants/{one}.rules", f"rules/variants/{other}.rules"}


def test_the_grand_tally_settles_a_conflict() -> None:
    assert outcome("hemloch", "grand_tally", "full_sets", "majorities")[0].startswith("{")
    assert {"full_sets_of", "quarters_led"} <= {each.name for each in book("grand_tally").program.values}


# --- what some of them are about ------------------------------------------------------------------------------------


def test_a_handicap_is_an_option() -> None:
    settled = load("hemloch", variants=["head_start"], options={"bert_begins_with": "0"})
    assert {each.name: each.value for each in settled.program.options} == {"anne_begins_with": 0, "bert_begins_with": 0}
    assert settled.digest != load("hemloch", variants=["head_start"]).digest


@pytest.mark.parametrize(("base", "variant"), [("hemloch", "open_hands"), ("city_of_hemloch", "open_table")])
def test_open_hands_are_open(base: str, variant: str) -> None:
    """Whoever only watches sees in an open hand whatever there is."""

    def names(game: Game) -> set[str]:
        hands = next(zone for zone in game.view(None)["zones"] if zone["id"] == "hand")
        return {piece["id"] for place in hands["places"] for piece in place["pieces"]}

    cards = set(book(variant).program.names)
    assert not names(load(base).start(seed=4)) & cards
    assert names(book(variant).start(seed=4)) <= cards
