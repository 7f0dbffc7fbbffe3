"""`rulewright new`: the beginning of a rulebook, or of a variant of one."""

import json
import re
from pathlib import Path

import click

from rulewright.cli.explaining.reach import reach
from rulewright.cli.files import write_whole
from rulewright.interpreter import (
    MANIFEST,
    Loader,
    Manifest,
    Rulebook,
    addressable,
    editor_grammar,
    load,
    write_manifest,
)

STARTERS = Path(__file__).parent / "starters"
NAME = re.compile(r"[a-z][a-z0-9_]*")
WIDEST = 100  # letters of a line that lists names
OTHERS = {"kind": "kinds", "zone": "zones", "board": "boards", "state": "states", "table": "tables"} | {
    "die": "dice",
    "enum": "enums",
    "rule": "rules",
}  # besides what a game makes use of

PACKAGE = {
    "name": "rulewright",
    "displayName": "Rulewright",
    "description": "Colours for rulebooks",
    "version": "0.1.0",
    "publisher": "rulewright",
    "engines": {"vscode": "^1.60.0"},
    "contributes": {
        "languages": [{"id": "rules", "extensions": [".rules"], "configuration": "./language-configuration.json"}],
        "grammars": [{"language": "rules", "scopeName": "source.rules", "path": "./rules.tmLanguage.json"}],
    },
}
CONFIGURATION = {
    "comments": {"lineComment": "#"},
    "brackets": [["(", ")"], ["[", "]"]],
    "autoClosingPairs": [["(", ")"], ["[", "]"], ['"', '"']],
}


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option("--variant", "base", metavar="BOOK", help="A variant of this rulebook, as a mod that can be packed.")
def command(name: str, base: str | None) -> int:
    """Begin a rulebook: a folder with a small game that works, an example, a README, colours for your editor, and a
    mod.yaml, so that it is found by its name and can be packed.

    Or begin a variant: a folder with a mod.yaml, and a file that says what can be changed. Fill in your name.

    Nothing that exists is overwritten.

    Example:  rulewright new my_game
    """
    if not NAME.fullmatch(name):
        raise click.UsageError("A rulebook's name has small letters, digits and underscores: my_game")
    files = _rulebook(name) if base is None else _variant(name, base)
    root = Path(name)
    if root.exists() or root.is_symlink():
        raise click.UsageError(f"{root} exists already, and I overwrite nothing.")
    _refuse_hiding(name)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    if base is None:
        click.echo(f"{name} is ready. Next:  rulewright play {name}   edit {name}/{name}.rules")
    else:
        click.echo(f"{name} is ready. Next:  edit {name}/{name}.rules   rulewright check {name}")
    return 0


def _refuse_hiding(name: str) -> None:
    """What is found by its name must not be hidden by something new of the same name."""
    for entry in Loader().entries():
        path = entry.source.path
        if name in {entry.heading.name.casefold(), path.stem.casefold() if path is not None else ""}:
            words = (
                f"There is a rulebook or variant called {name} already ({entry.place}), and the new one would hide it."
            )
            raise click.UsageError(f"{words} Choose another name.")


def _rulebook(name: str) -> dict[Path, str]:
    folder = Path(name)
    words = {"name": name, "title": _title(name)}
    return {
        folder / f"{name}.rules": _starter("rulebook", words),
        folder / MANIFEST: write_manifest(Manifest(name, "1.0", "unknown", f"A game of its own: {words['title']}")),
        folder / "README.md": _starter("readme", words),
        folder / ".editorconfig": _starter("editorconfig", words),
        folder / "editor" / "package.json": _json(PACKAGE),
        folder / "editor" / "language-configuration.json": _json(CONFIGURATION),
        folder / "editor" / "rules.tmLanguage.json": _json(editor_grammar()),
    }


def _variant(name: str, base: str) -> dict[Path, str]:
    book = load(base)
    words = {
        "name": name,
        "title": _title(name),
        "base": book.name,
        "names": "\n".join(_names(book, addressable(base))),
        "samples": "\n".join(f"# {line}" for line in _samples(book)),
    }
    manifest = Manifest(name, "1.0", "unknown", f"A variant of {book.title}", {book.name: book.digest})
    return {
        Path(name) / f"{name}.rules": _starter("variant", words),
        Path(name) / MANIFEST: write_manifest(manifest),
    }


def _names(book: Rulebook, others: dict[str, tuple[str, ...]]) -> list[str]:
    """The names that a variant can address, as comments."""
    program = book.program
    roles = {"phase": "phases", "action": "actions", "effect": "effects"}
    used = reach(book)
    functions = [program.functions[number] for number in sorted(used.functions) if program.functions[number].outline]
    found = {title: [each.name for each in functions if each.role == role] for role, title in roles.items()}
    found["values"] = [program.values[number].name for number in sorted(used.values)]
    found["pieces"] = [f"{card.kind} {card.name}" for card in program.cards]
    found["options"] = [option.name for option in program.options]
    for word, title in OTHERS.items():
        found[title] = [_called(word, name) for name in others.get(word, ())]
    lines = []
    for title, names in found.items():
        line = f"#   {title + ':':<9}"
        for name in names:
            if len(line) + len(name) > WIDEST:
                lines.append(line.rstrip())
                line = "#" + " " * 12
            line += f" {name},"
        if names:
            lines.append(line.rstrip(","))
    return lines


def _called(word: str, name: str) -> str:
    """A state of something is written `hunger of Wolf`."""
    owner, _, own = name.rpartition(".")
    return f"{own} of {owner}" if word == "state" and owner else name


def _samples(book: Rulebook) -> list[str]:
    """Patches that fit this rulebook, to be uncommented."""
    program = book.program
    lines: list[str] = []
    for card in program.cards:
        number = next(
            (c for c in program.columns if c.constant and c.type == "number" and "." not in c.name
             and c.owner and c.first <= card.first < c.first + c.count),
            None,
        )  # fmt: skip
        if number is not None:
            value = program.constants[number.base + card.first]
            lines += [f"change {card.kind} {card.name}", f"    {number.name} {max(value, 0) + 1}"]
            break
    if program.cards:
        last = program.cards[-1]
        lines.append(f"remove {last.kind} {last.name}")
    if program.score >= 0:
        lines.append(f"modify {program.values[program.score].name}(_): add 1")
    return lines


def _starter(name: str, words: dict[str, str]) -> str:
    text = (STARTERS / f"{name}.txt").read_text(encoding="utf-8")
    for word, meant in words.items():
        text = text.replace(f"@{word}@", meant)
    return text


def _title(name: str) -> str:
    return name.replace("_", " ").strip().title()


def _json(data: object) -> str:
    return json.dumps(data, indent=2) + "\n"
