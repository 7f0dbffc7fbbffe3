"""What a number of the IR stands for: a number, a flag, a member of an enum, an entity, a die, or a list of these.

The IR carries no types inside expressions, since nothing needs them to run. Who shows an expression to a person does.
A type is a string like those of program.py, "list of …" for lists, and "" where nothing says what it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from rulewright.interpreter.ir.program import Expr, Function, Program, Rule

POOL = "pool"  # of a die: "pool of smog"
_FLAGS = frozenset("eq ne lt le gt ge and or not is in lies marked can tagged running fizzled some every".split())
_NUMBERS = frozenset("add sub mul div mod neg table room count key".split())
_ENTITIES = frozenset("at owner controller top bottom place".split())
_SAME = frozenset("filter sort distinct reverse take without".split())
_LISTS_OF_ENTITIES = frozenset("entities players winners contents places".split())


@frozen
class Context:
    """The names and types of the slots and locals that an expression may read."""

    slots: tuple[str, ...] = ()
    slot_types: tuple[str, ...] = ()
    locals: Mapping[int, str] = field(factory=dict)
    local_types: Mapping[int, str] = field(factory=dict)
    pools: tuple[str, ...] = ()  # the declared types of the slots, which say of which die a pool is

    def bind(self, local: int, name: str, kind: str) -> Context:
        names, kinds = {**self.locals, local: name}, {**self.local_types, local: kind}
        return Context(self.slots, self.slot_types, names, kinds, self.pools)


def plain_type(program: Program, kind: str) -> str:
    """A declared type without its bounds, its kind and its `or none`."""
    kind = kind.removesuffix(" or none")
    if kind.startswith("list of "):
        return f"list of {plain_type(program, kind.removeprefix('list of '))}"
    if kind in ("", "number", "flag", "entity", "die") or any(enum.name == kind for enum in program.enums):
        return kind
    if kind.startswith(POOL):
        return "list of die"
    return "number" if kind[0].isdigit() or kind[0] == "-" else "entity"


def element(kind: str) -> str:
    return kind.removeprefix("list of ") if kind.startswith("list of ") else ""


def type_of(program: Program, node: Expr, context: Context) -> str:
    operation = node[0]
    if operation in _FLAGS:
        return "flag"
    if operation in _NUMBERS:
        return "number"
    if operation in _ENTITIES:
        return "entity"
    if operation in _LISTS_OF_ENTITIES:
        return "list of entity"
    if operation == "slot":
        return context.slot_types[node[1]] if node[1] < len(context.slot_types) else ""
    if operation == "local":
        return context.local_types.get(node[1], "")
    if operation == "outer":
        return slot_types(program, program.functions[node[1]])[node[2]]
    if operation in ("global", "prop"):
        return program.columns[node[1]].type
    if operation in ("value", "printed"):
        return plain_type(program, program.values[node[1]].type)
    return _of_parts(program, node, context)


def _of_parts(program: Program, node: Expr, context: Context) -> str:
    """Operations whose type is that of something inside them."""
    operation = node[0]
    if operation in _SAME:
        return type_of(program, node[2] if operation in ("filter", "sort") else node[1], context)
    if operation == "if":
        return type_of(program, node[2], context) or type_of(program, node[3], context)
    if operation in ("concat", "min", "max"):
        return type_of(program, node[1], context) or type_of(program, node[2], context)
    if operation == "range":
        return "list of number"
    if operation == "indices":
        return "list of die"
    if operation == "relation":
        return "list of entity" if _rows_of_entities(program, node[1]) else "list of number"
    if operation in ("nth", "member"):
        return element(type_of(program, node[1], context))
    if operation in ("first", "map", "sum", "most", "least"):
        found = element(type_of(program, node[2], context))
        if operation == "first":
            return found
        inner = type_of(program, node[3], context.bind(node[1], "", found))
        return f"list of {inner}" if operation == "map" and inner else inner
    if operation == "list":
        known = [found for item in node[1:] if (found := type_of(program, item, context))]
        return f"list of {known[0]}" if known else ""
    return _face(program, node, context) if operation == "face" else ""


def _face(program: Program, node: Expr, context: Context) -> str:
    """The faces of a die are the members of the enum of its name; the slot of its pool says which die it is."""
    pool = node[1]
    kind = ""
    if pool[0] == "slot" and pool[1] < len(context.pools):
        kind = context.pools[pool[1]]
    elif pool[0] == "outer":
        kind = program.functions[pool[1]].slot_types[pool[2]]
    if kind.startswith(f"{POOL} of "):
        return kind.removeprefix(f"{POOL} of ")
    return program.dice[0].name if len(program.dice) == 1 else ""


def _rows_of_entities(program: Program, number: int) -> bool:
    """A relation between places and lines is told from one to numbers by its cells."""
    first = program.places[0]
    return all(cell >= first for row in program.relations[number].rows for cell in row)


def slot_types(program: Program, function: Function) -> tuple[str, ...]:
    """The declared types of its slots; what is chosen into a slot that declares none says it."""
    types = [plain_type(program, kind) for kind in function.slot_types]
    number = next((at for at, other in enumerate(program.functions) if other is function), -1)
    for site in program.sites:
        if site.function == number and site.form == "choose" and 0 <= site.slot < len(types) and not types[site.slot]:
            types[site.slot] = f"list of {site.type}" if site.many else site.type
    return tuple(types)


def value_context(program: Program, number: int) -> Context:
    value = program.values[number]
    types = [plain_type(program, kind) for kind in value.param_types]
    return Context(locals=dict(enumerate(value.params)), local_types=dict(enumerate(types)))


def hook_context(program: Program, params: tuple[str, ...], types: tuple[str, ...], captured: int) -> Context:
    """What rules and modifiers see: this, the arguments, and what was captured."""
    names = ("this", *params, *(f"kept{number}" for number in range(1, captured + 1)))
    kinds = ["entity", *(plain_type(program, kind) for kind in types)]
    return Context(locals=dict(enumerate(names)), local_types=dict(enumerate(kinds)))


def rule_context(program: Program, rule: Rule) -> Context:
    target = program.functions[rule.target] if rule.target >= 0 else None
    params, types = (target.params, target.param_types) if target else ((), ())
    return hook_context(program, params, types, rule.captured)


def function_context(program: Program, function: Function) -> Context:
    return Context(function.slots, slot_types(program, function), pools=function.slot_types)
