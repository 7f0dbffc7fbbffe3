"""What everybody meets first: help, wrong use, plain output where there is no terminal."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.end_to_end.shell import COMMAND, PATIENCE, Terminal, environment, fine, run

NAMES = ("list", "play", "check", "test", "compile", "drive")


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str, tmp_path: Path) -> None:
    done = fine(run(name, "--help", state=tmp_path))
    assert done.returncode == 0
    assert "Example:  " in done.stdout and f"rulewright {name}" in done.stdout


def test_the_help_names_every_command(tmp_path: Path) -> None:
    done = fine(run("--help", state=tmp_path))
    for name in NAMES:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["plya"],
        ["--loud"],
        ["check"],
        ["check", "--loud", "BOOK"],
        ["test"],
        ["compile"],
        ["compile", "BOOK", "BOOK"],
        ["compile", "BOOK", "-o"],
        ["drive"],
        ["drive", "BOOK", "BOOK"],
        ["list", "BOOK", "BOOK"],
        ["play"],
        ["play", "BOOK", "--players", "many"],
        ["play", "BOOK", "--players", "0"],
        ["play", "BOOK", "--players", "9"],
        ["play", "BOOK", "--seed", "-1"],
        ["play", "BOOK", "--seed", "9" * 400],
        ["play", "BOOK", "--seat", "robot"],
        ["play", "BOOK", "--seat", "human", "--seat", "random", "--seat", "random"],
        ["play", "BOOK", "--save", "x", "--no-save"],
        ["play", "BOOK", "--resume", "x", "--seed", "1"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_told_in_words(arguments: list[str], small: Path) -> None:
    done = fine(run(*(str(small) if each == "BOOK" else each for each in arguments), state=small.parent))
    assert done.returncode == 2, done.stderr
    assert "Error: " in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("name", [each for each in NAMES if each != "list"])
def test_a_book_that_is_not_there_is_told_with_the_nearest_name(name: str, tmp_path: Path) -> None:
    done = fine(run(name, "tic_tac_to", state=tmp_path))
    assert done.returncode == 1
    assert "tic_tac_toe" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["play", "check"])
@pytest.mark.parametrize("book", ["", ".", "/", "\x1b[31m.rules", "a" * 5000, "/dev/null", "../../../etc/passwd"])
def test_a_strange_name_is_no_fault(name: str, book: str, tmp_path: Path) -> None:
    done = fine(run(name, book, state=tmp_path))
    assert done.returncode in (1, 2)
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(name: str, closed: str, small: Path) -> None:
    line = f"'{COMMAND}' {name} '{small}' </dev/null {closed}"
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=environment(small.parent), timeout=PATIENCE
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if name == "play" else 0), done.stderr


def test_colours_are_for_terminals_only(tmp_path: Path) -> None:
    book = tmp_path / "bad.rules"
    book.write_text('rulebook bad "Bad"\n    what\n', encoding="utf-8")
    assert "\x1b" not in run("check", book, state=tmp_path).stdout
    for more, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal("check", book, state=tmp_path, variables=more) as terminal:
            assert terminal.end() == 1
            assert ("\x1b" in terminal.shown) is coloured


def test_the_help_comes_quickly(tmp_path: Path) -> None:
    """From a cold start in at most twice the time of importing click and lark, which the whole program needs."""

    def best(*line: str) -> float:
        times = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run(line, check=True, capture_output=True, env=environment(tmp_path))
            times.append(time.perf_counter() - start)
        return min(times)

    assert best(COMMAND, "--help") <= 2 * best(sys.executable, "-c", "import click, lark")


def test_json_is_json(small: Path) -> None:
    for arguments in (["list"], ["list", small], ["check", small], ["test", small]):
        json.loads(fine(run(*arguments, "--json", state=small.parent)).stdout)
