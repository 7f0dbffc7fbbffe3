"""Faults of the machine that tell a seat something it may not know. Each is injected before the rulebook is loaded.

To add one: a function that takes pytest's monkeypatch, with the part of what a seat is shown (`observe.py`, `leaks.py`)
in which the leak check has to notice it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime import (
    choices,
    decision,
    execute,
    explain,
    game,
    history,
    imagine,
    journal,
    knowledge,
    options,
    record,
    view,
    world,
)
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer
from rulewright.interpreter.runtime.machine import Machine, Pending

Inject = Callable[[pytest.MonkeyPatch], None]


@frozen
class Planted:
    """A fault, and the parts of what is shown in any of which it must be noticed."""

    inject: Inject
    parts: tuple[str, ...]
    program: Callable[[Program], Program] = lambda program: program


PLANTED: dict[str, Planted] = {}


def planted(*parts: str) -> Callable[[Inject], Inject]:
    def keep(inject: Inject) -> Inject:
        PLANTED[inject.__name__] = Planted(inject, parts)
        return inject

    return keep


def top_of_the_deck(M: Machine) -> int:
    """Something that no seat may know."""
    return next((row[0] for row in M.Z[:1] if row), 0)


# --- options --------------------------------------------------------------------------------------------------------


@planted("options")
def option_id(patch: pytest.MonkeyPatch) -> None:
    """A card in another hand is offered by its name instead of a slot."""

    def named(M: Machine, seat: int, values: tuple[int, ...], several: bool) -> Any:
        return tuple(M.code.entity_names[value] for value in values), values

    patch.setattr(options, "_entities", named)


@planted("options")
def option_label(patch: pytest.MonkeyPatch) -> None:
    """The slot has a name that tells nothing, but it is labelled with the card."""
    patch.setattr(decision, "hidden_label", lambda program, piece: program.labels[piece])


@planted("options")
def option_order(patch: pytest.MonkeyPatch) -> None:
    """The options come in an order that depends on what lies on top of the deck."""
    listed = options.listed

    def turned(M: Machine, pending: Pending) -> Any:
        ids, values = listed(M, pending)
        return (ids[::-1], values[::-1]) if top_of_the_deck(M) % 2 else (ids, values)

    patch.setattr(decision, "listed", turned)


@planted("slots")
def slot_order(patch: pytest.MonkeyPatch) -> None:
    """The slots are in the order in which the cards are declared."""
    patch.setattr(options, "shuffled_slots", lambda M, seat, pieces: sorted(pieces))


@planted("options")
def prompt(patch: pytest.MonkeyPatch) -> None:
    """The question itself names the first of the cards that could be chosen."""
    asked = vars(Decision)["prompt"].fget

    def told(self: Decision) -> str:
        return f"{asked(self)} {self.values[:1]}" if self.form == "choose" else str(asked(self))

    patch.setattr(Decision, "prompt", property(told))


# --- the log, the view, the record ----------------------------------------------------------------------------------


@planted("log")
def log_line(patch: pytest.MonkeyPatch) -> None:
    """A move from one hidden place to another is told with the card's name."""
    patch.setattr(journal._Reader, "_piece", lambda self, piece, mask: self.program.names[piece])


@planted("log")
def log_of_a_choice(patch: pytest.MonkeyPatch) -> None:
    """What somebody chose from their own hand is told before it is played."""

    def told(M: Machine, pending: Pending, chosen: tuple[Any, ...]) -> None:
        masks = tuple([M.code.knowledge.everybody if M.code.knowledge else 0] * (1 + len(chosen)))
        M.log = (M.log, M.code.choice_entries[pending[1]], (pending[2], *chosen), masks)

    patch.setattr(choices, "_log_choice", told)


@planted("view")
def back_of_a_card(patch: pytest.MonkeyPatch) -> None:
    """The backs of the cards are not quite alike."""
    shown = view._Viewer._piece

    def marked(self: Any, piece: int) -> Any:
        found = shown(self, piece)
        return {**found, "back": piece} if "back" in found else found

    patch.setattr(view._Viewer, "_piece", marked)


@planted("view")
def hidden_property(patch: pytest.MonkeyPatch) -> None:
    """Everybody is shown what only its owner may read."""
    patch.setattr(view, "column_seen", lambda M, column, entity: ~0)


@planted("record")
def record_of_a_seat(patch: pytest.MonkeyPatch) -> None:
    """The record that a seat may keep is the table's own."""
    kept = record.record

    def whole(origin: Any, answers: Any, observer: int) -> Any:
        return {**kept(origin, answers, observer), "table": origin.machine().Z}

    patch.setattr(game, "record", whole)


