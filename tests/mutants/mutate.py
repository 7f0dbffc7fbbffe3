"""Single-edit mutants of rulebooks: what a hurried author gets wrong. Generated from a seed, always the same.

No mutant is another sound rulebook by construction: a mistyped word becomes one that stands nowhere else, a name is
replaced by one of a sort that cannot stand there, and so on. What the compiler says about them is not looked at here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from attrs import evolve, frozen

from rulewright.interpreter.diagnostics import Diagnostic, Findings
from rulewright.interpreter.link import link
from rulewright.interpreter.pipeline import check
from rulewright.interpreter.source import Heading, Loader, Source
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.layout import lay_out
from rulewright.interpreter.syntax.parser import parse
from rulewright.interpreter.syntax.words import BLOCKS, LINE_WORDS, RESERVED
from tests.mutants.names import Found, names_of

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LANGUAGE = frozenset(RESERVED).union(*BLOCKS.values(), *LINE_WORDS.values())


@frozen
class Mutant:
    """`right` are the names of which a hint should hold one, empty where no name was mistyped."""

    book: str  # the rulebook that the changed file belongs to
    file: str
    way: str
    line: int
    before: str
    after: str
    text: str
    right: tuple[str, ...] = ()
    role: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} [{self.way}] {self.before!r} -> {self.after!r}"


class Book:
    """A file of a sound rulebook, read once."""

    def __init__(self, name: str, source: Source) -> None:
        self.book = name
        self.name = source.name
        self.lines = source.lines
        findings = Findings()
        self.declarations = parse(source, findings)
        self.names = names_of(self.declarations, source)
        self.tokens = [token for tokens in lay_out(source, findings).declarations for token in tokens]
        self.words = set(WORD.findall(source.text))

    def edited(self, way: str, line: int, column: int, before: str, after: str) -> Mutant:
        """One line with one part replaced."""
        old = self.lines[line - 1]
        assert old[column - 1 :].startswith(before), (self.name, line, column, before)
        new = old[: column - 1] + after + old[column - 1 + len(before) :]
        text = "\n".join([*self.lines[: line - 1], new, *self.lines[line:]])
        return Mutant(self.book, self.name, way, line, old.strip(), new.strip(), text)


class Changed(Loader):
    """Finds a mutant's text where its file would be."""

    def __init__(self, root: Path, mutant: Mutant) -> None:
        super().__init__(root, root)
        self.changed = root / mutant.file
        self.text = mutant.text

    def _read(self, path: Path, real: Path | None = None) -> Source:
        source = super()._read(path, real)
        return evolve(source, text=self.text) if path == self.changed else source


def diagnosed(mutant: Mutant, root: Path) -> tuple[Diagnostic, ...]:
    return check(mutant.book, Changed(root, mutant))


def mistyped(word: str, rng: random.Random) -> str:
    """One letter changed, dropped, doubled, or two swapped."""
    at = rng.randrange(len(word))
    letter = rng.choice(LETTERS)
    ways = ["changed", "doubled"]
    if len(word) > 2:
        ways += ["dropped", "swapped"]
    match rng.choice(ways):
        case "changed":
            return word[:at] + (letter.upper() if word[at].isupper() else letter) + word[at + 1 :]
        case "doubled":
            return word[:at] + word[at] + word[at:]
        case "dropped":
            return word[:at] + word[at + 1 :]
    other = rng.randrange(len(word) - 1)
    return word[:other] + word[other + 1] + word[other] + word[other + 2 :]


def new_word(word: str, known: set[str], rng: random.Random) -> str | None:
    """A mistyped word that means nothing anywhere, and still looks like a word of its sort."""
    for _ in range(20):
        found = mistyped(word, rng)
        sort = found[:1].isupper() == word[:1].isupper()
        if found not in known and found not in LANGUAGE and WORD.fullmatch(found) and sort:
            return found
    return None


# --- ways to go wrong ------------------------------------------------------------------------------------------------


