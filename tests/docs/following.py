"""Follows a page from top to bottom as a reader would: writes its files, types its commands, runs its Python.

In a console block a line `$ command` is typed, and what stands below it must come out. A line of dots stands for any
number of lines. Where a program asks (`Ann> 2`), what stands behind the prompt is typed.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.docs.pages import Block, blocks

COMMAND = re.compile(r"^\$ (.*)$")
PROMPT = re.compile(r"^([A-Z][\w' ]*> )(.*)$", re.MULTILINE)
DOTS = "..."


def follow(page: str, folder: Path) -> list[str]:
    """What came out otherwise than the page says."""
    wrong: list[str] = []
    names: dict[str, Any] = {}
    before = Path.cwd()
    os.chdir(folder)
    try:
        for block in blocks(page):
            if "file" in block.notes:
                path = folder / block.notes["file"]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
            elif "add" in block.notes:
                with (folder / block.notes["add"]).open("a", encoding="utf-8") as file:
                    file.write("\n" + block.text)
            elif block.language == "console":
                wrong += _typed(block, folder)
            elif block.language == "python":
                wrong += _python(block, names)
    finally:
        os.chdir(before)
    return wrong


def _python(block: Block, names: dict[str, Any]) -> list[str]:
    assert ">>> " in block.text, f"{block.place}: Python is written as a dialogue, so that its results are checked"
    test = doctest.DocTestParser().get_doctest(block.text, names, block.place, block.page, block.line)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    return said


def _typed(block: Block, folder: Path) -> list[str]:
    wrong = []
    for command, expected in _commands(block.text):
        answers = "".join(f"{typed}\n" for _, typed in PROMPT.findall(expected))
        done = subprocess.run(
            command, shell=True, cwd=folder, input=answers, text=True, encoding="utf-8", stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=60, env=_environment(folder),
        )  # fmt: skip
        if not _fits(_echoed(done.stdout, expected), expected):
            wrong.append(f"{block.place}: $ {command}\n--- the page says:\n{expected}\n--- it came out:\n{done.stdout}")
    return wrong


def _commands(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        command = COMMAND.match(line)
        if command is not None:
            found.append((command[1], []))
        else:
            found[-1][1].append(line)
    return [(command, "\n".join(lines).strip("\n")) for command, lines in found]


def _environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "RULEWRIGHT_DEBUG")}
    own = {"XDG_STATE_HOME": str(folder / "state"), "RULEWRIGHT_MODS": str(folder / "mods")}
    return {**kept, **own, "PATH": path, "PYTHONIOENCODING": "utf-8"}


def _echoed(output: str, expected: str) -> str:
    """A pipe does not show what was typed; a terminal does."""
    rest = output
    shown = []
    for prompt, typed in PROMPT.findall(expected):
        before, found, rest = rest.partition(prompt)
        shown.append(f"{before}{found}{typed}\n")
    return "".join(shown) + rest


def _fits(output: str, expected: str) -> bool:
    lines = [re.escape(line.rstrip()) for line in expected.splitlines()]
    pattern = "\n".join(r"[^\0]*?" if line == re.escape(DOTS) else line for line in lines)
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in output.strip("\n").splitlines())) is not None
