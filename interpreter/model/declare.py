"""First pass over the declarations: every named thing and its type, every entity and its number."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TypeVar

from rulewright.interpreter.diagnostics import Findings, did_you_mean
from rulewright.interpreter.link import Linked
from rulewright.interpreter.model import grids, things
from rulewright.interpreter.model.book import TYPE_WORDS, Model
from rulewright.interpreter.model.scopes import declare_scopes
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.model.types import NUMBER, Type
from rulewright.interpreter.syntax import nodes

MOST_PLAYERS = 12
MOST_PIECES = 5_000
MOST_PLACES = 5_000
T = TypeVar("T")
BUILT_IN = frozenset([*TYPE_WORDS, "players", "me", "this", "active", "event", "winners", "turn"])


def declare(linked: Linked, findings: Findings) -> Model:
    model = Model(findings, linked.book)
    found = linked.declarations
    _seats(model)
    for node in _of(found, nodes.Enum):
        _enum(model, node)
    for node in _of(found, nodes.Die):
        _die(model, node)
    _kinds(model, list(_of(found, nodes.Kind)))
    _pieces(model, list(_of(found, nodes.Piece)))
    model.places = (model.pieces[0] + model.pieces[1], 0)
    for declaration in found:
        if isinstance(declaration, nodes.Zone):
            _zone(model, declaration, None)
        elif isinstance(declaration, nodes.Board):
            _zone(model, declaration.zone, (declaration.columns, declaration.rows))
    _name_cells(model)
    boards = list(_of(found, nodes.Board))
    for board in boards:
        for lines in board.lines:
            _lines(model, board, lines)
    _columns(model, found, boards)
    for table in _of(found, nodes.Table):
        thing = things.Table(table.name.text, table.label, table.name.span, table, model.params(table.params), model.type(table.type))
        if _declare(model, thing):
            thing.number = len(model.tables)
            model.tables.append(thing)
    for value in _of(found, nodes.Value):
        made = things.Value(
            value.name.text, value.label or in_words(value.name.text), value.name.span, value, model.params(value.params),
            model.type(value.type), len(model.values),
        )  # fmt: skip
        if _declare(model, made):
            model.values.append(made)
    _functions(model, list(_of(found, nodes.Callable)))
    declare_scopes(model, found)
    return model


def _of(declarations: Iterable[nodes.Declaration], kind: type[T]) -> Iterable[T]:
    return (each for each in declarations if isinstance(each, kind))


def _declare(model: Model, thing: things.Thing) -> bool:
    if thing.name in BUILT_IN:
        model.findings.error("built-in-name", thing.span, f"`{thing.name}` is a word of the language.", "Choose another name.")
        return False
    return model.declare(thing)


# --- players, enums, dice -----------------------------------------------------------------------------------------------


def _seats(model: Model) -> None:
    book = model.book
    if not 1 <= book.least <= book.most <= MOST_PLAYERS:
        model.findings.error(
            "wrong-players", book.span, f"{book.least} to {book.most} players cannot be.",
            f"A game has 1 to {MOST_PLAYERS} players: `players 2`, `players 2 to 4`, `players white, black`.",
        )  # fmt: skip
        model.book = book = nodes.Book(
            book.name, book.title, 2, 2, (), book.uses, book.includes, book.sides, span=book.span, cite=book.cite
        )
    for number in range(book.most):
        if book.seats:
            seat = book.seats[number]
            thing = things.Seat(seat.name.text, seat.label or in_words(seat.name.text), seat.name.span, number)
        else:
            thing = things.Seat(f"player_{number + 1}", f"Player {number + 1}", book.span, number)
        _declare(model, thing)
        model.entity_names.append(thing.name)
        model.entity_labels.append(thing.label)
    for label, members in book.sides:
        seats = [model.thing(name, things.Seat, noun="player") for name in members]
        numbers = tuple(seat.number for seat in seats if isinstance(seat, things.Seat))
        _declare(model, things.Side(label.name.text, label.label or in_words(label.name.text), label.name.span, numbers))


def _enum(model: Model, node: nodes.Enum) -> things.Enum:
    members, labels = _members(model, node.members)
    enum = things.Enum(node.name.text, in_words(node.name.text), node.name.span, members, labels)
    if node.name.text in model.enums:
        model.declared_twice(node.name.text, node.name.span, "enum", model.enums[node.name.text].span)
        return enum
    _keep_enum(model, enum)
    return enum


def _keep_enum(model: Model, enum: things.Enum) -> None:
    model.enums[enum.name] = enum
    for number, member in enumerate(enum.members):
        model.members.setdefault(member, []).append((enum, number))


def _members(model: Model, labelled: Iterable[nodes.Labelled]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found: dict[str, nodes.Labelled] = {}
    for each in labelled:
        if each.name.text in found:
            model.declared_twice(each.name.text, each.name.span, "member", found[each.name.text].name.span)
        found[each.name.text] = each
    return tuple(found), tuple(each.label or in_words(name) for name, each in found.items())


def _die(model: Model, node: nodes.Die) -> None:
    unique = list(dict.fromkeys(face.name.text for face in node.faces))
    labels = {face.name.text: face.label for face in node.faces if face.label}
    enum = things.Enum(
        node.name.text, node.label or in_words(node.name.text), node.name.span, tuple(unique),
        tuple(labels.get(name) or in_words(name) for name in unique),
    )  # fmt: skip
    sides = tuple(unique.index(face.name.text) for face in node.faces for _ in range(face.count))
    die = things.Die(node.name.text, enum.label, node.name.span, enum, sides, len(model.dice))
    if _declare(model, die):
        model.dice.append(die)
        _keep_enum(model, enum)


# --- kinds and pieces ---------------------------------------------------------------------------------------------------


def _kinds(model: Model, found: list[nodes.Kind]) -> None:
    for node in found:
        kind = things.Kind(node.name.text, node.label or in_words(node.name.text), node.name.span, node)
        if kind.name in model.kinds or kind.name in model.enums:
            first = model.kinds.get(kind.name) or model.enums[kind.name]
            model.declared_twice(kind.name, kind.span, first.noun, first.span)
            continue
        kind.sides, kind.side_labels = _members(model, node.sides)
        kind.parts = {part.name.text: part.label or in_words(part.name.text) for part in node.parts}
        model.kinds[kind.name] = kind
    for kind in model.kinds.values():
        if kind.node.parent is None:
            continue
        parent = model.kind(kind.node.parent)
        if parent is not None and kind in parent.lineage():
            model.findings.error("kind-circle", kind.span, f"`{kind.name}` would be a kind of itself.")
        elif parent is not None:
            kind.parent = parent
            parent.children.append(kind)


def _pieces(model: Model, found: list[nodes.Piece]) -> None:
    for node in found:
        kind = model.kind(node.kind)
        if kind is None:
            continue
        piece = things.Piece(node.name.text, node.label or in_words(node.name.text), node.name.span, node, kind, node.count)
        if not 1 <= node.count <= MOST_PIECES:
            model.findings.error("wrong-count", node.span, f"I cannot make {node.count} copies of a piece.")
            piece.count = 1
        if _declare(model, piece):
            kind.pieces.append(piece)
    first = len(model.entity_names)
    for kind in model.kinds.values():
        if kind.parent is None:
            _number_pieces(model, kind)
    model.pieces = (first, len(model.entity_names) - first)
    if model.pieces[1] > MOST_PIECES:
        model.findings.error("wrong-count", model.book.span, f"This box has {model.pieces[1]} pieces. I can hold {MOST_PIECES}.")


def _number_pieces(model: Model, kind: things.Kind) -> None:
    """A kind's pieces and those of the kinds under it lie in one range."""
    kind.first = len(model.entity_names)
    for piece in kind.pieces:
        piece.first = len(model.entity_names)
        for number in range(min(piece.count, MOST_PIECES)):
            name = piece.name if piece.count == 1 else f"{piece.name}_{number + 1}"
            if piece.count > 1:
                model.copies[name] = (len(model.entity_names), piece)
            model.entity_names.append(name)
            model.entity_labels.append(piece.label)
    for child in kind.children:
        _number_pieces(model, child)
    kind.count = len(model.entity_names) - kind.first


