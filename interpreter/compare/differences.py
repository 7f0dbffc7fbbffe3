"""Compares two programs, thing by thing."""

from __future__ import annotations

from difflib import SequenceMatcher

from attrs import evolve, frozen

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
    return tuple(sorted(_told_once(found), key=lambda each: AREAS.index(each.area)))


def _told_once(found: list[Difference]) -> list[Difference]:
    """What a kind has gained or lost, and is alike on all of its pieces, is told of the kind and not of each piece."""
    of_kinds = {name for each in found if each.area == "Kinds" for name in _gained_or_lost(each)}
    values: dict[str, set[str]] = {name: set() for name in of_kinds}
    for each in found:
        if each.area == "Pieces":
            for fact in each.facts:
                values.get(fact.name, set()).add(fact.before or fact.after)
    alike = {name: said.pop() for name, said in values.items() if len(said) == 1}
    told = []
    for each in found:
        if each.area == "Kinds":
            each = evolve(each, facts=tuple(_with_value(fact, alike) for fact in each.facts))
        elif each.area == "Pieces" and each.change == "changed":
            each = evolve(each, facts=tuple(fact for fact in each.facts if fact.name not in alike))
            if not each.facts and not each.lines:
                continue
        told.append(each)
    return told


def _gained_or_lost(difference: Difference) -> list[str]:
    changed = difference.change == "changed"
    return [fact.name for fact in difference.facts if changed and not (fact.before and fact.after)]


def _with_value(fact: Fact, alike: dict[str, str]) -> Fact:
    if fact.name not in alike or (fact.before and fact.after):
        return fact
    before, after = (
        f"{shown}; on all of them {alike[fact.name]}" if shown else "" for shown in (fact.before, fact.after)
    )
    return Fact(fact.name, before, after)


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
