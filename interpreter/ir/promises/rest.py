"""What is left: parts, the program's own indices, examples, invariants, and where everything was written."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.interpreter.ir.program import Program, Step
from rulewright.interpreter.ir.promises.trees import Scope, Trees

STEPS = ("run", "answer", "expect", "offered", "refused", "sees", "sees_not", "dice", "stack")
NOTES = ("ruling", "excuse")


def part_faults(program: Program) -> list[str]:
    faults = []
    for part in program.parts:
        place = f"part {part.name}"
        rows, left = divmod(len(part.functions), max(1, part.sides))
        first, count = program.pieces
        if part.sides < 1 or left:
            faults.append(f"{place}: {len(part.functions)} functions for pieces of {part.sides} sides")
        elif not (first <= part.first and part.first + rows <= first + count):
            faults.append(f"{place}: reaches beyond the pieces")
        if not -1 <= part.side_column < len(program.columns):
            faults.append(f"{place}: there is no column {part.side_column}")
        elif part.side_column >= 0:
            column = program.columns[part.side_column]
            last, end = part.first + rows, column.first + column.count
            if not column.owner or not column.first <= part.first <= last <= end:
                faults.append(f"{place}: column {column.name} does not say the side of all its pieces")
        elif part.sides > 1:
            faults.append(f"{place}: pieces of {part.sides} sides, and no column that says which one is active")
        for number in part.functions:
            if not -1 <= number < len(program.functions):
                faults.append(f"{place}: there is no function {number}")
            elif number >= 0 and program.functions[number].role != "part":
                faults.append(f"{place}: {program.functions[number].name} is no part")
    return faults


def index_faults(program: Program) -> list[str]:
    faults = []
    if not 0 <= program.main < len(program.functions):
        faults.append(f"there is no function {program.main} to play")
    elif program.functions[program.main].params:
        faults.append(f"the game {program.functions[program.main].name} has parameters")
    if not -1 <= program.active < len(program.columns):
        faults.append(f"there is no column {program.active} for the active player")
    elif program.active >= 0 and (program.columns[program.active].owner or program.columns[program.active].constant):
        faults.append("the active player is not kept in a global that changes")
    for noun, number in (("standing", program.standing), ("score", program.score)):
        if not -1 <= number < len(program.values):
            faults.append(f"there is no value {number} for the {noun}")
        elif number >= 0 and len(program.values[number].params) != 1:
            faults.append(f"the {noun} {program.values[number].name} does not take a player")
    for number in program.interjections:
        if not 0 <= number < len(program.functions):
            faults.append(f"there is no function {number} to interject")
        elif program.functions[number].role != "action":
            faults.append(f"the interjection {program.functions[number].name} is no action")
    return [f"program: {text}" for text in faults]


def proof_promises(trees: Trees) -> None:
    """Examples and invariants: conditions that need no frame."""
    program = trees.program
    for example in program.examples:
        scope = Scope(f"example {example.name!r}", None)
        if not program.least_players <= example.players <= program.most_players:
            trees.add(scope, f"{example.players} cannot play")
        for step in example.steps:
            _step(trees, scope, step)
    for invariant in program.invariants:
        trees.condition(Scope(f"invariant {invariant.name}", None), invariant.test)
    for note in program.notes:
        if note.form not in NOTES:
            trees.add(Scope("notes", None), f"{note.form!r} is no form")


def _step(trees: Trees, scope: Scope, step: Step) -> None:
    if step.form not in STEPS:
        trees.add(scope, f"{step.form!r} is no step")
    elif step.form == "run":
        functions = trees.program.functions
        if not 0 <= step.function < len(functions):
            trees.add(scope, f"there is no function {step.function}")
        elif functions[step.function].params:
            trees.add(scope, f"runs {functions[step.function].name}, which has parameters")
    elif step.form in ("expect", "sees", "sees_not"):
        trees.condition(scope, step.test)
    if (
        step.form in ("answer", "offered", "refused", "sees", "sees_not")
        and not 0 <= step.seat < trees.program.most_players
    ):
        trees.add(scope, f"there is no seat {step.seat}")


def span_faults(program: Program) -> list[str]:
    """Every span is a place, or -1 where nothing was written."""
    faults: list[str] = []
    count = len(program.spans)

    def look(thing: Any, place: str) -> None:
        for field in attrs.fields(type(thing)):
            value = getattr(thing, field.name)
            numbers = (value,) if field.name == "span" else value if field.name == "spans" else ()
            for number in numbers:
                if not -1 <= number < count:
                    faults.append(f"{place}: there is no place {number} where it was written")
            if type(value) is tuple:
                for inside in value:
                    if attrs.has(type(inside)):
                        look(inside, place)

    for field in attrs.fields(Program):
        values = getattr(program, field.name)
        if field.name != "spans" and type(values) is tuple:
            for thing in values:
                if attrs.has(type(thing)):
                    look(thing, f"{field.name} {getattr(thing, 'name', '')}".strip())
    return faults
