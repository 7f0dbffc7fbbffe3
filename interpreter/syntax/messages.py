"""What is said about a text that cannot be read: all the words of this folder, and nothing else."""

from __future__ import annotations

import re
import unicodedata

from rulewright.interpreter.diagnostics import did_you_mean
from rulewright.interpreter.syntax import hints
from rulewright.interpreter.syntax.forms import FORMS, MEANT, form_name
from rulewright.interpreter.syntax.words import BLOCKS, STATEMENTS

Words = tuple[str, str | None]  # message and hint

BLOCK_NAMES = {
    "top": "at the start of a declaration",
    "book": "below `rulebook`",
    "variant": "below `variant`",
    "changed piece": "inside a changed piece",
    "changed body": "inside a changed phase, effect or action",
    "kind": "inside a kind",
    "board": "inside a board",
    "piece": "inside a piece",
    "statements": "where a statement starts",
    "script": "below `given` or `when`",
    "options": "below `ask`",
    "modifier": "where only `modify` may stand",
    "example": "inside an example",
}
REPLACING = "To put all of it anew, write `replace` and the whole."
SHORTEST_STEM = 4  # letters of a word that is taken for the beginning of a longer one
_GIVEN = re.compile(r"[\w.]+(?:\([^()]*\))?(?: ?, ?[\w.]+(?:\([^()]*\))?)*")  # `m, a`, as arguments are given
_TYPED = re.compile(r"(?:list of )?(?:[A-Z]\w*|number|flag|player|piece|zone|-?\d+\.\.\d+)(?: or none)?(?: ?=.*)?")
_ALIKE = dict(
    zip("аеорсухіјѕһкАВЕКМНОРСТХІΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνικ", "aeopcyxijshkABEKMHOPCTXIABEZHIKMNOPTYXaopvik", strict=True)
)


def line_too_long(length: int, most: int) -> Words:
    return (
        f"This line has {length} characters. I read at most {most}.",
        "Break it: a line goes on where the next is deeper.",
    )


def tab_indent() -> Words:
    return (
        "I found a tab in the indentation. Blocks are indented by spaces, since a tab is as wide as each editor likes.",
        "Use four spaces for each level. Most editors can turn all tabs of a file into spaces.",
    )


def unclosed_text() -> Words:
    return (
        'This text has no closing `"` on its line.',
        'A text begins and ends with `"` on one line, and holds none itself.',
    )


def strange_character(character: str) -> Words:
    if not character.isprintable() and character != "\u00a0":
        name = unicodedata.name(character, "a control character").lower()
        return (
            f"There is something here that cannot be seen: U+{ord(character):04X}, {name}.",
            "Delete it. It may have come along when the text was copied.",
        )
    message = f"I do not know the character `{character}` here."
    if character in hints.MEANT_BY_SIGN:
        return message, hints.MEANT_BY_SIGN[character]
    letter = _ALIKE.get(character) or unicodedata.normalize("NFKD", character)[0]
    if letter != character and letter.isascii() and letter.isalnum():
        name = unicodedata.name(character, "another letter").lower()
        return (
            f"This `{character}` is not the letter `{letter}`, but {name}.",
            f"Names are written with a to z, digits and `_`. Did you mean `{letter}`?",
        )
    if character.isalpha():
        return message, "Names are written with a to z, digits and `_`. Other letters belong into a label in quotes."
    return message, "Signs like this may stand in text in quotes, and after `#`."


def citation_not_last(word: str) -> Words:
    return (
        f"A citation ends its line, and `{word}` comes after it.",
        "Put `cite AB-1, AB-3..AB-5` after everything else.",
    )


def no_citation(word: str) -> Words:
    return (
        f"After `cite` I expected the number of a printed rule, and found `{word}`.",
        "A citation is capital letters, a dash and a number: `cite AB-12`.",
    )


def citation_alone() -> Words:
    return (
        "This citation stands by itself, and I cannot tell what it is about.",
        "Put it at the end of the line that does what the printed rule says.",
    )


def bad_citation_range(first: str, last: str) -> Words:
    return (
        f"`{first}..{last}` is not a range of printed rules.",
        "A range goes from a lower to a higher number of the same list, like `AB-3..AB-5`.",
    )


