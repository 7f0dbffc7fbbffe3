"""Types of expressions. At run time everything is an integer or a list of integers; the checker knows more."""

from __future__ import annotations

from typing import Any

from attrs import evolve, field, frozen

from rulewright.interpreter.source import Span

ENTITIES = ("player", "piece", "place", "line")


@frozen
class Type:
    """`base` is number, flag, enum, player, piece, place, line, die, none, or unknown, which fits everything.

    `name` says which enum, kind (of pieces), zone (of places), lines or die; "" is any of them.
    """

    base: str
    name: str = ""
    many: bool = False
    optional: bool = False
    bounds: tuple[int, int] | None = None
    pool: tuple[Any, ...] | None = None  # of a die: the expression of the pool that it lies in
    origin: Span | None = field(default=None, eq=False, repr=False)  # where the author declared it

    @property
    def one(self) -> Type:
        return evolve(self, many=False)

    @property
    def list(self) -> Type:
        return evolve(self, many=True, optional=False)

    @property
    def is_entity(self) -> bool:
        return self.base in ENTITIES

    @property
    def may_be_none(self) -> bool:
        return (self.is_entity and not self.many) or self.optional

    @property
    def never_none(self) -> bool:
        return self.base in ("number", "flag") and not self.many

    @property
    def param(self) -> str:
        """How the IR calls it where it says what a parameter may be: by kind, where that is known."""
        if not self.is_entity:
            return self.ir
        word = self.name or (self.base if self.base == "player" else "entity")
        return f"list of {word}" if self.many else word

    @property
    def ir(self) -> str:
        """How the IR calls it."""
        if self.base == "die" and self.many and self.pool is None:
            return f"pool of {self.name}"
        if self.many:
            return f"list of {self.one.ir}"
        if self.base in ENTITIES or self.base in ("none", "unknown"):
            return "entity"
        if self.base == "die":
            return "die"
        if self.base == "enum":
            return self.name
        return self.base

    def __str__(self) -> str:
        if self.base == "unknown":
            return "something"
        names = {"piece": "piece", "place": "zone", "line": "line", "enum": "", "die": "die"}
        word = self.name or names.get(self.base, self.base)
        if self.many:
            return f"list of {word}"
        return f"{word} or none" if self.optional and self.base != "none" else word


NUMBER = Type("number")
FLAG = Type("flag")
PLAYER = Type("player")
PIECE = Type("piece")
PLACE = Type("place")
NOTHING = Type("none", optional=True)
UNKNOWN = Type("unknown")
