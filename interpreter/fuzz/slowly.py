"""One answer in slow motion: what an observer may know at each point between two questions."""

from __future__ import annotations

from rulewright.interpreter.fuzz.allowed import Allowed, allowed
from rulewright.interpreter.fuzz.play import Step
from rulewright.interpreter.fuzz.witness import Witness
from rulewright.interpreter.runtime import choices, execute
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.machine import PC, Machine


def passes(game: Game, step: Step, witness: Witness, goal: Allowed) -> bool:
    """Whether the game, on its way from this step to the next question, is at some point as the goal says."""
    asked = next((decision for decision in game.decisions() if decision.id == step.decision), None)
    if asked is None:
        return False
    M = game._machine.copy()
    choices.answer(M, asked, step.ids)
    return runs_through(M, witness.copy(), goal)


def runs_through(M: Machine, watching: Witness, goal: Allowed) -> bool:
    execute.refill(M)
    while True:
        watching.watch(M)
        if len(watching.told) > len(goal[1]):
            return False  # too far: what was told is never taken back
        if allowed(M, watching) == goal:
            return True
        frame = M.stack[-1]
        if M.code.table[frame[PC]](M, frame):
            return False
