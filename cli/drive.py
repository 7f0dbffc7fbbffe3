"""`rulewright drive`: one JSON object a line on standard input and output, for bots in any language."""

import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from rulewright.cli.protocol import TOO_LONG, Host
from rulewright.cli.varied import with_language, with_variants
from rulewright.interpreter import load

LONGEST = 1_000_000  # bytes in a line


@click.command("drive")
@click.argument("book", metavar="BOOK")
@with_variants
@with_language
def command(book: str, variants: tuple[str, ...], options: dict[str, str], language: str | None) -> int:
    """Let another program play: JSON lines in, JSON lines out. docs/drive.md tells how.

    Example:  echo '{"do": "start"}' | rulewright drive my_game.rules
    """
    host = Host(load(book, variants=variants, options=options, language=language))
    _tell(host.greeting())
    for line in lines(sys.stdin.buffer):
        _tell(TOO_LONG if line is None else host.answer(line))
        if host.done:
            break
    return 0


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines that hold something; None for one that is too long, which is skipped."""
    while line := stream.readline(LONGEST + 1):
        if len(line) > LONGEST:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST)
            yield None
        elif line.strip():
            yield line


def _tell(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer, ensure_ascii=True, separators=(",", ":")) + "\n")
    sys.stdout.flush()
