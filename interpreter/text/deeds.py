"""Statements as what is done: "draw 2 cards", "your opponent must lose a Field", "you may discard a card to …"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.interpreter.lower.placeholders import PLACEHOLDER, placeholder
from rulewright.interpreter.model import things
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk
from rulewright.interpreter.text import english, templates
from rulewright.interpreter.text.changes import change
from rulewright.interpreter.text.scope import YOU, Named, Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.descriptions import Description
    from rulewright.interpreter.text.voice import Voice

GAP = "…"  # where a number will stand
_SENTENCES = re.compile(r"[.:;]|^(if|for each|until|at the end of|you may) |, otherwise ", re.IGNORECASE)
_YOUR = re.compile(r"\byour\b")


@frozen
class Deed:
    """`order` is whether it begins with its verb, and so can follow "you may"."""

    words: str
    order: bool = False

    @property
    def allowed(self) -> str:
        """As something that you may do."""
        return f"you may {self.words}" if self.order else f"you may choose this: {self.words}"


class Deeds:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.model = voice.model

    def body(self, statements: nodes.Body, scope: Scope) -> Deed:
        """One after the other. Binds in `scope` what they name."""
        found: list[Deed] = []
        changed = assigned(statements)
        chosen: list[tuple[int, Named, str]] = []  # choices that go without saying, once something is done with them
        for statement in statements:
            if isinstance(statement, nodes.Choose) and self.goes_without_saying(statement):
                described = self.choice(statement, scope)
                named = self.bind(statement.name.text, described, scope, described.a, met=False)
                chosen.append((len(found), named, f"choose {described.a}"))
            elif isinstance(statement, nodes.Pick):
                described = self.voice.descriptions.describe(
                    statement.name.text, statement.domain, statement.where, scope
                )
                words = f"one of {described.group} at random" if described.group else f"a random {described.plain}"
                named = self.bind(statement.name.text, described, scope, words, met=False)
                chosen.append((len(found), named, f"pick {words}"))
            elif isinstance(statement, nodes.Let) and statement.name.text in changed:
                found.append(self.counter(statement, scope))
            else:
                deed = self.deed(statement, scope)
                if deed is not None:
                    found.append(deed)
        for at, named, words in reversed(chosen):
            if not named.met:
                found.insert(at, Deed(words, order=True))
        if not found:
            said = [self.said(each, scope) for each in statements if isinstance(each, nodes.Say)]
            found = [Deed(f"everybody is told “{words}”") for words in said]
        return self.joined(found)

    def said(self, say: nodes.Say, scope: Scope) -> str:
        """What everybody is told, with the player for `{me}`, and a gap for each number that was reckoned before."""
        nouns: dict[str, Noun] = {}
        for match in PLACEHOLDER.finditer(say.text):
            node = placeholder(match, say.span)
            noun = Noun("the player") if match[1] == "me" else self.voice.nouns.noun(node, scope)
            reckoned = scope.find(match[1]) is not None and self.voice.types.of(node, scope).base == "number"
            nouns[match[1]] = Noun(GAP) if reckoned else noun
        return templates.fill(say.text, nouns)

    def joined(self, deeds: Iterable[Deed]) -> Deed:
        found = [deed for deed in deeds if deed.words]
        if len(found) <= 1:
            return found[0] if found else Deed("nothing happens")
        if any(_SENTENCES.search(deed.words) for deed in found):
            return Deed(". ".join(english.capital(deed.words) if n else deed.words for n, deed in enumerate(found)))
        words = ", ".join(deed.words for deed in found[:-1]) + f", then {found[-1].words}"
        return Deed(words, all(deed.order for deed in found))

    def goes_without_saying(self, node: nodes.Choose) -> bool:
        """A choice of one by whoever acts: "choose a card, then discard it" is "discard a card"."""
        own = node.asking is None or (isinstance(node.asking, nodes.Ref) and node.asking.name == "me")
        return node.quantity == "one" and own and not node.otherwise

    def deed(self, node: nodes.Statement, scope: Scope) -> Deed | None:
        """None where there is nothing to say: a name for something, a line for the log."""
        match node:
            case nodes.Perform():
                return self.perform(node, scope)
            case nodes.Let():
                self.let(node, scope)
                return None
            case nodes.Field():
                return self.field(node, scope)
            case nodes.Say() | nodes.Window() | nodes.Require():
                return None
            case nodes.Choose():
                return self.choose(node, scope)
            case nodes.If():
                return self.condition(node, scope)
            case nodes.May():
                return self.may(node, scope)
            case nodes.For():
                return self.each(node, scope)
            case nodes.Repeat():
                return self.repeat(node, scope)
            case nodes.Offer():
                return self.offer(node, scope)
            case nodes.Ask():
                return self.ask(node, scope)
            case nodes.Until():
                return self.until(node, scope)
            case nodes.Delayed():
                return Deed(f"at the end of {self.scope_words(node.scope)}, {self.body(node.body, scope).words}")
            case nodes.Step() | nodes.Turn() | nodes.Each() | nodes.Alternate() | nodes.Together():
                return Deed(self.body(node.body, scope.child()).words)
        words, order = change(self.voice, node, scope)
        return Deed(words, order)

    # --- effects ----------------------------------------------------------------------------------------------------

    def perform(self, node: nodes.Perform, scope: Scope) -> Deed:
        function = self.model.names.get(node.name.text)
        if not isinstance(function, things.Function) or function.node is None:
            return Deed(self.voice.code(node))
        template = self.template(function)
        if template is None:
            self.voice.gap(function, node.span)
            return Deed(self.voice.code(node))
        doer = self.voice.doer(function.params, node.args, template, scope)
        order = english.begins_with_verb(template) and not templates.SLOT.match(template)
        if doer is not None and not doer.you:
            order = False
            template = templates.spoken_to(template, doer)
        nouns = self.voice.arguments(function.params, node.args, scope, tuple(templates.slots(template)))
        if doer is not None:
            nouns["@"] = doer
        return Deed(templates.fill(template, nouns), order)

    def template(self, function: things.Function) -> str | None:
        """How an effect, action or phase reads; None where it has no words."""
        node = function.node
        if node is None:
            return None
        if node.text:
            return node.text
        if node.word in ("action", "interjection"):
            return english.uncapital(function.label)
        if node.word in ("phase", "game"):
            return f"go through {english.the(function.label)}"
        return english.uncapital(node.label) if node.label else None

    def event(self, function: things.Function, args: tuple[nodes.Arg, ...] | None, scope: Scope, would: bool) -> str:
        """What a rule waits for: "you play this Guest", "a player would lose a Coin"."""
        template = self.template(function)
        if template is None:
            self.voice.gap(function, function.span)
            shown = f"({', '.join(arg.span.text for arg in args)})" if args is not None else ""
            return f"`{function.name}{shown}` {'would happen' if would else 'happens'}"
        pattern = args if args is not None else ()
        doer = self.voice.doer(function.params, pattern, template, scope) or scope.me
        slot = templates.SLOT.match(template)
        first, _, rest = template.partition(" ")
        if slot is not None or first == "you":
            who = template[: slot.end()] if slot is not None else "you"
            verb, _, rest = template[len(who) :].strip().partition(" ")
            if would:
                template = f"{who} would {'be' if verb == 'is' else english.plain_verb(verb)} {rest}".rstrip()
        elif english.begins_with_verb(template):
            finite = templates.spoken_to(template, doer) if not doer.you else f"{{@}} {template}"
            template = f"{{@}} would {first} {rest}".rstrip() if would else finite
        nouns = self.voice.arguments(function.params, pattern, scope, tuple(templates.slots(template)))
        nouns["@"] = doer
        return templates.fill(template, nouns)

    def scope_words(self, name: nodes.Name) -> str:
        """The turn, phase or loop of this name."""
        thing = self.model.names.get(name.text)
        node = thing.node if isinstance(thing, things.Function) else None
        if node is not None and node.label:
            return english.the_part(node.label)
        return f"the {name.text.replace('_', ' ')}"

    # --- names ------------------------------------------------------------------------------------------------------

    def let(self, node: nodes.Let, scope: Scope) -> None:
        type = self.voice.types.of(node.value, scope)
        scope.names[node.name.text] = Named(type, Noun(""), Noun(""), stands_for=(node.value, scope.kept()))

    def counter(self, node: nodes.Let, scope: Scope) -> Deed:
        """A name whose value changes on the way does not read as what it first stood for."""
        said = self.voice.nouns.words(node.value, scope)
        type = self.voice.types.of(node.value, scope)
        counts = type.base == "number" and not type.many
        words = f"the {node.name.text.replace('_', ' ')}"
        if counts:
            words = next((letter for letter in "XYZ" if not scope.taken(letter)), words)
        noun = Noun(words, counts=counts)
        scope.names[node.name.text] = Named(type, noun, noun, met=True)
        return Deed(f"{words} is {said}")

    def field(self, node: nodes.Field, scope: Scope) -> Deed | None:
        """A number that rules may change while this goes on has a name of its own."""
        if isinstance(node.value, nodes.Ref):
            self.let(nodes.Let(node.name, node.value, span=node.span), scope)
            return None
        words = node.name.text.replace("_", " ")
        said = self.voice.nouns.words(node.value, scope)
        scope.bind(node.name.text, self.voice.types.of(node.value, scope), f"the {words}", f"the {words}")
        return Deed(f"let the {words} be {said}")

    # --- choices ----------------------------------------------------------------------------------------------------

    def choice(self, node: nodes.Choose, scope: Scope) -> Description:
        tests = [condition.test for condition in node.wheres]
        where: nodes.Expr | None = None
        for test in tests:
            where = test if where is None else nodes.Binary("and", where, test, span=test.span)
        return self.voice.descriptions.describe(node.name.text, node.domain, where, scope)

    def bind(self, name: str, described: Description, scope: Scope, first: str, met: bool) -> Named:
        inner = described.scope.names[name]
        scope.names[name] = Named(inner.type, Noun(first), inner.later, met)
        return scope.names[name]

    def chosen(self, node: nodes.Choose, scope: Scope) -> str:
        """What is chosen, and how many of them. Binds its name."""
        described = self.choice(node, scope)
        if node.quantity in ("one", "every"):
            words = described.a if node.quantity == "one" else f"an order for {described.all}"
            self.bind(node.name.text, described, scope, words, met=True)
        else:
            words = self.amount(node, described, scope)
            several = Noun(f"those {english.many(described.head)}", "they", "their")
            scope.names[node.name.text] = Named(described.type.list, several, several, met=True)
        provided = [self.voice.clauses.clause(each.test, scope) for each in node.provided]
        return f"{words}, provided that {english.in_a_row(provided)}" if provided else words

    def amount(self, node: nodes.Choose, described: Description, scope: Scope) -> str:
        number = self.voice.nouns.noun(node.number, scope) if node.number is not None else Noun("any number")
        if node.quantity == "any_number":
            return f"any number of {described.all}"
        word = "up to " if node.quantity == "up_to" else ""
        return f"{word}{described.several(number.words, number.number == 1 and not word)}"

    def choose(self, node: nodes.Choose, scope: Scope) -> Deed:
        who = self.voice.nouns.noun(node.asking, scope) if node.asking is not None else YOU
        words = self.chosen(node, scope)
        deed = Deed(f"choose {words}", True) if who.you else Deed(f"{who.words} {_verb(who, 'choose')} {words}")
        if not node.otherwise:
            return deed
        return Deed(f"{deed.words}; where there is none, {self.body(node.otherwise, scope.child()).words}")

    def may(self, node: nodes.May, scope: Scope) -> Deed:
        who = self.voice.nouns.noun(node.asking, scope) if node.asking is not None else scope.me
        inner = scope.child()
        cost = self.perform(node.cost, inner) if node.cost is not None else None
        body = self.body(node.body, inner)
        if cost is None:
            said = body.allowed if body.order else f"you may {english.uncapital(after_colon(node.label))}"
        elif body.order:
            said = f"you may {cost.words} to {body.words}"
        else:
            said = f"you may {cost.words}. If you do, {body.words}"
        return Deed(said if who.you else said.replace("you may", f"{who.words} may", 1))

    def offer(self, node: nodes.Offer, scope: Scope) -> Deed:
        actions = [
            self.perform(nodes.Perform(name, args, None, span=node.span), scope).words for name, args in node.actions
        ]
        actions += [english.uncapital(node.passing) or "pass"] if node.passing is not None else []
        return Deed(english.in_a_row(actions, "or"), True)

    def ask(self, node: nodes.Ask, scope: Scope) -> Deed:
        who = self.voice.nouns.noun(node.who, scope)
        options = []
        for option in node.options:
            test = f" (if {self.voice.clauses.clause(option.test, scope)})" if option.test is not None else ""
            label = option.label if who.you else _YOUR.sub("their", option.label)
            options.append(english.uncapital(label) + test)
        return Deed(f"{who.words} {_verb(who, 'choose')} one: {english.in_a_row(options, 'or')}")

    # --- what depends, and what is done again -----------------------------------------------------------------------

    def condition(self, node: nodes.If, scope: Scope) -> Deed:
        words = []
        for number, (test, body) in enumerate(node.branches):
            lead = "if" if number == 0 else "otherwise, if"
            clause = self.voice.clauses.clause(test, scope)
            words.append(f"{lead} {clause}, {self.body(body, scope.child()).words}")
        if node.otherwise:
            words.append(f"otherwise {self.body(node.otherwise, scope.child()).words}")
        return Deed("; ".join(words))

    def each(self, node: nodes.For, scope: Scope) -> Deed:
        described = self.voice.descriptions.describe(node.binder.text, node.domain, node.where, scope)
        inner = described.scope
        named = inner.names[node.binder.text]
        inner.names[node.binder.text] = named = Named(named.type, Noun(described.each), named.later)
        words = self.body(node.body, inner).words
        if words.startswith(described.each) or described.each in words.split(", then ")[0]:
            return Deed(words)
        named.met = True
        return Deed(f"for {described.each}, {self.body(node.body, inner).words}")

    def repeat(self, node: nodes.Repeat, scope: Scope) -> Deed:
        body = self.body(node.body, scope.child())
        if node.times is not None:
            times = self.voice.nouns.noun(node.times, scope)
            return Deed(f"{body.words} ({counted_times(times)})", body.order)
        assert node.until is not None
        return Deed(f"{body.words}, until {self.voice.clauses.clause(node.until, scope)}", body.order)

    def until(self, node: nodes.Until, scope: Scope) -> Deed:
        from rulewright.interpreter.text.modifiers import modifier

        changes = [modifier(self.voice, each, scope) for each in node.modifiers]
        return Deed(f"until the end of {self.scope_words(node.scope)}, {english.in_a_row(changes)}")


def assigned(statements: nodes.Body) -> frozenset[str]:
    """The names that something is set, added or taken from."""
    targets = [each.target for each in walk(statements) if isinstance(each, nodes.Assign)]
    return frozenset(target.name for target in targets if isinstance(target, nodes.Ref))


def after_colon(label: str) -> str:
    """A question may begin with whose it is: "the Hills: look at the top card"."""
    return label.partition(": ")[2] or label


def counted_times(number: Noun) -> str:
    if " " in number.words:
        return f"as often as {number.words}"
    return {1: "once", 2: "twice"}.get(number.number or 0) or f"{number.words} times"


def _verb(who: Noun, verb: str) -> str:
    return verb if who.person in ("you", "they") else english.third_person(verb)
