"""The same everywhere: what a rulebook compiles to, and how it plays, in other processes with other hash seeds."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from rulewright.interpreter import to_json
from rulewright.interpreter.fuzz.play import Luck, random_step
from tests.battery.books import BOOKS, ROOT, book

HASH_SEEDS = ("0", "4711")
ANSWERS = 60


def facts(name: str) -> dict[str, Any]:
    """What has to be the same: the program to the byte, and a game with all that everybody is told of it."""
    game, luck = book(name).start(seed=7), Luck.of(7)
    for _ in range(ANSWERS):
        if not game.over:
            random_step(game, luck)
    observers = (*game.seats, None)
    told = [(game.view(seat), game.log(seat), [each.ids for each in game.decisions()]) for seat in observers]
    return {
        "program": hashlib.sha256(to_json(book(name).program).encode()).hexdigest(),
        "digest": book(name).digest,
        "hash": game.hash(),
        "told": hashlib.sha256(json.dumps(told).encode()).hexdigest(),
        "save": game.save(),
        "restored": book(name).restore(game.save()).hash(),
    }


SCRIPT = """
import json
from tests.test_determinism import BOOKS, facts
print(json.dumps({name: facts(name) for name in BOOKS}))
"""


@pytest.mark.parametrize("hash_seed", HASH_SEEDS)
def test_another_process_compiles_and_plays_the_same(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    elsewhere = json.loads(done.stdout)
    for name in BOOKS:
        assert elsewhere[name] == json.loads(json.dumps(facts(name))), name
        # What was saved over there goes on over here.
        assert book(name).restore(elsewhere[name]["save"]).hash() == elsewhere[name]["hash"], name
