"""The stages of an event (docs/ir.md, Running an event), as entries of the machine's table.

An *instance* is a rule ready to run: (rule, this, me, captured, settled). `settled` says that its place among the rules of
one player is decided. A stage keeps the instances that still wait in the frame's TODO.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.ir.program import NONE
from rulewright.interpreter.runtime.code import Code, Step, Waiting, arguments
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generate import ENDED, FIZZLED
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
    RULE,
    SETTLE,
    SETTLE_RUN,
    SLOTS,
    STANDING,
    TAG,
    TODO,
    TOGETHER,
    UNWIND_RUN,
    USED,
    WINDOW_RUN,
    Frame,
    Machine,
)

Instance = tuple[int, int, int, tuple[Any, ...], int]
WINDOW = -2  # in place of a rule: the reactions of one holder; `this` is then an index into Code.reactions


def entries() -> dict[int, Step]:
    from rulewright.interpreter.runtime import together

    return {
        OVER: over,
        IDLE: lambda M, F: True,
        INSTEAD: instead,
        REPLACED: _pop,
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


# --- which rules ------------------------------------------------------------------------------------------------------


def active_player(M: Machine) -> int:
    at = M.code.active_at
    return M.S[at] if at >= 0 else NONE


def collect(M: Machine, E: Frame, rules: list[Waiting]) -> tuple[Instance, ...]:
    """The instances alive now, in order: the rulebook's, then by player from the active one on, then reactions."""
    code = M.code
    args = arguments(code, E)
    active = active_player(M)
    controller = code.namespace["controller"]
    book: list[Instance] = []
    pieces: list[tuple[int, Instance]] = []
    holders: set[int] = set()
    for rule in rules:
        if rule.standing:
            for frame in M.stack:
                for r, _, this, me, captured in frame[STANDING]:
                    if r == rule.index:
                        book.append((r, this, me, captured, 1))
        elif rule.reaction:
            holders.update(_holders(M, rule))
        elif not rule.pieces:
            book.append((rule.index, NONE, active, (), 1))
        else:
            for this in alive(M, rule, args):
                me = controller(M, this)
                pieces.append(((me - active) % M.players, (rule.index, this, me, (), 0)))
    pieces.sort(key=lambda pair: pair[0])
    found = book + [instance for _, instance in pieces]
    for holder in sorted(holders, key=lambda seat: (seat - active) % M.players):
        found.append((WINDOW, rules[0].index, holder, (), 1))
    return tuple(found)


def alive(M: Machine, rule: Waiting, args: list[Any]) -> list[int]:
    """The pieces on which a rule stands just now."""
    S, places_at = M.S, M.code.places_at
    if rule.this_arg >= 0:
        this = args[rule.this_arg]
        candidates: tuple[int, ...] = (this,) if this in rule.piece_set else ()
    else:
        candidates = rule.pieces
    if not rule.works:
        return list(candidates)
    return [this for this in candidates if S[places_at + this] in rule.works]


def _holders(M: Machine, rule: Waiting) -> set[int]:
    first = M.code.program.places[0]
    owner = M.code.namespace["owner"]
    return {
        owner(M, place) for place in rule.works if M.Z[place - first] and 0 <= owner(M, place) < M.players
    }


def reactions(M: Machine, E: Frame, instance: Instance) -> tuple[Instance, ...]:
    """What one holder could play in a window just now."""
    code = M.code
    first = code.rules[instance[1]]
    rules = _siblings(code, first)
    owner = code.namespace["owner"]
    args = arguments(code, E)
    found = []
    for rule in rules:
        if rule.reaction:
            for this in alive(M, rule, args):
                candidate = (rule.index, this, instance[2], (), 1)
                if owner(M, this) == instance[2] and fits(M, E, candidate):
                    found.append(candidate)
    return tuple(found)


def _siblings(code: Code, rule: Waiting) -> list[Waiting]:
    declared = code.program.rules[rule.index]
    return code.waiting[declared.target, declared.stage]


