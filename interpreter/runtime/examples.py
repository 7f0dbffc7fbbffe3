"""A rulebook's own proof: its examples, step by step, on a table where nothing has happened yet."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.ir.infix import Infix
from rulewright.interpreter.ir.program import Example, Expr, Program, Step
from rulewright.interpreter.runtime import execute, history
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.evaluate import evaluate
from rulewright.interpreter.runtime.explain import place
from rulewright.interpreter.runtime.faults import Fault, IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.machine import IDLE, Machine
from rulewright.interpreter.runtime.world import MachineWorld

_COMPARISONS = {"eq": "", "ne": "not ", "lt": "less than ", "le": "at most ", "gt": "more than ", "ge": "at least "}
_TURNED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


@frozen
class ExampleResult:
    """Whether an example holds; where not, which line, why, and what was found in place of what was expected."""

    name: str
    passed: bool
    message: str = ""
    where: str = ""  # file and line of the step that failed
    found: str = ""
    expected: str = ""
    cite: str = ""
    span: int = -1  # of the step that failed, else of the example


class _Failed(Exception):
    def __init__(self, message: str, found: str = "", expected: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.found = found
        self.expected = expected


def run_example(code: Code, example: Example) -> ExampleResult:
    M = execute.begin(code, example.players, 0)
    M.stack = [[IDLE, -1, (), (), (), -1, -1, -1]]
    span = example.span
    try:
        for step in example.steps:
            span = step.span
            _take(code, M, step)
        span = example.span
        _look_back(code, M)
    except _Failed as failed:
        problem = failed
    except IllegalAnswer as refused:
        problem = _Failed(str(refused))
    except RulesFault as fault:
        problem = _Failed(f"{fault.where}: {fault.message}" if fault.where != execute.NOWHERE else fault.message)
    else:
        return ExampleResult(example.name, True, cite=example.cite, span=example.span)
    where = place(code.program, span)
    words = (problem.message, where, problem.found, problem.expected)
    return ExampleResult(example.name, False, *words, cite=example.cite, span=span)


def _take(code: Code, M: Machine, step: Step) -> None:
    if step.form == "run":
        _run(code, M, step.function)
    elif step.form == "answer":
        _answer(code, M, step)
    elif step.form == "expect":
        _expect(code, M, step)
    elif step.form in ("offered", "refused"):
        _look_for(code, M, step)
    elif step.form in ("sees", "sees_not"):
        _look_at(code, M, step)
    elif step.form == "dice":
        M.loaded += step.ids
    elif step.form == "stack":
        _stack(code, M, step)


def _run(code: Code, M: Machine, f: int) -> None:
    if M.pending:
        waiting = Decision(M, M.pending[0])
        raise _Failed(f"{waiting.seat} is still asked {waiting.prompt or waiting.rule!r}")
    active = M.S[code.active_at] if code.active_at >= 0 else -1
    M.stack.append(code.frame(f, code.called[f], (active,)))
    history.go_on(M)


def _answer(code: Code, M: Machine, step: Step) -> None:
    decision = _asked(code, M, step)
    asked = f"{decision.seat} is asked “{decision.prompt or decision.rule}”"
    possible = ", ".join(decision.ids) or "nothing"
    for option in step.ids:
        if option not in decision.ids:
            raise _Failed(f"{asked}, and {option} is none of the options", found=option, expected=possible)
    try:
        history.take(M, decision.seat, step.ids, decision.pending[6])
    except IllegalAnswer as refused:
        chosen = ", ".join(step.ids) or "nothing"
        raise _Failed(f"{asked}: {refused}", found=chosen, expected=_wanted(decision, possible)) from None


def _wanted(decision: Decision, possible: str) -> str:
    least, most = decision.least, decision.most
    number = f"{least}" if least == most else f"up to {most}" if least == 0 else f"{least} to {most}"
    return possible if least == most == 1 else f"{number} of {possible}"


def _asked(code: Code, M: Machine, step: Step) -> Decision:
    seat = code.program.names[step.seat]
    mine = [Decision(M, pending) for pending in M.pending if pending[2] == step.seat]
    if not mine:
        others = sorted({code.program.names[pending[2]] for pending in M.pending})
        raise _Failed(f"{seat} is not asked anything here", found=f"{', '.join(others) or 'nobody'} is asked")
    # Where several decisions of one seat are open, the one is meant that offers what the step names.
    return next((each for each in mine if set(step.ids) <= set(each.ids)), mine[0])


def _look_for(code: Code, M: Machine, step: Step) -> None:
    decision = _asked(code, M, step)
    for option in step.ids:
        offered = option in decision.ids
        if offered != (step.form == "offered"):
            words = "is not offered" if step.form == "offered" else "is offered"
            raise _Failed(f"{option} {words} to {decision.seat}", found=", ".join(decision.ids) or "nothing")


def _look_at(code: Code, M: Machine, step: Step) -> None:
    with execute.from_outside(M):
        piece = code.test(step.test)(M, M.stack[0], None)
    first, end = code.piece_range
    if not first <= piece < end:
        raise _Failed("there is no piece that could be seen")
    seen = code.knowledge is None or bool(M.S[code.knowledge.known_at + piece] >> step.seat & 1)
    if seen != (step.form == "sees"):
        name, seat = code.program.names[piece], code.program.names[step.seat]
        raise _Failed(f"{seat} {'sees' if seen else 'does not see'} {name}")


def _stack(code: Code, M: Machine, step: Step) -> None:
    """The place's pieces lie so from now on, and again after its next shuffle."""
    names = code.program.names
    for name in step.ids:
        if name not in names:
            raise _Failed(f"there is no {name}")
    where, *pieces = (names.index(name) for name in step.ids)
    at = where - code.program.places[0]
    if not 0 <= at < len(M.Z):
        raise _Failed(f"{step.ids[0]} is no place")
    M.stacked += ((where, tuple(pieces)),)
    lying = tuple(piece for piece in pieces if piece in M.Z[at])
    M.Z[at] = lying + tuple(piece for piece in M.Z[at] if piece not in lying)
    code.namespace["uncover"](M, where)


