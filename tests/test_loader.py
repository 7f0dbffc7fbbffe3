import os
from pathlib import Path

import pytest

from rulewright.interpreter.source import Loader, MemoryLoader, Source, SourceProblem


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A working folder, something shipped, and a secret outside both."""
    files = {
        "work/mine.rules": 'rulebook mine "Mine"\n',
        "work/parts/cards.rules": "# cards\n",
        "shipped/rules/tiny.rules": 'rulebook tiny "Tiny"\n',
        "shipped/rules/tiny/extra.rules": "# a part\n",
        "shipped/rules/classics/nim.rules": 'rulebook nim "Nim"\n',
        "shipped/stdlib/cards.rules": "# std\n",
        "secret.rules": "# secret\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def loader(tree: Path) -> Loader:
    return Loader(tree / "work", tree / "shipped")


def problem(loader: Loader, name: str, within: Source | None = None) -> SourceProblem:
    with pytest.raises(SourceProblem) as raised:
        loader.rulebook(name) if within is None else loader.include(name, within)
    return raised.value


def test_a_name_is_found_in_the_working_folder_and_among_the_shipped(loader: Loader) -> None:
    assert loader.rulebook("mine").name == "mine.rules"
    assert loader.rulebook("tiny").name == "rules/tiny.rules"
    assert loader.rulebook("nim").name == "rules/classics/nim.rules"


def test_the_working_folder_comes_first(loader: Loader, tree: Path) -> None:
    (tree / "work/tiny.rules").write_text('rulebook tiny "My own"\n', encoding="utf-8")
    assert loader.rulebook("tiny").name == "tiny.rules"


def test_a_path_is_read_from_anywhere(loader: Loader, tree: Path) -> None:
    assert loader.rulebook("parts/cards.rules").text == "# cards\n"
    assert loader.rulebook("parts/cards").text == "# cards\n"
    assert loader.rulebook(str(tree / "secret.rules")).text == "# secret\n"


def test_a_part_is_not_a_rulebook(loader: Loader) -> None:
    assert problem(loader, "extra").code == "rulebook-not-found"
    assert [entry.heading.name for entry in loader.entries()] == ["mine", "tiny", "nim"]


def test_an_unknown_name_comes_with_what_there_is(loader: Loader) -> None:
    found = problem(loader, "tinny")
    assert found.code == "rulebook-not-found"
    assert found.candidates == ("mine", "nim", "tiny")


def test_an_unknown_path_comes_with_what_lies_beside_it(loader: Loader) -> None:
    assert problem(loader, "./mien.rules").candidates == ("mine.rules",)
    assert (
        problem(loader, "./parts/").message
        == "./parts/ is a folder. I need a .rules file, such as ./parts/cards.rules."
    )


def test_the_name_of_a_folder_comes_with_a_file_in_it(loader: Loader, tree: Path) -> None:
    assert "name a file in it, such as parts/cards.rules." in problem(loader, "parts").message
    (tree / "work/parts/parts.rules").write_text("# parts\n", encoding="utf-8")
    assert "such as parts/parts.rules." in problem(loader, "parts").message


@pytest.mark.parametrize("name", ["", "a\0b", "a\nb"])
def test_a_strange_name_is_refused(loader: Loader, name: str) -> None:
    assert problem(loader, name).code == "rulebook-not-found"


def test_use_reads_the_standard_library(loader: Loader) -> None:
    assert loader.library("std.cards").name == "stdlib/cards.rules"


@pytest.mark.parametrize("name", ["std.card", "cards", "std.", "std../../secret", "std.cards.rules", "std.Cards"])
def test_use_reads_nothing_else(loader: Loader, name: str) -> None:
    with pytest.raises(SourceProblem) as raised:
        loader.library(name)
    assert raised.value.code == "library-not-found"
    assert raised.value.candidates == ("std.cards",)


def test_include_reads_downwards(loader: Loader) -> None:
    part = loader.include("parts/cards.rules", loader.rulebook("mine"))
    assert (part.name, part.text) == ("parts/cards.rules", "# cards\n")
    assert problem(loader, "mine.rules", part).code == "include-not-found"


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "../secret.rules",
        "parts/../../secret.rules",
        "..\\secret.rules",
        "/etc/passwd",
        "/etc/hosts.rules",
        "C:\\secret.rules",
        "C:secret.rules",
        "\\\\host\\share.rules",
        "~/secret.rules",
        "parts//cards.rules",
        "./parts/cards.rules",
        "parts/cards.rules\0",
        "",
        ".",
        "notes.txt",
        "a" * 5000 + ".rules",
    ],
)
def test_include_refuses_to_leave(loader: Loader, name: str) -> None:
    mine = loader.rulebook("mine")
    assert problem(loader, name, mine).code == "include-leaves-folder"
    with pytest.raises(SourceProblem):
        MemoryLoader({"mine": "", name: "gotcha"}).include(name, Source("mine", ""))


@pytest.mark.parametrize("link", ["link.rules", "out/secret.rules", "circle.rules"])
def test_include_refuses_links_that_leave(loader: Loader, tree: Path, link: str) -> None:
    (tree / "work/link.rules").symlink_to(tree / "secret.rules")
    (tree / "work/out").symlink_to(tree, target_is_directory=True)
    (tree / "work/circle.rules").symlink_to(tree / "work/circle.rules")
    assert problem(loader, link, loader.rulebook("mine")).code in ("include-leaves-folder", "include-not-found")


def test_a_link_that_stays_inside_is_followed(loader: Loader, tree: Path) -> None:
    (tree / "work/alias.rules").symlink_to(tree / "work/parts/cards.rules")
    assert loader.include("alias.rules", loader.rulebook("mine")).text == "# cards\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(loader: Loader, tree: Path) -> None:
    os.mkfifo(tree / "work/pipe.rules")
    assert problem(loader, "pipe.rules", loader.rulebook("mine")).code == "include-not-found"
    assert problem(loader, "pipe").code == "rulebook-not-found"


def test_a_file_that_is_too_long_is_refused(loader: Loader, tree: Path) -> None:
    (tree / "work/long.rules").write_bytes(b"#" * 1_000_001)
    assert problem(loader, "long").code == "source-too-long"


def test_a_file_that_is_not_utf8_names_the_line(loader: Loader, tree: Path) -> None:
    (tree / "work/latin.rules").write_bytes(b"rulebook latin\n# caf\xe9\n")
    found = problem(loader, "latin")
    assert found.code == "source-not-utf8"
    assert found.message == "latin.rules is not UTF-8 text: line 2 holds the byte 0xe9. Save it as UTF-8."


def test_line_ends_and_the_byte_order_mark_do_not_matter(loader: Loader, tree: Path) -> None:
    (tree / "work/dos.rules").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert loader.rulebook("dos").text == "one\ntwo\nthree\n"


def test_text_in_memory_loads_the_same_way() -> None:
    loader = MemoryLoader(
        {"tiny": 'rulebook tiny "Tiny"', "std.toys": "# toys", "p/a.rules": "# a", "p/b.rules": "# b"}
    )
    tiny = loader.rulebook("tiny")
    part = loader.include("p/a.rules", tiny)
    assert part.text == "# a"
    assert loader.include("b.rules", part).text == "# b"
    assert loader.library("std.toys").text == "# toys"
    assert problem(loader, "p/c.rules", tiny).code == "include-not-found"
    assert [entry.heading.title for entry in loader.entries()] == ["Tiny"]
