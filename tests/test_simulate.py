"""`rulewright simulate`: the same numbers for a seed however they are come by, and numbers that are true."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.simulating.plan import Plan, seed_number
from rulewright.cli.simulating.player import Player
from rulewright.cli.simulating.report import Reckoner
from rulewright.cli.simulating.statistics import share, spread
from rulewright.cli.simulating.tally import Tally
from rulewright.interpreter import Source, Watch, load
from tests.end_to_end.shell import COMMAND, Terminal, environment, fine, run

# Whoever draws the larger number wins; red cards are worth more, and everybody sees that.
PICK = """rulebook pick "Pick & <Choose>"
    players ann "Ann", bob "Bob"

kind Card
    worth: number
    starts in pile
zone pile of Card, ordered
zone shown of Card
zone won (owner: player) of Card

Card red "Red" x 4
    worth 3
Card blue "Blue" x 4
    worth 1

value score(p: player): number = sum of c.worth for c in won(p)

game
    shuffle pile
    repeat until pile.size = 0
        move pile.top to shown
        move pile.top to shown
        each player from ann: offer take
    rank p in players by score(p) descending

action take "Take a card"
    choose c in shown "Take which?"
    move c to won(me)

after take if won(me).size > 90 as greed: end the game
"""

ENDLESS = """rulebook endless "Endless"
    players ann, bob
game
    repeat until 1 = 2
        each player from ann: offer nod or pass "Wait"
action nod "Nod": say "nods"
"""

# In some games a fault, in others an end.
FRAGILE = """rulebook fragile "Fragile"
    players ann, bob
state coins: number = 0
game
    each player from ann: offer earn or pass "Rest"
    add 12 / (coins - 2) to coins
    win ann
action earn "Earn": add 1 to coins
"""

TOGETHER = """rulebook together "Together"
    players ann, bob
state coins: number = 0
game
    each player from ann: offer earn or pass "Rest"
    if coins = 2: win players
    else: lose players
action earn "Earn": add 1 to coins
"""

AT_ONCE = """rulebook at_once "At Once"
    players ann, bob
game
    end the game
