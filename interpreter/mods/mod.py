"""A mod: its files and what its mod.yaml says. From a folder or a packed file, and back to either."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from attrs import evolve, frozen

from rulewright.interpreter.mods.archive import LARGEST_ARCHIVE, packed, unpacked
from rulewright.interpreter.mods.content import Files, files_in, shown
from rulewright.interpreter.mods.install import laid_out, recover, take
from rulewright.interpreter.mods.manifest import Manifest, read_manifest, write_manifest
from rulewright.interpreter.mods.problem import ModProblem
from rulewright.interpreter.source import MANIFEST, Heading


@frozen
class Mod:
    manifest: Manifest
    files: Files
    left_out: tuple[str, ...] = ()  # files of the folder that are no part of it

    @property
    def books(self) -> dict[str, Heading]:
        """Its rulebooks and variants, by the names of their files. Files in its folders are parts of them."""
        found = {}
        for name, text in self.files.items():
            heading = Heading.of(text) if name.endswith(".rules") and "/" not in name else None
            if heading is not None:
                found[PurePosixPath(name).stem] = heading
        return found

    @property
    def bases(self) -> tuple[str, ...]:
        """The rulebooks and variants outside of it that it varies or builds on."""
        own = self.books
        named = {name for heading in own.values() for name in (heading.base, *heading.needs) if name is not None}
        return tuple(sorted(named - set(own)))

    def made_for(self, digests: dict[str, str]) -> Mod:
        """The same mod, made for rulebooks with these digests."""
        return evolve(self, manifest=evolve(self.manifest, made_for=digests))

    def packed(self) -> bytes:
        """As one file; the same mod gives the same bytes."""
        return packed({**self.files, MANIFEST: write_manifest(self.manifest)})

    def place_in(self, folder: Path) -> Path:
        """Where it belongs in a folder of mods, which is cleared up if an adding was cut off there."""
        recover(folder)
        return folder / self.manifest.name

    @contextmanager
    def laid_out(self, target: Path) -> Iterator[Path]:
        """Its files in a folder beside `target`, for as long as it is looked at. `take` puts it there."""
        with laid_out(self.files, target) as fresh:
            yield fresh

    def take(self, fresh: Path, target: Path, replace: bool = False) -> None:
        take(fresh, target, replace)


def read_mod(where: Path) -> Mod:
    """The mod in a folder or a packed file, or a ModProblem."""
    if where.is_dir():
        files, left_out = files_in(where)
    else:
        with where.open("rb") as file:
            files, left_out = unpacked(file.read(LARGEST_ARCHIVE + 1)), ()
    mod = Mod(read_manifest(files[MANIFEST].encode()), files, left_out)
    if not mod.books:
        raise ModProblem(f"The mod {mod.manifest.name} holds no rulebook and no variant.")
    for name, heading in mod.books.items():
        if heading.name != name:
            # It would be found by the one name, and its games be kept under the other.
            raise ModProblem(
                f"`{name}.rules` begins with `{heading.word} {shown(heading.name)}`. In a mod a file has the name of "
                f"what it holds: call it {shown(heading.name)}.rules, or change its first line."
            )
    return mod
