"""Tables: one or two keys, and a value for everything that can be asked."""

from __future__ import annotations

from itertools import product

from rulewright.interpreter.diagnostics import Label, in_a_row
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.pieces import Pieces
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

MOST_CELLS = 10_000
MOST_ROWS = 5  # that a message lists
EMPTY = ir.Table("", (0,), (0,), ())
Place = tuple[int, ...]


def table(pieces: Pieces, thing: things.Table) -> ir.Table:
    findings = pieces.findings
    if not 1 <= len(thing.params) <= 2:
        findings.error(
            "wrong-arguments",
            thing.span,
            f"A table has one or two keys, and `{thing.name}` has {len(thing.params) or 'none'}.",
            "For example: table reward(level: 1..3): number",
        )
        return EMPTY
    before = len(findings)
    cells = _cells(pieces, thing)
    ranges = [pieces.model.range_of(type) or _written(cells, i) for i, (_, type) in enumerate(thing.params)]
    size = 1
    for _, count in ranges:
        size *= count
    if size > MOST_CELLS:
        findings.error("wrong-count", thing.span, f"This table has {size} cells, but I can hold only {MOST_CELLS}.")
        return EMPTY
    places = list(product(*(range(low, low + count) for low, count in ranges)))
    missing = [place for place in places if place not in cells]
    if missing and len(findings) == before:
        rows = list(dict.fromkeys(place[0] for place in missing))
        shown = [_word(pieces.model, thing.params[0][1], row) for row in rows[:MOST_ROWS]]
        more = [f"{len(rows) - MOST_ROWS} more"] if len(rows) > MOST_ROWS else []
        listed = in_a_row([*shown, *more])
        findings.error(
            "table-gap",
            thing.span,
            f"`{thing.name}` has no row for {listed}, though its key can be that.",
            _mend(thing, {place[0] for place in cells}),
        )
    lows, counts = tuple(low for low, _ in ranges), tuple(count for _, count in ranges)
    words = _row_words(pieces.model, thing.params[0][1], range(lows[0], lows[0] + counts[0]))
    return ir.Table(thing.name, lows, counts, tuple(cells.get(place, 0) for place in places), words)


def _row_words(model: Model, type: Type, rows: range) -> tuple[str, ...]:
    """What a reader calls the rows; nothing where they are numbered."""
    if type.base == "enum":
        return tuple(model.enums[type.name].labels[row] for row in rows)
    if type.base == "flag":
        return tuple("yes" if row else "no" for row in rows)
    return tuple(model.entity_labels[row] for row in rows) if type.is_entity else ()


def _cells(pieces: Pieces, thing: things.Table) -> dict[Place, int]:
    """What stands where. With two keys a row holds a value for each of the second."""
    findings = pieces.findings
    across = pieces.model.range_of(thing.params[1][1]) if len(thing.params) == 2 else (0, 1)
    cells: dict[Place, int] = {}
    rows: dict[int, Span] = {}
    for key, values in thing.node.rows:
        before = len(findings)
        row = pieces.constant(key, thing.params[0][1])
        numbers = [pieces.constant(each, thing.type) for each in values]
        if row is None or len(findings) > before:
            continue
        if row in rows:
            findings.error(
                "declared-twice",
                key.span,
                f"The table has a row for {key.span.text} already.",
                "Keep one of the two.",
                [Label(rows[row], "The first row:")],
            )
            continue
        rows[row] = key.span
        if across is not None and len(values) != across[1]:
            _wrong_length(thing, values, across[1], key.span.to(values[-1].span), pieces)
            continue
        low = across[0] if across is not None else 1
        for column, number in enumerate(numbers):
            cells[(row,) if len(thing.params) == 1 else (row, low + column)] = number or 0
    return cells


def _wrong_length(thing: things.Table, values: tuple[nodes.Expr, ...], wanted: int, span: Span, pieces: Pieces) -> None:
    if len(thing.params) == 1:
        message, hint = f"A row of `{thing.name}` has one value, and this has {len(values)}.", None
    else:
        name, type = thing.params[1]
        message = f"This row has {len(values)} values, but a row of `{thing.name}` has {wanted}: one for each `{name}`."
        words = [_word(pieces.model, type, value) for value in _counted(pieces.model, type)[:10]]
        hint = f"They stand in this order: {', '.join(words)}."
    pieces.findings.error("table-gap", span, message, hint)


def _written(cells: dict[Place, int], index: int) -> tuple[int, int]:
    """The range of a key that has no bounds: from the lowest to the highest that is written."""
    found = [place[index] for place in cells]
    return (min(found), max(found) - min(found) + 1) if found else (0, 0)


def _counted(model: Model, type: Type) -> range:
    low, count = model.range_of(type) or (0, 0)
    return range(low, low + count)


def _word(model: Model, type: Type, value: int) -> str:
    """A key as an author would write it."""
    if type.base == "enum":
        return model.enums[type.name].members[value]
    if type.base == "flag":
        return "yes" if value else "no"
    return model.entity_names[value] if type.is_entity else str(value)


def _mend(table: things.Table, rows: set[int]) -> str:
    """Narrower bounds would do where the rows that are there go without a gap from one number to another."""
    missing = "Add what is missing"
    if table.params[0][1].base != "number" or len(rows) != max(rows, default=0) - min(rows, default=0) + 1:
        return f"{missing}."
    return f"{missing}, or let the key have narrower bounds: {min(rows)}..{max(rows)}."
