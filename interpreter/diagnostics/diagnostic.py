"""One thing that is wrong, and where."""

from attrs import frozen

from rulewright.interpreter.source import Span


@frozen(slots=True)
class Label:
    """Another place that matters, and why."""

    span: Span
    text: str


@frozen(slots=True)
class Diagnostic:
    """`message` speaks in the first person; a blank line in it starts a new paragraph.

    `near` are the names that an unknown one may have been meant to be, and `declared` the places of the types that do
    not fit.
    """

    code: str
    message: str
    span: Span
    hint: str | None = None
    labels: tuple[Label, ...] = ()
    severity: str = "error"
    near: tuple[str, ...] = ()
    declared: tuple[Span, ...] = ()
