"""`play`, as a person meets it."""

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from rulewright.cli import saves
from rulewright.interpreter import SaveProblem, load
from tests.end_to_end.shell import COMMAND, PATIENCE, Terminal, environment, fine, run

TWO = ("--seat", "human", "--seat", "human")
WON = ("a1", "a2", "b1", "b2", "c1")  # the first player's row
WORDS = "Cross wins"
SCREENS = pytest.mark.parametrize("screen", [(), ("--plain",)], ids=["drawn", "plain"])


def kept_file(state: Path) -> Path:
    (found,) = (state / "state" / "rulewright" / "games").iterdir()
    return found


def answered(terminal: Terminal, *answers: str) -> None:
    for each in answers:
        terminal.wait_for("> ")
        terminal.type(each)


# --- on a terminal -------------------------------------------------------------------------------


@SCREENS
def test_a_game_is_played_to_its_end_on_a_terminal(small: Path, screen: tuple[str, ...]) -> None:
    with Terminal("play", small, *TWO, *screen, state=small.parent) as terminal:
        answered(terminal, *WON)
        assert terminal.end() == 0
        assert WORDS in terminal.shown
        assert ("╭" in terminal.shown) is (not screen)
    assert not list((small.parent / "state" / "rulewright" / "games").iterdir())


@SCREENS
def test_a_killed_game_goes_on_where_it_was(small: Path, screen: tuple[str, ...]) -> None:
    with Terminal("play", small, *TWO, *screen, state=small.parent) as terminal:
        answered(terminal, *WON[:3])
        terminal.wait_for("> ")
        terminal.kill()
    with Terminal("play", small, "--resume", kept_file(small.parent), *screen, state=small.parent) as terminal:
        answered(terminal, *WON[3:])
        assert terminal.end() == 0
        assert WORDS in terminal.shown


def test_a_game_that_is_killed_while_a_bot_thinks_goes_on(tmp_path: Path) -> None:
    where = tmp_path / "save.json"
    bots = ("--seat", "greedy", "--seat", "greedy", "--seed", "1")
    with Terminal("play", "hemloch", *bots, "--save", where, state=tmp_path) as terminal:
        limit = time.monotonic() + PATIENCE
        while not where.exists() or len(json.loads(where.read_text(encoding="utf-8"))["game"]["answers"]) < 3:
            assert time.monotonic() < limit and terminal.process.poll() is None
            time.sleep(0.01)
        terminal.kill()
    before = json.loads(where.read_text(encoding="utf-8"))["game"]["answers"]
    done = fine(run("play", "hemloch", "--resume", where, state=tmp_path))
    assert (done.returncode, "The game is over." in done.stdout) == (0, True)
    assert json.loads(where.read_text(encoding="utf-8"))["game"]["answers"][: len(before)] == before


@SCREENS
@pytest.mark.parametrize(("key", "code"), [("^C", 130), ("^D", 0)])
def test_a_key_leaves_the_game_and_says_how_to_go_on(small: Path, key: str, code: int, screen: tuple[str, ...]) -> None:
    with Terminal("play", small, *TWO, *screen, state=small.parent) as terminal:
        answered(terminal, *WON[:2])
        terminal.wait_for("> ")
        terminal.press(key)
        assert terminal.end() == code
        assert f"--resume {kept_file(small.parent)}" in terminal.shown.replace("\n", "")


@pytest.mark.parametrize("signals", ["heard", "ignored"])
def test_a_terminal_that_is_closed_loses_nothing(small: Path, signals: str) -> None:
    """With nohup a program is not told that its window is gone; it finds nobody there to ask."""
    with Terminal("play", small, *TWO, state=small.parent, deaf=signals == "ignored") as terminal:
        answered(terminal, *WON[:4])
        terminal.wait_for("> ")
        terminal.close()
        assert terminal.ended() != 0
    done = fine(run("play", small, "--resume", state=small.parent, typed=WON[4] + "\n"))
    assert (done.returncode, WORDS in done.stdout) == (0, True)


@SCREENS
def test_a_window_may_change_its_size(small: Path, screen: tuple[str, ...]) -> None:
    with Terminal("play", small, *TWO, *screen, state=small.parent) as terminal:
        answered(terminal, WON[0])
        for columns in (200, 30, 20, 1, 80):
            terminal.wait_for("> ")
            terminal.resize(columns, 10)
            terminal.type("view")
        answered(terminal, *WON[1:])
        assert terminal.end() == 0
        assert WORDS in terminal.shown


