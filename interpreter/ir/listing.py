"""A program as text to read: all that decides how it plays, with names for numbers. It is not read back.

Lines and columns of the source are left out, so that a comment in a rulebook does not change its listing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.interpreter.ir.infix import Infix
from rulewright.interpreter.ir.meaning import Context, function_context, hook_context, rule_context, value_context
from rulewright.interpreter.ir.operations import ENDS, INSTRUCTIONS, operands
from rulewright.interpreter.ir.program import ALL, NONE, Block, Column, Function, Modifier, Program, Rule, Site, Zone

_LAYERS = {
    "set": "set",
    "add": "add",
    "multiply": "multiply by",
    "at_least": "at least",
    "at_most": "at most",
}


def listing(program: Program) -> str:
    return "".join(" ".join(line.split("\n")) + "\n" for line in _lines(program))


def _lines(program: Program) -> Iterator[str]:
    yield f'program {program.name} "{program.title}", version {program.version}'
    yield f"players {program.least_players} to {program.most_players}"
    for name, section in (
        ("entities", _entities(program)),
        ("columns", (_column(program, column) for column in program.columns)),
        ("zones", (_zone(program, zone) for zone in program.zones)),
        ("starts", _starts(program)),
        ("tables", _tables(program)),
        ("values", _values(program)),
        ("rules", (line for rule in program.rules for line in rule_lines(program, rule))),
        ("functions", (line for function in program.functions for line in function_lines(program, function))),
        ("sites", (line for site in program.sites for line in site_lines(program, site))),
        ("game", _game(program)),
        ("proof", _proof(program)),
    ):
        lines = list(section)
        if lines:
            yield ""
            yield f"{name}:"
            yield from (f"    {line}" for line in lines)


def _entities(program: Program) -> Iterator[str]:
    for kind in program.kinds:
        names = program.names[kind.first : kind.first + kind.count]
        yield f"{kind.sort} {kind.name} ({kind.count}): {', '.join(names)}"
    for enum in program.enums:
        yield f"enum {enum.name}: {', '.join(enum.members)}"


def _column(program: Program, column: Column) -> str:
    name = f"{column.owner}.{column.name}" if column.owner else column.name
    bounds = "" if column.low is None and column.high is None else f" {_bound(column.low)}..{_bound(column.high)}"
    values = column.initial
    if column.constant:
        start = column.base + column.first
        values = program.constants[start : start + column.count]
    word = "constant" if column.constant else "state"
    infix = Infix(program)
    shown = _repeated(infix.constant(value, column.type) for value in values)
    return f"{word} {name}: {column.type}{bounds}, seen by {column.seen} = {shown}"


def _bound(value: int | None) -> str:
    return "" if value is None else str(value)


def _repeated(items: Iterable[str]) -> str:
    """Runs of the same thing are said once, with their length."""
    runs: list[tuple[str, int]] = []
    for item in items:
        if runs and runs[-1][0] == item:
            runs[-1] = (item, runs[-1][1] + 1)
        else:
            runs.append((item, 1))
    return ", ".join(item if count == 1 else f"{item} x {count}" for item, count in runs)


def _zone(program: Program, zone: Zone) -> str:
    keys = ", ".join(f"{name}: {low}..{low + count - 1}" for name, low, count in zone.keys)
    holds = ", ".join(Infix(program).range_name(first, count) for first, count in zone.holds) or "nothing"
    traits = [f"seen by {zone.seen}"]
    if zone.ordered:
        traits.append("ordered")
    if zone.capacity >= 0:
        traits.append(f"at most {zone.capacity}")
    if zone.board is not None:
        traits.append(f"grid {zone.board[0]} x {zone.board[1]}")
    if zone.owner_key >= 0:
        traits.append(f"of {zone.keys[zone.owner_key][0]}")
    return f"zone {zone.name}{f'({keys})' if keys else ''} of {holds}, {', '.join(traits)}"


def _starts(program: Program) -> Iterator[str]:
    places: dict[int, list[str]] = {}
    for piece, place in enumerate(program.starts, start=program.pieces[0]):
        places.setdefault(place, []).append(program.names[piece])
    for place in sorted(places):
        yield f"{'the box' if place == NONE else program.names[place]}: {', '.join(places[place])}"
    for noun, groups in (("alike", program.alike), ("same back", program.backs)):
        copies: dict[int, list[str]] = {}
        for piece, group in enumerate(groups, start=program.pieces[0]):
            copies.setdefault(group, []).append(program.names[piece])
        for group in sorted(copies):
            if len(copies[group]) > 1:
                yield f"{noun}: {', '.join(copies[group])}"


def _tables(program: Program) -> Iterator[str]:
    infix = Infix(program)
    for number, relation in enumerate(program.relations):
        yield f"relation {relation.name}:"
        kind = infix.type_of(("relation", number, ("const", 0)))
        for entity, row in enumerate(relation.rows, start=relation.first):
            yield f"    {program.names[entity]}: {infix.constant(row, kind)}"
    for die in program.dice:
        yield f"die {die.name}, at most {die.maximum}: {_repeated(infix.constant(f, die.name) for f in die.faces)}"
    for table in program.tables:
        keys = ", ".join(f"{low}..{low + size - 1}" for low, size in zip(table.lows, table.sizes, strict=True))
        yield f"table {table.name}({keys}): {', '.join(map(str, table.cells))}"
    for sides in program.sides:
        column = program.columns[sides.column]
        members = next(enum.members for enum in program.enums if enum.name == column.type)
        traits = [f"back {members[sides.back]}"] if sides.back >= 0 else []
        lacking = [f"{infix.range_name(first, count)} lacks {members[n]}" for first, count, n in sides.lacking]
        if traits or lacking:
            yield f"sides of {column.owner}: {', '.join([*traits, *lacking])}"
    for part in program.parts:
        yield f"part {part.name}:"
        for at, function in enumerate(part.functions):
            if function >= 0:
                piece, side = divmod(at, part.sides)
                on = f" side {side}" if part.sides > 1 else ""
                yield f"    {program.names[part.first + piece]}{on}: {program.functions[function].name}"


def _typed(params: tuple[str, ...], types: tuple[str, ...]) -> str:
    return ", ".join(f"{name}: {kind}" for name, kind in zip(params, types, strict=True))


def _cite(cite: str) -> str:
    return f"  cite {cite}" if cite else ""


def _quoted(word: str, text: str) -> str:
    return f' {word} "{text}"' if text else ""


def _values(program: Program) -> Iterator[str]:
    for number, value in enumerate(program.values):
        yield value_line(program, number)
        for index in value.modifiers:
            yield from (f"    {line}" for line in modifier_lines(program, program.modifiers[index]))


def value_line(program: Program, number: int) -> str:
    value = program.values[number]
    infix = Infix(program, value_context(program, number))
    hidden = "" if value.public else " (reads what is hidden)"
    head = f"value {value.name}({_typed(value.params, value.param_types)}): {value.type}{hidden}"
    return f"{head} = {infix.show(value.body, value.type)}{_quoted('text', value.text)}{_cite(value.cite)}"


def modifier_lines(program: Program, modifier: Modifier) -> Iterator[str]:
    value = program.values[modifier.value]
    infix = Infix(program, hook_context(program, value.params, value.param_types, modifier.captured))
    amount = f"{_LAYERS[modifier.op]} {infix.show(modifier.amount, value.type)}"
    yield f"modify {modifier.name}{_stands(program, modifier)}: {amount}{_cite(modifier.cite)}"
    if modifier.guard != ("const", 1):
        yield f"    while {infix.show(modifier.guard, 'flag')}"


def _stands(program: Program, thing: Rule | Modifier) -> str:
    words = []
    if thing.pieces:
        words.append(f"on {', '.join(program.names[piece] for piece in thing.pieces)}")
    if thing.this_arg >= 0:
        words.append(f"this is argument {thing.this_arg + 1}")
    if thing.works:
        words.append(f"in {', '.join(program.names[place] for place in thing.works)}")
    if thing.standing:
        words.append(f"for a while with {thing.captured} kept")
    return f" ({'; '.join(words)})" if words else ""


def rule_lines(program: Program, rule: Rule) -> Iterator[str]:
    target = program.functions[rule.target] if rule.target >= 0 else None
    infix = Infix(program, rule_context(program, rule))
    head = f"{rule.stage} {target.name}({', '.join(target.params)})" if target else rule.stage
    body = program.functions[rule.function].name
    traits = [word for word, held in (("reaction", rule.reaction), ("again", rule.again)) if held]
    yield f"rule {rule.name}: {head} runs {body}{_stands(program, rule)}{_cite(rule.cite)}"
    if rule.guard != ("const", 1):
        yield f"    if {infix.show(rule.guard, 'flag')}"
    if rule.optional:
        asked = f" asking {infix.show(rule.asked)}" if rule.asked is not None else ""
        yield f"   {_quoted('may', rule.optional)}{asked}"
    if rule.once is not None:
        key = f" for each {infix.show(rule.once.key)}" if rule.once.key is not None else ""
        yield f"    at most {rule.once.limit} per {program.functions[rule.once.scope].name}{key}"
    if traits:
        yield f"    {', '.join(traits)}"


def function_lines(program: Program, function: Function) -> Iterator[str]:
    context = function_context(program, function)
    head = f"{function.role} {function.name}({_typed(function.params, function.param_types)})"
    yield f"{head}{_quoted('label', function.label)}{_quoted('text', function.text)}{_cite(function.cite)}"
    if len(function.slots) > 1 + len(function.params):
        yield f"    slots {', '.join(function.slots[1 + len(function.params) :])}"
    if function.fields:
        yield f"    fields {', '.join(name for name, _ in function.fields)}"
    infix = Infix(program, context)
    for item in function.prefix:
        if item.form == "choose":
            text = f"choose {program.sites[item.site].name}"
        elif item.form == "let":
            text = f"let {function.slots[item.slot]} = {infix.show(item.test, context.slot_types[item.slot])}"
        else:
            text = f"require {infix.show(item.test, 'flag')}{_quoted('else', item.reason)}"
        yield f"    first {text}{_cite(item.cite)}"
    for number, block in enumerate(function.blocks):
        mark = "  # body" if number == function.body and number else ""
        yield f"    b{number}:{mark}"
        yield from (f"        {line}" for line in _block(program, function, context, block))


def _block(program: Program, function: Function, context: Context, block: Block) -> Iterator[str]:
    for instr in block.instrs:
        yield _instruction(program, context, instr)
    yield _end(program, context, block.end)


def _instruction(program: Program, context: Context, instr: tuple[Any, ...]) -> str:
    infix = Infix(program, context)
    name = instr[0]
    if name == "set":
        return f"{context.slots[instr[1]]} := {infix.show(instr[2], context.slot_types[instr[1]])}"
    if name == "set_outer":
        target = ("outer", instr[1], instr[2])
        return f"{infix.show(target)} := {infix.show(instr[3], infix.type_of(target))}"
    if name == "set_global":
        column = program.columns[instr[1]]
        return f"{column.name} := {infix.show(instr[2], column.type)}"
    if name == "set_prop":
        column = program.columns[instr[1]]
        return f"{infix.show(('prop', instr[1], instr[2]))} := {infix.show(instr[3], column.type)}"
    if name == "flip":
        return f"flip {infix.show(instr[2], 'entity')} to {infix.show(instr[3], program.columns[instr[1]].type)}"
    if name in ("move", "move_all"):
        word = "move all" if name == "move_all" else "move"
        return f"{word} {infix.show(instr[1], 'entity')} to {instr[3]} of {infix.show(instr[2], 'entity')}"
    if name == "standing":
        thing = program.rules[instr[1]].name if instr[1] >= 0 else program.modifiers[instr[2]].name
        kept = ", ".join(infix.show(item) for item in instr[4])
        return f"until end of {program.functions[instr[3]].name}: {thing}({kept})"
    return f"{name} {_operands(program, context, INSTRUCTIONS, instr)}".rstrip()


def _end(program: Program, context: Context, end: tuple[Any, ...]) -> str:
    infix = Infix(program, context)
    name = end[0]
    if name in ("event", "call"):
        function = program.functions[end[1]]
        called = infix.call(function.name, end[2], ("entity", *function.param_types))
        tag = f" as tag {end[3]}" if name == "event" and end[3] >= 0 else ""
        return f"{name} {called}{tag} -> b{end[-1]}"
    if name == "branch":
        return f"if {infix.show(end[1], 'flag')} -> b{end[2]} else b{end[3]}"
    if name == "part":
        called = infix.call(f"{program.parts[end[1]].name} of {infix.show(end[2], 'entity')}", end[3], ("entity",))
        return f"do {called} -> b{end[4]}"
    if name == "rank":
        inside, bound = infix.binding(end[1], end[2])
        return f"rank {bound} in {infix.show(end[2])} by {inside.ordering(end[3])}"
    if name in ("win", "lose"):
        return f"{name} {infix.show(end[1], 'list of entity')}"
    return f"{name} {_operands(program, context, ENDS, end)}".rstrip()


def _operands(program: Program, context: Context, table: Any, node: tuple[Any, ...]) -> str:
    infix = Infix(program, context)
    shown = []
    arrows = iter({"ask": ("else",), "together": ("->", "then")}.get(node[0], ("->", "else")))
    for shape, operand in operands(table, node):
        if shape in ("any", "one", "many"):
            shown.append(infix.show(operand, "entity" if node[0] in ("swap", "shuffle", "reveal") else ""))
        elif shape == "key":
            shown.append("all" if operand == ("any",) else infix.show(operand, "entity"))
        elif shape == "slot":
            shown.append(context.slots[operand])
        elif shape in ("ones", "ones?"):
            shown.append("the same" if operand is None else infix.call("", operand))
        elif shape.startswith("block"):
            shown.append(f"{next(arrows)} b{operand}")
        elif shape.startswith("site"):
            shown.append(program.sites[operand].name)
        elif shape == "function":
            shown.append(program.functions[operand].name)
        elif shape == "die":
            shown.append(program.dice[operand].name)
        else:
            shown.append(f'"{operand}"' if shape == "text" else str(operand))
    return " ".join(shown)


def site_lines(program: Program, site: Site) -> Iterator[str]:
    known = 0 <= site.function < len(program.functions)
    context = function_context(program, program.functions[site.function]) if known else Context()
    infix = Infix(program, context)
    owner = program.functions[site.function].name if known else "the machine"
    secret = ", secret" if site.secret else ""
    told = f", told to {site.told}" if site.told != "all" else ""
    yield f"{site.form} {site.name} of {owner}{secret}{told}{_quoted('asking', site.prompt)}{_cite(site.cite)}"
    if known:
        yield f"    chooser {infix.show(site.chooser, 'entity')}"
    if site.form == "choose":
        yield from _choose(infix, context, site)
    for option in site.alternatives:
        test = "" if option.test == ("const", 1) else f" if {infix.show(option.test, 'flag')}"
        yield f'    option {option.name} "{option.label}"{test} -> b{option.block}'
    for item in site.menu:
        action = program.functions[item.function]
        yield f"    action {infix.call(action.name, item.args, ('entity', *action.param_types))}"
    if site.passing:
        yield f"    {_quoted('pass', site.passing).strip()}"


def _choose(infix: Infix, context: Context, site: Site) -> Iterator[str]:
    slot = context.slots[site.slot]
    many = ""
    if site.many:
        order = " in order" if site.ordered else ""
        least, most = ("all" if e == ("const", ALL) else infix.show(e) for e in (site.least, site.most))
        many = f" {least} to {most}{order} of"
    yield f"    choose{many} {slot} in {infix.show(site.domain)}"
    inside = Infix(infix.program, context.bind(site.local, slot, site.type))
    for word, wheres, speaker in (("where", site.wheres, inside), ("provided", site.provided, infix)):
        for where in wheres:
            yield f"    {word} {speaker.show(where.test, 'flag')}{_quoted('else', where.reason)}{_cite(where.cite)}"


def _game(program: Program) -> Iterator[str]:
    yield f"plays {program.functions[program.main].name}"
    if program.active >= 0:
        yield f"the active player is {program.columns[program.active].name}"
    for word, number in (("standing", program.standing), ("score", program.score)):
        if number >= 0:
            yield f"{word} {program.values[number].name}"
    for number in program.interjections:
        yield f"interjection {program.functions[number].name}"


def _proof(program: Program) -> Iterator[str]:
    infix = Infix(program)
    for invariant in program.invariants:
        yield f'invariant "{invariant.name}": {infix.show(invariant.test, "flag")}'
    for example in program.examples:
        yield f'example "{example.name}" for {example.players}{_cite(example.cite)}'
        for step in example.steps:
            if step.form == "run":
                yield f"    run {program.functions[step.function].name}"
            elif step.form == "expect":
                yield f"    expect {infix.show(step.test, 'flag')}"
            elif step.form in ("sees", "sees_not"):
                yield f"    seat {step.seat} {step.form.replace('_', ' ')} {infix.show(step.test, 'entity')}"
            elif step.form in ("dice", "stack"):
                yield f"    {step.form} {', '.join(step.ids)}"
            else:
                yield f"    seat {step.seat} {step.form} {', '.join(step.ids)}"
    for note in program.notes:
        yield f'{note.form} {", ".join(note.ids)} "{note.text}"'
