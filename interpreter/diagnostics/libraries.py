"""A name that means nothing, and that a part of the standard library has: `use` is missing."""

from __future__ import annotations

import re

from attrs import evolve

from rulewright.interpreter.diagnostics.diagnostic import Diagnostic
from rulewright.interpreter.diagnostics.findings import Findings
from rulewright.interpreter.source import Loader

DECLARED = re.compile(
    r"^(effect|value|action|phase|die|enum|kind|zone|table) (\w+)(?: \"[^\"]*\")?(\([^)]*\))?", re.MULTILINE
)
UNKNOWN = ("unknown-name", "unknown-keyword", "unknown-kind", "unknown-type", "unknown-zone")


def point_to_libraries(findings: Findings, loader: Loader) -> None:
    unknown = [each for each in findings.diagnostics if each.code in UNKNOWN and not each.near and not _misplaced(each)]
    if not unknown:
        return
    offered = {
        found[2]: (library, found[1], f"{found[2]}{found[3] or ''}")
        for library in loader.libraries()
        for found in DECLARED.finditer(loader.library(library).text)
    }
    for each in unknown:
        if each.span.text in offered:
            library, noun, form = offered[each.span.text]
            hint = f"`{library}` has the {noun} `{form}`: add `use {library}` below the rulebook line."
            findings.replace([each], evolve(each, hint=hint))


def _misplaced(found: Diagnostic) -> bool:
    """A call where nothing can be called: with `use` it would be as wrong."""
    follows = found.span.source.line(found.span.line)[found.span.end_column - 1 :]
    return found.code == "unknown-keyword" and follows.startswith("(")
