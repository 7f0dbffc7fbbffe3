"""The greedy bot: tries its options out in imagined games, and takes the one after which it stands best.

How well it stands is what the rulebook says: its value `standing`, else its `score`; a game that is over counts by who
has won. Where all of that is equal, chance decides. It looks ahead to the end of its own turn and no further.

The choice of a card alone changes nothing yet: only with the questions that follow can it be judged. So each question
has an effort to spend, as a number of lines of play. It is divided among the answers; what one of them gets is divided
again at the seat's next question in the same turn, of which the best answer counts. Where the effort is used up, the
turn goes on at random.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define

from rulewright.interpreter.bots.answers import Answer, Question, drawn_answer, few_answers, question_of
from rulewright.interpreter.bots.luck import Luck
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game

GAMES = 2  # imagined for one question
EFFORT = 6  # lines of play in each of them, at least one for each answer
WIDEST = 48  # answers that are tried at all
LONGEST = 16  # answers in one line of play
MOST_FAULTS = 4  # after which no more is tried: rules that do not end take seconds each time
DECIDED = 1_000_000  # what victory and defeat weigh against any standing

Imagine: TypeAlias = Callable[[int], Game]  # a possible game for each number


def best_answers(question: Question, imagine: Imagine, luck: Luck) -> list[Answer]:
    """The answers that were tried and can be given, the best first."""
    answers = few_answers(question, WIDEST, luck)
    if len(answers) < 2:
        return answers
    worths: dict[Answer, list[int]] = {answer: [] for answer in answers}
    faults = _Faults()
    for number in range(GAMES):
        try:
            possible = imagine(number)
        except RulesFault:
            faults.met += 1
            continue  # the seat cannot think of a game that the rules do not break on
        for answer in answers:
            line = _Line(possible.copy(), question.seat, possible.active, luck, faults)
            if line.answered(question.seat, answer, question.id):
                worths[answer].append(line.worth(EFFORT // len(answers)))
    tried = [answer for answer in answers if worths[answer]]
    equals = {answer: luck.below(2**32) for answer in tried}  # among equals chance decides
    return sorted(tried, key=lambda answer: (-sum(worths[answer]) / len(worths[answer]), equals[answer]))


@define
class _Faults:
    """How often the rules broke, in all lines of play for one question."""

    met: int = 0

    @property
    def enough(self) -> bool:
        return self.met >= MOST_FAULTS


class _Line:
    """One line of play in an imagined game."""

    __slots__ = ("faults", "game", "luck", "seat", "turn")

    def __init__(self, game: Game, seat: str, turn: str | None, luck: Luck, faults: _Faults) -> None:
        self.faults = faults
        self.game = game
        self.seat = seat
        self.turn = turn  # whose turn it was when the question came
        self.luck = luck

    def answered(self, seat: str, answer: Answer, decision: str) -> bool:
        """False where the rules refuse it: a condition on the whole answer, or a fault in the rulebook."""
        if self.faults.enough:
            return False
        try:
            self.game.apply(seat, answer, decision)
        except IllegalAnswer:
            return False
        except RulesFault:
            self.faults.met += 1
            return False
        return True

    def worth(self, effort: int) -> int:
        """What the game is worth to the seat at the end of the turn."""
        for _ in range(LONGEST):
            if self.game.over or self.game.active != self.turn:
                break
            decision = self._next()
            question = question_of(decision)
            if effort > 1 and decision.seat == self.seat and len(question.ids) > 1:
                return self._best(question, effort)
            if not self.answered(decision.seat, drawn_answer(question, self.luck), question.id):
                break
        return self._reckoned()

    def _next(self) -> Decision:
        """The seat's own decision where it is asked, else what another is asked."""
        decisions = self.game.decisions()
        return next((each for each in decisions if each.seat == self.seat), decisions[0])

    def _best(self, question: Question, effort: int) -> int:
        found: list[int] = []
        answers = few_answers(question, effort, self.luck)
        for answer in answers:
            line = _Line(self.game.copy(), self.seat, self.turn, self.luck, self.faults)
            if line.answered(self.seat, answer, question.id):
                found.append(line.worth(effort // len(answers)))
        return max(found) if found else self._reckoned()

    def _reckoned(self) -> int:
        if self.faults.enough:
            return 0
        try:
            standing = self.game.standing(self.seat) or 0
            result = self.game.result if self.game.over else None
        except RulesFault:
            self.faults.met += 1
            return 0
        if result is None or not (result["winners"] or result["losers"]):
            return standing
        if self.seat in result["winners"]:
            return standing + DECIDED
        return standing - DECIDED if result["winners"] or self.seat in result["losers"] else standing
