"""The hardest passages of five printed rulebooks, each a small game of its own: they load, their examples pass, and
what they compile to and how a scripted game of them runs stay the same. So with the variants that those rulebooks
print; of them only what differs from the passage that they vary is kept.

After a change that is meant, write the golden files anew with RULEWRIGHT_GOLDEN=1 and read the difference.
"""

from __future__ import annotations

import difflib
import os
from functools import cache
from typing import Any

import pytest
import yaml

from rulewright.interpreter import Decision, Game, Rulebook, check, listing, load
from tests.language.passages import PASSAGES, PATHS, PassageLoader

BOOKS = sorted(path.stem for path in PASSAGES.glob("*.rules"))
VARIANTS = sorted(f"variants/{path.stem}" for path in (PASSAGES / "variants").glob("*.rules"))
GAMES = {"dark_promenade", "city_of_hemloch", "rise_of_moloch", "heart_of_darkness", "gloomholdin"}
PENDING = 4  # how many passages still wait for another issue: this number may only shrink
ISSUES = {"boards", "campaigns"}


@cache
def book(name: str) -> Rulebook:
    return load(PASSAGES / f"{name}.rules", PassageLoader())


def base_of(name: str) -> str:
    """The passage that lies below a variant."""
    first = next(line for line in (PASSAGES / f"{name}.rules").read_text().splitlines() if line.startswith("variant "))
    path = PATHS[first.split()[3]]
    return path.stem if path.parent == PASSAGES else base_of(f"variants/{path.stem}")


def pending() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = yaml.safe_load((PASSAGES / "pending.yaml").read_text(encoding="utf-8")) or []
    return listed


def agrees_with_golden(name: str, text: str) -> None:
    path = PASSAGES / "golden" / name
    if os.environ.get("RULEWRIGHT_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def played(name: str) -> str:
    """The scripted game: every decision with its options, the answer, and what everybody then saw happen."""
    script = yaml.safe_load((PASSAGES / "scripts" / f"{name}.yaml").read_text(encoding="utf-8"))
    game = book(name).start(seed=script["seed"])
    lines = told(game, 0)
    for line in script["answers"]:
        seen = len(game.log())
        seat, word, words = line.split(" ", 2)
        if word == "interjects":
            game.interject(seat, words)
        else:
            decision = next(each for each in game.decisions() if each.seat == seat)
            lines.append(asked(decision))
            answer = [] if words == "nothing" else words.split(", ")
            game.apply(seat, answer[0] if len(answer) == 1 else answer, decision.id)
        lines.append(line)
        lines += told(game, seen)
    lines.append(f"over: {game.result}" if game.over else "and so on")
    return "\n".join(lines) + "\n"


def asked(decision: Decision) -> str:
    number = "" if (decision.least, decision.most) == (1, 1) else f"{decision.least} to {decision.most} of "
    return f"{decision.seat} is asked by {decision.rule} ({decision.form}): {number}{', '.join(decision.ids)}"


def told(game: Game, since: int) -> list[str]:
    return [f"    {event['text']} [{event['cite']}]".removesuffix(" []") for event in game.log(since=since)]


def test_every_game_has_its_passages() -> None:
    assert set(BOOKS) == GAMES


@pytest.mark.parametrize("name", BOOKS + VARIANTS)
def test_a_passage_loads_without_a_word_of_complaint(name: str) -> None:
    found = check(PASSAGES / f"{name}.rules", PassageLoader())
    assert [f"{each.code} in line {each.span.line}: {each.message}" for each in found] == []


@pytest.mark.parametrize("name", BOOKS + VARIANTS)
def test_the_examples_of_a_passage_pass(name: str) -> None:
    results = book(name).run_examples()
    assert results
    assert [result for result in results if not result.passed] == []


@pytest.mark.parametrize("name", BOOKS)
def test_a_passage_compiles_to_the_same_program(name: str) -> None:
    agrees_with_golden(f"{name}.ir.txt", listing(book(name).program))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_compiles_to_the_same_differences(name: str) -> None:
    below, above = (listing(book(each).program).splitlines() for each in (base_of(name), name))
    lines = difflib.unified_diff(below, above, base_of(name), name, lineterm="", n=0)
    agrees_with_golden(f"{name}.ir.diff", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", BOOKS + VARIANTS)
def test_a_scripted_game_asks_and_tells_the_same(name: str) -> None:
    agrees_with_golden(f"{name}.log.txt", played(name))


def test_the_pending_list_and_the_pending_files_are_the_same() -> None:
    files = [entry["file"] for entry in pending()]
    assert sorted(files) == sorted(path.name for path in (PASSAGES / "pending").glob("*.rules"))


def test_a_pending_passage_names_the_issue_that_turns_it_on() -> None:
    assert [entry for entry in pending() if entry.get("issue") not in ISSUES or not entry.get("passage")] == []


def test_the_pending_list_only_shrinks() -> None:
    assert len(pending()) == PENDING
