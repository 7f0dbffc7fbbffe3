"""Pairs of games that one observer cannot tell apart: the real one, and one in which something hidden is otherwise."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from attrs import evolve, field, frozen

from rulewright.interpreter.fuzz.play import Luck, Step, answers
from rulewright.interpreter.fuzz.witness import Witness, reads
from rulewright.interpreter.ir.program import Column
from rulewright.interpreter.runtime import chance
from rulewright.interpreter.runtime.exchange import exchange
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.history import Origin, go_on
from rulewright.interpreter.runtime.imagine import ask_again, domain
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.primitives import owner_columns

PIECES, DEAL, PROPERTY, CHANCE, ANSWER = "pieces", "deal", "property", "chance", "answer"  # what differs
_TRIES = 8  # answers that are drawn to find another one


@frozen
class Twins:
    real: Game
    other: Game
    witnesses: tuple[Witness, Witness]  # the same observer, at the one table and at the other
    what: str  # how the two differ, in words
    became: dict[int, int]  # which piece lies in the other game where one lies in the real one
    form: str
    begun: tuple[Machine, Machine] | None = None  # both before anything had happened, where they differ from then on
    since: int = field(init=False)  # how many lines the log had

    @since.default
    def _since(self) -> int:
        return len(self.witnesses[0].told) + len(self.witnesses[0].answered)

    @property
    def pairs(self) -> tuple[tuple[Witness, Game], tuple[Witness, Game]]:
        return (self.witnesses[0], self.real), (self.witnesses[1], self.other)

    def copy(self) -> Twins:
        witnesses = self.witnesses[0].copy(), self.witnesses[1].copy()
        return evolve(self, real=self.real.copy(), other=self.other.copy(), witnesses=witnesses)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The names of the pieces that have changed places."""
        return tuple(self.real._machine.code.program.names[piece] for piece in sorted(self.became))

    def mirrored(self, step: Step) -> Step:
        """What another seat would have done in the other game: the same, with the piece that lies there instead."""
        names = self.real._machine.code.program.names
        new = {names[lay]: names[lies] for lay, lies in self.became.items()}
        return evolve(step, ids=tuple(new.get(each, each) for each in step.ids))


def rooted(M: Machine) -> Game:
    """A game that begins here."""
    return Game(Origin(M.code, M.players, None, M), M.copy())


def paired(
    real: Machine, other: Machine, witness: Witness, form: str, what: str, became: dict[int, int] | None = None
) -> Twins:
    changed = became or {}
    return Twins(rooted(real.copy()), rooted(other), (witness.copy(), witness.exchanged(changed)), what, changed, form)


def _asks_again(M: Machine) -> bool:
    """False where the rules break on what was changed: it could not have been so."""
    try:
        ask_again(M)
    except RulesFault:
        return False
    return True


# --- hidden pieces --------------------------------------------------------------------------------------------------


def with_pieces_exchanged(M: Machine, witness: Witness, pieces: Collection[int], luck: Luck, two: bool) -> Twins | None:
    """Some of these pieces (or two of them) lie where others of them lay. None where nothing can be exchanged."""
    became = _exchange(M, pieces, luck, two)
    if not became:
        return None
    other = M.copy()
    exchange(other, became)
    if not _asks_again(other):
        return None
    return paired(M, other, witness, PIECES, _words(M, became), became)


def with_deal_changed(
    begun: Machine, real: Machine, witness: Witness, pieces: Collection[int], luck: Luck
) -> Twins | None:
    """The pieces had changed places before the game `begun`: `real` is what has become of it, as it was."""
    became = _exchange(begun, pieces, luck, two=True)
    if not became:
        return None
    dealt = begun.copy()
    exchange(dealt, became)
    other = dealt.copy()
    go_on(other)
    return evolve(paired(real, other, witness, DEAL, _words(begun, became), became), begun=(begun, dealt))


def _words(M: Machine, became: dict[int, int]) -> str:
    return f"{', '.join(M.code.program.names[piece] for piece in sorted(became))} lie where others of them lay"


