"""The whole way from a source to a program, or to all that is wrong with it."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.diagnostics import Diagnostic, Findings
from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.link import link
from rulewright.interpreter.lower import lower
from rulewright.interpreter.model.declare import declare
from rulewright.interpreter.source import Loader, Source


@frozen
class Compiled:
    program: Program | None  # None where there is an error among the diagnostics
    diagnostics: tuple[Diagnostic, ...]


def compile_source(source: Source, loader: Loader) -> Compiled:
    findings = Findings()
    linked = link(source, loader, findings)
    program = None
    if linked is not None:
        model = declare(linked, findings)
        program = lower(linked, model)
    return Compiled(None if findings.failed else program, findings.diagnostics)
