"""A grammar for editors that know TextMate's, made from the words of the language: colours, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.interpreter.syntax.words import BEFORE_NAME, BEFORE_OF, BLOCKS, LINE_WORDS, QUANTIFIERS, RESERVED

SCOPE = "source.rules"
_FIXED = "me this active owner event players winners none yes no".split()
_TYPES = "number flag player piece zone".split()


def editor_grammar() -> dict[str, Any]:
    """As JSON, this is a `.tmLanguage.json`."""
    first = set().union(*BLOCKS.values())
    inside = set().union(RESERVED, QUANTIFIERS, BEFORE_OF, BEFORE_NAME, *LINE_WORDS.values(), {"x", "chooses"})
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulewright",
        "scopeName": SCOPE,
        "fileTypes": ["rules"],
        "patterns": [
            _match(r"#.*$", "comment.line.number-sign"),
            _match(r'"[^"]*"', "string.quoted.double"),
            _match(r"\bcite\b(?=\s+[A-Z]{1,8}-)", "keyword.other.cite"),
            _match(r"\b[A-Z]{1,8}-[A-Z]?[0-9]+[a-z]?\b", "constant.other.citation"),
            _match(rf"^\s*{_words(first)}(?!\()", "keyword.control"),
            _match(r"\.[a-z_][A-Za-z0-9_]*", "variable.other.property"),
            _match(r"\b[A-Z][A-Za-z0-9_]*\b", "entity.name.type"),
            _match(r"\b[0-9]+\b", "constant.numeric"),
            _match(_words(_FIXED), "variable.language"),
            _match(_words(inside - set(_FIXED)) + r"(?!\()", "keyword.operator.word"),
            _match(_words(_TYPES), "support.type"),
            _match(r"\b[a-z_][A-Za-z0-9_]*(?=\()", "entity.name.function"),
        ],
    }


def _match(pattern: str, scope: str) -> dict[str, str]:
    return {"match": pattern, "name": f"{scope}.rules"}


def _words(words: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"
