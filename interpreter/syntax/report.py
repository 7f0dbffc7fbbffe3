"""Where the parser could not go on: which tokens, which line, and which of the messages fits best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen
from lark import Token, UnexpectedToken

from rulewright.interpreter.diagnostics import Findings, did_you_mean, nearest, question
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import hints, messages
from rulewright.interpreter.syntax.forms import FORMS, MEANT, form_key
from rulewright.interpreter.syntax.layout import stands_odd
from rulewright.interpreter.syntax.words import (
    BEFORE_NAME,
    BEFORE_OF,
    BLOCKS,
    CHANGED,
    LINE_WORDS,
    QUANTIFIERS,
    RULE_HEADS,
    STATEMENTS,
)

ENDS = ("_NL", "_INDENT", "_DEDENT")
# Of statements that another may follow after a colon.
HEADS = ("K_IF_LINE", "K_ELSE_LINE", "K_ELSE_IF", "K_FOR_LINE", "K_REPEAT")
LABELLED = ("kind", "zone", "board", "state", "value", "effect", "action", "interjection", "phase", "table", "option")
PATCHES = ("change", "replace", "add")  # the word behind it says what
COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
QUANTIFIED = tuple(f"K_{word.upper()}" for word in sorted(QUANTIFIERS | BEFORE_OF))
OPENERS = QUANTIFIERS | BEFORE_OF | BEFORE_NAME | {"not", "any", "if"}  # words that stand before a name


def line_start(tokens: Sequence[Token], index: int) -> int:
    while index > 0 and tokens[index - 1].type not in ENDS:
        index -= 1
    return index


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
    def words(self) -> list[str]:
        """The keywords that the parser would have taken."""
        return sorted(messages.word_of(name) for name in self.expected if name.startswith("K_"))

    def before(self, count: int = 1) -> Token | None:
        return self.tokens[self.index - count] if self.index >= count else None

    def statement_start(self, index: int) -> Token:
        """The first token of the statement that `index` stands in: of its line, or after a colon."""
        start = self.line_start(index)
        depth = 0
        if self.tokens[start].type in ("K_MODIFY", "K_UNTIL"):  # what follows their colon is no statement
            return self.tokens[start]
        for at in range(start, index):
            kind = self.tokens[at].type
            depth += (kind in ("LPAR", "LSQB")) - (kind in ("RPAR", "RSQB"))
            if kind == "COLON" and not depth and at + 1 < index and str(self.tokens[at + 1]) in STATEMENTS:
                start = at + 1
        return self.tokens[start]

    def line_start(self, index: int) -> int:
        """The first token of the logical line that `index` stands in."""
        return line_start(self.tokens, index)


def find(error: UnexpectedToken, tokens: Sequence[Token]) -> Stuck:
    place = next((index for index, token in enumerate(tokens) if token is error.token), len(tokens))
    parser: Any = error.interactive_parser
    return Stuck(tokens, place, frozenset(parser.accepts()))


def report(stuck: Stuck, blocks: dict[int, str], source: Source, findings: Findings) -> None:
    """Say what is wrong in the words that fit best. `blocks` are the kinds of block by line."""
    _Report(stuck, blocks, source, findings).run()


class _Report:
    def __init__(self, stuck: Stuck, blocks: dict[int, str], source: Source, findings: Findings) -> None:
        self.stuck = stuck
        self.blocks = blocks
        self.source = source
        self.findings = findings

    def run(self) -> None:
        token, before = self.stuck.token, self.stuck.before()
        if token is None or token.type in ("_INDENT", "_DEDENT") or (before is not None and before.type in ENDS):
            self.between_lines(token)
            return
        start = self.stuck.tokens[self.stuck.line_start(self.stuck.index)]
        if not (self.other_statement(start) or self.wrong_indent(token, start)):
            self.inside_line(token, start)

    def error(self, token: Token, words: messages.Words, code: str = "syntax-error") -> None:
        line, column = token.line or 1, token.column or 1
        self.findings.error(code, Span(self.source, line, column, line, column + max(len(token), 1)), *words)

    def block_of(self, start: Token) -> str:
        return self.blocks.get(start.line or 1, "statements")

    def key_of(self, start: Token) -> str:
        """Which form the line that starts so should have."""
        word = str(start) if start in STATEMENTS else messages.word_of(start.type) if start.type[:2] == "K_" else ""
        thing = str(next((each for each in self.stuck.tokens if each.line == start.line and each is not start), ""))
        if word in PATCHES and thing in FORMS and CHANGED.get(thing) != "changed body":
            return thing  # it looks like the line that declares such a thing
        return form_key(self.block_of(start), word)

    def open_parentheses(self) -> int:
        line = self.stuck.tokens[self.stuck.line_start(self.stuck.index) : self.stuck.index]
        return sum(t.type in ("LPAR", "LSQB") for t in line) - sum(t.type in ("RPAR", "RSQB") for t in line)

    # --- between lines ----------------------------------------------------------------------------------------------

    def between_lines(self, token: Token | None) -> None:
        """A block is missing, or one too many."""
        if token is not None and token.type == "_INDENT":
            above = self.stuck.tokens[self.stuck.line_start(self.stuck.index - 1)]
            if self.odd_line(above, token):
                return
            line = token.line or 1
            text = self.source.line(line).strip()
            self.error(Token("LINE", text, None, line, token.column), messages.block_too_many())
        elif token is not None and token.type in ("K_ELSE_LINE", "K_ELSE_IF"):
            self.error(token, messages.lonely_else())
        else:
            last = self.stuck.index - 1
            while last > 0 and self.stuck.tokens[last].type in ENDS:
                last -= 1
            first = self.stuck.tokens[self.stuck.line_start(last)]
            ends = [t.end_column or 1 for t in self.stuck.tokens[: last + 1] if t.line == first.line]
            text = self.source.line(first.line or 1)[(first.column or 1) - 1 : max(ends) - 1]
            head = Token("LINE", text, None, first.line, first.column)
            self.error(head, messages.block_missing(self.stuck.expected, self.key_of(first)))

    # --- mistakes that lie before the place where the parser stopped ------------------------------------------------

    def other_statement(self, start: Token) -> bool:
        """A mistyped keyword that starts a line, or a statement after a colon, was read as a name."""
        place = self.stuck.line_start(self.stuck.index)
        block = self.block_of(start)
        word = start
        before, colon = self.stuck.before(), self.stuck.before(2)
        after_colon = colon is not None and colon.type == "COLON" and not self.open_parentheses()
        if start.type != "NAME" and before is not None and after_colon:
            place, block, word = self.stuck.index - 1, "statements", before
        follows = self.stuck.tokens[place + 1]
        called = follows.type == "LPAR" and follows.column == word.end_column
        table = BLOCKS[block]
        if word.type != "NAME" or called or str(word) in table:
            return False
        if str(word) not in MEANT and not nearest(str(word), table, 1):
            return False
        self.error(word, messages.unknown_keyword(str(word), block), "unknown-keyword")
        return True

    def wrong_indent(self, token: Token, start: Token) -> bool:
        """The first word of a line that was taken for the continuation of the line above."""
        before = self.stuck.before()
        starts_line = before is not None and before.line != token.line and token.line != start.line
        wordy = token.type in ("NAME", "KIND") or token.type.startswith("K_")
        if not starts_line or not wordy or self.open_parentheses() or nearest(str(token), self.stuck.words, 1):
            return False
        if start.type == "K_VALUE" and "EQ" in self.stuck.expected:
            self.error(token, messages.value_on_its_line())
        elif not self.stuck.expected & {"_NL", "_INDENT", "COLON"}:  # the line above cannot end there
            return False
        elif not self.odd_line(start, token):
            spaces = Token("INDENT", " " * ((token.column or 2) - 1), None, token.line, 1)
            self.error(spaces, messages.unexpected_indent(first=False), "unexpected-indent")
        return True

    def odd_line(self, above: Token, below: Token) -> bool:
        """Where a line is deeper than the one above, that one may be what is off."""
        indent, other = (above.column or 1) - 1, (below.column or 1) - 1
        if not stands_odd(indent, other):
            return False
        spaces = Token("INDENT", " " * indent, None, above.line, 1)
        self.error(spaces, messages.odd_indent(indent, other, below.line or 1), "unexpected-indent")
        return True

    # --- inside a line ----------------------------------------------------------------------------------------------

    def inside_line(self, token: Token, start: Token) -> None:
        begins = self.stuck.statement_start(self.stuck.index)
        key = self.key_of(start) if begins is start else form_key("statements", str(begins))
        if token.type == "_NL":
            before = self.stuck.before()
            colon = before is not None and before.type == "COLON"
            rewritten = hints.no_colon() if colon and "K_LET" in self.stuck.expected else None
            self.error(token, messages.stuck(None, self.stuck.expected, key, None, rewritten))
            return
        rewritten = self.rewritten(token, begins)
        hint = rewritten or self.near(token) or self.special(token, start, key)
        earlier = self.near_before(token, start)
        before = self.stuck.before()
        if hint is None and earlier is not None and before is not None:
            self.error(before, messages.unknown_before(str(before), str(token), key, earlier))
        else:
            self.error(token, messages.stuck(str(token), self.stuck.expected, key, hint, rewritten))

    def rewritten(self, token: Token, begins: Token) -> str | None:
        """Mistakes of which it is plain how the line should read."""
        text, expected, before = str(token), self.stuck.expected, self.stuck.before()
        outside = not self.open_parentheses()
        line = self.source.line(token.line or 1)
        at = (token.column or 1) - 1
        if text in STATEMENTS and "COLON" in expected and outside and begins.type in HEADS:
            return hints.missing_colon(text)
        if token.type == "EQ" and "K_TO" in expected and begins.type == "K_SET" and begins.line == token.line:
            target = line[(begins.end_column or 1) - 1 : at].strip()
            return hints.needs_to(str(begins), target, self.rest_of_line(at + 1))
        if token.type in QUANTIFIED and "LPAR" in expected and begins.line == token.line:
            start = (begins.column or 1) - 1
            return hints.in_parentheses(line[start:at] + self.rest_of_line(at), at - start)
        if token.type == "LSQB" and before is not None and before.type == "NAME" and before.end_column == token.column:
            return hints.no_index(str(before))
        below = self.stuck.before(2)
        if before is not None and before.type == "NAME" and below is not None and below.type == "COLON" and outside:
            return hints.changing(str(before), self.rest_of_line((before.column or 1) - 1))
        if text == "player" and "KIND" in expected and begins.type == "K_ZONE":
            return hints.place_for_each_player(str(self.stuck.tokens[self.stuck.line_start(self.stuck.index) + 1]))
        return None

    def rest_of_line(self, at: int) -> str:
        """What is written from a column to the end of the line that the parser stopped in."""
        index, last = self.stuck.index, self.stuck.tokens[self.stuck.index]
        while index < len(self.stuck.tokens) and self.stuck.tokens[index].type not in ENDS:
            last = self.stuck.tokens[index] if self.stuck.tokens[index].line == last.line else last
            index += 1
        return self.source.line(last.line or 1)[at : (last.end_column or 1) - 1].strip()

    def near(self, token: Token) -> str | None:
        """What the word that does not fit was probably meant to be."""
        if token.type not in ("NAME", "KIND"):
            return None
        words = self.stuck.words
        before = self.stuck.before()
        if before is not None and before in BEFORE_OF:
            words = [*words, "of"]
        if before is not None and before.type == "K_ELSE_LINE":
            words = [*words, "if"]
        if str(token)[1:].isdigit():  # `x3` is explained by itself
            return None
        longer = [word for word in words if word.startswith(token)] if len(token) >= messages.SHORTEST_STEM else []
        return question(tuple(longer)) or did_you_mean(str(token), words)

    def near_before(self, token: Token, start: Token) -> str | None:
        """What the word before was probably meant to be: it was read as a name, after which nothing fits."""
        before = self.stuck.before()
        if before is None or before.type != "NAME":
            return None
        if token.type == "K_OF":
            return did_you_mean(str(before), BEFORE_OF)
        return (
            did_you_mean(str(before), OPENERS | LINE_WORDS.get(str(start), frozenset()))
            if token.type == "NAME"
            else None
        )

    def special(self, token: Token, start: Token, key: str) -> str | None:
        """Mistakes that have an explanation of their own."""
        before, text, expected = self.stuck.before(), str(token), self.stuck.expected
        if before is not None and before.end_column == token.column and before.line == token.line:
            if hints.meant_by_signs(f"{before}{token}") is not None:
                return hints.meant_by_signs(f"{before}{token}")
            if token.type == "NUMBER" and before.type == "DOT":
                return hints.whole_numbers()
        misplaced = self.misplaced(token, start)
        if misplaced is not None:
            return misplaced
        if start.type == "NAME" and start in STATEMENTS:
            return hints.space_before_parenthesis(str(start))
        cited = self.stuck.tokens[self.stuck.index + (token.type == "LSQB")]
        if cited.type == "CITATION":
            return hints.cite_missing(str(cited))
        if token.type == "K_THEN":
            return hints.no_then() if key in ("if", "else if") else hints.then_by()
        if token.type.startswith("K_"):
            if before is not None and before.type == "COLON" and text in STATEMENTS:
                return hints.own_line(text)
            if before is not None and before == "each" and start.type == "K_FOR_LINE":
                return hints.no_each()
            return hints.reserved(text) if "NAME" in expected and self.stands_for_a_name() else None
        if token.type == "KIND" and "ARGNAME" in expected and "NUMBER" not in expected:
            return self.parameter(text)
        if token.type == "KIND" and "NAME" in expected:
            return hints.small_letter(text)
        return self.special_name(text) if token.type == "NAME" and "NAME" not in expected else None

    def parameter(self, text: str) -> str:
        follows = self.stuck.tokens[self.stuck.index + 1]
        return hints.typed_parameter(text, str(follows) if follows.type in ("NAME", "KIND") else "")

    def stands_for_a_name(self) -> bool:
        """Whether a keyword was certainly meant as a name: no other word can stand here, or it is used like one."""
        if "NUMBER" not in self.stuck.expected:
            return True
        follows = self.stuck.tokens[self.stuck.index + 1]
        return follows.type in ("DOT", "RPAR", "COMMA", "_NL")

    def misplaced(self, token: Token, start: Token) -> str | None:
        """Something that the line may have, in another place or with another word before it."""
        before, text, expected = self.stuck.before(), str(token), self.stuck.expected
        place = self.stuck.line_start(self.stuck.index)
        earlier = self.stuck.tokens[place : self.stuck.index]
        begins = str(start)
        block = self.block_of(start)
        if block in ("piece", "changed piece") and start.type == "NAME":
            if begins in hints.EVENT_WORDS and not (before is start and token.type in ("COLON", "NUMBER")):
                return hints.rule_begins()
            signs = [str(each) for each in (*earlier[1:], token)]
            if signs[0] in (":", "=") and token.type in ("EQ", "NUMBER", "MINUS", "LSQB", "K_YES", "K_NO", "K_NONE"):
                follows = self.stuck.tokens[self.stuck.index + 1] if signs[0] == "=" else token
                value = self.rest_of_line((follows.column or 1) - 1) if follows.type not in ENDS else "…"
                return hints.property_plain(begins, signs[0], value)
        if token.type == "STRING" and not any(each.type == "STRING" for each in earlier):
            if self.stuck.statement_start(self.stuck.index) == "choose":
                return hints.question_behind_domain()
            if begins in LABELLED and len(earlier) > 2:
                return hints.label_behind_name(begins, str(earlier[1]), text, "K_TEXT" in expected)
        thing = str(earlier[1]) if begins in PATCHES and len(earlier) > 1 else begins
        if token.type.startswith("K_") and "COMMA" in expected and thing in ("zone", "board", "state"):
            return hints.missing_comma(text) if text in LINE_WORDS[thing] else None
        if begins == "change" and token.type == "STRING" and CHANGED.get(str(earlier[1])) == "changed body":
            return hints.label_below(text)
        if begins == "remove" and token.type == "K_OF" and str(earlier[1]) == "state":
            return hints.name_is_enough(str(before))
        if begins == "for" and before is not None and before == "each":
            return hints.no_each()
        if begins == "modify" and text == "if" and "K_WHILE" in expected:
            return hints.while_modifies()
        if begins in RULE_HEADS and text == "while" and "K_IF" in expected:
            return hints.if_in_rules()
        if token.type == "K_ANY" and "NUMBER" in expected:
            return hints.not_any()
        if before is not None and before.type == "NAME" and token.type == "K_OF" and before in QUANTIFIERS:
            return hints.needs_no_of(str(before))
        if before is not None and before.type == "NAME" and before == "sum" and token.type in ("NAME", "LPAR"):
            return hints.needs_of(str(before))
        if token.type in COMPARISONS:
            asked = next((each for each in earlier if each.type in QUANTIFIED), None)
            return hints.reaches_on(str(asked), text) if asked is not None else None
        return None

    def special_name(self, text: str) -> str | None:
        """A name where something else was expected."""
        expected = self.stuck.expected
        before = self.stuck.before()
        if before is not None and before.type == "K_CHANGE":
            follows = self.stuck.tokens[self.stuck.index + 1]
            otherwise = hints.changed_otherwise(text, alone=follows.type != "NAME")
            if otherwise is not None:
                return otherwise
        if "KIND" in expected:
            return hints.capital_letter(text)
        if "ARGNAME" in expected:
            return self.parameter(text)
        if "K_X" in expected and text[0] == "x" and text[1:].isdigit():
            return hints.copies(text[1:])
        return hints.quotes(text) if "STRING" in expected and "_NL" not in expected else None
