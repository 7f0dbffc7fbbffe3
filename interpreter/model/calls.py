"""`name(arguments)`: values, zones, boards, tables, lines through a cell, and the few built-in functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import quoted, sentence, with_article
from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import FLAG, NUMBER, UNKNOWN, Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from rulewright.interpreter.model.expressions import Expressions, Typed

SAMPLES = {
    "min": "min(a, b)",
    "max": "max(a, b)",
    "distinct": "distinct(list)",
    "reversed": "reversed(list)",
    "take": "take(list, number)",
    "without": "without(list, member)",
    "joined": "joined(list, list)",
    "nth": "nth(list, number)",
}
ELSEWHERE = {  # what other languages call so
    "range": "The numbers from 1 to 3 are `1..3`.",
    "len": "How many there are is asked by `.size`, as in `deck.size`.",
}
MOST_WALKED = 1_000  # places among which distances are measured
FUNCTIONS = (*SAMPLES, "can", "distance")
ANY: Expr = ("any",)


class Calls:
    def __init__(self, expressions: Expressions) -> None:
        self.ex = expressions
        self.model = expressions.model
        self.findings = expressions.findings

    def call(self, node: nodes.Call, scope: Scope) -> Typed:
        thing = self.model.names.get(node.name.text)
        span = node.name.span
        if node.printed:
            value = self.model.thing(node.name, things.Value, noun="value")
            return (
                self.value(value, node.args, span, scope, True)
                if isinstance(value, things.Value)
                else (("const", 0), UNKNOWN)
            )
        match thing:
            case things.Value():
                return self.value(thing, node.args, span, scope, False)
            case things.Zone():
                return self.zone(thing, node.args, span, scope)
            case things.Table():
                thing.used = True
                return self.table(thing, node, scope), thing.type
            case things.Lines():
                thing.used = True
                cell = Type("place", thing.board.name)
                args = self.arguments(thing.name, (("cell", cell),), node.args, span, scope)
                return ("relation", thing.through, args[0]), Type("line", thing.name, many=True)
        if thing is None and node.name.text in FUNCTIONS:
            return self.built_in(node, scope)
        if isinstance(thing, things.Function):
            self.findings.error(
                "value-changes-game",
                span,
                f"`{thing.name}` is {with_article(thing.noun)}: it changes the game, and so cannot be computed with.",
                "Run it on a line of its own. What computes and changes nothing is a `value`.",
            )
        elif thing is not None:
            self.findings.error(
                "wrong-arguments", span, f"`{thing.name}` is {with_article(thing.noun)}, and takes no arguments."
            )
        else:
            callable_ = (things.Value, things.Zone, things.Table, things.Lines)
            candidates = [*FUNCTIONS, *(each.name for each in self.model.names.values() if isinstance(each, callable_))]
            self.findings.unknown(
                "unknown-name",
                node.name.text,
                span,
                f"I know no value, zone or table called `{node.name.text}`.",
                candidates,
                ELSEWHERE.get(node.name.text),
            )
            self.read_all(node.args, scope)
        return ("const", 0), UNKNOWN

    def read_all(self, args: tuple[nodes.Arg, ...], scope: Scope) -> None:
        """Arguments of something unknown may have mistakes of their own."""
        for arg in args:
            if arg.value is not None:
                self.ex.expr(arg.value, scope)

    # --- arguments --------------------------------------------------------------------------------------------------

    def matched(
        self, name: str, params: tuple[tuple[str, Type], ...], args: tuple[nodes.Arg, ...]
    ) -> tuple[list[nodes.Arg | None], bool]:
        """The argument for each parameter, by position or by name; whether all that were given found one."""
        found: list[nodes.Arg | None] = [None] * len(params)
        names = [param for param, _ in params]
        position, sound = 0, True
        for arg in args:
            if arg.name is not None:
                if arg.name not in names:
                    self.unknown_parameter(name, arg, names, self.signature(name, params))
                    sound = False
                    continue
                index = names.index(arg.name)
            else:
                index = position
                position += 1
            if index >= len(params):
                self.findings.error(
                    "wrong-arguments",
                    arg.span,
                    f"`{name}` takes {self.counted(len(params))}, and this is one too many.",
                    self.signature(name, params),
                )
                return found, False
            if found[index] is not None:
                self.findings.error(
                    "wrong-arguments", arg.span, f"`{names[index]}` is given twice.", self.signature(name, params)
                )
            found[index] = arg
        return found, sound

    def unknown_parameter(self, name: str, arg: nodes.Arg, names: list[str], signature: str) -> None:
        given = arg.name or ""
        start = arg.span
        span = start.source.span(start.line, start.column, start.line, start.column + len(given))
        self.findings.unknown("wrong-arguments", given, span, f"`{name}` has no parameter `{given}`.", names, signature)

    def arguments(
        self, name: str, params: tuple[tuple[str, Type], ...], args: tuple[nodes.Arg, ...], span: Span, scope: Scope
    ) -> tuple[Expr, ...]:
        found: list[Expr] = []
        missing = []
        matched, sound = self.matched(name, params, args)
        for arg, (param, type) in zip(matched, params, strict=True):
            if arg is None:
                missing.append(param)
                found.append(("const", 0))
            elif arg.form != "expr" or arg.value is None:
                self.not_a_pattern(arg)
                found.append(("const", 0))
            else:
                found.append(self.ex.typed(arg.value, scope, type))
        if missing and sound:
            also = "also needs" if len(missing) < len(params) else "needs"
            self.findings.error(
                "wrong-arguments", span, f"`{name}` {also} {quoted(missing)}.", self.signature(name, params)
            )
        return tuple(found)

    def not_a_pattern(self, arg: nodes.Arg) -> None:
        self.findings.error(
            "wrong-arguments",
            arg.span,
            f"`{arg.span.text}` leaves something open, but here everything must be said.",
            "`_` and `any x` belong to the head of a rule, such as: after play(this, any x)",
        )

    def counted(self, number: int) -> str:
        return {0: "no arguments", 1: "one argument"}.get(number, f"{number} arguments")

    def signature(self, name: str, params: tuple[tuple[str, Type], ...]) -> str:
        if not params:
            return f"It is written without any: {name}"
        return f"It is declared as {name}({', '.join(f'{param}: {type}' for param, type in params)})."

    # --- what can be called -----------------------------------------------------------------------------------------

    def value(self, value: things.Value, args: tuple[nodes.Arg, ...], span: Span, scope: Scope, printed: bool) -> Typed:
        value.used = True
        given = self.arguments(value.name, value.params, args, span, scope)
        return ("printed" if printed else "value", value.number, *given), value.type

    def zone(self, zone: things.Zone, args: tuple[nodes.Arg, ...], span: Span, scope: Scope) -> Typed:
        """With all its keys a place; with some left open the list of the places that fit."""
        zone.used = True
        keys = tuple(reversed(zone.keys)) if zone.grid is not None else zone.keys
        given: list[Expr] = []
        before = len(self.findings)
        matched, sound = self.matched(zone.name, keys, args)
        for arg, (_, type) in zip(matched, keys, strict=True):
            if arg is None or arg.form == "anything":
                given.append(ANY)
            elif arg.value is None:
                self.not_a_pattern(arg)
                given.append(ANY)
            else:
                given.append(self.ex.typed(arg.value, scope, type))
        if not sound:
            return ("const", zone.first), UNKNOWN
        if zone.grid is not None:
            given.reverse()
        fitting = len(self.findings) == before and not any(type.base == "unknown" for _, type in keys)
        spans = [arg.span if arg is not None else span for arg in matched]
        fitting = fitting and self.are_keys(zone, given, spans[::-1] if zone.grid is not None else spans)
        if ANY in given:
            return ("places", zone.number, *given), Type("place", zone.name, many=True)
        return self.place(zone, given) if fitting else ("const", zone.first), Type("place", zone.name)

    def place(self, zone: things.Zone, keys: list[Expr]) -> Expr:
        """A place whose keys are known now is known now."""
        at = 0
        for key, (low, count) in zip(keys, zone.ranges, strict=True):
            if key[0] != "const":
                return ("place", zone.number, *keys)
            at = at * count + key[1] - low
        return ("const", zone.first + at)

    def are_keys(self, zone: things.Zone, keys: list[Expr], spans: list[Span]) -> bool:
        """Whether there are places with those of the keys that are known now."""
        for key, (low, count), (name, type), span in zip(keys, zone.ranges, zone.keys, spans, strict=True):
            if key[0] == "const" and not low <= key[1] < low + count:
                self.findings.error(
                    "outside-zone",
                    span,
                    f"`{zone.name}` has no place whose {name} is {span.text}.",
                    f"Its {name} goes from {low} to {low + count - 1}." if type.base == "number" else None,
                )
                return False
        return True

    def table(self, table: things.Table, node: nodes.Call, scope: Scope) -> Expr:
        keys = self.arguments(table.name, table.params, node.args, node.name.span, scope)
        for key, arg, (name, type) in zip(
            keys, self.matched(table.name, table.params, node.args)[0], table.params, strict=True
        ):
            if key[0] == "const" and arg is not None and type.bounds is not None:
                low, high = type.bounds
                if not low <= key[1] <= high:
                    self.findings.error(
                        "outside-bounds",
                        arg.span,
                        f"`{table.name}` has nothing for {key[1]}: its {name} goes from {low} to {high}.",
                    )
        return ("table", table.number, *keys)

    def built_in(self, node: nodes.Call, scope: Scope) -> Typed:
        name = node.name.text
        if name == "can":
            return self.can(node, scope)
        if name == "distance":
            return self.distance(node, scope)
        args = [arg.value for arg in node.args if arg.form == "expr" and arg.value is not None and arg.name is None]
        wanted = {"distinct": 1, "reversed": 1}.get(name, 2)
        if len(args) != wanted or len(node.args) != wanted:
            self.findings.error(
                "wrong-arguments",
                node.span,
                f"`{name}` takes {self.counted(wanted)}, and here {'is' if len(node.args) == 1 else 'are'} "
                f"{len(node.args)}.",
                f"It is written {SAMPLES[name]}.",
            )
            return ("const", 0), UNKNOWN
        if name in ("min", "max"):
            return (name, self.ex.number(args[0], scope), self.ex.number(args[1], scope)), NUMBER
        listed, element = self.ex.lists.domain(args[0], scope)
        match name:
            case "distinct":
                return ("distinct", listed), element.list
            case "reversed":
                return ("reverse", listed), element.list
            case "take":
                return ("take", listed, self.ex.number(args[1], scope)), element.list
            case "nth":
                return self.ex.lists.member(listed, self.ex.number(args[1], scope), element)
            case "without":
                return (
                    "without",
                    listed,
                    self.ex.typed(args[1], scope, Type(element.base, element.name, optional=True)),
                ), element.list
        other, other_element = self.ex.lists.domain(args[1], scope)
        if not self.model.comparable(element, other_element):
            self.ex.wrong_type(args[1].span, other_element.list, element.list)
        return ("concat", listed, other), element.list

    def distance(self, node: nodes.Call, scope: Scope) -> Typed:
        """`distance(a, b, along: paths)`: the steps of a shortest way; on a board they lead from cell to cell."""
        args = [arg.value for arg in node.args if arg.name is None and arg.value is not None]
        along = next((arg.value for arg in node.args if arg.name == "along"), None)
        if (
            len(args) != 2
            or len(node.args) != 2 + (along is not None)
            or (along is not None and not isinstance(along, nodes.Ref))
        ):
            self.findings.error(
                "wrong-arguments",
                node.name.span,
                "`distance` is asked between two places or pieces.",
                "For example: distance(from, to, along: paths), or on a board: distance(here, there)",
            )
            return ("const", 0), UNKNOWN
        start, type = self.ex.expr(args[0], scope)
        end = self.ex.typed(args[1], scope, Type(type.base, type.name, optional=True))
        steps = along.name if isinstance(along, nodes.Ref) else "neighbours"
        relation = self.steps(type, steps)
        if relation < 0:
            if type.base != "unknown":
                span = along.span if along is not None else node.name.span
                self.findings.error(
                    "unknown-property", span, f"{sentence(self.ex.described(type))} has no `{steps}` to walk along."
                )
            return ("const", 0), UNKNOWN
        if len(self.model.relations[relation][2]) > MOST_WALKED:
            self.findings.error(
                "wrong-count",
                node.span,
                f"I can measure distances among {MOST_WALKED} places, but here are "
                f"{len(self.model.relations[relation][2])}.",
            )
            return ("const", 0), NUMBER
        first = self.model.relations[relation][1]
        position: Expr = ("add", ("sub", end, ("const", first)), ("const", 1))
        return ("nth", ("relation", self.model.distances(relation), start), position), NUMBER

    def steps(self, type: Type, name: str) -> int:
        printed = self.ex.attributes.list_property(type, name)
        if printed is not None:
            return printed.relation
        zone = self.model.names.get(type.name)
        if isinstance(zone, things.Zone) and zone.grid is not None and name in ("neighbours", "around"):
            return self.model.neighbours(zone, name)
        return -1

    def can(self, node: nodes.Call, scope: Scope) -> Typed:
        """`can(discard(1))`: whether the choices of an action or effect could be completed now."""
        arg = node.args[0].value if len(node.args) == 1 else None
        if not isinstance(arg, (nodes.Ref, nodes.Call)):
            self.findings.error(
                "wrong-arguments", node.name.span, "`can` takes one action or effect.", "For example: can(nibble)"
            )
            return ("const", 0), FLAG
        name = arg.name if isinstance(arg, nodes.Call) else nodes.Name(arg.name, arg.span)
        function = self.model.thing(name, things.Function, noun="action or effect")
        if not isinstance(function, things.Function):
            return ("const", 0), FLAG
        given = arg.args if isinstance(arg, nodes.Call) else ()
        args = self.arguments(function.name, function.params, given, name.span, scope)
        return ("can", function.number, self.actor(node, scope), *args), FLAG

    def actor(self, node: nodes.Call, scope: Scope) -> Expr:
        return self.ex.expr(nodes.Ref("me", span=node.name.span), scope)[0]
