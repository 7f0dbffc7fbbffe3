"""How the tests of the language read a text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.interpreter.diagnostics import Diagnostic, Findings
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[2]
PATHS = [
    path for folder in ("rules", "stdlib", "tests/language/hard_passages") for path in (ROOT / folder).rglob("*.rules")
]
# Pending passages are not of this language yet.
BOOKS = [text for path in sorted(PATHS) if path.parent.name != "pending" and (text := path.read_text(encoding="utf-8"))]


def read(text: str) -> tuple[tuple[nodes.Declaration, ...], tuple[Diagnostic, ...]]:
    findings = Findings()
    return parse(Source("test.rules", text), findings), findings.diagnostics


def faults(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of everything that is wrong with a text."""
    return [(each.code, each.span.line, each.span.column) for each in read(text)[1]]


def declared(text: str) -> Any:
    """The only declaration of a sound text."""
    found, diagnostics = read(text)
    assert not diagnostics, [f"{each.span}: {each.message} {each.hint}" for each in diagnostics]
    (declaration,) = found
    return declaration


def indented(text: str, by: int = 4) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())


def statement(text: str, under: str = "effect e") -> Any:
    """The only statement of a body."""
    (found,) = declared(f"{under}\n{indented(text)}\n").body
    return found


def expression(text: str) -> Any:
    return declared(f"value v: number = {text}\n").body
