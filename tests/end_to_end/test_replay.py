"""`replay`: a saved game told again."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from rulewright.cli import saves
from rulewright.interpreter import Game, load
from tests.end_to_end import shell
from tests.end_to_end.shell import ROOT

MINE = ROOT / "rules" / "classics" / "lantern_mine.rules"


def run(*arguments: str | Path) -> CompletedProcess[str]:
    kept = next(each for each in arguments if isinstance(each, Path))
    return shell.run(*arguments, state=kept.parent)


def fine(*arguments: str | Path) -> CompletedProcess[str]:
    return shell.fine(run(*arguments))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A game that somebody left in the middle."""
    game: Game = load(str(MINE)).start(seed=5)
    for number in range(6):
        decision = game.decisions()[0]
        game.apply(decision.seat, decision.ids[number % len(decision.ids)])
    path = tmp_path / "kept.json"
    saves.write(path, game, dict.fromkeys(game.seats, "human"), 1)
    return path


def test_a_game_is_told_again(kept: Path) -> None:
    told = fine("replay", kept).stdout.splitlines()
    assert [line.split()[0] for line in told if line[:4].strip()] == ["1", "2", "3", "4", "5", "6"]
    data = json.loads(fine("replay", kept, "--json").stdout)
    assert len(data["answers"]) == 6 and data["log"]


def test_any_moment_and_any_view_can_be_shown(kept: Path) -> None:
    first = fine("replay", kept, "--at", "0", "--view").stdout
    last = fine("replay", kept, "--view").stdout
    assert first != last and "is asked" in first
    seat = load(str(MINE)).seat_names()[0]
    assert fine("replay", kept, "--view", "--seat", seat).stdout
    assert "no seat" in run("replay", kept, "--seat", "nobody").stderr


def test_a_situation_becomes_an_example_that_holds(kept: Path, tmp_path: Path) -> None:
    example = fine("replay", kept, "--to-example").stdout
    book = tmp_path / "with_example.rules"
    book.write_text(MINE.read_text(encoding="utf-8") + "\n" + example, encoding="utf-8")
    results = load(str(book)).run_examples()
    assert results[-1].name == "the table after 6 answers"
    assert results[-1].passed, results[-1].message


def test_changed_rules_are_told_and_what_fits_is_kept(kept: Path, tmp_path: Path) -> None:
    data = json.loads(kept.read_text(encoding="utf-8"))
    data["game"]["answers"][3]["answer"] = ["what_is_no_more"]
    data["game"]["digest"] = "0" * 64
    kept.write_text(json.dumps(data), encoding="utf-8")
    refused = run("replay", kept)
    assert refused.returncode == 1 and "Answer 4 of 6" in refused.stderr and "--migrate" in refused.stderr
    mended = tmp_path / "mended.json"
    assert "answer 4 of 6" in fine("replay", kept, "--migrate", mended).stdout
    assert len(json.loads(fine("replay", mended, "--json").stdout)["answers"]) == 3
