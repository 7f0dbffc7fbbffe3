"""What the terminal can do: colours and width."""

import os
import shutil

NARROWEST, WIDEST = 20, 100


def colour(stream: object) -> bool:
    """Colours only on a terminal, and not where NO_COLOR asks for none."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """How many columns to fill. Long lines are hard to read, so a wide terminal is not filled."""
    return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))
