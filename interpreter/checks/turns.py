"""`me` where nobody acts: `game` and what it runs outside of turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.trees import conjuncts, nodes_in, trees_of
from rulewright.interpreter.diagnostics import Findings, Label
from rulewright.interpreter.ir.operations import targets
from rulewright.interpreter.ir.program import NONE, Block, Expr, Program
from rulewright.interpreter.model.scopes import TURN

ME: Expr = ("slot", 0)
ACTIVE = -1  # among the slots that may hold nobody: whose turn it is
Nobody = frozenset[int]  # slots that may hold none, since no turn is running


def nobody_acts(program: Program, places: Places, findings: Findings) -> None:
    flow = _Flow(program)
    flow.run()

    def report(span: int, came: int | None, otherwise: str) -> None:
        findings.error(
            "no-turn",
            places.span(span),
            "This speaks of the player who acts, but it can happen while it is nobody's turn.",
            f"Let it happen in a turn (`each player from …`, `turn of …`), or {otherwise}.",
            [Label(places.span(came), "Here it is run, outside of any turn:")] if came is not None else [],
        )

    for rule in program.rules:
        # Whether it should run is asked before anything of its body.
        if rule.optional and flow.is_nobody(rule.asked or ME, flow.entered.get(rule.function, frozenset())):
            report(rule.span, flow.came.get(rule.target), "say who is asked: `asking p`")
    for number, known in flow.entered.items():
        function = program.functions[number]
        if function.span < 0 or any(_asks_first(program, tree) for tree, _ in trees_of(program, number)):
            continue
        for at, nobody in flow.blocks_of(number, known).items():
            for span in flow.faults(function.blocks[at], nobody):
                report(span, flow.came.get(number), "name the player: `for p in players` goes through all of them")


def _asks_first(program: Program, tree: Any) -> bool:
    """Whether something asks if somebody acts. Then it is believed."""
    nobody = [("eq", who, ("const", NONE)) for who in (ME, ("global", program.active))]
    turns = [("running", number) for number, function in enumerate(program.functions) if function.name == TURN]
    return any(node in nobody or node in turns for node in nodes_in(tree))


class _Flow:
    """Follows `me` and `active` from `game` on, through everything that it runs."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.entered: dict[int, Nobody] = {}  # how each function may be entered
        self.came: dict[int, int] = {}  # from where, the first time that nobody acted
        self.waiting: list[int] = []

    def run(self) -> None:
        self.enter(self.program.main, frozenset([0, ACTIVE]), None)
        for interjection in self.program.interjections:
            self.enter(interjection, frozenset([ACTIVE]), None)
        while self.waiting:
            number = self.waiting.pop()
            function = self.program.functions[number]
            for at, nobody in self.blocks_of(number, self.entered[number]).items():
                self.leave(function.blocks[at], self.after(function.blocks[at], nobody))
            for rule in self.program.rules:
                # The rules of a piece act for its owner, and standing ones for who set them up.
                if rule.target == number and not rule.pieces and not rule.standing:
                    active = self.entered[number] & {ACTIVE}
                    if self.names_who_acts(rule.guard) or _asks_first(self.program, rule.guard):
                        active = frozenset()
                    self.enter(rule.function, active | {0} if active else active, rule.span)

    def names_who_acts(self, guard: Expr) -> bool:
        """Whether a rule waits for what befalls the one who acts: `after draw(me)` waits in vain for nobody."""
        who = (ME, ("global", self.program.active))
        pairs = [test[1:] for test in conjuncts(guard) if test[0] == "eq"]
        return any((a in who and b[0] == "local") or (b in who and a[0] == "local") for a, b in pairs)

    def enter(self, number: int, nobody: Nobody, span: int | None) -> None:
        known = self.entered.get(number)
        joined = nobody if known is None else known | nobody
        if joined != known:
            if span is not None and 0 in nobody:
                self.came.setdefault(number, span)
            self.entered[number] = joined
            self.waiting.append(number)

    def blocks_of(self, number: int, nobody: Nobody) -> dict[int, Nobody]:
        """How each block that can be reached may be entered."""
        function = self.program.functions[number]
        found: dict[int, Nobody] = {0: nobody}
        waiting = [0]
        while waiting:
            at = waiting.pop()
            block = function.blocks[at]
            now = self.after(block, found[at])
            following = list(targets(block.end))
            if block.end[0] == "ask":
                following += [option.block for option in self.program.sites[block.end[1]].alternatives]
            if block.end[0] == "header":
                following.append(function.body)
            for each in following:
                joined = now | found.get(each, frozenset())
                if joined != found.get(each):
                    found[each] = joined
                    waiting.append(each)
        return found

    def after(self, block: Block, nobody: Nobody) -> Nobody:
        for instr in block.instrs:
            nobody = self.changed(instr, nobody)
        return nobody

    def changed(self, instr: Expr, nobody: Nobody) -> Nobody:
        """A turn keeps `me` and `active` in slots, names its own player, and gives both back at its end."""
        match instr:
            case ("set", slot, value):
                return nobody | {slot} if self.is_nobody(value, nobody) else nobody - {slot}
            case ("set_global", column, value) if column == self.program.active:
                return nobody | {ACTIVE} if self.is_nobody(value, nobody) else nobody - {ACTIVE}
        return nobody

    def is_nobody(self, value: Expr, nobody: Nobody) -> bool:
        return (value[0] == "slot" and value[1] in nobody) or (self.is_active(value) and ACTIVE in nobody)

    def is_active(self, value: Expr) -> bool:
        return value == ("global", self.program.active)

    def leave(self, block: Block, nobody: Nobody) -> None:
        """What the end of a block runs. Who chose an action from a menu acts in it."""
        active = nobody & {ACTIVE}
        match block.end:
            case ("event" | "call", number, args, *_):
                self.enter(number, active | ({0} if self.is_nobody(args[0], nobody) else set()), block.spans[-1])
            case ("part", part, _, args, _):
                for number in self.program.parts[part].functions:
                    if number >= 0:
                        self.enter(
                            number, active | ({0} if self.is_nobody(args[0], nobody) else set()), block.spans[-1]
                        )
            case ("offer", site, *_):
                for item in self.program.sites[site].menu:
                    self.enter(item.function, active, block.spans[-1])

    def faults(self, block: Block, nobody: Nobody) -> Iterator[int]:
        """Where a block needs a player and may have none."""
        for instr, span in zip(block.instrs, block.spans, strict=False):
            if self.needs(instr, nobody):
                yield span
            nobody = self.changed(instr, nobody)
        if block.end[0] in ("choose", "ask", "offer"):
            site = self.program.sites[block.end[1]]
            if self.is_nobody(site.chooser, nobody) or self.needs((site.domain, site.wheres), nobody):
                yield site.span
        elif self.needs(block.end, nobody):
            yield block.spans[-1]

    def needs(self, tree: Any, nobody: Nobody) -> bool:
        for node in nodes_in(tree):
            match node:
                case ("place", _, *keys) if any(self.is_nobody(key, nobody) for key in keys):
                    return True
                case ("prop" | "set_prop", _, entity, *_) if self.is_nobody(entity, nobody):
                    return True
                case ("win" | "lose", ("list", *players)) if any(self.is_nobody(one, nobody) for one in players):
                    return True
        return False
