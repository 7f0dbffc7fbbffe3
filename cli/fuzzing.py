"""What `rulewright check --play` does and prints."""

import json
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import click
from attrs import define, field

from rulewright.cli import saves
from rulewright.cli.files import write_whole
from rulewright.interpreter import Finding, Rulebook, SaveProblem, load, search, shrunk

MOST = 5  # faults after which enough has been seen
PATIENCE = 2.0  # seconds before it is shown how far the games are


@define
class Played:
    """What came of the games: each fault once, with the shortest game that shows it and the file that keeps it."""

    wanted: int
    varied: bool  # a variant is played, which may mean to break what holds in its base
    games: int = 0
    findings: dict[tuple[str, ...], Finding] = field(factory=dict)
    files: dict[tuple[str, ...], Path | None] = field(factory=dict)

    def add(self, rulebook: Rulebook, found: Finding) -> None:
        known = self.findings.get(found.same)
        if known is None or found.answers < known.answers:
            self.findings[found.same] = shrunk(rulebook, found)

    def keep(self, rulebook: Rulebook) -> None:
        for same, finding in self.findings.items():
            path = _file(rulebook.name, finding, self.files.values())
            self.files[same] = path if _kept(path, rulebook.seat_names(finding.players), finding) else None

    def data(self) -> list[dict[str, Any]]:
        return [{**finding.data(), "file": str(self.files[same] or "")} for same, finding in self.findings.items()]

    def lines(self, book: str) -> Iterator[str]:
        for same, finding in self.findings.items():
            yield str(finding)
            if finding.kind == "broken-invariant" and self.varied:
                name = finding.message.split('"')[1]
                yield f'    If the variant means to break it, let it say: remove invariant "{name}"'
            yield f"    seed {finding.seed}, {finding.players} players, after {_number(finding.answers, 'answer')}"
            path = self.files[same]
            if path is not None:
                named = f" --book {book}" if Path(book).suffix else ""
                yield f"    kept in {path} of the working folder: rulewright replay {path}{named}"
            elif finding.save:
                yield "    The game could not be kept: the working folder cannot be written to."
        if not self.findings:
            yield f"{book}: nothing went wrong in {_number(self.games, 'random game')}."
            return
        number = len(self.findings)
        words = f"{number} things" if number > 1 else "one thing"
        rest = f", and the other {self.wanted - self.games} were not played" if self.games < self.wanted else ""
        yield f"{book}: {words} went wrong in {_number(self.games, 'random game')}{rest}."


def played(book: str, variants: tuple[str, ...], options: dict[str, str], games: int, seed: int, live: bool) -> Played:
    """Plays, and gathers what went wrong; each fault is kept as a game in the working folder."""
    rulebook = load(book, variants=variants, options=options)
    found = Played(games, rulebook.varied)
    began = time.monotonic()
    for number in range(games):
        if live and time.monotonic() - began > PATIENCE:
            so_far = f", {_number(len(found.findings), 'fault')} so far" if found.findings else ""
            click.echo(f"\rgame {number + 1} of {games}{so_far} ", nl=False, err=True)
        for each in search(rulebook, 1, seed + number):
            found.add(rulebook, each)
        found.games += 1
        if len(found.findings) >= MOST:
            break
    if live:
        click.echo("\r" + " " * 50 + "\r", nl=False, err=True)
    found.keep(rulebook)
    return found


def _file(name: str, finding: Finding, taken: Collection[Path | None]) -> Path:
    """Two faults of one game have two files."""
    path = Path(f"{name}-{finding.kind}-{finding.seed}.json")
    number = 2
    while path in taken:
        path = Path(f"{name}-{finding.kind}-{finding.seed}-{number}.json")
        number += 1
    return path


def _kept(path: Path, seats: tuple[str, ...], finding: Finding) -> bool:
    if not finding.save:
        return False
    data = {
        "rulewright_play": saves.FORMAT,
        "seats": dict.fromkeys(seats, "human"),
        "luck": 0,
        "game": finding.save,
        "finding": str(finding),
    }
    if finding.breaks is not None:
        data["breaks"] = finding.breaks
    try:
        saves.refuse_other_files(path)
        write_whole(path, json.dumps(data, ensure_ascii=True) + "\n")
    except (OSError, SaveProblem):
        return False
    return True


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
