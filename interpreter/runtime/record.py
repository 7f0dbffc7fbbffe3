"""What a seat may keep of a game: its own views and log, moment by moment. Neither seed nor answers are in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.interpreter.runtime import history
from rulewright.interpreter.runtime.history import Answer, Origin
from rulewright.interpreter.runtime.journal import journal
from rulewright.interpreter.runtime.view import view

Data = dict[str, Any]


def record(origin: Origin, answers: Iterable[Answer], observer: int) -> Data:
    """A moment is a point at which somebody was asked. Who answers first of several leaves no trace in it."""
    M = origin.machine()
    told = 0
    moments: list[Data] = []
    serial = -1
    for answer in (None, *answers):
        if answer is not None:
            history.take(M, *answer)
        if M.serial != serial or M.result is not None:
            serial = M.serial
            entries = journal(M, observer, told, origin.veils)
            told += len(entries)
            moments.append({"log": entries, "view": view(M, observer)})
    program = origin.code.program
    return {
        "rulewright_record": 1,
        "rulebook": program.name,
        "digest": origin.code.digest,
        "seat": program.names[observer] if observer < program.most_players else None,
        "moments": moments,
    }
