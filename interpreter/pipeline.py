"""The whole way: from a name or path to a rulebook that plays, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from attrs import frozen

from rulewright.interpreter.checks import check_program
from rulewright.interpreter.diagnostics import Diagnostic, Findings, blame_declarations, point_to_libraries
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.link import Linked, beaten_rules, blame_variants, link
from rulewright.interpreter.link.addresses import key_of
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
    parts: Mapping[str, str] = {}  # the digests of the texts of the rulebook and of each variant


def compile_source(
    source: Source,
    loader: Loader,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Compiled:
    read = Findings()
    linked = link(source, loader, read, variants)
    if linked is None:
        return Compiled(None, read.diagnostics)
    findings = read.copy()
    program = _compiled(linked, options, findings)
    beaten = beaten_rules(findings, linked.layers)
    if beaten:
        # Which rules are in each other's way is only known now. Without those that `prefer` lets lose, there are none.
        findings = read.copy()
        linked = linked.without(beaten, findings)
        program = _compiled(linked, options, findings)
    findings.keep_warnings_about(linked.mendable)
    if findings.failed:
        point_to_libraries(findings, loader)
    original = ""
    if language is not None and program is not None and not findings.failed:
        from rulewright.interpreter.ir.store import digest  # others do not wait for these, nor for YAML
        from rulewright.interpreter.link.translate import translated

        original = digest(program)
        other = translated(linked, loader, language, findings)
        again = Findings()  # what is wrong with the rules was told already
        program = _compiled(other, options, again)
        if again.failed:
            findings.extend(again.diagnostics)
    parts = _parts(linked) if linked is not None else {}
    return Compiled(None if findings.failed else program, findings.diagnostics, original, parts)


def _parts(linked: Linked) -> dict[str, str]:
    """A digest of the files of the rulebook and of those of each variant."""
    varying = {layer.name: layer.files for layer in linked.layers}
    of_variants = {each for files in varying.values() for each in files}
    heading = Heading.of(linked.heads[0].text)
    name = heading.name if heading is not None else linked.book.name.text
    files = {name: tuple(each for each in linked.own if each not in of_variants), **varying}
    return {name: sha256("\0".join(each.text for each in own).encode()).hexdigest() for name, own in files.items()}


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
    blame_variants(findings, linked.layers, linked.declarations, linked.base[1])
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
    return Rulebook(compiled.program, language, compiled.original, compiled.parts)


def addressable(where: str | PathLike[str] | Source, loader: Loader | None = None) -> dict[str, tuple[str, ...]]:
    """What a variant can address in a rulebook by name: `zone`, `state`, `rule` and so on, each with its names."""
    loader = loader or Loader()
    findings = Findings()
    linked = link(_source(where, loader), loader, findings)
    if linked is None or findings.failed:
        raise RulebookError(findings.diagnostics)
    found: dict[str, list[str]] = {}
    for declaration in linked.declarations:
        key = key_of(declaration)
        if key is not None and declaration.span.source in linked.own:
            found.setdefault(key[0], []).append(key[1])
    return {word: tuple(names) for word, names in found.items()}


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
    from rulewright.interpreter.ir.store import StoreProblem, from_json  # what is compiled here needs neither of them
    from rulewright.interpreter.ir.verify import verify

    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise SourceProblem("source-unreadable", f"I cannot read {path}: {error.strerror or error}.", path) from None
    if len(data) > LARGEST:
        raise SourceProblem("source-too-long", f"{path} has more than {LARGEST} bytes, and I read no more.", path)
    try:
        program = from_json(decode(data, path))
    except StoreProblem as problem:
        raise SourceProblem("bad-program", f"I cannot use {path}. {problem}", path) from None
    faults = verify(program)
    if faults:
        raise SourceProblem("bad-program", f"{path} breaks a promise of the IR: {faults[0]}.", path)
    return program
