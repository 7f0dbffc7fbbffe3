"""The files of a mod as a plain mapping of names to texts, and what may be among them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from rulewright.interpreter.mods.problem import ModProblem
from rulewright.interpreter.source import MANIFEST, SourceProblem, decode, first_invisible

MOST_FILES = 200
LARGEST_FILE = 1_000_000  # bytes
LARGEST = 4_000_000  # bytes of all files together
DEEPEST = 5  # folders in folders, the file included
LONGEST_NAME = 100  # characters of one part of a path

Files = dict[str, str]

_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", re.ASCII)
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))])


def shown(name: str) -> str:
    """A name from a stranger, for a message."""
    cut = name if len(name) <= 60 else name[:60] + "…"
    return "".join(each if each.isprintable() else f"\\x{ord(each):02x}" for each in cut)


def refuse_name(name: str) -> None:
    """Raise unless this is a plain path downwards, on every system."""
    parts = name.split("/")
    why = ""
    if name.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:", name):
        why = "is an absolute path"
    elif ".." in re.split(r"[/\\]", name):
        why = "climbs out of its folder with `..`"
    elif "\\" in name:
        why = "holds a backslash; folders are separated by `/`"
    elif len(parts) > DEEPEST:
        why = f"lies deeper than {DEEPEST} folders"
    elif any(len(part) > LONGEST_NAME for part in parts):
        why = "has too long a name"
    elif any(not _PART.fullmatch(part) or part.endswith(".") for part in parts):
        why = "has a name with other signs than letters from a to z, digits and `_`, `-`, `.`"
    elif any(part.split(".")[0].lower() in _DEVICES for part in parts):
        why = "has a name that means a device on some systems"
    if why:
        raise ModProblem(f"I will not take `{shown(name)}`: it {why}.")


def text_of(name: str, data: bytes) -> str:
    """The content of a file: text that can be printed, or a ModProblem."""
    if len(data) > LARGEST_FILE:
        raise ModProblem(f"`{shown(name)}` is larger than {LARGEST_FILE // 1_000_000} MB. A mod holds only texts.")
    try:
        text = decode(data, f"`{shown(name)}`")
    except SourceProblem as problem:
        raise ModProblem(f"{problem.message} A mod holds only texts.") from None
    at = first_invisible(text, "\t\n")
    if at is not None:
        line = text.count("\n", 0, at) + 1
        raise ModProblem(
            f"`{shown(name)}` holds a character on line {line} that cannot be seen (U+{ord(text[at]):04X}). "
            "A mod holds only texts."
        )
    return text


def refuse_crowd(names: list[str]) -> None:
    """Raise where there are too many, or two that are the same file on some systems."""
    if len(names) > MOST_FILES:
        raise ModProblem(f"This mod has {len(names)} files. I take at most {MOST_FILES}.")
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.lower(), name)
        if other is not name:
            raise ModProblem(
                f"`{shown(name)}` is there twice" + (f", once as `{shown(other)}`." if other != name else ".")
            )
    folders = {name.lower().rsplit("/", depth)[0] for name in names for depth in range(1, name.count("/") + 1)}
    for name in names:
        if name.lower() in folders:
            raise ModProblem(f"`{shown(name)}` is both a file and a folder.")


def files_in(folder: Path) -> tuple[Files, tuple[str, ...]]:
    """The files of a mod's folder by name, and those that are left out since their names begin with a dot."""
    if not (folder / MANIFEST).is_file():
        raise ModProblem(f"{folder} is no mod: it holds no {MANIFEST}.")
    found: dict[str, Path] = {}
    hidden: list[str] = []
    for where, folders, names in os.walk(folder):
        here = Path(where)
        inside = here.relative_to(folder)
        for name in [each for each in (*folders, *names) if each.startswith(".")]:
            hidden.append((inside / name).as_posix())
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in (*folders, *names):
            if (here / name).is_symlink():
                raise ModProblem(f"`{shown((inside / name).as_posix())}` is a link. A mod holds only files of its own.")
        for name in sorted(names):
            if not name.startswith("."):
                key = (inside / name).as_posix()
                refuse_name(key)
                found[key] = here / name
        if len(found) > MOST_FILES:
            break
    refuse_crowd(list(found))
    files: Files = {}
    total = 0
    for name in sorted(found):
        if not found[name].is_file():
            raise ModProblem(f"`{name}` is not a plain file.")
        with found[name].open("rb") as file:
            files[name] = text_of(name, file.read(LARGEST_FILE + 1))
        total += len(files[name].encode())
        if total > LARGEST:
            raise ModProblem(f"This mod is larger than {LARGEST // 1_000_000} MB.")
    return files, tuple(sorted(hidden))