def test_a_new_game_tells_of_one_that_was_left(small: Path) -> None:
    for told in (False, True):
        with Terminal("play", small, *TWO, state=small.parent) as terminal:
            terminal.wait_for("> ")
            assert ("There is an unfinished game" in terminal.shown) is told
            terminal.press("^D")
            assert terminal.end() == 0
    done = fine(run("play", "connect_four", "--resume", state=small.parent))
    assert (done.returncode, "no unfinished game of Connect Four" in done.stderr) == (1, True)


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_may_want_no_colours(small: Path, more: dict[str, str]) -> None:
    with Terminal("play", small, *TWO, state=small.parent, variables=more) as terminal:
        answered(terminal, *WON)
        assert terminal.end() == 0
        assert "\x1b" not in terminal.shown


# --- by a pipe -----------------------------------------------------------------------------------


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_game_is_played_without_a_terminal(small: Path) -> None:
    done = fine(run("play", small, *TWO, state=small.parent, typed=typed(*WON)))
    assert (done.returncode, WORDS in done.stdout, "\x1b" in done.stdout) == (0, True, False)


def test_bots_play_alone(small: Path) -> None:
    bots = ("--seat", "random", "--seat", "random", "--seed", "5")
    first = fine(run("play", small, *bots, state=small.parent))
    assert first.returncode == 0
    assert run("play", small, *bots, state=small.parent).stdout == first.stdout
    assert run("play", small, *bots[:-1], "6", state=small.parent).stdout != first.stdout


@pytest.mark.parametrize("columns", ["0", "1", "20", "33", "500", "many"])
def test_a_narrow_window_is_not_overrun(small: Path, columns: str) -> None:
    done = fine(run("play", small, *TWO, state=small.parent, typed=typed("help", *WON), COLUMNS=columns))
    assert (done.returncode, WORDS in done.stdout) == (0, True)
    if columns in ("20", "33"):
        assert max(map(len, done.stdout.splitlines())) <= int(columns)


def test_input_that_ends_early_keeps_the_game(small: Path) -> None:
    done = fine(run("play", small, *TWO, state=small.parent, typed=typed(*WON[:4])))
    assert done.returncode == 1
    assert "The input ended before the game did." in done.stderr
    resume = done.stderr.split("--resume ")[1].strip()
    done = fine(run("play", small, "--resume", resume, state=small.parent, typed=typed(WON[4])))
    assert (done.returncode, WORDS in done.stdout) == (0, True)


def test_an_output_that_nobody_reads_keeps_the_game(small: Path) -> None:
    script = f"yes help | {{ '{COMMAND}' play '{small}'; echo $? >&2; }} | head -3 >/dev/null"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env=environment(small.parent), timeout=PATIENCE
    )
    assert "Traceback" not in done.stderr
    assert f"--resume {kept_file(small.parent)}" in done.stderr
    assert done.stderr.endswith("141\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Please type"),
        ("99", "`99` is not one of the options"),
        ("-1", "is not one of the options"),
        ("1 2", "`1 2` is not one of the options"),
        ("a11", "Did you mean `a1`?"),
        ("dance", "`dance` is not one of the options"),
        ("/dance", "There is no such command"),
        ("\x1b[31m", "`\\x1b[31m` is not one"),
        ("x" * 1_000_000, "xxx…` is not one of the options"),
        (b"\xff\xfe\x00", "is not one of the options"),
        ("help", "take your last answer back"),
        ("log", ""),
        ("view", ""),
        ("why", ""),
        ("why b1", ""),
        ("why nonsense", ""),
        ("undo", "There is nothing that you could take back"),
        ("save", "is kept in"),
        ("save /no/such/folder/x", "I could not save in /no/such/folder/x"),
        ("save \x00", "I could not save"),
        ("save .", "I could not save"),
        ("save here.json", "Saved in here.json."),
        ("save small.rules", "it is not a saved game"),
    ],
    ids=lambda each: str(each)[:20],
)
def test_whatever_is_typed_the_game_goes_on(small: Path, line: str | bytes, said: str) -> None:
    raw = line if isinstance(line, bytes) else line.encode()
    done = fine(run("play", small, *TWO, state=small.parent, typed=raw + b"\n" + typed(*WON).encode()))
    assert (done.returncode, WORDS in done.stdout) == (0, True)
    assert said in " ".join(done.stdout.split())  # wherever the lines were broken
    assert "\x1b" not in done.stdout


def test_quit_leaves_and_says_how_to_go_on(small: Path) -> None:
    done = fine(run("play", small, *TWO, state=small.parent, typed=typed(WON[0], "quit", WON[1])))
    assert (done.returncode, "--resume" in done.stderr) == (0, True)


def test_view_shows_the_question_as_well(small: Path) -> None:
    done = fine(run("play", small, *TWO, state=small.parent, typed=typed("view", "quit")))
    assert done.stdout.count("Which square?") == 2


def test_an_answer_is_taken_back(small: Path) -> None:
    done = fine(run("play", small, "--seat", "human", "--seat", "human", state=small.parent, typed=typed("undo", *WON)))
    assert done.returncode == 0