def fits(M: Machine, E: Frame, instance: Instance, replacing: bool = False) -> bool:
    """Whether an instance may start now: not inside itself, not used up, its guard holds."""
    r, this, me, captured, _ = instance
    rule = M.code.rules[r]
    if replacing or not rule.again:
        for frame in M.stack:
            if frame[RULE] == r and frame[SLOTS + 1] == this:
                return False
    args = () if E[FUNCTION] < 0 or M.code.program.rules[r].target < 0 else arguments(M.code, E)
    if rule.works and not rule.standing and M.S[M.code.places_at + this] not in rule.works:
        return False
    if not rule.guard(M, E, me, this, *args, *captured):
        return False
    if rule.scope >= 0:
        scope = _scope(M, rule.scope)
        if scope is not None:
            use = (r, this, rule.key(M, E, me, this, *args, *captured) if rule.key else 0)
            return bool(scope[USED].count(use) < rule.limit)
    return True


def _scope(M: Machine, f: int) -> Frame | None:
    for frame in reversed(M.stack):
        if frame[FUNCTION] == f:
            return frame
    return None


def begin(M: Machine, E: Frame, instance: Instance) -> bool:
    """Starts a rule; True where a frame was pushed, False where its body has already run."""
    r, this, me, captured, _ = instance
    code = M.code
    rule = code.rules[r]
    args = () if code.program.rules[r].target < 0 else arguments(code, E)
    if rule.scope >= 0:
        scope = _scope(M, rule.scope)
        if scope is not None:
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
    rule = M.code.rules[R[RULE]]
    scope = _scope(M, rule.scope)
    if scope is not None:
        for i in range(len(scope[USED]) - 1, -1, -1):
            if scope[USED][i][:2] == (R[RULE], R[SLOTS + 1]):
                scope[USED] = scope[USED][:i] + scope[USED][i + 1 :]
                return


# --- running the rules of a stage -------------------------------------------------------------------------------------

DONE, PUSHED, ASKED = 0, 1, 2


def run_todo(M: Machine, E: Frame) -> int:
    while E[TODO]:
        first = E[TODO][0]
        if first[0] == WINDOW:
            first_place = M.code.program.places[0]
            owner = M.code.namespace["owner"]
            places = {p for r in _siblings(M.code, M.code.rules[first[1]]) if r.reaction for p in r.works}
            if not any(M.Z[p - first_place] for p in places if owner(M, p) == first[2]):
                E[TODO] = E[TODO][1:]
                continue
            M.pending = (("react", -1, first[2], reactions(M, E, first), 1, 1, -1),)
            return ASKED
        if not first[4] and _ask_order(M, E, first[2]):
            return ASKED
        first = E[TODO][0]
        if not fits(M, E, first):
            E[TODO] = E[TODO][1:]
            continue
        if M.code.rules[first[0]].optional:
            M.pending = (("may", -1, first[2], (first,), 1, 1, -1),)
            return ASKED
        E[TODO] = E[TODO][1:]
        if begin(M, E, first):
            return PUSHED
    return DONE


def _ask_order(M: Machine, E: Frame, me: int) -> bool:
    """Where the order of several rules of one player can matter, asks; else takes them as they stand."""
    group = [i for i in E[TODO] if i[2] == me and not i[4]]
    rest = tuple(i for i in E[TODO] if i[2] != me or i[4])
    ready = [i for i in group if fits(M, E, i)]
    if len(ready) > 1 and not copies(M, ready) and 0 <= me < M.players:
        M.pending = (("order", -1, me, tuple(ready), len(ready), len(ready), -1),)
        return True
    E[TODO] = tuple((*i[:4], 1) for i in group) + rest
    return False


def copies(M: Machine, instances: list[Instance]) -> bool:
    """Copies of the same rule on alike pieces: no order of them differs from another."""
    first_piece = M.code.program.pieces[0]
    alike = M.code.program.alike
    return len({(r, alike[this - first_piece] if this >= first_piece else this) for r, this, *_ in instances}) == 1


# --- the stages -------------------------------------------------------------------------------------------------------


def instead(M: Machine, E: Frame) -> bool | None:
    """Replacements. TODO keeps those that were offered and declined."""
    code = M.code
    f = E[FUNCTION]
    fitting = [
        i
        for i in collect(M, E, code.waiting[f, "instead"])
        if i[0] != WINDOW and i[:2] not in E[TODO] and fits(M, E, i, replacing=True)
    ]
    if not fitting:
        E[TODO] = ()
        E[PC] = code.entered[f]
        return None
    first = fitting[0]
    same = [i for i in fitting if i[2] == first[2] and not i[4]]
    if not first[4] and len(same) > 1 and not copies(M, same):
        # The affected player decides which of several takes the event's place.
        affected = E[SLOTS] if 0 <= E[SLOTS] < M.players else first[2]
        M.pending = (("replace", -1, affected, tuple(same), 1, 1, -1),)
        return True
    return replace(M, E, first)


