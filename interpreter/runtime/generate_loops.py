"""`some`, `every` and `first` as small Python functions with plain loops, which are much faster than generators.

A quantifier directly inside another one becomes a loop inside the loop. What such a function reads of the code around
it (the state, the frame, slots and locals) it takes as parameters of the same names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from rulewright.interpreter.ir.operations import EXPRESSIONS, operands, walk
from rulewright.interpreter.ir.program import NONE, Expr
from rulewright.interpreter.runtime.writer import Writer

if TYPE_CHECKING:
    from rulewright.interpreter.runtime.foresight import Scope
    from rulewright.interpreter.runtime.generate_expr import Expressions

_AROUND = re.compile(r"(?<![.\w])([SZMFE]|s\d+)\b")
_DEEPEST = 8  # loops inside loops in one function


@define
class Loops:
    writer: Writer
    prefix: str = "h"
    made: dict[str, tuple[str, str, int]] = field(factory=dict)  # body -> name, parameters, span
    zones: dict[str, str] = field(factory=dict)  # name -> the places of a zone by some of its keys
    lists: dict[str, tuple[str, list[str], int]] = field(factory=dict)  # the same of what is remembered (lasting.py)

    def call(self, ex: Expressions, e: Expr, scope: Scope) -> str:
        """The source of a call that gives what the quantifier gives."""
        e = ex.arranged(e, scope)
        op, local, _, test = e
        source, inside = ex.over(e, scope)
        lines = [f"for l{local} in {source}:"]
        bound = {local}
        if op == "every":
            lines += self._unless(ex, test, inside, "return False", 1, bound)
            lines.append("return True")
        else:
            lines += self._when(ex, test, inside, f"return l{local}" if op == "first" else "return True", 1, bound)
            lines.append(f"return {NONE}" if op == "first" else "return False")
        body = "\n".join(lines)
        around = {*_AROUND.findall(body), *(f"l{i}" for i in free_locals(e))}
        params = ", ".join(sorted(around))
        name, _, _ = self.made.setdefault(body, (f"{self.prefix}{len(self.made)}", params, self.writer.span))
        return f"{name}({params})"

    # --- conditions as lines ----------------------------------------------------------------------------------------

    def _when(self, ex: Expressions, test: Expr, scope: Scope, doing: str, depth: int, bound: set[int]) -> list[str]:
        """Lines that do `doing`, which leaves the function, where the test holds."""
        pad = "    " * depth
        match test:
            case ("and", a, b):
                return [f"{pad}if {ex.one(a, scope)}:", *self._when(ex, b, scope, doing, depth + 1, bound)]
            case ("some", local, _, _) if self._fresh(local, depth, bound):
                test = ex.arranged(test, scope)
                source, inside = ex.over(test, scope)
                head = f"{pad}for l{local} in {source}:"
                return [head, *self._when(ex, test[3], inside, doing, depth + 1, bound)]
            case ("every", local, _, inner) if self._fresh(local, depth, bound):
                source, inside = ex.over(test, scope)
                head = f"{pad}for l{local} in {source}:"
                return [head, f"{pad}    if {ex.negated(inner, inside)}: break", f"{pad}else:", f"{pad}    {doing}"]
        return [f"{pad}if {ex.one(test, scope)}: {doing}"]

    def _unless(self, ex: Expressions, test: Expr, scope: Scope, doing: str, depth: int, bound: set[int]) -> list[str]:
        """The same where the test does not hold."""
        pad = "    " * depth
        match test:
            case ("every", local, _, inner) if self._fresh(local, depth, bound):
                source, inside = ex.over(test, scope)
                head = f"{pad}for l{local} in {source}:"
                return [head, *self._unless(ex, inner, inside, doing, depth + 1, bound)]
            case ("some", local, _, inner) if self._fresh(local, depth, bound):
                source, inside = ex.over(test, scope)
                head = f"{pad}for l{local} in {source}:"
                return [head, f"{pad}    if {ex.one(inner, inside)}: break", f"{pad}else:", f"{pad}    {doing}"]
        return [f"{pad}if {ex.negated(test, scope)}: {doing}"]

    def _fresh(self, local: int, depth: int, bound: set[int]) -> bool:
        """Whether a loop over this local can stand inside the others without hiding one of theirs."""
        if local in bound or depth >= _DEEPEST:
            return False
        bound.add(local)
        return True

    def remembered(self, ex: Expressions, e: Expr, scope: Scope) -> str:
        """The source that looks up a filter which always finds the same."""
        _, local, of, test = e
        inside = evolve(scope, in_frame=False)
        found = ex.one(test, inside.bound(local, ex.members(of, inside)))
        body = f"for l{local} in {ex.many(of, inside)}:\n    if {found}: yield l{local}"
        slots = sorted({node[1] for node in walk(e) if node[0] == "slot"})
        locals_ = [f"l{i}" for i in sorted(free_locals(e))]
        params = [*locals_, *(f"s{i}" for i in slots)]
        name, _, _ = self.lists.setdefault(body, (f"{self.prefix}list{len(self.lists)}", params, self.writer.span))
        return f"{name}[{', '.join([*locals_, *(ex.slot(i, scope) for i in slots)]) or '()'}]"

    def places(self, z: int, wanted: list[str], playing: str) -> str:
        """The places of a zone by some of its keys, as they are remembered; `playing` is how many seats are taken."""
        given = [f"k{i}" if key else "None" for i, key in enumerate(wanted)]
        keys = ["playing", *(key for key in given if key != "None")]
        name = f"{self.prefix}places{z}_{''.join(keys[1:])}"
        made = f"lambda {', '.join(keys)}: places({z}, playing, {', '.join(given)})"
        self.zones[name] = f"Remembered({made}, {len(keys)})"
        return f"{name}[{', '.join([playing, *filter(None, wanted)])}]"

    def flush(self) -> None:
        """Writes the functions down, after everything that calls them has been written."""
        for name, source in self.zones.items():
            self.writer.put(f"{name} = {source}")
        for body, (name, names, span) in self.lists.items():
            self.writer.put(f"def {name}_filtered({', '.join([*names, 'M=None'])}):", span)
            for line in body.split("\n"):
                self.writer.put(f"    {line}", span)
            self.writer.put(f"{name} = Remembered({name}_filtered, {len(names)})", span)
        for body, (name, params, span) in self.made.items():
            self.writer.put(f"def {name}({params}):", span)
            for line in body.split("\n"):
                self.writer.put(f"    {line}", span)


def free_locals(e: Expr) -> set[int]:
    """The locals that an expression reads and does not bind itself."""
    if e[0] == "local":
        return {e[1]}
    found: set[int] = set()
    binder = -1
    for shape, operand in operands(EXPRESSIONS, e):
        if shape == "binder":
            binder = operand
        elif shape == "inner":
            found |= free_locals(operand) - {binder}
        elif shape == "keys":
            found |= {i for key, _ in operand for i in free_locals(key)} - {binder}
        elif shape in ("any", "one", "many", "key") and operand != ("any",):
            found |= free_locals(operand)
    return found
