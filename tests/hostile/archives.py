"""Zips that nobody should unpack, made by hand."""

from __future__ import annotations

import io
import stat
import warnings
import zipfile

MANIFEST = b"name: sly\nversion: '1.0'\nauthor: Nobody\nchanges: Everything\n"
BOOK = b'rulebook sly "Sly"\n    players one, two\n\ngame\n    end the game\n'


def zipped(*entries: tuple[str, bytes], method: int = zipfile.ZIP_STORED, mode: int = 0, good: bool = True) -> bytes:
    """A mod with these entries besides the two that it needs; `mode` is that of the last entry."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about names that are there twice
        if good:
            archive.writestr("mod.yaml", MANIFEST)
            archive.writestr("sly.rules", BOOK)
        for name, data in entries:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            if mode:
                entry.create_system = 3
                entry.external_attr = mode << 16
            archive.writestr(entry, data)
    return target.getvalue()


def renamed(old: bytes, new: bytes) -> bytes:
    """A zip in which a name was changed afterwards, to what no library would write."""
    assert len(old) == len(new)
    return zipped((old.decode(), b"x")).replace(old, new)


HOSTILE: dict[str, tuple[bytes, str]] = {
    "no zip": (b"PK\x03\x04 nothing of the kind", "cannot unpack"),
    "empty": (b"", "cannot unpack"),
    "cut off": (zipped()[:150], "cannot unpack"),
    "broken bytes": (zipped(("a.txt", b"quite plain")).replace(b"quite plain", b"quite plaim"), "cannot unpack"),
    "no manifest": (zipped(("a.rules", BOOK), good=False), "holds no mod.yaml"),
    "a folder around it": (
        zipped(("mine/mod.yaml", MANIFEST), ("mine/a.rules", BOOK), good=False),
        "it has `mine/mod.yaml`. Pack what lies in that folder",
    ),
    "no rulebook": (zipped(("mod.yaml", MANIFEST), good=False), "holds no rulebook"),
    "climbs out": (zipped(("../../evil.rules", BOOK)), "climbs out"),
    "climbs out in the middle": (zipped(("a/../../evil.rules", BOOK)), "climbs out"),
    "climbs out in the other way": (renamed(b"a_.._evil.rules", b"a\\..\\evil.rules"), "climbs out"),
    "absolute": (zipped(("/etc/evil.rules", BOOK)), "absolute"),
    "absolute on Windows": (renamed(b"C__evil.rules", b"C:\\evil.rules"), "absolute"),
    "at home": (zipped(("~/evil.rules", BOOK)), "absolute"),
    "hidden": (zipped((".bashrc", b"x")), "other signs"),
    "a zero in the name": (renamed(b"a.rules_.txt", b"a.rules\x00.txt"), "other signs"),
    "a control character in the name": (zipped(("a\x1b[2J.txt", b"x")), "other signs"),
    "a look-alike in the name": (zipped(("\u0430lice.rules", BOOK)), "other signs"),
    "a device": (zipped(("con.txt", b"x")), "device"),
    "a long name": (zipped(("a" * 300, b"x")), "too long a name"),
    "too deep": (zipped(("a/" * 20 + "b.txt", b"x")), "deeper"),
    "a link": (zipped(("passwd", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777), "is a link"),
    "a pipe": (zipped(("pipe", b""), mode=stat.S_IFIFO | 0o644), "neither a file nor a folder"),
    "twice": (zipped(("sly.rules", BOOK)), "there twice"),
    "twice on some systems": (zipped(("SLY.rules", BOOK)), "there twice"),
    "a file and a folder": (zipped(("a", b"x"), ("a/b", b"x")), "both a file and a folder"),
    "too many": (zipped(*((f"f{n}.txt", b"") for n in range(300))), "at most 200"),
    "far too many": (zipped(*((f"f{n}.txt", b"") for n in range(5000))), "entries"),
    "too large": (zipped(("big.txt", b"a" * 1_500_000)), "larger than 1 MB"),
    "too large together": (zipped(*((f"f{n}.txt", b"a" * 900_000) for n in range(5))), "larger than"),
    "a bomb": (zipped(("bomb.txt", b"\n" * 999_999), method=zipfile.ZIP_DEFLATED), "times its size"),
    "a bomb of bombs": (
        zipped(*((f"f{n}.txt", b"ab" * 15_000) for n in range(150)), method=zipfile.ZIP_DEFLATED),
        "times its size",
    ),
    "packed strangely": (zipped(("a.txt", b"x"), method=zipfile.ZIP_LZMA), "do not know"),
    "no text": (zipped(("a.rules", b"\x7fELF\x00\x01\x02")), "only texts"),
    "not utf-8": (zipped(("a.txt", b"caf\xe9")), "not UTF-8"),
    "control characters": (zipped(("README.md", b"fine\n\x1b[2Jgone")), "cannot be seen (U+001B)"),
    "text that turns around": (zipped(("README.md", "\u202egnirts".encode())), "cannot be seen (U+202E)"),
}
