"""What a pass has found."""

import re
from collections.abc import Iterable
from copy import copy

from rulewright.interpreter.diagnostics.codes import CODES
from rulewright.interpreter.diagnostics.diagnostic import Diagnostic, Label
from rulewright.interpreter.diagnostics.nearest import nearest, question
from rulewright.interpreter.source import Source, Span

MOST_NEAR = 3
MOST = 200  # errors that are told of one rulebook, and warnings
MOST_COMPARED = 40_000  # names that are held against mistyped ones
COPY = re.compile(r"(.+)_[0-9]+")
CELL = re.compile(r"(.+_)?[a-z][0-9]+")
SHORT = 2  # letters of a name that is near to too many


class UnregisteredCode(Exception):
    """A pass used a code that `codes.py` does not list: our mistake, not the author's."""


class Findings:
    """Collects the diagnostics of a pass, which goes on to find more.

    `lost` are names that stand in something unreadable: whatever they are, nothing is said about them a second time.
    Where a whole file is missing, every name may have been declared there, and `all_lost` is set.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str, int, int], Diagnostic] = {}
        self._told = {"error": 0, "warning": 0}
        self._left_out: dict[str, Span] = {}  # where the first error and the first warning stands that is not told
        self._compared = 0
        self.lost: set[str] = set()
        self.all_lost = False

    def copy(self) -> "Findings":
        """The same, to go on with in another way."""
        other = copy(self)
        for name in ("_found", "_told", "_left_out", "lost"):
            setattr(other, name, copy(getattr(self, name)))
        return other

    def error(self, code: str, span: Span, message: str, hint: str | None = None, labels: Iterable[Label] = ()) -> None:
        self.add(Diagnostic(code, message, span, hint, tuple(labels)))

    def warning(
        self, code: str, span: Span, message: str, hint: str | None = None, labels: Iterable[Label] = ()
    ) -> None:
        self.add(Diagnostic(code, message, span, hint, tuple(labels), "warning"))

    def unknown(
        self,
        code: str,
        name: str,
        span: Span,
        message: str,
        candidates: Iterable[str],
        otherwise: str | None = None,
        likely: Iterable[str] = (),
        declared: tuple[Span, ...] = (),
        severity: str = "error",
    ) -> None:
        """A name that means nothing where it stands.

        `otherwise` is the hint where no candidate is near; of the candidates, those that are `likely` come first.
        """
        if self._is_lost(name):
            return
        candidates = tuple(candidates)
        self._compared += len(candidates)
        if self._compared > MOST_COMPARED or self.enough:
            candidates = ()
        near = tuple(dict.fromkeys((*nearest(name, likely), *nearest(name, candidates))))[:MOST_NEAR]
        hint = question(near)
        if otherwise is not None and (hint is None or len(name) <= SHORT):
            hint = f"{hint} {otherwise}" if hint else otherwise
        self.add(Diagnostic(code, message, span, hint, severity=severity, near=near, declared=declared))

    def _is_lost(self, name: str) -> bool:
        """Copies of a piece go with the piece, `pear_2` with `pear`, and cells with their board.

        Where a sign is missing, a name runs into the next word: `drawn` for `draw(n`.
        """
        copy, cell = COPY.fullmatch(name), CELL.fullmatch(name)
        return (
            self.all_lost
            or name in self.lost
            or (copy is not None and copy.group(1) in self.lost)
            or (cell is not None and "board" in self.lost)
            or (len(name) > SHORT and any(word.startswith(name) for word in self.lost))
        )

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep it, unless the same was already said of the same place."""
        if diagnostic.code not in CODES:
            raise UnregisteredCode(f"{diagnostic.code} (at {diagnostic.span}) is not in diagnostics/codes.py")
        key = _key(diagnostic)
        if key in self._found:
            return
        if self._told[diagnostic.severity] >= MOST:
            self._left_out.setdefault(diagnostic.severity, diagnostic.span)
            return
        self._told[diagnostic.severity] += 1
        self._found[key] = diagnostic

    @property
    def enough(self) -> bool:
        """Whether so much is wrong that looking for more helps nobody."""
        return "error" in self._left_out

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def replace(self, several: Iterable[Diagnostic], by: Diagnostic) -> None:
        """Say one thing instead of several."""
        for each in several:
            del self._found[_key(each)]
        self.add(by)

    def keep_warnings_about(self, files: Iterable[Source]) -> None:
        """Forget the warnings that speak of no place in these files: whoever reads them cannot mend the others."""
        mendable = set(files)
        for key, each in list(self._found.items()):
            places = {each.span.source, *(label.span.source for label in each.labels)}
            if each.severity == "warning" and not places & mendable:
                del self._found[key]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """By source, then by position."""
        found = sorted(
            self._found.values(),
            key=lambda each: (each.span.source.name, each.span.start, each.span.end, each.code, each.message),
        )
        more = (
            Diagnostic(
                "too-many",
                f"There are more {severity}s than the {MOST} that I tell, from here on.",
                span,
                "Mend some of the others first: one mistake is often the cause of many.",
                severity=severity,
            )
            for severity, span in self._left_out.items()
        )
        return (*found, *more)

    @property
    def failed(self) -> bool:
        """Whether there is an error among them: the pipeline stops at the end of this pass."""
        return any(each.severity == "error" for each in self._found.values())

    def __len__(self) -> int:
        return len(self._found)


def _key(diagnostic: Diagnostic) -> tuple[str, str, str, int, int]:
    span = diagnostic.span
    return diagnostic.code, diagnostic.message, span.source.name, span.line, span.column
