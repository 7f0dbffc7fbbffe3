"""What is said about a text that cannot be read: all the words of this folder, and nothing else."""

from __future__ import annotations

import re
import unicodedata

from rulewright.interpreter.diagnostics import did_you_mean
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
MEANT_BY_SIGN = {
    "&": "Two conditions are joined by `and`.",
    "|": "Two conditions are joined by `or`.",
    "!": "Write `not` before a condition, and `!=` for what differs.",
    ";": "A statement ends with its line and needs no sign for it.",
    "{": "A block is made by indentation, without braces.",
    "}": "A block is made by indentation, without braces.",
    "%": "The rest of a division is written `a mod b`.",
    "'": 'Text stands between double quotes: "like this".',
    "`": 'Text stands between double quotes: "like this".',
    "“": 'Text stands between straight double quotes: "like this".',
    "”": 'Text stands between straight double quotes: "like this".',
    "„": 'Text stands between straight double quotes: "like this".',
    "«": 'Text stands between straight double quotes: "like this".',
    "»": 'Text stands between straight double quotes: "like this".',
    "’": 'Text stands between straight double quotes: "like this".',
    "‘": 'Text stands between straight double quotes: "like this".',
    "–": "The minus sign is the plain `-` of the keyboard.",
    "—": "The minus sign is the plain `-` of the keyboard.",
    "−": "The minus sign is the plain `-` of the keyboard.",
    "×": "Write `*` to multiply, and `x 3` for three copies.",
    "÷": "Division is written `a / b`.",
    "≤": "Write `<=`.",
    "≥": "Write `>=`.",
    "≠": "Write `!=`.",
    "…": "A range is written with two dots: `1..3`.",
    "\\": "A line goes on where the next one is indented deeper; no sign is needed.",
    "?": "A condition stands by itself, and a choice is `if a then b else c`.",
    "\u00a0": "It is a space that does not break. Write a plain space.",
}
REPLACING = "To put all of it anew, write `replace` and the whole."
SHORTEST_STEM = 4  # letters of a word that is taken for the beginning of a longer one
_GIVEN = re.compile(r"[\w.]+(?:\([^()]*\))?(?: ?, ?[\w.]+(?:\([^()]*\))?)*")  # `m, a`, as arguments are given
_TYPED = re.compile(r"(?:list of )?(?:[A-Z]\w*|number|flag|player|piece|zone|-?\d+\.\.\d+)(?: or none)?(?: ?=.*)?")
_CHANGE = re.compile(r"([A-Za-z_][\w.()]*) ?(=|\+=|-=|\+\+|--) ?([^=].*)?")
_COMPARED = re.compile(r"([^<>=!]+?) ?(<=|>=|!=|==|<|>|=) ?((?:(?! and | or )[^<>=!])+)")
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "==": "!=", "!=": "="}
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
    if character in MEANT_BY_SIGN:
        return message, MEANT_BY_SIGN[character]
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
        hint = changing(word, text) or (_repeating(rest) if word == "while" else None)
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


def changing(word: str, text: str) -> str | None:
    """`me.points += 1` and the like, as it is written here."""
    found = _CHANGE.fullmatch(text)
    if found is None:
        return None
    target, sign, value = found[1], found[2], found[3] or "1"
    if sign == "=" and target == word:
        return f"To change something, write `set {word} to {value}`; a new name is given by `let {word} = {value}`."
    form = {"=": f"set {target} to {value}", "+": f"add {value} to {target}", "-": f"take {value} from {target}"}
    return f"Write `{form[sign[0]]}`."


def _repeating(condition: str) -> str:
    """`while C`, turned around."""
    condition = condition.strip().rstrip(":")
    found = _COMPARED.fullmatch(condition)
    until = f"{found[1]} {_OPPOSITE[found[2]]} {found[3]}" if found is not None else f"not ({condition})"
    return f"Say when it ends, with the opposite condition: `repeat until {until}`."


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
_SIGNS = {
    "==": "One `=` compares: `a = b`.",
    "=<": "Write `<=`.",
    "=>": "Write `>=`.",
    "<>": "Write `!=`.",
    "..." : "A range is written with two dots: `1..3`.",
    "**": "There are no powers; multiply with `*`.",
    "+=": "To make something larger, write `add 1 to …`.",
    "-=": "To make something smaller, write `take 1 from …`.",
}  # fmt: skip


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


def meant_by_signs(signs: str) -> str | None:
    return _SIGNS.get(signs)


def whole_numbers() -> str:
    return "Numbers are whole; a fraction of a result can be had by `/`, which rounds down."


def cite_missing(text: str) -> str:
    return f"A printed rule is cited at the end of a line: `cite {text}`."


