"""A number of the machine by the name that it has outside. What it stands for is a type of the IR (ir/meaning.py)."""

from __future__ import annotations

from rulewright.interpreter.ir.program import Program


def named(program: Program, kind: str, value: int) -> str | int | bool | None:
    """As plain data: an id, a number, true or false; None for none."""
    if kind == "flag":
        return bool(value)
    names = _names(program, kind)
    if names is None:
        return value
    return names[value] if 0 <= value < len(names) else None


def in_words(program: Program, kind: str, value: int) -> str:
    """As a rulebook writes it."""
    if kind == "flag":
        return "yes" if value else "no"
    found = named(program, kind, value)
    return "none" if found is None else str(found)


def _names(program: Program, kind: str) -> tuple[str, ...] | None:
    if kind == "entity" or any(kind == each.name for each in program.kinds):
        return program.names
    return next((enum.members for enum in program.enums if enum.name == kind), None)
