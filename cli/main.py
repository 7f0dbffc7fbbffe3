"""The `rulewright` command: finds the wanted command, runs it, and never shows a traceback.

Exit codes: 0 good, 1 the rulebook or the game is at fault, 2 wrong use, 70 a fault in Rulewright itself; and as the
shell has it, 130 interrupted, 141 nobody reads the output.
"""

import errno
import os
import sys
from importlib import import_module
from typing import NoReturn

import click

# What writing says where the disk or the quota is full, or the device broken.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

# name: (module in rulewright.cli that holds a click command called `command`, short help).
# A module is imported only when its command runs.
COMMANDS: dict[str, tuple[str, str]] = {
    "list": ("list", "List the rulebooks that can be played, or tell about one."),
    "play": ("play", "Play a rulebook in the terminal."),
    "check": ("check", "Check rulebooks for mistakes."),
    "test": ("test", "Run the examples that stand in rulebooks."),
    "simulate": ("simulate", "Play many games between bots, and tell how they went."),
    "explain": ("explain", "Tell what a rulebook says: a card, a phase, a value, or all of it."),
    "new": ("new", "Begin a rulebook, or a variant of one."),
    "fmt": ("fmt", "Lay rulebooks out in the one canonical way."),
    "diff": ("diff", "Tell what differs between two rulebooks, or what variants change."),
    "pack": ("pack", "Pack a mod into one file."),
    "add": ("add", "Add a mod that somebody packed."),
    "compile": ("compile", "Compile a rulebook to the plain data that is played."),
    "replay": ("replay", "Tell a saved game again, answer by answer."),
    "drive": ("drive", "Let another program play, by lines of JSON."),
}


class Commands(click.Group):
    """A group that knows its commands by table."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f"rulewright.cli.{COMMANDS[name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulewright.interpreter.diagnostics import did_you_mean, escape

            question = did_you_mean(args[0], COMMANDS)
            context.fail(f"There is no command `{escape(args[0])}`." + (f" {question}" if question else ""))
        return super().resolve_command(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        from rulewright import __version__

        click.echo(f"rulewright {__version__}")
        context.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
@click.pass_context
def rulewright(context: click.Context) -> None:
    """A rulebook is a text file that runs: check it, test it, play it.

    Example:  rulewright list
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: list[str] | None = None) -> NoReturn:
    """The console script."""
    _open_missing_streams()
    sys.exit(_guarded(arguments))


def _guarded(arguments: list[str] | None) -> int:
    """The exit code. A command gives its own by returning a number, or with `context.exit` or `sys.exit`."""
    try:
        try:
            code = _run(sys.argv[1:] if arguments is None else list(arguments))
            sys.stdout.flush()
        except click.ClickException as wrong:
            wrong.show()
            code = wrong.exit_code
        except (click.Abort, KeyboardInterrupt, EOFError) as stop:
            code = _stopped(stop)
        except BrokenPipeError:
            raise
        except Exception as fault:
            code = _explained(fault)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has gone. Python would complain again when it closes the stream.
        _discard_output()
        return 141


def _run(arguments: list[str]) -> int:
    # Not click's own `main`: what that makes of a broken pipe differs from version to version.
    try:
        with rulewright.make_context("rulewright", arguments) as context:
            result = rulewright.invoke(context)
            return result if isinstance(result, int) else 0
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return leaving.code or 0
        click.echo(str(leaving.code), err=True)
        return 1


def _stopped(stop: BaseException) -> int:
    # click's prompts turn both an interrupt and the end of the input into Abort.
    cause = stop.__context__ if isinstance(stop, click.Abort) else stop
    if isinstance(cause, EOFError):
        click.echo("\nThe input ended before the question was answered.", err=True)
        return 1
    click.echo("\nStopped.", err=True)
    return 130


def _explained(fault: Exception) -> int:
    from rulewright.cli import trouble
    from rulewright.cli.terminal import colour
    from rulewright.interpreter.diagnostics import escape

    if isinstance(fault, trouble.EXPECTED):
        click.echo(trouble.words(fault, colour(sys.stderr)), err=True, nl=False)
        return 1
    if isinstance(fault, OSError) and fault.filename is not None and not trouble.debugging():
        click.echo(f"I could not use {escape(str(fault.filename))}: {fault.strerror or 'it failed'}.", err=True)
        return 1
    if isinstance(fault, OSError) and fault.errno in NO_ROOM and not trouble.debugging():
        _discard_output()  # of what is left of it, Python would complain once more
        click.echo(f"I could not write all that I had to say: {fault.strerror}.", err=True)
        return 1
    if trouble.debugging():
        import traceback

        traceback.print_exception(fault)
    else:
        kind, text = type(fault).__name__, escape(str(fault))[:500]
        click.echo(f"Sorry, this is a fault in Rulewright, not in your rulebook: {kind}: {text}", err=True)
        click.echo("Please report it, with what RULEWRIGHT_DEBUG=1 shows when you do the same again.", err=True)
    return 70


def _open_missing_streams() -> None:
    """A closed stream is None in Python; and a letter that cannot be read or shown must not end a game."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def _discard_output() -> None:
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass


if __name__ == "__main__":
    main()
