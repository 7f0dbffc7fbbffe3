"""What `rulewright check --play` does and prints."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from rulewright.cli import saves
from rulewright.cli.files import write_whole
from rulewright.interpreter import Finding, SaveProblem, load, search, shrunk
from rulewright.interpreter.diagnostics import escape

MOST = 5  # findings after which enough has been seen


def played(
    book: str, variants: tuple[str, ...], options: dict[str, str], games: int, seed: int, quiet: bool
) -> list[dict[str, Any]]:
    """Plays, and tells what went wrong; each finding is kept as a game in the working folder."""
    rulebook = load(book, variants=variants, options=options)
    rows: list[dict[str, Any]] = []
    live = sys.stderr.isatty() and not quiet
    for number in range(games):
        if live:
            click.echo(f"\rgame {number + 1} of {games}", nl=False, err=True)
        for found in search(rulebook, 1, seed + number):
            finding = shrunk(rulebook, found)
            path = _kept(rulebook.name, rulebook.seat_names(finding.players), finding)
            rows.append({**finding.data(), "file": str(path) if path else ""})
            if not quiet:
                _tell(finding, path)
        if len(rows) >= MOST:
            break
    if live:
        click.echo("\r" + " " * 30 + "\r", nl=False, err=True)
    if not quiet:
        words = (
            f"{len(rows)} things went wrong"
            if len(rows) > 1
            else "one thing went wrong"
            if rows
            else "nothing went wrong"
        )
        click.echo(f"{escape(book)}: {words} in {games} random game{'' if games == 1 else 's'}.")
    return rows


def _kept(name: str, seats: tuple[str, ...], finding: Finding) -> Path | None:
    if not finding.save:
        return None
    path = Path(f"{name}-{finding.kind}-{finding.seed}.json")
    data = {"rulewright_play": saves.FORMAT, "seats": dict.fromkeys(seats, "human"), "luck": 0, "game": finding.save}
    if finding.breaks is not None:
        data["breaks"] = finding.breaks
    try:
        saves.refuse_other_files(path)
        write_whole(path, json.dumps(data, ensure_ascii=True) + "\n")
    except (OSError, SaveProblem):
        return None
    return path


def _tell(finding: Finding, path: Path | None) -> None:
    where = f" ({finding.where})" if finding.where else ""
    click.echo(escape(f"{finding.kind}: {finding.message}{where}"))
    click.echo(escape(f"    seed {finding.seed}, {finding.players} players, after {finding.answers} answers"))
    if path is not None:
        click.echo(escape(f"    rulewright replay {path}"))
