"""A name for the state of a game: the same in every process, on every platform, whatever way led to it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulewright.interpreter.runtime.machine import (
    AWAITING,
    NEXT,
    PC,
    SETTLE,
    SETTLE_RUN,
    TODO,
    TOGETHER,
    UNWIND_RUN,
    WINDOW_RUN,
    Frame,
    Machine,
)


def fingerprint(M: Machine) -> str:
    # How often somebody was asked only matters where it orders the slots of unseen pieces.
    asked = (M.serial, M.secret) if M.code.knowledge is not None else ()
    whole = (
        M.players,
        M.S,
        M.Z,
        [_frame(M, frame) for frame in M.stack],
        None if M.branches is None else [_frame(M, frame) for frame in M.branches],
        M.rng,
        M.result,
        M.edge,
        asked,
    )
    return hashlib.sha256(json.dumps(whole, separators=(",", ":")).encode("ascii")).hexdigest()


_WAITING = frozenset({SETTLE, SETTLE_RUN, WINDOW_RUN, TOGETHER, AWAITING})


def _frame(M: Machine, frame: Frame) -> list[Any]:
    """Where a frame goes on is told by function and block, so that a new generator gives the same names."""
    labels = M.code.labels
    pc = frame[PC]
    stored = frame[:]
    stored[PC] = labels[pc]
    stored[NEXT] = labels[frame[NEXT]] if pc in _WAITING else frame[NEXT] if pc == UNWIND_RUN else -1
    if pc == TOGETHER:
        stored[TODO] = frame[TODO][1]
    return stored
