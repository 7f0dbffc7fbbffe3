"""No line of Python knows any game: proved by looking for names, and by giving everything in a rulebook another one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import Game, Loader, Rulebook, load
from rulewright.interpreter.fuzz.play import Luck, random_step
from rulewright.interpreter.model.attributes import BUILT_IN as ATTRIBUTES
from rulewright.interpreter.model.book import BUILT_IN
from rulewright.interpreter.model.calls import FUNCTIONS
from rulewright.interpreter.model.grids import LINE_DIRECTIONS
from rulewright.interpreter.syntax.lines import TOKEN

ROOT = Path(__file__).resolve().parents[1]
# Plain English that the Python uses for something else (a left side, a CSS property, a red error). It may only shrink.
ALLOWED = ROOT / "tests/rules_are_data.txt"

# --- the words of the language, and the names of the rulebooks --------------------------------------------------------


@cache
def language() -> frozenset[str]:
    """Every word that means something by itself: the published ones, what is built in, what the library declares."""
    published = re.findall(r"`([a-z_]+)`", (ROOT / "docs/words.md").read_text(encoding="utf-8"))
    built_in = {*BUILT_IN, *FUNCTIONS, *LINE_DIRECTIONS, *(word for words in ATTRIBUTES.values() for word in words)}
    known_to_bots = {"score", "standing"}
    other = {"cite", "along"}  # a word of its own, and the name of an argument
    library = {
        word for path in (ROOT / "stdlib").glob("*.rules") for word in words_of(path.read_text(encoding="utf-8"))
    }
    modules = {"std", *(path.stem for path in (ROOT / "stdlib").glob("*.rules"))}
    return frozenset({*published, *built_in, *known_to_bots, *other, *library, *modules})


def words_of(text: str) -> Iterator[str]:
    """The names in a rulebook's text, those in the braces of its strings included."""
    for match in TOKEN.finditer(text):
        if match.lastgroup in ("NAME", "KIND"):
            yield match.group()
        elif match.lastgroup == "STRING":
            for inner in re.findall(r"\{([^}]*)\}", match.group()):
                yield from words_of(inner)


