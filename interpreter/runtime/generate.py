"""Python from the program, made once when it is loaded.

Each entry of a function (its start, and every block where its frame can be resumed) becomes a Python function `(M, F)`
that runs on until the frame must wait; blocks that only it reaches are written inside it. Plain functions (analyse.py)
become ordinary Python functions of their slots.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from attrs import define, field

from rulewright.interpreter.ir.operations import ENDS, INSTRUCTIONS, subexpressions
from rulewright.interpreter.ir.program import Block, Expr, Instr, Program
from rulewright.interpreter.runtime import generate_cases
from rulewright.interpreter.runtime.analyse import Analysis, Regions, regions, successors
from rulewright.interpreter.runtime.foresight import Scope
from rulewright.interpreter.runtime.generate_cases import FEW
from rulewright.interpreter.runtime.generate_expr import Expressions
from rulewright.interpreter.runtime.generate_instructions import Instructions
from rulewright.interpreter.runtime.generate_sites import Sites
from rulewright.interpreter.runtime.generated import ENDED, FIZZLED, Generated, Look
from rulewright.interpreter.runtime.hidden_reads import HiddenReads
from rulewright.interpreter.runtime.ink import event_line, widths
from rulewright.interpreter.runtime.machine import (
    BEFORE,
    CALLED,
    FIRST_OWN,
    INSTEAD,
    NEXT,
    PC,
    RETURN,
    SETTLE,
    SLOTS,
    TAG,
)

_DEEPEST = 30  # Python limits how deep blocks may be indented
_LONGEST = 120  # blocks that follow one another, since they are written by recursion


@define
class Generator:
    program: Program
    found: Analysis
    ex: Expressions
    out: Generated
    reads: HiddenReads
    pcs: dict[tuple[int, int], int] = field(factory=dict)  # (function, entry block) -> pc
    questions: dict[tuple[int, int], int] = field(factory=dict)  # (function, block that ends in one) -> pc
    regions: dict[int, Regions] = field(factory=dict)
    sites: Sites = field(init=False)
    instructions: Instructions = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.instructions = Instructions(self.program, self.ex, self.out)
        self.sites = Sites(self.program, self.ex, self.out, self.reads)
        width = widths(self.program)
        self.out.event_lines = [event_line(self.program, width, each) for each in self.program.functions]

    # --- entries ----------------------------------------------------------------------------------------------------

    def number_entries(self) -> None:
        for f, function in enumerate(self.program.functions):
            self.regions[f] = regions(self.program, self.found, f)
            if f in self.found.plain:
                continue
            for b in self.regions[f].entries:
                self.pcs[f, b] = self._entry(f"e{f}_{b}", f"{f}.{b}")
            for b, block in enumerate(function.blocks):
                if block.end[0] in ("choose", "ask", "offer"):
                    self.questions[f, b] = self._entry(f"q{f}_{b}", f"{f}.{b}?")

    def _entry(self, name: str, label: str) -> int:
        self.out.entries.append(name)
        self.out.labels.append(label)
        return FIRST_OWN + len(self.out.entries) - 1

    def start(self, f: int, offered: bool = False) -> int:
        """Where a new frame of an event begins. What a menu has just looked ahead over need not be tested again."""
        stages = self.found.stages[f]
        if stages.instead:
            return INSTEAD
        return self.entered(f, offered)

    def entered(self, f: int, offered: bool = False) -> int:
        """The same after the replacements."""
        stages = self.found.stages[f]
        body = self.program.functions[f].body
        if body != 0:
            return self.pcs[f, 0]
        if stages.before or (self.found.requires[f] and not offered):
            return BEFORE
        return self.pcs[f, body]

    # --- functions --------------------------------------------------------------------------------------------------

    def function(self, f: int) -> None:
        function = self.program.functions[f]
        w = self.out.writer
        scope = Scope(in_frame=f not in self.found.plain, function=f)
        if function.role == "rule":
            scope.event = "M.stack[-2]"
        if f in self.found.plain:
            given = 1 + len(function.params)
            params = ", ".join(["M", *(f"s{i}" for i in range(given))])
            with w.function(f"f{f}", params, function.span):
                if sum(block.end[0] in ("event", "call") for block in function.blocks) > 1:
                    w.put("take(M, 0)")  # one that runs the next one twice, and so on, can take for ever without a loop
                for i in range(given, len(function.slots)):
                    w.put(f"s{i} = 0")
                if function.body == 0:
                    self._plain_fizzle(f, scope)
                self._region(f, 0, scope)
            return
        for b, block in enumerate(function.blocks):
            if (f, b) in self.questions:
                self._question(f, b, block, scope)
        for entry in self.regions[f].entries:
            if (f, entry) in self.questions and not function.blocks[entry].instrs:
                w.put(f"e{f}_{entry} = q{f}_{entry}")
                continue
            with w.function(f"e{f}_{entry}", "M, F", function.span):
                self._region(f, entry, scope)

    def _region(self, f: int, entry: int, scope: Scope) -> None:
        w = self.out.writer
        labels = self.regions[f].labels[entry]
        labels |= self._too_deep(f, entry, labels)
        if not labels:
            self._block(f, entry, entry, scope, labels)
            return
        order = [entry, *sorted(labels - {entry})]
        w.put("b = 0")
        with w.inside("for _ in M.fuel:"):
            for number, b in enumerate(order):
                last = number == len(order) - 1
                with w.inside("if True:" if len(order) == 1 else "else:" if last else f"if b == {number}:"):
                    self._block(f, b, entry, scope, labels, order)
        w.put("endless()")

    def _too_deep(self, f: int, entry: int, labels: set[int]) -> set[int]:
        found: set[int] = set()
        waiting = [(entry, 0, 0)] + [(b, 0, 0) for b in labels]
        while waiting:
            b, depth, length = waiting.pop()
            block = self.program.functions[f].blocks[b]
            at_once, _ = successors(self.program, self.found, f, block)
            for i, target in enumerate(at_once):
                if target in labels or target == entry or (f, target) in self.pcs:
                    continue
                deeper, longer = depth + (len(at_once) > 1 and i == 0), length + 1
                if deeper > _DEEPEST or longer > _LONGEST:
                    found.add(target)
                    deeper = longer = 0
                waiting.append((target, deeper, longer))
        return found

    def _go(self, f: int, b: int, entry: int, scope: Scope, labels: set[int], order: list[int]) -> None:
        """On to a block: written here where only this way leads to it."""
        w = self.out.writer
        if b in labels:
            w.put(f"b = {order.index(b)}")
            w.put("continue")
        elif (f, b) in self.pcs:
            self._leave_for(f, b, scope)
        else:
            self._block(f, b, entry, scope, labels, order)

    def _leave_for(self, f: int, b: int, scope: Scope) -> None:
        """On to another entry; past those that only lead on, and to a question without a detour."""
        w, function = self.out.writer, self.program.functions[f]
        passed = {0, function.body}  # whoever watches a function hears of it at these
        while b not in passed and not function.blocks[b].instrs:
            passed.add(b)
            match function.blocks[b].end:
                case ("jump", target) if (f, target) in self.pcs:
                    b = target
                case ("return",):
                    self._return(f, scope)
                    return
                case ("choose" | "ask", *_):
                    w.put(f"return q{f}_{b}(M, F)")
                    return
        w.put(f"F[{PC}] = {self.pcs[f, b]}")
        w.put("return")

    def _block(
        self, f: int, b: int, entry: int, scope: Scope, labels: set[int], order: list[int] | None = None
    ) -> None:
        block = self.program.functions[f].blocks[b]
        w = self.out.writer
        for instr, span in zip(block.instrs, block.spans, strict=False):
            w.span = span
            self._audited(f, instr, scope)
            self.instructions.instruction(f, instr, span, scope)
        w.span = block.spans[-1]
        self._audited_end(f, block.end, scope)
        self._end(f, b, block, entry, scope, labels, order or [])

    # --- what an audit is told of -----------------------------------------------------------------------------------

    def _audited(self, f: int, instr: Instr, scope: Scope) -> None:
        match instr:
            case ("set_global", c, e):
                self._look(Look(f, column=c, stored=e), (e,), scope)
            case ("set_prop", c, of, e):
                shown = (of,) if self.reads.any((of,), f) else ()
                self._look(Look(f, shown, column=c, of=of, stored=e), (of, e), scope)
            case _:
                self._shown(f, subexpressions(INSTRUCTIONS, instr), scope)

    def _audited_end(self, f: int, end: Instr, scope: Scope) -> None:
        match end:
            case ("part", _, piece, *_):
                # Which piece it is decides what happens.
                self._shown(f, (("is", piece, 0, 1), *subexpressions(ENDS, end)), scope)
            case ("rank", local, of, keys):
                self._shown(f, (("sort", local, of, keys),), scope)
            case ("choose" | "ask" | "offer", *_):
                pass  # a question tells of itself, each time it is asked
            case _:
                self._shown(f, subexpressions(ENDS, end), scope)

    def _shown(self, f: int, expressions: Iterable[Expr], scope: Scope) -> None:
        """Everybody sees what comes of these."""
        reading = tuple(e for e in expressions if self.reads.any((e,), f))
        self._look(Look(f, reading), reading, scope)

    def _look(self, look: Look, reading: tuple[Expr, ...], scope: Scope) -> None:
        if self.reads.any(reading, look.function) or look.site >= 0:
            slots = range(len(self.program.functions[look.function].slots))
            here = f"F[{SLOTS}:]" if scope.in_frame else f"({''.join(f's{i}, ' for i in slots)})"
            self.out.look(look, here, event=scope.event)

    # --- ends -------------------------------------------------------------------------------------------------------

    def _end(self, f: int, b: int, block: Block, entry: int, scope: Scope, labels: set[int], order: list[int]) -> None:
        w, ex = self.out.writer, self.ex
        match block.end:
            case ("jump", target):
                self._go(f, target, entry, scope, labels, order)
            case ("branch", ("eq", ("slot", i), _), _, _) if len((found := self._cases(f, b, i, labels))[0]) > FEW:
                numbers, others = found
                go = partial(self._go, f, entry=entry, scope=scope, labels=labels, order=order)
                generate_cases.write(w, sorted(numbers.items()), ex.slot(i, scope), go)
                w.span = block.spans[-1]
                go(others)
            case ("branch", c, yes, no):
                with w.inside(f"if {ex.one(c, scope)}:"):
                    self._go(f, yes, entry, scope, labels, order)
                w.span = block.spans[-1]
                self._go(f, no, entry, scope, labels, order)
            case ("header",):
                if self.found.stages[f].before or (self.found.requires[f] and scope.in_frame):
                    w.put(f"F[{PC}] = {BEFORE}")
                    w.put("return")
                else:
                    self._plain_fizzle(f, scope)
                    self._go(f, self.program.functions[f].body, entry, scope, labels, order)
            case ("event" | "call" as op, g, args, *_, target) if g in self.found.plain:
                self._call_plain(f, g, args, block.spans[-1], op == "event", scope)
                if op == "event" and self.found.whenever:
                    # An event that fizzled has not happened: nothing settles after it.
                    w.put(f"F[{NEXT}] = {self.pcs[f, target]}")
                    w.put(f"F[{PC}] = {self.pcs[f, target]} if came_to_nothing else {SETTLE}")
                    w.put("return")
                else:
                    self._go(f, target, entry, scope, labels, order)
            case ("event", g, args, tag, target):
                w.put(f"F[{PC}] = {self.pcs[f, target]}")
                self._push(f, g, args, block.spans[-1], tag, scope)
            case ("call", g, args, target):
                w.put(f"F[{PC}] = {self.pcs[f, target]}")
                self._push(f, g, args, block.spans[-1], CALLED, scope)
            case ("choose" | "ask" | "offer", *_):
                w.put(f"return q{f}_{b}(M, F)")
            case ("return",):
                self._return(f, scope)
            case ("fail", text, *_):
                # The words are data: the generated code only knows where they stand.
                w.put(f"broken(WORDS[{self._words(text)}])")
                w.put("return")
            case _:
                self._rare_end(f, block.end, scope)

    def _cases(self, f: int, b: int, slot: int, labels: set[int]) -> tuple[dict[int, int], int]:
        blocks = self.program.functions[f].blocks
        if not generate_cases.compares(blocks[b].end, slot):
            return {}, b
        return generate_cases.cases(blocks, b, slot, lambda other: other in labels or (f, other) in self.pcs)

    def _words(self, text: str) -> int:
        self.sites.words.append(text)
        return len(self.sites.words) - 1

    def _rare_end(self, f: int, end: Instr, scope: Scope) -> None:
        w, ex = self.out.writer, self.ex
        match end:
            case ("part", p, piece, args, target):
                w.put(f"F[{PC}] = {self.pcs[f, target]}")
                w.put(f"part(M, {p}, {ex.one(piece, scope)}, ({self._list(args, scope)}))")
                w.put("return")
            case ("window", name, target):
                w.put(f"F[{NEXT}] = {self.pcs[f, target]}")
                w.put(f"return window(M, F, WORDS[{self._words('during:' + name)}])")
            case ("together", i, of, body, target):
                w.put(f"F[{NEXT}] = {self.pcs[f, target]}")
                w.put(f"return together(M, F, {SLOTS + i}, {ex.tuple_of(of, scope)}, {self.pcs[f, body]})")
            case ("await", target):
                w.put(f"F[{NEXT}] = {self.pcs[f, target]}")
                w.put("return awaited(M, F)")
            case ("join",):
                w.put("del M.stack[-1]")
                w.put("return")
            case ("proceed", args, target):
                w.put(f"F[{PC}] = {self.pcs[f, target]}")
                w.put(f"proceed(M, {'None' if args is None else f'({self._list(args, scope)})'})")
                w.put("return")
            case ("stop", g):
                w.put(f"stop(M, {g})")
                w.put("return")
            case ("settle", target):
                if self.found.whenever:
                    w.put(f"F[{NEXT}] = {self.pcs[f, target]}")
                    w.put(f"F[{PC}] = {SETTLE}")
                else:
                    w.put(f"F[{PC}] = {self.pcs[f, target]}")
                w.put("return")
            case ("win" | "lose" as op, of):
                w.put(f"return {op}(M, {ex.tuple_of(of, scope)})")
            case ("finish",):
                w.put("return win(M, ())")
            case ("rank", local, of, keys):
                w.put(f"return rank(M, {ex.tuple_of(of, scope)}, {ex.sort_key(local, of, keys, scope)})")
            case _:
                raise AssertionError(f"unknown end {end[0]!r}")

    def _list(self, args: tuple[Expr, ...], scope: Scope) -> str:
        return "".join(self.ex.kept(e, scope) + ", " for e in args)

    def _return(self, f: int, scope: Scope) -> None:
        w = self.out.writer
        if not scope.in_frame:
            w.put("return")
        elif self.found.stages[f].after or self.found.whenever:
            w.put(f"F[{PC}] = {RETURN}")
            w.put("return")
        else:
            if self.found.masked[f]:
                with w.inside(f"if F[{TAG}] != {CALLED}:"):
                    w.put(f"M.log = (M.log, {ENDED}, ())")
            w.put("del M.stack[-1]")
            w.put("return")

    def _plain_fizzle(self, f: int, scope: Scope) -> None:
        if self.found.requires[f] and not scope.in_frame:
            w = self.out.writer
            function = self.program.functions[f]
            given, slots = (
                "".join(f"s{i}, " for i in range(n)) for n in (1 + len(function.params), len(function.slots))
            )
            with w.inside(f"if fizz{f}(M, ({slots})) >= 0:"):
                masks = f", masks(M, {f}, ({given}))" if self.found.masked[f] else ""
                w.put(f"M.log = (M.log, {FIZZLED}, ({f}, {given}){masks})")
                w.put("return True")

    def _log_event(self, f: int, g: int, names: list[str], span: int) -> None:
        k = self.out.log_site("event", f, g, span)
        w = self.out.writer
        args = f"({''.join(n + ', ' for n in names)})"
        masks = f", masks(M, {g}, {args})" if self.found.masked[g] else ""
        w.put("next(M.ink)" if self.out.event_lines[g].short else f"LINES[{g}].write(M, {args})")
        w.put(f"M.log = (M.log, {k}, {args}{masks})")

    def _arguments(self, args: tuple[Expr, ...], scope: Scope) -> list[str]:
        """Sources that may be written twice: anything longer goes into a variable first."""
        names = []
        for i, e in enumerate(args):
            source = self.ex.kept(e, scope)
            if e[0] not in ("const", "slot", "local"):
                self.out.writer.put(f"a{i} = {source}")
                source = f"a{i}"
            names.append(source)
        return names

    def _call_plain(self, f: int, g: int, args: tuple[Expr, ...], span: int, logged: bool, scope: Scope) -> None:
        w = self.out.writer
        names = self._arguments(args, scope)
        if logged:
            self._log_event(f, g, names, span)
        w.put(f"came_to_nothing = f{g}({', '.join(['M', *names])})")
        if logged and self.found.masked[g]:
            w.put(f"M.log = (M.log, {ENDED}, ())")

    def _push(self, f: int, g: int, args: tuple[Expr, ...], span: int, tag: int, scope: Scope) -> None:
        w = self.out.writer
        names = self._arguments(args, scope)
        if tag != CALLED:
            self._log_event(f, g, names, span)
        function = self.program.functions[g]
        empty = ["0"] * (len(function.slots) - len(names))
        pc = self.pcs[g, 0] if tag == CALLED else self.start(g)
        header: list[Any] = [pc, g, "()", "()", "()", tag, -1, -1]
        w.put(f"M.stack.append([{', '.join(map(str, header + names + empty))}])")
        w.put("return")

    # --- questions --------------------------------------------------------------------------------------------------

    def _question(self, f: int, b: int, block: Block, scope: Scope) -> None:
        """The end of a block where somebody is asked. It can be entered again: the options are counted anew."""
        pc = self.questions[f, b]
        end, w = block.end, self.out.writer
        site = self.program.sites[end[1]]
        with w.function(f"q{f}_{b}", "M, F", block.spans[-1]):
            w.put(f"F[{PC}] = {pc}")
            who = (site.chooser,) if self.reads.any((site.chooser,), f) else ()
            self._look(Look(f, who, site=end[1] if self.reads.question(site) else -1), who, scope)
            if end[0] == "ask":
                other = self.pcs[f, end[2]] if len(end) > 2 else -1
                self.out.resume[pc] = (*(self.pcs[f, a.block] for a in site.alternatives), other)
                self.sites.ask(end[1], other, scope)
                return
            go_on, other = self.pcs[f, end[2]], self.pcs[f, end[3]]
            self.out.resume[pc] = (go_on, other)
            if end[0] == "choose":
                self.sites.choose(end[1], go_on, other, scope)
            else:
                self.sites.offer(end[1], go_on, other, scope)
