"""Values, their modifiers, and the guards of rules as Python functions of their locals."""

from __future__ import annotations

from contextlib import ExitStack

from attrs import define, evolve, field

from rulewright.interpreter.ir.program import Expr, Modifier, Program
from rulewright.interpreter.runtime.budget import DEAR, DEAREST, costs
from rulewright.interpreter.runtime.foresight import Scope, grows
from rulewright.interpreter.runtime.generate_expr import Expressions
from rulewright.interpreter.runtime.generated import Generated, Look
from rulewright.interpreter.runtime.hidden_reads import HiddenReads
from rulewright.interpreter.runtime.machine import STANDING
from rulewright.interpreter.runtime.writer import Writer

_FEW = 16  # pieces that are written out
CHEAP = 8  # values that count as one step


@define
class Values:
    program: Program
    ex: Expressions
    out: Generated
    reads: HiddenReads
    w: Writer = field(init=False)
    costs: list[int] = field(init=False)
    hung: list[dict[int, list[int]]] = field(factory=list)  # HUNG: modifiers that hang on an argument, by piece

    def __attrs_post_init__(self) -> None:
        self.w = self.out.writer
        self.costs = costs(self.program)

    def value(self, v: int) -> None:
        """p3 is the printed value; v3 exists where anything modifies it."""
        value, w = self.program.values[v], self.w
        names = [f"l{i}" for i in range(len(value.params))]
        scope = Scope(in_frame=False)
        with w.function(f"p{v}", ", ".join(["M", *names]), value.span):
            self._pay(v)
            source = self.ex.kept(value.body, scope) if self._checked(value.body) else self.ex.one(value.body, scope)
            w.put(f"return {source}")
        if not value.modifiers:
            return
        for m in value.modifiers:
            if not _written_out(self.program.modifiers[m]):
                self._modifier(m, len(names))
        # A modifier knows its piece as local 0, and the arguments from 1 on: so does what it is written into.
        names = [f"l{i + 1}" for i in range(len(value.params))]
        with w.function(f"v{v}", ", ".join(["M", *names]), value.span):
            self._pay(v)  # here too: a small printed value is written into this one
            self._layers(v, names)

    def _pay(self, v: int) -> None:
        """As `budget.take` does it: values are computed so often that a call counts."""
        if self.costs[v] >= DEAR:
            steps = min(self.costs[v], DEAREST) // CHEAP
            self.w.put(f"if next(islice(M.fuel, {steps}, None), None) is None: take(M, 0)")

    def _checked(self, e: Expr) -> bool:
        return self.ex.is_many(e) or grows(e)

    def _modifier(self, m: int, arguments: int) -> None:
        """m4(M, this, args...): the amount, or None where its guard does not hold."""
        modifier = self.program.modifiers[m]
        names = [f"l{i}" for i in range(1 + arguments + modifier.captured)]
        scope = _on_piece(modifier.pieces, modifier.standing)
        with self.w.function(f"m{m}", ", ".join(["M", *names]), modifier.span):
            amount = self.ex.kept(modifier.amount, scope)
            if modifier.guard == ("const", 1):
                self.w.put(f"return {amount}")
            else:
                self.w.put(f"return {amount} if {self.ex.one(modifier.guard, scope)} else None")

    def _layers(self, v: int, names: list[str]) -> None:
        value, w = self.program.values[v], self.w
        modifiers = [(m, self.program.modifiers[m]) for m in value.modifiers]
        printed = self.ex.one(("printed", v, *(("local", i + 1) for i in range(len(names)))), Scope(in_frame=False))
        sets = [(m, mod) for m, mod in modifiers if mod.op == "set"]
        # The first that applies wins: a piece beats the rulebook, then the later declared wins.
        sets.sort(key=lambda pair: (bool(pair[1].pieces) or pair[1].standing, pair[0]), reverse=True)
        if sets:
            with w.inside("while True:"):
                for m, mod in sets:
                    self._each(m, mod, names, ["x = y", "break"])
                w.put(f"x = {printed}")
                w.put("break")
        else:
            w.put(f"x = {printed}")
        for op, steps in (
            ("add", ["x += y"]),
            ("multiply", ["x *= y"]),
            ("at_least", ["if x < y: x = y"]),
            ("at_most", ["if x > y: x = y"]),
        ):
            # Within one operation the order does not matter: what hangs on the same argument is looked up together.
            alike = [(m, mod) for m, mod in modifiers if mod.op == op]
            for at in sorted({mod.this_arg for _, mod in alike if _hangs(mod)}):
                self._hanging([(m, mod) for m, mod in alike if _hangs(mod) and mod.this_arg == at], names, steps)
            for m, mod in alike:
                if _written_out(mod):
                    self._here(m, mod, steps)
                elif not _hangs(mod):
                    self._each(m, mod, names, steps)
        if any(mod.op != "set" for _, mod in modifiers):
            w.put("if not -2147483648 <= x <= 2147483647: fit(x)")
        w.put("return x")

    def _here(self, m: int, mod: Modifier, steps: list[str]) -> None:
        """The steps for a modifier of the rulebook, or for one on pieces that are gone through one by one."""
        w, scope = self.w, _on_piece(mod.pieces, mod.standing)
        outside, w.span = w.span, mod.span
        with ExitStack() as inside:
            if mod.pieces:
                inside.enter_context(w.inside(f"for l0 in {self._pieces(m, mod)}:"))
                if mod.works:
                    inside.enter_context(w.inside(f"if {self._works(m, mod, 'l0')}:"))
            if mod.guard != ("const", 1):
                inside.enter_context(w.inside(f"if {self.ex.one(mod.guard, scope)}:"))
            w.put(f"y = {self.ex.kept(mod.amount, scope)}")
            for step in steps:
                w.put(step)
        w.span = outside

    def _hanging(self, modifiers: list[tuple[int, Modifier]], names: list[str], steps: list[str]) -> None:
        """The steps for those modifiers that stand on one and the same argument, however many cards have one."""
        w, this = self.w, names[modifiers[0][1].this_arg]
        by_piece: dict[int, list[int]] = {}
        for m, mod in modifiers:
            for piece in mod.pieces:
                by_piece.setdefault(piece, []).append(m)
        each = w.inside(f"for works, m in HUNG[{len(self.hung)}].get({this}, ()):")
        with each, w.inside(f"if not works or {self._place_of(this)} in works:"):
            w.put(f"y = m({', '.join(['M', this, *names])})")
            with w.inside("if y is not None:"):
                for step in steps:
                    w.put(step)
        self.hung.append(by_piece)

    def _pieces(self, m: int, mod: Modifier) -> str:
        return f"({', '.join(map(str, mod.pieces))},)" if len(mod.pieces) <= _FEW else f"PIECES_M[{m}]"

    def _works(self, m: int, mod: Modifier, piece: str) -> str:
        """Whether a piece lies where its modifier works; mostly these are the places of one zone."""
        places = sorted(set(mod.works))
        if places == list(range(places[0], places[0] + len(places))):
            return f"({places[0]} <= {self._place_of(piece)} <= {places[-1]})"
        return f"({self._place_of(piece)} in WORKS_M[{m}])"

    def _place_of(self, piece: str) -> str:
        at = self.ex.places_at
        return f"S[{piece} + {at}]" if at >= 0 else f"S[{piece} - {-at}]"

    def _each(self, m: int, mod: Modifier, names: list[str], steps: list[str]) -> None:
        """The steps for every live instance of a modifier, `y` being its amount."""
        w = self.w
        breaks = steps[-1] == "break"

        def apply(this: str, captured: str = "") -> None:
            w.put(f"y = m{m}({', '.join(['M', this, *names, *([captured] if captured else [])])})")
            with w.inside("if y is not None:"):
                for step in steps:
                    w.put(step)

        if mod.standing:
            # The frames that carry standing modifiers are those of the scopes that run just now.
            w.put(f"y = [s for f in M.stack for s in f[{STANDING}] if s[1] == {m}]")
            with w.inside("for s in y[::-1]:" if breaks else "for s in y:"):
                apply("s[2]", "*s[4]")
            self._after_loop(breaks)
        elif not mod.pieces:
            apply("-1")
        else:
            works = self._works(m, mod, "this") if mod.works else ""
            if mod.this_arg >= 0:
                head = " and ".join(filter(None, [f"this in PIECES_M[{m}]", works]))
                w.put(f"this = {names[mod.this_arg]}")
                with w.inside(f"if {head}:"):
                    apply("this")
            else:
                with w.inside(f"for this in {self._pieces(m, mod)}:"):
                    if works:
                        w.put(f"if not {works}: continue")
                    apply("this")
                self._after_loop(breaks)

    def _after_loop(self, breaks: bool) -> None:
        if breaks:
            # A `break` above left only the inner loop.
            with self.w.inside("else:"):
                self.w.put("y = None")
            self.w.put("if y is not None: break")

    def guard(self, r: int) -> None:
        """g5(M, E, me, this, args..., captured...): E is the frame of the event that the rule hangs on."""
        rule = self.program.rules[r]
        arguments = len(self.program.functions[rule.target].params) if rule.target >= 0 else 0
        names = ["M", "E", "s0", *(f"l{i}" for i in range(1 + arguments + rule.captured))]
        scope = evolve(_on_piece(rule.pieces, rule.standing), event="E")
        given = f"({''.join(name + ', ' for name in names[3:])})"
        keyed = (rule.once.key,) if rule.once is not None and rule.once.key is not None else ()
        with self.w.function(f"g{r}", ", ".join(names), rule.span):
            if self.reads.any((rule.guard, *keyed), -1):
                # A reaction is offered to whoever holds it, and to nobody else.
                look = Look(-1, (rule.guard, *keyed), ("slot", 0) if rule.reaction else None)
                self.out.look(look, "(s0,)", given, "E")
            self.w.put(f"return {self.ex.one(rule.guard, scope)}")
        if rule.once is not None and rule.once.key is not None:
            with self.w.function(f"k{r}", ", ".join(names), rule.span):
                self.w.put(f"return {self.ex.kept(rule.once.key, scope)}")
        if rule.optional:
            with self.w.function(f"w{r}", ", ".join(names), rule.span):
                self.w.put(f"who = {self.ex.one(rule.asked or ('slot', 0), scope)}")
                self.w.put("if not 0 <= who < M.players: no_seat(who)")
                self.w.put("return who")


def _on_piece(pieces: tuple[int, ...], standing: bool) -> Scope:
    """Inside what stands on pieces: local 0 is one of them."""
    scope = Scope(in_frame=False)
    return scope.bound(0, (min(pieces), max(pieces) + 1)) if pieces and not standing else scope


def _hangs(mod: Modifier) -> bool:
    return bool(mod.pieces) and mod.this_arg >= 0 and not mod.standing


def _written_out(mod: Modifier) -> bool:
    """Whether a modifier is a part of the function of its value; others are functions of their own."""
    return mod.op != "set" and not mod.standing and not _hangs(mod)
