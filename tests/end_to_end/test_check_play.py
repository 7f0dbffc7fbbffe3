"""`check --play`: random games find what no example shows."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.end_to_end import shell

BAD = """rulebook bad "Bad"
    players ann, bob

state coins of player: 0..9 = 3
state noise: number = 0

game
    repeat 20 times
        each player from ann
            offer spend, earn or pass "Rest"
    end the game

action spend "Spend"
    if me.coins > 0 or noise > LIMIT: take 1 from me.coins

action earn "Earn"
    add 1 to noise

invariant "not too loud": noise < LOUD
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def run(folder: Path, *arguments: str | Path) -> CompletedProcess[str]:
    return shell.run(*arguments, state=folder, cwd=folder)


def written(folder: Path, limit: int, loud: int) -> str:
    (folder / "bad.rules").write_text(BAD.replace("LIMIT", str(limit)).replace("LOUD", str(loud)), encoding="utf-8")
    return "bad.rules"


def test_a_sound_rulebook_comes_through(folder: Path) -> None:
    done = run(folder, "check", written(folder, 99, 99), "--play", "2")
    assert done.returncode == 0 and "nothing went wrong in 2 random games" in done.stdout


def test_a_fault_is_found_shortened_and_told_again(folder: Path) -> None:
    done = run(folder, "check", written(folder, 0, 99), "--play", "1")
    assert done.returncode == 1 and "coins cannot be -1" in done.stdout
    (kept,) = folder.glob("bad-fault-*.json")
    # Three coins, a noise, and one more: nobody needs longer, whoever it is.
    assert len(json.loads(kept.read_text(encoding="utf-8"))["game"]["answers"]) <= 8
    told = run(folder, "replay", kept.name, "--book", "bad.rules")
    assert told.returncode == 0 and "the rules break here" in told.stdout


def test_a_log_without_end_is_a_fault_like_others(folder: Path) -> None:
    text = """rulebook loud "Loud"
    players ann, bob
game
    ask ann
        option "Shout" as shout
            repeat until 1 = 2
                say "Ahoy!"
    end the game
"""
    (folder / "loud.rules").write_text(text, encoding="utf-8")
    done = run(folder, "check", "loud.rules", "--play", "1")
    assert done.returncode == 1 and "fault: " in done.stdout and "lines into the log" in done.stdout
    assert "crash" not in done.stdout


def test_a_broken_invariant_is_found(folder: Path) -> None:
    done = run(folder, "check", written(folder, 99, 4), "--play", "1", "--json")
    rows = json.loads(done.stdout)
    assert done.returncode == 1 and rows[0]["kind"] == "broken-invariant"
    assert 4 <= len(rows[0]["save"]["answers"]) <= 8
