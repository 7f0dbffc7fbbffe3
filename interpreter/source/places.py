"""Where rulebooks are looked for by name: the working folder, the user's mods, what is shipped.

A mod is a folder with a file mod.yaml. What lies in it, not in its subfolders, is found by name: those hold parts.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

SUFFIX = ".rules"
MANIFEST = "mod.yaml"
HERE, USER, SHIPPED = "this folder", "your mods", "shipped"
MOST_FOLDERS = 2_000  # that are looked into

# A name that could be taken for another one by its letters is not found by name; by its path it can still be read.
_PLAIN = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)


@frozen(slots=True)
class Found:
    """A file that may hold a rulebook, and in which of the three places it lies."""

    path: Path
    place: str

    @property
    def name(self) -> str:
        return self.path.stem


def user_folder() -> Path:
    """RULEWRIGHT_MODS, or else where programs keep a user's data (the XDG base directory specification)."""
    own = os.environ.get("RULEWRIGHT_MODS", "")
    if os.path.isabs(own):
        return Path(own)
    given = os.environ.get("XDG_DATA_HOME", "")
    base = Path(given) if os.path.isabs(given) else Path(os.path.expanduser("~")) / ".local" / "share"
    return base / "rulewright" / "mods"


def places(folder: Path, user: Path, shipped: Path, near: Path | None = None) -> Iterator[Found]:
    """All files in the order in which they are looked at: of two with the same name, the first is meant."""
    if near is not None:
        yield from (Found(path, HERE) for path in rules_in(near))
    for place, where in ((HERE, folder), (USER, user)):
        for path in rules_in(where):
            yield Found(path, place)
        for mod in _mods_in(where):
            for path in rules_in(mod):
                yield Found(path, place)
    deep = sorted((shipped / "rules").rglob(f"*{SUFFIX}"), key=lambda path: (len(path.parts), path.as_posix()))
    for path in deep:
        if path.is_file():
            yield Found(path, SHIPPED)


def rules_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.glob(f"*{SUFFIX}") if _PLAIN.fullmatch(path.stem) and path.is_file())
    except OSError:
        return []


def _mods_in(folder: Path) -> list[Path]:
    """The folders that hold a mod. Those that begin with a dot are no one's: one is being unpacked there."""
    try:
        with os.scandir(folder) as entries:
            # Sorted before it is cut: which of very many are looked into does not hang on the order on the disk.
            folders = sorted(entry.name for entry in entries if not entry.name.startswith(".") and entry.is_dir())
    except OSError:
        return []
    return [folder / name for name in folders[:MOST_FOLDERS] if (folder / name / MANIFEST).is_file()]
