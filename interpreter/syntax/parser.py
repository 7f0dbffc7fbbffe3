"""From a source to its declarations: all that can be read as nodes, all that cannot as findings.

`python -m rulewright.interpreter.syntax.parser` writes the parse tables anew after a change of the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from attrs import evolve
from lark import Lark, Token, UnexpectedToken

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import messages, nodes
from rulewright.interpreter.syntax.build import Build
from rulewright.interpreter.syntax.depth import MOST_NESTED, too_deep
from rulewright.interpreter.syntax.layout import Layout, lay_out
from rulewright.interpreter.syntax.report import ENDS, Stuck, find, line_start, report
from rulewright.interpreter.syntax.tables import load_parser, write_tables

MOST_FAULTS = 10  # that are looked for in one declaration
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@cache
def _parser() -> tuple[Lark, Build]:
    build = Build(Source("", ""), {})
    return load_parser(build), build


def parse(source: Source, findings: Findings) -> tuple[nodes.Declaration, ...]:
    """Every declaration of the source that can be read; what cannot is reported."""
    before = len(findings)
    layout = lay_out(source, findings)
    found: list[nodes.Declaration] = []
    read: set[int] = set()
    for tokens in layout.declarations:
        if findings.enough:
            break
        node, understood = _declaration(tokens, layout, source, findings)
        if node is not None:
            found.append(node)
            lines = [token.line or 1 for token in tokens if token.type not in ENDS]
            kept = {token.line or 1 for token in understood if token.type not in ENDS}
            left_out = {line for line in lines if line not in kept}
            read.update(line for line in range(lines[0], max(lines) + 1) if line not in left_out)
    if len(findings) > before:
        for number, line in enumerate(source.lines, 1):
            if number not in read:
                findings.lost.update(WORD.findall(line.split("#")[0]))
    return tuple(found)


def _declaration(
    tokens: Sequence[Token], layout: Layout, source: Source, findings: Findings
) -> tuple[nodes.Declaration | None, Sequence[Token]]:
    """Its node, or None; and the tokens that it was made of.

    After a fault the line is left out and the rest is read for more. A body without one of its statements still has
    names and types to be checked; a piece without one of its properties would only be accused of that.
    """
    parser, build = _parser()
    rest = _without_broken(tokens, layout.broken)
    sound = True
    for _ in range(MOST_FAULTS):
        if rest is None:
            return None, ()
        build.begin(source, layout.citations)
        try:
            node: nodes.Declaration = parser.parse(rest)  # type: ignore[assignment]
        except UnexpectedToken as error:
            stuck = find(error, rest)
            report(stuck, layout.blocks, source, findings)
            line = tokens[0] if stuck.token is None else stuck.tokens[stuck.line_start(stuck.index)]
            sound = sound and layout.blocks.get(line.line or 1) == "statements"
            rest = _without_line(stuck)
            continue
        if not sound:
            return None, ()
        for span, what, where in build.twice:
            findings.error("said-twice", span, *messages.said_twice(what, where))
        deep = too_deep(node) if len(tokens) > MOST_NESTED else None
        if deep is not None:
            findings.error("too-deep", deep, *messages.expression_too_deep(MOST_NESTED))
            return None, ()
        return _with_other_citations(node, tokens, build), rest
    return None, ()


def _without_broken(tokens: Sequence[Token], broken: frozenset[int]) -> Sequence[Token] | None:
    """The tokens without the lines that the layout could not read."""
    for line in sorted({token.line or 1 for token in tokens} & broken):
        start = next((at for at, token in enumerate(tokens) if token.line == line and token.type not in ENDS), None)
        if start is not None:  # it may have gone with the line above it
            rest = _without(tokens, start)
            if rest is None:
                return None
            tokens = rest
    return tokens


def _without_line(stuck: Stuck) -> Sequence[Token] | None:
    """The tokens without the faulty line and the block below it; None where nothing sound would be left."""
    if stuck.token is None or stuck.token.type in ("_INDENT", "_DEDENT"):
        return None
    return _without(stuck.tokens, line_start(stuck.tokens, stuck.index))


def _without(tokens: Sequence[Token], start: int) -> Sequence[Token] | None:
    if start == 0:
        return None
    end = _end_of_line(tokens, start)
    while tokens[end].type in ("K_ELSE_LINE", "K_ELSE_IF"):  # they belong to what is left out
        end = _end_of_line(tokens, end)
    if tokens[start - 1].type == "_INDENT" and tokens[end].type == "_DEDENT":
        return _without(tokens, line_start(tokens, start - 3))  # a line is nothing without its block
    return [*tokens[:start], *tokens[end:]]


def _end_of_line(tokens: Sequence[Token], index: int) -> int:
    """Where the next line begins, after the block that stands below this one."""
    while tokens[index].type not in ENDS:
        index += 1
    index += 1
    depth = 0
    while tokens[index].type == "_INDENT" or depth:
        depth += {"_INDENT": 1, "_DEDENT": -1}.get(tokens[index].type, 0)
        index += 1
    return index


def _with_other_citations(node: nodes.Declaration, tokens: Sequence[Token], build: Build) -> nodes.Declaration:
    """A citation on a line that is no node of its own (an option, a row, `players`) is the declaration's."""
    # The ends of lines and blocks do not count: they may carry the number of the line that follows.
    written = [token.line or 1 for token in tokens if not token.type.startswith("_")]
    first, last = min(written), max(written)
    lines = [line for line in sorted(build.citations) if first <= line <= last and line not in build.cited]
    others = [cite for line in lines for cite in build.citations[line]]
    return evolve(node, cite=(*node.cite, *others)) if others else node


if __name__ == "__main__":
    write_tables()
