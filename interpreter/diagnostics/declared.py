"""Tells a mistaken declaration from mistaken uses: one message there is worth more than one at every use.

Where several places speak of a name that nothing has, and a name that is spelled nearly so is declared and stands
nowhere else, the declaration is what was mistyped. Where several places do not fit a declared type, and nothing else
does, the type is what is wrong.
"""

import re
from collections.abc import Container, Iterable

from rulewright.interpreter.diagnostics.diagnostic import Diagnostic, Label
from rulewright.interpreter.diagnostics.findings import Findings
from rulewright.interpreter.diagnostics.wording import times
from rulewright.interpreter.source import Source, Span

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SHOWN = 2  # of the places that speak of it


def blame_declarations(findings: Findings, own: Iterable[Source], agreed: Container[Span]) -> None:
    """`own` are the rulebook's files, without libraries; `agreed` the declared types that fit somewhere."""
    files = tuple(own)
    _blame_types(findings, files, agreed)
    _blame_names(findings, files)


def _blame_names(findings: Findings, own: tuple[Source, ...]) -> None:
    unknown: dict[str, list[Diagnostic]] = {}
    for each in findings.diagnostics:
        if each.near:
            unknown.setdefault(each.span.text, []).append(each)
    repeated = {name: uses for name, uses in unknown.items() if len(uses) > 1}
    if not repeated:
        return
    places = _places(own)
    for name, uses in repeated.items():
        near = dict.fromkeys(near for each in uses for near in each.near)
        alone = [places[each][0] for each in near if len(places.get(each, ())) == 1]
        if len(alone) == 1:
            findings.replace(uses, _mistyped(alone[0], name, uses))


def _places(sources: Iterable[Source]) -> dict[str, list[Span]]:
    """Where each word stands, in texts and comments too."""
    found: dict[str, list[Span]] = {}
    for source in sources:
        for number, line in enumerate(source.lines, 1):
            for word in _WORD.finditer(line):
                span = source.span(number, word.start() + 1, number, word.end() + 1)
                found.setdefault(word.group(), []).append(span)
    return found


def _mistyped(span: Span, name: str, uses: list[Diagnostic]) -> Diagnostic:
    return Diagnostic(
        uses[0].code,
        f"`{span.text}` is declared here and never spoken of again. But `{name}`, which nothing is called, is spoken "
        f"of {times(len(uses))}.",
        span,
        f"Did you mean `{name}`?",
        tuple(Label(each.span, f"Here it is `{name}`:") for each in uses[:_SHOWN]),
        near=(name,),
    )


def _blame_types(findings: Findings, own: tuple[Source, ...], agreed: Container[Span]) -> None:
    places: dict[Span, list[Diagnostic]] = {}
    for each in findings.diagnostics:
        for span in each.declared:
            if span not in agreed and span.source in own:
                places.setdefault(span, []).append(each)
    said: set[Diagnostic] = set()
    for span, uses in sorted(places.items(), key=lambda item: -len(item[1])):
        left = [each for each in uses if each not in said]
        if len(left) > 1:
            said.update(left)
            findings.replace(left, _wrong_type(span, left))


def _wrong_type(span: Span, uses: list[Diagnostic]) -> Diagnostic:
    return Diagnostic(
        "wrong-type",
        f"This says `{span.text}`, but nothing agrees with it: {len(uses)} places need something else.",
        span,
        "Either this type is wrong, or all of them are.",
        tuple(Label(each.span, each.message) for each in uses[:_SHOWN]),
    )
