"""What is written below a piece: its properties, the bodies of its parts, its rules; where it starts."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import quoted, sentence, with_article
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.builder import Builder
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.lower.rules import Rules
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import PLACE, Type
from rulewright.interpreter.syntax import nodes


class Pieces:
    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.model = lowering.model
        self.findings = lowering.model.findings
        self.ex = lowering.ex
        self.part_functions: dict[
            tuple[str, str], dict[tuple[int, int], int]
        ] = {}  # (kind, part) -> (piece, side) -> function
        self.starts: dict[int, int] = {}
        self.doubtful: set[str] = set()  # pieces with a line that was not understood: it may be the one that is missing

    def all(self) -> Iterator[things.Piece]:
        for kind in self.model.kinds.values():
            yield from kind.pieces

    # --- properties -------------------------------------------------------------------------------------------------

    def constant(self, node: nodes.Expr, type: Type) -> int | None:
        """A printed number, name or flag."""
        before = len(self.findings)
        value = self.ex.typed(node, Scope(), type)
        if value[0] == "const":
            number = int(value[1])
            if type.bounds is not None and not type.bounds[0] <= number <= type.bounds[1]:
                self.findings.error(
                    "outside-bounds",
                    node.span,
                    f"This is {number}, but only numbers from {type.bounds[0]} to {type.bounds[1]} are allowed here.",
                )
            return number
        if len(self.findings) == before:
            self.findings.error(
                "not-constant",
                node.span,
                "This must be known before the game begins, but it is computed while the game runs.",
                "Write the number or name itself. What changes during the game is set in a phase.",
            )
        return None

    def defaults(self) -> None:
        for kind in self.model.kinds.values():
            for printed in kind.node.properties:
                self.default(kind.columns.get(printed.name.text), printed.default)
            for state in kind.node.states:
                self.default(kind.columns.get(state.name.text), state.initial)
        for column in self.model.columns:
            if column.default is None and not column.constant:
                column.default = self.natural_start(column.type)

    def default(self, column: things.Column | None, initial: nodes.Expr | None) -> None:
        if column is not None and initial is not None:
            found = self.constant(initial, column.type)
            column.default = 0 if found is None else found

    def natural_start(self, type: Type) -> int:
        """Where a state starts that says nothing: at 0, no, none, the first member."""
        if type.bounds is not None:
            return min(max(0, type.bounds[0]), type.bounds[1])
        if type.base == "player" and not type.optional:
            return 0
        return ir.NONE if type.is_entity or type.optional else 0

    def properties(self) -> None:
        for piece in self.all():
            self.piece_properties(piece, piece.node.lines, None)
        for piece in self.all():
            self.complete(piece)

    def piece_properties(self, piece: things.Piece, lines: tuple[nodes.Declaration, ...], side: int | None) -> None:
        for line in lines:
            if isinstance(line, nodes.GivenProperty):
                self.given(piece, line, side)
            elif isinstance(line, nodes.SideBlock):
                number = self.side(piece, line.name)
                if number is not None:
                    self.piece_properties(piece, line.lines, number)

    def side(self, piece: things.Piece, name: nodes.Name) -> int | None:
        sides = next((kind.sides for kind in piece.kind.lineage() if kind.sides), ())
        lacking = {side for kind in piece.kind.lineage() for side in kind.lacks}
        if name.text in sides and name.text not in lacking:
            return sides.index(name.text)
        self.doubtful.add(piece.name)
        self.findings.unknown(
            "unknown-name",
            name.text,
            name.span,
            f"{sentence(with_article(piece.kind.name))} has no side `{name.text}`.",
            [side for side in sides if side not in lacking],
            f"It has {quoted(side for side in sides if side not in lacking)}."
            if sides
            else f"Write `sides …` in kind {piece.kind.name}.",
        )
        return None

    def given(self, piece: things.Piece, line: nodes.GivenProperty, side: int | None) -> None:
        listed = next(
            (kind.lists[line.name.text] for kind in piece.kind.lineage() if line.name.text in kind.lists), None
        )
        if listed is not None:
            self.given_list(piece, line, listed)
            return
        column = next(
            (kind.columns[line.name.text] for kind in piece.kind.lineage() if line.name.text in kind.columns), None
        )
        if column is None or line.name.text == "side":
            known = [name for kind in piece.kind.lineage() for name in (*kind.columns, *kind.lists, *kind.parts)]
            self.doubtful.add(piece.name)
            if any(kind.orphan for kind in piece.kind.lineage()):
                return
            self.findings.unknown(
                "unknown-property",
                line.name.text,
                line.name.span,
                f"{sentence(with_article(piece.kind.name))} has no property `{line.name.text}`.",
                known,
                f"It has {quoted(known)}." if known else f"Write `{line.name.text}: …` in kind {piece.kind.name}.",
            )
            return
        value = self.constant(line.value, column.type)
        if value is None:
            self.doubtful.add(piece.name)
            return
        target = column
        if side is not None:
            target = column.sided.get(side) or self.side_column(column, side)
        if target.values.get(piece.first) is not None:
            self.findings.error(
                "declared-twice",
                line.name.span,
                f"`{piece.name}` has its `{column.name}` already.",
                "Keep one of the two lines.",
            )
        for entity in piece.entities:
            target.values[entity] = value

    def given_list(self, piece: things.Piece, line: nodes.GivenProperty, listed: things.ListProperty) -> None:
        before = len(self.findings)
        value = self.ex.typed(line.value, Scope(), listed.type)
        items = value[1:] if value[0] == "list" else ()
        if value[0] != "list" or any(item[0] != "const" for item in items):
            if len(self.findings) == before:
                self.findings.error(
                    "not-constant",
                    line.value.span,
                    "This list is printed on a piece, so it must be known before the game begins.",
                    "Write it out: [a, b, c]",
                )
            return
        name, first, rows = self.model.relations[listed.relation]
        row = tuple(int(item[1]) for item in items)
        changed = tuple(row if first + i in piece.entities else old for i, old in enumerate(rows))
        self.model.relations[listed.relation] = (name, first, changed)

    def side_column(self, column: things.Column, side: int) -> things.Column:
        made = things.Column(
            f"{column.name}.{side}",
            column.label,
            column.span,
            column.type,
            column.owner,
            column.constant,
            column.back,
            column.default,
            column.seen,
            len(self.model.columns),
            used=True,
        )
        column.sided[side] = made
        self.model.columns.append(made)
        return made

    def complete(self, piece: things.Piece) -> None:
        """A property that is neither given nor has a default is forgotten."""
        missing: list[str] = []
        for kind in piece.kind.lineage():
            for column in kind.columns.values():
                if column.type.base == "flag" or column.type.optional:
                    fallback = 0 if column.type.base == "flag" else ir.NONE
                    column.default = fallback if column.default is None else column.default
                given = piece.first in column.values or any(piece.first in own.values for own in column.sided.values())
                if column.constant and column.default is None and not given:
                    missing.append(column.name)
        # Where something below the piece could not be read, it may be what is missing.
        missing = [name for name in missing if name not in self.findings.lost]
        if missing and piece.name not in self.doubtful:
            self.findings.error(
                "missing-property",
                piece.span,
                f"`{piece.name}` has no {quoted(missing, 'and no')}.",
                f"Every {piece.kind.name} needs one: write `{missing[0]} …` below it, or give the kind a default.",
            )

    # --- where they start -------------------------------------------------------------------------------------------

    def places(self) -> None:
        for piece in self.all():
            written = [line.zone for line in piece.node.lines if isinstance(line, nodes.Starts)]
            if not written:
                written = [kind.node.starts for kind in piece.kind.lineage() if kind.node.starts is not None][:1]
            if not written:
                continue
            place = self.constant(written[0], PLACE)
            zone = next(
                (z for z in self.model.zones if place is not None and z.first <= place < z.first + z.count), None
            )
            if zone is None or place is None:
                continue
            if self.model.is_doubtful(piece.kind.name, zone.node.holds):
                continue
            if not any(self.model.is_kind(piece.kind.name, held.text) for held in zone.node.holds):
                self.findings.error(
                    "wrong-type",
                    written[0].span,
                    f"{sentence(with_article(piece.kind.name))} may not lie in `{zone.name}`.",
                    f"It holds {quoted(held.text for held in zone.node.holds)}."
                    if zone.node.holds
                    else "It holds no pieces.",
                )
                continue
            for entity in piece.entities:
                self.starts[entity] = place

    # --- parts and rules --------------------------------------------------------------------------------------------

    def rules(self) -> None:
        for kind in self.model.kinds.values():
            for name in kind.node.works or ():
                self.model.thing(name, things.Zone, noun="zone", code="unknown-zone")
        for piece in self.all():
            self.piece_rules(piece, piece.node.lines, None)

    def piece_rules(self, piece: things.Piece, lines: tuple[nodes.Declaration, ...], side: int | None) -> None:
        rules = Rules(self.lowering)
        for line in lines:
            if isinstance(line, nodes.Rule):
                rules.rule(line, piece, side)
            elif isinstance(line, nodes.Modify):
                rules.modifier(line, piece, side)
            elif isinstance(line, nodes.PartBody):
                self.part(piece, line, side)
            elif isinstance(line, nodes.SideBlock):
                number = self.side(piece, line.name)
                if number is not None:
                    self.piece_rules(piece, line.lines, number)

    def part(self, piece: things.Piece, line: nodes.PartBody, side: int | None) -> None:
        kind = next((kind for kind in piece.kind.lineage() if line.name.text in kind.parts), None)
        if kind is None:
            known = [part for each in piece.kind.lineage() for part in each.parts]
            self.findings.unknown(
                "unknown-name",
                line.name.text,
                line.name.span,
                f"{sentence(with_article(piece.kind.name))} has no part `{line.name.text}`.",
                known,
                f"It has {quoted(known)}." if known else f"Write `part {line.name.text}` in kind {piece.kind.name}.",
            )
            return
        number = self.lowering.new_function()
        name = self.lowering.unique(f"{piece.name}.{line.name.text}")
        this = (("this", Type("piece", piece.kind.name)),)
        builder = Builder(
            self.lowering,
            number,
            name,
            f"{piece.label}: {kind.parts[line.name.text]}",
            "part",
            this,
            line.span,
            "",
            line.cite,
        )
        from rulewright.interpreter.lower.statements import Statements

        scope = Scope(me=("slot", 0))
        scope.this = things.Variable(("slot", 1), this[0][1], used=True)
        Statements(self.lowering, builder, None).function(line.body, scope)
        self.lowering.functions[number] = builder.finish()
        table = self.part_functions.setdefault((kind.name, line.name.text), {})
        for entity in piece.entities:
            if (entity, side if side is not None else -1) in table:
                self.findings.error(
                    "declared-twice", line.name.span, f"`{piece.name}` has its {line.name.text} already."
                )
                break
            table[entity, side if side is not None else -1] = number

    def side_tables(self) -> tuple[ir.Sides, ...]:
        found = []
        for kind in self.model.kinds.values():
            if kind.sides:
                lacking = tuple(
                    (each.first, each.count, kind.sides.index(side))
                    for each in self.model.kinds.values()
                    if kind in each.lineage()
                    for side in each.lacks
                    if side in kind.sides
                )
                found.append(ir.Sides(kind.columns["side"].number, kind.back, lacking))
        return tuple(found)

    def part_tables(self) -> tuple[ir.Part, ...]:
        found = []
        for kind in self.model.kinds.values():
            side = next((k.columns["side"] for k in kind.lineage() if "side" in k.columns), None)
            sides = len(self.model.enums[side.type.name].members) if side is not None else 1
            for part in kind.parts:
                table = self.part_functions.get((kind.name, part), {})
                functions = tuple(
                    table.get((entity, number), table.get((entity, -1), -1))
                    for entity in range(kind.first, kind.first + kind.count)
                    for number in range(sides)
                )
                found.append(ir.Part(part, kind.first, side.number if side is not None else -1, sides, functions))
        return tuple(found)
