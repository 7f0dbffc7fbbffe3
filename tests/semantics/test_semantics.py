"""Plays the cases of docs/semantics.md: each is a rulebook, scripted answers, and the log that they give.

A case (cases/*.yaml) speaks only of these, so that another back end can run it:

    name, covers        a sentence; the paragraphs that it belongs to
    source              the rulebook
    variants            what is laid on it: sources by name
    players, seed       how it is started (the rulebook's own number of players, 0)
    answers             a list of steps, see `STEPS` below; [seat, answer] is the usual one
    says                what the rules say in the course of it: written by hand
    log                 the whole log as a spectator sees it: written by RULEWRIGHT_GOLDEN=1, and read before it is kept
    logs                the seats whose own logs matter, and then their lines
    winners             who has won in the end
    fault               the game stops with a fault: part of its message, its line, rules of its chain
    diagnostics         the rulebook is refused: codes and lines
    warnings            the rulebook is accepted, but `check` warns: codes and lines
    same_as             other answers that must come to the same state and log
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulewright.interpreter import (
    Game,
    IllegalAnswer,
    MemoryLoader,
    Rulebook,
    RulebookError,
    RulesFault,
    Source,
    check,
    to_json,
)
from rulewright.interpreter import load as load_rulebook

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((ROOT / "tests" / "semantics" / "cases").glob("*.yaml"))
PAGE = ROOT / "docs" / "semantics.md"
PARAGRAPHS = range(1, 39)
GOLDEN = bool(os.environ.get("RULEWRIGHT_GOLDEN"))
ANY = "ANY"  # as an answer: the first option

Case = dict[str, Any]


@cache
def read(path: Path) -> Case:
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(case, dict)
    return case


def source(case: Case) -> Source:
    return Source("case.rules", case["source"])


def load(case: Case) -> Rulebook:
    variants = case.get("variants", {})
    return load_rulebook(source(case), MemoryLoader(variants) if variants else None, tuple(variants))


def start(book: Rulebook, case: Case) -> Game:
    return book.start(players=case.get("players"), seed=case.get("seed", 0))


def lines(game: Game, seat: str | None) -> list[str]:
    return [f"{entry['form']}: {entry['text']}" for entry in game.log(seat)]


def said(game: Game) -> list[str]:
    return [entry["text"] for entry in game.log(None) if entry["form"] == "say"]


def ids(answer: Any) -> list[str]:
    return [str(each) for each in answer] if isinstance(answer, list) else [str(answer)]


# --- the steps of a script ------------------------------------------------------------------------------------------


class Player:
    """Goes through the steps of a case with one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def step(self, step: Any) -> None:
        if isinstance(step, list):
            self.answer(*step)
        else:
            ((word, what),) = step.items()
            STEPS[word](self, what)

    def answer(self, seat: str, answer: Any) -> None:
        if answer == ANY:
            answer = next(each.ids[0] for each in self.game.decisions() if each.seat == seat)
        self.game.apply(seat, ids(answer))

    def open(self, expected: dict[str, list[str]]) -> None:
        """Exactly these seats are asked, with these options."""
        assert {each.seat: list(each.ids) for each in self.game.decisions()} == expected

    def refused(self, what: list[Any]) -> None:
        """[seat, answer, part of the reason, citation]: the answer is refused and nothing has changed."""
        seat, answer, reason, *cite = what
        before = self.game.hash()
        with pytest.raises(IllegalAnswer) as caught:
            self.game.apply(seat, ids(answer))
        assert reason in caught.value.reason
        assert not cite or caught.value.cite == cite[0]
        assert self.game.hash() == before

    def interject(self, what: list[str]) -> None:
        self.game.interject(*what)

    def interjections(self, expected: dict[str, list[str]]) -> None:
        assert {seat: list(self.game.interjections(seat)) for seat in expected} == expected

    def undo(self, seat: str) -> None:
        assert self.game.undo(seat)

    def cannot_undo(self, seat: str) -> None:
        before = self.game.hash()
        assert not self.game.undo(seat)
        assert self.game.hash() == before

    def imagine(self, what: dict[str, Any]) -> None:
        """What is imagined looks the same to its seat; with `differs`, some of it differs for the others."""
        seat = what["seat"]
        found = [self.game.imagine(seat, seed) for seed in range(12)]
        for each in found:
            assert each.view(seat) == self.game.view(seat)
            assert lines(each, seat) == lines(self.game, seat)
            # What was told to others before is no part of what the seat knows.
            told = {line for other in self.game.seats for line in lines(each, other) if "hidden" not in line}
            assert told <= set(lines(self.game, seat))
        others = [other for other in self.game.seats if other != seat]
        worlds = {json.dumps([each.view(other) for other in others], sort_keys=True) for each in found}
        assert (len(worlds) > 1) == what["differs"]

    def hidden(self, what: dict[str, list[Any]]) -> None:
        """These numbers or names stand nowhere in the seat's view."""
        for seat, values in what.items():
            shown = json.dumps(self.game.view(seat))
            for value in values:
                assert not re.search(rf"(?<![\w]){re.escape(str(value))}(?![\w])", shown), (seat, value)