def unexpected_indent(first: bool) -> Words:
    if first:
        return "This line is indented, but a declaration starts at the edge.", "Remove the spaces before it."
    return (
        "This line is indented deeper than the one above, so I read it as a part of that line, where it does not fit.",
        "Give it the same indentation as the line above.",
    )


def odd_indent(found: int, usual: int, other: int) -> Words:
    return (
        f"This line is indented by {found} spaces, and line {other}, which seems to belong beside it, by {usual}.",
        "Lines of one block have the same indentation, usually four spaces more than the line that they belong to.",
    )


def inconsistent_dedent() -> Words:
    return "This indentation fits no block that is open here.", "Line it up with the line that it belongs to."


def blocks_too_deep(most: int) -> Words:
    return f"Blocks are nested more than {most} deep here.", "Give the inner part a name: an effect of its own."


def parentheses_too_deep(most: int) -> Words:
    return (
        f"Parentheses are nested more than {most} deep here.",
        "Give the inner part a name, with `let` or as a value.",
    )


def expression_too_deep(most: int) -> Words:
    return (
        f"This is part of an expression that goes more than {most} levels deep.",
        "Give the inner part a name, with `let` or as a value.",
    )


def unclosed_parenthesis(sign: str) -> Words:
    other = {"(": ")", "[": "]"}[sign]
    return (
        f"This `{sign}` is never closed.",
        f"Add a `{other}`. What stands inside may go on in lines that are indented deeper.",
    )


def closed_by_another(sign: str, other: str) -> Words:
    return f"This `{sign}` is closed by `{other}`, which does not fit.", "What was opened last is closed first."


def unopened_parenthesis(sign: str) -> Words:
    return f"This `{sign}` closes nothing.", "Remove it, or open it before."


def number_too_large(largest: int) -> Words:
    return f"This number is too large: numbers go up to {largest}.", None


def said_twice(what: str, where: str) -> Words:
    return f"This {where} says {what} twice.", "Keep one of the two."


def mistyped_chooses(word: str) -> Words:
    return f"I do not know what `{word}` means after the name of a player.", "Did you mean `chooses`?"


def unknown_keyword(word: str, block: str, text: str = "") -> Words:
    """The first word of a line means nothing; `text` is the line from there on."""
    table = BLOCKS[block]
    message = f"I do not know what `{word}` means {BLOCK_NAMES[block]}."
    rest = text.removeprefix(word)
    if block == "top" and rest.startswith("("):
        return message, "What is done stands in the body of an effect, action or phase: indented below it."
    if block in ("statements", "script"):
        hint = hints.changing(word, text) or (hints.repeating(rest) if word == "while" else None)
        if hint is not None:
            return message, hint
    meant = MEANT.get(word.lower())
    if meant is not None and meant.split(" ")[0] in table:
        return message, f"Here this is called `{meant}`."
    longer = [each for each in table if each.startswith(word)] if len(word) >= SHORTEST_STEM else []
    if longer:
        return message, f"Did you mean `{longer[0]}`?"
    near = did_you_mean(word, table)
    if near is None and block == "top" and re.match(r" [a-z]\w*", rest):
        return message, f"Kinds begin with a capital letter: `{word[0].upper()}{word[1:]}`. {_listed(table)}"
    if near is None and block in ("statements", "script") and _GIVEN.fullmatch(rest.strip()):
        return message, f"An effect is given its arguments in parentheses: `{word}({rest.strip()})`."
    if near is None and block == "kind" and _TYPED.fullmatch(rest.strip()):
        return message, f"A property has a colon before its type: `{word}: {rest.strip()}`."
    if near is None and block == "changed body":
        return message, f"{_listed(table)} What else is done, a rule does: after NAME. {REPLACING}"
    elsewhere = [BLOCK_NAMES[other] for other, words in BLOCKS.items() if word in words]
    if elsewhere:
        return message, f"It is a word of the language only {' and '.join(elsewhere)}."
    return message, near or _listed(table)


def _listed(table: dict[str, str]) -> str | None:
    return f"It could be one of: {', '.join(sorted(table))}." if table else None


def example_of(key: str) -> str:
    sample = "\n".join(f"    {line}" for line in FORMS[key].splitlines())
    name = form_name(key)
    return f"{name[0].upper()}{name[1:]} looks like this, in a game about fruit:\n\n{sample}"


