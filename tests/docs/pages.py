"""Reads the documentation: the blocks of code on a page, and how each of them is to be tried out.

A comment on the line above a block says what is to be done with it:

    <!-- file: pond.rules -->     it is written to this file, for the blocks below it on the page
    <!-- add: pond.rules -->      it is written at the end of that file
    <!-- in: NAME -->             a fragment: it is put into tests/docs/frames/NAME.rules, at the line `# HERE`
    <!-- in: NAME/PLACE -->       the same, at the line `# HERE PLACE`
    <!-- with: NAME -->           all blocks of the page with this name are one rulebook
    <!-- wrong: CODE -->          it is wrong on purpose: exactly this code must be reported
    <!-- same as: PATH -->        it is a copy of this file
    <!-- part of: PATH -->        it stands in this file, line by line

Several are separated by commas: `<!-- wrong: CODE, in: NAME -->`.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parents[2]
FRAMES = Path(__file__).parent / "frames"
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", *sorted(
    path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")
))  # fmt: skip

_NOTE = re.compile(r"<!-- (.*) -->$")
_FENCE = re.compile(r"^```(\w*)$")


@frozen
class Block:
    page: str
    line: int  # of the fence above it
    language: str
    text: str
    notes: dict[str, str]
    heading: str  # the last one above it

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str) -> list[Block]:
    found: list[Block] = []
    notes: dict[str, str] = {}
    heading, language = "", None
    start, lines = 0, list[str]()
    for number, line in enumerate(read(page).splitlines(), 1):
        fence = _FENCE.match(line)
        if language is not None:
            if line == "```":
                found.append(Block(page, start, language, "".join(f"{each}\n" for each in lines), notes, heading))
                notes, language = {}, None
            else:
                lines.append(line)
        elif fence is not None:
            start, language, lines = number, fence[1], []
        elif note := _NOTE.match(line):
            notes = dict(part.split(": ", 1) for part in note[1].split(", ") if ": " in part)
        else:
            notes = {}
            if line.startswith("#"):
                heading = line.lstrip("#").strip()
    assert language is None, f"{page}:{start}: the block has no end"
    return found


def all_blocks(*languages: str) -> list[Block]:
    return [block for page in PAGES for block in blocks(page) if block.language in languages]


def in_frame(where: str, fragment: str) -> str:
    """The frame with the fragment in it, indented as the mark is."""
    name, _, place = where.partition("/")
    frame = (FRAMES / f"{name}.rules").read_text(encoding="utf-8")
    mark = re.search(rf"^( *)# HERE{' ' + place if place else ''}$", frame, re.MULTILINE)
    assert mark is not None, f"the frame {name} has no such mark: {where}"
    placed = "\n".join(mark[1] + line if line else line for line in fragment.rstrip("\n").split("\n"))
    return frame[: mark.start()] + placed + frame[mark.end() :]


def together(page: str, name: str) -> str:
    """The rulebook that the blocks of this name make, each on the lines where it stands on the page."""
    lines = [""] * len(read(page).splitlines())
    for block in blocks(page):
        if block.notes.get("with") == name:
            own = block.text.splitlines()
            lines[block.line : block.line + len(own)] = own
    return "\n".join(lines) + "\n"
