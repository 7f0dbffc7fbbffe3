"""Expressions, instructions and block ends: known operations with operands of the right shape, in reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from rulewright.interpreter.ir.operations import ENDS, EXPRESSIONS, INSTRUCTIONS, RESERVED, Operation
from rulewright.interpreter.ir.program import Function, Program
from rulewright.interpreter.ir.promises.box import LEAST, MOST
from rulewright.interpreter.ir.store import DEEPEST


@frozen
class Scope:
    """What an expression may read: the slots of a function (None: of none) and the locals that are bound."""

    place: str
    function: Function | None
    locals: frozenset[int] = frozenset()
    in_rule: bool = False  # whether there is an event that it hangs on
    knows_me: bool = False  # whether slot 0 can be read although no frame runs

    def at(self, place: str) -> Scope:
        return evolve(self, place=f"{self.place}, {place}")

    def binding(self, *numbers: int) -> Scope:
        return evolve(self, locals=self.locals | set(numbers))


class Trees:
    """Checks trees against the tables, and gathers what is wrong with them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.faults: list[str] = []
        self._indexed = {
            "value": program.values,
            "function": program.functions,
            "table": program.tables,
            "zone": program.zones,
            "relation": program.relations,
            "die": program.dice,
            "part": program.parts,
        }

    def add(self, scope: Scope, text: str) -> None:
        self.faults.append(f"{scope.place}: {text}")

    def expression(self, scope: Scope, node: Any, gives: str = "any", depth: int = 0) -> None:
        operation = self._operation(scope, node, EXPRESSIONS, "expression")
        if operation is None:
            return
        if depth >= DEEPEST:
            self.add(scope, f"an expression is nested more than {DEEPEST} deep")
            return
        if gives != "any" and operation.gives not in ("any", gives):
            wanted = {"one": "a number", "many": "a list"}
            self.add(scope, f"{operation.name} gives {wanted[operation.gives]} where {wanted[gives]} is wanted")
        self._operands(scope, node, operation, depth)

    def condition(self, scope: Scope, node: Any) -> None:
        self.expression(scope, node, "one")

    def instruction(self, scope: Scope, node: Any) -> None:
        operation = self._operation(scope, node, INSTRUCTIONS, "instruction")
        if operation is not None:
            self._operands(scope, node, operation, 0)

    def end(self, scope: Scope, node: Any) -> None:
        operation = self._operation(scope, node, ENDS, "block end")
        if operation is not None:
            self._operands(scope, node, operation, 0)

    def _operation(self, scope: Scope, node: Any, table: dict[str, Operation], noun: str) -> Operation | None:
        if type(node) is not tuple or not node or type(node[0]) is not str:
            self.add(scope, f"{noun} {_short(node)} is none")
            return None
        name = node[0]
        if name in RESERVED:
            self.add(scope, f"{name} is reserved")
            return None
        if name not in table:
            self.add(scope, f"there is no {noun} {_short(name)}")
            return None
        if not table[name].accepts(len(node) - 1):
            self.add(scope, f"{name} has {len(node) - 1} operands, and takes {_wanted(table[name])}")
            return None
        return table[name]

    def _operands(self, scope: Scope, node: tuple[Any, ...], operation: Operation, depth: int) -> None:
        inner = scope
        before: Any = None
        for shape, operand in zip(operation.shapes(len(node) - 1), node[1:], strict=True):
            if shape == "binder":
                if type(operand) is not int or operand < 0:
                    self.add(scope, f"{operation.name} binds {_short(operand)}, which is no local")
                elif operand in scope.locals:
                    self.add(scope, f"{operation.name} binds local {operand}, which is bound already")
                else:
                    inner = scope.binding(operand)
            elif shape in ("any", "one", "many"):
                self.expression(scope, operand, shape, depth + 1)
            elif shape == "inner":
                self.expression(inner, operand, "one", depth + 1)
            elif shape == "key":
                if operand != ("any",):
                    self.expression(scope, operand, "one", depth + 1)
            elif shape in ("ones", "ones?"):
                self._tuple(scope, operand, operation, depth, shape == "ones?")
            elif shape == "keys":
                self._keys(inner, operand, operation, depth)
            else:
                text = self._atom(scope, shape, operand, before)
                if text:
                    self.add(scope, f"{operation.name}: {text}")
            before = operand
        check = _AFTER.get(operation.name)
        if check is not None:
            text = check(self.program, scope, node)
            if text:
                self.add(scope, text)

    def _tuple(self, scope: Scope, operand: Any, operation: Operation, depth: int, perhaps: bool) -> None:
        if operand is None and perhaps:
            return
        if type(operand) is not tuple:
            self.add(scope, f"{operation.name}: a list of expressions is wanted, not {_short(operand)}")
            return
        for item in operand:
            self.expression(scope, item, "any", depth + 1)

    def _keys(self, scope: Scope, operand: Any, operation: Operation, depth: int) -> None:
        if type(operand) is not tuple or not all(type(key) is tuple and len(key) == 2 for key in operand):
            self.add(scope, f"{operation.name}: keys are pairs of an expression and whether it descends")
            return
        for key, descending in operand:
            self.expression(scope, key, "one", depth + 1)
            if descending not in (0, 1) or type(descending) not in (bool, int):
                self.add(scope, f"{operation.name}: {_short(descending)} does not say whether a key descends")

    def _atom(self, scope: Scope, shape: str, operand: Any, before: Any) -> str:
        """What is wrong with an operand that is no expression."""
        program = self.program
        if shape in ("text", "where"):
            if type(operand) is not str:
                return f"{_short(operand)} is no text"
            return "" if shape == "text" or operand in ("top", "bottom") else f"{_short(operand)} is neither end"
        if type(operand) is not int:
            return f"{_short(operand)} is no number"
        if shape in self._indexed:
            return _index(operand, self._indexed[shape], shape)
        if shape.startswith("site"):
            return self._site(scope, operand, shape.removeprefix("site_"))
        if shape == "number":
            return "" if LEAST <= operand <= MOST else f"{operand} is no 32-bit number"
        if shape == "local":
            return "" if operand in scope.locals else f"local {operand} is not bound here"
        if shape == "slot":
            if scope.knows_me and operand == 0:
                return ""
            if scope.function is None:
                return f"slot {operand} is read where no frame runs"
            return _index(operand, scope.function.slots, "slot")
        if shape == "their_slot":
            known = type(before) is int and 0 <= before < len(program.functions)
            return _index(operand, program.functions[before].slots, "slot") if known else ""
        if shape in ("global", "property"):
            fault = _index(operand, program.columns, "column")
            if fault or (program.columns[operand].owner == "") == (shape == "global"):
                return fault
            return f"column {program.columns[operand].name} is no {shape}"
        if shape == "key_number":
            known = type(before) is int and 0 <= before < len(program.zones)
            return _index(operand, program.zones[before].keys, "key") if known else ""
        if shape in ("block", "block?"):
            return _index(operand, scope.function.blocks if scope.function else (), "block")
        if shape in ("tag", "tag?"):
            return "" if operand >= (0 if shape == "tag" else -1) else f"{operand} is no tag"
        if shape in ("first", "count"):
            return "" if operand >= 0 else f"{operand} is no range of entities"
        if shape in ("rule?", "modifier?"):
            things = program.rules if shape == "rule?" else program.modifiers
            return "" if operand == -1 else _index(operand, things, shape[:-1])
        return f"the table of operations has an unknown shape {shape}"

    def _site(self, scope: Scope, number: int, form: str) -> str:
        fault = _index(number, self.program.sites, "site")
        if fault:
            return fault
        site = self.program.sites[number]
        if site.form != form:
            return f"site {site.name} is of the form {site.form}"
        owner = site.function
        if 0 <= owner < len(self.program.functions) and self.program.functions[owner] is not scope.function:
            return f"site {site.name} belongs to {self.program.functions[owner].name}"
        return ""


