"""Writes a mod into the user's folder: all of it or nothing."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rulewright.interpreter.mods.content import Files
from rulewright.interpreter.mods.manifest import read_manifest
from rulewright.interpreter.mods.problem import ModProblem
from rulewright.interpreter.source import MANIFEST

OLD, NEW = ".old-", ".new-"  # how folders begin that are no mods: put aside, and not yet one
STALE = 60  # seconds after which nobody works on such a folder any more


@contextmanager
def laid_out(files: Files, target: Path) -> Iterator[Path]:
    """The files in a new folder beside `target`, to be looked at; it is gone afterwards, unless it was taken."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=NEW, dir=target.parent))
    try:
        for name, text in files.items():
            path = fresh.joinpath(*name.split("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        yield fresh
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def take(fresh: Path, target: Path, replace: bool) -> None:
    """Puts a folder that was laid out in its place."""
    if target.is_symlink() or (target.exists() and not replace):
        raise ModProblem(f"{target} is there already.")
    fresh.chmod(0o755)
    if not target.exists():
        fresh.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=OLD, dir=target.parent))
    target.rename(old / target.name)
    try:
        fresh.rename(target)
    except OSError:
        (old / target.name).rename(target)
        old.rmdir()
        raise
    shutil.rmtree(old, ignore_errors=True)


def recover(folder: Path) -> None:
    """Clears up after an adding that was cut off: a mod that was put aside comes back where nothing took its place."""
    for left in sorted((*folder.glob(f"{OLD}*"), *folder.glob(f"{NEW}*"))):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > STALE:
                if left.name.startswith(OLD):
                    _put_back(left, folder)
                shutil.rmtree(left)


def _put_back(left: Path, folder: Path) -> None:
    for mod in sorted(left.iterdir()):
        with suppress(ModProblem):
            target = folder / read_manifest((mod / MANIFEST).read_bytes()).name
            if not target.exists():
                mod.rename(target)
