"""What is said about each mistake that only shows once a rulebook has been read: every code has its golden message.

`messages/CODE.rules` is a rulebook with the mistake, `CODE_2.rules` another, and the `.txt` beside it is what an author
reads. Where there is a `.de.yaml`, the mistake is in that. RULEWRIGHT_GOLDEN=1 writes the texts anew. Mistakes
in the writing have theirs in `language/messages`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.interpreter.diagnostics import CODES, did_you_mean, render_problem, render_text
from rulewright.interpreter.pipeline import check, load
from rulewright.interpreter.source import Loader, SourceProblem

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "messages"
SOUND = ("small", "tall")  # variants that others speak of
BOOKS = sorted(path.stem for path in FOLDER.glob("*.rules") if path.stem not in SOUND)

# In the writing: these have their golden texts in tests/language/messages.
WRITING = frozenset(
    "syntax-error unknown-keyword tab-indent unexpected-indent inconsistent-dedent too-deep line-too-long "
    "number-too-large unclosed-text unclosed-parenthesis unopened-parenthesis strange-character citation-not-last "
    "bad-citation said-twice".split()
)


def agrees(name: str, words: str) -> None:
    path = FOLDER / f"{name}.txt"
    if os.environ.get("RULEWRIGHT_GOLDEN"):
        path.write_text(words, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == words


@pytest.mark.parametrize("name", BOOKS)
def test_a_mistake_is_met_by_these_words(name: str) -> None:
    language = "de" if (FOLDER / f"{name}.de.yaml").exists() else None
    diagnostics = check(f"{name}.rules", Loader(FOLDER, ROOT), language=language)
    agrees(name, render_text(diagnostics))
    code = name.partition("_")[0]
    if code in CODES:
        assert code in {each.code for each in diagnostics}


# --- what goes wrong before there is a text to point at --------------------------------------------------------------


def no_such_rulebook(folder: Path) -> None:
    (folder / "orchard.rules").write_text("rulebook orchard\n", encoding="utf-8")
    check("orchrad", Loader(folder, folder))


def too_long(folder: Path) -> None:
    (folder / "orchard.rules").write_text("# pears\n" * 200_000, encoding="utf-8")
    check("orchard", Loader(folder, folder))


def in_another_encoding(folder: Path) -> None:
    (folder / "orchard.rules").write_bytes("rulebook orchard\n# Äpfel\n".encode("latin-1"))
    check("orchard", Loader(folder, folder))


def a_file_that_is_gone(folder: Path) -> None:
    load(folder / "orchard.json")


def a_damaged_program(folder: Path) -> None:
    (folder / "orchard.json").write_text('{"version": 0}', encoding="utf-8")
    load(folder / "orchard.json")


def no_such_setting(folder: Path) -> None:
    text = 'rulebook orchard\n    players 2\noption years "Years": 1..4 = 2\ngame: repeat years times: end the game\n'
    (folder / "orchard.rules").write_text(text, encoding="utf-8")
    check("orchard", Loader(folder, folder), options={"years": "many"})


def no_such_language(folder: Path) -> None:
    (folder / "orchard.rules").write_text("rulebook orchard\n    players 2\ngame: end the game\n", encoding="utf-8")
    (folder / "orchard.de.yaml").write_text("", encoding="utf-8")
    check("orchard", Loader(folder, folder), language="dk")


PROBLEMS = {
    "rulebook-not-found": no_such_rulebook,
    "source-too-long": too_long,
    "source-not-utf8": in_another_encoding,
    "source-unreadable": a_file_that_is_gone,
    "bad-program": a_damaged_program,
    "bad-option": no_such_setting,
    "language-not-found": no_such_language,
}


@pytest.mark.parametrize("code", PROBLEMS)
def test_a_text_that_cannot_be_had_is_met_by_these_words(code: str, tmp_path: Path) -> None:
    cause: Callable[[Path], None] = PROBLEMS[code]
    with pytest.raises(SourceProblem) as raised:
        cause(tmp_path)
    problem = raised.value
    hint = did_you_mean(problem.name, problem.candidates)
    assert problem.code == code
    agrees(code, render_problem(code, problem.message.replace(f"{tmp_path}{os.sep}", ""), hint))


# --- none is forgotten -----------------------------------------------------------------------------------------------


def test_every_code_has_its_message() -> None:
    covered = {name.partition("_")[0] for name in BOOKS} | PROBLEMS.keys()
    assert sorted(CODES.keys() - covered - WRITING) == []


def test_no_text_is_left_over() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted([*BOOKS, *PROBLEMS])


REPORTED = re.compile(
    r"""(?:error|warning|unknown|fault|fault_at|Diagnostic|SourceProblem)
        \( \s* (?:[^"()]*,\s*)? "([a-z0-9]+(?:-[a-z0-9]+)+)" """,
    re.VERBOSE,
)


def codes_in_the_source() -> set[str]:
    """Every text in the interpreter that has the shape of a code and stands where one is reported."""
    paths = (ROOT / "interpreter").rglob("*.py")
    return {code for path in paths for code in REPORTED.findall(path.read_text(encoding="utf-8"))}


def test_every_code_in_the_source_is_registered() -> None:
    assert sorted(codes_in_the_source() - CODES.keys()) == []


def test_every_registered_code_is_in_the_source() -> None:
    texts = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "interpreter").rglob("*.py") if path.name != "codes.py"
    )
    assert [code for code in CODES if f'"{code}"' not in texts] == []
