"""Compares two programs, thing by thing."""

from __future__ import annotations

from difflib import SequenceMatcher

from attrs import frozen

from rulewright.interpreter.compare.portrait import AREAS, Portrait
from rulewright.interpreter.compare.portraits import portraits
from rulewright.interpreter.runtime.rulebook import Rulebook

MOST_LINES = 60  # of one thing that are told


@frozen
class Fact:
    """A member that is another one in the second rulebook; "" where there is none."""

    name: str
    before: str
    after: str


@frozen
class Difference:
    """One thing that only one of two rulebooks has, or that is not the same in both.

    `change` is "new", "gone", "changed", or "reworded": it does the same and reads otherwise, since something that it
    speaks of has another label or text. `lines` are what it says, each with a sign: "-" only the first rulebook,
    "+" only the second, " " both. Where `compiled` is set, both say the same in words, and `lines` show the code.
    """

    area: str
    name: str
    title: str
    change: str
    facts: tuple[Fact, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    compiled: bool = False


def differences(one: Rulebook, other: Rulebook) -> tuple[Difference, ...]:
    """What differs, in the order in which a rulebook is read. Where nothing is said, both play the same."""
    before = {(each.area, each.name): each for each in portraits(one.program)}
    after = {(each.area, each.name): each for each in portraits(other.program)}
    found = []
    for key in dict.fromkeys((*before, *after)):
        difference = _difference(before.get(key), after.get(key))
        if difference is not None:
            found.append(difference)
    return tuple(sorted(found, key=lambda each: AREAS.index(each.area)))


def _difference(one: Portrait | None, other: Portrait | None) -> Difference | None:
    if one is None or other is None:
        only = one or other
        assert only is not None
        sign, change = ("+", "new") if one is None else ("-", "gone")
        facts = tuple(Fact(name, *(("", value) if one is None else (value, ""))) for name, value in only.facts if value)
        lines = tuple((sign, line) for line in only.lines[:MOST_LINES])
        return Difference(only.area, only.name, only.title, change, facts, lines)
    facts = _facts(dict(one.facts), dict(other.facts))
    if one.lines != other.lines:
        reworded = bool(one.code) and one.code == other.code and not facts
        change = "reworded" if reworded else "changed"
        return Difference(one.area, one.name, other.title, change, facts, _lines(one.lines, other.lines))
    if one.code != other.code:
        return Difference(one.area, one.name, other.title, "changed", facts, _lines(one.code, other.code), True)
    return Difference(one.area, one.name, other.title, "changed", facts) if facts else None


def _facts(one: dict[str, str], other: dict[str, str]) -> tuple[Fact, ...]:
    names = dict.fromkeys((*one, *other))
    pairs = ((name, one.get(name, ""), other.get(name, "")) for name in names)
    return tuple(Fact(*each) for each in pairs if each[1] != each[2])


def _lines(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The lines that differ, with the line before each group of them."""
    found: list[tuple[str, str]] = []
    for word, low, high, start, end in SequenceMatcher(None, one, other).get_opcodes():
        if word == "equal":
            continue
        if low > 0 and (" ", one[low - 1]) not in found[-1:]:
            found.append((" ", one[low - 1]))
        found += [("-", line) for line in one[low:high]]
        found += [("+", line) for line in other[start:end]]
    return tuple(found[:MOST_LINES])