ODD = """\
rulebook odd "Odd"
    players one "One", two "Two"

enum Fruit: apple "Red apple", pear "Pear", plum "Plum"
state taken of player: number = 0

game
    turn of one
        choose n in 3..5
        choose exactly 2 of pair in Fruit
        choose up to 2 of more in Fruit
        let some_fruit = count f in pair
        let more_fruit = count f in more
        set one.taken to n + 10 * some_fruit + 100 * more_fruit
        offer save, help or pass "Stop"
    end the game

action save "Save a fruit"
    add 1000 to me.taken
action help "Help a farmer"
    add 2000 to me.taken
"""


@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        (("3", "1 2", "1 2", "pass"), 223),
        (("5", "apple,plum", "", "3"), 25),
        (("4", "Red apple", "plum Pear", "2", "STOP"), 124),  # one is too few
        (("1", "4", "1 1", "2 1", "3 2 1", "2", "save"), 1124),  # twice is once too often, three are too many
        (("4", "1 2", "/help", "/save", "2", "help"), 2124),
    ],
    ids=lambda each: str(each)[:30],
)
def test_options_are_named_by_number_id_or_label(tmp_path: Path, lines: tuple[str, ...], taken: int) -> None:
    book = tmp_path / "odd.rules"
    book.write_text(ODD, encoding="utf-8")
    done = fine(run("play", book, state=tmp_path, typed=typed(*lines)))
    assert done.returncode == 0, done.stdout
    assert f"taken {taken}" in done.stdout


def hidden_hands(shown: str) -> list[bool]:
    """For each hand on the screen, in order, whether its card is hidden."""
    cards = re.findall(r"Hand:? (hidden Card|Jack|Queen|King)", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown))
    return [card == "hidden Card" for card in cards]


@SCREENS
def test_people_at_one_screen_do_not_see_each_other_s_secrets(tmp_path: Path, screen: tuple[str, ...]) -> None:
    with Terminal("play", "kuhn_poker", *TWO, *screen, "--seed", "1", state=tmp_path) as terminal:
        assert hidden_hands(terminal.wait_for("Elder, press Enter when only you can see this. ")) == []
        terminal.type("")
        assert hidden_hands(terminal.wait_for("Elder> ")) == [False, True]
        terminal.type("bet")
        between = terminal.wait_for("Dealer, press Enter when only you can see this. ")
        assert hidden_hands(between) == []
        assert between.count("\n") > 24  # what stood there is out of sight
        terminal.type("")
        assert hidden_hands(terminal.wait_for("Dealer> ")) == [True, False]
        terminal.type("quit")
    with Terminal("play", "kuhn_poker", "--resume", *screen, state=tmp_path) as terminal:
        assert hidden_hands(terminal.wait_for("Dealer, press Enter when only you can see this. ")) == []
        terminal.type("")
        assert hidden_hands(terminal.wait_for("Dealer> ")) == [True, False]
        terminal.type("fold")
        assert terminal.end() == 0


# --- what is kept --------------------------------------------------------------------------------


def test_a_game_is_kept_where_it_was_asked_to_be(small: Path) -> None:
    where = small.parent / "my game.json"
    done = fine(run("play", small, *TWO, "--save", where, state=small.parent, typed=typed(*WON[:2])))
    assert f"--resume '{where}'" in done.stderr
    done = fine(run("play", small, "--resume", where, state=small.parent, typed=typed(*WON[2:])))
    assert (done.returncode, WORDS in done.stdout) == (0, True)
    # It was asked for, so it stays; and a finished game can be looked at again.
    done = fine(run("play", small, "--resume", where, state=small.parent))
    assert (done.returncode, WORDS in done.stdout) == (0, True)
    assert not (small.parent / "state").exists()


def test_a_game_may_be_kept_nowhere(small: Path) -> None:
    done = fine(run("play", small, *TWO, "--no-save", state=small.parent, typed=typed(*WON[:2])))
    assert (done.returncode, "The game was not kept." in done.stderr) == (1, True)
    assert not (small.parent / "state").exists()


def damaged() -> dict[str, bytes]:
    return {
        "empty": b"",
        "not json": b"nonsense",
        "not utf-8": b"\xff\xfe",
        "a list": b"[]",
        "an empty object": b"{}",
        "another version": b'{"rulewright_play": 99}',
        "half": b'{"rulewright_play": 1, "seats": {}}',
        "no game": b'{"rulewright_play": 1, "seats": {}, "luck": 1, "game": {}}',
        "deep": b"[" * 1_000_000,
    }


@pytest.mark.parametrize("how", damaged())
def test_a_damaged_save_is_refused_in_words(small: Path, how: str) -> None:
    save = small.parent / "save.json"
    save.write_bytes(damaged()[how])
    done = fine(run("play", small, "--resume", save, state=small.parent, typed=typed(*WON)))
    assert done.returncode == 1
    assert done.stderr.strip() and len(done.stderr) < 1000
    assert save.read_bytes() == damaged()[how]