# --- zones and boards ---------------------------------------------------------------------------------------------------


def _zone(model: Model, node: nodes.Zone, grid: tuple[int, int] | None) -> None:
    for held in node.holds:
        model.kind(held)
    keys: list[tuple[str, Type]] = []
    ranges: list[tuple[int, int]] = []
    if grid is not None:
        # The last key varies fastest and cells count row by row, so the row comes first in the table of keys.
        keys = [("row", NUMBER), ("column", NUMBER)]
        ranges = [(1, grid[1]), (1, grid[0])]
    for name, type in model.params(node.params):
        span = model.range_of(type)
        if span is None:
            model.findings.error(
                "wrong-type", node.name.span, f"`{name}: {type}` cannot be a key of a zone.",
                "A key is a player, a number from a range such as 1..3, an enum, a kind or another zone.",
            )  # fmt: skip
            span = (0, 1)
        keys.append((name, type))
        ranges.append(span)
    count = 1
    for _, size in ranges:
        count *= size
    if count > MOST_PLACES or model.places[1] + count > MOST_PLACES:
        model.findings.error("wrong-count", node.span, f"This makes {count} places. I can hold {MOST_PLACES} in all.")
        return
    owner_key = next((i for i, (_, type) in enumerate(keys) if type.base == "player"), -1)
    thing = things.Zone(
        node.name.text, node.label or in_words(node.name.text), node.name.span, node, tuple(keys), tuple(ranges), owner_key,
        node.ordered, -1 if node.capacity is None else node.capacity, "all", grid,
        number=len(model.zones), first=len(model.entity_names), count=count,
    )  # fmt: skip
    thing.seen = _zone_seen(model, node, thing)
    if not _declare(model, thing):
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
        return "none" if node.face_down else "all"
    seen = _seen(model, (node.seen_by,))
    if seen == "owner" and zone.owner_key < 0:
        model.findings.error(
            "no-owner", node.seen_by.span, f"`{node.name.text}` has no owner who could see it.",
            f"Give it a player as a key: zone {node.name.text}(owner: player) …",
        )  # fmt: skip
    return seen


