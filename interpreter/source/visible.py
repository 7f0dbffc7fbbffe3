"""Characters that a text must not hold: they would move a cursor, change a colour, or turn a line around."""

import unicodedata

# What turns the order of what is shown around: a text or comment could read otherwise than it runs.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def first_invisible(text: str, allowed: str = "\t") -> int | None:
    """Where the first of them stands."""
    if text.isprintable():
        return None
    for at, each in enumerate(text):
        if each in TURNING or (unicodedata.category(each) in ("Cc", "Zl", "Zp", "Cs") and each not in allowed):
            return at
    return None
