"""One sitting at the table: who is asked next, what their words mean, what is kept. The screen shows it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from attrs import Factory, define, field

from rulewright.cli import saves, trouble
from rulewright.cli.answers import Unclear
from rulewright.cli.asking import Asking
from rulewright.cli.menu import Menu, menu
from rulewright.cli.news import News
from rulewright.cli.pieces import Words
from rulewright.cli.saves import Keeper
from rulewright.cli.seats import HUMAN, answer_as
from rulewright.cli.terminal import width
from rulewright.interpreter import Decision, Game, IllegalAnswer, Rulebook, RulesFault, SaveProblem

COMMANDS = {
    "help": "what can be typed",
    "view": "the table and the question again",
    "card": "what the cards do that you can choose; `card NAME` or `card NUMBER`: one card",
    "rules": "the order of play; `rules NAME`: an action, a phase, a place, a printed rule",
    "log": "all that has happened; `log 20`: the last 20 lines",
    "why": "which rule asks this, and what it rules out; `why NAME`: why something can be chosen or not",
    "interject": "what can be done although it is not asked; `interject SEAT ACTION`: do it",
    "undo": "take your last answer back, if nobody has learned anything from it",
    "save": "where the game is kept; `save FILE`: keep it there as well",
    "quit": "leave; the game can be resumed",
}
NOTHING_ELSE = "Nothing can be done now but to answer the question."
HINTS = ("`help` tells what else can be typed.", "`card 1` tells what a card does, `help` what else can be typed.")


class Leaving(Exception):
    """The person wants to go."""


class Screen(Protocol):
    """How a game looks to a person. All methods but `ask` and `hand_over` only show something."""

    def hand_over(self, seat: str) -> None:
        """Another person sits down at the same screen, who must not see what was on it."""

    def turn(self, game: Game, menu: Menu, news: list[str]) -> None:
        """It is somebody's turn: what has happened since their last, the table, and the question."""

    def question(self, menu: Menu) -> None: ...
    def view(self, game: Game, seat: str | None) -> None: ...
    def log(self, entries: list[Any]) -> None: ...
    def news(self, lines: list[str], whole: bool = False) -> None: ...
    def help(self, menu: Menu, commands: dict[str, str]) -> None: ...
    def say(self, text: str) -> None: ...
    def result(self, game: Game) -> None: ...
    def ask(self, seat: str) -> str:
        """One typed line; EOFError where there will be no more."""
        ...


