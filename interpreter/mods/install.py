"""Writes a mod into the user's folder: all of it or nothing."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulewright.interpreter.mods.content import Files
from rulewright.interpreter.mods.problem import ModProblem


@contextmanager
def laid_out(files: Files, target: Path) -> Iterator[Path]:
    """The files in a new folder beside `target`, to be looked at; it is gone afterwards, unless it was taken."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
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
    old = Path(tempfile.mkdtemp(prefix=".old-", dir=target.parent))
    target.rename(old / "mod")
    try:
        fresh.rename(target)
    except OSError:
        (old / "mod").rename(target)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
