"""Several variants at once: which of them comes first by name, and who includes what, decides nothing silently."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import Loader
from rulewright.interpreter.ir.store import digest
from rulewright.interpreter.pipeline import Compiled, compile_source

FAIR = (Path(__file__).parent / "books" / "fair.rules").read_text(encoding="utf-8")
ORDERS = [("aa", "bb"), ("bb", "aa")]

TWO_OFFERS = """
action wave "Wave": say "{me} waves."
action nap_now "Nap": nap
action pay "Pay" (n: number): take n from me.coins
replace phase open_day
    each player from ann
        step shop: offer buy_one, pay(1) or pass
        step rest: offer nap_now or pass
"""

NEW_PRIZE = """
Prize kite "Kite"
    worth 3
    stall toys
change Prize drum
    add 1 to worth
after nap: set crowd to 3
"""


class Folder:
    """A folder with the fair and with variants of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "fair.rules").write_text(FAIR, encoding="utf-8")

    def write(self, name: str, patches: str, *head: str, base: str = "fair") -> None:
        lines = "".join(f"    {line}\n" for line in head)
        text = f'variant {name} of {base} "A variant"\n{lines}{patches}\n'
        (self.path / f"{name}.rules").write_text(text, encoding="utf-8")

    def compiled(self, name: str, *variants: str) -> Compiled:
        loader = Loader(self.path)
        return compile_source(loader.rulebook(name), loader, variants)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def errors(found: Compiled) -> list[str]:
    return [each.code for each in found.diagnostics if each.severity == "error"]


def worths(found: Compiled) -> dict[str, int]:
    """What each prize is worth."""
    program = found.program
    assert program is not None, found.diagnostics
    (column,) = (each for each in program.columns if each.name == "worth")
    pieces = [name for name in program.names if name.startswith(("drum_", "cake", "kite"))]
    return {name: worth for name, worth in zip(pieces, column.initial, strict=True) if name != "drum_2"}


def menus(found: Compiled) -> list[list[str]]:
    assert found.program is not None, found.diagnostics
    functions = found.program.functions
    return [[functions[each.function].name for each in site.menu] for site in found.program.sites if site.menu]


# --- what is offered ------------------------------------------------------------------------------------------------


def offering(*lines: str) -> str:
    return "\n    ".join(("change phase open_day", *lines))


@pytest.mark.parametrize(("one", "other"), ORDERS)
def test_two_add_the_same_action_to_different_offers(folder: Folder, one: str, other: str) -> None:
    folder.write("twice", TWO_OFFERS)
    folder.write(one, offering("add wave to offer of buy_one"), base="twice")
    folder.write(other, offering("add wave to offer of nap_now"), base="twice")
    assert menus(folder.compiled("twice", "aa", "bb")) == [["buy_one", "pay", "wave"], ["nap_now", "wave"]]


@pytest.mark.parametrize(("one", "other"), ORDERS)
def test_two_add_the_same_action_to_one_offer_that_they_name_differently(folder: Folder, one: str, other: str) -> None:
    folder.write("twice", TWO_OFFERS)
    folder.write(one, offering("add wave to offer of buy_one"), base="twice")
    folder.write(other, offering("add wave to offer of pay"), base="twice")
    assert menus(folder.compiled("twice", "aa", "bb")) == [["buy_one", "pay", "wave"], ["nap_now"]]


def test_one_adds_an_action_to_two_offers(folder: Folder) -> None:
    folder.write("twice", TWO_OFFERS)
    folder.write("aa", offering("add wave to offer of buy_one", "add wave to offer of nap_now"), base="twice")
    assert menus(folder.compiled("aa")) == [["buy_one", "pay", "wave"], ["nap_now", "wave"]]
    folder.write("bb", offering("add wave to offer of buy_one", "add wave to offer of pay"), base="twice")
    assert errors(folder.compiled("bb")) == ["declared-twice"]


