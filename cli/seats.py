"""Who sits where, and how a seat without a person answers."""

import random
from collections.abc import Sequence

import click

from rulewright.interpreter import Decision, Game, IllegalAnswer, SaveProblem

HUMAN, RANDOM = "human", "random"
KINDS = (HUMAN, RANDOM)
_TRIES = 1000  # answers that are drawn before a bot gives up on a condition on the whole answer


def seated(names: Sequence[str], given: Sequence[str]) -> dict[str, str]:
    """The seats that were asked for, in order; without any, one person against chance."""
    if len(given) > len(names):
        raise click.UsageError(f"There are {len(given)} --seat options and only {len(names)} seats.")
    wanted = list(given) or [HUMAN]
    return dict(zip(names, wanted + [RANDOM] * (len(names) - len(wanted)), strict=True))


def answer_at_random(game: Game, decision: Decision, luck: int) -> None:
    """The same luck and situation give the same answer, so that a resumed game goes on as it would have."""
    dice = random.Random(f"{luck} {decision.seat} {decision.id}")
    for _ in range(_TRIES):
        try:
            game.apply(decision.seat, _drawn(decision, dice), decision.id)
            return
        except IllegalAnswer as refused:
            # Each option was offered; only a condition on the whole answer can refuse it.
            last = refused
    raise last


def _drawn(decision: Decision, dice: random.Random) -> list[str]:
    ids = decision.ids
    number = dice.randint(min(decision.least, len(ids)), min(decision.most, len(ids)))
    return dice.sample(ids, number)


def known(kept: dict[str, str], names: Sequence[str]) -> dict[str, str]:
    """The seats of a saved game, if they can be what they say."""
    if set(kept) != set(names) or not set(kept.values()) <= set(KINDS):
        raise SaveProblem("The saved game is damaged: its seats are not those of the rulebook.")
    return kept
