"""The stages of an event (docs/ir.md, Running an event), as entries of the machine's table."""

from __future__ import annotations

from rulewright.interpreter.ir.program import NONE
from rulewright.interpreter.runtime import together
from rulewright.interpreter.runtime.budget import spend
from rulewright.interpreter.runtime.code import Step
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generated import ENDED, FIZZLED
from rulewright.interpreter.runtime.machine import (
    AFTER,
    AFTER_RUN,
    BEFORE,
    BEFORE_RUN,
    CALLED,
    FUNCTION,
    IDLE,
    INSTEAD,
    NEXT,
    OVER,
    PC,
    REPLACED,
    RETURN,
    SETTLE,
    SETTLE_RUN,
    SLOTS,
    TAG,
    TODO,
    TOGETHER,
    UNWIND_RUN,
    WINDOW_RUN,
    Frame,
    Machine,
)
from rulewright.interpreter.runtime.triggers import (
    ASKED,
    WINDOW,
    Instance,
    active_player,
    asked,
    begin,
    collect,
    copies,
    fits,
    run_todo,
)


def entries() -> dict[int, Step]:
    return {
        OVER: over,
        IDLE: lambda M, F: True,
        INSTEAD: instead,
        REPLACED: leave,
        BEFORE: before,
        BEFORE_RUN: before_run,
        RETURN: returned,
        AFTER: after,
        AFTER_RUN: after_run,
        UNWIND_RUN: unwind_run,
        SETTLE: settle,
        SETTLE_RUN: settle_run,
        WINDOW_RUN: window_run,
        TOGETHER: together.go_on,
    }


def over(M: Machine, F: Frame) -> bool:
    """The game's own function has returned: nobody has won."""
    if M.result is None:
        M.result = ((), (), ())
    return True


def leave(M: Machine, E: Frame) -> None:
    """The frame of an event is gone. Where its line in the log may have to be redacted, the log says when it ended."""
    if E[TAG] != CALLED and M.code.found.masked[E[FUNCTION]]:
        M.log = (M.log, ENDED, ())
    del M.stack[-1]


# --- replacements ---------------------------------------------------------------------------------------------------


FIRST = 1  # behind a rule and its piece: it was chosen to come first


def instead(M: Machine, E: Frame) -> bool | None:
    """TODO keeps the replacements that were offered and declined, and which was chosen to come first."""
    code = M.code
    f = E[FUNCTION]
    fitting = []
    for i in collect(M, E, code.waiting[f, "instead"]):
        if i[0] != WINDOW and i[:2] not in E[TODO] and fits(M, E, i, replacing=True):
            fitting.append(i)
    if not fitting:
        E[TODO] = ()
        E[PC] = code.entered[f]
        return None
    chosen = next((i for i in fitting if (*i[:2], FIRST) in E[TODO]), None)
    first = chosen or fitting[0]
    same = [i for i in fitting if i[2] == first[2] and not i[4]]
    if not chosen and not first[4] and len(same) > 1 and not copies(M, same):
        affected = _affected(M, E, fitting)
        if affected != NONE:
            M.pending = (("replace", -1, affected, tuple(same), 1, 1, -1),)
            return True
    if code.rules[first[0]].optional:
        M.pending = (("may_replace", -1, asked(M, E, first), (first,), 1, 1, -1),)
        return True
    take_place(M, E, first)
    return None


def _affected(M: Machine, E: Frame, fitting: list[Instance]) -> int:
    """Who decides which of several takes the event's place: whose they all are, else whom the event befalls.

    None where nobody acts and nobody is meant: then they come as they are printed.
    """
    owners = {i[2] for i in fitting}
    if len(owners) == 1 and NONE not in owners:
        return owners.pop()
    types = M.code.program.functions[E[FUNCTION]].param_types
    befallen = [E[SLOTS + 1 + number] for number, kind in enumerate(types) if kind == "player"]
    return next((seat for seat in befallen if 0 <= seat < M.players), active_player(M))


def take_place(M: Machine, E: Frame, instance: Instance) -> None:
    E[PC] = REPLACED
    begin(M, E, instance)


# --- before and after -----------------------------------------------------------------------------------------------


def before(M: Machine, E: Frame) -> bool | None:
    code = M.code
    f = E[FUNCTION]
    if E[TAG] == CALLED:
        E[PC] = code.bodies[f]
        return None
    rules = code.waiting.get((f, "before"))
    E[TODO] = collect(M, E, rules) if rules else ()
    E[PC] = BEFORE_RUN
    return before_run(M, E)


def before_run(M: Machine, E: Frame) -> bool | None:
    if E[TODO] and (state := run_todo(M, E)):
        return state == ASKED
    code = M.code
    f = E[FUNCTION]
    if code.found.requires[f] and code.namespace[f"fizz{f}"](M, E[SLOTS:]) >= 0:
        given = 1 + len(code.program.functions[f].params)
        args = (f, *E[SLOTS : SLOTS + given])
        masked = code.found.masked[f]
        M.log = (M.log, FIZZLED, args, code.namespace["masks"](M, f, args[1:])) if masked else (M.log, FIZZLED, args)
        leave(M, E)
        return None
    E[PC] = code.bodies[f]
    return None


