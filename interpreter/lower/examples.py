"""Examples: what is given, what is done, what is expected, as steps that the machine can run."""

from __future__ import annotations

import re

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.builder import Builder
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.lower.statements import Statements
from rulewright.interpreter.model import things
from rulewright.interpreter.model.describing import what_could_stand_here
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import PIECE, PLACE
from rulewright.interpreter.syntax import nodes

TRUE: ir.Expr = ("const", 1)
NUMBERED = re.compile(r"(.+)_[0-9]+")  # ids that the machine counts: dice, hidden pieces, what has the same name
NOTHING = "nothing"  # the answer that names no option
ALWAYS_OPTIONS = ("yes", "no", "pass", "slot", "die")
SCRIPTED = (nodes.Answers, nodes.Stack, nodes.Dice)


class Examples:
    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.model = lowering.model
        self.findings = lowering.model.findings
        self.ex = lowering.ex
        self.active: ir.Expr = ("global", self.model.global_columns["active"].number)
        # Where no turn says otherwise, the first player acts.
        self.acting: ir.Expr = ("max", self.active, ("const", 0))

    def example(self, node: nodes.Example) -> ir.Example:
        players = node.players if node.players is not None else self.model.book.least
        if not self.model.book.least <= players <= self.model.book.most:
            least, most = self.model.book.least, self.model.book.most
            number = f"{least} to {most}" if least < most else f"{least}"
            self.findings.error(
                "wrong-players",
                node.span,
                f"This game is for {number} players, and not for {players}.",
            )
            players = self.model.book.least
        steps: list[ir.Step] = []
        for section in node.sections:
            steps.extend(self.script(node, section.body))
            for expectation in section.expectations:
                steps.append(self.expectation(expectation))
        return ir.Example(node.name, players, tuple(steps), ", ".join(node.cite), self.lowering.span(node.span))

    def check_option(self, node: nodes.Ref) -> None:
        options = self.options()
        counted = NUMBERED.fullmatch(node.name)
        if node.name in options or (counted and counted.group(1) in options):
            return
        self.findings.unknown(
            "unknown-name",
            node.name,
            node.span,
            f"Nothing that could ever be chosen is called `{node.name}`.",
            [*options, *(f"{word}{node.name[node.name.rfind('_') :]}" for word in ("die", "slot") if counted)],
            what_could_stand_here(self.model, Scope(), node.name, None),
        )

    def options(self) -> frozenset[str]:
        """The ids of all that can be chosen in some decision of this game."""
        actions = (function.name for function in self.model.functions)
        alternatives = (each.name for site in self.lowering.sites for each in site.alternatives)
        rules = (rule.name for rule in self.lowering.rules)
        return frozenset(
            [*self.model.entity_names, *self.model.members, *actions, *alternatives, *rules, *ALWAYS_OPTIONS]
        )

    # --- what is done -----------------------------------------------------------------------------------------------

    def script(self, example: nodes.Example, body: nodes.Body) -> list[ir.Step]:
        steps: list[ir.Step] = []
        waiting: list[nodes.Statement] = []
        for statement in body:
            if isinstance(statement, SCRIPTED):
                self.run(example, waiting, steps)
                waiting = []
                steps.extend(self.scripted(statement))
            else:
                waiting.append(statement)
        self.run(example, waiting, steps)
        return steps

    def run(self, example: nodes.Example, body: list[nodes.Statement], steps: list[ir.Step]) -> None:
        if not body:
            return
        number = self.lowering.new_function()
        builder = Builder(
            self.lowering, number, self.lowering.unique("example"), example.name, "script", (), body[0].span
        )
        active = self.model.global_columns["active"].number
        builder.emit(body[0].span, "set_global", active, self.acting)
        builder.emit(body[0].span, "set", 0, self.active)
        scope = builder.scope()
        Statements(self.lowering, builder, None).function(tuple(body), scope)
        self.lowering.functions[number] = builder.finish()
        steps.append(ir.Step("run", number, -1, (), TRUE, "", self.lowering.span(body[0].span)))

    def scripted(self, node: nodes.Statement) -> list[ir.Step]:
        span = self.lowering.span(node.span)
        if isinstance(node, nodes.Answers):
            ids = () if self.is_nothing(node) else tuple(self.answer(each) for each in node.answers)
            return [ir.Step("answer", -1, self.seat(node.seat), ids, TRUE, "", span)]
        if isinstance(node, nodes.Dice):
            faces = []
            for face in node.faces:
                if not any(face.text in die.enum.members for die in self.model.dice):
                    known = [member for die in self.model.dice for member in die.enum.members]
                    self.findings.unknown(
                        "unknown-name", face.text, face.span, f"No die has a face `{face.text}`.", known
                    )
                faces.append(face.text)
            return [ir.Step("dice", -1, -1, tuple(faces), TRUE, "", span)]
        assert isinstance(node, nodes.Stack)
        before = len(self.findings)
        place = self.ex.typed(node.zone, Scope(me=self.acting), PLACE)
        if place[0] != "const" and len(self.findings) == before:
            self.findings.error(
                "not-constant",
                node.zone.span,
                "Which place is stacked must be known before the example runs.",
                "Name it with all its keys, such as punnet(ann).",
            )
        names = [self.model.entity_names[place[1]]] if place[0] == "const" else []
        for piece in node.pieces:
            found = self.ex.typed(piece, Scope(me=self.acting), PIECE)
            if found[0] == "const":
                names.append(self.model.entity_names[found[1]])
        return [ir.Step("stack", -1, -1, tuple(names), TRUE, "", span)]

    def is_nothing(self, node: nodes.Answers) -> bool:
        """`ann chooses nothing`, unless the rulebook itself calls something so."""
        only = node.answers[0] if len(node.answers) == 1 else None
        return isinstance(only, nodes.Ref) and only.name == NOTHING and NOTHING not in self.options()

    def seat(self, name: nodes.Name) -> int:
        thing = self.model.thing(name, things.Seat, noun="player")
        return thing.number if isinstance(thing, things.Seat) else 0

    def answer(self, node: nodes.Expr) -> str:
        """The id of an option: a name, a number, yes or no, a rule of a piece; or the place that a call means."""
        if isinstance(node, nodes.Ref):
            thing = self.model.names.get(node.name)
            if isinstance(thing, things.Zone) and not thing.keys:
                return self.model.entity_names[thing.first]
            if thing is not None:
                thing.used = True
            else:
                self.check_option(node)
            return node.name
        if isinstance(node, nodes.Literal):
            return node.word
        if isinstance(node, nodes.Attribute) and isinstance(node.of, nodes.Ref):
            rule = f"{node.of.name}.{node.name.text}"
            if any(each.name == rule for each in self.lowering.rules):
                return rule
        value, _ = self.ex.expr(node, Scope(me=self.acting))
        if isinstance(node, nodes.Call) and value[0] == "const":
            return self.model.entity_names[value[1]]
        if value[0] == "const":
            return str(value[1])
        self.findings.error(
            "not-constant", node.span, "An answer is a name, a number, yes or no, or a place with its keys."
        )
        return ""

    # --- what is expected -------------------------------------------------------------------------------------------

    def expectation(self, node: nodes.Expectation) -> ir.Step:
        span = self.lowering.span(node.span)
        text = node.span.text
        if node.test is not None and node.seat is not None:
            piece = self.ex.typed(node.test, Scope(me=self.acting), PIECE)
            return ir.Step(node.form, -1, self.seat(node.seat), (), piece, text, span)
        if node.test is not None:
            return ir.Step("expect", -1, -1, (), self.ex.condition(node.test, Scope(me=self.acting)), text, span)
        assert node.seat is not None
        form = "offered" if node.form == "may_choose" else "refused"
        return ir.Step(
            form, -1, self.seat(node.seat), tuple(self.answer(each) for each in node.answers), TRUE, text, span
        )