def in_a_keyword(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
    keywords = [each for each in book.tokens if each.type.startswith("K_") and WORD.fullmatch(str(each))]
    if not keywords:
        return None
    token = rng.choice(keywords)
    wrong = new_word(str(token), known, rng)
    return book.edited("keyword", token.line or 1, token.column or 1, str(token), wrong) if wrong else None


def in_a_name(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
    used = [each for each in book.names if not each.declared]
    return _misspelt("name", book, rng.choice(used), rng, known) if used else None


def in_a_declared_name(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
    """Of something that is spoken of in other lines too; else the mutant would only be another rulebook."""
    elsewhere = {each.text for each in book.names if not each.declared and each.role != "Zone.seen_by"}
    declared = [each for each in book.names if each.declared and each.text in elsewhere]
    if not declared:
        return None
    found = rng.choice(declared)
    return _misspelt("declared name", book, found, rng, known)


def _misspelt(way: str, book: Book, found: Found, rng: random.Random, known: set[str]) -> Mutant | None:
    wrong = new_word(found.text, known, rng)
    if wrong is None:
        return None
    made = book.edited(way, found.line, found.column, found.text, wrong)
    # Where the declaration was mistyped, nobody can know which of the two was meant.
    return evolve(made, right=(found.text, wrong) if found.declared else (found.text,), role=found.role)


def by_another_name(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
    """A name that is something else altogether: where a player is wanted an effect, and so on."""
    effects = [d.name.text for d in book.declarations if isinstance(d, nodes.Callable) and d.name.text != "game"]
    zones = [d.name.text for d in book.declarations if isinstance(d, nodes.Zone)]
    others = {
        "Call.name": effects, "Perform.name": zones, "Stop.name": zones, "Rule.target": zones, "Offer.actions": zones,
        "Modify.value": zones, "Answers.seat": effects, "Expectation.seat": effects, "Turn.player:Ref": effects,
        "Attribute.of:Ref": [],
    }  # fmt: skip
    usable = [
        each for each in book.names if not each.declared and [x for x in others.get(each.role, ()) if x != each.text]
    ]
    if not usable:
        return None
    found = rng.choice(usable)
    other = rng.choice([each for each in others[found.role] if each != found.text])
    return book.edited("another name", found.line, found.column, found.text, other)


def in_an_indent(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
    """A line stands a little off, or at the edge.

    A line that is alone in its block may stand anywhere below its head, and some lines may stand at the edge as well.
    """
    heads = {token.line for before, token in pairwise(book.tokens) if before.type in ("_NL", "_INDENT", "_DEDENT")}
    numbers = [n for n, line in enumerate(book.lines, 1) if n in heads and line.startswith(" ")]
    if not numbers:
        return None
    number = rng.choice(numbers)
    line = book.lines[number - 1]
    width = len(line) - len(line.lstrip())
    wrong = rng.choice([width - 1, width + 1, width + 2, 0])
    if wrong == 0 and line.split()[0] in BLOCKS["top"]:
        return None
    if wrong > 0 and not _has_siblings(book.lines, number):
        return None
    return book.edited("indent", number, 1, " " * width, " " * wrong)


def _has_siblings(lines: tuple[str, ...], number: int) -> bool:
    """Whether another line of the same block is above or below."""

    def level(line: str) -> int | None:
        return None if not line.strip() or line.lstrip().startswith("#") else len(line) - len(line.lstrip())

    width = level(lines[number - 1]) or 0
    for others in (lines[number:], reversed(lines[: number - 1])):
        for each in map(level, others):
            if each is not None and each <= width:
                if each == width:
                    return True
                break
    return False


TYPES = ["number", "flag", "player", "0..9"]


def in_a_type(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
    written = [each for each in book.names if each.role.endswith(":Type")]
    if not written:
        return None
    found = rng.choice(written)
    other = rng.choice([each for each in TYPES if each != found.text and not (found.text == "number" and ".." in each)])
    return book.edited("type", found.line, found.column, found.text, other)


ARGUMENTS = re.compile(r"(?<=[a-z0-9_])\(([^()]+)\)")


def without_an_argument(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
    """The last argument of a call of a value, table or effect is left out. (A zone may have open keys.)"""
    params = {
        d.name.text: d.params for d in book.declarations if isinstance(d, (nodes.Callable, nodes.Value, nodes.Table))
    }
    calls = [each for each in book.names if each.role in ("Call.name", "Perform.name") and params.get(each.text)]
    if not calls:
        return None
    found = rng.choice(calls)
    start = found.column - 1 + len(found.text)
    match = ARGUMENTS.match(book.lines[found.line - 1], start)
    if match is None:
        return None
    fewer = match.group(1).rpartition(",")[0]
    return book.edited("argument", found.line, start + 1, match.group(), f"({fewer})")


def without_a_sign(signs: str, way: str) -> Callable[[Book, random.Random, set[str]], Mutant | None]:
    def without(book: Book, rng: random.Random, known: set[str]) -> Mutant | None:
        places = [
            (number, column)
            for number, line in enumerate(book.lines, 1)
            for column, sign in enumerate(line, 1)
            if sign in signs and not _in_text_or_comment(line, column, sign)
        ]
        if not places:
            return None
        number, column = rng.choice(places)
        return book.edited(way, number, column, book.lines[number - 1][column - 1], "")

    return without


def _in_text_or_comment(line: str, column: int, sign: str) -> bool:
    before = line[: column - 1]
    quoted = before.count('"') % 2 == 1 and sign != '"'
    return quoted or "#" in re.sub(r'"[^"]*"', "", before)


WAYS: dict[str, tuple[int, Callable[[Book, random.Random, set[str]], Mutant | None]]] = {
    "keyword": (50, in_a_keyword),
    "name": (90, in_a_name),
    "declared name": (20, in_a_declared_name),
    "another name": (30, by_another_name),
    "indent": (30, in_an_indent),
    "type": (20, in_a_type),
    "argument": (20, without_an_argument),
    "colon": (15, without_a_sign(":", "colon")),
    "parenthesis": (15, without_a_sign("()", "parenthesis")),
    "quote": (10, without_a_sign('"', "quote")),
}


def sound_files(root: Path) -> Iterator[Book]:
    """The files of the shipped rulebooks and of those that use the standard library."""
    loader = Loader(root, root)
    for path in sorted([*(root / "rules").rglob("*.rules"), *(root / "tests" / "stdlib").glob("*.rules")]):
        name = path.relative_to(root).as_posix()
        source = loader.rulebook(name)
        heading = Heading.of(source.text)
        if heading is None or heading.word != "rulebook" or check(name, loader):
            continue
        linked = link(source, loader, Findings())
        assert linked is not None
        for file in linked.own:
            yield Book(name, file)


def mutants(root: Path, seed: int) -> Iterator[Mutant]:
    """300 of them: of each way its number, from all rulebooks alike."""
    books: dict[str, list[Book]] = {}
    for file in sound_files(root):
        books.setdefault(file.book, []).append(file)
    known = {word for files in books.values() for file in files for word in file.words}
    for path in sorted((root / "stdlib").glob("*.rules")):
        known.update(WORD.findall(path.read_text(encoding="utf-8")))
    rng = random.Random(seed)
    made: set[str] = set()
    for number, way in WAYS.values():
        left = number
        while left:
            found = way(rng.choice(rng.choice(list(books.values()))), rng, known)
            if found is not None and found.text not in made:
                made.add(found.text)
                left -= 1
                yield found
