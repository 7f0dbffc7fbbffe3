"""What `pack`, `add` and `check` tell about a mod: who made it, and whether it fits what it was made for."""

import sys
import time
from pathlib import Path

import click

from rulewright.cli.terminal import colour, width
from rulewright.interpreter import Loader, Manifest, Mod, RulebookError, SourceProblem, check, load
from rulewright.interpreter.diagnostics import Diagnostic, escape, render_text

SHORT = 12  # digits of a digest that are shown
PATIENCE = 20  # seconds for the examples of a mod


def errors_in(mod: Mod, folder: Path) -> list[Diagnostic]:
    """The errors in all rulebooks and variants of a mod that lies in this folder."""
    loader = Loader(near=folder)
    found = [each for book in mod.books for each in check(folder / f"{book}.rules", loader)]
    return [each for each in dict.fromkeys(found) if each.severity == "error"]


def failing_examples(mod: Mod, folder: Path) -> list[str]:
    """A line about each example of a mod that lies in this folder and does not hold; for a while, not for ever."""
    found = []
    began = time.monotonic()
    for book in mod.books:
        for result in load(folder / f"{book}.rules", Loader(near=folder)).each_example():
            if not result.passed:
                found.append(f'{result.where}: the example "{result.name}" fails. {result.message}')
            if time.monotonic() - began > PATIENCE:
                return [*found, f"Its examples take longer than {PATIENCE} seconds. I have not run all of them."]
    return found


def show(diagnostics: list[Diagnostic]) -> None:
    click.echo(render_text(diagnostics, colour(sys.stderr), width()), nl=False, err=True)


def digests(names: tuple[str, ...], folder: Path) -> dict[str, str]:
    """Of these rulebooks as they are now; what cannot be read has none."""
    found = {}
    for name in names:
        try:
            found[name] = load(name, Loader(near=folder)).digest
        except (RulebookError, SourceProblem):
            continue
    return found


def since(manifest: Manifest, folder: Path) -> tuple[list[str], bool]:
    """A line about each rulebook that a mod was made for; and whether one of them is another one now."""
    now = digests(tuple(manifest.made_for), folder)
    lines = []
    for name, then in sorted(manifest.made_for.items()):
        if name not in now:
            lines.append(f"It was made for {name}, which cannot be loaded here.")
        elif now[name] != then:
            lines.append(f"{name} has changed since this mod was made for it.")
            lines.append(f"It was made for {then[:SHORT]}…, and here is {now[name][:SHORT]}…")
        else:
            lines.append(f"It was made for {name} as it is here.")
    return lines, any(now.get(name) != then for name, then in manifest.made_for.items())


def tell(lines: list[str]) -> None:
    for line in lines:
        click.echo(escape(line))
