"""Every rulebook and variant there is: those that are shipped, the hard passages, and those that use the library."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.interpreter import Rulebook, load
from tests.language.passages import PassageLoader

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("rules", "tests/language/hard_passages", "tests/stdlib")


def _is_playable(path: Path) -> bool:
    """A rulebook or a variant. A part of a long rulebook is played through the rulebook that includes it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return any(line.startswith(("rulebook ", "variant ")) for line in lines)


def _found() -> list[str]:
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.rules"))]
    return [path.relative_to(ROOT).as_posix() for path in paths if "pending" not in path.parts and _is_playable(path)]


BOOKS = _found()


@cache
def book(name: str) -> Rulebook:
    return load(ROOT / name, PassageLoader())