# --- what a single operation wants beyond the shapes of its operands ------------------------------------------------


def _get(things: tuple[Any, ...], number: Any) -> Any:
    return things[number] if type(number) is int and 0 <= number < len(things) else None


def _arguments(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    """`event`, `call` and `can` hand over me and one value for each parameter."""
    function = _get(program.functions, node[1])
    given = node[2:] if node[0] == "can" else node[2]
    if function is None or type(given) is not tuple or len(given) == len(function.params) + 1:
        return ""
    return f"{node[0]} {function.name}: {len(given)} arguments for me and {len(function.params)} parameters"


def _part(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    """A part gets me and its parameters; the piece itself may be left out where it is the first of them."""
    part = _get(program.parts, node[1])
    if part is None or type(node[3]) is not tuple:
        return ""
    for function in (_get(program.functions, number) for number in part.functions):
        if function is not None and len(node[3]) - len(function.params) not in (0, 1):
            return f"part {part.name}: {len(node[3])} arguments for {function.name}, which takes {len(function.params)}"
    return ""


def _value(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    value = _get(program.values, node[1])
    if value is None or len(node) - 2 == len(value.params):
        return ""
    return f"{node[0]} {value.name}: {len(node) - 2} arguments for {len(value.params)} parameters"


def _table(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    table = _get(program.tables, node[1])
    if table is None or len(node) - 2 == len(table.sizes):
        return ""
    return f"table {table.name}: {len(node) - 2} keys for {len(table.sizes)}"


def _zone(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    zone = _get(program.zones, node[1])
    if zone is None or len(node) - 2 == len(zone.keys):
        return ""
    return f"{node[0]} {zone.name}: {len(node) - 2} keys for {len(zone.keys)}"


def _entities(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    first, count = node[-2:]
    if type(first) is int and type(count) is int and first + count <= len(program.names):
        return ""
    return f"{node[0]}: {_short(first)} + {_short(count)} is beyond the last entity"


def _constant(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    column = _get(program.columns, node[1])
    return f"{node[0]}: column {column.name} never changes" if column is not None and column.constant else ""


def _flip(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    if any(sides.column == node[1] for sides in program.sides):
        return ""
    return f"flip: column {node[1]} does not say which side is up"


def _standing(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    if (node[1] == -1) == (node[2] == -1):
        return "standing registers a rule or a modifier, one of the two"
    thing = _get(program.rules, node[1]) or _get(program.modifiers, node[2])
    if thing is None or type(node[4]) is not tuple:
        return ""
    if not thing.standing:
        return f"standing {thing.name}: it stands by itself"
    if len(node[4]) != thing.captured:
        return f"standing {thing.name}: {len(node[4])} values captured, and it wants {thing.captured}"
    return ""


def _tagged(program: Program, scope: Scope, node: tuple[Any, ...]) -> str:
    return "" if scope.in_rule else "tagged is asked where no event is hung on"


_AFTER: dict[str, Callable[[Program, Scope, tuple[Any, ...]], str]] = {
    "can": _arguments,
    "event": _arguments,
    "call": _arguments,
    "part": _part,
    "value": _value,
    "printed": _value,
    "table": _table,
    "place": _zone,
    "places": _zone,
    "is": _entities,
    "entities": _entities,
    "set_global": _constant,
    "set_prop": _constant,
    "flip": _flip,
    "standing": _standing,
    "tagged": _tagged,
}


def _index(number: int, things: tuple[Any, ...], noun: str) -> str:
    return "" if 0 <= number < len(things) else f"there is no {noun} {number}"


def _wanted(operation: Operation) -> str:
    if operation.rest:
        return f"{len(operation.operands)} or more"
    least = sum(shape != "block?" for shape in operation.operands)
    return str(least) if least == len(operation.operands) else f"{least} or {len(operation.operands)}"


def _short(thing: Any) -> str:
    if type(thing) is int and thing.bit_length() > 200:
        return "a huge number"
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."
