"""What a pass has found."""

from collections.abc import Iterable

from rulewright.interpreter.diagnostics.codes import CODES
from rulewright.interpreter.diagnostics.diagnostic import Diagnostic, Label
from rulewright.interpreter.source import Span


class UnregisteredCode(Exception):
    """A pass used a code that `codes.py` does not list: our mistake, not the author's."""


class Findings:
    """Collects the diagnostics of a pass, which goes on to find more."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str, int, int], Diagnostic] = {}

    def error(self, code: str, span: Span, message: str, hint: str | None = None, labels: Iterable[Label] = ()) -> None:
        self.add(Diagnostic(code, message, span, hint, tuple(labels)))

    def warning(
        self, code: str, span: Span, message: str, hint: str | None = None, labels: Iterable[Label] = ()
    ) -> None:
        self.add(Diagnostic(code, message, span, hint, tuple(labels), "warning"))

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep it, unless the same was already said of the same place."""
        if diagnostic.code not in CODES:
            raise UnregisteredCode(f"{diagnostic.code} (at {diagnostic.span}) is not in diagnostics/codes.py")
        span = diagnostic.span
        key = (diagnostic.code, diagnostic.message, span.source.name, span.line, span.column)
        self._found.setdefault(key, diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """By source, then by position."""
        return tuple(
            sorted(
                self._found.values(),
                key=lambda each: (each.span.source.name, each.span.start, each.span.end, each.code, each.message),
            )
        )

    @property
    def failed(self) -> bool:
        """Whether there is an error among them: the pipeline stops at the end of this pass."""
        return any(each.severity == "error" for each in self._found.values())

    def __len__(self) -> int:
        return len(self._found)
