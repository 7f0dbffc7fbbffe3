"""What an author probably meant who wrote a line as it stands in another language, in English, or in another place."""

from __future__ import annotations

import re

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
_SIGNS = {
    "==": "One `=` compares: `a = b`.",
    "=<": "Write `<=`.",
    "=>": "Write `>=`.",
    "<>": "Write `!=`.",
    "...": "A range is written with two dots: `1..3`.",
    "**": "There are no powers; multiply with `*`.",
    "+=": "To make something larger, write `add 1 to …`.",
    "-=": "To make something smaller, write `take 1 from …`.",
}
_CHANGE = re.compile(r"([A-Za-z_][\w.()]*) ?(=|\+=|-=|\+\+|--) ?([^=].*)?")
_COMPARED = re.compile(r"([^<>=!]+?) ?(<=|>=|!=|==|<|>|=) ?((?:(?! and | or )[^<>=!])+)")
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "==": "!=", "!=": "="}


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


def repeating(condition: str) -> str:
    """`while C`, turned around."""
    condition = condition.strip().rstrip(":")
    found = _COMPARED.fullmatch(condition)
    until = f"{found[1]} {_OPPOSITE[found[2]]} {found[3]}" if found is not None else f"not ({condition})"
    return f"Say when it ends, with the opposite condition: `repeat until {until}`."


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
