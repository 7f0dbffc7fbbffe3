"""What the terminal can do: colours, width, and a line that somebody types."""

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager

NARROWEST, WIDEST = 20, 100
BEAT = 0.25  # seconds


def colour(stream: object) -> bool:
    """Colours only on a terminal, and not where NO_COLOR asks for none."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """How many columns to fill. Long lines are hard to read, so a wide terminal is not filled."""
    return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def typed_line(prompt: str) -> str:
    """What a person types after the prompt. EOFError where there will be no more."""
    with _heartbeat():
        return input(prompt)


@contextmanager
def _heartbeat() -> Iterator[None]:
    """Wakes the process from time to time.

    A Ctrl-C that comes after the prompt is shown and before Python waits for a key would else lie unnoticed until
    the next key: the wait sees only the signals that come during it.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda number, frame: None)
    signal.setitimer(signal.ITIMER_REAL, BEAT, BEAT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
