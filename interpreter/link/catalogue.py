"""A catalogue: the texts of a rulebook in another language, as plain YAML. `"Place a mark": "Ein Zeichen setzen"`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml
from attrs import frozen

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.source import Source, Span, first_invisible
from rulewright.interpreter.source.plain_yaml import PlainLoader

LARGEST = 200_000  # characters
LONGEST = 2_000  # characters of one text, as in a rulebook

_SAMPLE = 'Each line is a text of the rulebook and what it is in the other language: "Pass": "Passen"'
_BRACES = re.compile(r"\{[^{}]*\}|[{}]")


@frozen
class Entry:
    text: str
    translation: str  # "" where there is none yet
    span: Span  # of the text


def read_catalogue(source: Source, findings: Findings) -> tuple[Entry, ...]:
    """The entries that can be used; what is wrong with the others is reported."""
    if len(source.text) > LARGEST:
        words = f"This catalogue has {len(source.text)} characters. I read at most {LARGEST}."
        findings.error("bad-catalogue", source.span(1, 1), words)
        return ()
    at = first_invisible(source.text, "\n")
    if at is not None:
        line = source.text.count("\n", 0, at) + 1
        words = f"Here stands a character that cannot be seen (U+{ord(source.text[at]):04X})."
        findings.error("bad-catalogue", source.span(line, at - source.text.rfind("\n", 0, at)), words)
        return ()
    try:
        root = yaml.compose(source.text, PlainLoader)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        place = source.span(mark.line + 1, mark.column + 1) if mark is not None else source.span(1, 1)
        findings.error("bad-catalogue", place, f"I cannot read this: {problem.problem}.", _SAMPLE)
        return ()
    except (yaml.YAMLError, RecursionError, ValueError):
        findings.error("bad-catalogue", source.span(1, 1), "I cannot read this: it is not YAML.", _SAMPLE)
        return ()
    if root is None:
        return ()
    if not isinstance(root, yaml.MappingNode):
        words = "A catalogue is made of pairs of texts, and this is something else."
        findings.error("bad-catalogue", _span(source, root), words, _SAMPLE)
        return ()
    entries = (_entry(source, key, value, findings) for key, value in root.value)
    return tuple(entry for entry in entries if entry is not None)


def _entry(source: Source, key: Any, value: Any, findings: Findings) -> Entry | None:
    span = _span(source, key)
    if not isinstance(value, yaml.ScalarNode):
        findings.error("bad-catalogue", span, "The translation of this should be one text.", _SAMPLE)
        return None
    # YAML has its own way to write a character that cannot be seen, so that it does not stand in the file itself.
    at = first_invisible(value.value, "")
    if at is not None:
        words = f"The translation holds a character that cannot be seen (U+{ord(value.value[at]):04X})."
        findings.error("bad-catalogue", _span(source, value), words)
        return None
    if len(value.value) > LONGEST:
        words = f"This text has {len(value.value)} characters. I read at most {LONGEST}."
        findings.error("bad-catalogue", _span(source, value), words)
        return None
    entry = Entry(key.value, value.value.strip(), span)
    if entry.translation and not _same_placeholders(entry, _span(source, value), findings):
        return None
    return entry


def _same_placeholders(entry: Entry, span: Span, findings: Findings) -> bool:
    """In any order, and as often as the language needs them: but those that there are, and no others."""
    there, here = (dict.fromkeys(_BRACES.findall(text)) for text in (entry.text, entry.translation))
    lost = [each for each in there if each not in here]
    odd = [each for each in here if each not in there]
    if not lost and not odd:
        return True
    parts = [f"{_listed(lost)} is missing"] * bool(lost) + [f"{_listed(odd)} is not in the text"] * bool(odd)
    hint = f"What stands in braces stays as it is: {_listed(there)}" if there else "This text has nothing in braces."
    findings.error("wrong-placeholders", span, f"In this translation {' and '.join(parts)}.", hint)
    return False


def check_entries(entries: Iterable[Entry], known: Iterable[str], findings: Findings) -> None:
    """Reports the texts that stand nowhere in the rulebook."""
    texts = set(known)
    for entry in entries:
        if entry.text not in texts:
            findings.unknown(
                "nothing-to-translate",
                entry.text,
                entry.span,
                "Nothing in the rulebook reads like this.",
                sorted(texts),
                "A text is addressed by all of its words, as they stand between the quotation marks.",
                severity="warning",
            )


def missing(texts: Iterable[str], words: dict[str, str]) -> list[str]:
    """The texts without a translation, each once. What has no letters is the same in every language."""
    return [
        text
        for text in dict.fromkeys(texts)
        if text not in words and any(letter.isalpha() for letter in _BRACES.sub("", text))
    ]


def _listed(several: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in several)


def _span(source: Source, node: Any) -> Span:
    start, end = node.start_mark, node.end_mark
    if end.line != start.line:
        return source.span(start.line + 1, start.column + 1, start.line + 1, len(source.line(start.line + 1)) + 1)
    return source.span(start.line + 1, start.column + 1, end.line + 1, max(end.column, start.column + 1) + 1)
