"""A program made ready to run: its generated code, and the tables that the machine looks things up in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from attrs import define, field

from rulewright.interpreter.ir.program import Expr, Program
from rulewright.interpreter.runtime import changes, primitives
from rulewright.interpreter.runtime.analyse import Analysis, analyse
from rulewright.interpreter.runtime.generate import Generated, Generator
from rulewright.interpreter.runtime.generate_expr import Expressions, Scope
from rulewright.interpreter.runtime.generate_values import Values
from rulewright.interpreter.runtime.knowledge import Knowledge, knowledge_of
from rulewright.interpreter.runtime.machine import CALLED, FIRST_OWN, SLOTS, Frame, Machine
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
    standing: bool
    again: bool
    guard: Callable[..., Any]
    scope: int  # of `once per`, or -1
    limit: int
    key: Callable[..., Any] | None


@define(eq=False)
class Code:
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
    waiting: dict[tuple[int, str], list[Waiting]] = field(factory=dict)  # by function and stage
    rules: list[Waiting] = field(factory=list)
    whenever: list[tuple[Waiting, int]] = field(factory=list)  # each with a piece, or none
    loose: dict[tuple[Any, ...], Callable[..., Any]] = field(factory=dict)
    offer_entries: dict[tuple[int, int], int] = field(factory=dict)  # log sites of actions, by site and function
    proceed_entry: int = -1
    refunds: set[int] = field(factory=set)  # questions that open the body of a rule: declining one costs no use
    # Tables of options.py:
    enum_members: dict[str, tuple[str, ...]] = field(factory=dict)
    entity_names: tuple[str, ...] = ()
    has_alike: bool = False
    piece_range: tuple[int, int] = (0, 0)
    ordered: tuple[bool, ...] = ()
    readable: tuple[tuple[int, ...], ...] = ()
    seats: dict[str, int] = field(factory=dict)

    @property
    def known_at(self) -> int:
        assert self.knowledge is not None
        return self.knowledge.known_at

    def frame(self, f: int, pc: int, args: tuple[Any, ...], tag: int = CALLED, rule: int = -1) -> Frame:
        missing = len(self.program.functions[f].slots) - len(args)
        return [pc, f, (), (), (), tag, rule, -1, *args, *([0] * missing)]

    def test(self, e: Expr, local: int = -1) -> Callable[..., Any]:
        """A function (M, F, x) for an expression that is needed rarely: a reason, an expectation."""
        key = (e, local)
        if key not in self.loose:
            w = Writer()
            ex = Expressions(self.program, self.places_at)
            with w.function("t", f"M, F, {f'l{local}' if local >= 0 else '_'}", -1):
                w.put(f"return {ex.kept(e, Scope(in_frame=True))}")
            names = self.namespace
            exec(compile(w.source(), "<test>", "exec"), names)
            self.loose[key] = names.pop("t")
        return self.loose[key]

    @cached_property
    def active_at(self) -> int:
        p = self.program
        return p.columns[p.active].base if p.active >= 0 else -1


def load(program: Program) -> Code:
    """Generates, compiles and binds the code of a program."""
    from rulewright.interpreter.runtime import ends, events, options

    found = analyse(program)
    places_at = program.state_size - program.pieces[0]
    knowledge = knowledge_of(program, places_at, places_at + program.pieces[1])
    ex = Expressions(program, places_at)
    generator = Generator(program, found, ex, Generated())
    generator.number_entries()
    for f in range(len(program.functions)):
        generator.function(f)
        generator.sites.can(f)
        if found.requires[f]:
            generator.sites.fizz(f, _set_in_header(program, f))
    for site in sorted(generator.sites.looked_ahead):
        generator.sites.rest(site)
    _provided(generator)
    values = Values(program, ex, generator.out.writer)
    for v in range(len(program.values)):
        values.value(v)
    for r in range(len(program.rules)):
        values.guard(r)

    names = primitives.namespace(program, places_at)
    names.update(changes.movers(program, places_at, names["CAPACITY"], knowledge))
    names.update(changes.chances(program, knowledge))
    names["WORDS"] = generator.sites.words
    names["PIECES_M"] = [frozenset(m.pieces) if m.this_arg >= 0 else m.pieces for m in program.modifiers]
    names["WORKS_M"] = [frozenset(m.works) for m in program.modifiers]
    code = Code(program, found, places_at, knowledge, names, generator.out)
    for i, site in enumerate(program.sites):
        for item in site.menu:
            code.offer_entries[i, item.function] = generator.log_site("event", site.function, item.function, site.span)
    for f in program.interjections:
        code.offer_entries[-1, f] = generator.log_site("event", -1, f, program.functions[f].span)
    code.proceed_entry = generator.log_site("proceed", -1, -1, -1)
    for (f, b), pc in generator.questions.items():
        if program.functions[f].role == "rule" and b in (0, program.functions[f].body):
            code.refunds.add(pc)
    code.seats = {program.names[seat]: seat for seat in range(program.most_players)}
    names.update(events.namespace(code))
    names.update(win=ends.win, lose=ends.lose, rank=ends.rank)
    exec(compile(generator.out.writer.source(), FILE, "exec"), names)
    _bind(code, generator)
    _bind_rules(code)
    options.prepare(code)
    return code


def _provided(generator: Generator) -> None:
    program, w = generator.program, generator.out.writer
    for i, site in enumerate(program.sites):
        scope = Scope(in_frame=True, function=site.function)
        for j, where in enumerate(site.provided):
            with w.function(f"provided{i}_{j}", "M, F", where.span):
                w.put(f"return {generator.ex.one(where.test, scope)}")


def _set_in_header(program: Program, f: int) -> set[int]:
    function = program.functions[f]
    if function.body == 0:
        return set()
    return {i[1] for block in function.blocks[: function.body] for i in block.instrs if i[0] == "set"}


def _bind(code: Code, generator: Generator) -> None:
    from rulewright.interpreter.runtime import events

    names = code.namespace
    own = events.entries()
    code.table = [own.get(pc, _nowhere) for pc in range(FIRST_OWN)]
    code.table += [names[name] for name in generator.out.entries]
    code.labels = [f"m{pc}" for pc in range(FIRST_OWN)] + generator.out.labels
    for f, function in enumerate(code.program.functions):
        if f in code.found.plain:
            code.plain.append(names[f"f{f}"])
            for column in (code.called, code.starts, code.offered, code.entered, code.bodies):
                column.append(-1)
            continue
        code.plain.append(None)
        code.called.append(generator.pcs[f, 0])
        code.starts.append(generator.start(f))
        code.offered.append(generator.start(f, offered=True))
        code.entered.append(generator.entered(f))
        code.bodies.append(generator.pcs[f, function.body])


def _nowhere(M: Machine, F: Frame) -> None:
    raise AssertionError("the machine went on where there is nothing")


def _bind_rules(code: Code) -> None:
    names = code.namespace
    for r, rule in enumerate(code.program.rules):
        waiting = Waiting(
            index=r,
            function=rule.function,
            pieces=rule.pieces,
            piece_set=frozenset(rule.pieces),
            works=frozenset(rule.works),
            this_arg=rule.this_arg,
            reaction=rule.reaction,
            optional=rule.optional,
            standing=rule.standing,
            again=rule.again,
            guard=names[f"g{r}"],
            scope=rule.once.scope if rule.once else -1,
            limit=rule.once.limit if rule.once else 0,
            key=names.get(f"k{r}"),
        )
        code.rules.append(waiting)
        if rule.stage == "whenever":
            code.whenever.extend((waiting, piece) for piece in (rule.pieces or (-1,)))
        else:
            code.waiting.setdefault((rule.target, rule.stage), []).append(waiting)


def arguments(code: Code, frame: Frame) -> list[Any]:
    """The declared arguments of the event in a frame."""
    return frame[SLOTS + 1 : SLOTS + 1 + len(code.program.functions[frame[1]].params)]
