"""Which thing of a rulebook is meant by a word: its name, its label, or the number of a printed rule."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from attrs import frozen

from rulewright.cli.explaining.document import Block
from rulewright.cli.explaining.things import Things
from rulewright.interpreter import Rulebook

CITATION = re.compile(r"[A-Z]{1,8}-[A-Z]?[0-9]+[a-z]?")
TOLD = ("effect", "phase", "action")


@frozen
class Entry:
    name: str
    label: str
    tell: Callable[[], list[Block]]


@frozen
class Found:
    blocks: tuple[Block, ...]
    known: tuple[str, ...] = ()  # where nothing was found: all names, for what was mistyped


def find(book: Rulebook, word: str) -> Found:
    """What carries this name; where nothing does, what carries it as a label."""
    things = Things(book)
    if CITATION.fullmatch(word) and _is_cited(book, word):
        return Found(tuple(things.citation(word)))
    entries = list(_entries(book, things))
    wanted = word.casefold()
    fitting = [entry for entry in entries if entry.name.casefold() == wanted]
    fitting = fitting or [entry for entry in entries if entry.label.casefold() == wanted]
    if fitting:
        return Found(tuple(block for entry in fitting for block in entry.tell()))
    return Found((), tuple(dict.fromkeys(entry.name for entry in entries)))


def _is_cited(book: Rulebook, word: str) -> bool:
    notes = any(word in note.ids for note in book.program.notes)
    return notes or any(word in place.cite.split(", ") for place in book.program.spans)


def _entries(book: Rulebook, things: Things) -> Iterator[Entry]:
    program = book.program
    for card in program.cards:
        tell = partial(_alone, things, card)
        yield Entry(card.name, card.label, tell)
        copies = program.names[card.first : card.first + card.count]
        yield from (Entry(name, "", tell) for name in copies if name != card.name)
    for kind in program.kinds:
        if kind.sort == "piece":
            yield Entry(kind.name, kind.label, partial(things.kind, kind))
    for number, function in enumerate(program.functions):
        waited_for = any(rule.target == number for rule in program.rules)
        if function.role in TOLD and (function.outline or function.words or waited_for):
            yield Entry(function.name, function.label, partial(things.function, number))
    for number, value in enumerate(program.values):
        yield Entry(value.name, value.words, partial(things.value, number))
    for zone in program.zones:
        yield Entry(zone.name, zone.label, partial(things.zone, zone))
    for rule in program.rules:
        yield Entry(rule.name, "", partial(things.rule, rule))
    for modifier in program.modifiers:
        yield Entry(modifier.name, "", partial(things.rule, modifier))


def _alone(things: Things, card: object) -> list[Block]:
    return [things.card(card)]
