"""`modify` in words: "+3 Might at the Hills", "you win ties at a Meadow that lies in its Lane"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.interpreter.model import things
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english
from rulewright.interpreter.text.descriptions import Description, conjuncts, is_name, speaks_of
from rulewright.interpreter.text.scope import Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.voice import Voice

_NUMBER_OF = "the number of "
_CHANGED = {
    "set": "{0} is {1}",
    "add": "{0} is increased by {1}",
    "multiply": "{0} is multiplied by {1}",
    "at_least": "{0} is at least {1}",
    "at_most": "{0} is at most {1}",
}


def modifier(voice: Voice, node: nodes.Modify, scope: Scope) -> str:
    """A clause, without its capital and its full stop."""
    value = voice.model.names.get(node.value.text)
    assert isinstance(value, things.Value)
    inner, rest = _bound(voice, value, node, scope)
    conditions = [voice.clauses.clause(test, inner) for test in rest]
    said = _changed(voice, value, node, inner)
    return f"while {english.in_a_row(conditions)}, {said}" if conditions else said


def gathered(lines: Iterable[nodes.Declaration]) -> Iterator[tuple[nodes.Declaration, ...]]:
    """A card's lines, those together that are one sentence: the same change at two places."""
    group: list[nodes.Declaration] = []
    for line in lines:
        if group and not _twins(group[-1], line):
            yield tuple(group)
            group = []
        group.append(line)
    if group:
        yield tuple(group)


def _twins(one: nodes.Declaration, other: nodes.Declaration) -> bool:
    if not (isinstance(one, nodes.Modify) and isinstance(other, nodes.Modify)):
        return False
    if (one.value, one.op, one.amount, one.test) != (other.value, other.op, other.amount, other.test):
        return False
    pairs = list(zip(one.pattern or (), other.pattern or (), strict=False))
    return [a == b for a, b in pairs].count(False) == 1


def in_one(sentences: list[str]) -> str:
    """The same said of several: "+1 Might at the Hills and the Lake"."""
    rows = [sentence.rstrip(".").split(" ") for sentence in sentences]
    shared = 0
    while all(len(row) > shared + 1 and row[shared] == rows[0][shared] for row in rows):
        shared += 1
    ends = [" ".join(row[shared:]) for row in rows]
    return english.sentence(" ".join([*rows[0][:shared], english.in_a_row(ends)]))


def _bound(voice: Voice, value: things.Value, node: nodes.Modify, scope: Scope) -> tuple[Scope, list[nodes.Expr]]:
    """The scope in which each `any x` reads as what the tests say of it, and the tests that are left."""
    inner = scope.child()
    tests = conjuncts(node.test)
    bound: list[tuple[str, Type]] = []
    for name, type in value.params:
        arg = voice.matched(value.params, node.pattern or ()).get(name)
        if arg is not None and arg.binder is not None:
            bound.append((arg.binder.text, type))
            inner.bind(arg.binder.text, type, english.a(voice.label(type)), f"that {voice.label(type)}")
    for binder, type in bound:
        named = inner.names[binder]
        own = [test for test in tests if speaks_of(test, binder) and _is_about(voice, test, binder)]
        tests = [test for test in tests if test not in own]
        if own:
            trial = inner.child()
            trial.bind(binder, type, "it", "it")
            head, tails = voice.descriptions.told(binder, voice.label(type), own, trial)
            named.first = Noun(Description(head, "", tuple(tails), type, inner).a)
        elif not named.met and not _is_said(voice, node.amount, binder, type, inner):
            named.first = evolve(named.first, open=True)
    return inner, tests


def _is_said(voice: Voice, amount: nodes.Expr, binder: str, type: Type, scope: Scope) -> bool:
    """Whether the amount speaks of it, in words."""
    trial = scope.child()
    named = trial.bind(binder, type, "", "")
    voice.nouns.noun(amount, trial)
    return named.met


def _is_about(voice: Voice, test: nodes.Expr, binder: str) -> bool:
    """Whether the test can be said of it in passing: "a Field that lies in its Lane"."""
    while isinstance(test, nodes.Unary) and test.op == "not":
        test = test.operand
    if isinstance(test, nodes.Call):
        subject = voice.clauses.subject(test)
        return subject is not None and is_name(subject, binder)
    if isinstance(test, nodes.Attribute):
        return is_name(test.of, binder)
    if isinstance(test, nodes.Binary):
        left = test.left.of if isinstance(test.left, nodes.Attribute) else test.left
        return test.op not in ("and", "or") and is_name(left, binder)
    return isinstance(test, nodes.IsA) and is_name(test.operand, binder)


def _changed(voice: Voice, value: things.Value, node: nodes.Modify, scope: Scope) -> str:
    args = node.pattern or ()
    if value.type.base == "flag":
        call = nodes.Call(node.value, args, span=node.span)
        sets_no = isinstance(node.amount, nodes.Literal) and node.amount.word == "no"
        return voice.clauses.clause(call, scope, denied=sets_no)
    noun = voice.nouns.value(value, args, _span_of(node), scope).words
    amount = voice.nouns.noun(node.amount, scope)
    own = _own(noun)
    if node.op == "add" and amount.number is not None:
        if own is not None:
            return f"{amount.number:+d} {own}"
        verb = "increased" if amount.number > 0 else "reduced"
        return f"{noun} is {verb} by {abs(amount.number)}"
    if node.op == "add" and own is not None:
        if amount.words.startswith(_NUMBER_OF):
            return f"+1 {own} for each {english.one(amount.words.removeprefix(_NUMBER_OF))}"
        return f"gains {own} equal to {amount.words}"
    return _CHANGED[node.op].format(noun if own is None else f"its {own}", amount.words)


def _own(noun: str) -> str | None:
    """What the piece itself has: "Might at the Hills", or "its Might at the Hills" without the "its"."""
    if noun.startswith("its "):
        return noun.removeprefix("its ")
    return None if noun.startswith(("the ", "a ", "an ", "your ", "their ", "`")) else noun


def _span_of(node: nodes.Modify) -> nodes.Expr:
    return nodes.Ref(node.value.text, span=node.value.span)
