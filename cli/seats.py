"""Who sits where: people, and the bots that any rulebook can have."""

from collections.abc import Sequence

import click

from rulewright.interpreter import Decision, Game, SaveProblem

HUMAN = "human"
RANDOM, GREEDY = BOTS = ("random", "greedy")
KINDS = (HUMAN, *BOTS)


def seated(names: Sequence[str], given: Sequence[str]) -> dict[str, str]:
    """The seats that were asked for, in order; without any, one person against the better bot."""
    if len(given) > len(names):
        raise click.UsageError(f"There are {len(given)} --seat options and only {len(names)} seats.")
    wanted = list(given) or [HUMAN]
    return dict(zip(names, wanted + [GREEDY] * (len(names) - len(wanted)), strict=True))


def answer_as(bot: str, game: Game, decision: Decision, luck: int) -> None:
    """The same luck and situation give the same answer, so that a resumed game goes on as it would have."""
    from rulewright.interpreter import let_bot_answer  # a game among people does not wait for it

    let_bot_answer(game, decision, bot, luck)


def known(kept: dict[str, str], names: Sequence[str]) -> dict[str, str]:
    """The seats of a saved game, if they can be what they say."""
    if set(kept) != set(names) or not set(kept.values()) <= set(KINDS):
        raise SaveProblem("The saved game is damaged: its seats are not those of the rulebook.")
    return kept
