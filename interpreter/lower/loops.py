"""If, for, repeat; turns and steps."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.builder import ME, Builder, Exit
from rulewright.interpreter.lower.variables import Variables
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.scopes import scope_name
from rulewright.interpreter.model.types import NUMBER, PLAYER, Type
from rulewright.interpreter.syntax import nodes

ONE: ir.Expr = ("const", 1)


class Loops(Variables):
    # --- if ---------------------------------------------------------------------------------------------------------

    def _if(self, node: nodes.If, scope: Scope) -> None:
        after = Exit()
        for test, body in node.branches:
            condition = self.ex.condition(test, scope)
            yes, no = self.b.block(), self.b.block()
            self.b.end(test.span, "branch", condition, yes, no)
            self.b.start(yes)
            self.body(body, self.ex.narrowed(test, scope))
            self.meet(after, node)
            self.b.start(no)
        self.body(node.otherwise, scope)
        self.meet(after, node)
        self.b.start(after.block)

    def meet(self, after: Exit, node: nodes.Statement) -> None:
        """One of several ways ends; they meet in a block, if any of them goes on."""
        if self.b.current >= 0:
            if after.block < 0:
                after.block = self.b.block()
            self.b.jump(node.span, after.block)

    # --- loops ------------------------------------------------------------------------------------------------------

    def go_through(
        self, listed: ir.Expr, element: Type, node: nodes.Statement, each: Callable[[ir.Expr], None]
    ) -> None:
        """Runs `each` for every member of a snapshot of the list."""
        members, index, member = (
            self.b.slot("_list", element.list),
            self.b.slot("_index", NUMBER),
            self.b.slot("_member", element),
        )
        self.b.emit(node.span, "set", members, listed)
        self.b.emit(node.span, "set", index, ("const", 0))
        head, inside, after = self.b.block(), self.b.block(), self.b.block()
        self.b.jump(node.span, head)
        self.b.start(head)
        self.b.end(node.span, "branch", ("lt", ("slot", index), ("count", ("slot", members))), inside, after)
        self.b.start(inside)
        self.b.emit(node.span, "set", index, ("add", ("slot", index), ONE))
        self.b.emit(node.span, "set", member, ("nth", ("slot", members), ("slot", index)))
        each(("slot", member))
        self.b.jump(node.span, head)
        self.b.start(after)

    def _for(self, node: nodes.For, scope: Scope) -> None:
        listed, _, _, element = self.ex.lists.filtered(node.domain, node.binder, node.where, node.order, scope)
        self.new_name(node.binder, scope)

        def each(member: ir.Expr) -> None:
            inner = scope.child()
            inner.variables[node.binder.text] = things.Variable(member, element, node.binder.span)
            self.body(node.body, inner)

        self.go_through(listed, element, node, each)

    def _repeat(self, node: nodes.Repeat, scope: Scope) -> None:
        if node.until is not None:
            self._repeat_until(node, node.until, scope)
            return
        assert node.times is not None
        loop = self.model.names.get(node.name.text) if node.name is not None else None
        times, round_ = self.b.slot("_times", NUMBER), self.b.slot("_round", NUMBER)
        self.b.emit(node.span, "set", times, self._not_negative(node.times, scope))
        self.b.emit(node.span, "set", round_, ("const", 0))
        stopped = loop.stopped.number if isinstance(loop, things.Loop) and loop.stopped is not None else -1
        if stopped >= 0:
            self.b.emit(node.span, "set_global", stopped, ("const", 0))
        head, inside, after = self.b.block(), self.b.block(), self.b.block()
        self.b.jump(node.span, head)
        self.b.start(head)
        more: ir.Expr = ("lt", ("slot", round_), ("slot", times))
        if stopped >= 0:
            more = ("and", ("not", ("global", stopped)), more)
        self.b.end(node.span, "branch", more, inside, after)
        self.b.start(inside)
        self.b.emit(node.span, "set", round_, ("add", ("slot", round_), ONE))
        if isinstance(loop, things.Loop):
            self.b.emit(node.span, "set_global", loop.column.number, ("slot", round_))
        self.run_scope(node, node.body, ME, scope)
        self.b.jump(node.span, head)
        self.b.start(after)
        if isinstance(loop, things.Loop):
            self.b.emit(node.span, "set_global", loop.column.number, ("const", 0))

    def _not_negative(self, node: nodes.Expr, scope: Scope) -> ir.Expr:
        times = self.ex.number(node, scope)
        if times[0] == "const" and times[1] < 0:
            message = f"Nothing can be repeated {node.span.text} times."
            self.model.findings.error("wrong-count", node.span, message, "The number is 0 or more.")
        return times

    def _repeat_until(self, node: nodes.Repeat, until: nodes.Expr, scope: Scope) -> None:
        head, inside, after = self.b.block(), self.b.block(), self.b.block()
        self.b.jump(node.span, head)
        self.b.start(head)
        self.b.end(until.span, "branch", self.ex.condition(until, scope), after, inside)
        self.b.start(inside)
        self.body(node.body, scope)
        self.b.jump(node.span, head)
        self.b.start(after)

    # --- turns ------------------------------------------------------------------------------------------------------

    def _alternate(self, node: nodes.Alternate, scope: Scope) -> None:
        player = self.b.slot("_player", PLAYER)
        self.b.emit(node.span, "set", player, self.ex.typed(node.start, scope, PLAYER))
        head, inside, after = self.b.block(), self.b.block(), self.b.block()
        self.b.jump(node.span, head)
        self.b.start(head)
        self.b.end(node.until.span, "branch", self.ex.condition(node.until, scope), after, inside)
        self.b.start(inside)
        self.take_turn(node, node.body, ("slot", player), scope)
        following: ir.Expr = ("mod", ("add", ("slot", player), ONE), ("count", ("players",)))
        if self.b.current >= 0:
            self.b.emit(node.span, "set", player, following)
        self.b.jump(node.span, head)
        self.b.start(after)

    def _each(self, node: nodes.Each, scope: Scope) -> None:
        first = self.b.slot("_first", PLAYER)
        self.b.emit(node.span, "set", first, self.ex.typed(node.start, scope, PLAYER))
        local = scope.next_local
        seat: ir.Expr = ("local", local)
        from_first: ir.Expr = (
            "concat",
            ("filter", local, ("players",), ("ge", seat, ("slot", first))),
            ("filter", local, ("players",), ("lt", seat, ("slot", first))),
        )
        self.go_through(from_first, PLAYER, node, lambda player: self.take_turn(node, node.body, player, scope))

    def _turn(self, node: nodes.Turn, scope: Scope) -> None:
        player = self.b.slot("_player", PLAYER)
        self.b.emit(node.span, "set", player, self.ex.typed(node.player, scope, PLAYER))
        self.take_turn(node, node.body, ("slot", player), scope)

    def take_turn(self, node: nodes.Statement, body: nodes.Body, player: ir.Expr, scope: Scope) -> None:
        """A player acts: `me` and `active` are that player, until the turn ends."""
        active = self.model.global_columns["active"].number
        before = self.b.slot("_active", PLAYER)
        self.b.emit(node.span, "set", before, ("global", active))
        self.b.emit(node.span, "set_global", active, player)
        self.run_scope(node, body, player, scope)
        if self.b.current >= 0:
            self.b.emit(node.span, "set_global", active, ("slot", before))

    def _step(self, node: nodes.Step, scope: Scope) -> None:
        self.run_scope(node, node.body, ME, scope)

    # --- scopes that rules hang on ----------------------------------------------------------------------------------

    def run_scope(self, node: nodes.Statement, body: nodes.Body, me: ir.Expr, scope: Scope) -> None:
        """A turn, step or round: written here, or run as an event of its own where a rule hangs on it."""
        function = self.scope_event(node)
        if function is None:
            self._inline(node, body, me, scope)
            return
        args: tuple[ir.Expr, ...] = (me,)
        number = function.number
        if len(function.bodies) > 1:
            args = (me, ("const", next(i for i, each in enumerate(function.bodies) if each is node)))
            number = self.lowering.new_function()
            self.lowering.scope_bodies.setdefault(function.number, {})[args[1][1]] = number
        self._outline(node, body, function, number, scope)
        following = self.b.block()
        self.b.end(node.span, "event", function.number, args, -1, following)
        self.b.start(following)

    def scope_event(self, node: nodes.Statement) -> things.Function | None:
        name = scope_name(node)
        if name is None:
            return None
        thing = self.model.names.get(name.text)
        function = thing.function if isinstance(thing, things.Loop) else thing
        if isinstance(function, things.Function) and any(each is node for each in function.bodies):
            return function
        return None

    def _inline(self, node: nodes.Statement, body: nodes.Body, me: ir.Expr, scope: Scope) -> None:
        if me == ME:
            self.body(body, scope)
            return
        before = self.b.slot("_me", PLAYER)
        self.b.emit(node.span, "set", before, ME)
        self.b.emit(node.span, "set", 0, me)
        self.body(body, scope)
        if self.b.current >= 0:
            self.b.emit(node.span, "set", 0, ("slot", before))

    def _outline(
        self, node: nodes.Statement, body: nodes.Body, function: things.Function, number: int, scope: Scope
    ) -> None:
        from rulewright.interpreter.lower.statements import Statements

        several = number != function.number
        builder = Builder(
            self.lowering,
            number,
            self.lowering.unique(f"{self.b.name}.{function.name}") if several else function.name,
            function.label,
            "phase",
            () if several else function.params,
            node.span,
            "",
            node.cite,
        )
        builder.fields = function.fields
        inner = outside(scope, self.b.number)
        Statements(self.lowering, builder, function).function(body, inner)
        self.lowering.functions[number] = builder.finish()


def outside(scope: Scope, function: int) -> Scope:
    """What a scope's variables are to a function that runs inside of it: slots of the outer frame."""
    found = Scope(me=ME, this=scope.this, event=scope.event, event_arguments=scope.event_arguments)

    def seen(variable: things.Variable) -> things.Variable:
        if variable.ir[0] != "slot":
            return variable
        return things.Variable(("outer", function, variable.ir[1]), variable.type, variable.span, True)

    for name in dict.fromkeys(scope.names()):
        variable = scope.find(name)
        if variable is not None:
            variable.used = True
            found.variables[name] = seen(variable)
    if scope.this is not None:
        found.this = seen(scope.this)
    found.event_arguments = {name: seen(variable) for name, variable in scope.event_arguments.items()}
    return found
