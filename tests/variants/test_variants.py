"""Variants of a small rulebook: what they change, where they disagree, and what is said about mistakes in them."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from rulewright.interpreter import MemoryLoader, Rulebook, RulebookError, SourceProblem, load
from rulewright.interpreter.diagnostics import Diagnostic

BOOKS = {
    path.stem: path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "books").glob("*.rules"))
}


def loaded(name: str, *variants: str, texts: dict[str, str] | None = None, **options: str) -> Rulebook:
    loader = MemoryLoader({f"{key}.rules": text for key, text in {**BOOKS, **(texts or {})}.items()})
    return load(name, loader, variants=variants, options=options)


def found_in(text: str, *variants: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(RulebookError) as caught:
        loaded("mine", *variants, texts={"mine": text})
    return caught.value.diagnostics


def played(book: Rulebook) -> list[str]:
    game = book.start(seed=3)
    while not game.over:
        decision = game.decisions()[0]
        game.apply(decision.seat, decision.ids[0])
    return [line["text"] for line in game.log()]


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_loads_and_its_examples_hold(name: str) -> None:
    results = loaded(name).run_examples()
    assert [result.message for result in results if not result.passed] == []


def test_a_variant_says_only_what_differs() -> None:
    base, feast = loaded("inn"), loaded("feast")
    assert base.title == "The Inn" and feast.title == "The Inn: The Feast"
    assert base.program.pieces[1] == 4 and feast.program.pieces[1] == 6
    assert len(played(feast)) > len(played(base))


def test_a_variant_on_the_command_line_is_the_same_as_its_own_file() -> None:
    assert played(loaded("inn", "feast")) == played(loaded("feast"))
    assert loaded("inn", "feast").program.variants == ("feast",)


def test_a_variant_of_a_variant_lies_on_top_of_it() -> None:
    book = loaded("late_feast")
    labels = dict(zip(book.program.names, book.program.labels, strict=True))
    assert "bard" in labels and book.program.options[0].name == "nights"


def test_options_have_a_default_and_checked_values() -> None:
    assert loaded("feast").program.options[0].value == 4
    assert loaded("feast", nights="2").program.options[0].value == 2
    for wrong in ("0", "7", "many", "", "1e3", "9" * 40):
        with pytest.raises(SourceProblem, match="1 to 6"):
            loaded("feast", nights=wrong)
    with pytest.raises(SourceProblem, match="no option called") as caught:
        loaded("feast", night="2")
    assert "nights" in caught.value.candidates


def test_an_option_changes_the_game_and_its_digest() -> None:
    short, long = loaded("feast", nights="1"), loaded("feast", nights="6")
    assert short.digest != long.digest
    assert len(played(short)) < len(played(long))


# --- several at once ------------------------------------------------------------------------------------------------


def test_two_that_touch_different_things_compose_in_any_order() -> None:
    digests = {loaded("inn", *order).digest for order in permutations(["feast", "thrift"])}
    assert len(digests) == 1


def test_two_that_disagree_are_a_conflict_that_names_both_places() -> None:
    for order in permutations(["feast", "famine"]):
        with pytest.raises(RulebookError) as caught:
            loaded("inn", *order)
        conflicts = [each for each in caught.value.diagnostics if each.code == "variants-conflict"]
        assert {"`game` (night)", "piece `beggar` (how many there are)"} <= {
            each.message.split("both change ")[1].split(", and")[0] for each in conflicts
        }
        for conflict in conflicts:
            files = {conflict.span.source.name, *(label.span.source.name for label in conflict.labels)}
            assert files == {"feast.rules", "famine.rules"}


def test_a_third_file_says_which_wins() -> None:
    names = loaded("mended").program.names
    assert "lord" not in names and "beggar_3" in names and "beggar_4" not in names


def test_the_same_wish_twice_is_no_conflict() -> None:
    again = BOOKS["famine"].replace("variant famine", "variant hunger")
    loaded("inn", "famine", "hunger", texts={"hunger": again})


# --- mistakes -------------------------------------------------------------------------------------------------------

MISTAKES = [
    ("change game\n    set nigth to 2 times", "nothing-to-change", "night"),
    ("change Guest milller\n    purse 3", "nothing-to-change", "miller"),
    ("change Guest miller\n    remove bragg", "nothing-to-change", "brag"),
    ("change phase evening\n    step wellcome: say \"x\"", "nothing-to-change", "welcome"),
    ("change phase evening\n    remove pai", "nothing-to-change", "pay"),
    ("remove phase scorign", "nothing-to-change", "scoring"),
    ("remove rule tipp", "nothing-to-change", "tip"),
    ("replace value wroth(g: Guest): number = 1", "nothing-to-change", "worth"),
    ("value worth(g: Guest): number = 1", "declared-twice", "replace"),
    ("change table prices\n    1: 2", "nothing-to-change", ""),
    ("instead of bragg: add 1 to me.fame", "unknown-name", "brag"),
]  # fmt: skip


@pytest.mark.parametrize("patch, code, hint", MISTAKES)
def test_what_is_not_there_cannot_be_changed(patch: str, code: str, hint: str) -> None:
    diagnostics = found_in(f"variant mine of inn\n\n{patch}\n")
    assert code in {each.code for each in diagnostics}
    first = next(each for each in diagnostics if each.code == code)
    assert first.span.source.name == "mine.rules" and hint in (first.hint or "")


def test_circles_and_wrong_bases_are_told() -> None:
    circle = {"mine": "variant mine of yours\n", "yours": "variant yours of mine\n"}
    with pytest.raises(RulebookError) as caught:
        loaded("mine", texts=circle)
    assert caught.value.diagnostics[0].code == "include-circle"
    other = 'rulebook other "Other"\n    players 2\n\ngame\n    end the game\n'
    with pytest.raises(RulebookError) as caught:
        loaded("other", "feast", texts={"other": other})
    assert caught.value.diagnostics[0].code == "wrong-base"
    assert "did you mean" in (found_in("variant mine of late_faest\n")[0].hint or "").lower()


def test_a_rulebook_cannot_patch() -> None:
    text = 'rulebook mine "Mine"\n    players 2\n\ngame\n    end the game\n\nremove phase x\n'
    assert [each.code for each in found_in(text)] == ["nothing-to-change"]
