"""All that reaches a seat through the door of a game, by the part of it that could betray something."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice, product
from typing import Any

from attrs import asdict

from rulewright.interpreter.ir.meaning import plain_type
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game

NONSENSE = "no such thing"
_VALUES, _PER_VALUE = 4, 2  # how many values are asked about at a time, and with how many arguments each
_RECORDS = 2  # in one of how many times the whole record is compared

Observed = dict[str, Any]


def observed(game: Game, seat: str | None, since: int, probes: Sequence[str], thorough: int | None) -> Observed:
    """`probes` are names to ask and answer with, whether they fit or not. A number in `thorough` adds what takes
    longer, and says which of the values are asked about this time.
    """
    view = game.view(seat)
    found: Observed = {"question": view.pop("asked"), "view": view, "log": game.log(seat, since)}
    if seat is not None:
        mine = [decision for decision in game.decisions() if decision.seat == seat]
        found["options"] = [shown(decision) for decision in mine]
        found["interjections"] = game.interjections(seat)
        found["messages"] = [_refusals(game, decision, (NONSENSE, *probes)) for decision in mine]
        found["why"] = [asdict(reason) for reason in game.why_not(seat)]
        found["undo"] = game.copy().undo(seat)
    if thorough is not None:
        found["values"] = _values(game, seat, probes, thorough)
        if seat is not None:
            found["imagined"] = _imagined(game, seat, thorough)
        if thorough % _RECORDS == 0:
            found["record"] = game.record(seat)
    return found


def _imagined(game: Game, seat: str, seed: int) -> list[Any]:
    try:
        possible = game.imagine(seat, seed)
    except RulesFault as fault:
        return [str(fault)]
    return [possible.view(seat), possible.hash()]


def shown(decision: Decision) -> dict[str, Any]:
    """A decision as it is shown to its seat."""
    return {
        "id": decision.id,
        "form": decision.form,
        "prompt": decision.prompt,
        "options": [asdict(option) for option in decision.options],
        "least": decision.least,
        "most": decision.most,
        "ordered": decision.ordered,
        "rule": decision.rule,
        "cite": decision.cite,
    }


def _refusals(game: Game, decision: Decision, probes: Sequence[str]) -> list[Any]:
    """What is said to answers that do not fit."""
    found = []
    for probe in probes:
        if probe not in decision.ids:
            try:
                game.apply(decision.seat, probe, decision.id)
            except IllegalAnswer as refused:
                found.append((probe, refused.reason, refused.cite, refused.nearest))
    return found


def _values(game: Game, seat: str | None, probes: Sequence[str], turn: int) -> list[Any]:
    program = game._machine.code.program
    found: list[Any] = []
    for value in islice(cycle(program.values), turn * _VALUES, turn * _VALUES + min(_VALUES, len(program.values))):
        choices = [_arguments(program, kind, game.seats, probes) for kind in value.param_types]
        for args in islice(product(*choices), _PER_VALUE):
            try:
                explained = game.why_value(seat, value.name, args)
            except (RulesFault, ValueError) as problem:  # whether it should have a value: `properties.py`
                found.append((value.name, args, str(problem)))
            else:
                found.append((value.name, args, asdict(explained) if explained else None))
    return found


def _arguments(program: Program, kind: str, seats: Sequence[str], probes: Sequence[str]) -> Sequence[str]:
    """Some arguments of a declared type: pieces that are asked about first."""
    kind = kind.removesuffix(" or none")
    entity = next((each for each in program.kinds if each.name == kind), None)
    if kind == "player":
        return seats
    if entity is not None:
        names = program.names[entity.first : entity.first + entity.count]
        return ([name for name in probes if name in names] or names)[:2]
    enum = next((each for each in program.enums if each.name == kind), None)
    if enum is not None:
        return enum.members[:2]
    plain = plain_type(program, kind)
    return {"flag": ("yes", "no"), "number": ("1",)}.get(plain, probes if plain == "entity" else ())
