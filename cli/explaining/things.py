"""One thing of a rulebook, told: a card, a kind, a phase or effect, a value, a rule, a place, a printed rule."""

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.cli.explaining.document import (
    Block,
    Bullet,
    Bullets,
    Card,
    Heading,
    Paragraph,
    Table,
    anchor_of,
    lines_of,
)
from rulewright.interpreter import Rulebook

NONE = -1  # nothing, in a column of entities


class Things:
    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.program = book.program

    # --- cards ------------------------------------------------------------------------------------------------------

    def card(self, card: Any) -> Card:
        kind = next(kind for kind in self.program.kinds if kind.name == card.kind)
        lines = lines_of(self.book, card.lines)
        facts = tuple(self.facts(card.first))
        return Card(card.label, anchor_of("card", card.name), kind.label, card.count, facts, lines, card.flavour)

    def facts(self, piece: int) -> Iterator[tuple[str, str]]:
        """Its printed properties."""
        for column in self.program.columns:
            if not column.constant or not column.owner or not column.first <= piece < column.first + column.count:
                continue
            name, _, side = column.name.partition(".")
            if not side and any(other.name.startswith(f"{name}.") for other in self.program.columns):
                continue  # the sides have their own
            value = self.program.constants[column.base + piece]
            words = self.value_words(column.type, value)
            if not words and value == NONE and self.others_have(column, piece):
                words = "none"
            if words:
                label = _in_words(name) + (" (on its back)" if column.back else "")
                yield (f"{label} ({self.side(column.owner, int(side))})" if side else label), words

    def others_have(self, column: Any, piece: int) -> bool:
        """Whether it is worth a word that a card has none: others of its narrowest kind have one."""
        spans = [(each.first, each.first + each.count) for each in self.program.kinds if each.sort == "piece"]
        first, end = min((span for span in spans if span[0] <= piece < span[1]), key=lambda span: span[1] - span[0])
        return any(self.program.constants[column.base + each] != NONE for each in range(first, end))

    def value_words(self, type: str, value: int) -> str:
        """ "" for what need not be said: nothing, and a flag that is down."""
        enum = next((enum for enum in self.program.enums if enum.name == type), None)
        if enum is not None:
            return enum.labels[value] if 0 <= value < len(enum.labels) else ""
        if type == "entity":
            return self.program.labels[value] if value != NONE else ""
        return ("yes" if value else "") if type == "flag" else str(value)

    def side(self, owner: str, number: int) -> str:
        enum = next((enum for enum in self.program.enums if enum.name == f"{owner}.side"), None)
        return enum.labels[number] if enum is not None else str(number)

    def kind(self, kind: Any) -> list[Block]:
        cards = [card for card in self.program.cards if kind.first <= card.first < kind.first + kind.count]
        number = f"{kind.count} {'piece' if kind.count == 1 else 'pieces'}"
        return [
            Heading(2, kind.label, anchor_of("kind", kind.name)),
            Paragraph(f"{number}, {len(cards)} different." if len(cards) < kind.count else f"{number}."),
            *(Paragraph(words) for words in self.sides(kind)),
            *(self.card(card) for card in cards),
        ]

    def sides(self, kind: Any) -> Iterator[str]:
        """Which sides the pieces of a kind have, and those that it is a sort of or that are a sort of it."""
        kinds = [each for each in self.program.kinds if each.sort == "piece"]
        for sides in self.program.sides:
            column = self.program.columns[sides.column]
            if not _overlap(kind, column):
                continue
            whole = next(each for each in kinds if (each.first, each.count) == (column.first, column.count))
            labels = next(enum.labels for enum in self.program.enums if enum.name == column.type)
            named = [f"{label} (its back)" if at == sides.back else label for at, label in enumerate(labels)]
            yield f"One of the sides of each {whole.label} is up: {' or '.join(named)}."
            backs = [
                _in_words(each.name).lower() for each in self.program.columns if each.back and _overlap(each, column)
            ]
            if backs:
                yield f"Its back, which everybody sees wherever it lies, tells only this of it: {', '.join(backs)}."
            for first, count, side in sides.lacking:
                for each in kinds:
                    if (each.first, each.count) == (first, count) and _overlap(kind, each):
                        yield f"No {each.label} can lie {labels[side]}."

    # --- what happens -----------------------------------------------------------------------------------------------

    def function(self, number: int, level: int = 2, waiting: bool = True) -> list[Block]:
        function = self.program.functions[number]
        title = function.words if function.words and function.role == "effect" else function.label
        anchor = anchor_of("function", function.name)
        blocks: list[Block] = [Heading(level, title or function.name, anchor, function.cite)]
        if function.outline:
            blocks.append(Bullets(lines_of(self.book, function.outline)))
        rules = [rule for rule in self.program.rules if rule.target == number]
        if rules and waiting:
            blocks += [Paragraph("Rules that wait for it:"), Bullets(tuple(self.rule_items(rules)))]
        return blocks

    def rule_items(self, rules: Iterable[Any]) -> Iterator[Bullet]:
        for rule in rules:
            yield Bullet(0, f"{self.owner(rule)}{rule.words or f'`{rule.name}`'}", rule.cite, self.card_anchor(rule))

    def owner(self, rule: Any) -> str:
        """The piece that a rule stands on, as a lead."""
        return f"{self.program.labels[rule.pieces[0]]}: " if rule.pieces else ""

    def card_anchor(self, rule: Any) -> str:
        for card in self.program.cards:
            if rule.pieces and card.first == rule.pieces[0]:
                return anchor_of("card", card.name)
        return ""

    def rule(self, rule: Any) -> list[Block]:
        title = rule.name.rpartition(".")[2]
        return [Heading(2, _in_words(title)), Bullets(tuple(self.rule_items([rule])))]

    # --- values -----------------------------------------------------------------------------------------------------

    def value(self, number: int, level: int = 2) -> list[Block]:
        value = self.program.values[number]
        written = f"`{value.name}({', '.join(value.params)})`" if value.params else f"`{value.name}`"
        title = value.words or (value.label if value.shown else written)
        blocks: list[Block] = [Heading(level, title, anchor_of("value", value.name))]
        if value.formula and value.formula.rstrip(".").casefold() != title.casefold():
            verb = "It holds when" if value.type == "flag" else "It is"
            blocks.append(Paragraph(f"{verb}: {_lowered(value.formula)}", value.cite))
        modifiers = [modifier for modifier in self.program.modifiers if modifier.value == number]
        if modifiers:
            blocks += [Paragraph("What changes it:"), Bullets(tuple(self.rule_items(modifiers)))]
        if level > 2:
            return blocks  # the whole book tells of the others in their places
        for called in self.book.called_values(number):
            within = [modifier for modifier in self.program.modifiers if modifier.value == called]
            if within:
                other = self.program.values[called]
                words = f"What changes {other.words or other.label}, which it is reckoned from:"
                blocks += [Paragraph(words), Bullets(tuple(self.rule_items(within)))]
        return blocks

    # --- places -----------------------------------------------------------------------------------------------------

    def zone(self, zone: Any) -> list[Block]:
        return [Heading(2, zone.label, anchor_of("zone", zone.name)), Table(ZONE_HEAD, (self.zone_row(zone),))]

    def zone_row(self, zone: Any) -> tuple[str, ...]:
        held = [self.held(first, count) for first, count in zone.holds]
        return (
            (f"{zone.label} …" if zone.label.endswith(" the") else zone.label) + self.places(zone),
            ", ".join(held) or "no pieces",
            self.seen(zone.seen) + (" (the backs: everybody)" if zone.seen != "all" and self.backed(zone) else ""),
            ", ".join(self.traits(zone)),
        )

    def places(self, zone: Any) -> str:
        if zone.board is not None:
            return f" ({zone.board[0]} columns, {zone.board[1]} rows)"
        keys = [
            "player" if number == zone.owner_key else f"{_in_words(name).lower()} ({count})"
            for number, (name, _, count) in enumerate(zone.keys)
        ]
        return f", one for each {' and '.join(keys)}" if keys else ""

    def held(self, first: int, count: int) -> str:
        fits = [
            kind for kind in self.program.kinds if kind.sort == "piece" and (kind.first, kind.count) == (first, count)
        ]
        return fits[-1].label if fits else "pieces"

    def seen(self, seen: str) -> str:
        known = {"all": "everybody", "top": "everybody, but only the top one", "owner": "its owner", "none": "nobody"}
        if seen in known:
            return known[seen]
        return ", ".join(self.program.labels[int(seat)] for seat in seen.removeprefix("seats:").split(",") if seat)

    def backed(self, zone: Any) -> bool:
        """Whether pieces lie there of which the back is known."""
        columns = [self.program.columns[sides.column] for sides in self.program.sides if sides.back >= 0]
        return any(first < each.first + each.count and each.first < first + count
                   for each in columns for first, count in zone.holds)  # fmt: skip

    def traits(self, zone: Any) -> Iterator[str]:
        if zone.ordered:
            yield "in order"
        if zone.capacity >= 0:
            yield f"at most {zone.capacity}"

    # --- printed rules ----------------------------------------------------------------------------------------------

    def notes(self, form: str) -> list[Block]:
        notes = [note for note in self.program.notes if note.form == form]
        return [Bullets(tuple(Bullet(0, note.text, ", ".join(note.ids)) for note in notes))]

    def citation(self, wanted: str) -> list[Block]:
        """All that cites a printed rule, and where it is written."""
        program = self.program
        found = [Bullet(0, f"{note.form.capitalize()}: {note.text}") for note in program.notes if wanted in note.ids]
        found += [item for item in self.cited_lines() if _cites(item.cite, wanted)]
        places = sorted({(each.file, each.line) for each in program.spans if _cites(each.cite, wanted)})
        return [Heading(2, wanted), Bullets((*found, *(Bullet(0, f"`{file}:{line}`") for file, line in places)))]

    def cited_lines(self) -> Iterator[Bullet]:
        program = self.program
        for function in program.functions:
            title = function.label or function.name
            yield from (Bullet(0, f"{title}: {line.words}", line.cite) for line in function.outline)
        for card in program.cards:
            yield from (Bullet(0, f"{card.label}: {line.words}", line.cite) for line in card.lines)
        printed = tuple(line.words for card in program.cards for line in card.lines)
        for rule in program.rules:
            if not rule.pieces and not any(words.endswith(rule.words) for words in printed):
                yield Bullet(0, rule.words, rule.cite)
        yield from (Bullet(0, modifier.words, modifier.cite) for modifier in program.modifiers if not modifier.pieces)
        for value in program.values:
            yield Bullet(0, f"{value.words or value.label}: {_lowered(value.formula)}", value.cite)
        yield from (Bullet(0, f"Example: {example.name}", example.cite) for example in program.examples)


ZONE_HEAD = ("Place", "Holds", "Seen by", "")


def _overlap(one: Any, other: Any) -> bool:
    return bool(one.first < other.first + other.count and other.first < one.first + one.count)


def _cites(cite: str, wanted: str) -> bool:
    return wanted in cite.split(", ")


def _in_words(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _lowered(sentence: str) -> str:
    """A sentence behind a colon; a name keeps its capital."""
    first = sentence.split(" ")[0]
    common = first.lower() in ("the", "a", "an", "there", "every", "for", "you", "your", "all", "whether", "its", "it")
    return sentence[:1].lower() + sentence[1:] if common else sentence
