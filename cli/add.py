"""`rulewright add`: takes a packed mod into the user's folder, if it is what it should be."""

from pathlib import Path

import click

from rulewright.cli import modding
from rulewright.interpreter import Loader, Mod, ModProblem, read_mod, user_folder
from rulewright.interpreter.diagnostics import escape


@click.command("add")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Put it in the place of one of the same name.")
@click.option("--anyway", is_flag=True, help="Add it even if it does not fit the rulebooks that are here.")
def command(file: Path, replace: bool, anyway: bool) -> int:
    """Add a mod that somebody packed. From then on its rulebooks and variants are found by name.

    It is looked at before anything is written. Mods lie in the folder that RULEWRIGHT_MODS names, else in
    rulewright/mods in the folder for your data (XDG_DATA_HOME). To be rid of one, delete its folder there.

    Example:  rulewright add short_week-1.0.zip
    """
    if file.is_dir():
        raise click.UsageError(f"{escape(str(file))} is a folder. `rulewright pack` makes a file of it.")
    mod = read_mod(file)
    manifest = mod.manifest
    target = mod.place_in(user_folder())
    if target.exists() and not replace:
        raise ModProblem(
            f"There is a mod called {manifest.name} already.\n"
            f"It lies in {target}. --replace puts this one in its place."
        )
    _refuse_hiding(mod, target)
    with mod.laid_out(target) as fresh:
        errors = modding.errors_in(mod, fresh)
        lines, changed = modding.since(manifest, fresh)
        click.echo(escape(f"{manifest.name} {manifest.version}, by {manifest.author}: {manifest.changes}"))
        modding.tell(lines)
        if errors:
            click.echo("This no longer fits:\n" if changed else "It has mistakes:\n", err=True)
            modding.show(errors)
            if not anyway:
                return _not_added()
        elif broken := modding.failing_examples(mod, fresh):
            click.echo("This no longer fits:\n" if changed else "It does not do what it promises:\n", err=True)
            for line in broken:
                click.echo(escape(line), err=True)
            if not anyway:
                return _not_added()
        elif changed:
            click.echo("All of it still fits.")
        mod.take(fresh, target, replace)
    click.echo(f"It lies in {escape(str(target))}. Next:  rulewright play {min(mod.books)}")
    return 0


def _not_added() -> int:
    click.echo("\nIt was not added. --anyway adds it all the same, to be mended.", err=True)
    return 1


def _refuse_hiding(mod: Mod, target: Path) -> None:
    """What a stranger made must not stand in the place of something else by its name."""
    books = {name.casefold() for name in mod.books}
    for entry in Loader(folder=target).entries():
        path = entry.source.path
        if path is None or path.is_relative_to(target):
            continue
        for name in {path.stem, entry.heading.name}:
            if name.casefold() in books:
                raise ModProblem(
                    f"This mod holds a rulebook or variant called {name}, and there is one already ({entry.place}): "
                    f"{entry.source.name}. One would hide the other, so I do not add it."
                )
