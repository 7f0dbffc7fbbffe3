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
from rulewright.interpreter.ir.store import StoreProblem, digest, from_json
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.link import Linked, blame_variants, link
from rulewright.interpreter.lower import lower
from rulewright.interpreter.model.declare import declare
from rulewright.interpreter.source import Heading, Loader, Source, SourceProblem, decode
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
    original: str = ""  # of a translation: the digest of the rulebook in its own words


def compile_source(
    source: Source,
    loader: Loader,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Compiled:
    findings = Findings()
    linked = link(source, loader, findings, variants)
    program = _compiled(linked, options, findings) if linked is not None else None
    original = ""
    if language is not None and linked is not None and program is not None and not findings.failed:
        from rulewright.interpreter.link.translate import translated  # others do not wait for YAML

        original = digest(program)
        other = translated(linked, loader, language, findings)
        again = Findings()  # what is wrong with the rules was told already
        program = _compiled(other, options, again)
        if again.failed:
            findings.extend(again.diagnostics)
    return Compiled(None if findings.failed else program, findings.diagnostics, original)


def _compiled(linked: Linked, options: Mapping[str, str] | None, findings: Findings) -> Program | None:
    program = None
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
    return program


def check(
    where: str | PathLike[str] | Source,
    loader: Loader | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    language: str | None = None,
) -> tuple[Diagnostic, ...]:
    """Everything that is to be said about a rulebook, and its catalogue: errors and warnings, by position."""
    loader = loader or Loader()
    if _is_compiled(where):
        load(where, language=language)
        return ()
    return compile_source(_source(where, loader), loader, variants, options, language).diagnostics


def load(
    where: str | PathLike[str] | Source,
    loader: Loader | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Rulebook:
    """The rulebook or variant of this name or at this path, compiled; a path that ends in .json was compiled before.

    `variants` are laid on it by name, and `options` are its settings: `{"weeks": "4"}`. In a `language` other than its
    own it reads as the catalogue beside it says.
    """
    from rulewright.interpreter.runtime.rulebook import Rulebook  # whoever only checks does not wait for the machine

    loader = loader or Loader()
    if _is_compiled(where):
        if language is not None:
            words = f"{fspath(where)} is compiled, and has only the language that it was written in."
            raise SourceProblem("language-not-found", words, language)
        return Rulebook(_stored(fspath(where)))
    compiled = compile_source(_source(where, loader), loader, variants, options, language)
    if compiled.program is None:
        raise RulebookError(compiled.diagnostics)
    return Rulebook(compiled.program, language, compiled.original)


def languages(where: str | PathLike[str] | Source, loader: Loader | None = None) -> tuple[str, ...]:
    """Those that a rulebook or variant is translated into, by catalogues beside it or beside what it varies."""
    loader = loader or Loader()
    if _is_compiled(where):
        return ()
    source = _source(where, loader)
    found = set(loader.languages(source))
    below: set[str] = set()
    while (heading := Heading.of(source.text)) is not None and heading.base is not None and heading.base not in below:
        below.add(heading.base)
        try:
            source = loader.rulebook(heading.base)
        except SourceProblem:
            break  # whoever loads it is told
        found.update(loader.languages(source))
    return tuple(sorted(found))


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
