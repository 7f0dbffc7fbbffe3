"""Looking through the trees of a program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.interpreter.ir.program import Expr, Function, Program


def nodes_in(tree: Any) -> Iterator[tuple[Any, ...]]:
    """Every tuple in a tree that begins with a word: expressions, instructions, ends."""
    if isinstance(tree, tuple):
        if tree and isinstance(tree[0], str):
            yield tree
        for each in tree:
            yield from nodes_in(each)


def trees_of(program: Program, number: int) -> Iterator[tuple[Any, int]]:
    """All that a function computes, does and asks, each with its span."""
    function = program.functions[number]
    for block in function.blocks:
        yield from zip((*block.instrs, block.end), block.spans, strict=True)
        if block.end[0] in ("choose", "ask", "offer"):
            site = program.sites[block.end[1]]
            trees = (site.chooser, site.domain, site.least, site.most, *(option.test for option in site.alternatives))
            yield from ((tree, site.span) for tree in trees)
            yield from ((where.test, where.span) for where in (*site.wheres, *site.provided))
            yield from (((arg), site.span) for item in site.menu for arg in item.args)
    yield from ((item.test, item.span) for item in function.prefix)


def called(program: Program, function: Function) -> set[int]:
    """The functions that a function may start."""
    found: set[int] = set()
    for block in function.blocks:
        end = block.end
        if end[0] in ("event", "call"):
            found.add(end[1])
        elif end[0] == "offer":
            found.update(item.function for item in program.sites[end[1]].menu)
        elif end[0] == "part":
            found.update(number for number in program.parts[end[1]].functions if number >= 0)
    return found


def bodies_of(function: Function) -> dict[int, int]:
    """Of a turn, step or loop that is written in several places, which each say which they are: the body of each."""
    found = {}
    for block in function.blocks:
        match block.end:
            case ("branch", ("eq", ("slot", 1), ("const", which)), here, _) if function.blocks[here].end[0] == "call":
                found[which] = function.blocks[here].end[1]
    return found


def scopes_of(program: Program, function: Function) -> Iterator[tuple[int, int]]:
    """The turns, steps and loops that a function writes and others do too: each with the body that is written here."""
    for block in function.blocks:
        match block.end:
            case ("event", scope, (_, ("const", which)), _, _):
                body = bodies_of(program.functions[scope]).get(which)
                if body is not None:
                    yield scope, body


def constant(e: Expr) -> int | None:
    """What an expression comes to where that is certain without playing."""
    match e:
        case ("const", value):
            return int(value)
        case ("not", a):
            inner = constant(a)
            return None if inner is None else int(not inner)
        case ("and", a, b):
            left, right = constant(a), constant(b)
            return 0 if left == 0 or right == 0 else 1 if left and right else None
        case ("or", a, b):
            left, right = constant(a), constant(b)
            return 1 if left or right else 0 if left == 0 and right == 0 else None
        case ("is", _, _, 0):
            return 0
        case ("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, a, b):
            left, right = constant(a), constant(b)
            if left is None or right is None:
                return None
            holds = {
                "eq": left == right,
                "ne": left != right,
                "lt": left < right,
                "le": left <= right,
                "gt": left > right,
            }
            return int(holds.get(op, left >= right))
    return None


def conjuncts(e: Expr) -> list[Expr]:
    return [*conjuncts(e[1]), *conjuncts(e[2])] if e[0] == "and" else [e]


def disjoint(a: Expr, b: Expr) -> bool:
    """Whether two conditions certainly never hold together: one says what the other denies."""
    left, right = conjuncts(a), conjuncts(b)
    for one in left:
        for other in right:
            if ("not", one) == other or one == ("not", other):
                return True
            if one[0] == other[0] == "eq" and one[1] == other[1]:
                first, second = constant(one[2]), constant(other[2])
                if first is not None and second is not None and first != second:
                    return True
            same_thing = one[0] == other[0] == "is" and one[1] == other[1]
            if same_thing and (one[2] + one[3] <= other[2] or other[2] + other[3] <= one[2]):
                return True
            if {one[0], other[0]} in ({"eq", "ne"}, {"lt", "ge"}, {"gt", "le"}) and one[1:] == other[1:]:
                return True
    return False
