"""Where a game that is being played is kept, so that nothing ends it: not a power cut, not a closed window."""

import json
import os
import re
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import define, frozen

from rulewright.cli.files import write_whole
from rulewright.interpreter import Game, Rulebook, SaveProblem

FORMAT = 1
LARGEST = 64_000_000  # bytes
MOST_PARTS = 100  # variants, and options
_NAME = re.compile(r"\w+")


@frozen
class Kept:
    """A game as it lies in a file: who sits where, the luck of the bots, and the game's own save."""

    seats: dict[str, str]
    luck: int
    game: dict[str, Any]
    breaks: dict[str, Any] | None = None  # the answer on which the rules broke, after which there is no game
    finding: str = ""  # what `check --play` found in it

    @property
    def book(self) -> str:
        """The name of the rulebook. Never a path: whoever sent the file must not choose what is read here."""
        name = self.game.get("rulebook")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise SaveProblem("This save is damaged: it does not say which rulebook was played. --book names one.")
        return name

    @property
    def form(self) -> tuple[tuple[str, ...], dict[str, str]]:
        """The variants and options of the rulebook that it is a game of."""
        variants, options = self.game.get("variants"), self.game.get("options")
        if not isinstance(variants, list) or not isinstance(options, dict):
            raise SaveProblem("This save is damaged: it does not say which form of the rulebook was played.")
        if len(variants) > MOST_PARTS or len(options) > MOST_PARTS:
            raise SaveProblem(f"This save is damaged: it names more than {MOST_PARTS} variants or options.")
        if not all(isinstance(each, str) and (_NAME.fullmatch(each) or each.endswith(".rules")) for each in variants):
            raise SaveProblem("This save is damaged: it names a variant that can be none.")
        return tuple(str(each) for each in variants), {str(name): str(value) for name, value in options.items()}


@define
class Keeper:
    """Writes the game to its file after each answer. `path` is None where nothing is to be written."""

    path: Path | None
    optional: bool  # nobody asked for this file: the game goes on without it
    problem: str = ""  # why the last writing failed
    _mine: tuple[int, int] | None = None  # which file was written last; another one in its place is somebody else's

    def keep(self, game: Game, seats: dict[str, str], luck: int) -> None:
        if self.path is None:
            return
        there = _which(self.path)
        if self._mine is not None and there is not None and there != self._mine:
            self.problem = f"{self.path}: it is being played elsewhere as well"
            return
        try:
            if self.optional:
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write(self.path, game, seats, luck)
            self.written()
        except OSError as problem:
            if not self.optional:
                raise
            self.problem = f"{problem.filename}: {problem.strerror}"

    def written(self) -> None:
        """What lies there now is this game."""
        self._mine = None if self.path is None else _which(self.path)
        self.problem = ""

    def forget(self) -> None:
        """The game is over: what was kept only to go on is of no more use."""
        if self.path is not None and self.optional and not self.problem:
            with suppress(OSError):
                self.path.unlink()


def _which(path: Path) -> tuple[int, int] | None:
    """Tells one writing of a file from another; None where there is no such file, or it is a device."""
    if not path.is_file():
        return None
    found = path.stat()
    return found.st_ino, found.st_mtime_ns


def keeper(path: Path | None) -> Keeper:
    return Keeper(path, path is not None and path.parent == state_folder())


def write(path: Path, game: Game, seats: dict[str, str], luck: int) -> None:
    data = {"rulewright_play": FORMAT, "seats": seats, "luck": luck, "game": game.save()}
    write_whole(path, json.dumps(data, ensure_ascii=True) + "\n")


def read(path: Path) -> Kept:
    """What `write` wrote, or a SaveProblem; an OSError where there is no such file."""
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    try:
        data = json.loads(raw) if len(raw) <= LARGEST else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or "rulewright_play" not in data:
        raise SaveProblem(f"{path} is not a saved game, or it is damaged.")
    if data["rulewright_play"] != FORMAT:
        raise SaveProblem(f"{path} was saved by another version of Rulewright.")
    match data:
        case {"seats": dict(seats), "luck": int(luck), "game": dict(game)}:
            breaks = data.get("breaks")
            breaks = breaks if isinstance(breaks, dict) else None
            return Kept(seats, luck, game, breaks, str(data.get("finding", "")))
    raise SaveProblem(f"{path} is damaged: a part of the saved game is missing.")


def told_changes(rulebook: Rulebook, kept: Kept) -> str:
    """A sentence about rules that have changed since, and still fit; empty where they have not."""
    parts = rulebook.changed_parts(kept.game)
    if parts is None:
        return ""
    told = f": {', '.join(parts)}" if parts else ""
    return f"The rules have changed since this game was saved{told}. All of its answers still fit."


def refuse_a_game(path: Path) -> None:
    """A game that somebody left is not written over by a new one; where nobody has answered yet, nothing is lost."""
    refuse_other_files(path)
    if path.is_file() and read(path).game.get("answers"):
        raise SaveProblem(
            f"{path} holds a game already. `--resume {path}` goes on with it; to begin another one, name another file."
        )


def refuse_other_files(path: Path) -> None:
    """A slip of the finger must not cost anybody a file: only saved games are written over."""
    if path.is_file():
        try:
            read(path)
        except SaveProblem:
            raise SaveProblem(f"{path} is there already, and it is not a saved game.") from None


def new_file(book: str) -> Path:
    """A name that no other game has, in the user's state folder."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    return state_folder() / f"{book}-{stamp}-{secrets.token_hex(3)}.json"


def latest(book: str) -> Path | None:
    """The unfinished game of a rulebook that was played last, of those in the user's state folder."""
    name = re.compile(re.escape(book) + r"-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{6}\.json")
    try:
        found = [each for each in state_folder().iterdir() if name.fullmatch(each.name)]
        return max(found, key=lambda each: each.stat().st_mtime_ns, default=None)
    except OSError:
        return None


def state_folder() -> Path:
    """Where programs keep what should outlive them (the XDG base directory specification)."""
    given = os.environ.get("XDG_STATE_HOME", "")
    base = Path(given) if os.path.isabs(given) else Path(os.path.expanduser("~")) / ".local" / "state"
    return base / "rulewright" / "games"
