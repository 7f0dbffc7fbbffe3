"""Characters that a text must not hold: they would move a cursor, change a colour, turn a line around, or smear it."""

import unicodedata

# What turns the order of what is shown around: a text or comment could read otherwise than it runs.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
MOST_MARKS = 8  # accents and the like on one letter; no script needs more


def first_invisible(text: str, allowed: str = "\t") -> int | None:
    """Where the first of them stands."""
    if text.isascii() and text.isprintable():
        return None
    marks = 0
    for at, each in enumerate(text):
        if each.isascii() and each.isprintable():
            marks = 0
            continue
        kind = unicodedata.category(each)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if each in TURNING or marks > MOST_MARKS or (kind in ("Cc", "Zl", "Zp", "Cs") and each not in allowed):
            return at
    return None
