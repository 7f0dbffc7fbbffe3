"""What can be known of a program before it runs: which functions need no frame, and where code may be entered.

A function is *plain* when nothing can suspend it and nobody looks at its frame while it runs: it becomes one Python
function with Python variables, and an event of it costs a call and a line in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from attrs import define, field

from rulewright.interpreter.ir.meaning import plain_type
from rulewright.interpreter.ir.operations import ENDS, INSTRUCTIONS, subexpressions, walk
from rulewright.interpreter.ir.program import Block, Expr, Function, PrefixItem, Program

_PLAIN_ENDS = {"jump", "branch", "return", "header", "event", "call", "fail"}


@define
class Stages:
    """Which stages the events of one function have to go through."""

    instead: bool = False
    before: bool = False
    after: bool = False


@define
class Analysis:
    plain: set[int] = field(factory=set)
    stages: list[Stages] = field(factory=list)
    requires: list[bool] = field(factory=list)  # functions that may fizzle
    whenever: bool = False
    hidden: bool = False  # anything on the table is not seen by everybody
    piece_args: list[tuple[bool, ...]] = field(factory=list)  # for each function which arguments may be pieces
    masked: list[bool] = field(factory=list)  # functions whose log lines name pieces that may be unknown


def analyse(program: Program) -> Analysis:
    found = Analysis()
    found.whenever = any(rule.stage == "whenever" for rule in program.rules)
    found.hidden = any(zone.seen != "all" for zone in program.zones)
    found.stages = [Stages() for _ in program.functions]
    for rule in program.rules:
        if rule.target >= 0:
            stages = found.stages[rule.target]
            stages.instead |= rule.stage == "instead"
            stages.before |= rule.stage == "before"
            stages.after |= rule.stage == "after"
    for function in program.functions:
        leading = _leading(function)
        found.requires.append(any(item.form == "require" for item in leading))
    for function in program.functions:
        found.piece_args.append((False, *(_may_be_piece(program, t) for t in function.param_types)))
    found.masked = [found.hidden and any(pieces) for pieces in found.piece_args]
    found.plain = _plain(program, found)
    return found


def _leading(function: Function) -> list[PrefixItem]:
    """What stands before the first choice."""
    return list(takewhile(lambda item: item.form != "choose", function.prefix))


def _may_be_piece(program: Program, type_: str) -> bool:
    kind = type_.removesuffix(" or none").removeprefix("list of ")
    if any(kind == k.name for k in program.kinds):
        return any(kind == k.name and k.sort == "piece" for k in program.kinds)
    return plain_type(program, kind) == "entity" and not any(kind == zone.name for zone in program.zones)


def expressions(block: Block) -> Iterator[Expr]:
    """Every expression in a block, those inside others included."""
    for instr in block.instrs:
        for e in subexpressions(INSTRUCTIONS, instr):
            yield from walk(e)
    for e in subexpressions(ENDS, block.end):
        yield from walk(e)


def _watched(program: Program) -> set[int]:
    """Functions whose frames somebody may look for."""
    watched = {rule.once.scope for rule in program.rules if rule.once} | {rule.target for rule in program.rules}
    every: list[Expr] = []
    for function in program.functions:
        for block in function.blocks:
            every.extend(expressions(block))
            for instr in block.instrs:
                if instr[0] == "standing":
                    watched.add(instr[3])
                elif instr[0] == "set_outer":
                    watched.add(instr[1])
            if block.end[0] == "stop":
                watched.add(block.end[1])
        for item in function.prefix:
            if item.form != "choose":
                every.extend(walk(item.test))
    loose = [value.body for value in program.values]
    loose += [e for m in program.modifiers for e in (m.guard, m.amount)]
    loose += [e for r in program.rules for e in (r.guard, r.once.key if r.once else None, r.asked) if e is not None]
    for site in program.sites:
        # Only what matters to its form is verified; the rest of it may be anything.
        if site.form != "order":
            loose.append(site.chooser)
        if site.form == "choose":
            loose += [site.domain, site.least, site.most, *(w.test for w in (*site.wheres, *site.provided))]
        elif site.form == "ask":
            loose += [a.test for a in site.alternatives]
        elif site.form == "offer":
            loose += [e for item in site.menu for e in item.args]
    loose += [invariant.test for invariant in program.invariants]
    loose += [step.test for example in program.examples for step in example.steps if step.form == "expect"]
    for e in loose:
        if e:
            every.extend(walk(e))
    watched.update(e[1] for e in every if e[0] in ("outer", "running"))
    watched.update(step.function for example in program.examples for step in example.steps if step.form == "run")
    return watched


def _plain(program: Program, found: Analysis) -> set[int]:
    watched = _watched(program)
    plain = set()
    callees: dict[int, set[int]] = {}
    for index, function in enumerate(program.functions):
        ends = {block.end[0] for block in function.blocks}
        if index == program.main or index in watched or function.role == "script" or not ends <= _PLAIN_ENDS:
            continue
        if found.whenever and "event" in ends:
            continue  # each event is a settle point, and only a frame can wait there
        if any(instr[0] == "standing" for block in function.blocks for instr in block.instrs):
            continue
        if any(e[0] == "tagged" for block in function.blocks for e in expressions(block)):
            continue
        plain.add(index)
        callees[index] = {block.end[1] for block in function.blocks if block.end[0] in ("event", "call")}
    while True:
        # What calls something that is not plain is not; nor is what could call itself.
        unfit = {f for f in plain if not callees[f] <= plain or _reaches(f, callees)}
        if not unfit:
            return plain
        plain -= unfit


def _reaches(start: int, callees: dict[int, set[int]]) -> bool:
    seen: set[int] = set()
    waiting = list(callees[start])
    while waiting:
        f = waiting.pop()
        if f == start:
            return True
        if f not in seen:
            seen.add(f)
            waiting.extend(callees.get(f, ()))
    return False


def successors(program: Program, found: Analysis, f: int, block: Block) -> tuple[list[int], list[int]]:
    """The blocks that a block goes on to at once, and those where the frame is resumed later."""
    end = block.end
    match end:
        case ("jump", b):
            return [b], []
        case ("branch", _, a, b):
            return [a, b], []
        case ("header",):
            body = program.functions[f].body
            direct = not found.stages[f].before and (f in found.plain or not found.requires[f])
            return ([body], []) if direct else ([], [body])
        case ("event" | "call", g, *_, b) if g in found.plain and (end[0] == "call" or not found.whenever):
            return [b], []
        case ("event" | "call" | "part" | "proceed", *_, b) | ("window" | "settle", *_, b) | ("await", b):
            return [], [b]
        case ("choose" | "offer", _, a, b) | ("together", _, _, a, b):
            return [], [a, b]
        case ("ask", site, *other):
            return [], [a.block for a in program.sites[site].alternatives] + list(other)
    return [], []


def _leaves(block: Block) -> bool:
    """Whether a block is nothing but the way out: it is shorter to write it twice than to go there."""
    return block.end == ("return",) and not block.instrs


@define
class Regions:
    """For each entry the blocks that only it reaches, and which of these are reached more than once."""

    entries: list[int]
    labels: dict[int, set[int]]


def regions(program: Program, found: Analysis, f: int) -> Regions:
    function = program.functions[f]
    edges = [successors(program, found, f, block) for block in function.blocks]
    entries = {0, function.body} if f not in found.plain else {0}
    waiting = list(entries)
    reached = set(entries)
    while waiting:
        at_once, later = edges[waiting.pop()]
        entries.update(later)
        fresh = [b for b in (*at_once, *later) if b not in reached]
        reached.update(fresh)
        waiting.extend(fresh)
    while True:
        owner: dict[int, int] = {}
        shared: set[int] = set()
        for entry in sorted(entries):
            waiting, seen = [entry], {entry}
            while waiting:
                for b in edges[waiting.pop()][0]:
                    if b in entries or b in seen:
                        continue
                    seen.add(b)
                    waiting.append(b)
                    if owner.setdefault(b, entry) != entry:
                        shared.add(b)
        if not shared:
            break
        entries |= shared
    labels: dict[int, set[int]] = {entry: set() for entry in entries}
    for entry in entries:
        inside = [entry, *(b for b, o in owner.items() if o == entry)]
        counts: dict[int, int] = {}
        for b in inside:
            for target in edges[b][0]:
                counts[target] = counts.get(target, 0) + 1
        labels[entry] = {b for b in inside if b != entry and counts.get(b, 0) > 1 and not _leaves(function.blocks[b])}
        if counts.get(entry, 0):
            labels[entry].add(entry)
    return Regions(sorted(entries), labels)