# --- words ----------------------------------------------------------------------------------------------------------


@planted("messages")
def message(patch: pytest.MonkeyPatch) -> None:
    """Whoever names a card that they cannot see is told whether it is there."""
    refusal = explain.refusal

    def helpful(M: Machine, asked: Decision, option: Any) -> IllegalAnswer:
        names = [M.code.entity_names[value] for value in asked.values if isinstance(value, int)]
        return IllegalAnswer("it is among these cards") if option in names else refusal(M, asked, option)

    patch.setattr(choices, "refusal", helpful)


@planted("why", "values", "messages")
def why(patch: pytest.MonkeyPatch) -> None:
    """Reasons are found by looking at the cards themselves."""
    patch.setattr(world.SeatWorld, "hidden", lambda self, value: False)


# --- questions ------------------------------------------------------------------------------------------------------


@planted("question", "log")
def forced_choice(patch: pytest.MonkeyPatch) -> None:
    """Whoever has a single option is not asked."""
    run = execute.run

    def hurried(M: Machine) -> None:
        run(M)
        while len(M.pending) == 1 and M.pending[0][0] == "choose":
            only = Decision(M, M.pending[0])
            if len(only.ids) != 1 or only.site is None or only.site.many:
                return
            choices.answer(M, only, only.ids)
            run(M)

    patch.setattr(execute, "run", hurried)


@planted("interjections")
def interjection(patch: pytest.MonkeyPatch) -> None:
    """What a seat may call out depends on a card that nobody has seen."""
    found = history.interjections
    patch.setattr(history, "interjections", lambda M, seat: found(M, seat) if top_of_the_deck(M) % 2 else ())


# --- what a seat knows ----------------------------------------------------------------------------------------------


@planted("view", "options")
def known_top_card(patch: pytest.MonkeyPatch) -> None:
    """A card that all saw go onto the deck is still known after the shuffle."""
    patch.setattr(knowledge.Knowledge, "shuffled", lambda self, M, place: None)


@planted("view", "options")
def unseen_pick(patch: pytest.MonkeyPatch) -> None:
    """A card that was known in a hand is still known after one of the hand was lost unseen."""
    patch.setattr(knowledge.Knowledge, "leaving", lambda self, M, piece, source, to: M.S[self.known_at + piece])
    patch.setattr(knowledge.Knowledge, "picked", lambda self, M, pieces: None)


@planted("view")
def secret_of_a_team(patch: pytest.MonkeyPatch) -> None:
    """What two seats share is seen by all."""
    patch.setattr(knowledge, "seats_mask", lambda seen: 31 if seen.startswith("seats:") else 0)


@planted("imagined")
def imagined(patch: pytest.MonkeyPatch) -> None:
    """A bot's imagination deals it the cards that really lie there."""
    patch.setattr(imagine._Dealer, "deal", lambda self: None)


# --- the way back ---------------------------------------------------------------------------------------------------


@planted("undo")
def undo(patch: pytest.MonkeyPatch) -> None:
    """A card can be looked at, and the answer that showed it be taken back."""
    for barrier in ("_face_shown", "_field_shown", "_told"):
        patch.setattr(history, barrier, lambda before, now: False)


@planted("undo")
def undo_of_what_was_told(patch: pytest.MonkeyPatch) -> None:
    """The rules do something that depends on a card, for all to see, and the answer can be taken back."""
    patch.setattr(history, "_told", lambda before, answer: False)


@planted("undo")
def undo_of_a_simultaneous_choice(patch: pytest.MonkeyPatch) -> None:
    """The last to choose sees what the others chose, and chooses again."""
    patch.setattr(history, "_choices_shown", lambda before, now: False)


@planted("undo")
def undo_that_knows(patch: pytest.MonkeyPatch) -> None:
    """Whether an answer can be taken back depends on a card that nobody has seen."""
    found = history.before_last

    def moody(origin: Any, answers: Any, now: Machine, seat: str) -> Any:
        return found(origin, answers, now, seat) if top_of_the_deck(now) % 2 else None

    patch.setattr(history, "before_last", moody)


# --- faults of the compiler -----------------------------------------------------------------------------------------


def _nothing(patch: pytest.MonkeyPatch) -> None: ...


def _not_secret(program: Program) -> Program:
    return evolve(program, sites=tuple(evolve(site, secret=False) for site in program.sites))


# A question is only raised if there is something to choose, although that depends on a hidden hand.
PLANTED["question_because_of_a_card"] = Planted(_nothing, ("question",), _not_secret)
