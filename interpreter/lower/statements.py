"""Statements that simply happen, and the lists of statements that are bodies."""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import quoted, sentence
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.builder import ME, Builder, Exit
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.lower.moves import Moves
from rulewright.interpreter.lower.placeholders import PLACEHOLDER, check_braces, placeholder
from rulewright.interpreter.lower.questions import Questions
from rulewright.interpreter.lower.standing import Standing
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import PLAYER, Type
from rulewright.interpreter.syntax import nodes

OPENING = (nodes.Let, nodes.Field, nodes.Require)


class Statements(Moves, Questions, Standing):
    """Lowers the body of one function."""

    def __init__(self, lowering: Lowering, builder: Builder, function: things.Function | None) -> None:
        self.lowering = lowering
        self.model = lowering.model
        self.findings = lowering.model.findings
        self.ex = lowering.ex
        self.b = builder
        self.own = function

    # --- bodies -----------------------------------------------------------------------------------------------------

    def function(self, body: nodes.Body, scope: Scope | None = None) -> None:
        scope = scope or self.b.scope()
        self.b.prefix_open = self.b.role in ("effect", "action")
        opening = 0
        if self.b.role in ("effect", "action", "phase"):
            opening = self._opening(body)
        exit = Exit()
        self.b.exits.append(exit)
        for statement in body[:opening]:
            self.statement(statement, scope)
        if opening:
            self.b.end(body[opening - 1].span, "header")
            self.b.body = self.b.block()
            self.b.start(self.b.body)
        for statement in body[opening:]:
            self.statement(statement, scope)
        self._leave(exit, body)

    def _opening(self, body: nodes.Body) -> int:
        """How many statements come before the body proper: all up to the last leading field."""
        opening = 0
        for number, statement in enumerate(body):
            if not isinstance(statement, OPENING):
                break
            if isinstance(statement, nodes.Field):
                opening = number + 1
        return opening

    def body(self, body: nodes.Body, scope: Scope) -> None:
        exit = Exit()
        self.b.exits.append(exit)
        inner = scope.child()
        for statement in body:
            self.statement(statement, inner)
        self._leave(exit, body)

    def _leave(self, exit: Exit, body: nodes.Body) -> None:
        self.b.exits.pop()
        if exit.block >= 0:
            if body:
                self.b.jump(body[-1].span, exit.block)
            self.b.start(exit.block)

    def statement(self, node: nodes.Statement, scope: Scope) -> None:
        if self.b.current < 0:
            self.findings.warning(
                "never-reached",
                node.span,
                "This is never reached: the line above it always leaves.",
                "Remove it, or put it earlier.",
            )
            self.b.start(self.b.block())
        opens = isinstance(node, OPENING) or (isinstance(node, nodes.Choose) and not node.otherwise)
        if not opens:
            self.b.prefix_open = False
        getattr(self, "_" + type(node).__name__.lower())(node, scope)
        inside_choice = len(self.b.choosers) > 1  # states settle when all have chosen
        if self.lowering.settles and self.b.role == "phase" and self.b.current >= 0 and not opens and not inside_choice:
            following = self.b.block()
            self.b.end(node.span, "settle", following)
            self.b.start(following)

    # --- words and ends ---------------------------------------------------------------------------------------------

    def _say(self, node: nodes.Say, scope: Scope) -> None:
        args: list[ir.Expr] = []

        def placed(match: re.Match[str]) -> str:
            value, type = self.ex.expr(placeholder(match, node.span), scope)
            args.append(self.ex.face(value, type, Type("enum", type.name))[0])
            return f"{{{len(args) - 1}}}"

        text = PLACEHOLDER.sub(placed, node.text)
        check_braces(node.text, node.span, self.findings)
        self.b.emit(node.span, "say", text, tuple(args))

    def _players(self, node: nodes.Expr, scope: Scope) -> ir.Expr:
        listed, type = self.ex.expr(node, scope)
        if type.base not in ("player", "unknown"):
            self.ex.wrong_type(node.span, type, PLAYER)
        return listed if type.many else ("list", listed)

    def _win(self, node: nodes.Win, scope: Scope) -> None:
        self.b.end(node.span, "win", self._players(node.players, scope))

    def _lose(self, node: nodes.Lose, scope: Scope) -> None:
        self.b.end(node.span, "lose", self._players(node.players, scope))

    def _rank(self, node: nodes.Rank, scope: Scope) -> None:
        listed, inner, local, element = self.ex.lists.filtered(node.domain, node.binder, node.where, (), scope)
        if element.base not in ("player", "unknown"):
            self.ex.wrong_type(node.domain.span, element, PLAYER)
        self.b.end(node.span, "rank", local, listed, self.ex.lists.order(node.order, inner))

    def _end(self, node: nodes.End, scope: Scope) -> None:
        self.b.end(node.span, "finish")

    def _stop(self, node: nodes.Stop, scope: Scope) -> None:
        function = self.lowering.scope_function(node.name, "phase, effect, turn, step or loop")
        if function is None:
            return
        loop = self.model.names.get(node.name.text)
        if isinstance(loop, things.Loop) and loop.stopped is not None:
            self.b.emit(node.span, "set_global", loop.stopped.number, ("const", 1))
        self.b.end(node.span, "stop", function.number)

    # --- events -----------------------------------------------------------------------------------------------------

    def _perform(self, node: nodes.Perform, scope: Scope) -> None:
        function = self.model.thing(node.name, things.Function, noun="effect, action or phase")
        if not isinstance(function, things.Function):
            self.ex.calls.read_all(node.args, scope)
            return
        if function.node is None:
            self.findings.error(
                "wrong-type",
                node.name.span,
                f"`{function.name}` happens where it is written, and cannot be run from here.",
                "What is run from several places is a phase or an effect.",
            )
            return
        args = self.ex.calls.arguments(function.name, function.params, node.args, node.name.span, scope)
        tag = -1
        if node.tag is not None:
            tag = self.model.tag(node.tag.text)
            self.model.tags_given.add(node.tag.text)
        self._then(node, "event", function.number, (ME, *args), tag)

    def _then(self, node: nodes.Statement, *end: object) -> None:
        """Ends the block with something that comes back, and goes on in the next."""
        following = self.b.block()
        self.b.end(node.span, *end, following)
        self.b.start(following)

    def _do(self, node: nodes.Do, scope: Scope) -> None:
        piece, type = self.ex.expr(node.piece, scope)
        if type.base == "unknown":
            return
        lineage = self.model.kinds[type.name].lineage() if type.base == "piece" and type.name else []
        for kind in lineage:
            if node.part.text in kind.parts:
                kind.done.add(node.part.text)
                self._then(node, "part", self.part_number(kind, node.part.text), piece, (ME,))
                return
        known = [part for kind in lineage for part in kind.parts]
        self.findings.unknown(
            "unknown-name",
            node.part.text,
            node.part.span,
            f"{sentence(self.ex.described(type))} has no part `{node.part.text}`.",
            known,
            f"It has {quoted(known)}." if known else f"Write `part {node.part.text}` in its kind.",
        )

    def part_number(self, kind: things.Kind, part: str) -> int:
        """Parts are numbered kind by kind, in declared order."""
        return [(k.name, p) for k in self.model.kinds.values() for p in k.parts].index((kind.name, part))

    def _window(self, node: nodes.Window, scope: Scope) -> None:
        if self.own is not None:
            self.own.windows[node.name.text] = node.name.span
        self._then(node, "window", node.name.text)

    def _proceed(self, node: nodes.Proceed, scope: Scope) -> None:
        if scope.event is None or self.replaced is None:
            self.findings.error(
                "no-proceed",
                node.span,
                "There is nothing to proceed with here: `proceed` does what an `instead of` rule has replaced.",
                "It stands in the body of such a rule: instead of draw(_, _): …",
            )
            return
        args = None
        if node.args is not None:
            args = self.ex.calls.arguments(self.replaced.name, self.replaced.params, node.args, node.span, scope)
        following = self.b.block()
        self.b.end(node.span, "proceed", args, following)
        self.b.start(following)

    replaced: things.Function | None = None  # in the body of an `instead of` rule: what it replaces

    # --- only in examples -------------------------------------------------------------------------------------------

    def _answers(self, node: nodes.Statement, scope: Scope) -> None:
        self.findings.error(
            "only-in-examples",
            node.span,
            "Only an example may say what chance brings or what a player chooses.",
            "Such a line stands directly below `given` or `when`. In the rules, players are asked with `choose`.",
        )

    _stack = _dice = _answers
