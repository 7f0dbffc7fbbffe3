"""`rulewright list`: the rulebooks that can be played."""

import json

import click

from rulewright.interpreter import Loader
from rulewright.interpreter.diagnostics import escape


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="For programs: a JSON list.")
def command(as_json: bool) -> None:
    """List the rulebooks in this folder and those that are shipped.

    Example:  rulewright list
    """
    entries = Loader().entries()
    if as_json:
        rows = [
            {
                "name": each.source.path.stem if each.source.path else each.heading.name,
                "title": each.heading.title,
                "file": each.source.name,
                "variant_of": each.heading.base,
            }
            for each in entries
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    if not entries:
        click.echo("I found no rulebooks here.")
        return
    names = [escape(each.source.path.stem if each.source.path else each.heading.name) for each in entries]
    wide = max(map(len, names))
    for name, each in zip(names, entries, strict=True):
        of = f"  (variant of {each.heading.base})" if each.heading.base else ""
        click.echo(f"{name:<{wide}}  {escape(each.heading.title)}{of}")
