"""The flags that say which form of a rulebook is meant: its variants, its options and its language."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def with_variants(command: F) -> F:
    """Gives a command `--variant` and `--option`, as the arguments `variants` and `options`."""
    command = click.option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_settings,
        help="Settle an option of the rulebook; `rulewright list BOOK` shows them.",
    )(command)
    return click.option(
        "--variant", "variants", metavar="NAME", multiple=True, help="Lay a variant on the rulebook; may be repeated."
    )(command)


def with_language(command: F) -> F:
    """Gives a command `--language`."""
    return click.option(
        "--language", metavar="CODE", help="Texts in another language; `rulewright list BOOK` shows which there are."
    )(command)


def _settings(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in given:
        name, sign, value = each.partition("=")
        if not sign or not name:
            raise click.BadParameter(f"{each!r} is not of the form NAME=VALUE.", context, parameter)
        found[name] = value
    return found