def _exchange(M: Machine, pieces: Collection[int], luck: Luck, two: bool) -> dict[int, int]:
    """Which piece shall lie where another one lies; empty where nothing can be exchanged."""
    groups = [group for group in _groups(M, pieces) if len({_kind(M, piece) for piece in group}) > 1]
    if two and groups:
        group = luck.shuffled(luck.one(groups))
        unlike = next(piece for piece in group if _kind(M, piece) != _kind(M, group[0]))
        groups = [(group[0], unlike)]
    return {lay: lies for group in groups for lay, lies in zip(group, _otherwise(group, luck), strict=True)}


def _otherwise(group: Sequence[int], luck: Luck) -> Sequence[int]:
    """Another order of the group."""
    if len(group) == 2:
        return group[::-1]
    return luck.shuffled(group)


def _groups(M: Machine, pieces: Collection[int]) -> list[tuple[int, ...]]:
    """Pieces that look alike from behind, and may lie wherever any of them lies."""
    program, rows = M.code.program, M.code.allowed
    first = program.pieces[0]
    owner = owner_columns(program)
    found: dict[tuple[object, ...], list[int]] = {}
    for piece in sorted(pieces):
        printed = program.constants[owner[piece].base + piece] if piece in owner and owner[piece].constant else None
        key = (program.backs[piece - first], printed, bytes(row[piece - first] for row in rows))
        found.setdefault(key, []).append(piece)
    return [tuple(group) for group in found.values()]


def _kind(M: Machine, piece: int) -> int:
    """Copies of one card are the same kind: to exchange them changes nothing."""
    return M.code.program.alike[piece - M.code.program.pieces[0]]


# --- hidden properties ----------------------------------------------------------------------------------------------


def with_property_changed(M: Machine, witness: Witness, luck: Luck) -> Twins | None:
    """One property that the observer cannot read has another value."""
    hidden = list(_hidden_fields(M, witness))
    if not hidden:
        return None
    column, entity = luck.one(hidden)
    values = [value for value in domain(M.code.program, column) if value != M.S[column.base + entity]]
    if not values:
        return None
    other = M.copy()
    other.S[column.base + entity] = luck.one(values)
    if not _asks_again(other):
        return None
    whose = f" of {M.code.program.names[entity]}" if column.owner else ""
    return paired(M, other, witness, PROPERTY, f"{column.name}{whose} is {other.S[column.base + entity]}")


def _hidden_fields(M: Machine, witness: Witness) -> list[tuple[Column, int]]:
    empty = range(M.players, M.code.program.most_players)  # seats that nobody has taken
    return [
        (column, entity)
        for column in M.code.program.columns
        if not column.constant and column.seen not in ("all", "holder")
        for entity in range(column.first, column.first + column.count)
        if not (column.owner and entity in empty) and not reads(M, witness, column, entity)
    ]


# --- chance ---------------------------------------------------------------------------------------------------------


def with_chance_changed(M: Machine, witness: Witness, luck: Luck) -> Twins:
    """The generator, and the order of unseen pieces, are drawn anew."""
    other = M.copy()
    other.rng = chance.seed_state(luck.below(2**32))
    other.secret = chance.derive(luck.below(2**32))
    ask_again(other)
    return paired(M, other, witness, CHANCE, "chance goes another way")


# --- secret answers -------------------------------------------------------------------------------------------------


def with_answer_changed(game: Game, step: Step, witness: Witness, luck: Luck) -> Twins | None:
    """Another seat, one of several that are asked at the same time, has answered otherwise, and others still think."""
    real, other = game.copy(), game.copy()
    step.take(real)
    asked = next((decision for decision in game.decisions() if decision.id == step.decision), None)
    if asked is None or asked.pending[6] < 0 or real._machine.branches is None:
        return None
    for ids in islice(answers(asked, luck), _TRIES):
        if set(ids) != set(step.ids):
            try:
                other.apply(step.seat, ids, step.decision)
            except IllegalAnswer:
                continue
            what = f"{step.seat} has answered {', '.join(ids)}"
            return paired(real._machine, other._machine, witness, ANSWER, what)
    return None
