"""`drive`, as a bot meets it: every line is answered by a line."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.shell import COMMAND, PATIENCE, ROOT, environment, fine, run

DOCS = ROOT / "docs" / "drive.md"
Data = dict[str, Any]
SEAT = "cross"  # is asked first
PLAYED: list[Data] = [  # a whole game
    {"do": "start", "seed": 7},
    {"do": "answer", "seat": "cross", "answer": "a1"},
    {"do": "answer", "seat": "nought", "answer": ["a2"]},
    {"do": "answer", "seat": "cross", "answer": "b1"},
    {"do": "answer", "seat": "nought", "answer": ["b2"]},
    {"do": "answer", "seat": "cross", "answer": "c1"},
]


def driven(book: Path, *requests: Data | str | bytes) -> list[Data]:
    """The answers to all the requests; the greeting is left out."""
    lines = [
        each if isinstance(each, bytes) else (each if isinstance(each, str) else json.dumps(each)).encode()
        for each in requests
    ]
    done = fine(run("drive", book, state=book.parent, typed=b"\n".join(lines) + b"\n"))
    assert (done.returncode, done.stderr) == (0, "")
    greeting, *answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert greeting["ok"] and greeting["protocol"] == 1
    return answers


def started(book: Path) -> Data:
    (state,) = driven(book, {"do": "start", "seed": 7})
    return state


def test_a_game_is_played_to_its_end(small: Path) -> None:
    state = driven(small, *PLAYED)[-1]
    assert state["over"] and state["decisions"] == [] and state["result"]["winners"] == [SEAT]


def test_a_decision_tells_all_that_a_bot_needs(small: Path) -> None:
    state = started(small)
    assert (state["ok"], state["over"], state["result"]) == (True, False, None)
    asked = state["decisions"][0]
    assert set(asked) == {
        "id", "seat", "form", "prompt", "options", "least", "most", "ordered", "rule", "cite"
    }  # fmt: skip
    assert set(asked["options"][0]) == {"id", "label"}


def test_an_id_comes_back(small: Path) -> None:
    answers = driven(small, {"do": "start", "id": 3}, {"do": "nothing", "id": "x"}, {"do": "view"})
    assert [each.get("id") for each in answers] == [3, "x", None]


def test_views_and_logs_are_given_by_seat(small: Path) -> None:
    requests: list[Data] = [
        {"do": "view"},
        {"do": "view", "seat": SEAT},
        {"do": "log", "seat": SEAT},
        {"do": "log", "since": 1},
    ]
    view, own, log, later = driven(small, *PLAYED[:3], *requests)[3:]
    assert view["view"] and own["view"]
    assert log["log"] and len(later["log"]) == len(log["log"]) - 1


def test_a_save_is_restored_in_another_process(small: Path) -> None:
    requests = PLAYED[:4]
    state, save = driven(small, *requests, {"do": "save"})[-2:]
    (again,) = driven(small, {"do": "restore", "save": save["save"]})
    assert again == state


def test_a_game_and_its_copy_go_their_own_ways(small: Path) -> None:
    first, second = PLAYED[:2]
    answers = driven(
        small, first, {"do": "copy", "to": "other"}, second, {"do": "decisions", "game": "other"}, {"do": "decisions"},
        {"do": "forget", "game": "other"}, {"do": "decisions", "game": "other"},
    )  # fmt: skip
    start, _, moved, other, main, _, gone = answers
    assert other == start and main == moved and main != other
    assert gone["error"]["code"] == "no-game"


def test_a_seat_may_imagine_a_game(small: Path) -> None:
    start, _, imagined = driven(
        small, {"do": "start"}, {"do": "imagine", "to": "maybe", "seat": SEAT}, {"do": "decisions", "game": "maybe"}
    )
    assert imagined["decisions"][0]["options"] == start["decisions"][0]["options"]


def test_an_answer_can_be_taken_back(small: Path) -> None:
    first, second = PLAYED[:2]
    start, _, undone, again = driven(
        small, first, second, {"do": "undo", "seat": second["seat"]}, {"do": "undo", "seat": second["seat"]}
    )
    assert undone == start
    assert again["error"]["code"] == "cannot-undo"


def test_quit_ends_the_session(small: Path) -> None:
    assert len(driven(small, {"do": "quit"}, {"do": "start"})) == 1


NONSENSE: list[tuple[Data | str | bytes, str]] = [
    ("nonsense", "not-json"),
    ("{", "not-json"),
    ("NaN", "not-json"),
    ('{"do": "start", "seed": NaN}', "not-json"),
    ("[" * 100_000, "not-json"),
    ('{"do": "start", "seed": ' + "9" * 9_000 + "}", "not-json"),
    (b'{"do": "\xff"}', "not-json"),
    (b"\x00\x01\x02", "not-json"),
    ('"' + "x" * 1_000_000 + '"', "too-long"),
    ("x" * 5_000_000, "too-long"),
    ("[]", "bad-request"),
    ("1", "bad-request"),
    ("{}", "bad-request"),
    ({"do": "dance"}, "bad-request"),
    ({"do": ["start"]}, "bad-request"),
    ({"do": "start", "player": 2}, "bad-request"),
    ({"do": "start", "players": 99}, "bad-request"),
    ({"do": "start", "players": True}, "bad-request"),
    ({"do": "start", "seed": -1}, "bad-request"),
    ({"do": "start", "seed": 1.5}, "bad-request"),
    ({"do": "view", "seat": "nobody"}, "bad-request"),
    ({"do": "view", "seat": {}}, "bad-request"),
    ({"do": "view", "game": ""}, "bad-request"),
    ({"do": "view", "game": "other"}, "no-game"),
    ({"do": "answer"}, "bad-request"),
    ({"do": "answer", "seat": SEAT}, "bad-request"),
    ({"do": "answer", "seat": SEAT, "answer": [1]}, "bad-request"),
    ({"do": "answer", "seat": SEAT, "answer": "no_such_thing"}, "illegal-answer"),
    ({"do": "answer", "seat": SEAT, "answer": []}, "illegal-answer"),
    ({"do": "answer", "seat": SEAT, "answer": ["\x00", "\x00"]}, "illegal-answer"),
    ({"do": "answer", "seat": SEAT, "answer": "\ud800"}, "illegal-answer"),
    ({"do": "answer", "seat": SEAT, "answer": "x", "decision": "no such"}, "illegal-answer"),
    ({"do": "log", "since": "x"}, "bad-request"),
    ({"do": "restore"}, "bad-request"),
    ({"do": "restore", "save": []}, "bad-request"),
    ({"do": "restore", "save": {}}, "bad-save"),
    ({"do": "undo", "seat": SEAT}, "cannot-undo"),
    ({"do": "copy"}, "bad-request"),
]


def test_nonsense_is_answered_and_the_game_goes_on(small: Path) -> None:
    requests: list[Data | str | bytes] = [{"do": "start", "seed": 7}]
    for request, _ in NONSENSE:
        # What was wrong with one request must not be told only after the next.
        requests += [request, {"do": "decisions", "id": len(requests)}]
    start, *answers = driven(small, *requests, "", "  \t ")
    assert start["decisions"][0]["seat"] == SEAT
    assert len(answers) == 2 * len(NONSENSE)
    for (request, code), refused, after in zip(NONSENSE, answers[::2], answers[1::2], strict=True):
        assert refused["error"]["code"] == code, request
        assert 0 < len(refused["error"]["message"]) < 300
        assert {**after, "id": None} == {**start, "id": None}


def test_there_is_a_limit_to_the_number_of_games(small: Path) -> None:
    answers = driven(small, {"do": "start"}, *({"do": "copy", "to": str(n)} for n in range(1000)))
    assert answers[-1]["error"]["code"] == "too-many-games"
    assert answers[-2]["ok"]


def test_input_that_stops_inside_a_line_is_still_answered(small: Path) -> None:
    done = fine(run("drive", small, state=small.parent, typed='{"do": "start"}'))
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2)


def test_a_book_that_cannot_be_played_is_told_on_standard_error(tmp_path: Path) -> None:
    done = fine(run("drive", "no_such_book", state=tmp_path, typed='{"do": "start"}\n'))
    assert (done.returncode, done.stdout) == (1, "")
    assert "no_such_book" in done.stderr


def test_a_driver_that_goes_away_is_no_fault(small: Path) -> None:
    line = f"yes '{{\"do\": \"start\"}}' | {{ '{COMMAND}' drive '{small}'; echo $? >&2; }} | head -2 >/dev/null"
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=environment(small.parent), timeout=PATIENCE
    )
    assert done.stderr == "141\n"


# --- the bots of the documentation ---------------------------------------------------------------


def code_block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", DOCS.read_text(encoding="utf-8"), re.M | re.S)
    assert isinstance(found, str)
    return found


def test_every_request_and_every_error_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    source = (ROOT / "cli" / "protocol.py").read_text(encoding="utf-8")
    verbs = re.findall(r'^    "(\w+)": \(Host', source, re.M)
    codes = re.findall(r'(?:Refused|error)\(\s*"([a-z-]+)"', source)
    assert len(verbs) > 8 and len(set(codes)) > 6
    for word in (*verbs, *codes):
        assert f"`{word}`" in text, word


@pytest.mark.parametrize("book", ["tic_tac_toe", "rock_paper_scissors", "kuhn_poker", "connect_four"])
@pytest.mark.parametrize("language", ["python", "javascript"])
def test_a_documented_bot_plays(language: str, book: str, tmp_path: Path) -> None:
    program = {"python": sys.executable, "javascript": shutil.which("node")}[language]
    if program is None:
        pytest.skip("needs Node")
    bot = tmp_path / ("bot.py" if language == "python" else "bot.mjs")
    bot.write_text(code_block(language), encoding="utf-8")
    assert len(code_block(language).splitlines()) <= 30
    path = os.pathsep.join([str(Path(COMMAND).parent), os.environ["PATH"]])
    done = subprocess.run(
        [program, bot.name, book],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path, PATH=path),
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, last = done.stdout.splitlines()
    assert first.startswith("Playing ") and last.startswith("Result: {")
