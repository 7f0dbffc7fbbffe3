"""`rulewright compile`: a rulebook as the plain data that the machine plays."""

from pathlib import Path

import click

from rulewright.cli.files import write_whole
from rulewright.cli.varied import with_variants
from rulewright.interpreter import listing, load, to_json


@click.command("compile")
@click.argument("book", metavar="BOOK")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of the terminal.")
@click.option("--listing", "as_listing", is_flag=True, help="Not JSON, but a listing for people.")
@with_variants
def command(
    book: str, output: Path | None, as_listing: bool, variants: tuple[str, ...], options: dict[str, str]
) -> int:
    """Compile a rulebook. Every command takes the compiled file in place of the rulebook.

    Example:  rulewright compile my_game.rules -o my_game.json
    """
    if output is not None and output.suffix == ".rules":
        raise click.UsageError(f"{output} is the name of a source; what is compiled ends in .json or .txt.")
    program = load(book, variants=variants, options=options).program
    text = listing(program) if as_listing else to_json(program) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    return 0
