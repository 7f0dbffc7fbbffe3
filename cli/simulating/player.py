"""Plays the games of a plan, one after another, and counts what happens in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rulewright.cli import trouble
from rulewright.cli.simulating.plan import Plan
from rulewright.cli.simulating.tally import Played, Question, Tally, Unfinished, Uses
from rulewright.interpreter import Decision, Game, IllegalAnswer, Rulebook, RulesFault, Watch, bot_answers


class Stopped(Exception):
    """Somebody wants no more games, not even the end of this one."""


class Player:
    def __init__(self, rulebook: Rulebook, plan: Plan, stop: Callable[[], bool] = lambda: False) -> None:
        self._rulebook = rulebook
        self._plan = plan
        self._stop = stop
        self._watch = Watch(rulebook)
        first, count = rulebook.program.pieces
        self._pieces = frozenset(rulebook.program.names[first : first + count])

    def play(self, number: int) -> Tally:
        """What one game adds to the tally. Only a game that comes to an end tells about choices."""
        plan = self._plan
        seed, bots = plan.seed_of(number), plan.bots_of(number)
        notes = _Notes(self._pieces)
        message, ours = "", False
        self._watch.take()
        self._watch.take_actions()
        try:
            with self._watch:
                game = self._rulebook.start(len(plan.seats), seed)
            self._take_notes(notes)
            while not game.over and notes.decisions < plan.longest:
                self._answer(game, bots, seed, notes)
            if game.over:
                return self._told(notes, game, number, seed)
        except RulesFault as fault:
            message = trouble.fault_words(fault)
        except Stopped:
            raise
        except Exception as problem:
            if trouble.debugging():
                raise
            message, ours = f"{type(problem).__name__}: {problem}", True
        broken = Unfinished(number, seed, bots, notes.decisions, message, ours)
        return Tally(unfinished=[broken], ran=Counter(self._watch.take()))

    def _answer(self, game: Game, bots: dict[str, str], seed: int, notes: _Notes) -> None:
        if self._stop():
            raise Stopped
        decisions = game.decisions()
        decision = decisions[0]
        notes.asked(decision, len({each.seat for each in decisions}) == 1, game.active)
        for answer in bot_answers(game, decision, bots[decision.seat], seed):
            try:
                with self._watch:
                    game.apply(decision.seat, answer, decision.id)
            except IllegalAnswer:
                continue
            notes.answered(decision, answer)
            break
        self._take_notes(notes)

    def _take_notes(self, notes: _Notes) -> None:
        for taken in self._watch.take_actions():
            notes.actions[taken.action, taken.label, taken.seat] += 1

    def _told(self, notes: _Notes, game: Game, number: int, seed: int) -> Tally:
        result = game.result
        assert result is not None
        winners, losers = tuple(result["winners"]), tuple(result["losers"])
        scores = result["scores"]
        played = Played(number, seed, notes.first, winners, losers, scores, notes.decisions, max(1, notes.turns))
        tally = Tally([played], asked=notes.questions, cards=notes.cards, ran=Counter(self._watch.take()))
        for key, offered in notes.offered.items():
            tally.options[key] = Uses(offered=offered)
        for (question, label, seat), chosen in notes.chosen.items():
            _count(tally.options[question, label], seat, winners, chosen)
        for (name, label, seat), taken in notes.actions.items():
            _count(tally.actions.setdefault((name, label), Uses()), seat, winners, taken)
        return tally


def _count(uses: Uses, seat: str, winners: tuple[str, ...], times: int) -> None:
    uses.chosen += times
    uses.users += 1
    if seat in winners:
        uses.wins[len(winners)] += 1


class _Notes:
    """Of one game."""

    def __init__(self, pieces: frozenset[str]) -> None:
        self._pieces = pieces
        self._active: str | None = None
        self.first = ""
        self.decisions = 0
        self.turns = 0
        self.questions: Counter[Question] = Counter()
        self.offered: Counter[tuple[Question, str]] = Counter()
        self.chosen: Counter[tuple[Question, str, str]] = Counter()  # ..., seat
        self.actions: Counter[tuple[str, str, str]] = Counter()  # name, label, seat
        self.cards: set[str] = set()

    def asked(self, decision: Decision, alone: bool, active: str | None) -> None:
        if alone and not self.first:
            self.first = decision.seat
        if active is not None and active != self._active:
            self._active = active
            self.turns += 1

    def answered(self, decision: Decision, answer: tuple[str, ...]) -> None:
        self.decisions += 1
        there = len(decision.ids)
        if there < 2 or min(decision.least, there) == there:
            return  # nothing to choose
        labels = {option.id: _label(option.id, option.label) for option in decision.options}
        if len(set(labels.values())) < 2 and decision.least > 0:
            return  # nothing that anybody could tell apart
        question = Question(decision.rule, decision.prompt, decision.form)
        self.questions[question] += 1
        for label in set(labels.values()):
            self.offered[question, label] += 1
        for label in {labels[each] for each in answer}:
            self.chosen[question, label, decision.seat] += 1
        for option in decision.options:
            if self._pieces.issuperset(option.entities) and option.entities:
                self.cards.add(labels[option.id])


def _label(option: str, label: str) -> str:
    """What its chooser cannot identify is not told apart by its place."""
    return label.rpartition(" (")[0] if option.startswith("slot_") and label.endswith(")") else label
