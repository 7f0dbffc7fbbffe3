"""What a stranger packed is looked at before anything is written; and nothing is written where it is not plain."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.end_to_end.shell import fine, run
from tests.hostile.archives import HOSTILE, zipped

PATIENCE = 20  # seconds


def mods(state: Path) -> list[str]:
    folder = state / "mods"
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*")) if folder.exists() else []


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_zip_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    data, words = HOSTILE[name]
    file = tmp_path / "sly.zip"
    file.write_bytes(data)
    began = time.monotonic()
    done = fine(run("add", file, state=tmp_path, RULEWRIGHT_MODS=str(tmp_path / "mods")))
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert words in " ".join(said.split())
    assert "\x1b" not in said and "\u202e" not in said and len(said) < 2_000
    assert mods(tmp_path) == []
    assert {path.name for path in tmp_path.iterdir()} <= {"sly.zip", "mods", "state"}
    assert time.monotonic() - began < PATIENCE


def test_an_honest_one_is_added(tmp_path: Path) -> None:
    file = tmp_path / "sly.zip"
    file.write_bytes(zipped(("parts/note.txt", b"A text.\n"), ("parts/", b"")))
    done = fine(run("add", file, state=tmp_path, RULEWRIGHT_MODS=str(tmp_path / "mods")))
    assert done.returncode == 0, done.stderr
    assert mods(tmp_path) == ["sly", "sly/mod.yaml", "sly/parts", "sly/parts/note.txt", "sly/sly.rules"]


MANIFESTS = {
    "a bomb of aliases": (
        "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a, *a, *a, *a]\n" for n in range(20)),
        "anchors and aliases",
    ),
    "an object": ("name: !!python/object/apply:os.system ['echo x']\n", "tags"),
    "deep": ("name: " + "[" * 5000 + "\n", "too deep"),
    "deep by indentation": ("".join(" " * n + "a:\n" for n in range(100)), "too deep"),
    "a key twice": ("name: a\nname: b\n", "twice"),
    "a list": ("- a\n- b\n", "should look like this"),
    "nothing": ("", "should look like this"),
    "no YAML": ("name: 'a\n", "I cannot read mod.yaml"),
    "something unknown": ("name: a\nversion: 1\nauthor: x\nchanges: y\nrun: rm\n", "`run`, which means nothing"),
    "something missing": ("name: a\nversion: 1\nchanges: y\n", "does not say its `author`"),
    "a name that climbs": ("name: ../up\nversion: 1\nauthor: x\nchanges: y\n", "small letters"),
    "a name that looks like another": ("name: h\u0435mloch\nversion: 1\nauthor: x\nchanges: y\n", "small letters"),
    "a version that is a path": ("name: a\nversion: ../1\nauthor: x\nchanges: y\n", "a version has"),
    "a list for a text": ("name: a\nversion: 1\nauthor: [x]\nchanges: y\n", "a text on one line"),
    "an escape for the terminal": ('name: a\nversion: 1\nauthor: "\\e[2J"\nchanges: y\n', "cannot be seen"),
    "a long text": (f"name: a\nversion: 1\nauthor: {'x' * 5000}\nchanges: y\n", "5000 characters"),
    "no digest": ("name: a\nversion: 1\nauthor: x\nchanges: y\nmade_for:\n    b: 123\n", "64 digits"),
    "far too long": ("# " + "x" * 30_000 + "\n", "I read at most"),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_hostile_manifest_is_refused(name: str, tmp_path: Path) -> None:
    text, words = MANIFESTS[name]
    folder = tmp_path / "sly"
    folder.mkdir()
    (folder / "mod.yaml").write_text(text, encoding="utf-8")
    (folder / "sly.rules").write_text('rulebook sly "Sly"\n    players 2\ngame\n    end the game\n', encoding="utf-8")
    done = fine(run("pack", folder, state=tmp_path))
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert words in " ".join(said.split()), said
    assert "\x1b" not in said and len(said) < 3_000
    assert not list(tmp_path.glob("*.zip"))


def test_a_link_is_not_packed(tmp_path: Path) -> None:
    folder = tmp_path / "sly"
    folder.mkdir()
    (folder / "mod.yaml").write_text("name: sly\nversion: 1\nauthor: x\nchanges: y\n", encoding="utf-8")
    (folder / "sly.rules").symlink_to("/etc/passwd")
    done = fine(run("pack", folder, state=tmp_path))
    assert done.returncode == 1 and "is a link" in done.stderr


def test_a_mod_cannot_hide_what_is_shipped(tmp_path: Path) -> None:
    file = tmp_path / "sly.zip"
    file.write_bytes(
        zipped(("kuhn_poker.rules", b'rulebook kuhn_poker "Sly"\n    players 2\ngame\n    end the game\n'))
    )
    done = fine(run("add", file, state=tmp_path, RULEWRIGHT_MODS=str(tmp_path / "mods")))
    assert done.returncode == 1 and "One would hide the other" in done.stderr
    assert mods(tmp_path) == []
