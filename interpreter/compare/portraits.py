"""A program as portraits of all its things, each under a name that means the same thing in another program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

import attrs

from rulewright.interpreter.compare import words
from rulewright.interpreter.compare.portrait import Facts, Portrait
from rulewright.interpreter.compare.scopes import Scopes, is_scope
from rulewright.interpreter.ir.infix import Infix
from rulewright.interpreter.ir.listing import modifier_lines, rule_lines, value_line
from rulewright.interpreter.ir.program import Card, Function, Line, Modifier, Program, Rule

ROLES = {"phase": "Phases", "action": "Actions", "effect": "Effects"}
OF_EXAMPLES = "example_"  # how the functions are called that examples run
Hook = TypeVar("Hook", Rule, Modifier)


def portraits(program: Program) -> tuple[Portrait, ...]:
    return tuple(_Painter(program).all())


class _Painter:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.cards = {tuple(range(card.first, card.first + card.count)): card for card in program.cards}
        self.scopes = Scopes(program)

    def all(self) -> Iterator[Portrait]:
        yield self.box()
        yield from self.options()
        yield from self.functions()
        yield from self.rules()
        yield from self.values()
        yield from self.pieces()
        yield from self.kinds()
        yield from self.places()
        yield from self.states()
        yield from self.printed()
        yield from self.notes()

    # --- the whole --------------------------------------------------------------------------------------------------

    def box(self) -> Portrait:
        program = self.program
        least, most = program.least_players, program.most_players
        return Portrait(
            "The box",
            "",
            "The rulebook",
            (
                ("title", program.title),
                ("players", str(most) if least == most else f"{least} to {most}"),
                ("seats", ", ".join(program.labels[:most])),
            ),
        )

    def options(self) -> Iterator[Portrait]:
        for option in self.program.options:
            yield Portrait(
                "Options",
                option.name,
                option.label or option.name,
                (
                    ("label", option.label),
                    ("choices", f"{option.low} to {option.high}" if option.type == "number" else option.type),
                    ("if not said", words.value_words(self.program, option.type, option.default)),
                    ("settled as", words.value_words(self.program, option.type, option.value)),
                ),
            )

    # --- what happens -----------------------------------------------------------------------------------------------

    def functions(self) -> Iterator[Portrait]:
        for function in self.program.functions:
            if function.role in ROLES and not function.name.startswith(OF_EXAMPLES) and not is_scope(function):
                yield Portrait(
                    ROLES[function.role],
                    function.name,
                    function.label or function.name,
                    (("label", function.label), ("text", function.text)),
                    told(function.outline),
                    self.code(function),
                )

    def code(self, function: Function) -> tuple[str, ...]:
        """Without its head, which has the label and the text; with the turns and steps in it, and what they ask."""
        return tuple(self.scopes.code(function))

    def rules(self) -> Iterator[Portrait]:
        for rule in self.program.rules:
            if self.card_of(rule) is None and not rule.name.startswith(OF_EXAMPLES):
                lines = (rule.words,) if rule.words else ()
                yield Portrait("Rules", rule.name, _spaced(rule.name), self.says((rule,)), lines, self.rule_code(rule))

    def rule_code(self, rule: Rule) -> tuple[str, ...]:
        lines = self.scopes.unnumbered(rule_lines(self.program, self.anywhere(rule)))
        return (*lines, self.works(rule), *self.code(_silent(self.program.functions[rule.function])))

    def says(self, rules: Iterable[Rule]) -> Facts:
        """What rules write into the log: their words tell mostly what they do."""
        texts = []
        for rule in rules:
            for block in self.program.functions[rule.function].blocks:
                said = [instr[1] for instr in block.instrs if instr[0] == "say"]
                texts += [re.sub(r"\{\w+\}", "…", text) for text in said]
        return (("says", " / ".join(f'"{text}"' for text in texts)),)

    def anywhere(self, thing: Hook) -> Hook:
        """Without the names of its pieces and places: one copy more is no other rule."""
        return attrs.evolve(thing, pieces=(), works=(), cite="")

    def works(self, thing: Rule | Modifier) -> str:
        zones = [zone.name for zone in self.program.zones if zone.first in thing.works]
        return f"works in {', '.join(zones)}"

    def values(self) -> Iterator[Portrait]:
        wordless = tuple(attrs.evolve(each, text="", cite="", public=True) for each in self.program.values)
        plain = attrs.evolve(self.program, values=wordless)
        for number, value in enumerate(self.program.values):
            lines = (value.formula,) if value.formula else ()
            facts = (("label", value.label), ("text", value.text))
            code = (value_line(plain, number),)
            yield Portrait("Values", value.name, value.words or value.label or value.name, facts, lines, code)
        for modifier in self.program.modifiers:
            if self.card_of(modifier) is None and not modifier.name.startswith(OF_EXAMPLES):
                lines = (modifier.words,) if modifier.words else ()
                title = self.program.values[modifier.value].label or self.program.values[modifier.value].name
                yield Portrait("What changes values", modifier.name, title, (), lines, self.modifier_code(modifier))

    def modifier_code(self, modifier: Modifier) -> tuple[str, ...]:
        return (*modifier_lines(self.program, self.anywhere(modifier)), self.works(modifier))

    # --- pieces -----------------------------------------------------------------------------------------------------

    def card_of(self, thing: Rule | Modifier) -> Card | None:
        return self.cards.get(tuple(thing.pieces)) if thing.pieces else None

    def pieces(self) -> Iterator[Portrait]:
        code: dict[str, list[str]] = {}
        hung: dict[str, list[Rule]] = {}
        for rule in self.program.rules:
            card = self.card_of(rule)
            if card is not None:
                hung.setdefault(card.name, []).append(rule)
                code.setdefault(card.name, []).extend(self.rule_code(rule))
        for modifier in self.program.modifiers:
            card = self.card_of(modifier)
            if card is not None:
                code.setdefault(card.name, []).extend(self.modifier_code(modifier))
        for function in self.program.functions:
            if function.role == "part":
                code.setdefault(function.name.partition(".")[0], []).extend(self.code(function))
        labels = {kind.name: kind.label for kind in self.program.kinds}
        for card in self.program.cards:
            title = f"{card.label or card.name} ({labels.get(card.kind, card.kind)})"
            facts = (
                ("label", card.label),
                ("kind", labels.get(card.kind, card.kind)),
                ("how many", str(card.count)),
                *self.properties(card.first),
                ("starts in", words.place_name(self.program, self.program.starts[card.first - self.program.pieces[0]])),
                *self.says(hung.get(card.name, ())),
                ("flavour", card.flavour),
            )
            yield Portrait("Pieces", card.name, title, facts, told(card.lines), tuple(code.get(card.name, ())))

    def properties(self, piece: int) -> Facts:
        """What is printed on it, lists included, and where its states start."""
        found = []
        for column in self.program.columns:
            if column.owner and column.first <= piece < column.first + column.count:
                held = self.program.constants[column.base + piece] if column.constant else None
                value = column.initial[piece - column.first] if held is None else held
                found.append((_spaced(column.name), words.value_words(self.program, column.type, value)))
        infix = Infix(self.program, labels=True)
        for number, relation in enumerate(self.program.relations):
            if 0 <= piece - relation.first < len(relation.rows):
                type = infix.type_of(("relation", number, ("const", 0)))
                row = infix.constant(relation.rows[piece - relation.first], type)
                found.append((_spaced(relation.name.rpartition(".")[2]), row))
        return tuple(found)

    def kinds(self) -> Iterator[Portrait]:
        for kind in self.program.kinds:
            if kind.sort == "piece":
                facts = [("label", kind.label), ("pieces", str(kind.count))]
                for column in self.program.columns:
                    if column.owner == kind.name and "." not in column.name:
                        shown = f"{words.bounds(column)}, seen by {words.seen_by(self.program, column.seen)}"
                        facts.append((_spaced(column.name), shown))
                yield Portrait("Kinds", kind.name, kind.label or kind.name, tuple(facts))

    # --- places, states, tables -------------------------------------------------------------------------------------

    def places(self) -> Iterator[Portrait]:
        for zone in self.program.zones:
            facts = (
                ("label", zone.label),
                ("grid", words.grid(zone)),
                ("one for", words.keys(self.program, zone)),
                ("holds", words.held(self.program, zone)),
                ("at most", str(zone.capacity) if zone.capacity >= 0 else ""),
                ("in order", "yes" if zone.ordered else ""),
                ("seen by", words.seen_by(self.program, zone.seen)),
            )
            yield Portrait("Places", zone.name, zone.label or zone.name, facts)

    def states(self) -> Iterator[Portrait]:
        pieces = {kind.name for kind in self.program.kinds if kind.sort == "piece"}
        for column in self.program.columns:
            if column.owner not in pieces and not column.name.startswith(OF_EXAMPLES):
                of = f" of {column.owner}" if column.owner else ""
                starts = dict.fromkeys(words.value_words(self.program, column.type, each) for each in column.initial)
                facts = (
                    ("holds", words.bounds(column)),
                    ("starts at", ", ".join(starts)),
                    ("seen by", words.seen_by(self.program, column.seen)),
                )
                yield Portrait("States", f"{column.owner}.{column.name}", f"{_spaced(column.name)}{of}", facts)

    def printed(self) -> Iterator[Portrait]:
        infix = Infix(self.program)
        for enum in self.program.enums:
            yield Portrait("Enums", enum.name, enum.name, (), enum.labels, enum.members)
        for die in self.program.dice:
            faces = ", ".join(infix.constant(face, die.name) for face in die.faces)
            yield Portrait("Dice", die.name, die.name, (("faces", faces),))
        for table in self.program.tables:
            width = table.sizes[-1] if len(table.sizes) > 1 else 1
            rows = [table.cells[at : at + width] for at in range(0, len(table.cells), max(width, 1))]
            called = table.words or [f"row {table.lows[0] + at}" for at in range(len(rows))]
            facts = tuple((name, ", ".join(map(str, row))) for name, row in zip(called, rows, strict=True))
            yield Portrait("Tables", table.name, table.name, facts)

    def notes(self) -> Iterator[Portrait]:
        infix = Infix(self.program)
        for invariant in self.program.invariants:
            code = (infix.show(invariant.test, "flag"),)
            yield Portrait("Invariants", invariant.name, invariant.name, code=code)
        for note in self.program.notes:
            cited = ", ".join(note.ids)
            yield Portrait("Rulings", f"{note.form} {cited} {note.text}", f"{note.form} {cited}", (), (note.text,))


def told(lines: tuple[Line, ...]) -> tuple[str, ...]:
    return tuple("  " * line.depth + line.words for line in lines)


def _silent(function: Function) -> Function:
    """Without what it writes into the log, which is told apart."""
    blocks = []
    for block in function.blocks:
        *spans, end = block.spans
        kept = [(instr, span) for instr, span in zip(block.instrs, spans, strict=True) if instr[0] != "say"]
        instrs, left = tuple(instr for instr, _ in kept), tuple(span for _, span in kept)
        blocks.append(attrs.evolve(block, instrs=instrs, spans=(*left, end)))
    return attrs.evolve(function, blocks=tuple(blocks))


def _spaced(name: str) -> str:
    return name.replace("_", " ")
