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
from rulewright.interpreter.link.addresses import (
    WHOLE,
    Key,
    Touch,
    held_in,
    in_words,
    key_of,
    touches,
)
from rulewright.interpreter.link.losses import left_of
from rulewright.interpreter.link.variants import Layer, Lost, preferences, strangers, unrelated
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

NOTHING: tuple[None, set[str]] = None, set()


@frozen(eq=False)
class _Wish:
    layer: Layer
    patch: nodes.Declaration
    touch: Touch


def resolved(layers: list[Layer], base: list[nodes.Declaration], findings: Findings) -> Lost | None:
    """Finds what the losers by `prefer` have to give up. None where two layers disagree, which is reported."""
    return _Conflicts(layers, _held(layers, base), findings).resolve()


@define
class _Conflicts:
    layers: list[Layer]
    held: dict[Key, dict[str, frozenset[str]]]  # what goes with a step, a loop or a choice of a body
    findings: Findings

    def resolve(self) -> Lost | None:
        self._known_preferences()
        preferred = preferences(self.layers)
        wishes: dict[Key, list[_Wish]] = defaultdict(list)
        for layer in self.layers:
            for wish in self._wishes(layer):
                if not isinstance(wish.patch, nodes.Example):  # of several layers none or only the topmost has any
                    wishes[wish.touch.key].append(wish)
        same: list[tuple[_Wish, _Wish]] = []
        given_up: dict[int, tuple[nodes.Declaration, set[str]]] = {}
        said: set[tuple[str, str, Key]] = set()
        for key, about in wishes.items():
            for one, other in _pairs(about):
                names = one.layer.name, other.layer.name
                if one.patch == other.patch and one.patch.span == other.patch.span:
                    continue  # both include the file that says so: see `_repeated`
                if not one.touch.clashes(other.touch):
                    if one.touch.wish == other.touch.wish and not other.touch.adds:
                        same.append((one, other))
                elif not strangers(one.layer, one.patch.span, other.layer, other.patch.span):
                    continue
                elif names in preferred:
                    _give_up(given_up, other, one.touch.member)
                elif names[::-1] in preferred:
                    _give_up(given_up, one, other.touch.member)
                elif (*names, key) not in said:
                    said.add((*names, key))
                    self._report(one, other)
        if said:
            return None
        repeated = self._repeated(given_up)
        for one, other in same:
            if not _is_given_up(given_up, one):
                _give_up(given_up, other, other.touch.member)  # both want the same: once is enough
        lost = {number: left_of(patch, members) for number, (patch, members) in given_up.items()}
        return lost | repeated

    def _wishes(self, layer: Layer) -> Iterator[_Wish]:
        first: dict[tuple[Key, str], nodes.Declaration] = {}
        for patch in (layer.node, *layer.patches):
            for touch in touches(patch):
                member = touch.key, touch.member
                if touch.adds or member not in first:
                    first.setdefault(member, patch)
                    yield _Wish(layer, patch, self._with_inside(touch))
                else:
                    self.findings.error(
                        "said-twice",
                        patch.span,
                        f"The variant `{layer.name}` changes {_in_words(touch)} twice.",
                        "Say it once. To put something new in the place of something old, write `replace`.",
                        [Label(first[member].span, "The first time is here:")],
                    )

    def _with_inside(self, touch: Touch) -> Touch:
        if isinstance(touch.wish, nodes.Expr):
            return touch  # how often a loop runs is nothing to what it holds
        return attrs.evolve(touch, inside=self.held.get(touch.key, {}).get(touch.member, frozenset()))

    def _repeated(self, given_up: dict[int, tuple[nodes.Declaration, set[str]]]) -> Lost:
        """What stands in a file that several include, and what is said in the same words and has no name.

        Once is enough.
        """
        first: dict[nodes.Declaration, Layer] = {}
        read: dict[Span, nodes.Declaration] = {}
        lost: Lost = {}
        for layer in self.layers:
            for patch in layer.patches:
                before = read.setdefault(patch.span, patch)
                if before is not patch and given_up.get(id(before), NOTHING)[1] == given_up.get(id(patch), NOTHING)[1]:
                    lost[id(patch)] = None
                if not isinstance(patch, (nodes.Rule, nodes.Modify, nodes.Note)) or any(touches(patch)):
                    continue
                if first.setdefault(patch, layer) is not layer:
                    lost[id(patch)] = None
        return lost

    def _report(self, one: _Wish, other: _Wish) -> None:
        first, second = one.layer.name, other.layer.name
        self.findings.error(
            "variants-conflict",
            other.patch.span,
            _disagreement(one, other),
            f"A third one can settle it: `with {first}, {second}`, `prefer {first} over {second}`.",
            [Label(one.patch.span, f"`{first}` says so here:")],
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
        self._no_circle()

    def _no_circle(self) -> None:
        """Of several that win over one another in a circle none wins."""
        prefers = [prefer for layer in self.layers for prefer in layer.node.prefers]
        beaten: dict[str, list[str]] = defaultdict(list)
        for prefer in prefers:
            beaten[prefer.winner.text].append(prefer.loser.text)
            way = _way(beaten, prefer.loser.text, prefer.winner.text)
            if way:
                self.findings.error(
                    "variants-conflict",
                    prefer.winner.span.to(prefer.loser.span),
                    f"These variants win over one another in a circle: {' over '.join((prefer.winner.text, *way))}.",
                    "Take out one of the `prefer` lines.",
                )


def _way(beaten: dict[str, list[str]], start: str, end: str) -> tuple[str, ...]:
    """From one variant over those that it wins over to another; nothing where there is no way."""
    ways: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    for way in ways:
        if way[-1] == end:
            return way
        for name in beaten[way[-1]]:
            if name not in seen:
                seen.add(name)
                ways.append((*way, name))
    return ()


def _disagreement(one: _Wish, other: _Wish) -> str:
    """Which of two changes what, in words."""
    outer, inner = (other, one) if other.touch.member == WHOLE or other.touch.holds(one.touch) else (one, other)
    if outer.touch.member == inner.touch.member:
        both = f"`{one.layer.name}` and `{other.layer.name}`"
        return f"The variants {both} both change {_in_words(one.touch)}, and not in the same way."
    verb = "changes"
    if outer.touch.member == WHOLE:
        verb = "removes" if isinstance(outer.patch, nodes.Remove) else "replaces"
    part = f"`{inner.layer.name}` changes a part of that ({inner.touch.member})"
    return f"The variant `{outer.layer.name}` {verb} {_in_words(outer.touch)}, and {part}."


def _held(layers: list[Layer], base: list[nodes.Declaration]) -> dict[Key, dict[str, frozenset[str]]]:
    """What stands inside what, in the bodies that are changed: as they are, and as somebody wants them."""
    patches = [patch for layer in layers for patch in layer.patches]
    bodies: dict[Key, list[nodes.Body]] = {
        (patch.word, patch.name.text): [] for patch in patches if isinstance(patch, nodes.ChangeBody)
    }
    for each in chain(base, patches):
        declaration = each.declaration if isinstance(each, nodes.Replace) else each
        if isinstance(declaration, nodes.ChangeBody):
            bodies[declaration.word, declaration.name.text].append(declaration.statements)
        elif isinstance(declaration, nodes.Callable) and (key := key_of(declaration)) in bodies and key is not None:
            bodies[key].append(declaration.body)
    return {key: held_in(found) for key, found in bodies.items()}


def _in_words(touch: Touch) -> str:
    return in_words(touch.key) + (f" ({touch.member})" if touch.member != WHOLE else "")


def _pairs(about: list[_Wish]) -> Iterator[tuple[_Wish, _Wish]]:
    """Wishes of layers that do not build on one another, for the same member of a thing, for one that holds the other,
    or for the whole of it.

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
    for wish in members:
        groups += [
            product([wish], wanted[name] + added[name]) for name in wish.touch.inside if name in wanted or name in added
        ]
    for one, other in chain.from_iterable(groups):
        if unrelated(one.layer, other.layer):
            yield one, other


def _give_up(given_up: dict[int, tuple[nodes.Declaration, set[str]]], wish: _Wish, member: str) -> None:
    """The loser gives up the member; or all of it, where it is about the whole, or the winner is."""
    lost = wish.touch.member if member != WHOLE else WHOLE
    given_up.setdefault(id(wish.patch), (wish.patch, set()))[1].add(lost)


def _is_given_up(given_up: dict[int, tuple[nodes.Declaration, set[str]]], wish: _Wish) -> bool:
    _, members = given_up.get(id(wish.patch), (wish.patch, set[str]()))
    return bool(members & {WHOLE, wish.touch.member})
