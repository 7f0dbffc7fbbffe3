"""Names and numbers: let, field, require, set, add, take."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Label, with_article
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.body import Body
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import SPOKEN_FOR
from rulewright.interpreter.model.describing import surely_meant, what_could_stand_here
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import NUMBER, Type
from rulewright.interpreter.syntax import nodes


class Variables(Body):
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
        return f"it needs {as_written(node)}" if node.span.line == node.span.end_line else "it does not fit"

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
            meant = surely_meant(self.model, scope, target.name)
            self.findings.unknown(
                "unknown-name",
                target.name,
                target.span,
                f"I know no state, field or variable called `{target.name}` here.",
                [*scope.names(), *self.model.global_columns] if meant is None else (),
                meant or what_could_stand_here(self.model, scope, target.name, None),
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
        if column.name == "side" and column.type.name == f"{column.owner}.side":
            self.findings.error(
                "cannot-set",
                target.name.span,
                "Which side is up is not set: a piece is turned.",
                f"Write `flip {as_written(target.of)} to …`.",
            )
            return
        value = self._assigned(node, ("prop", column.number, entity), column.type, scope)
        self.b.emit(node.span, "set_prop", column.number, entity, value)


def as_written(node: nodes.Expr) -> str:
    """The text of an expression. Parentheses at its ends belong to no part of it, so the last may be missing."""
    text = node.span.text
    return "(" * (text.count(")") - text.count("(")) + text + ")" * (text.count("(") - text.count(")"))
