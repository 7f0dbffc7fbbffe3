"""The running game: the one thing that changes, and it is flat.

`S` holds the integers of all columns, then the place of every piece, then (only where the rulebook hides anything) the
mask of seats that can identify it. `Z` holds a tuple of pieces for every place. A frame of the stack is one flat list
of numbers and tuples, so that `frame[:]` is a whole copy of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.interpreter.runtime.audit import Audit
    from rulewright.interpreter.runtime.code import Code

# The header of a frame; its slots follow.
PC = 0  # where it goes on: an index into Code.table
FUNCTION = 1
USED = 2  # `once per` counted here: ((rule, this, key), ...), one entry for each use
STANDING = 3  # rules and modifiers that live as long as this frame: (rule, modifier, this, me, captured)
TODO = 4  # rules of the running stage that still wait (see triggers.py)
TAG = 5  # the event's tag; -1 none; CALLED where the function runs without stages
RULE = 6  # which rule this is the body of, or -1
NEXT = 7  # where the frame goes on after a stage that lies inside its body
SLOTS = 8  # slot 0, `me`

CALLED = -2

# The machine's own entries of Code.table; those of the rulebook follow from FIRST_OWN on.
OVER, IDLE, INSTEAD, REPLACED, BEFORE, BEFORE_RUN, RETURN, AFTER, AFTER_RUN, UNWIND_RUN = range(10)
SETTLE, SETTLE_RUN, WINDOW_RUN, TOGETHER, AWAITING = range(10, 15)
FIRST_OWN = 16

Frame = list[Any]
Pending = tuple[Any, ...]  # (form, site, seat, candidates, least, most, branch)


class Machine:
    __slots__ = (
        "S",
        "Z",
        "branches",
        "code",
        "edge",
        "fuel",
        "ink",
        "loaded",
        "log",
        "pending",
        "players",
        "result",
        "rng",
        "secret",
        "serial",
        "stack",
        "stacked",
        "told",
    )

    audit: Audit | None = None  # only an AuditedMachine has one (audit.py)
    code: Code
    S: list[int]
    Z: list[tuple[int, ...]]
    stack: list[Frame]
    branches: list[Frame] | None  # of a simultaneous choice
    rng: int
    result: tuple[Any, ...] | None  # (winners, losers, ranking), seats as numbers
    pending: tuple[Pending, ...]  # the open decisions
    log: Any  # (older, entry, arguments), shared by copies
    fuel: Iterator[int]  # what is left of the steps between two decisions; each answer begins with a new one
    ink: Iterator[int]  # the same for lines of the log
    told: int  # how many lines were written before that
    edge: int  # which `whenever` conditions held when last looked at, one bit each
    players: int
    secret: int  # orders the slots of unseen pieces; no seat is shown it
    serial: int  # how many times the game has stopped to ask
    loaded: tuple[str, ...]  # faces that the next dice will show (examples)
    stacked: tuple[tuple[int, tuple[int, ...]], ...]  # what the next shuffle of a place brings to the top (examples)

    def copy(self) -> Machine:
        m = _new(Machine)
        m.code = self.code
        m.S = self.S[:]
        m.Z = self.Z[:]
        m.stack = [f[:] for f in self.stack]
        b = self.branches
        m.branches = b if b is None else [f[:] for f in b]
        m.rng = self.rng
        m.result = self.result
        m.pending = self.pending
        m.log = self.log
        m.edge = self.edge
        m.fuel = self.fuel
        m.ink = self.ink
        m.told = self.told
        m.players = self.players
        m.secret = self.secret
        m.serial = self.serial
        m.loaded = self.loaded
        m.stacked = self.stacked
        return m


_new = Machine.__new__
