"""`rulewright pack`: a mod's folder as one file that can be given away."""

from pathlib import Path

import click

from rulewright.cli import modding
from rulewright.cli.files import write_whole
from rulewright.interpreter import ModProblem, read_mod
from rulewright.interpreter.diagnostics import escape


@click.command("pack")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file; NAME-VERSION.zip here, if not said.")
def command(folder: Path, output: Path | None) -> int:
    """Pack a mod, a folder with a mod.yaml, into one file. The same mod gives the same file, byte for byte.

    It must be free of errors, and its examples must hold. The file says which rulebooks it was made for: those that it
    fits now.

    Example:  rulewright pack short_week
    """
    if not folder.is_dir():
        raise click.UsageError(f"{escape(str(folder))} is not a folder. A mod is a folder with a mod.yaml in it.")
    mod = read_mod(folder)
    errors = modding.errors_in(mod, folder)
    if errors:
        modding.show(errors)
        click.echo(f"\n{escape(mod.manifest.name)} is not packed: it has mistakes.", err=True)
        return 1
    broken = modding.failing_examples(mod, folder)
    if broken:
        for line in broken:
            click.echo(escape(line), err=True)
        click.echo(f"\n{escape(mod.manifest.name)} is not packed: its examples do not hold.", err=True)
        return 1
    made = mod.made_for(modding.digests(mod.bases, folder))
    target = output or Path(f"{mod.manifest.name}-{mod.manifest.version}.zip")
    _refuse_other_files(target, mod.manifest.name)
    write_whole(target, made.packed())
    for name in mod.left_out:
        click.echo(f"left out: {escape(name)}")
    files = len(mod.files)
    click.echo(f"{escape(str(target))} is ready: {files} files, {', '.join(mod.books)}.")
    for base, digest in made.manifest.made_for.items():
        click.echo(f"It is made for {base} ({digest[: modding.SHORT]}…).")
    click.echo(f"Next:  rulewright add {escape(str(target))}")
    return 0


def _refuse_other_files(target: Path, name: str) -> None:
    """A slip of the finger must not cost anybody a file: only an older packing of the same mod is written over."""
    if not target.exists():
        return
    try:
        same = target.is_file() and read_mod(target).manifest.name == name
    except ModProblem:
        same = False
    if not same:
        raise click.UsageError(f"{escape(str(target))} is there already, and it is not this mod.")
