"""What `make bench` compares with plays the same game, and what it prints is what it found."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from bench import measure, run
from bench.engine import RULEBOOKS, measured
from bench.same import compare
from rulewright.interpreter import load

GAMES = 12  # `make bench` itself compares 60


def test_the_hand_written_hemloch_plays_as_the_rulebook_does() -> None:
    book = load("hemloch")
    decisions = [compare(book, seed) for seed in range(1000, 1000 + GAMES)]
    assert min(decisions) > 70


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_rulebook_is_measured(name: str) -> None:
    found = measured(load(name), 1, random.Random(1))
    assert min(found.values()) > 0


@pytest.mark.parametrize("module", ["handwritten", "hemloch", "same"])
def test_a_peer_prints_what_it_measured(module: str) -> None:
    command = [sys.executable, "-m", f"bench.{module}", "2", "1"]
    done = subprocess.run(command, cwd=measure.ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert all(figure > 0 for figure in json.loads(done.stdout).values())


def test_a_word_is_said_where_node_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(measure.MissingError, match="node"):
        measure.install_boardgameio()


def test_a_target_says_whether_it_is_met(capsys: pytest.CaptureFixture[str]) -> None:
    report = run.Report(
        rates={"chess": {"Rulewright": 2000.0, "Python by hand": 10000.0}, "go": {"Rulewright": 50.0}},
        games={"chess": 40.0, "go": 1.0},
        targets=[
            run.Target("chess by hand", 0.2, 1 / 8, at_least=True),
            run.Target("a copy of chess", 0.3, 1 / 4, at_least=False),
        ],
        notes=["boardgame.io was not measured."],
    )
    run.show(report)
    said = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "chess 2,000 10,000 500.0 40" in said
    assert "go 50 20000.0 1" in said
    assert "chess by hand 0.200 at least 0.125 met" in said
    assert "a copy of chess 0.300 at most 0.250 MISSED" in said
    assert "boardgame.io was not measured." in said