STEPS: dict[str, Callable[[Player, Any], None]] = {
    "open": Player.open,
    "refused": Player.refused,
    "interject": Player.interject,
    "interjections": Player.interjections,
    "undo": Player.undo,
    "cannot_undo": Player.cannot_undo,
    "imagine": Player.imagine,
    "hidden": Player.hidden,
}


def answers_of(case: Case) -> Iterator[Any]:
    yield from case.get("answers") or ()


# --- the tests ------------------------------------------------------------------------------------------------------


def names(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths]


def cases_with(*keys: str) -> list[Path]:
    return [path for path in CASES if any(key in read(path) for key in keys)]


REFUSED = cases_with("diagnostics")
FAULTY = cases_with("fault")
PLAYED = [path for path in CASES if path not in (*REFUSED, *FAULTY)]


@pytest.mark.parametrize("path", PLAYED, ids=names(PLAYED))
def test_a_case_gives_its_log(path: Path) -> None:
    case = read(path)
    player = Player(start(load(case), case))
    for step in answers_of(case):
        player.step(step)
    game = player.game
    assert game.over
    if "says" in case:
        assert said(game) == case["says"]
    if "winners" in case:
        assert game.result is not None
        assert game.result["winners"] == case["winners"]
    compare(path, case, game)
    if "warnings" in case:
        found = check(source(case))
        assert located(found) == [(each["code"], each["line"]) for each in case["warnings"]]


def compare(path: Path, case: Case, game: Game) -> None:
    logs = {seat: lines(game, seat) for seat in case.get("logs", ())}
    if GOLDEN:
        keep(path, case, lines(game, None), logs)
        return
    assert lines(game, None) == case["log"]
    if logs:
        assert logs == case["logs"]


def keep(path: Path, case: Case, log: list[str], logs: dict[str | None, list[str]]) -> None:
    """Writes the golden part, which comes last in the file, and leaves the rest as it was written."""
    text = path.read_text(encoding="utf-8")
    hand = re.split(r"^(?:log|logs):", text, maxsplit=1, flags=re.MULTILINE)[0]
    golden: dict[str, Any] = {"log": log}
    if logs:
        golden["logs"] = logs
    path.write_text(hand + yaml.safe_dump(golden, allow_unicode=True, sort_keys=False, width=1000), encoding="utf-8")


@pytest.mark.parametrize("path", REFUSED, ids=names(REFUSED))
def test_a_rulebook_that_means_nothing_is_refused(path: Path) -> None:
    case = read(path)
    with pytest.raises(RulebookError) as caught:
        load(case)
    errors = [each for each in caught.value.diagnostics if each.severity == "error"]
    expected = case["diagnostics"]
    found = located(errors)[: len(expected)]  # what follows may be a consequence
    assert [code for code, _ in found] == [each["code"] for each in expected]
    assert [line for _, line in found] == [each["line"] for each in expected]


def located(diagnostics: Any) -> list[tuple[str, int]]:
    return [(each.code, each.span.line) for each in diagnostics]


@pytest.mark.parametrize("path", FAULTY, ids=names(FAULTY))
def test_a_fault_names_its_place_and_changes_nothing(path: Path) -> None:
    case = read(path)
    book = load(case)
    with pytest.raises(RulesFault) as caught:
        player = Player(start(book, case))
        before = ""
        for step in answers_of(case):
            before = player.game.hash()
            player.step(step)
    fault, expected = caught.value, case["fault"]
    assert expected["message"] in fault.message
    assert set(expected.get("chain", ())) <= {link.name for link in fault.chain}
    if "line" in expected:
        assert fault.where.endswith(f":{expected['line']}")
    if case.get("answers"):
        assert player.game.hash() == before
        assert said(player.game) == case.get("says", [])


