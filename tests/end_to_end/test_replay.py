"""`replay`: a saved game told again."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from rulewright.cli import saves
from rulewright.interpreter import Game, Loader, load
from tests.end_to_end import shell
from tests.end_to_end.shell import ROOT

MINE = ROOT / "rules" / "classics" / "lantern_mine.rules"


def run(*arguments: str | Path) -> CompletedProcess[str]:
    kept = next(each for each in arguments if isinstance(each, Path))
    return shell.run(*arguments, state=kept.parent)


def fine(*arguments: str | Path) -> CompletedProcess[str]:
    return shell.fine(run(*arguments))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A game that somebody left in the middle."""
    game: Game = load(str(MINE)).start(seed=5)
    for number in range(6):
        decision = game.decisions()[0]
        game.apply(decision.seat, decision.ids[number % len(decision.ids)])
    path = tmp_path / "kept.json"
    saves.write(path, game, dict.fromkeys(game.seats, "human"), 1)
    return path


def test_a_game_is_told_again(kept: Path) -> None:
    told = fine("replay", kept).stdout.splitlines()
    assert [line.split()[0] for line in told if line[:4].strip()] == ["1", "2", "3", "4", "5", "6"]
    data = json.loads(fine("replay", kept, "--json").stdout)
    assert len(data["answers"]) == 6 and data["log"]


def test_any_moment_and_any_view_can_be_shown(kept: Path) -> None:
    first = fine("replay", kept, "--at", "0", "--view").stdout
    last = fine("replay", kept, "--view").stdout
    assert first != last and "is asked" in first
    seat = load(str(MINE)).seat_names()[0]
    assert fine("replay", kept, "--view", "--seat", seat).stdout
    assert "no seat" in run("replay", kept, "--seat", "nobody").stderr


def test_what_is_not_in_a_game_is_told(kept: Path, tmp_path: Path) -> None:
    late = run("replay", kept, "--at", "7")
    assert late.returncode == 2 and "There is no moment 7: this game has 6 answers." in late.stderr
    game: Game = load(str(MINE)).start(seed=5)
    fresh = tmp_path / "fresh.json"
    saves.write(fresh, game, dict.fromkeys(game.seats, "human"), 1)
    assert fine("replay", fresh).stdout == "Nobody has answered anything yet.\n"


def test_a_situation_becomes_an_example_that_holds(kept: Path, tmp_path: Path) -> None:
    example = fine("replay", kept, "--to-example").stdout
    book = tmp_path / "with_example.rules"
    book.write_text(MINE.read_text(encoding="utf-8") + "\n" + example, encoding="utf-8")
    results = load(str(book)).run_examples()
    assert results[-1].name == "the table after 6 answers"
    assert results[-1].passed, results[-1].message


def test_changed_rules_are_told_and_what_fits_is_kept(kept: Path, tmp_path: Path) -> None:
    data = json.loads(kept.read_text(encoding="utf-8"))
    data["game"]["answers"][3]["answer"] = ["what_is_no_more"]
    data["game"]["digest"] = "0" * 64
    kept.write_text(json.dumps(data), encoding="utf-8")
    refused = run("replay", kept)
    assert refused.returncode == 1 and "answer 4 of 6" in refused.stderr and "--migrate" in refused.stderr
    mended = tmp_path / "mended.json"
    assert "answer 4 of 6" in fine("replay", kept, "--migrate", mended).stdout
    assert len(json.loads(fine("replay", mended, "--json").stdout)["answers"]) == 3


SECRET = """\
rulebook cellar "Cellar"
    players ann, bob
kind Card
    starts in hand(ann)
zone hand "Hand" (owner: player) of Card, seen by owner
zone cellar "Cellar" of Card, face down
Card moon "Moon"
Card star "Star"
game
    turn of ann
        choose c in hand(ann) "Hide which?"
        move c to cellar
    turn of bob
        choose n in 1..2 "Guess"
        if n = 2: win bob
    win ann
"""


