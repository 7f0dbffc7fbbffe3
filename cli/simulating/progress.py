"""A bar that shows how far it is, where somebody sees it; and Ctrl-C, which asks for what there is so far."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def shown(games: int, words: str) -> Iterator[Callable[[int], None]]:
    """Gives what is to be told of games that are over."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    left = TimeRemainingColumn(elapsed_when_finished=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TextColumn("left"), left, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words, total=games)
        yield lambda more: progress.advance(task, more)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Gives whether somebody has pressed Ctrl-C. A second time it is the ordinary interrupt."""
    pressed = False

    def noticed(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    try:
        before = signal.signal(signal.SIGINT, noticed)
    except ValueError:  # not in the main thread, which nobody interrupts
        yield lambda: False
        return
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
