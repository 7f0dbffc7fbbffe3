"""Records are compared, hashed and printed as attrs does it."""

from __future__ import annotations

from attrs import evolve, field, frozen

from rulewright.interpreter.source.record import record


@frozen
class Plain:
    name: str
    place: int = field(eq=False, repr=False, kw_only=True)


@record
class Shared:
    name: str
    place: int = field(eq=False, repr=False, kw_only=True)


@record
class Other(Shared):
    pass


def test_what_does_not_count_is_not_compared() -> None:
    assert Shared("a", place=1) == Shared("a", place=2) != Shared("b", place=1)
    assert hash(Shared("a", place=1)) == hash(Shared("a", place=2))
    assert evolve(Shared("a", place=1), name="b") == Shared("b", place=1)


def test_only_the_same_class_is_equal() -> None:
    others: list[object] = [Other("a", place=1), Plain("a", place=1), "a"]
    assert Shared("a", place=1) not in others


def test_it_is_printed_with_its_fields() -> None:
    assert repr(Other("a", place=1)) == repr(Plain("a", place=1)).replace("Plain", "Other")
