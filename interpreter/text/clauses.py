"""Conditions as clauses: "you control the Lamp", "the deck is empty", and the same denied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.model import things
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english, templates
from rulewright.interpreter.text.descriptions import is_name
from rulewright.interpreter.text.scope import Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.voice import Voice

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COMPARED = {
    "=": "{be} {1}",
    "!=": "{be} not {1}",
    "<": "{be} less than {1}",
    "<=": "{be} at most {1}",
    ">": "{be} more than {1}",
    ">=": "{be} at least {1}",
}
_COUNTED = {"=": "{0}", "<": "fewer than {0}", "<=": "at most {0}", ">": "more than {0}", ">=": "at least {0}"}


class Clauses:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.model = voice.model

    def clause(self, node: nodes.Expr, scope: Scope, denied: bool = False) -> str:
        match node:
            case nodes.Unary(op="not"):
                return self.clause(node.operand, scope, not denied)
            case nodes.Binary() if node.op in ("and", "or"):
                word = node.op if not denied else {"and": "or", "or": "and"}[node.op]
                return f"{self.clause(node.left, scope, denied)} {word} {self.clause(node.right, scope, denied)}"
            case nodes.Binary() if node.op in _OPPOSITE:
                return self.compared(node, scope, denied)
            case nodes.Binary(op="in"):
                left = self.voice.nouns.noun(node.left, scope)
                return f"{left.words} {_be(left, denied)} in {self.where(node.right, scope)}"
            case nodes.IsA():
                return self.is_a(node, scope, denied)
            case nodes.Call():
                return self.call(node, scope, denied)
            case nodes.Attribute() | nodes.Ref():
                return self.state(node, scope, denied)
            case nodes.Quantifier() if node.word in ("some", "every"):
                return self.quantifier(node, scope, denied)
            case nodes.Literal():
                return "always" if (node.word == "yes") != denied else "never"
            case nodes.IfThen():
                yes, no = self.clause(node.yes, scope, denied), self.clause(node.no, scope, denied)
                return f"{yes} if {self.clause(node.test, scope)}, otherwise {no}"
        return f"{'not ' if denied else ''}{self.voice.code(node)}"

    def said_of(self, node: nodes.Expr, name: str, scope: Scope) -> str | None:
        """What a condition says of what is called `name`: "lies in its Lane". None where it is not its subject."""
        denied = False
        while isinstance(node, nodes.Unary) and node.op == "not":
            node, denied = node.operand, not denied
        if isinstance(node, nodes.Call) and (subject := self.subject(node)) is not None and is_name(subject, name):
            words, start = self.filled(node, scope)
            return (self.denial(node, words, start, scope) if denied else words)[start:].strip()
        if isinstance(node, nodes.IsA) and node.kind.text == "none" and isinstance(node.operand, nodes.Attribute):
            label = self.flag_label(node.operand, scope)
            has = node.negated != denied
            if is_name(node.operand.of, name):
                return f"has {english.a(label) if has else f'no {label}'}"
        own = isinstance(node, nodes.Attribute) and is_name(node.of, name)
        if own and self.voice.types.of(node, scope).base == "flag":
            assert isinstance(node, nodes.Attribute)
            return f"is {'not ' if denied else ''}{self.flag_label(node, scope)}"
        if isinstance(node, nodes.Binary) and is_size(node.left) and is_zero(node.right) and node.op in ("=", ">"):
            assert isinstance(node.left, nodes.Attribute)
            if is_name(node.left.of, name):
                return f"is {'' if (node.op == '=') != denied else 'not '}empty"
        return None

    def where(self, node: nodes.Expr, scope: Scope) -> str:
        """Where something lies: in one place, or in any of several."""
        if isinstance(node, nodes.Ref) and scope.find(node.name) is None:
            zone = self.model.names.get(node.name)
            if isinstance(zone, things.Zone) and zone.keys and zone.grid is None:
                return english.a(english.unled(zone.label))
        return self.voice.nouns.words(node, scope)

    # --- flags ------------------------------------------------------------------------------------------------------

    def call(self, node: nodes.Call, scope: Scope, denied: bool) -> str:
        value = self.model.names.get(node.name.text)
        if node.name.text == "can" and value is None:
            return self.can(node, scope, denied)
        if isinstance(value, things.Table):
            words = f"{self.voice.nouns.words(node, scope)} is"
            return f"{words} {'no' if denied else 'yes'}"
        if not isinstance(value, things.Value) or not value.node.text:
            if isinstance(value, things.Value):
                self.voice.gap(value, node.span)
            return f"{'not ' if denied else ''}{self.voice.code(node)}"
        words, start = self.filled(node, scope)
        return self.denial(node, words, start, scope) if denied else words

    def can(self, node: nodes.Call, scope: Scope, denied: bool) -> str:
        what = node.args[0].value if node.args else None
        verb = "cannot" if denied else "can"
        if isinstance(what, nodes.Ref):
            what = nodes.Call(nodes.Name(what.name, what.span), (), span=what.span)
        if isinstance(what, nodes.Call):
            perform = nodes.Perform(what.name, what.args, None, span=what.span)
            return f"{scope.me.words} {verb} {self.voice.deeds.perform(perform, scope).words}"
        return f"{scope.me.words} {verb} {self.voice.code(node)}"

    def subject(self, node: nodes.Call) -> nodes.Expr | None:
        """The argument of which a flag's template speaks, where it begins with it."""
        value = self.model.names.get(node.name.text)
        if not isinstance(value, things.Value):
            return None
        first = templates.SLOT.match(value.node.text)
        arg = self.voice.matched(value.params, node.args).get(first.group(1)) if first is not None else None
        return arg.value if arg is not None else None

    def filled(self, node: nodes.Call, scope: Scope, which: int = 0) -> tuple[str, int]:
        """A flag's template, filled in, and how many letters its subject has."""
        value = self.model.names[node.name.text]
        assert isinstance(value, things.Value)
        forms = [form.strip() for form in value.node.text.split(templates.DENIED)]
        template = forms[min(which, len(forms) - 1)]
        doer = self.voice.doer(value.params, node.args, template, scope)
        if doer is not None:
            template = templates.spoken_to(template, doer)
        nouns = self.voice.arguments(value.params, node.args, scope, tuple(templates.slots(template)))
        if doer is not None:
            nouns["@"] = doer
        first = templates.SLOT.match(template)
        words = templates.fill(template, nouns)
        if first is not None and first.group(1) in nouns:
            return words, len(nouns[first.group(1)].words)
        return words, 3 if words.startswith("you ") else 0

    def denial(self, node: nodes.Call, words: str, start: int, scope: Scope) -> str:
        value = self.model.names[node.name.text]
        assert isinstance(value, things.Value)
        if templates.DENIED in value.node.text:
            return self.filled(node, scope, 1)[0]
        return english.negated(words, start) or f"it is not so that {words}"

    def state(self, node: nodes.Attribute | nodes.Ref, scope: Scope, denied: bool) -> str:
        value = self.model.names.get(node.name) if isinstance(node, nodes.Ref) else None
        if isinstance(value, things.Value) and scope.find(value.name) is None:
            return self.call(nodes.Call(nodes.Name(value.name, node.span), (), span=node.span), scope, denied)
        if isinstance(node, nodes.Attribute):
            of = self.voice.nouns.noun(node.of, scope)
            return f"{of.words} {_be(of, denied)} {self.flag_label(node, scope)}"
        if isinstance(value, things.Option) and scope.find(value.name) is None:
            return f"the option “{value.label}” is {'off' if denied else 'on'}"
        if isinstance(value, things.Column):
            return f"{english.the(english.uncapital(value.label))} is {'not ' if denied else ''}set"
        noun = self.voice.nouns.noun(node, scope)
        words = noun.words.removeprefix("whether ")
        return words if not denied else f"not {words}"

    def flag_label(self, node: nodes.Attribute, scope: Scope) -> str:
        column = self.voice.types.column(node.name.text, self.voice.types.of(node.of, scope))
        return english.uncapital(column.label) if column is not None else node.name.text.replace("_", " ")

    # --- comparisons ------------------------------------------------------------------------------------------------

    def compared(self, node: nodes.Binary, scope: Scope, denied: bool) -> str:
        op = _OPPOSITE[node.op] if denied else node.op
        if is_size(node.left) and isinstance(node.right, (nodes.Number, nodes.Ref)):
            assert isinstance(node.left, nodes.Attribute)
            return self.counted(node.left.of, op, node.right, scope)
        left = self.voice.nouns.noun(node.left, scope)
        right = self.voice.nouns.words(node.right, scope)
        if isinstance(node.right, nodes.Literal) and node.right.word in ("yes", "no"):
            return self.clause(node.left, scope, (node.right.word == "no") != (op == "!="))
        return f"{left.words} {_COMPARED[op].format(left.words, right, be=_be(left))}"

    def counted(self, of: nodes.Expr, op: str, number: nodes.Expr, scope: Scope) -> str:
        """`hand(me).size >= 2`: "there are at least 2 Guests in your hand"."""
        place = self.voice.nouns.noun(of, scope)
        type = self.voice.types.of(of, scope)
        lies = type.base == "place" and not type.many
        if is_zero(number) and op in ("=", "!=", ">", "<="):
            empty = op in ("=", "<=")
            if lies:
                return f"{place.words} is {'' if empty else 'not '}empty"
            return f"there is {'none' if empty else 'at least one'} of {place.words}"
        amount = self.voice.nouns.noun(number, scope)
        if op == "!=":
            return f"{self.voice.nouns.size(of, scope).words} is not {amount.words}"
        many = _COUNTED[op].format(amount.words)
        be = "is" if amount.number == 1 else "are"
        if lies:
            held = self.voice.label(self.voice.types.held(type.name))
            return f"there {be} {many} {held if amount.number == 1 else english.many(held)} in {place.words}"
        return f"there {be} {many} of {place.words}"

    def is_a(self, node: nodes.IsA, scope: Scope, denied: bool) -> str:
        no = denied != node.negated
        if node.kind.text == "none":
            if isinstance(node.operand, nodes.Attribute):
                of = self.voice.nouns.noun(node.operand.of, scope)
                label = self.flag_label(node.operand, scope)
                have = "have" if of.person in ("you", "they") else "has"
                return f"{of.words} {have} {english.a(label) if no else f'no {label}'}"
            if isinstance(node.operand, nodes.Ref) and scope.find(node.operand.name) is not None:
                return f"there is {'one' if no else 'none'}"
            words = self.voice.nouns.words(node.operand, scope)
            bare = words.removeprefix("the ")
            return f"there is {(words if bare == words else english.a(bare)) if no else f'no {bare}'}"
        if isinstance(node.operand, nodes.Ref) and node.operand.name == "event":
            return f"this is {'not ' if no else ''}{english.a(node.kind.text.replace('_', ' '))}"
        of = self.voice.nouns.noun(node.operand, scope)
        kind = self.model.kinds.get(node.kind.text)
        if kind is None:
            other = nodes.Ref(node.kind.text, span=node.span)  # `p is owner`: two names of one thing
            return f"{of.words} {_be(of, no)} {self.voice.nouns.words(other, scope)}"
        return f"{of.words} {_be(of, no)} {english.a(kind.label)}"

    def quantifier(self, node: nodes.Quantifier, scope: Scope, denied: bool) -> str:
        found = self.voice.descriptions.describe(node.binder.text, node.domain, node.where, scope)
        if node.word == "some":
            return f"there is {'no ' + found.plain if denied else found.a}"
        assert node.result is not None
        every = found.each.replace("each", "not every" if denied else "every", 1)
        said = self.said_of(node.result, node.binder.text, found.scope)
        if said is not None:
            return f"{every} {said}"
        return f"for {every}, {self.clause(node.result, found.scope)}"


def _be(noun: Noun, denied: bool = False) -> str:
    return ("are" if noun.person in ("you", "they") else "is") + (" not" if denied else "")


def is_size(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Attribute) and node.name.text == "size"


def is_zero(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Number) and node.value == 0
