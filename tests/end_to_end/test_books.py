"""`check`, `test`, `compile` and `list` on good rulebooks, bad ones and compiled ones."""

import json
import os
from pathlib import Path

from tests.end_to_end.shell import Terminal, fine, run

WRONG = (
    'rulebook wrong "Wrong"\n    players one, two\n\nstate n: number = 0\n\ngame\n    set m to 1\n    end the game\n'
)
FAILING = """
example "a claim that does not hold"
    then
        a1.mark = nought
"""


def test_check_is_content_with_a_good_book(small: Path) -> None:
    done = fine(run("check", small, "kuhn_poker", state=small.parent))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{small}: all good, ready to play.\nkuhn_poker: all good, ready to play.\n"
    done = fine(run("check", small, "--json", state=small.parent))
    assert (done.returncode, json.loads(done.stdout)) == (0, [])


def test_check_shows_every_mistake_of_every_book(small: Path) -> None:
    bad = small.with_name("wrong.rules")
    bad.write_text(WRONG, encoding="utf-8")
    done = fine(run("check", bad, "no_such_book", small, state=small.parent))
    assert done.returncode == 1
    assert "7 |     set m to 1" in done.stdout
    assert "1 error. It cannot be played like this." in done.stdout or "1 error and " in done.stdout
    assert "no_such_book" in done.stdout
    assert f"{small}: all good" in done.stdout
    rows = json.loads(fine(run("check", bad, "no_such_book", small, "--json", state=small.parent)).stdout)
    errors = [each for each in rows if each["severity"] == "error"]
    assert [(each["file"], each["line"]) for each in errors] == [("wrong.rules", 7), ("no_such_book", None)]


def test_check_uses_the_width_that_there_is(small: Path) -> None:
    bad = small.with_name("wrong.rules")
    bad.write_text(WRONG, encoding="utf-8")
    wide = fine(run("check", bad.name, state=small.parent, COLUMNS="99")).stdout
    narrow = fine(run("check", bad.name, state=small.parent, COLUMNS="60")).stdout
    assert max(map(len, narrow.splitlines())) < max(map(len, wide.splitlines())) <= 99


def test_test_runs_the_examples(small: Path) -> None:
    done = fine(run("test", small, "kuhn_poker", state=small.parent))
    assert (done.returncode, done.stderr) == (0, "")
    assert "examples hold." in done.stdout


def test_test_shows_which_line_fails_and_why(small: Path) -> None:
    text = small.read_text(encoding="utf-8") + FAILING
    small.write_text(text, encoding="utf-8")
    line = len(text.splitlines())
    done = fine(run("test", small, state=small.parent))
    assert done.returncode == 1
    assert f'small.rules:{line}: the example "a claim that does not hold" fails.' in done.stdout
    assert "expected: Nought" in done.stdout and "found:    none" in done.stdout
    assert "examples failed." in done.stdout
    rows = json.loads(fine(run("test", small, "--json", state=small.parent)).stdout)
    assert [row["passed"] for row in rows][-1] is False
    assert rows[-1]["where"] == f"small.rules:{line}"


def test_test_goes_on_after_a_book_that_it_cannot_open(small: Path) -> None:
    done = fine(run("test", "no_such_book", small, state=small.parent))
    assert (done.returncode, "examples hold." in done.stdout) == (1, True)
    assert "no_such_book" in done.stderr


def test_a_compiled_book_serves_every_command(small: Path) -> None:
    compiled = small.with_suffix(".json")
    done = fine(run("compile", small, "-o", compiled, state=small.parent))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run("compile", small, state=small.parent).stdout == compiled.read_text(encoding="utf-8")
    listing = run("compile", small, "--listing", state=small.parent).stdout
    assert run("compile", compiled, "--listing", state=small.parent).stdout == listing
    small.unlink()  # from now on without the source
    assert fine(run("check", compiled, state=small.parent)).stdout == f"{compiled}: all good, ready to play.\n"
    assert "examples hold." in fine(run("test", compiled, state=small.parent)).stdout
    assert "Tic-tac-toe" in fine(run("list", compiled, state=small.parent)).stdout
    assert fine(run("drive", compiled, state=small.parent, typed='{"do": "start"}\n')).returncode == 0
    done = fine(run("play", compiled, "--seat", "random", "--seat", "random", state=small.parent))
    assert (done.returncode, "The game is over." in done.stdout) == (0, True)


def test_a_game_of_the_source_goes_on_with_the_compiled_book(small: Path) -> None:
    compiled, save = small.with_suffix(".json"), small.with_name("save.json")
    run("compile", small, "-o", compiled, state=small.parent)
    two = ("--seat", "human", "--seat", "human")
    run("play", small, *two, "--save", save, state=small.parent, typed="a1\na2\nb1\nb2\n")
    done = fine(run("play", compiled, "--resume", save, state=small.parent, typed="c1\n"))
    assert (done.returncode, "Cross wins" in done.stdout) == (0, True)


def test_a_damaged_compiled_book_is_refused_in_words(small: Path) -> None:
    compiled = small.with_suffix(".json")
    run("compile", small, "-o", compiled, state=small.parent)
    good = compiled.read_bytes()
    for bad in (
        b"",
        b"{}",
        b"[" * 100_000,
        b"\xff\x00",
        good[: len(good) // 2],
        good.replace(b'"const"', b'"exec"', 1),
    ):
        compiled.write_bytes(bad)
        done = fine(run("play", compiled, state=small.parent))
        assert done.returncode == 1
        assert 0 < len(done.stderr) < 1000


def test_compile_writes_whole_files_and_tells_where_it_cannot(small: Path) -> None:
    done = fine(run("compile", small, "-o", "/no/such/folder/x.json", state=small.parent))
    assert (done.returncode, done.stdout) == (1, "")
    assert "I could not use /no/such/folder/x.json: No such file or directory." in done.stderr
    assert fine(run("compile", small, "-o", small.parent, state=small.parent)).returncode == 1
    assert fine(run("compile", small, "-o", os.devnull, state=small.parent)).returncode == 0
    assert Path(os.devnull).is_char_device()
    assert sorted(each.name for each in small.parent.iterdir()) == [small.name]


def test_list_tells_what_is_in_a_book(small: Path) -> None:
    done = fine(run("list", "kuhn_poker", state=small.parent))
    assert done.returncode == 0
    for words in (
        "Kuhn Poker (kuhn_poker)",
        "players   2: Elder, Dealer",
        "pieces    3 Card",
        "examples  2",
    ):
        assert words in done.stdout
    about = json.loads(fine(run("list", "kuhn_poker", "--json", state=small.parent)).stdout)
    assert about["kinds"] == [{"id": "Card", "label": "Card", "pieces": 3}]
    assert about["examples"][0].startswith("the higher card")


def test_list_finds_the_folder_s_own_books(small: Path) -> None:
    done = fine(run("list", state=small.parent))
    assert any(line.split() == ["small", "Tic-tac-toe", "this", "folder"] for line in done.stdout.splitlines())


def test_check_on_a_terminal_is_coloured_and_readable(small: Path) -> None:
    bad = small.with_name("wrong.rules")
    bad.write_text(WRONG, encoding="utf-8")
    with Terminal("check", bad, state=small.parent) as terminal:
        assert terminal.end() == 1
        assert "\x1b[" in terminal.shown
