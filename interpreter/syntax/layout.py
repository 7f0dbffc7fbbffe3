"""From lines to blocks: indentation, lines that go on, keywords by their place, and every fault that these can have.

The parser reads one declaration at a time, so that a fault in one does not hide those in the others. `lay_out` gives
each declaration's tokens; a declaration whose layout is broken is reported here and left out. Where only a statement in
its body is, the parser leaves that out and reads the rest.
"""

from __future__ import annotations

from attrs import define, field, frozen
from lark import Token

from rulewright.interpreter.diagnostics import Findings, nearest
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import messages
from rulewright.interpreter.syntax.keywords import classify, start_keyword, touches_parenthesis
from rulewright.interpreter.syntax.lines import Line, make_token, read_lines
from rulewright.interpreter.syntax.words import BLOCKS, CHANGED, STATEMENTS

MAX_PARENTHESES = 60
MAX_BLOCKS = 30
LARGEST = 2**31 - 1
STEP = 4  # by which blocks are usually indented


@frozen
class Layout:
    """The tokens of each declaration; which line cites which printed rules; the block that each line stands in.

    `broken` are the lines of statements that cannot be read, which was reported.
    """

    declarations: tuple[tuple[Token, ...], ...]
    citations: dict[int, tuple[str, ...]]
    blocks: dict[int, str]
    broken: frozenset[int]


@define
class _Block:
    indent: int
    kind: str
    line: int = 1  # its first


@define
class _Declaration:
    tokens: list[Token] = field(factory=list)
    broken: bool = False


def stands_odd(indent: int, other: int) -> bool:
    """Of two lines that should be level: whether the first is the one that is off."""
    return indent % STEP != 0 and other % STEP == 0


def lay_out(source: Source, findings: Findings) -> Layout:
    return _LayoutPass(source, findings).run()


