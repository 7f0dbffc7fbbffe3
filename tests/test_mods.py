"""Mods: packed and added, found by name, and told about when what they were made for has changed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from rulewright.interpreter import Loader, Manifest, load, read_mod, write_manifest
from rulewright.interpreter.mods.install import take
from rulewright.interpreter.mods.manifest import read_manifest
from rulewright.interpreter.source.places import places
from tests.end_to_end.shell import fine, run

BASE = (
    'rulebook base "Base"\n    players 2\n\nstate n: number = 0\n\nphase p: set n to 1\ngame\n    p\n    win player_1\n'
)
VARIANT = 'variant twist of base "Twist"\n\nchange state n = 5\n'
MANIFEST = 'name: twist\nversion: "1.2"\nauthor: "Ann O\'Hara"\nchanges: Where it begins.\n'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A working folder with a rulebook and a mod of it."""
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    mod = tmp_path / "twist"
    (mod / "parts").mkdir(parents=True)
    (mod / "mod.yaml").write_text(MANIFEST, encoding="utf-8")
    (mod / "twist.rules").write_text(VARIANT, encoding="utf-8")
    (mod / "parts" / "more.rules").write_text("# nothing yet\n", encoding="utf-8")
    (mod / ".hidden").write_text("x", encoding="utf-8")
    return tmp_path


def rulewright(place: Path, *arguments: str) -> CompletedProcess[str]:
    return fine(run(*arguments, state=place, cwd=place, RULEWRIGHT_MODS=str(place / "mods")))


def test_packing_gives_the_same_bytes_and_leaves_the_folder_alone(place: Path) -> None:
    before = {path: path.read_bytes() for path in (place / "twist").rglob("*") if path.is_file()}
    done = rulewright(place, "pack", "twist")
    assert done.returncode == 0, done.stderr
    assert "left out: .hidden" in done.stdout and "twist-1.2.zip is ready: 3 files, twist." in done.stdout
    first = (place / "twist-1.2.zip").read_bytes()
    (place / "twist" / "twist.rules").touch()
    assert rulewright(place, "pack", "twist", "-o", "other.zip").returncode == 0
    assert (place / "other.zip").read_bytes() == first
    assert {path: path.read_bytes() for path in (place / "twist").rglob("*") if path.is_file()} == before


def test_a_mod_comes_out_as_it_went_in(place: Path) -> None:
    rulewright(place, "pack", "twist")
    mod = read_mod(place / "twist-1.2.zip")
    assert mod.files["twist.rules"] == VARIANT and set(mod.files) == {"mod.yaml", "twist.rules", "parts/more.rules"}
    assert mod.manifest.author == "Ann O'Hara" and list(mod.books) == ["twist"] and mod.bases == ("base",)
    assert mod.manifest.made_for == {"base": load(place / "base.rules").digest}
    assert read_manifest(write_manifest(mod.manifest).encode()) == mod.manifest


