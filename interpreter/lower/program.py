"""Puts the program together."""

from __future__ import annotations

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.link import Linked
from rulewright.interpreter.lower.box import box
from rulewright.interpreter.lower.builder import ME, Builder
from rulewright.interpreter.lower.examples import Examples
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.lower.pieces import Pieces
from rulewright.interpreter.lower.placeholders import check_template
from rulewright.interpreter.lower.rules import Rules
from rulewright.interpreter.lower.secrecy import Secrecy
from rulewright.interpreter.lower.tables import table
from rulewright.interpreter.lower.telling import Telling
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.options import as_ir
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk


def lower(linked: Linked, model: Model) -> ir.Program | None:
    """The program; None where mistakes were found."""
    lowering = Lowering(model)
    _cite_lines(lowering, linked)
    pieces = Pieces(lowering)
    _initial_states(pieces, linked)
    pieces.defaults()
    pieces.properties()
    pieces.places()
    lowering.settles = any(
        isinstance(node, nodes.Rule) and node.stage == "whenever" for d in linked.declarations for node in walk(d)
    )
    values = [_value(lowering, value) for value in model.values]
    for function in list(model.functions):
        lowering.lower_function(function)
    for declaration in linked.declarations:
        if isinstance(declaration, nodes.Rule):
            Rules(lowering).rule(declaration, None)
        elif isinstance(declaration, nodes.Modify):
            Rules(lowering).modifier(declaration, None, None)
    pieces.rules()
    for rule, piece, side in lowering.deferred:
        Rules(lowering).rule(rule, piece, side)
    scripts = Examples(lowering)
    examples = tuple(scripts.example(d) for d in linked.declarations if isinstance(d, nodes.Example))
    invariants = tuple(
        ir.Invariant(d.name, lowering.ex.condition(d.test, Scope()), lowering.span(d.span))
        for d in linked.declarations
        if isinstance(d, nodes.Invariant)
    )
    _dispatchers(lowering)
    model.variables = lowering.named
    tables = tuple(table(pieces, each) for each in model.tables)
    model.check_tags()
    if model.findings.failed:
        return None
    return _program(lowering, pieces, values, examples, invariants, tables, linked)


def _cite_lines(lowering: Lowering, linked: Linked) -> None:
    for declaration in linked.declarations:
        for node in walk(declaration):
            cite = getattr(node, "cite", ())
            if cite:
                lowering.citations[node.span.source.name, node.span.line] = ", ".join(cite)


def _initial_states(pieces: Pieces, linked: Linked) -> None:
    model = pieces.model
    for declaration in linked.declarations:
        if isinstance(declaration, nodes.State):
            owner = declaration.owner.text if declaration.owner is not None else ""
            columns = model.player_columns if owner == "player" else model.global_columns
            if owner in model.kinds:
                columns = model.kinds[owner].columns
            elif isinstance(zone := model.names.get(owner), things.Zone):
                columns = zone.columns
            pieces.default(columns.get(declaration.name.text), declaration.initial)
        elif isinstance(declaration, nodes.Board) and isinstance(
            board := model.names.get(declaration.zone.name.text), things.Zone
        ):
            for state in declaration.states:
                pieces.default(board.columns.get(state.name.text), state.initial)


def _value(lowering: Lowering, value: things.Value) -> ir.Value:
    scope = Scope(pure=f"`{value.name}` is a value")
    for name, type in value.params:
        scope.local(name, type)
    body = lowering.ex.typed(value.node.body, scope, value.type)
    check_template(value.node.text, (name for name, _ in value.params), value.node.span, lowering.model.findings)
    return ir.Value(
        value.name,
        value.label,
        tuple(name for name, _ in value.params),
        tuple(type.param for _, type in value.params),
        value.type.ir,
        body,
        (),
        True,
        value.node.text,
        ", ".join(value.node.cite),
        lowering.span(value.span),
        shown=bool(value.node.label),
    )


