"""Which words of a line are keywords, by where they stand. `words.py` has the tables."""

from __future__ import annotations

from lark import Token

from rulewright.interpreter.syntax.lines import make_token
from rulewright.interpreter.syntax.words import BEFORE_NAME, BEFORE_OF, LINE_WORDS, QUANTIFIERS, RESERVED

# After these comes a name, which may be any word that is not reserved everywhere: `zone top of Card`, `do top of card`.
NAMING = frozenset(
    "K_RULEBOOK K_ZONE K_BOARD K_DIE K_TABLE K_STATE K_VALUE K_EFFECT K_ACTION K_INTERJECTION K_PHASE K_PART K_LINES "
    "K_SIDE K_BACK K_LET K_FIELD K_STOP K_DO K_WINDOW K_STEP K_BEFORE K_AFTER K_DURING K_MODIFY K_AS".split()
)
LINE_STARTS = {"if": "K_IF_LINE", "else": "K_ELSE_LINE", "for": "K_FOR_LINE"}


def touches_parenthesis(tokens: list[Token], index: int) -> bool:
    """`move(x)` calls something named move; `move (x) to y` is a statement. Only `proceed` takes arguments itself."""
    follows = tokens[index + 1] if index + 1 < len(tokens) else None
    token = tokens[index]
    return follows is not None and follows.type == "LPAR" and follows.column == token.end_column and token != "proceed"


def start_keyword(tokens: list[Token]) -> list[Token]:
    """The tokens of a line, or of a statement after a colon, with the keyword that starts it."""
    first = tokens[0]
    if first == "else" and len(tokens) > 1 and tokens[1] == "if":
        joined = make_token("K_ELSE_IF", "else if", first.line or 1, first.column or 1)
        joined.end_column = tokens[1].end_column
        return [joined, *tokens[2:]]
    word = str(first)
    return [Token.new_borrow_pos(LINE_STARTS.get(word, "K_" + word.upper()), word, first), *tokens[1:]]


def classify(tokens: list[Token], index: int, before: Token | None, line: str, block: str, inside: bool) -> Token:
    """A word as the keyword or the name that it is here.

    `before` is the token before it, `line` the first word of its line, `block` the kind of block that the line stands
    in, and `inside` says whether a parenthesis is open.
    """
    token = tokens[index]
    word = str(token)
    follows = tokens[index + 1] if index + 1 < len(tokens) else None
    next_word = str(follows) if follows is not None and follows.type == "NAME" else ""
    if before is not None and before.type == "DOT":
        return token
    if inside and follows is not None and follows.type == "COLON":
        return Token.new_borrow_pos("ARGNAME", word, token)
    if word == "_":
        return Token.new_borrow_pos("ANYTHING", word, token)
    if word not in RESERVED and before is not None and before.type in NAMING:
        return token
    words = LINE_WORDS.get(line, frozenset())
    before_name = next_word != "" and next_word not in RESERVED and next_word not in words
    keyword = (
        word in RESERVED
        or (word in words and not touches_parenthesis(tokens, index))
        or (word in QUANTIFIERS and before_name)
        or (word in BEFORE_NAME and before_name)
        or (word in BEFORE_OF and next_word == "of" and not (before is not None and before.type == "K_DO"))
        or (word == "on" and next_word != "" and before is not None and before.type == "K_PRINTED")
        or (word == "x" and block == "top" and follows is not None and follows.type == "NUMBER")
        or (word == "times" and block == "changed body")
        or (word == "offer" and block == "changed body" and tokens[0].type == "K_ADD")
        or (word == "number" and before is not None and before.type == "K_ANY")
        or (word == "chooses" and line == "" and index == 1)
        or (word in ("may", "sees") and block == "expectations" and index == 1)
        or (word == "choose" and before is not None and block == "expectations" and before.type in ("K_MAY", "K_NOT"))
    )
    return Token.new_borrow_pos("K_" + word.upper(), word, token) if keyword else token
