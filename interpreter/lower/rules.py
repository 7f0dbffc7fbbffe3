"""Rules that wait for events, and modifiers of values: on pieces, or of the rulebook."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import nearest, quoted, with_article
from rulewright.interpreter.diagnostics.findings import SHORT
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.builder import Builder
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.model import describing, things
from rulewright.interpreter.model.book import SPOKEN_FOR
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import NUMBER, PIECE, PLAYER, Type
from rulewright.interpreter.syntax import nodes

TRUE: ir.Expr = ("const", 1)
Captured = list[tuple[str, things.Variable]]


def both(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return b if a == TRUE else a if b == TRUE else ("and", a, b)


class Rules:
    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.model = lowering.model
        self.findings = lowering.model.findings
        self.ex = lowering.ex

    # --- rules ------------------------------------------------------------------------------------------------------

    def rule(self, node: nodes.Rule, piece: things.Piece | None, side: int | None = None) -> None:
        target: things.Function | None = None
        if node.target is not None:
            target = self.lowering.scope_function(
                node.target, "phase, turn, step or loop" if node.phase else "effect, action or phase"
            )
            if target is None:
                return
            if target.rule is not None and self.lowering.functions[target.number] is None and target.rule is not node:
                self.lowering.deferred.append((node, piece, side))  # what it hangs on is a rule that comes later
                return
            if target.node is not None:
                self.lowering.lower_function(target)
        params = target.params if target is not None else ()
        guard_scope = self.guard_scope(piece, params, target)
        stage = f"during:{node.window.text}" if node.window is not None else node.stage
        if node.window is not None and target is not None and not self.has_window(target, node.window):
            return
        guard = self.side_guard(piece, side)
        this_arg, pattern = -1, TRUE
        binders: dict[str, tuple[int, Type]] = {}
        if node.pattern is not None and target is not None:
            this_arg, pattern, binders = self.pattern(node.pattern, target.name, params, guard_scope, node, piece)
        guard = both(guard, pattern)
        for name, (index, type) in binders.items():
            guard_scope.variables[name] = things.Variable(("local", 1 + index), type, used=True)
        if node.condition is not None:
            guard = both(guard, self.ex.condition(node.condition, guard_scope))
        if node.test is not None:
            guard = both(guard, self.ex.condition(node.test, guard_scope))
            known = self.ex.narrowed(node.test, guard_scope)
            binders = {
                name: (index, found.type if (found := known.find(name)) is not None else type)
                for name, (index, type) in binders.items()
            }
        self.printed(node, piece)
        once = self.once(node.once, guard_scope)
        name = self.name(node, piece)
        function = self.rule_body(node, name, piece, target, params, binders)
        works, reaction = self.works(node, piece)
        self.lowering.rules.append(
            ir.Rule(
                name,
                stage,
                target.number if target is not None else -1,
                function,
                piece.entities if piece is not None else (),
                this_arg,
                works,
                reaction,
                node.offer or "",
                self.asked(node.asking, reaction, guard_scope),
                guard,
                once,
                node.again,
                False,
                0,
                ", ".join(node.cite),
                self.lowering.span(node.span),
            )
        )

    def name(self, node: nodes.Rule, piece: things.Piece | None) -> str:
        owner = f"{piece.name}." if piece is not None else ""
        if node.name is not None:
            return self.lowering.unique(owner + node.name.text)
        target = f"_{node.target.text}" if node.target is not None else ""
        return self.lowering.unique(f"{owner}{node.stage}{target}")

    def guard_scope(
        self, piece: things.Piece | None, params: tuple[tuple[str, Type], ...], event: things.Function | None
    ) -> Scope:
        scope = Scope(me=("slot", 0), event=event, next_local=1 + len(params))
        if piece is not None:
            scope.this = things.Variable(("local", 0), Type("piece", piece.kind.name), used=True)
        scope.event_arguments = {
            name: things.Variable(("local", 1 + index), type, used=True) for index, (name, type) in enumerate(params)
        }
        return scope

    def has_window(self, target: things.Function, window: nodes.Name) -> bool:
        if window.text in target.windows:
            return True
        self.findings.unknown(
            "unknown-window",
            window.text,
            window.span,
            f"`{target.name}` has no window `{window.text}`.",
            target.windows,
            f"It has {quoted(target.windows)}."
            if target.windows
            else f"Write `window {window.text}` in {target.name} where rules may step in.",
        )
        return False

    def side_guard(self, piece: things.Piece | None, side: int | None) -> ir.Expr:
        if piece is None or side is None:
            return TRUE
        column = next(kind.columns["side"] for kind in piece.kind.lineage() if "side" in kind.columns)
        return ("eq", ("prop", column.number, ("local", 0)), ("const", side))

    def pattern(
        self,
        args: tuple[nodes.Arg, ...],
        name: str,
        params: tuple[tuple[str, Type], ...],
        scope: Scope,
        node: nodes.Rule | nodes.Modify,
        piece: things.Piece | None,
    ) -> tuple[int, ir.Expr, dict[str, tuple[int, Type]]]:
        """Which argument is `this`; what the others must be; the names that `any` binds."""
        this_arg, guard = -1, TRUE
        binders: dict[str, tuple[int, Type]] = {}
        matched, sound = self.ex.calls.matched(name, params, args)
        missing = [param for arg, (param, _) in zip(matched, params, strict=True) if arg is None]
        if missing and sound:
            self.findings.error(
                "wrong-arguments",
                node.value.span if isinstance(node, nodes.Modify) else node.target.span if node.target else node.span,
                f"This pattern leaves out {quoted(missing)} of `{name}`.",
                "Write `_` for what may be anything. " + self.ex.calls.signature(name, params),
            )
        for index, (arg, (_, type)) in enumerate(zip(matched, params, strict=True)):
            if arg is None or arg.form == "anything":
                continue
            if arg.form == "binder" and arg.binder is not None:
                if arg.binder.text in binders:
                    self.findings.error(
                        "declared-twice", arg.binder.span, f"`{arg.binder.text}` is bound twice in this pattern."
                    )
                binders[arg.binder.text] = (index, type)
            elif arg.value is not None:
                if isinstance(arg.value, nodes.Ref) and arg.value.name == "this" and piece is not None and this_arg < 0:
                    if not self.model.fits(Type("piece", piece.kind.name), type):
                        self.ex.wrong_type(arg.span, Type("piece", piece.kind.name), type)
                    this_arg = index
                    continue
                if isinstance(arg.value, nodes.Ref) and self.was_to_be_bound(arg.value, scope):
                    binders[arg.value.name] = (index, type)
                    continue
                wanted = self.ex.typed(arg.value, scope, type)
                guard = both(guard, ("eq", ("local", 1 + index), wanted))
        return this_arg, guard, binders

    def was_to_be_bound(self, name: nodes.Ref, scope: Scope) -> bool:
        """A name in a pattern that means nothing, and is near to nothing that does, lacks its `any`."""
        known = (*describing.names_in_reach(self.model, scope), *SPOKEN_FOR, "owner")
        if name.name in known or (len(name.name) > SHORT and nearest(name.name, known, 1)):
            return False
        message = f"I know nothing called `{name.name}` here."
        hint = f"To call it so, whatever it is, write `any {name.name}`."
        self.findings.unknown("unknown-name", name.name, name.span, message, (), hint)
        return True

    def once(self, once: nodes.Once | None, scope: Scope) -> ir.Once | None:
        if once is None:
            return None
        function = self.lowering.scope_function(once.scope, "phase, effect, turn, step or loop")
        if function is None:
            return None
        key = self.ex.expr(once.key, scope)[0] if once.key is not None else None
        return ir.Once(function.number, 1, key)

    def printed(self, node: nodes.Rule, piece: things.Piece | None) -> None:
        for name in node.printed:
            self.model.thing(name, things.Piece, noun="piece")
        if node.printed and piece is not None:
            self.findings.error(
                "said-twice",
                node.printed[0].span,
                f"This rule stands below `{piece.name}`, so that is where it is printed.",
                "Leave out `printed on`, or write the rule at the margin.",
            )

    def asked(self, asking: nodes.Expr | None, reaction: bool, scope: Scope) -> ir.Expr | None:
        if asking is None:
            return None
        if reaction:
            self.findings.error(
                "holder-is-asked",
                asking.span,
                "This rule works where others cannot see its piece, so only who holds the piece can be asked.",
                "Leave out `asking`, or ask in the body of the rule.",
            )
        return self.ex.typed(asking, scope, PLAYER)

    def rule_body(
        self,
        node: nodes.Rule,
        name: str,
        piece: things.Piece | None,
        target: things.Function | None,
        params: tuple[tuple[str, Type], ...],
        binders: dict[str, tuple[int, Type]],
    ) -> int:
        from rulewright.interpreter.lower.statements import Statements

        this_type = Type("piece", piece.kind.name) if piece is not None else PIECE
        label = piece.label if piece is not None else self.model.book.title or self.model.book.name.text
        own = (("this", this_type), *params)
        hooked = self.hooked(node)
        number = self.lowering.new_function() if hooked is None else hooked.number
        role = "rule" if hooked is None else "effect"
        text, called = "", label
        if hooked is not None:
            # As an event it is told by its name, after that of its piece.
            text = f"{{this}}: {hooked.label}" if piece is not None else hooked.label
            called = label if piece is not None else hooked.label
        builder = Builder(self.lowering, number, name, called, role, own, node.span, text, node.cite)
        scope = Scope(me=("slot", 0), event=target)
        if piece is not None:
            scope.this = things.Variable(("slot", 1), this_type, used=True)
        for bound, (index, type) in binders.items():
            scope.variables[bound] = things.Variable(("slot", 2 + index), type, used=True)
        scope.event_arguments = {
            param: things.Variable(("slot", 2 + index), type, used=True) for index, (param, type) in enumerate(params)
        }
        statements = Statements(self.lowering, builder, None)
        if node.stage == "instead":
            statements.replaced = target
        statements.function(node.body, scope)
        self.lowering.functions[number] = builder.finish()
        return number if hooked is None else self.as_event(node, hooked, own, label)

    def hooked(self, node: nodes.Rule) -> things.Function | None:
        """The event that a rule is, where other rules hang on its name."""
        thing = self.model.names.get(node.name.text) if node.name is not None else None
        return thing if isinstance(thing, things.Function) and thing.rule is node else None

    def as_event(self, node: nodes.Rule, event: things.Function, own: tuple[tuple[str, Type], ...], label: str) -> int:
        """A rule that does nothing but run the event of its name."""
        event.params = own
        number = self.lowering.new_function()
        builder = Builder(self.lowering, number, f"{event.name}.rule", label, "rule", own, node.span, "", node.cite)
        after = builder.block()
        args = tuple(("slot", slot) for slot in range(1 + len(own)))
        builder.end(node.span, "event", event.number, args, -1, after)
        self.lowering.functions[number] = builder.finish()
        return number

    # --- where rules on pieces work ---------------------------------------------------------------------------------

    def works(self, node: nodes.Rule, piece: things.Piece | None) -> tuple[tuple[int, ...], bool]:
        """The places where the piece must lie, and whether others cannot see it there."""
        if node.source is not None:
            zone = self.model.thing(node.source, things.Zone, noun="zone", code="unknown-zone")
            if not isinstance(zone, things.Zone):
                return (), False
            if piece is None:
                self.findings.error(
                    "no-this",
                    node.source.span,
                    "Only a rule that stands on a piece can come `from` the zone where the piece lies.",
                    "Write the rule below a piece, or leave out `from`.",
                )
            return tuple(range(zone.first, zone.first + zone.count)), zone.seen != "all"
        works = self.works_of(piece.kind) if piece is not None else ()
        return works, bool(node.offer) and node.stage != "whenever" and self.unseen(works)

    def unseen(self, works: tuple[int, ...]) -> bool:
        """Whether all of these places are hidden from somebody: to be asked there would tell what lies in them."""
        hidden = {p for z in self.model.zones if z.seen != "all" for p in range(z.first, z.first + z.count)}
        return bool(works) and hidden.issuperset(works)

    def works_of(self, kind: things.Kind) -> tuple[int, ...]:
        for each in kind.lineage():
            if each.node.works is not None:
                zones = [
                    self.model.thing(name, things.Zone, noun="zone", code="unknown-zone") for name in each.node.works
                ]
                return tuple(p for z in zones if isinstance(z, things.Zone) for p in range(z.first, z.first + z.count))
        found: list[int] = []
        for zone in self.model.zones:
            if zone.seen == "all" and any(self.may_hold(name.text, kind) for name in zone.node.holds):
                found.extend(range(zone.first, zone.first + zone.count))
        if not found:
            self.findings.warning(
                "never-fires",
                kind.span,
                f"No zone that everybody sees holds {with_article(kind.name)}, so its rules never work.",
                f"Say where they do: `works in ZONE` or `works anywhere`, in kind {kind.name}.",
            )
            return ()
        return tuple(found)

    def may_hold(self, held: str, kind: things.Kind) -> bool:
        return self.model.is_kind(kind.name, held) or self.model.is_kind(held, kind.name)

    # --- modifiers --------------------------------------------------------------------------------------------------

    def modifier(
        self, node: nodes.Modify, piece: things.Piece | None, side: int | None, captured: Captured | None = None
    ) -> int:
        value = self.model.thing(node.value, things.Value, noun="value")
        if not isinstance(value, things.Value):
            return -1
        scope = Scope(next_local=1 + len(value.params) + len(captured or ()))
        if piece is not None:
            scope.this = things.Variable(("local", 0), Type("piece", piece.kind.name), used=True)
            scope.me = ("controller", ("local", 0))
        else:
            scope.me = ("global", self.model.global_columns["active"].number)
        for index, (name, variable) in enumerate(captured or ()):
            scope.variables[name] = things.Variable(("local", 1 + len(value.params) + index), variable.type, used=True)
        this_arg, guard = -1, self.side_guard(piece, side)
        binders: dict[str, tuple[int, Type]] = {}
        if node.pattern is not None:
            this_arg, pattern, binders = self.pattern(node.pattern, value.name, value.params, scope, node, piece)
            guard = both(guard, pattern)
        elif value.params:
            blanks = ["this" if piece is not None else "_", *("_" for _ in value.params[1:])]
            self.findings.error(
                "wrong-arguments",
                node.value.span,
                f"`{value.name}` has parameters, so say for which of them it is modified.",
                f"For example: modify {value.name}({', '.join(blanks)})",
            )
        for name, (index, type) in binders.items():
            scope.variables[name] = things.Variable(("local", 1 + index), type, used=True)
        if node.test is not None:
            guard = both(guard, self.ex.condition(node.test, scope))
        if node.op != "set" and value.type.base not in ("number", "unknown"):
            self.findings.error(
                "wrong-type",
                node.span,
                f"`{value.name}` is {self.ex.described(value.type)}, so it can only be set.",
                f"For example: modify {value.name}(…): set …",
            )
        amount = self.ex.typed(node.amount, scope, value.type if node.op == "set" else NUMBER)
        owner = f"{piece.name}." if piece is not None else ""
        name = self.lowering.unique(owner + (node.name.text if node.name is not None else f"modify_{value.name}"))
        self.lowering.modifiers.append(
            ir.Modifier(
                name,
                value.number,
                piece.entities if piece is not None else (),
                this_arg,
                self.works_of(piece.kind) if piece is not None else (),
                guard,
                node.op,
                amount,
                captured is not None,
                len(captured or ()),
                ", ".join(node.cite),
                self.lowering.span(node.span),
            )
        )
        return len(self.lowering.modifiers) - 1
