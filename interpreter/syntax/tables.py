"""The parse tables: built from grammar.lark when packaging, shipped in tables.bin, loaded at start.

The file holds the same bytes whoever writes it: the parser generator numbers its states in the order of Python's sets,
which differs from process to process, so they are numbered anew before they are written.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import NonTerminal, RuleOptions, Terminal
from lark.lexer import Lexer

from rulewright.interpreter.syntax.build import Build

GRAMMAR = Path(__file__).parent.parent / "grammar.lark"
TABLES = Path(__file__).parent / "tables.bin"
PROTOCOL = 4
_SHARED = {sort.__name__: sort for sort in (Terminal, NonTerminal, RuleOptions)}


class TokenLexer(Lexer):
    """The layout pass has made the tokens already."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        return iter(lexer_state)


def build_parser(strict: bool = False, transformer: Build | None = None) -> Lark:
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer=TokenLexer,
        start="declaration",
        strict=strict,
        maybe_placeholders=False,
        transformer=transformer,
    )


def tables_key() -> str:
    """What the tables depend on."""
    return f"{lark.__version__} {hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()}"


def make_tables() -> bytes:
    data, memo = build_parser(strict=True).memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    data["options"].pop("transformer")
    data["parser"]["parser"] = _numbered(data["parser"]["parser"])
    tables = _plain({"data": data, "memo": memo}, {})
    symbols: dict[str, Any] = {}
    tables["memo"] = {number: _with_symbols(rule, symbols) for number, rule in tables["memo"].items()}
    return pickle.dumps(tables_key(), PROTOCOL) + pickle.dumps(tables, PROTOCOL)


def write_tables() -> None:
    TABLES.write_bytes(make_tables())


def load_parser(build: Build) -> Lark:
    """From the shipped tables; where they do not fit the grammar or the installed generator, from the grammar."""
    try:
        with TABLES.open("rb") as file:
            if pickle.load(file) == tables_key():
                return Lark.__new__(Lark)._load(file, transformer=build)  # `Lark.load` passes no transformer
    except Exception:  # whatever is wrong with the file (pickle raises nearly anything), the grammar is at hand
        pass
    return build_parser(transformer=build)


def _numbered(table: dict[str, Any]) -> dict[str, Any]:
    """The parse table with its states in the order in which they are reached, and its symbols in alphabetical order."""
    names = sorted(table["tokens"].values())
    number_of = {old: names.index(name) for old, name in table["tokens"].items()}
    (start,) = table["start_states"].values()
    order = {start: 0}
    waiting = [start]
    for state in waiting:
        for _, (action, target) in sorted(table["states"][state].items(), key=lambda item: number_of[item[0]]):
            if action == 0 and target not in order:
                order[target] = len(order)
                waiting.append(target)
    states = {}
    for state, number in order.items():
        actions = sorted((number_of[token], action) for token, action in table["states"][state].items())
        states[number] = {
            token: (action, order[target] if action == 0 else target) for token, (action, target) in actions
        }
    return {
        "tokens": dict(enumerate(names)),
        "states": states,
        "start_states": {name: order[state] for name, state in table["start_states"].items()},
        "end_states": {name: order[state] for name, state in table["end_states"].items()},
    }


def _with_symbols(rule: Any, made: dict[str, Any]) -> Any:
    """A rule with its symbols and options as objects that others share: what is pickled as such is read much faster."""
    if isinstance(rule, list):
        return [_with_symbols(item, made) for item in rule]
    if not isinstance(rule, dict):
        return rule
    sort = _SHARED.get(rule.get("__type__", ""))
    if sort is None:
        return {key: _with_symbols(item, made) for key, item in rule.items()}
    return made.setdefault(repr(rule), sort.deserialize(rule, {}))


def _plain(value: Any, rules: dict[int, Any]) -> Any:
    """A copy that shares nothing but texts and references to rules: pickle writes what is shared only once."""
    if isinstance(value, str):
        return sys.intern(value)
    if isinstance(value, dict):
        if value.keys() == {"@"}:
            return rules.setdefault(value["@"], {"@": value["@"]})
        return {_plain(key, rules): _plain(item, rules) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_plain(item, rules) for item in value)
    return value
