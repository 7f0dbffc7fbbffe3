"""The leak check. What a seat cannot know is changed behind its back; whatever it is shown must stay the same.

The two games are driven with the same answers of that seat, and with the corresponding answers of the others, for as
long as the rules themselves let nothing out (`allowed.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from attrs import evolve, frozen

from rulewright.interpreter.fuzz.allowed import Allowed, allowed, same_answers
from rulewright.interpreter.fuzz.observe import observed
from rulewright.interpreter.fuzz.play import Luck, Step
from rulewright.interpreter.fuzz.slowly import passes, runs_through
from rulewright.interpreter.fuzz.twins import (
    ANSWER,
    CHANCE,
    DEAL,
    Twins,
    rooted,
    with_answer_changed,
    with_chance_changed,
    with_deal_changed,
    with_pieces_exchanged,
    with_property_changed,
)
from rulewright.interpreter.fuzz.witness import Witness
from rulewright.interpreter.runtime import execute
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.machine import Machine

_PROBES = 6  # hidden pieces that a seat asks about by name
_THOROUGH = 4  # every how many answers the slower questions are asked
_LONGEST = 60  # characters of what was shown that a message quotes


@frozen
class Leak:
    """`part` of what is shown to a seat differs, `after` so many answers, although only `hidden` things do."""

    seat: str | None
    part: str
    hidden: str
    path: str  # where in that part
    shown: tuple[str, str]  # in the real game, and in the other one
    after: int

    def __str__(self) -> str:
        one, other = self.shown
        who = self.seat or "a spectator"
        return f"{who} is shown {one} or {other} in {self.part}{self.path}, although only this differs: {self.hidden}"


@frozen
class Watched:
    """A whole game as one observer saw it: the witness before each step and at the end, and when pieces are known."""

    games: Sequence[Game]  # before each step, and the last
    steps: Sequence[Step]
    witnesses: Sequence[Witness]
    learned: Sequence[set[int]]  # pieces identified at any time from the previous point on
    begun: Machine  # before anything had happened
    unpacked: Witness  # at that time

    @classmethod
    def by(cls, observer: int, games: Sequence[Game], steps: Sequence[Step]) -> Watched:
        origin = games[0]._origin
        begun = execute.begin(origin.code, origin.players, origin.seed or 0)
        witness = Witness.of(begun, observer)
        unpacked = witness.copy()
        witnesses, learned = [], []
        for game in games:
            witness.watch(game._machine)
            learned.append(set(witness.learned))
            witness.learned.clear()
            witness.learned |= witness.known
            witnesses.append(witness.copy())
        return cls(games, steps, witnesses, learned, begun, unpacked)

    @property
    def seat(self) -> str | None:
        return _seat(self.games[0], self.witnesses[0].observer)

    def machine(self, start: int) -> Machine:
        return self.games[start]._machine

    def unknown(self, start: int, reach: int) -> set[int]:
        """Pieces that the observer does not identify from one point on, for so many steps."""
        program = self.witnesses[start].program
        known = set(self.witnesses[start].known).union(*self.learned[start + 1 : start + reach + 1])
        return set(range(program.pieces[0], sum(program.pieces))) - known


def leaks(games: Sequence[Game], steps: Sequence[Step], luck: Luck, tries: int, reach: int = 12) -> Iterator[Leak]:
    """Looks so many times: each time from another point of a game, through other eyes, at another difference."""
    program = games[0]._machine.code.program
    observers = [*range(len(games[0].seats)), program.most_players]
    watched = [Watched.by(observer, games, steps) for observer in observers]
    for number in range(tries):
        turn, which = divmod(number, len(watched))
        start = luck.below(len(games))
        if which == 0 and start:
            yield from _undone(watched, start - 1)
        for form in range(len(_DIFFERENCES)):
            twins = _DIFFERENCES[(turn + form) % len(_DIFFERENCES)](watched[which], start, reach, luck)
            if twins is not None:
                first = 0 if twins.form == DEAL else start + (twins.form == ANSWER)
                leak = compared(twins, steps[first : first + reach], number)
                if leak is not None:
                    yield evolve(leak, after=first + leak.after)
                break


def _two_pieces(watched: Watched, start: int, reach: int, luck: Luck) -> Twins | None:
    pieces = watched.unknown(start, luck.one((0, 1, 3, reach)))
    return with_pieces_exchanged(watched.machine(start), watched.witnesses[start], pieces, luck, two=True)


def _many_pieces(watched: Watched, start: int, reach: int, luck: Luck) -> Twins | None:
    pieces = watched.unknown(start, luck.one((0, 1, 3, reach)))
    return with_pieces_exchanged(watched.machine(start), watched.witnesses[start], pieces, luck, two=False)


def _deal(watched: Watched, start: int, reach: int, luck: Luck) -> Twins | None:
    pieces = watched.unknown(0, luck.one((0, 1, 3, reach))) - watched.learned[0]
    return with_deal_changed(watched.begun, watched.machine(0), watched.unpacked, pieces, luck)


def _property(watched: Watched, start: int, reach: int, luck: Luck) -> Twins | None:
    return with_property_changed(watched.machine(start), watched.witnesses[start], luck)


def _chance(watched: Watched, start: int, reach: int, luck: Luck) -> Twins | None:
    return with_chance_changed(watched.machine(start), watched.witnesses[start], luck)


def _answer(watched: Watched, start: int, reach: int, luck: Luck) -> Twins | None:
    if start == len(watched.steps) or watched.steps[start].seat == watched.seat:
        return None
    return with_answer_changed(watched.games[start], watched.steps[start], watched.witnesses[start], luck)


_DIFFERENCES = (_two_pieces, _property, _answer, _deal, _many_pieces, _two_pieces, _chance)


# --- taking back ----------------------------------------------------------------------------------------------------


def _undone(watched: Sequence[Watched], start: int) -> Iterator[Leak]:
    """What was taken back must not have taught anybody anything."""
    step = watched[0].steps[start]
    game = rooted(watched[0].machine(start).copy())
    step.take(game)
    after = game._machine
    if not game.undo(step.seat):
        return
    if after.rng != game._machine.rng:
        yield Leak(step.seat, "undo", "the generator has gone on", "", ("one draw", "another"), start + 1)
    for each in watched:
        for piece in sorted(each.learned[start + 1] - each.witnesses[start].known):
            name = after.code.program.names[piece]
            yield Leak(each.seat, "undo", f"{name} was seen", "", (name, "nothing"), start + 1)


def _taken_back(twins: Twins, step: Step) -> bool:
    """Whether a step that was the same in both games can be undone in one, after it has shown that they differ."""
    if twins.form == CHANCE or twins.mirrored(step) != step:
        return False  # the same words stand for different things, or it was another answer
    return any(game.copy().undo(step.seat) for _, game in twins.pairs)


# --- two games side by side -----------------------------------------------------------------------------------------


def compared(twins: Twins, steps: Sequence[Step], turn: int = 0) -> Leak | None:
    """Drives both games until the rules let something out, or the steps end. `turn` varies what is asked besides."""
    seat = _seat(twins.real, twins.witnesses[0].observer)
    for number, step in enumerate((None, *steps)):
        before = twins.copy()
        if step is not None and not _taken(twins, step, seat):
            return _refused(twins, step, seat, number) if step.seat == seat else None
        for witness, game in twins.pairs:
            witness.watch(game._machine)
        one, other = (allowed(game._machine, witness, game.result) for witness, game in twins.pairs)
        if step is not None and one != other and _taken_back(twins, step):
            return Leak(seat, "undo", twins.what, "", ("one thing", "another"), number)
        if twins.form == ANSWER and None in (twins.real._machine.branches, twins.other._machine.branches):
            return None  # now all have answered, and everybody may see what comes of it
        if one != other or not same_answers(*twins.witnesses):
            skipped = twins.form != CHANCE and _skipped(before, step, seat, one, other)
            return Leak(seat, "question", twins.what, "", ("a question", "none"), number) if skipped else None
        thoroughly = number == 0 or (number + turn) % _THOROUGH == 0  # not always after the same answers
        found = _difference(twins, seat, number, turn + number // _THOROUGH if thoroughly else None)
        if found is not None:
            return evolve(found, after=number)
    return None


def _skipped(before: Twins, step: Step | None, seat: str | None, one: Allowed, other: Allowed) -> bool:
    """Whether one game stopped to ask where the other, to the observer no different, went on."""
    (first, real), (second, twin) = before.pairs
    if step is not None:
        mirrored = step if step.seat == seat else before.mirrored(step)
        return passes(real, step, first, other) or passes(twin, mirrored, second, one)
    if before.begun is None:
        return False
    begun = before.begun[0].copy(), before.begun[1].copy()
    return runs_through(begun[0], first, other) or runs_through(begun[1], second, one)


def _seat(game: Game, observer: int) -> str | None:
    return game.seats[observer] if observer < len(game.seats) else None


def _taken(twins: Twins, step: Step, seat: str | None) -> bool:
    """Whether the other game takes the corresponding step as well."""
    step.take(twins.real)
    try:
        (step if step.seat == seat else twins.mirrored(step)).take(twins.other)
    except (IllegalAnswer, RulesFault):
        return False
    return True


def _refused(twins: Twins, step: Step, seat: str | None, number: int) -> Leak | None:
    """The observer's own answer fits in the one game and not in the other."""
    try:
        step.take(twins.other)
    except IllegalAnswer as refused:
        return Leak(seat, "answers", twins.what, "", (", ".join(step.ids), str(refused)), number)
    except RulesFault:
        return None
    raise AssertionError("the same answer was refused before")


