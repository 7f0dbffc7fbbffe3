"""One game: the only door to a running machine. What goes in and out are names, ids and plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.runtime import execute, explain, history
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.explain import Explained, Reason
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.fingerprint import fingerprint
from rulewright.interpreter.runtime.history import Origin
from rulewright.interpreter.runtime.imagine import imagined
from rulewright.interpreter.runtime.journal import journal
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.record import record
from rulewright.interpreter.runtime.save import saved
from rulewright.interpreter.runtime.situation import situation
from rulewright.interpreter.runtime.view import view

Data = dict[str, Any]


class Game:
    """Made by `Rulebook.start` and `Rulebook.restore`."""

    __slots__ = ("_answers", "_decisions", "_machine", "_origin")

    def __init__(self, origin: Origin, machine: Machine, answers: Any = None) -> None:
        self._origin = origin
        self._machine = machine
        self._answers = answers  # since the origin, as a chain (history.py)
        self._decisions: tuple[Decision, ...] | None = None

    # --- how it stands ----------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self._origin.code.program.names[: self._machine.players]

    @property
    def over(self) -> bool:
        return self._machine.result is not None

    @property
    def result(self) -> Data | None:
        """Who won, who lost, who came where, and the scores where the rulebook has them; None while it goes on."""
        found = self._machine.result
        if found is None:
            return None
        names = self._origin.code.program.names
        return {
            "winners": [names[p] for p in found[0]],
            "losers": [names[p] for p in found[1]],
            "ranking": [[names[p] for p in place] for place in found[2]],
            "scores": self.scores(),
        }

    def scores(self) -> dict[str, int] | None:
        score = self._origin.code.program.score
        return None if score < 0 else {seat: self._reckoned(score, seat) for seat in self.seats}

    def standing(self, seat: str) -> int | None:
        """How well a seat does, as the rulebook reckons it: by its `standing`, else by its `score`, else None.

        In the game itself this may tell what the seat cannot know; in one that it imagines, it does not.
        """
        program = self._origin.code.program
        value = program.standing if program.standing >= 0 else program.score
        return None if value < 0 else self._reckoned(value, seat)

    def _reckoned(self, value: int, seat: str) -> int:
        """What a value of one player comes to now."""
        code, M = self._origin.code, self._machine
        with execute.from_outside(M):
            return int(code.test(("value", value, ("local", 0)), local=0)(M, M.stack[0], self._seat(seat)))

    @property
    def active(self) -> str | None:
        """Whose turn it is; None while it is nobody's."""
        code, M = self._origin.code, self._machine
        active = M.S[code.active_at] if code.active_at >= 0 else -1
        return code.program.names[active] if 0 <= active < M.players else None

    def view(self, seat: str | None = None) -> Data:
        """The table as a seat may see it; None is a spectator."""
        return {**view(self._machine, self._observer(seat)), "result": self.result}

    def log(self, seat: str | None = None, since: int = 0) -> list[Data]:
        """What happened, from entry number `since` on, as a seat may know it; None is a spectator."""
        return journal(self._machine, self._observer(seat), since, self._origin.veils)

    def record(self, seat: str | None = None) -> Data:
        """What a seat may keep: its views and log, moment by moment, as plain data."""
        return record(self._origin, history.listed(self._answers), self._observer(seat))

    def hash(self) -> str:
        return fingerprint(self._machine)

    def broken_invariants(self) -> tuple[str, ...]:
        """The invariants of the rulebook that do not hold just now; one that cannot be reckoned does not."""
        return tuple(each.name for each in self._origin.code.program.invariants if not self._holds(each.test))

    def _holds(self, test: Expr) -> bool:
        code, M = self._origin.code, self._machine
        try:
            with execute.from_outside(M):
                return bool(code.test(test)(M, M.stack[0], None))
        except RulesFault:
            return False

    def _observer(self, seat: str | None) -> int:
        return self._origin.code.program.most_players if seat is None else self._seat(seat)

    def _seat(self, seat: str) -> int:
        found = history.seated(self._machine, seat)
        if found < 0:
            raise ValueError(f"there is no seat {seat!r} in this game; there are {', '.join(self.seats)}")
        return found

    # --- answering --------------------------------------------------------------------------------------------------

    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions: one, or several where players choose at the same time; none when the game is over."""
        found = self._decisions
        if found is None:
            M = self._machine
            found = self._decisions = tuple([Decision(M, pending) for pending in M.pending])
        return found

    def apply(self, seat: str, answer: str | Sequence[str], decision: str | None = None) -> None:
        """Answers a decision and runs on to the next. An IllegalAnswer or a RulesFault leaves the game as it was."""
        decisions = self._decisions or self.decisions()
        if decision is None and len(decisions) == 1 and decisions[0].seat == seat:
            asked = decisions[0]
        else:
            asked = history.asked(self._machine, decisions, seat, decision)
        ids = (answer,) if type(answer) is str else _ids(answer)
        try:
            history.give(self._machine, asked, ids)
        except IllegalAnswer:
            raise
        except BaseException:
            self._go_back()
            raise
        self._answers = (self._answers, seat, ids, asked.pending[6])
        self._decisions = None

    def _go_back(self) -> None:
        """To where the last whole answer left the game, after something broke in the middle of one."""
        self._machine = history.replayed(self._origin, history.listed(self._answers))
        self._decisions = None

    def interjections(self, seat: str) -> tuple[str, ...]:
        """The actions that a seat may take although it is not asked."""
        return history.interjections(self._machine, self._seat(seat))

    def interject(self, seat: str, action: str) -> None:
        try:
            history.interject(self._machine, seat, action)
        except IllegalAnswer:
            raise
        except BaseException:
            self._go_back()
            raise
        self._answers = (self._answers, seat, (action,), history.INTERJECTION)
        self._decisions = None

    # --- other games ------------------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """A game of its own that goes on from here."""
        game = _new(Game)
        game._origin = self._origin
        game._machine = self._machine.copy()
        game._answers = self._answers
        game._decisions = self._decisions
        return game

    def imagine(self, seat: str, seed: int = 0) -> Game:
        """A game that could be this one as far as the seat knows; all that it cannot know is drawn from the seed."""
        who, origin = self._seat(seat), self._origin
        machine = imagined(self._machine, who, seed)
        veils = (*origin.veils, (machine.log, who))
        return Game(Origin(origin.code, machine.players, None, machine.copy(), veils), machine)

    def undo(self, seat: str) -> bool:
        """Takes the last answer back where it was this seat's own, and nothing has come to light through it."""
        before = history.before_last(self._origin, self._answers, self._machine, seat)
        if before is None:
            return False
        self._machine = before
        self._answers = self._answers[0]
        self._decisions = None
        return True

    def save(self) -> Data:
        """Plain data from which `Rulebook.restore` makes this game again. It tells everything: not for a seat."""
        return saved(self._origin, self._answers, self._machine)

    def situation(self) -> list[str]:
        """Statements that lay the table as it is now, for the `given` of an example. Not for a seat."""
        return situation(self._machine)

    # --- why --------------------------------------------------------------------------------------------------------

    def why_not(self, seat: str, option: str | None = None) -> tuple[Reason, ...]:
        """For the seat's open decision: what rules out an action or candidate that is not offered, or each of them."""
        self._seat(seat)
        found: list[Reason] = []
        for decision in self.decisions():
            if decision.seat == seat:
                found.extend(explain.why_not(self._machine, decision, option))
        return tuple(found)

    def why_value(self, seat: str | None, name: str, args: Sequence[str | int] = ()) -> Explained | None:
        """How a value came to be, modifier by modifier; None where the seat may not know it.

        A ValueError where the arguments do not fit; a RulesFault where it has no value now, or is too long to explain.
        """
        return explain.why_value(self._machine, self._observer(seat), name, args)


_new = Game.__new__


def _ids(answer: Any) -> tuple[str, ...]:
    try:
        return tuple(answer)
    except TypeError:
        raise IllegalAnswer("an answer is the id of an option, or a list of ids") from None