def returned(M: Machine, E: Frame) -> bool | None:
    if E[TAG] == CALLED:
        del M.stack[-1]
        return None
    if M.code.whenever:
        E[NEXT] = AFTER
        E[PC] = SETTLE
        return None
    return after(M, E)


def after(M: Machine, E: Frame) -> bool | None:
    rules = M.code.waiting.get((E[FUNCTION], "after"))
    todo = collect(M, E, rules) if rules else ()
    if not todo:
        leave(M, E)
        return None
    E[TODO] = todo
    E[PC] = AFTER_RUN
    return after_run(M, E)


def after_run(M: Machine, E: Frame) -> bool | None:
    state = run_todo(M, E)
    if state:
        return state == ASKED
    leave(M, E)
    return None


def window_run(M: Machine, F: Frame) -> bool | None:
    state = run_todo(M, F)
    if state:
        return state == ASKED
    F[PC] = F[NEXT]
    return None


# --- states that come to hold ---------------------------------------------------------------------------------------


MORE = 2_000  # steps in which it is seen which rules set one another off
DEARER = 10  # steps that a condition which comes to hold costs: each of them is looked at anew


def settle(M: Machine, F: Frame) -> bool | None:
    """The `whenever` rules whose condition has come to hold since the last look."""
    now = holding(M, F)
    fresh: list[Instance] = []
    for bit, (rule, this) in enumerate(M.code.whenever):
        if (now & ~M.edge) >> bit & 1:
            fresh.append((rule.index, this, _whose(M, this), (), 1 if this < 0 else 0))
    if not fresh:
        M.edge = now
        F[PC] = F[NEXT]
        return None
    active = active_player(M)
    fresh.sort(key=lambda i: (i[1] >= 0, (i[2] - active) % M.players))
    spend(M, M.code.whenever * DEARER)
    M.edge = now
    F[TODO] = tuple(fresh)
    F[PC] = SETTLE_RUN
    return settle_run(M, F)


def holding(M: Machine, F: Frame) -> int:
    """One bit for each `whenever` condition that holds now."""
    S, places_at = M.S, M.code.places_at
    if M.audit:
        M.audit.waiting([rule for rule, _ in M.code.whenever], F)
    now = 0
    for bit, (rule, this) in enumerate(M.code.whenever):
        if rule.works and S[places_at + this] not in rule.works:
            continue
        if rule.guard(M, F, _whose(M, this), this):
            now |= 1 << bit
    return now


def going_round(M: Machine) -> list[int]:
    """The `whenever` rules whose conditions come to hold again and again, in a machine that has used up its budget."""
    M = M.copy()
    M.fuel = iter(range(MORE))
    found: dict[int, None] = {}
    try:
        for _ in range(MORE):
            F = M.stack[-1]
            if F[PC] == SETTLE:
                fresh = holding(M, F) & ~M.edge
                found.update((rule.index, None) for bit, (rule, _) in enumerate(M.code.whenever) if fresh >> bit & 1)
            if M.code.table[F[PC]](M, F):
                return []
    except Fault:
        pass
    return list(found)


def _whose(M: Machine, this: int) -> int:
    return M.code.controller(M, this) if this >= 0 else active_player(M)


def settle_run(M: Machine, F: Frame) -> bool | None:
    state = run_todo(M, F)
    if state:
        return state == ASKED
    F[PC] = SETTLE
    return None


# --- leaving early --------------------------------------------------------------------------------------------------

_LATE = (AFTER_RUN, UNWIND_RUN, INSTEAD, REPLACED)  # stages in which an event is as good as gone


def unwind(M: Machine, target: int) -> None:
    """Leaves all frames down to the one at index `target`. Phases that are left run their `at end of` rules."""
    code = M.code
    while True:
        frame = M.stack[-1]
        if frame[PC] == UNWIND_RUN:
            target = min(target, frame[NEXT])  # what was being left already is left all the same
        elif frame[PC] == TOGETHER:
            M.branches = None  # stopped in the middle of a simultaneous choice
        if len(M.stack) - 1 <= target:
            break
        f = frame[FUNCTION]
        phase = f >= 0 and code.program.functions[f].role == "phase" and frame[TAG] != CALLED
        if phase and code.found.stages[f].after and frame[PC] not in _LATE:
            frame[TODO] = collect(M, frame, code.waiting[f, "after"])
            frame[NEXT] = target
            frame[PC] = UNWIND_RUN
            return
        leave(M, frame)
    phase = code.program.functions[frame[FUNCTION]].role == "phase"
    if frame[PC] in _LATE or frame[TAG] == CALLED or not phase:
        leave(M, frame)
    else:
        frame[PC] = RETURN


def unwind_run(M: Machine, E: Frame) -> bool | None:
    """`at end of` rules of a phase that something inside it stopped; then on with the unwinding."""
    state = run_todo(M, E)
    if state:
        return state == ASKED
    target = E[NEXT]
    leave(M, E)
    unwind(M, target)
    return None
