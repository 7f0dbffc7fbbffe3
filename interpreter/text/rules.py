"""A rule as a sentence: "When you play this card, if you control the Lamp: you may discard a card to draw two."."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.interpreter.model import things
from rulewright.interpreter.model.scopes import TURN
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english
from rulewright.interpreter.text.descriptions import conjuncts, is_name
from rulewright.interpreter.text.modifiers import modifier
from rulewright.interpreter.text.scope import Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.voice import Voice


def piece_scope(piece: things.Piece | None) -> Scope:
    """What a rule on a piece may speak of."""
    if piece is None:
        return Scope()
    this = Noun(f"this {piece.kind.label}", owner="its")
    return Scope(this, Type("piece", piece.kind.name))


def modifier_sentence(voice: Voice, node: nodes.Modify, piece: things.Piece | None) -> str:
    return english.sentence(modifier(voice, node, piece_scope(piece)))


def rule_sentence(voice: Voice, node: nodes.Rule, piece: things.Piece | None) -> str:
    # What a pattern binds is named in the event only where something else speaks of it: so the rest is said twice.
    trial = _Sentence(voice, node, piece)
    trial.rest()
    spoken_of = {name for name, named in trial.scope.names.items() if named.met}
    told = _Sentence(voice, node, piece, spoken_of)
    return told.whole()


class _Sentence:
    def __init__(
        self, voice: Voice, node: nodes.Rule, piece: things.Piece | None, spoken_of: set[str] | None = None
    ) -> None:
        self.voice = voice
        self.node = node
        self.piece = piece
        self.scope = piece_scope(piece)
        target = voice.model.names.get(node.target.text) if node.target is not None else None
        self.target = target.function if isinstance(target, things.Loop) else target
        self.tests = conjuncts(node.test)
        self.body = node.body
        # A body that is one `if` only says more about when.
        while len(self.body) == 1 and isinstance(only := self.body[0], nodes.If):
            if len(only.branches) > 1 or only.otherwise:
                break
            self.tests += conjuncts(only.branches[0][0])
            self.body = only.branches[0][1]
        if isinstance(self.target, things.Function):
            self.scope.event = {name: type for name, (_, type) in self.target.fields.items()} | dict(self.target.params)
        self.bind(spoken_of)

    def bind(self, spoken_of: set[str] | None) -> None:
        if not isinstance(self.target, things.Function):
            return
        matched = self.voice.matched(self.target.params, self.node.pattern or ())
        for name, type in self.target.params:
            arg = matched.get(name)
            if arg is not None and arg.binder is not None:
                label = self.voice.label(type)
                bind = self.scope.bind if spoken_of and arg.binder.text in spoken_of else self.scope.bind_open
                named = bind(arg.binder.text, type, english.a(label), f"that {label}")
                if type.base == "player":
                    named.later = evolve(named.later, owner="their")

    # --- the parts --------------------------------------------------------------------------------------------------

    def whole(self) -> str:
        head = self.head()
        condition = self.condition()
        lead = f"{head}{condition}"
        if self.node.once is not None:
            lead = f"once per {self.once()}, {lead}"
        if self.node.source is not None:
            zone = self.voice.model.names.get(self.node.source.text)
            lead = f"from your {zone.label if zone is not None else self.node.source.text}, {lead}"
        return english.sentence(f"{lead}: {self.rest_body()}")

    def rest(self) -> None:
        """Everything but the event, for what it speaks of."""
        self.condition()
        self.rest_body()

    def rest_body(self) -> str:
        body = self.voice.deeds.body(self.body, self.scope.child())
        instead = self.node.stage == "instead"
        if self.node.offer is None:
            return f"instead, {body.words}" if instead else body.words
        who = self.voice.nouns.noun(self.node.asking, self.scope).words if self.node.asking is not None else "you"
        deed = body.words.removeprefix(f"{who} must ")
        if not body.order and deed == body.words:
            return f"{who} may choose this{' instead' if instead else ''}: {body.words}"
        return f"{who} may {'instead ' if instead else ''}{deed}"

    def head(self) -> str:
        node = self.node
        if node.condition is not None:
            return f"as soon as {self.voice.clauses.clause(node.condition, self.scope)}"
        assert node.target is not None
        if node.phase:
            word = "start" if node.stage == "before" else "end"
            return f"at the {word} of {self.phase(node.target)}"
        if not isinstance(self.target, things.Function):
            return f"when `{node.target.text}` happens"
        if node.window is not None:
            window = node.window.text.replace("_", " ")
            return f"during the {window} of the {english.uncapital(self.target.label)}"
        if self.target.rule is not None:
            return f"{_word(node.stage)} {self.target.label} is used"
        if self.target.word in ("phase", "game"):
            return f"{'instead of' if node.stage == 'instead' else node.stage} {self.phase(node.target)}"
        would = node.stage == "instead"
        event = self.voice.deeds.event(self.target, node.pattern, self.scope, would)
        return f"{_word(node.stage)} {event}"

    def phase(self, target: nodes.Name) -> str:
        if target.text == TURN:
            return f"{'your' if self.on_your_turn() else 'each'} turn"
        thing = self.voice.model.names.get(target.text)
        written = thing.node if isinstance(thing, things.Function) else None
        if written is not None:
            return english.the_part(written.label or target.text.replace("_", " "))
        return f"each {target.text.replace('_', ' ')}"

    def on_your_turn(self) -> bool:
        """Rules of the rulebook speak to whoever's turn it is; a piece does so where it says `me = active`."""
        for test in self.tests:
            if isinstance(test, nodes.Binary) and test.op == "=":
                sides = (test.left, test.right)
                if any(is_name(a, "me") and is_name(b, "active") for a, b in (sides, sides[::-1])):
                    self.tests = [each for each in self.tests if each is not test]
                    return True
        return self.piece is None

    def condition(self) -> str:
        """What has to hold besides: in one row with the event, where this is a condition itself."""
        if not self.tests:
            return ""
        clauses = [self.voice.clauses.clause(test, self.scope) for test in self.tests]
        if self.node.stage == "instead":
            return f"{', ' if len(clauses) > 1 else ' and '}{english.in_a_row(clauses)}"
        return f", if {english.in_a_row(clauses)}"

    def once(self) -> str:
        assert self.node.once is not None
        words = self.node.once.scope.text.replace("_", " ")
        key = self.node.once.key
        if key is None:
            return words
        return f"{words} for each {self.voice.label(self.voice.types.of(key, self.scope))}"


def _word(stage: str) -> str:
    return {"before": "before", "instead": "if"}.get(stage, "when")
