"""One thing of a rulebook, as far as two rulebooks can be compared in it: by names and words, never by numbers."""

from __future__ import annotations

from attrs import frozen

Facts = tuple[tuple[str, str], ...]


@frozen
class Portrait:
    """`facts` are compared one by one and `lines` line by line.

    `code` is what was compiled. It is looked at where the lines are the same: words may leave something out.
    """

    area: str
    name: str
    title: str
    facts: Facts = ()
    lines: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


AREAS = (
    "The box",
    "Options",
    "Phases",
    "Actions",
    "Effects",
    "Rules",
    "Values",
    "What changes values",
    "Pieces",
    "Kinds",
    "Places",
    "States",
    "Enums",
    "Dice",
    "Tables",
    "Invariants",
    "Rulings",
)
