"""The English that sentences are made of: articles, plurals, verbs, and which word a phrase turns on."""

from __future__ import annotations

import re

_SILENT = ("hour", "honest", "honour", "heir")
_SPOKEN = ("uni", "use", "usu", "one", "once", "eu")
_ENDS_WITH_ES = ("s", "x", "z", "ch", "sh")
_ODD_PLURALS = {"die": "dice", "person": "people", "child": "children", "foot": "feet", "tooth": "teeth"}
_ODD_SINGULARS = {many: one for one, many in _ODD_PLURALS.items()} | {"series": "series"}
_ODD_VERBS = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_ODD_BASES = {third: base for base, third in _ODD_VERBS.items()} | {"is": "are", "was": "were"}
# The same whoever does it.
_MODAL = frozenset("may must can cannot will would should might could".split())
# After the noun that a phrase turns on comes one of these: "Guests in play", "Coins you control".
_AFTER_HEAD = frozenset(
    "in on at of to from with without by for under over beside that which who whose you they nobody there here".split()
)
# A phrase that begins with one of these says who does it; any other begins with the verb: "draw a card".
_SUBJECT_STARTS = frozenset(
    "a an the you they it each every everybody everyone nobody all both this that these those what whoever one no if"
    " there your their its another".split()
)
_BE = {"is": "is not", "are": "are not", "was": "was not", "were": "were not"}
_CONTAINED = re.compile(r"\b(is|are|was|were|may|must|can|will|would|should)\b")


def article(phrase: str) -> str:
    word = phrase.lstrip("`\"'").lower()
    vowel = word[:1] in "aeiou" and not word.startswith(_SPOKEN)
    return "an" if vowel or word.startswith(_SILENT) else "a"


def a(phrase: str) -> str:
    return f"{article(phrase)} {phrase}"


def the(phrase: str) -> str:
    """With `the`, unless it has its own: labels such as "The Lamp" do."""
    if phrase.startswith(("The ", "the ")):
        return f"the {phrase[4:]}"
    led = phrase.split(" ")[0].lower() in _AFTER_HEAD
    return phrase if led or phrase.startswith(("your ", "their ", "its ")) else f"the {phrase}"


def the_part(label: str) -> str:
    """A phase by its label: "the Night", "each Day" for "A Day"; what is named by a deed stands in quotes."""
    first, _, rest = label.partition(" ")
    if first in ("A", "An", "a", "an") and rest:
        return f"each {rest}"
    return f"“{label}”" if first.endswith("ing") and rest else the(label)


def inside(label: str) -> str:
    """A label as it stands inside a sentence."""
    return f"the {label[4:]}" if label.startswith("The ") else label


def unled(label: str) -> str:
    """A label such as "Deck of the", which waits for a name, without one."""
    return re.sub(r" (of|at|in|for|on)( the)?$", "", label)


def uncapital(label: str) -> str:
    """The label of an action as a part of a sentence: "Play a Guest" becomes "play a Guest"."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


# --- nouns ----------------------------------------------------------------------------------------------------------


def plural(word: str) -> str:
    if word.lower() in _ODD_PLURALS:
        return word[:1] + _ODD_PLURALS[word.lower()][1:]
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "o", "u", ""):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(_ENDS_WITH_ES) else f"{word}s"


def singular(word: str) -> str:
    if word.lower() in _ODD_SINGULARS:
        return word[:1] + _ODD_SINGULARS[word.lower()][1:]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("es") and word[:-2].endswith(("ss", "x", "z", "ch", "sh")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def head(words: list[str]) -> int:
    """Which word a phrase turns on: the last before "in", "that", "you" and their like."""
    for at, word in enumerate(words):
        if at and word.strip(",.").lower() in _AFTER_HEAD:
            return at - 1
    return len(words) - 1


def many(phrase: str) -> str:
    """The phrase for several: "opposing Guest at a Meadow" becomes "opposing Guests at a Meadow"."""
    if " or " in phrase:
        return " or ".join(many(each) for each in phrase.split(" or "))
    words = phrase.split(" ")
    at = head(words)
    words[at] = plural(words[at])
    return " ".join(words)


def one(phrase: str) -> str:
    words = phrase.split(" ")
    at = head(words)
    words[at] = singular(words[at])
    return " ".join(words)


def possessive(phrase: str) -> str:
    """Its word before what it has, where that is short: "your opponent's"; "" where "of …" reads better."""
    if phrase.count(" ") > 1:
        return ""
    return f"{phrase}'" if phrase.endswith("s") else f"{phrase}'s"


def in_a_row(words: list[str], word: str = "and") -> str:
    return f"{', '.join(words[:-1])} {word} {words[-1]}" if len(words) > 1 else "".join(words)


# --- verbs ----------------------------------------------------------------------------------------------------------


def third_person(verb: str) -> str:
    """What he, she or it does: "lose" becomes "loses"."""
    if verb in _MODAL or verb in _ODD_BASES:
        return verb
    if verb in _ODD_VERBS:
        return _ODD_VERBS[verb]
    if verb.endswith("y") and verb[-2:-1] not in ("a", "e", "o", "u", ""):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith((*_ENDS_WITH_ES, "o")) else f"{verb}s"


def plain_verb(verb: str) -> str:
    """What you or they do: "loses" becomes "lose", "is" becomes "are"."""
    if verb in _MODAL:
        return verb
    if verb in _ODD_BASES:
        return _ODD_BASES[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y" if len(verb) > 4 else verb[:-1]
    if verb.endswith(("sses", "zzes", "xes", "ches", "shes", "oes")):
        return verb[:-2]  # but "loses" and "freezes" lose only their s
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def begins_with_verb(phrase: str) -> bool:
    """Whether a phrase is an order ("draw a card") or says who does it ("a random player begins")."""
    return phrase.split(" ")[0].rstrip(",").lower() not in _SUBJECT_STARTS


def negated(clause: str, subject: int) -> str | None:
    """The clause, denied; its first `subject` letters say of whom it speaks. None where I do not know how."""
    who, said = clause[:subject], clause[subject:]
    first, _, rest = said.strip().partition(" ")
    if not first:
        return None
    if first in _BE or first in _MODAL:
        return f"{who} {_BE.get(first, f'{first} not')} {rest}".strip()
    if who.strip() in ("you", "they"):
        return f"{who} do not {said.strip()}"
    if who.strip() and first.endswith("s"):
        base = "be" if first == "is" else plain_verb(first)
        return f"{who} does not {base} {rest}".strip()
    found = _CONTAINED.search(said)
    if found is None:
        return None
    word = found.group()
    return clause[: subject + found.start()] + _BE.get(word, f"{word} not") + clause[subject + found.end() :]


# --- whole sentences ------------------------------------------------------------------------------------------------


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital at the start and a full stop at the end."""
    ended = text if text.endswith((".", "!", "?", ":", '."')) else f"{text}."
    return capital(ended)
