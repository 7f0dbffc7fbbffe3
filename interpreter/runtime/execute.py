"""Running a machine to its next decision, and saying where a fault happened."""

from __future__ import annotations

from types import TracebackType

from rulewright.interpreter.runtime.code import FILE, Code
from rulewright.interpreter.runtime.faults import Fault, Link, RulesFault
from rulewright.interpreter.runtime.machine import FUNCTION, RULE, Machine

DEPTH = 300  # frames
_BATCH = range(64)  # between two looks at the depth
_BATCHES = range(8000)


def run(M: Machine) -> None:
    """Runs until somebody is asked or the game is over."""
    table, stack = M.code.table, M.stack
    try:
        for _ in _BATCHES:
            for _ in _BATCH:
                frame = stack[-1]
                if table[frame[0]](M, frame):
                    return
            if len(stack) > DEPTH:
                raise Fault("rules set off rules without end")
        raise Fault("the rules go on without asking anybody: this does not end")
    except Exception as problem:
        raise located(M, problem) from problem


def located(M: Machine, problem: Exception) -> RulesFault:
    """The fault with the place in the rulebook, and the chain of rules that were running."""
    code = M.code
    spans = _spans(code, problem.__traceback__)
    where, cite = _place(code, spans[-1]) if spans else ("?", "")
    chain = []
    for frame in reversed(M.stack):
        f = frame[FUNCTION]
        if f >= 0:
            function = code.program.functions[f]
            name = code.program.rules[frame[RULE]].name if frame[RULE] >= 0 else function.name
            chain.append(Link(name, *_place(code, function.span)))
    return RulesFault(_words(problem), where, cite, tuple(chain[:40]))


def _words(problem: Exception) -> str:
    if isinstance(problem, Fault):
        return str(problem)
    if isinstance(problem, ZeroDivisionError):
        return "this divides by zero"
    if isinstance(problem, RecursionError):
        return "values or effects call one another without end"
    return f"the machine broke a promise here ({type(problem).__name__}: {problem})"


def _spans(code: Code, trace: TracebackType | None) -> list[int]:
    """The spans of the generated lines that were running, outermost first."""
    lines = code.generated.writer.spans
    found = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE and lines[trace.tb_lineno - 1] >= 0:
            found.append(lines[trace.tb_lineno - 1])
        trace = trace.tb_next
    return found


def _place(code: Code, span: int) -> tuple[str, str]:
    if not 0 <= span < len(code.program.spans):
        return "?", ""
    place = code.program.spans[span]
    return f"{place.file}:{place.line}", place.cite
