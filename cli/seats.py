"""Who sits where, and how a seat without a person answers."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations

import click

from rulewright.interpreter import Decision, Game, IllegalAnswer, SaveProblem

HUMAN, RANDOM = "human", "random"
KINDS = (HUMAN, RANDOM)
_DRAWN, _TRIES = 200, 50_000  # answers that a bot draws, and tries at all, before it gives up


def seated(names: Sequence[str], given: Sequence[str]) -> dict[str, str]:
    """The seats that were asked for, in order; without any, one person against chance."""
    if len(given) > len(names):
        raise click.UsageError(f"There are {len(given)} --seat options and only {len(names)} seats.")
    wanted = list(given) or [HUMAN]
    return dict(zip(names, wanted + [RANDOM] * (len(names) - len(wanted)), strict=True))


def answer_at_random(game: Game, decision: Decision, luck: int) -> None:
    """The same luck and situation give the same answer, so that a resumed game goes on as it would have."""
    for answer in islice(_answers(decision, random.Random(f"{luck} {decision.seat} {decision.id}")), _TRIES):
        try:
            game.apply(decision.seat, answer, decision.id)
            return
        except IllegalAnswer:
            # Each option was offered; only a condition on the whole answer can refuse it.
            continue
    raise click.ClickException(f"{decision.seat} found no answer to `{decision.prompt}` that the rules allow.")


def _answers(decision: Decision, dice: random.Random) -> Iterator[Sequence[str]]:
    """Some that are drawn, and then all that there are."""
    least, most = min(decision.least, len(decision.ids)), min(decision.most, len(decision.ids))
    for _ in range(_DRAWN):
        yield dice.sample(decision.ids, dice.randint(least, most))
    for number in range(least, most + 1):
        yield from permutations(decision.ids, number) if decision.ordered else combinations(decision.ids, number)


def known(kept: dict[str, str], names: Sequence[str]) -> dict[str, str]:
    """The seats of a saved game, if they can be what they say."""
    if set(kept) != set(names) or not set(kept.values()) <= set(KINDS):
        raise SaveProblem("The saved game is damaged: its seats are not those of the rulebook.")
    return kept