def _look_back(code: Code, M: Machine) -> None:
    if M.loaded:
        raise _Failed(f"{len(M.loaded)} of the loaded dice were never rolled: {', '.join(M.loaded)}")
    for invariant in code.program.invariants:
        with execute.from_outside(M):
            holds = code.test(invariant.test)(M, M.stack[0], None)
        if not holds:
            raise _Failed(f"the invariant {invariant.name} does not hold any more")


# --- expectations ---------------------------------------------------------------------------------------------------


def _expect(code: Code, M: Machine, step: Step) -> None:
    test = step.test
    if _holds(code, M, test):
        return
    program = code.program
    world = MachineWorld(program, M)
    message = f"it does not hold that {' '.join(step.text.split())}"
    if test[0] not in _COMPARISONS:
        raise _Failed(message, found="no", expected="yes")
    if test[1][0] == "const" and test[2][0] != "const":
        test = (_TURNED[test[0]], test[2], test[1])  # `3 = count …` says what is expected first
    try:
        left, right = (evaluate(world, side).value for side in test[1:])
    except Fault as fault:
        raise _Failed(str(fault)) from None
    found, wanted = (_said(program, test, side, labels=True) for side in (left, right))
    if found == wanted and left != right:  # copies of a piece have the same label
        found, wanted = (_said(program, test, side, labels=False) for side in (left, right))
    raise _Failed(message, found=found, expected=_COMPARISONS[test[0]] + wanted)


def _holds(code: Code, M: Machine, test: Expr) -> bool:
    """By the code that plays. Where it does not, all is reckoned again, more slowly, with words for what went wrong."""
    try:
        with execute.from_outside(M):
            return bool(code.test(test)(M, M.stack[0], None))
    except RulesFault:
        return False


def _said(program: Program, test: Expr, value: int, labels: bool) -> str:
    words = Infix(program, labels=labels)
    return words.constant(value, words.type_of(test[1]) or words.type_of(test[2]))
