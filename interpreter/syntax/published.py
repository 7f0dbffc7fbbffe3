"""The page of words, docs/words.md: `python -m rulewright.interpreter.syntax.published` writes it anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lark import Lark

from rulewright.interpreter.syntax.forms import FORMS, form_key
from rulewright.interpreter.syntax.messages import BLOCK_NAMES, word_of
from rulewright.interpreter.syntax.tables import build_parser
from rulewright.interpreter.syntax.words import BEFORE_NAME, BEFORE_OF, BLOCKS, LINE_WORDS, QUANTIFIERS, RESERVED

PAGE = Path(__file__).resolve().parents[2] / "docs" / "words.md"

SINGLE_PLACES = {
    "x": "between a name and a number: `x 3`",
    "number": "after `any`: `any number of`",
    "chooses": "after the name of a seat, in an example",
    "may": "after the name of a seat, in what an example expects",
    "choose": "after that `may`",
    "sees": "after the name of a seat, in what an example expects",
    "on": "after `printed`, in the head of a rule",
}


def words_of_table(parser: Lark) -> frozenset[str]:
    """Every word that the parse table knows."""
    terminals = {symbol.name for rule in parser.rules for symbol in rule.expansion if symbol.is_term}
    return frozenset(part for name in terminals if name.startswith("K_") for part in word_of(name).split())


def words_page(parser: Lark) -> str:
    return "\n".join(_lines(words_of_table(parser))) + "\n"


def _lines(known: frozenset[str]) -> Iterator[str]:
    yield "# The words of the language"
    yield ""
    yield "Made from the parse table by `python -m rulewright.interpreter.syntax.published`; a test keeps it fresh."
    yield ""
    yield f"There are {len(known)} words. Each is a keyword only where this page says so; elsewhere it may be a name,"
    yield "and after a dot always. A word that touches a parenthesis is the name of what is called: `move(a)` calls"
    yield "an effect named move."
    yield ""
    yield "## Reserved inside every line"
    yield ""
    yield f"These can never be names: {_listed(RESERVED)}."
    yield ""
    yield "## The first word of a line"
    for block, table in BLOCKS.items():
        if table and block != "script":
            yield ""
            yield f"### {BLOCK_NAMES[block][0].upper()}{BLOCK_NAMES[block][1:]}"
            yield ""
            yield "| word | looks like |"
            yield "| --- | --- |"
            for word in sorted(table):
                yield f"| `{word}` | `{FORMS[form_key(block, word)].splitlines()[0]}` |"
    yield ""
    yield f"An example's `given` and `when` also know {_listed(set(BLOCKS['script']) - set(BLOCKS['statements']))}."
    yield ""
    yield "## Reserved on lines that start with a certain word"
    yield ""
    yield "| first word | reserved behind it |"
    yield "| --- | --- |"
    for word in sorted(LINE_WORDS):
        yield f"| `{word}` | {_listed(LINE_WORDS[word])} |"
    yield ""
    yield "## Reserved before or after another word"
    yield ""
    yield f"- Before a name: {_listed(QUANTIFIERS | BEFORE_NAME)}."
    yield f"- Before `of`: {_listed(BEFORE_OF)}."
    for word, where in SINGLE_PLACES.items():
        yield f"- `{word}` {where}."


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


if __name__ == "__main__":
    PAGE.write_text(words_page(build_parser()), encoding="utf-8")
