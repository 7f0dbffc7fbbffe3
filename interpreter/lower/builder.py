"""Functions in the making: slots, blocks and where they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import PLAYER, Type
from rulewright.interpreter.source import Span

if TYPE_CHECKING:
    from rulewright.interpreter.lower.lowering import Lowering

ME: ir.Expr = ("slot", 0)


@define(eq=False)
class Code:
    """A block in the making."""

    instrs: list[ir.Instr] = field(factory=list)
    spans: list[int] = field(factory=list)
    end: ir.Instr | None = None
    end_span: int = -1


@define(eq=False)
class Exit:
    """Where a list of statements ends; a block only where something leads there early."""

    block: int = -1


@define(eq=False)
class Builder:
    lowering: Lowering
    number: int
    name: str
    label: str
    role: str
    params: tuple[tuple[str, Type], ...]
    span: Span
    text: str = ""
    cite: tuple[str, ...] = ()
    slots: list[str] = field(factory=list)
    types: dict[int, Type] = field(factory=dict)
    fields: dict[str, tuple[int, Type]] = field(factory=dict)
    codes: list[Code] = field(factory=list)
    current: int = 0  # the block that is being written, -1 where nothing leads on
    body: int = 0
    prefix: list[ir.PrefixItem] = field(factory=list)
    prefix_open: bool = False
    exits: list[Exit] = field(factory=list)
    choosers: list[ir.Expr] = field(factory=list)  # who is asked by default, innermost last

    def __attrs_post_init__(self) -> None:
        self.slots = ["me", *(name for name, _ in self.params)]
        self.types = self.lowering.slot_types.setdefault(self.number, {})
        self.types[0] = PLAYER
        for number, (_, type) in enumerate(self.params):
            self.types[1 + number] = type
        self.codes = [Code()]
        self.choosers = [ME]

    def scope(self) -> Scope:
        """The scope of the body: its parameters, and `me`."""
        scope = Scope(me=ME)
        for number, (name, type) in enumerate(self.params):
            scope.variables[name] = things.Variable(("slot", 1 + number), type, used=True)
        return scope

    # --- slots and blocks -------------------------------------------------------------------------------------------

    def slot(self, name: str, type: Type) -> int:
        self.slots.append(name)
        self.types[len(self.slots) - 1] = type
        return len(self.slots) - 1

    def block(self) -> int:
        self.codes.append(Code())
        return len(self.codes) - 1

    def start(self, block: int) -> None:
        self.current = block

    def emit(self, span: Span, *instr: Any) -> None:
        if self.current < 0:
            self.start(self.block())
        code = self.codes[self.current]
        code.instrs.append(instr)
        code.spans.append(self.lowering.span(span))

    def end(self, span: Span, *instr: Any) -> None:
        """Ends the current block; what follows needs another."""
        if self.current < 0:
            self.start(self.block())
        code = self.codes[self.current]
        code.end = instr
        code.end_span = self.lowering.span(span)
        self.current = -1

    def jump(self, span: Span, block: int) -> None:
        if self.current >= 0:
            self.end(span, "jump", block)

    def exit_block(self) -> int:
        """Where the statements that are being lowered end."""
        exit = self.exits[-1]
        if exit.block < 0:
            exit.block = self.block()
        return exit.block

    def finish(self) -> ir.Function:
        while self.prefix and self.prefix[-1].form == "let":
            self.prefix.pop()  # nothing later depends on it, and it cannot fail
        blocks = []
        last = self.lowering.span(self.span)
        for code in self.codes:
            end, span = (code.end, code.end_span) if code.end is not None else (("return",), last)
            blocks.append(ir.Block(tuple(code.instrs), end, (*code.spans, span)))
        return ir.Function(
            self.name,
            self.label,
            self.role,
            tuple(name for name, _ in self.params),
            tuple(type.param for _, type in self.params),
            tuple(self.slots),
            tuple(self.types[slot].param for slot in range(len(self.slots))),
            tuple((name, slot) for name, (slot, _) in self.fields.items()),
            tuple(blocks),
            self.body,
            tuple(self.prefix),
            self.text,
            ", ".join(self.cite),
            last,
        )
