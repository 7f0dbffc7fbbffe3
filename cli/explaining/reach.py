"""What a rulebook makes use of: a library may offer more than a game needs."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import frozen

from rulewright.interpreter import Rulebook


@frozen
class Reach:
    functions: frozenset[int]
    values: frozenset[int]
    told: frozenset[int]  # values that matter to people: without those that only say how well somebody stands


@cache
def reach(book: Rulebook) -> Reach:
    """All functions that can run and all values that can be asked for, from the game, its rules and its words."""
    program = book.program
    functions: set[int] = set()
    values = {number for number in (program.score, program.standing) if number >= 0}
    todo = [program.main, *program.interjections, *(rule.function for rule in program.rules)]
    todo += [number for part in program.parts for number in part.functions if number >= 0]
    looked: list[Any] = [(rule.guard, rule.once and rule.once.key) for rule in program.rules]
    looked += [(modifier.guard, modifier.amount) for modifier in program.modifiers]
    while todo:
        number = todo.pop()
        if number in functions:
            continue
        functions.add(number)
        function = program.functions[number]
        bodies = [(block.instrs, block.end) for block in function.blocks]
        sites = [site for site in program.sites if site.function == number]
        looked += [*bodies, *((site.domain, site.chooser, site.least, site.most) for site in sites)]
        looked += [where.test for site in sites for where in (*site.wheres, *site.provided)]
        todo += [item.function for site in sites for item in site.menu]
        todo += [found for name, found in _mentioned(bodies) if name in ("event", "call")]
    asked = {found for name, found in _mentioned(looked) if name in ("value", "printed")}
    asked |= {number for number, value in enumerate(program.values) if value.shown}
    told = _all_asked(program, asked | values - {program.standing})
    return Reach(frozenset(functions), _all_asked(program, asked | values), told)


def _all_asked(program: Any, waiting: set[int]) -> frozenset[int]:
    """These values and all from which they are reckoned."""
    values: set[int] = set()
    waiting = set(waiting)
    while waiting:
        number = waiting.pop()
        values.add(number)
        inner = {found for name, found in _mentioned(program.values[number].body) if name in ("value", "printed")}
        waiting |= inner - values
    return frozenset(values)


def _mentioned(tree: Any) -> Iterator[tuple[str, int]]:
    """Every operation with a number behind it, in expressions, instructions and lists of these."""
    if isinstance(tree, (tuple, list)):
        if len(tree) > 1 and isinstance(tree[0], str) and isinstance(tree[1], int):
            yield tree[0], tree[1]
        for each in tree:
            yield from _mentioned(each)