def replace(M: Machine, E: Frame, instance: Instance) -> bool | None:
    if M.code.rules[instance[0]].optional:
        M.pending = (("may_replace", -1, instance[2], (instance,), 1, 1, -1),)
        return True
    take_place(M, E, instance)
    return None


def take_place(M: Machine, E: Frame, instance: Instance) -> None:
    E[PC] = REPLACED
    begin(M, E, instance)


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
    state = run_todo(M, E)
    if state:
        return state == ASKED
    code = M.code
    f = E[FUNCTION]
    if code.found.requires[f] and code.namespace[f"fizz{f}"](M, E[SLOTS:]) >= 0:
        given = 1 + len(code.program.functions[f].params)
        M.log = (M.log, FIZZLED, (f, *E[SLOTS : SLOTS + given]))
        _pop(M, E)
        return None
    E[PC] = code.bodies[f]
    return None


def returned(M: Machine, E: Frame) -> bool | None:
    code = M.code
    if E[TAG] == CALLED:
        del M.stack[-1]
        return None
    if code.whenever:
        E[NEXT] = AFTER
        E[PC] = SETTLE
        return None
    return after(M, E)


def after(M: Machine, E: Frame) -> bool | None:
    rules = M.code.waiting.get((E[FUNCTION], "after"))
    E[TODO] = collect(M, E, rules) if rules else ()
    E[PC] = AFTER_RUN
    return after_run(M, E)


def after_run(M: Machine, E: Frame) -> bool | None:
    state = run_todo(M, E)
    if state:
        return state == ASKED
    _pop(M, E)
    return None


def _pop(M: Machine, E: Frame) -> None:
    if E[TAG] != CALLED and M.code.found.masked[E[FUNCTION]]:
        M.log = (M.log, ENDED, ())
    del M.stack[-1]


def window_run(M: Machine, F: Frame) -> bool | None:
    state = run_todo(M, F)
    if state:
        return state == ASKED
    F[PC] = F[NEXT]
    return None


def settle(M: Machine, F: Frame) -> bool | None:
    """The `whenever` rules whose condition has come to hold since the last look."""
    fresh: list[Instance] = []
    edge, now = M.edge, 0
    S, places_at = M.S, M.code.places_at
    controller = M.code.namespace["controller"]
    for bit, (rule, this) in enumerate(M.code.whenever):
        if rule.works and S[places_at + this] not in rule.works:
            continue
        me = controller(M, this) if this >= 0 else active_player(M)
        if rule.guard(M, F, me, this):
            now |= 1 << bit
            if not edge >> bit & 1:
                fresh.append((rule.index, this, me, (), 1 if this < 0 else 0))
    M.edge = now
    if not fresh:
        F[PC] = F[NEXT]
        return None
    active = active_player(M)
    fresh.sort(key=lambda i: (i[1] >= 0, (i[2] - active) % M.players))
    F[TODO] = tuple(fresh)
    F[PC] = SETTLE_RUN
    return settle_run(M, F)


def settle_run(M: Machine, F: Frame) -> bool | None:
    state = run_todo(M, F)
    if state:
        return state == ASKED
    F[PC] = SETTLE
    return None


def unwind_run(M: Machine, E: Frame) -> bool | None:
    """`at end of` rules of a phase that something inside it stopped; then on with the unwinding."""
    state = run_todo(M, E)
    if state:
        return state == ASKED
    target = E[NEXT]
    _pop(M, E)
    unwind(M, target)
    return None


def unwind(M: Machine, target: int) -> None:
    """Leaves all frames above the one at index `target`, then that one as if it had returned."""
    code = M.code
    while len(M.stack) - 1 > target:
        frame = M.stack[-1]
        f = frame[FUNCTION]
        phase = f >= 0 and code.program.functions[f].role == "phase" and frame[TAG] != CALLED
        if phase and code.found.stages[f].after and frame[PC] not in (AFTER_RUN, UNWIND_RUN, INSTEAD, REPLACED):
            frame[TODO] = collect(M, frame, code.waiting[f, "after"])
            frame[NEXT] = target
            frame[PC] = UNWIND_RUN
            return
        _pop(M, frame)
    frame = M.stack[-1]
    if frame[PC] in (AFTER_RUN, UNWIND_RUN) or frame[TAG] == CALLED:
        _pop(M, frame)
    else:
        frame[PC] = RETURN


