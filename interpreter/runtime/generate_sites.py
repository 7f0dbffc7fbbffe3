"""Questions as Python: who is asked, from what; and looking ahead over the prefix of an action."""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.ir.operations import walk
from rulewright.interpreter.ir.program import Expr, Function, PrefixItem, Program, Site
from rulewright.interpreter.runtime.foresight import Scope
from rulewright.interpreter.runtime.generate_expr import Expressions
from rulewright.interpreter.runtime.generated import Generated, Look
from rulewright.interpreter.runtime.hidden_reads import HiddenReads
from rulewright.interpreter.runtime.machine import PC, SLOTS
from rulewright.interpreter.runtime.writer import Writer


@define
class Sites:
    program: Program
    ex: Expressions
    out: Generated
    reads: HiddenReads
    words: list[str] = field(factory=list)  # the author's texts, kept apart from the code
    looked_ahead: set[int] = field(factory=set)  # sites that have a `rest` function
    w: Writer = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.w = self.out.writer

    def candidates(self, index: int, site: Site, scope: Scope, ahead: bool) -> str:
        ex = self.ex
        inside = scope.bound(site.local, ex.members(site.domain, scope))
        tests = [ex.one(w.test, inside) for w in site.wheres]
        if ahead and not site.many and self.needs_rest(site):
            self.looked_ahead.add(index)
            tests.append(f"rest{index}(M, F, l{site.local})")
        if not tests:
            return ex.tuple_of(site.domain, scope)
        local = f"l{site.local}"
        return f"tuple([{local} for {local} in {ex.many(site.domain, scope)} if {' and '.join(tests)}])"

    def needs_rest(self, site: Site) -> bool:
        """Whether later steps of the prefix can rule a candidate out."""
        function = self.program.functions[site.function]
        return 0 <= site.prefix_at < len(function.prefix)

    def _chooser(self, site: Site, scope: Scope) -> None:
        self.w.put(f"who = {self.ex.one(site.chooser, scope)}")
        self.w.put("if not 0 <= who < M.players: no_seat(who)")

    def choose(self, index: int, go_on: int, other: int, scope: Scope) -> None:
        site, w = self.program.sites[index], self.w
        self._chooser(site, scope)
        w.put(f"c = {self.candidates(index, site, scope, ahead=True)}")
        if not site.secret:
            with w.inside("if not c:"):
                w.put(f"F[{PC}] = {other}")
                w.put("return")
        if not site.many:
            number = "+bool(c), +bool(c)" if site.secret else "1, 1"
            w.put(f"M.pending = (('choose', {index}, who, c, {number}, -1),)")
            w.put("return True")
            return
        w.put(f"least = {self._number(site.least, scope)}")
        w.put(f"most = min(len(c), {self._number(site.most, scope)})")
        if not site.secret:
            with w.inside("if most == 0:"):
                w.put(f"F[{SLOTS + site.slot}] = ()")
                w.put(f"F[{PC}] = {go_on}")
                w.put("return")
        w.put(f"M.pending = (('choose', {index}, who, c, min(least, most), most, -1),)")
        w.put("return True")

    def _number(self, e: Expr, scope: Scope) -> str:
        """How many: less than none is none."""
        source = self.ex.one(e, scope)
        return source if e[0] == "const" and e[1] >= 0 else f"max(0, {source})"

    def ask(self, index: int, other: int, scope: Scope) -> None:
        site, w, ex = self.program.sites[index], self.w, self.ex
        self._chooser(site, scope)
        if all(a.test == ("const", 1) for a in site.alternatives):
            w.put(f"c = ({''.join(f'{i}, ' for i in range(len(site.alternatives)))})")
        else:
            parts = [
                f"*(({i},) if {ex.one(a.test, scope)} else ())" if a.test != ("const", 1) else f"{i}"
                for i, a in enumerate(site.alternatives)
            ]
            w.put(f"c = ({', '.join(parts)},)")
            if other >= 0:
                with w.inside("if not c:"):
                    w.put(f"F[{PC}] = {other}")
                    w.put("return")
        w.put(f"M.pending = (('ask', {index}, who, c, 1, 1, -1),)")
        w.put("return True")

    def offer(self, index: int, go_on: int, other: int, scope: Scope) -> None:
        """A menu. With one action and no pass there is nothing to ask: its own choices follow at once."""
        site, w = self.program.sites[index], self.w
        self._chooser(site, scope)
        if not site.passing and len(site.menu) == 1 and not site.secret:
            item = site.menu[0]
            args = self._menu_args(index, 0, scope)
            w.put(f"a = ({args})")
            if self.program.functions[item.function].prefix:
                with w.inside(f"if not can{item.function}(M, *a):"):
                    w.put(f"F[{PC}] = {other}")
                    w.put("return")
            w.put(f"F[{PC}] = {go_on}")
            w.put(f"offered(M, {item.function}, a, {index})")
            w.put("return")
            return
        parts = []
        for i, item in enumerate(site.menu):
            if self.program.functions[item.function].prefix:
                args = self._menu_args(index, i, scope)
                parts.append(f"*((({i}, ({args})),) if can{item.function}(M, {args}) else ())")
            else:
                parts.append(f"({i}, ({self._menu_args(index, i, scope)}))")
        w.put(f"c = ({', '.join(parts)},)")
        if not site.secret:
            with w.inside("if not c:"):
                w.put(f"F[{PC}] = {other}")
                w.put("return")
        least = "1, 1" if site.passing or not site.secret else "+bool(c), +bool(c)"
        w.put(f"M.pending = (('offer', {index}, who, c, {least}, -1),)")
        w.put("return True")

    def _menu_args(self, index: int, i: int, scope: Scope) -> str:
        item = self.program.sites[index].menu[i]
        args = [self.ex.kept(e, scope) for e in item.args]
        if len(args) == len(self.program.functions[item.function].params):
            args = ["who", *args]
        return "".join(a + ", " for a in args)

    # --- looking ahead ----------------------------------------------------------------------------------------------

    def can(self, f: int) -> None:
        """can7(M, me, args...): whether the prefix of function 7 can be completed."""
        function = self.program.functions[f]
        given = range(1 + len(function.params))
        with self.w.function(f"can{f}", ", ".join(["M", *(f"s{i}" for i in given)]), function.span):
            self._ahead(function, 0, set(given))

    def rest(self, index: int) -> None:
        """rest5(M, F, x): whether the prefix can be completed after candidate x was chosen at site 5."""
        site = self.program.sites[index]
        function = self.program.functions[site.function]
        used = {e[1] for item in function.prefix[site.prefix_at :] for e in self._expressions(item) if e[0] == "slot"}
        with self.w.function(f"rest{index}", "M, F, x", site.span):
            for i in sorted(used - {site.slot}):
                self.w.put(f"s{i} = F[{SLOTS + i}]")
            self.w.put(f"s{site.slot} = x")
            self._ahead(function, site.prefix_at, used | {site.slot})

    def _expressions(self, item: PrefixItem) -> list[Expr]:
        found = list(walk(item.test)) if item.test else []
        if item.form == "choose":
            site = self.program.sites[item.site]
            for e in (site.domain, site.least, site.most, *(w.test for w in site.wheres)):
                found.extend(walk(e))
        return found

    def _ahead(self, function: Function, start: int, bound: set[int]) -> None:
        w, ex = self.w, self.ex
        scope = Scope(in_frame=False)
        fail, depth = "return False", w.depth
        for item in function.prefix[start:]:
            w.span = item.span
            if item.form == "require":
                w.put(f"if not {ex.one(item.test, scope)}: {fail}")
            elif item.form == "let":
                w.put(f"s{item.slot} = {ex.kept(item.test, scope)}")
            else:
                site = self.program.sites[item.site]
                if site.many:
                    w.put(f"c = {self.candidates(item.site, site, scope, ahead=False)}")
                    w.put(f"n = {self._number(site.least, scope)}")
                    w.put(f"if len(c) < max(1, n): {fail}")
                    w.put(f"s{site.slot} = c[:n]")
                else:
                    self._each_candidate(site, scope)
                    fail = "continue"
        w.put("return True")
        if w.depth > depth:
            w.depth = depth
            w.put("return False")

    def _each_candidate(self, site: Site, scope: Scope) -> None:
        """The head of a loop over what can be chosen; the first that leads on decides."""
        w, ex = self.w, self.ex
        inside = scope.bound(site.local, ex.members(site.domain, scope))
        refused = [ex.negated(where.test, inside) for where in site.wheres]
        source = ex.many(site.domain, scope)
        if w.depth > 1:  # inside the loop over an earlier choice
            source = f"spend(M, {source})"
        w.put(f"for {f'l{site.local}' if refused else f's{site.slot}'} in {source}:")
        w.depth += 1
        if refused:
            w.put(f"if {' or '.join(refused)}: continue")
            w.put(f"s{site.slot} = l{site.local}")

    def fizz(self, f: int, in_header: set[int]) -> None:
        """fizz7(M, slots): which of the leading requires of function 7 fails, or -1."""
        function, w = self.program.functions[f], self.w
        known = set(range(1 + len(function.params))) | in_header
        with w.function(f"fizz{f}", "M, A", function.span):
            for i in sorted(known):
                w.put(f"s{i} = A[{i}] if len(A) > {i} else 0")
            for number, item in enumerate(function.prefix):
                if item.form == "choose":
                    break
                w.span = item.span
                if self.reads.any((item.test,), f):
                    slots = "".join(f"s{i}, " if i in known else "0, " for i in range(len(function.slots)))
                    self.out.look(Look(f, (item.test,)), f"({slots})")
                if item.form == "let":
                    if item.slot not in in_header:
                        w.put(f"s{item.slot} = {self.ex.kept(item.test, Scope(in_frame=False))}")
                        known.add(item.slot)
                elif {e[1] for e in walk(item.test) if e[0] == "slot"} <= known:
                    w.put(f"if not {self.ex.one(item.test, Scope(in_frame=False))}: return {number}")
            w.put("return -1")

    def provided(self, index: int) -> None:
        """provided5_0(M, F): the conditions on a whole answer at site 5."""
        site, w = self.program.sites[index], self.w
        for number, where in enumerate(site.provided):
            with w.function(f"provided{index}_{number}", "M, F", where.span):
                if self.reads.any((where.test,), site.function):
                    self.out.look(Look(site.function, (where.test,), site.chooser), f"F[{SLOTS}:]")
                w.put(f"return {self.ex.one(where.test, Scope(in_frame=True, function=site.function))}")
