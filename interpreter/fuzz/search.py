"""Plays a rulebook at random and looks for what is wrong: the engine of `rulewright check --play`."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType

from attrs import define, field

from rulewright.interpreter.fuzz.finding import Finding
from rulewright.interpreter.fuzz.leaks import leaks
from rulewright.interpreter.fuzz.play import Luck, Step, random_step
from rulewright.interpreter.fuzz.properties import AT_A_POINT, Wrong, invariants_hold, replay_repeats, save_restores
from rulewright.interpreter.runtime.faults import Fault, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook

BOUND = 3000  # answers after which a game that is played at random should have ended
_BY_THE_RULES = (Fault, ArithmeticError, RecursionError, StopIteration, NoneType)  # StopIteration: the log is full
_ANSWERS, _CHECKS, _LEAKS = range(1, 4)  # labels of the seeds that each part draws from


def search(
    book: Rulebook, games: int, seed: int = 0, bound: int = BOUND, looks: int = 8, leak_tries: int = 12
) -> Iterator[Finding]:
    """Plays so many games. Each is looked at closely at so many points, and compared with so many twins."""
    for number in range(games):
        span = book.most_players - book.least_players + 1
        yield from _Search(book, book.least_players + number % span, seed + number, bound).findings(looks, leak_tries)


@define
class _Search:
    """One game, as it was played: what it was before each step, and in the end."""

    book: Rulebook
    players: int
    seed: int
    bound: int
    games: list[Game] = field(factory=list)
    steps: list[Step] = field(factory=list)

    def findings(self, looks: int, leak_tries: int) -> Iterator[Finding]:
        try:
            yield from self._play()
            if self.games:
                yield from self._look(looks)
                yield from self._look_back(leak_tries)
        except Exception as problem:
            yield self._broken(problem)

    def _play(self) -> Iterator[Finding]:
        luck = Luck.of(self.seed, _ANSWERS)
        game = self.book.start(self.players, self.seed)
        self.games.append(game.copy())
        broken: set[str] = set()
        yield from self._newly_broken(game, broken)
        while not game.over:
            if len(self.steps) >= self.bound:
                yield self._found("endless", f"the game has not ended after {len(self.steps)} answers", "")
                return
            step = random_step(game, luck)
            if step is None:
                asked = ", ".join(decision.rule for decision in game.decisions())
                yield self._found("dead-end", "no answer is allowed, and the game is not over", asked)
                return
            self.steps.append(step)
            self.games.append(game.copy())
            yield from self._newly_broken(game, broken)

    def _newly_broken(self, game: Game, broken: set[str]) -> Iterator[Finding]:
        """An invariant that is broken often stays so: the first time is enough."""
        for wrong in invariants_hold(game):
            if wrong[1] not in broken:
                broken.add(wrong[1])
                yield self._found(*wrong)

    def _look(self, looks: int) -> Iterator[Finding]:
        """The beginning, the end, and points in between."""
        luck = Luck.of(self.seed, _CHECKS)
        last = len(self.games) - 1
        for at in sorted({0, last, *(luck.below(last + 1) for _ in range(looks))}):
            for check in AT_A_POINT:
                try:
                    for wrong in check(self.games[at].copy(), luck):
                        yield self._found(*wrong, at=at)
                except Exception as problem:
                    yield self._broken(problem, at)

    def _look_back(self, leak_tries: int) -> Iterator[Finding]:
        game = self.games[-1]
        wrong: list[Wrong] = [
            *save_restores(self.book, game),
            *replay_repeats(self.book, game, self.seed, self.steps),
        ]
        for each in wrong:
            yield self._found(*each)
        for leak in leaks(self.games, self.steps, Luck.of(self.seed, _LEAKS), leak_tries):
            yield self._found("leak", str(leak), leak.part, at=leak.after)

    def _broken(self, problem: Exception, at: int | None = None) -> Finding:
        """Whatever the machine lets out is what this is here to find."""
        if isinstance(problem, RulesFault):
            kind = "fault" if isinstance(problem.__cause__, _BY_THE_RULES) else "crash"
            return self._found(kind, problem.message, problem.where, at)
        return self._found("crash", f"{type(problem).__name__}: {problem}", "", at)

    def _found(self, kind: str, message: str, where: str, at: int | None = None) -> Finding:
        answers = len(self.steps) if at is None else at
        save = self.games[min(answers, len(self.games) - 1)].save() if self.games else {}
        return Finding(kind, message, where, self.seed, self.players, answers, save)
