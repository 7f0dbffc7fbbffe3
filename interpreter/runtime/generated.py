"""What the generator makes of a program, besides its Python."""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.ir.program import NONE, Expr
from rulewright.interpreter.runtime.ink import Line
from rulewright.interpreter.runtime.machine import TAG
from rulewright.interpreter.runtime.writer import Writer


@define
class LogSite:
    """Where a line of the log was written: what happened, in which function, at which span."""

    form: str
    function: int  # the function in whose code it stands
    what: int  # the effect that runs, or -1
    span: int
    text: str = ""
    types: tuple[str, ...] = ()  # of what a text's placeholders stand for, as ir/meaning.py names them


@define
class Look:
    """Where something is used that may be hidden, and who sees what comes of it (audit.py)."""

    function: int  # whose slots it reads, or -1
    shown: tuple[Expr, ...] = ()
    chooser: Expr | None = None  # who alone sees what comes of `shown`; None: everybody does
    column: int = -1  # what `stored` is put into
    of: Expr | None = None  # whose
    stored: Expr | None = None
    site: int = -1  # a question, whose options are seen by its chooser


FIZZLED, ENDED, WON, UNCOVERED = range(4)
MACHINE_ENTRIES = [LogSite(form, -1, -1, -1) for form in ("fizzle", "end", "result", "reveal")]


@define
class Generated:
    writer: Writer = field(factory=Writer)
    entries: list[str] = field(factory=list)  # Python names, from FIRST_OWN on
    labels: list[str] = field(factory=list)  # what each entry is, stable across versions of the generator
    resume: dict[int, tuple[int, ...]] = field(factory=dict)  # entry of a question -> where its answers lead
    log_sites: list[LogSite] = field(factory=lambda: list(MACHINE_ENTRIES))
    event_lines: list[Line] = field(factory=list)  # of each function, what its line in the log costs
    looks: list[Look] = field(factory=list)

    def log_site(self, form: str, f: int, what: int, span: int, text: str = "", types: tuple[str, ...] = ()) -> int:
        self.log_sites.append(LogSite(form, f, what, span, text, types))
        return len(self.log_sites) - 1

    def look(self, look: Look, slots: str, given: str = "()", event: str = "") -> None:
        """Writes the line that tells an audit of it."""
        self.looks.append(look)
        tag = f"{event}[{TAG}]" if event else str(NONE)
        self.writer.put(f"if M.audit: M.audit.look({len(self.looks) - 1}, {slots}, {given}, {tag})")
