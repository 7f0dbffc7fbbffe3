"""Running the installed command as a person or another program would."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

COMMAND = str(Path(sys.executable).with_name("rulewright"))
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds; the machine may be busy


def environment(state: Path, **more: str) -> dict[str, str]:
    """Nothing of the person who runs the tests gets in, and nothing is left in their home."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")}
    return {**kept, "HOME": str(state), "XDG_STATE_HOME": str(state / "state"), "PYTHONUTF8": "1", **more}


def run(
    *arguments: str | Path, state: Path, typed: str | bytes = "", cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """The command with text or bytes on its standard input."""
    done = subprocess.run(
        [COMMAND, *map(str, arguments)],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        cwd=cwd or state,
        env=environment(state, **more),
        timeout=PATIENCE,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def fine(done: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    """Whatever happened, nobody was shown a traceback."""
    assert "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
    assert done.returncode != 70, done.stderr
    return done


class Terminal:
    """The command on a terminal of its own. Whatever it does, no method waits longer than PATIENCE."""

    def __init__(
        self,
        *arguments: str | Path,
        state: Path,
        size: tuple[int, int] = (80, 24),
        deaf: bool = False,  # to the signal that tells that the terminal is gone
        variables: Mapping[str, str] = {},
    ) -> None:
        self.master, slave = pty.openpty()
        self.resize(*size)
        self.process = subprocess.Popen(
            [COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=state,
            env=environment(state, **{"TERM": "xterm", **variables}),
            start_new_session=True,
            preexec_fn=lambda: _own_terminal(deaf),
        )
        os.close(slave)
        os.set_blocking(self.master, False)
        self._raw = b""
        self.shown = ""  # all that was ever printed
        self._read = 0  # how much of it was waited for
        self._open = True

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *problem: object) -> None:
        if self.process.poll() is None:
            self.kill()
        self.close()

    def wait_for(self, *texts: str) -> str:
        """Reads on until one of the texts is shown; gives what was shown up to it."""
        limit = time.monotonic() + PATIENCE
        while True:
            rest = self.shown[self._read :]
            found = [rest.index(text) + len(text) for text in texts if text in rest]
            if found:
                self._read += min(found)
                return rest[: min(found)]
            if not self._more(limit, f"{texts} did not come"):
                self._fail(f"{texts} did not come before the end")

    def type(self, line: str) -> None:
        self._write(f"{line}\n".encode())

    def press(self, key: str) -> None:
        """`^C` or `^D`."""
        self._write(bytes([ord(key[1]) - 64]))

    def resize(self, columns: int, lines: int) -> None:
        """As when somebody drags a corner of the window; the kernel tells the program."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def end(self) -> int:
        """Reads to the end; the exit code."""
        limit = time.monotonic() + PATIENCE
        while self._more(limit, "It did not end"):
            pass
        return self.ended()

    def ended(self) -> int:
        """The exit code of a command that nobody reads any more."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._fail("It did not end")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.ended()

    def close(self) -> None:
        """As when the window is closed."""
        if self._open:
            os.close(self.master)
            self._open = False

    # --- never for long ----------------------------------------------------------------------

    def _more(self, limit: float, problem: str) -> bool:
        """Reads what has come, waiting for it if need be; false at the end."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, limit - time.monotonic()))
        if not ready or time.monotonic() > limit:
            self._fail(problem)
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return False
        self._raw += data
        # All of it again: what came may have ended in the middle of a letter.
        self.shown = self._raw.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def _write(self, data: bytes) -> None:
        _, ready, _ = select.select([], [self.master], [], PATIENCE)
        if not ready or os.write(self.master, data) < len(data):
            self._fail(f"It does not read {data!r}")

    def _fail(self, problem: str) -> NoReturn:
        raise AssertionError(f"{problem}. On the screen:\n{self.shown}")


def _own_terminal(deaf: bool) -> None:
    """In the new process: what it got as its standard input controls it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it is ignored where the tests run in the background of a shell
    if deaf:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
