"""`rulewright diff`: what differs between two rulebooks, in what they say and in how they play."""

import json
import sys
from typing import Any

import attrs
import click

from rulewright.cli.differing.as_text import tell_differences, tell_play
from rulewright.cli.differing.play import played
from rulewright.cli.terminal import colour, width
from rulewright.cli.varied import with_variants
from rulewright.interpreter import BOTS, differences, load


@click.command("diff")
@click.argument("one", metavar="A")
@click.argument("other", metavar="[B]", required=False)
@click.option("--play", "games", type=click.IntRange(1, 100_000), help="Also play so many games of each, and compare.")
@click.option("--bot", type=click.Choice(BOTS), default=BOTS[0], show_default=True, help="Who plays them.")
@click.option("--players", type=click.IntRange(1, 12), help="How many play; as few as can play both, if not said.")
@click.option("--seed", type=int, default=0, show_default=True, help="The first seed.")
@click.option("--json", "as_json", is_flag=True, help="For programs: JSON.")
@with_variants
def command(
    one: str,
    other: str | None,
    games: int | None,
    bot: str,
    players: int | None,
    seed: int,
    as_json: bool,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Tell what differs between the rulebooks A and B; or, without B, what the variants and options change in A.

    With --play, both are also played with the same seeds: where they part, who wins, how long it takes.

    The exit code is 0, whether they differ or not.

    Example:  rulewright diff hemloch long_week --play 200
    """
    if other is None and not variants and not options:
        raise click.UsageError("Compare with what? Name a second rulebook, or say --variant or --option.")
    before = load(one)
    after = load(other or one, variants=variants, options=options)
    found = differences(before, after)
    behaviour = played(before, after, games, players, seed, bot) if games is not None else None
    if as_json:
        rows: dict[str, Any] = {
            "one": {"name": before.name, "title": before.title, "digest": before.digest},
            "other": {"name": after.name, "title": after.title, "digest": after.digest},
            "differences": [attrs.asdict(each) for each in found],
        }
        if behaviour is not None:
            rows["play"] = behaviour.data()
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    painted = colour(sys.stdout)
    click.echo(tell_differences(before, after, found, width(), painted), nl=False)
    if behaviour is not None:
        click.echo(tell_play(behaviour, width(), painted), nl=False)
    return 0
