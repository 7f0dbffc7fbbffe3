"""What goes wrong through no fault of ours: in words for people, as data for programs."""

import os
from typing import Any

from rulewright.cli.terminal import width
from rulewright.interpreter import ModProblem, RulebookError, RulesFault, SaveProblem, SourceProblem
from rulewright.interpreter.diagnostics import as_data as diagnostic_data
from rulewright.interpreter.diagnostics import did_you_mean, escape, render_problem, render_text

# What a rulebook, a save or a file is to blame for.
EXPECTED = (ModProblem, RulebookError, RulesFault, SaveProblem, SourceProblem)


def debugging() -> bool:
    """Whether somebody wants to see our own faults in full."""
    return os.environ.get("RULEWRIGHT_DEBUG", "") not in ("", "0")


def words(problem: Exception, colour: bool) -> str:
    """Whole lines."""
    if isinstance(problem, RulebookError):
        return render_text(problem.diagnostics, colour, width())
    if isinstance(problem, SourceProblem):
        hint = did_you_mean(problem.name, problem.candidates)
        return render_problem(problem.code, problem.message, hint, colour, width())
    if isinstance(problem, RulesFault):
        return render_problem("rules-fault", fault_words(problem), None, colour, width())
    assert isinstance(problem, (ModProblem, SaveProblem))
    message = problem.message
    if not message.endswith("."):  # part of a sentence, which others go on with
        message = f"{message[:1].upper()}{message[1:]}."
    return escape(message, keep="\n") + "\n"


def fault_words(fault: RulesFault) -> str:
    """What the rulebook did, where, and which rules were running, innermost first."""
    cited = f" [{fault.cite}]" if fault.cite else ""
    running = "".join(f"\n  in {link.name} ({link.where})" for link in fault.chain)
    return f"The rules came to a point where they cannot go on. {fault.where}: {fault.message}{cited}" + running


def as_data(problem: Exception, book: str) -> list[dict[str, Any]]:
    """In the shape of diagnostics, with null for what is not known."""
    if isinstance(problem, RulebookError):
        return [diagnostic_data(each) for each in problem.diagnostics]
    if isinstance(problem, SourceProblem):
        code, message, hint = problem.code, problem.message, did_you_mean(problem.name, problem.candidates)
    else:
        code, message, hint = "problem", str(problem), None
    place = {"file": book, **dict.fromkeys(("line", "column", "end_line", "end_column"))}
    return [{"code": code, "severity": "error", "message": message, "hint": hint, **place, "labels": []}]
