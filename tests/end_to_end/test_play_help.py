"""`play`, as it helps a person: what has happened, what can be chosen, what a card does, why not, and back again."""

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.end_to_end.shell import Terminal, fine, run

BOOK = """\
rulebook market "Market"
    players 2 to 3

option purse "Coins at the start": 3..9 = 5

kind Ware "Ware"
    price: number
    starts in stall
zone stall "Stall" of Ware
zone hand "Hand" (owner: player) of Ware, seen by owner
state coins of player: 0..99 = purse

game
    alternate from player_1 until stall.size = 0
        repeat 2 times
            offer buy, look or pass "Wait"
    end the game

action buy "Buy"
    choose w in stall "Buy which?" where w.price <= me.coins    else "you cannot afford it"
    take w.price from me.coins
    move w to hand(me)

action look "Look about"
    say "{me} looks about."

value worth(p: player): number = p.coins

Ware fish "Fish"
    price 1
Ware pot "Copper Pot"
    price 4
Ware ring "Ring"
    price 8
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "market.rules"
    path.write_text(BOOK, encoding="utf-8")
    return path


def played(book: Path, *lines: str, more: tuple[str, ...] = ()) -> CompletedProcess[str]:
    two = ("--seat", "human", "--seat", "human", "--no-save")
    return fine(run("play", book, *two, *more, state=book.parent, typed="".join(f"{line}\n" for line in lines)))


def test_options_are_numbered_and_grouped_by_action(book: Path) -> None:
    done = played(book)
    shown = done.stdout[done.stdout.index("Choose an action") :]
    assert shown.startswith(
        "Choose an action\n"
        "  Buy: Buy which?\n"
        "    1  Fish (price 1)\n"
        "    2  Copper Pot (price 4)\n"
        "  3  Look about\n"
        "  4  Wait\n"
    )


@pytest.mark.parametrize("typed", ["2", "pot", "Copper Pot", "buy copper pot", "BUY POT"])
def test_an_action_and_its_choice_are_one_answer(book: Path, typed: str) -> None:
    done = played(book, typed)
    assert "  Player 1: Buy\n    Copper Pot: Stall → Player 1's hand\n" in done.stdout
    assert "coins 1" in done.stdout


def test_an_action_can_be_chosen_before_the_rest(book: Path) -> None:
    assert "coins 4" in played(book, "buy", "fish").stdout


def test_one_answer_is_taken_back_as_one(book: Path) -> None:
    for typed in (["2"], ["buy", "pot"]):
        last = played(book, *typed, "undo").stdout.partition("Taken back.")[2]
        # In one breath or in two: whoever chose the action by itself gets back to what is chosen for it.
        assert ("Choose an action" in last, "Buy which?" in last) == (len(typed) == 1, True)


def test_what_bots_answered_goes_back_with_one_s_own_answer(small: Path) -> None:
    done = fine(run("play", small, "--seed", "1", state=small.parent, typed="b2\nundo\nlog\n"))
    assert "Taken back." in done.stdout
    last = done.stdout[done.stdout.index("Taken back.") :]
    assert "1 .  | .  | ." in last and "2 .  | .  | ." in last


def test_news_leave_out_what_the_reader_knows(small: Path) -> None:
    done = fine(run("play", small, "--seat", "human", "--seat", "human", state=small.parent, typed="a1\nb2\n"))
    parts = done.stdout.split("--- Cross: ")
    assert "What has happened:\n  Nought: Place a mark: b2\n" in parts[2]
    assert parts[2].count("Place a mark") == 1  # not what Cross chose


def test_the_table_is_drawn_again_only_when_it_has_changed(tmp_path: Path) -> None:
    done = fine(run("play", "hemloch", "--seed", "1", "--no-save", state=tmp_path, typed="1\n"))
    assert done.stdout.count("District deck: ") == 1
    assert done.stdout.count("Play which Minion?") == 1 and "To which Avenue?" in done.stdout


def test_card_tells_what_cards_do(tmp_path: Path) -> None:
    typed = "card\ncard 3\ncard Bell Ringer\ncard bell_ringr\n1\ncard\n"
    done = fine(run("play", "hemloch", "--seed", "1", "--no-save", state=tmp_path, typed=typed))
    parts = done.stdout.split("Anne> ")
    assert [parts[1].count(" (Minion)\n"), parts[2].count(" (Minion)\n")] == [3, 1]
    assert parts[2].strip() == parts[3].strip()
    assert "When you play this Minion" in parts[3]
    assert "Did you mean `bell_ringer`?" in " ".join(parts[4].split())
    # No card can be chosen: those in one's hand are told.
    assert parts[6].count(" (Minion)\n") == 3


def test_rules_tell_how_the_game_goes(tmp_path: Path) -> None:
    typed = "rules\nrules play_minion\nrules DP-40\nrules nonsense\n"
    done = fine(run("play", "hemloch", "--seed", "1", "--no-save", state=tmp_path, typed=typed))
    parts = done.stdout.split("Anne> ")
    assert "Week set-up" in parts[1] and "Final scoring" in parts[1]
    assert "Play a Minion" in parts[2] and "DP-40" in parts[3]
    assert "has nothing called `nonsense`" in parts[4]


def test_why_tells_what_is_ruled_out(book: Path) -> None:
    parts = played(book, "why", "why ring", "why fish", "why 2", "why worth", "why nonsense").stdout.split("Player 1> ")
    assert "not Ring: you cannot afford it" in parts[1]
    assert "Ring: you cannot afford it (market.rules:20)" in parts[2]
    assert parts[3].strip() == "Fish can be chosen (1): it meets all that “Game” asks for."
    assert parts[4].strip() == "Copper Pot can be chosen (2): it meets all that “Game” asks for."
    assert parts[5].strip() == "worth(Player 1): 5"
    assert "I know nothing called `nonsense` here." in parts[6]


NUMBERS = """\
rulebook bids "Bids"
    players 2