def parts_of(path: Path) -> list[Path]:
    """A rulebook's file, and those that it includes."""
    included = re.findall(r'^ *include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    return [path, *(path.parent / name for name in included)]


def is_rulebook(path: Path) -> bool:
    return bool(re.search(r"^rulebook ", path.read_text(encoding="utf-8"), re.MULTILINE))


RULEBOOKS = [path for path in sorted((ROOT / "rules").rglob("*.rules")) if is_rulebook(path)]
PASSAGES = sorted((ROOT / "tests/language/hard_passages").glob("*.rules"))


def declared(book: Rulebook) -> set[str]:
    """The names of all that stands in the compiled rulebook and does not come from the library."""
    program = book.program
    named: list[Any] = [
        *program.kinds,
        *program.enums,
        *program.columns,
        *program.zones,
        *program.dice,
        *program.tables,
    ]
    named += [*program.values, *program.functions, *program.rules, *program.options]
    members = [member for enum in program.enums for member in enum.members]
    names = {name for each in named for name in each.name.split(".")}
    # Cells, seats of rulebooks without names and the machine's own names for what has none are nobody's.
    return {name for name in {*names, *members, *program.names} - language() if re.fullmatch("[A-Za-z_]{3,}", name)}


# --- no name stands in the Python -------------------------------------------------------------------------------------


def spoken(path: Path) -> Iterator[str]:
    """The names and the texts of a Python file, without its docstrings and comments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value
        for attribute in ("id", "attr", "name", "arg", "asname"):
            word = getattr(node, attribute, None)
            if isinstance(word, str):
                yield word


def names_in_python(names: set[str]) -> set[str]:
    """The whole names that are said anywhere in the machine or the command line."""
    files = [path for folder in ("interpreter", "cli") for path in (ROOT / folder).rglob("*.py")]
    said = {word for path in files for text in spoken(path) for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text)}
    return {name for name in names if name in said}


def test_no_name_of_a_rulebook_stands_in_the_python() -> None:
    names = {name for path in RULEBOOKS for name in declared(load(path, Loader(path.parent)))}
    allowed = set(ALLOWED.read_text(encoding="utf-8").split())
    found = names_in_python(names)
    assert sorted(found - allowed) == [], "a name of a rulebook stands in the Python"
    assert sorted(allowed - found) == [], "no longer needed: the list may only shrink"


# --- other names, the same game ---------------------------------------------------------------------------------------


FIRST = str.maketrans("aeiou" + "bcdfghjklmnpqrstvwxyz", "uoiea" + "zyxwvtsrqpnmlkjhgfdcb")


class Renaming:
    """A bijection between the words of a rulebook and others that mean nothing.

    A name is renamed part by part (`sleeping_cat`), so that what the machine makes of it (`hand_anne`, "Sleeping cat")
    is renamed as well. A part keeps its last letters, which decide about plurals; its first letter stays a vowel or a
    consonant, which decides about "a" or "an", but the alphabet is turned around: whatever sorts by name is found out.
    """

    def __init__(self, texts: list[str]) -> None:
        self.kept = language()
        parts = {part.lower() for text in texts for word in words_of(text) for part in word.split("_")}
        renamed = sorted(part for part in parts if re.fullmatch("[a-z]{2,}", part) and part not in self.kept)
        self.new = {
            part: f"{part[0].translate(FIRST)}qz{_code(number)}zq{part[-2:]}" for number, part in enumerate(renamed)
        }
        self.old = {new: part for part, new in self.new.items()}
        self._back = re.compile("[a-z]qz[a-p]{3}zq[a-z]{2}", re.IGNORECASE)

    def word(self, word: str) -> str:
        if word in self.kept:
            return word
        return "_".join(_in_the_case_of(part, self.new.get(part.lower(), part)) for part in word.split("_"))

    def text(self, text: str) -> str:
        """A rulebook's text, renamed. What stands in quotes is for people, but for what stands in braces."""

        def token(match: re.Match[str]) -> str:
            found = match.group()
            if match.lastgroup in ("NAME", "KIND"):
                return self.word(found)
            if match.lastgroup == "STRING":
                return re.sub(r"\{([^}]*)\}", lambda inner: "{" + self.text(inner.group(1)) + "}", found)
            return found

        return TOKEN.sub(token, text)

    def back(self, data: Any) -> Any:
        """What the renamed game says, in the names of the first."""
        text = json.dumps(data, sort_keys=True)
        return json.loads(self._back.sub(lambda found: _in_the_case_of(found[0], self.old[found[0].lower()]), text))


def _code(number: int) -> str:
    """Three letters, the last number's first in the alphabet."""
    return "".join("ponmlkjihgfedcba"[int(digit, 16)] for digit in f"{number:03x}")


def _in_the_case_of(model: str, word: str) -> str:
    return word[0].upper() + word[1:] if model[:1].isupper() else word


def renamed(path: Path, folder: Path) -> tuple[Rulebook, Renaming]:
    texts = {part: part.read_text(encoding="utf-8") for part in parts_of(path)}
    renaming = Renaming(list(texts.values()))
    for part, text in texts.items():
        copy = folder / part.relative_to(path.parent)
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(renaming.text(text), encoding="utf-8")
    return load(folder / path.name, Loader(folder)), renaming


def told(game: Game) -> dict[str, Any]:
    """All that anybody is told."""
    asked = [
        [each.seat, each.form, each.prompt, each.least, each.most, [[one.id, one.label] for one in each.options]]
        for each in game.decisions()
    ]
    seen = {str(seat): [game.view(seat), game.log(seat)] for seat in (*game.seats, None)}
    return {"asked": asked, "seen": seen, "result": game.result}


@pytest.mark.parametrize("path", [*RULEBOOKS, *PASSAGES], ids=lambda path: path.stem)
def test_other_names_give_the_same_game(path: Path, tmp_path: Path) -> None:
    plain = load(path, Loader(path.parent))
    other, renaming = renamed(path, tmp_path)
    names = declared(plain)
    assert len(names & declared(other)) <= len(names) / 6, sorted(names & declared(other))
    game, twin = plain.start(seed=11), other.start(seed=11)
    luck, twin_luck = Luck.of(11), Luck.of(11)
    for number in range(150):
        if number % 10 == 0 or game.over:
            assert renaming.back(told(twin)) == renaming.back(told(game)), number
        if game.over:
            break
        random_step(game, luck)
        random_step(twin, twin_luck)
