"""The pictures of the documentation are what the program shows today, and need nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.pictures.make import HERE, PLOT, SCREENS, Screen, plot

FILES = [*(screen.name for screen in SCREENS), PLOT]


def text_of(svg: str) -> str:
    return " ".join("".join(ElementTree.fromstring(svg).itertext()).split())


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_is_what_play_shows(screen: Screen) -> None:
    assert screen.svg() == (HERE / f"{screen.name}.svg").read_text(encoding="utf-8"), "run `make pictures`"


def test_the_plot_is_one_that_simulate_draws() -> None:
    """Of fewer games: the same words, other numbers."""
    kept = (HERE / f"{PLOT}.svg").read_text(encoding="utf-8")
    words = [re.sub(r"[\d.,]+", "0", text_of(svg)).partition("0")[0] for svg in (kept, plot(games=2))]
    assert words[0] == words[1] and "Hemloch" in words[0], "run `make pictures`"


@pytest.mark.parametrize("name", FILES)
def test_a_picture_needs_nothing_from_elsewhere(name: str) -> None:
    svg = (HERE / f"{name}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^\"') ]+", svg)) == {"http://www.w3.org/2000/svg"}
    assert str(Path.home()) not in svg and str(HERE.parent) not in svg


def test_every_picture_is_made_and_shown() -> None:
    pages = "".join(
        page.read_text(encoding="utf-8") for page in (HERE.parents[1] / "README.md", *HERE.parent.glob("*.md"))
    )
    assert sorted(path.stem for path in HERE.glob("*.svg")) == sorted(FILES)
    assert [name for name in FILES if f"pictures/{name}.svg)" not in pages] == []
