"""Where two rulebooks part: the same seed and the same answers, until one asks something else than the other."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.bots.seats import let_bot_answer
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook

MOST_ANSWERS = 20_000  # that are compared in one game


@frozen
class Asked:
    """One question, as a person reads it."""

    seat: str
    prompt: str
    options: tuple[str, ...]


@frozen
class Moment:
    """How a game stands where the two part: what is asked, or how it ended; and what happened since the last answer."""

    asked: tuple[Asked, ...] = ()
    result: str = ""  # in words, where it is over or broken
    log: tuple[str, ...] = ()


@frozen
class Divergence:
    seed: int
    players: int
    answers: int  # that were the same in both
    last: str  # the last of them in words
    one: Moment
    other: Moment


@frozen
class _Side:
    """One of the two games, or what kept it from being one."""

    game: Game | None
    broken: str = ""
    before: Game | None = None  # a copy from before the last answer

    def shape(self) -> object:
        """Two games go the same way as long as this is the same: by ids, since words may differ."""
        if self.game is None:
            return self.broken
        asked = tuple((each.seat, each.form, each.ids, each.least, each.most) for each in self.game.decisions())
        return asked, self.game.result

    def moment(self) -> Moment:
        if self.game is None:
            return Moment(result=f"the rules break: {self.broken}")
        names = self._labels()
        asked = tuple(
            Asked(names.get(each.seat, each.seat), each.prompt, tuple(option.label for option in each.options))
            for each in self.game.decisions()
        )
        told = len(self.before.log(None)) if self.before is not None else 0
        lines = tuple(entry["text"] for entry in self.game.log(None)[told:])
        return Moment(asked, _ending(self.game, names), lines)

    def _labels(self) -> dict[str, str]:
        assert self.game is not None
        return {player["id"]: player["label"] for player in self.game.view(None)["players"]}


def common_players(one: Rulebook, other: Rulebook) -> int | None:
    """The smallest number of players that can play both."""
    least = max(one.least_players, other.least_players)
    return least if least <= min(one.most_players, other.most_players) else None


def first_divergence(one: Rulebook, other: Rulebook, players: int, seed: int, bot: str = "random") -> Divergence | None:
    """None where this game is the same to its end. The bot answers for the first, and the second gets its answers."""
    sides = _started(one, players, seed), _started(other, players, seed)
    last = ""
    for number in range(MOST_ANSWERS):
        if sides[0].shape() != sides[1].shape():
            return Divergence(seed, players, number, last, sides[0].moment(), sides[1].moment())
        if sides[0].game is None or sides[1].game is None or sides[0].game.over:
            return None
        last, sides = _next(sides[0].game, sides[1].game, seed, bot)
    return None


def _started(book: Rulebook, players: int, seed: int) -> _Side:
    try:
        return _side(book.start(players, seed))
    except RulesFault as fault:
        return _Side(None, fault.message)


def _side(game: Game, before: Game | None = None) -> _Side:
    """At the end the scores are counted, on which the rules may break, too."""
    try:
        if game.over:
            game.scores()
    except RulesFault as fault:
        return _Side(None, fault.message)
    return _Side(game, before=before)


def _next(one: Game, other: Game, seed: int, bot: str) -> tuple[str, tuple[_Side, _Side]]:
    decision = one.decisions()[0]
    before = one.copy(), other.copy()
    try:
        answer = let_bot_answer(one, decision, bot, seed)
    except RulesFault as fault:
        return decision.prompt, (_Side(None, fault.message), _side(other, before[1]))
    labels = _labels_of(decision)
    said = f"{decision.prompt} {', '.join(labels.get(each, each) for each in answer) or 'nothing'}"
    try:
        other.apply(decision.seat, answer, other.decisions()[0].id)
    except (IllegalAnswer, RulesFault) as problem:
        reason = problem.reason if isinstance(problem, IllegalAnswer) else problem.message
        return said, (_side(one, before[0]), _Side(None, reason))
    return said, (_side(one, before[0]), _side(other, before[1]))


def _labels_of(decision: Decision) -> dict[str, str]:
    return {option.id: option.label for option in decision.options}


def _ending(game: Game, names: dict[str, str]) -> str:
    if game.result is None:
        return ""
    winners = [names.get(each, each) for each in game.result["winners"]]
    scores = game.result["scores"]
    won = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "nobody wins"
    points = ", ".join(f"{names.get(seat, seat)} {score}" for seat, score in scores.items()) if scores else ""
    return f"it is over: {won}" + (f" ({points})" if points else "")
