"""Where the hard passages lie. A variant of one finds it by the name that stands in its first line."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter import Loader
from rulewright.interpreter.source import Heading, Source

PASSAGES = Path(__file__).parent / "hard_passages"
PATHS = {
    heading.name: path
    for path in sorted([*PASSAGES.glob("*.rules"), *(PASSAGES / "variants").glob("*.rules")])
    if (heading := Heading.of(path.read_text(encoding="utf-8"))) is not None
}


class PassageLoader(Loader):
    def rulebook(self, name: str) -> Source:
        return super().rulebook(PATHS[name].as_posix() if name in PATHS else name)
