"""One canonical layout: blocks indented by 4, one space between words, citations in a column, comments kept.

Lines are neither joined nor broken, and nothing but space changes: the formatted text reads as the same nodes. The
rules are in `docs/fmt.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from attrs import define, field, frozen
from lark import Token

from rulewright.interpreter.diagnostics import Diagnostic, Findings
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.layout import STEP, Layout, lay_out
from rulewright.interpreter.syntax.lines import SIGNS, TOKEN, make_token
from rulewright.interpreter.syntax.parser import parse

CITE_COLUMN = 94  # letters before `cite`, where the line is not longer
GAP = " " * 4  # before what stands behind a line: its text, its reason, its citation, a comment

_NO_SPACE_BEFORE = frozenset(["COMMA", "COLON", "RPAR", "RSQB", "DOT", "DOTDOT"])
_NO_SPACE_AFTER = frozenset(["LPAR", "LSQB", "DOT", "DOTDOT"])
_ENDS_OPERAND = frozenset(["NAME", "NUMBER", "KIND", "ARGNAME", "STRING", "RPAR", "RSQB", "K_NONE", "K_YES", "K_NO"])


@frozen
class Formatted:
    """`text` is None where the source cannot be read; `diagnostics` say why."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]


@define
class _Row:
    """One line of the file: what it holds, and how it will be written."""

    number: int
    indent: int  # as it was written
    tokens: list[Token]
    cites: list[Token]
    comment: str
    depth: int = 0
    body: str = ""

    @property
    def empty(self) -> bool:
        return not self.tokens and not self.cites

    @property
    def written(self) -> str:
        """Without its comment."""
        text = f"{' ' * (STEP * self.depth)}{self.body}" if self.body else ""
        if not self.cites:
            return text
        gap = max(len(GAP), CITE_COLUMN - len(text))
        return f"{text}{' ' * gap}{_spaced(self.cites)}"


@define
class _Depths:
    """How deep each line stands, and of what type each of its words is."""

    depths: dict[int, int] = field(factory=dict)
    types: dict[tuple[int, int], str] = field(factory=dict)


def format_rules(source: Source) -> Formatted:
    """The text in its canonical layout. Only a text that can be read has one."""
    findings = Findings()
    before = parse(source, findings)
    if findings.failed:
        return Formatted(None, findings.diagnostics)
    text = _formatted(source)
    assert parse(Source(source.name, text), Findings()) == before, f"{source.name} would mean something else"
    return Formatted(text, findings.diagnostics)


def _formatted(source: Source) -> str:
    layout = lay_out(source, Findings())
    depths = _depths(layout)
    rows = [_row(number, text.rstrip("\r"), depths) for number, text in enumerate(source.lines, 1)]
    _place(rows, depths)
    for row in rows:
        row.body = _spaced(row.tokens)
    _align_tables(rows, layout)
    return _joined(rows)


# --- where lines stand ----------------------------------------------------------------------------------------------


def _depths(layout: Layout) -> _Depths:
    found = _Depths()
    for declaration in layout.declarations:
        depth, starts = 0, True
        for token in declaration:
            if token.type in ("_INDENT", "_DEDENT"):
                depth += 1 if token.type == "_INDENT" else -1
            elif token.type == "_NL":
                starts = True
            else:
                line = token.line or 1
                found.depths.setdefault(line, depth if starts else depth + 1)
                found.types[line, token.column or 1] = token.type
                starts = False
    return found


def _row(number: int, text: str, depths: _Depths) -> _Row:
    body = text.lstrip(" \t\ufeff")
    row = _Row(number, len(text) - len(body), [], [], "")
    position = row.indent
    while position < len(text):
        match = TOKEN.match(text, position)
        assert match is not None, f"line {number} cannot be read"
        kind = match.lastgroup or ""
        if kind == "COMMENT":
            row.comment = match.group().rstrip()
        elif kind != "SPACE":
            name = SIGNS[match.group()] if kind == "SIGN" else kind
            name = depths.types.get((number, position + 1), "WORD" if name == "NAME" else name)
            row.tokens.append(make_token(name, match.group(), number, position + 1))
        position = match.end()
    for at, (token, follower) in enumerate(pairwise(row.tokens)):
        if token == "cite" and follower.type == "CITATION":
            row.tokens, row.cites = row.tokens[:at], row.tokens[at:]
            break
    return row


