"""Zones and boards: the number and name of every place, who sees it, the lines of a grid."""

from __future__ import annotations

from itertools import product

from rulewright.interpreter.model import grids, things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.model.types import NUMBER, UNKNOWN, Type
from rulewright.interpreter.syntax import nodes

MOST_PLACES = 5_000


def declare_zone(model: Model, node: nodes.Zone, grid: tuple[int, int] | None) -> None:
    for held in node.holds:
        model.kind(held)
    keys: list[tuple[str, Type]] = []
    ranges: list[tuple[int, int]] = []
    if grid is not None:
        # The last key varies fastest and cells count row by row, so the row comes first in the table of keys.
        keys = [("row", NUMBER), ("column", NUMBER)]
        ranges = [(1, grid[1]), (1, grid[0])]
    written = {param.name.text: param.type.span for param in node.params}
    for name, type in model.params(node.params):
        span = model.range_of(type) if not type.many else None
        if span is None:
            if type.base != "unknown":
                model.findings.error(
                    "wrong-type",
                    written[name],
                    f"A zone cannot have one place for each {type}.",
                    "It has one for each player, number of a range such as 1..3, member of an enum, piece of a kind,"
                    " or place of another zone.",
                )
            span, type = (0, 1), UNKNOWN
        keys.append((name, type))
        ranges.append(span)
    count = 1
    for _, size in ranges:
        count *= size
    if count > MOST_PLACES or model.places[1] + count > MOST_PLACES:
        model.findings.error(
            "wrong-count", node.span, f"This makes {count} places, but I can hold only {MOST_PLACES} in all."
        )
        model.findings.lost.add(node.name.text)
        return
    owner_key = next((i for i, (_, type) in enumerate(keys) if type.base == "player"), -1)
    thing = things.Zone(
        node.name.text,
        node.label or in_words(node.name.text),
        node.name.span,
        node,
        tuple(keys),
        tuple(ranges),
        owner_key,
        node.ordered,
        -1 if node.capacity is None else node.capacity,
        "all",
        grid,
        number=len(model.zones),
        first=len(model.entity_names),
        count=count,
    )
    thing.seen = _zone_seen(model, node, thing)
    if not model.declare(thing):
        return
    model.zones.append(thing)
    for values in product(*(range(low, low + size) for low, size in ranges)):
        name, label = _place_names(model, thing, values)
        model.entity_names.append(name)
        model.entity_labels.append(label)
    model.places = (model.places[0], model.places[1] + count)


def _place_names(model: Model, zone: things.Zone, values: tuple[int, ...]) -> tuple[str, str]:
    if zone.grid is not None:
        name = grids.cell_name(values[1] - 1, values[0] - 1)
        return f"{zone.name}_{name}", name
    name, label = zone.name, zone.label
    for (_, type), value in zip(zone.keys, values, strict=True):
        if type.base == "player":
            owner = model.entity_labels[value]
            label = f"{owner}'s {label[:1].lower() + label[1:]}" if label == zone.label else f"{label}, {owner}"
            name += f"_{model.entity_names[value]}"
        elif type.base == "enum":
            enum = model.enums[type.name]
            label, name = f"{label} {enum.labels[value]}", f"{name}_{enum.members[value]}"
        elif type.is_entity:
            label, name = f"{label} {model.entity_labels[value]}", f"{name}_{model.entity_names[value]}"
        else:
            label, name = f"{label} {value}", f"{name}_{str(value).replace('-', 'minus_')}"
    return name, label


def _zone_seen(model: Model, node: nodes.Zone, zone: things.Zone) -> str:
    if node.seen_by is None:
        if node.top_seen and not node.ordered:
            model.findings.error(
                "no-top",
                node.span,
                f"`{node.name.text}` has no order, so nothing in it lies on top.",
                "Write `ordered, top seen`.",
            )
        return "none" if node.face_down else "top" if node.top_seen else "all"
    seen = seen_by(model, (node.seen_by,))
    if seen == "owner" and zone.owner_key < 0 and not any(type.base == "unknown" for _, type in zone.keys):
        model.findings.error(
            "no-owner",
            node.seen_by.span,
            f"`{node.name.text}` belongs to nobody, so there is no owner who could see it.",
            f"Give each player one: zone {node.name.text} (owner: player) of …",
        )
    return seen


def seen_by(model: Model, names: tuple[nodes.Name, ...]) -> str:
    """`owner`, or the seats and sides that are named."""
    if not names:
        return "all"
    if len(names) == 1 and names[0].text in ("owner", "nobody", "all"):
        return {"owner": "owner", "nobody": "none", "all": "all"}[names[0].text]
    seats: set[int] = set()
    for name in names:
        if name.text not in model.names:
            known = [each.name for each in model.names.values() if isinstance(each, (things.Seat, things.Side))]
            model.findings.unknown(
                "unknown-name",
                name.text,
                name.span,
                f"I know nobody called `{name.text}` who could see this.",
                [*known, "owner", "nobody", "all"],
                "It can be seen by owner, by nobody, by all, or by players and sides.",
            )
            continue
        thing = model.thing(name, things.Seat, things.Side, noun="player or side")
        if isinstance(thing, things.Seat):
            seats.add(thing.number)
        elif isinstance(thing, things.Side):
            seats.update(thing.seats)
    return "seats:" + ",".join(str(seat) for seat in sorted(seats)) if seats else "all"


def name_cells(model: Model) -> None:
    """With one board a cell is called b2, with several city_b2."""
    boards = [zone for zone in model.zones if zone.grid is not None]
    for board in boards:
        for cell in range(board.first, board.first + board.count):
            short = model.entity_labels[cell]
            if len(boards) == 1 and short not in model.names:
                model.entity_names[cell] = short
            model.cells[model.entity_names[cell]] = cell
    taken: set[str] = set()
    for number, name in enumerate(model.entity_names):
        while name in taken:
            name += "_"
        taken.add(name)
        model.entity_names[number] = name


def declare_lines(model: Model, board: nodes.Board, node: nodes.Lines) -> None:
    zone = model.names.get(board.zone.name.text)
    if not isinstance(zone, things.Zone) or zone.grid is None:
        return
    rows = grids.lines(*zone.grid, node.form, node.length, zone.first)
    thing = things.Lines(node.name.text, node.label or in_words(node.name.text), node.name.span, zone, rows)
    if not rows:
        model.findings.error(
            "wrong-count",
            node.span,
            f"`{zone.name}` has no lines of {node.length} cells: it has {zone.grid[0]} columns and {zone.grid[1]} rows."
            if not node.form
            else f"`{zone.name}` has no {node.form} lines of more than one cell.",
        )
    if not model.declare(thing):
        return
    thing.first = len(model.entity_names)
    for number in range(len(rows)):
        model.entity_names.append(f"{thing.name}_{number + 1}")
        model.entity_labels.append(f"{thing.label} {number + 1}")
    thing.cells = len(model.relations)
    model.relations.append((f"{thing.name}.cells", thing.first, rows))
    thing.through = len(model.relations)
    model.relations.append(
        (f"{thing.name}.through", zone.first, grids.lines_through(rows, zone.count, zone.first, thing.first))
    )
    model.lines.append(thing)
