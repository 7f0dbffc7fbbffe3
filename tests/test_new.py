"""`rulewright new`: what it begins works, and nothing that exists is overwritten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.new import command
from rulewright.interpreter import check, load, read_mod
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_rules


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def new(*arguments: str) -> str:
    """What it said; "!" and the words of the complaint where it refused."""
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    return f"!{done.exception}" if done.exception is not None else done.stdout


def test_a_new_rulebook_works(folder: Path) -> None:
    assert new("hen_house") == "hen_house is ready. Next:  rulewright play hen_house   edit hen_house/hen_house.rules\n"
    path = folder / "hen_house" / "hen_house.rules"
    assert check(path) == ()
    book = load(path)
    assert book.title == "Hen House"
    assert load("hen_house").digest == book.digest  # it is found by name
    assert read_mod(folder / "hen_house").manifest.name == "hen_house"
    results = book.run_examples()
    assert results and all(result.passed for result in results)
    text = path.read_text(encoding="utf-8")
    assert format_rules(Source("a", text)).text == text
    assert all(book.card_text(card.name).count("`") == 0 for card in book.program.cards)


def test_a_new_rulebook_can_be_played_to_its_end(folder: Path) -> None:
    new("hen_house")
    for players in (2, 4):
        game = load(folder / "hen_house" / "hen_house.rules").start(players, seed=3)
        while not game.over:
            decision = game.decisions()[0]
            game.apply(decision.seat, decision.ids[0])


def test_the_files_for_people_and_editors(folder: Path) -> None:
    new("hen_house")
    made = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert made == {
        "hen_house/hen_house.rules",
        "hen_house/README.md",
        "hen_house/mod.yaml",
        "hen_house/.editorconfig",
        "hen_house/editor/package.json",
        "hen_house/editor/language-configuration.json",
        "hen_house/editor/rules.tmLanguage.json",
    }
    assert "@" not in (folder / "hen_house" / "README.md").read_text(encoding="utf-8")
    package = json.loads((folder / "hen_house" / "editor" / "package.json").read_text(encoding="utf-8"))
    for part in ("languages", "grammars"):
        for each in package["contributes"][part]:
            for key in ("configuration", "path"):
                assert key not in each or (folder / "hen_house" / "editor" / each[key]).is_file()


def test_the_grammar_colours_the_words_of_the_language(folder: Path) -> None:
    new("hen_house")
    grammar = json.loads((folder / "hen_house" / "editor" / "rules.tmLanguage.json").read_text(encoding="utf-8"))

    def scopes(line: str) -> list[str]:
        return [each["name"].split(".")[0] for each in grammar["patterns"] if re.search(each["match"], line)]

    assert "keyword" in scopes("    choose c in hand(me)")
    assert scopes("# a comment") == ["comment"]
    assert "string" in scopes('say "x"')
    assert "constant" in scopes("cite DP-1")


def test_a_variant_works_and_shows_what_can_be_changed(folder: Path) -> None:
    assert (
        new("slow_week", "--variant", "hemloch")
        == "slow_week is ready. Next:  edit slow_week/slow_week.rules   rulewright check slow_week\n"
    )
    path = folder / "slow_week" / "slow_week.rules"
    text = path.read_text(encoding="utf-8")
    assert "variant slow_week of hemloch" in text and "Minion alchemist" in text
    assert check(path) == ()
    assert load(path).title.endswith("Slow Week")
    # The samples fit as they stand.
    head, sample, lines = text.partition("# For example:\n")
    path.write_text(head + sample + re.sub(r"^# ", "", lines, flags=re.MULTILINE), encoding="utf-8")
    assert [each for each in check(path) if each.severity == "error"] == []
    assert load(path).digest != load("hemloch").digest


def test_every_shipped_rulebook_can_be_varied(folder: Path) -> None:
    for number, name in enumerate(("tic_tac_toe", "kuhn_poker", "lantern_mine", "city_of_hemloch")):
        new(f"other_{number}", "--variant", name)
        assert check(folder / f"other_{number}" / f"other_{number}.rules") == ()
        mod = read_mod(folder / f"other_{number}")
        assert mod.bases == (name,) and mod.manifest.made_for == {name: load(name).digest}


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "hen_house").mkdir()
    (folder / "long_week").write_text("mine", encoding="utf-8")
    (folder / "gone").symlink_to(folder / "nowhere")
    assert "overwrite nothing" in new("hen_house")
    assert "overwrite nothing" in new("gone")
    assert "overwrite nothing" in new("long_week", "--variant", "hemloch")
    assert (folder / "long_week").read_text(encoding="utf-8") == "mine"
    assert list((folder / "hen_house").iterdir()) == []


@pytest.mark.parametrize("name", ["../up", "Big", "two words", "", "a/b", ".hidden", "1st"])
def test_a_name_must_be_one(folder: Path, name: str) -> None:
    assert "small letters" in new(name)
    assert list(folder.iterdir()) == []


def test_a_variant_of_nothing_is_refused(folder: Path) -> None:
    assert new("a", "--variant", "hemlok").startswith("!")
    assert list(folder.iterdir()) == []


BASE = 'rulebook base "Base"\n    players 2\ngame\n    end the game\n'


@pytest.mark.parametrize(
    "arguments", [("hemloch",), ("hemloch", "--variant", "kuhn_poker"), ("base", "--variant", "base")]
)
def test_nothing_is_hidden_by_a_new_name(folder: Path, arguments: tuple[str, ...]) -> None:
    (folder / "base.rules").write_text(BASE, encoding="utf-8")
    assert "would hide it" in new(*arguments)
    assert [path.name for path in folder.iterdir()] == ["base.rules"]


def test_all_that_can_be_addressed_is_listed(folder: Path) -> None:
    text = """rulebook stall "Stall"
    players 2
enum Sort: fish, salt
die coin: head, tail
kind Crate
    starts in quay
Crate herring
zone quay of Crate
table price(s: Sort): number
    fish: 1
    salt: 2
state open: number = 0
state coins of player: number = 0
effect pay: add 1 to open
after pay as cheer: add 1 to player_1.coins
after pay: add 1 to player_2.coins
game
    repeat 2 times as day: pay
    end the game
"""
    (folder / "stall.rules").write_text(text, encoding="utf-8")
    new("other", "--variant", "stall")
    listed = (folder / "other" / "other.rules").read_text(encoding="utf-8")
    rows = dict(line[1:].split(":") for line in listed.splitlines() if line.startswith("#   "))
    found = {name.strip(): names.strip() for name, names in rows.items()}
    assert found == {
        "phases": "game",
        "effects": "pay",
        "pieces": "Crate herring",
        "kinds": "Crate",
        "zones": "quay",
        "states": "open, coins of player",
        "tables": "price",
        "dice": "coin",
        "enums": "Sort",
        "rules": "cheer",
    }
