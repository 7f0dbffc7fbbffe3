"""What all parts of the lowering share: the functions, sites, rules and places of the program in the making."""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.builder import Builder
from rulewright.interpreter.lower.placeholders import check_template
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.expressions import Expressions
from rulewright.interpreter.model.scopes import TURN
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

MOST_NESTED = 20


@define(eq=False)
class Lowering:
    model: Model
    functions: list[ir.Function | None] = field(factory=list)
    sites: list[ir.Site] = field(factory=list)
    rules: list[ir.Rule] = field(factory=list)
    modifiers: list[ir.Modifier] = field(factory=list)
    spans: list[ir.Place] = field(factory=list)
    settles: bool = False  # whether any rule waits for a state to come to hold
    ex: Expressions = field(init=False)
    started: set[int] = field(factory=set)
    nested: int = 0  # how many functions are being lowered, one because of another
    scope_bodies: dict[int, dict[int, int]] = field(factory=dict)  # a turn or step that is written in several places
    _span_numbers: dict[tuple[str, int, int, str], int] = field(factory=dict)
    _names: dict[str, int] = field(factory=dict)
    slot_types: dict[int, dict[int, Type]] = field(factory=dict)  # what each slot of each function holds
    deferred: list[tuple[nodes.Rule, things.Piece | None, int | None]] = field(factory=list)  # rules on later rules
    named: list[things.Variable] = field(factory=list)  # what `let`, `choose` and `pick` name
    citations: dict[tuple[str, int], str] = field(factory=dict)  # of each line that has one

    def __attrs_post_init__(self) -> None:
        self.ex = Expressions(self.model, self.lower_function)
        self.functions = [None] * len(self.model.functions)

    def span(self, span: Span) -> int:
        cite = self.citations.get((span.source.name, span.line), "")
        key = (span.source.name, span.line, span.column, cite)
        number = self._span_numbers.get(key)
        if number is None:
            number = self._span_numbers[key] = len(self.spans)
            self.spans.append(ir.Place(*key))
        return number

    def unique(self, name: str) -> str:
        """Every rule has a name; those that the author did not name are numbered."""
        count = self._names[name] = self._names.get(name, 0) + 1
        return name if count == 1 else f"{name}_{count}"

    def new_function(self) -> int:
        self.functions.append(None)
        return len(self.functions) - 1

    def site(self, site: ir.Site) -> int:
        self.sites.append(site)
        return len(self.sites) - 1

    def lower_function(self, function: things.Function) -> None:
        """Lowers a declared effect, action, phase or game, once."""
        node = function.node
        if node is None or function.number in self.started:
            return
        self.started.add(function.number)
        if self.nested > MOST_NESTED:
            self.model.findings.error(
                "too-deep",
                function.span,
                f"To read this, I had to read {MOST_NESTED} others first, each because of a field of the next.",
                "Say the type of some of these fields, or leave out those between.",
            )
            return
        self.nested += 1
        role = {"effect": "effect", "action": "action", "interjection": "action"}.get(node.word, "phase")
        builder = Builder(
            self,
            function.number,
            function.name,
            function.label,
            role,
            function.params,
            function.span,
            node.text,
            node.cite,
        )
        builder.fields = function.fields
        check_template(node.text, (name for name, _ in function.params), node.span, self.model.findings)
        self.write(builder, node.body, function)
        self.nested -= 1

    def write(self, builder: Builder, body: nodes.Body, function: things.Function | None) -> None:
        from rulewright.interpreter.lower.statements import Statements

        Statements(self, builder, function).function(body)
        self.functions[builder.number] = builder.finish()

    def scope_function(self, name: nodes.Name, purpose: str) -> things.Function | None:
        """The event behind a name: a phase, effect or action, a turn, a step, a named loop."""
        thing = self.model.names.get(name.text)
        if isinstance(thing, things.Loop) and thing.function is not None:
            thing.used = True
            return thing.function
        if isinstance(thing, things.Function):
            thing.used = True
            return thing
        if thing is None:
            known = [each.name for each in self.model.names.values() if isinstance(each, things.Function)]
            self.model.findings.unknown(
                "unknown-name",
                name.text,
                name.span,
                f"I know no {purpose} called `{name.text}`.",
                [*known, *self.model.scopes, *self.model.rule_names],
                "There is a turn where `alternate`, `each player` or `turn of` stands." if name.text == TURN else None,
            )
            return None
        found = self.model.thing(name, things.Function, things.Loop, noun=purpose)
        return found if isinstance(found, things.Function) else None
