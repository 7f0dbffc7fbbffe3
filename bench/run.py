"""How fast Rulewright is beside its peers, on this machine, in one run.

    python bench/run.py [--rounds 5] [--games 1000] [--json]

Moves per second of random games on Rulewright, on Python written by hand for each game, and on boardgame.io; what a
copy of a game costs; and how long the commands take to start. Every measurement is a process of its own. The rounds
are interleaved (each round measures every peer once), a ratio is taken within its round, and medians are shown: a
machine that slows down for a while slows all of them. What is missing is said, and the rest is measured.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
BOARDGAMEIO = BENCH / "peers" / "boardgameio"
CLASSICS = ROOT / "rules" / "classics"

GAMES = ("tictactoe", "connect_four")
START_ROUNDS = 7
START_BASE = 'python -c "import click, lark"'
TIMEOUT = 600


class MissingError(Exception):
    """Something that a section needs is not there; the message is the sentence to print."""


@dataclass
class Peer:
    """One program that plays: its command takes a number of games and a seed, and prints JSON."""

    name: str
    command: Sequence[str]
    games: int
    rounds: list[dict[str, Any]] = field(default_factory=list)
    missing: str | None = None

    def play(self, seed: int) -> None:
        if self.missing is not None:
            return
        try:
            self.rounds.append(json.loads(_output([*self.command, str(self.games), str(seed)], self.name)))
        except MissingError as missing:
            self.missing = str(missing)
            self.rounds.clear()  # half a measurement would not be paired with the others

    def speed(self, game: str) -> float:
        return median(float(played[game]) for played in self.rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=_positive, default=5, help="how often every peer is measured (default 5)")
    parser.add_argument("--games", type=_positive, default=1000, help="games in a measurement (default 1000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the tables")
    options = parser.parse_args()

    peers = measure_peers(options.rounds, options.games)
    starts = measure_starts()
    report = {"speed": speed_report(peers), "copy": copy_report(peers[0]), "start": starts}
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        print_report(report)


def measure_peers(rounds: int, games: int) -> list[Peer]:
    ours = Peer("rulewright", [sys.executable, str(BENCH / "engine.py")], max(1, games // 5))
    by_hand = Peer("handwritten python", [sys.executable, str(BENCH / "handwritten.py")], games)
    boardgameio = Peer("boardgame.io", ["node", str(BOARDGAMEIO / "play.js")], games)
    try:
        install_boardgameio()
    except MissingError as missing:
        boardgameio.missing = str(missing)
    peers = [ours, by_hand, boardgameio]
    for number in range(1, rounds + 1):
        for peer in peers:
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
    _output([npm, "install", "--no-package-lock", "--no-audit", "--no-fund"], "npm install", BOARDGAMEIO)


def measure_starts() -> dict[str, Any]:
    """Seconds from nothing to the end of a short command; medians, and ratios to importing click and lark."""
    rulewright = shutil.which(
        "rulewright", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    )
    commands: dict[str, list[str]] = {'python -c "import click, lark"': [sys.executable, "-c", "import click, lark"]}
    notes: list[str] = []
    if rulewright is None:
        notes.append("The commands were not measured: no `rulewright` is installed (`pip install -e .` from the root).")
    else:
        commands["rulewright --help"] = [rulewright, "--help"]
        longest = _longest_classic()
        if longest is None:
            notes.append("`rulewright check` was not measured: rules/classics holds no rulebook yet.")
        else:
            commands[f"rulewright check {longest.relative_to(ROOT)}"] = [rulewright, "check", str(longest)]

    seconds: dict[str, list[float]] = {}
    for _ in range(START_ROUNDS):
        for name, command in list(commands.items()):
            began = perf_counter()
            try:
                _output(command, name)
            except MissingError as missing:
                notes.append(str(missing))
                del commands[name]
                seconds.pop(name, None)
            else:
                seconds.setdefault(name, []).append(perf_counter() - began)

    measured: dict[str, dict[str, float]] = {}
    base = seconds.get(START_BASE)
    for name, times in seconds.items():
        measured[name] = {"seconds": median(times)}
        if base is not None:
            measured[name]["ratio"] = _paired(times, base)
    return {"measured": measured, "notes": notes}


def speed_report(peers: Sequence[Peer]) -> dict[str, Any]:
    ours, *others = peers
    report: dict[str, Any] = {"moves_per_second": {}, "ratios": {}, "notes": []}
    for peer in peers:
        if peer.missing is not None:
            report["notes"].append(peer.missing)
            continue
        report["moves_per_second"][peer.name] = {game: peer.speed(game) for game in GAMES}
    if ours.missing is None:
        for peer in others:
            if peer.missing is None:
                report["ratios"][peer.name] = {
                    game: _paired([r[game] for r in ours.rounds], [r[game] for r in peer.rounds]) for game in GAMES
                }
    return report


def copy_report(ours: Peer) -> dict[str, Any]:
    if ours.missing is not None:
        return {"moves": {}, "notes": ["The cost of a copy was not measured: Rulewright did not play."]}
    return {"moves": {game: median(played["copy"][game] for played in ours.rounds) for game in GAMES}, "notes": []}


def print_report(report: Mapping[str, Any]) -> None:
    speed, copy, start = report["speed"], report["copy"], report["start"]

    print("Random moves per second")
    _table(["", *GAMES], list(speed["moves_per_second"].items()), lambda v: f"{v:,.0f}")
    if speed["ratios"]:
        print("\nRulewright's speed, where the peer's is 1")
        _table(["", *GAMES], list(speed["ratios"].items()), lambda v: f"{v:.3f}")
    _notes(speed["notes"])

    print("\nOne copy of a game, in random moves")
    if copy["moves"]:
        _table(["", *GAMES], [("rulewright", copy["moves"])], lambda v: f"{v:.3f}")
    _notes(copy["notes"])

    print(f"\nCold start (median of {START_ROUNDS})")
    for name, row in start["measured"].items():
        ratio = f"   {row['ratio']:.2f} times the first" if "ratio" in row else ""
        print(f"  {name:<50} {row['seconds'] * 1000:8.0f} ms{ratio}")
    _notes(start["notes"])


def _table(head: Sequence[str], rows: Sequence[tuple[str, Mapping[str, float]]], shown: Callable[[float], str]) -> None:
    if not rows:
        return
    print("  " + f"{head[0]:<22}" + "".join(f"{name:>16}" for name in head[1:]))
    for name, values in rows:
        print("  " + f"{name:<22}" + "".join(f"{shown(values[game]):>16}" for game in head[1:]))


def _notes(notes: Sequence[str]) -> None:
    for note in notes:
        print(f"  {note}")


def _output(command: Sequence[str], name: str, folder: Path = ROOT) -> str:
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


def _longest_classic() -> Path | None:
    files = sorted(CLASSICS.rglob("*.rules"))
    return max(files, key=lambda file: len(file.read_text(encoding="utf-8").splitlines()), default=None)


def _paired(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of measurements taken in the same round."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 up is needed")
    return number


if __name__ == "__main__":
    main()
