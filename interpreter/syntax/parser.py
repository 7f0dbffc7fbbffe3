"""From the tokens of each declaration to its node. The only place that knows the parser generator.

The parse tables are built from grammar.lark by `python -m rulewright.interpreter.syntax.parser` and shipped; where they do
not fit the installed lark or the grammar, they are built again in memory.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer

from rulewright.interpreter.diagnostics import Findings, did_you_mean
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.build import Build
from rulewright.interpreter.syntax.layout import Layout, lay_out

GRAMMAR = Path(__file__).parent.parent / "grammar.lark"
TABLES = Path(__file__).parent / "tables.bin"
SHOWN = {
    "NAME": "a name", "KIND": "a kind's name", "NUMBER": "a number", "STRING": "text in quotes", "ARGNAME": "a parameter",
    "CITATION": "a citation such as `DP-12`", "ANYTHING": "`_`", "_NL": "the end of the line", "_INDENT": "an indented block",
    "_DEDENT": "the end of the block", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "COMMA": "`,`", "COLON": "`:`",
    "DOT": "`.`", "DOTDOT": "`..`", "EQ": "`=`", "NE": "`!=`", "LT": "`<`", "LE": "`<=`", "GT": "`>`", "GE": "`>=`",
    "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`", "$END": "the end of the declaration",
    "K_IF_LINE": "`if`", "K_ELSE_LINE": "`else`", "K_FOR_LINE": "`for`", "K_ELSE_IF": "`else if`", "K_ALSO": "`where`",
    "K_THEN_BY": "`then by`",
}  # fmt: skip
# What may start or continue an expression: named together, since a list of twenty signs helps nobody.
EXPRESSION_START = {"NUMBER", "NAME", "LPAR", "MINUS", "K_NOT", "K_COUNT", "K_NONE"}
OPERATORS = {"PLUS", "MINUS", "STAR", "SLASH", "EQ", "LT", "K_AND"}


class TokenLexer(Lexer):
    """The layout pass has made the tokens already."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[Token]:
        return iter(tokens)


def build_parser(strict: bool = False, transformer: Build | None = None) -> Lark:
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer=TokenLexer, start="declaration", strict=strict,
        maybe_placeholders=False, transformer=transformer,
    )  # fmt: skip


def tables_key() -> str:
    return f"{lark.__version__} {hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()}"


def write_tables() -> None:
    with TABLES.open("wb") as file:
        pickle.dump(tables_key(), file)
        build_parser(strict=True).save(file, exclude_options=("transformer",))


@cache
def _parser() -> tuple[Lark, Build]:
    build = Build(Source("", ""), {})
    try:
        with TABLES.open("rb") as file:
            if pickle.load(file) == tables_key():
                return Lark.__new__(Lark)._load(file, transformer=build), build  # `Lark.load` passes no transformer
    except (OSError, pickle.UnpicklingError, EOFError):
        pass
    return build_parser(transformer=build), build


def parse(source: Source, findings: Findings) -> tuple[nodes.Declaration, ...]:
    """Every declaration of the source that can be read; what cannot is reported."""
    layout = lay_out(source, findings)
    parser, build = _parser()
    build.source, build.citations = source, layout.citations
    found: list[nodes.Declaration] = []
    for tokens in layout.declarations:
        try:
            found.append(parser.parse(tokens))  # type: ignore[arg-type]
        except UnexpectedToken as error:
            _report(error, tokens, source, findings)
    return tuple(found)


def _report(error: UnexpectedToken, tokens: tuple[Token, ...], source: Source, findings: Findings) -> None:
    token = error.token
    expected = _accepted(error)
    if token.type == "$END" or not token.line:
        last = tokens[-1]
        span = Span(source, last.line or 1, last.column or 1, last.line or 1, (last.end_column or 1) + 1)
        message = "This declaration ends too early."
    elif token.type == "_INDENT":
        text = source.line(token.line)
        span = Span(source, token.line, token.column or 1, token.line, len(text) + 1)
        message = "I did not expect an indented block here."
    elif token.type in ("_NL", "_DEDENT"):
        line = token.line if token.type == "_NL" else (tokens[tokens.index(token) - 1].line or token.line)
        column = token.column or 1 if token.type == "_NL" else len(source.line(line)) + 1
        span = Span(source, line, column, line, column + 1)
        message = "This line ends too early."
        if "_INDENT" in expected and "COLON" not in expected:
            message = "I expected an indented block below this line."
    else:
        span = Span(source, token.line, token.column or 1, token.line, token.end_column or 2)
        message = f"I did not expect `{token}` here."
    hint = None
    if token.type in ("NAME", "KIND"):
        keywords = [each[2:].lower() for each in expected if each.startswith("K_")]
        hint = did_you_mean(str(token), keywords)
    findings.error("syntax-error", span, message, hint or f"I expected {_in_words(expected)}.")


def _accepted(error: UnexpectedToken) -> set[str]:
    try:
        return set(error.interactive_parser.accepts()) if error.interactive_parser is not None else set(error.accepts or ())
    except Exception:  # the reductions of a half-read rule may fail in the builder; the plain list is good enough
        return set(error.expected)


def _in_words(expected: Iterable[str]) -> str:
    names = set(expected)
    shown: list[str] = []
    if EXPRESSION_START <= names:
        names -= {n for n in names if n in SHOWN and n not in ("_NL", "COLON", "RPAR", "COMMA", "STRING")}
        names -= {"K_" + w.upper() for w in "not count sum most least some every first last list if none yes no printed any".split()}
        shown.append("an expression")
    if OPERATORS <= names:
        names -= {"PLUS", "MINUS", "STAR", "SLASH", "EQ", "NE", "LT", "LE", "GT", "GE", "DOT", "DOTDOT", "LPAR", "K_AND", "K_OR",
                  "K_IN", "K_IS", "K_MOD"}  # fmt: skip
        shown.append("an operator")
    shown += sorted({SHOWN.get(name) or f"`{name[2:].lower()}`" for name in names})
    if len(shown) > 8:
        shown = [*shown[:8], "…"]
    return " or ".join(shown) if len(shown) < 3 else ", ".join(shown[:-1]) + " or " + shown[-1]


__all__ = ["Layout", "build_parser", "parse", "tables_key", "write_tables"]

if __name__ == "__main__":
    from rulewright.interpreter.syntax import parser  # pickled names must not begin with __main__

    parser.write_tables()
