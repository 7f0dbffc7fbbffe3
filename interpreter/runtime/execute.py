"""Starting a machine, running it to its next decision, and saying where a fault happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from operator import length_hint
from types import TracebackType

from rulewright.interpreter.ir.program import NONE
from rulewright.interpreter.runtime import chance
from rulewright.interpreter.runtime.code import FILE, Code
from rulewright.interpreter.runtime.events import going_round
from rulewright.interpreter.runtime.faults import Endless, Fault, IllegalAnswer, Link, RulesFault
from rulewright.interpreter.runtime.ink import WIDE
from rulewright.interpreter.runtime.machine import FUNCTION, OVER, RULE, Machine

DEPTH = 300  # frames
STEPS = range(5_000_000)  # between two decisions: entries of the table, rounds of loops, elements of long lists
LINES = range(100_000)  # of the log, between two decisions
MOST_LINES = 500_000  # of the log of a whole game
_INK = len(LINES)
_PLENTY = MOST_LINES - _INK  # lines of a game after which the rest is less than what one answer may write
_BATCH = 64  # entries between two looks at the depth
NOWHERE = "?"  # in place of a file and line, where the rule that broke is not in the rulebook's code
_SECRET = 1  # the label of the seed that orders unseen pieces


def begin(code: Code, players: int, seed: int) -> Machine:
    """A machine before its first step."""
    program = code.program
    M = Machine()
    M.code = code
    M.S, M.Z = code.opening[0][:], code.opening[1][:]
    active = M.S[code.active_at] if code.active_at >= 0 else NONE
    M.stack = [
        [OVER, -1, (), (), (), -1, -1, -1],
        code.frame(program.main, code.starts[program.main], (active,), tag=-1),
    ]
    M.branches = None
    M.rng = chance.seed_state(seed)
    M.result = None
    M.pending = ()
    M.log = None
    M.edge = 0
    M.ink = iter(LINES)
    M.told = 0
    refill(M)
    M.players = players
    M.secret = chance.derive(seed, _SECRET)
    M.serial = 0
    M.loaded = ()
    M.stacked = ()
    return M


def refill(M: Machine) -> None:
    """A new budget: before every answer, and before whatever else sets the machine going."""
    M.fuel = iter(STEPS)
    # How much ink is left is looked at, not taken: copies share it.
    left = length_hint(M.ink)
    if M.told <= _PLENTY:
        M.told += _INK - left
    else:
        M.told += max(0, MOST_LINES - M.told - left)
    M.ink = iter(LINES) if M.told <= _PLENTY else iter(LINES[: max(0, MOST_LINES - M.told)])


@contextmanager
def from_outside(M: Machine) -> Iterator[None]:
    """Around whatever sets rules going: it has a new budget, and what breaks in them is a RulesFault with its place."""
    refill(M)
    try:
        yield
    except (IllegalAnswer, RulesFault):
        raise
    except Exception as problem:
        raise located(M, problem) from problem


def run(M: Machine) -> None:
    """Runs until somebody is asked or the game is over."""
    table, stack, fuel = M.code.table, M.stack, M.fuel
    for _ in fuel:
        for _ in islice(fuel, _BATCH):
            frame = stack[-1]
            if table[frame[0]](M, frame):
                return
        if len(stack) > DEPTH:
            raise Fault("rules set off rules without end")
    raise Endless("the rules go on without asking anybody: this does not end")


def located(M: Machine, problem: Exception) -> RulesFault:
    """The fault with the place in the rulebook, and the chain of rules that were running."""
    code = M.code
    spans, chain = _traced(code, problem.__traceback__)
    where, cite = _place(code, spans[-1]) if spans else (NOWHERE, "")
    if isinstance(problem, Endless):
        rules = [code.program.rules[number] for number in going_round(M)]
        chain += [Link(rule.name, *_place(code, rule.span)) for rule in rules]
    for frame in reversed(M.stack):
        f = frame[FUNCTION]
        if f >= 0:
            function = code.program.functions[f]
            name = code.program.rules[frame[RULE]].name if frame[RULE] >= 0 else function.name
            chain.append(Link(name, *_place(code, function.span)))
    if not spans and chain:
        where, cite = chain[0].where, chain[0].cite
    return RulesFault(_words(M, problem), where, cite, tuple(chain[:40]))


def _words(M: Machine, problem: Exception) -> str:
    if isinstance(problem, Fault):
        return str(problem)
    if isinstance(problem, ZeroDivisionError):
        return "this divides by zero"
    if isinstance(problem, StopIteration):
        limit = f"{MOST_LINES} lines into the log of one game"
        if M.told <= _PLENTY:
            limit = f"{len(LINES)} lines into the log without asking anybody"
        return f"this writes more than {limit}, with {WIDE} letters to a line: it does not end"
    if isinstance(problem, RecursionError):
        return "values or effects call one another without end"
    return f"the machine broke a promise here ({type(problem).__name__}: {problem})"


def _traced(code: Code, trace: TracebackType | None) -> tuple[list[int], list[Link]]:
    """The spans of the generated lines that were running, outermost first; and what ran there without a frame."""
    lines = code.generated.writer.spans
    spans, links = [], []
    while trace is not None:
        running = trace.tb_frame.f_code
        if running.co_filename == FILE:
            if lines[trace.tb_lineno - 1] >= 0:
                spans.append(lines[trace.tb_lineno - 1])
            kind, number = running.co_name[0], running.co_name[1:]
            if kind in _UNFRAMED and number.isdigit():
                thing = getattr(code.program, _UNFRAMED[kind])[int(number)]
                links.append(Link(thing.name, *_place(code, thing.span)))
        trace = trace.tb_next
    return spans, links[::-1]


_UNFRAMED = {"f": "functions", "p": "values"}  # by the first letter of what the generator calls them


def _place(code: Code, span: int) -> tuple[str, str]:
    if not 0 <= span < len(code.program.spans):
        return NOWHERE, ""
    place = code.program.spans[span]
    return f"{place.file}:{place.line}", place.cite
