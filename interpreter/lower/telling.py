"""Who is told what somebody chose. An answer that goes nowhere but into states which others cannot read is a secret.

What is handed to an effect, or decides what happens next, is for all to see.
"""

from __future__ import annotations

from rulewright.interpreter.ir.operations import ENDS, INSTRUCTIONS, subexpressions, walk
from rulewright.interpreter.ir.program import Column, Expr, Function, Instr, Site, Value

OPEN = -1  # where everybody can see what comes of it
ALL = "all"
_WRITES = ("set_global", "set_prop")
Slot = tuple[int, int]  # of a function
Sink = Slot | int  # another slot; or a column, or OPEN


class Telling:
    """Follows what is in each slot to where it goes."""

    def __init__(
        self,
        functions: tuple[Function, ...],
        sites: tuple[Site, ...],
        columns: tuple[Column, ...],
        values: list[Value],
        guards: list[Expr],
    ) -> None:
        self.functions, self.sites, self.columns = functions, sites, columns
        self.goes: dict[Slot, set[Sink]] = {}
        for f, function in enumerate(functions):
            for block in function.blocks:
                for instr in block.instrs:
                    self._instr(f, instr)
                self._end(f, block.end)
            for item in function.prefix:
                if item.form == "require":
                    self._to(OPEN, f, item.test)
        # What a rule, a modifier or a value reads of a running event, everybody may come to see.
        for e in (*guards, *(value.body for value in values)):
            self._to(OPEN, -1, e)

    def told(self, site: Site) -> str:
        """ "all", or who besides the chooser may know the answer: "none" or "seats:0,2"."""
        if site.form == "ask":
            columns = self._written(site)
        elif site.form == "choose" and site.type != "die":
            columns = self._reached((site.function, site.slot))
        else:
            return ALL
        seen = {self.columns[column].seen if column != OPEN else ALL for column in columns} or {ALL}
        if seen & {ALL, "holder"}:
            return ALL
        return seen.pop() if len(seen) == 1 and "owner" not in seen else "none"

    def _reached(self, start: Slot) -> set[int]:
        seen, waiting, found = {start}, [start], set()
        while waiting:
            for sink in self.goes.get(waiting.pop(), ()):
                if isinstance(sink, int):
                    found.add(sink)
                elif sink not in seen:
                    seen.add(sink)
                    waiting.append(sink)
        return found

    def _written(self, site: Site) -> set[int]:
        """The columns that the options of a question write, where they do nothing else and then go on alike."""
        blocks = self.functions[site.function].blocks
        options = {option.block for option in site.alternatives}
        for after in {blocks[option].end[1] for option in options if blocks[option].end[0] == "jump"}:
            doing = [blocks[option] for option in options - {after}]
            instrs = [instr for block in doing for instr in block.instrs]
            if all(block.end == ("jump", after) for block in doing) and all(i[0] in _WRITES for i in instrs):
                return {instr[1] for instr in instrs}
        return {OPEN}

    # --- where it goes ------------------------------------------------------------------------------------------------

    def _to(self, sink: Sink, f: int, *expressions: Expr) -> None:
        for e in expressions:
            for each in walk(e):
                if each[0] == "slot":
                    self.goes.setdefault((f, each[1]), set()).add(sink)
                elif each[0] == "outer":
                    self.goes.setdefault((each[1], each[2]), set()).add(sink)

    def _instr(self, f: int, instr: Instr) -> None:
        match instr:
            case ("set_global", column, e):
                self._to(column, f, e)
            case ("set_prop", column, entity, e):
                self._to(OPEN, f, entity)
                self._to(column, f, e)
            case ("set", slot, e):
                self._to((f, slot), f, e)
            case ("set_outer", g, slot, e):
                self._to((g, slot), f, e)
            case _:
                self._to(OPEN, f, *subexpressions(INSTRUCTIONS, instr))

    def _end(self, f: int, end: Instr) -> None:
        match end:
            case ("choose", number, *_):
                # What can be chosen depends on an earlier answer: whoever knows the later one may guess it.
                site = self.sites[number]
                tests = (where.test for where in (*site.wheres, *site.provided))
                self._to((f, site.slot), f, site.domain, site.least, site.most, *tests)
                self._to(OPEN, f, site.chooser)
            case ("ask" | "offer", number, *_):
                site = self.sites[number]
                offered = (e for item in site.menu for e in item.args)
                self._to(OPEN, f, site.chooser, *offered, *(option.test for option in site.alternatives))
            case _:
                self._to(OPEN, f, *subexpressions(ENDS, end))
