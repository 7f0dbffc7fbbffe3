"""What the rulebook wants on the table besides pieces: its values with a label, each beside what it speaks of."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from attrs import frozen

from rulewright.cli.pieces import Data
from rulewright.interpreter import Game, RulesFault

MOST = 400  # values that are reckoned for one screen
WHOLE = ""  # instead of an id: what speaks of the game as a whole


@frozen
class Shown:
    """One value: that of the thing beside which it stands, or that of each player there."""

    label: str
    value: str
    players: tuple[tuple[str, str], ...] = ()  # id and value

    def words(self, names: dict[str, str]) -> str:
        if self.players:
            return f"{self.label} {', '.join(f'{names[player]} {value}' for player, value in self.players)}"
        return f"{self.label} {self.value}".rstrip()


def shown(game: Game, seat: str | None, program: Any, view: Data) -> dict[str, list[Shown]]:
    """By the id of what they stand beside, as far as the seat can know them."""
    found: dict[str, list[Shown]] = {}
    for value in program.values:
        domains = [each for kind in value.param_types if (each := _domain(kind, program, view)) is not None]
        if not value.shown or len(domains) < len(value.params):
            continue
        place_of = _places(value.param_types, program, view)
        combinations = [each for _, each in zip(range(MOST), product(*domains), strict=False)]
        reckoned = [(each, _reckoned(game, seat, value, each)) for each in combinations]
        for beside, told in _told(value, reckoned, place_of, {each["id"] for each in view["players"]}):
            found.setdefault(beside, []).append(told)
    return found


def _domain(kind: str, program: Any, view: Data) -> list[str] | None:
    """The ids that a parameter may be, among what lies on the table; None where they cannot be listed."""
    if kind == "player":
        return [each["id"] for each in view["players"]]
    if kind in (zone["id"] for zone in view["zones"]):
        return [place["id"] for zone in view["zones"] if zone["id"] == kind for place in zone["places"]]
    spans = [(each.first, each.first + each.count) for each in program.kinds if each.name == kind]
    if not spans:
        return None
    own = set(program.names[spans[0][0] : spans[0][1]])
    lying = (piece["id"] for zone in view["zones"] for place in zone["places"] for piece in place.get("pieces", []))
    return [piece for piece in lying if piece in own]


def _places(kinds: tuple[str, ...], program: Any, view: Data) -> dict[tuple[str, ...], str]:
    """A value of a player and a thing stands in the place that this player has there, where there is one."""
    for zone, seen in zip(program.zones, view["zones"], strict=True):
        if len(kinds) > 1 and zone.key_types == kinds:
            return {tuple(map(str, place["keys"].values())): place["id"] for place in seen["places"]}
    return {}


def _reckoned(game: Game, seat: str | None, value: Any, args: tuple[str, ...]) -> str:
    try:
        found = game.why_value(seat, value.name, args)
    except RulesFault:
        return ""  # there is none just now
    return "" if found is None or found.value in ("none", "no") else str(found.value)


def _told(
    value: Any, reckoned: list[tuple[tuple[str, ...], str]], place_of: dict[tuple[str, ...], str], seats: set[str]
) -> Iterator[tuple[str, Shown]]:
    def alone(words: str) -> Shown:
        return Shown(value.label, "" if value.type == "flag" else words)

    by_thing: dict[str, list[tuple[str, str]]] = {}
    for args, words in reckoned:
        things = [each for each in args if each not in seats]
        if not words or (args and things and words == "0" and args in place_of):
            continue
        if args in place_of:
            yield place_of[args], alone(words)
        elif len(args) <= 1:
            yield (args[0] if args else WHOLE), alone(words)
        elif len(args) == 2 and len(things) == 1:
            by_thing.setdefault(things[0], []).append((next(each for each in args if each in seats), words))
    for thing, players in by_thing.items():
        if any(words != "0" for _, words in players):
            yield thing, Shown(value.label, "", tuple(players))
