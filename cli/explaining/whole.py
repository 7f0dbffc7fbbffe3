"""A whole rulebook as one document, from which a person could learn the game; and the order of play as a tree."""

from collections.abc import Iterator
from itertools import islice

from rulewright.cli.explaining.document import (
    Block,
    Bullet,
    Bullets,
    Document,
    Heading,
    Paragraph,
    Table,
    anchor_of,
    lines_of,
)
from rulewright.cli.explaining.reach import reach
from rulewright.cli.explaining.things import ZONE_HEAD, Things
from rulewright.interpreter import Rulebook

DEEPEST = 40  # of a tree in which phases hold phases
LONGEST = 2_000  # lines of it: phases that go through others twice over grow without bound


def whole(book: Rulebook) -> Document:
    return Document(book.title, tuple(_Whole(book).blocks()))


def order_of_play(book: Rulebook) -> Document:
    lines = tuple(islice(_tree(book, book.program.main, 0, ()), LONGEST + 1))
    if len(lines) > LONGEST:
        lines = (*lines[:LONGEST], Bullet(0, f"… and so on: I tell {LONGEST} lines of it."))
    return Document(f"{book.title}: the order of play", (Bullets(lines),))


def _tree(book: Rulebook, number: int, depth: int, above: tuple[int, ...]) -> Iterator[Bullet]:
    """What a phase does, with the phases that it goes through laid open."""
    functions = book.program.functions
    for line, item in zip(functions[number].outline, lines_of(book, functions[number].outline), strict=True):
        yield Bullet(depth + item.depth, item.text, item.cite, item.target)
        opens = line.runs >= 0 and functions[line.runs].role == "phase"
        if opens and line.runs not in above and len(above) < DEEPEST:
            yield from _tree(book, line.runs, depth + item.depth + 1, (*above, number))


class _Whole:
    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.program = book.program
        self.things = Things(book)
        self.reach = reach(book)

    def blocks(self) -> Iterator[Block]:
        yield from self.opening()
        yield from self.box()
        yield Heading(2, "The order of play", "order")
        yield Bullets(lines_of(self.book, self.program.functions[self.program.main].outline))
        yield from self.functions("phase", "The phases, one by one")
        yield from self.functions("action", "What a player can do")
        yield from self.rules()
        yield from self.functions("effect", "What happens, step by step")
        yield from self.values()
        yield from self.cards()
        yield from self.proof()

    # --- sections ---------------------------------------------------------------------------------------------------

    def opening(self) -> Iterator[Block]:
        yield from map(Paragraph, self.program.about.splitlines())
        least, most = self.book.least_players, self.book.most_players
        number = str(most) if least == most else f"{least} to {most}"
        seats = [self.program.labels[seat] for seat in range(most)]
        players = "player" if most == 1 else "players"
        yield Paragraph(f"For {number} {players}: {', '.join(seats[:-1])}{' and ' if most > 1 else ''}{seats[-1]}.")
        if self.program.options:
            yield Heading(2, "Settled before the game", "options")
            rows = tuple(
                (option.label, self.option_words(option.type, option.value), self.option_range(option))
                for option in self.program.options
            )
            yield Table(("Option", "Here", "Possible"), rows)

    def option_words(self, type: str, value: int) -> str:
        return ("yes" if value else "no") if type == "flag" else self.things.value_words(type, value)

    def option_range(self, option: object) -> str:
        type, low, high = option.type, option.low, option.high  # type: ignore[attr-defined]
        if type == "number":
            return f"{low} to {high}"
        return ", ".join(self.option_words(type, value) for value in range(low, high + 1))

    def box(self) -> Iterator[Block]:
        kinds = [kind for kind in self.program.kinds if kind.sort == "piece" and kind.count]
        if kinds:
            yield Heading(2, "What is in the box", "box")
            rows = []
            for kind in kinds:
                cards = [card for card in self.program.cards if card.kind == kind.name]
                if cards:
                    rows.append((kind.label, str(sum(card.count for card in cards)), str(len(cards))))
            yield Table(("Pieces", "How many", "Different"), tuple(rows))
            told = dict.fromkeys(words for kind in kinds for words in self.things.sides(kind))
            if told:
                yield Bullets(tuple(Bullet(0, words) for words in told))
        if self.program.dice:
            yield Bullets(tuple(Bullet(0, self.die(die)) for die in self.program.dice))
        if self.program.zones:
            yield Heading(2, "Where things lie", "places")
            yield Table(ZONE_HEAD, tuple(self.things.zone_row(zone) for zone in self.program.zones))

    def die(self, die: object) -> str:
        enum = next(enum for enum in self.program.enums if enum.name == die.name)  # type: ignore[attr-defined]
        faces = ", ".join(enum.labels[face] for face in die.faces)  # type: ignore[attr-defined]
        return f"A die ({enum.name.replace('_', ' ')}): {faces}"

    def functions(self, role: str, title: str) -> Iterator[Block]:
        numbers = [
            number
            for number, function in enumerate(self.program.functions)
            if function.role == role and number in self.reach.functions and number != self.program.main
            and (function.outline or function.words)
        ]  # fmt: skip
        if numbers:
            yield Heading(2, title, f"all-{role}")
        for number in numbers:
            # What waits for an effect is printed on cards or among the rules; what begins a phase belongs to it.
            yield from self.things.function(number, 3, waiting=role == "phase")

    def rules(self) -> Iterator[Block]:
        own = [rule for rule in self.program.rules if not rule.pieces and rule.words]
        if own:
            yield Heading(2, "What happens besides", "rules")
            yield Bullets(tuple(self.things.rule_items(own)))

    def values(self) -> Iterator[Block]:
        numbers = [number for number in range(len(self.program.values)) if number in self.reach.told]
        if numbers:
            yield Heading(2, "How things are reckoned", "values")
        for number in numbers:
            yield from self.things.value(number, 3)

    def cards(self) -> Iterator[Block]:
        kinds = [kind for kind in self.program.kinds if kind.sort == "piece"]
        told = [kind for kind in kinds if any(card.kind == kind.name for card in self.program.cards)]
        if told:
            yield Heading(2, "The pieces", "cards")
        for kind in told:
            yield Heading(3, kind.label, anchor_of("kind", kind.name))
            yield from (self.things.card(card) for card in self.program.cards if card.kind == kind.name)

    def proof(self) -> Iterator[Block]:
        forms = {note.form for note in self.program.notes}
        if "ruling" in forms:
            yield Heading(2, "Rulings: how unclear passages are read", "rulings")
            yield from self.things.notes("ruling")
        if "excuse" in forms:
            yield Heading(2, "What the rules leave out", "excuses")
            yield from self.things.notes("excuse")
        if self.program.invariants:
            yield Heading(2, "What always holds", "invariants")
            yield Bullets(tuple(Bullet(0, invariant.name) for invariant in self.program.invariants))
        if self.program.examples:
            yield Heading(2, "Examples that are tested", "examples")
            yield Bullets(tuple(Bullet(0, example.name, example.cite) for example in self.program.examples))