state bid of player: 0..9 = 0
game
    alternate from player_1 until player_1.bid > 3
        offer raise
    end the game
action raise "Raise"
    choose n in 1..4 "How much?" where n > me.bid + 1    else "that is too little"
    set me.bid to n
value held(p: player, q: player): number    text "the bid of {p} against {q}" = p.bid
modify held(_, _): at least 2
modify held(_, _): add 1
"""


def test_why_of_what_has_no_value_and_of_what_does_not_fit(tmp_path: Path) -> None:
    typed = "why presence anne steeple_1\nwhy score steeple_1\n"
    done = fine(run("play", "hemloch", "--seed", "3", "--no-save", state=tmp_path, typed=typed))
    parts = [" ".join(part.split()) for part in done.stdout.split("Anne> ")]
    assert "has no value just now: this asks something of outskirts that it does not have." in parts[1]
    wrong = "score is asked of a player: there is no player 'steeple_1'."
    assert parts[2] == f"{wrong} Type it so: `why score anne`."
    assert len(parts) == 4  # it asks on


def test_a_score_that_there_is_not_yet_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "share.rules"
    path.write_text(
        'rulebook share "Share"\n    players 2\nstate n: 0..9 = 0\nvalue score(p: player): number = 6 / n\ngame\n'
        "    each player from player_1\n        choose k in 1..3\n        set n to k\n    end the game\n",
        encoding="utf-8",
    )
    before, asked, after = played(path, "why score", "2").stdout.split("Player 1> ")
    assert "score" not in before
    assert "has no value just now: this divides by zero." in asked
    assert "score 3" in after


def test_why_knows_a_number_that_is_ruled_out(tmp_path: Path) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(NUMBERS, encoding="utf-8")
    parts = played(path, "raise", "why", "why 1", "why 3", "why 9").stdout.split("Player 1> ")
    assert "not 1: that is too little" in parts[2]
    assert parts[3].strip() == "1: that is too little (bids.rules:9)"
    assert parts[4].strip() == "3 can be chosen (3): it meets all that “Raise” asks for."
    assert "I know nothing called `9` here." in parts[5]


def test_why_tells_a_value_in_words(tmp_path: Path) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(NUMBERS, encoding="utf-8")
    parts = played(path, "why held player_1 player_2").stdout.split("Player 1> ")
    assert parts[1].strip().splitlines() == [
        "The bid of Player 1 against Player 2: 2",
        "  0 to begin with",
        "  plus 1, makes 1 (bids.rules:13)",
        "  at least 2, makes 2 (bids.rules:12)",
    ]


def test_settings_are_asked_for_where_they_are_wanted(book: Path) -> None:
    lines = ("77", "purse=99", "porse=7", "players=9", "purse=7 players=3", "", "quit")
    done = played(book, *lines, more=("--ask",))
    assert "purse    5  Coins at the start (3 to 9)" in done.stdout
    assert "Type a name and a value, such as `purse=5`.\n" in done.stdout
    for words in ("`99` is no setting of `purse`", "Did you mean `purse`?", "`9` is no number of players"):
        assert words in done.stdout
    assert done.stdout.count("coins 7") == 3


def test_a_person_at_a_terminal_is_asked_and_a_script_is_not(book: Path) -> None:
    assert "Settings>" not in played(book).stdout
    for flags, asked in (
        ((), True),
        (("--no-ask",), False),
        (("--option", "purse=4"), False),
        (("--players", "3"), False),
    ):
        with Terminal("play", book, *flags, state=book.parent) as terminal:
            assert ("Settings> " in terminal.wait_for("Settings> ", "Player 1> ")) is asked
            terminal.press("^C")
            assert terminal.end() == 130


def test_settings_are_kept_with_the_game(book: Path) -> None:
    where = book.with_name("save.json")
    typed = "purse=7\n\nfish\nquit\n"
    fine(run("play", book, "--ask", "--save", where, state=book.parent, typed=typed))
    assert json.loads(where.read_text(encoding="utf-8"))["game"]["options"] == {"purse": "7"}
    done = fine(run("play", book, "--resume", where, state=book.parent, typed="quit\n"))
    assert (done.returncode, "coins 6" in done.stdout) == (0, True)


@pytest.mark.parametrize("name", ["hemloch", "city_of_hemloch", "tic_tac_toe", "connect_four"])
@pytest.mark.parametrize("size", [(100, 40), (80, 24), (60, 20)], ids=str)
def test_what_is_drawn_fits_the_window(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    with Terminal("play", name, "--seed", "1", state=tmp_path, size=size) as terminal:
        terminal.wait_for("> ")
        terminal.type("1")
        terminal.wait_for("> ")
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.shown)
        assert max(map(len, plain.split("\n"))) <= size[0]
        assert "╭" in plain


def test_a_person_may_do_something_that_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "quiet.rules"
    path.write_text(
        """\
