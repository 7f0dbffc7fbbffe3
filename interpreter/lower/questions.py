"""Statements that ask: choose, offer, ask, may, together."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import with_article
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.link.texts import slug
from rulewright.interpreter.lower.builder import ME, Exit
from rulewright.interpreter.lower.loops import Loops
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import PLAYER, Type
from rulewright.interpreter.syntax import nodes

ALWAYS: ir.Expr = ("const", 1)
NOTHING: ir.Expr = ("list",)


class Questions(Loops):
    # --- choose -----------------------------------------------------------------------------------------------------

    def _choose(self, node: nodes.Choose, scope: Scope) -> None:
        site = self.choice(node, scope)
        following = self.b.block()
        if not node.otherwise:
            self.b.end(node.span, "choose", site, following, self.b.exit_block())
            self.b.start(following)
            return
        self._ask_or_else("choose", node, site, following, scope)

    def _ask_or_else(
        self, form: str, node: nodes.Choose | nodes.Offer, site: int, following: int, scope: Scope
    ) -> None:
        otherwise, after = self.b.block(), Exit(following)
        self.b.end(node.span, form, site, following, otherwise)
        self.b.start(otherwise)
        self.body(node.otherwise, scope)
        self.meet(after, node)
        self.b.start(following)

    def choice(self, node: nodes.Choose, scope: Scope) -> int:
        """The site of a choice; binds the name that the answer gets."""
        chooser = self.ex.typed(node.asking, scope, PLAYER) if node.asking is not None else self.b.choosers[-1]
        domain, element = self.ex.lists.domain(node.domain, scope)
        inner = scope.child()
        local = inner.local(node.name.text, element, node.name.span)
        wheres = []
        for each in node.wheres:
            wheres.append(self.where(each, inner))
            inner = self.ex.narrowed(each.test, inner)
        element = (inner.find(node.name.text) or inner.variables[node.name.text]).type
        least, most = self.bounds(node, scope)
        many = node.quantity != "one"
        self.new_name(node.name, scope)
        type = element.list if many else element
        slot = self.b.slot(node.name.text, type)
        scope.variables[node.name.text] = self.noted(things.Variable(("slot", slot), type, node.name.span))
        provided = tuple(self.where(each, scope) for each in node.provided)
        if provided and not many:
            self.findings.error(
                "provided-alone",
                node.provided[0].span,
                "`provided` is a condition on several that are chosen together, but here only one is chosen.",
                "Use `where`, which is asked of each candidate.",
            )
        in_prefix = self.b.prefix_open and not node.otherwise
        site = self.lowering.site(
            ir.Site(
                self.lowering.unique(f"{self.b.name}.{node.name.text}"),
                "choose",
                self.b.number,
                chooser,
                self.prompt(node, element),
                element.ir,
                local,
                domain,
                tuple(wheres),
                many,
                least,
                most,
                node.quantity == "every",
                provided,
                slot,
                (),
                (),
                "",
                False,
                len(self.b.prefix) + 1 if in_prefix else -1,
                ", ".join(node.cite),
                self.lowering.span(node.span),
            )
        )
        if in_prefix:
            self.prefix("choose", ALWAYS, slot, site, "", node)
        return site

    def where(self, condition: nodes.Condition, scope: Scope) -> ir.Where:
        test = self.ex.condition(condition.test, scope)
        reason = condition.reason or self.reason(condition.test)
        return ir.Where(test, reason, ", ".join(condition.cite), self.lowering.span(condition.span))

    def bounds(self, node: nodes.Choose, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
        number = self.ex.number(node.number, scope) if node.number is not None else ("const", 1)
        match node.quantity:
            case "up_to":
                return ("const", 0), number
            case "exactly":
                return number, number
            case "any_number":
                return ("const", 0), ("const", ir.ALL)
            case "every":
                return ("const", ir.ALL), ("const", ir.ALL)
        return ("const", 1), ("const", 1)

    def prompt(self, node: nodes.Choose, element: Type) -> str:
        if node.prompt:
            return node.prompt
        return self.composed_prompt(node, element)

    def composed_prompt(self, node: nodes.Choose, element: Type) -> str:
        """ "Choose a Fruit", in words that the declarations give."""
        noun = self.noun(element)
        match node.quantity:
            case "one":
                return f"Choose {'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
            case "every":
                return f"Put in order: {noun}"
            case "exactly" | "up_to":
                words = "up to " if node.quantity == "up_to" else ""
                if isinstance(node.number, nodes.Number):
                    return f"Choose {words}{node.number.value} × {noun}"
        return f"Choose any number of {noun}"

    def noun(self, element: Type) -> str:
        if element.base == "piece" and element.name in self.model.kinds:
            return self.model.kinds[element.name].label
        if element.base == "enum" and element.name in self.model.enums:
            return self.model.enums[element.name].label.split(".")[0]
        if element.base == "place" and element.name:
            zone = self.model.names[element.name]
            return (
                f"cell of {zone.label}"
                if isinstance(zone, things.Zone) and zone.grid is not None
                else zone.label.lower()
            )
        if element.base in ("line", "die") and element.name:
            return self.model.names[element.name].label
        return {"place": "place", "unknown": "option"}.get(element.base, element.base)

    # --- offer ------------------------------------------------------------------------------------------------------

    def _offer(self, node: nodes.Offer, scope: Scope) -> None:
        chooser = self.ex.typed(node.asking, scope, PLAYER) if node.asking is not None else self.b.choosers[-1]
        menu = []
        for name, args in node.actions:
            action = self.model.thing(name, things.Function, noun="action")
            if not isinstance(action, things.Function):
                continue
            if action.word not in ("action", "interjection"):
                self.findings.error(
                    "wrong-type",
                    name.span,
                    f"Only actions can be offered, and `{action.name}` is {with_article(action.noun)}.",
                    f"Declare it as `action {action.name}`, or run it on a line of its own.",
                )
                continue
            menu.append(
                ir.MenuItem(action.number, self.ex.calls.arguments(action.name, action.params, args, name.span, scope))
            )
        following = self.b.block()
        site = self.lowering.site(
            ir.Site(
                self.lowering.unique(f"{self.b.name}.offer"),
                "offer",
                self.b.number,
                chooser,
                "Choose an action",
                "entity",
                0,
                NOTHING,
                (),
                False,
                ALWAYS,
                ALWAYS,
                False,
                (),
                0,
                (),
                tuple(menu),
                node.passing or "",
                False,
                -1,
                ", ".join(node.cite),
                self.lowering.span(node.span),
            )
        )
        if not node.otherwise:
            self.b.end(node.span, "offer", site, following, following)
            self.b.start(following)
            return
        self._ask_or_else("offer", node, site, following, scope)

    # --- ask and may ------------------------------------------------------------------------------------------------

    def alternatives(
        self, node: nodes.Statement, chooser: ir.Expr, prompt: str, found: tuple[ir.Alternative, ...], name: str
    ) -> int:
        return self.lowering.site(
            ir.Site(
                self.lowering.unique(f"{self.b.name}.{name}"),
                "ask",
                self.b.number,
                chooser,
                prompt,
                "entity",
                0,
                NOTHING,
                (),
                False,
                ALWAYS,
                ALWAYS,
                False,
                (),
                0,
                found,
                (),
                "",
                False,
                -1,
                ", ".join(node.cite),
                self.lowering.span(node.span),
            )
        )

    def _ask(self, node: nodes.Ask, scope: Scope) -> None:
        chooser = self.ex.typed(node.who, scope, PLAYER)
        found: dict[str, ir.Alternative] = {}
        blocks: list[tuple[int, nodes.Option]] = []
        for option in node.options:
            name = option.name.text if option.name is not None else slug(option.label)
            if name in found:
                self.findings.error(
                    "declared-twice",
                    option.span,
                    f"There are two options called `{name}`.",
                    f'Give this one another name: option "{option.label}" as …',
                )
                continue
            test = self.ex.condition(option.test, scope) if option.test is not None else ALWAYS
            block = self.b.block()
            found[name] = ir.Alternative(name, option.label, test, block)
            blocks.append((block, option))
        after = self.b.block()
        site = self.alternatives(node, chooser, node.prompt or "Choose one", tuple(found.values()), "ask")
        self.b.end(node.span, "ask", site, after)
        for block, option in blocks:
            self.b.start(block)
            self.body(option.body, scope)
            self.b.jump(node.span, after)
        self.b.start(after)

    def _may(self, node: nodes.May, scope: Scope) -> None:
        test, prompt = ALWAYS, node.label
        cost: things.Thing | None = None
        if node.cost is not None:
            cost = self.model.thing(node.cost.name, things.Function, noun="effect")
            if not isinstance(cost, things.Function):
                return
            args = self.ex.calls.arguments(cost.name, cost.params, node.cost.args, node.cost.name.span, scope)
            test, prompt = ("can", cost.number, ME, *args), cost.label
        yes, after = self.b.block(), self.b.block()
        both = (ir.Alternative("yes", "Yes", test, yes), ir.Alternative("no", "No", test, after))
        chooser = self.ex.typed(node.asking, scope, PLAYER) if node.asking is not None else self.b.choosers[-1]
        site = self.alternatives(node, chooser, prompt.rstrip("?") + "?", both, "may")
        self.b.end(node.span, "ask", site, after)
        self.b.start(yes)
        if node.cost is not None and isinstance(cost, things.Function):
            self._perform(node.cost, scope)
            paid = self.b.block()
            self.b.end(node.span, "branch", ("fizzled", cost.number), after, paid)
            self.b.start(paid)
        self.body(node.body, scope)
        self.b.jump(node.span, after)
        self.b.start(after)

    # --- together ---------------------------------------------------------------------------------------------------

    def _together(self, node: nodes.Together, scope: Scope) -> None:
        """First everybody chooses, then what was chosen takes effect, one by one."""
        listed, _, _, element = self.ex.lists.filtered(node.domain, node.binder, node.where, (), scope)
        if element.base not in ("player", "unknown"):
            self.ex.wrong_type(node.domain.span, element, PLAYER)
        inner = scope.child()
        self.new_name(node.binder, scope)
        slot = self.b.slot(node.binder.text, PLAYER)
        inner.variables[node.binder.text] = things.Variable(("slot", slot), PLAYER, node.binder.span, used=True)
        branch, after = self.b.block(), self.b.block()
        self.b.end(node.span, "together", slot, listed, branch, after)
        self.b.start(branch)
        without = self.b.block()  # who cannot choose waits all the same
        joined = self.b.block()
        self.b.choosers.append(("slot", slot))
        statements = list(node.body)
        while statements and isinstance(statements[0], nodes.Choose):
            choose = statements.pop(0)
            assert isinstance(choose, nodes.Choose)
            if choose.otherwise:
                self.findings.error(
                    "together-only-chooses",
                    choose.span,
                    "A choice that all make together has no `else`: who cannot choose simply waits for the others.",
                    "Do after the `together` block what is to be done for them.",
                )
            site = self.choice(choose, inner)
            following = self.b.block()
            self.b.end(choose.span, "choose", site, following, without)
            self.b.start(following)
        results = self.b.block()
        self.b.end(node.span, "await", results)
        self.b.start(results)
        exit = Exit()
        self.b.exits.append(exit)
        for statement in statements:
            if isinstance(
                statement, (nodes.Choose, nodes.Ask, nodes.Offer, nodes.May, nodes.Perform, nodes.Together, nodes.Do)
            ):
                self.findings.error(
                    "together-only-chooses",
                    statement.span,
                    "In a `together` block everybody first chooses; after that, what was chosen is only noted down.",
                    "Put all `choose` lines first, then use `set` and `move`. Run effects after the `together` block.",
                )
                continue
            self.statement(statement, inner)
        self.b.exits.pop()
        if exit.block >= 0:
            self.b.jump(node.span, exit.block)
            self.b.start(exit.block)
        if self.b.current >= 0:
            self.b.end(node.span, "join")
        self.b.start(without)
        self.b.end(node.span, "await", joined)
        self.b.start(joined)
        self.b.end(node.span, "join")
        self.b.choosers.pop()
        self.b.start(after)
