"""What the generator makes of a program, besides its Python."""

from __future__ import annotations

from attrs import define, field

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


FIZZLED, ENDED, WON = 0, 1, 2
MACHINE_ENTRIES = [LogSite("fizzle", -1, -1, -1), LogSite("end", -1, -1, -1), LogSite("result", -1, -1, -1)]


@define
class Generated:
    writer: Writer = field(factory=Writer)
    entries: list[str] = field(factory=list)  # Python names, from FIRST_OWN on
    labels: list[str] = field(factory=list)  # what each entry is, stable across versions of the generator
    resume: dict[int, tuple[int, ...]] = field(factory=dict)  # entry of a question -> where its answers lead
    log_sites: list[LogSite] = field(factory=lambda: list(MACHINE_ENTRIES))

    def log_site(self, form: str, f: int, what: int, span: int, text: str = "", types: tuple[str, ...] = ()) -> int:
        self.log_sites.append(LogSite(form, f, what, span, text, types))
        return len(self.log_sites) - 1
