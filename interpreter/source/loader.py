"""Finding the text of rulebooks, of the standard library and of the parts that a rulebook includes.

A rulebook may come from a stranger, so `include` reaches only downwards from the file it stands in.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath

from attrs import frozen

from rulewright.interpreter.source.heading import Heading
from rulewright.interpreter.source.places import HERE, SUFFIX, Found, places, rules_in, user_folder
from rulewright.interpreter.source.problem import SourceProblem
from rulewright.interpreter.source.source import Source

LONGEST = 1_000_000  # bytes
SHIPPED = Path(__file__).resolve().parents[2]  # the repository's root, or the installed package

CATALOGUE = ".yaml"

_LANGUAGE = re.compile(r"[a-z]{2,3}([_-][A-Za-z0-9]{1,8})*", re.ASCII)
_LIBRARY = re.compile(r"std\.([a-z][a-z0-9_]*)")


@frozen(slots=True)
class Entry:
    """A rulebook or variant that the loader can find by name, and where: in this folder, among your mods, shipped."""

    heading: Heading
    source: Source
    place: str


class Loader:
    """Reads from the working folder, the user's mods, the shipped rulebooks and the standard library.

    `near` is a folder that comes before all of them: that of a mod which is being packed or unpacked.
    """

    def __init__(
        self,
        folder: Path | str | None = None,
        shipped: Path | str | None = None,
        user: Path | str | None = None,
        near: Path | str | None = None,
    ) -> None:
        self.near = None if near is None else Path(near).absolute()
        self.folder = Path.cwd() if folder is None else Path(folder).absolute()
        self.shipped = SHIPPED if shipped is None else Path(shipped).absolute()
        self.user = user_folder() if user is None else Path(user).absolute()

    # --- rulebooks --------------------------------------------------------------------------------------------------

    def rulebook(self, name: str) -> Source:
        """The rulebook or variant of this name, or at this path.

        A name is sought in the working folder first, then among the user's mods, and then among the shipped
        rulebooks, subfolders included.
        """
        if _has_control(name) or not name:
            raise SourceProblem("rulebook-not-found", f"I cannot look for a rulebook called {name!r}.", name)
        if name.endswith(SUFFIX) or "/" in name or "\\" in name:
            return self._at_path(name)
        for found in self._files():
            if found.name == name:
                source = self._read(found.path)
                # A part of a rulebook may share a rulebook's name, but is not one. What lies in the working folder
                # was meant, whatever it says: the parser will have better words for it.
                if found.path.parent == self.folder or Heading.of(source.text) is not None:
                    return source
        such = _such_as(name, self.folder / name)
        raise SourceProblem(
            "rulebook-not-found",
            f"I found no rulebook called `{name}`: neither {name}{SUFFIX} in this folder, nor one among your mods, nor "
            "one that is shipped with Rulewright."
            + (f" There is a folder of that name: name a file in it{such}." if such else ""),
            name,
            tuple(sorted({entry.heading.name for entry in self.entries()})),
        )

    def entries(self) -> tuple[Entry, ...]:
        """All that `rulebook` finds by name, in the order in which it looks. What cannot be read is left out."""
        entries: dict[str, Entry] = {}
        for found in self._files():
            try:
                source = self._read(found.path)
            except SourceProblem:
                continue
            heading = Heading.of(source.text)
            if heading is not None:
                entries.setdefault(found.name, Entry(heading, source, found.place))
        return tuple(entries.values())

    def _at_path(self, name: str) -> Source:
        path = self.folder / name
        if not path.exists() and not name.endswith(SUFFIX):
            path = path.with_name(path.name + SUFFIX)
        if path.is_dir():
            such = _such_as(name, path)
            raise SourceProblem("rulebook-not-found", f"{name} is a folder. I need a {SUFFIX} file{such}.", name)
        if not path.is_file():
            beside = [each.name for each in rules_in(path.parent)]
            raise SourceProblem("rulebook-not-found", f"I found no file {name}.", path.name, tuple(beside))
        return self._read(path)

    def _files(self) -> Iterator[Found]:
        return places(self.folder, self.user, self.shipped, self.near)

    # --- the standard library ---------------------------------------------------------------------------------------

    def library(self, name: str) -> Source:
        """The part of the standard library that `use std.cards` names."""
        found = _LIBRARY.fullmatch(name)
        path = self.shipped / "stdlib" / f"{found[1]}{SUFFIX}" if found else None
        if path is None or not path.is_file():
            raise SourceProblem(
                "library-not-found",
                f"The standard library has no part called `{_shown(name)}`.",
                name,
                self.libraries(),
            )
        return self._read(path)

    def libraries(self) -> tuple[str, ...]:
        return tuple(sorted(f"std.{path.stem}" for path in rules_in(self.shipped / "stdlib")))

    # --- include ----------------------------------------------------------------------------------------------------

    def include(self, name: str, within: Source) -> Source:
        """The file that `include "name"` in the source `within` means."""
        refuse_unsafe(name)
        if within.path is None:
            raise SourceProblem(
                "include-not-found",
                f"I cannot include `{_shown(name)}`: {within.name} is not a file, so nothing lies beside it.",
                name,
            )
        folder = within.path.parent
        path = folder.joinpath(*name.split("/"))
        try:
            real = path.resolve()
            inside = real.is_relative_to(folder.resolve())
        except (OSError, RuntimeError):  # links in a circle, names too long
            inside, real = False, path
        if not inside:
            raise SourceProblem(
                "include-leaves-folder",
                f"`{name}` is a link that leads out of the rulebook's folder. A rulebook may include only what lies "
                "in its own folder.",
                name,
            )
        if not real.is_file():
            beside = tuple(sorted(each.relative_to(folder).as_posix() for each in folder.rglob(f"*{SUFFIX}")))
            own = within.path.name
            raise SourceProblem(
                "include-not-found",
                f"I found no file `{name}` in the folder of {own}.",
                name,
                tuple(each for each in beside if each != own),
            )
        return self._read(path, real)

    # --- other languages --------------------------------------------------------------------------------------------

    def catalogue(self, language: str, book: Source) -> Source | None:
        """The texts of a rulebook in another language, from the file beside it: `pond.de.yaml` for `pond.rules`."""
        if language not in self.languages(book):
            return None
        assert book.path is not None
        return self._read(book.path.with_name(f"{book.path.stem}.{language}{CATALOGUE}"))

    def languages(self, book: Source) -> tuple[str, ...]:
        """Those in which there is a catalogue beside this file."""
        if book.path is None:
            return ()
        try:
            # A link could lead to any file, and a message would show its lines.
            names = [path.name for path in book.path.parent.iterdir() if path.is_file() and not path.is_symlink()]
        except OSError:
            return ()
        return _languages(book.path.stem, names)

    # --- reading ----------------------------------------------------------------------------------------------------

    def _read(self, path: Path, real: Path | None = None) -> Source:
        name = self._shown_path(path)
        try:
            with path.open("rb") as file:
                data = file.read(LONGEST + 1)
        except OSError as problem:
            reason = problem.strerror or "it cannot be opened"
            raise SourceProblem("source-unreadable", f"I could not read {name}: {reason}.", name) from None
        return Source(name, decode(data, name), real or path)

    def _shown_path(self, path: Path) -> str:
        """How messages call the file: from the working folder if it lies there, else from where it was found."""
        for base in (self.near, self.folder, self.user, self.shipped):
            if base is not None and path.is_relative_to(base):
                return path.relative_to(base).as_posix()
        return path.as_posix()


class MemoryLoader(Loader):
    """Rulebooks held in a dict of name to text, for tests and for text that was never saved.

    The keys are what a rulebook would write: `orchard`, `std.decks`, `parts/fruit.rules`. The standard library that
    is shipped stands behind the dict unless `shipped_library` is false.
    """

    def __init__(self, texts: Mapping[str, str], shipped_library: bool = True) -> None:
        super().__init__()
        self.texts = dict(texts)
        self.shipped_library = shipped_library

    def rulebook(self, name: str) -> Source:
        for key in (name, f"{name}{SUFFIX}"):
            if key in self.texts:
                return self._source(key)
        raise SourceProblem(
            "rulebook-not-found",
            f"I found no rulebook called `{name}`.",
            name,
            tuple(key.removesuffix(SUFFIX) for key in self.texts),
        )

    def entries(self) -> tuple[Entry, ...]:
        sources = (self._source(key) for key in self.texts)
        headed = ((Heading.of(source.text), source) for source in sources)
        return tuple(Entry(heading, source, HERE) for heading, source in headed if heading is not None)

    def library(self, name: str) -> Source:
        if name in self.texts:
            return self._source(name)
        if self.shipped_library:
            return super().library(name)
        raise SourceProblem(
            "library-not-found", f"The standard library has no part called `{name}`.", name, self.libraries()
        )

    def libraries(self) -> tuple[str, ...]:
        own = {key for key in self.texts if key.startswith("std.")}
        return tuple(sorted(own.union(super().libraries() if self.shipped_library else ())))

    def include(self, name: str, within: Source) -> Source:
        refuse_unsafe(name)
        if within.path is not None:
            return super().include(name, within)
        key = (PurePosixPath(within.name).parent / name).as_posix()
        if key in self.texts:
            return self._source(key)
        others = tuple(other for other in self.texts if other != within.name)
        raise SourceProblem("include-not-found", f"I found no file `{name}` beside {within.name}.", name, others)

    def catalogue(self, language: str, book: Source) -> Source | None:
        if book.path is not None:
            return super().catalogue(language, book)
        key = f"{book.name.removesuffix(SUFFIX)}.{language}{CATALOGUE}"
        return self._source(key) if language in self.languages(book) else None

    def languages(self, book: Source) -> tuple[str, ...]:
        if book.path is not None:
            return super().languages(book)
        return _languages(book.name.removesuffix(SUFFIX), self.texts)

    def _source(self, key: str) -> Source:
        return Source(key, decode(self.texts[key].encode("utf-8", "surrogatepass"), key))


def refuse_unsafe(name: str) -> None:
    """Raise unless `name` is a plain path downwards to a rules file."""
    shown = _shown(name)
    parts = name.split("/")
    windows = PureWindowsPath(name)
    if name.startswith("/") or windows.drive or windows.root or name.startswith("~"):
        why = "is an absolute path"
    elif ".." in parts or ".." in name.split("\\"):
        why = "climbs out with `..`"
    elif "\\" in name:
        why = "holds a backslash; folders are separated by `/`"
    elif _has_control(name) or any(part in ("", ".") for part in parts) or len(name) > 200:
        why = "is not a plain file name"
    elif not name.endswith(SUFFIX):
        why = f"does not end in `{SUFFIX}`"
    else:
        return
    raise SourceProblem(
        "include-leaves-folder",
        f"I will not include `{shown}`: it {why}. A rulebook may include only {SUFFIX} files from its own folder and "
        "the folders in it.",
        name,
    )


def decode(data: bytes, name: str) -> str:
    """The text of a file: UTF-8, with or without a byte order mark, lines ended in any of the usual ways."""
    if len(data) > LONGEST:
        raise SourceProblem(
            "source-too-long",
            f"{name} is longer than {LONGEST // 1_000_000} MB. Split it and `include` the parts.",
            name,
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise SourceProblem(
            "source-not-utf8",
            f"{name} is not UTF-8 text: line {line} holds the byte 0x{data[problem.start]:02x}. Save it as UTF-8.",
            name,
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _languages(book: str, names: Iterable[str]) -> tuple[str, ...]:
    """The languages of the catalogues among these files."""
    found = (
        name.removeprefix(f"{book}.").removesuffix(CATALOGUE)
        for name in names
        if name.startswith(f"{book}.") and name.endswith(CATALOGUE)
    )
    return tuple(sorted(language for language in found if _LANGUAGE.fullmatch(language)))


def _such_as(name: str, folder: Path) -> str:
    """A rulebook of a folder that was named in its stead: the one called after the folder, or else the first."""
    found = rules_in(folder)
    if not found:
        return ""
    best = min(found, key=lambda each: each.stem != folder.name)
    return f", such as {name.rstrip('/')}/{best.name}"


def _has_control(name: str) -> bool:
    return any(not character.isprintable() for character in name)


def _shown(name: str) -> str:
    whole = name if len(name) <= 60 else name[:60] + "…"
    return "".join(each if each.isprintable() else f"\\x{ord(each):02x}" for each in whole)
