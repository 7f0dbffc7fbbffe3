"""What a phase, action or effect does, line by line: the order of play as a person would write it down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.interpreter.ir.program import Line
from rulewright.interpreter.model import things
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english
from rulewright.interpreter.text.deeds import GAP, Deed, after_colon, assigned, counted_times
from rulewright.interpreter.text.descriptions import speaks_of
from rulewright.interpreter.text.scope import YOU, Named, Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.voice import Voice

_ORDINALS = ("first", "second", "third", "next")
LONGEST_REPEATED = 70  # letters of what a name stands for


def outline(voice: Voice, body: nodes.Body, scope: Scope) -> tuple[Line, ...]:
    return tuple(evolve(line, words=english.sentence(line.words)) for line in _Outline(voice).lines(body, scope, 0))


def param_scope(voice: Voice, params: tuple[tuple[str, Type], ...], template: str, body: object) -> Scope:
    """Parameters are called by their sort: "the Field"; where two are of one sort, "the first Field", "the second".

    A template that does not say who does it speaks to that player, and so does what is said of the body.
    """
    scope = Scope()
    spoken_to = next((name for name, type in params if type.base == "player" and not type.many), "")
    if not template or f"{{{spoken_to}}}" in template or speaks_of(body, "me"):
        spoken_to = ""
    labels = [voice.label(type) for _, type in params]
    for at, ((name, type), label) in enumerate(zip(params, labels, strict=True)):
        if type.base == "number":
            words = name.replace("_", " ")
        elif labels.count(label) > 1 and not type.many:
            words = f"the {_ORDINALS[min(labels[:at].count(label), 3)]} {label}"
        else:
            words = english.the(english.many(label) if type.many else label)
        owner = english.possessive(words) if type.base == "player" else ""
        noun = Noun(words, "they" if type.many else "it", owner, counts=type.base == "number")
        noun = YOU if name == spoken_to else noun
        scope.names[name] = Named(type, noun, noun, met=True)
    return scope


class _Outline:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.changed: frozenset[str] = frozenset()  # names whose value changes on the way

    def lines(self, body: nodes.Body, scope: Scope, depth: int) -> list[Line]:
        self.changed |= assigned(body)
        return [line for statement in body for line in self.statement(statement, scope, depth)]

    def statement(self, node: nodes.Statement, scope: Scope, depth: int) -> list[Line]:
        match node:
            case nodes.If():
                return self.condition(node, scope, depth)
            case nodes.For():
                return self.each(node, scope, depth)
            case nodes.Repeat():
                return self.block(node, self.repeated(node, scope), node.body, scope.child(), depth)
            case nodes.Alternate():
                start = self.voice.nouns.words(node.start, scope)
                until = "" if _never(node.until) else f" until {self.voice.clauses.clause(node.until, scope)}"
                head = f"beginning with {start}, the players take turns{until}. On your turn"
                return self.block(node, head, node.body, scope.child(), depth)
            case nodes.Each():
                head = f"each player takes a turn, beginning with {self.voice.nouns.words(node.start, scope)}"
                return self.block(node, head, node.body, scope.child(), depth)
            case nodes.Turn():
                who = self.voice.nouns.noun(node.player, scope)
                return self.block(node, f"on {who.has('turn')}", node.body, scope.child(), depth)
            case nodes.Step():
                return self.block(node, node.name.text.replace("_", " "), node.body, scope, depth)
            case nodes.Together():
                found = self.voice.descriptions.describe(node.binder.text, node.domain, node.where, scope)
                return self.block(node, f"at the same time, {found.each}", node.body, found.scope, depth)
            case nodes.May():
                return self.may(node, scope, depth)
            case nodes.Ask():
                return self.ask(node, scope, depth)
            case nodes.Offer():
                return self.offer(node, scope, depth)
            case nodes.Delayed():
                when = f"at the end of {self.voice.deeds.scope_words(node.scope)}"
                return self.block(node, when, node.body, scope, depth)
            case nodes.Choose() if node.otherwise:
                plain = self.line(node, self.chosen(node, scope), depth)
                return [*plain, *self.block(node, "where there is none", node.otherwise, scope.child(), depth)]
            case nodes.Choose():
                return self.line(node, self.chosen(node, scope), depth)
            case nodes.Pick():
                found = self.voice.descriptions.describe(node.name.text, node.domain, node.where, scope)
                self.voice.deeds.bind(node.name.text, found, scope, found.a, met=True)
                words = f"one of {found.group}" if found.group else found.a
                return self.line(node, f"pick {words} at random", depth)
            case nodes.Require():
                return self.line(node, f"this is possible only if {self.voice.clauses.clause(node.test, scope)}", depth)
            case nodes.Let():
                return self.let(node, scope, depth)
            case nodes.Say():
                words = self.voice.deeds.said(node, scope)
                told = f"everybody is told “{words.removesuffix('.')}”" if GAP in words else words
                return self.line(node, told, depth)
            case nodes.Perform():
                return self.line(node, self.performed(node, scope), depth, self.number(node.name))
        deed: Deed | None = self.voice.deeds.deed(node, scope)
        return self.line(node, deed.words, depth) if deed is not None else []

    # --- lines ------------------------------------------------------------------------------------------------------

    def line(self, node: nodes.Statement, words: str, depth: int, runs: int = -1) -> list[Line]:
        return [Line(depth, words, runs, ", ".join(node.cite))]

    def block(self, node: nodes.Statement, head: str, body: nodes.Body, scope: Scope, depth: int) -> list[Line]:
        """A head with what stands below it; where that is one line, it stands behind the head."""
        inner = self.lines(body, scope, depth + 1)
        cite = ", ".join(node.cite)
        if len(inner) == 1 and len(body) == 1:
            only = inner[0]
            cites = ", ".join(dict.fromkeys(filter(None, [*cite.split(", "), *only.cite.split(", ")])))
            return [Line(depth, f"{head}: {only.words}", only.runs, cites)]
        return [Line(depth, f"{head}:", -1, cite), *inner]

    def performed(self, node: nodes.Perform, scope: Scope) -> str:
        """A phase stands there by its name; anything else by what is done."""
        thing = self.voice.model.names.get(node.name.text)
        written = thing.node if isinstance(thing, things.Function) else None
        if written is not None and written.word == "phase" and not written.params:
            return written.label or things.in_words(written.name.text)
        return self.voice.deeds.perform(node, scope).words

    def let(self, node: nodes.Let, scope: Scope, depth: int) -> list[Line]:
        """A short one reads as what it stands for; a long one keeps its name."""
        if node.name.text in self.changed:
            return self.line(node, self.voice.deeds.counter(node, scope).words, depth)
        words = self.voice.nouns.words(node.value, scope)
        if len(words) <= LONGEST_REPEATED:
            self.voice.deeds.let(node, scope)
            return []
        type = self.voice.types.of(node.value, scope)
        name = Noun(node.name.text.replace("_", " "), "they" if type.many else "it", counts=type.base == "number")
        scope.names[node.name.text] = Named(type, name, name, met=True)
        return self.line(node, f"let {name.words} be {words}", depth)

    def number(self, name: nodes.Name) -> int:
        thing = self.voice.model.names.get(name.text)
        return thing.number if isinstance(thing, things.Function) else -1

    def each(self, node: nodes.For, scope: Scope, depth: int) -> list[Line]:
        found = self.voice.descriptions.describe(node.binder.text, node.domain, node.where, scope)
        named = found.scope.names[node.binder.text]
        order = f", by {self.voice.nouns.order(node.order, found.scope)}" if node.order else ""
        only = node.body[0] if len(node.body) == 1 and not order else None
        if isinstance(only, nodes.Perform):
            named.first, named.met = Noun(found.each), False
            words = self.performed(only, found.scope)
            if words.startswith(found.each):  # "each player draws a card"
                cites = tuple(dict.fromkeys((*node.cite, *only.cite)))
                return [Line(depth, words, self.number(only.name), ", ".join(cites))]
        if named.later.words.startswith("the other "):
            named.later = Noun("it", owner="its")
        named.met = True
        return self.block(node, f"for {found.each}{order}", node.body, found.scope, depth)

    # --- what has several branches ----------------------------------------------------------------------------------

    def condition(self, node: nodes.If, scope: Scope, depth: int) -> list[Line]:
        found: list[Line] = []
        for number, (test, body) in enumerate(node.branches):
            lead = "if" if number == 0 else "otherwise, if"
            found += self.block(
                node if number == 0 else _uncited(node), f"{lead} {self.voice.clauses.clause(test, scope)}", body,
                scope.child(), depth,
            )  # fmt: skip
        if node.otherwise:
            found += self.block(_uncited(node), "otherwise", node.otherwise, scope.child(), depth)
        return found

    def may(self, node: nodes.May, scope: Scope, depth: int) -> list[Line]:
        who = self.voice.nouns.noun(node.asking, scope) if node.asking is not None else scope.me
        if node.cost is not None:
            head = f"{who.words} may {self.voice.deeds.perform(node.cost, scope).words}. If so"
        else:
            head = f"{who.words} may {english.uncapital(after_colon(node.label))}"
        return self.block(node, head, node.body, scope.child(), depth)

    def ask(self, node: nodes.Ask, scope: Scope, depth: int) -> list[Line]:
        who = self.voice.nouns.noun(node.who, scope)
        verb = "choose" if who.person in ("you", "they") else "chooses"
        prompt = f' ("{node.prompt}")' if node.prompt else ""
        found = [Line(depth, f"{who.words} {verb} one{prompt}:", -1, ", ".join(node.cite))]
        for option in node.options:
            test = f" (if {self.voice.clauses.clause(option.test, scope)})" if option.test is not None else ""
            found += self.block(_uncited(node), f"“{option.label}”{test}", option.body, scope.child(), depth + 1) or [
                Line(depth + 1, f"“{option.label}”{test}", -1, "")
            ]
        return found

    def offer(self, node: nodes.Offer, scope: Scope, depth: int) -> list[Line]:
        performs = [nodes.Perform(name, args, None, span=node.span) for name, args in node.actions]
        cite = ", ".join(node.cite)
        words = [self.voice.deeds.perform(each, scope).words for each in performs]
        if len(performs) == 1:
            or_pass = f", or {english.uncapital(node.passing) or 'pass'}" if node.passing is not None else ""
            found = [Line(depth, words[0] + or_pass, self.number(performs[0].name), cite)]
        else:
            found = [Line(depth, "do one of these:", -1, cite)]
            found += [
                Line(depth + 1, said, self.number(each.name), "") for each, said in zip(performs, words, strict=True)
            ]
            if node.passing is not None:
                found.append(Line(depth + 1, english.uncapital(node.passing) or "pass", -1, ""))
        if node.otherwise:
            found += self.block(_uncited(node), "if you cannot", node.otherwise, scope.child(), depth)
        return found

    def chosen(self, node: nodes.Choose, scope: Scope) -> str:
        who = self.voice.nouns.noun(node.asking, scope) if node.asking is not None else scope.me
        words = self.voice.deeds.chosen(node, scope)
        return f"choose {words}" if who.you else f"{who.words} chooses {words}"

    def repeated(self, node: nodes.Repeat, scope: Scope) -> str:
        if node.until is not None:
            never = _never(node.until)
            return "again and again" if never else f"repeat until {self.voice.clauses.clause(node.until, scope)}"
        assert node.times is not None
        times = self.voice.nouns.noun(node.times, scope)
        often = counted_times(times)
        return f"{often}, for each {node.name.text.replace('_', ' ')}" if node.name is not None else often


def _never(test: nodes.Expr) -> bool:
    return isinstance(test, nodes.Literal) and test.word == "no"


def _uncited(node: nodes.Statement) -> nodes.Statement:
    return nodes.End(span=node.span)