def _dispatchers(lowering: Lowering) -> None:
    """A turn or step that is written in several places is one event, which goes on to the place it was started from."""
    for function in lowering.model.functions:
        if not function.bodies or lowering.functions[function.number] is not None:
            continue
        builder = Builder(
            lowering,
            function.number,
            function.name,
            function.label,
            "phase",
            function.params,
            function.span,
            function.label,
        )
        for which, body in sorted(lowering.scope_bodies.get(function.number, {}).items()):
            here, other = builder.block(), builder.block()
            builder.end(function.span, "branch", ("eq", ("slot", 1), ("const", which)), here, other)
            builder.start(here)
            after = builder.block()
            builder.end(function.span, "call", body, (ME,), after)
            builder.start(other)
        lowering.functions[function.number] = builder.finish()


def _program(
    lowering: Lowering,
    pieces: Pieces,
    values: list[ir.Value],
    examples: tuple[ir.Example, ...],
    invariants: tuple[ir.Invariant, ...],
    tables: tuple[ir.Table, ...],
    linked: Linked,
) -> ir.Program:
    from attrs import evolve

    model = lowering.model
    contents = box(model, pieces)
    functions = tuple(function for function in lowering.functions if function is not None)
    assert len(functions) == len(lowering.functions), "a function was announced and never written"
    secrecy = Secrecy(lowering, contents.zones, contents.columns, functions, values)
    guards = [rule.guard for rule in lowering.rules] + [m.guard for m in lowering.modifiers]
    guards += [rule.once.key for rule in lowering.rules if rule.once is not None and rule.once.key is not None]
    guards += [m.amount for m in lowering.modifiers]
    telling = Telling(functions, tuple(lowering.sites), contents.columns, values, guards)
    sites = tuple(evolve(secrecy.marked(site), told=telling.told(site)) for site in lowering.sites)
    values = [
        evolve(
            value,
            public=not secrecy.value(number),
            modifiers=tuple(i for i, modifier in enumerate(lowering.modifiers) if modifier.value == number),
        )
        for number, value in enumerate(values)
    ]
    notes = tuple(
        ir.Note(d.word, d.ids, d.text, lowering.span(d.span)) for d in linked.declarations if isinstance(d, nodes.Note)
    )
    return ir.Program(
        version=ir.VERSION,
        name=model.book.name.text,
        title=model.book.title or things.in_words(model.book.name.text),
        least_players=model.book.least,
        most_players=model.book.most,
        names=tuple(model.entity_names),
        labels=tuple(model.entity_labels),
        kinds=contents.kinds,
        enums=contents.enums,
        columns=contents.columns,
        constants=contents.constants,
        state_size=contents.state_size,
        zones=contents.zones,
        pieces=model.pieces,
        places=model.places,
        starts=contents.starts,
        backs=contents.backs,
        alike=contents.alike,
        relations=tuple(ir.Relation(*relation) for relation in model.relations),
        dice=contents.dice,
        tables=tables,
        values=tuple(values),
        modifiers=tuple(lowering.modifiers),
        functions=functions,
        sites=sites,
        rules=tuple(lowering.rules),
        parts=pieces.part_tables(),
        sides=pieces.side_tables(),
        interjections=tuple(f.number for f in model.functions if f.word == "interjection"),
        main=_number(model, "game"),
        active=model.global_columns["active"].number,
        standing=_of_player(model, "standing"),
        score=_of_player(model, "score"),
        examples=examples,
        invariants=invariants,
        notes=notes,
        spans=tuple(lowering.spans),
        options=as_ir(model),
        variants=linked.variants,
    )


def _number(model: Model, name: str) -> int:
    thing = model.names[name]
    assert isinstance(thing, things.Function)
    return thing.number


def _of_player(model: Model, name: str) -> int:
    thing = model.names.get(name)
    if isinstance(thing, things.Value) and [type.base for _, type in thing.params] == ["player"]:
        return thing.number
    return -1