class _LayoutPass:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.citations: dict[int, tuple[str, ...]] = {}
        self.block_of: dict[int, str] = {}
        self.declarations: list[_Declaration] = []
        self.current = _Declaration()
        self.blocks = [_Block(0, "top")]
        self.opens: str | None = None  # the kind of block that the last line may open
        self.first_word = ""  # the keyword of the statement that is being read
        self.parentheses: list[Token] = []
        self.head: Line | None = None  # the first line of the logical line that is open
        self.broken: set[int] = set()  # lines of statements that cannot be read
        self.skipped: int | None = None  # lines that are indented deeper than this belong to something unreadable

    def run(self) -> Layout:
        for line in read_lines(self.source, self.findings):
            if self.findings.enough:
                break
            if self.skipped is None or line.indent <= self.skipped:
                self.skipped = None
                self.place(line)
        self.finish_declaration()
        kept = tuple(tuple(each.tokens) for each in self.declarations if each.tokens and not each.broken)
        return Layout(kept, self.citations, self.block_of, frozenset(self.broken))

    def fault(self, code: str, line: int, column: int, width: int, words: messages.Words) -> None:
        self.spoil()
        self.findings.error(code, Span(self.source, line, column, line, column + max(width, 1)), *words)

    def spoil(self) -> None:
        """A statement that cannot be read is left out; without any other line, its declaration would mean nothing."""
        if self.head is not None and self.block_of[self.head.number] == "statements":
            self.broken.add(self.head.number)
        else:
            self.current.broken = True

    def fault_at(self, code: str, token: Token, words: messages.Words) -> None:
        self.fault(code, token.line or 1, token.column or 1, len(token), words)

    # --- placing lines in blocks ------------------------------------------------------------------------------------

    def place(self, line: Line) -> None:
        if self.head is not None:
            if line.indent > self.head.indent and (self.parentheses or self.opens == "joined" or not line.tokens):
                self.continue_line(self.head, line)
                return
            self.end_line()
        if not line.tokens and line.cites:
            self.fault("bad-citation", line.number, line.indent + 1, 4, messages.citation_alone())
            return
        if line.indent > self.blocks[-1].indent:
            if not self.open_block(line):
                return
        else:
            self.close_blocks(line)
        if line.indent == 0:
            self.finish_declaration()
        if line.tokens:
            self.start_line(line)
        else:
            self.skipped = line.indent
        if line.broken:
            self.spoil()

    def open_block(self, line: Line) -> bool:
        if self.opens is None:
            self.fault("unexpected-indent", line.number, 1, line.indent, messages.unexpected_indent(first=True))
            line.indent = self.blocks[-1].indent  # go on as if it stood where it should
            return True
        beside = self.blocks[-1]
        word = str(line.tokens[0]) if line.tokens else ""
        if (
            stands_odd(line.indent, beside.indent)
            and word in BLOCKS.get(beside.kind, ())
            and word not in BLOCKS.get(self.opens, ())
        ):
            words = messages.odd_indent(line.indent, beside.indent, beside.line)
            self.fault("unexpected-indent", line.number, 1, line.indent, words)
            line.indent = beside.indent
            return True
        if len(self.blocks) > MAX_BLOCKS:
            self.fault("too-deep", line.number, 1, line.indent, messages.blocks_too_deep(MAX_BLOCKS))
            self.skipped = self.blocks[-1].indent
            return False
        self.blocks.append(_Block(line.indent, self.opens, line.number))
        self.current.tokens.append(make_token("_INDENT", "", line.number, line.indent + 1))
        return True

    def close_blocks(self, line: Line) -> None:
        last = self.blocks[-1]
        while self.blocks[-1].indent > line.indent:
            last = self.blocks.pop()
            self.current.tokens.append(make_token("_DEDENT", "", line.number, line.indent + 1))
        if self.blocks[-1].indent != line.indent:
            odd = next((each for each in (last, self.blocks[-1]) if stands_odd(each.indent, line.indent)), None)
            if odd is not None:
                words = messages.odd_indent(odd.indent, line.indent, line.number)
                self.fault("unexpected-indent", odd.line, 1, odd.indent, words)
            else:
                self.fault("inconsistent-dedent", line.number, 1, line.indent, messages.inconsistent_dedent())
                if stands_odd(line.indent, last.indent):  # go on as if this line stood in the block above
                    self.current.tokens.pop()
                    self.blocks.append(last)
                    line.indent = last.indent
                    return
            self.blocks.append(_Block(line.indent, last.kind))  # go on as if the block had this indentation

    def finish_declaration(self) -> None:
        self.end_line()
        while len(self.blocks) > 1:
            self.blocks.pop()
            self.current.tokens.append(make_token("_DEDENT", "", len(self.source.lines), 1))
        self.declarations.append(self.current)
        self.current = _Declaration()
        self.opens = None

    def continue_line(self, head: Line, line: Line) -> None:
        tokens = line.tokens
        if line.broken:
            self.spoil()
        condition = (
            self.first_word == "choose" and not self.parentheses and tokens and tokens[0] in ("where", "provided")
        )
        # A condition is cited by itself; whatever else is cited belongs to the whole.
        self.cite(line.number if condition else head.number, line.cites)
        if condition and tokens[0] == "where":
            tokens = [Token.new_borrow_pos("K_ALSO", "where", tokens[0]), *tokens[1:]]
        self.add_tokens(tokens)

    def cite(self, number: int, cites: tuple[str, ...]) -> None:
        if cites:
            self.citations[number] = (*self.citations.get(number, ()), *cites)

    def end_line(self) -> None:
        if self.head is None:
            return
        if self.parentheses and not self.current.broken and self.head.number not in self.broken:
            opened = self.parentheses[-1]
            self.fault_at("unclosed-parenthesis", opened, messages.unclosed_parenthesis(str(opened)))
        self.parentheses.clear()
        last = self.current.tokens[-1]
        self.current.tokens.append(make_token("_NL", "", last.line or 1, last.end_column or 1))
        self.head = None

    # --- what a line is ---------------------------------------------------------------------------------------------

    def start_line(self, line: Line) -> None:
        kind = self.blocks[-1].kind
        tokens = line.tokens
        first = tokens[0]
        self.head = line
        self.first_word = ""
        self.block_of[line.number] = kind
        self.cite(line.number, line.cites)
        table = BLOCKS[kind]
        named = (
            kind in ("kind", "piece", "changed piece") and len(tokens) > 1 and tokens[1].type == "COLON"
        )  # `part: number`
        if kind == "top" and first in ("change", "replace", "add") and len(tokens) > 1:
            tokens = self.start_patch(tokens)
        elif first.type == "NAME" and first in table and not named and not touches_parenthesis(tokens, 0):
            self.first_word = str(first)
            self.opens = table[self.first_word]
            tokens = start_keyword(tokens)
            if kind == "changed body" and first == "add" and len(tokens) > 1 and tokens[1] == "option":
                self.opens = "statements"
                tokens = [tokens[0], *start_keyword(tokens[1:])]
        elif kind == "top" and first.type == "KIND":
            self.opens = "piece"
        elif (
            kind in ("piece", "changed piece")
            and first.type == "NAME"
            and (len(tokens) == 1 or tokens[1].type == "COLON")
        ):
            self.opens = "statements"  # a part of the card
        else:
            self.opens = "joined"
            if not self.fits(kind, tokens):
                self.unknown(kind, line)
                return
        self.add_tokens(tokens)

    def start_patch(self, tokens: list[Token]) -> list[Token]:
        """`change phase turns`, `replace value score …`: the second word says what kind of line this is."""
        word, what = str(tokens[0]), str(tokens[1])
        first = Token.new_borrow_pos("K_" + word.upper(), word, tokens[0])
        self.first_word = what if what in BLOCKS["top"] else word
        self.opens = "changed piece" if word == "change" else "piece"
        if tokens[1].type == "KIND":
            return [first, *tokens[1:]]
        if word == "change" and what == "text":
            self.opens = "joined"
            return [first, *start_keyword(tokens[1:])]
        if word == "change":
            self.opens = CHANGED.get(what, "joined")
        elif what in BLOCKS["top"]:
            self.opens = BLOCKS["top"][what]
        return [first, *(start_keyword(tokens[1:]) if what in BLOCKS["top"] else tokens[1:])]

    def fits(self, kind: str, tokens: list[Token]) -> bool:
        """Whether a line whose first word is no keyword of its block may be something else."""
        named = tokens[0].type == "NAME"
        follows = tokens[1] if len(tokens) > 1 else None
        if kind in ("rows", "expectations"):
            return True
        if kind == "kind":
            return named and follows is not None and follows.type == "COLON"
        if kind in ("statements", "script"):
            return named and (follows is None or follows.type == "LPAR" or follows in ("as", "chooses"))
        return kind in ("piece", "changed piece") and named

    def unknown(self, kind: str, line: Line) -> None:
        """Read what stands below all the same, as what it most likely is, so that its own faults are reported too."""
        first = line.tokens[0]
        second = line.tokens[1] if len(line.tokens) > 2 else None
        if kind == "script" and second is not None and nearest(str(second), ("chooses",), 1):
            self.fault_at("unknown-keyword", second, messages.mistyped_chooses(str(second)))
        elif not line.broken:
            self.fault_at("unknown-keyword", first, messages.unknown_keyword(str(first), kind, self.text_of(line)))
        self.current.tokens.append(first)
        near = nearest(str(first), BLOCKS[kind], 1)
        if near:
            self.opens = BLOCKS[kind][near[0]]
        else:
            self.skipped = line.indent

    def text_of(self, line: Line) -> str:
        """What is written on the line of its first word, without comments and citations."""
        first = line.tokens[0]
        last = [token for token in line.tokens if token.line == first.line][-1]
        return self.source.line(first.line or 1)[(first.column or 1) - 1 : (last.end_column or 1) - 1]

    # --- the words of a line ----------------------------------------------------------------------------------------

    def add_tokens(self, tokens: list[Token]) -> None:
        out = self.current.tokens
        index = 0
        while index < len(tokens):
            if self.starts_statement(tokens, index):
                tokens = tokens[:index] + start_keyword(tokens[index:])
                self.first_word = str(tokens[index])
            token = tokens[index]
            before = out[-1] if out else None
            if token.type == "NAME":
                if token == "then" and index + 1 < len(tokens) and tokens[index + 1] == "by":
                    out.append(Token.new_borrow_pos("K_THEN_BY", "then by", token))
                    index += 2
                    continue
                token = classify(tokens, index, before, self.first_word, self.blocks[-1].kind, bool(self.parentheses))
            elif token.type in ("LPAR", "LSQB"):
                self.parentheses.append(token)
                if len(self.parentheses) > MAX_PARENTHESES:
                    self.fault_at("too-deep", token, messages.parentheses_too_deep(MAX_PARENTHESES))
                    self.parentheses.clear()
                    self.skipped = self.head.indent if self.head is not None else 0
                    return
            elif token.type in ("RPAR", "RSQB"):
                if not self.parentheses:
                    self.fault_at("unopened-parenthesis", token, messages.unopened_parenthesis(str(token)))
                    return
                opened = self.parentheses.pop()
                if (opened.type, token.type) not in (("LPAR", "RPAR"), ("LSQB", "RSQB")):
                    self.fault_at("unclosed-parenthesis", opened, messages.closed_by_another(str(opened), str(token)))
                    return
            elif token.type == "NUMBER" and int(token) > LARGEST:
                self.fault_at("number-too-large", token, messages.number_too_large(LARGEST))
            out.append(token)
            index += 1

    def starts_statement(self, tokens: list[Token], index: int) -> bool:
        """Whether a statement begins here, on the line of the block that it is: `if over: stop turn`."""
        before = self.current.tokens[-1] if self.current.tokens else None
        token = tokens[index]
        return (
            self.opens == "statements"
            and not self.parentheses
            and before is not None
            and before.type == "COLON"
            and token.type == "NAME"
            and token in STATEMENTS
            and not touches_parenthesis(tokens, index)
        )
