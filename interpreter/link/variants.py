"""Variants: which layers of patches lie on a rulebook, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

from attrs import define, evolve, field

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link.addresses import OF, state_key
from rulewright.interpreter.link.patches import Patched
from rulewright.interpreter.link.texts import check_texts, reworded, texts_in
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes

Declarations = list[nodes.Declaration]
Lost = dict[int, nodes.Declaration | None]  # by the id of a patch: what is left of it


@define(eq=False, slots=False)
class Layer:
    """A variant, with the patches of its files and the variants that it builds on."""

    node: nodes.Variant
    patches: list[nodes.Declaration]
    files: tuple[Source, ...]
    below: list[Layer] = field(factory=list)

    @property
    def name(self) -> str:
        return self.node.name.text

    @cached_property
    def under(self) -> frozenset[Layer]:
        """All that it builds on. Asked only once all layers are read."""
        return frozenset(self.below).union(*(each.under for each in self.below))

    def reads(self, source: Source) -> bool:
        return any(source in each.files for each in (self, *self.under))


def in_order(chosen: Iterable[Layer]) -> list[Layer]:
    """These and all that they build on, each once, the lowest first. The order of those given makes no difference."""
    found: dict[Layer, None] = {}

    def visit(layer: Layer) -> None:
        if layer not in found:
            for each in sorted(layer.below, key=name):
                visit(each)
            found[layer] = None

    def name(layer: Layer) -> str:
        return layer.name

    for layer in sorted(chosen, key=name):
        visit(layer)
    return list(found)


def say_whose(layers: Iterable[Layer], base: Sequence[nodes.Declaration]) -> None:
    """`remove state coins` does not say whose state that is: where a layer knows of one only, that is meant."""
    for layer in layers:
        if any(isinstance(each, nodes.Remove) and each.word == "state" for each in layer.patches):
            known = chain(base, *(each.patches for each in (layer, *layer.under)))
            keys = {state_key(each)[1] for each in known if isinstance(each, nodes.State)}
            layer.patches = [_whose(each, keys) for each in layer.patches]


def _whose(patch: nodes.Declaration, states: set[str]) -> nodes.Declaration:
    if not isinstance(patch, nodes.Remove) or patch.word != "state" or patch.name.text in states:
        return patch
    meant = [each for each in states if each.startswith(patch.name.text + OF)]
    return evolve(patch, name=evolve(patch.name, text=meant[0])) if len(meant) == 1 else patch


def unrelated(one: Layer, other: Layer) -> bool:
    """Whether neither builds on the other: then none of them knows what the other one changes."""
    return one is not other and one not in other.under and other not in one.under


def strangers(one: Layer, said: Span, other: Layer, said_there: Span) -> bool:
    """Whether none of two layers knows what the other says: it has not included the same file either."""
    return unrelated(one, other) and not one.reads(said_there.source) and not other.reads(said.source)


def preferences(layers: Iterable[Layer]) -> set[tuple[str, str]]:
    """Winners and losers, as `prefer` says."""
    return {(prefer.winner.text, prefer.loser.text) for layer in layers for prefer in layer.node.prefers}


def varied(
    book: nodes.Book,
    declarations: Sequence[nodes.Declaration],
    layers: Sequence[Layer],
    lost: Lost,
    findings: Findings,
) -> tuple[nodes.Book, Declarations]:
    """The rulebook with all layers applied.

    `lost` says what is left of a patch that gives way to one of another layer: see conflicts.py.
    """
    # Examples prove the rules that they were written for. Only a layer that builds on all others knows all the rules.
    top = layers[-1] if len(in_order(layers[-1:])) == len(layers) else None
    patched = Patched((each for each in declarations if not isinstance(each, nodes.Example)), findings)
    words: dict[Layer, dict[str, nodes.ChangeWords]] = {layer: {} for layer in layers}
    for layer in layers:
        node = lost.get(id(layer.node), layer.node)
        if isinstance(node, nodes.Variant) and node.players is not None:
            least, most, seats = node.players
            book = evolve(book, least=least, most=most, seats=seats)
        for patch in layer.patches:
            left = lost.get(id(patch), patch)
            if isinstance(left, nodes.ChangeWords):
                words[layer][left.old.text] = left
            elif left is not None and (layer is top or not isinstance(left, nodes.Example)):
                patched.apply(left)
    # Texts are changed last of all, so that it makes no difference which layer brings them.
    known = set(texts_in(chain([book], declarations, *(layer.patches for layer in layers))))
    for layer, said in words.items():
        theirs = chain.from_iterable(words[each].values() for each in layer.under)
        check_texts(said.values(), known.union(each.new for each in theirs), findings)
    found: tuple[nodes.Book, tuple[nodes.Declaration, ...]] = (book, tuple(patched.finish()))
    if any(words.values()):
        found = reworded(found, _new_words(words))
    return found[0], list(found[1])


def _new_words(words: dict[Layer, dict[str, nodes.ChangeWords]]) -> dict[str, str]:
    """What each text becomes. A layer changes the texts of the rulebook and of what it builds on, and no others."""
    found: dict[str, str] = {}
    for old in set(chain.from_iterable(words.values())):
        text, by = old, None
        for layer, said in words.items():
            if text in said and (by is None or by in layer.under):
                text, by = said[text].new, layer
        found[old] = text
    return found
