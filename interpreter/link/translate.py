"""A rulebook in another language: the same declarations with the words of its catalogues."""

from __future__ import annotations

from attrs import evolve

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link.catalogue import check_entries, missing, read_catalogue
from rulewright.interpreter.link.link import Linked, whole_title
from rulewright.interpreter.link.texts import reworded, texts_in
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
    words_of: dict[str, str] = {}
    for head, catalogue in catalogues:
        entries = read_catalogue(catalogue, findings)
        if head is linked.heads[-1] and not linked.variants:
            # A variant may well have no use for some text of what it varies.
            check_entries(entries, texts, findings)
        words_of.update((entry.text, entry.translation) for entry in entries if entry.translation)
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


def _texts(linked: Linked) -> list[str]:
    """All that players can read. Examples are for authors."""
    read = (each for each in linked.declarations if not isinstance(each, nodes.Example))
    book = evolve(linked.book, title="")
    return [*(title for title in linked.titles if title), *texts_in((book, *read))]
