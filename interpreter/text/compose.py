"""Puts the words into the program: every card's text, and what its rules, values and phases say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, takewhile

from attrs import define, evolve, field

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.link import Linked
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk
from rulewright.interpreter.text import english, templates
from rulewright.interpreter.text.modifiers import gathered, in_one
from rulewright.interpreter.text.outline import outline, param_scope
from rulewright.interpreter.text.rules import modifier_sentence, piece_scope, rule_sentence
from rulewright.interpreter.text.scope import Scope
from rulewright.interpreter.text.voice import Gap, Params, Voice

Place = tuple[str, int, int]


def compose(linked: Linked, model: Model, program: ir.Program, findings: Findings) -> ir.Program:
    """The program with its words. Where a card needs words that an effect or value does not have, `check` warns."""
    composer = _Composer(Voice(model), _uses_templates(linked.declarations, linked.own), findings)
    printed = [each for each in linked.declarations if isinstance(each, nodes.Rule) and each.printed]
    for declaration in linked.declarations:
        if isinstance(declaration, (nodes.Rule, nodes.Modify)):
            composer.sentence(declaration, None)
        if isinstance(declaration, (nodes.Rule, nodes.Callable)):
            composer.lasting(declaration.body, None)
    cards = tuple(composer.card(piece, printed) for piece in _pieces(model))
    return evolve(
        program,
        functions=tuple(_function(composer.voice, each, at) for at, each in enumerate(program.functions)),
        values=tuple(_value(composer.voice, each) for each in program.values),
        rules=tuple(evolve(each, words=composer.at(program, each.span)) for each in program.rules),
        modifiers=tuple(evolve(each, words=composer.at(program, each.span)) for each in program.modifiers),
        cards=cards,
        about=_about(model.book.span),
    )


def _about(book: Span) -> str:
    """The comment at the head of the file introduces the game; a line with nothing but `#` parts two paragraphs."""
    above = book.source.text.splitlines()[: book.line - 1]
    lines = [line.lstrip("#").strip() for line in takewhile(lambda line: line.startswith("#"), above)]
    return "\n".join(" ".join(part) for filled, part in groupby(lines, bool) if filled)


def _uses_templates(declarations: tuple[nodes.Declaration, ...], own: tuple[Source, ...]) -> bool:
    """Whether the author has begun to write templates; who has not wants code."""
    return any(
        isinstance(each, (nodes.Value, nodes.Callable)) and each.text and each.span.source in own
        for each in declarations
    )


def _pieces(model: Model) -> Iterator[things.Piece]:
    found = [piece for kind in model.kinds.values() for piece in kind.pieces]
    yield from sorted(found, key=lambda piece: piece.first)


# --- sentences ------------------------------------------------------------------------------------------------------


@define(eq=False)
class _Composer:
    voice: Voice
    warns: bool
    findings: Findings
    words: dict[Place, str] = field(factory=dict)  # by where the rule is written

    def at(self, program: ir.Program, span: int) -> str:
        place = program.spans[span]
        return self.words.get((place.file, place.line, place.column), "")

    def sentence(self, node: nodes.Rule | nodes.Modify, piece: things.Piece | None) -> str:
        told = (
            rule_sentence(self.voice, node, piece)
            if isinstance(node, nodes.Rule)
            else modifier_sentence(self.voice, node, piece)
        )
        self.words[node.span.source.name, node.span.line, node.span.column] = told
        return told

    def lasting(self, body: nodes.Body, piece: things.Piece | None) -> None:
        """Modifiers that a body sets up until the end of something."""
        for node in walk(body):
            if isinstance(node, nodes.Modify):
                self.sentence(node, piece)

    def card(self, piece: things.Piece, printed: list[nodes.Rule]) -> ir.Card:
        self.voice.gaps.clear()
        lines = (*self.lines(piece, piece.node.lines, 0), *self.printed_on(piece, printed))
        flavour = next((line.text for line in piece.node.lines if isinstance(line, nodes.Flavour)), "")
        if self.warns:
            for gap in dict.fromkeys(self.voice.gaps):
                self.warn(gap, piece)
        return ir.Card(piece.name, piece.label, piece.kind.name, piece.first, piece.count, lines, flavour)

    def lines(self, piece: things.Piece, written: tuple[nodes.Declaration, ...], depth: int) -> Iterator[ir.Line]:
        for line, *twins in gathered(written):
            cite = ", ".join(dict.fromkeys(each for one in (line, *twins) for each in one.cite))
            if isinstance(line, nodes.Modify):
                same = [each for each in (line, *twins) if isinstance(each, nodes.Modify)]
                yield ir.Line(depth, in_one([self.sentence(each, piece) for each in same]), -1, cite)
            elif isinstance(line, nodes.Rule):
                yield ir.Line(depth, self.sentence(line, piece), -1, cite)
                self.lasting(line.body, piece)
            elif isinstance(line, nodes.PartBody):
                part = line.name.text
                label = next(kind.parts[part] for kind in piece.kind.lineage() if part in kind.parts)
                body = self.voice.deeds.body(line.body, piece_scope(piece)).words
                yield ir.Line(depth, f"{label}: {english.sentence(body)}", -1, cite)
            elif isinstance(line, nodes.SideBlock):
                yield ir.Line(depth, f"{self.side(piece, line.name.text)}:", -1, cite)
                yield from self.lines(piece, line.lines, depth + 1)

    def printed_on(self, piece: things.Piece, printed: list[nodes.Rule]) -> Iterator[ir.Line]:
        """Rules of the whole game that say they are printed on this card, each under its name."""
        for rule in printed:
            if any(name.text == piece.name for name in rule.printed):
                head = f"{rule.name.text.replace('_', ' ').title()}: " if rule.name is not None else ""
                yield ir.Line(0, head + self.sentence(rule, None), -1, ", ".join(rule.cite))

    def side(self, piece: things.Piece, name: str) -> str:
        for kind in piece.kind.lineage():
            if name in kind.sides:
                return kind.side_labels[kind.sides.index(name)]
        return name

    def warn(self, gap: Gap, piece: things.Piece) -> None:
        self.findings.warning(
            "no-words",
            gap.span,
            f"`{gap.name}` has no words, so the text of `{piece.name}` reads as code here.",
            f'Say how it reads on a card: {gap.noun} {gap.name}(…) text "{gap.sample}"',
        )


# --- what functions and values say ----------------------------------------------------------------------------------


def _function(voice: Voice, function: ir.Function, number: int) -> ir.Function:
    thing = next((each for each in voice.model.functions if each.number == number), None)
    if thing is None or thing.node is None:
        return function
    scope = param_scope(voice, thing.params, thing.node.text, thing.node.body)
    words = _filled(voice, thing.node.text, thing.params, scope)
    return evolve(function, words=english.capital(words), outline=outline(voice, thing.node.body, scope))


def _value(voice: Voice, value: ir.Value) -> ir.Value:
    thing = voice.model.names[value.name]
    assert isinstance(thing, things.Value)
    template = thing.node.text.split(templates.DENIED)[0].strip()
    scope = param_scope(voice, thing.params, template, thing.node.body)
    words = _filled(voice, template, thing.params, scope)
    body = thing.node.body
    flag = thing.type.base == "flag" and not thing.type.many
    formula = voice.clauses.clause(body, scope) if flag else voice.nouns.words(body, scope)
    return evolve(value, words=english.capital(words), formula=english.sentence(formula))


def _filled(voice: Voice, template: str, params: Params, scope: Scope) -> str:
    return templates.fill(template, {name: scope.names[name].later for name, _ in params})
