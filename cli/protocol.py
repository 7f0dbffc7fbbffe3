"""The requests of `rulewright drive`: each gets one answer, whatever it holds. docs/drive.md describes them."""

import json
import traceback
from collections.abc import Callable
from typing import Any

from rulewright import __version__
from rulewright.cli import trouble
from rulewright.interpreter import Decision, Game, IllegalAnswer, Rulebook, RulesFault, SaveProblem

VERSION = 1
MOST_GAMES = 1000
Data = dict[str, Any]


class Refused(Exception):
    """A request that cannot be done: a code for programs, words for people."""

    def __init__(self, code: str, message: str, cite: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cite = cite


def error(code: str, message: str, cite: str = "") -> Data:
    return {"ok": False, "error": {"code": code, "message": message, **({"cite": cite} if cite else {})}}


TOO_LONG = error("too-long", "A line may hold at most 1,000,000 bytes.")


class Host:
    """Holds the games of one session by name; the first is `main`."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.games: dict[str, Game] = {}
        self.done = False

    def greeting(self) -> Data:
        """The first line, before any request."""
        book = self.book
        return {
            "ok": True,
            "protocol": VERSION,
            "rulewright": __version__,
            "book": book.name,
            "title": book.title,
            "least_players": book.least_players,
            "most_players": book.most_players,
            "digest": book.digest,
        }

    def answer(self, line: bytes) -> Data:
        try:
            request = _parsed(line)
        except Refused as refused:
            return error(refused.code, refused.message)
        tag = {"id": request["id"]} if "id" in request else {}
        try:
            return {"ok": True, **tag, **self._done(request)}
        except Refused as refused:
            return {**error(refused.code, refused.message, refused.cite), **tag}
        except IllegalAnswer as refused:
            return {**error("illegal-answer", refused.reason, refused.cite), **tag}
        except RulesFault as fault:
            return {**error("rules-fault", trouble.fault_words(fault), fault.cite), **tag}
        except SaveProblem as problem:
            return {**error("bad-save", problem.message), **tag}
        except Exception as fault:
            # The session goes on: the other games are not to blame.
            if trouble.debugging():
                traceback.print_exception(fault)
            return {**error("internal", f"a fault in Rulewright itself: {type(fault).__name__}: {fault}"), **tag}

    def _done(self, request: Data) -> Data:
        verb = _text(request, "do")
        if verb not in _VERBS:
            raise Refused("bad-request", f"There is nothing to do called {verb!r}; there is {', '.join(_VERBS)}.")
        do, fields = _VERBS[verb]
        for field in request:
            if field not in (*fields, "do", "game", "id"):
                takes = ", ".join((*fields, "game", "id"))
                raise Refused("bad-request", f"{verb!r} takes no {field!r}; it takes {takes}.")
        return do(self, request)

    # --- the requests ------------------------------------------------------------------------

    def start(self, request: Data) -> Data:
        least, most = self.book.least_players, self.book.most_players
        players = _number(request, "players", least)
        if not least <= players <= most:
            raise Refused("bad-request", f"{self.book.title} is for {least} to {most} players, not {players}.")
        return self._now(self._keep(request, self.book.start(players, _number(request, "seed", 0))))

    def restore(self, request: Data) -> Data:
        save = request.get("save")
        if not isinstance(save, dict):
            raise Refused("bad-request", "'save' must be the object that `save` gave.")
        return self._now(self._keep(request, self.book.restore(save)))

    def copy(self, request: Data) -> Data:
        game, name = self._game(request), _text(request, "to")
        self._keep({"game": name}, game.copy())
        return {"game": name}

    def imagine(self, request: Data) -> Data:
        game, name = self._game(request), _text(request, "to")
        self._keep({"game": name}, game.imagine(self._player(request, game), _number(request, "seed", 0)))
        return {"game": name}

    def forget(self, request: Data) -> Data:
        self._game(request)
        del self.games[_name(request)]
        return {}

    def decisions(self, request: Data) -> Data:
        return self._now(self._game(request))

    def reply(self, request: Data) -> Data:
        game = self._game(request)
        answer, decision = request.get("answer"), request.get("decision")
        ids: list[Any] = answer if isinstance(answer, list) else [answer]
        if not all(isinstance(each, str) for each in ids) or not (decision is None or isinstance(decision, str)):
            raise Refused("bad-request", "'answer' must be an id or a list of ids, and 'decision' an id or nothing.")
        game.apply(self._player(request, game), ids, decision)
        return self._now(game)

    def interjections(self, request: Data) -> Data:
        game = self._game(request)
        return {"interjections": list(game.interjections(self._player(request, game)))}

    def interject(self, request: Data) -> Data:
        game = self._game(request)
        game.interject(self._player(request, game), _text(request, "action"))
        return self._now(game)

    def view(self, request: Data) -> Data:
        game = self._game(request)
        return {"view": game.view(self._seat(request, game))}

    def log(self, request: Data) -> Data:
        game = self._game(request)
        return {"log": game.log(self._seat(request, game), _number(request, "since", 0))}

    def undo(self, request: Data) -> Data:
        game = self._game(request)
        if not game.undo(self._player(request, game)):
            raise Refused("cannot-undo", "There is nothing that this seat could take back.")
        return self._now(game)

    def save(self, request: Data) -> Data:
        return {"save": self._game(request).save()}

    def quit(self, request: Data) -> Data:
        self.done = True
        return {}

    # --- what they share ---------------------------------------------------------------------

    def _game(self, request: Data) -> Game:
        name = _name(request)
        if name not in self.games:
            raise Refused("no-game", f"There is no game called {name!r}. Begin one with `start`.")
        return self.games[name]

    def _keep(self, request: Data, game: Game) -> Game:
        name = _name(request)
        if name not in self.games and len(self.games) >= MOST_GAMES:
            raise Refused("too-many-games", f"There are {MOST_GAMES} games already: `forget` one.")
        self.games[name] = game
        return game

    def _seat(self, request: Data, game: Game) -> str | None:
        """Whoever looks; without a seat a spectator."""
        return None if request.get("seat") is None else self._player(request, game)

    def _player(self, request: Data, game: Game) -> str:
        seat = request.get("seat")
        if not isinstance(seat, str) or seat not in game.seats:
            raise Refused("bad-request", f"'seat' must be one of {', '.join(game.seats)}.")
        return seat

    def _now(self, game: Game) -> Data:
        """What every change of a game is answered with: how it stands, and who is asked what."""
        return {
            "over": game.over,
            "result": game.result,
            "decisions": [_decision(each) for each in game.decisions()],
        }


_VERBS: dict[str, tuple[Callable[[Host, Data], Data], tuple[str, ...]]] = {
    "start": (Host.start, ("players", "seed")),
    "decisions": (Host.decisions, ()),
    "answer": (Host.reply, ("seat", "answer", "decision")),
    "interjections": (Host.interjections, ("seat",)),
    "interject": (Host.interject, ("seat", "action")),
    "view": (Host.view, ("seat",)),
    "log": (Host.log, ("seat", "since")),
    "undo": (Host.undo, ("seat",)),
    "save": (Host.save, ()),
    "restore": (Host.restore, ("save",)),
    "copy": (Host.copy, ("to",)),
    "imagine": (Host.imagine, ("to", "seat", "seed")),
    "forget": (Host.forget, ()),
    "quit": (Host.quit, ()),
}


def _decision(decision: Decision) -> Data:
    return {
        "id": decision.id,
        "seat": decision.seat,
        "form": decision.form,
        "prompt": decision.prompt,
        "options": [{"id": each.id, "label": each.label} for each in decision.options],
        "least": decision.least,
        "most": decision.most,
        "ordered": decision.ordered,
        "rule": decision.rule,
        "cite": decision.cite,
    }


# --- reading a request ---------------------------------------------------------------------------


def _parsed(line: bytes) -> Data:
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Refused("not-json", "The line is not UTF-8.") from None
    except (ValueError, RecursionError):
        raise Refused("not-json", "The line is not JSON.") from None
    if not isinstance(request, dict):
        raise Refused("bad-request", 'A request is a JSON object, such as {"do": "start"}.')
    return request


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _name(request: Data) -> str:
    return _text(request, "game") if "game" in request else "main"


def _text(request: Data, field: str) -> str:
    value = request.get(field)
    if not isinstance(value, str) or not 0 < len(value) <= 100:
        raise Refused("bad-request", f"'{field}' must be a text of 1 to 100 letters.")
    return value


def _number(request: Data, field: str, usual: int) -> int:
    value = request.get(field, usual)
    if type(value) is not int or not 0 <= value < 2**63:
        raise Refused("bad-request", f"'{field}' must be a whole number, 0 or more.")
    return value
