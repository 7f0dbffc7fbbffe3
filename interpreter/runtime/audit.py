"""What players can learn from what the rules do, besides what they are shown: asked when an answer is taken back.

A branch over a face-down card tells everybody something of that card. The answer is given once more to a machine that
reports each such use of what may be hidden, and each is looked at through the eyes of those who see what comes of it.
Machines that play pay for it with a look at `Machine.audit`, and only where the generated code reads hidden things.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.program import NONE, Expr, Site
from rulewright.interpreter.runtime.code import Waiting
from rulewright.interpreter.runtime.evaluate import evaluator
from rulewright.interpreter.runtime.evaluate_values import candidates, completes, opening
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generated import Look
from rulewright.interpreter.runtime.knowledge import column_seen
from rulewright.interpreter.runtime.machine import SLOTS, Frame, Machine
from rulewright.interpreter.runtime.tracing import Evaluator, View
from rulewright.interpreter.runtime.world import MachineWorld, SeatWorld, Unknown


class AuditedMachine(Machine):
    __slots__ = ("audit",)


class Audit:
    """Of what follows on a situation; `machine` is to be set going."""

    def __init__(self, M: Machine) -> None:
        copy = M.copy()
        self.machine = AuditedMachine()
        for name in Machine.__slots__:
            setattr(self.machine, name, getattr(copy, name))
        self.machine.audit = self
        self.learned = False  # whether anybody could learn something

    def look(self, number: int, slots: Sequence[Any], locals_: Sequence[Any] = (), tag: int = NONE) -> None:
        """The generated code is about to use something that may be hidden."""
        if self.learned:
            return
        look = self.machine.code.generated.looks[number]
        uses = _Uses(self.machine, look, tuple(slots), tuple(locals_), tag)
        try:
            uses.all_known()
        except (Unknown, Fault):  # a fault: it takes too long to find out
            self.learned = True

    def waiting(self, rules: Iterable[Waiting], E: Frame) -> None:
        """Rules on pieces are looked for: whether one is there may be a secret."""
        for seat in range(self.machine.players):
            world = SeatWorld(self.machine, seat)
            if not all(_surely_there_or_not(world, rule, E) for rule in rules if rule.acts_for_piece):
                self.learned = True


def _surely_there_or_not(world: SeatWorld, rule: Waiting, E: Frame) -> bool:
    pieces = rule.pieces
    if rule.this_arg >= 0:
        this = E[SLOTS + 1 + rule.this_arg]
        if world.hidden(this):
            return not any(world.hidden(piece) for piece in pieces)
        pieces = (this,) if this in rule.piece_set else ()
    try:
        for piece in pieces if rule.works else ():
            world.lies_in(piece, tuple(rule.works))
    except Unknown:
        return False
    return True


@frozen
class _Uses:
    """One look, with what it reads."""

    machine: Machine
    look: Look
    slots: tuple[Any, ...]
    locals: tuple[Any, ...]
    tag: int

    def all_known(self) -> None:
        """Raises Unknown where somebody who sees what comes of it could not have known it."""
        machine, look = self.machine, self.look
        everybody = range(machine.players)
        for seat in everybody if look.chooser is None else (self._actual(look.chooser),):
            self._known_to(seat, look.shown)
        if look.stored is not None:
            column = machine.code.program.columns[look.column]
            mask = column_seen(machine, column, self._actual(look.of) if look.of is not None else 0)
            for seat in everybody:
                if mask >> seat & 1:
                    self._known_to(seat, (look.stored,))
        if look.site >= 0:
            site = machine.code.program.sites[look.site]
            world = SeatWorld(machine, self._actual(site.chooser))
            _options_known(evaluator(world), site, self._view(world))

    def _actual(self, e: Expr) -> int:
        program = self.machine.code.program
        view = View(self.slots, dict(enumerate(self.locals)), self.tag)
        found: int = evaluator(MachineWorld(program, self.machine)).trace(e, view).value
        return found

    def _known_to(self, seat: int, expressions: Iterable[Expr]) -> None:
        world = SeatWorld(self.machine, seat)
        view = self._view(world)
        for e in expressions:
            evaluator(world).trace(e, view)

    def _view(self, world: SeatWorld) -> View:
        slots = world.named(self.look.function, self.slots) if self.look.function >= 0 else self.slots
        return View(slots, {i: world.seen_as(each) for i, each in enumerate(self.locals)}, self.tag)


def _options_known(self: Evaluator, site: Site, view: View) -> None:
    """Raises Unknown where the chooser could not have told what can be chosen."""
    if site.form == "ask":
        for alternative in site.alternatives:
            self.trace(alternative.test, view)
    elif site.form == "offer":
        for item in site.menu:
            action = self.program.functions[item.function]
            given = tuple(self.kept(e, view, []) for e in item.args)
            if len(given) == len(action.params):
                given = (self.value(site.chooser, view, []), *given)
            completes(self, action, 0, opening(action, given))
    else:
        found = candidates(self, site, view)
        if site.many:
            self.number(site.least, view, [])
            self.number(site.most, view, [])
        elif site.prefix_at >= 0:
            function = self.program.functions[site.function]
            for each in found:
                completes(self, function, site.prefix_at, view.put(site.slot, each))