def _difference(twins: Twins, seat: str | None, number: int, thorough: int | None) -> Leak | None:
    since = max(0, twins.since - 1)
    probes = twins.hidden[:_PROBES]
    one, other = (observed(game, seat, since, probes, thorough) for game in (twins.real, twins.other))
    if twins.form == CHANCE and number:
        # Who picked what unseen may have gone another way by now: nobody was told, but it is no longer the same table.
        one.pop("imagined", None), other.pop("imagined", None)
    elif twins.form != CHANCE:
        one["slots"], other["slots"] = _slots(twins.real, seat, twins.became), _slots(twins.other, seat, {})
    for part in one:
        if one[part] != other[part]:
            path, *shown = _first_difference(one[part], other[part])
            return Leak(seat, part, twins.what, path, (shown[0], shown[1]), 0)
    return None


def _slots(game: Game, seat: str | None, became: dict[int, int]) -> list[Any]:
    """What lies behind each option. It must be the same position in both games, whatever piece lies there."""
    return [
        [became.get(value, value) if isinstance(value, int) else None for value in decision.values]
        for decision in game.decisions()
        if decision.seat == seat and decision.site is not None and decision.site.type == "entity"
    ]


def _first_difference(one: Any, other: Any, path: str = "") -> tuple[str, str, str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            if one.get(key) != other.get(key):
                return _first_difference(one.get(key), other.get(key), f"{path}.{key}")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for at, (a, b) in enumerate(zip_longest(one, other)):
            if a != b:
                return _first_difference(a, b, f"{path}[{at}]")
    return path, repr(one)[:_LONGEST], repr(other)[:_LONGEST]
