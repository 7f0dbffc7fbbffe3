"""Who speaks: all that the parts of the composer share."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english
from rulewright.interpreter.text.clauses import Clauses
from rulewright.interpreter.text.deeds import Deeds
from rulewright.interpreter.text.descriptions import Descriptions
from rulewright.interpreter.text.nouns import Nouns
from rulewright.interpreter.text.scope import Noun, Scope
from rulewright.interpreter.text.types import Types

Params = tuple[tuple[str, Type], ...]


@frozen
class Gap:
    """An effect or value without a template, where a sentence needed one."""

    name: str
    noun: str  # effect, value
    sample: str  # how its words could begin
    span: Span


@define(eq=False)
class Voice:
    model: Model
    gaps: list[Gap] = field(factory=list)
    types: Types = field(init=False)
    nouns: Nouns = field(init=False)
    clauses: Clauses = field(init=False)
    deeds: Deeds = field(init=False)
    descriptions: Descriptions = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.types = Types(self.model)
        self.nouns = Nouns(self)
        self.clauses = Clauses(self)
        self.deeds = Deeds(self)
        self.descriptions = Descriptions(self)

    def code(self, node: nodes.Expr | nodes.Statement | nodes.Declaration) -> str:
        """What cannot be said in words is shown as it is written."""
        return f"`{' '.join(node.span.text.split())}`"

    def gap(self, thing: things.Thing, span: Span) -> None:
        noun = isinstance(thing, things.Value) and thing.type.base != "flag"
        self.gaps.append(Gap(thing.name, thing.noun, "the …" if noun else "…", span))

    # --- what something of a type is called -------------------------------------------------------------------------

    def label(self, type: Type) -> str:
        """Its sort, without an article: Guest, player, Lane."""
        return self.types.label(type)

    def anything(self, type: Type) -> Noun:
        return Noun(english.a(self.label(type)), counts=type.base == "number", open=True)

    # --- arguments --------------------------------------------------------------------------------------------------

    def matched(self, params: Params, args: tuple[nodes.Arg, ...]) -> dict[str, nodes.Arg]:
        """The argument of each parameter, by position or by name."""
        found: dict[str, nodes.Arg] = {}
        free = iter([name for name, _ in params])
        for arg in args:
            name = arg.name if arg.name is not None else next(free, None)
            if name is not None:
                found[name] = arg
        return found

    def arguments(
        self, params: Params, args: tuple[nodes.Arg, ...], scope: Scope, named: tuple[str, ...]
    ) -> dict[str, Noun]:
        """The noun for each parameter that is `named` in a template."""
        matched = self.matched(params, args)
        found = {}
        for name, type in params:
            if name in named:
                found[name] = self.argument(matched.get(name), type, scope)
        return found

    def argument(self, arg: nodes.Arg | None, type: Type, scope: Scope) -> Noun:
        if arg is not None and arg.form == "expr" and arg.value is not None:
            return self.nouns.noun(arg.value, scope)
        if arg is not None and arg.binder is not None:
            bound = scope.find(arg.binder.text)
            if bound is not None:
                return bound.noun()
        return self.anything(type)

    def doer(self, params: Params, args: tuple[nodes.Arg, ...], template: str, scope: Scope) -> Noun | None:
        """Who does it, where the template does not say: the first player among the arguments."""
        for name, type in params:
            if type.base == "player" and not type.many:
                if f"{{{name}}}" in template:
                    return None
                return self.argument(self.matched(params, args).get(name), type, scope)
        return None
