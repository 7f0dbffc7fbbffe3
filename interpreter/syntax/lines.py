"""One line of a rulebook: its indentation, its signs and words, and the printed rules that it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define
from lark import Token

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.source import Source, Span, first_invisible
from rulewright.interpreter.syntax import messages

MAX_LINE = 2_000
TAB = 4  # how far a tab indents, for reading on after it was reported

TOKEN = re.compile(
    r"""(?P<SPACE>[ \t]+)
      | (?P<COMMENT>\#.*)
      | (?P<CITATION>[A-Z]{1,8}-[A-Z]?[0-9]+[a-z]?)
      | (?P<STRING>"[^"]*")
      | (?P<NUMBER>[0-9]+)
      | (?P<KIND>[A-Z][A-Za-z0-9_]*)
      | (?P<NAME>[a-z_][A-Za-z0-9_]*)
      | (?P<SIGN>\.\.|!=|<=|>=|[=<>+\-*/().,:\[\]])
    """,
    re.VERBOSE,
)
SIGNS = {
    "..": "DOTDOT", "!=": "NE", "<=": "LE", ">=": "GE", "=": "EQ", "<": "LT", ">": "GT", "+": "PLUS", "-": "MINUS",
    "*": "STAR", "/": "SLASH", "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", ",": "COMMA", ":": "COLON",
    ".": "DOT",
}  # fmt: skip


@define
class Line:
    number: int
    indent: int
    tokens: list[Token]
    cites: tuple[str, ...] = ()
    broken: bool = False  # something in it could not be read


def make_token(kind: str, text: str, line: int, column: int) -> Token:
    return Token(kind, text, None, line, column, line, column + len(text))


def read_lines(source: Source, findings: Findings) -> Iterator[Line]:
    """Every line that says something, or should."""
    reader = _Reader(source, findings)
    for number, text in enumerate(source.lines, 1):
        line = reader.read(number, text.rstrip("\r"))
        if line.tokens or line.cites or line.broken:
            yield line


class _Reader:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.tabs = False  # a tab was reported already: once for a file is enough

    def fault(self, line: Line, code: str, column: int, width: int, words: messages.Words) -> None:
        line.broken = True
        end = column + max(width, 1)
        self.findings.error(code, Span(self.source, line.number, column, line.number, end), *words)

    def read(self, number: int, text: str) -> Line:
        line = Line(number, 0, [])
        body = text.lstrip(" \t\ufeff" if number == 1 else " \t")
        start = len(text) - len(body)
        line.indent = len(text[:start].lstrip("\ufeff").expandtabs(TAB))
        if len(text) > MAX_LINE:
            self.fault(line, "line-too-long", MAX_LINE, 1, messages.line_too_long(len(text), MAX_LINE))
            return line
        if "\t" in text[:start] and body and not body.startswith("#"):
            if not self.tabs:
                self.fault(line, "tab-indent", text.index("\t") + 1, 1, messages.tab_indent())
            self.tabs = line.broken = True
        self.tokenize(line, text, start)
        self.take_citations(line)
        return line

    def tokenize(self, line: Line, text: str, position: int) -> None:
        while position < len(text):
            match = TOKEN.match(text, position)
            if match is None and text[position] == '"':
                width = len(text) - position
                self.fault(line, "unclosed-text", position + 1, width, messages.unclosed_text())
                return
            if match is None:
                if not line.broken:
                    self.strange(line, text[position], position)
                position += 1
                continue
            kind = match.lastgroup or ""
            if kind in ("COMMENT", "STRING"):
                self.only_visible(line, match.group(), position)
            if kind not in ("COMMENT", "SPACE"):
                name = SIGNS[match.group()] if kind == "SIGN" else kind
                line.tokens.append(make_token(name, match.group(), line.number, position + 1))
            position = match.end()

    def only_visible(self, line: Line, text: str, position: int) -> None:
        at = first_invisible(text)
        if at is not None:
            self.strange(line, text[at], position + at)

    def strange(self, line: Line, character: str, position: int) -> None:
        self.fault(line, "strange-character", position + 1, 1, messages.strange_character(character))

    # --- citations --------------------------------------------------------------------------------------------------

    def take_citations(self, line: Line) -> None:
        """Take `cite DP-1, DP-3..DP-5` off the end of the line."""
        for index, token in enumerate(line.tokens):
            follower = line.tokens[index + 1] if index + 1 < len(line.tokens) else None
            if token.type == "NAME" and token == "cite" and follower is not None:
                if follower.type == "CITATION":
                    cited, line.tokens = line.tokens[index + 1 :], line.tokens[:index]
                    line.cites = tuple(self.cited(line, cited))
                    return
                if index and follower.type in ("KIND", "NUMBER") and line.tokens[index - 1].type != "DOT":
                    self.fault(
                        line, "bad-citation", follower.column or 1, len(follower), messages.no_citation(str(follower))
                    )
                    line.tokens = line.tokens[:index]
                    return

    def cited(self, line: Line, tokens: list[Token]) -> Iterator[str]:
        for index, token in enumerate(tokens):
            if index % 2 == 1:
                if token.type not in ("COMMA", "DOTDOT") or index + 1 == len(tokens):
                    self.fault(
                        line, "citation-not-last", token.column or 1, len(token), messages.citation_not_last(str(token))
                    )
                    return
            elif token.type != "CITATION":
                self.fault(line, "bad-citation", token.column or 1, len(token), messages.no_citation(str(token)))
                return
            elif index and tokens[index - 1].type == "DOTDOT":
                yield from self.cited_range(line, str(tokens[index - 2]), token)
            else:
                yield str(token)

    def cited_range(self, line: Line, first: str, token: Token) -> Iterator[str]:
        """The rules after the first of a range."""
        prefix, _, low = first.rpartition("-")
        last_prefix, _, high = str(token).rpartition("-")
        if prefix != last_prefix or not low.isdigit() or not high.isdigit() or not 0 < int(high) - int(low) < 100:
            words = messages.bad_citation_range(first, str(token))
            self.fault(line, "bad-citation", token.column or 1, len(token), words)
            return
        for number in range(int(low) + 1, int(high) + 1):
            yield f"{prefix}-{number}"
