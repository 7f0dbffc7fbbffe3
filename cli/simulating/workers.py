"""Several processes that play the games of one plan.

Each game is determined by its number alone, and what is counted is added up in any order: the result does not depend
on how many processes there are, or on which of them is faster.
"""

from __future__ import annotations

import os
import pickle
import signal
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from attrs import define

from rulewright.cli.simulating.plan import Plan
from rulewright.cli.simulating.player import Player, Stopped
from rulewright.cli.simulating.tally import Lost, Tally
from rulewright.interpreter import Rulebook

BEAT = 0.25  # seconds: how long a share of the games should take, and how soon an interruption is noticed
FIRST = 20  # games: where the rules break in all of them, no more are played
_LARGEST = 1000  # games in one share

Tell = Callable[[int], None]  # how many more games are over
Stop = Callable[[], bool]


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_all(rulebook: Rulebook, plan: Plan, workers: int, tell: Tell, stop: Stop) -> Tally:
    """All games, or those that were over when somebody wanted to stop, or the first if the rules break in them all."""
    workers = min(workers, plan.games)
    return _alone(rulebook, plan, tell, stop) if workers < 2 else _Crew(rulebook, plan, workers).play(tell, stop)


def _alone(rulebook: Rulebook, plan: Plan, tell: Tell, stop: Stop) -> Tally:
    tally = Tally()
    player = Player(rulebook, plan, stop)
    with suppress(Stopped):
        for number in range(1, plan.games + 1):
            tally.add(player.play(number))
            tell(1)
            if _hopeless(tally):
                break
    return tally


def _hopeless(tally: Tally) -> bool:
    """Whether these are the first games, and the rules broke in each of them: a fault may take minutes to find."""
    return tally.games == FIRST and all(each.message for each in tally.unfinished) and not tally.played + tally.lost


@define
class _Worker:
    process: BaseProcess
    line: Connection
    numbers: range = range(0)  # what it plays now
    size: int = 1  # how many games its next share has


class _Crew:
    def __init__(self, rulebook: Rulebook, plan: Plan, workers: int) -> None:
        # Compressed, it fits into a pipe: the processes start side by side.
        program = zlib.compress(pickle.dumps(rulebook.program))
        self._all = plan.games
        self._games = min(FIRST, plan.games)  # that may be given out yet
        self._given = 0  # games that were given out
        with _uninterrupted():
            self._workers = [_hired(program, plan) for _ in range(workers)]

    def play(self, tell: Tell, stop: Stop) -> Tally:
        tally = Tally()
        try:
            self._share_out(tally, tell, stop)
            if _hopeless(tally):
                return tally
            self._games = self._all
            self._share_out(tally, tell, stop)
            # Whoever is left has died before its first game, or everybody has.
            if not stop() and self._given < self._games:
                tally.add(Tally(lost=[Lost(self._given + 1, self._games, "no process was left to play them")]))
        finally:
            self._dismiss()
        return tally

    def _share_out(self, tally: Tally, tell: Tell, stop: Stop) -> None:
        busy = [worker for worker in self._workers if self._give(worker)]
        while busy and not stop():
            ready = wait([worker.line for worker in busy], BEAT)
            for worker in [each for each in busy if each.line in ready]:
                done = self._heard(worker)
                tally.add(done)
                tell(done.games)
                if done.lost or not self._give(worker):
                    busy.remove(worker)

    def _give(self, worker: _Worker) -> bool:
        """The next share of the games; False where there are no more, or nobody takes it."""
        first = self._given + 1
        worker.numbers = range(first, min(first + worker.size, self._games + 1))
        if not worker.numbers:
            return False
        try:
            worker.line.send(worker.numbers)
        except OSError:
            return False
        self._given = worker.numbers[-1]
        return True

    def _heard(self, worker: _Worker) -> Tally:
        try:
            tally, seconds = worker.line.recv()
        except (EOFError, OSError):
            worker.process.join(1)
            code = worker.process.exitcode
            message = f"the process that played them ended with exit code {code}"
            return Tally(lost=[Lost(worker.numbers[0], worker.numbers[-1], message)])
        assert isinstance(tally, Tally)
        # Neither so long that the progress stands still, nor so short that talking takes longer than playing.
        fitting = int(worker.size * BEAT / max(seconds, 0.0001))
        left = -(-(self._games - self._given) // (2 * len(self._workers)))
        worker.size = max(1, min(fitting, worker.size * 4, _LARGEST, left))
        return tally

    def _dismiss(self) -> None:
        for worker in self._workers:
            worker.line.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(5)


def _hired(program: bytes, plan: Plan) -> _Worker:
    # Always a fresh process: one that is copied would hold the other ones' pipes open, and could not be left alone.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, program, plan), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A process that is started now ignores Ctrl-C from its first moment: it is for the one that started it."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread, where nothing is interrupted
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve(line: Connection, program: bytes, plan: Plan) -> None:
    """A worker: plays what it is given until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):  # whoever wanted the games has gone
        player = Player(Rulebook(pickle.loads(zlib.decompress(program))), plan)
        while True:
            numbers = line.recv()
            began = time.monotonic()
            tally = Tally()
            for number in numbers:
                tally.add(player.play(number))
            line.send((tally, time.monotonic() - began))
