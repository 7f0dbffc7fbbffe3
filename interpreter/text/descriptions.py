"""What is chosen, counted or gone through, as a phrase: "a Field in the Market that lies in its Lane"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.interpreter.model import things
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk
from rulewright.interpreter.text import english
from rulewright.interpreter.text.scope import Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.voice import Voice

_WITH = {"=": "{0} {1}", "<=": "{0} {1} or less", ">=": "{0} {1} or more", "<": "{0} less than {1}",
         ">": "{0} more than {1}", "!=": "{0} other than {1}"}  # fmt: skip

_NOT_THIS = "other than "
_CLAUSES = ("that ", "whose ", "for which ")
_GOES_ON = (*_CLAUSES, "not in ")


@frozen
class Tail:
    """What is said behind the noun: of one, of several."""

    one: str
    many: str


@frozen
class Description:
    """`group` is where it is one of several that have their own name: "your Guests in play"."""

    head: str
    group: str
    tails: tuple[Tail, ...]
    type: Type
    scope: Scope  # in which its name is bound

    @property
    def _one(self) -> str:
        return _joined([tail.one for tail in self.tails])

    @property
    def _many(self) -> str:
        return _joined([tail.many for tail in self.tails])

    @property
    def plain(self) -> str:
        """Without an article."""
        return (f"of {self.group}" if self.group else self.head) + self._one

    @property
    def a(self) -> str:
        return f"one of {self.group}{self._one}" if self.group else english.a(self.head) + self._one

    @property
    def each(self) -> str:
        return f"each of {self.group}{self._one}" if self.group else f"each {self.head}{self._one}"

    @property
    def all(self) -> str:
        return (self.group or english.many(self.head)) + self._many

    @property
    def the_all(self) -> str:
        return self.all if self.group else f"the {self.all}"

    def several(self, number: str, one: bool = False) -> str:
        if one:
            return self.a
        return f"{number} {'of ' if self.group else ''}{self.all}"


class Descriptions:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.model = voice.model

    def describe(self, binder: str, domain: nodes.Expr, where: nodes.Expr | None, scope: Scope) -> Description:
        """What `binder` in `domain` is; the description's scope binds it."""
        found = self.domain(domain, scope)
        inner = scope.child()
        it = f"that {found.head}" if found.type.base in ("player", "number") else "it"
        named = inner.bind(binder, found.type, it, it)
        head, tails = self.told(binder, found.head, conjuncts(where), inner)
        named.first = named.later = self.later(_short(head), found.type, scope)
        return Description(head, found.group, (*found.tails, *tails), found.type, inner)

    def later(self, label: str, type: Type, scope: Scope) -> Noun:
        """How it is called from then on; a second one of its sort is the other."""
        words = f"that {label}" if not scope.taken(f"that {label}") else f"the other {label}"
        return Noun(words, owner="their" if type.base == "player" else "")

    def told(self, binder: str, head: str, tests: list[nodes.Expr], scope: Scope) -> tuple[str, list[Tail]]:
        """The noun, and what the tests say of it."""
        tails = []
        for test in tests:
            said = self.voice.clauses.said_of(test, binder, scope)
            adjective = self.adjective(test, binder, scope)
            if adjective is not None:
                head = f"{adjective} {head}"
                continue
            kind = self.kind_of(test, binder, said or "")
            if kind is None:
                tails.append(self.tail(test, binder, said, scope))
                continue
            head = kind
            if isinstance(test, nodes.IsA):
                scope.names[binder].type = Type("piece", test.kind.text)
        return head, tails

    # --- where they come from ---------------------------------------------------------------------------------------

    def domain(self, domain: nodes.Expr, scope: Scope) -> Description:
        type = self.voice.types.element(domain, scope)
        head = self.voice.label(type)
        plain = Description(head, "", (), type, scope)
        if isinstance(domain, nodes.Ref):
            named = scope.find(domain.name)
            if named is not None and named.stands_for is not None:
                return self.domain(*named.stands_for)
            if named is None and self.is_plain(domain.name):
                return plain
        if isinstance(domain, nodes.Quantifier) and domain.word == "list" and domain.result is None:
            inner = self.describe(domain.binder.text, domain.domain, domain.where, scope)
            return Description(inner.head, inner.group, inner.tails, type, scope)
        if isinstance(domain, nodes.Range):
            return Description(head, "", (_same(f"from {self.voice.nouns.words(domain, scope)}"),), type, scope)
        place = self.voice.types.of(domain, scope)
        words = self.voice.nouns.words(domain, scope)
        if place.base == "line" and not place.many:
            return Description("space", "", (_same(f"of {words}"),), type, scope)
        if place.base == "place" and not place.many:
            return Description(head, "", (_same(f"in {words}"),), type, scope)
        return Description(head, words, (), type, scope)

    def is_plain(self, name: str) -> bool:
        thing = self.model.names.get(name)
        if isinstance(thing, things.Zone):
            return bool(thing.keys)
        return name in self.model.kinds or name in self.model.enums or name == "players"

    # --- what must hold of them -------------------------------------------------------------------------------------

    def kind_of(self, test: nodes.Expr, binder: str, said: str) -> str | None:
        """A test that says what it is: `h is Field`, or a flag that reads "{d} is a Meadow"."""
        if isinstance(test, nodes.IsA) and not test.negated and is_name(test.operand, binder):
            kind = self.model.kinds.get(test.kind.text)
            return kind.label if kind is not None else None
        for lead in ("is a ", "is an "):
            if said.startswith(lead):
                return said.removeprefix(lead)
        return None

    def adjective(self, test: nodes.Expr, binder: str, scope: Scope) -> str | None:
        """`d.quarter = garden` says which Field: "a Meadow Field"."""
        if isinstance(test, nodes.Binary) and test.op == "=" and isinstance(test.right, nodes.Ref):
            left, member = test.left, test.right.name
            if isinstance(left, nodes.Attribute) and is_name(left.of, binder) and scope.find(member) is None:
                column = self.voice.types.column(left.name.text, self.voice.types.of(left.of, scope))
                if column is not None and column.type.base == "enum" and member in self.model.members:
                    return self.voice.nouns.words(test.right, scope)
        return None

    def tail(self, test: nodes.Expr, binder: str, said: str | None, scope: Scope) -> Tail:
        if said is not None:
            verb, _, rest = said.partition(" ")
            return Tail(f"that {said}", f"that {english.plain_verb(verb)} {rest}".rstrip())
        nouns = self.voice.nouns
        match test:
            case nodes.Binary(op="in") if is_name(test.left, binder):
                return _same(f"in {self.voice.clauses.where(test.right, scope)}")
            case nodes.Unary(op="not", operand=nodes.Binary(op="in") as member) if is_name(member.left, binder):
                return _same(f"not in {self.voice.clauses.where(member.right, scope)}")
            case nodes.Binary(op="!=") if is_name(test.left, binder):
                return _same(f"{_NOT_THIS}{nouns.words(test.right, scope)}")
            case nodes.Binary(op="=") if is_name(test.left, binder):
                return _same(f"that is {nouns.words(test.right, scope)}")
            case nodes.Binary(left=nodes.Attribute() as left) if test.op in _WITH and is_name(left.of, binder):
                label = self.property_label(left, scope)
                words = nouns.words(test.right, scope)
                if label is not None and words == f"the {label}" and test.op == "=":
                    return _same(f"of that {label}")
                if label is not None and test.op == "=" and words.startswith(("the ", "that ", "your ", "their ")):
                    return _same(f"whose {label} is {words}")
                if label is not None:
                    return _same(f"with {_WITH[test.op].format(label, words)}")
            case nodes.IsA(negated=True) if is_name(test.operand, binder):
                kind = self.model.kinds.get(test.kind.text)
                if kind is not None:
                    return Tail(f"that is not {english.a(kind.label)}", f"that are not {english.many(kind.label)}")
        return _same(f"for which {self.voice.clauses.clause(test, scope)}")

    def property_label(self, node: nodes.Attribute, scope: Scope) -> str | None:
        column = self.voice.types.column(node.name.text, self.voice.types.of(node.of, scope))
        return english.uncapital(column.label) if column is not None else None


def conjuncts(test: nodes.Expr | None) -> list[nodes.Expr]:
    """All that must hold, one by one."""
    if test is None:
        return []
    if isinstance(test, nodes.Binary) and test.op == "and":
        return [*conjuncts(test.left), *conjuncts(test.right)]
    return [test]


def is_name(node: nodes.Expr, name: str) -> bool:
    return isinstance(node, nodes.Ref) and node.name == name


def speaks_of(node: object, name: str) -> bool:
    return any(isinstance(each, nodes.Ref) and each.name == name for each in walk(node))


def _joined(tails: list[str]) -> str:
    """One behind the other, so that none reads as a part of the one before."""
    joined, clause = "", False
    for tail in tails:
        if joined and tail.startswith(_NOT_THIS):
            joined += f", {tail}"
        else:
            joined += f" and {tail}" if clause and tail.startswith(_GOES_ON) else f" {tail}"
        clause = clause or tail.startswith(_CLAUSES)
    return joined


def _same(words: str) -> Tail:
    return Tail(words, words)


def _short(head: str) -> str:
    """The noun alone: an "opposing Guest at a Meadow" is later "that Guest"."""
    words = head.split(" ")
    at = english.head(words)
    return " ".join(words[: at + 1])
