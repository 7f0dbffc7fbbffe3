"""Running the installed command as a person or another program would."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

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
    """The command on a terminal of its own."""

    def __init__(self, *arguments: str | Path, state: Path, **more: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=state,
            env=environment(state, **{"TERM": "xterm", **more}),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.shown = ""  # all that was ever printed
        self._read = 0  # how much of it was waited for

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *problem: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    def wait_for(self, *texts: str) -> str:
        """Reads on until one of the texts is shown; gives what was shown up to it."""
        limit = time.monotonic() + PATIENCE
        while True:
            rest = self.shown[self._read :]
            found = [rest.index(text) + len(text) for text in texts if text in rest]
            if found:
                self._read += min(found)
                return rest[: min(found)]
            assert time.monotonic() < limit, f"{texts} did not come:\n{self.shown}"
            assert self._more(), f"{texts} did not come before the end:\n{self.shown}"

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def press(self, key: str) -> None:
        """`^C` or `^D`."""
        os.write(self.master, bytes([ord(key[1]) - 64]))

    def end(self) -> int:
        """Reads to the end; the exit code."""
        while self._more():
            pass
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def _more(self) -> bool:
        ready, _, _ = select.select([self.master], [], [], 1)
        if not ready:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return False
        self.shown += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
