"""The grammar: no conflict, no spare terminal; fresh tables, the same to the byte; published words."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lark import Lark

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import tables
from rulewright.interpreter.syntax.build import Build
from rulewright.interpreter.syntax.keywords import LINE_STARTS, NAMING
from rulewright.interpreter.syntax.lines import SIGNS
from rulewright.interpreter.syntax.published import PAGE, SINGLE_PLACES, words_of_table, words_page
from rulewright.interpreter.syntax.tables import GRAMMAR, TABLES, build_parser, load_parser, make_tables
from rulewright.interpreter.syntax.words import BEFORE_NAME, BEFORE_OF, BLOCKS, LINE_WORDS, QUANTIFIERS, RESERVED

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def parser() -> Lark:
    return build_parser(strict=True)


def terminals(parser: Lark) -> set[str]:
    return {symbol.name for rule in parser.rules for symbol in rule.expansion if symbol.is_term}


def test_the_grammar_has_no_conflict(parser: Lark) -> None:
    assert parser.options.strict and parser.rules


def test_the_shipped_tables_are_fresh() -> None:
    assert TABLES.read_bytes() == make_tables(), "run: python -m rulewright.interpreter.syntax.parser"


def test_the_tables_are_the_same_in_every_process() -> None:
    code = (
        "import hashlib\n"
        "from rulewright.interpreter.syntax.tables import make_tables\n"
        "print(hashlib.sha256(make_tables()).hexdigest())\n"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True, text=True)
        assert ran.stdout.strip() == hashlib.sha256(TABLES.read_bytes()).hexdigest()


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\x80\x04.", TABLES.read_bytes()[:5000], b"\x80\x04K\x01."])
def test_damaged_tables_do_no_harm(
    damage: bytes, parser: Lark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tables.bin").write_bytes(damage)
    monkeypatch.setattr(tables, "TABLES", tmp_path / "tables.bin")
    monkeypatch.setattr(tables, "build_parser", lambda transformer: parser)
    assert load_parser(Build(Source("", ""), {})) is parser


def test_the_shipped_tables_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "build_parser", None)
    assert load_parser(Build(Source("", ""), {})).rules


def test_every_declared_terminal_is_used(parser: Lark) -> None:
    lines = [line for line in GRAMMAR.read_text(encoding="utf-8").splitlines() if line.startswith("%declare")]
    declared = {name for line in lines for name in re.findall(r"[A-Z_]{2,}", line)}
    assert declared == terminals(parser)


def test_every_rule_has_its_node(parser: Lark) -> None:
    """A rule without a method would leave a tree of the parser generator among the nodes."""
    made = {rule.alias or rule.origin.name for rule in parser.rules if not rule.options.expand1 or rule.alias}
    assert {name for name in made if not name.startswith("_") and not hasattr(Build, name)} == {"start"} & made


def test_every_terminal_can_be_written(parser: Lark) -> None:
    words = {word for table in BLOCKS.values() for word in table}
    words |= RESERVED | QUANTIFIERS | BEFORE_OF | BEFORE_NAME | SINGLE_PLACES.keys()
    words |= {word for table in LINE_WORDS.values() for word in table}
    made = {f"K_{word.upper()}" for word in words} | set(LINE_STARTS.values()) | {"K_ELSE_IF", "K_THEN_BY", "K_ALSO"}
    made |= set(SIGNS.values()) | {"NAME", "KIND", "ARGNAME", "NUMBER", "STRING", "CITATION", "ANYTHING"}
    made |= {"_NL", "_INDENT", "_DEDENT"}
    assert made == terminals(parser)


def test_names_follow_words_of_the_grammar(parser: Lark) -> None:
    assert terminals(parser) >= NAMING


def test_the_words_are_published(parser: Lark) -> None:
    page = words_page(parser)
    assert PAGE.read_text(encoding="utf-8") == page, "run: python -m rulewright.interpreter.syntax.published"
    missing = {word for word in words_of_table(parser) if f"`{word}`" not in page}
    assert not missing
