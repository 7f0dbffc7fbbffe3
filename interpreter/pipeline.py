"""The whole way: from a name or path to a rulebook that plays, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from attrs import frozen

from rulewright.interpreter.checks import check_program
from rulewright.interpreter.diagnostics import Diagnostic, Findings, blame_declarations
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.ir.store import StoreProblem, from_json
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.link import blame_variants, link
from rulewright.interpreter.lower import lower
from rulewright.interpreter.model.declare import declare
from rulewright.interpreter.source import Loader, Source, SourceProblem, decode
from rulewright.interpreter.text import compose

if TYPE_CHECKING:
    from rulewright.interpreter.runtime.rulebook import Rulebook

COMPILED = ".json"
LARGEST = 50_000_000  # bytes of a compiled rulebook


class RulebookError(Exception):
    """A rulebook with mistakes; `diagnostics` are all of them."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        first = diagnostics[0]
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        super().__init__(f"{first.span}: {first.message}{more}")
        self.diagnostics = diagnostics


@frozen
class Compiled:
    program: Program | None  # None where there is an error among the diagnostics
    diagnostics: tuple[Diagnostic, ...]


def compile_source(
    source: Source, loader: Loader, variants: Sequence[str] = (), options: Mapping[str, str] | None = None
) -> Compiled:
    findings = Findings()
    program = None
    linked = link(source, loader, findings, variants)
    if linked is not None:
        model = declare(linked, findings, options)
        try:
            program = lower(linked, model)
            if program is not None:
                check_program(linked, model, program, findings)
                program = compose(linked, model, program, findings)
        except RecursionError:
            # Every expression and block has its limit; here too many of them stand on one another.
            findings.error(
                "too-deep",
                linked.book.span,
                "This rulebook goes deeper than I can follow: too many values or fields need one another.",
                "Look for a long chain in which each needs the next, and let some of them stand by themselves.",
            )
        blame_declarations(findings, linked.own, model.agreed)
        blame_variants(findings, linked.layers)
        findings.keep_warnings_about(linked.mendable)
    return Compiled(None if findings.failed else program, findings.diagnostics)


def check(
    where: str | PathLike[str] | Source,
    loader: Loader | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
) -> tuple[Diagnostic, ...]:
    """Everything that is to be said about a rulebook: errors and warnings, by position."""
    loader = loader or Loader()
    if _is_compiled(where):
        load(where)
        return ()
    return compile_source(_source(where, loader), loader, variants, options).diagnostics


def load(
    where: str | PathLike[str] | Source,
    loader: Loader | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
) -> Rulebook:
    """The rulebook or variant of this name or at this path, compiled; a path that ends in .json was compiled before.

    `variants` are laid on it by name, and `options` are its settings: `{"weeks": "4"}`.
    """
    from rulewright.interpreter.runtime.rulebook import Rulebook  # whoever only checks does not wait for the machine

    loader = loader or Loader()
    if _is_compiled(where):
        return Rulebook(_stored(fspath(where)))
    compiled = compile_source(_source(where, loader), loader, variants, options)
    if compiled.program is None:
        raise RulebookError(compiled.diagnostics)
    return Rulebook(compiled.program)


def _is_compiled(where: str | PathLike[str] | Source) -> TypeGuard[str | PathLike[str]]:
    return not isinstance(where, Source) and fspath(where).endswith(COMPILED)


def _source(where: str | PathLike[str] | Source, loader: Loader) -> Source:
    return where if isinstance(where, Source) else loader.rulebook(fspath(where))


def _stored(path: str) -> Program:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise SourceProblem("source-unreadable", f"I cannot read {path}: {error.strerror or error}.", path) from None
    if len(data) > LARGEST:
        raise SourceProblem("source-too-long", f"{path} has {len(data)} bytes. I read at most {LARGEST}.", path)
    try:
        program = from_json(decode(data, path))
    except StoreProblem as problem:
        raise SourceProblem("bad-program", f"I cannot use {path}. {problem}", path) from None
    faults = verify(program)
    if faults:
        raise SourceProblem("bad-program", f"{path} breaks a promise of the IR: {faults[0]}.", path)
    return program
