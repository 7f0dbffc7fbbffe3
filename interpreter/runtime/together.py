"""Simultaneous choices: several decisions open at once on a frozen state.

Each branch is a copy of the frame that waits in `Machine.branches`. It is put on the stack only while it runs to its
next question, so that whose answer comes first leaves no trace. A branch counts its answers in TODO, which it does not
need otherwise; the frame itself keeps there what its branches began with.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.machine import AWAITING, NEXT, PC, TODO, TOGETHER, Frame, Machine


def together(M: Machine, F: Frame, slot: int, elements: tuple[int, ...], body: int) -> bool | None:
    if M.branches is not None:
        raise Fault("an interjection asks several at the same time, while others are being asked so")
    F[PC] = TOGETHER
    F[TODO] = (slot, elements, body)
    M.branches = [start_branch(F, i) for i in range(len(elements))]
    M.pending = ()
    return go_on(M, F)


def start_branch(F: Frame, i: int) -> Frame:
    """The branch of the i-th element before its first step."""
    slot, elements, body = F[TODO]
    branch = F[:]
    branch[slot] = elements[i]
    branch[PC] = body
    branch[TODO] = 0
    return branch


def awaited(M: Machine, F: Frame) -> bool:
    F[PC] = AWAITING
    return True


def go_on(M: Machine, F: Frame) -> bool | None:
    """Runs each branch that does not wait for an answer to its next question; when none asks, all go on in order."""
    branches = M.branches
    assert branches is not None
    asked: list[Any] = list(M.pending)
    waiting = {p[6] for p in asked}
    for i, branch in enumerate(branches):
        if branch[PC] == AWAITING or i in waiting:
            continue
        M.pending = ()
        run_branch(M, branch)
        if M.pending:
            asked.append((*M.pending[0][:6], i))
    if asked:
        asked.sort(key=lambda p: int(p[6]))
        M.pending = tuple(asked)
        return True
    M.pending = ()
    M.branches = None
    M.serial += 1
    F[PC] = F[NEXT]
    F[TODO] = ()
    for branch in reversed(branches):
        branch[PC] = branch[NEXT]
        branch[TODO] = ()
        M.stack.append(branch)
    return None


def run_branch(M: Machine, branch: Frame) -> None:
    """To its next question, or to where it waits for the others."""
    table = M.code.table
    M.stack.append(branch)
    for _ in M.fuel:
        if table[branch[PC]](M, branch):
            del M.stack[-1]
            return
    raise Fault("a simultaneous choice goes on without asking anybody: this does not end")