@pytest.mark.parametrize(("one", "other"), ORDERS)
def test_what_one_takes_out_of_all_offers_another_cannot_add(folder: Folder, one: str, other: str) -> None:
    folder.write("twice", TWO_OFFERS)
    folder.write(one, offering("remove pay"), base="twice")
    folder.write(other, offering("add pay(2) to offer of nap_now"), base="twice")
    assert errors(folder.compiled("twice", "aa", "bb")) == ["variants-conflict"]
    folder.write("cc", "", "with aa, bb", f"prefer {other} over {one}", base="twice")
    assert menus(folder.compiled("cc")) == [["buy_one", "pay"], ["nap_now", "pay"]]
    folder.write("cc", "", "with aa, bb", f"prefer {one} over {other}", base="twice")
    assert menus(folder.compiled("cc")) == [["buy_one"], ["nap_now"]]


# --- examples, preferences, the order of `with` ---------------------------------------------------------------------


def test_examples_of_one_name_are_no_conflict(folder: Folder) -> None:
    for name, number in (("aa", 0), ("bb", 1)):
        folder.write(name, f'example "it works"\n    then\n        crowd * {number} = 0')
    assert errors(folder.compiled("fair", "aa", "bb")) == []


def test_an_example_of_the_base_cannot_be_removed_since_it_is_not_there(folder: Folder) -> None:
    folder.write("aa", 'remove example "a drum costs two coins"')
    (found,) = folder.compiled("aa").diagnostics
    assert found.code == "nothing-to-change" and "takes over no examples" in (found.hint or "")


@pytest.mark.parametrize(("one", "other"), ORDERS)
def test_who_wants_the_same_as_a_loser_has_not_lost(folder: Folder, one: str, other: str) -> None:
    folder.write(one, "change Prize cake\n    worth 7")
    folder.write(other, "change Prize cake\n    worth 7")
    folder.write("cc", "change Prize cake\n    worth 8")
    folder.write("all", "", "with aa, bb, cc", f"prefer cc over {one}", f"prefer {other} over cc")
    assert worths(folder.compiled("all"))["cake"] == 7


def test_the_order_behind_with_decides_nothing(folder: Folder) -> None:
    for name in ("aa", "bb"):
        folder.write(name, f'Prize prize_{name} "A prize"\n    worth 3\n    stall toys')
    found = set()
    for order in ("aa, bb", "bb, aa"):
        folder.write("both", "", f"with {order}")
        program = folder.compiled("both").program
        assert program is not None
        found.add(digest(program))
    assert len(found) == 1


# --- files that several include -------------------------------------------------------------------------------------

SHARED = 'include "shared.rules"'


@pytest.mark.parametrize(("one", "other"), ORDERS)
def test_two_may_include_one_file_and_change_what_it_adds(folder: Folder, one: str, other: str) -> None:
    (folder.path / "shared.rules").write_text(NEW_PRIZE, encoding="utf-8")
    folder.write(one, "change Prize kite\n    worth 4\nafter nap: set crowd to 5", SHARED)
    folder.write(other, "remove Prize cake", SHARED)
    assert worths(folder.compiled("fair", "aa", "bb")) == {"drum_1": 4, "kite": 4}


@pytest.mark.parametrize(("lower", "upper"), ORDERS)
def test_a_variant_may_include_what_the_one_below_it_includes(folder: Folder, lower: str, upper: str) -> None:
    (folder.path / "shared.rules").write_text(NEW_PRIZE, encoding="utf-8")
    folder.write(lower, "change Prize kite\n    worth 4", SHARED)
    folder.write(upper, "change Prize kite\n    worth 5", SHARED, base=lower)
    wanted = {"drum_1": 4, "cake": 2, "kite": 5}
    assert worths(folder.compiled(upper)) == worths(folder.compiled("fair", upper)) == wanted


@pytest.mark.parametrize(("one", "other"), ORDERS)
def test_what_two_include_gives_way_only_if_both_do(folder: Folder, one: str, other: str) -> None:
    (folder.path / "shared.rules").write_text(NEW_PRIZE, encoding="utf-8")
    folder.write(one, "", SHARED)
    folder.write(other, "", SHARED)
    folder.write("cc", "change Prize drum\n    worth 9")
    assert errors(folder.compiled("fair", "aa", "bb", "cc")) == ["variants-conflict"] * 2
    folder.write("all", "", "with aa, bb, cc", f"prefer cc over {one}")
    assert errors(folder.compiled("all")) == ["variants-conflict"]
    folder.write("all", "", "with aa, bb, cc", "prefer cc over aa", "prefer cc over bb")
    assert worths(folder.compiled("all"))["drum_1"] == 9