@define
class Session:
    rulebook: Rulebook
    game: Game
    seats: dict[str, str]
    luck: int  # of the bots
    screen: Screen
    keeper: Keeper
    _words: Words = field(init=False)
    _news: News = field(init=False)
    _asking: Asking = field(init=False)
    _read: dict[str | None, int] = Factory(dict)  # how much of the log each person has been shown
    _sitting: str = ""  # the last person who was asked
    _seen: Any = None  # the table as it was last shown
    _joined: set[str] = Factory(set)  # decisions that were answered in one breath with the one before
    _hinted: bool = False

    def __attrs_post_init__(self) -> None:
        self._words = Words(self.rulebook)
        self._news = News(self.rulebook)
        self._asking = Asking(self.rulebook)

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
        self.screen.say("")
        self.screen.news(self._unread(self._onlooker()), whole=True)  # there will be no `log` any more
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

    def _unread(self, seat: str | None) -> list[str]:
        entries = self.game.log(seat)
        read = self._read.get(seat, 0)
        self._read[seat] = len(entries)
        return self._news.lines(list(entries[read:]), seat)

    def keep(self) -> None:
        before = self.keeper.problem
        self.keeper.keep(self.game, self.seats, self.luck)
        if self.keeper.problem and not before:
            self.screen.say(f"I cannot keep this game on disk ({self.keeper.problem}). It goes on without.")

    # --- a person's turn ---------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        """Until an answer is taken or the game has changed otherwise."""
        if self._sitting != decision.seat and self._onlooker() is None:  # the first question of a sitting as well
            self.screen.hand_over(decision.seat)
            self._seen = None
        self._sitting = decision.seat
        shown = menu(self.game, decision, self._words)
        self._show(shown)
        while True:
            typed = self.screen.ask(decision.seat).strip()
            word, _, rest = typed.partition(" ")
            command = self._command(word, shown)
            if self._answered(typed, shown) if command is None else command(self, rest.strip(), shown):
                return

    def _show(self, shown: Menu) -> None:
        """The whole table only where something on it has changed."""
        seat = shown.decision.seat
        news, table = self._unread(seat), self.game.view(seat)
        if news or table != self._seen:
            self.screen.turn(self.game, shown, news)
        else:
            self.screen.question(shown)
        self._seen = table
        if not self._hinted:
            self.screen.say(HINTS[self._asking.any_card(shown)])
            self._hinted = True

    def _answered(self, typed: str, shown: Menu) -> bool:
        seat, taken = shown.decision.seat, 0
        try:
            for answer in shown.meant(typed):
                decision = (
                    next(each for each in self.game.decisions() if each.seat == seat) if taken else shown.decision
                )
                self.game.apply(seat, answer, decision.id)
                (self._joined.add if taken else self._joined.discard)(decision.id)
                taken += 1
                self.keep()
        except Unclear as unclear:
            self.screen.say(str(unclear))
        except IllegalAnswer as refused:
            several = " Type them in one line: 1 2" if shown.decision.most != 1 else ""
            self.screen.say(f"That is not allowed: {refused}.{several}")
        except RulesFault as fault:
            self.screen.say(trouble.fault_words(fault) + "\n\nNothing has changed. You can answer otherwise.")
        return taken > 0

    def _command(self, word: str, shown: Menu) -> "Command | None":
        """An option's own id comes before a command of the same name; `/name` is always the command."""
        if word.startswith("/"):
            return _DOES.get(word[1:], Session._unknown)
        return None if word in shown.decision.ids else _DOES.get(word)

    def _unknown(self, rest: str, shown: Menu) -> bool:
        self.screen.say(f"There is no such command; there is {', '.join(COMMANDS)}.")
        return False

    def _help(self, rest: str, shown: Menu) -> bool:
        self.screen.help(shown, COMMANDS)
        return False

    def _view(self, rest: str, shown: Menu) -> bool:
        self.screen.turn(self.game, shown, [])
        return False

    def _log(self, rest: str, shown: Menu) -> bool:
        entries = list(self.game.log(shown.decision.seat))
        last = int(rest) if rest.isdecimal() and len(rest) < 10 else len(entries)
        self.screen.log(entries[max(0, len(entries) - last) :])
        return False

    def _card(self, rest: str, shown: Menu) -> bool:
        self.screen.say(self._asking.card(self.game, shown, rest, width()))
        return False

    def _rules(self, rest: str, shown: Menu) -> bool:
        self.screen.say(self._asking.rules(rest, width()))
        return False

    def _why(self, rest: str, shown: Menu) -> bool:
        self.screen.say(self._asking.why(self.game, shown, rest))
        return False

    def _interject(self, rest: str, shown: Menu) -> bool:
        """Somebody at this screen does something although it is not asked of them."""
        open_to = {seat: self.game.interjections(seat) for seat, kind in self.seats.items() if kind == HUMAN}
        word, _, action = rest.partition(" ")
        if word not in open_to:
            able = [seat for seat, actions in open_to.items() if rest in actions]
            word, action = (able[0] if len(able) == 1 else ""), rest
        seat, action = word, action.strip()
        if action not in open_to.get(seat, ()):
            can = [f"{each}: {', '.join(actions)}" for each, actions in open_to.items() if actions]
            self.screen.say("\n".join(["This can be done although it is not asked:", *can] if can else [NOTHING_ELSE]))
            return False
        try:
            self.game.interject(seat, action)
        except IllegalAnswer as refused:
            self.screen.say(f"That is not allowed: {refused}")
            return False
        except RulesFault as fault:
            self.screen.say(trouble.fault_words(fault) + "\n\nNothing has changed.")
            return False
        self.keep()
        return True

    def _undo(self, rest: str, shown: Menu) -> bool:
        seat = shown.decision.seat
        before = self._before(seat)
        if before is None:
            reason = "somebody else has answered since, or something has come to light."
            if all(answer["seat"] != seat for answer in self.game.save()["answers"]):
                reason = "you have not answered anything yet."
            self.screen.say(f"There is nothing that you could take back: {reason}")
            return False
        self.game = before
        self._read[seat] = min(self._read.get(seat, 0), len(before.log(seat)))
        self.keep()
        self.screen.say("Taken back.")
        return True

    def _before(self, seat: str) -> Game | None:
        """The game before the person's last answer. Bots do not mind if theirs are taken back with it."""
        game = self.game.copy()
        bots = [each for each, kind in self.seats.items() if kind != HUMAN]
        while not game.undo(seat):
            if not any(game.undo(bot) for bot in bots):
                return None
        # What was answered in one breath is taken back in one.
        while game.decisions()[0].id in self._joined and game.undo(seat):
            pass
        return game

    def _save(self, rest: str, shown: Menu) -> bool:
        if rest:
            try:
                path = Path(rest).expanduser()
                saves.refuse_other_files(path)
                saves.write(path, self.game, self.seats, self.luck)
                if self.keeper.path is not None and path.resolve() == self.keeper.path.resolve():
                    self.keeper.written()
                self.screen.say(f"Saved in {rest}.")
            except (OSError, ValueError, SaveProblem) as problem:
                self.screen.say(f"I could not save in {rest[:200]}: {getattr(problem, 'strerror', None) or problem}")
        elif self.keeper.path is None or self.keeper.problem:
            self.screen.say("This game is not being kept. `save FILE` keeps it.")
        else:
            self.screen.say(f"The game is kept in {self.keeper.path} after each answer.")
        return False

    def _quit(self, rest: str, shown: Menu) -> bool:
        raise Leaving


Command = Callable[[Session, str, Menu], bool]  # true where the game has changed
_DOES: dict[str, Command] = {
    "help": Session._help,
    "view": Session._view,
    "card": Session._card,
    "rules": Session._rules,
    "log": Session._log,
    "why": Session._why,
    "interject": Session._interject,
    "undo": Session._undo,
    "save": Session._save,
    "quit": Session._quit,
    "exit": Session._quit,
    "?": Session._help,
}
