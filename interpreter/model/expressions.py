"""Expressions: from what the author wrote to IR trees with a type. After a mistake the type is `unknown`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulewright.interpreter.diagnostics import Diagnostic, nearest, sentence, with_article
from rulewright.interpreter.ir.program import NONE, Expr
from rulewright.interpreter.model import describing, things
from rulewright.interpreter.model.attributes import Attributes
from rulewright.interpreter.model.book import SPOKEN_FOR, Model
from rulewright.interpreter.model.calls import Calls
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import FLAG, NOTHING, NUMBER, PIECE, PLAYER, UNKNOWN, Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}
COMPARISON = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
WRONG: tuple[Expr, Type] = (("const", 0), UNKNOWN)
Typed = tuple[Expr, Type]


class Expressions:
    def __init__(self, model: Model, lowered: Callable[[things.Function], None]) -> None:
        self.model = model
        self.findings = model.findings
        self.lowered = lowered  # makes sure that the fields of a function are known
        self.calls = Calls(self)
        self.attributes = Attributes(self)

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
            return self._member(node, scope), FLAG
        return self._comparison(node, scope), FLAG

    def _comparison(self, node: nodes.Binary, scope: Scope) -> Expr:
        if self._only_member(node.left, scope):
            right, right_type = self.expr(node.right, scope)
            left, left_type = self.expr(node.left, scope, self._enum_of(right_type))
        else:
            left, left_type = self.expr(node.left, scope)
            if left_type == UNKNOWN and self._only_member(node.right, scope):
                return ("const", 0)  # of which enum, nobody can tell
            right, right_type = self.expr(node.right, scope, self._enum_of(left_type))
        if UNKNOWN in (left_type, right_type):
            return ("const", 0)
        left, left_type = self.face(left, left_type, right_type)
        right, right_type = self.face(right, right_type, left_type)
        if node.op in ("=", "!="):
            if not self.model.comparable(left_type, right_type) or left_type.many or right_type.many:
                self.not_comparable(node, left_type, right_type)
                return ("const", 0)
        else:
            for each, type in ((node.left, left_type), (node.right, right_type)):
                if type.base not in ("number", "enum", "unknown") or type.many:
                    self.wrong_type(each.span, type, NUMBER)
                    return ("const", 0)
            if not self.model.comparable(left_type, right_type):
                self.not_comparable(node, left_type, right_type)
                return ("const", 0)
        self.model.agree(left_type, right_type)
        return (COMPARISON[node.op], left, right)

    def not_comparable(self, node: nodes.Binary, left: Type, right: Type) -> None:
        hint = "Whether something is one of several is asked by `in`." if left.many != right.many else None
        message = f"I cannot compare {self.described(left)} with {self.described(right)}."
        self.disagree(node.span, message, hint, left, right)

    def _enum_of(self, type: Type) -> Type | None:
        return Type("enum", type.name) if type.base == "enum" or (type.base == "die" and not type.many) else None

    def _only_member(self, node: nodes.Expr, scope: Scope) -> bool:
        return isinstance(node, nodes.Ref) and node.name in self.model.members and scope.find(node.name) is None

    def _member(self, node: nodes.Binary, scope: Scope) -> Expr:
        right_node = node.right
        right, right_type = (
            self._range(right_node, scope, None)
            if isinstance(right_node, nodes.Range)
            else self.expr(right_node, scope)
        )
        left, left_type = self.expr(node.left, scope, self._enum_of(right_type))
        if right_type.base == "unknown" or left_type.base == "unknown":
            return ("const", 0)
        if right_type.base == "place" and left_type.base in ("piece", "none"):
            if right_type.many:
                return ("in", ("at", left), right)
            return ("lies", left, right)
        if not right_type.many and right_type.base == "place":
            message = f"Only pieces can lie somewhere, and this is {self.described(left_type)}."
            self.disagree(node.left.span, message, None, left_type, right_type)
            return ("const", 0)
        listed, element = self.listed(right, right_type, node.right.span)
        left, left_type = self.face(left, left_type, element)
        if not self.model.comparable(left_type, element):
            message = f"{sentence(self.described(left_type))} is never found in {self.described(element.list)}."
            self.disagree(node.span, message, None, left_type, element)
        else:
            self.model.agree(left_type, element)
        return ("in", left, listed)

    def _isa(self, node: nodes.IsA, scope: Scope, wanted: Type | None) -> Typed:
        ir = self._is(node, scope)
        return (("not", ir) if node.negated else ir), FLAG

    def _is(self, node: nodes.IsA, scope: Scope) -> Expr:
        name = node.kind
        if isinstance(node.operand, nodes.Ref) and node.operand.name == "event" and scope.find("event") is None:
            if not self.attributes.no_event(node.operand, scope):
                self.model.tags_asked.append(name)
            return ("tagged", self.model.tag(name.text))
        if name.text == "running" and isinstance(node.operand, nodes.Ref):
            return self._is_running(nodes.Name(node.operand.name, node.operand.span))
        operand, type = self.expr(node.operand, scope)
        if name.text == "none":
            if not (type.may_be_none or type.base in ("none", "unknown")):
                self.disagree(node.span, f"{sentence(self.described(type))} is never none.", None, type)
            return ("eq", operand, ("const", NONE))
        if name.text in self.model.kinds:
            kind = self.model.kinds[name.text]
            kind.used = True
            if type.base not in ("piece", "unknown") or type.many:
                self.wrong_type(node.operand.span, type, PIECE)
            return ("is", operand, kind.first, kind.count)
        if name.text[:1].isupper():
            self.model.kind(name)
            return ("const", 0)
        thing = self.model.names.get(name.text)
        if isinstance(thing, things.Zone) and type.base == "place" and scope.find(name.text) is None:
            thing.used = True
            return ("is", operand, thing.first, thing.count)
        if isinstance(thing, things.Side) and scope.find(name.text) is None:
            thing.used = True
            if type.base not in ("player", "unknown") or type.many:
                self.wrong_type(node.operand.span, type, PLAYER)
            return ("in", operand, ("list", *(("const", seat) for seat in thing.seats)))
        other, other_type = self.expr(nodes.Ref(name.text, span=name.span), scope, self._enum_of(type))
        operand, type = self.face(operand, type, other_type)
        if not self.model.comparable(type, other_type):
            message = f"{sentence(self.described(type))} is never {self.described(other_type)}."
            self.disagree(node.span, message, None, type, other_type)
        else:
            self.model.agree(type, other_type)
        return ("eq", operand, other)

    def _is_running(self, name: nodes.Name) -> Expr:
        thing = self.model.thing(name, things.Function, things.Loop, noun="phase, effect, turn, step or loop")
        if isinstance(thing, things.Loop):
            thing = thing.function
        return ("running", thing.number) if isinstance(thing, things.Function) else ("const", 0)

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
        no, no_type = self.expr(node.no, scope, wanted or self._enum_of(yes_type))
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

    # --- lists ------------------------------------------------------------------------------------------------------

    def _listliteral(self, node: nodes.ListLiteral, scope: Scope, wanted: Type | None) -> Typed:
        items: list[Expr] = []
        element = UNKNOWN
        for item in node.items:
            ir, type = self.expr(
                item,
                scope,
                self._enum_of(element) or (wanted.one if wanted is not None and wanted.base == "enum" else None),
            )
            if type.base == element.base == "piece" and not type.many:
                element = Type("piece", self.model.common_kind(type.name, element.name), optional=element.optional)
            elif type.many or not self.model.comparable(type, element):
                self.wrong_type(item.span, type, element)
            element = type if element.base in ("unknown", "none") else element
            items.append(ir)
        if not items and wanted is not None:
            element = wanted.one
        return ("list", *items), element.list

    def _range(self, node: nodes.Range, scope: Scope, wanted: Type | None) -> Typed:
        return ("range", self.number(node.low, scope), self.number(node.high, scope)), Type("number", many=True)

    def listed(self, ir: Expr, type: Type, span: Span) -> Typed:
        """What can be gone through, and what it holds: a list, a place's pieces, a line's cells, a pool's dice."""
        if type.base == "die" and type.many and type.pool is None:
            return ("indices", ir), Type("die", type.name, pool=ir)
        if type.many or type.base == "unknown":
            return ir, type.one
        if type.base == "place":
            return ("contents", ir), Type("piece", self.held(type))
        if type.base == "line":
            lines = self.model.names[type.name]
            assert isinstance(lines, things.Lines)
            return ("relation", lines.cells, ir), Type("place", lines.board.name)
        self.findings.error(
            "wrong-type",
            span,
            f"I need something with several members here, but this is {self.described(type)}.",
            "A zone, a board, a kind, an enum, `players`, a list or a range such as 1..3 will do.",
        )
        return ("list",), UNKNOWN

    def held(self, type: Type) -> str:
        """The kind of the pieces in a place, "" where several or any."""
        zone = self.model.names.get(type.name)
        if isinstance(zone, things.Zone) and len(zone.node.holds) == 1:
            return zone.node.holds[0].text if zone.node.holds[0].text in self.model.kinds else ""
        return ""

    def domain(self, node: nodes.Expr, scope: Scope) -> Typed:
        """The list that a domain means, and the type of its members."""
        ir, type = self._range(node, scope, None) if isinstance(node, nodes.Range) else self.expr(node, scope)
        return self.listed(ir, type, node.span)

    def filtered(
        self,
        domain: nodes.Expr,
        binder: nodes.Name,
        where: nodes.Expr | None,
        order: tuple[nodes.OrderKey, ...],
        scope: Scope,
    ) -> tuple[Expr, Scope, int, Type]:
        """A domain with its filter and order; a scope in which the binder is bound, its local and its type."""
        listed, element = self.domain(domain, scope)
        inner = scope.child()
        if binder.text in SPOKEN_FOR:
            self.model.built_in_name(binder)
        local = inner.local(binder.text, element, binder.span)
        if where is not None:
            listed = ("filter", local, listed, self.condition(where, inner))
            inner = self.narrowed(where, inner)
            element = (inner.find(binder.text) or things.Variable(("local", local), element)).type
        if order:
            listed = ("sort", local, listed, self.order(order, inner))
        return listed, inner, local, element

    def order(self, keys: tuple[nodes.OrderKey, ...], scope: Scope) -> tuple[tuple[Expr, int], ...]:
        found = []
        for key in keys:
            ir, type = self.expr(key.by, scope)
            if type.many or type.base == "none":
                self.wrong_type(key.by.span, type, NUMBER)
            found.append((ir, int(key.descending)))
        return tuple(found)

    def member(self, listed: Expr, position: Expr, element: Type) -> Typed:
        """One of a list by its position. Where there is none, numbers and flags have nothing to say so: a fault."""
        if element.never_none:
            return ("member", listed, position), element
        return ("nth", listed, position), evolve(element, optional=True)

    def _quantifier(self, node: nodes.Quantifier, scope: Scope, wanted: Type | None) -> Typed:
        listed, inner, local, element = self.filtered(node.domain, node.binder, node.where, node.order, scope)
        match node.word:
            case "count":
                return ("count", listed), NUMBER
            case "sum" | "most" | "least":
                assert node.result is not None
                return (node.word, local, listed, self.number(node.result, inner)), NUMBER
            case "every":
                assert node.result is not None
                return ("every", local, listed, self.condition(node.result, inner)), FLAG
            case "some":
                if listed[0] == "filter" and listed[1] == local:
                    return ("some", local, listed[2], listed[3]), FLAG
                return ("gt", ("count", listed), ("const", 0)), FLAG
            case "first" | "last":
                if listed[0] == "filter" and listed[1] == local and not element.never_none:
                    walked = ("reverse", listed[2]) if node.word == "last" else listed[2]
                    return ("first", local, walked, listed[3]), evolve(element, optional=True)
                return self.member(("reverse", listed) if node.word == "last" else listed, ("const", 1), element)
            case "map":
                assert node.result is not None
                ir, type = self.expr(node.result, inner)
                if type.many:
                    self.findings.error("wrong-type", node.result.span, "A list of lists cannot be.")
                return ("map", local, listed, ir), type.list
        return listed, element.list


def conjuncts(node: nodes.Expr) -> list[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.op == "and":
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]