# --- what generated code calls ----------------------------------------------------------------------------------------


def namespace(code: Code) -> dict[str, Any]:
    from rulewright.interpreter.runtime import together

    program = code.program
    site_entries = {
        (s.function, s.what): i for i, s in enumerate(code.generated.log_sites) if s.form == "event"
    }
    first_piece, piece_count = program.pieces
    known_at = code.knowledge.known_at if code.knowledge else 0
    everybody = (1 << (program.most_players + 1)) - 1

    def masks(M: Machine, *args: Any) -> tuple[int, ...]:
        S = M.S
        return tuple(
            [
                S[known_at + a] if type(a) is int and first_piece <= a < first_piece + piece_count else everybody
                for a in args
            ]
        )

    def log_event(M: Machine, entry: int, f: int, args: tuple[Any, ...]) -> None:
        M.log = (M.log, entry, args, masks(M, *args)) if code.found.masked[f] else (M.log, entry, args)

    def offered(M: Machine, f: int, args: tuple[Any, ...], site: int) -> None:
        """An action taken from a menu."""
        log_event(M, code.offer_entries[site, f], f, args)
        plain = code.plain[f]
        if plain is not None:
            plain(M, *args)
            if code.found.masked[f]:
                M.log = (M.log, ENDED, ())
        else:
            M.stack.append(code.frame(f, code.offered[f], args, -1))

    def part(M: Machine, p: int, piece: int, args: tuple[Any, ...]) -> None:
        part_ = program.parts[p]
        side = 0
        if part_.side_column >= 0:
            column = program.columns[part_.side_column]
            side = (program.constants if column.constant else M.S)[column.base + piece]
        at = (piece - part_.first) * part_.sides + side
        f = part_.functions[at] if 0 <= piece - part_.first and 0 <= at < len(part_.functions) else -1
        if f < 0:
            raise Fault(f"{program.labels[piece] if piece >= 0 else 'none'} has no {part_.name}")
        if len(args) == len(program.functions[f].params):
            args = (args[0], piece, *args[1:]) if args else (NONE,)
        plain = code.plain[f]
        if plain is not None:
            plain(M, *args)
        else:
            M.stack.append(code.frame(f, code.called[f], args))

    def proceed(M: Machine, args: tuple[Any, ...] | None) -> None:
        E = M.stack[-2]
        f = E[FUNCTION]
        count = len(program.functions[f].params)
        if args is None:
            args = tuple(E[SLOTS : SLOTS + 1 + count])
        elif len(args) == count:
            args = (E[SLOTS], *args)
        log_event(M, site_entries.get((M.stack[-1][FUNCTION], f), code.proceed_entry), f, args)
        M.stack.append(code.frame(f, code.starts[f], args, E[TAG]))

    def stop(M: Machine, f: int) -> None:
        for i in range(len(M.stack) - 1, -1, -1):
            if M.stack[i][FUNCTION] == f:
                unwind(M, i)
                return
        raise Fault(f"this stops {program.functions[f].name}, and none is running")

    def stand(M: Machine, F: Frame, rule: int, modifier: int, scope: int, captured: tuple[Any, ...]) -> None:
        frame = _scope(M, scope)
        if frame is None:
            raise Fault(f"this lasts as long as {program.functions[scope].name}, and none is running")
        this = F[SLOTS + 1] if F[RULE] >= 0 else NONE
        frame[STANDING] += ((rule, modifier, this, F[SLOTS], captured),)

    def window(M: Machine, F: Frame, stage: str) -> bool | None:
        rules = code.waiting.get((F[FUNCTION], stage))
        F[TODO] = collect(M, F, rules) if rules else ()
        F[PC] = WINDOW_RUN
        return window_run(M, F)

    def say(M: Machine, entry: int, args: tuple[Any, ...]) -> None:
        M.log = (M.log, entry, args, masks(M, *args)) if code.knowledge else (M.log, entry, args)

    return {
        "masks": masks,
        "offered": offered,
        "part": part,
        "proceed": proceed,
        "stop": stop,
        "stand": stand,
        "window": window,
        "say": say,
        "together": together.together,
        "awaited": together.awaited,
    }
