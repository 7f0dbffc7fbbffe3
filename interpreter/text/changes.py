"""The plain statements of the language in words: moving, counting, rolling, winning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.model import things
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english
from rulewright.interpreter.text.scope import Noun, Scope

if TYPE_CHECKING:
    from rulewright.interpreter.text.voice import Voice


def change(voice: Voice, node: nodes.Statement, scope: Scope) -> tuple[str, bool]:
    """Its words, and whether they begin with their verb."""
    nouns = voice.nouns
    match node:
        case nodes.Move():
            what = f"all of {nouns.words(node.what, scope)}" if node.every else nouns.words(node.what, scope)
            end = f"the {node.end} of " if node.end else ""
            return f"move {what} to {end}{nouns.words(node.to, scope)}", True
        case nodes.Assign():
            return _assigned(voice, node, scope)
        case nodes.Swap(first=nodes.Attribute() as first, second=nodes.Attribute() as second) if first.of == second.of:
            return f"swap {nouns.words(first.of, scope)}", True
        case nodes.Swap():
            return f"swap {nouns.words(node.first, scope)} with {nouns.words(node.second, scope)}", True
        case nodes.Shuffle():
            return f"shuffle {nouns.words(node.zone, scope)}", True
        case nodes.Roll():
            return _rolled(voice, node, scope), True
        case nodes.Reroll():
            return f"roll {nouns.words(node.dice, scope)} again", True
        case nodes.Flip():
            return _flipped(voice, node, scope), True
        case nodes.Reveal():
            shown, to = nouns.words(node.piece, scope), nouns.noun(node.to, scope)
            if to.you:
                return f"look at {shown}", True
            everybody = isinstance(node.to, nodes.Ref) and node.to.name == "players"
            return f"show {shown} to {'everybody' if everybody else to.words}", True
        case nodes.Win() | nodes.Lose():
            who = nouns.noun(node.players, scope)
            verb = "win" if isinstance(node, nodes.Win) else "lose"
            return f"{who.words} {verb if who.person != 'it' else english.third_person(verb)} the game", False
        case nodes.Rank():
            found = voice.descriptions.describe(node.binder.text, node.domain, node.where, scope)
            return f"{found.a.replace('a ', 'the ', 1)} with {nouns.best(node.order, found.scope)} wins", False
        case nodes.Stop():
            return f"{voice.deeds.scope_words(node.name)} ends", False
        case nodes.End():
            return "the game ends", False
        case nodes.Proceed():
            return "let it happen", True
        case nodes.Do():
            return f"use the {node.part.text.replace('_', ' ')} of {nouns.words(node.piece, scope)}", True
    return voice.code(node), False


def _assigned(voice: Voice, node: nodes.Assign, scope: Scope) -> tuple[str, bool]:
    value = voice.nouns.noun(node.value, scope)
    literal = node.value.word if isinstance(node.value, nodes.Literal) else ""
    if isinstance(node.target, nodes.Attribute) and literal in ("yes", "no"):
        of = voice.nouns.noun(node.target.of, scope)
        label = voice.clauses.flag_label(node.target, scope)
        verb = "become" if of.person in ("you", "they") else "becomes"
        be = "are" if of.person in ("you", "they") else "is"
        return (f"{of.words} {verb} {label}" if literal == "yes" else f"{of.words} {be} no longer {label}"), False
    target = voice.nouns.words(node.target, scope)
    if node.word == "add":
        return f"increase {target} by {value.words}", True
    if node.word == "take":
        return f"reduce {target} by {value.words}", True
    counts = isinstance(node.value, nodes.Number) or value.counts
    return (f"set {target} to {value.words}", True) if counts else (f"{target} becomes {value.words}", False)


def _rolled(voice: Voice, node: nodes.Roll, scope: Scope) -> str:
    die = voice.model.names.get(node.die.text)
    label = english.uncapital(die.label) if die is not None else node.die.text
    label = label if label.endswith(("die", "dice")) else f"{label} die"
    count = voice.nouns.noun(node.count, scope)
    dice = Noun("the dice", "they")
    scope.bind(node.name.text, Type("die", node.die.text, many=True), dice.words, dice.words)
    return f"roll {english.a(label)}" if count.number == 1 else f"roll {count.words} {english.many(label)}"


def _flipped(voice: Voice, node: nodes.Flip, scope: Scope) -> str:
    type = voice.types.of(node.piece, scope)
    kind = voice.model.kinds.get(type.name)
    side = node.side.text
    for each in kind.lineage() if isinstance(kind, things.Kind) else ():
        if side in each.sides:
            side = each.side_labels[each.sides.index(side)]
    return f"turn {voice.nouns.words(node.piece, scope)}: {english.uncapital(side)}"
