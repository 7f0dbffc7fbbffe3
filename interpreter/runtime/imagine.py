"""A possible game: what the seat knows stays, the rest is dealt anew.

The outcome depends on what the seat knows and on the seed, and on nothing else: whatever is drawn is drawn from sorted
lists, never by disturbing what really lies there.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulewright.interpreter.ir.program import NONE, Column, Program
from rulewright.interpreter.runtime import chance, choices, events, execute
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.exchange import exchange, outside
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.knowledge import column_seen
from rulewright.interpreter.runtime.machine import AWAITING, PC, RULE, SLOTS, TODO, TOGETHER, Frame, Machine
from rulewright.interpreter.runtime.together import run_branch, start_branch

_PIECES, _FIELDS, _ANSWERS, _CHANCE, _SECRET = range(1, 6)  # labels of the seeds that each part draws from
_TRIES = 100  # draws before something is given up: an answer for another seat, a whole game


def imagined(M: Machine, seat: int, seed: int) -> Machine:
    """A copy of the machine in which everything that the seat cannot know is drawn from the seed.

    What is drawn may be impossible, so that the rules break on it: then it is drawn anew, and only after many times is
    it a RulesFault.
    """
    for redrawn in range(_TRIES):
        try:
            return _drawn(M, seat, chance.derive(seed, redrawn) if redrawn else seed)
        except RulesFault as impossible:
            fault = impossible
    raise fault


def _drawn(M: Machine, seat: int, seed: int) -> Machine:
    copy = M.copy()
    with execute.from_outside(copy):
        _draw(M, copy, seat, seed)
    ask_again(copy)
    return copy


def _draw(M: Machine, copy: Machine, seat: int, seed: int) -> None:
    if copy.code.knowledge is not None:
        _Dealer(copy, seat, chance.derive(seed, _PIECES)).deal()
    _draw_fields(copy, seat, chance.seed_state(chance.derive(seed, _FIELDS)))
    copy.rng = chance.seed_state(chance.derive(seed, _CHANCE))
    copy.secret = chance.derive(seed, _SECRET)
    if copy.code.whenever:
        copy.edge = _edge(M, copy)
    if copy.branches is not None:
        _answer_anew(copy, seat, chance.seed_state(chance.derive(seed, _ANSWERS)))


def ask_again(M: Machine) -> None:
    """Whoever is asked is asked again, from what there is to choose now."""
    if M.result is None:
        M.pending = ()
        with execute.from_outside(M):
            execute.run(M)


def _edge(real: Machine, copy: Machine) -> int:
    """A condition that holds in one of the two only counts as looked at; the others stay as they were."""
    was, now = (events.holding(M, M.stack[-1]) for M in (real, copy))
    return (real.edge & ~(was ^ now)) | (now & ~was)


# --- pieces ---------------------------------------------------------------------------------------------------------


@define
class _Dealer:
    M: Machine
    seat: int
    seed: int
    program: Program = field(init=False)
    became: dict[int, int] = field(factory=dict)  # which piece now lies where another one lay
    acting: set[int] = field(factory=set)  # pieces of which everybody can tell that their rule is running

    def __attrs_post_init__(self) -> None:
        self.program = self.M.code.program
        first, rules = self.program.pieces[0], self.M.code.rules
        for frame in self.M.stack:
            printed_on = rules[frame[RULE]].pieces if frame[RULE] >= 0 else ()
            if len({self.program.alike[piece - first] for piece in printed_on}) == 1:
                self.acting.add(frame[SLOTS + 1])

    def deal(self) -> None:
        self._forget_positions()
        by_back: dict[int, list[int]] = {}
        first, end = self.M.code.piece_range
        for piece in range(first, end):
            if self._unknown(piece):
                by_back.setdefault(self.program.backs[piece - first], []).append(piece)
        for back in sorted(by_back):
            self._deal_group(by_back[back], chance.seed_state(chance.derive(self.seed, back)))
        exchange(self.M, self.became)

    def _forget_positions(self) -> None:
        """Where positions cannot be seen, unknown pieces lie in the order of what can be told of them from outside."""
        M, columns = self.M, outside(self.program)
        knowledge, first = M.code.knowledge, self.program.pieces[0]
        assert knowledge is not None

        def told(piece: int) -> tuple[int, ...]:
            states = (M.S[c.base + piece] for c in columns if c.first <= piece < c.first + c.count)
            return self.program.backs[piece - first], M.S[knowledge.known_at + piece], *states

        for at, row in enumerate(M.Z):
            if not M.code.ordered[at]:
                unknown = iter(sorted((piece for piece in row if self._unknown(piece)), key=told))
                M.Z[at] = tuple([next(unknown) if self._unknown(piece) else piece for piece in row])

    def _unknown(self, piece: int) -> bool:
        knowledge = self.M.code.knowledge
        assert knowledge is not None
        if piece in self.acting:
            return False
        return not self.M.S[knowledge.known_at + piece] >> self.seat & 1

    def _deal_group(self, pieces: list[int], rng: int) -> None:
        """Pieces with one back over the positions where such backs lie."""
        M, first_place = self.M, self.program.places[0]
        positions = []  # (place, index, the piece that lies there)
        for piece in pieces:
            place = M.S[M.code.places_at + piece]
            positions.append((place, M.Z[place - first_place].index(piece) if place != NONE else 0, piece))
        positions.sort(key=lambda position: position[:2])
        _, dealt = chance.shuffled(rng, tuple(pieces))
        fitting = _matched([place for place, _, _ in positions], dealt, self._may_lie)
        for (_, _, lay), piece in zip(positions, fitting, strict=True):
            self.became[lay] = piece

    def _may_lie(self, piece: int, place: int) -> bool:
        rows = self.M.code.allowed
        return place == NONE or bool(rows[place - self.program.places[0]][piece - self.program.pieces[0]])


def _matched(places: list[int], pieces: tuple[int, ...], may_lie: Any) -> list[int]:
    """One piece for each place, in the given order wherever the kinds allow it (augmenting paths)."""
    holder: dict[int, int] = {}  # piece -> number of its place

    def assign(number: int, tried: set[int]) -> bool:
        # The piece that was dealt to this place comes first, then the others.
        for piece in (pieces[number], *pieces):
            if piece in tried or not may_lie(piece, places[number]):
                continue
            tried.add(piece)
            if piece not in holder or assign(holder[piece], tried):
                holder[piece] = number
                return True
        return False

    for number in range(len(places)):
        assign(number, set())
    return [piece for piece, _ in sorted(holder.items(), key=lambda pair: pair[1])]


# --- hidden fields --------------------------------------------------------------------------------------------------


def _draw_fields(M: Machine, seat: int, rng: int) -> None:
    """Properties and globals that the seat cannot read, from all that they could be."""
    for column in M.code.program.columns:
        if column.constant or column.seen == "all":
            continue
        values = domain(M.code.program, column)
        for at in range(column.count):
            entity = column.first + at
            if not column_seen(M, column, entity) >> seat & 1:
                # Where nothing says what it could be, it is as it was at the beginning.
                drawn = column.initial[at]
                if values:
                    rng, which = chance.below(rng, len(values))
                    drawn = values[which]
                M.S[column.base + entity] = drawn


def domain(program: Program, column: Column) -> range:
    """All that a property could be; empty where nothing says so."""
    if column.type == "flag":
        return range(2)
    for enum in program.enums:
        if enum.name == column.type:
            return range(NONE if NONE in column.initial else 0, len(enum.members))
    if column.type == "number" and column.low is not None and column.high is not None:
        return range(column.low, column.high + 1)
    return range(0)


# --- simultaneous choices -------------------------------------------------------------------------------------------


def _answer_anew(M: Machine, seat: int, rng: int) -> None:
    """What others have already chosen in secret they choose again, at random."""
    F = next(frame for frame in reversed(M.stack) if frame[PC] == TOGETHER)
    assert M.branches is not None
    for i, branch in enumerate(M.branches):
        if branch[TODO] > 0:
            for _ in range(_TRIES):
                fresh = start_branch(F, i)
                M.branches[i] = fresh
                rng, theirs = _answer_branch(M, i, branch, seat, rng)
                if not theirs:
                    M.branches[i] = branch
                if not theirs or (fresh[PC] == AWAITING) == (branch[PC] == AWAITING):
                    break


def _answer_branch(M: Machine, i: int, was: Frame, seat: int, rng: int) -> tuple[int, bool]:
    """Answers for a branch as often as it had been answered; False where it is the seat's own."""
    assert M.branches is not None
    fresh = M.branches[i]
    while fresh[TODO] < was[TODO] or was[PC] == AWAITING:
        M.pending = ()
        run_branch(M, fresh)
        if not M.pending:
            break
        if M.pending[0][2] == seat:
            return rng, False
        M.pending = ((*M.pending[0][:6], i),)
        rng, answered = _random_answer(M, rng)
        if not answered or fresh[TODO] > _TRIES:
            break
    M.pending = ()
    return rng, True


def _random_answer(M: Machine, rng: int) -> tuple[int, bool]:
    decision = Decision(M, M.pending[0])
    for _ in range(_TRIES):
        rng, number = chance.below(rng, decision.most - decision.least + 1)
        rng, order = chance.shuffled(rng, decision.ids)
        try:
            choices.answer(M, decision, order[: decision.least + number])
        except IllegalAnswer:
            continue  # only a condition on the whole answer can refuse it
        return rng, True
    return rng, False
