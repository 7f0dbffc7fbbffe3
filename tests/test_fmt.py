"""One canonical layout: nothing but space changes, and formatting twice is formatting once."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.cli.fmt import command
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_rules
from rulewright.interpreter.syntax.lines import TOKEN
from rulewright.interpreter.syntax.nodes import Declaration
from rulewright.interpreter.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[1]
CANONICAL = sorted([*(ROOT / "rules" / "classics").glob("*.rules"), *(ROOT / "stdlib").glob("*.rules")])
ALL = [
    path
    for folder in ("rules", "stdlib", "tests/language/hard_passages", "tests/semantics", "tests/variants", "tests/docs")
    for path in sorted((ROOT / folder).rglob("*.rules"))
]
SMALL = [path for path in ALL if path.stat().st_size < 6_000]


def read(text: str) -> tuple[Declaration, ...] | None:
    findings = Findings()
    found = parse(Source("a.rules", text), findings)
    return None if findings.failed else found


def formatted(text: str) -> str:
    result = format_rules(Source("a.rules", text))
    assert result.text is not None, result.diagnostics
    return result.text


def comments(text: str) -> list[str]:
    found = (TOKEN.finditer(line) for line in text.split("\n"))
    return [match.group().rstrip() for line in found for match in line if match.lastgroup == "COMMENT"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_rulebook_keeps_its_meaning_and_its_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    before = read(text)
    if before is None:
        assert format_rules(Source("a.rules", text)).text is None
        return
    after = formatted(text)
    assert read(after) == before
    assert comments(after) == comments(text)
    assert formatted(after) == after


@pytest.mark.parametrize("path", CANONICAL, ids=lambda path: path.stem)
def test_the_classics_and_the_library_are_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


# --- any space --------------------------------------------------------------------------------------------------------


def respaced(text: str, rng: random.Random) -> str:
    """The same words with other space between them: wider where there was some, none or some beside a sign."""
    step = rng.choice([1, 2, 3, 4, 7])
    lines = []
    for line in text.split("\n"):
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        out, position, last = "", 0, ""
        while position < len(body):
            match = TOKEN.match(body, position)
            assert match is not None
            kind = match.lastgroup or ""
            if kind == "SPACE":
                out += " " * rng.randint(1, 5)
            elif kind == "SIGN" and match.group() in (",", ":", ")", "]", "=", "+") and last not in ("SPACE", ""):
                out += " " * rng.randint(0, 2) + match.group() + " " * rng.randint(0, 2)
            else:
                out += match.group()
            last, position = kind, match.end()
        lines.append(" " * (indent // 4 * step) + out + " " * rng.randint(0, 2))
        if not body and rng.random() < 0.3:
            lines += [""] * rng.randint(0, 3)
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SMALL), st.integers(0, 10_000))
def test_other_space_gives_the_same_layout(path: Path, seed: int) -> None:
    text = path.read_text(encoding="utf-8")
    if read(text) is None:
        return
    canonical = formatted(text)
    other = respaced(canonical, random.Random(seed))
    if read(other) == read(canonical):  # else the space meant something: `move (x)` is not `move(x)`
        assert formatted(other) == canonical


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from(list('ab C1_"#:,.()[]+-=\n ')), max_size=120))
def test_any_text_is_formatted_or_reported(text: str) -> None:
    result = format_rules(Source("a.rules", text))
    if result.text is None:
        assert result.diagnostics
    else:
        assert formatted(result.text) == result.text


# --- the rules of the layout ------------------------------------------------------------------------------------------

HEAD = 'rulebook a "A"\n    players 2\n'


@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("value a:number=-1+ -2", "value a: number = -1 + -2"),
        ("value a:number=(b . c)-1", "value a: number = (b.c) - 1"),
        ("value a( x:Card ):flag=not(x in b)", "value a(x: Card): flag = not (x in b)"),
        ("value a:number=take( b,2 )", "value a: number = take(b, 2)"),
        ('value a:number text "x"=1', 'value a: number    text "x" = 1'),
        ("zone deck  of Card , ordered,face down", "zone deck of Card, ordered, face down"),
        ('zone hand "Hand"(owner:player)of Card', 'zone hand "Hand" (owner: player) of Card'),
        ("value a: 0 .. 3=1  cite AB-1 , AB-3 .. AB-5", f"{'value a: 0..3 = 1':<94}cite AB-1, AB-3..AB-5"),
        ("value a: number = 1#why", "value a: number = 1    #why"),
        ("effect e\n  move(x)\n  move (x) to y", "effect e\n    move(x)\n    move (x) to y"),
        (
            "effect e\n  if a\n   do_it\n  # last\n # end\nphase p: e",
            "effect e\n    if a\n        do_it\n    # last\n# end\nphase p: e",
        ),
        ("value a: number =\n  1+\n     2", "value a: number =\n    1 +\n    2"),
        ("enum A: b,c\n\n\n\nenum D: e", "enum A: b, c\n\nenum D: e"),
        (
            "value a: number = 1 # x\nvalue bcd: number = 12 # y",
            "value a: number = 1       # x\nvalue bcd: number = 12    # y",
        ),
    ],
)  # fmt: skip
def test_the_layout(written: str, laid_out: str) -> None:
    assert formatted(HEAD + written) == f"{HEAD}{laid_out}\n"


def test_an_empty_file_stays_empty() -> None:
    assert formatted("") == formatted("\n \n") == ""


def test_line_ends_and_a_mark_at_the_start_go() -> None:
    assert formatted("\ufeff" + HEAD.replace("\n", "\r\n")) == HEAD


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, typed: str | bytes = "") -> tuple[int, str, str]:
    done = CliRunner().invoke(command, arguments, input=typed, standalone_mode=False, catch_exceptions=False)
    return done.return_value if isinstance(done.return_value, int) else 2, done.stdout, done.stderr


def test_files_and_folders_are_written_in_place(folder: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "a.rules").write_text("enum A:b,c\n", encoding="utf-8")
    (folder / "inner" / "b.rules").write_text("enum A: b, c\n", encoding="utf-8")
    assert run("--check", ".") == (1, "a.rules: would be changed.\n", "")
    assert (folder / "a.rules").read_text(encoding="utf-8") == "enum A:b,c\n"
    assert run(".") == (0, "a.rules: was changed.\n", "")
    assert (folder / "a.rules").read_text(encoding="utf-8") == "enum A: b, c\n"
    assert run("--check", "a.rules", "inner/b.rules") == (0, "", "")


def test_what_cannot_be_read_is_reported_and_left(folder: Path) -> None:
    (folder / "a.rules").write_text("enum A:(b,c\n", encoding="utf-8")
    code, out, err = run("a.rules", "none.rules")
    assert (code, out) == (1, "")
    assert "unclosed-parenthesis" in err and "none.rules" in err
    assert (folder / "a.rules").read_text(encoding="utf-8") == "enum A:(b,c\n"


def test_standard_input_goes_to_standard_output() -> None:
    assert run("-", typed="enum A:b,c") == (0, "enum A: b, c\n", "")
    assert run("--check", "-", typed="enum A:b,c")[0] == 1
    assert run("--check", "-", typed="enum A: b, c\n")[0] == 0
    assert run("-", typed=b"enum \xff")[0] == 1


def test_the_page_shows_what_comes_out() -> None:
    page = (ROOT / "docs" / "fmt.md").read_text(encoding="utf-8")
    written = re.findall(r"```rules\n(.*?)```", page, re.DOTALL)[0]
    shown = re.findall(r"\$ cat orchard.rules\n(.*?)```", page, re.DOTALL)[0]
    assert formatted(written) == shown
