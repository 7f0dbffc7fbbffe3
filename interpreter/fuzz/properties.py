"""What must hold of any game of any rulebook, at any point. Each check yields what is wrong: a kind, words, a place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from rulewright.interpreter.fuzz.observe import NONSENSE, shown
from rulewright.interpreter.fuzz.play import Luck, Step, random_step
from rulewright.interpreter.ir.program import NONE
from rulewright.interpreter.runtime import execute
from rulewright.interpreter.runtime.explain import reckoned, within
from rulewright.interpreter.runtime.faults import Fault, IllegalAnswer, RulesFault, SaveProblem
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.journal import entries
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.rulebook import Rulebook
from rulewright.interpreter.runtime.tracing import TooMuch

Wrong = tuple[str, str, str]  # kind (see finding.py), words, where

_OPTIONS = 4  # options of one decision that are tried out
_VALUES, _ARGUMENTS = 6, 2  # how many values are looked at, and how many things for each of their arguments
_NUMBERS = range(-1, 9)  # that are tried where any number would do


# --- at one point of a game -----------------------------------------------------------------------------------------


def asked_until_the_end(game: Game, luck: Luck) -> Iterator[Wrong]:
    """Nobody is asked only when the game is over, and whoever is asked can answer."""
    decisions = game.decisions()
    if game.over and decisions:
        yield "dead-end", f"the game is over, and {decisions[0].seat} is still asked", decisions[0].rule
    if not game.over and not decisions:
        yield "dead-end", "nobody is asked anything, and the game is not over", ""
    for decision in decisions:
        if not 0 <= decision.least <= decision.most <= len(decision.ids) or len(set(decision.ids)) < len(decision.ids):
            words = f"{decision.least} to {decision.most} are asked for, of {', '.join(decision.ids)}"
            yield "dead-end", words, decision.rule


def pieces_conserved(game: Game, luck: Luck) -> Iterator[Wrong]:
    """Every piece lies in exactly one place, or in the box."""
    M = game._machine
    program = M.code.program
    places = {piece: [] for piece in range(program.pieces[0], sum(program.pieces))}  # type: dict[int, list[int]]
    for place, row in enumerate(M.Z, program.places[0]):
        for piece in row:
            places.setdefault(piece, []).append(place)
    for piece, found in places.items():
        lies = M.S[M.code.places_at + piece]
        if found != ([] if lies == NONE else [lies]):
            where = " and ".join(program.names[place] for place in found) or "nowhere"
            yield "lost-piece", f"{program.names[piece]} lies {where}", program.names[lies] if lies >= 0 else "box"


def invariants_hold(game: Game) -> Iterator[Wrong]:
    """This is quick enough to be asked after every answer."""
    program = game._machine.code.program
    for name in game.broken_invariants():
        span = next(program.spans[each.span] for each in program.invariants if each.name == name)
        yield "broken-invariant", f'the invariant "{name}" does not hold', f"{span.file}:{span.line}"


def listed_options_apply(game: Game, luck: Luck) -> Iterator[Wrong]:
    """Any option that can be an answer by itself is taken; the game that was copied does not change."""
    before = game.hash()
    for decision in game.decisions():
        whole = decision.site is not None and decision.site.provided  # only this can refuse what is listed
        if decision.least <= 1 <= decision.most and not whole:
            for option in luck.shuffled(decision.ids)[:_OPTIONS]:
                copy = game.copy()
                try:
                    copy.apply(decision.seat, option, decision.id)
                except IllegalAnswer as refused:
                    yield "refused", f"{option} was listed, and is refused: {refused}", decision.rule
    if game.hash() != before:
        yield "copy-differs", "an answer to a copy has changed the game itself", ""


def others_are_refused(game: Game, luck: Luck) -> Iterator[Wrong]:
    """Whatever is not on the list is refused, and changes nothing."""
    before, log = game.hash(), game._machine.log
    for seat, answer, decision in _unlisted(game, luck):
        try:
            game.apply(seat, answer, decision)
        except IllegalAnswer:
            pass
        else:
            yield "accepted", f"{answer!r} was not listed, and is taken", seat
            return
        if game.hash() != before or game._machine.log is not log:
            yield "accepted", f"{answer!r} was refused, and has changed the game", seat
            return


def _unlisted(game: Game, luck: Luck) -> Iterator[tuple[Any, Any, str | None]]:
    asked = {decision.seat for decision in game.decisions()}
    yield NONSENSE, "yes", None
    for seat in game.seats:
        if seat not in asked:
            yield seat, (), None
            yield seat, "yes", None
    names = game._machine.code.program.names
    for decision in game.decisions():
        yield decision.seat, NONSENSE, decision.id
        yield decision.seat, (*decision.ids, NONSENSE), decision.id
        yield decision.seat, [*decision.ids, *decision.ids] or [NONSENSE], decision.id
        yield decision.seat, decision.ids[: decision.least - 1] if decision.least else NONSENSE, decision.id
        yield decision.seat, (0,), decision.id
        yield decision.seat, decision.ids[:1] or NONSENSE, f"{decision.id}.0"
        for name in luck.shuffled(names)[:_OPTIONS]:
            if name not in decision.ids:
                yield decision.seat, name, decision.id


def a_copy_is_independent(game: Game, luck: Luck) -> Iterator[Wrong]:
    before = state(game)
    copy = game.copy()
    if state(copy) != before:
        yield "copy-differs", "a copy is not the same game", ""
    if not game.over:
        again = copy.copy()
        step = random_step(copy, luck)
        if state(game) != before or state(again) != before:
            yield "copy-differs", "an answer to a copy has changed what it was copied from", ""
        if step is not None:
            step.take(again)
            if state(again) != state(copy):
                yield "copy-differs", "the same answer to two copies leads to two games", step.seat


def undo_goes_back(game: Game, luck: Luck) -> Iterator[Wrong]:
    """Where an answer can be taken back, all is as it was."""
    before = state(game)
    later = game.copy()
    if game.over or (step := random_step(later, luck)) is None:
        return
    if any(later.copy().undo(seat) for seat in game.seats if seat != step.seat):
        yield "undo-differs", f"somebody else can take the answer of {step.seat} back", step.seat
    if later.undo(step.seat):
        if state(later) != before:
            yield "undo-differs", "taking an answer back does not lead to where it was given", step.seat
        step.take(later)
        again = game.copy()
        step.take(again)
        if state(later) != state(again):
            yield "undo-differs", "an answer that was taken back and given again leads elsewhere", step.seat


def values_told_are_true(game: Game, luck: Luck) -> Iterator[Wrong]:
    """What a seat is told of a value is what the machine computes, which looks at the table itself."""
    M = game._machine
    program = M.code.program
    numbers = luck.shuffled(range(len(program.values)))[:_VALUES]
    if program.score >= 0:
        numbers = (program.score, *numbers)  # this is on the screen all the time
    for number in dict.fromkeys(numbers):
        choices = [luck.shuffled(_possible(M, kind))[:_ARGUMENTS] for kind in program.values[number].param_types]
        try:
            for args in product(*choices):
                yield from _told_true(game, number, args)
        except TooMuch:
            pass  # nobody is told of it, and to find that out takes long


def _told_true(game: Game, number: int, args: Sequence[int]) -> Iterator[Wrong]:
    M = game._machine
    name = M.code.program.values[number].name
    words = f"{name}({', '.join(str(arg) for arg in args)})"
    real = _computed(game, number, args)
    for seat in (*game.seats, None):
        try:
            told = reckoned(M, game._observer(seat), number, args)
        except TooMuch:
            raise
        except Fault as problem:
            if real is not None:
                yield "false-value", f"{seat} is told that {words} has no value ({problem}): {real}", name
        else:
            if told is not None and told[0].value != real:
                yield "false-value", f"{seat} is told that {words} is {told[0].value}: {real}", name


def _possible(M: Machine, kind: str) -> range:
    found = within(M, kind)
    return _NUMBERS if 0 in found and -1 in found else found


def _computed(game: Game, number: int, args: Sequence[int]) -> Any:
    """By the code that plays; None where it is stopped."""
    M = game._machine
    try:
        with execute.from_outside(M):
            return M.code.test(("value", number, *(("const", arg) for arg in args)))(M, M.stack[0], None)
    except RulesFault:
        return None


AT_A_POINT: Sequence[Callable[[Game, Luck], Iterator[Wrong]]] = (
    asked_until_the_end,
    pieces_conserved,
    others_are_refused,
    listed_options_apply,
    a_copy_is_independent,
    undo_goes_back,
    values_told_are_true,
)


# --- of a whole game ------------------------------------------------------------------------------------------------


def save_restores(book: Rulebook, game: Game) -> Iterator[Wrong]:
    """Through text, as through a file."""
    try:
        restored = book.restore(json.loads(json.dumps(game.save())))
    except SaveProblem as problem:
        yield "save-differs", str(problem), ""
        return
    if state(restored) != state(game):
        yield "save-differs", "what was saved is another game than what is restored", ""


def replay_repeats(book: Rulebook, game: Game, seed: int, steps: Sequence[Step]) -> Iterator[Wrong]:
    """The same seed and answers through the same door, once more."""
    again = book.start(len(game.seats), seed)
    for number, step in enumerate(steps):
        try:
            step.take(again)
        except (IllegalAnswer, RulesFault) as problem:
            yield "replay-differs", f"answer {number + 1} fits no more: {problem}", step.seat
            return
    if state(again) != state(game):
        yield "replay-differs", "the same answers lead to another game", ""


def state(game: Game) -> Any:
    """The state, and what is shown of it.

    Of the log, what each observer's lines are made of: of a long game, the lines of all observers would not fit.
    """
    return (
        game.hash(),
        [game.view(seat) for seat in (*game.seats, None)],
        entries(game._machine.log),
        [shown(decision) for decision in game.decisions()],
    )
