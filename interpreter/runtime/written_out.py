"""Short values are written out where they are read: what says little more than its name is not worth a call.

Only where nothing can go wrong in them: a fault tells the value that it happened in, and the way there.
"""

from __future__ import annotations

from rulewright.interpreter.ir.operations import EXPRESSION_SHAPES, EXPRESSIONS, operands, subexpressions, walk
from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.runtime.foresight import Foresight, Scope, grows

_LONGEST = 12  # operations
_SURE = {"const", "local", "slot", "global", "players", "add", "sub", "mul", "min", "max", "neg", "not", "and", "or"}
_SURE |= {"if", "eq", "ne", "lt", "le", "gt", "ge", "is", "owner", "controller", "count"}
_KNOWN = _SURE | {"prop", "at", "lies", "room", "contents", "mod", "div"}  # these where their operands are fit
_VALUES = {"value", "printed"}
_AT_HAND = {"const", "local", "slot"}


def written_out(foresight: Foresight, e: Expr, scope: Scope, inner: bool = False) -> Expr | None:
    """What a value without modifiers comes to, as an expression of what it is read with.

    It may read values, and these no others: what is written out twice at each step would grow without bound.
    """
    op, v, *args = e
    value = foresight.program.values[v]
    if op == "value" and value.modifiers:
        return None
    body = value.body
    nodes = list(walk(body))
    if len(nodes) > _LONGEST or not all(node[0] in (_KNOWN if inner else _KNOWN | _VALUES) for node in nodes):
        return None
    if foresight.is_many(body) or grows(body):
        return None
    for i, arg in enumerate(args):
        once = nodes.count(("local", i)) == 1 and not grows(arg) and not foresight.is_many(arg)
        if arg[0] not in _AT_HAND and not (once and sure(foresight, arg, scope)):
            return None
    found = _filled(body, args)
    return found if sure(foresight, found, scope) else None


def sure(foresight: Foresight, e: Expr, scope: Scope) -> bool:
    """Whether it has a value whatever the state of the game."""
    p = foresight.program
    match e:
        case ("prop", c, of):
            certain = foresight.lies_within(of, p.columns[c].first, p.columns[c].count, scope)
        case ("at", x) | ("lies", x, _):
            certain = foresight.lies_within(x, *p.pieces, scope)
        case ("room" | "contents", x):
            certain = foresight.lies_within(x, *p.places, scope)
        case ("value" | "printed", *_):
            return written_out(foresight, e, scope, inner=True) is not None
        case ("mod" | "div", _, by):
            certain = by == ("count", ("players",)) or (by[0] == "const" and by[1] > 0)
        case _:
            certain = e[0] in _SURE
    return certain and all(sure(foresight, each, scope) for each in subexpressions(EXPRESSIONS, e))


def _filled(e: Expr, args: list[Expr]) -> Expr:
    if e[0] == "local":
        return args[e[1]]
    parts = operands(EXPRESSIONS, e)
    return (e[0], *(_filled(part, args) if shape in EXPRESSION_SHAPES else part for shape, part in parts))
