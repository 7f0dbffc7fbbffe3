"""Functions: slots, header and body, blocks and where they lead, branches of `together`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.interpreter.ir.operations import targets
from rulewright.interpreter.ir.program import Function, Program, Site
from rulewright.interpreter.ir.promises.trees import Scope, Trees

ROLES = ("effect", "phase", "action", "rule", "part", "script")
HEADER_ENDS = ("jump", "branch", "header", "fail")
CHOOSING_ENDS = ("jump", "branch", "choose", "ask", "await", "fail")
JOINING_ENDS = ("jump", "branch", "join", "fail")


def function_trees(trees: Trees, function: Function) -> None:
    """Every instruction and end by itself."""
    scope = function_scope(function)
    for number, block in enumerate(function.blocks):
        place = scope.at(f"block b{number}")
        if len(block.spans) != len(block.instrs) + 1:
            trees.add(place, f"{len(block.spans)} spans for {len(block.instrs)} instructions and an end")
        for instr in block.instrs:
            trees.instruction(place, instr)
        trees.end(place, block.end)


def function_scope(function: Function) -> Scope:
    return Scope(f"function {function.name}", function, in_rule=function.role == "rule")


def frame_faults(function: Function) -> list[str]:
    """The function's own numbers."""
    faults = []
    if function.role not in ROLES:
        faults.append(f"{function.role!r} is no role")
    if len(function.params) != len(function.param_types):
        faults.append(f"{len(function.params)} parameters with {len(function.param_types)} types")
    if function.slots[: 1 + len(function.params)] != ("me", *function.params):
        faults.append("its slots do not start with me and its parameters")
    if len(function.slot_types) != len(function.slots):
        faults.append(f"{len(function.slots)} slots with {len(function.slot_types)} types")
    for name, slot in function.fields:
        if not 0 <= slot < len(function.slots):
            faults.append(f"field {name} lies in slot {slot}, which it has not")
    if not 0 <= function.body < len(function.blocks):
        faults.append(f"its body starts at block {function.body}, which it has not")
    return [f"function {function.name}: {text}" for text in faults]


def flow_faults(program: Program, function: Function) -> list[str]:
    """Header before body, and branches of `together` by themselves. Every block is well formed by now."""
    faults = [*_header(program, function), *_together(program, function)]
    return [f"function {function.name}, {text}" for text in faults]


def _next(program: Program, end: tuple[Any, ...]) -> tuple[int, ...]:
    if end[0] == "ask":
        return targets(end) + tuple(option.block for option in program.sites[end[1]].alternatives)
    return targets(end)


def _header(program: Program, function: Function) -> list[str]:
    faults = []
    for number, block in enumerate(function.blocks):
        follow = _next(program, block.end)
        if number < function.body:
            if block.end[0] not in HEADER_ENDS:
                faults.append(f"block b{number}: {block.end[0]} in the header, which only computes fields")
            elif any(after >= function.body for after in follow):
                faults.append(f"block b{number}: leaves the header without a header end")
        else:
            if block.end[0] == "header":
                faults.append(f"block b{number}: a header end in the body")
            if any(after < function.body for after in follow):
                faults.append(f"block b{number}: goes back into the header")
    return faults


def _reached(
    function: Function, starts: Iterable[int], follow: Callable[[tuple[Any, ...]], tuple[int, ...]]
) -> list[int]:
    seen: set[int] = set()
    waiting = list(starts)
    while waiting:
        number = waiting.pop()
        if number not in seen:
            seen.add(number)
            waiting.extend(follow(function.blocks[number].end))
    return sorted(seen)


def _together(program: Program, function: Function) -> list[str]:
    faults = []

    def outside(end: tuple[Any, ...]) -> tuple[int, ...]:
        return (end[4],) if end[0] == "together" else _next(program, end)

    def before_await(end: tuple[Any, ...]) -> tuple[int, ...]:
        return () if end[0] == "await" or end[0] not in CHOOSING_ENDS else _next(program, end)

    def after_await(end: tuple[Any, ...]) -> tuple[int, ...]:
        return () if end[0] not in JOINING_ENDS else _next(program, end)

    for number in _reached(function, {0, function.body}, outside):
        end = function.blocks[number].end
        if end[0] in ("await", "join"):
            faults.append(f"block b{number}: {end[0]} outside a branch of together")
        if end[0] != "together":
            continue
        choosing = _reached(function, [end[3]], before_await)
        joining: set[int] = set()
        for inside in choosing:
            block = function.blocks[inside]
            if block.end[0] not in CHOOSING_ENDS:
                faults.append(f"block b{inside}: {block.end[0]} in a branch of together, which may only choose")
            for instr in block.instrs:
                if instr[0] != "set":
                    faults.append(f"block b{inside}: {instr[0]} in a branch of together, before all have chosen")
            if block.end[0] == "await":
                joining.update(_reached(function, [block.end[1]], after_await))
        for inside in sorted(joining):
            last = function.blocks[inside].end[0]
            if last not in JOINING_ENDS:
                faults.append(f"block b{inside}: {last} in a branch of together, which must end in join")
    return faults


def site_function(program: Program, site: Site) -> Function | None:
    return program.functions[site.function] if 0 <= site.function < len(program.functions) else None