"""


def book(folder: Path, text: str) -> Path:
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text, encoding="utf-8")
    return path


def simulated(folder: Path, text: str, *arguments: str, code: int = 0) -> dict[str, Any]:
    done = fine(run("simulate", book(folder, text), "--json", "-", *arguments, state=folder))
    assert done.returncode == code, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def report_of(text: str, plan: Plan) -> dict[str, Any]:
    rulebook = load(Source("test.rules", text))
    player, tally = Player(rulebook, plan), Tally()
    for number in range(1, plan.games + 1):
        tally.add(player.play(number))
    return Reckoner(rulebook, plan, tally, Watch(rulebook).watched).report()


# --- statistics -----------------------------------------------------------------------------------------------------


def test_a_share_has_wilsons_interval() -> None:
    found = share(10, 20)
    assert (found.rate, round(found.low, 4), round(found.high, 4)) == (0.5, 0.2993, 0.7007)
    assert share(0, 10).low == 0 and 0.27 < share(0, 10).high < 0.28
    assert (share(0, 0).rate, share(0, 0).low, share(0, 0).high) == (0, 0, 1)


def test_a_spread_tells_quartiles_and_the_deviation() -> None:
    found = spread([4, 1, 3, 2])
    assert found is not None
    assert (found.least, found.lower_quartile, found.median, found.upper_quartile, found.most) == (
        1,
        1.75,
        2.5,
        3.25,
        4,
    )
    assert (found.mean, round(found.deviation, 4)) == (2.5, 1.291)
    assert found.histogram == {1: 1, 2: 1, 3: 1, 4: 1}
    assert spread([]) is None
    one = spread([7])
    assert one is not None and (one.mean, one.deviation, one.lower_quartile) == (7, 0, 7)


def test_a_seed_is_a_number_or_any_text() -> None:
    assert seed_number("17") == 17
    assert seed_number("017") == 17
    assert seed_number("8acced83") == seed_number("8acced83") != seed_number("8acced84")
    assert 0 <= seed_number("any words") < 2**64
    assert seed_number("9" * 5000) < 2**64


def test_rotating_bots_sit_everywhere_in_turn() -> None:
    plan = Plan(("a", "b", "c"), ("greedy", "random", "random"), 6, 1, True, 100)
    sitting = [[seat for seat, bot in plan.bots_of(number).items() if bot == "greedy"] for number in range(1, 7)]
    assert sitting == [["a"], ["c"], ["b"], ["a"], ["c"], ["b"]]


# --- what is counted ------------------------------------------------------------------------------------------------


def test_the_report_is_true() -> None:
    plan = Plan(("ann", "bob"), ("greedy", "random"), 50, 3, False, 1000)
    report = report_of(PICK, plan)
    ann, bob = report["seats"]
    assert report["finished"] == 50
    # Ann takes the better card of each two and Bob what is left, so she never has less.
    assert ann["alone"] + ann["shared"] == 50 and bob["alone"] == 0 and bob["shared"] == ann["shared"]
    assert ann["wins"]["part"] == ann["alone"] + ann["shared"] / 2
    assert ann["scores"]["mean"] + bob["scores"]["mean"] == 16
    assert report["first_player"]["games"] == 50
    assert report["first_player"]["edge"] == pytest.approx(ann["wins"]["rate"] - bob["wins"]["rate"])
    # Every turn an action is taken, although there is none to choose between; only Ann's choice is one.
    assert [(row["label"], row["taken"], row["share"]) for row in report["actions"]] == [("Take a card", 400, 1.0)]
    (question,) = report["questions"]
    red, blue = question["options"]
    assert question["prompt"] == "Take which?" and question["cards"]
    assert (red["label"], red["chosen"]["rate"], blue["chosen"]["rate"]) == ("Red", 1.0, 0.0)
    assert (red["chosen"]["whole"], red["to_average"], blue["to_average"]) == (question["asked"], 2.0, 0.0)
    assert report["length"]["decisions"]["mean"] == 8
    assert [(rule["name"], rule["games"]) for rule in report["rules"]] == [("take", 50), ("greed", 0)]


def test_what_a_bot_only_imagines_is_not_counted() -> None:
    text = PICK.replace("won(me).size > 90", "won(me).size = 4 and score(me) < 5")
    report = report_of(text, Plan(("ann", "bob"), ("greedy", "greedy"), 20, 3, False, 1000))
    assert sum(row["taken"] for row in report["actions"]) == 8 * 20


def test_players_who_win_and_lose_as_one_do_not_divide_their_victories() -> None:
    report = report_of(TOGETHER, Plan(("ann", "bob"), ("random", "random"), 40, 1, False, 100))
    assert report["outcomes"]["together"] and report["first_player"] is None
    won, nobody = report["outcomes"]["won_by_all"], report["outcomes"]["won_by_nobody"]
    assert 0 < won < 40 and won + nobody == 40
    assert [seat["wins"]["part"] for seat in report["seats"]] == [won, won]


def test_a_game_in_which_nobody_is_asked_anything(tmp_path: Path) -> None:
    done = fine(run("simulate", book(tmp_path, AT_ONCE), "--games", "3", "--plot", "p", "--csv", "c", state=tmp_path))
    assert done.returncode == 0
    assert "Won by nobody: 3." in done.stdout


# --- the same result ------------------------------------------------------------------------------------------------


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    path = book(tmp_path, PICK)
    written = []
    for workers in ("1", "2", "3"):
        arguments = ("--games", "40", "--seed", "some words", "--seat", "random", "--rotate", "--workers", workers)
        files = ("--json", f"{workers}.json", "--csv", f"csv{workers}", "--plot", f"plot{workers}")
        done = fine(run("simulate", path, *arguments, *files, state=tmp_path))
        assert done.returncode == 0 and not done.stderr
        made = [tmp_path / f"{workers}.json", *sorted(tmp_path.glob(f"*{workers}/*"))]
        assert len(made) == 1 + 5 + 3
        written.append([done.stdout, *(each.read_text(encoding="utf-8") for each in made)])
    assert written[0] == written[1] == written[2]
    assert len(json.loads(written[0][1])["played"]) == 40
    assert f'40 games, seed {seed_number("some words")} (of "some words")\n' in written[0][0]


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    one = simulated(tmp_path, PICK, "--games", "5", "--seat", "random", "--seed", "a")
    other = simulated(tmp_path, PICK, "--games", "5", "--seat", "random", "--seed", "b")
    assert one["played"] != other["played"]
    more = simulated(tmp_path, PICK, "--games", "8", "--seat", "random", "--seed", "a")
    assert more["played"][:5] == one["played"]


# --- what is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [80, 120, 40])
def test_the_tables_fit_the_terminal(tmp_path: Path, columns: int) -> None:
    done = fine(run("simulate", book(tmp_path, PICK), "--games", "30", "--all", state=tmp_path, COLUMNS=str(columns)))
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Pick & <Choose>", "30 games, seed 0"]
    assert max(map(len, lines)) <= columns
    assert "Never fired: 1 of 2 rules and actions" in lines
    if columns >= 80:
        assert "Least often: Blue, 0.00 times as often as the average." in done.stdout
        assert any(line.split()[:2] == ["Blue", "0"] for line in lines)


def test_sheets_and_pictures_can_be_read(tmp_path: Path) -> None:
    path = book(tmp_path, PICK.replace('"Red"', '"=1+1"').replace('"Blue"', '"<i> & co"'))
    fine(run("simulate", path, "--games", "20", "--seat", "random", "--csv", "o", "--plot", "o", state=tmp_path))
    for picture in ("wins", "scores", "lengths"):
        root = ElementTree.parse(tmp_path / "o" / f"{picture}.svg").getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        words = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
        assert words[0].startswith("Pick & <Choose>: ")
    with (tmp_path / "o" / "options.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["option"] for row in rows} == {"'=1+1", "<i> & co"}
    with (tmp_path / "o" / "games.csv").open(encoding="utf-8", newline="") as file:
        assert [int(row["score_ann"]) + int(row["score_bob"]) for row in csv.DictReader(file)] == [16] * 20


def test_a_bar_moves_on_a_terminal_only(tmp_path: Path) -> None:
    with Terminal("simulate", book(tmp_path, PICK), "--games", "400", state=tmp_path) as terminal:
        assert terminal.end() == 0
    assert "/400" in terminal.shown and "games a second" in terminal.shown
    done = run("simulate", book(tmp_path, PICK), "--games", "4", state=tmp_path)
    assert "/4" not in done.stdout + done.stderr and not done.stderr


# --- what goes wrong ------------------------------------------------------------------------------------------------


def test_endless_games_are_counted_and_told(tmp_path: Path) -> None:
    path = book(tmp_path, ENDLESS)
    done = fine(run("simulate", path, "--games", "3", "--longest", "50", "--json", "r.json", state=tmp_path))
    assert done.returncode == 0
    assert "3 games were broken off after 50 decisions, and counted nowhere above." in done.stdout
    assert "Game 1 did not end within 50 decisions." in done.stderr
    report = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert (report["games"], report["finished"], len(report["unfinished"])) == (3, 0, 3)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_fault_is_told_with_the_way_to_see_it_again(tmp_path: Path, workers: str) -> None:
    path = book(tmp_path, FRAGILE)
    arguments = ("--games", "12", "--seat", "random", "--seat", "random", "--workers", workers)
    done = fine(run("simulate", path, *arguments, state=tmp_path))
    assert done.returncode == 1
    assert "a fault in the rules" in done.stderr and "fragile.rules:6" in done.stderr
    again = next(line for line in done.stderr.splitlines() if line.startswith("    rulewright play "))
    replayed = fine(run(*again.split()[1:], state=tmp_path))
    assert "fragile.rules:6" in replayed.stdout + replayed.stderr
    assert "games, seed 0" in done.stdout  # the others are told as ever


@pytest.mark.parametrize("workers", ["1", "3"])
def test_where_the_rules_break_in_all_games_few_are_played(tmp_path: Path, workers: str) -> None:
    path = book(tmp_path, FRAGILE.replace("(coins - 2)", "(coins - coins)"))
    done = fine(run("simulate", path, "--games", "100000", "--workers", workers, "--json", "r.json", state=tmp_path))
    assert done.returncode == 1
    assert "The rules broke in each of the first 20 games, so the others were not played" in done.stderr
    report = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert [each["number"] for each in report["unfinished"]] == [*range(1, 21)]


def test_wrong_use(tmp_path: Path) -> None:
    path = book(tmp_path, PICK)
    for arguments, words in (
        (("--seat", "random") * 3, "There are 3 --seat options and only 2 seats."),
        (("--players", "5"), "is for 2 players, not 5"),
        (("--seat", "human"), "human"),
        (("--games", "0"), "0"),
    ):
        done = fine(run("simulate", path, *arguments, state=tmp_path))
        assert done.returncode == 2 and words in done.stderr
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert fine(run("simulate", path, "--csv", "file", state=tmp_path)).returncode == 2
    assert fine(run("simulate", path, "--games", "2", "--json", "no/such/folder", state=tmp_path)).returncode == 1


# --- interrupted ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_shows_the_games_so_far(tmp_path: Path, workers: str) -> None:
    arguments = ("simulate", book(tmp_path, PICK), "--games", "1000000", "--workers", workers, "--json", "r.json")
    with Terminal(*arguments, state=tmp_path) as terminal:
        terminal.wait_for("/1000000")
        time.sleep(2)
        terminal.press("^C")
        assert terminal.end() == 130
    assert "Traceback" not in terminal.shown
    report = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert 0 < report["finished"] < 1_000_000
    assert f"{report['finished']:,} of 1,000,000 games, seed 0" in terminal.shown
    assert f"Stopped early: this is of the {report['finished']:,} games that were over" in terminal.shown


@pytest.mark.parametrize("end", ["close", "kill"])
def test_no_worker_outlives_the_command(tmp_path: Path, end: str) -> None:
    arguments = ("simulate", book(tmp_path, PICK), "--games", "1000000", "--workers", "2")
    with Terminal(*arguments, state=tmp_path) as terminal:
        terminal.wait_for("/1000000")
        time.sleep(1.5)
        children = descendants(terminal.process.pid)
        assert len(children) >= 2
        terminal.close() if end == "close" else terminal.kill()
        terminal.ended()
    limit = time.monotonic() + 20
    while any(alive(each) for each in children):
        assert time.monotonic() < limit, "a worker goes on although nobody waits for it"
        time.sleep(0.1)


def test_a_worker_that_dies_takes_only_its_games_along(tmp_path: Path) -> None:
    command = [COMMAND, "simulate", str(book(tmp_path, PICK)), "--games", "6000", "--workers", "2"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(tmp_path), cwd=tmp_path
    )
    limit = time.monotonic() + 30
    while not (busy := [each for each in descendants(process.pid) if "spawn_main" in words_of(each)]):
        assert time.monotonic() < limit
        time.sleep(0.05)
    time.sleep(1)
    os.kill(busy[0], signal.SIGKILL)
    out, told = process.communicate(timeout=100)
    assert process.returncode == 1 and "Traceback" not in told
    assert "are missing: the process that played them ended with exit code -9." in told
    assert "of 6,000 games, seed 0" in out


def test_a_reader_that_leaves_is_no_trouble(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" simulate "$1" --games 30 --all; echo $? >code', COMMAND, str(book(tmp_path, PICK))],
        stdout=(writer := closed_pipe()),
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        timeout=60,
    )
    os.close(writer)
    assert (tmp_path / "code").read_text().strip() == "141" and not done.stderr


def closed_pipe() -> int:
    """The end to write to, of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def descendants(pid: int) -> list[int]:
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == pid:
                found += [int(each.name), *descendants(int(each.name))]
    return found


def words_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_flag_is_told_as_yes_or_no(tmp_path: Path) -> None:
    text = PICK.replace("kind Card\n", 'option hard "Harder": flag = no\n\nkind Card\n', 1)
    (tmp_path / "pick.rules").write_text(text.replace("> 90", "> 90 or hard"), encoding="utf-8")
    done = fine(run("simulate", "pick", "--games", "2", state=tmp_path, cwd=tmp_path))
    assert "with hard=no" in done.stdout
