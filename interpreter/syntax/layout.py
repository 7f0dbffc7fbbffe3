"""From text to tokens: indentation, keywords by their place, citations, and every fault that has a position.

The parser reads one declaration at a time, so that a fault in one does not hide those in the others. `lay_out` gives each
declaration's tokens; a declaration whose layout is broken is reported here and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define, field, frozen
from lark import Token

from rulewright.interpreter.diagnostics import Findings, did_you_mean
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.words import BEFORE_NAME, BEFORE_OF, BLOCKS, LINE_WORDS, QUANTIFIERS, RESERVED

MAX_LINE = 2_000
MAX_PARENTHESES = 60
MAX_BLOCKS = 30
LARGEST = 2**31 - 1

TOKEN = re.compile(
    r"""(?P<SPACE>[ ]+)
      | (?P<COMMENT>\#.*)
      | (?P<CITATION>[A-Z]{1,8}-[A-Z]?\d+[a-z]?)
      | (?P<STRING>"[^"\n]*")
      | (?P<NUMBER>\d+)
      | (?P<KIND>[A-Z][A-Za-z0-9_]*)
      | (?P<NAME>[a-z_][A-Za-z0-9_]*)
      | (?P<SIGN>\.\.|!=|<=|>=|[=<>+\-*/().,:\[\]])
    """,
    re.VERBOSE,
)
SIGNS = {
    "..": "DOTDOT", "!=": "NE", "<=": "LE", ">=": "GE", "=": "EQ", "<": "LT", ">": "GT", "+": "PLUS", "-": "MINUS",
    "*": "STAR", "/": "SLASH", "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", ",": "COMMA", ":": "COLON", ".": "DOT",
}  # fmt: skip
BLOCK_NAMES = {
    "top": "at the start of a declaration",
    "book": "below `rulebook`",
    "kind": "inside a kind",
    "board": "inside a board",
    "piece": "inside a piece",
    "statements": "where a statement starts",
    "script": "inside an example",
    "options": "below `ask`",
    "modifier": "here",
    "example": "inside an example",
}


@frozen
class Layout:
    """The tokens of each declaration, and which line cites which printed rules."""

    declarations: tuple[tuple[Token, ...], ...]
    citations: dict[int, tuple[str, ...]]


@define
class _Line:
    number: int
    indent: int
    tokens: list[Token]


@define
class _Block:
    indent: int
    kind: str


@define
class _Declaration:
    tokens: list[Token] = field(factory=list)
    broken: bool = False


def lay_out(source: Source, findings: Findings) -> Layout:
    return _LayoutPass(source, findings).run()


class _LayoutPass:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.citations: dict[int, tuple[str, ...]] = {}
        self.declarations: list[_Declaration] = []
        self.current = _Declaration()
        self.blocks = [_Block(0, "top")]
        self.opens: str | None = None  # the kind of block that the last line may open
        self.first_word = ""  # of the logical line that is being read
        self.parentheses: list[Token] = []
        self.line_indent = 0
        self.open_line = False  # a logical line has tokens and no end yet

    def run(self) -> Layout:
        for number, text in enumerate(self.source.lines, 1):
            line = self.read(number, text.rstrip("\r"))
            if line is not None and line.tokens:
                self.place(line)
        self.finish_declaration()
        kept = tuple(tuple(each.tokens) for each in self.declarations if each.tokens and not each.broken)
        return Layout(kept, self.citations)

    # --- reading one line -------------------------------------------------------------------------------------------

    def fault(self, code: str, line: int, column: int, width: int, message: str, hint: str | None = None) -> None:
        self.current.broken = True
        self.findings.error(code, Span(self.source, line, column, line, column + max(width, 1)), message, hint)

    def read(self, number: int, text: str) -> _Line | None:
        if len(text) > MAX_LINE:
            self.fault("line-too-long", number, MAX_LINE, 1, f"This line has {len(text)} characters. I read at most {MAX_LINE}.")
            return None
        body = text.lstrip(" ")
        indent = len(text) - len(body)
        if body.startswith("\t"):
            self.fault("tab-indent", number, indent + 1, 1, "I found a tab in the indentation. Blocks are indented by spaces.")
            return None
        tokens: list[Token] = []
        position = indent
        while position < len(text):
            match = TOKEN.match(text, position)
            if match is None:
                if text[position] == "\t":
                    position += 1
                    continue
                self.strange(number, position, text)
                return None
            name = match.lastgroup or ""
            if name == "COMMENT":
                break
            if name != "SPACE":
                kind = SIGNS[match.group()] if name == "SIGN" else name
                tokens.append(self.token(kind, match.group(), number, position + 1))
            position = match.end()
        return _Line(number, indent, self.without_citations(tokens))

    def strange(self, number: int, position: int, text: str) -> None:
        if text[position] == '"':
            self.fault("unclosed-text", number, position + 1, len(text) - position, 'This text has no closing `"` on its line.')
        else:
            shown = text[position] if text[position].isprintable() else f"U+{ord(text[position]):04X}"
            self.fault("strange-character", number, position + 1, 1, f"I do not know the character `{shown}` here.")

    def token(self, kind: str, text: str, line: int, column: int) -> Token:
        return Token(kind, text, None, line, column, line, column + len(text))

    def without_citations(self, tokens: list[Token]) -> list[Token]:
        """Take `cite DP-1, DP-3..DP-5` off the end of the line; the builder finds it again by the line's number."""
        for index, token in enumerate(tokens):
            if token == "cite" and token.type == "NAME" and index + 1 < len(tokens) and tokens[index + 1].type == "CITATION":
                found: list[str] = []
                rest = tokens[index + 1 :]
                for place, each in enumerate(rest):
                    if each.type == "CITATION":
                        if place and rest[place - 1].type == "DOTDOT":
                            found.extend(self.cited_range(found[-1], each))
                        else:
                            found.append(str(each))
                    elif each.type not in ("COMMA", "DOTDOT"):
                        self.fault(
                            "citation-not-last", each.line or 1, each.column or 1, len(each), "A citation ends its line.",
                            "Put `cite …` after everything else.",
                        )  # fmt: skip
                        return tokens[:index]
                self.citations[tokens[index].line or 0] = tuple(found)
                return tokens[:index]
        return tokens

    def cited_range(self, first: str, last: Token) -> Iterator[str]:
        prefix, _, low = first.rpartition("-")
        last_prefix, _, high = str(last).rpartition("-")
        if prefix != last_prefix or not low.isdigit() or not high.isdigit() or not 0 < int(high) - int(low) < 100:
            self.fault(
                "bad-citation", last.line or 1, last.column or 1, len(last), f"`{first}..{last}` is not a range of printed rules.",
                "A range goes from a lower to a higher number of the same list, like `DP-3..DP-5`.",
            )  # fmt: skip
            return
        for number in range(int(low) + 1, int(high) + 1):
            yield f"{prefix}-{number}"

    # --- placing lines in blocks ------------------------------------------------------------------------------------

    def place(self, line: _Line) -> None:
        if self.open_line:
            deeper = line.indent > self.line_indent
            if deeper and (self.parentheses or self.opens == "joined"):
                self.continue_line(line)
                return
            if self.parentheses:
                self.unclosed()
            self.end_line()
        if line.indent > self.blocks[-1].indent:
            if self.opens in (None, "joined"):
                self.fault(
                    "unexpected-indent", line.number, 1, line.indent, "This line is indented deeper, but the line above opens no block.",
                    "Give it the same indentation as the line above.",
                )  # fmt: skip
                self.skip_deeper(line)
                return
            if len(self.blocks) > MAX_BLOCKS:
                self.fault("too-deep", line.number, 1, line.indent, f"Blocks are nested more than {MAX_BLOCKS} deep here.")
                return
            self.blocks.append(_Block(line.indent, self.opens))
            self.current.tokens.append(self.token("_INDENT", "", line.number, line.indent + 1))
        else:
            self.close_blocks(line)
        if line.indent == 0:
            self.finish_declaration()
        self.start_line(line)

    def skip_deeper(self, line: _Line) -> None:
        """After a wrong indentation go on as if the line stood in the block above it."""
        self.start_line(_Line(line.number, self.blocks[-1].indent, line.tokens))

    def close_blocks(self, line: _Line) -> None:
        while self.blocks[-1].indent > line.indent:
            self.blocks.pop()
            self.current.tokens.append(self.token("_DEDENT", "", line.number, line.indent + 1))
        if self.blocks[-1].indent != line.indent:
            self.fault(
                "inconsistent-dedent", line.number, 1, line.indent, "This indentation fits no block that is open here.",
                "Line it up with the line that it belongs to.",
            )  # fmt: skip

    def unclosed(self) -> None:
        token = self.parentheses[0]
        self.fault("unclosed-parenthesis", token.line or 1, token.column or 1, 1, f"This `{token}` is never closed.")
        self.parentheses.clear()

    def finish_declaration(self) -> None:
        if self.open_line:
            if self.parentheses:
                self.unclosed()
            self.end_line()
        while len(self.blocks) > 1:
            self.blocks.pop()
            self.current.tokens.append(self.token("_DEDENT", "", len(self.source.lines), 1))
        self.declarations.append(self.current)
        self.current = _Declaration()
        self.opens = None

    def end_line(self) -> None:
        last = self.current.tokens[-1]
        self.current.tokens.append(self.token("_NL", "", last.line or 1, last.end_column or 1))
        self.open_line = False

    # --- keywords ---------------------------------------------------------------------------------------------------

    def start_line(self, line: _Line) -> None:
        kind = self.blocks[-1].kind
        tokens = line.tokens
        first = tokens[0]
        touches = len(tokens) > 1 and tokens[1].type == "LPAR" and tokens[1].column == first.end_column
        word = str(first)
        table = BLOCKS[kind]
        self.line_indent = line.indent
        self.open_line = True
        self.first_word = ""
        if first.type == "NAME" and word in table and not touches:
            self.first_word = word
            self.opens = table[word]
            rest = self.first_keyword(tokens)
        elif kind == "top" and first.type == "KIND":
            self.opens = "piece"
            self.first_word = "piece"
            rest = tokens
        elif kind == "piece" and first.type == "NAME" and (len(tokens) == 1 or tokens[1].type == "COLON"):
            self.opens = "statements"  # a part of the card
            rest = tokens
        else:
            self.opens = "joined"
            if not self.fits(kind, tokens, table):
                return
            rest = tokens
        self.add_tokens(rest)

    def fits(self, kind: str, tokens: list[Token], table: dict[str, str]) -> bool:
        """Report a line whose first word is no keyword of this block and that can be nothing else either."""
        first = tokens[0]
        follows = tokens[1].type if len(tokens) > 1 else ""
        second = str(tokens[1]) if len(tokens) > 1 else ""
        if kind in ("rows", "expectations"):
            return True
        if kind == "kind" and first.type == "NAME" and follows == "COLON":
            return True
        if kind == "piece" and first.type == "NAME" and second not in table:
            near = did_you_mean(str(first), table) if follows in ("NAME", "LPAR") and len(tokens) > 2 else None
            if near is None:
                return True
        if kind in ("statements", "script") and first.type == "NAME" and (follows in ("", "LPAR") or second in ("as", "chooses")):
            return True
        where = BLOCK_NAMES[kind]
        self.fault(
            "unknown-keyword", first.line or 1, first.column or 1, len(first), f"I do not know what `{first}` means {where}.",
            did_you_mean(str(first), table) or _listed(table),
        )  # fmt: skip
        self.current.tokens.append(first)
        # Read what is below all the same, as what it most likely is, so that its own faults are reported too.
        self.opens = {"top": "statements", "statements": "statements"}.get(kind, "joined")
        return False

    def first_keyword(self, tokens: list[Token]) -> list[Token]:
        first = tokens[0]
        word = str(first)
        if word == "else" and len(tokens) > 1 and tokens[1] == "if":
            joined = self.token("K_ELSE_IF", "else if", first.line or 1, first.column or 1)
            return [joined, *tokens[2:]]
        name = {"if": "K_IF_LINE", "else": "K_ELSE_LINE", "for": "K_FOR_LINE"}.get(word, "K_" + word.upper())
        return [Token.new_borrow_pos(name, word, first), *tokens[1:]]

    def continue_line(self, line: _Line) -> None:
        tokens = line.tokens
        if self.first_word == "choose" and not self.parentheses and tokens[0] == "where":
            tokens = [Token.new_borrow_pos("K_ALSO", "where", tokens[0]), *tokens[1:]]
        self.add_tokens(tokens)

    def add_tokens(self, tokens: list[Token]) -> None:
        words = LINE_WORDS.get(self.first_word, frozenset())
        out = self.current.tokens
        index = 0
        while index < len(tokens):
            token = tokens[index]
            follower = tokens[index + 1] if index + 1 < len(tokens) else None
            if token.type == "NAME":
                if token == "then" and follower is not None and follower == "by":
                    out.append(Token.new_borrow_pos("K_THEN_BY", "then by", token))
                    index += 2
                    continue
                token = self.classify(token, follower, words, index)
            elif token.type in ("LPAR", "LSQB"):
                self.parentheses.append(token)
                if len(self.parentheses) > MAX_PARENTHESES:
                    self.fault(
                        "too-deep", token.line or 1, token.column or 1, 1,
                        f"Parentheses are nested more than {MAX_PARENTHESES} deep here.",
                    )  # fmt: skip
                    self.parentheses.clear()
                    return
            elif token.type in ("RPAR", "RSQB"):
                if not self.parentheses:
                    self.fault("unopened-parenthesis", token.line or 1, token.column or 1, 1, f"This `{token}` closes nothing.")
                    return
                self.parentheses.pop()
            elif token.type == "NUMBER" and int(token) > LARGEST:
                self.fault("number-too-large", token.line or 1, token.column or 1, len(token), f"Numbers go up to {LARGEST}.")
            out.append(token)
            index += 1

    def classify(self, token: Token, follower: Token | None, words: frozenset[str], index: int) -> Token:
        """Is this word a keyword where it stands?"""
        word = str(token)
        before = self.current.tokens[-1] if self.current.tokens else None
        next_type = follower.type if follower is not None else ""
        next_word = str(follower) if follower is not None else ""
        plain_next = next_type == "NAME" and next_word not in RESERVED
        if before is not None and before.type == "DOT":
            return token
        if self.parentheses and next_type == "COLON":
            return Token.new_borrow_pos("ARGNAME", word, token)
        if word == "_":
            return Token.new_borrow_pos("ANYTHING", word, token)
        keyword = (
            word in RESERVED
            or (word in words and not (next_type == "LPAR" and follower is not None and follower.column == token.end_column))
            or (word in QUANTIFIERS and plain_next)
            or (word in BEFORE_OF and next_word == "of")
            or (word in BEFORE_NAME and plain_next)
            or (word == "x" and next_type == "NUMBER" and self.blocks[-1].kind == "top")
            or (word == "number" and before is not None and before.type == "K_ANY")
            or (word in ("chooses", "may") and index == 1)
            or (word == "choose" and before is not None and before.type in ("K_MAY", "K_NOT"))
        )
        return Token.new_borrow_pos("K_" + word.upper(), word, token) if keyword else token


def _listed(table: dict[str, str]) -> str | None:
    return f"It could be one of: {', '.join(sorted(table))}." if table else None
