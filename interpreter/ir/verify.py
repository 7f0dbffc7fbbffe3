"""Checks every promise that program.py and docs/ir.md make. An empty list means that the machine may trust the program.

A broken promise is the compiler's mistake, or a damaged file, never the author's: the sentences name things of the IR.
"""

from __future__ import annotations

from rulewright.interpreter.ir.program import VERSION, Program
from rulewright.interpreter.ir.promises.box import box_faults
from rulewright.interpreter.ir.promises.code import flow_faults, frame_faults, function_trees
from rulewright.interpreter.ir.promises.cycles import cycle_faults
from rulewright.interpreter.ir.promises.questions import prefix_promises, site_promises
from rulewright.interpreter.ir.promises.rest import index_faults, part_faults, proof_promises, span_faults
from rulewright.interpreter.ir.promises.rules import modifier_promises, proceeds_outside, rule_promises, value_promises
from rulewright.interpreter.ir.promises.trees import Trees
from rulewright.interpreter.ir.promises.words import word_faults


def verify(program: Program) -> list[str]:
    if program.version != VERSION:
        return [f"program: version {program.version} is not version {VERSION}"]
    faults = [*box_faults(program), *part_faults(program), *index_faults(program), *span_faults(program)]
    faults += word_faults(program)
    trees = Trees(program)
    for number, value in enumerate(program.values):
        value_promises(trees, number, value)
    for number, modifier in enumerate(program.modifiers):
        modifier_promises(trees, number, modifier)
    for number, function in enumerate(program.functions):
        faults += frame_faults(function)
        function_trees(trees, function)
        prefix_promises(trees, number, function)
    for site in program.sites:
        site_promises(trees, site)
    for rule in program.rules:
        rule_promises(trees, rule)
    proof_promises(trees)
    faults += trees.faults
    faults += proceeds_outside(program)
    if faults:
        return faults
    # These follow jumps and calls, which by now all lead somewhere.
    for function in program.functions:
        faults += flow_faults(program, function)
    return faults + cycle_faults(program)
