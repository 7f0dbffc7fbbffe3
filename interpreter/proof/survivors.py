"""Which mutants of a rulebook nothing notices: no check, no example, no invariant, no game that was played before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulewright.interpreter.checks import check_program
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.fuzz.play import Luck, Step, random_step
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.link import Linked
from rulewright.interpreter.lower import lower
from rulewright.interpreter.model.declare import declare
from rulewright.interpreter.proof.mutants import Mutant, mutants
from rulewright.interpreter.runtime.examples import run_example
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook
from rulewright.interpreter.source import Span

MOST_STEPS = 2_000
Noticed = tuple[str, str]  # see Verdict
UNPROVED = "# unproved:"  # above a statement whose loss nothing can notice, with the reason


@frozen
class Playthrough:
    """A game as it was played: the answers, and what everybody saw of it."""

    seed: int
    steps: tuple[Step, ...]
    log: tuple[str, ...]
    end: Any


@frozen
class Verdict:
    what: str
    where: str
    cite: str
    noticed: str  # by what; "" where nothing noticed
    by: str  # the sort of what noticed: "example", "game", "check", "" or "not mutable"
    reason: str = ""  # why nothing can notice it, in the words of the rulebook's author


def play_through(book: Rulebook, seed: int) -> Playthrough:
    game = book.start(seed=seed)
    luck = Luck.of(seed, 7)
    steps: list[Step] = []
    while not game.over and len(steps) < MOST_STEPS:
        step = random_step(game, luck)
        if step is None:
            break
        steps.append(step)
    return Playthrough(seed, tuple(steps), _log(game), (game.result, game.view(None)))


def _log(game: Game) -> tuple[str, ...]:
    return tuple(line["text"] for line in game.log(None))


def verdicts(
    linked: Linked,
    options: Mapping[str, str],
    games: Sequence[Playthrough],
    chosen: Callable[[int], bool] = lambda number: True,
) -> list[tuple[int, Verdict]]:
    """What notices each mutant. `chosen` lets several workers share them."""
    return [
        (number, _verdict(mutant, _noticed(mutant, options, games)))
        for number, mutant in enumerate(mutants(linked))
        if chosen(number)
    ]


def _verdict(mutant: Mutant, noticed: Noticed) -> Verdict:
    by, what = noticed
    return Verdict(mutant.what, str(mutant.span), ", ".join(mutant.cite), what, by, reason_above(mutant.span))


def reason_above(span: Span) -> str:
    """The comment right above a statement, if it says why the statement cannot be proved."""
    words: list[str] = []
    for line in reversed(span.source.text.split("\n")[: span.line - 1]):
        comment = line.strip()
        if not comment.startswith("#"):
            break
        if comment.startswith(UNPROVED):
            return " ".join([comment.removeprefix(UNPROVED).strip(), *words])
        words.insert(0, comment.removeprefix("#").strip())
    return ""


def _noticed(mutant: Mutant, options: Mapping[str, str], games: Sequence[Playthrough]) -> Noticed:
    if mutant.linked is None:
        return "not mutable", ""
    program = compiled(mutant.linked, options)
    if program is None:
        return "check", "check"
    book = Rulebook(program)
    results = (run_example(book.code, example) for example in program.examples)  # no more than it takes
    failed = next((result.name for result in results if not result.passed), None)
    if failed is not None:
        return "example", f'example "{failed}"'
    for game in games:
        if not _same(book, game):
            return "game", f"the game of seed {game.seed}"
    return "", ""


def compiled(linked: Linked, options: Mapping[str, str]) -> Program | None:
    findings = Findings()
    model = declare(linked, findings, options)
    program = lower(linked, model)
    if program is not None:
        check_program(linked, model, program, findings)
    return None if findings.failed else program


def _same(book: Rulebook, played: Playthrough) -> bool:
    try:
        game = book.start(seed=played.seed)
        for step in played.steps:
            if game.over:
                return False
            step.take(game)
            if game.broken_invariants():
                return False
        return _log(game) == played.log and (game.result, game.view(None)) == played.end
    except (IllegalAnswer, RulesFault):
        return False
