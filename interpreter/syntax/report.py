"""Where the parser could not go on: which tokens, which line, and which of the messages fits best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen
from lark import Token, UnexpectedToken

from rulewright.interpreter.diagnostics import Findings, did_you_mean, nearest
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import messages
from rulewright.interpreter.syntax.forms import form_key
from rulewright.interpreter.syntax.words import BEFORE_NAME, BEFORE_OF, BLOCKS, QUANTIFIERS

ENDS = ("_NL", "_INDENT", "_DEDENT")
OPENERS = QUANTIFIERS | BEFORE_OF | BEFORE_NAME | {"not", "any"}  # words that stand before a name in an expression


@frozen
class Stuck:
    """The tokens of a declaration, where the parser stopped among them, and what it would have taken there."""

    tokens: Sequence[Token]
    index: int  # len(tokens) where the declaration ends too early
    expected: frozenset[str]

    @property
    def token(self) -> Token | None:
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    @property
    def before(self) -> Token | None:
        return self.tokens[self.index - 1] if self.index else None

    def line_start(self, index: int) -> int:
        """The first token of the logical line that `index` stands in."""
        while index > 0 and self.tokens[index - 1].type not in ENDS:
            index -= 1
        return index

    @property
    def words(self) -> list[str]:
        """The keywords that the parser would have taken."""
        return sorted(messages.word_of(name) for name in self.expected if name.startswith("K_"))

    @property
    def inside_parentheses(self) -> bool:
        line = self.tokens[self.line_start(self.index) : self.index]
        opened = sum(token.type in ("LPAR", "LSQB") for token in line)
        return opened > sum(token.type in ("RPAR", "RSQB") for token in line)


def find(error: UnexpectedToken, tokens: Sequence[Token]) -> Stuck:
    place = next((index for index, token in enumerate(tokens) if token is error.token), len(tokens))
    accepted: Any = error.interactive_parser
    return Stuck(tokens, place, frozenset(accepted.accepts()))


def report(stuck: Stuck, blocks: dict[int, str], source: Source, findings: Findings) -> None:
    """Say what is wrong in the words that fit best. `blocks` are the kinds of block by line."""
    token, before = stuck.token, stuck.before
    if token is None or token.type in ("_INDENT", "_DEDENT") or (before is not None and before.type in ENDS):
        _between_lines(stuck, blocks, source, findings)
        return
    start = stuck.tokens[stuck.line_start(stuck.index)]
    block = blocks.get(start.line or 1, "statements")
    if _other_first_word(stuck, start, block, source, findings):
        return
    if _wrong_indent(stuck, token, start):
        span = Span(source, token.line or 1, 1, token.line or 1, token.column or 2)
        findings.error("unexpected-indent", span, *messages.unexpected_indent(first=False))
        return
    key = form_key(block, str(start) if start in BLOCKS["statements"] else _first_word(start))
    if token.type == "_NL":
        words = messages.stuck(None, stuck.expected, key, None)
    else:
        hint = did_you_mean(str(token), stuck.words) if token.type in ("NAME", "KIND") else None
        hint = hint or _special(stuck, token, start, key)
        words = messages.stuck(str(token), stuck.expected, key, hint)
        opener = (
            did_you_mean(str(before), OPENERS) if before is not None and token.type == before.type == "NAME" else None
        )
        if hint is None and opener is not None and before is not None:
            words = messages.unknown_before(str(before), str(token), key, opener)
            token = before
    end = (token.column or 1) + max(len(token), 1)
    findings.error("syntax-error", Span(source, token.line or 1, token.column or 1, token.line or 1, end), *words)


def _between_lines(stuck: Stuck, blocks: dict[int, str], source: Source, findings: Findings) -> None:
    """A block is missing, or one too many."""
    token = stuck.token
    if token is not None and token.type == "_INDENT":
        indent = token.column or 2
        span = Span(source, token.line or 1, indent, token.line or 1, len(source.line(token.line or 1).rstrip()) + 1)
        findings.error("syntax-error", span, *messages.block_too_many())
        return
    if token is not None and token.type in ("K_ELSE_LINE", "K_ELSE_IF"):
        span = Span(source, token.line or 1, token.column or 1, token.line or 1, token.end_column or 2)
        findings.error("syntax-error", span, *messages.lonely_else())
        return
    last = stuck.index - 1
    while last > 0 and stuck.tokens[last].type in ENDS:
        last -= 1
    first = stuck.tokens[stuck.line_start(last)]
    line = first.line or 1
    end = stuck.tokens[last]
    until = (end.end_column or 1) if end.line == line else len(source.line(line)) + 1
    key = form_key(blocks.get(line, "statements"), _first_word(first))
    span = Span(source, line, first.column or 1, line, until)
    findings.error("syntax-error", span, *messages.block_missing(stuck.expected, key))


def _first_word(start: Token) -> str:
    """The keyword that a line starts with; "" where that is a name."""
    return messages.word_of(start.type) if start.type.startswith("K_") else ""


def _other_first_word(stuck: Stuck, start: Token, block: str, source: Source, findings: Findings) -> bool:
    """A line that starts with a mistyped keyword was read as something else."""
    table = BLOCKS[block]
    second = stuck.tokens[stuck.line_start(stuck.index) + 1]
    called = second.type == "LPAR" and second.column == start.end_column
    if start.type != "NAME" or called or str(start) in table or not nearest(str(start), table, 1):
        return False
    span = Span(source, start.line or 1, start.column or 1, start.line or 1, start.end_column or 2)
    findings.error("unknown-keyword", span, *messages.unknown_keyword(str(start), block))
    return True


def _wrong_indent(stuck: Stuck, token: Token, start: Token) -> bool:
    """The first word of a line that was taken for the continuation of the line above."""
    before = stuck.before
    starts_line = before is not None and before.line != token.line and token.line != start.line
    wordy = token.type in ("NAME", "KIND") or token.type.startswith("K_")
    return starts_line and wordy and not stuck.inside_parentheses and not nearest(str(token), stuck.words, 1)


def _special(stuck: Stuck, token: Token, start: Token, key: str) -> str | None:
    """Mistakes that have an explanation of their own."""
    before, text = stuck.before, str(token)
    if before is not None and before.end_column == token.column and before.line == token.line:
        sign = messages.meant_by_signs(f"{before}{token}")
        if sign is not None:
            return sign
        if token.type == "NUMBER" and before.type == "DOT":
            return messages.whole_numbers()
    if start.type == "NAME" and str(start) in BLOCKS["statements"]:
        return messages.space_before_parenthesis(str(start))
    cited = stuck.tokens[stuck.index + (token.type == "LSQB")]
    if cited.type == "CITATION":
        return messages.cite_missing(str(cited))
    if token.type == "K_THEN" and key in ("if", "else if"):
        return messages.no_then()
    if before is not None and before.type == "COLON" and text in BLOCKS["statements"] and token.type.startswith("K_"):
        return messages.own_line(text)
    if token.type.startswith("K_") and "NAME" in stuck.expected and "NUMBER" not in stuck.expected:
        return messages.reserved(text)
    if token.type == "KIND" and "NAME" in stuck.expected:
        return messages.small_letter(text)
    if token.type == "NAME" and "KIND" in stuck.expected and "NAME" not in stuck.expected:
        return messages.capital_letter(text)
    if (
        token.type == "NAME"
        and "STRING" in stuck.expected
        and "NAME" not in stuck.expected
        and "_NL" not in stuck.expected
    ):
        return messages.quotes(text)
    if token.type == "NAME" and "ARGNAME" in stuck.expected and "NAME" not in stuck.expected:
        return messages.typed_parameter(text)
    if token.type == "NAME" and "K_X" in stuck.expected and text[0] == "x" and text[1:].isdigit():
        return messages.copies(text[1:])
    return None
