"""Follows `use`, `include` and `variant … of` from one file to the whole rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rulewright.interpreter.diagnostics import Findings, Label, did_you_mean
from rulewright.interpreter.link.conflicts import resolved
from rulewright.interpreter.link.losses import without_rules
from rulewright.interpreter.link.variants import Layer, Lost, in_order, say_whose, varied
from rulewright.interpreter.source import Heading, Loader, Source, SourceProblem, Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.parser import parse

MOST_FILES = 200
MOST_TEXT = 2_000_000  # characters in all files together
MOST_LINES = 20_000  # that say something, in all files together
MOST_VARIANTS = 40


@frozen
class Linked:
    book: nodes.Book
    declarations: tuple[nodes.Declaration, ...]  # libraries first, then the rulebook's own in the order they are read
    sources: tuple[Source, ...]
    own: tuple[Source, ...]  # without the libraries
    variants: tuple[str, ...]  # those that were asked for besides the file itself
    mendable: tuple[Source, ...]  # what the author of the variants can mend; all of it, where there are none
    layers: tuple[Layer, ...]  # all variants, the lowest first
    titles: tuple[str, ...]  # that of the rulebook and those of the variants, which make up the title of it all
    base: tuple[nodes.Book, tuple[nodes.Declaration, ...]]  # without the variants
    lost: Lost  # what the variants give up for one another

    @property
    def heads(self) -> tuple[Source, ...]:
        """The files of the rulebook and of its variants, without what they include; the lowest first."""
        return (self.book.span.source, *(layer.node.span.source for layer in self.layers))

    def without(self, rules: Sequence[Span], findings: Findings) -> Linked:
        """The same rulebook, where its variants give up these rules, too."""
        lost = self.lost | without_rules(self.layers, self.lost, rules)
        book, declarations = varied(*self.base, self.layers, lost, findings)
        book = evolve(book, title=self.book.title, name=self.book.name)
        return evolve(self, book=book, declarations=tuple(declarations), lost=lost)


def link(source: Source, loader: Loader, findings: Findings, variants: Sequence[str] = ()) -> Linked | None:
    """None where there is no rulebook to go on with."""
    linker = _Linker(loader, findings)
    chosen: list[Layer] = []
    found = linker.rulebook(source, (), chosen)
    if found is None:
        return None
    book, own = found
    named = []
    for name in sorted(set(variants)):
        _must_be_there(name, loader)
        layer = linker.variant_called(nodes.Name(name, book.span), linker.root, ())
        if layer is not None:
            chosen.append(layer)
            named.append(name)
    sources = tuple(linker.sources)
    files = tuple(each for each in sources if each not in linker.library_sources)
    mendable = sources
    declarations = [*linker.libraries, *own]
    base = book, tuple(declarations)
    layers = in_order(chosen)
    say_whose(layers, declarations)
    titles = [book.title]
    lost = resolved(layers, declarations, findings)
    if lost is None:
        return None
    if chosen:
        book, declarations = varied(book, declarations, layers, lost, findings)
        titles = [book.title, *dict.fromkeys(layer.node.title or layer.name for layer in chosen)]
        book = evolve(book, title=whole_title(titles))
        if linker.top is not None:
            book = evolve(book, name=linker.top.node.name)
        mendable = tuple(each for layer in chosen for each in layer.files)
    return Linked(
        book, tuple(declarations), sources, files, tuple(named), mendable, tuple(layers), tuple(titles), base, lost
    )


def _must_be_there(variant: str, loader: Loader) -> None:
    """What was named on the command line stands in no file that a message could point to."""
    try:
        loader.rulebook(variant)
    except SourceProblem as problem:
        if problem.code == "rulebook-not-found":
            raise SourceProblem(
                problem.code, f"There is no variant `{variant}`.", variant, problem.candidates
            ) from None
        raise


def whole_title(titles: Sequence[str]) -> str:
    """One title of that of a rulebook and those of its variants."""
    book, variants = titles[0], " + ".join(titles[1:])
    return f"{book}: {variants}" if book and variants else book or variants


class _Linker:
    def __init__(self, loader: Loader, findings: Findings) -> None:
        self.loader = loader
        self.findings = findings
        self.sources: list[Source] = []
        self.libraries: list[nodes.Declaration] = []
        self.library_sources: list[Source] = []
        self.used: set[str] = set()  # libraries
        self.files: list[Source] = []  # of the rulebook or variant that is being read: two may include the same
        self.read_names: set[str] = set()  # of these files
        self.text = 0  # characters that were read
        self.lines = 0
        self.layers: dict[str, Layer] = {}  # the variants that were read, by name
        self.root = ""  # the rulebook under them all
        self.root_files: tuple[Source, ...] = ()
        self.top: Layer | None = None  # the variant that was asked for, where it was one

    # --- rulebooks and variants -------------------------------------------------------------------------------------

    def rulebook(
        self, source: Source, above: tuple[str, ...], layers: list[Layer]
    ) -> tuple[nodes.Book, list[nodes.Declaration]] | None:
        """The book at the bottom; the variants on the way down are added to `layers`."""
        own, files = self.read_all(source)
        book = self.head(own, source)
        if isinstance(book, nodes.Variant):
            return self.varied_book(own, files, book, above, layers)
        if book is None:
            self.no_rulebook(source)
            return None
        self.root, self.root_files = book.name.text, files
        for patch in own:
            if isinstance(patch, PATCHES):
                self.findings.error(
                    "nothing-to-change",
                    patch.span,
                    "Only a variant changes what stands somewhere else.",
                    "Begin the file like this: variant my_way of the_game",
                )
        return book, [each for each in own if not isinstance(each, PATCHES)]

    def head(self, own: list[nodes.Declaration], source: Source) -> nodes.Book | nodes.Variant | None:
        """The line with which a file begins; the files that it includes have none."""
        heads = [each for each in own if isinstance(each, (nodes.Book, nodes.Variant))]
        if not heads:
            return None
        first, *more = heads
        for second in more:
            message = "A file holds one rulebook, and this is the second."
            hint = f"The first is `{first.name.text}`; put this one in a file of its own."
            if second.span.source != source:
                message, hint = "This file is included, so it is a part of another rulebook.", "Remove this line."
            self.findings.error("declared-twice", second.span, message, hint)
        return first

    def no_rulebook(self, source: Source) -> None:
        if not self.findings.failed:
            self.findings.error(
                "no-rulebook",
                source.span(1, 1),
                "This file does not begin with a `rulebook` line.",
                'A rulebook begins like this: rulebook my_game "My Game"',
            )

    def varied_book(
        self,
        own: list[nodes.Declaration],
        files: tuple[Source, ...],
        node: nodes.Variant,
        above: tuple[str, ...],
        layers: list[Layer],
    ) -> tuple[nodes.Book, list[nodes.Declaration]] | None:
        if node.base.text in (*above, node.name.text) or len(above) > MOST_VARIANTS:
            self.findings.error(
                "include-circle",
                node.base.span,
                f"`{node.name.text}` cannot vary itself, nor a variant that varies it.",
                "Below all variants lies a rulebook.",
            )
            return None
        base = self.fetch(node.base)
        if base is None:
            return None
        lower: list[Layer] = []
        found = self.rulebook(base, (*above, node.name.text), lower)
        if found is None:
            return None
        layer = Layer(node, self.patches(own), files, lower)
        self.layers[node.name.text] = layer
        for other in node.others:
            beside = self.variant_called(other, self.root, (*above, node.name.text))
            if beside is not None:
                layer.below.append(beside)
        self.only_new(layer)
        layers[:] = [layer]
        if not above:
            self.top = layer
        return found

    def patches(self, own: list[nodes.Declaration]) -> list[nodes.Declaration]:
        patches = (each for each in own if not isinstance(each, (nodes.Variant, nodes.Book)))
        return [each.declaration if isinstance(each, nodes.Addition) else each for each in patches]

    def variant_called(self, name: nodes.Name, root: str, above: tuple[str, ...]) -> Layer | None:
        """A variant to be laid on the same rulebook as others."""
        source = self.fetch(name)
        if source is None:
            return None
        known = next((each for each in self.layers.values() if each.node.span.source == source), None)
        if known is not None and known.name not in above:
            return known
        own, files = self.read_all(source)
        node = self.head(own, source)
        if not isinstance(node, nodes.Variant):
            self.findings.error(
                "wrong-base",
                name.span,
                f"`{name.text}` is a rulebook, and not a variant, so it cannot be laid on another.",
                "A variant begins like this: variant my_way of the_game",
            )
            return None
        if node.name.text in above:
            self.findings.error("include-circle", name.span, "These variants need one another in a circle.")
            return None
        twin = self.layers.get(node.name.text)
        if twin is not None:
            message = f"Two files hold a variant called `{node.name.text}`."
            label = Label(twin.node.span, "The other one stands here:")
            self.findings.error("declared-twice", node.span, message, "Give one of them another name.", [label])
            return None
        if len(self.layers) >= MOST_VARIANTS:
            self.refuse("wrong-count", name, f"More than {MOST_VARIANTS} variants are played together.")
            return None
        layer = Layer(node, self.patches(own), files)
        self.layers[node.name.text] = layer
        inside = (*above, node.name.text)
        if node.base.text != root:
            below = self.variant_called(node.base, root, inside) if self.is_variant(node.base) else None
            if below is None:
                self.findings.error(
                    "wrong-base",
                    node.base.span,
                    f"`{node.name.text}` varies `{node.base.text}`, but here `{root}` is played.",
                    f"Only variants of `{root}` can be played with it.",
                )
                return None
            layer.below.append(below)
        for other in node.others:
            beside = self.variant_called(other, root, inside)
            if beside is not None:
                layer.below.append(beside)
        self.only_new(layer)
        return layer

    def only_new(self, layer: Layer) -> None:
        """What a variant includes that lies below it already is not there twice."""
        below = {*self.root_files, *(file for each in layer.under for file in each.files)}
        layer.patches = [each for each in layer.patches if each.span.source not in below]
        layer.files = tuple(each for each in layer.files if each not in below)

    def is_variant(self, name: nodes.Name) -> bool:
        try:
            heading = Heading.of(self.loader.rulebook(name.text).text)
        except SourceProblem:
            return False
        return heading is not None and heading.word == "variant"

    def fetch(self, name: nodes.Name) -> Source | None:
        try:
            return self.loader.rulebook(name.text)
        except SourceProblem as problem:
            self.report(problem, name)
            return None

    # --- files ------------------------------------------------------------------------------------------------------

    def read_all(self, source: Source) -> tuple[list[nodes.Declaration], tuple[Source, ...]]:
        """The declarations of a file and of what it includes, and these files."""
        self.files = []
        self.read_names = set()
        declarations = self.read(source)
        return declarations, tuple(self.files)

    def read(self, source: Source, open_files: tuple[str, ...] = ()) -> list[nodes.Declaration]:
        """The declarations of a file, and in their place those of the files that it includes."""
        self.files.append(source)
        if source not in self.sources:
            self.sources.append(source)
        self.read_names.add(identity(source))
        self.text += len(source.text)
        self.lines += sum(1 for line in source.lines if line.strip() and not line.lstrip().startswith("#"))
        if self.text > MOST_TEXT or self.lines > MOST_LINES:
            words = f"{MOST_TEXT // 1_000_000} MB of text" if self.text > MOST_TEXT else f"{MOST_LINES} lines"
            self.findings.error(
                "source-too-long", source.span(1, 1), f"With this file the rulebook has more than {words}."
            )
            self.findings.all_lost = True
            return []
        inside = (*open_files, source.name)
        found: list[nodes.Declaration] = []
        for declaration in parse(source, self.findings):
            if isinstance(declaration, nodes.Include):
                found.extend(self.include(declaration.file, source, inside))
                continue
            found.append(declaration)
            if isinstance(declaration, (nodes.Book, nodes.Variant)):
                for use in declaration.uses:
                    self.use(use)
                for include in declaration.includes:
                    found.extend(self.include(include, source, inside))
        return found

    def use(self, name: nodes.Name) -> None:
        if name.text in self.used:
            return
        self.used.add(name.text)
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
        if identity(source) in self.read_names:
            return []
        if len(self.sources) >= MOST_FILES:
            self.refuse("wrong-count", name, f"This rulebook has more than {MOST_FILES} files.")
            return []
        if self.text + len(source.text) > MOST_TEXT:
            words = f"With this file the rulebook has more than {MOST_TEXT // 1_000_000} MB of text."
            self.refuse("source-too-long", name, words)
            return []
        return self.read(source, open_files)

    def refuse(self, code: str, name: nodes.Name, message: str) -> None:
        self.findings.error(code, name.span, message)
        self.findings.all_lost = True

    def report(self, problem: SourceProblem, name: nodes.Name) -> None:
        self.findings.error(problem.code, name.span, problem.message, did_you_mean(name.text, problem.candidates))
        self.findings.all_lost = True


def identity(source: Source) -> str:
    """Two files may be shown by the same name, and one file may be found by two ways."""
    return str(source.path.resolve()) if source.path is not None else source.name


PATCHES = (
    nodes.Addition,
    nodes.Replace,
    nodes.Remove,
    nodes.ChangePiece,
    nodes.ChangeKind,
    nodes.ChangeEnum,
    nodes.ChangeDie,
    nodes.ChangeWords,
    nodes.ChangeZone,
    nodes.ChangeState,
    nodes.ChangeValue,
    nodes.ChangeOption,
    nodes.ChangeTable,
    nodes.ChangeBody,
)
