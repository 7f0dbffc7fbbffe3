"""First pass over the declarations: every named thing and its type, every entity and its number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link import Linked
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.columns import declare_columns
from rulewright.interpreter.model.enums import declare_die, declare_enum, declare_seats
from rulewright.interpreter.model.kinds import declare_kinds, declare_pieces, refuse_names_of_copies
from rulewright.interpreter.model.options import declare_option, refuse_unknown
from rulewright.interpreter.model.scopes import declare_scopes
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.model.zones import declare_lines, declare_zone, name_cells
from rulewright.interpreter.syntax import nodes

T = TypeVar("T")


def declare(linked: Linked, findings: Findings, settings: Mapping[str, str] | None = None) -> Model:
    """The model; `settings` are the options that were asked for, by name."""
    model = Model(findings, linked.book)
    found = linked.declarations
    declare_seats(model)
    for node in _of(found, nodes.Enum):
        declare_enum(model, node)
    for die in _of(found, nodes.Die):
        declare_die(model, die)
    for option in _of(found, nodes.OptionLine):
        declare_option(model, option, settings or {})
    refuse_unknown(model, settings or {})
    declare_kinds(model, list(_of(found, nodes.Kind)))
    declare_pieces(model, list(_of(found, nodes.Piece)))
    model.places = (model.pieces[0] + model.pieces[1], 0)
    for declaration in found:
        if isinstance(declaration, nodes.Zone):
            declare_zone(model, declaration, None)
        elif isinstance(declaration, nodes.Board):
            declare_zone(model, declaration.zone, (declaration.columns, declaration.rows))
    name_cells(model)
    boards = list(_of(found, nodes.Board))
    for board in boards:
        for lines in board.lines:
            declare_lines(model, board, lines)
    declare_columns(model, found, boards)
    for table in _of(found, nodes.Table):
        thing = things.Table(
            table.name.text, table.label, table.name.span, table, model.params(table.params), model.type(table.type)
        )
        if model.declare(thing):
            thing.number = len(model.tables)
            model.tables.append(thing)
    for value in _of(found, nodes.Value):
        made = things.Value(
            value.name.text,
            value.label or in_words(value.name.text),
            value.name.span,
            value,
            model.params(value.params),
            model.type(value.type),
            len(model.values),
        )
        if model.declare(made):
            model.values.append(made)
    declare_functions(model, list(_of(found, nodes.Callable)))
    refuse_names_of_copies(model)
    declare_scopes(model, found)
    return model


def _of(declarations: Iterable[nodes.Declaration], kind: type[T]) -> Iterable[T]:
    return (each for each in declarations if isinstance(each, kind))


def declare_functions(model: Model, found: list[nodes.Callable]) -> None:
    for node in found:
        function = things.Function(
            node.name.text,
            node.label or in_words(node.name.text),
            node.name.span,
            node.word,
            node,
            model.params(node.params),
            len(model.functions),
        )
        if model.declare(function):
            model.functions.append(function)
    if "game" not in model.names and not model.findings.lost:  # else it may be what could not be read
        model.findings.error(
            "no-game",
            model.book.span,
            "This rulebook has no `game` block, so nothing would happen.",
            "Say how the game runs: a line `game`, and below it the phases in their order.",
        )
