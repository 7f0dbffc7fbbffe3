"""Whatever is done to a game through its door, in whatever order: it answers, or refuses in its own words."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rulewright.interpreter import Game, IllegalAnswer, SaveProblem
from rulewright.interpreter.fuzz.play import Luck, random_step
from rulewright.interpreter.fuzz.properties import asked_until_the_end, invariants_hold, pieces_conserved
from tests.battery.books import BOOKS, book

anything = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "yes", "no", "pass", "slot_1", "none", "1", "-1", "die_1"]),
    st.lists(st.text(max_size=8), max_size=4),
    st.none(),
    st.integers(),
    st.lists(st.integers(), max_size=2),
)


class RandomPlay(RuleBasedStateMachine):
    game: Game
    name: str

    @initialize(name=st.sampled_from(BOOKS), seed=st.integers(0, 2**64 - 1), more=st.integers(0, 10))
    def start(self, name: str, seed: int, more: int) -> None:
        rulebook = book(name)
        self.name = name
        self.game = rulebook.start(min(rulebook.least_players + more, rulebook.most_players), seed)
        self.luck = Luck.of(seed)

    @rule(answers=st.integers(1, 8))
    def play_on(self, answers: int) -> None:
        for _ in range(answers):
            if not self.game.over:
                assert random_step(self.game, self.luck) is not None

    @precondition(lambda self: not self.game.over)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        decision = data.draw(st.sampled_from(self.game.decisions()))
        ids = data.draw(st.lists(st.sampled_from(decision.ids), max_size=4)) if decision.ids else []
        self.attempt(decision.seat, ids, decision.id)

    @rule(answer=anything, decision=st.one_of(st.none(), st.text(max_size=5)), seat=st.text(max_size=5))
    def say_anything(self, answer: Any, decision: str | None, seat: str) -> None:
        self.attempt(seat, answer, decision)
        for each in self.game.seats:
            self.attempt(each, answer, decision)

    def attempt(self, seat: str, answer: Any, decision: str | None) -> None:
        """A refused answer leaves all as it was."""
        before = self.game.hash()
        try:
            self.game.apply(seat, answer, decision)
        except IllegalAnswer as refused:
            assert refused.reason
            assert self.game.hash() == before

    @rule(action=st.text(max_size=6))
    def interject(self, action: str) -> None:
        for seat in self.game.seats:
            for each in (action, *self.game.interjections(seat)[:1]):
                try:
                    self.game.interject(seat, each)
                except IllegalAnswer as refused:
                    assert refused.reason

    @rule()
    def go_on_with_a_copy(self) -> None:
        other, before = self.game.copy(), self.game.hash()
        if not self.game.over:
            random_step(self.game, self.luck)
        assert other.hash() == before
        self.game = other

    @rule()
    def go_on_with_a_save(self) -> None:
        before = self.game.hash()
        self.game = book(self.name).restore(json.loads(json.dumps(self.game.save())))
        assert self.game.hash() == before

    @rule(data=st.data())
    def damage_a_save(self, data: st.DataObject) -> None:
        save = self.game.save()
        save[data.draw(st.sampled_from(sorted(save)))] = data.draw(anything)
        try:
            book(self.name).restore(save)
        except SaveProblem as problem:
            assert problem.message

    @rule()
    def take_back(self) -> None:
        for seat in self.game.seats:
            self.game.undo(seat)

    @rule(seed=st.integers(0, 1000))
    def imagine(self, seed: int) -> None:
        for seat in self.game.seats:
            possible = self.game.imagine(seat, seed)
            assert possible.view(seat) == self.game.view(seat)
            if not possible.over:
                random_step(possible, Luck.of(seed))

    @rule(option=st.text(max_size=6))
    def ask_why(self, option: str) -> None:
        for seat in self.game.seats:
            self.game.why_not(seat)
            self.game.why_not(seat, option)

    @invariant()
    def is_whole(self) -> None:
        assert not list(invariants_hold(self.game))
        for check in (asked_until_the_end, pieces_conserved):
            assert not list(check(self.game, self.luck))

    @invariant()
    def is_told_as_plain_data(self) -> None:
        for seat in (*self.game.seats, None):
            json.dumps([self.game.view(seat), self.game.log(seat), self.game.result])


TestRandomPlay = RandomPlay.TestCase
TestRandomPlay.settings = settings(
    max_examples=40, stateful_step_count=16, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
