"""What a name means where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.model import things
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.source import Span


@define(eq=False)
class Scope:
    """Variables in reach. `me` is None where nobody acts (in a value); `this` where no piece carries the rule."""

    parent: Scope | None = None
    variables: dict[str, things.Variable] = field(factory=dict)
    me: Expr | None = None
    this: things.Variable | None = None
    event: things.Function | None = None  # in a rule: what it hangs on
    event_arguments: dict[str, things.Variable] = field(factory=dict)
    next_local: int = 0
    pure: str = ""  # why nothing may be asked or changed here, "" where it may

    def child(self) -> Scope:
        return Scope(self, {}, self.me, self.this, self.event, self.event_arguments, self.next_local, self.pure)

    def find(self, name: str) -> things.Variable | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.variables:
                return scope.variables[name]
            scope = scope.parent
        return None

    def names(self) -> Iterator[str]:
        scope: Scope | None = self
        while scope is not None:
            yield from scope.variables
            scope = scope.parent

    def local(self, name: str, type: Type, span: Span | None = None) -> int:
        """Binds a variable of an expression."""
        number = self.next_local
        self.next_local += 1
        self.variables[name] = things.Variable(("local", number), type, span)
        return number