rulebook quiet "Quiet"
    players ann, bob
state noise: 0..9 = 0
game
    alternate from ann until noise > 1
        ask active
            option "Sit" as sit
            option "Stand" as stand
    win ann
interjection cough "Cough"
    require noise < 2    else "that is enough"
    add 1 to noise
    say "{me} coughs."
""",
        encoding="utf-8",
    )
    typed = ("interject", "interject sneeze", "interject bob cough", "interject cough", "interject cough", "log")
    done = played(path, *typed)
    assert done.stdout.count("not asked:\nbob: cough") == 2  # Ann is asked
    assert done.stdout.count("Bob coughs.") == 4  # as news, and in the log
    assert "Nothing can be done now" in done.stdout  # the third time, it is enough


def test_where_nothing_can_be_interjected_it_is_said(book: Path) -> None:
    assert "Nothing can be done now but to answer the question." in played(book, "interject").stdout


def test_small_courtesies(book: Path) -> None:
    done = played(book, "undo", "?", "exit", "log")
    assert "you have not answered anything yet" in done.stdout and "take your last answer back" in done.stdout
    assert "The input ended" not in done.stderr  # it was left before


PEEK = """rulebook peek "Peek"
    players ann, bob
kind Card
    rank: number
    starts in deck
Card low "Low": rank 1
Card high "High": rank 9
zone deck "Deck" of Card, ordered, face down
state gold of player: number = 0
game
    shuffle deck
    repeat 3 times
        each player from ann: offer dig, rest
action dig "Dig"
    if deck.top.rank > 5
        choose deep in 11..12
        set me.gold to deep
    else
        choose deep in 21..22
        set me.gold to deep
action rest "Rest": set me.gold to 0
"""


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_menu_does_not_tell_what_an_action_would_find(tmp_path: Path, seed: str) -> None:
    book = tmp_path / "peek.rules"
    book.write_text(PEEK, encoding="utf-8")
    before, _, after = fine(
        run(
            "play",
            book,
            "--seat",
            "human",
            "--seat",
            "human",
            "--seed",
            seed,
            "--plain",
            "--no-save",
            state=tmp_path,
            typed="1\nundo\n",
        )
    ).stdout.partition("Ann> ")
    assert "Dig" in before
    assert not re.search("11|21", before)
    assert re.search("11|21", after)
    assert "There is nothing that you could take back" in after


def test_what_others_chose_at_the_same_time_cannot_be_answered_again(tmp_path: Path) -> None:
    seats = ("--seat", "human", "--seat", "random")
    done = fine(run("play", "rock_paper_scissors", *seats, "--seed", "1", "--plain", state=tmp_path, typed="1\nundo\n"))
    assert "Taken back" not in done.stdout
