"""`x.name`: properties and states, keys of places, fields of running events, and what every thing of a sort has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import quoted, sentence
from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import FLAG, NUMBER, UNKNOWN, Type
from rulewright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from rulewright.interpreter.model.expressions import Expressions, Typed

ONE = ("const", 1)
OWNER = Type("player", optional=True)
BUILT_IN = {
    "player": ("next", "previous", "opponents", "seat"),
    "piece": ("place", "owner", "controller"),
    "place": ("top", "bottom", "owner", "size", "room"),
    "cell": ("row", "column", "neighbours", "around", "north", "east", "south", "west"),
    "list": ("size", "first", "last"),
    "die": ("face", "rerolled"),
}
OWNERS = {
    "player": "players",
    "piece": "pieces",
    "place": "zones and places",
    "cell": "cells of a board",
    "list": "lists",
    "die": "dice",
}


class Attributes:
    def __init__(self, expressions: Expressions) -> None:
        self.ex = expressions
        self.model = expressions.model
        self.findings = expressions.findings

    def read(self, node: nodes.Attribute, scope: Scope) -> Typed:
        event = self.event_of(node, scope)
        if event is not None:
            return self.field(event, node.name, scope)
        if self.no_event(node.of, scope):
            return ("const", 0), UNKNOWN
        ir, type = self.ex.expr(node.of, scope)
        name = node.name.text
        if type.base == "unknown":
            return ("const", 0), UNKNOWN
        found = self.of_type(name, ir, type)
        if found is not None:
            self.model.agree(type)
            return found
        self.unknown(type, node.name)
        return ("const", 0), UNKNOWN

    def of_type(self, name: str, ir: Expr, type: Type) -> Typed | None:
        column = self.column(type, name)
        if column is not None:
            return self.column_of(column, ir), column.type
        printed = self.list_property(type, name)
        if printed is not None:
            return ("relation", printed.relation, ir), printed.type
        return self._many(name, ir, type) if type.many or type.base == "line" else self._one(name, ir, type)

    # --- events -----------------------------------------------------------------------------------------------------

    def event_of(self, node: nodes.Attribute, scope: Scope) -> things.Function | None:
        """`event.dice` and `attack.dice` speak of a running event."""
        if not isinstance(node.of, nodes.Ref) or scope.find(node.of.name) is not None:
            return None
        if node.of.name == "event":
            return scope.event
        thing = self.model.names.get(node.of.name)
        if isinstance(thing, things.Function):
            thing.used = True
            return thing
        return None

    def no_event(self, node: nodes.Expr, scope: Scope) -> bool:
        """Whether this speaks of an event where there is none, which is reported."""
        if not isinstance(node, nodes.Ref) or node.name != "event" or scope.find("event") or scope.event is not None:
            return False
        self.findings.error(
            "no-event",
            node.span,
            "There is no `event` here: only a rule hangs on one.",
            "Pass what is needed as a parameter, or name the effect that is running: attack.dice",
        )
        return True

    def field(self, event: things.Function, name: nodes.Name, scope: Scope) -> Typed:
        if event is scope.event and name.text in scope.event_arguments:
            variable = scope.event_arguments[name.text]
            return variable.ir, variable.type
        for number, (param, type) in enumerate(event.params):
            if param == name.text:
                return ("outer", event.number, 1 + number), type
        self.ex.lowered(event)
        if name.text in event.fields:
            slot, type = event.fields[name.text]
            return ("outer", event.number, slot), type
        known = [*(param for param, _ in event.params), *event.fields]
        self.findings.unknown(
            "unknown-field",
            name.text,
            name.span,
            f"`{event.name}` has no field or parameter `{name.text}`.",
            known,
            f"It has {quoted(known)}." if known else f"Write `field {name.text} = …` in it.",
        )
        return ("const", 0), UNKNOWN

    # --- columns ----------------------------------------------------------------------------------------------------

    def column(self, type: Type, name: str) -> things.Column | None:
        found: things.Column | None = None
        if type.many:
            return None
        if type.base == "player":
            found = self.model.player_columns.get(name)
        elif type.base == "piece" and type.name in self.model.kinds:
            for kind in self.model.kinds[type.name].lineage():
                if name in kind.columns:
                    found = kind.columns[name]
                    break
            else:
                found = self.below(self.model.kinds[type.name].children, name)
        elif type.base == "piece":
            found = self.below(list(self.model.kinds.values()), name)
        elif type.base == "place":
            zone = self.model.names.get(type.name)
            found = zone.columns.get(name) if isinstance(zone, things.Zone) else None
        if found is not None:
            found.used = True
        return found

    def list_property(self, type: Type, name: str) -> things.ListProperty | None:
        if type.base != "piece" or type.many or type.name not in self.model.kinds:
            return None
        for kind in self.model.kinds[type.name].lineage():
            if name in kind.lists:
                kind.lists[name].used = True
                return kind.lists[name]
        return None

    def below(self, kinds: list[things.Kind], name: str) -> things.Column | None:
        """A property that only one of the narrower kinds has: asking it of another piece is a fault when it happens."""
        found = []
        waiting = list(kinds)
        while waiting:
            kind = waiting.pop()
            waiting.extend(kind.children)
            if name in kind.columns and kind.columns[name] not in found:
                found.append(kind.columns[name])
        return found[0] if len(found) == 1 else None

    def column_of(self, column: things.Column, entity: Expr) -> Expr:
        """A property that differs from side to side is read from the side that is up."""
        if not column.sided:
            return ("prop", column.number, entity)
        side = next(k.columns["side"] for k in self.model.kinds[column.owner].lineage() if "side" in k.columns)
        ir: Expr = ("prop", column.number, entity)
        for number, own in sorted(column.sided.items()):
            ir = ("if", ("eq", ("prop", side.number, entity), ("const", number)), ("prop", own.number, entity), ir)
        return ir

    # --- what everything of a sort has ------------------------------------------------------------------------------

    def _many(self, name: str, ir: Expr, type: Type) -> Typed | None:
        if name not in BUILT_IN["list"]:
            return None
        listed, element = self.ex.lists.listed(ir, type, self.model.book.span)
        if name == "size":
            return ("count", listed), NUMBER
        if name in ("first", "last") and ir[0] == "entities":
            return ("const", ir[1] if name == "first" else ir[1] + ir[2] - 1), element
        if name == "first" and ir == ("players",):
            return ("const", 0), element
        return self.ex.lists.member(listed if name == "first" else ("reverse", listed), ONE, element)

    def _one(self, name: str, ir: Expr, type: Type) -> Typed | None:
        if type.base == "player":
            return self._player(name, ir)
        if type.base == "piece":
            return self._piece(name, ir, type)
        if type.base == "place":
            return self._place(name, ir, type)
        if type.base == "die":
            if name == "face":
                return ("face", type.pool, ir), Type("enum", type.name)
            if name == "rerolled":
                return ("marked", type.pool, ir), FLAG
        return None

    def _player(self, name: str, ir: Expr) -> Typed | None:
        seats: Expr = ("count", ("players",))
        match name:
            case "next":
                return ("mod", ("add", ir, ONE), seats), Type("player")
            case "previous":
                return ("mod", ("sub", ir, ONE), seats), Type("player")
            case "opponents":
                return ("without", ("players",), ir), Type("player", many=True)
            case "seat":
                return ("add", ir, ONE), NUMBER
        return None

    def _piece(self, name: str, ir: Expr, type: Type) -> Typed | None:
        match name:
            case "place":
                return ("at", ir), Type("place", self.only_zone(type), optional=True)
            case "owner":
                return ("owner", ir), OWNER
            case "controller":
                return ("controller", ir), OWNER
        return None

    def only_zone(self, type: Type) -> str:
        """The zone in which pieces of a kind lie, where there is only one."""
        zones = [
            zone.name
            for zone in self.model.zones
            if any(
                self.model.is_kind(type.name, held.text) or self.model.is_kind(held.text, type.name)
                for held in zone.node.holds
            )
        ]
        return zones[0] if len(zones) == 1 and type.name else ""

    def _place(self, name: str, ir: Expr, type: Type) -> Typed | None:
        match name:
            case "top" | "bottom":
                return (name, ir), Type("piece", self.ex.lists.held(type), optional=True)
            case "size":
                return ("count", ("contents", ir)), NUMBER
            case "room":
                return ("room", ir), NUMBER
        zone = self.model.names.get(type.name)
        if isinstance(zone, things.Zone):
            for number, (key, key_type) in enumerate(zone.keys):
                if key == name:
                    return ("key", zone.number, number, ir), key_type
            if zone.grid is not None and name in BUILT_IN["cell"]:
                return self._cell(name, ir, zone)
        return (("owner", ir), OWNER) if name == "owner" else None

    def _cell(self, name: str, ir: Expr, zone: things.Zone) -> Typed:
        cells: Expr = ("relation", self.model.neighbours(zone, name), ir)
        if name in ("neighbours", "around"):
            return cells, Type("place", zone.name, many=True)
        return ("nth", cells, ONE), Type("place", zone.name, optional=True)

    # --- mistakes ---------------------------------------------------------------------------------------------------

    def unknown(self, type: Type, name: nodes.Name) -> None:
        if type.base == "piece" and type.name and any(k.orphan for k in self.model.kinds[type.name].lineage()):
            return
        known = self.known(type)
        owners = self.owners(name.text)
        otherwise = f"`{name.text}` belongs to {' and to '.join(owners)}." if owners else None
        if otherwise is None and known:
            otherwise = f"It has {quoted(known)}."
        self.findings.unknown(
            "unknown-property",
            name.text,
            name.span,
            f"{sentence(self.ex.described(type))} has no `{name.text}`.",
            known,
            otherwise,
            declared=(type.origin,) if type.origin is not None else (),
        )

    def owners(self, name: str) -> list[str]:
        """What has a property or state of this name."""
        found = [f"`{kind.name}`" for kind in self.model.kinds.values() if name in kind.columns or name in kind.lists]
        found += [f"`{zone.name}`" for zone in self.model.zones if name in zone.columns]
        found += ["players"] if name in self.model.player_columns else []
        return found or [OWNERS[sort] for sort, names in BUILT_IN.items() if name in names]

    def known(self, type: Type) -> list[str]:
        if type.many or type.base == "line":
            return list(BUILT_IN["list"])
        found = list(BUILT_IN.get(type.base, ()))
        if type.base == "player":
            found = [*self.model.player_columns, *found]
        elif type.base == "piece" and type.name in self.model.kinds:
            found = [
                name for kind in self.model.kinds[type.name].lineage() for name in (*kind.columns, *kind.lists)
            ] + found
        elif type.base == "place":
            zone = self.model.names.get(type.name)
            if isinstance(zone, things.Zone):
                found = [
                    *zone.columns,
                    *(key for key, _ in zone.keys),
                    *found,
                    *(BUILT_IN["cell"] if zone.grid else ()),
                ]
        return found
