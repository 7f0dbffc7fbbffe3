"""Filling in templates: "draw {n} cards", "{p} wins ties at {d}", "you control {i}".

A template is English, and so is what goes into it: verbs agree with who does it, nouns with how many there are, and
what nobody needs to know ("to {a}", where any will do) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.interpreter.text import english
from rulewright.interpreter.text.scope import Noun

SLOT = re.compile(r"\{([a-z_@][a-z0-9_.]*|@)\}")
LONGEST = 4_000  # letters of a template that was filled in: a stranger's may name something long again and again
DENIED = "|"  # between a clause and its negation
_WHO = "{@}"
_OWNED = re.compile(r"\b[Tt]he ((?:(?!\bthe\b)[^{}])*?) of $")
_LEADS = re.compile(r",? ?\b(?:to|into|from|at|in|on|onto|with|by|for|against)(?: the| an?)? $")
_ARTICLE = re.compile(r"\b(an?|the) $", re.IGNORECASE)
_WORD = re.compile(r" ([A-Za-z][\w-]*)")
_PLURAL = re.compile(r"s(?![A-Za-z])")  # right behind a slot
_DETERMINED = ("the ", "a ", "an ", "your ", "its ", "their ", "this ", "that ", "these ", "each ", "you", "one of ")
_YOUR = re.compile(r"\byour\b")
_YOURS = re.compile(r"\byour (\w+)")


def slots(text: str) -> list[str]:
    return [match.group(1) for match in SLOT.finditer(text)]


def spoken_to(text: str, who: Noun) -> str:
    """A template that says "you", or gives an order, for somebody else: "{@} controls {i}"."""
    if who.you:
        return text
    first, _, rest = text.partition(" ")
    agree = english.plain_verb if who.person == "they" else english.third_person
    if first == "you":
        verb, _, rest = rest.partition(" ")
        return f"{_WHO} {agree(verb)} {_YOUR.sub('their', rest)}".rstrip()
    if SLOT.match(text) or not english.begins_with_verb(text):
        return _YOURS.sub(r"the \1 of {@}", text, count=1)
    several = re.search(r", then |\band\b", rest)
    verb = f"must {first}" if several else agree(first)
    return f"{_WHO} {verb} {_YOUR.sub('their', rest)}".rstrip()


def fill(text: str, nouns: Mapping[str, Noun]) -> str:
    """The template with a noun in each of its slots."""
    return _Filling(text, nouns).run()


class _Filling:
    def __init__(self, text: str, nouns: Mapping[str, Noun]) -> None:
        self.nouns = nouns
        self.parts = re.split(SLOT, text)  # literal, name, literal, name, …, literal
        self.unknown: list[tuple[str, str]] = []  # X, and what it is

    def run(self) -> str:
        out = self.parts[0]
        for at in range(1, len(self.parts), 2):
            noun = self.nouns.get(self.parts[at])
            out = self.put(out, noun, at) if noun is not None else f"{out}{{{self.parts[at]}}}"
            out += self.parts[at + 1]
            if len(out) > LONGEST:
                return f"{out[:LONGEST]}…"
        out = out.strip()
        where = [f"{letter} is {words}" for letter, words in self.unknown]
        return f"{out}, where {english.in_a_row(where)}" if where else out

    def put(self, before: str, noun: Noun, at: int) -> str:
        if noun.open:
            led = _LEADS.search(before)
            if led is not None:
                return before[: led.start()]
            if noun.counts and self.parts[at + 1]:
                return before.rstrip()
        owned = _OWNED.search(before)
        if noun.owner and owned is not None:
            return f"{before[: owned.start()]}{noun.owner} {owned.group(1)}"
        words = self.counted(noun, at)
        starts = not before.strip()
        if starts and noun.person in ("you", "they"):
            self.agree(at)
        article = _ARTICLE.search(before)
        if article is not None and words == "it":
            # Of what was spoken of last: "such a stall", "of it".
            such = self.parts[at + 1].startswith(" ") and article.group(1).lower() != "the"
            return f"{before[: article.start()]}{'such a' if such else 'it'}"
        if article is not None and article.group(1).lower() != "the":
            kept = "" if words.startswith(_DETERMINED) else f"{english.article(words)} "
            return f"{before[: article.start()]}{kept}{words}"
        if article is not None and words.startswith(_DETERMINED):
            before = before[: article.start()]
        return before + words

    def counted(self, noun: Noun, at: int) -> str:
        """The noun, and the word behind it in the number that fits: "1 cards" is "a card"; `{stall}s` are several."""
        follows = _WORD.match(self.parts[at + 1])
        if noun.number == 1 and follows is not None:
            word = english.singular(follows.group(1))
            if word != follows.group(1):
                self.parts[at + 1] = f" {word}{self.parts[at + 1][follows.end() :]}"
                return english.article(word)
        if _PLURAL.match(self.parts[at + 1]):
            self.parts[at + 1] = self.parts[at + 1][1:]
            one_alone = noun.words.endswith("s") or noun.words.startswith(_DETERMINED)
            return noun.words if one_alone else english.many(noun.words)
        unknown = noun.counts and noun.number is None and " " in noun.words
        return self.letter(noun.words) if unknown and follows is not None else noun.words

    def letter(self, words: str) -> str:
        known = next((letter for letter, said in self.unknown if said == words), None)
        if known is None:
            known = "XYZW"[min(len(self.unknown), 3)]
            self.unknown.append((known, words))
        return known

    def agree(self, at: int) -> None:
        """`{p} wins`, said of you."""
        follows = _WORD.match(self.parts[at + 1])
        if follows is not None:
            verb = english.plain_verb(follows.group(1))
            self.parts[at + 1] = f" {verb}{self.parts[at + 1][follows.end() :]}"
