"""From what a person typed to an answer: option numbers, ids or labels become ids."""

from collections.abc import Iterable, Mapping, Sequence

from rulewright.interpreter import Decision
from rulewright.interpreter.diagnostics import did_you_mean, escape

LONGEST_ECHO = 40  # of what was typed, in a message
SHORTEST_BEGINNING = 3  # letters that may stand for the label which begins with them


class Unclear(Exception):
    """What was typed is no answer; the message says what would be."""


def keys(decision: Decision) -> list[str]:
    """What is typed for each option: its number in the list, or its id where ids are numbers themselves."""
    if any(each.lstrip("-").isdigit() for each in decision.ids):
        return list(decision.ids)
    return [str(number) for number in range(1, len(decision.ids) + 1)]


def understand(typed: str, decision: Decision, shown: Sequence[str]) -> list[str]:
    """The ids that were meant; `shown` are all of them in the order in which they were listed. Raises Unclear."""
    typed = typed.strip()
    if not typed:
        return _nothing(decision)
    # A label may hold blanks, so the whole line is tried as one option first.
    whole = _meant(typed, decision, shown)
    if whole is not None:
        return [whole]
    if decision.most == 1:
        raise Unclear(unknown(typed, keys(decision), decision.ids))
    found: list[str] = []
    for part in typed.replace(",", " ").split():
        one = _meant(part, decision, shown)
        if one is None:
            raise Unclear(unknown(part, keys(decision), decision.ids))
        found.append(one)
    if len(set(found)) < len(found):
        raise Unclear("You named the same option twice.")
    return found


def wanted(decision: Decision) -> str:
    """How many to name, in words; nothing where it goes without saying."""
    least, most, there = decision.least, decision.most, len(decision.ids)
    if not there:
        return "Nothing can be chosen: press Enter."
    if least == most == 1:
        return "Press Enter for the only one." if there == 1 else ""
    sample = " ".join(keys(decision)[: max(least, 2)])
    if least == most:
        number = f"exactly {least}"
    elif least == 0:
        number = f"up to {most}, or only Enter for none"
    else:
        number = f"{least} to {most}"
    order = " In the order you want them." if decision.ordered else ""
    return f"Choose {number}, such as `{sample}`.{order}"


def _nothing(decision: Decision) -> list[str]:
    if decision.least == 0:
        return []
    if len(decision.ids) == decision.least == 1:
        return [decision.ids[0]]
    raise Unclear(unknown("", keys(decision), ()))


def _meant(word: str, decision: Decision, shown: Sequence[str]) -> str | None:
    for key, option in zip(keys(decision), shown, strict=True):
        if word in (key, option):
            return option
    folded = word.casefold()
    same = [each.id for each in decision.options if folded in (each.id.casefold(), each.label.casefold())]
    same = same or shortened(folded, {each.id: each.label for each in decision.options})
    return same[0] if len(same) == 1 else None


def shortened(typed: str, labels: Mapping[str, str]) -> list[str]:
    """Those whose label begins as typed; else those in which another word does: "ringer" for the Bell Ringer."""
    typed = typed.casefold()
    if len(typed) < SHORTEST_BEGINNING:
        return []
    begun = [each for each, label in labels.items() if label.casefold().startswith(typed)]
    return begun or [each for each, label in labels.items() if f" {typed}" in label.casefold()]


def unknown(word: str, typed: list[str], ids: Iterable[str]) -> str:
    """What was typed is none of the options: the nearest name, or what could be typed."""
    if not word:
        return f"Please type {_range(typed)}, or `help`."
    shown = escape(word if len(word) <= LONGEST_ECHO else word[:LONGEST_ECHO] + "…")
    near = did_you_mean(word, ids) if len(word) <= LONGEST_ECHO else None
    return f"`{shown}` is not one of the options. {near or f'Please type {_range(typed)}, or `help`.'}"


def _range(typed: list[str]) -> str:
    if not typed:
        return "only Enter"
    return f"`{typed[0]}`" if len(typed) == 1 else f"one of `{typed[0]}` to `{typed[-1]}`"