def _seen(model: Model, names: tuple[nodes.Name, ...]) -> str:
    """`owner`, or the seats and sides that are named."""
    if not names:
        return "all"
    if len(names) == 1 and names[0].text in ("owner", "nobody", "all"):
        return {"owner": "owner", "nobody": "none", "all": "all"}[names[0].text]
    seats: set[int] = set()
    for name in names:
        thing = model.thing(name, things.Seat, things.Side, noun="player or side")
        if isinstance(thing, things.Seat):
            seats.add(thing.number)
        elif isinstance(thing, things.Side):
            seats.update(thing.seats)
    return "seats:" + ",".join(str(seat) for seat in sorted(seats)) if seats else "all"


def _name_cells(model: Model) -> None:
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


def _lines(model: Model, board: nodes.Board, node: nodes.Lines) -> None:
    zone = model.names.get(board.zone.name.text)
    if not isinstance(zone, things.Zone) or zone.grid is None:
        return
    rows = grids.lines(*zone.grid, node.form, node.length, zone.first)
    thing = things.Lines(node.name.text, node.label or in_words(node.name.text), node.name.span, zone, rows)
    if not rows:
        model.findings.error(
            "wrong-count", node.span, f"`{zone.name}` has no lines of {node.length} cells.", "Is the number too large for this board?"
        )
    if not _declare(model, thing):
        return
    thing.first = len(model.entity_names)
    for number in range(len(rows)):
        model.entity_names.append(f"{thing.name}_{number + 1}")
        model.entity_labels.append(f"{thing.label} {number + 1}")
    thing.cells = len(model.relations)
    model.relations.append((f"{thing.name}.cells", thing.first, rows))
    thing.through = len(model.relations)
    model.relations.append((f"{thing.name}.through", zone.first, grids.lines_through(rows, zone.count, zone.first, thing.first)))
    model.lines.append(thing)


# --- properties and states ----------------------------------------------------------------------------------------------


