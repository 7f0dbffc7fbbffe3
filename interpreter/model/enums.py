"""Players and sides, enums and dice."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

MOST_PLAYERS = 12
MOST_FACES = 1_000  # of a die


def declare_seats(model: Model) -> None:
    book = model.book
    if not 1 <= book.least <= book.most <= MOST_PLAYERS:
        count = f"{book.least} to {book.most}" if book.least != book.most else f"{book.most}"
        model.findings.error(
            "wrong-players",
            _players_line(book),
            f"There cannot be {count} players.",
            f"A game has 1 to {MOST_PLAYERS} players: `players 2`, `players 2 to 4`, `players white, black`.",
        )
        model.book = book = nodes.Book(
            book.name,
            book.title,
            1,
            MOST_PLAYERS,
            (),
            book.uses,
            book.includes,
            book.sides,
            span=book.span,
            cite=book.cite,
        )
    for number in range(book.most):
        if book.seats:
            seat = book.seats[number]
            thing = things.Seat(seat.name.text, seat.label or in_words(seat.name.text), seat.name.span, number)
        else:
            thing = things.Seat(f"player_{number + 1}", f"Player {number + 1}", book.span, number)
        model.declare(thing)
        model.entity_names.append(thing.name)
        model.entity_labels.append(thing.label)
    for label, seated in book.sides:
        seats = [model.thing(name, things.Seat, noun="player") for name in seated]
        numbers = tuple(seat.number for seat in seats if isinstance(seat, things.Seat))
        name = label.name.text
        model.declare(things.Side(name, label.label or in_words(name), label.name.span, numbers))


def _players_line(book: nodes.Book) -> Span:
    source = book.span.source
    for number in range(book.span.line + 1, len(source.lines) + 1):
        line = source.line(number)
        if line.split()[:1] == ["players"]:
            written = line.split("#")[0].rstrip()
            return source.span(number, len(line) - len(line.lstrip()) + 1, number, len(written) + 1)
    return book.span


def declare_enum(model: Model, node: nodes.Enum) -> things.Enum:
    names, labels = members(model, node.members)
    enum = things.Enum(node.name.text, in_words(node.name.text), node.name.span, names, labels)
    if node.name.text in model.enums:
        model.declared_twice(node.name.text, node.name.span, "enum", model.enums[node.name.text].span)
        return enum
    keep_enum(model, enum)
    return enum


def keep_enum(model: Model, enum: things.Enum) -> None:
    model.enums[enum.name] = enum
    for number, member in enumerate(enum.members):
        model.members.setdefault(member, []).append((enum, number))


def members(model: Model, labelled: Iterable[nodes.Labelled]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found: dict[str, nodes.Labelled] = {}
    for each in labelled:
        if each.name.text in found:
            model.declared_twice(each.name.text, each.name.span, "member", found[each.name.text].name.span)
        found[each.name.text] = each
    return tuple(found), tuple(each.label or in_words(name) for name, each in found.items())


def declare_die(model: Model, node: nodes.Die) -> None:
    unique = list(dict.fromkeys(face.name.text for face in node.faces))
    labels = {face.name.text: face.label for face in node.faces if face.label}
    enum = things.Enum(
        node.name.text,
        node.label or in_words(node.name.text),
        node.name.span,
        tuple(unique),
        tuple(labels.get(name) or in_words(name) for name in unique),
    )
    if not 1 <= sum(face.count for face in node.faces) <= MOST_FACES:
        count = sum(face.count for face in node.faces)
        model.findings.error(
            "wrong-count", node.span, f"A die with {count} faces cannot be.", f"It has 1 to {MOST_FACES}."
        )
    counts = [min(face.count, MOST_FACES) for face in node.faces]
    sides = tuple(
        unique.index(face.name.text) for face, count in zip(node.faces, counts, strict=True) for _ in range(count)
    )
    die = things.Die(node.name.text, enum.label, node.name.span, enum, sides, len(model.dice))
    if model.declare(die):
        model.dice.append(die)
        keep_enum(model, enum)
