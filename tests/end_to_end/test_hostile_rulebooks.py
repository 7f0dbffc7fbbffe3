"""A stranger's rulebook gets a message, never a traceback, never a file of ours, never all of our time."""

from pathlib import Path

import pytest

from tests.end_to_end.shell import fine, run

HEAD = 'rulebook bad "Bad"\n    players one, two\n'
GAME = "game\n    end the game\n"

BOOKS: dict[str, tuple[bytes, str]] = {
    "nothing at all": (b"", ""),
    "not a rulebook": (b"\x7fELF\x00\x01\x02", ""),
    "not utf-8": (HEAD.encode() + b'enum Colour: red "\xe9"\n' + GAME.encode(), "source-not-utf8"),
    "a line of 1 MB": ((HEAD + "# " + "x" * 1_000_000 + "\n" + GAME).encode(), "source-too-long"),
    "a long line": ((HEAD + 'enum Colour: red "' + "x" * 900_000 + '"\n' + GAME).encode(), "line-too-long"),
    "leaves its folder": ((HEAD + '    include "../../etc/passwd"\n' + GAME).encode(), "include-leaves-folder"),
    "an absolute path": ((HEAD + '    include "/etc/passwd"\n' + GAME).encode(), "include-leaves-folder"),
    "nested parentheses": (
        (HEAD + "value v: number = " + "(" * 100_000 + "1" + ")" * 100_000 + "\n" + GAME).encode(),
        "",
    ),
    "nested parentheses on many lines": (
        (HEAD + "value v: number = " + ("(" * 900 + "\n        ") * 200 + "1" + GAME).encode(),
        "",
    ),
    "nested blocks": (
        (HEAD + "game\n" + "".join("    " * n + "if yes\n" for n in range(1, 900))).encode(),
        "",
    ),
    "a huge number": ((HEAD + "value v: number = " + "9" * 1_000 + "\n" + GAME).encode(), "number-too-large"),
    "control characters": ((HEAD + 'enum Colour: red "\x1b[2J\x07"\n' + GAME).encode(), ""),
    "text that turns around": ((HEAD + 'enum Colour: red "\u202egnirts"\n' + GAME + "    what\n").encode(), ""),
}
COMMANDS = (["check"], ["check", "--json"], ["test"], ["compile"], ["play"], ["drive"], ["list"])


@pytest.mark.parametrize("name", BOOKS)
def test_a_strange_text_gets_a_message(name: str, tmp_path: Path) -> None:
    refused(name, ["check"], tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_gives_the_message(command: list[str], tmp_path: Path) -> None:
    refused("leaves its folder", command, tmp_path)


def refused(name: str, command: list[str], tmp_path: Path) -> None:
    text, code = BOOKS[name]
    book = tmp_path / "bad.rules"
    book.write_bytes(text)
    done = fine(run(*command, book, state=tmp_path))
    said = done.stdout + done.stderr
    assert done.returncode in ((0, 1) if name == "control characters" else (1,)), said
    assert code in said
    assert "root:" not in said
    assert "\x1b" not in said and "\u202e" not in said
    assert len(said) < 20_000


COUNT = HEAD + "state n: number = 0\n\n"
PING = "game\n    ping\n    end the game\n"
ENDLESS = {
    "one loop": COUNT + "game\n    repeat until n < 0\n        set n to 1\n    end the game\n",
    "effects that call each other": COUNT + "effect ping: pong\neffect pong: ping\n\n" + PING,
    "rules that set each other off": COUNT
    + "effect ping: add 1 to n\neffect pong: add 1 to n\nafter ping again: pong\nafter pong again: ping\n\n"
    + PING,
}


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("command", [["play"], ["drive"]], ids=" ".join)
def test_rules_that_never_end_are_stopped(name: str, command: list[str], tmp_path: Path) -> None:
    book = tmp_path / "bad.rules"
    book.write_text(ENDLESS[name], encoding="utf-8")
    typed = '{"do": "start"}\n{"do": "start"}\n' if command == ["drive"] else ""
    done = fine(run(*command, book, state=tmp_path, typed=typed))
    said = done.stdout + done.stderr
    assert "bad.rules:" in said
    if command == ["drive"]:
        assert done.returncode == 0
        assert done.stdout.count('"rules-fault"') == 2
    else:
        assert done.returncode == 1
