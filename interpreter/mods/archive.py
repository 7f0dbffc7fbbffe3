"""A mod as one file: a plain zip. The same mod gives the same bytes, and nothing that is unpacked is trusted."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib

from rulewright.interpreter.mods.content import LARGEST, LARGEST_FILE, Files, refuse_crowd, refuse_name, shown, text_of
from rulewright.interpreter.mods.problem import ModProblem
from rulewright.interpreter.source import MANIFEST

LARGEST_ARCHIVE = 5_000_000  # bytes
MOST_ENTRIES = 400  # folders included
MOST_PRESSED = 100  # times that a file may be larger than what it was packed into
SMALL = 20_000  # bytes of a file that may be pressed as far as it goes
THEN = (1980, 1, 1, 0, 0, 0)  # the first day of zip: when a mod was packed is no part of it


def packed(files: Files) -> bytes:
    """The files as a zip, in the order of their names; not pressed, since that differs from one library to another."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, THEN)
            entry.create_system = 3
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, files[name].encode())
    return target.getvalue()


def unpacked(data: bytes) -> Files:
    """The files in a zip, each of them looked at before it is believed; or a ModProblem."""
    if len(data) > LARGEST_ARCHIVE:
        raise ModProblem(f"This file is larger than {LARGEST_ARCHIVE // 1_000_000} MB. A mod is not.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _files(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, RuntimeError, OverflowError):
        raise ModProblem("This file is damaged, or it is no mod: I cannot unpack it.") from None


def _files(archive: zipfile.ZipFile) -> Files:
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise ModProblem(f"This file holds {len(entries)} entries. I take at most {MOST_ENTRIES}.")
    for entry in entries:
        _refuse_entry(entry)
    entries = [entry for entry in entries if not entry.is_dir()]
    refuse_crowd([entry.filename for entry in entries])
    if sum(entry.file_size for entry in entries) > LARGEST:
        raise ModProblem(f"Unpacked, this mod would be larger than {LARGEST // 1_000_000} MB.")
    files: Files = {}
    total = 0
    for entry in entries:
        with archive.open(entry) as file:
            content = file.read(LARGEST_FILE + 1)
        total += len(content)
        if total > LARGEST:
            raise ModProblem(f"Unpacked, this mod would be larger than {LARGEST // 1_000_000} MB.")
        files[entry.filename] = text_of(entry.filename, content)
    if MANIFEST not in files:
        inside = next((name for name in files if name.endswith(f"/{MANIFEST}")), None)
        why = f"it has `{shown(inside)}`. Pack what lies in that folder" if inside else f"it holds no {MANIFEST}"
        raise ModProblem(f"This is no mod: {why}.")
    return files


def _refuse_entry(entry: zipfile.ZipInfo) -> None:
    # `orig_filename` is what was written there: zipfile cuts a name at its first zero byte.
    refuse_name(entry.orig_filename.removesuffix("/"))
    name = shown(entry.filename)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise ModProblem(f"`{name}` is a link. A mod holds only files of its own.")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ModProblem(f"`{name}` is neither a file nor a folder.")
    if entry.flag_bits & 0x1:
        raise ModProblem(f"`{name}` is locked with a password.")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ModProblem(f"`{name}` is packed in a way that I do not know.")
    if entry.file_size > LARGEST_FILE:
        raise ModProblem(f"`{name}` is larger than {LARGEST_FILE // 1_000_000} MB. A mod holds only texts.")
    if entry.file_size > SMALL and entry.file_size > MOST_PRESSED * max(1, entry.compress_size):
        raise ModProblem(f"`{name}` would grow to more than {MOST_PRESSED} times its size. No honest text does.")
