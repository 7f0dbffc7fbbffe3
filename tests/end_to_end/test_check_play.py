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


BRIEF = """rulebook brief "Brief"
    players ann, bob

state coins: number = 0

game
    repeat 40 times
        offer earn, rest asking ann
    end the game

action earn "Earn"
    add 1 to coins
    ask me "Spend it?"
        option "Yes" as spend: take 1 from coins
        option "No" as keep: take 1 from coins

action rest "Rest": add 0 to coins

# Broken only between an answer and the next: no glance at a few points of a game is sure to see it.
invariant "nobody has money": coins = 0
invariant "nobody has anything": coins < 1
"""


def test_an_invariant_is_looked_at_after_every_answer_and_told_once(folder: Path) -> None:
    (folder / "brief.rules").write_text(BRIEF, encoding="utf-8")
    done = run(folder, "check", "brief.rules", "--play", "6")
    assert done.returncode == 1 and "all good" not in done.stdout
    assert done.stdout.count('the invariant "nobody has money" does not hold (brief.rules:') == 1
    assert done.stdout.count('the invariant "nobody has anything" does not hold (brief.rules:') == 1
    assert done.stdout.count("after 1 answer\n") == 2
    assert "brief.rules: 2 things went wrong in 6 random games.\n" in done.stdout
    files = sorted(each.name for each in folder.glob("brief-broken-*.json"))
    assert len(files) == 2 and all(f"rulewright replay {each} --book brief.rules" in done.stdout for each in files)
    told = run(folder, "replay", files[0], "--book", "brief.rules")
    assert told.returncode == 0 and 'broken-invariant: the invariant "nobody has' in told.stdout


def test_a_variant_is_told_how_to_do_without_an_invariant(folder: Path) -> None:
    (folder / "brief.rules").write_text(BRIEF.replace("invariant", "#", 1), encoding="utf-8")
    (folder / "rich.rules").write_text("variant rich of brief\n", encoding="utf-8")
    for arguments in (("rich.rules",), ("brief.rules", "--variant", "rich")):
        done = run(folder, "check", *arguments, "--play", "1")
        assert 'remove invariant "nobody has anything"' in done.stdout
    assert "remove invariant" not in run(folder, "check", "brief.rules", "--play", "1").stdout


def test_it_is_said_how_many_games_were_played(folder: Path) -> None:
    names = "".join(f'invariant "number {number}": noise < {number}\n' for number in range(1, 7))
    text = BAD.replace("LIMIT", "99").replace('invariant "not too loud": noise < LOUD\n', names)
    (folder / "bad.rules").write_text(text, encoding="utf-8")
    done = run(folder, "check", "bad.rules", "--play", "50")
    assert "6 things went wrong in 1 random game, and the other 49 were not played.\n" in done.stdout


ENDLESS = """rulebook endless "Endless"
    players ann, bob

state bag: number = 0

game
    repeat until bag > 5000
        ask ann
            option "Left" as left
            option "Right" as right
    end the game
"""


def test_a_game_without_end_is_cut_to_where_it_is_lost(folder: Path) -> None:
    (folder / "endless.rules").write_text(ENDLESS, encoding="utf-8")
    done = run(folder, "check", "endless.rules", "--play", "1", "--json")
    (row,) = json.loads(done.stdout)
    assert row["kind"] == "endless" and row["answers"] == 0 and row["save"]["answers"] == []


STUCK = """rulebook stuck "Stuck"
    players ann, bob

state steps: number = 0

game
    repeat 30 times
        ask ann
            option "Go" as go: add 1 to steps
            option "Stay" as stay
        if steps > 2
            choose exactly 2 of some_of in 1..3 asking bob provided steps = 0
    end the game
"""


def test_a_dead_end_is_shortened(folder: Path) -> None:
    (folder / "stuck.rules").write_text(STUCK, encoding="utf-8")
    done = run(folder, "check", "stuck.rules", "--play", "1", "--json")
    _, row = json.loads(done.stdout)  # the first is a warning
    assert row["kind"] == "dead-end" and [each["answer"] for each in row["save"]["answers"]] == [["go"]] * 3
