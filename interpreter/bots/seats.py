"""The bots by name, and how one of them answers a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.interpreter.bots.answers import Answer, Question, answers_at_random, question_of
from rulewright.interpreter.bots.greedy import Imagine, best_answers
from rulewright.interpreter.bots.luck import Luck
from rulewright.interpreter.runtime.chance import derive
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game

_CHOICE, _IMAGINED = 1, 2  # labels of a bot's seeds


def _random(question: Question, imagine: Imagine, luck: Luck) -> Iterator[Answer]:
    yield from answers_at_random(question, luck)


def _greedy(question: Question, imagine: Imagine, luck: Luck) -> Iterator[Answer]:
    yield from best_answers(question, imagine, luck)
    yield from answers_at_random(question, luck)


_BOTS: dict[str, Callable[[Question, Imagine, Luck], Iterator[Answer]]] = {"random": _random, "greedy": _greedy}
BOTS = tuple(_BOTS)


def bot_answers(game: Game, decision: Decision, bot: str, seed: int) -> Iterator[Answer]:
    """What a bot would answer, its first choice first. The next one is for where the rules refuse it.

    The bot gets the question and imagined games, never the game itself: to a seat that sees the same, the same seed
    gives the same answers.
    """
    question = question_of(decision)
    own = derive(seed, game.seats.index(decision.seat), *(int(number) for number in decision.id.split(".")))

    def imagine(number: int) -> Game:
        return game.imagine(decision.seat, derive(own, _IMAGINED, number))

    yield from _BOTS[bot](question, imagine, Luck(derive(own, _CHOICE)))
    raise RulesFault(
        "nobody could find an answer to this question that the rules allow", decision.rule, decision.cite, ()
    )


def let_bot_answer(game: Game, decision: Decision, bot: str, seed: int) -> Answer:
    """Gives the answer, and tells which it was. A RulesFault where there is none, or where the rules break on it."""
    for answer in bot_answers(game, decision, bot, seed):
        try:
            game.apply(decision.seat, answer, decision.id)
        except IllegalAnswer:
            continue
        return answer
    raise AssertionError("a bot never runs out of answers silently")
