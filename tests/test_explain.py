"""`rulewright explain`: one thing, the order of play, rulings, and a whole rulebook that a person could learn from."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.explain import command
from rulewright.cli.explaining.as_page import as_page
from rulewright.cli.explaining.document import Bullet, Bullets, Card, Document, Heading
from rulewright.cli.explaining.reach import reach
from rulewright.cli.explaining.whole import order_of_play, whole
from rulewright.interpreter import Rulebook, load, to_json

ROOT = Path(__file__).resolve().parents[1]
BOOK = str(ROOT / "rules" / "hemloch.rules")
SHIPPED = ["hemloch", "city_of_hemloch", "tic_tac_toe", "connect_four", "kuhn_poker", "lantern_mine"]


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load(BOOK)


def told(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    if code == 0:
        assert done.exception is None, done.exception
        assert done.return_value == 0
        return done.stdout
    assert done.exception is not None
    return str(done.exception)


# --- one thing --------------------------------------------------------------------------------------------------------


def test_a_card() -> None:
    assert told(BOOK, "alchemist") == told(BOOK, "Alchemist")
    assert "Alchemist (Minion)\n   Influence: 1\n   +3 Influence at Spires.\n" in told(BOOK, "alchemist")
    assert "[DP-27, DP-45]" in told(BOOK, "alchemist")


def test_a_kind_shows_its_cards() -> None:
    text = told(BOOK, "Minion")
    assert text.count("(Minion)") == 18
    assert "Spires (District, 7 of them)" in told(BOOK, "steeple_2")


def test_a_kind_with_two_sides_says_so() -> None:
    city = str(ROOT / "rules" / "city_of_hemloch.rules")
    text = " ".join(told(city, "Minion").split())
    assert "One of the sides of each Minion is up: Minion side up or District side up (its back)." in text
    assert "Its back, which everybody sees wherever it lies, tells only this of it: district, starting deck." in text
    assert "No sun-backed card can lie District side up." in text
    assert "sun-backed" not in " ".join(told(city, "Spires card").split())
    assert "nobody (the backs: everybody)" in told(city, "Play area")


def test_a_sum_of_several_needs_no_brackets_and_a_description_of_several_parts_an_and() -> None:
    city = str(ROOT / "rules" / "city_of_hemloch.rules")
    points = " ".join(told(city, "score").split())
    assert "(2 times the player's number of Districts) plus the number of the player's cards plus the" in points
    assert "a Minion that is at a District and that is not at the District" in " ".join(told(city, "send_home").split())
    assert "Let the moons be Luna's Influence at the District." in told(city, "settle")


def test_a_phase_and_what_waits_for_it() -> None:
    text = told(BOOK, "Turns")
    assert "the players take turns until every Avenue" in text
    assert "At the start of your turn" in told(BOOK, "turn")
    assert "Alchemist: When you play this Minion" in told(BOOK, "play")


def test_a_value_and_what_changes_it() -> None:
    text = " ".join(told(BOOK, "influence_at").split())
    assert "It is: the influence of the Minion plus" in text
    assert "What changes it: - The Influence of a Minion that is asleep is at most 0." in text
    assert "- Antiquary: +1 Influence for each Item you control." in text
    # A value that it is reckoned from is changed by cards as well.
    assert "What changes Influence at the quarter, which it is reckoned from: - Alchemist: +3" in text


def test_a_place_a_rule_and_a_printed_rule() -> None:
    assert "Avenue, one for each player and line (3)" in told(BOOK, "avenue")
    assert "if you control the Potion" in told(BOOK, "alchemist.pour")
    cited = told(BOOK, "DP-19")
    assert "Ruling: Districts and Items are counted together" in cited
    assert "rules/hemloch.rules:" in cited


def test_what_is_mistyped_is_answered_with_the_nearest_name() -> None:
    assert "Did you mean `alchemist`?" in told(BOOK, "alchmist", code=2)
    assert "One at a time" in told(BOOK, "alchemist", "--order", code=2)
    assert "One form at a time" in told(BOOK, "--markdown", "--json", code=2)


# --- all of it --------------------------------------------------------------------------------------------------------


def test_the_order_of_play_is_a_tree(book: Rulebook) -> None:
    (block,) = order_of_play(book).blocks
    assert isinstance(block, Bullets)
    depths = {bullet.text: bullet.depth for bullet in block.bullets}
    assert depths["Turns."] == 1
    assert depths["Play a Minion."] == 3


def test_rulings_are_listed_with_what_they_settle() -> None:
    text = told(BOOK, "--rulings")
    assert text.count("\n- ") == sum(note.form == "ruling" for note in load(BOOK).program.notes)
    assert "[DP-68]" in text


@pytest.mark.parametrize("name", SHIPPED)
def test_a_whole_rulebook_in_every_form(name: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert told(name, "--html", str(page)) == ""
    well_formed(page.read_text(encoding="utf-8"))
    assert told(name, "--markdown").startswith("# ")
    assert told(name).endswith("\n")
    assert json.loads(told(name, "--json"))["blocks"]


def test_nothing_is_left_out(book: Rulebook) -> None:
    document = whole(book)
    program = book.program
    text = "\n".join(str(block) for block in document.blocks)
    assert [card.label for card in document.blocks if isinstance(card, Card)] == [card.label for card in program.cards]
    for number in reach(book).functions:
        function = program.functions[number]
        if function.outline and number != program.main:
            assert f"'function-{function.name}'" in text or f"function-{function.name}" in text
    headings = [block.anchor for block in document.blocks if isinstance(block, Heading) and block.anchor]
    assert len(headings) == len(set(headings))
    assert {"order", "rulings", "examples", "cards", "values", "rules"} <= set(headings)


def test_only_what_the_game_uses_is_told(book: Rulebook) -> None:
    names = {book.program.functions[number].name for number in reach(book).functions}
    assert "pick_starter" in names
    assert "pass_out" not in names  # a library may offer more than a game needs


def test_a_compiled_rulebook_is_explained_without_its_source(book: Rulebook, tmp_path: Path) -> None:
    compiled = tmp_path / "book.json"
    compiled.write_text(to_json(book.program), encoding="utf-8")
    assert told(str(compiled), "--markdown") == told(BOOK, "--markdown")


# --- the page ---------------------------------------------------------------------------------------------------------

EMPTY = {"meta", "br", "link"}


class _Checked(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.anchors: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "iframe")
        if tag not in EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                assert value not in self.anchors, value
                self.anchors.add(value or "")
            if name == "href":
                self.links.add(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def well_formed(text: str) -> None:
    """Tags close in order, every anchor is there once, every link leads to one on the page."""
    checked = _Checked()
    checked.feed(text)
    assert checked.open == []
    assert all(link.removeprefix("#") in checked.anchors and link.startswith("#") for link in checked.links)


def test_what_an_author_writes_cannot_become_a_tag() -> None:
    evil = "<script>alert(1)</script> `<b>`"
    card = Card(evil, "card-a", evil, 1, ((evil, evil),), (Bullet(0, evil, evil),), evil)
    page = as_page(Document(evil, (Heading(2, evil, 'a"b'), Bullets((Bullet(0, evil, evil, 'a"b'),)), card)))
    well_formed(page)
    assert "<b>" not in page


def test_lists_inside_lists_close() -> None:
    depths = [0, 1, 2, 0, 1, 1, 2, 1, 0]
    well_formed(as_page(Document("A", (Bullets(tuple(Bullet(depth, "x") for depth in depths)),))))


def test_a_rule_that_a_card_prints_is_told_once_of_its_citation() -> None:
    words = " ".join(told(BOOK, "DP-54").split())
    assert words.count("you may discard a Minion from your hand and draw another") == 1


def test_an_empty_line_of_the_introduction_parts_paragraphs(tmp_path: Path) -> None:
    path = tmp_path / "pond.rules"
    path.write_text(
        '# Frogs\n# leap.\n#\n# Herons\n# wait.\nrulebook pond "Pond"\n    players 2\ngame\n    end the game\n'
    )
    assert "\n\nFrogs leap.\n\nHerons wait.\n\nFor 2 players" in told(str(path))
