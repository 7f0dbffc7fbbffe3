"""Generates, compiles and binds the code of a program."""

from __future__ import annotations

from rulewright.interpreter.ir.program import NONE, Program, Site
from rulewright.interpreter.runtime import calls, changes, events, options, primitives
from rulewright.interpreter.runtime.analyse import analyse
from rulewright.interpreter.runtime.code import FILE, Code, Stage, Waiting, compiled
from rulewright.interpreter.runtime.declining import declinable
from rulewright.interpreter.runtime.generate import Generator
from rulewright.interpreter.runtime.generate_expr import Expressions
from rulewright.interpreter.runtime.generate_loops import Loops
from rulewright.interpreter.runtime.generate_values import Values
from rulewright.interpreter.runtime.generated import Generated
from rulewright.interpreter.runtime.hidden_reads import HiddenReads
from rulewright.interpreter.runtime.knowledge import Knowledge, holders, knowledge_of, seats_mask
from rulewright.interpreter.runtime.machine import FIRST_OWN, SLOTS, Frame, Machine
from rulewright.interpreter.runtime.reach import returning


def load(program: Program) -> Code:
    """Generates, compiles and binds the code of a program."""
    found = analyse(program)
    places_at = program.state_size - program.pieces[0]
    knowledge = knowledge_of(program, places_at, places_at + program.pieces[1])
    out = Generated()
    ex = Expressions(program, places_at, Loops(out.writer))
    reads = HiddenReads(program)
    generator = Generator(program, found, ex, out, reads)
    generator.number_entries()
    for f in range(len(program.functions)):
        generator.function(f)
        generator.sites.can(f)
        if found.requires[f]:
            generator.sites.fizz(f, _set_in_header(program, f))
    for site in sorted(generator.sites.looked_ahead):
        generator.sites.rest(site)
    for site in range(len(program.sites)):
        generator.sites.provided(site)
    values = Values(program, ex, out, reads)
    for v in range(len(program.values)):
        values.value(v)
    for r in range(len(program.rules)):
        values.guard(r)
    ex.loops.flush()

    names = primitives.namespace(program, places_at)
    names.update(changes.movers(program, places_at, names["CAPACITY"], knowledge))
    names.update(changes.chances(program, knowledge, names["uncover"]))
    names["WORDS"] = generator.sites.words
    names["PIECES_M"] = [frozenset(m.pieces) if m.this_arg >= 0 else m.pieces for m in program.modifiers]
    names["WORKS_M"] = [frozenset(m.works) for m in program.modifiers]
    code = Code(program, found, places_at, knowledge, names, generator.out)
    for i, question in enumerate(program.sites):
        code.choice_entries[i] = generator.out.log_site("choice", question.function, i, question.span)
        for item in question.menu:
            code.offer_entries[i, item.function] = generator.out.log_site(
                "event", question.function, item.function, question.span
            )
    for f in program.interjections:
        code.offer_entries[-1, f] = generator.out.log_site("event", -1, f, program.functions[f].span)
    for f, stages in enumerate(found.stages):
        if stages.instead:
            code.proceed_entries[f] = generator.out.log_site("event", -1, f, program.functions[f].span)
    for f, function in enumerate(program.functions):
        if function.role == "rule":
            code.refunds.update(generator.questions[f, b] for b in declinable(program, function))
    code.everybody = (1 << (program.most_players + 1)) - 1
    code.told = tuple([_told(code, site) for site in program.sites])
    code.controller = names["controller"]
    code.seats = {program.names[seat]: seat for seat in range(program.most_players)}
    names.update(calls.namespace(code))
    exec(compiled(program, generator.out.writer, FILE), names)
    names["HUNG"] = [
        {piece: tuple([(names["WORKS_M"][m], names[f"m{m}"]) for m in found]) for piece, found in by_piece.items()}
        for by_piece in values.hung
    ]
    _bind(code, generator)
    _bind_rules(code)
    options.prepare(code)
    code.opening = _laid_out(program, knowledge)
    code.holders = holders(program)
    code.allowed = changes.allowed_rows(program)
    return code


def _told(code: Code, site: Site) -> tuple[int, bool]:
    covered = code.knowledge is not None and site.form == "choose" and site.type == "entity"
    return code.everybody if site.told == "all" else seats_mask(site.told), covered


def _laid_out(program: Program, knowledge: Knowledge | None) -> tuple[list[int], list[tuple[int, ...]]]:
    """The table as the box is unpacked: columns, places of pieces, who knows them; and what lies where."""
    state = [0] * program.state_size
    for column in program.columns:
        if not column.constant:
            at = column.base + column.first
            state[at : at + column.count] = column.initial
    lying: list[list[int]] = [[] for _ in range(program.places[1])]
    for piece, place in enumerate(program.starts, program.pieces[0]):
        if place != NONE:
            lying[place - program.places[0]].append(piece)
    known = knowledge.initial(program) if knowledge is not None else []
    return [*state, *program.starts, *known], [tuple(pieces) for pieces in lying]


def _set_in_header(program: Program, f: int) -> set[int]:
    function = program.functions[f]
    if function.body == 0:
        return set()
    return {i[1] for block in function.blocks[: function.body] for i in block.instrs if i[0] == "set"}


def _bind(code: Code, generator: Generator) -> None:
    names = code.namespace
    own = events.entries()
    code.table = [own.get(pc, _nowhere) for pc in range(FIRST_OWN)]
    code.table += [names[name] for name in generator.out.entries]
    code.labels = [f"m{pc}" for pc in range(FIRST_OWN)] + generator.out.labels
    for f, function in enumerate(code.program.functions):
        code.blank.append((0,) * len(function.slots))
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
    returns = returning(code.program)
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
            asked=names.get(f"w{r}"),
            standing=rule.standing,
            again=rule.again,
            returning=returns[r],
            guard=names[f"g{r}"],
            scope=rule.once.scope if rule.once else -1,
            limit=rule.once.limit if rule.once else 0,
            key=names.get(f"k{r}"),
            acts_for_piece=bool(rule.pieces) and not rule.standing and not rule.reaction,
            hidden=code.knowledge is not None and bool(rule.pieces) and bool(rule.works or rule.this_arg >= 0),
            arguments_end=SLOTS + 1 + (len(code.program.functions[rule.target].params) if rule.target >= 0 else 0),
        )
        code.rules.append(waiting)
        if rule.stage == "whenever":
            code.whenever.extend((waiting, piece) for piece in (rule.pieces or (-1,)))
        else:
            code.waiting.setdefault((rule.target, rule.stage), Stage()).add(waiting)
