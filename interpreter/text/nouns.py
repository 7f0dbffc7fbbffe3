"""Expressions as nouns: "your hand", "the top Guest of the deck", "the number of Coins you control"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.interpreter.model import things
from rulewright.interpreter.model.types import UNKNOWN
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english, templates
from rulewright.interpreter.text.scope import YOU, Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.voice import Voice

_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "mod": "modulo"}
_SUMS = frozenset("+-")
_FIXED = {
    "players": Noun("all players", "they", "their"),
    "active": Noun("the active player"),
    "winners": Noun("the winners", "they", "their"),
    "event": Noun("what happens"),
}
_BUILT_IN = {
    "min": "the smaller of {0} and {1}",
    "max": "the larger of {0} and {1}",
    "distinct": "the different ones of {0}",
    "reversed": "{0} from the last to the first",
    "without": "{0} without {1}",
    "joined": "{0} and {1}",
    "distance": "the distance from {0} to {1}",
}
_OF_PLAYER = {"next": "the player after {0}", "previous": "the player before {0}"}
_OF_PLACE = {"room": "the room that is left in {0}"}
_OF_LIST = {"first": "the first of {0}", "last": "the last of {0}"}
_OF_CELL = {
    "neighbours": "the spaces beside {0}",
    "around": "the spaces around {0}",
    "north": "the space north of {0}",
    "east": "the space east of {0}",
    "south": "the space south of {0}",
    "west": "the space west of {0}",
}
_DETERMINERS = frozenset("the a an this that it your their its each".split())
_PLURAL = frozenset(["neighbours", "around"])


class Nouns:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.model = voice.model

    def words(self, node: nodes.Expr, scope: Scope) -> str:
        return self.noun(node, scope).words

    def noun(self, node: nodes.Expr, scope: Scope) -> Noun:
        match node:
            case nodes.Number():
                return Noun(str(node.value), number=node.value, counts=True)
            case nodes.Literal():
                return Noun(node.word)
            case nodes.Ref():
                return self.name(node, scope)
            case nodes.Call():
                return self.call(node, scope)
            case nodes.Attribute():
                return self.attribute(node, scope)
            case nodes.Unary() if node.op == "-":
                operand = self.noun(node.operand, scope)
                number = -operand.number if operand.number is not None else None
                return Noun(f"-{operand.words}" if number is not None else f"minus {operand.words}", number=number)
            case nodes.Binary() if node.op in _ARITHMETIC:
                # In a row of sums it does not matter what is reckoned first.
                in_a_row = node.op in _SUMS and isinstance(node.left, nodes.Binary) and node.left.op in _SUMS
                left = self.words(node.left, scope) if in_a_row else self.operand(node.left, scope)
                right = self.operand(node.right, scope)
                return Noun(f"{left} {_ARITHMETIC[node.op]} {right}", counts=True)
            case nodes.IfThen():
                yes, no = self.words(node.yes, scope), self.words(node.no, scope)
                return Noun(f"{yes} if {self.voice.clauses.clause(node.test, scope)}, otherwise {no}")
            case nodes.ListLiteral():
                return Noun(english.in_a_row([self.words(item, scope) for item in node.items]) or "nothing", "they")
            case nodes.Range():
                return Noun(f"{self.words(node.low, scope)} to {self.words(node.high, scope)}", "they")
            case nodes.Quantifier() if node.word not in ("some", "every"):
                return self.quantifier(node, scope)
        return Noun(f"whether {self.voice.clauses.clause(node, scope)}")

    def operand(self, node: nodes.Expr, scope: Scope) -> str:
        words = self.words(node, scope)
        return f"({words})" if isinstance(node, (nodes.Binary, nodes.IfThen)) else words

    # --- names ------------------------------------------------------------------------------------------------------

    def name(self, node: nodes.Ref, scope: Scope) -> Noun:
        named = scope.find(node.name)
        if named is not None:
            return self.noun(*named.stands_for) if named.stands_for is not None else named.noun()
        if node.name == "me":
            return scope.me
        if node.name == "owner" and scope.this is not None:
            return YOU
        if node.name == "this":
            return scope.this or Noun("this piece", owner="its")
        if node.name in _FIXED:
            return _FIXED[node.name]
        if node.name in self.model.kinds:
            return Noun(english.many(self.model.kinds[node.name].label), "they", "their")
        if node.name in self.model.members:
            enum, number = self.model.members[node.name][0]
            return Noun(english.inside(enum.labels[number]))
        return self.thing(node, scope)

    def thing(self, node: nodes.Ref, scope: Scope) -> Noun:
        thing = self.model.names.get(node.name)
        match thing:
            case things.Seat() | things.Side():
                return Noun(thing.label, owner=english.possessive(thing.label))
            case things.Piece():
                return Noun(english.many(thing.label), "they") if thing.count > 1 else Noun(english.inside(thing.label))
            case things.Zone():
                if thing.keys and thing.grid is None:
                    return Noun(f"all {english.many(english.unled(thing.label))}", "they")
                return Noun(english.the(thing.label))
            case things.Value():
                return self.value(thing, (), node, scope)
            case things.Column():
                return Noun(english.the(english.uncapital(thing.label)), counts=thing.type.base == "number")
            case things.Option():
                return Noun(english.the(english.uncapital(thing.label)), counts=thing.type.base == "number")
            case things.Function():
                return Noun(f"the {english.uncapital(thing.label)}")
            case things.Loop():
                return Noun(f"the number of the {english.uncapital(thing.label)}", counts=True)
        if node.name in self.model.copies:
            return Noun(english.inside(self.model.copies[node.name][1].label))
        return Noun(node.name if node.name in self.model.cells else self.voice.code(node))

    # --- calls ------------------------------------------------------------------------------------------------------

    def call(self, node: nodes.Call, scope: Scope) -> Noun:
        thing = self.model.names.get(node.name.text)
        if isinstance(thing, things.Value):
            if thing.type.base == "flag" and not thing.type.many:
                return Noun(f"whether {self.voice.clauses.clause(node, scope)}")
            found = self.value(thing, node.args, node, scope)
            return Noun(f"the printed {found.words.removeprefix('the ')}") if node.printed else found
        if isinstance(thing, things.Zone):
            return self.place(thing, node.args, scope)
        given = [self.words(arg.value, scope) for arg in node.args if arg.value is not None]
        if isinstance(thing, things.Table):
            label = english.uncapital(thing.label or things.in_words(thing.name))
            return Noun(f"the {label} for {english.in_a_row(given)}", counts=thing.type.base == "number")
        if isinstance(thing, things.Lines):
            return Noun(f"the {english.uncapital(thing.label)} lines through {given[0] if given else 'it'}", "they")
        if node.name.text == "can":
            return Noun(f"whether {self.voice.clauses.clause(node, scope)}")
        if node.name.text in ("take", "nth") and len(given) == 2:
            return self.one_of(node, given, scope)
        if node.name.text in _BUILT_IN and len(given) == _BUILT_IN[node.name.text].count("{"):
            type = self.voice.types.of(node, scope)
            return Noun(
                _BUILT_IN[node.name.text].format(*given), "they" if type.many else "it", counts=type.base == "number"
            )
        return Noun(self.voice.code(node))

    def one_of(self, node: nodes.Call, given: list[str], scope: Scope) -> Noun:
        """So many from the start of a list, or the one at a place in it."""
        listed, number = (arg.value for arg in node.args)
        assert listed is not None
        if node.name.text == "nth":
            known = isinstance(number, nodes.Number)
            return Noun(
                f"number {given[1]} of {given[0]}" if known else f"the one of {given[0]} with {_number(given[1])}"
            )
        if not isinstance(number, nodes.Number) or number.value != 1:
            return Noun(f"the first {given[1]} of {given[0]}", "they")
        type = self.voice.types.of(listed, scope)
        zone = self.model.names.get(type.name) if type.base == "place" and not type.many else None
        if isinstance(zone, things.Zone) and zone.ordered:
            return Noun(f"the top {self.voice.label(self.voice.types.held(type.name))} of {given[0]}")
        return Noun(f"the first of {given[0]}")

    def value(self, value: things.Value, args: tuple[nodes.Arg, ...], node: nodes.Expr, scope: Scope) -> Noun:
        """A value by its template; who has none is shown as it is written."""
        person = "they" if value.type.many else "it"
        counts = value.type.base == "number" and not value.type.many
        template = value.node.text
        if not template:
            self.voice.gap(value, node.span)
            return Noun(self.voice.code(node), person, counts=counts)
        doer = self.voice.doer(value.params, args, template, scope)
        if doer is not None and not doer.you:
            template = templates.spoken_to(template, doer)
        nouns = self.voice.arguments(value.params, args, scope, tuple(templates.slots(template)))
        if doer is not None:
            nouns["@"] = doer
        words = templates.fill(template, nouns)
        return Noun(words, person, english.possessive(words) if value.type.base == "player" else "", counts=counts)

    def place(self, zone: things.Zone, args: tuple[nodes.Arg, ...], scope: Scope) -> Noun:
        if zone.grid is not None:
            given = [self.words(arg.value, scope) for arg in args if arg.value is not None]
            return Noun(f"the space in column {given[0]}, row {given[1]}" if len(given) == 2 else zone.label)
        matched = self.voice.matched(zone.keys, args)
        whole = all(key in matched and matched[key].form == "expr" for key, _ in zone.keys)
        label = zone.label if whole else english.many(english.unled(zone.label))
        owner: Noun | None = None
        told = ""
        for number, (key, type) in enumerate(zone.keys):
            arg = matched.get(key)
            if arg is None or arg.value is None:
                continue
            noun = self.noun(arg.value, scope)
            if number == zone.owner_key:
                owner = noun
            else:
                if type.is_entity and label == english.unled(label):
                    label = f"{label} of"
                simple = isinstance(arg.value, (nodes.Number, nodes.Ref)) or label != english.unled(label)
                if label.endswith(" the") and noun.words.split(" ")[0] in _DETERMINERS:
                    label = label.removesuffix(" the")
                label, told = (
                    (f"{label} {noun.words}", told) if simple else (label, f"{told} whose {key} is {noun.words}")
                )
        person = "it" if whole else "they"
        if owner is None:
            return Noun(english.the(label) + told, person)
        if " of " in owner.words and " of " in label and not owner.owner:
            return Noun(f"{english.the(label)}{told} that belongs to {owner.words}", person)
        return Noun(owner.has(label) + told, person)

    # --- what something has -----------------------------------------------------------------------------------------

    def attribute(self, node: nodes.Attribute, scope: Scope) -> Noun:
        name = node.name.text
        event = self.of_event(node, scope)
        if event is not None:
            return event
        type = self.voice.types.of(node.of, scope)
        column = self.voice.types.column(name, type)
        own = self.voice.types.of(node, scope)
        counts = own.base == "number" and not own.many
        if column is not None:
            return Noun(self.noun(node.of, scope).has(english.uncapital(column.label)), counts=counts)
        if name == "size":
            return self.size(node.of, scope)
        of = self.noun(node.of, scope)
        if name in ("top", "bottom"):
            return Noun(f"the {name} {self.voice.label(own)} of {of.words}")
        if name == "owner":
            words = "its owner" if of.words == "it" else f"the owner of {of.words}"
            return Noun(words, owner=english.possessive(words))
        for table in (_OF_PLAYER, _OF_PLACE, _OF_LIST, _OF_CELL):
            if name in table:
                return Noun(table[name].format(of.words), "they" if name in _PLURAL else "it", counts=counts)
        person = "they" if own.many or name == "opponents" else "it"
        return Noun(of.has(name.replace("_", " ")), person, counts=counts)

    def of_event(self, node: nodes.Attribute, scope: Scope) -> Noun | None:
        """`event.dice`, `attack.dice`: what a running event reckons with."""
        if not isinstance(node.of, nodes.Ref) or scope.find(node.of.name) is not None:
            return None
        field = node.name.text.replace("_", " ")
        if node.of.name == "event":
            type = scope.event.get(node.name.text, UNKNOWN)
            return Noun(f"that {self.voice.label(type)}" if type.is_entity else f"the {field}")
        thing = self.model.names.get(node.of.name)
        if isinstance(thing, things.Function):
            return Noun(f"the {field} of the {english.uncapital(thing.label)}")
        return None

    def size(self, of: nodes.Expr, scope: Scope) -> Noun:
        type = self.voice.types.of(of, scope)
        if type.base == "place" and not type.many:
            held = english.many(self.voice.label(self.voice.types.held(type.name)))
            return Noun(f"the number of {held} in {self.words(of, scope)}", counts=True)
        return Noun(f"the number of {self.words(of, scope)}", counts=True)

    # --- several ----------------------------------------------------------------------------------------------------

    def quantifier(self, node: nodes.Quantifier, scope: Scope) -> Noun:
        found = self.voice.descriptions.describe(node.binder.text, node.domain, node.where, scope)
        inner = found.scope
        if node.word == "count":
            return Noun(f"the number of {found.all}", counts=True)
        if node.word in ("first", "last"):
            best = f" with {self.best(node.order, inner)}" if node.order else ""
            return Noun(f"the {node.word} {found.plain}" if not best else f"the {found.plain}{best}")
        if node.word == "list" and node.result is None:
            order = f", by {self.order(node.order, inner)}" if node.order else ""
            return Noun(found.the_all + order, "they")
        assert node.result is not None
        result = self.noun(node.result, inner)
        if node.word in ("list", "map"):
            return Noun(f"{result.words} for {found.each}", "they")
        word = {"sum": "the sum of", "most": "the highest", "least": "the lowest"}[node.word]
        if node.word == "sum":
            return Noun(f"{word} {result.words} for {found.each}", counts=True)
        return Noun(f"{word} {result.words.removeprefix('the ')} of {found.all}", counts=True)

    def best(self, keys: tuple[nodes.OrderKey, ...], scope: Scope) -> str:
        """Who comes first: "the highest score, then the lowest …"."""
        said = []
        for key in keys:
            words = _bare(self.words(key.by, scope))
            best, number = ("highest", "most") if key.descending else ("lowest", "fewest")
            counted = words.removeprefix("number of ")
            said.append(f"the {number} {counted}" if counted != words else f"the {best} {words}")
        return ", then ".join(said)

    def order(self, keys: tuple[nodes.OrderKey, ...], scope: Scope) -> str:
        """In what order: "row, then column"."""
        said = [_bare(self.words(key.by, scope)) + (" (highest first)" if key.descending else "") for key in keys]
        return ", then ".join(said)


_OF_IT = re.compile(r" of that [\w ]+$")


def _bare(words: str) -> str:
    """What is compared, without whose it is: each has their own."""
    for owner in ("the ", "their ", "its "):
        words = words.removeprefix(owner)
    return _OF_IT.sub("", words)


def _number(words: str) -> str:
    return words if words.endswith(" number") else f"the number {words}"
