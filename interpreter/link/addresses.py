"""What a declaration is called from outside, and which part of what a patch touches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from attrs import frozen

from rulewright.interpreter.link.texts import slug
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

Key = tuple[str, str]  # what it is, and its name
WHOLE = "*"
OF = " of "  # stands between a state and whose it is, as in the rulebook
PLAYERS: Key = ("rulebook", "players")

NAMED = {
    nodes.Enum: "enum",
    nodes.Die: "die",
    nodes.Kind: "kind",
    nodes.Zone: "zone",
    nodes.Table: "table",
    nodes.State: "state",
    nodes.OptionLine: "option",
    nodes.Value: "value",
    nodes.Piece: "piece",
}


@frozen
class Touch:
    """A patch touches a member of a thing, or the whole of it.

    Two patches that add to the same member agree; so do two that want the same of it.
    """

    key: Key
    member: str
    wish: object  # what it shall be: only to be compared
    adds: bool = False
    inside: frozenset[str] = frozenset()  # other members that go with this one: a step takes along all that it holds

    def clashes(self, other: Touch) -> bool:
        if self.member == other.member:
            return not (self.adds and other.adds) and self.wish != other.wish
        return WHOLE in (self.member, other.member) or self.holds(other) or other.holds(self)

    def holds(self, other: Touch) -> bool:
        return other.member in self.inside


def key_of(declaration: nodes.Declaration) -> Key | None:
    """None for what has no name: it can be added, and not addressed."""
    if isinstance(declaration, nodes.Board):
        return "board", declaration.zone.name.text
    if isinstance(declaration, nodes.Callable):
        return declaration.word, declaration.name.text
    if isinstance(declaration, (nodes.State, nodes.ChangeState)):
        return state_key(declaration)
    if isinstance(declaration, (nodes.Rule, nodes.Modify)):
        return ("rule", declaration.name.text) if declaration.name is not None else None
    if isinstance(declaration, (nodes.Example, nodes.Invariant)):
        return ("example" if isinstance(declaration, nodes.Example) else "invariant"), declaration.name
    word = NAMED.get(type(declaration))
    return (word, declaration.name.text) if word is not None else None  # type: ignore[attr-defined]


def state_key(state: nodes.State | nodes.ChangeState) -> Key:
    return "state", state.name.text + (f"{OF}{state.owner.text}" if state.owner is not None else "")


def spoken(key: Key) -> str:
    """What the rules call it, who knows whose state that is."""
    return key[1].partition(OF)[0] if key[0] == "state" else key[1]


def removed_key(patch: nodes.Remove) -> Key:
    return ("piece" if patch.word[:1].isupper() else patch.word), patch.name.text


def changed_name(patch: nodes.Declaration) -> tuple[Key, nodes.Name] | None:
    """What a `change` is about, and where it says so; None for every other patch."""
    match patch:
        case nodes.ChangePiece():
            return ("piece", patch.name.text), patch.name
        case nodes.ChangeKind():
            return ("kind", patch.kind.name.text), patch.kind.name
        case nodes.ChangeEnum():
            return ("enum", patch.enum.name.text), patch.enum.name
        case nodes.ChangeDie():
            return ("die", patch.die.name.text), patch.die.name
        case nodes.ChangeZone():
            return ("board" if patch.board else "zone", patch.zone.name.text), patch.zone.name
        case nodes.ChangeTable():
            return ("table", patch.name.text), patch.name
        case nodes.ChangeState():
            return state_key(patch), patch.name
        case nodes.ChangeValue():
            return ("value", patch.name.text), patch.name
        case nodes.ChangeOption():
            return ("option", patch.name.text), patch.name
        case nodes.ChangeBody():
            return (patch.word, patch.name.text), patch.name
    return None


def in_words(key: Key) -> str:
    if key == PLAYERS:
        return "who plays"
    return f"{key[0]} `{key[1]}`" if key[0] != "game" else "`game`"


def touches(patch: nodes.Declaration) -> Iterator[Touch]:
    """All that a patch touches; nothing where it only adds something without a name."""
    changed = changed_name(patch)
    if changed is not None:
        key, _ = changed
        for member, wish, adds in _members(patch):
            yield Touch(key, member, wish, adds)
    elif isinstance(patch, nodes.Variant):
        if patch.players is not None:
            yield Touch(PLAYERS, WHOLE, patch.players)
    elif isinstance(patch, nodes.Remove):
        yield Touch(removed_key(patch), WHOLE, "removed")
    elif isinstance(patch, nodes.ChangeWords):
        yield Touch(("text", patch.old.text), WHOLE, patch.new)
    else:
        declaration = patch.declaration if isinstance(patch, nodes.Replace) else patch
        named = key_of(declaration)
        if named is not None:
            yield Touch(named, WHOLE, declaration)


Member = tuple[str, object, bool]


def _members(patch: nodes.Declaration) -> Iterator[Member]:
    """What a `change` says, member by member."""
    match patch:
        case nodes.ChangePiece():
            yield from _of_lines(patch.lines)
            yield from ((name.text, None, False) for name in patch.removed)
            yield from _said(("how many there are", patch.count), ("its label", patch.label))
        case nodes.ChangeKind():
            kind = patch.kind
            yield from ((member.name.text, member, False) for member in kind.properties)
            yield from ((state.name.text, state, False) for state in kind.states)
            yield from ((part.name.text, part, False) for part in kind.parts)
            yield from _said(
                ("its label", kind.label),
                ("its sides", kind.sides and (kind.sides, kind.back)),
                ("where it starts", kind.starts),
            )
            if kind.works is not None:
                yield "where it works", kind.works, False
        case nodes.ChangeEnum():
            yield from ((member.name.text, member, False) for member in patch.enum.members)
        case nodes.ChangeDie():
            yield from ((face.name.text, face, False) for face in patch.die.faces)
            yield from _said(("its label", patch.die.label))
        case nodes.ChangeZone():
            zone = patch.zone
            yield from ((f"of {kind.text}", None, True) for kind in zone.holds)
            seen = (zone.face_down, zone.top_seen, zone.seen_by) if {"face", "seen by"} & set(patch.said) else None
            yield from _said(("its label", zone.label), ("at most", zone.capacity), ("who sees it", seen))
            yield from _said(("ordered", zone.ordered), ("its places", zone.params), ("grid", patch.grid))
            yield from ((state.name.text, state, False) for state in patch.states)
            yield from ((line.name.text, line, False) for line in patch.lines)
        case nodes.ChangeTable():
            yield from ((f"row {key.span.text}", cells, False) for key, cells in patch.rows)
        case nodes.ChangeState():
            start = ("its start", patch.initial)
            yield from _said(("its label", patch.label), ("its type", patch.type), start, ("who sees it", patch.seen))
        case nodes.ChangeValue():
            yield from _said(("its label", patch.label), ("its text", patch.text), ("what it is", patch.body))
        case nodes.ChangeOption():
            yield from _said(("its label", patch.label), ("its type", patch.type), ("its default", patch.default))
        case nodes.ChangeBody():
            yield from ((change.loop.text, change.times, False) for change in patch.times)
            for statement in patch.statements:
                name = called(statement)
                yield (name, statement, False) if name else ("a requirement", None, True)
            yield from ((name.text, None, False) for name in patch.removed)
            for more in patch.offers:
                yield offer_of(more.of.text) if more.of is not None else OFFER, None, True
                for action in more.actions:
                    # It may be added to several offers, and a `remove` takes it out of all, whatever it is given.
                    yield from ((name, "offered", True) for name in {offered_as(action), action[0].text})
            for option in patch.options:
                yield QUESTION, None, True
                yield option_name(option), option, False
            yield from _said(("its text", patch.text), ("its label", patch.label))


def _said(*members: tuple[str, object]) -> Iterator[Member]:
    yield from ((member, wish, False) for member, wish in members if wish or type(wish) is int)


def _of_lines(lines: tuple[nodes.Declaration, ...]) -> Iterator[Member]:
    for line in lines:
        name = line_name(line)
        if isinstance(line, nodes.SideBlock):
            yield name, "changed", True  # so that another cannot take the side out
            for member, wish, adds in _of_lines(line.lines):
                yield f"{name}: {member}", wish, adds
        elif name:
            yield name, line, isinstance(line, nodes.Added)
        elif isinstance(line, nodes.Starts):
            yield "where it starts", line, False
        elif isinstance(line, nodes.Flavour):
            yield "its flavour", line, False
        else:
            yield "what stands on it", None, True


def line_name(line: nodes.Declaration) -> str:
    """The name of a line below a piece, if it has one."""
    if isinstance(line, (nodes.GivenProperty, nodes.Added, nodes.PartBody, nodes.SideBlock)):
        return line.name.text
    if isinstance(line, (nodes.Rule, nodes.Modify)) and line.name is not None:
        return line.name.text
    return ""


def called(node: object) -> str:
    """The name by which a statement can be put in the place of another, if it has one."""
    return node.name.text if isinstance(node, (nodes.Step, nodes.Choose, nodes.Let, nodes.Field)) else ""


OFFER, QUESTION = "its offer", "its question"  # what is added to, where there is one


def offer_of(action: str) -> str:
    return f"the offer of {action}"


def offered_as(action: tuple[nodes.Name, tuple[nodes.Arg, ...]]) -> str:
    """An action in an offer, as it was written: with what it is given, since it may be offered twice."""
    name, args = action
    return f"{name.text}({', '.join(arg.span.text for arg in args)})" if args else name.text


def option_name(option: nodes.Option) -> str:
    return option.name.text if option.name is not None else slug(option.label)


def removable(node: object) -> list[str]:
    """The names by which something can be taken out here: a step's, a loop's, that of what is run or offered."""
    if isinstance(node, (nodes.Step, nodes.Perform)):
        return [node.name.text]
    if isinstance(node, nodes.Offer):
        return [name.text for name, _ in node.actions]
    if isinstance(node, nodes.Option):
        return [option_name(node)]
    return [node.name.text] if isinstance(node, nodes.Repeat) and node.name is not None else []


def names_in(tree: object) -> frozenset[str]:
    """All that a `change` could address in there."""
    return frozenset(chain.from_iterable(map(_names, walk(tree))))


def _names(node: object) -> Iterator[str]:
    if name := called(node):
        yield name
    yield from removable(node)
    if isinstance(node, nodes.Offer):
        yield OFFER
        yield from map(offer_of, removable(node))
    if isinstance(node, nodes.Ask):
        yield QUESTION


def held_in(bodies: Iterable[nodes.Body]) -> dict[str, frozenset[str]]:
    """What each thing with a name holds that has a name, too. An action that is offered stands for its offer."""
    found: dict[str, frozenset[str]] = defaultdict(frozenset)
    for each in walk(tuple(bodies)):
        if isinstance(each, nodes.Offer):
            for name in removable(each):
                found[name] |= {offer_of(name)}
        else:
            for name in {called(each), *removable(each)} - {""}:
                found[name] |= names_in(each) - {name}
    return found
