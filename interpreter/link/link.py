"""Follows `use` and `include` from a rulebook's own file."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.diagnostics import Findings, did_you_mean
from rulewright.interpreter.source import Loader, Source, SourceProblem
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.parser import parse

MOST_FILES = 200


@frozen
class Linked:
    book: nodes.Book
    declarations: tuple[nodes.Declaration, ...]  # libraries first, then the rulebook's own in the order they are read
    sources: tuple[Source, ...]
    own: tuple[Source, ...]  # without the libraries


def link(source: Source, loader: Loader, findings: Findings) -> Linked | None:
    """None where there is no rulebook to go on with."""
    linker = _Linker(loader, findings)
    own = linker.read(source)
    books = [each for each in own if isinstance(each, nodes.Book)]
    if not books:
        if not findings.failed:
            findings.error(
                "no-rulebook",
                source.span(1, 1),
                "This file does not begin with a `rulebook` line.",
                'A rulebook begins like this: rulebook my_game "My Game"',
            )
        return None
    for second in books[1:]:
        findings.error(
            "declared-twice",
            second.span,
            "A file holds one rulebook, and this is the second.",
            f"The first is `{books[0].name.text}`; put this one in a file of its own.",
        )
    sources = tuple(linker.sources)
    files = tuple(each for each in sources if each not in linker.library_sources)
    return Linked(books[0], (*linker.libraries, *own), sources, files)


class _Linker:
    def __init__(self, loader: Loader, findings: Findings) -> None:
        self.loader = loader
        self.findings = findings
        self.sources: list[Source] = []
        self.libraries: list[nodes.Declaration] = []
        self.library_sources: list[Source] = []
        self.read_names: set[str] = set()

    def read(self, source: Source, open_files: tuple[str, ...] = ()) -> list[nodes.Declaration]:
        """The declarations of a file, and in their place those of the files that it includes."""
        self.sources.append(source)
        self.read_names.add(source.name)
        found: list[nodes.Declaration] = []
        for declaration in parse(source, self.findings):
            found.append(declaration)
            if isinstance(declaration, nodes.Book):
                for use in declaration.uses:
                    self.use(use)
                for include in declaration.includes:
                    found.extend(self.include(include, source, (*open_files, source.name)))
        return found

    def use(self, name: nodes.Name) -> None:
        if name.text in self.read_names:
            return
        self.read_names.add(name.text)
        try:
            library = self.loader.library(name.text)
        except SourceProblem as problem:
            self.report(problem, name)
            return
        self.sources.append(library)
        self.library_sources.append(library)
        for declaration in parse(library, self.findings):
            if isinstance(declaration, nodes.Book):
                for use in declaration.uses:
                    self.use(use)
            else:
                self.libraries.append(declaration)

    def include(self, name: nodes.Name, within: Source, open_files: tuple[str, ...]) -> list[nodes.Declaration]:
        try:
            source = self.loader.include(name.text, within)
        except SourceProblem as problem:
            self.report(problem, name)
            return []
        if source.name in open_files:
            self.findings.error(
                "include-circle",
                name.span,
                f"`{name.text}` is being read already: these files include one another in a circle.",
                "It goes like this: " + " -> ".join((*open_files[open_files.index(source.name) :], source.name)),
            )
            return []
        if source.name in self.read_names:
            return []
        if len(self.sources) >= MOST_FILES:
            self.findings.error("include-not-found", name.span, f"This rulebook has more than {MOST_FILES} files.")
            return []
        return self.read(source, open_files)

    def report(self, problem: SourceProblem, name: nodes.Name) -> None:
        self.findings.error(problem.code, name.span, problem.message, did_you_mean(name.text, problem.candidates))
        self.findings.all_lost = True
