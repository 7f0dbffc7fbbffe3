"""Of what sort an expression is: enough to call it by a noun. The checker has made sure that it is of one."""

from __future__ import annotations

from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.types import FLAG, NUMBER, PLACE, PLAYER, UNKNOWN, Type
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.text import english
from rulewright.interpreter.text.scope import Scope

_NUMBERS = frozenset("size room row column seat".split())
_PLAYERS = frozenset("owner controller next previous".split())
_SAME_LIST = frozenset("distinct reversed take without joined".split())


class Types:
    def __init__(self, model: Model) -> None:
        self.model = model

    def label(self, type: Type) -> str:
        """What one of them is called, without an article."""
        if type.base == "piece":
            return self.model.kinds[type.name].label if type.name in self.model.kinds else "piece"
        if type.base in ("place", "line"):
            thing = self.model.names.get(type.name)
            if isinstance(thing, things.Zone) and thing.grid is not None:
                return f"space of the {thing.label}"
            return english.unled(thing.label) if thing is not None else "zone"
        if type.base == "enum":
            return things.in_words(type.name).lower()
        return {"player": "player", "number": "number", "flag": "flag", "die": "die"}.get(type.base, "thing")

    def of(self, node: nodes.Expr, scope: Scope) -> Type:
        match node:
            case nodes.Number():
                return NUMBER
            case nodes.Literal():
                return FLAG if node.word != "none" else UNKNOWN
            case nodes.Ref():
                return self.of_name(node.name, scope)
            case nodes.Call():
                return self.of_call(node, scope)
            case nodes.Attribute():
                return self.of_attribute(node, scope)
            case nodes.Binary():
                return NUMBER if node.op in ("+", "-", "*", "/", "mod") else FLAG
            case nodes.Unary():
                return NUMBER if node.op == "-" else FLAG
            case nodes.IsA():
                return FLAG
            case nodes.IfThen():
                return self.of(node.yes, scope)
            case nodes.Range():
                return NUMBER.list
            case nodes.ListLiteral():
                return self.of(node.items[0], scope).list if node.items else UNKNOWN
            case nodes.Quantifier():
                return self.of_quantifier(node, scope)
        return UNKNOWN

    def of_name(self, name: str, scope: Scope) -> Type:
        named = scope.find(name)
        if named is not None:
            return named.type
        if name == "this":
            return scope.this_type
        if name in ("me", "active"):
            return PLAYER
        if name in ("players", "winners"):
            return PLAYER.list
        if name in self.model.kinds:
            return Type("piece", name, many=True)
        if name in self.model.enums:
            return Type("enum", name, many=True)
        thing = self.model.names.get(name)
        match thing:
            case things.Seat():
                return PLAYER
            case things.Side():
                return PLAYER.list
            case things.Piece():
                return Type("piece", thing.kind.name, many=thing.count > 1)
            case things.Zone():
                return Type("place", name, many=bool(thing.keys))
            case things.Column() | things.Value() | things.Option():
                return thing.type
            case things.Loop():
                return NUMBER
        if name in self.model.members:
            return Type("enum", self.model.members[name][0][0].name)
        return PLACE if name in self.model.cells else UNKNOWN

    def of_call(self, node: nodes.Call, scope: Scope) -> Type:
        thing = self.model.names.get(node.name.text)
        if isinstance(thing, (things.Value, things.Table)):
            return thing.type
        if isinstance(thing, things.Zone):
            keys = 2 if thing.grid is not None else len(thing.keys)
            whole = len(node.args) >= keys and all(arg.form == "expr" for arg in node.args)
            return Type("place", thing.name, many=not whole)
        if isinstance(thing, things.Lines):
            return Type("line", thing.name, many=True)
        if node.name.text in ("min", "max", "distance"):
            return NUMBER
        if node.name.text in _SAME_LIST and node.args and node.args[0].value is not None:
            return self.element(node.args[0].value, scope).list
        if node.name.text == "nth" and node.args and node.args[0].value is not None:
            return self.element(node.args[0].value, scope)
        return FLAG if node.name.text == "can" else UNKNOWN

    def of_attribute(self, node: nodes.Attribute, scope: Scope) -> Type:
        name = node.name.text
        of = self.of(node.of, scope)
        column = self.column(name, of)
        if column is not None:
            return column.type
        if name in _NUMBERS:
            return NUMBER
        if name in _PLAYERS:
            return PLAYER
        if name in ("top", "bottom", "first", "last"):
            return self.element(node.of, scope)
        if name in ("place", "north", "south", "east", "west"):
            return Type("place", of.name if of.base == "place" else "")
        zone = self.model.names.get(of.name)
        if isinstance(zone, things.Zone):
            return next((type for key, type in zone.keys if key == name), UNKNOWN)
        return UNKNOWN

    def column(self, name: str, of: Type) -> things.Column | None:
        """The property or state of this name."""
        if of.base == "player":
            return self.model.player_columns.get(name)
        if of.base == "place":
            zone = self.model.names.get(of.name)
            return zone.columns.get(name) if isinstance(zone, things.Zone) else None
        if of.name in self.model.kinds:
            lineage = self.model.kinds[of.name].lineage()
            return next((kind.columns[name] for kind in lineage if name in kind.columns), None)
        if of.base in ("piece", "unknown"):
            return next((kind.columns[name] for kind in self.model.kinds.values() if name in kind.columns), None)
        return None

    def of_quantifier(self, node: nodes.Quantifier, scope: Scope) -> Type:
        if node.word in ("some", "every"):
            return FLAG
        if node.word == "count":
            return NUMBER
        element = self.element(node.domain, scope)
        if node.word in ("first", "last"):
            return element
        if node.result is not None:
            inner = scope.child()
            inner.bind(node.binder.text, element, "", "")
            found = self.of(node.result, inner)
            return found.list if node.word in ("list", "map") else found
        return element.list

    def element(self, domain: nodes.Expr, scope: Scope) -> Type:
        """What one of a domain is: a zone's pieces, a kind's, a list's members."""
        type = self.of(domain, scope)
        if isinstance(domain, nodes.Range):
            return NUMBER
        if type.base == "place" and not type.many:
            return self.held(type.name)
        if type.base == "place" and isinstance(domain, nodes.Ref) and self.is_plain_zone(domain.name, scope):
            return self.held(type.name)
        if type.base == "line" and not type.many:
            lines = self.model.names.get(type.name)
            return Type("place", lines.board.name) if isinstance(lines, things.Lines) else PLACE
        return type.one

    def is_plain_zone(self, name: str, scope: Scope) -> bool:
        thing = self.model.names.get(name)
        return scope.find(name) is None and isinstance(thing, things.Zone) and not thing.keys

    def held(self, zone: str) -> Type:
        thing = self.model.names.get(zone)
        if not isinstance(thing, things.Zone):
            return Type("piece")
        held = [self.model.kinds[name.text].lineage() for name in thing.node.holds if name.text in self.model.kinds]
        shared = [kind for kind in held[0] if all(kind in line for line in held)] if held else []
        return Type("piece", shared[0].name if shared else "")