def test_a_save_that_was_tampered_with_is_refused_in_words(small: Path) -> None:
    where = small.parent / "save.json"
    run("play", small, *TWO, "--save", where, state=small.parent, typed=typed(*WON[:3]))
    good = where.read_text(encoding="utf-8")
    rulebook = load(small)
    refused = 0
    for place in range(len(good)):
        for letter in '"9[x':
            where.write_text(good[:place] + letter + good[place + 1 :], encoding="utf-8")
            try:
                rulebook.restore(saves.read(where).game)
            except SaveProblem as problem:
                assert len(str(problem)) < 500
                refused += 1
    # Blanks between the parts, and the bots' luck, may be anything.
    assert refused > 3 * len(good)


def test_a_save_of_another_rulebook_is_refused_in_words(small: Path) -> None:
    where = small.parent / "save.json"
    run("play", small, *TWO, "--save", where, state=small.parent, typed=typed(*WON[:3]))
    done = fine(run("play", "connect_four", "--resume", where, state=small.parent))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "This is a game of tic_tac_toe, and this rulebook is connect_four.\n"


def test_a_missing_save_is_told(small: Path) -> None:
    done = fine(run("play", small, "--resume", "nowhere.json", state=small.parent))
    assert (done.returncode, done.stdout) == (1, "")
    assert "I could not use nowhere.json" in done.stderr


def test_a_state_folder_that_cannot_be_written_only_warns(small: Path) -> None:
    (small.parent / "state").write_text("a file where the folder should be", encoding="utf-8")
    done = fine(run("play", small, *TWO, state=small.parent, typed=typed("save", *WON)))
    assert (done.returncode, WORDS in done.stdout) == (0, True)
    assert done.stdout.count("I cannot keep this game on disk") == 1
    assert "This game is not being kept." in done.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_state_folder_only_warns(small: Path) -> None:
    (small.parent / "state").mkdir(mode=0o500)
    done = fine(run("play", small, *TWO, state=small.parent, typed=typed(*WON)))
    assert (done.returncode, WORDS in done.stdout) == (0, True)
    assert done.stdout.count("I cannot keep this game on disk") == 1


def test_a_file_that_was_asked_for_must_be_writable(small: Path) -> None:
    done = fine(run("play", small, *TWO, "--save", "/no/such/folder/x", state=small.parent, typed=typed(*WON)))
    assert done.returncode == 1
    assert "I could not use /no/such/folder/x" in done.stderr


def test_a_new_game_does_not_write_over_one_that_was_left(small: Path) -> None:
    where = small.parent / "mine.json"
    run("play", small, *TWO, "--save", where, state=small.parent)
    run("play", small, *TWO, "--save", where, state=small.parent, typed=typed(*WON[:2]))  # nobody had answered yet
    before = where.read_bytes()
    done = fine(run("play", small, *TWO, "--save", where, state=small.parent, typed=typed(*WON)))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"{where} holds a game already. `--resume {where}` goes on with it; to begin another one, name another file.\n"
    )
    assert where.read_bytes() == before


def test_two_who_play_the_same_game_do_not_write_over_each_other(small: Path) -> None:
    where = small.parent / "mine.json"
    with Terminal("play", small, *TWO, "--save", where, "--plain", state=small.parent) as first:
        first.wait_for("Cross>")
        done = fine(run("play", small, "--resume", where, state=small.parent, typed=typed(*WON[:2])))
        assert "--resume" in done.stderr
        before = where.read_bytes()
        first.type("c3")
        first.wait_for("I cannot keep this game")
        first.wait_for("Nought>")
        assert where.read_bytes() == before
        # Whoever means to keep this one says so.
        first.type(f"save {where}")
        first.wait_for("Saved in")
        first.type("a1")
        first.wait_for("Cross>")
        first.type("quit")
        assert first.end() == 0
    assert "To go on" in first.shown and where.read_bytes() != before


def test_no_other_file_is_written_over(small: Path) -> None:
    before = small.read_bytes()
    done = fine(run("play", small, *TWO, "--save", small, state=small.parent, typed=typed(*WON)))
    assert (done.returncode, done.stdout) == (1, "")
    assert "it is not a saved game" in done.stderr
    assert fine(run("compile", small, "-o", small, state=small.parent)).returncode == 2
    assert small.read_bytes() == before


def test_a_save_is_json_that_holds_the_answers(small: Path) -> None:
    where = small.parent / "save.json"
    run("play", small, *TWO, "--save", where, state=small.parent, typed=typed(*WON[:3]))
    data = json.loads(where.read_text(encoding="utf-8"))
    assert data["rulewright_play"] == 1
    assert "a2" in json.dumps(data["game"])
