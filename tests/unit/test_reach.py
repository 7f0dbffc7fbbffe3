"""A rule is looked for among what runs only where it could be there: where something that it sets off leads back."""

from __future__ import annotations

from rulewright.interpreter.runtime.reach import returning
from tests.unit.building import ME, TRUE, block, const, rule, slot
from tests.unit.programs import FIRST_OWN, HIT, STRIKE, body, duel, says

QUIET = says("quiet", "ouch")
STRIKES_BACK = body("strikes_back", block(("event", STRIKE, (ME,), -1, 1)), block(("return",)))
PASSES_ON = body("passes_on", block(("proceed", (slot(2), const(1)), 1)), block(("return",)))


def test_only_what_leads_back_to_its_event_returns() -> None:
    rules = (rule("quiet", "after", HIT, FIRST_OWN), rule("strikes_back", "after", HIT, FIRST_OWN + 1))
    assert returning(duel(*rules, bodies=(QUIET, STRIKES_BACK))) == [False, True]


def test_what_lets_its_event_happen_returns() -> None:
    assert returning(duel(rule("passes_on", "instead", HIT, FIRST_OWN), bodies=(PASSES_ON,))) == [True]


def test_it_may_lead_back_over_what_another_rule_does() -> None:
    rules = (rule("strikes_back", "after", HIT, FIRST_OWN), rule("on_strikes", "after", STRIKE, FIRST_OWN + 1))
    assert returning(duel(*rules, bodies=(STRIKES_BACK, QUIET))) == [True, False]


def test_a_state_that_comes_to_hold_may_come_at_any_time() -> None:
    rules = (rule("hurt", "whenever", -1, FIRST_OWN, guard=TRUE), rule("quiet", "after", HIT, FIRST_OWN + 1))
    assert returning(duel(*rules, bodies=(STRIKES_BACK, QUIET))) == [True, True]
