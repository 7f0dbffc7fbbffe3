"""The operations of the IR and the shapes of their operands: one table for verify, listing and the evaluators.

Shapes of operands:

any, one, many    an expression of either sort / of a single number / of a list
inner             an expression of a single number that sees the binder of its operation
ones              a tuple of expressions (any sort)
ones?             the same, or None
key               an expression, or ("any",)
keys              a tuple of (expression, descending) that see the binder
binder, local     the number of a local: bound by this operation / read by it
slot, their_slot  a slot of the running function / of the function named by the operand before
global, property  a column that belongs to nobody / to a kind
value function table zone relation die site part       an index into the list of that name
key_number        which key of the zone named by the operand before
rule? modifier?   an index, or -1
site_choose site_ask site_offer                        a site of that form
block, block?     a block of the same function / the same, and it may be left out
first, count      a range of entities
tag, tag?         a tag's number / the same, or -1
where, text, number    "top" or "bottom" / words / any number
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

EXPRESSION_SHAPES = frozenset({"any", "one", "many", "inner", "key"})


@frozen
class Operation:
    name: str
    operands: tuple[str, ...]
    rest: str = ""  # the shape of all further operands
    gives: str = "one"  # of an expression: "one", "many" or "any"

    def accepts(self, count: int) -> bool:
        least = sum(not shape.startswith("block?") for shape in self.operands)
        return least <= count and (bool(self.rest) or count <= len(self.operands))

    def shapes(self, count: int) -> tuple[str, ...]:
        return (self.operands + (self.rest,) * max(0, count - len(self.operands)))[:count]


def _table(*rows: tuple[str, str, str]) -> dict[str, Operation]:
    table = {}
    for names, shapes, gives in rows:
        operands = tuple(shapes.split())
        rest = operands[-1][:-1] if operands and operands[-1].endswith("*") else ""
        for name in names.split():
            table[name] = Operation(name, operands[:-1] if rest else operands, rest, gives)
    return table


EXPRESSIONS = _table(
    ("const", "number", "one"),
    ("slot", "slot", "any"),
    ("local", "local", "any"),
    ("outer", "function their_slot", "any"),
    ("global", "global", "one"),
    ("prop", "property one", "one"),
    ("add sub mul div mod min max", "one one", "one"),
    ("neg not", "one", "one"),
    ("eq ne", "any any", "one"),
    ("lt le gt ge and or", "one one", "one"),
    ("if", "one any any", "any"),
    ("value printed", "value any*", "any"),
    ("table", "table one*", "one"),
    ("is", "one first count", "one"),
    ("in", "one many", "one"),
    ("lies", "one one", "one"),
    ("at owner controller top bottom room", "one", "one"),
    ("place", "zone one*", "one"),
    ("key", "zone key_number one", "one"),
    ("face marked", "many one", "one"),
    ("can", "function any*", "one"),
    ("tagged", "tag", "one"),
    ("running", "function", "one"),
    ("fizzled", "function", "one"),
    ("range", "one one", "many"),
    ("entities", "first count", "many"),
    ("players", "", "many"),
    ("winners", "", "many"),
    ("list", "one*", "many"),
    ("contents", "one", "many"),
    ("relation", "relation one", "many"),
    ("places", "zone key*", "many"),
    ("indices", "many", "many"),
    ("filter map", "binder many inner", "many"),
    ("sort", "binder many keys", "many"),
    ("concat", "many many", "many"),
    ("distinct reverse", "many", "many"),
    ("take without", "many one", "many"),
    ("count", "many", "one"),
    ("nth member", "many one", "one"),
    ("sum most least some every first", "binder many inner", "one"),
)

INSTRUCTIONS = _table(
    ("set", "slot any", ""),
    ("set_outer", "function their_slot any", ""),
    ("set_global", "global one", ""),
    ("set_prop", "property one one", ""),
    ("flip", "property one one", ""),
    ("move", "one one where", ""),
    ("move_all", "many one where", ""),
    ("swap", "one one", ""),
    ("shuffle", "one", ""),
    ("roll", "slot one die", ""),
    ("reroll", "slot many", ""),
    ("set_die", "slot one one", ""),
    ("pick", "slot many", ""),
    ("standing", "rule? modifier? function ones", ""),
    ("reveal", "one key", ""),
    ("say", "text ones", ""),
)

ENDS = _table(
    ("jump", "block", ""),
    ("branch", "one block block", ""),
    ("header", "", ""),
    ("event", "function ones tag? block", ""),
    ("call", "function ones block", ""),
    ("choose", "site_choose block block", ""),
    ("ask", "site_ask block?", ""),
    ("offer", "site_offer block block", ""),
    ("part", "part one ones block", ""),
    ("window", "text block", ""),
    ("together", "slot many block block", ""),
    ("await", "block", ""),
    ("join", "", ""),
    ("proceed", "ones? block", ""),
    ("stop", "function", ""),
    ("return finish", "", ""),
    ("win lose", "many", ""),
    ("rank", "binder many keys", ""),
    ("settle", "block", ""),
    ("fail", "text block", ""),
)

RESERVED = frozenset({"round_count"})


def operands(table: dict[str, Operation], node: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Each operand of a well-formed node with its shape."""
    return zip(table[node[0]].shapes(len(node) - 1), node[1:], strict=True)


def subexpressions(table: dict[str, Operation], node: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The expressions that stand directly in a well-formed node, in reading order."""
    for shape, operand in operands(table, node):
        if shape in EXPRESSION_SHAPES:
            if operand != ("any",):
                yield operand
        elif shape == "ones" or (shape == "ones?" and operand is not None):
            yield from operand
        elif shape == "keys":
            yield from (key for key, _ in operand)


def walk(expression: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """A well-formed expression and all inside it."""
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(subexpressions(EXPRESSIONS, node))))


def targets(end: tuple[Any, ...]) -> tuple[int, ...]:
    """The blocks that a well-formed end names (an ask's alternatives aside: its site has them)."""
    return tuple(operand for shape, operand in operands(ENDS, end) if shape in ("block", "block?"))