@pytest.mark.parametrize("included", ["fair", "bb"])
def test_a_rulebook_or_variant_cannot_be_included(folder: Folder, included: str) -> None:
    folder.write("bb", "change Prize drum\n    worth 9")
    folder.write("aa", "", f'include "{included}.rules"')
    for found in (folder.compiled("aa"), folder.compiled("fair", "aa")):
        (error,) = found.diagnostics
        assert (error.code, error.span.source.name) == ("declared-twice", f"{included}.rules")


def test_two_files_with_a_variant_of_one_name_are_told(folder: Folder) -> None:
    folder.write("bb", "change Prize drum\n    worth 9")
    (folder.path / "bb.rules").rename(folder.path / "aa.rules")
    folder.write("bb", "change Prize drum\n    worth 8")
    (error,) = folder.compiled("fair", "aa", "bb").diagnostics
    assert error.code == "declared-twice" and "Two files hold a variant called `bb`" in error.message


@pytest.mark.parametrize("played", [("aa",), ("bb",), ("fair", "aa"), ("fair", "aa", "bb"), ("aa", "bb")])
def test_variants_that_need_one_another_in_a_circle_are_told(folder: Folder, played: tuple[str, ...]) -> None:
    folder.write("aa", "", "with bb")
    folder.write("bb", "", "with aa")
    assert set(errors(folder.compiled(*played))) == {"include-circle"}


ALIKE = [
    ("modify cost(_) while crowd > 2: set 3", "modify cost(_) while crowd > 3: set 3"),
    (
        "change Prize cake\n    modify cost(this): set 3",
        "change Prize cake\n    modify cost(this) while crowd > 3: set 3",
    ),
    ("change Prize cake\n    modify cost(this): set 3", "change Prize drum\n    modify cost(this): set 4"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_that_set_a_value_to_the_same_or_for_others_are_no_conflict(folder: Folder, one: str, other: str) -> None:
    folder.write("aa", one)
    folder.write("bb", other)
    assert errors(folder.compiled("fair", "aa", "bb")) == []


WITHOUT_WORDS = [
    ("change Prize drum x 1", "after buy(drum_2): nap", "unknown-name"),
    ("change board green: grid 2 x 2", "after buy(_): move cake to c3", "unknown-name"),
    (
        "change kind Prize\n    weight: number\nchange Prize drum\n    weight 1\nchange Prize cake\n    weight 2",
        'Prize kite "Kite"\n    worth 1\n    stall toys',
        "missing-property",
    ),
    (
        "change enum Stall: rides\nchange table price\n    rides: 3",
        "table fee(s: Stall): number\n    sweets: 1\n    toys: 2\nvalue dear: flag = fee(toys) > 1",
        "table-gap",
    ),
]


@pytest.mark.parametrize(("cause", "sufferer", "code"), WITHOUT_WORDS)
def test_what_is_sound_by_itself_is_told_with_the_variant_that_it_does_not_fit(
    folder: Folder, cause: str, sufferer: str, code: str
) -> None:
    folder.write("aa", cause)
    folder.write("bb", sufferer)
    assert errors(folder.compiled("aa")) == errors(folder.compiled("bb")) == []
    error = next(each for each in folder.compiled("fair", "aa", "bb").diagnostics if each.severity == "error")
    assert (error.code, error.span.source.name) == (code, "bb.rules")
    assert [label.span.source.name for label in error.labels] == ["aa.rules"]


@pytest.mark.parametrize("taken", ["enum Stall", "die luck", "kind Prize"])
def test_all_that_stood_inside_of_what_is_taken_out_is_told_with_the_variant(folder: Folder, taken: str) -> None:
    folder.write("aa", f"remove {taken}")
    found = [each for each in folder.compiled("aa").diagnostics if each.severity == "error"]
    assert len(found) > 1
    for each in found:
        assert [label.span.source.name for label in each.labels] == ["aa.rules"], each.message
