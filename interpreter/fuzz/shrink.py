"""The shortest way to a fault: answers that are not needed for it are left out, one stretch after another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from attrs import evolve

from rulewright.interpreter.fuzz.finding import Finding
from rulewright.interpreter.fuzz.play import Luck, answers
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook

SHRINKABLE = ("fault", "crash", "broken-invariant")
_TRIED = 400  # answers to one question that are tried out to meet a fault again
_ROUNDS = 400  # games that are played to shorten one

Answer = dict[str, Any]


def shrunk(book: Rulebook, finding: Finding) -> Finding:
    """The same finding with as few answers as were found to be enough; itself where none could be left out."""
    if finding.kind not in SHRINKABLE or not finding.save:
        return finding
    steps: list[Answer] = list(finding.save["answers"])
    if finding.kind != "broken-invariant":
        last = _last(book, finding, steps)
        if last is None:
            return finding
        steps.append(last)
    shortest = _shorter(book, finding, steps)
    breaks = None if finding.kind == "broken-invariant" else shortest[-1]
    kept = shortest if breaks is None else shortest[:-1]
    game = book.start(finding.players, finding.seed)
    for step in kept:
        _take(game, step)
    return evolve(finding, answers=len(shortest), save=game.save(), breaks=breaks)


def _take(game: Game, step: Answer) -> None:
    if "interject" in step:
        game.interject(step["seat"], step["interject"])
    else:
        game.apply(step["seat"], step["answer"])


def _last(book: Rulebook, finding: Finding, steps: Sequence[Answer]) -> Answer | None:
    """The answer on which it broke: the save ends before it."""
    game = book.start(finding.players, finding.seed)
    for step in steps:
        _take(game, step)
    luck = Luck.of(finding.seed, 9)
    for decision in game.decisions():
        for ids in islice(answers(decision, luck), _TRIED):
            step = {"seat": decision.seat, "answer": list(ids)}
            if _breaks(game.copy(), step, finding):
                return step
    return None


def _breaks(game: Game, step: Answer, finding: Finding) -> bool:
    try:
        _take(game, step)
    except IllegalAnswer:
        return False
    except RulesFault as fault:
        return fault.message == finding.message and fault.where == finding.where
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}" == finding.message
    return False


def _shorter(book: Rulebook, finding: Finding, steps: list[Answer]) -> list[Answer]:
    """Leaves out halves, quarters, and so on down to single answers, as long as the fault is still met."""
    size = max(1, len(steps) // 2)
    rounds = 0
    while rounds < _ROUNDS:
        at, before = 0, len(steps)
        while at < len(steps) and rounds < _ROUNDS:
            rounds += 1
            met = _met(book, finding, steps[:at] + steps[at + size :])
            if met is not None and len(met) < len(steps):
                steps = met
            else:
                at += size
        if size == 1 and len(steps) == before:
            break
        size = max(1, size // 2)
    return steps


def _met(book: Rulebook, finding: Finding, steps: Sequence[Answer]) -> list[Answer] | None:
    """The answers up to where the fault is met, without those that no longer fit; None where it is not."""
    game = book.start(finding.players, finding.seed)
    taken: list[Answer] = []
    for step in steps:
        if game.over:
            break
        if finding.kind != "broken-invariant" and _breaks(game.copy(), step, finding):
            return [*taken, step]
        try:
            _take(game, step)
        except (IllegalAnswer, RulesFault, ValueError):
            continue
        taken.append(step)
        if finding.kind == "broken-invariant" and finding.where in game.broken_invariants():
            return taken
    return None