def typed_parameter(first: str, second: str) -> str:
    """`second` is the word that follows, if it is one."""
    types = ("number", "flag", "player", "piece", "zone")
    if second and (second in types or second[0].isupper()):
        return f"A `:` is missing before the type: `{first}: {second}`."
    if second and (first in types or first[0].isupper()):
        return f"The name comes first, and its type behind a colon: `{second}: {first}`."
    if second:
        return "A parameter is its name, a colon and its type, such as `who: player`."
    return f"A parameter says its type: `{first}: number`."


def space_before_parenthesis(word: str) -> str:
    return f"`{word}(` calls an effect of that name. The statement wants a space: `{word} (…)`."


EVENT_WORDS = ("when", "on", "upon", "if", "trigger")  # by which other games' cards begin their rules


def rule_begins() -> str:
    return "A rule that waits for something begins with `before`, `after`, `instead of`, `during` or `at`."


def property_plain(name: str, sign: str, value: str) -> str:
    return f"What is printed on a piece is given without `{sign}` on a line of its own: `{name} {value}`."


def missing_comma(word: str) -> str:
    return f"A `,` is missing before `{word}`."


def label_behind_name(word: str, name: str, label: str, reads: bool) -> str:
    if reads and "{" in label:
        return f"How it reads on a card and in the log is said by `text {label}`."
    return f"A label stands right behind the name: `{word} {name} {label} …`."


def question_behind_domain() -> str:
    return 'The question stands right behind what is chosen from, before all the rest: `choose x in D "Which one?" …`.'


def no_each() -> str:
    return "`for` goes through each of them by itself, and needs no `each`."


def while_modifies() -> str:
    return "A modifier holds as long as its condition does, which is said by `while`."


def if_in_rules() -> str:
    return "A rule looks at its condition once, when its event comes, which is said by `if`."


def not_any() -> str:
    return "`any` belongs to the head of a rule. Whether there is one is asked by `some`, whether all are by `every`."


def needs_no_of(word: str) -> str:
    return f"`{word}` needs no `of`: `{word} x in …`."


def needs_of(word: str) -> str:
    return f"`{word}` needs `of`: `{word} of E for x in …`."


def reaches_on(word: str, sign: str) -> str:
    return f"`{word} …` reaches as far to the right as it can. Put it in parentheses: `({word} …) {sign} …`."


def no_then() -> str:
    return "The line of an `if` needs no `then`: what happens comes after a colon, or indented below."


def missing_colon(word: str) -> str:
    return f"A `:` is missing before `{word}`."


def no_colon() -> str:
    return "Drop the colon: a block on the next lines needs none."


def in_parentheses(line: str, at: int) -> str:
    return f"Put it in parentheses: `{line[:at]}({line[at:]})`."


def needs_to(word: str, target: str, value: str) -> str:
    return f"`{word}` needs `to`: `{word} {target} to {value}`."


def no_index(name: str) -> str:
    return f"What lies on top is `{name}.top`, the first of a list is `.first`, and any other is `nth({name}, 2)`."


def place_for_each_player(name: str) -> str:
    return f"For one place per player: `zone {name}(owner: player) of …`."


def value_on_its_line() -> Words:
    return "A value is a single expression, and this line comes instead of it.", "A value ends in `= …` on its line."


def then_by() -> str:
    return "A second order is written `then by …`, and `then` belongs to an `if` before it."


def label_below(label: str) -> str:
    return f"Its label is a line of its own, indented below: `label {label}`."


def name_is_enough(state: str) -> str:
    return f"The name is enough, whoever has the state: `remove state {state}`."


def own_line(word: str) -> str:
    return f"Only a simple statement may follow a colon. Put `{word}` on its own line below, indented."


def reserved(word: str) -> str:
    return f"`{word}` is a word of the language, so it cannot be a name here."


def small_letter(text: str) -> str:
    return f"Only kinds begin with a capital letter. Did you mean `{text[0].lower()}{text[1:]}`?"


# What a variant changes in another way than with `change`.
_CHANGED_OTHERWISE = {
    "rule": "A rule is not changed in part: write `replace after … as NAME`, or `remove rule NAME`.",
    "translation": "Translations stand in a catalogue beside the rulebook, such as my_variant.de.yaml.",
    "player": "Seats are changed on the variant's `players` line.",
    "players": "Seats are changed on the variant's `players` line.",
    "invariant": "An invariant is not changed in part: remove it, and write another.",
    "example": "A variant brings its own examples; those of the rulebook are not kept.",
}


def changed_otherwise(word: str, alone: bool) -> str | None:
    """`alone` says that no other name follows, as it would behind the name of a kind."""
    what = f"Say what it is that is changed: `change phase {word}`, `change effect {word}`, or `change game`."
    return _CHANGED_OTHERWISE.get(word, what if alone else None)


def capital_letter(text: str) -> str:
    return f"The name of a kind begins with a capital letter: `{text[0].upper()}{text[1:]}`."


def quotes(text: str) -> str:
    return f'Text stands in quotes: "{text}".'


def copies(number: str) -> str:
    return f"Copies are counted with a space: `x {number}`."