# --- where the parser is stuck --------------------------------------------------------------------------------------

SHOWN = {
    "NAME": "a name",
    "KIND": "the name of a kind",
    "NUMBER": "a number",
    "STRING": "text in quotes",
    "ARGNAME": "the name of a parameter",
    "CITATION": "a citation such as `AB-12`",
    "ANYTHING": "`_`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "DOT": "`.`",
    "DOTDOT": "`..`",
    "EQ": "`=`",
    "MINUS": "`-`",
    "$END": "the end of the declaration",
}
# What is named together, since a list of twenty signs helps nobody: what must be there, what is left out, the name.
_STARTS = frozenset(
    "NUMBER NAME KIND LPAR LSQB MINUS K_NONE K_YES K_NO K_NOT K_COUNT K_SUM K_MOST K_LEAST K_SOME K_EVERY K_FIRST "
    "K_LAST K_LIST K_IF K_PRINTED".split()
)
_OPERATORS = frozenset("PLUS MINUS STAR SLASH EQ NE LT LE GT GE DOT DOTDOT LPAR K_AND K_OR K_IN K_IS K_MOD".split())
_STATEMENTS = frozenset(
    f"K_{word.upper()}" for word in (*STATEMENTS, "if_line", "for_line", "else_if", "stack", "dice")
)
_GROUPS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (frozenset(["K_LET", "K_IF_LINE"]), _STATEMENTS | {"NAME"}, "a statement"),
    (frozenset(["K_LET", "K_SET"]), _STATEMENTS | {"NAME"}, "a simple statement"),
    (frozenset(["K_ANY", "ANYTHING", "NUMBER"]), _STARTS | {"ARGNAME", "K_ANY", "ANYTHING"}, "an argument"),
    (frozenset(["NUMBER", "NAME", "LPAR", "MINUS"]), _STARTS, "an expression"),
    (frozenset(["NAME", "KIND", "K_LIST"]), frozenset("NAME KIND K_LIST NUMBER MINUS".split()), "a type"),
    (frozenset(["PLUS"]), _OPERATORS, "an operator"),
    (frozenset(["EQ", "NE"]), _OPERATORS, "an operator"),
)


def word_of(terminal: str) -> str:
    """The word that a keyword's terminal stands for."""
    word = terminal.removeprefix("K_").lower()
    if word == "also":
        return "where"
    return word.removesuffix("_line").replace("_", " ")


def expectation(expected: frozenset[str]) -> str:
    names = set(expected)
    shown: list[str] = []
    for needed, covered, name in _GROUPS:
        if needed <= names:
            names -= covered
            shown.append(name)
    if "DOT" in names and len(names) > 2:
        names -= {"DOT", "LPAR"}  # a name may always go on
    shown += sorted(
        {SHOWN.get(name) or f"`{word_of(name)}`" for name in names}, key=lambda each: (each[0] != "`", each)
    )
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def stuck(token: str | None, expected: frozenset[str], key: str, hint: str | None, rewritten: str | None) -> Words:
    """`token` is None where the line ends too early. Where the line can be rewritten, no other is shown."""
    what = "the line ends too early" if token is None else f"did not expect `{token}` here"
    message = f"I was reading {form_name(key)}, and {what}. I expected {expectation(expected)}."
    if rewritten is not None:
        return message, rewritten
    return message, f"{hint}\n\n{example_of(key)}" if hint else example_of(key)


def unknown_before(word: str, follows: str, key: str, hint: str) -> Words:
    message = f"I was reading {form_name(key)}, and do not know what `{word}` means before `{follows}`."
    return message, f"{hint}\n\n{example_of(key)}"


def block_missing(expected: frozenset[str], key: str) -> Words:
    return f"I expected {expectation(expected)} below this line.", example_of(key)


def block_too_many() -> Words:
    return (
        "I did not expect an indented block here: the line above has said everything, after its colon or without one.",
        "Either one statement stands after the colon, or all of them stand below, indented, without a colon.",
    )


def lonely_else() -> Words:
    return (
        "This `else` belongs to nothing.",
        f"It stands right below an `if`, `choose` or `offer`, with the same indentation.\n\n{example_of('else')}",
    )


def value_on_its_line() -> Words:
    return "A value is a single expression, and this line comes instead of it.", "A value ends in `= …` on its line."
