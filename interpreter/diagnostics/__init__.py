"""What is wrong with a rulebook: as data, gathered by the passes and worded in one place."""

from rulewright.interpreter.diagnostics.codes import CODES
from rulewright.interpreter.diagnostics.declared import blame_declarations
from rulewright.interpreter.diagnostics.diagnostic import Diagnostic, Label
from rulewright.interpreter.diagnostics.findings import Findings
from rulewright.interpreter.diagnostics.libraries import point_to_libraries
from rulewright.interpreter.diagnostics.nearest import did_you_mean, nearest, question
from rulewright.interpreter.diagnostics.render import as_data, escape, render_json, render_problem, render_text
from rulewright.interpreter.diagnostics.wording import in_a_row, quoted, sentence, times, with_article

__all__ = [
    "CODES",
    "Diagnostic",
    "Findings",
    "Label",
    "as_data",
    "blame_declarations",
    "did_you_mean",
    "escape",
    "in_a_row",
    "nearest",
    "point_to_libraries",
    "question",
    "quoted",
    "render_json",
    "render_problem",
    "render_text",
    "sentence",
    "times",
    "with_article",
]
