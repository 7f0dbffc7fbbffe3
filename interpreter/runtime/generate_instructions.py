"""The instructions inside a block as Python."""

from __future__ import annotations

from attrs import define

from rulewright.interpreter.ir.meaning import function_context, type_of
from rulewright.interpreter.ir.program import NONE, Expr, Instr, Program
from rulewright.interpreter.runtime.foresight import Scope, grows
from rulewright.interpreter.runtime.generate_expr import Expressions
from rulewright.interpreter.runtime.generated import Generated


@define
class Instructions:
    program: Program
    ex: Expressions
    out: Generated

    def instruction(self, f: int, instr: Instr, span: int, scope: Scope) -> None:
        w, ex = self.out.writer, self.ex
        match instr:
            case ("set", i, e):
                self._store(ex.slot(i, scope), e, scope)
            case ("set_outer", g, i, e):
                self._store(ex.one(("outer", g, i), scope), e, scope)
            case ("set_global", c, e):
                self._store_column(c, str(self.program.columns[c].base), e, scope)
            case ("set_prop", c, of, e):
                self._store_column(c, ex.column_index(self.program.columns[c], of, scope), e, scope)
            case ("flip", c, piece, side):
                w.put(f"flip(M, {ex.one(piece, scope)}, {c}, {ex.one(side, scope)})")
            case ("move" | "move_all" as op, what, to, where):
                k = self.out.log_site("move", f, -1, span, where)
                source = ex.many(what, scope) if op == "move_all" else ex.one(what, scope)
                w.put(f"{op}(M, {source}, {ex.one(to, scope)}, {where == 'top'}, {k})")
            case ("swap", a, b):
                w.put(f"swap(M, {ex.one(a, scope)}, {ex.one(b, scope)}, {self.out.log_site('move', f, -1, span)})")
            case ("shuffle", place):
                w.put(f"shuffle(M, {ex.one(place, scope)}, {self.out.log_site('shuffle', f, -1, span)})")
            case ("roll", i, n, d):
                k = self.out.log_site("roll", f, d, span)
                w.put(f"{ex.slot(i, scope)} = roll(M, {ex.one(n, scope)}, {d}, {k})")
            case ("reroll", i, which):
                slot, d = ex.slot(i, scope), self._die_in(f, i)
                k = self.out.log_site("reroll", f, d, span)
                w.put(f"{slot} = reroll(M, {slot}, {ex.many(which, scope)}, {d}, {k})")
            case ("set_die", i, index, face):
                slot = ex.slot(i, scope)
                w.put(f"{slot} = set_die({slot}, {ex.one(index, scope)}, {ex.one(face, scope)})")
            case ("pick", i, of):
                k = self.out.log_site("pick", f, -1, span)
                w.put(f"{ex.slot(i, scope)} = pick(M, {ex.many(of, scope)}, {k})")
            case ("standing", rule, modifier, to, captured):
                values = "".join(ex.kept(e, scope) + ", " for e in captured)
                w.put(f"stand(M, F, {rule}, {modifier}, {to}, ({values}))")
            case ("reveal", piece, seat):
                k = self.out.log_site("reveal", f, -1, span)
                me = ex.slot(0, scope)
                if seat == ("any",):
                    w.put(f"reveal(M, {ex.one(piece, scope)}, {NONE}, {k}, {me})")
                else:
                    w.put(f"who = {ex.one(seat, scope)}")
                    w.put("if who < 0: to_nobody()")
                    w.put(f"reveal(M, {ex.one(piece, scope)}, who, {k}, {me})")
            case ("say", text, args):
                context = function_context(self.program, self.program.functions[f])
                types = tuple(type_of(self.program, e, context) for e in args)
                k = self.out.log_site("say", f, -1, span, text, types)
                values = "".join(ex.kept(e, scope) + ", " for e in args)
                w.put(f"say(M, {k}, ({values}), {ex.slot(0, scope)})")
            case _:
                raise AssertionError(f"unknown instruction {instr[0]!r}")

    def _die_in(self, f: int, slot: int) -> int:
        """Which die a pool is of: the one that is rolled into its slot."""
        for block in self.program.functions[f].blocks:
            for instr in block.instrs:
                if instr[0] == "roll" and instr[1] == slot:
                    return int(instr[3])
        return 0

    def _store(self, target: str, e: Expr, scope: Scope) -> None:
        w, ex = self.out.writer, self.ex
        if not ex.is_many(e) and grows(e):
            w.put(f"v = {ex.one(e, scope)}")
            w.put("if not -2147483648 <= v <= 2147483647: fit(v)")
            w.put(f"{target} = v")
        else:
            w.put(f"{target} = {ex.kept(e, scope)}")

    def _store_column(self, c: int, index: str, e: Expr, scope: Scope) -> None:
        w, ex = self.out.writer, self.ex
        column = self.program.columns[c]
        if column.low is None and column.high is None:
            self._store(f"S[{index}]", e, scope)
            return
        low = -(2**31) if column.low is None else column.low
        high = 2**31 - 1 if column.high is None else column.high
        w.put(f"v = {ex.one(e, scope) if ex.is_number(e) or grows(e) else ex.kept(e, scope)}")
        w.put(f"if not {low} <= v <= {high}: bound({c}, v)")
        w.put(f"S[{index}] = v")
