"""The shortest way to a fault: answers that are not needed for it are left out, one stretch after another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from attrs import evolve

from rulewright.interpreter.fuzz.finding import Finding
from rulewright.interpreter.fuzz.leaks import leaks
from rulewright.interpreter.fuzz.play import Luck, Step, answers, random_step
from rulewright.interpreter.fuzz.properties import asked_until_the_end, invariants_hold, replay_repeats, save_restores
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook

ON_AN_ANSWER = ("fault", "crash")
AT_A_POINT = ("broken-invariant", "dead-end")
OF_A_GAME = ("leak", "replay-differs", "save-differs")
_TRIED = 400  # answers to one question that are tried out to meet a fault again
_ROUNDS = {"leak": 60}  # games that are played to shorten one: to look for a leak takes long
_MOST_ROUNDS = 400
_LEAK_TRIES = 24  # looks at each of these games
_ENDLESS = (101, 102)  # labels of the luck of games that must not end, either

Answer = dict[str, Any]


def shrunk(book: Rulebook, finding: Finding) -> Finding:
    """The same finding with as few answers as were found to be enough; itself where none could be left out."""
    if not finding.save:
        return finding
    steps: list[Answer] = list(finding.save["answers"])
    if finding.kind == "endless":
        return _kept(book, finding, _lost_from(book, finding, steps))
    if finding.kind in ON_AN_ANSWER:
        last = _last(book, finding, steps)
        if last is None:
            return finding
        shortest = _shorter(book, finding, [*steps, last])
        return evolve(_kept(book, finding, shortest[:-1]), answers=len(shortest), breaks=shortest[-1])
    if finding.kind in AT_A_POINT or finding.kind in OF_A_GAME:
        return _kept(book, finding, _shorter(book, finding, steps))
    return finding


def _kept(book: Rulebook, finding: Finding, steps: Sequence[Answer]) -> Finding:
    game = _after(book, finding, steps)
    return evolve(finding, answers=len(steps), save=game.save())


def _after(book: Rulebook, finding: Finding, steps: Sequence[Answer]) -> Game:
    game = book.start(finding.players, finding.seed)
    for step in steps:
        _take(game, step)
    return game


def _take(game: Game, step: Answer) -> None:
    if "interject" in step:
        game.interject(step["seat"], step["interject"])
    else:
        game.apply(step["seat"], step["answer"])


# --- a game that does not end -----------------------------------------------------------------------------------------


def _lost_from(book: Rulebook, finding: Finding, steps: list[Answer]) -> list[Answer]:
    """The answers up to where it can be told that random play finds no end: none, for a game that has none."""
    length = 0
    while length < len(steps):
        begun = _after(book, finding, steps[:length])
        if all(_goes_on(begun.copy(), Luck.of(finding.seed, label), len(steps)) for label in _ENDLESS):
            return steps[:length]
        length = 2 * length + 1
    return steps


def _goes_on(game: Game, luck: Luck, bound: int) -> bool:
    return all(not game.over and random_step(game, luck) is not None for _ in range(bound))


# --- an answer on which the rules break -------------------------------------------------------------------------------


def _last(book: Rulebook, finding: Finding, steps: Sequence[Answer]) -> Answer | None:
    """The answer on which it broke: the save ends before it."""
    game = _after(book, finding, steps)
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


# --- leaving out ------------------------------------------------------------------------------------------------------


def _shorter(book: Rulebook, finding: Finding, steps: list[Answer]) -> list[Answer]:
    """Leaves out halves, quarters, and so on down to single answers, as long as the fault is still met."""
    size = max(1, len(steps) // 2)
    rounds, most = 0, _ROUNDS.get(finding.kind, _MOST_ROUNDS)
    while rounds < most:
        at, before = 0, len(steps)
        while at < len(steps) and rounds < most:
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
    games, taken, played = [game.copy()], list[Answer](), list[Step]()
    if finding.kind in AT_A_POINT and _seen(finding, game):
        return taken
    for step in steps:
        if game.over:
            break
        if finding.kind in ON_AN_ANSWER and _breaks(game.copy(), step, finding):
            return [*taken, step]
        played_step = _as_step(game, step)
        try:
            _take(game, step)
        except (IllegalAnswer, RulesFault, ValueError):
            continue
        taken.append(step)
        played.append(played_step)
        games.append(game.copy())
        if finding.kind in AT_A_POINT and _seen(finding, game):
            return taken
    return taken if finding.kind in OF_A_GAME and _seen_in_all(book, finding, games, played) else None


def _as_step(game: Game, step: Answer) -> Step:
    if "interject" in step:
        return Step(step["seat"], (step["interject"],), "")
    asked = next((decision.id for decision in game.decisions() if decision.seat == step["seat"]), "")
    return Step(step["seat"], tuple(step["answer"]), asked)


def _seen(finding: Finding, game: Game) -> bool:
    if finding.kind == "broken-invariant":
        return any(wrong[1] == finding.message for wrong in invariants_hold(game))
    luck = Luck.of(finding.seed, 9)
    if any(wrong == (finding.kind, finding.message, finding.where) for wrong in asked_until_the_end(game, luck)):
        return True
    return not game.over and random_step(game.copy(), luck) is None


def _seen_in_all(book: Rulebook, finding: Finding, games: Sequence[Game], steps: Sequence[Step]) -> bool:
    if finding.kind == "leak":
        found = leaks(games, steps, Luck.of(finding.seed, 9), _LEAK_TRIES)
        return any(leak.part == finding.where for leak in found)
    again = (*save_restores(book, games[-1]), *replay_repeats(book, games[-1], finding.seed, steps))
    return any(wrong[0] == finding.kind for wrong in again)
