"""What is spoken of: phrases that stand for things, and the names in reach with the phrases that they have."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, evolve, field, frozen

from rulewright.interpreter.model.types import UNKNOWN, Type
from rulewright.interpreter.syntax import nodes


@frozen
class Noun:
    """A phrase for something. `person` is you, it or they; `owner` is its word before what it has: your, its."""

    words: str
    person: str = "it"
    owner: str = ""
    number: int | None = None  # where it is a plain number
    counts: bool = False  # it is a number, known or not
    open: bool = False  # anything of its sort: it may be left unsaid

    @property
    def you(self) -> bool:
        return self.person == "you"

    def has(self, what: str) -> str:
        """What belongs to it: your hand, the hand of Anne."""
        return f"{self.owner} {what}" if self.owner else f"the {what} of {self.words}"


YOU = Noun("you", "you", "your")


@define(eq=False)
class Named:
    """A name that a pattern, a choice or a loop gave to something: "a Guest" at first, then "that Guest"."""

    type: Type
    first: Noun
    later: Noun
    met: bool = False
    stands_for: tuple[nodes.Expr, Scope] | None = None  # `let`: it reads as what it stands for

    def noun(self) -> Noun:
        met, self.met = self.met, True
        return self.later if met else self.first


@define(eq=False)
class Scope:
    """The names in reach. `this` is what the piece that carries the rule is called: "this Guest"."""

    this: Noun | None = None
    this_type: Type = UNKNOWN
    me: Noun = YOU
    names: dict[str, Named] = field(factory=dict)
    parent: Scope | None = None
    event: Mapping[str, Type] = field(factory=dict)  # what the event that a rule hangs on has, and of which sort

    def child(self) -> Scope:
        return Scope(self.this, self.this_type, self.me, {}, self, self.event)

    def kept(self) -> Scope:
        """As it is now: what is named later does not change what is said of something named before."""
        return Scope(self.this, self.this_type, self.me, dict(self.names), self.parent, self.event)

    def taken(self, words: str) -> bool:
        """Whether something else is called that already."""
        scope: Scope | None = self
        while scope is not None:
            if any(named.later.words == words and named.stands_for is None for named in scope.names.values()):
                return True
            scope = scope.parent
        return False

    def find(self, name: str) -> Named | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def bind(self, name: str, type: Type, first: str, later: str) -> Named:
        named = Named(type, Noun(first), Noun(later))
        self.names[name] = named
        return named

    def bind_open(self, name: str, type: Type, first: str, later: str) -> Named:
        """A pattern's `any x`: where nothing speaks of it, it may be left unsaid."""
        named = self.bind(name, type, first, later)
        named.first = evolve(named.first, open=True)
        return named
