"""The measurements of `make bench`: processes of their own, in rounds. What slows the machine slows them all."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
BOARDGAMEIO = BENCH / "peers" / "boardgameio"
TIMEOUT = 600


class MissingError(Exception):
    """Something that a measurement needs is not there; the message is the sentence to print."""


@dataclass
class Peer:
    """One program that plays: its command takes a number of games and a seed, and prints JSON."""

    name: str
    command: Sequence[str]
    games: int
    rounds: list[dict[str, Any]] = field(default_factory=list)
    missing: str = ""

    def play(self, seed: int) -> None:
        if self.missing:
            return
        try:
            self.rounds.append(json.loads(output([*self.command, str(self.games), str(seed)], self.name)))
        except MissingError as missing:
            self.missing = str(missing)
            self.rounds.clear()  # half a measurement would not be paired with the others


@dataclass
class Peers:
    ours: Peer
    by_hand: Peer  # tic-tac-toe and Connect Four
    hemloch: Peer  # by hand as well
    boardgameio: Peer

    @property
    def all(self) -> tuple[Peer, ...]:
        return self.ours, self.by_hand, self.hemloch, self.boardgameio


def play(rounds: int, games: int) -> Peers:
    peers = Peers(
        Peer("Rulewright", _module("engine"), max(1, games * 2 // 5)),
        Peer("Python by hand", _module("handwritten"), games),
        Peer("Hemloch by hand", _module("hemloch"), max(1, games // 5)),
        Peer("boardgame.io", ["node", str(BOARDGAMEIO / "play.js")], games),
    )
    try:
        install_boardgameio()
    except MissingError as missing:
        peers.boardgameio.missing = str(missing)
    for number in range(1, rounds + 1):
        for peer in peers.all:
            peer.play(seed=number)
    return peers


def install_boardgameio() -> None:
    if shutil.which("node") is None:
        raise MissingError("boardgame.io was not measured: node (Node.js) is not installed.")
    if (BOARDGAMEIO / "node_modules" / "boardgame.io").is_dir():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise MissingError("boardgame.io was not measured: npm, which would install it, is not there.")
    print("installing boardgame.io in bench/peers/boardgameio ...", file=sys.stderr)
    output([npm, "install", "--no-package-lock", "--no-audit", "--no-fund"], "npm install", BOARDGAMEIO)


def same_games(games: int) -> dict[str, int]:
    """Plays Hemloch on both, and says how much was compared; MissingError with the first difference."""
    found: dict[str, int] = json.loads(output([*_module("same"), str(games)], "Hemloch beside the one by hand"))
    return found


def seconds_of(commands: dict[str, Sequence[str]], rounds: int) -> tuple[dict[str, list[float]], list[str]]:
    """The CPU time of short commands from a cold start, and what is to be said about those that did not run.

    Rulewright's bytecode is there, as when pip has installed it. A checkout has none where Python is not to write it.
    """
    output([sys.executable, "-m", "compileall", "-q", "rulewright", "interpreter", "cli"], "compileall")
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    notes = []
    for _ in range(rounds):
        for name in list(seconds):
            before = _children()
            try:
                output(commands[name], name)
            except MissingError as missing:
                notes.append(str(missing))
                del seconds[name]
            else:
                seconds[name].append(_children() - before)
    return seconds, notes


def paired(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of measurements taken in the same round."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def output(command: Sequence[str], name: str, folder: Path = ROOT) -> str:
    """What a command prints, or MissingError with the reason why it did not get there."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        raise MissingError(f"{name} was not measured: it took longer than {TIMEOUT} seconds.") from None
    except OSError as error:
        raise MissingError(f"{name} was not measured: {error.strerror}.") from error
    if done.returncode != 0:
        lines = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()
        raise MissingError(f"{name} was not measured: {lines[-1]}")
    return done.stdout


def _module(name: str) -> list[str]:
    return [sys.executable, "-m", f"bench.{name}"]


def _children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