@pytest.mark.parametrize("path", PLAYED, ids=names(PLAYED))
def test_a_case_goes_on_alike_from_copies_and_saves(path: Path) -> None:
    """Before each step the game is saved and restored, and a copy of it is answered: neither leaves a trace."""
    case = read(path)
    book = load(case)
    player = Player(start(book, case))
    for step in answers_of(case):
        disturb(player.game.copy())
        player.game = book.restore(json.loads(json.dumps(player.game.save())))
        player.step(step)
    straight = Player(start(book, case))
    for step in answers_of(case):
        straight.step(step)
    assert player.game.hash() == straight.game.hash()
    for seat in (None, *player.game.seats):
        assert player.game.log(seat) == straight.game.log(seat)
        assert player.game.view(seat) == straight.game.view(seat)


def disturb(game: Game) -> None:
    for _ in range(3):
        if game.over:
            return
        decision = game.decisions()[0]
        try:
            game.apply(decision.seat, list(decision.ids[-max(1, decision.least) :]))
        except IllegalAnswer:
            return


@pytest.mark.parametrize("path", PLAYED, ids=names(PLAYED))
def test_a_stored_program_plays_the_same_game(path: Path, tmp_path: Path) -> None:
    case = read(path)
    book = load(case)
    stored = tmp_path / "case.json"
    stored.write_text(to_json(book.program), encoding="utf-8")
    again = load_rulebook(stored)
    one, other = Player(start(book, case)), Player(start(again, case))
    for step in answers_of(case):
        one.step(step)
        other.step(step)
    assert lines(one.game, None) == lines(other.game, None)
    assert one.game.hash() == other.game.hash()


@pytest.mark.parametrize("path", PLAYED, ids=names(PLAYED))
def test_no_seat_is_shown_the_seed(path: Path) -> None:
    case = read(path)
    if "seed" not in case or case["seed"] < 1000:
        return
    player = Player(start(load(case), case))
    for step in (None, *answers_of(case)):
        if step is not None:
            player.step(step)
        for seat in (None, *player.game.seats):
            shown = json.dumps([player.game.view(seat), player.game.log(seat)])
            assert str(case["seed"]) not in shown


SAME = cases_with("same_as")


@pytest.mark.parametrize("path", SAME, ids=names(SAME))
def test_other_answers_may_come_to_the_same(path: Path) -> None:
    case = read(path)
    book = load(case)
    one, other = Player(start(book, case)), Player(start(book, case))
    for step in answers_of(case):
        one.step(step)
    for step in case["same_as"]:
        other.step(step)
    assert one.game.hash() == other.game.hash()
    assert one.game.log(None) == other.game.log(None)


# --- the page and its cases -----------------------------------------------------------------------------------------


def test_there_are_many_small_cases() -> None:
    assert len(CASES) >= 60
    for path in CASES:
        assert len(read(path)["source"].splitlines()) <= 40, path


@pytest.mark.parametrize("number", PARAGRAPHS)
def test_every_paragraph_is_covered(number: int) -> None:
    assert [path for path in CASES if number in read(path)["covers"]]


def test_the_page_names_the_cases_of_each_paragraph() -> None:
    text = PAGE.read_text(encoding="utf-8")
    sections = re.split(r"^(### \d+\. .*\n)", text, flags=re.MULTILINE)
    numbers = [int(match) for match in re.findall(r"^### (\d+)\.", text, re.MULTILINE)]
    assert numbers == list(PARAGRAPHS)
    out = [sections[0]]
    for number, head, body in zip(numbers, sections[1::2], sections[2::2], strict=True):
        own, _, rest = re.sub(r"\nCases: [^\n]*\n", "", body).partition("\n## ")
        links = [
            f"[{path.stem}](../tests/semantics/cases/{path.name})" for path in CASES if number in read(path)["covers"]
        ]
        out += [head, own.rstrip("\n"), "\n\nCases: ", ", ".join(links), "\n", f"\n## {rest}" if rest else "", "\n"]
    whole = re.sub(r"\n{3,}", "\n\n", "".join(out)).rstrip("\n") + "\n"
    if GOLDEN:
        PAGE.write_text(whole, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == whole
