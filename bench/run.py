"""How fast Rulewright is beside its peers, on this machine, in one run.

    python -m bench.run [--rounds 5] [--games 1000] [--json]

Random games on Rulewright, on Python written by hand for each game, and on boardgame.io; what a copy of a game costs;
and how long the commands take from a cold start. The rounds are interleaved (each round measures every peer once), a
ratio is taken within its round, and medians are shown. What is missing is said, and the rest is measured. The exit
code is 1 where a target is missed.
"""

import argparse
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from bench import measure
from bench.measure import ROOT, MissingError, Peer, Peers

CLASSICS = ("tic_tac_toe", "connect_four")
CITIES = ("hemloch", "city_of_hemloch")
START_ROUNDS = 7
BASE = 'python -c "import click, lark"'
COMPARED = 60  # games of Hemloch that are played on both sides before anything is timed


@dataclass
class Target:
    """A ratio that was promised. `at_least` says on which side of the limit it has to lie."""

    what: str
    ratio: float
    limit: float
    at_least: bool

    @property
    def met(self) -> bool:
        return self.ratio >= self.limit if self.at_least else self.ratio <= self.limit


@dataclass
class Report:
    rates: dict[str, dict[str, float]] = field(default_factory=dict)  # of each game: decisions in a second, by peer
    games: dict[str, float] = field(default_factory=dict)  # in a second, on Rulewright
    starts: dict[str, float] = field(default_factory=dict)  # seconds of CPU time
    targets: list[Target] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=_positive, default=5, help="how often every peer is measured (default 5)")
    parser.add_argument("--games", type=_positive, default=1000, help="games in a measurement (default 1000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the tables")
    options = parser.parse_args()

    report = Report()
    _compare(report)
    _speeds(report, measure.play(options.rounds, options.games))
    _starts(report)
    if options.json:
        print(json.dumps(asdict(report), indent=2))
    else:
        show(report)
    sys.exit(any(not target.met for target in report.targets))


# --- what is measured -------------------------------------------------------------------------------------------------


def _compare(report: Report) -> None:
    try:
        same = measure.same_games(COMPARED)
    except MissingError as missing:
        sys.exit(f"The two Hemlochs differ, so there is nothing to compare. {missing}")
    report.notes.append(
        f"Hemloch by hand gave the same {same['decisions']:,} decisions and scores in {same['games']} games."
    )


def _speeds(report: Report, peers: Peers) -> None:
    report.notes += [peer.missing for peer in peers.all if peer.missing]
    ours = peers.ours
    if ours.missing:
        return
    for game in (*CLASSICS, *CITIES):
        report.rates[game] = {ours.name: median(_ours(ours, game, "decisions_per_second"))}
        report.games[game] = median(_ours(ours, game, "games_per_second"))
    for game in CLASSICS:
        _beside(report, peers, peers.boardgameio, game, 4)
        _beside(report, peers, peers.by_hand, game, 1 / 8)
    _beside(report, peers, peers.hemloch, "hemloch", 1 / 10)
    for game in (*CLASSICS, *CITIES):
        share = median(_ours(ours, game, "copy"))
        report.targets.append(Target(f"a copy of {game}, in random decisions", share, 1 / 4, at_least=False))


def _beside(report: Report, peers: Peers, other: Peer, game: str, limit: float) -> None:
    if other.missing:
        return
    theirs = [played[game] for played in other.rounds]
    report.rates[game][other.name] = median(theirs)
    ratio = measure.paired(_ours(peers.ours, game, "decisions_per_second"), theirs)
    report.targets.append(Target(f"{game}, where {other.name} is 1", ratio, limit, at_least=True))


def _ours(ours: Peer, game: str, what: str) -> list[float]:
    return [played[game][what] for played in ours.rounds]


def _starts(report: Report) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    rulewright = shutil.which("rulewright", path=path)
    if rulewright is None:
        report.notes.append("The commands were not measured: no `rulewright` is installed (`pip install -e .`).")
        return
    longest = f"check {_longest_classic()}"
    commands: dict[str, Sequence[str]] = {BASE: [sys.executable, "-c", "import click, lark"]}
    for line in ("--help", longest, *(f"{word} {game}" for game in CITIES for word in ("check", "test"))):
        commands[f"rulewright {line}"] = [rulewright, *line.split()]
    seconds, notes = measure.seconds_of(commands, START_ROUNDS)
    report.notes += notes
    report.starts = {name: median(times) for name, times in seconds.items()}
    for name, limit in (("rulewright --help", 2), (f"rulewright {longest}", 6)):
        if BASE in seconds and name in seconds:
            ratio = measure.paired(seconds[name], seconds[BASE])
            report.targets.append(Target(f"{name}, where the import is 1", ratio, limit, at_least=False))


def _longest_classic() -> str:
    files = sorted((ROOT / "rules" / "classics").glob("*.rules"))
    return max(files, key=lambda file: len(file.read_text(encoding="utf-8").splitlines())).stem


# --- what is printed --------------------------------------------------------------------------------------------------


def show(report: Report) -> None:
    if report.rates:
        peers = list(dict.fromkeys(name for rates in report.rates.values() for name in rates))
        rows = [
            (
                game,
                *(f"{rates[peer]:,.0f}" if peer in rates else "" for peer in peers),
                f"{1e6 / rates[peers[0]]:.1f}",
                f"{report.games[game]:,.0f}",
            )
            for game, rates in report.rates.items()
        ]
        print("Random decisions in a second; of Rulewright also the time of one, and games")
        _table(("", *peers, "µs a decision", "games a second"), rows)
    if report.starts:
        print(f"\nFrom a cold start, CPU time (median of {START_ROUNDS})")
        _table(("", "ms"), [(name, f"{seconds * 1000:.0f}") for name, seconds in report.starts.items()])
    if report.targets:
        print("\nTargets")
        rows = [(t.what, _figure(t.ratio), _limit(t), "met" if t.met else "MISSED") for t in report.targets]
        _table(("", "measured", "target", ""), rows)
    if report.notes:
        print()
    for note in report.notes:
        print(f"  {note}")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """The first column to the left, the others to the right."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for first, *others in lines:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        print("  " + "   ".join(cells).rstrip())


def _figure(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.3f}"


def _limit(target: Target) -> str:
    return f"{'at least' if target.at_least else 'at most'} {_figure(target.limit)}"


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 up is needed")
    return number


if __name__ == "__main__":
    main()
