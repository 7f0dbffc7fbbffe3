"""Catalogues: the same game in another language, and nothing that could be wrong with one goes unsaid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.interpreter import Game, Loader, MemoryLoader, Rulebook, RulebookError, check, languages, load
from rulewright.interpreter.link.catalogue import LARGEST
from tests.end_to_end.shell import fine, run

RULES = Path(__file__).resolve().parents[1] / "rules"
CATALOGUES = sorted(RULES.rglob("*.*.yaml"))

WELL = """rulebook well "The Well"
    players ann "Ann", bob "Bob"
    use std.decks

kind Stone "Stone"
    starts in bag
Stone flint "Flint" x 2
zone bag "Bag" of Stone, ordered, face down
zone hand "Hand" (owner: player) of Stone, seen by owner

game
    alternate from ann until bag.size = 0: offer dig or pass "Wait"

action dig "Dig"
    draw_to(me)
    ask me "And now?"
        option "Shout, loudly": say "{me} shouts, with {bag.size} left."
        option "Rest" as rest: say "Nothing."

effect draw_to(p: player)    text "{p} takes a Stone": move bag.top to hand(p)
"""
WORDS = {
    "The Well": "Der Brunnen",
    "Ann": "Anna",
    "Stone": "Stein",
    "Flint": "Feuerstein",
    "Bag": "Beutel",
    "Hand": "Hand",
    "Dig": "Graben",
    "Wait": "Warten",
    "And now?": "Und jetzt?",
    "Shout, loudly": "Laut rufen",
    "{me} shouts, with {bag.size} left.": "Bei {bag.size} übrigen ruft {me}.",
    "Rest": "Ausruhen",
    "Nothing.": "Nichts.",
    "{p} takes a Stone": "{p} nimmt einen Stein",
    "Bob": "Bert",
}


def catalogue(words: dict[str, str]) -> str:
    return "".join(f"{json.dumps(old)}: {json.dumps(new, ensure_ascii=False)}\n" for old, new in words.items())


def beside(yaml: str, **more: str) -> MemoryLoader:
    others = {name.replace("__", "."): text for name, text in more.items()}
    return MemoryLoader({"well.rules": WELL, "well.de.yaml": yaml, **others})


def found(yaml: str) -> list[str]:
    return [each.code for each in check("well", beside(yaml), language="de")]


def played(book: Rulebook) -> Game:
    """Always the first option, which is the same in every language."""
    game = book.start(seed=3)
    while not game.over:
        decision = game.decisions()[0]
        game.apply(decision.seat, decision.ids[0])
    return game


# --- the same game --------------------------------------------------------------------------------------------------


def test_only_the_words_differ() -> None:
    loader = beside(catalogue(WORDS))
    english, german = load("well", loader), load("well", loader, language="de")
    one, other = english.start(seed=3), german.start(seed=3)
    assert [each.label for each in other.decisions()[0].options] == ["Graben", "Warten"]
    while not one.over:
        (asked,), (same,) = one.decisions(), other.decisions()
        assert (asked.id, asked.seat, asked.ids, asked.rule) == (same.id, same.seat, same.ids, same.rule)
        assert one.hash() == other.hash()
        for game in (one, other):
            game.apply(asked.seat, asked.ids[0])
    assert other.over and one.save() == other.save()
    assert [each["name"] for each in one.log()] == [each["name"] for each in other.log()]
    said = [each["text"] for each in other.log() if each["form"] == "say"]
    assert said == ["Bei 1 übrigen ruft Anna.", "Bei 0 übrigen ruft Bert."]


def test_a_save_goes_on_in_any_language() -> None:
    loader = beside(catalogue(WORDS))
    english, german = load("well", loader), load("well", loader, language="de")
    assert english.digest == german.digest
    assert (english.language, german.language) == (None, "de")
    for one, other in ((english, german), (german, english)):
        game = one.start(seed=3)
        game.apply("ann", "dig")
        again = other.restore(game.save())
        assert again.hash() == game.hash()
        assert again.decisions()[0].ids == ("shout_loudly", "rest")
        assert again.decisions()[0].prompt != game.decisions()[0].prompt


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_a_catalogue_that_is_shipped_is_complete(path: Path) -> None:
    name, language, _ = path.name.split(".")
    assert language in languages(name)
    assert [str(each) for each in check(name, language=language)] == []
    english, german = load(name), load(name, language=language)
    assert german.title != english.title
    assert played(german).save() == played(english).save()
    assert all(result.passed for result in german.run_examples())


def test_there_is_one_that_is_shipped() -> None:
    assert {"tic_tac_toe.de.yaml", "connect_four.de.yaml"} <= {path.name for path in CATALOGUES}


# --- variants -------------------------------------------------------------------------------------------------------


def test_a_variant_has_its_own_words_and_those_below_it() -> None:
    loader = beside(
        catalogue(WORDS),
        deep__rules='variant deep of well "Deep"\nchange action dig\n    label "Dig deep"\n',
        deep__de__yaml=catalogue({"Deep": "Tief", "Dig deep": "Tief graben"}),
    )
    assert languages("deep", loader) == ("de",)
    (missing,) = check("deep", loader, language="de")  # only the library's
    assert missing.code == "no-translation" and "Dig" not in missing.message
    for book in (load("deep", loader, language="de"), load("well", loader, ["deep"], language="de")):
        assert book.title == "Der Brunnen: Tief"
        assert book.start().decisions()[0].options[0].label == "Tief graben"


TWO = {
    "deep__rules": 'variant deep of well "Deep"\nchange action dig\n    label "Dig deep"\n',
    "dry__rules": 'variant dry of well "Dry"\n',
    "deep__de__yaml": catalogue({"Bag": "Beutel"}),
    "dry__de__yaml": catalogue({"Bag": "Tasche"}),
}


def test_two_variants_that_translate_a_text_in_two_ways_are_a_conflict() -> None:
    for order in (["deep", "dry"], ["dry", "deep"]):
        found = check("well", beside(catalogue(WORDS), **TWO), order, language="de")
        (conflict,) = [each for each in found if each.severity == "error"]
        assert (conflict.code, conflict.span.source.name) == ("variants-conflict", "dry.de.yaml")
        assert [label.span.source.name for label in conflict.labels] == ["deep.de.yaml"]


@pytest.mark.parametrize(
    ("line", "own", "bag"),
    [
        ("    prefer dry over deep\n", {}, "Tasche"),
        ("    prefer deep over dry\n", {}, "Beutel"),
        ("", {"Bag": "Sack"}, "Sack"),
    ],
)
def test_a_third_one_settles_how_a_text_is_translated(line: str, own: dict[str, str], bag: str) -> None:
    third = {
        "both__rules": f'variant both of well "Both"\n    with deep, dry\n{line}',
        "both__de__yaml": catalogue(own),
    }
    book = load("both", beside(catalogue(WORDS), **TWO, **third), language="de")
    assert bag in {zone.label for zone in book.program.zones}


# --- what can be wrong ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "yaml",
    [
        "just words",
        "[The Well, Der Brunnen]",
        '"The Well": ["Der", "Brunnen"]',
        '"The Well": {"a": "b"}',
        '"The Well": &a "x"\n"Bag": *a',
        '"The Well": !!python/object/apply:os.getcwd []',
        '"The Well": "x"\n"The Well": "y"',
        '? ["The Well"]\n: "x"',
        '"The Well": "unclosed',
        '"The Well": "\\e[31mred"',
        '"The Well": "two\\nlines"',
        '"The Well": "\u202ebackwards"',
        '"The Well": ' + "[" * 5000,
        '"The Well": "' + "x" * 3000 + '"',
        "#" * (LARGEST + 1),
        "a: b\n---\nc: d",
    ],
)
def test_what_is_no_catalogue_is_an_error_with_a_place(yaml: str) -> None:
    (diagnostic,) = check("well", beside(yaml), language="de")
    assert (diagnostic.code, diagnostic.severity) == ("bad-catalogue", "error")
    assert diagnostic.span.source.name == "well.de.yaml" and diagnostic.span.line <= 2
    with pytest.raises(RulebookError):
        load("well", beside(yaml), language="de")
    assert load("well", beside(yaml)).title == "The Well"


@pytest.mark.parametrize(
    "new", ["{me} ruft.", "{me} ruft {bag.size} {bag}", "{me} ruft {bag.size", "{me} {bag.size} }", "{ME} {bag.size}"]
)
def test_placeholders_are_kept(new: str) -> None:
    words = WORDS | {"{me} shouts, with {bag.size} left.": new}
    assert found(catalogue(words)) == ["wrong-placeholders"]


def test_placeholders_may_be_turned_around_and_repeated() -> None:
    words = WORDS | {"{me} shouts, with {bag.size} left.": "{bag.size}, {me}, {me}"}
    assert "wrong-placeholders" not in found(catalogue(words))


def test_a_text_that_is_not_there_is_named_with_the_nearest() -> None:
    diagnostics = check("well", beside(catalogue(WORDS | {"And nwo?": "Na?"})), language="de")
    (odd,) = [each for each in diagnostics if each.code == "nothing-to-translate"]
    assert (odd.severity, odd.near, odd.span.line) == ("warning", ("And now?",), len(WORDS) + 1)


def test_what_is_not_translated_is_told_at_once() -> None:
    few = {"The Well": "Der Brunnen", "Bag": ""}
    (diagnostic,) = check("well", beside(catalogue(few)), language="de")
    assert (diagnostic.code, diagnostic.severity) == ("no-translation", "warning")
    for text in set(WORDS) - {"The Well"}:
        assert f'"{text}"' in diagnostic.message
    assert load("well", beside(catalogue(few)), language="de").title == "Der Brunnen"


def test_the_texts_of_a_library_belong_to_the_rulebook() -> None:
    (diagnostic,) = check("well", beside(catalogue(WORDS)), language="de")
    assert '"discard {what}"' in diagnostic.message
    assert not any(f'"{text}"' in diagnostic.message for text in WORDS)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret: words", encoding="utf-8")
    (tmp_path / "well.rules").write_text(WELL, encoding="utf-8")
    (tmp_path / "well.de.yaml").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "well.fr.yaml").write_text(catalogue(WORDS), encoding="utf-8")
    (tmp_path / "well.not a language.yaml").write_text("", encoding="utf-8")
    assert languages("well", Loader(tmp_path)) == ("fr",)


# --- on the command line --------------------------------------------------------------------------------------------


def test_a_game_is_resumed_in_another_language(tmp_path: Path) -> None:
    people = ("--seat", "human", "--seat", "human", "--save", "g.json")
    game = fine(run("play", "tic_tac_toe", "--language", "de", *people, state=tmp_path, typed="b2\n"))
    assert "Welches Feld?" in game.stdout and "--language de --resume" in game.stderr
    again = fine(run("play", "tic_tac_toe", "--resume", "g.json", state=tmp_path))
    assert "Which square?" in again.stdout and "Kreuz" not in again.stdout


def test_the_languages_are_listed(tmp_path: Path) -> None:
    about = json.loads(fine(run("list", "connect_four", "--json", "--language", "de", state=tmp_path)).stdout)
    assert (about["title"], about["languages"]) == ("Vier gewinnt", ["de"])
    greeting = fine(run("drive", "connect_four", "--language", "de", state=tmp_path)).stdout
    assert json.loads(greeting.splitlines()[0])["title"] == "Vier gewinnt"
