"""Variants: which layers of patches lie on a rulebook, whether they agree, and what comes of them."""

from __future__ import annotations

from attrs import define, evolve, field

from rulewright.interpreter.diagnostics import Findings, Label
from rulewright.interpreter.link.addresses import WHOLE, Key, in_words, touched
from rulewright.interpreter.link.patches import Declarations, apply
from rulewright.interpreter.syntax import nodes


@define(eq=False)
class Layer:
    """A variant, with the patches of its file and the variants that it builds on."""

    node: nodes.Variant
    patches: list[nodes.Declaration]
    below: list[Layer] = field(factory=list)

    @property
    def name(self) -> str:
        return self.node.name.text

    def ancestors(self) -> list[Layer]:
        """All that it builds on, the lowest first."""
        found: list[Layer] = []
        for layer in self.below:
            for each in (*layer.ancestors(), layer):
                if each not in found:
                    found.append(each)
        return found


def varied(
    book: nodes.Book, declarations: Declarations, chosen: list[Layer], findings: Findings
) -> tuple[nodes.Book, Declarations]:
    """The rulebook with all layers applied. In which order they were asked for makes no difference."""
    layers: list[Layer] = []
    for layer in sorted(chosen, key=lambda each: each.name):
        for each in (*layer.ancestors(), layer):
            if each not in layers:
                layers.append(each)
    dropped = _conflicts(layers, findings)
    # Examples prove the rules that they were written for: of those below only the rules are taken.
    declarations = [each for each in declarations if not isinstance(each, nodes.Example)]
    for layer in layers:
        if layer not in chosen:
            dropped.update(id(patch) for patch in layer.patches if isinstance(patch, nodes.Example))
    for layer in layers:
        if layer.node.players is not None:
            least, most, seats = layer.node.players
            book = evolve(book, least=least, most=most, seats=seats)
        for patch in layer.patches:
            if id(patch) not in dropped:
                declarations = apply(declarations, patch, findings)
    return book, declarations


def _conflicts(layers: list[Layer], findings: Findings) -> set[int]:
    """Reports where two layers want different things; the patches that lose by `prefer` are left out."""
    preferred = {(p.winner.text, p.loser.text) for layer in layers for p in layer.node.prefers}
    _known_preferences(layers, findings)
    dropped: set[int] = set()
    for number, first in enumerate(layers):
        for second in layers[number + 1 :]:
            if first in second.ancestors() or second in first.ancestors():
                continue
            for one in first.patches:
                for other in second.patches:
                    if one == other:
                        dropped.add(id(other))  # both want the same: once is enough
                        continue
                    shared = _shared(one, other)
                    if shared is None:
                        continue
                    if (first.name, second.name) in preferred:
                        dropped.add(id(other))
                    elif (second.name, first.name) in preferred:
                        dropped.add(id(one))
                    else:
                        _report(first, one, second, other, shared, findings)
    return dropped


def _shared(one: nodes.Declaration, other: nodes.Declaration) -> tuple[Key, str] | None:
    """What two patches both touch."""
    for key, member in touched(one):
        for other_key, other_member in touched(other):
            if key == other_key and (member == other_member or WHOLE in (member, other_member)):
                return key, member if member != WHOLE else other_member
    return None


def _report(
    first: Layer,
    one: nodes.Declaration,
    second: Layer,
    other: nodes.Declaration,
    shared: tuple[Key, str],
    findings: Findings,
) -> None:
    key, member = shared
    what = in_words(key) if member == WHOLE else f"{in_words(key)} ({member})"
    findings.error(
        "variants-conflict",
        other.span,
        f"The variants `{first.name}` and `{second.name}` both change {what}, and not in the same way.",
        f"A third one can settle it: `with {first.name}, {second.name}`, `prefer {first.name} over {second.name}`.",
        [Label(one.span, f"`{first.name}` changes it here:")],
    )


def _known_preferences(layers: list[Layer], findings: Findings) -> None:
    names = [layer.name for layer in layers]
    for layer in layers:
        for prefer in layer.node.prefers:
            for name in (prefer.winner, prefer.loser):
                if name.text not in names:
                    findings.unknown(
                        "nothing-to-change",
                        name.text,
                        name.span,
                        f"The variant `{name.text}` is not played here.",
                        names,
                        f"Name it on the line above: with {name.text}",
                    )
