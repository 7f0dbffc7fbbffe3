"""Strangers' rulebooks: refused when they are checked or stopped when they are played, soon, and in few words."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path

import pytest

from rulewright.interpreter import IllegalAnswer, MemoryLoader, RulesFault, bot_answers, check, load, search
from rulewright.interpreter.diagnostics import render_text
from tests.end_to_end.shell import fine, run
from tests.hostile.books import CARDS, COUNT, END, HEAD, REFUSED, STOPPED, many

PATIENCE = 40  # seconds, on a machine that is busy
LONGEST = 100_000  # characters of all that is said


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_text_is_refused(name: str) -> None:
    text, code = REFUSED[name]
    began = time.monotonic()
    found = check("bad", MemoryLoader({"bad": text}))
    said = render_text(found)
    assert [each for each in found if each.severity == "error"]
    assert not code or code in {each.code for each in found}, said[:1_000]
    assert len(said) < LONGEST
    assert not any(sign in said for sign in "\x1b\x07\x9b\u202e\u2066")
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("name", STOPPED)
def test_hostile_rules_are_stopped(name: str) -> None:
    text, words = STOPPED[name]
    book = load("bad", MemoryLoader({"bad": text}))
    began = time.monotonic()
    with pytest.raises(RulesFault, match=words) as caught:
        book.start(seed=1)
    assert time.monotonic() - began < PATIENCE
    assert caught.value.where.startswith("bad:")  # it says where
    assert len(str(caught.value)) < 5_000


def test_nobody_waits_for_an_explanation() -> None:
    """Each value needs the one before it twice: what the last comes to is neither told nor waited for."""
    tower = "".join(f"value v{n}: number = v{n - 1} + v{n - 1}\n" for n in range(1, 31))
    text = (
        HEAD + "state n: number = 0\nvalue v0: number = n\n" + tower + "value score(p: player): number = v30\n"
        "game\n    turn of one\n        choose k in 1..3\n        set n to k\n"
    )
    game = load("bad", MemoryLoader({"bad": text})).start()
    began = time.monotonic()
    for name, args in (("v30", ()), ("score", ("one",))):
        with pytest.raises(RulesFault, match="takes too long to explain"):
            game.why_value("one", name, args)
    assert time.monotonic() - began < PATIENCE


def test_a_refused_answer_is_refused_soon() -> None:
    tower = "".join(f"value v{n}(k: number): number = v{n - 1}(k) + v{n - 1}(k)\n" for n in range(1, 15))
    text = (
        HEAD + "state n: number = 0\nvalue v0(k: number): number = k\n" + tower + "game\n    turn of one\n"
        "        choose k in 1..60 where v14(k) < 900000\n        set n to k\n    end the game\n"
    )
    game = load("bad", MemoryLoader({"bad": text})).start()
    began = time.monotonic()
    for answer in ("60", "61", "nonsense"):
        with pytest.raises(IllegalAnswer, match="cannot be chosen here"):
            game.apply("one", answer)
    assert time.monotonic() - began < PATIENCE
    game.apply("one", "1")
    assert game.over


def test_a_bot_gives_up_soon_where_the_rules_do_not_end() -> None:
    """It tries its options out: each of them would take all that rules may take."""
    text = (
        HEAD + COUNT + "game\n    turn of one\n        choose k in 1..9\n        choose l in 1..9\n"
        "        repeat 2000000000 times: set n to 1 - n\n"
    )
    game = load("bad", MemoryLoader({"bad": text})).start()
    began = time.monotonic()
    answers = list(islice(bot_answers(game, game.decisions()[0], "greedy", 1), 2))
    assert len(answers) == 2 and time.monotonic() - began < PATIENCE


def test_a_value_without_an_end_is_no_reason_to_look_for_faults_without_end() -> None:
    inner = "sum of (sum of (sum of a + b + c for a in 1..10000) for b in 1..10000) for c in 1..10000"
    text = HEAD + f"value score(p: player): number = {inner}\ngame\n    turn of one\n        choose k in 1..9\n"
    book = load("bad", MemoryLoader({"bad": text}))
    began = time.monotonic()
    assert {(each.kind, each.message) for each in search(book, 1)} == {("fault", "this computes without end")}
    assert time.monotonic() - began < PATIENCE


def test_a_value_that_is_very_large_in_between_is_explained() -> None:
    text = HEAD + "value x: number = 1\n" + "modify x: multiply by 2000000000\n" * 1000 + "modify x: at most 7\n"
    game = load("bad", MemoryLoader({"bad": text + "game\n    turn of one\n        choose k in 1..3\n"})).start()
    found = game.why_value("one", "x")
    assert found is not None and found.value == "7"
    assert {each.result for each in found.changes[5:-1]} == {"a number of more than 40 digits"}


def test_a_game_that_never_ends_does_not_fill_the_memory() -> None:
    text = (
        HEAD + "state n: number = 0\ngame\n    repeat until n < 0\n        turn of one\n            choose k in 1..2\n"
        '            repeat 90000 times: say "x"\n            set n to k\n'
    )
    game = load("bad", MemoryLoader({"bad": text})).start()
    with pytest.raises(RulesFault, match="lines into the log"):
        for _ in range(100):
            game.apply("one", "1")
    assert len(game.log()) < 600_000


def test_a_game_whose_whole_log_is_too_long_says_so() -> None:
    text = (
        HEAD + "state n: number = 0\ngame\n    repeat until n < 0\n        turn of one\n            choose k in 1..2\n"
        f'            repeat 9000 times: say "{"x" * 1900}"\n            set n to k\n'
    )
    game = load("bad", MemoryLoader({"bad": text})).start()
    with pytest.raises(RulesFault, match="500000 lines into the log of one game, with 200 letters to a line"):
        for _ in range(100):
            game.apply("one", "1")


def test_names_in_the_log_are_cut() -> None:
    text = (
        HEAD
        + CARDS
        + f'Card c "{"x" * 1800}"\n    worth 1\n'
        + f'effect e(k: Card) text "{"{k} " * 400}": say "x"\ngame\n    e(c)\n    end the game\n'
    )
    lines = [entry["text"] for entry in load("bad", MemoryLoader({"bad": text})).start().log()]
    assert max(map(len, lines)) == 4_001
    assert f"{'x' * 200}… {'x' * 200}…" in lines[0]


def test_an_answer_of_thousands_is_taken_at_once() -> None:
    text = HEAD + "game\n    repeat 20 times\n        choose every k in 1..4000 asking one\n    end the game\n"
    game = load("bad", MemoryLoader({"bad": text})).start()
    began = time.monotonic()
    while not game.over:
        game.apply("one", game.decisions()[0].ids)
    assert time.monotonic() - began < 2


def test_a_text_that_names_something_long_again_and_again_is_cut() -> None:
    text = (
        HEAD
        + CARDS
        + f'Card c "{"x" * 1800}"\n    worth 1\n'
        + f'effect e(k: Card) text "{"{k} " * 400}": say "x"\ngame\n'
        + "    e(c)\n" * 300
        + "    end the game\n"
    )
    program = load("bad", MemoryLoader({"bad": text})).program
    assert max(len(str(function.outline)) for function in program.functions) < 2_000_000


def test_a_long_chain_of_cases_is_no_trouble() -> None:
    chain = "".join(f"    else if n = {number}: end the game\n" for number in range(1, 3_000))
    book = load("bad", MemoryLoader({"bad": HEAD + "state n: number = 0\ngame\n    if n = 0: end the game\n" + chain}))
    assert book.start().over


def test_phases_that_go_through_others_twice_over_are_told_in_part(tmp_path: Path) -> None:
    tower = "".join(f'phase p{n}\n    p{n - 1}\n    say "x"\n    p{n - 1}\n' for n in range(1, 60))
    (tmp_path / "bad.rules").write_text(HEAD + f'phase p0: say "x"\n{tower}game\n    p59\n', encoding="utf-8")
    done = fine(run("explain", "bad", "--order", state=tmp_path, cwd=tmp_path))
    assert done.returncode == 0 and "and so on" in done.stdout and len(done.stdout) < 10 * LONGEST


# --- files that include, and variants that vary -----------------------------------------------------------------------


def test_files_that_include_one_another_twice_over(tmp_path: Path) -> None:
    """Each file includes the next two: that is read once each, however many ways lead there."""
    (tmp_path / "bad.rules").write_text(HEAD + '    include "f0.rules"\n' + END, encoding="utf-8")
    for number in range(60):
        names = [f'include "f{number + step}.rules"\n' for step in (1, 2) if number + step < 60]
        (tmp_path / f"f{number}.rules").write_text("".join(names) + f"# {number}\n", encoding="utf-8")
    done = fine(run("check", "bad", state=tmp_path, cwd=tmp_path))
    assert done.returncode == 0, done.stdout


def test_too_many_files(tmp_path: Path) -> None:
    includes = "".join(f'    include "f{number}.rules"\n' for number in range(300))
    (tmp_path / "bad.rules").write_text(HEAD + includes + END, encoding="utf-8")
    for number in range(300):
        (tmp_path / f"f{number}.rules").write_text(f"# {number}\n", encoding="utf-8")
    done = fine(run("check", "bad", state=tmp_path, cwd=tmp_path))
    assert done.returncode == 1 and "more than 200 files" in done.stdout and len(done.stdout) < LONGEST


def test_variants_that_need_one_another_twice_over() -> None:
    """Each varies the next and takes in the one after it: each is laid on once."""
    texts = {"bad": HEAD + "state n: number = 0\n" + END}
    for number in range(30):
        other = f"    with v{number - 2}\n" if number > 1 else ""
        base = f"v{number - 1}" if number else "bad"
        texts[f"v{number}"] = f"variant v{number} of {base}\n{other}\nchange state n = {number}\n"
    assert load("v29", MemoryLoader(texts)).program.name == "v29"


def test_too_many_variants() -> None:
    texts = {"bad": HEAD + END} | {
        f"v{n}": f'variant v{n} of {f"v{n - 1}" if n else "bad"}\n\neffect e{n}: say "x"\n' for n in range(60)
    }
    began = time.monotonic()
    assert any(each.severity == "error" for each in check("v59", MemoryLoader(texts)))
    assert time.monotonic() - began < PATIENCE


def test_a_variant_that_changes_one_thing_ten_thousand_times() -> None:
    texts = {
        "bad": HEAD + "state n: number = 0\nphase p\n" + many("    add @ to n", 1_500) + "game\n    p\n",
        "v": "variant v of bad\n\n" + many("change phase p\n    require n = @", 4_000),
    }
    began = time.monotonic()
    found = check("v", MemoryLoader(texts))
    assert any("too often" in each.message or each.code == "said-twice" for each in found)
    assert time.monotonic() - began < PATIENCE


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_file_whose_name_looks_like_another_is_not_found_by_name(tmp_path: Path) -> None:
    (tmp_path / "h\u0435mloch.rules").write_text('rulebook hemloch "Sly"\n', encoding="utf-8")
    shown = fine(run("list", state=tmp_path, cwd=tmp_path)).stdout
    assert "Sly" not in shown and "h\u0435mloch" not in shown
    done = fine(run("check", "h\u0435mloch", state=tmp_path, cwd=tmp_path))
    assert done.returncode == 1 and "rulebook-not-found" in done.stdout


def test_a_variant_that_adds_thousands_of_options_to_one_question() -> None:
    base = HEAD + 'phase p\n    ask one\n        option "Yes": end the game\ngame: p\n'
    added = "".join(f'    add option "o{n}" as o{n}: end the game\n' for n in range(8000))
    began = time.monotonic()
    load("more", MemoryLoader({"bad.rules": base, "more.rules": "variant more of bad\nchange phase p\n" + added}))
    assert time.monotonic() - began < PATIENCE
