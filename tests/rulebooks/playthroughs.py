"""Games of a published rulebook: looked at while they are played at random, or written down and played again."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulewright.interpreter import Decision, Game, Rulebook

GOLDEN = Path(__file__).parent / "golden"
LONGEST = 600  # answers in one game


def zone(game: Game, name: str, seat: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """The pieces of each place of a zone, as a seat sees them."""
    found = next(each for each in game.view(seat)["zones"] if each["id"] == name)
    return {place["id"]: place["pieces"] for place in found["places"]}


def some_answer(decision: Decision, rng: random.Random) -> list[str]:
    most = len(decision.ids) if decision.most < 0 else min(decision.most, len(decision.ids))
    return rng.sample(list(decision.ids), rng.randint(min(decision.least, most), most))


def play_on(game: Game, seed: int, look: Callable[[Game], None], every: int = 1) -> None:
    """Any answers to the end of the game; `look` is shown the table before so many of them, and the end."""
    rng = random.Random(seed)
    answers = 0
    while not game.over:
        if answers % every == 0:
            look(game)
        (decision,) = game.decisions()
        game.apply(decision.seat, some_answer(decision, rng))
        answers += 1
        assert answers < LONGEST
    look(game)


def told(book: Rulebook, seed: int, answers: list[str] | None) -> str:
    """A game with its decisions, answers and all that everybody may know; without answers, one by chance."""
    game = book.start(seed=seed)
    rng = random.Random(seed)
    given = iter(answers) if answers is not None else None
    lines = [f"seed {seed}"]
    heard = 0
    while True:
        events = game.log(since=heard)
        heard += len(events)
        lines.extend(f"    {event['text']}" + (f"  [{event['cite']}]" if event["cite"] else "") for event in events)
        if game.over:
            break
        (decision,) = game.decisions()
        answer = some_answer(decision, rng) if given is None else [each for each in next(given).split(", ") if each]
        lines.append(f"{decision.seat} chooses {', '.join(answer)}  ({decision.rule}: {len(decision.ids)} options)")
        game.apply(decision.seat, answer)
    return "\n".join([*lines, f"result {game.result}"]) + "\n"


def assert_played_the_same_again(book: Rulebook, name: str) -> None:
    """A game that was written down. RULEWRIGHT_GOLDEN=1 writes it anew, with answers by chance."""
    path = GOLDEN / f"{name}.txt"
    text = path.read_text(encoding="utf-8")
    seed = int(text.split("\n", 1)[0].removeprefix("seed "))
    if os.environ.get("RULEWRIGHT_GOLDEN"):
        text = told(book, seed, None)
        path.write_text(text, encoding="utf-8")
    assert told(book, seed, re.findall(r"^\w+ chooses (.*)  \(", text, re.M)) == text
