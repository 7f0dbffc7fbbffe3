"""Comparisons: `a = b`, `a < b`, `a in b`, `a is b`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import sentence
from rulewright.interpreter.ir.program import NONE, Expr
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import NUMBER, PIECE, PLAYER, UNKNOWN, Type
from rulewright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from rulewright.interpreter.model.expressions import Expressions

COMPARISON = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Comparisons:
    def __init__(self, expressions: Expressions) -> None:
        self.ex = expressions
        self.model = expressions.model

    def compared(self, node: nodes.Binary, scope: Scope) -> Expr:
        if self._only_member(node.left, scope):
            right, right_type = self.ex.expr(node.right, scope)
            left, left_type = self.ex.expr(node.left, scope, self.ex.enum_of(right_type))
        else:
            left, left_type = self.ex.expr(node.left, scope)
            if left_type == UNKNOWN and self._only_member(node.right, scope):
                return ("const", 0)  # of which enum, nobody can tell
            right, right_type = self.ex.expr(node.right, scope, self.ex.enum_of(left_type))
        if UNKNOWN in (left_type, right_type):
            return ("const", 0)
        left, left_type = self.ex.face(left, left_type, right_type)
        right, right_type = self.ex.face(right, right_type, left_type)
        if node.op in ("=", "!="):
            if not self.model.comparable(left_type, right_type) or left_type.many or right_type.many:
                self._not_comparable(node, left_type, right_type)
                return ("const", 0)
        else:
            for each, type in ((node.left, left_type), (node.right, right_type)):
                if type.base not in ("number", "enum", "unknown") or type.many:
                    self.ex.wrong_type(each.span, type, NUMBER)
                    return ("const", 0)
            if not self.model.comparable(left_type, right_type):
                self._not_comparable(node, left_type, right_type)
                return ("const", 0)
        self.model.agree(left_type, right_type)
        return (COMPARISON[node.op], left, right)

    def _not_comparable(self, node: nodes.Binary, left: Type, right: Type) -> None:
        hint = "Whether something is one of several is asked by `in`." if left.many != right.many else None
        message = f"I cannot compare {self.ex.described(left)} with {self.ex.described(right)}."
        self.ex.disagree(node.span, message, hint, left, right)

    def found_in(self, node: nodes.Binary, scope: Scope) -> Expr:
        right, right_type = self.ex.expr(node.right, scope)
        left, left_type = self.ex.expr(node.left, scope, self.ex.enum_of(right_type))
        if right_type.base == "unknown" or left_type.base == "unknown":
            return ("const", 0)
        if right_type.base == "place" and left_type.base in ("piece", "none"):
            if right_type.many:
                return ("in", ("at", left), right)
            return ("lies", left, right)
        if not right_type.many and right_type.base == "place":
            message = f"Only pieces can lie somewhere, and this is {self.ex.described(left_type)}."
            self.ex.disagree(node.left.span, message, None, left_type, right_type)
            return ("const", 0)
        listed, element = self.ex.lists.listed(right, right_type, node.right.span)
        left, left_type = self.ex.face(left, left_type, element)
        if not self.model.comparable(left_type, element):
            message = f"{sentence(self.ex.described(left_type))} is never found in {self.ex.described(element.list)}."
            self.ex.disagree(node.span, message, None, left_type, element)
        else:
            self.model.agree(left_type, element)
        return ("in", left, listed)

    def is_so(self, node: nodes.IsA, scope: Scope) -> Expr:
        name = node.kind
        if isinstance(node.operand, nodes.Ref) and node.operand.name == "event" and scope.find("event") is None:
            if not self.ex.attributes.no_event(node.operand, scope):
                self.model.tags_asked.append(name)
            return ("tagged", self.model.tag(name.text))
        if name.text == "running" and isinstance(node.operand, nodes.Ref):
            return self._is_running(nodes.Name(node.operand.name, node.operand.span))
        operand, type = self.ex.expr(node.operand, scope)
        if name.text == "none":
            if not (type.may_be_none or type.base in ("none", "unknown")):
                self.ex.disagree(node.span, f"{sentence(self.ex.described(type))} is never none.", None, type)
            return ("eq", operand, ("const", NONE))
        if name.text in self.model.kinds:
            kind = self.model.kinds[name.text]
            kind.used = True
            if type.base not in ("piece", "unknown") or type.many:
                self.ex.wrong_type(node.operand.span, type, PIECE)
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
                self.ex.wrong_type(node.operand.span, type, PLAYER)
            return ("in", operand, ("list", *(("const", seat) for seat in thing.seats)))
        other, other_type = self.ex.expr(nodes.Ref(name.text, span=name.span), scope, self.ex.enum_of(type))
        operand, type = self.ex.face(operand, type, other_type)
        if not self.model.comparable(type, other_type):
            message = f"{sentence(self.ex.described(type))} is never {self.ex.described(other_type)}."
            self.ex.disagree(node.span, message, None, type, other_type)
        else:
            self.model.agree(type, other_type)
        return ("eq", operand, other)

    def _is_running(self, name: nodes.Name) -> Expr:
        thing = self.model.thing(name, things.Function, things.Loop, noun="phase, effect, turn, step or loop")
        if isinstance(thing, things.Loop):
            thing = thing.function
        return ("running", thing.number) if isinstance(thing, things.Function) else ("const", 0)

    def _only_member(self, node: nodes.Expr, scope: Scope) -> bool:
        return isinstance(node, nodes.Ref) and node.name in self.model.members and scope.find(node.name) is None
