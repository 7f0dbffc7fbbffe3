"""Which questions are nothing but the offer of a rule: it has done nothing before, and after a "no" it does nothing.

Such a rule is not used up when it is declined (paragraph 12 of docs/semantics.md).
"""

from __future__ import annotations

from rulewright.interpreter.ir.program import Function, Program


def declinable(program: Program, function: Function) -> set[int]:
    """The blocks of a rule that end in such a question."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = [0, function.body]
    while waiting:
        number = waiting.pop()
        block = function.blocks[number]
        if number in seen or any(instr[0] != "set" for instr in block.instrs):
            continue
        seen.add(number)
        match block.end:
            case ("jump", to):
                waiting.append(to)
            case ("branch", _, yes, no):
                waiting += (yes, no)
            case ("ask", site, *_):
                declined = [option.block for option in program.sites[site].alternatives if option.name == "no"]
                if declined and all(_over(function, to) for to in declined):
                    found.add(number)
    return found


def _over(function: Function, number: int) -> bool:
    """Whether nothing more is done from this block on."""
    for _ in function.blocks:
        block = function.blocks[number]
        if block.instrs or block.end[0] != "jump":
            return not block.instrs and block.end[0] == "return"
        number = block.end[1]
    return False
