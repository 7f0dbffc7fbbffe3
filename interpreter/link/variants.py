"""Variants: which layers of patches lie on a rulebook, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from attrs import define, evolve, field

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link.patches import Patched
from rulewright.interpreter.link.texts import check_texts, reworded, texts_in
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import nodes

Declarations = list[nodes.Declaration]
Lost = dict[int, nodes.Declaration | None]  # by the id of a patch: what is left of it


@define(eq=False)
class Layer:
    """A variant, with the patches of its files and the variants that it builds on."""

    node: nodes.Variant
    patches: list[nodes.Declaration]
    files: tuple[Source, ...]
    below: list[Layer] = field(factory=list)

    @property
    def name(self) -> str:
        return self.node.name.text


def in_order(chosen: Iterable[Layer]) -> list[Layer]:
    """These and all that they build on, each once, the lowest first. The order of those given makes no difference."""
    found: dict[Layer, None] = {}

    def visit(layer: Layer) -> None:
        if layer not in found:
            for each in layer.below:
                visit(each)
            found[layer] = None

    for layer in sorted(chosen, key=lambda each: each.name):
        visit(layer)
    return list(found)


def varied(
    book: nodes.Book,
    declarations: Declarations,
    layers: list[Layer],
    lost: Lost,
    findings: Findings,
) -> tuple[nodes.Book, Declarations]:
    """The rulebook with all layers applied.

    `lost` says what is left of a patch that gives way to one of another layer: see conflicts.py.
    """
    # Examples prove the rules that they were written for. Only a layer that builds on all others knows all the rules.
    top = layers[-1] if len(in_order(layers[-1:])) == len(layers) else None
    patched = Patched((each for each in declarations if not isinstance(each, nodes.Example)), findings)
    words: list[list[nodes.ChangeWords]] = []
    for layer in layers:
        node = lost.get(id(layer.node), layer.node)
        if isinstance(node, nodes.Variant) and node.players is not None:
            least, most, seats = node.players
            book = evolve(book, least=least, most=most, seats=seats)
        words.append([])
        for patch in layer.patches:
            left = lost.get(id(patch), patch)
            if isinstance(left, nodes.ChangeWords):
                words[-1].append(left)
            elif left is not None and (layer is top or not isinstance(left, nodes.Example)):
                patched.apply(left)
    # Texts are changed last of all, so that it makes no difference which layer brings them.
    known = chain([book], declarations, *(layer.patches for layer in layers))
    check_texts(chain.from_iterable(words), texts_in(known), findings)
    found: tuple[nodes.Book, tuple[nodes.Declaration, ...]] = (book, tuple(patched.declarations))
    for said in words:
        if said:
            found = reworded(found, {each.old.text: each.new for each in said})
    return found[0], list(found[1])
