"""The answers of a game, and what can be made of them: the game itself again, a save, the way back.

Answers are a chain, (older, seat, ids, branch), so that copies of a game share it. A branch of -1 is an ordinary
answer, INTERJECTION an action of a seat that was not asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from rulewright.interpreter.runtime import choices, execute
from rulewright.interpreter.runtime.audit import Audit
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.journal import Veil
from rulewright.interpreter.runtime.knowledge import column_seen
from rulewright.interpreter.runtime.machine import TODO, Machine

INTERJECTION = -2
LONGEST = 100_000  # answers in a game

Answer = tuple[str, tuple[str, ...], int]  # seat, ids, branch


@frozen
class Origin:
    """Where a game began: from a seed, or from a game that was imagined."""

    code: Code
    players: int
    seed: int | None
    imagined: Machine | None = field(default=None, eq=False, repr=False)
    veils: tuple[Veil, ...] = field(default=(), eq=False, repr=False)  # what had been told by then, and to whom

    def machine(self) -> Machine:
        if self.imagined is not None:
            return self.imagined.copy()
        assert self.seed is not None
        M = execute.begin(self.code, self.players, self.seed)
        go_on(M)
        return M


def go_on(M: Machine) -> None:
    with execute.from_outside(M):
        execute.run(M)


def listed(answers: Any) -> list[Answer]:
    """A chain of answers, the oldest first."""
    found = []
    while answers is not None:
        answers, *answer = answers
        found.append(tuple(answer))
    found.reverse()
    return found


def replayed(origin: Origin, answers: Iterable[Answer]) -> Machine:
    """The machine after these answers. Raises what an answer raises that does not fit."""
    M = origin.machine()
    for answer in answers:
        take(M, *answer)
    return M


# --- taking an answer -----------------------------------------------------------------------------------------------


def take(M: Machine, seat: str, ids: tuple[str, ...], branch: int) -> None:
    """One answer as it was kept, and on to the next decision. After an IllegalAnswer the machine is as it was."""
    if branch == INTERJECTION:
        interject(M, seat, ids[0])
        return
    pending = next((p for p in M.pending if p[6] == branch), None)
    if pending is None or M.code.entity_names[pending[2]] != seat:
        raise IllegalAnswer(f"{seat} is not asked anything here")
    give(M, Decision(M, pending), ids)


def give(M: Machine, decision: Decision, ids: tuple[str, ...]) -> None:
    """The answer to an open decision. It is `execute.from_outside`, written out: every move of a game comes here."""
    if M.serial >= LONGEST:
        raise too_long(M)
    execute.refill(M)
    try:
        choices.answer(M, decision, ids)
        execute.run(M)
    except IllegalAnswer:
        raise
    except Exception as problem:
        raise execute.located(M, problem) from problem


def asked(M: Machine, decisions: Iterable[Decision], seat: str, number: str | None) -> Decision:
    """Which of the open decisions a seat answers; `number` is the decision's id where it may be one of several."""
    if seated(M, seat) < 0:
        raise no_seat(M, seat)
    mine = [each for each in decisions if each.seat == seat]
    if number is not None:
        mine = [each for each in mine if each.id == number]
        if not mine:
            raise IllegalAnswer(f"the question {str(number)[:40]} is not open to {seat}")
    if not mine:
        over = M.result is not None
        raise IllegalAnswer("the game is over" if over else f"{seat} is not asked anything now")
    if len(mine) > 1:
        raise IllegalAnswer(f"{seat} is asked several things: say which decision this answers")
    return mine[0]


def seated(M: Machine, seat: Any) -> int:
    """The number of a seat that somebody has taken; -1 for whatever else is said to be one."""
    found = M.code.seats.get(seat, -1) if isinstance(seat, str) else -1
    return found if found < M.players else -1


def no_seat(M: Machine, seat: str) -> IllegalAnswer:
    seats = ", ".join(M.code.program.names[: M.players])
    return IllegalAnswer(f"there is no seat {str(seat)[:40]!r} in this game; there are {seats}")


def too_long(M: Machine) -> RulesFault:
    return RulesFault(f"this game does not end: {M.serial} answers have been given", "", "", ())


# --- actions of seats that are not asked ----------------------------------------------------------------------------


def interjections(M: Machine, seat: int) -> tuple[str, ...]:
    if M.result is not None or any(pending[2] == seat for pending in M.pending):
        return ()
    functions, names = M.code.program.functions, M.code.namespace
    found = []
    for f in M.code.program.interjections:
        try:
            with execute.from_outside(M):
                if names[f"can{f}"](M, seat):
                    found.append(functions[f].name)
        except RulesFault:
            continue  # a condition that cannot be told is not met
    return tuple(found)


def interject(M: Machine, seat: str, action: str) -> None:
    """The action runs on top of what waits; then whoever was asked is asked again."""
    who = seated(M, seat)
    if who < 0:
        raise no_seat(M, seat)
    if M.serial >= LONGEST:
        raise too_long(M)
    if action not in interjections(M, who):
        raise IllegalAnswer(f"{seat} cannot {action} now")
    f = next(f for f in M.code.program.interjections if M.code.program.functions[f].name == action)
    M.pending = ()
    M.serial += 1
    with execute.from_outside(M):
        M.code.namespace["offered"](M, f, (who,), -1)
        execute.run(M)


# --- the way back ---------------------------------------------------------------------------------------------------


def before_last(origin: Origin, answers: Any, now: Machine, seat: str) -> Machine | None:
    """The machine before the last answer, or None where that answer cannot be taken back any more.

    It can be while nobody else has answered since, the generator has not moved, and nobody has come to know a face, a
    property, or what others chose at the same time, by seeing it or by what the rules did with it.
    """
    if answers is None or answers[1] != seat:
        return None
    before = replayed(origin, listed(answers[0]))
    if before.rng != now.rng or any(shown(before, now) for shown in (_choices_shown, _face_shown, _field_shown)):
        return None
    return None if _told(before, answers[1:]) else before


def _told(before: Machine, answer: Answer) -> bool:
    """Whether what came of the answer told somebody of something hidden."""
    if not before.code.tells:
        return False
    audit = Audit(before)
    take(audit.machine, *answer)
    return audit.learned


def _choices_shown(before: Machine, now: Machine) -> bool:
    """Whether a simultaneous choice, in which somebody had answered before, has been closed."""
    return before.branches is not None and now.serial != before.serial and any(b[TODO] > 0 for b in before.branches)


def _face_shown(before: Machine, now: Machine) -> bool:
    knowledge = before.code.knowledge
    if knowledge is None:
        return False
    known_at = knowledge.known_at
    first, end = before.code.piece_range
    if any(now.S[known_at + piece] & ~before.S[known_at + piece] for piece in range(first, end)):
        return True
    # What was shown and hidden again in between is only in the log.
    sites = before.code.generated.log_sites
    entry = now.log
    for _ in range(_length(now.log) - _length(before.log)):
        if sites[entry[1]].form in ("move", "reveal") and entry[3] & ~before.S[known_at + entry[2][0]]:
            return True
        entry = entry[0]
    return False


def _length(log: Any) -> int:
    length = 0
    while log is not None:
        length += 1
        log = log[0]
    return length


def _field_shown(before: Machine, now: Machine) -> bool:
    for column in before.code.program.columns:
        if column.seen not in ("all", "none") and not column.constant:
            for entity in range(column.first, column.first + column.count):
                if column_seen(now, column, entity) & ~column_seen(before, column, entity):
                    return True
    return False
