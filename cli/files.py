"""Writing a file whole or not at all."""

import os
import stat
from pathlib import Path


def write_whole(path: Path, text: str | bytes) -> None:
    """Whoever reads the file, even after a crash in the middle of this, finds the old text or the new one."""
    data = text.encode() if isinstance(text, str) else text
    try:
        real = path.resolve()
        if real.exists() and not real.is_file():
            # A device or a pipe cannot be replaced, only written to.
            real.write_bytes(data)
            return
        fresh = real.with_name(f".{real.name[:100]}.{os.getpid()}.new")
        fresh.unlink(missing_ok=True)
        mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else None
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
                file.write(data)
                if mode is not None:
                    fresh.chmod(mode)  # who may read it is not ours to change
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, real)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
    except OSError as problem:
        # Whoever reads the message knows this name, not that of the file beside it.
        raise OSError(problem.errno, problem.strerror or "it failed", str(path)) from None
