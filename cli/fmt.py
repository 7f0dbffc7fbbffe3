"""`rulewright fmt`: rulebooks in their one canonical layout."""

import sys
from pathlib import Path

import click

from rulewright.cli import trouble
from rulewright.cli.files import write_whole
from rulewright.cli.terminal import colour, width
from rulewright.interpreter import Loader, Source, format_rules
from rulewright.interpreter.diagnostics import escape, render_text

STANDARD_INPUT = "-"


@click.command("fmt")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; the exit code is 1 when something would be changed.")
def command(files: tuple[str, ...], check: bool) -> int:
    """Lay out rulebooks, parts of rulebooks and all that lies in folders.

    Only space changes, never what the rules mean; comments are kept. A file that cannot be read is left as it is.
    A single - stands for standard input, and writes to standard output.

    Example:  rulewright fmt my_game.rules
    """
    if STANDARD_INPUT in files:
        if len(files) > 1:
            raise click.UsageError("Standard input is formatted alone.")
        return _piped(check)
    wrong = 0
    for file in _all(files):
        try:
            source = Loader().rulebook(str(file))
        except trouble.EXPECTED as problem:
            click.echo(trouble.words(problem, colour(sys.stderr)), err=True, nl=False)
            wrong += 1
            continue
        text = _formatted(source)
        if text is None:
            wrong += 1
        elif text != source.text:
            wrong += check
            click.echo(f"{escape(str(file))}: {'would be' if check else 'was'} changed.")
            if not check:
                write_whole(Path(file), text)
    return 1 if wrong else 0


def _all(files: tuple[str, ...]) -> list[Path]:
    """Files as they are named; of a folder every rulebook in it."""
    found: list[Path] = []
    for name in files:
        path = Path(name)
        if path.is_dir():
            found += sorted(each for each in path.rglob("*.rules") if each.is_file())
        elif path.suffix != ".rules":
            raise click.UsageError(f"{name} is no rulebook: its name should end in .rules.")
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _formatted(source: Source) -> str | None:
    """None where it cannot be read; what is wrong has then been said."""
    result = format_rules(source)
    if result.text is None:
        click.echo(render_text(result.diagnostics, colour(sys.stderr), width()), err=True, nl=False)
    return result.text


def _piped(check: bool) -> int:
    try:
        source = Source("standard input", sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError:
        click.echo("Standard input is not UTF-8.", err=True)
        return 1
    text = _formatted(source)
    if text is None:
        return 1
    if check:
        return 1 if text != source.text else 0
    click.echo(text, nl=False)
    return 0
