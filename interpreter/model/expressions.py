"""Expressions: from what the author wrote to IR trees with a type. After a mistake the type is `unknown`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulewright.interpreter.diagnostics import Diagnostic, nearest, with_article
from rulewright.interpreter.ir.program import NONE, Expr
from rulewright.interpreter.model import describing, things
from rulewright.interpreter.model.attributes import Attributes
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.calls import Calls
from rulewright.interpreter.model.comparisons import Comparisons
from rulewright.interpreter.model.lists import Lists
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import FLAG, NOTHING, NUMBER, PLAYER, UNKNOWN, Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}
WRONG: tuple[Expr, Type] = (("const", 0), UNKNOWN)
Typed = tuple[Expr, Type]


class Expressions:
    def __init__(self, model: Model, lowered: Callable[[things.Function], None]) -> None:
        self.model = model
        self.findings = model.findings
        self.lowered = lowered  # makes sure that the fields of a function are known
        self.calls = Calls(self)
        self.attributes = Attributes(self)
        self.comparisons = Comparisons(self)
        self.lists = Lists(self)

    # --- entry points -----------------------------------------------------------------------------------------------

    def typed(self, node: nodes.Expr, scope: Scope, wanted: Type) -> Expr:
        """An expression that must be of a type."""
        ir, type = self.expr(node, scope, wanted)
        ir, type = self.face(ir, type, wanted)
        if wanted.base == "place" and type.base == "place" and type.many and not wanted.many:
            self.several_places(node.span, type)
        elif not self.model.fits(type, wanted):
            self.wrong_type(node.span, type, wanted)
        else:
            self.model.agree(type, wanted)
        return ir

    def condition(self, node: nodes.Expr, scope: Scope) -> Expr:
        return self.typed(node, scope, FLAG)

    def number(self, node: nodes.Expr, scope: Scope) -> Expr:
        return self.typed(node, scope, NUMBER)

    def face(self, ir: Expr, type: Type, wanted: Type) -> Typed:
        """A die where a face is wanted is its face."""
        if type.base == "die" and not type.many and wanted.base == "enum" and type.pool is not None:
            return ("face", type.pool, ir), Type("enum", type.name)
        return ir, type

    def wrong_type(self, span: Span, found: Type, wanted: Type, hint: str | None = None) -> None:
        message = f"I need {describing.wanted(self.model, wanted)} here, but this is {self.described(found)}."
        if found.base == "place" and wanted.base == "piece" and not found.many:
            hint = hint or self.what_lies_there(found)
        if found.base == "none":
            message = f"I need {describing.wanted(self.model, wanted)} here, and none is not enough."
        self.disagree(span, message, hint, found, wanted)

    def what_lies_there(self, type: Type) -> str:
        """A place stands where a piece is needed: its pieces were meant, or those of one place of the zone."""
        zone = self.model.names.get(type.name)
        hint = "This is the place itself; `.top` is the piece that lies on top of it."
        if isinstance(zone, things.Zone) and zone.keys and zone.grid is None:
            one = f"{zone.name}({', '.join(name for name, _ in zone.keys)})"
            return f"{hint} `{zone.name}` alone means its places, and `{one}` the pieces in one of them."
        return hint

    def disagree(self, span: Span, message: str, hint: str | None, *types: Type) -> None:
        """Types that do not fit. Where one of them was declared, the declaration may be the mistake."""
        declared = tuple(type.origin for type in types if type.origin is not None)
        self.findings.add(Diagnostic("wrong-type", message, span, hint, declared=declared))

    def several_places(self, span: Span, type: Type) -> None:
        zone = self.model.names.get(type.name)
        message = f"I need one place here, but this is {self.described(type)}."
        hint = "Say which of them is meant."
        if isinstance(zone, things.Zone) and zone.keys:
            keys = [name for name, _ in (reversed(zone.keys) if zone.grid is not None else zone.keys)]
            hint = f"Say which of them is meant: {zone.name}({', '.join(keys)})"
        self.findings.error("wrong-type", span, message, hint)

    def described(self, type: Type) -> str:
        return describing.described(self.model, type)

    # --- names ------------------------------------------------------------------------------------------------------

    def expr(self, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> Typed:
        method: Callable[[Any, Scope, Type | None], Typed] = getattr(self, "_" + type(node).__name__.lower())
        return method(node, scope, wanted)

    def _number(self, node: nodes.Number, scope: Scope, wanted: Type | None) -> Typed:
        return ("const", node.value), NUMBER

    def _literal(self, node: nodes.Literal, scope: Scope, wanted: Type | None) -> Typed:
        if node.word == "none":
            return ("const", NONE), NOTHING
        return ("const", int(node.word == "yes")), FLAG

    def _ref(self, node: nodes.Ref, scope: Scope, wanted: Type | None) -> Typed:
        name = node.name
        variable = scope.find(name)
        if variable is not None:
            variable.used = True
            return variable.ir, variable.type
        if name in ("me", "this", "owner", "active", "players", "event", "winners"):
            found = self._built_in(node, scope)
            if found is not None:
                return found
        if wanted is not None and wanted.base == "enum" and name in self.model.enums[wanted.name].members:
            return ("const", self.model.enums[wanted.name].members.index(name)), Type("enum", wanted.name)
        thing = self.model.names.get(name)
        if thing is not None:
            return self._thing(thing, node, scope)
        members = self.model.members.get(name, ())
        if len(members) == 1:
            return ("const", members[0][1]), Type("enum", members[0][0].name)
        if members:
            owners = " and of ".join(f"`{enum.name}`" for enum, _ in members)
            self.findings.error(
                "unclear-name",
                node.span,
                f"`{name}` is a member of {owners}, and I cannot tell which is meant.",
                "Compare it with something whose type is known, or give one of them another name.",
            )
            return WRONG
        if name in self.model.cells:
            cell = self.model.cells[name]
            return ("const", cell), Type("place", self.board_of(cell).name)
        if name in self.model.copies:
            entity, piece = self.model.copies[name]
            piece.used = True
            return ("const", entity), Type("piece", piece.kind.name)
        if name in self.model.kinds:
            kind = self.model.kinds[name]
            kind.used = True
            return ("entities", kind.first, kind.count), Type("piece", name, many=True)
        if name in self.model.enums:
            self.model.enums[name].used = True
            members_ = len(self.model.enums[name].members)
            return ("range", ("const", 0), ("const", members_ - 1)), Type("enum", name, many=True)
        self.unknown(nodes.Name(name, node.span), scope, wanted)
        return WRONG

    def board_of(self, cell: int) -> things.Zone:
        return next(zone for zone in self.model.zones if zone.first <= cell < zone.first + zone.count)

    def unknown(self, name: nodes.Name, scope: Scope, wanted: Type | None = None) -> None:
        candidates = describing.names_in_reach(self.model, scope)
        if wanted is not None and wanted.base == "enum":
            members = self.model.enums[wanted.name].members
            candidates = list(members) if nearest(name.text, members) else candidates
        meant = describing.surely_meant(self.model, scope, name.text)
        self.findings.unknown(
            "unknown-kind" if name.text[:1].isupper() else "unknown-name",
            name.text,
            name.span,
            f"I know nothing called `{name.text}` here.",
            candidates if meant is None else (),
            meant or describing.what_could_stand_here(self.model, scope, name.text, wanted),
            likely=scope.names() if meant is None else (),
        )

    def _built_in(self, node: nodes.Ref, scope: Scope) -> Typed | None:
        name = node.name
        if name == "players":
            return ("players",), Type("player", many=True)
        if name == "winners":
            return ("winners",), Type("player", many=True)
        if name == "active":
            return ("global", self.model.global_columns["active"].number), Type("player", optional=True)
        if name == "me":
            if scope.me is None:
                self.findings.error(
                    "no-me",
                    node.span,
                    "Nobody acts here, so I do not know who `me` is.",
                    "Give it a player as a parameter, or use `active`.",
                )
                return WRONG
            return scope.me, PLAYER
        if name == "this":
            if scope.this is None:
                self.findings.error(
                    "no-this",
                    node.span,
                    "There is no `this` here: this rule does not stand on a piece.",
                    "Rules written below a piece may speak of `this`.",
                )
                return WRONG
            return scope.this.ir, scope.this.type
        if name == "event":
            if not self.attributes.no_event(node, scope):
                self.findings.error(
                    "wrong-type",
                    node.span,
                    "`event` by itself is nothing to compute with.",
                    "Ask for something of it, such as event.dice, or for its name: event is counterattack",
                )
            return WRONG
        if name == "owner" and scope.this is not None:
            return ("owner", scope.this.ir), Type("player", optional=True)
        return None

    def _thing(self, thing: things.Thing, node: nodes.Ref, scope: Scope) -> Typed:
        thing.used = True
        match thing:
            case things.Seat():
                return ("const", thing.number), PLAYER
            case things.Side():
                return ("list", *(("const", seat) for seat in thing.seats)), Type("player", many=True)
            case things.Piece():
                if thing.count == 1:
                    return ("const", thing.first), Type("piece", thing.kind.name)
                return ("entities", thing.first, thing.count), Type("piece", thing.kind.name, many=True)
            case things.Zone():
                if thing.grid is not None:
                    return ("entities", thing.first, thing.count), Type("place", thing.name, many=True)
                return self.calls.zone(thing, (), node.span, scope)
            case things.Lines():
                return ("entities", thing.first, len(thing.rows)), Type("line", thing.name, many=True)
            case things.Die():
                return ("range", ("const", 0), ("const", len(thing.enum.members) - 1)), Type(
                    "enum", thing.name, many=True
                )
            case things.Column():
                return ("global", thing.number), thing.type
            case things.Option():
                return ("const", thing.value), thing.type
            case things.Loop():
                thing.column.used = True
                return ("global", thing.column.number), NUMBER
            case things.Value():
                return self.calls.value(thing, (), node.span, scope, False)
        self.findings.error(
            "wrong-type",
            node.span,
            f"`{thing.name}` is {with_article(thing.noun)}, and cannot be computed with.",
            "An effect, action or phase is run by a line of its own." if isinstance(thing, things.Function) else None,
        )
        return WRONG

    # --- operators --------------------------------------------------------------------------------------------------

    def _call(self, node: nodes.Call, scope: Scope, wanted: Type | None) -> Typed:
        return self.calls.call(node, scope)

    def _attribute(self, node: nodes.Attribute, scope: Scope, wanted: Type | None) -> Typed:
        return self.attributes.read(node, scope)

    def _unary(self, node: nodes.Unary, scope: Scope, wanted: Type | None) -> Typed:
        if node.op == "not":
            return ("not", self.condition(node.operand, scope)), FLAG
        ir = self.number(node.operand, scope)
        return (("const", -ir[1]) if ir[0] == "const" else ("neg", ir)), NUMBER

    def _binary(self, node: nodes.Binary, scope: Scope, wanted: Type | None) -> Typed:
        op = node.op
        if op in ARITHMETIC:
            return (ARITHMETIC[op], self.number(node.left, scope), self.number(node.right, scope)), NUMBER
        if op == "and":
            left = self.condition(node.left, scope)
            return ("and", left, self.condition(node.right, self.narrowed(node.left, scope))), FLAG
        if op == "or":
            return ("or", self.condition(node.left, scope), self.condition(node.right, scope)), FLAG
        if op == "in":
            return self.comparisons.found_in(node, scope), FLAG
        return self.comparisons.compared(node, scope), FLAG

    def enum_of(self, type: Type) -> Type | None:
        return Type("enum", type.name) if type.base == "enum" or (type.base == "die" and not type.many) else None

    def _isa(self, node: nodes.IsA, scope: Scope, wanted: Type | None) -> Typed:
        ir = self.comparisons.is_so(node, scope)
        return (("not", ir) if node.negated else ir), FLAG

    def narrowed(self, test: nodes.Expr, scope: Scope) -> Scope:
        """The scope where a condition holds: after `m is Agent`, m is known to be an Agent."""
        inner = scope
        for each in conjuncts(test):
            if isinstance(each, nodes.IsA) and not each.negated and isinstance(each.operand, nodes.Ref):
                variable, kind = scope.find(each.operand.name), each.kind.text
                if variable is not None and variable.type.base == "piece" and kind in self.model.kinds:
                    inner = scope.child() if inner is scope else inner
                    inner.variables[each.operand.name] = things.Variable(
                        variable.ir, Type("piece", kind, pool=variable.type.pool), variable.span, used=True
                    )
        return inner

    def _ifthen(self, node: nodes.IfThen, scope: Scope, wanted: Type | None) -> Typed:
        test = self.condition(node.test, scope)
        yes, yes_type = self.expr(node.yes, self.narrowed(node.test, scope), wanted)
        no, no_type = self.expr(node.no, scope, wanted or self.enum_of(yes_type))
        if yes_type.base == "none":
            return ("if", test, yes, no), evolve(no_type, optional=True)
        if no_type.base == "none":
            return ("if", test, yes, no), evolve(yes_type, optional=True)
        if not self.model.comparable(yes_type, no_type):
            self.findings.error(
                "wrong-type",
                node.no.span,
                f"This is {self.described(no_type)}, but after `then` stands {self.described(yes_type)}.",
            )
        return ("if", test, yes, no), yes_type

    def _listliteral(self, node: nodes.ListLiteral, scope: Scope, wanted: Type | None) -> Typed:
        return self.lists.literal(node, scope, wanted)

    def _range(self, node: nodes.Range, scope: Scope, wanted: Type | None) -> Typed:
        return self.lists.range(node, scope)

    def _quantifier(self, node: nodes.Quantifier, scope: Scope, wanted: Type | None) -> Typed:
        return self.lists.quantified(node, scope)


def conjuncts(node: nodes.Expr) -> list[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.op == "and":
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]
