"""Which rules wait for an event, whether each may start now, and running them in their order.

An *instance* is a rule ready to run: (rule, this, me, captured, settled). `settled` says that its place among the rules
of one player is decided. A stage keeps the instances that still wait in the frame's TODO.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.ir.program import NONE
from rulewright.interpreter.runtime.budget import spend
from rulewright.interpreter.runtime.code import Code, Stage, Waiting
from rulewright.interpreter.runtime.machine import (
    CALLED,
    FUNCTION,
    PC,
    REPLACED,
    RULE,
    SLOTS,
    STANDING,
    TODO,
    USED,
    Frame,
    Machine,
)

Instance = tuple[int, int, int, tuple[Any, ...], int]
WINDOW = -2  # in place of a rule: the reactions of one holder; `this` is then one of the rules of the stage

DONE, PUSHED, ASKED = 0, 1, 2
FEW = 16  # rules that wait, or uses that are counted: to go over more of them costs steps


def active_player(M: Machine) -> int:
    at = M.code.active_at
    return M.S[at] if at >= 0 else NONE


# --- which rules ----------------------------------------------------------------------------------------------------


def collect(M: Machine, E: Frame, stage: Stage) -> tuple[Instance, ...]:
    """The instances alive now, in order: the rulebook's, then by player from the active one on, then reactions."""
    active = active_player(M)
    if stage.book is not None:
        ready = stage.ready.get(active)
        if ready is None:
            ready = stage.ready[active] = tuple([(r, NONE, active, (), 1) for r in stage.book])
        return ready
    rules = stage.loose
    for at, by_piece in stage.bound.items():
        hanging = by_piece.get(E[at])
        if hanging:
            rules = sorted([*rules, *hanging], key=_declared) if rules else hanging
    if stage.secret and M.audit:
        M.audit.waiting(stage.rules, E)
    if not rules:
        return ()
    controller = M.code.controller
    book: list[Instance] = []
    pieces: list[tuple[int, Instance]] = []
    holders: set[int] = set()
    for rule in rules:
        if rule.standing:
            for frame in _same_event(M, E):
                for r, _, this, me, captured in frame[STANDING]:
                    if r == rule.index:
                        book.append((r, this, me, captured, 1))
        elif rule.reaction:
            holders.update(_holders(M, rule))
        elif not rule.pieces:
            book.append((rule.index, NONE, active, (), 1))
        else:
            for this in alive(M, rule, E):
                me = controller(M, this)
                pieces.append(((me - active) % M.players, (rule.index, this, me, (), 0)))
    if len(pieces) > 1:
        pieces.sort(key=_distance)
    found = book + [instance for _, instance in pieces]
    for holder in sorted(holders, key=lambda seat: (seat - active) % M.players):
        found.append((WINDOW, stage.rules[0].index, holder, (), 1))
    return tuple(found)


def _same_event(M: Machine, E: Frame) -> list[Frame]:
    """The frame of an event on top of the stack, and before it those from which replacements went on to it."""
    found, at = [E], len(M.stack) - 1
    while at > 1 and M.stack[at - 1][RULE] >= 0 and M.stack[at - 2][PC] == REPLACED:
        at -= 2
        found.insert(0, M.stack[at])
    return found


def _declared(rule: Waiting) -> int:
    return rule.index


def _distance(piece: tuple[int, Instance]) -> int:
    return piece[0]


def alive(M: Machine, rule: Waiting, E: Frame) -> Sequence[int]:
    """The pieces on which a rule stands just now."""
    S, places_at = M.S, M.code.places_at
    if rule.this_arg >= 0:
        this = E[SLOTS + 1 + rule.this_arg]
        candidates: tuple[int, ...] = (this,) if this in rule.piece_set else ()
    else:
        candidates = rule.pieces
    if not rule.works or not candidates:
        return candidates
    return [this for this in candidates if S[places_at + this] in rule.works]


def _holders(M: Machine, rule: Waiting) -> set[int]:
    first = M.code.program.places[0]
    found = {seat for place in rule.works if M.Z[place - first] for seat in M.code.holders[place - first]}
    return {seat for seat in found if seat < M.players}


def reactions(M: Machine, E: Frame, instance: Instance) -> tuple[Instance, ...]:
    """What one holder could play in a window just now."""
    code = M.code
    first = code.program.places[0]
    found = []
    for rule in _reactions_of(code, instance):
        for this in alive(M, rule, E):
            candidate = (rule.index, this, instance[2], (), 1)
            holders = code.holders[M.S[code.places_at + this] - first]
            if instance[2] in holders and fits(M, E, candidate):
                found.append(candidate)
    return tuple(found)


def _reactions_of(code: Code, window: Instance) -> list[Waiting]:
    declared = code.program.rules[window[1]]
    return [rule for rule in code.waiting[declared.target, declared.stage].rules if rule.reaction]


# --- one instance ---------------------------------------------------------------------------------------------------


def fits(M: Machine, E: Frame, instance: Instance, replacing: bool = False) -> bool:
    """Whether an instance may start now: not inside itself, its guard holds, not used up."""
    r, this, me, captured, _ = instance
    rule = M.code.rules[r]
    if rule.returning and (replacing or not rule.again):
        for frame in M.stack:
            if frame[RULE] == r and frame[SLOTS + 1] == this:
                return False
    if rule.acts_for_piece:
        me = M.code.controller(M, this)
    args = E[SLOTS + 1 : rule.arguments_end]
    if not rule.guard(M, E, me, this, *args, *captured):
        return False
    if rule.scope >= 0:
        scope = innermost(M, rule.scope)
        if scope is not None:
            use = (r, this, rule.key(M, E, me, this, *args, *captured) if rule.key else 0)
            return bool(scope[USED].count(use) < rule.limit)
    return True