def secret(folder: Path) -> Path:
    book = folder / "cellar.rules"
    book.write_text(SECRET, encoding="utf-8")
    game = load(book).start()
    game.apply("ann", "moon")
    saves.write(folder / "secret.json", game, dict.fromkeys(game.seats, "human"), 1)
    return folder / "secret.json"


def test_a_seat_is_told_only_what_it_could_know(tmp_path: Path) -> None:
    path = secret(tmp_path)
    for arguments in ((), ("--seat", "bob"), ("--json",), ("--seat", "bob", "--json")):
        told = fine("replay", path, *arguments).stdout
        assert "ann" in told and "moon" not in told.lower(), told
    assert "Hide which?: moon" in fine("replay", path, "--seat", "ann").stdout
    assert "Hide which?: moon" in fine("replay", path, "--all").stdout
    stepped = shell.fine(shell.run("replay", path, "--step", "--seat", "bob", state=tmp_path, typed="\nlog\n"))
    assert "moon" not in stepped.stdout.lower()
    stepped = shell.fine(shell.run("replay", path, "--step", state=tmp_path, typed="\nseat ann\n"))
    assert "Hide which?: moon" in stepped.stdout


def test_a_game_is_stepped_through(kept: Path) -> None:
    typed = "\n\nb\n6\n\n0\nb\nseat nobody\nnonsense\nq\n"
    told = shell.fine(shell.run("replay", kept, "--step", state=kept.parent, typed=typed)).stdout
    prompts = [line.split(">")[0] for line in told.splitlines() if " of 6>" in line]
    assert prompts == [f"{at} of 6" for at in (0, 1, 2, 1, 6, 6, 0, 0, 0, 0)]
    assert "This is the end" in told and "This is the beginning" in told and "no seat nobody" in told


def test_the_log_can_be_written_to_a_file(kept: Path) -> None:
    fine("replay", kept, "--log", kept.parent / "log.txt")
    lines = (kept.parent / "log.txt").read_text(encoding="utf-8").splitlines()
    assert lines == [entry["text"] for entry in json.loads(fine("replay", kept, "--json").stdout)["log"]]


def test_other_rules_that_still_fit_are_spoken_of(tmp_path: Path) -> None:
    path = secret(tmp_path)
    assert fine("replay", path).stderr == ""
    (tmp_path / "cellar.rules").write_text(SECRET.replace("if n = 2", "if n = 1"), encoding="utf-8")
    assert "The rules have changed" in fine("replay", path).stderr
    resumed = shell.run("play", "cellar", "--resume", path, "--plain", state=tmp_path, typed="quit\n")
    assert "The rules have changed" in shell.fine(resumed).stderr


TWICE = """\
rulebook twice "Twice"
    players ann, bob
game
    together for p in players: choose s in 1..3 "Which?" asking ann
    choose t in 1..3 "And then?" asking bob
    end the game
"""


def test_two_questions_that_are_open_to_one_seat(tmp_path: Path) -> None:
    (tmp_path / "twice.rules").write_text(TWICE, encoding="utf-8")
    game = load(tmp_path / "twice.rules").start()
    first, second = game.decisions()
    game.apply("ann", "2", second.id)
    game.apply("ann", "3", first.id)
    saves.write(tmp_path / "kept.json", game, dict.fromkeys(game.seats, "human"), 1)
    told = fine("replay", tmp_path / "kept.json", "--all").stdout
    assert "   1  ann: Which?: 2" in told and "   2  ann: Which?: 3" in told


def damaged(path: Path, **parts: object) -> Path:
    data = json.loads(path.read_text(encoding="utf-8"))
    data["game"].update({name: value for name, value in parts.items() if name != "breaks"})
    data.update({name: value for name, value in parts.items() if name == "breaks"})
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"seed": float("inf")}, "its seed is no number"),
        ({"seed": 1.5}, "its seed is no number"),
        ({"players": "2"}, "the number of players"),
        ({"answers": 5}, "its answers are not a list"),
        ({"breaks": {"answer": 5}}, "answer 7 is no answer"),
        ({"breaks": {"seat": 1, "answer": ["x"]}}, "answer 7 is no answer"),
        ({"options": {"a": 5}}, "its options"),
        ({"parts": []}, "its parts"),
        ({"variants": ["../../secret"]}, "names a variant that can be none"),
        ({"variants": ["x"] * 1000}, "more than 100"),
    ],
)
def test_a_damaged_save_is_refused_in_words(kept: Path, parts: dict[str, object], words: str) -> None:
    refused = run("replay", damaged(kept, **parts))
    assert refused.returncode == 1 and words in refused.stderr and "Traceback" not in refused.stderr, refused.stderr


