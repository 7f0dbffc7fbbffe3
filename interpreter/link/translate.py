"""A rulebook in another language: the same declarations with the words of its catalogues."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from attrs import evolve, frozen

from rulewright.interpreter.diagnostics import Findings, Label
from rulewright.interpreter.link.catalogue import Entry, check_entries, missing, read_catalogue
from rulewright.interpreter.link.link import Linked, whole_title
from rulewright.interpreter.link.texts import reworded, texts_in
from rulewright.interpreter.link.variants import Layer, preferences, unrelated
from rulewright.interpreter.source import Loader, SourceProblem
from rulewright.interpreter.syntax import nodes

MOST_TOLD = 40  # texts without a translation that are listed


def translated(linked: Linked, loader: Loader, language: str, findings: Findings) -> Linked:
    """A variant is translated by its own catalogue and by that of what it varies."""
    found = [(head, loader.catalogue(language, head)) for head in linked.heads]
    catalogues = [(head, catalogue) for head, catalogue in found if catalogue is not None]
    if not catalogues:
        there = tuple(sorted({each for head in linked.heads for each in loader.languages(head)}))
        instead = f"There is {', '.join(there)}." if there else "No other language is there."
        words = f"`{linked.book.name.text}` is not translated into `{language[:20]}`. {instead}"
        raise SourceProblem("language-not-found", words, language, there)
    texts = _texts(linked)
    layers = {layer.node.span.source: layer for layer in linked.layers}
    said: dict[str, list[_Said]] = defaultdict(list)
    for head, catalogue in catalogues:
        entries = read_catalogue(catalogue, findings)
        if head is linked.heads[-1] and not linked.variants:
            # A variant may well have no use for some text of what it varies.
            check_entries(entries, texts, findings)
        for entry in entries:
            if entry.translation:
                said[entry.text].append(_Said(layers.get(head), entry))
    preferred = preferences(linked.layers)
    words_of = {text: _agreed(entries, preferred, findings) for text, entries in said.items()}
    lost = missing(texts, words_of)
    if lost and not findings.failed:
        number = "1 text is" if len(lost) == 1 else f"{len(lost)} texts are"
        listed = "".join(f'\n    "{text}"' for text in lost[:MOST_TOLD])
        more = f"\n    and {len(lost) - MOST_TOLD} more" if len(lost) > MOST_TOLD else ""
        findings.warning(
            "no-translation",
            catalogues[-1][1].span(1, 1),
            f"{number} without a translation:\n{listed}{more}",
            "They are shown as they stand in the rulebook.",
        )
    book, declarations = reworded((linked.book, linked.declarations), words_of)
    titles = tuple(words_of.get(title, title) for title in linked.titles)
    return evolve(linked, book=evolve(book, title=whole_title(titles)), declarations=declarations, titles=titles)


@frozen
class _Said:
    layer: Layer | None  # None for the rulebook itself
    entry: Entry


def _agreed(several: list[_Said], preferred: set[tuple[str, str]], findings: Findings) -> str:
    """The words of the topmost catalogue. Two variants that do not know one another may want different ones."""
    for one, other in combinations(several, 2):
        if one.layer is None or other.layer is None or not unrelated(one.layer, other.layer):
            continue
        above = any(
            each.layer is not None and {one.layer, other.layer} <= each.layer.under for each in several
        )  # who builds on both and has words of its own has settled it
        names = one.layer.name, other.layer.name
        if above or one.entry.translation == other.entry.translation:
            continue
        if names in preferred:
            return _agreed([each for each in several if each is not other], preferred, findings)
        if names[::-1] in preferred:
            return _agreed([each for each in several if each is not one], preferred, findings)
        findings.error(
            "variants-conflict",
            other.entry.span,
            f"The variants `{names[0]}` and `{names[1]}` translate the same text in two ways.",
            f"A third one can settle it: `with {names[0]}, {names[1]}`, `prefer {names[0]} over {names[1]}`.",
            [Label(one.entry.span, f"`{names[0]}` translates it here:")],
        )
    return several[-1].entry.translation


def _texts(linked: Linked) -> list[str]:
    """All that players can read. Examples are for authors."""
    read = (each for each in linked.declarations if not isinstance(each, nodes.Example))
    book = evolve(linked.book, title="")
    return [*(title for title in linked.titles if title), *texts_in((book, *read))]
