"""What an author reads about types and names: "a list of players", "a cell of `meadow`", which names are in reach."""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import quoted, with_article
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import Type

MOST_NAMES = 10  # that a hint lists
CELL = re.compile(r"[a-z]+[0-9]+")
ALWAYS = ("players", "active", "winners", "none", "yes", "no")
MEANT = {"true": "yes", "false": "no", "null": "none", "nil": "none", "none": "none"}  # words of other languages


def described(model: Model, type: Type) -> str:
    """With its article, as it goes into a sentence."""
    if type.base == "none":
        return "none"
    if type.base == "unknown":
        return "something unknown"
    found = _several(model, type) if type.many else _one(model, type)
    return f"{found} or none" if type.optional and not type.many else found


def wanted(model: Model, type: Type) -> str:
    """The same for what is expected, a little plainer."""
    if type.base == "place" and not type.name and not type.many:
        return "one place"
    return "a flag (yes or no)" if type.base == "flag" and not type.many else described(model, type)


def _one(model: Model, type: Type) -> str:
    thing = model.names.get(type.name)
    if type.base == "place" and isinstance(thing, things.Zone):
        if thing.grid is not None:
            return f"a cell of `{type.name}`"
        return f"a place of `{type.name}`" if thing.keys else f"the zone `{type.name}`"
    if type.base == "line":
        return f"a line of `{type.name}`"
    if type.base == "enum" and isinstance(thing, things.Die):
        return f"a face of `{type.name}`"
    return with_article("zone" if type.base == "place" else type.name or type.base) if type.base != "die" else "a die"


def _several(model: Model, type: Type) -> str:
    thing = model.names.get(type.name)
    if type.base == "place" and isinstance(thing, things.Zone):
        return f"all cells of `{type.name}`" if thing.grid is not None else f"several places of `{type.name}`"
    plain = {"player": "players", "number": "numbers", "flag": "flags", "die": "dice", "place": "places"}
    return f"a list of {plain.get(type.base) or type.name or type.base + 's'}"


def names_in_reach(model: Model, scope: Scope) -> list[str]:
    """All that may be spoken of in an expression."""
    found = [*scope.names(), *model.names, *model.members, *model.kinds, *model.enums, *model.cells, *model.copies]
    found += ALWAYS
    found += ["me"] if scope.me is not None else []
    found += ["this"] if scope.this is not None else []
    found += ["event"] if scope.event is not None else []
    return list(dict.fromkeys(found))


def surely_meant(model: Model, scope: Scope, name: str) -> str | None:
    """The hint where it is plain what was meant, whatever other name is near."""
    meant = MEANT.get(name.lower())
    if meant is not None:
        return f"Here this is called `{meant}`."
    if name in model.player_columns:
        return f"Each player has one: `{'me' if scope.me is not None else 'p'}.{name}`."
    return None


def what_could_stand_here(model: Model, scope: Scope, name: str, type: Type | None) -> str | None:
    """The hint where no name is near: the few that are most likely meant."""
    local = [each for each in dict.fromkeys(scope.names()) if not each.startswith("_")][:MOST_NAMES]
    reach = f"In reach here {'is' if len(local) == 1 else 'are'} {quoted(local)}." if local else None
    if type is not None and type.base == "enum" and type.name in model.enums:
        members = f"It could be {quoted(model.enums[type.name].members[:MOST_NAMES], 'or')}."
        return f"{members} {reach}" if reach else members
    if type is not None and type.base == "player":
        seats = [each.name for each in model.names.values() if isinstance(each, things.Seat)]
        players = f"The players are {quoted(seats)}."
        return f"{players} {reach}" if reach else players
    boards = [zone for zone in model.zones if zone.grid is not None]
    if boards and CELL.fullmatch(name):
        cells = [(board, model.entity_names[board.first : board.first + board.count]) for board in boards]
        return " ".join(f"The cells of `{board.name}` are called `{c[0]}` to `{c[-1]}`." for board, c in cells if c)
    return reach
