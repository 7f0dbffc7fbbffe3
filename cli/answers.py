"""From what a person typed to an answer: option numbers or ids become ids."""

from collections.abc import Sequence
from typing import Protocol

from rulewright.interpreter.diagnostics import did_you_mean, escape

LONGEST_ECHO = 40  # of what was typed, in a message


class Option(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def label(self) -> str: ...


class Question(Protocol):
    """What an answer has to fit: a part of a decision."""

    @property
    def options(self) -> Sequence[Option]: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...


class Unclear(Exception):
    """What was typed is no answer; the message says what would be."""


def keys(question: Question) -> list[str]:
    """What is typed for each option: its number in the list, or its id where ids are numbers themselves."""
    ids = [option.id for option in question.options]
    if any(each.lstrip("-").isdigit() for each in ids):
        return ids
    return [str(number) for number in range(1, len(ids) + 1)]


def understand(typed: str, question: Question) -> list[str]:
    """The ids that were meant. Raises Unclear."""
    typed = typed.strip()
    if not typed:
        return _nothing(question)
    # A label may hold blanks, so the whole line is tried as one option first.
    whole = _meant(typed, question)
    if whole is not None:
        return [whole]
    if question.most == 1:
        raise Unclear(_unknown(typed, question))
    found: list[str] = []
    for part in typed.replace(",", " ").split():
        one = _meant(part, question)
        if one is None:
            raise Unclear(_unknown(part, question))
        found.append(one)
    if len(set(found)) < len(found):
        raise Unclear("You named the same option twice.")
    return found


def wanted(question: Question) -> str:
    """How many to name, in words."""
    least, most, there = question.least, question.most, len(question.options)
    if not there:
        return "nothing can be chosen: press Enter"
    if (least, most) == (1, 1):
        return "press Enter for the only option" if there == 1 else "one"
    if least == most:
        return f"exactly {least}, such as `{' '.join(keys(question)[:least])}`"
    if least == 0:
        return f"up to {most}, or only Enter for none"
    return f"{least} to {most}, with blanks between them"


def _nothing(question: Question) -> list[str]:
    if question.least == 0:
        return []
    if len(question.options) == question.least == 1:
        return [question.options[0].id]
    raise Unclear(f"Please type {_range(question)}, or `help`.")


def _meant(word: str, question: Question) -> str | None:
    for key, option in zip(keys(question), question.options, strict=True):
        if word in (key, option.id):
            return option.id
    same = [option.id for option in question.options if word.casefold() in (option.id.casefold(), _label(option))]
    return same[0] if len(same) == 1 else None


def _label(option: Option) -> str:
    return option.label.casefold()


def _unknown(word: str, question: Question) -> str:
    shown = escape(word if len(word) <= LONGEST_ECHO else word[:LONGEST_ECHO] + "…")
    near = did_you_mean(word, [option.id for option in question.options]) if len(word) <= LONGEST_ECHO else None
    return f"`{shown}` is not one of the options. {near or f'Please type {_range(question)}, or `help`.'}"


def _range(question: Question) -> str:
    typed = keys(question)
    if not typed:
        return "only Enter"
    return f"`{typed[0]}`" if len(typed) == 1 else f"one of `{typed[0]}` to `{typed[-1]}`"
