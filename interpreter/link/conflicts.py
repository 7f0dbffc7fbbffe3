"""Where two variants that are played together want different things, and which of them wins.

Two variants agree if they touch different members, both only add, or want the same. Of one that builds on the other
nothing is asked: it knows what it changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, combinations, product

import attrs
from attrs import define, frozen

from rulewright.interpreter.diagnostics import Findings, Label
from rulewright.interpreter.link.addresses import WHOLE, Key, Touch, called, in_words, line_name, touches
from rulewright.interpreter.link.variants import Layer, Lost
from rulewright.interpreter.syntax import nodes

UNNAMED = {nodes.Starts: "where it starts", nodes.Flavour: "its flavour"}  # lines below a piece that stand once


@frozen(eq=False)
class _Wish:
    layer: Layer
    patch: nodes.Declaration
    touch: Touch


def resolved(layers: list[Layer], findings: Findings) -> Lost | None:
    """Finds what the losers by `prefer` have to give up. None where two layers disagree, which is reported."""
    return _Conflicts(layers, findings).resolve()


@define
class _Conflicts:
    layers: list[Layer]
    findings: Findings

    def resolve(self) -> Lost | None:
        self._known_preferences()
        below = _below(self.layers)
        preferred = {(p.winner.text, p.loser.text) for layer in self.layers for p in layer.node.prefers}
        wishes: dict[Key, list[_Wish]] = defaultdict(list)
        for layer in self.layers:
            for wish in self._wishes(layer):
                wishes[wish.touch.key].append(wish)
        given_up: dict[int, tuple[nodes.Declaration, set[str]]] = {}
        said: set[tuple[str, str, Key]] = set()
        for key, about in wishes.items():
            for one, other in _pairs(about, below):
                names = one.layer.name, other.layer.name
                if not one.touch.clashes(other.touch):
                    if one.touch.wish == other.touch.wish and not other.touch.adds:
                        _give_up(given_up, other, other.touch.member)  # both want the same: once is enough
                elif names in preferred:
                    _give_up(given_up, other, one.touch.member)
                elif names[::-1] in preferred:
                    _give_up(given_up, one, other.touch.member)
                elif (*names, key) not in said:
                    said.add((*names, key))
                    self._report(one, other)
        if said:
            return None
        lost = {number: _left(patch, members) for number, (patch, members) in given_up.items()}
        return lost | self._repeated()

    def _wishes(self, layer: Layer) -> Iterator[_Wish]:
        first: dict[tuple[Key, str], nodes.Declaration] = {}
        for patch in (layer.node, *layer.patches):
            for touch in touches(patch):
                member = touch.key, touch.member
                if touch.adds or member not in first:
                    first.setdefault(member, patch)
                    yield _Wish(layer, patch, touch)
                else:
                    self.findings.error(
                        "said-twice",
                        patch.span,
                        f"The variant `{layer.name}` changes {_in_words(touch)} twice.",
                        "Say it once. To put something new in the place of something old, write `replace`.",
                        [Label(first[member].span, "The first time is here:")],
                    )

    def _repeated(self) -> Lost:
        """What has no name and is said by several in the same words: once is enough."""
        first: dict[nodes.Declaration, Layer] = {}
        lost: Lost = {}
        for layer in self.layers:
            for patch in layer.patches:
                if not isinstance(patch, (nodes.Rule, nodes.Modify, nodes.Note)) or any(touches(patch)):
                    continue
                if first.setdefault(patch, layer) is not layer:
                    lost[id(patch)] = None
        return lost

    def _report(self, one: _Wish, other: _Wish) -> None:
        first, second = one.layer.name, other.layer.name
        what = _in_words(one.touch if one.touch.member != WHOLE else other.touch)
        self.findings.error(
            "variants-conflict",
            other.patch.span,
            f"The variants `{first}` and `{second}` both change {what}, and not in the same way.",
            f"A third one can settle it: `with {first}, {second}`, `prefer {first} over {second}`.",
            [Label(one.patch.span, f"`{first}` changes it here:")],
        )

    def _known_preferences(self) -> None:
        names = [layer.name for layer in self.layers]
        for layer in self.layers:
            for prefer in layer.node.prefers:
                for name in (prefer.winner, prefer.loser):
                    if name.text not in names:
                        self.findings.unknown(
                            "nothing-to-change",
                            name.text,
                            name.span,
                            f"The variant `{name.text}` is not played here.",
                            names,
                            f"Name it on the line above: with {name.text}",
                        )


def _in_words(touch: Touch) -> str:
    return in_words(touch.key) + (f" ({touch.member})" if touch.member != WHOLE else "")


def _below(layers: list[Layer]) -> dict[Layer, set[Layer]]:
    """All that each builds on. The layers come the lowest first."""
    found: dict[Layer, set[Layer]] = {}
    for layer in layers:
        found[layer] = {layer}.union(*(found[each] for each in layer.below if each in found))
    return found


def _pairs(about: list[_Wish], below: dict[Layer, set[Layer]]) -> Iterator[tuple[_Wish, _Wish]]:
    """Wishes of layers that do not build on one another, for the same member or the whole of one thing.

    A layer wants something of a member once, and two that only add agree: so there are few, however much is said.
    """
    whole = [wish for wish in about if wish.touch.member == WHOLE]
    wanted: dict[str, list[_Wish]] = defaultdict(list)
    added: dict[str, list[_Wish]] = defaultdict(list)
    for wish in about:
        if wish.touch.member != WHOLE:
            (added if wish.touch.adds else wanted)[wish.touch.member].append(wish)
    members = [wish for wish in about if wish.touch.member != WHOLE]
    groups = [combinations(whole, 2), product(whole, members)]
    for member, wishes in wanted.items():
        groups += [combinations(wishes, 2), product(wishes, added[member])]
    for one, other in chain.from_iterable(groups):
        if one.layer not in below[other.layer] and other.layer not in below[one.layer]:
            yield one, other


def _give_up(given_up: dict[int, tuple[nodes.Declaration, set[str]]], wish: _Wish, member: str) -> None:
    """The loser gives up the member; or all of it, where it is about the whole, or the winner is."""
    lost = wish.touch.member if member != WHOLE else WHOLE
    given_up.setdefault(id(wish.patch), (wish.patch, set()))[1].add(lost)


def _left(patch: nodes.Declaration, lost: set[str]) -> nodes.Declaration | None:
    """The patch without these members; None where nothing is left of it."""
    if WHOLE in lost:
        return None
    match patch:
        case nodes.ChangePiece():
            return attrs.evolve(
                patch,
                lines=_lines(patch.lines, lost),
                removed=_names(patch.removed, lost),
                count=None if "how many there are" in lost else patch.count,
                label="" if "its label" in lost else patch.label,
            )
        case nodes.ChangeBody():
            return attrs.evolve(
                patch,
                times=tuple(each for each in patch.times if each.loop.text not in lost),
                statements=tuple(each for each in patch.statements if called(each) not in lost),
                removed=_names(patch.removed, lost),
                text=None if "its text" in lost else patch.text,
                label=None if "its label" in lost else patch.label,
            )
        case nodes.ChangeEnum():
            members = tuple(each for each in patch.enum.members if each.name.text not in lost)
            return attrs.evolve(patch, enum=attrs.evolve(patch.enum, members=members))
        case nodes.ChangeDie():
            faces = tuple(each for each in patch.die.faces if each.name.text not in lost)
            label = "" if "its label" in lost else patch.die.label
            return attrs.evolve(patch, die=attrs.evolve(patch.die, faces=faces, label=label))
        case nodes.ChangeTable():
            return attrs.evolve(patch, rows=tuple(row for row in patch.rows if f"row {row[0].span.text}" not in lost))
        case nodes.ChangeKind():
            return attrs.evolve(patch, kind=_kind(patch.kind, lost))
        case nodes.ChangeZone():
            return _zone(patch, lost)
        case nodes.ChangeState():
            return attrs.evolve(
                patch,
                label="" if "its label" in lost else patch.label,
                type=None if "its type" in lost else patch.type,
                initial=None if "its start" in lost else patch.initial,
                seen=() if "who sees it" in lost else patch.seen,
            )
        case nodes.ChangeValue():
            return attrs.evolve(
                patch,
                label="" if "its label" in lost else patch.label,
                text="" if "its text" in lost else patch.text,
                body=None if "what it is" in lost else patch.body,
            )
        case nodes.ChangeOption():
            return attrs.evolve(
                patch,
                label="" if "its label" in lost else patch.label,
                type=None if "its type" in lost else patch.type,
                default=None if "its default" in lost else patch.default,
            )
    return patch


def _names(names: tuple[nodes.Name, ...], lost: set[str]) -> tuple[nodes.Name, ...]:
    return tuple(name for name in names if name.text not in lost)


def _lines(lines: tuple[nodes.Declaration, ...], lost: set[str]) -> tuple[nodes.Declaration, ...]:
    found: list[nodes.Declaration] = []
    for line in lines:
        if isinstance(line, nodes.SideBlock):
            side = f"{line.name.text}: "
            inside = {member.removeprefix(side) for member in lost if member.startswith(side)}
            found.append(attrs.evolve(line, lines=_lines(line.lines, inside)))
        elif not lost & {line_name(line) or UNNAMED.get(type(line), WHOLE)}:
            found.append(line)
    return tuple(found)


def _kind(kind: nodes.Kind, lost: set[str]) -> nodes.Kind:
    return attrs.evolve(
        kind,
        label="" if "its label" in lost else kind.label,
        properties=tuple(each for each in kind.properties if each.name.text not in lost),
        states=tuple(each for each in kind.states if each.name.text not in lost),
        parts=tuple(each for each in kind.parts if each.name.text not in lost),
        sides=() if "its sides" in lost else kind.sides,
        works=None if "where it works" in lost else kind.works,
        starts=None if "where it starts" in lost else kind.starts,
    )


def _zone(patch: nodes.ChangeZone, lost: set[str]) -> nodes.ChangeZone:
    seen = {"face", "seen by"} if "who sees it" in lost else set()
    zone = attrs.evolve(
        patch.zone,
        label="" if "its label" in lost else patch.zone.label,
        params=() if "its places" in lost else patch.zone.params,
        capacity=None if "at most" in lost else patch.zone.capacity,
    )
    return attrs.evolve(
        patch,
        zone=zone,
        said=tuple(each for each in patch.said if each not in seen),
        grid=None if "grid" in lost else patch.grid,
        states=tuple(each for each in patch.states if each.name.text not in lost),
        lines=tuple(each for each in patch.lines if each.name.text not in lost),
    )