def acting(M: Machine, instance: Instance) -> int:
    """`me` of a rule on a piece is who controls the piece when the rule starts, whoever did when it was collected."""
    if M.code.rules[instance[0]].acts_for_piece:
        return M.code.controller(M, instance[1])
    return instance[2]


def asked(M: Machine, E: Frame, instance: Instance) -> int:
    """Who decides whether an optional rule runs: a player of this game, or it is a fault."""
    r, this, _, captured, _ = instance
    rule, me = M.code.rules[r], acting(M, instance)
    assert rule.asked is not None
    return rule.asked(M, E, me, this, *E[SLOTS + 1 : rule.arguments_end], *captured)


def innermost(M: Machine, f: int) -> Frame | None:
    for frame in reversed(M.stack):
        if frame[FUNCTION] == f:
            return frame
    return None


def begin(M: Machine, E: Frame, instance: Instance) -> bool:
    """Starts a rule; True where a frame was pushed, False where its body has already run."""
    r, this, _, captured, _ = instance
    code = M.code
    rule = code.rules[r]
    me = acting(M, instance)
    args = E[SLOTS + 1 : rule.arguments_end]
    if rule.scope >= 0:
        scope = innermost(M, rule.scope)
        if scope is not None:
            if len(scope[USED]) > FEW:
                spend(M, scope[USED])
            scope[USED] += ((r, this, rule.key(M, E, me, this, *args, *captured) if rule.key else 0),)
    plain = code.plain[rule.function]
    if plain is not None:
        plain(M, me, this, *args, *captured)
        return False
    f = rule.function
    M.stack.append(code.frame(f, code.called[f], (me, this, *args, *captured), CALLED, r))
    return True


def uncount(M: Machine, R: Frame) -> None:
    """A declined `may` does not count as a use."""
    scope = innermost(M, M.code.rules[R[RULE]].scope)
    if scope is not None:
        for i in range(len(scope[USED]) - 1, -1, -1):
            if scope[USED][i][:2] == (R[RULE], R[SLOTS + 1]):
                scope[USED] = scope[USED][:i] + scope[USED][i + 1 :]
                return


# --- those that wait ------------------------------------------------------------------------------------------------


def run_todo(M: Machine, E: Frame) -> int:
    """Starts the next rule that waits, or asks what has to be asked before it can start."""
    while todo := E[TODO]:
        if len(todo) > FEW:
            spend(M, todo)
        first = todo[0]
        if first[0] == WINDOW:
            if _open_window(M, E, first):
                return ASKED
            E[TODO] = todo[1:]
            continue
        if not first[4]:
            if _ask_order(M, E, first[2]):
                return ASKED
            todo = E[TODO]
            first = todo[0]
        if not fits(M, E, first):
            E[TODO] = todo[1:]
            continue
        if M.code.rules[first[0]].optional:
            M.pending = (("may", -1, asked(M, E, first), (first,), 1, 1, -1),)
            return ASKED
        E[TODO] = todo[1:]
        if begin(M, E, first):
            return PUSHED
    return DONE


def _open_window(M: Machine, E: Frame, window: Instance) -> bool:
    """Raised while the holder's zone is not empty, so that being asked tells nobody what lies in it."""
    first = M.code.program.places[0]
    places = {place for rule in _reactions_of(M.code, window) for place in rule.works}
    if not any(M.Z[place - first] for place in places if window[2] in M.code.holders[place - first]):
        return False
    M.pending = (("react", -1, window[2], reactions(M, E, window), 1, 1, -1),)
    return True


def _ask_order(M: Machine, E: Frame, me: int) -> bool:
    """Where rules of one player's several pieces are ready, asks for the order; those of one piece run as printed."""
    if len(E[TODO]) == 1:
        E[TODO] = ((*E[TODO][0][:4], 1),)
        return False
    group = [i for i in E[TODO] if i[2] == me and not i[4]]
    if len({i[1] for i in group}) > 1 and 0 <= me < M.players:
        ready = [i for i in group if fits(M, E, i)]
        if len({i[1] for i in ready}) > 1 and not copies(M, ready):
            M.pending = (("order", -1, me, tuple(ready), len(ready), len(ready), -1),)
            return True
    rest = [i for i in E[TODO] if i[2] != me or i[4]]
    E[TODO] = (*[(*i[:4], 1) for i in group], *rest)
    return False


def copies(M: Machine, instances: list[Instance]) -> bool:
    """Copies of the same rule on alike pieces in the same state: no order of them differs from another.

    States count where everybody knows the pieces: else being asked would tell something of them.
    """
    code, S = M.code, M.S
    first = code.program.pieces[0]
    if any(this < first for _, this, *_ in instances):
        return len({(r, this) for r, this, *_ in instances}) == 1
    known_at = code.knowledge.known_at if code.knowledge is not None else -1
    public = known_at < 0 or all(S[known_at + this] == code.everybody for _, this, *_ in instances)
    kinds = set()
    for r, this, *_ in instances:
        states = [S[base + this] for base in code.readable[this - first]] if public else []
        kinds.add((r, code.program.alike[this - first], *states))
    return len(kinds) == 1
