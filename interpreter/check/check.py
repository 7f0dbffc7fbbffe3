"""Runs all checks of a program that compiled."""

from __future__ import annotations

from rulewright.interpreter.check.circles import value_circles
from rulewright.interpreter.check.events import events_that_must_run
from rulewright.interpreter.check.overlaps import overlaps
from rulewright.interpreter.check.places import Places
from rulewright.interpreter.check.reach import reach
from rulewright.interpreter.check.unused import unused
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.link import Linked
from rulewright.interpreter.model.book import Model


def check_program(linked: Linked, model: Model, program: Program, findings: Findings) -> None:
    places = Places(program, linked.sources)
    unused(model, linked, findings)
    reach(program, places, findings)
    overlaps(program, places, findings)
    events_that_must_run(program, places, findings)
    value_circles(program, places, findings)
