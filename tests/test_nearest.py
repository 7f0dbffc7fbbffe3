import pytest

from rulewright.interpreter.diagnostics import did_you_mean, nearest

ZONES = ("hand", "minion_deck", "district_deck", "outskirts", "estate", "avenue")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hnad", "hand"),
        ("avenu", "avenue"),
        ("Estate", "estate"),
        ("outskrits", "outskirts"),
        ("deck_minion", "minion_deck"),
        ("miniondeck", "minion_deck"),
        ("minion_dekc", "minion_deck"),
    ],
)
def test_the_nearest_name_comes_first(typed: str, meant: str) -> None:
    assert nearest(typed, ZONES)[0] == meant


@pytest.mark.parametrize("typed", ["", "x", "zzzzzz", "completely_other"])
def test_what_is_far_is_not_offered(typed: str) -> None:
    assert nearest(typed, ZONES) == ()
    assert did_you_mean(typed, ZONES) is None


def test_a_word_left_out_is_noticed() -> None:
    assert nearest("deck", ZONES) == ("minion_deck", "district_deck")


def test_the_order_does_not_depend_on_the_order_of_the_candidates() -> None:
    assert nearest("cat", ["car", "cut", "bat"]) == nearest("cat", ["bat", "car", "cut"]) == ("bat", "car", "cut")


def test_no_more_are_offered_than_asked_for() -> None:
    assert nearest("cat", ["bat", "car", "cut", "hat", "rat"], limit=2) == ("bat", "car")


def test_the_question_is_a_sentence() -> None:
    assert did_you_mean("hnad", ZONES) == "Did you mean `hand`?"
    assert did_you_mean("cat", ["bat", "car"]) == "Did you mean `bat` or `car`?"
    assert did_you_mean("cat", ["bat", "car", "cut"]) == "Did you mean `bat`, `car` or `cut`?"


def test_a_very_long_name_costs_little() -> None:
    assert nearest("a" * 100_000, ["b" * 100_000] * 2 + ["c" * 99_999]) == ()
