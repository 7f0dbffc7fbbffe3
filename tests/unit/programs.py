"""Small games built by hand, one for each thing that the machine must be able to do."""

from __future__ import annotations

from rulewright.interpreter.ir import program as ir
from tests.unit.building import (
    ME,
    TRUE,
    block,
    column,
    const,
    function,
    local,
    program,
    site,
    slot,
    then_choose,
    zone,
)

NONE = const(-1)
OTHER_PLAYER = ("sub", TRUE, ("global", 0))


def board_game(name: str, columns: int, rows: int, length: int, drop: bool) -> ir.Program:
    """So many of one's marks in a line win. With `drop` a mark falls to the lowest empty cell of its column."""
    cells = [(x, y) for x in range(1, columns + 1) for y in range(1, rows + 1)]
    first_line = 2 + len(cells)
    lines = []
    for x, y in cells:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [(x + dx * i, y + dy * i) for i in range(length)]
            if all(cell in cells for cell in line):
                lines.append(tuple(2 + cells.index(cell) for cell in line))
    through = tuple(tuple(first_line + i for i, line in enumerate(lines) if 2 + c in line) for c in range(len(cells)))
    empty = ("eq", ("prop", 1, local(1)), NONE)
    full = ("every", 1, ("entities", 2, len(cells)), ("ne", ("prop", 1, local(1)), NONE))
    mine = ("every", 3, ("relation", 1, local(2)), ("eq", ("prop", 1, local(3)), ME))
    lowest = ("first", 1, ("places", 0, slot(1), ("any",)), empty)
    free_column = ("eq", ("prop", 1, ("place", 0, local(1), const(rows))), NONE)
    return program(
        name,
        names=(
            *(f"{chr(96 + x)}{y}" for x, y in cells),
            *(f"line_{i + 1}" for i in range(len(lines))),
        ),
        kinds=(
            ir.Kind("player", "player", 0, 2, "player"),
            ir.Kind("board", "board", 2, len(cells), "place"),
            ir.Kind("row", "row", first_line, len(lines), "line"),
        ),
        columns=(
            column("active", "", 0, 1, 0, type="entity"),
            column("mark", "board", 2, len(cells), -1, type="entity", initial=(-1,) * len(cells)),
        ),
        zones=(
            zone(
                "board",
                2,
                len(cells),
                keys=(("x", 1, columns), ("y", 1, rows)),
                holds=(),
                capacity=1,
                board=(columns, rows),
            ),
        ),
        places=(2, len(cells)),
        relations=(
            ir.Relation("lines", 2, through),
            ir.Relation("cells", first_line, tuple(lines)),
        ),
        functions=(
            function(
                "game",
                "phase",
                block(("set_global", 0, const(0)), ("jump", 1)),
                block(("branch", full, 4, 2)),
                block(("set", 0, ("global", 0)), ("offer", 1, 3, 3)),
                block(("set_global", 0, OTHER_PLAYER), ("jump", 1)),
                block(("finish",)),
            ),
            function(
                "place",
                "action",
                block(("choose", 0, 1, 3)),
                block(
                    *((("set", 2, lowest),) if drop else (("set", 2, slot(1)),)),
                    ("set_prop", 1, slot(2), ME),
                    ("branch", ("some", 2, ("relation", 0, slot(2)), mine), 2, 3),
                ),
                block(("win", ("list", ME))),
                block(("return",)),
                lets=("choice", "cell"),
                prefix=(then_choose(0),),
            ),
        ),
        sites=(
            site(
                "choice",
                "choose",
                1,
                type="number" if drop else "entity",
                local=1,
                domain=("range", const(1), const(columns)) if drop else ("entities", 2, len(cells)),
                wheres=(
                    (ir.Where(free_column, "that column is full", "B-2", 0),)
                    if drop
                    else (ir.Where(empty, "that square is taken", "B-1", 0),)
                ),
                slot=1,
                prefix_at=1,
                prompt="Where?",
            ),
            site("turn", "offer", 0, menu=(ir.MenuItem(1, (ME,)),)),
        ),
    )


def tic_tac_toe() -> ir.Program:
    return board_game("tic_tac_toe", 3, 3, 3, drop=False)


def connect_four() -> ir.Program:
    return board_game("connect_four", 7, 6, 4, drop=True)
