"""Variants: which layers of patches lie on a rulebook, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link.patches import Patched
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import nodes

Declarations = list[nodes.Declaration]


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
    chosen: list[Layer],
    lost: dict[int, nodes.Declaration | None],
    findings: Findings,
) -> tuple[nodes.Book, Declarations]:
    """The rulebook with all layers applied.

    `chosen` are those among the layers that were asked for. `lost` says what is left of a patch that gives way to one
    of another layer: see conflicts.py.
    """
    # Examples prove the rules that they were written for: of what lies below only the rules are taken.
    patched = Patched((each for each in declarations if not isinstance(each, nodes.Example)), findings)
    for layer in layers:
        node = lost.get(id(layer.node), layer.node)
        if isinstance(node, nodes.Variant) and node.players is not None:
            least, most, seats = node.players
            book = evolve(book, least=least, most=most, seats=seats)
        for patch in layer.patches:
            left = lost.get(id(patch), patch)
            if left is not None and (layer in chosen or not isinstance(left, nodes.Example)):
                patched.apply(left)
    return book, patched.declarations
