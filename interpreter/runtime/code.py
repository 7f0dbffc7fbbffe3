"""A program made ready to run: its generated code, and the tables that the machine looks things up in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import CodeType
from typing import Any

from attrs import define, field

from rulewright.interpreter.ir.meaning import function_context, rule_context, slot_types, type_of
from rulewright.interpreter.ir.program import Column, Expr, Program
from rulewright.interpreter.ir.store import digest
from rulewright.interpreter.runtime.analyse import Analysis
from rulewright.interpreter.runtime.faults import RulesFault
from rulewright.interpreter.runtime.foresight import Scope
from rulewright.interpreter.runtime.generate_expr import Expressions
from rulewright.interpreter.runtime.generate_loops import Loops
from rulewright.interpreter.runtime.generated import Generated
from rulewright.interpreter.runtime.knowledge import Knowledge
from rulewright.interpreter.runtime.machine import CALLED, SLOTS, Frame, Machine
from rulewright.interpreter.runtime.writer import Writer

FILE = "<rules>"
Step = Callable[[Machine, Frame], Any]


@define(eq=False)
class Waiting:
    """A rule that waits for an event, in the form that the stages use."""

    index: int
    function: int
    pieces: tuple[int, ...]
    piece_set: frozenset[int]
    works: frozenset[int]
    this_arg: int
    reaction: bool
    optional: str
    asked: Callable[..., int] | None
    standing: bool
    again: bool
    returning: bool  # it could be running when an event comes that it waits for (reach.py)
    guard: Callable[..., Any]
    scope: int  # of `once per`, or -1
    limit: int
    key: Callable[..., Any] | None
    acts_for_piece: bool  # `me` is who controls the piece when it starts
    hidden: bool  # it may be a secret that its piece is there
    arguments_end: int  # the declared arguments of the event that it hangs on end here in that event's frame


@define(eq=False)
class Stage:
    """The rules that wait for one stage of an event. Those that hang on `this` are found by the piece it is."""

    rules: list[Waiting] = field(factory=list)
    loose: list[Waiting] = field(factory=list)
    bound: dict[int, dict[int, list[Waiting]]] = field(factory=dict)  # by the argument's index in the frame, by piece
    book: tuple[int, ...] | None = ()  # their numbers, where all are plain rules of the rulebook
    secret: bool = False  # whether it may be a secret that one is there: it stands on a piece that not all can identify
    ready: dict[int, tuple[Any, ...]] = field(factory=dict)  # and their instances, by the active player

    def add(self, rule: Waiting) -> None:
        self.rules.append(rule)
        self.secret |= rule.hidden
        if rule.acts_for_piece and rule.this_arg >= 0:
            by_piece = self.bound.setdefault(SLOTS + 1 + rule.this_arg, {})
            for piece in rule.pieces:
                by_piece.setdefault(piece, []).append(rule)
        else:
            self.loose.append(rule)
        if self.book is not None:
            plain = not rule.pieces and not rule.standing and not rule.reaction
            self.book = (*self.book, rule.index) if plain else None


@define(eq=False, slots=False)
class Code:
    """Filled by `load.py`."""

    program: Program
    found: Analysis
    places_at: int
    knowledge: Knowledge | None
    namespace: dict[str, Any]
    generated: Generated
    table: list[Step] = field(factory=list)
    labels: list[str] = field(factory=list)
    plain: list[Callable[..., Any] | None] = field(factory=list)
    called: list[int] = field(factory=list)  # pc of each function's first block
    starts: list[int] = field(factory=list)  # pc where an event of it begins
    offered: list[int] = field(factory=list)  # the same, taken from a menu
    entered: list[int] = field(factory=list)  # after the replacements
    bodies: list[int] = field(factory=list)
    blank: list[tuple[int, ...]] = field(factory=list)  # the slots of each function before anything is in them
    waiting: dict[tuple[int, str], Stage] = field(factory=dict)  # by function and stage
    rules: list[Waiting] = field(factory=list)
    whenever: list[tuple[Waiting, int]] = field(factory=list)  # each with a piece, or none
    loose: dict[tuple[Any, ...], Callable[..., Any]] = field(factory=dict)
    offer_entries: dict[tuple[int, int], int] = field(factory=dict)  # log sites of actions, by site and function
    choice_entries: dict[int, int] = field(factory=dict)  # log sites of answers, by site
    controller: Callable[[Machine, int], int] = field(init=False)
    everybody: int = 0  # all seats and the spectators, as a mask
    told: tuple[
        tuple[int, bool], ...
    ] = ()  # of each site: who is told the answer, and whether it may be a covered piece
    proceed_entries: dict[int, int] = field(factory=dict)  # log sites of events that a replacement lets happen
    refunds: set[int] = field(factory=set)  # questions that offer a rule (declining.py): a "no" costs no use
    opening: tuple[list[int], list[tuple[int, ...]]] = ([], [])  # S and Z before the first step; copied, never changed
    # Tables of options.py:
    enum_members: dict[str, tuple[str, ...]] = field(factory=dict)
    pools: dict[int, tuple[Expr, tuple[str, ...]]] = field(factory=dict)  # of questions about dice: pool, faces
    entity_names: tuple[str, ...] = ()
    asks_for_entities: list[bool] = field(factory=list)  # of each site
    twins: dict[int, int] = field(factory=dict)  # the face of each piece that shares it with another
    pointers: tuple[Column, ...] = ()  # states that may mean a piece
    arguments: tuple[tuple[int, ...], ...] = ()  # where in a frame of each function are arguments that may be pieces
    piece_range: tuple[int, int] = (0, 0)
    ordered: tuple[bool, ...] = ()
    allowed: list[bytes] = field(factory=list)  # for each place, for each piece, whether it may lie there
    readable: tuple[tuple[int, ...], ...] = ()  # for each piece, where in S lies what all can read who know it
    guarded: tuple[tuple[Column, ...], ...] = ()  # its other columns
    holders: tuple[tuple[int, ...], ...] = ()  # for each place, who may play from it: its owner, else who sees it
    seats: dict[str, int] = field(factory=dict)
    original: str = ""  # the digest of what this is a translation of
    parts: Mapping[str, str] = {}  # the digests of the texts of the rulebook and of each variant, where they are known

    def frame(self, f: int, pc: int, args: tuple[Any, ...], tag: int = CALLED, rule: int = -1) -> Frame:
        return [pc, f, (), (), (), tag, rule, -1, *args, *self.blank[f][len(args) :]]

    def test(self, e: Expr, local: int = -1) -> Callable[..., Any]:
        """A function (M, F, x) for an expression that is needed rarely: a reason, an expectation."""
        key = (e, local)
        if key not in self.loose:
            w = Writer()
            ex = Expressions(self.program, self.places_at, Loops(w, f"t{len(self.loose)}_"))
            with w.function("t", f"M, F, {f'l{local}' if local >= 0 else '_'}", -1):
                w.put(f"return {ex.kept(e, Scope(in_frame=True))}")
            ex.loops.flush()
            names = self.namespace
            exec(compiled(self.program, w, "<test>"), names)
            self.loose[key] = names.pop("t")
        return self.loose[key]

    @cached_property
    def tells(self) -> bool:
        """Whether what the rules do can depend on something hidden."""
        return bool(self.generated.looks) or any(stage.secret for stage in self.waiting.values())

    @cached_property
    def digest(self) -> str:
        return self.original or digest(self.program)

    @cached_property
    def slot_types(self) -> tuple[tuple[str, ...], ...]:
        """What the slots of each function hold."""
        return tuple(slot_types(self.program, function) for function in self.program.functions)

    @cached_property
    def captured_types(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """What the values are that a standing rule or modifier keeps, by the numbers of the two (one is -1)."""
        p = self.program
        found = {}
        for function in p.functions:
            for instr in (instr for block in function.blocks for instr in block.instrs if instr[0] == "standing"):
                _, rule, modifier, _, captured = instr
                context = function_context(p, function)
                found[rule, modifier] = tuple([type_of(p, each, context) for each in captured])
        return found

    @cached_property
    def key_types(self) -> tuple[str, ...]:
        """For each rule, what its uses are counted by, apart from one another."""
        p = self.program
        keys = [(rule, rule.once.key if rule.once else None) for rule in p.rules]
        return tuple([type_of(p, key, rule_context(p, rule)) if key else "" for rule, key in keys])

    @cached_property
    def active_at(self) -> int:
        p = self.program
        return p.columns[p.active].base if p.active >= 0 else -1


def compiled(program: Program, writer: Writer, file: str) -> CodeType:
    """Only numbers and names of our own are in the source: all that Python can refuse is how deep it is nested."""
    try:
        return compile(writer.source(), file, "exec")
    except (SyntaxError, RecursionError, MemoryError) as problem:
        line = getattr(problem, "lineno", None) or 1
        span = writer.spans[line - 1]
        place = program.spans[span] if 0 <= span < len(program.spans) else None
        where, cite = (f"{place.file}:{place.line}", place.cite) if place else ("?", "")
        raise RulesFault("this is nested too deeply to be run", where, cite, ()) from problem