def _columns(model: Model, found: Iterable[nodes.Declaration], boards: list[nodes.Board]) -> None:
    active = things.Column(
        "active", "Active player", model.book.span, Type("player", optional=True), "", False, False,
        0 if model.book.most == 1 else -1, "all", used=True,
    )  # fmt: skip
    model.global_columns["active"] = active
    _number(model, active)
    for kind in model.kinds.values():
        for node in kind.node.properties:
            _column(model, kind.columns, node.name, "", node.type, kind.name, node.back, "all" if node.back else "holder", node.cite)
        for state in kind.node.states:
            seen = _seen(model, state.seen) if state.seen else "holder"
            _column(model, kind.columns, state.name, state.label, state.type, kind.name, None, seen, state.cite)
        if kind.sides:
            enum = things.Enum(f"{kind.name}.side", "Side", kind.span, kind.sides, kind.side_labels, used=True)
            _keep_enum(model, enum)
            side = things.Column("side", "Side", kind.span, Type("enum", enum.name), kind.name, False, False, 0, "holder", used=True)
            kind.columns["side"] = side
            _number(model, side)
    for board in boards:
        zone = model.names.get(board.zone.name.text)
        if isinstance(zone, things.Zone):
            for state in board.states:
                _column(
                    model, zone.columns, state.name, state.label, state.type, zone.name, None, _seen(model, state.seen), state.cite
                )
    for declaration in found:
        if isinstance(declaration, nodes.State):
            _state(model, declaration)


def _state(model: Model, node: nodes.State) -> None:
    seen = _seen(model, node.seen)
    owner = node.owner
    if owner is None:
        column = _column(model, model.global_columns, node.name, node.label, node.type, "", None, seen, node.cite)
        if column is not None:
            _declare(model, column)
    elif owner.text == "player":
        _column(model, model.player_columns, node.name, node.label, node.type, "player", None, seen, node.cite)
    elif owner.text in model.kinds:
        kind = model.kinds[owner.text]
        kind.used = True
        _column(
            model, kind.columns, node.name, node.label, node.type, kind.name, None, seen if node.seen else "holder", node.cite
        )
    elif isinstance(zone := model.names.get(owner.text), things.Zone):
        zone.used = True
        _column(model, zone.columns, node.name, node.label, node.type, zone.name, None, seen, node.cite)
    else:
        candidates = ["player", *model.kinds, *(zone.name for zone in model.zones)]
        model.findings.error(
            "unknown-kind", owner.span, f"I know no kind, zone or board called `{owner.text}` that could have a state.",
            did_you_mean(owner.text, candidates),
        )  # fmt: skip


def _column(
    model: Model, into: dict[str, things.Column], name: nodes.Name, label: str, type: nodes.Type, owner: str, back: bool | None,
    seen: str, cite: tuple[str, ...],
) -> things.Column | None:  # fmt: skip
    """`back` is None for a state, which changes; else the column is a property, which does not."""
    found = model.type(type)
    if found.many and back is not None:
        _list_property(model, into, name, label, found, owner)
        return None
    if found.many:
        model.findings.error(
            "wrong-type", type.span, f"`{name.text}` cannot be a list.", "What can grow is a zone: pieces lie in it, and it keeps their order."
        )
        return None
    if name.text in into:
        model.declared_twice(name.text, name.span, into[name.text].noun, into[name.text].span)
        return None
    column = things.Column(
        name.text, label or in_words(name.text), name.span, found, owner, back is not None, bool(back), None, seen, cited=cite
    )
    into[name.text] = column
    _number(model, column)
    return column


def _list_property(
    model: Model, into: dict[str, things.Column], name: nodes.Name, label: str, type: Type, owner: str
) -> None:
    """`paths: list of Location` is printed once and for all: a relation from each piece to its list."""
    kind = model.kinds[owner]
    if name.text in into or name.text in kind.lists:
        model.declared_twice(name.text, name.span, "property", kind.span)
        return
    model.relations.append((f"{owner}.{name.text}", kind.first, ((),) * kind.count))
    kind.lists[name.text] = things.ListProperty(
        name.text, label or in_words(name.text), name.span, type, len(model.relations) - 1
    )


def _number(model: Model, column: things.Column) -> None:
    column.number = len(model.columns)
    model.columns.append(column)


# --- functions ----------------------------------------------------------------------------------------------------------


def _functions(model: Model, found: list[nodes.Callable]) -> None:
    for node in found:
        function = things.Function(
            node.name.text, node.label or in_words(node.name.text), node.name.span, node.word, node, model.params(node.params),
            len(model.functions),
        )  # fmt: skip
        if _declare(model, function):
            model.functions.append(function)
    if "game" not in model.names:
        model.findings.error(
            "no-game", model.book.span, "This rulebook has no `game` block, so nothing would happen.",
            "Say how the game runs: a line `game`, and below it the phases in their order.",
        )  # fmt: skip
