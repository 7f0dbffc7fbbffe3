"""What happens to pieces and dice: move, swap, shuffle, flip, reveal; roll, reroll, pick."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import quoted, sentence, with_article
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.loops import Loops
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import PIECE, PLACE, PLAYER, Type
from rulewright.interpreter.syntax import nodes


class Moves(Loops):
    # --- pieces -----------------------------------------------------------------------------------------------------

    def _move(self, node: nodes.Move, scope: Scope) -> None:
        what, type = self.ex.expr(node.what, scope)
        to, to_type = self.ex.expr(node.to, scope)
        if to_type.many and to_type.base == "place":
            self.ex.several_places(node.to.span, to_type)
        elif to_type.many or to_type.base not in ("place", "none", "unknown"):
            self.ex.wrong_type(node.to.span, to_type, PLACE)
        zone = self.model.names.get(to_type.name)
        end = node.end or ("bottom" if isinstance(zone, things.Zone) and not zone.ordered else "top")
        if type.base == "place" and not type.many:
            what, type = self.ex.lists.listed(what, type, node.what.span)
            type = type.list
            if not node.every:
                self.findings.error(
                    "wrong-type",
                    node.what.span,
                    "A place cannot be moved; its pieces can.",
                    f"Write: move all {node.what.span.text} to …",
                )
        self._check_held(type, to_type, node)
        if type.base not in ("piece", "unknown"):
            self.ex.wrong_type(node.what.span, type, PIECE)
        self.b.emit(node.span, "move_all" if type.many else "move", what, to, end)

    def _check_held(self, type: Type, to: Type, node: nodes.Move) -> None:
        zone = self.model.names.get(to.name)
        if not isinstance(zone, things.Zone) or not type.name or type.base != "piece":
            return
        if self.model.is_doubtful(type.name, zone.node.holds):
            return
        held = [name.text for name in zone.node.holds]
        if not any(self.model.is_kind(type.name, name) or self.model.is_kind(name, type.name) for name in held):
            self.findings.error(
                "wrong-type",
                node.what.span,
                f"{sentence(with_article(type.name))} may not lie in `{zone.name}`.",
                f"It holds {quoted(held)}." if held else "It holds no pieces.",
            )

    def _swap(self, node: nodes.Swap, scope: Scope) -> None:
        self.b.emit(
            node.span, "swap", self.ex.typed(node.first, scope, PIECE), self.ex.typed(node.second, scope, PIECE)
        )

    def _shuffle(self, node: nodes.Shuffle, scope: Scope) -> None:
        self.b.emit(node.span, "shuffle", self.ex.typed(node.zone, scope, PLACE))

    def _flip(self, node: nodes.Flip, scope: Scope) -> None:
        piece, type = self.ex.expr(node.piece, scope)
        column = self.ex.attributes.column(type, "side")
        if column is None or column.type.base != "enum":
            if type.base != "unknown":
                self.findings.error(
                    "no-sides",
                    node.piece.span,
                    f"{sentence(self.ex.described(type))} has no sides to flip to.",
                    f"Write `sides {node.side.text}, …` in its kind."
                    if type.base == "piece"
                    else "Only pieces have sides.",
                )
            return
        sides = self.model.enums[column.type.name].members
        if node.side.text not in sides:
            self.findings.unknown(
                "unknown-name",
                node.side.text,
                node.side.span,
                f"{sentence(with_article(column.owner))} has no side `{node.side.text}`.",
                sides,
                f"It has {quoted(sides)}.",
            )
            return
        kind = self.model.kinds.get(type.name)
        if kind is not None and any(node.side.text in each.lacks for each in kind.lineage()):
            own = [side for side in sides if not any(side in each.lacks for each in kind.lineage())]
            self.findings.error(
                "no-sides",
                node.side.span,
                f"{sentence(with_article(kind.name))} has no side `{node.side.text}`.",
                f"It has {quoted(own)}.",
            )
            return
        self.b.emit(node.span, "flip", column.number, piece, ("const", sides.index(node.side.text)))

    def _reveal(self, node: nodes.Reveal, scope: Scope) -> None:
        pieces, type = self.ex.expr(node.piece, scope)
        seats, seats_type = self.ex.expr(node.to, scope)
        if seats_type.base not in ("player", "unknown"):
            self.ex.wrong_type(node.to.span, seats_type, PLAYER)
        if type.base == "place" and not type.many:
            pieces, type = self.ex.lists.listed(pieces, type, node.piece.span)
            type = type.list
        if type.base not in ("piece", "unknown"):
            self.ex.wrong_type(node.piece.span, type, PIECE)
        pieces = pieces if type.many else ("list", pieces)
        seats = seats if seats_type.many else ("list", seats)

        def each_piece(piece: ir.Expr) -> None:
            if seats == ("players",):  # all of them: then whoever looks on may know it, too
                self.b.emit(node.span, "reveal", piece, ("any",))
                return
            self.go_through(seats, PLAYER, node, lambda seat: self.b.emit(node.span, "reveal", piece, seat))

        self.go_through(pieces, PIECE, node, each_piece)

    # --- chance -----------------------------------------------------------------------------------------------------

    def _roll(self, node: nodes.Roll, scope: Scope) -> None:
        count = self.ex.number(node.count, scope)
        die = self.model.thing(node.die, things.Die, noun="die")
        if not isinstance(die, things.Die):
            scope.variables[node.name.text] = things.Variable(("const", 0), Type("unknown"), node.name.span, used=True)
            return
        known = scope.find(node.name.text)
        if known is not None and known.type.base == "die" and known.ir[0] == "slot":
            slot = known.ir[1]
        else:
            self.new_name(node.name, scope)
            type = Type("die", die.name, many=True)
            slot = self.b.slot(node.name.text, type)
            scope.variables[node.name.text] = things.Variable(("slot", slot), type, node.name.span)
            self.b.fields[node.name.text] = (slot, type)
        self.b.emit(node.span, "roll", slot, count, die.number)

    def _reroll(self, node: nodes.Reroll, scope: Scope) -> None:
        pool = scope.find(node.pool.text)
        if pool is None or pool.type.base != "die" or not pool.type.many or pool.ir[0] != "slot":
            pools = [
                name
                for name in scope.names()
                if (v := scope.find(name)) is not None and v.type.base == "die" and v.type.many
            ]
            self.findings.unknown(
                "unknown-name",
                node.pool.text,
                node.pool.span,
                f"`{node.pool.text}` is no pool of dice that was rolled here.",
                pools,
                f"Here {quoted(pools)} {'was' if len(pools) == 1 else 'were'} rolled."
                if pools
                else f"Roll them first: roll 2 of DIE as {node.pool.text}",
            )
            return
        pool.used = True
        dice, type = self.ex.expr(node.dice, scope)
        if type.base != "die" and type.base != "unknown":
            self.findings.error(
                "wrong-type", node.dice.span, f"I can re-roll dice, but this is {self.ex.described(type)}."
            )
        if type.many and dice == pool.ir:
            dice = ("indices", dice)
        self.b.emit(node.span, "reroll", pool.ir[1], dice if type.many else ("list", dice))

    def _pick(self, node: nodes.Pick, scope: Scope) -> None:
        listed, _, _, element = self.ex.lists.filtered(node.domain, node.name, node.where, (), scope)
        self.new_name(node.name, scope)
        slot = self.b.slot(node.name.text, element)
        self.b.emit(node.span, "pick", slot, listed)
        optional = Type(element.base, element.name, optional=True, pool=element.pool)
        scope.variables[node.name.text] = self.noted(things.Variable(("slot", slot), optional, node.name.span))
