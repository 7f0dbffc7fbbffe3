"""One sitting at the table: who is asked next, what their words mean, what is kept. The screen shows it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from attrs import Factory, define

from rulewright.cli import saves, trouble
from rulewright.cli.answers import Unclear, understand
from rulewright.cli.saves import Keeper
from rulewright.cli.seats import HUMAN, answer_as
from rulewright.interpreter import Decision, Game, IllegalAnswer, RulesFault, SaveProblem

COMMANDS = {
    "help": "what can be typed",
    "view": "the table again",
    "log": "all that has happened",
    "why": "which rule asks this; `why ID`: why an option is there or not",
    "undo": "take your last answer back, if nobody has learned anything from it",
    "save": "where the game is kept; `save FILE`: keep it there as well",
    "quit": "leave; the game can be resumed",
}


class Leaving(Exception):
    """The person wants to go."""


class Screen(Protocol):
    """How a game looks to a person. All methods but `ask` only show something."""

    def hand_over(self, seat: str) -> None:
        """Another person sits down at the same screen, who must not see what was on it."""

    def turn(self, game: Game, decision: Decision, news: list[Any]) -> None:
        """It is somebody's turn: what has happened since their last, the table, and the question."""

    def view(self, game: Game, seat: str | None) -> None: ...
    def log(self, entries: list[Any]) -> None: ...
    def help(self, decision: Decision, commands: dict[str, str]) -> None: ...
    def say(self, text: str) -> None: ...
    def result(self, game: Game) -> None: ...
    def ask(self, game: Game, decision: Decision) -> str:
        """One typed line; EOFError where there will be no more."""
        ...


@define
class Session:
    game: Game
    seats: dict[str, str]
    luck: int  # of the bots
    screen: Screen
    keeper: Keeper
    _read: dict[str | None, int] = Factory(dict)  # how much of the log each person has been shown
    _sitting: str = ""  # the last person who was asked

    def play(self) -> None:
        """To the end of the game, or until the person leaves."""
        self.keep()
        while not self.game.over:
            decision = self._next()
            if self.seats[decision.seat] == HUMAN:
                self._ask(decision)
            else:
                answer_as(self.seats[decision.seat], self.game, decision, self.luck)
                self.keep()
        self.screen.log(self._news(self._onlooker()))
        self.screen.view(self.game, self._onlooker())
        self.screen.result(self.game)
        self.keeper.forget()

    def _next(self) -> Decision:
        """Of several open decisions those of bots first: nobody has to wait for them."""
        return min(self.game.decisions(), key=lambda each: self.seats[each.seat] == HUMAN)

    def _onlooker(self) -> str | None:
        """Whose view ends the game: the only person's, else what everybody may see."""
        people = [seat for seat, kind in self.seats.items() if kind == HUMAN]
        return people[0] if len(people) == 1 else None

    def _news(self, seat: str | None) -> list[Any]:
        entries = self.game.log(seat)
        read = self._read.get(seat, 0)
        self._read[seat] = len(entries)
        return list(entries[read:])

    def keep(self) -> None:
        before = self.keeper.problem
        self.keeper.keep(self.game, self.seats, self.luck)
        if self.keeper.problem and not before:
            self.screen.say(f"I cannot keep this game on disk ({self.keeper.problem}). It goes on without.")

    # --- a person's turn ---------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        """Until an answer is taken or the game has changed otherwise."""
        if self._sitting not in ("", decision.seat):
            self.screen.hand_over(decision.seat)
        self._sitting = decision.seat
        self.screen.turn(self.game, decision, self._news(decision.seat))
        while True:
            typed = self.screen.ask(self.game, decision).strip()
            word, _, rest = typed.partition(" ")
            command = self._command(word, decision)
            if self._answered(typed, decision) if command is None else command(self, rest.strip(), decision):
                return

    def _answered(self, typed: str, decision: Decision) -> bool:
        try:
            self.game.apply(decision.seat, understand(typed, decision), decision.id)
        except Unclear as unclear:
            self.screen.say(str(unclear))
        except IllegalAnswer as refused:
            self.screen.say(f"That is not allowed: {refused}")
        except RulesFault as fault:
            self.screen.say(trouble.fault_words(fault) + "\n\nNothing has changed. You can answer otherwise.")
        else:
            self.keep()
            return True
        return False

    def _command(self, word: str, decision: Decision) -> "Command | None":
        """An option's own id comes before a command of the same name; `/name` is always the command."""
        if word.startswith("/"):
            return _DOES.get(word[1:], Session._unknown)
        return None if word in decision.ids else _DOES.get(word)

    def _unknown(self, rest: str, decision: Decision) -> bool:
        self.screen.say(f"There is no such command; there is {', '.join(COMMANDS)}.")
        return False

    def _help(self, rest: str, decision: Decision) -> bool:
        self.screen.help(decision, COMMANDS)
        return False

    def _view(self, rest: str, decision: Decision) -> bool:
        self.screen.view(self.game, decision.seat)
        return False

    def _log(self, rest: str, decision: Decision) -> bool:
        self.screen.log(list(self.game.log(decision.seat)))
        return False

    def _why(self, rest: str, decision: Decision) -> bool:
        if not rest:
            cited = f" It encodes {decision.cite}." if decision.cite else ""
            self.screen.say(f"`{decision.rule}` asks this.{cited} `why ID` tells why an option is not there.")
            return False
        option = rest[:100]
        reasons = self.game.why_not(decision.seat, option)
        for each in reasons:
            what = f"{each.action}: {each.candidate}" if each.candidate else each.action
            cited = f" [{each.cite}]" if each.cite else ""
            self.screen.say(f"{what}: {each.reason}{cited} ({each.where})")
        if not reasons:
            there = option in decision.ids
            self.screen.say(f"{option} can be chosen." if there else f"I know nothing about `{option}` here.")
        return False

    def _undo(self, rest: str, decision: Decision) -> bool:
        if not self.game.undo(decision.seat):
            self.screen.say(
                "There is nothing that you could take back: the last answer was not yours, or something has come to "
                "light since."
            )
            return False
        self.keep()
        return True

    def _save(self, rest: str, decision: Decision) -> bool:
        if rest:
            try:
                path = Path(rest).expanduser()
                saves.refuse_other_files(path)
                saves.write(path, self.game, self.seats, self.luck)
                self.screen.say(f"Saved in {rest}.")
            except (OSError, ValueError, SaveProblem) as problem:
                self.screen.say(f"I could not save in {rest[:200]}: {getattr(problem, 'strerror', None) or problem}")
        elif self.keeper.path is None or self.keeper.problem:
            self.screen.say("This game is not being kept. `save FILE` keeps it.")
        else:
            self.screen.say(f"The game is kept in {self.keeper.path} after each answer.")
        return False

    def _quit(self, rest: str, decision: Decision) -> bool:
        raise Leaving


Command = Callable[[Session, str, Decision], bool]  # true where the game has changed
_DOES: dict[str, Command] = {
    "help": Session._help,
    "view": Session._view,
    "log": Session._log,
    "why": Session._why,
    "undo": Session._undo,
    "save": Session._save,
    "quit": Session._quit,
}
