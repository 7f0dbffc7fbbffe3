"""Runs all checks of a program that compiled."""

from __future__ import annotations

from rulewright.interpreter.checks.circles import value_circles
from rulewright.interpreter.checks.events import events_that_must_run
from rulewright.interpreter.checks.interference import interference
from rulewright.interpreter.checks.overlaps import overlaps
from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.reach import reach
from rulewright.interpreter.checks.turns import nobody_acts
from rulewright.interpreter.checks.unseen import unseen_conditions
from rulewright.interpreter.checks.unused import unused
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.link import Linked
from rulewright.interpreter.model.book import Model


def check_program(linked: Linked, model: Model, program: Program, findings: Findings) -> None:
    places = Places(program, linked.sources)
    unused(model, linked, findings)
    reach(program, frozenset(option.name for option in model.options), places, findings)
    overlaps(program, places, findings)
    interference(program, places, linked.layers, findings)
    events_that_must_run(program, places, findings)
    nobody_acts(program, places, findings)
    value_circles(program, places, findings)
    unseen_conditions(program, places, findings)
