"""The documentation is true: its code runs, its links lead somewhere, and it leaves nothing out."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copy

import pytest

from rulewright.interpreter import Loader, Source, check, load
from rulewright.interpreter.diagnostics import CODES, Findings, render_text
from rulewright.interpreter.model.attributes import BUILT_IN as ATTRIBUTES
from rulewright.interpreter.model.book import TYPE_WORDS
from rulewright.interpreter.model.calls import FUNCTIONS
from rulewright.interpreter.syntax.layout import lay_out
from rulewright.interpreter.syntax.tables import build_parser
from rulewright.interpreter.syntax.words import BEFORE_NAME, BEFORE_OF, BLOCKS, LINE_WORDS, QUANTIFIERS, RESERVED
from tests.docs.following import follow
from tests.docs.pages import FRAMES, PAGES, ROOT, Block, all_blocks, blocks, in_frame, read, together
from tests.test_imports import ORDER

LANGUAGE = "docs/language.md"
SHOWN = "shown.rules"  # what a block is called, for those that include a file
RULES = all_blocks("rules")
WHOLE = [b for b in RULES if b.text.startswith(("rulebook", "variant")) and not {"with", "wrong", "add"} & set(b.notes)]
FRAGMENTS = [block for block in RULES if "in" in block.notes and "wrong" not in block.notes]
WRONG = [block for block in RULES if "wrong" in block.notes]
TOGETHER = sorted({(block.page, block.notes["with"]) for block in RULES if "with" in block.notes})
COPIES = [block for block in RULES if "same as" in block.notes]
PARTS = [block for block in RULES if "part of" in block.notes]
ELSEWHERE = {"docs/drive.md"}  # its bots are run by tests/end_to_end
FOLLOWED = sorted({block.page for block in all_blocks("console", "python")} - ELSEWHERE)


def place(block: Block) -> str:
    return block.place


def text_of(block: Block) -> str:
    return in_frame(block.notes["in"], block.text) if "in" in block.notes else block.text


def holds(source: Source, loader: Loader | None = None) -> None:
    """A rulebook without a fault or a warning, whose examples come out as they say.

    What a variant leaves idle in the rulebook that it varies is not its fault: only warnings in its own text count.
    """
    everything = check(source, loader)
    found = [each for each in everything if each.severity == "error" or each.span.source.name == source.name]
    assert not found, "\n" + render_text(found)
    results = load(source, loader).run_examples()
    assert [result for result in results if not result.passed] == []


# --- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", WHOLE, ids=place)
def test_a_rulebook_on_a_page_holds(block: Block, tmp_path: Path) -> None:
    folder = with_files(block.page, tmp_path)
    holds(Source(block.place, block.text, folder / SHOWN), Loader(folder))


@pytest.mark.parametrize("block", COPIES, ids=place)
def test_a_rulebook_that_is_shown_is_the_one_that_is_shipped(block: Block) -> None:
    assert block.text == read(block.notes["same as"])


@pytest.mark.parametrize("block", PARTS, ids=place)
def test_a_part_of_a_rulebook_stands_in_it(block: Block) -> None:
    assert f"\n{block.text}" in read(block.notes["part of"])


@pytest.mark.parametrize("block", FRAGMENTS, ids=place)
def test_a_fragment_fits_its_frame(block: Block) -> None:
    holds(Source(block.place, text_of(block)))


@pytest.mark.parametrize("page, name", TOGETHER)
def test_the_parts_of_a_rulebook_fit_together(page: str, name: str, tmp_path: Path) -> None:
    folder = with_files(page, tmp_path)
    holds(Source(page, together(page, name), folder / f"{name}.rules"), Loader(folder))


@pytest.mark.parametrize("block", WRONG, ids=place)
def test_what_is_wrong_on_purpose_is_reported(block: Block, tmp_path: Path) -> None:
    folder = with_files(block.page, tmp_path)
    (folder / SHOWN).write_text(text_of(block), encoding="utf-8")
    found = check(folder / SHOWN, Loader(folder))
    assert {each.code for each in found} == {block.notes["wrong"]}, "\n" + render_text(found)


@pytest.mark.parametrize("page", FOLLOWED)
def test_a_page_can_be_followed(page: str, tmp_path: Path) -> None:
    wrong = follow(page, tmp_path)
    assert not wrong, "\n".join(wrong)


def test_no_block_is_left_untested() -> None:
    """A block in the language is a whole rulebook, a part of one, or says where it belongs."""
    tested = {block.place for block in (*WHOLE, *PARTS, *FRAGMENTS, *WRONG)}
    left = [b.place for b in RULES if b.place not in tested and not {"with", "file", "add"} & set(b.notes)]
    assert left == []


def with_files(page: str, folder: Path) -> Path:
    """The folder with the files of a page, the rulebooks that its parts make, and the frames (for their variants)."""
    for frame in FRAMES.glob("*.rules"):
        copy(frame, folder)
    for name in [name for other, name in TOGETHER if other == page]:
        (folder / f"{name}.rules").write_text(together(page, name), encoding="utf-8")
    for block in blocks(page):
        if "file" in block.notes:
            path = folder / block.notes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    return folder


# --- links and paths --------------------------------------------------------------------------------------------------

LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:interpreter|cli|stdlib|rules|tests|docs|bench|rulewright)/[\w./-]*)`")


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target in LINK.findall(read(page)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        there = (ROOT / page).parent / path if path else ROOT / page
        assert there.exists(), f"{page}: {target}"
        assert not anchor or anchor in anchors(there), f"{page}: {target}"


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_is_named_exists(page: str) -> None:
    for path in PATH.findall(read(page)):
        assert re.search(r"[A-Z]{3}", path) or (ROOT / path).exists(), f"{page}: {path}"


def test_every_page_is_in_the_index() -> None:
    linked = {(ROOT / "docs" / target.partition("#")[0]).resolve() for target in LINK.findall(read("docs/index.md"))}
    for page in PAGES:
        if page not in ("docs/index.md", "README.md") and not page.startswith("docs/diagnostics/"):
            assert (ROOT / page).resolve() in linked, page


# --- the language reference leaves nothing out ------------------------------------------------------------------------

SIGNS = dict.fromkeys(("EQ", "NE", "LT", "LE", "GT", "GE"), "a comparison") | {"MINUS": "PLUS"}
# Allowed after a colon like any simple statement, but nothing could follow that speaks of what was chosen.
NOT_SHOWN = {("inline", "choose_line", "choose")}


def test_every_form_of_the_grammar_is_shown() -> None:
    """Every alternative of every rule, with every optional part, is used in some block of the page."""
    parser = build_parser()
    shown: set[tuple[str, str, str]] = set()
    callbacks = parser.parser.parser.parser.callbacks
    for rule, callback in list(callbacks.items()):

        def noted(children: object, rule: object = rule, callback: object = callback) -> object:
            shown.update(parts(rule))
            return callback(children)  # type: ignore[operator]

        callbacks[rule] = noted
    texts = [block.text for block in blocks(LANGUAGE) if block.language == "rules" and "with" not in block.notes]
    texts += [together(LANGUAGE, name) for page, name in TOGETHER if page == LANGUAGE]
    for text in texts:
        for tokens in lay_out(Source(LANGUAGE, text), Findings()).declarations:
            parser.parse(tokens)
    wanted = {part for rule in parser.rules for part in parts(rule)}
    assert wanted - shown - NOT_SHOWN == set()


def parts(rule: object) -> set[tuple[str, str, str]]:
    origin = str(rule.origin.name)  # type: ignore[attr-defined]
    alias = str(rule.alias or "")  # type: ignore[attr-defined]
    names = [symbol.name for symbol in rule.expansion]  # type: ignore[attr-defined]
    made_up = origin.startswith("__")  # by the parser generator, for what may be repeated
    return set() if made_up else {(origin, alias, SIGNS.get(n, n)) for n in names if not n.startswith("__")}


def test_every_word_is_mentioned() -> None:
    words = set(RESERVED | QUANTIFIERS | BEFORE_OF | BEFORE_NAME).union(*BLOCKS.values(), *LINE_WORDS.values())
    said = set(re.findall(r"\w+", code_in(LANGUAGE)))
    assert sorted(words - said) == []


def test_every_built_in_name_is_mentioned() -> None:
    text = code_in(LANGUAGE)
    assert [word for word in TYPE_WORDS if f"`{word}`" not in read(LANGUAGE)] == []
    assert [name for name in FUNCTIONS if f"{name}(" not in text] == []
    assert [name for names in ATTRIBUTES.values() for name in names if f".{name}" not in text] == []


def code_in(page: str) -> str:
    return "\n".join([*re.findall(r"`([^`\n]+)`", read(page)), *(block.text for block in blocks(page))])


# --- the page of diagnostics ------------------------------------------------------------------------------------------

INDEX = "docs/diagnostics.md"
SECTIONS = {b.heading: b.page for p in PAGES if p.startswith("docs/diagnostics/") for b in blocks(p)}


def test_every_code_has_a_section() -> None:
    assert sorted(SECTIONS) == sorted(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_in_the_index(code: str) -> None:
    assert f"](diagnostics/{Path(SECTIONS[code]).name}#{code})" in read(INDEX)


@pytest.mark.parametrize("code", CODES)
def test_a_section_shows_what_is_wrong_and_what_is_right(code: str) -> None:
    section = [block for block in blocks(SECTIONS[code]) if block.heading == code and "file" not in block.notes]
    if {block.language for block in section} == {"rules"}:
        assert [block.notes.get("wrong") for block in section] == [code, None]
    else:
        assert code in "".join(block.text for block in section)


# --- the picture of the tree ------------------------------------------------------------------------------------------


def test_the_architecture_page_names_every_folder() -> None:
    text = read("docs/architecture.md")
    for top in ("interpreter", "tests"):
        folders = {path.parent.relative_to(ROOT / top).parts[0] for path in (ROOT / top).glob("*/*") if path.is_file()}
        missing = [name for name in sorted(folders - {"__pycache__"}) if f"`{top}/{name}/`" not in text]
        assert missing == []


def test_the_architecture_page_knows_who_may_import_whom() -> None:
    assert "\n" + " ← ".join(ORDER) + "\n" in read("docs/architecture.md")


# --- the page of the API ----------------------------------------------------------------------------------------------


NOT_FOR_USERS = {"code", "pending", "values", "site"}  # how a rulebook and a decision know what they stand for


def test_every_name_of_the_front_door_is_mentioned() -> None:
    import rulewright.interpreter as door

    said = set(re.findall(r"\w+", code_in("docs/api.md")))
    classes = (door.Rulebook, door.Game, door.Decision)
    public = {name for each in classes for name in vars(each) if not name.startswith("_")} - NOT_FOR_USERS
    assert sorted({*door.__all__, *public} - said) == []
