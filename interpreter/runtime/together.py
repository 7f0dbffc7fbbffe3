"""Simultaneous choices: several decisions open at once on a frozen state.

Each branch is a copy of the frame that waits in `Machine.branches`. It is put on the stack only while it runs to its next
question, so that whose answer comes first leaves no trace.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.runtime.machine import AWAITING, NEXT, PC, SLOTS, TOGETHER, Frame, Machine

__all__ = ["SLOTS", "awaited", "go_on", "together"]


def together(M: Machine, F: Frame, slot: int, elements: tuple[int, ...], body: int) -> bool | None:
    F[PC] = TOGETHER
    branches = []
    for element in elements:
        branch = F[:]
        branch[slot] = element
        branch[PC] = body
        branches.append(branch)
    M.branches = branches
    M.pending = ()
    return go_on(M, F)


def awaited(M: Machine, F: Frame) -> bool:
    F[PC] = AWAITING
    return True


def go_on(M: Machine, F: Frame) -> bool | None:
    """Runs each branch that does not wait for an answer to its next question; when none asks, all go on in order."""
    branches = M.branches
    assert branches is not None
    asked: list[Any] = list(M.pending)
    waiting = {p[6] for p in asked}
    table = M.code.table
    for i, branch in enumerate(branches):
        if branch[PC] == AWAITING or i in waiting:
            continue
        M.stack.append(branch)
        M.pending = ()
        while not table[branch[PC]](M, branch):
            pass
        del M.stack[-1]
        if M.pending:
            asked.append((*M.pending[0][:6], i))
    if asked:
        asked.sort(key=lambda p: int(p[6]))
        M.pending = tuple(asked)
        return True
    M.pending = ()
    M.branches = None
    F[PC] = F[NEXT]
    for branch in reversed(branches):
        branch[PC] = branch[NEXT]
        M.stack.append(branch)
    return None