def _place(rows: list[_Row], depths: _Depths) -> None:
    """A comment on a line of its own stands as deep as the block that it was written in."""
    blocks: list[tuple[int, int]] = [(0, 0)]  # (indent as written, depth) of the blocks that are open
    comments: list[_Row] = []
    for row in rows:
        if not row.empty:
            row.depth = depths.depths.get(row.number, 1)
            here = (row.indent, row.depth)
            for comment in comments:
                comment.depth = _depth_of(comment.indent, [*blocks, here])
            comments.clear()
            blocks = [block for block in blocks if block[0] < row.indent and block[1] < row.depth] + [here]
        elif row.comment:
            comments.append(row)
    for comment in comments:
        comment.depth = _depth_of(comment.indent, blocks)


def _depth_of(indent: int, blocks: Sequence[tuple[int, int]]) -> int:
    outer = [block for block in blocks if block[0] <= indent]
    return max(outer, default=(0, 0))[1]


# --- what stands between words --------------------------------------------------------------------------------------


def _spaced(tokens: Sequence[Token]) -> str:
    """The words of a line with the space that belongs between them."""
    out = str(tokens[0]) if tokens else ""
    for number, (before, token) in enumerate(pairwise(tokens), 1):
        follows = tokens[number + 1] if number + 1 < len(tokens) else None
        earlier = tokens[number - 2] if number > 1 else None
        space = GAP if _stands_apart(before, token, follows) else _space(earlier, before, token)
        out += f"{space}{token}"
    return out


def _stands_apart(before: Token, token: Token, follows: Token | None) -> bool:
    """`text "…"` and `else "…"` say something to people, at the end of a head or of a condition."""
    says = token.type in ("K_TEXT", "K_ELSE") and before.type != "K_CHANGE"
    return says and follows is not None and follows.type == "STRING"


def _space(earlier: Token | None, before: Token, token: Token) -> str:
    if token.type in _NO_SPACE_BEFORE or before.type in _NO_SPACE_AFTER:
        return ""
    if token.type == "LPAR":
        return "" if before.type in ("NAME", "K_PROCEED") else " "
    if before.type == "MINUS" and (earlier is None or earlier.type not in _ENDS_OPERAND):
        return ""  # the sign of a number
    return " "


def _align_tables(rows: list[_Row], layout: Layout) -> None:
    """The cells of a table stand below one another."""
    at = 0
    while at < len(rows):
        run = at
        while run < len(rows) and layout.blocks.get(rows[run].number) == "rows":
            run += 1
        _align(rows[at:run])
        at = max(run, at + 1)


def _align(rows: list[_Row]) -> None:
    heads = [_spaced(row.tokens[: _colon(row.tokens) + 1]) for row in rows]
    wide = max(map(len, heads), default=0)
    for row, head in zip(rows, heads, strict=True):
        row.body = f"{head:<{wide}} {_spaced(row.tokens[_colon(row.tokens) + 1 :])}".rstrip()


def _colon(tokens: Sequence[Token]) -> int:
    """Where the key of a row ends."""
    depth = 0
    for number, token in enumerate(tokens):
        depth += {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}.get(token.type, 0)
        if token.type == "COLON" and depth == 0:
            return number
    return len(tokens) - 1


# --- the whole ------------------------------------------------------------------------------------------------------


def _joined(rows: list[_Row]) -> str:
    lines: list[str] = []
    for row, text in zip(rows, _with_comments(rows), strict=True):
        if row.empty and row.comment:
            text = f"{' ' * (STEP * row.depth)}{row.comment}"
        if text or (lines and lines[-1]):
            lines.append(text)
    text = "\n".join(lines).rstrip("\n")
    return f"{text}\n" if text else ""


def _with_comments(rows: list[_Row]) -> list[str]:
    """Comments behind lines that follow one another stand in one column."""
    found: list[str] = []
    for commented, run in groupby(rows, lambda row: bool(row.comment) and not row.empty):
        written = [(row.written, row.comment) for row in run]
        wide = max(len(text) for text, _ in written) + len(GAP)
        found += [f"{text:<{wide}}{comment}" if commented else text for text, comment in written]
    return found
