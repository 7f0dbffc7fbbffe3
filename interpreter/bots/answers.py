"""What can be answered to a question: a few answers, or one after another until there are no more.

The whole of what could be answered may be huge (any number of twelve, in any order), so it is never listed at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations
from math import comb, perm

from attrs import frozen

from rulewright.interpreter.bots.luck import Luck
from rulewright.interpreter.runtime.decision import Decision

Answer = tuple[str, ...]

_DRAWN = 200  # answers drawn at random before all are tried in turn
_MOST = 50_000  # answers tried in turn
_TRIES = 4  # draws for each different answer that is wanted


@frozen
class Question:
    """A decision as its seat sees it. (A Decision itself also knows which piece each option stands for.)"""

    id: str
    seat: str
    ids: tuple[str, ...]
    least: int
    most: int
    ordered: bool


def question_of(decision: Decision) -> Question:
    there = len(decision.ids)
    least, most = min(decision.least, there), min(decision.most, there)
    return Question(decision.id, decision.seat, decision.ids, least, most, most > 1 and decision.ordered)


def number_of_answers(question: Question) -> int:
    if question.least == question.most == 1:
        return len(question.ids)
    count = perm if question.ordered else comb
    return sum(count(len(question.ids), size) for size in range(question.least, question.most + 1))


def all_answers(question: Question) -> Iterator[Answer]:
    for size in range(question.least, question.most + 1):
        yield from permutations(question.ids, size) if question.ordered else combinations(question.ids, size)


def drawn_answer(question: Question, luck: Luck) -> Answer:
    """Each size is as likely as the others."""
    size = question.least + luck.below(question.most - question.least + 1)
    chosen = luck.some(question.ids, size)
    return chosen if question.ordered or size < 2 else tuple(each for each in question.ids if each in chosen)


def few_answers(question: Question, limit: int, luck: Luck) -> list[Answer]:
    """All answers where these are no more than the limit, else different ones at random."""
    if number_of_answers(question) <= limit:
        return list(all_answers(question))
    found: dict[Answer, None] = {}
    for _ in range(limit * _TRIES):
        found[drawn_answer(question, luck)] = None
        if len(found) == limit:
            break
    return list(found)


def answers_at_random(question: Question, luck: Luck) -> Iterator[Answer]:
    """Some that are drawn, then those that there are in turn: a condition on the whole answer may refuse nearly all."""
    for _ in range(_DRAWN):
        yield drawn_answer(question, luck)
    yield from islice(all_answers(question), _MOST)
