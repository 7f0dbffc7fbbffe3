"""What generated code calls to work on the stack and the log, bound to one program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.interpreter.ir.program import NONE
from rulewright.interpreter.runtime import ends, together
from rulewright.interpreter.runtime.budget import spend
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.events import unwind, window_run
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generated import ENDED
from rulewright.interpreter.runtime.ink import said_line, widths
from rulewright.interpreter.runtime.machine import FUNCTION, PC, SLOTS, STANDING, TAG, TODO, WINDOW_RUN, Frame, Machine
from rulewright.interpreter.runtime.triggers import collect, innermost

Namespace = dict[str, Any]


def namespace(code: Code) -> Namespace:
    logging = _logging(code)
    return {
        **logging,
        **_pushing(code, logging["log_event"]),
        **_leaving(code),
        "together": together.together,
        "awaited": together.awaited,
        "win": ends.win,
        "lose": ends.lose,
        "rank": ends.rank,
    }


def _logging(code: Code) -> Namespace:
    first, count = code.program.pieces
    end = first + count
    knowledge = code.knowledge
    everybody = knowledge.everybody if knowledge else 0
    pieces = code.found.piece_args
    log_sites = code.generated.log_sites
    width = widths(code.program)
    lines = code.generated.event_lines
    sayings = {
        entry: said_line(code.program, width, site.text, site.types)
        for entry, site in enumerate(log_sites)
        if site.form == "say"
    }

    def mask(M: Machine, value: Any, me: int) -> int:
        """The seats that may read a value in the log; of a list, those that may read all that is in it."""
        if knowledge is None:
            return everybody
        if type(value) is not tuple:
            return knowledge.told(M, value, me) if first <= value < end else everybody
        found = everybody
        for each in value:
            if first <= each < end:
                found &= knowledge.told(M, each, me)
        return found

    where = [tuple([at for at, piece in enumerate(args) if piece]) for args in pieces]
    open_to_all = [[everybody] * len(args) for args in pieces]

    def masks(M: Machine, f: int, args: tuple[Any, ...]) -> tuple[int, ...]:
        found = open_to_all[f][:]
        for at in where[f]:
            found[at] = mask(M, args[at], args[0])
        return tuple(found)

    masked = code.found.masked
    short = [line.short for line in lines]

    def log_event(M: Machine, entry: int, f: int, args: tuple[Any, ...]) -> None:
        next(M.ink) if short[f] else lines[f].write(M, args)
        M.log = (M.log, entry, args, masks(M, f, args)) if masked[f] else (M.log, entry, args)

    named: dict[int, tuple[bool, ...]] = {}  # which placeholders of a text may stand for pieces

    def say(M: Machine, entry: int, args: tuple[Any, ...], me: int) -> None:
        sayings[entry].write(M, args)
        if knowledge:
            if entry not in named:
                named[entry] = tuple([not t or "entity" in t for t in log_sites[entry].types])
            pairs = zip(args, named[entry], strict=True)
            M.log = (M.log, entry, args, tuple([mask(M, a, me) if piece else everybody for a, piece in pairs]))
        else:
            M.log = (M.log, entry, args)

    return {"masks": masks, "log_event": log_event, "say": say, "LINES": lines}


def _pushing(code: Code, log_event: Callable[..., None]) -> Namespace:
    program = code.program
    entries, plains, starts, frame = code.offer_entries, code.plain, code.offered, code.frame

    def offered(M: Machine, f: int, args: tuple[Any, ...], site: int) -> None:
        """An action taken from a menu."""
        log_event(M, entries[site, f], f, args)
        plain = plains[f]
        if plain is not None:
            plain(M, *args)
            if code.found.masked[f]:
                M.log = (M.log, ENDED, ())
        else:
            M.stack.append(frame(f, starts[f], args, -1))

    def part(M: Machine, p: int, piece: int, args: tuple[Any, ...]) -> None:
        part_ = program.parts[p]
        side = 0
        if part_.side_column >= 0:
            column = program.columns[part_.side_column]
            if not column.first <= piece < column.first + column.count:
                raise Fault(f"{_label(code, piece)} has no {part_.name}")
            side = (program.constants if column.constant else M.S)[column.base + piece]
        at = (piece - part_.first) * part_.sides + side
        f = part_.functions[at] if piece >= part_.first and 0 <= at < len(part_.functions) else -1
        if f < 0:
            raise Fault(f"{_label(code, piece)} has no {part_.name}")
        if len(args) == len(program.functions[f].params):
            args = (args[0], piece, *args[1:])  # `this` is the piece itself
        plain = code.plain[f]
        if plain is not None:
            plain(M, *args)
        else:
            M.stack.append(frame(f, code.called[f], args))

    def proceed(M: Machine, args: tuple[Any, ...] | None) -> None:
        E = M.stack[-2]
        f = E[FUNCTION]
        count = len(program.functions[f].params)
        if args is None:
            args = tuple(E[SLOTS : SLOTS + 1 + count])
        elif len(args) == count:
            args = (E[SLOTS], *args)
        log_event(M, code.proceed_entries[f], f, args)
        M.stack.append(frame(f, code.starts[f], args, E[TAG]))

    return {"offered": offered, "part": part, "proceed": proceed}


def _leaving(code: Code) -> Namespace:
    program = code.program

    def stop(M: Machine, f: int) -> None:
        for i in range(len(M.stack) - 1, -1, -1):
            if M.stack[i][FUNCTION] == f:
                unwind(M, i)
                return
        raise Fault(f"this stops {program.functions[f].name}, and none is running")

    def stand(M: Machine, F: Frame, rule: int, modifier: int, scope: int, captured: tuple[Any, ...]) -> None:
        frame = innermost(M, scope)
        if frame is None:
            raise Fault(f"this lasts as long as {program.functions[scope].name}, and none is running")
        this = F[SLOTS + 1] if program.functions[F[FUNCTION]].params[:1] == ("this",) else NONE
        spend(M, frame[STANDING])
        frame[STANDING] += ((rule, modifier, this, F[SLOTS], captured),)

    def window(M: Machine, F: Frame, stage: str) -> bool | None:
        rules = code.waiting.get((F[FUNCTION], stage))
        F[TODO] = collect(M, F, rules) if rules else ()
        F[PC] = WINDOW_RUN
        return window_run(M, F)

    return {"stop": stop, "stand": stand, "window": window}


def _label(code: Code, entity: int) -> str:
    return code.program.labels[entity] if entity >= 0 else "none"
