"""Random play: any legal answer is as good as another. What is drawn depends on the seed alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import TypeVar

from attrs import define, frozen

from rulewright.interpreter.runtime import chance
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer
from rulewright.interpreter.runtime.game import Game

_DRAWN, _TRIED = 60, 20_000  # answers that are drawn, and tried at all, before a question counts as unanswerable

Item = TypeVar("Item")


@define
class Luck:
    """A generator like the game's own, for whoever plays it at random."""

    state: int

    @classmethod
    def of(cls, seed: int, *labels: int) -> Luck:
        return cls(chance.seed_state(chance.derive(seed, *labels)))

    def below(self, n: int) -> int:
        self.state, drawn = chance.below(self.state, n)
        return drawn

    def one(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        self.state, order = chance.shuffled(self.state, tuple(items))
        return order


@frozen
class Step:
    """What one seat did. `decision` is empty for an action of a seat that was not asked."""

    seat: str
    ids: tuple[str, ...]
    decision: str

    def take(self, game: Game) -> None:
        if self.decision:
            game.apply(self.seat, self.ids, self.decision)
        else:
            game.interject(self.seat, self.ids[0])


def random_step(game: Game, luck: Luck) -> Step | None:
    """Takes a random step, and says which. None where none of the open questions can be answered."""
    if luck.below(8) == 0:
        spoken = [(seat, action) for seat in game.seats for action in game.interjections(seat)]
        if spoken:
            seat, action = luck.one(spoken)
            step = Step(seat, (action,), "")
            step.take(game)
            return step
    for decision in luck.shuffled(game.decisions()):
        for ids in islice(answers(decision, luck), _TRIED):
            step = Step(decision.seat, ids, decision.id)
            try:
                step.take(game)
            except IllegalAnswer:
                continue  # each option is on the list: only a condition on the whole answer can refuse it
            return step
    return None


def answers(decision: Decision, luck: Luck) -> Iterator[tuple[str, ...]]:
    """Some that are drawn, and then all that there are. Every one fits the number that is asked for."""
    most = min(decision.most, len(decision.ids))
    least = min(decision.least, most)
    for _ in range(_DRAWN):
        number = least + luck.below(most - least + 1)
        yield luck.shuffled(decision.ids)[:number] if number else ()
    for number in range(least, most + 1):
        yield from permutations(decision.ids, number) if decision.ordered else combinations(decision.ids, number)
