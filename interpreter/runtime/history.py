"""The answers of a game, and what can be made of them: the game itself again, a save, the way back.

Answers are a chain, (older, seat, ids, branch), so that copies of a game share it. A branch of -1 is an ordinary
answer, INTERJECTION an action of a seat that was not asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from rulewright.interpreter.runtime import choices, execute
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import Fault, IllegalAnswer
from rulewright.interpreter.runtime.knowledge import column_seen
from rulewright.interpreter.runtime.machine import Machine

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

    def machine(self) -> Machine:
        if self.imagined is not None:
            return self.imagined.copy()
        assert self.seed is not None
        M = execute.begin(self.code, self.players, self.seed)
        go_on(M)
        return M


def go_on(M: Machine) -> None:
    execute.refill(M)
    try:
        execute.run(M)
    except Exception as problem:
        raise execute.located(M, problem) from problem


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


def take(M: Machine, seat: str, ids: tuple[str, ...], branch: int) -> None:
    """One answer, and on to the next decision. After an IllegalAnswer the machine is as it was."""
    if branch == INTERJECTION:
        interject(M, seat, ids[0])
        return
    pending = next((p for p in M.pending if p[6] == branch), None)
    if pending is None or M.code.entity_names[pending[2]] != seat:
        raise IllegalAnswer(f"{seat} is not asked anything here")
    execute.refill(M)
    try:
        choices.answer(M, Decision(M, pending), ids)
        execute.run(M)
    except IllegalAnswer:
        raise
    except Exception as problem:
        raise execute.located(M, problem) from problem


# --- actions of seats that are not asked ----------------------------------------------------------------------------


def interjections(M: Machine, seat: int) -> tuple[str, ...]:
    if M.result is not None or any(pending[2] == seat for pending in M.pending):
        return ()
    functions, names = M.code.program.functions, M.code.namespace
    found = []
    for f in M.code.program.interjections:
        try:
            if names[f"can{f}"](M, seat):
                found.append(functions[f].name)
        except (Fault, ArithmeticError):
            continue  # a condition that cannot be told is not met
    return tuple(found)


def interject(M: Machine, seat: str, action: str) -> None:
    """The action runs on top of what waits; then whoever was asked is asked again."""
    who = M.code.seats.get(seat, -1)
    if not 0 <= who < M.players:
        raise IllegalAnswer(f"there is no seat {seat} in this game")
    if action not in interjections(M, who):
        raise IllegalAnswer(f"{seat} cannot {action} now")
    f = next(f for f in M.code.program.interjections if M.code.program.functions[f].name == action)
    M.pending = ()
    M.serial += 1
    execute.refill(M)
    try:
        M.code.namespace["offered"](M, f, (who,), -1)
        execute.run(M)
    except Exception as problem:
        raise execute.located(M, problem) from problem


# --- the way back ---------------------------------------------------------------------------------------------------


def before_last(origin: Origin, answers: Any, now: Machine, seat: str) -> Machine | None:
    """The machine before the last answer, or None where that answer cannot be taken back any more.

    It can be while nobody else has answered since, the generator has not moved, and nobody has come to know a face or
    a property.
    """
    if answers is None or answers[1] != seat:
        return None
    before = replayed(origin, listed(answers[0]))
    if before.rng != now.rng or _face_shown(before, now) or _field_shown(before, now):
        return None
    return before


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