def test_a_save_does_not_choose_what_is_read(kept: Path) -> None:
    (kept.parent / "secret").write_text("a secret\n", encoding="utf-8")
    for name in (str(kept.parent / "secret"), "../secret", "./secret", "secret.rules"):
        refused = run("replay", damaged(kept, rulebook=name))
        assert refused.returncode == 1 and "a secret" not in refused.stderr and "--book" in refused.stderr


PURSE = """\
rulebook purse "Purse"
    players ann, bob
option coins "Coins": 1..9 = 5
state left: number = 0
game
    set left to coins
    turn of ann
        choose n in 1..2 "Take how many?" where n <= left
        take n from left
    turn of bob
        choose n in 1..2 "Take how many?" where n <= left
        take n from left
    turn of ann
        choose n in 1..2 "And now?" where n <= left
        take n from left
    end the game
"""
RICH = 'variant rich of purse "Rich"\n\nat start of game: say "Much gold"\n'


def purse(folder: Path) -> Path:
    (folder / "purse.rules").write_text(PURSE, encoding="utf-8")
    (folder / "rich.rules").write_text(RICH, encoding="utf-8")
    game = load(folder / "purse.rules", Loader(folder), variants=("rich",), options={"coins": "9"}).start()
    for seat in ("ann", "bob"):
        game.apply(seat, "2")
    saves.write(folder / "kept.json", game, dict.fromkeys(game.seats, "human"), 1)
    return folder / "kept.json"


def replayed(path: Path, *arguments: str | Path) -> CompletedProcess[str]:
    return shell.fine(shell.run("replay", path, *arguments, state=path.parent, cwd=path.parent))


def test_what_has_changed_is_named(tmp_path: Path) -> None:
    path = purse(tmp_path)
    assert replayed(path).stderr == ""
    (tmp_path / "rich.rules").write_text(RICH.replace("Much", "Little"), encoding="utf-8")
    assert "since this game was saved: rich is not what it was. All of its" in replayed(path).stderr
    (tmp_path / "purse.rules").write_text(PURSE.replace("And now?", "And then?"), encoding="utf-8")
    assert "saved: purse is not what it was, rich is not what it was." in replayed(path).stderr
    (tmp_path / "purse.rules").write_text(PURSE.replace("1..2", "1..1", 1), encoding="utf-8")
    refused = replayed(path)
    assert refused.returncode == 1
    assert 'answer 1 of 2 does not fit: ann chose 2, asked "Take how many?"' in refused.stderr


def test_what_is_gone_is_left_out_and_told(tmp_path: Path) -> None:
    path = purse(tmp_path)
    (tmp_path / "rich.rules").unlink()
    (tmp_path / "purse.rules").write_text(PURSE.replace("1..9", "1..6"), encoding="utf-8")
    done = replayed(path, "--migrate", tmp_path / "new.json")
    assert done.returncode == 0 and "Left out" in done.stderr, done.stderr
    assert "the variant rich, coins=9." in done.stderr and "The whole game still fits." in done.stdout
    assert replayed(tmp_path / "new.json").stderr == ""
    done = replayed(path, "--option", "coins=6", "--migrate", tmp_path / "new.json")
    assert "the variant rich." in done.stderr
    assert json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))["game"]["options"] == {"coins": "6"}


def test_an_older_save_still_loads(tmp_path: Path) -> None:
    path = purse(tmp_path)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["game"]["rulewright_save"] = 1
    del data["game"]["parts"]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert replayed(path).stderr == ""
