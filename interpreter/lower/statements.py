"""Statements that simply happen, and the lists of statements that are bodies."""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import Label, quoted, sentence, with_article
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.builder import ME, Builder, Exit
from rulewright.interpreter.lower.loops import Loops
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.lower.placeholders import PLACEHOLDER, check_braces, placeholder
from rulewright.interpreter.lower.questions import Questions
from rulewright.interpreter.lower.standing import Standing
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import SPOKEN_FOR
from rulewright.interpreter.model.describing import what_could_stand_here
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import NUMBER, PIECE, PLACE, PLAYER, Type
from rulewright.interpreter.syntax import nodes

OPENING = (nodes.Let, nodes.Field, nodes.Require)


class Statements(Questions, Loops, Standing):
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

    # --- variables --------------------------------------------------------------------------------------------------

    def new_name(self, name: nodes.Name, scope: Scope) -> None:
        known = scope.find(name.text)
        if known is not None:
            self.findings.error(
                "declared-twice",
                name.span,
                f"`{name.text}` has a meaning here already.",
                "Give this one another name. To change what the first one holds, use `set`.",
                [Label(known.span, f"The first `{name.text}`:")] if known.span is not None else [],
            )
        elif name.text in SPOKEN_FOR:
            self.model.built_in_name(name)

    def noted(self, variable: things.Variable) -> things.Variable:
        """A name that somebody should read."""
        self.lowering.named.append(variable)
        return variable

    def _let(self, node: nodes.Let, scope: Scope) -> None:
        value, type = self.ex.expr(node.value, scope)
        self.new_name(node.name, scope)
        slot = self.b.slot(node.name.text, type)
        self.b.emit(node.span, "set", slot, value)
        scope.variables[node.name.text] = self.noted(things.Variable(("slot", slot), self.kept(type), node.name.span))
        self.prefix("let", value, slot, -1, "", node)

    def kept(self, type: Type) -> Type:
        """What a variable remembers: `none` could become anything."""
        return Type("unknown") if type.base == "none" else type

    def _field(self, node: nodes.Field, scope: Scope) -> None:
        if node.type is not None:
            type = self.model.type(node.type)
            value = self.ex.typed(node.value, scope, type)
        else:
            value, type = self.ex.expr(node.value, scope)
        self.new_name(node.name, scope)
        slot = self.b.slot(node.name.text, type)
        self.b.fields[node.name.text] = (slot, type)
        self.b.emit(node.span, "set", slot, value)
        scope.variables[node.name.text] = things.Variable(("slot", slot), type, node.name.span, used=True)
        self.prefix("let", value, slot, -1, "", node)

    def _require(self, node: nodes.Require, scope: Scope) -> None:
        test = self.ex.condition(node.test, scope)
        if not self.b.prefix_open:
            self.findings.error(
                "require-too-late",
                node.span,
                self.too_late(),
                "`require` stands at the start of an action or effect, before its first change. Elsewhere use `if`.",
            )
        self.prefix("require", test, -1, -1, node.reason or self.reason(node.test), node)

    def too_late(self) -> str:
        if self.b.role not in ("effect", "action"):
            return "Only an action or effect can require something before it happens."
        return "Something has happened already, so this can no longer be required."

    def prefix(self, form: str, test: ir.Expr, slot: int, site: int, reason: str, node: nodes.Statement) -> None:
        if self.b.prefix_open:
            self.b.prefix.append(
                ir.PrefixItem(form, test, slot, site, reason, ", ".join(node.cite), self.lowering.span(node.span))
            )

    def reason(self, node: nodes.Expr) -> str:
        """Where the author gave no words, the condition itself."""
        return f"it needs {node.span.text}" if node.span.line == node.span.end_line else "it does not fit"

    def _assign(self, node: nodes.Assign, scope: Scope) -> None:
        target = node.target
        if isinstance(target, nodes.Ref):
            self._assign_name(node, target, scope)
        elif isinstance(target, nodes.Attribute):
            self._assign_attribute(node, target, scope)
        else:
            self.findings.error(
                "cannot-set",
                target.span,
                f"`{target.span.text}` is nothing that could be changed.",
                "Only states, fields and what `let` names can be changed. Pieces are moved.",
            )

    def _assigned(self, node: nodes.Assign, old: ir.Expr, type: Type, scope: Scope) -> ir.Expr:
        if node.word == "set":
            return self.ex.typed(node.value, scope, type)
        if type.base not in ("number", "unknown"):
            self.ex.wrong_type(node.target.span, type, NUMBER)
        value = self.ex.number(node.value, scope)
        return ("add" if node.word == "add" else "sub", old, value)

    def _assign_name(self, node: nodes.Assign, target: nodes.Ref, scope: Scope) -> None:
        variable = scope.find(target.name)
        if variable is not None:
            value = self._assigned(node, variable.ir, variable.type, scope)
            self._store(node, variable.ir, value)
            return
        thing = self.model.names.get(target.name)
        if isinstance(thing, things.Loop) and self.b.role == "script":
            thing = thing.column  # an example may begin in any round
        if isinstance(thing, things.Column):
            thing.used = True
            value = self._assigned(node, ("global", thing.number), thing.type, scope)
            self.b.emit(node.span, "set_global", thing.number, value)
            return
        if thing is None and target.name not in self.model.members:
            self.findings.unknown(
                "unknown-name",
                target.name,
                target.span,
                f"I know no state, field or variable called `{target.name}` here.",
                [*scope.names(), *self.model.global_columns],
                what_could_stand_here(self.model, scope, target.name, None),
            )
            self.ex.expr(node.value, scope)
            return
        noun = thing.noun if thing is not None else "member of an enum"
        hint = "Only states, fields and what `let` names can be changed."
        if noun == "value":
            hint = "A value is computed: change what it is computed from, or `modify` it."
        self.findings.error(
            "cannot-set", target.span, f"`{target.name}` is {with_article(noun)}, and cannot be changed.", hint
        )

    def _store(self, node: nodes.Statement, variable: ir.Expr, value: ir.Expr) -> None:
        if variable[0] == "slot":
            self.b.emit(node.span, "set", variable[1], value)
        elif variable[0] == "outer":
            self.b.emit(node.span, "set_outer", variable[1], variable[2], value)

    def _assign_attribute(self, node: nodes.Assign, target: nodes.Attribute, scope: Scope) -> None:
        event = self.ex.attributes.event_of(target, scope)
        if event is not None:
            place, type = self.ex.attributes.field(event, target.name, scope)
            if place[0] == "slot":  # an argument in a rule: change the event's own
                number = next(i for i, (name, _) in enumerate(event.params) if name == target.name.text)
                place = ("outer", event.number, 1 + number)
            self._store(node, place, self._assigned(node, place, type, scope))
            return
        entity, type = self.ex.expr(target.of, scope)
        if type.base == "unknown":
            return
        if type.base == "die" and target.name.text == "face" and type.pool is not None and type.pool[0] == "slot":
            face = self.ex.typed(node.value, scope, Type("enum", type.name))
            self.b.emit(node.span, "set_die", type.pool[1], entity, face)
            return
        column = self.ex.attributes.column(type, target.name.text)
        if column is None:
            if self.ex.attributes.read(target, scope)[1].base != "unknown":
                self.findings.error(
                    "cannot-set",
                    target.name.span,
                    f"`{target.name.text}` cannot be changed: it follows from where things are.",
                    "Move the pieces, or declare a state of your own.",
                )
            return
        if column.constant:
            self.findings.error(
                "cannot-set",
                target.name.span,
                f"`{column.name}` is printed on the piece, and cannot be changed.",
                f"Declare it as a state (`state {column.name}: {column.type}`), or modify a value computed from it.",
            )
            return
        value = self._assigned(node, ("prop", column.number, entity), column.type, scope)
        self.b.emit(node.span, "set_prop", column.number, entity, value)

    # --- pieces -----------------------------------------------------------------------------------------------------

    def _move(self, node: nodes.Move, scope: Scope) -> None:
        what, type = self.ex.expr(node.what, scope)
        to, to_type = self.ex.expr(node.to, scope)
        if to_type.many and to_type.base == "place":
            self.ex.several_places(node.to.span, to_type)
        elif to_type.many or to_type.base not in ("place", "none", "unknown"):
            self.ex.wrong_type(node.to.span, to_type, PLACE)
        zone = self.model.names.get(to_type.name)
        end = node.end or ("bottom" if isinstance(zone, things.Zone) and not zone.ordered else "top")
        if type.base == "place" and not type.many:
            what, type = self.ex.listed(what, type, node.what.span)
            type = type.list
            if not node.every:
                self.findings.error(
                    "wrong-type",
                    node.what.span,
                    "A place cannot be moved; its pieces can.",
                    f"Write: move all {node.what.span.text} to …",
                )
        self._check_held(type, to_type, node)
        if type.base not in ("piece", "unknown"):
            self.ex.wrong_type(node.what.span, type, PIECE)
        self.b.emit(node.span, "move_all" if type.many else "move", what, to, end)

    def _check_held(self, type: Type, to: Type, node: nodes.Move) -> None:
        zone = self.model.names.get(to.name)
        if not isinstance(zone, things.Zone) or not type.name or type.base != "piece":
            return
        if self.model.is_doubtful(type.name, zone.node.holds):
            return
        held = [name.text for name in zone.node.holds]
        if not any(self.model.is_kind(type.name, name) or self.model.is_kind(name, type.name) for name in held):
            self.findings.error(
                "wrong-type",
                node.what.span,
                f"{sentence(with_article(type.name))} may not lie in `{zone.name}`.",
                f"It holds {quoted(held)}." if held else "It holds no pieces.",
            )

    def _swap(self, node: nodes.Swap, scope: Scope) -> None:
        self.b.emit(
            node.span, "swap", self.ex.typed(node.first, scope, PIECE), self.ex.typed(node.second, scope, PIECE)
        )

    def _shuffle(self, node: nodes.Shuffle, scope: Scope) -> None:
        self.b.emit(node.span, "shuffle", self.ex.typed(node.zone, scope, PLACE))

    def _flip(self, node: nodes.Flip, scope: Scope) -> None:
        piece, type = self.ex.expr(node.piece, scope)
        column = self.ex.attributes.column(type, "side")
        if column is None or column.type.base != "enum":
            if type.base != "unknown":
                self.findings.error(
                    "no-sides",
                    node.piece.span,
                    f"{sentence(self.ex.described(type))} has no sides to flip to.",
                    f"Write `sides {node.side.text}, …` in its kind."
                    if type.base == "piece"
                    else "Only pieces have sides.",
                )
            return
        sides = self.model.enums[column.type.name].members
        if node.side.text not in sides:
            self.findings.unknown(
                "unknown-name",
                node.side.text,
                node.side.span,
                f"{sentence(with_article(column.owner))} has no side `{node.side.text}`.",
                sides,
                f"It has {quoted(sides)}.",
            )
            return
        self.b.emit(node.span, "set_prop", column.number, piece, ("const", sides.index(node.side.text)))

    def _reveal(self, node: nodes.Reveal, scope: Scope) -> None:
        pieces, type = self.ex.expr(node.piece, scope)
        seats, seats_type = self.ex.expr(node.to, scope)
        if seats_type.base not in ("player", "unknown"):
            self.ex.wrong_type(node.to.span, seats_type, PLAYER)
        if type.base == "place" and not type.many:
            pieces, type = self.ex.listed(pieces, type, node.piece.span)
            type = type.list
        if type.base not in ("piece", "unknown"):
            self.ex.wrong_type(node.piece.span, type, PIECE)
        pieces = pieces if type.many else ("list", pieces)
        seats = seats if seats_type.many else ("list", seats)

        def each_piece(piece: ir.Expr) -> None:
            if seats == ("players",):  # all of them: then whoever looks on may know it, too
                self.b.emit(node.span, "reveal", piece, ("const", ir.NONE))
                return
            self.go_through(seats, PLAYER, node, lambda seat: self.b.emit(node.span, "reveal", piece, seat))

        self.go_through(pieces, PIECE, node, each_piece)

    # --- chance -----------------------------------------------------------------------------------------------------

    def _roll(self, node: nodes.Roll, scope: Scope) -> None:
        count = self.ex.number(node.count, scope)
        die = self.model.thing(node.die, things.Die, noun="die")
        if not isinstance(die, things.Die):
            scope.variables[node.name.text] = things.Variable(("const", 0), Type("unknown"), node.name.span, used=True)
            return
        known = scope.find(node.name.text)
        if known is not None and known.type.base == "die" and known.ir[0] == "slot":
            slot = known.ir[1]
        else:
            self.new_name(node.name, scope)
            type = Type("die", die.name, many=True)
            slot = self.b.slot(node.name.text, type)
            scope.variables[node.name.text] = things.Variable(("slot", slot), type, node.name.span)
            self.b.fields[node.name.text] = (slot, type)
        self.b.emit(node.span, "roll", slot, count, die.number)

    def _reroll(self, node: nodes.Reroll, scope: Scope) -> None:
        pool = scope.find(node.pool.text)
        if pool is None or pool.type.base != "die" or not pool.type.many or pool.ir[0] != "slot":
            pools = [
                name
                for name in scope.names()
                if (v := scope.find(name)) is not None and v.type.base == "die" and v.type.many
            ]
            self.findings.unknown(
                "unknown-name",
                node.pool.text,
                node.pool.span,
                f"`{node.pool.text}` is no pool of dice that was rolled here.",
                pools,
                f"Here {quoted(pools)} {'was' if len(pools) == 1 else 'were'} rolled."
                if pools
                else f"Roll them first: roll 2 of DIE as {node.pool.text}",
            )
            return
        pool.used = True
        dice, type = self.ex.expr(node.dice, scope)
        if type.base != "die" and type.base != "unknown":
            self.findings.error(
                "wrong-type", node.dice.span, f"I can re-roll dice, but this is {self.ex.described(type)}."
            )
        if type.many and dice == pool.ir:
            dice = ("indices", dice)
        self.b.emit(node.span, "reroll", pool.ir[1], dice if type.many else ("list", dice))

    def _pick(self, node: nodes.Pick, scope: Scope) -> None:
        listed, _, _, element = self.ex.filtered(node.domain, node.name, node.where, (), scope)
        self.new_name(node.name, scope)
        slot = self.b.slot(node.name.text, element)
        self.b.emit(node.span, "pick", slot, listed)
        optional = Type(element.base, element.name, optional=True, pool=element.pool)
        scope.variables[node.name.text] = self.noted(things.Variable(("slot", slot), optional, node.name.span))

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
        listed, inner, local, element = self.ex.filtered(node.domain, node.binder, node.where, (), scope)
        if element.base not in ("player", "unknown"):
            self.ex.wrong_type(node.domain.span, element, PLAYER)
        self.b.end(node.span, "rank", local, listed, self.ex.order(node.order, inner))

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
