"""Turns, steps and rounds that are events of their own: in a comparison they are a part of what they are written in.

Where one name is written in several places (by examples, too), the event goes on to one of them by a number. Those
numbers, and the names of the bodies, shift with every place that is added, so they are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rulewright.interpreter.ir.listing import function_lines, site_lines
from rulewright.interpreter.ir.program import Function, Program, Site

WHICH = "which"  # the parameter that has the number


def is_scope(function: Function) -> bool:
    """A phase that is written inside another one has no outline of its own."""
    return function.role == "phase" and not function.outline and function.params in ((), (WHICH,))


class Scopes:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.sites: dict[int, list[Site]] = {}
        for site in program.sites:
            self.sites.setdefault(site.function, []).append(site)
        self.numbers = {function.name: number for number, function in enumerate(program.functions)}

    def code(self, function: Function) -> Iterator[str]:
        plain = attrs.evolve(function, label="", text="", cite="")
        yield from self.unnumbered(function_lines(self.program, plain))
        for site in self.sites.get(self.numbers[function.name], ()):
            yield from site_lines(self.program, attrs.evolve(site, cite=""))
        for scope, body in self.inside(function):
            for line in self.code(body):
                yield line.replace(body.name, scope.name)

    def inside(self, function: Function) -> Iterator[tuple[Function, Function]]:
        """The scopes that a function enters, and what is written there."""
        for block in function.blocks:
            if block.end[0] != "event":
                continue
            scope = self.program.functions[block.end[1]]
            if not is_scope(scope):
                continue
            if scope.params:
                number = block.end[2][-1]
                body = self.body(scope, number[1]) if number[0] == "const" else None
                if body is not None:
                    yield scope, body
            else:
                yield scope, scope

    def body(self, scope: Function, number: int) -> Function | None:
        for block in scope.blocks:
            if block.end[0] == "branch" and block.end[1] == ("eq", ("slot", 1), ("const", number)):
                end = scope.blocks[block.end[2]].end
                return self.program.functions[end[1]] if end[0] == "call" else None
        return None

    def unnumbered(self, lines: Iterable[str]) -> Iterator[str]:
        """Lines that speak of a scope, without its number."""
        scopes = [each.name for each in self.program.functions if is_scope(each)]
        for line in lines:
            for scope in scopes:
                if f"{scope}(" in line:
                    head, _, rest = line.partition(f"{scope}(")
                    line = f"{head}{scope}(…){rest.partition(')')[2]}"
            yield line.replace(f", {WHICH}: number)", ")")