def test_an_added_mod_is_found_by_name(place: Path) -> None:
    rulewright(place, "pack", "twist")
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 0 and "It was made for base as it is here." in done.stdout
    for path in sorted((place / "twist").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    (place / "twist").rmdir()
    rows = json.loads(rulewright(place, "list", "--json").stdout)
    assert {row["name"]: row["place"] for row in rows}["twist"] == "your mods"
    lines = rulewright(place, "list").stdout.splitlines()
    assert lines[0].split() == ["base", "Base", "this", "folder"]
    assert lines[1].split() == ["twist", "Twist", "your", "mods"] and lines[1].startswith("  twist")
    assert rulewright(place, "check", "twist").stdout == "twist: all good, ready to play.\n"


def test_a_mod_in_the_working_folder_comes_first(place: Path) -> None:
    rulewright(place, "pack", "twist")
    rulewright(place, "add", "twist-1.2.zip")
    loader = Loader(place, user=place / "mods")
    assert loader.rulebook("twist").name == "twist/twist.rules"
    assert [entry.place for entry in loader.entries()][:2] == ["this folder", "this folder"]
    assert "more" not in [entry.heading.name for entry in loader.entries()]


def test_one_that_is_there_is_replaced_only_if_that_is_wanted(place: Path) -> None:
    rulewright(place, "pack", "twist")
    rulewright(place, "add", "twist-1.2.zip")
    (place / "twist" / "twist.rules").write_text(VARIANT.replace("5", "7"), encoding="utf-8")
    rulewright(place, "pack", "twist")
    again = rulewright(place, "add", "twist-1.2.zip")
    assert again.returncode == 1 and "already" in again.stderr
    assert "= 5" in (place / "mods" / "twist" / "twist.rules").read_text(encoding="utf-8")
    assert rulewright(place, "add", "twist-1.2.zip", "--replace").returncode == 0
    assert "= 7" in (place / "mods" / "twist" / "twist.rules").read_text(encoding="utf-8")
    assert [path.name for path in (place / "mods").iterdir()] == ["twist"]


def test_a_base_that_changed_and_still_fits(place: Path) -> None:
    rulewright(place, "pack", "twist")
    (place / "base.rules").write_text(BASE.replace("set n to 1", "set n to 2"), encoding="utf-8")
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 0
    assert "base has changed since this mod was made for it." in done.stdout and "All of it still fits." in done.stdout


def test_a_base_that_changed_and_no_longer_fits(place: Path) -> None:
    rulewright(place, "pack", "twist")
    (place / "base.rules").write_text(BASE.replace("n: number", "m: number").replace("n to", "m to"), encoding="utf-8")
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 1
    assert "base has changed since" in done.stdout
    assert "This no longer fits:" in done.stderr and "[nothing-to-change]" in done.stderr
    assert "twist.rules:3:14" in done.stderr and "It was not added." in done.stderr
    assert list((place / "mods").iterdir()) == []
    assert rulewright(place, "add", "twist-1.2.zip", "--anyway").returncode == 0
    checked = rulewright(place, "check", str(place / "mods" / "twist" / "twist.rules"))
    assert checked.returncode == 1 and "base has changed since this mod was made for it." in checked.stdout


DEPENDENCY = 'variant other of base "Other"\n\neffect gift: add 1 to n\n'
EXAMPLE = '\nexample "it begins at five"\n    then\n        n = 5\n'


def test_what_a_mod_builds_on_is_part_of_what_it_was_made_for(place: Path) -> None:
    (place / "other.rules").write_text(DEPENDENCY, encoding="utf-8")
    text = 'variant twist of base "Twist"\n    # both\n    with other\n\nafter p: gift\n'
    (place / "twist" / "twist.rules").write_text(text, encoding="utf-8")
    done = rulewright(place, "pack", "twist")
    assert done.returncode == 0 and read_mod(place / "twist-1.2.zip").bases == ("base", "other"), done.stderr
    (place / "other.rules").write_text(DEPENDENCY.replace("gift", "present"), encoding="utf-8")
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 1 and "It was made for base as it is here." in done.stdout
    assert "other has changed since this mod was made for it." in done.stdout
    assert "This no longer fits:" in done.stderr and "`gift`" in done.stderr


def test_an_example_that_no_longer_holds_is_told(place: Path) -> None:
    (place / "base.rules").write_text(BASE.replace("game\n", "value double: number = n * 2\ngame\n"), encoding="utf-8")
    (place / "twist" / "twist.rules").write_text(VARIANT + EXAMPLE + "        double = 10\n", encoding="utf-8")
    assert rulewright(place, "pack", "twist").returncode == 0
    (place / "base.rules").write_text(BASE.replace("game\n", "value double: number = n * 3\ngame\n"), encoding="utf-8")
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 1 and "still fits" not in done.stdout
    assert "This no longer fits:" in done.stderr and 'the example "it begins at five" fails' in done.stderr
    assert "It was not added." in done.stderr
    assert rulewright(place, "add", "twist-1.2.zip", "--anyway").returncode == 0


def test_a_mod_whose_examples_fail_is_not_packed(place: Path) -> None:
    (place / "twist" / "twist.rules").write_text(VARIANT + EXAMPLE.replace("= 5", "= 6"), encoding="utf-8")
    done = rulewright(place, "pack", "twist")
    assert done.returncode == 1 and "twist is not packed: its examples do not hold." in done.stderr


def test_a_mod_that_was_put_aside_comes_back(place: Path) -> None:
    """Somebody pulled the plug while one was being replaced."""
    rulewright(place, "pack", "twist")
    rulewright(place, "add", "twist-1.2.zip")
    mods = place / "mods"
    for name in (".old-abc", ".new-abc"):
        (mods / name).mkdir()
    (mods / "twist").rename(mods / ".old-abc" / "twist")
    for name in (".old-abc", ".new-abc"):
        os.utime(mods / name, (0, 0))
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 1 and "There is a mod called twist already." in done.stderr
    assert [path.name for path in mods.iterdir()] == ["twist"]
    assert (mods / "twist" / "twist.rules").is_file()


def test_a_replacing_that_fails_loses_nothing(tmp_path: Path) -> None:
    target = tmp_path / "twist"
    target.mkdir()
    (target / "mod.yaml").write_text(MANIFEST, encoding="utf-8")
    with pytest.raises(OSError):
        take(tmp_path / "nowhere", target, replace=True)
    assert [path.name for path in tmp_path.iterdir()] == ["twist"] and (target / "mod.yaml").is_file()


def test_a_file_of_a_mod_is_called_like_what_it_holds(place: Path) -> None:
    (place / "twist" / "sly.rules").write_text(BASE.replace("rulebook base", "rulebook tic_tac_toe"), encoding="utf-8")
    done = rulewright(place, "pack", "twist")
    assert done.returncode == 1 and "`sly.rules` begins with `rulebook tic_tac_toe`" in done.stderr
    (place / "twist" / "sly.rules").rename(place / "twist" / "tic_tac_toe.rules")
    assert rulewright(place, "pack", "twist").returncode == 0
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 1 and "there is one already (shipped)" in done.stderr


def test_a_name_in_other_letters_hides_as_well(place: Path) -> None:
    (place / "mods").mkdir()
    (place / "mods" / "Twist.rules").write_text(BASE, encoding="utf-8")
    rulewright(place, "pack", "twist")
    done = rulewright(place, "add", "twist-1.2.zip")
    assert done.returncode == 1 and "called Twist, and there is one already (your mods)" in done.stderr


def test_of_very_many_folders_the_first_by_name_are_looked_into(tmp_path: Path) -> None:
    for number in range(2_010):
        (tmp_path / f"m{number:04}").mkdir()
    for name in ("m0000", "m1999", "m2005"):
        (tmp_path / name / "mod.yaml").touch()
        (tmp_path / name / f"{name}.rules").touch()
    found = [each.name for each in places(tmp_path, tmp_path / "none", tmp_path / "none")]
    assert found == ["m0000", "m1999"]


def test_a_mod_with_mistakes_is_not_packed(place: Path) -> None:
    (place / "twist" / "twist.rules").write_text(VARIANT.replace("state n", "state nn"), encoding="utf-8")
    done = rulewright(place, "pack", "twist")
    assert done.returncode == 1 and "twist is not packed: it has mistakes." in done.stderr
    assert not (place / "twist-1.2.zip").exists()


def test_another_file_is_not_written_over(place: Path) -> None:
    (place / "letter.txt").write_text("Dear Ann", encoding="utf-8")
    done = rulewright(place, "pack", "twist", "-o", "letter.txt")
    assert done.returncode == 2 and "it is not this mod" in done.stderr
    assert (place / "letter.txt").read_text(encoding="utf-8") == "Dear Ann"


def test_wrong_use(place: Path) -> None:
    assert "is not a folder" in rulewright(place, "pack", "base.rules").stderr
    assert "is a folder" in rulewright(place, "add", "twist").stderr
    assert rulewright(place, "add", "nowhere.zip").returncode == 1
    (place / "empty").mkdir()
    assert "holds no mod.yaml" in rulewright(place, "pack", "empty").stderr


def test_a_new_variant_can_be_packed_and_added(place: Path) -> None:
    assert rulewright(place, "new", "fresh", "--variant", "base").returncode == 0
    assert rulewright(place, "pack", "fresh").returncode == 0
    assert rulewright(place, "add", "fresh-1.0.zip").returncode == 0


@pytest.mark.parametrize("text", ["plain", "it's", "a: b", "# no comment", "- a", "'", "&x", "ümläut", "yes", "1.0"])
def test_any_words_in_a_manifest_come_back(text: str) -> None:
    manifest = Manifest("a", "1.0", text, text, {"b": "0" * 64})
    assert read_manifest(write_manifest(manifest).encode()) == manifest
