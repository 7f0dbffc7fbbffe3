"""Square grids and maps: cells, neighbours, lines, distances. Cells count from the top left, row by row."""

from __future__ import annotations

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
ORTHOGONAL = (NORTH, EAST, SOUTH, WEST)
DIAGONAL = ((1, -1), (1, 1), (-1, 1), (-1, -1))
DIRECTIONS = {
    "neighbours": ORTHOGONAL,
    "around": ORTHOGONAL + DIAGONAL,
    "north": (NORTH,),
    "east": (EAST,),
    "south": (SOUTH,),
    "west": (WEST,),
}
LINE_DIRECTIONS = {"horizontal": (EAST,), "vertical": (SOUTH,), "diagonal": ((1, 1), (-1, 1))}

Rows = tuple[tuple[int, ...], ...]


def cell_name(column: int, row: int) -> str:
    """a1 is the top left; beyond z the columns are c27, c28, …"""
    letter = chr(ord("a") + column) if column < 26 else f"c{column + 1}_"
    return f"{letter}{row + 1}"


def neighbours(columns: int, rows: int, directions: tuple[tuple[int, int], ...], first: int) -> Rows:
    """For each cell the cells one step away in these directions."""
    found = []
    for row in range(rows):
        for column in range(columns):
            steps = ((column + dx, row + dy) for dx, dy in directions)
            found.append(tuple(first + y * columns + x for x, y in steps if 0 <= x < columns and 0 <= y < rows))
    return tuple(found)


def lines(columns: int, rows: int, form: str, length: int, first: int) -> Rows:
    """All lines of a length in all directions, or the whole rows, columns or diagonals."""
    directions = LINE_DIRECTIONS[form] if form else tuple(d for ds in LINE_DIRECTIONS.values() for d in ds)
    found = []
    for dx, dy in directions:
        for row in range(rows):
            for column in range(columns):
                if form and 0 <= column - dx < columns and 0 <= row - dy < rows:
                    continue  # not the beginning of a whole line
                cells: list[int] = []
                x, y = column, row
                while 0 <= x < columns and 0 <= y < rows and (form or len(cells) < length):
                    cells.append(first + y * columns + x)
                    x, y = x + dx, y + dy
                if (form and len(cells) > 1) or (not form and len(cells) == length):
                    found.append(tuple(cells))
    return tuple(found)


def lines_through(rows: Rows, cells: int, first: int, first_line: int) -> Rows:
    """For each cell the lines on which it lies."""
    found: list[list[int]] = [[] for _ in range(cells)]
    for number, line in enumerate(rows):
        for cell in line:
            found[cell - first].append(first_line + number)
    return tuple(map(tuple, found))


FAR = 1_000_000  # the distance to what cannot be reached


def distances(rows: Rows, first: int) -> Rows:
    """From each cell to each other, by the number of steps."""
    found = []
    for start in range(len(rows)):
        steps = [FAR] * len(rows)
        steps[start] = 0
        waiting = [start]
        for here in waiting:
            for there in rows[here]:
                if 0 <= there - first < len(rows) and steps[there - first] == FAR:
                    steps[there - first] = steps[here] + 1
                    waiting.append(there - first)
        found.append(tuple(steps))
    return tuple(found)
