"""A mod: its files and what its mod.yaml says. From a folder or a packed file, and back to either."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from attrs import evolve, frozen

from rulewright.interpreter.mods.archive import LARGEST_ARCHIVE, packed, unpacked
from rulewright.interpreter.mods.content import Files, files_in
from rulewright.interpreter.mods.install import laid_out, take
from rulewright.interpreter.mods.manifest import Manifest, read_manifest, write_manifest
from rulewright.interpreter.mods.problem import ModProblem
from rulewright.interpreter.source import MANIFEST, Heading


@frozen
class Mod:
    manifest: Manifest
    files: Files
    left_out: tuple[str, ...] = ()  # files of the folder that are no part of it

    @property
    def books(self) -> dict[str, str | None]:
        """Its rulebooks and variants by name, each with what it varies. Files in its folders are parts of them."""
        found = {}
        for name, text in self.files.items():
            heading = Heading.of(text) if name.endswith(".rules") and "/" not in name else None
            if heading is not None:
                found[PurePosixPath(name).stem] = heading.base
        return found

    @property
    def bases(self) -> tuple[str, ...]:
        """The rulebooks and variants outside of it that it varies."""
        own = self.books
        return tuple(sorted({base for base in own.values() if base is not None and base not in own}))

    def made_for(self, digests: dict[str, str]) -> Mod:
        """The same mod, made for rulebooks with these digests."""
        return evolve(self, manifest=evolve(self.manifest, made_for=digests))

    def packed(self) -> bytes:
        """As one file; the same mod gives the same bytes."""
        return packed({**self.files, MANIFEST: write_manifest(self.manifest)})

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
    return mod
