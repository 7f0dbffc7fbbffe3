"""`rulewright play`: a game in the terminal, with people and bots in its seats."""

import secrets
import shlex
import sys
from contextlib import suppress
from pathlib import Path

import click

from rulewright.cli import saves, seats, settings
from rulewright.cli.plain import PlainScreen
from rulewright.cli.session import Leaving, Screen, Session
from rulewright.cli.terminal import colour, width
from rulewright.cli.varied import with_language, with_variants
from rulewright.interpreter import Rulebook, SaveProblem, load
from rulewright.interpreter.diagnostics import escape

ROOM = 60  # columns that a drawn table needs
LATEST = Path("-")  # the game that was played last
_FILE = click.Path(path_type=Path)


@click.command("play")
@click.argument("book", metavar="BOOK")
@click.option("--players", type=click.IntRange(1), help="How many play; the fewest that can, if not said.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="The same seed and answers give the same game.")
@click.option(
    "--seat",
    "given",
    type=click.Choice(seats.KINDS),
    multiple=True,
    help="Who sits in the first seat, the second, and so on. One person against the greedy bot, if not said.",
)
@click.option("--save", type=_FILE, help="Keep the game in this file instead of your state folder.")
@click.option("--no-save", is_flag=True, help="Keep the game nowhere.")
@click.option(
    "--resume",
    type=_FILE,
    is_flag=False,
    flag_value=LATEST,
    metavar="[FILE]",
    help="Go on with a game that was kept; without FILE, with the last one of this rulebook.",
)
@click.option("--plain", is_flag=True, help="Only lines of text: for screen readers, narrow windows and pipes.")
@click.option(
    "--ask/--no-ask",
    default=None,
    help="Ask for the settings that the rulebook leaves open. On a terminal a person is asked, unless there is an "
    "--option or --players already.",
)
@with_variants
@with_language
def command(
    book: str,
    players: int | None,
    seed: int | None,
    given: tuple[str, ...],
    save: Path | None,
    no_save: bool,
    resume: Path | None,
    plain: bool,
    ask: bool | None,
    variants: tuple[str, ...],
    options: dict[str, str],
    language: str | None,
) -> int:
    """Play a rulebook, against bots or with others at this screen.

    At each question, type the number of an option or its name. `help` tells what else can be typed: what a card does,
    why something cannot be chosen, undo, and more. The game is kept after each answer, so that nothing ends it: not
    Ctrl-C, not a closed window. `--resume` goes on with it.

    \b
    Example:  rulewright play my_game.rules --seat human --seat greedy
    """
    if save and no_save:
        raise click.UsageError("--save and --no-save exclude each other.")
    if resume and (players is not None or seed is not None):
        raise click.UsageError("A resumed game has its players and its seed already.")
    if resume and (variants or options):
        raise click.UsageError("A resumed game has its variants and its options already.")
    if save and save != resume:
        saves.refuse_a_game(save)
    if resume is not None:
        session = _resumed(book, resume, save, no_save, given, plain, language)
        return _played(session, book)

    def loaded(more: dict[str, str]) -> Rulebook:
        return load(book, variants=variants, options={**options, **more}, language=language)

    rulebook = loaded({})
    number = _number(rulebook, players)
    person = seats.HUMAN in (given or [seats.HUMAN]) and sys.stdin.isatty() and sys.stdout.isatty()
    if person:
        _remind(rulebook, book)
    if settings.any_open(rulebook) and (person and not options and players is None if ask is None else ask):
        settled = settings.settle(rulebook, number, loaded)
        rulebook, number = settled.rulebook, settled.players
    luck = secrets.randbits(62) if seed is None else seed
    game = rulebook.start(number, luck)
    path = None if no_save else save or saves.new_file(rulebook.name)
    session = Session(
        rulebook, game, seats.seated(game.seats, given), luck, _screen(rulebook, plain), saves.keeper(path)
    )
    return _played(session, book)


def _resumed(
    book: str,
    resume: Path,
    save: Path | None,
    no_save: bool,
    given: tuple[str, ...],
    plain: bool,
    language: str | None,
) -> Session:
    """The session of a game that was kept. Other people and bots may sit down to it."""
    if resume == LATEST:
        rulebook = load(book, language=language)
        found = saves.latest(rulebook.name)
        if found is None:
            raise SaveProblem(f"There is no unfinished game of {rulebook.title}.")
        resume = found
    kept = saves.read(resume)
    variants, options = kept.form
    rulebook = load(book, variants=variants, options=options, language=language)
    game = rulebook.restore(kept.game)
    if told := saves.told_changes(rulebook, kept):
        click.echo(escape(told), err=True)
    sitting = seats.seated(game.seats, given) if given else seats.known(kept.seats, game.seats)
    keeper = saves.keeper(None if no_save else save or resume)
    return Session(rulebook, game, sitting, kept.luck, _screen(rulebook, plain), keeper)


def _remind(rulebook: Rulebook, book: str) -> None:
    """Whoever lost a game with its window may not know that it is still there."""
    if saves.latest(rulebook.name) is not None:
        command = f"rulewright play {shlex.quote(book)} --resume"
        click.echo(escape(f"There is an unfinished game of {rulebook.title}. To go on with it:"))
        click.echo(f"    {escape(command)}")


def _number(rulebook: Rulebook, players: int | None) -> int:
    least, most = rulebook.least_players, rulebook.most_players
    number = least if players is None else players
    if not least <= number <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise click.UsageError(f"{rulebook.title} is for {wanted} players, not {number}.")
    return number


def _screen(rulebook: Rulebook, plain: bool) -> Screen:
    """Drawn where there is a terminal with room for it, and nobody wants it otherwise."""
    if plain or not colour(sys.stdout) or not sys.stdin.isatty() or width() < ROOM:
        return PlainScreen(rulebook)
    from rulewright.cli.pretty import PrettyScreen  # only who sees it waits for it

    return PrettyScreen(rulebook)


def _played(session: Session, book: str) -> int:
    """However it ends, the person is told how to go on."""
    try:
        session.play()
    except Leaving:
        _farewell(session, book)
        return 0
    except EOFError:
        # On a terminal this is ^D, a way to leave. Elsewhere somebody's list of answers was too short.
        _farewell(session, book, "" if sys.stdin.isatty() else "The input ended before the game did.\n")
        return 0 if sys.stdin.isatty() else 1
    except (KeyboardInterrupt, BrokenPipeError):
        _farewell(session, book)
        raise
    return 0


def _farewell(session: Session, book: str, first: str = "") -> None:
    keeper = session.keeper
    with suppress(OSError):
        session.keep()  # perhaps it was interrupted between an answer and this
    if keeper.path is None or keeper.problem:
        words = "The game was not kept."
    else:
        language = f" --language {session.rulebook.language}" if session.rulebook.language is not None else ""
        words = f"To go on: rulewright play {shlex.quote(book)}{language} --resume {shlex.quote(str(keeper.path))}"
    click.echo("\n" + first + escape(words), err=True)
