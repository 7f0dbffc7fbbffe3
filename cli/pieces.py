"""Pieces and values in a few words: a card's name, with what sets it apart from its like."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rulewright.interpreter import Rulebook

Data = dict[str, Any]
EMPTY: Mapping[str, Sequence[str]] = MappingProxyType({})


class Words:
    """The rulebook's words for what a view shows by ids."""

    def __init__(self, rulebook: Rulebook) -> None:
        program = rulebook.program
        self.labels = dict(zip(program.names, program.labels, strict=True))
        members = {each.name: dict(zip(each.members, each.labels, strict=True)) for each in program.enums}
        self._members: dict[str, dict[str, str]] = {}  # by the name of the property
        for column in program.columns:
            self._members.setdefault(column.name, {}).update(members.get(column.type, {}))
        self._names = {column.name: column.label for column in program.columns if column.label}
        self._loops = {column.name for column in program.columns if column.loop}
        self._telling = _telling(program)
        self._usual = _usual(program)
        self._sides = {each.name for each in program.columns if each.type.endswith(".side")}
        backed = [program.columns[each.column] for each in program.sides if each.back >= 0]
        self._backed = {name for c in backed for name in program.names[c.first : c.first + c.count]}
        self._stacks = _places(program, [zone for zone in program.zones if zone.ordered or zone.seen != "all"])
        self._concealed = _places(program, [zone for zone in program.zones if zone.seen not in ("all", "top")])

    # --- values -----------------------------------------------------------------------------------------------------

    def word(self, name: str, value: Any) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return self._members.get(name, {}).get(value) or self.labels.get(value, value)
        return str(value)

    def name(self, name: str) -> str:
        """A property by its label, where the rulebook has given it one."""
        label = self._names.get(name, "")
        return label if label.casefold() != spaced(name).casefold() else spaced(name)

    def whole(self, state: Data) -> list[tuple[str, str]]:
        """What is the matter with the game as a whole: names and values. A loop has a number while it runs."""
        told = [(name, value) for name, value in state.items() if value or name not in self._loops]
        return [(_capital(self.name(name)), self.word(name, value)) for name, value in told]

    def state_parts(self, state: Data) -> list[str]:
        """A flag is named where it holds, and not where it does not."""
        return [
            self.name(name) if value is True else f"{self.name(name)} {self.word(name, value)}"
            for name, value in state.items()
            if value is not False
        ]

    # --- pieces -----------------------------------------------------------------------------------------------------

    def facts(self, piece: Data) -> list[tuple[str, str]]:
        """What is printed on a piece and not on all of its like: names and values. A flag has no value."""
        found = []
        for name in self._telling.get(piece["id"], ()):
            value = piece.get("printed", {}).get(name)
            if value is None or value is False:
                continue
            words = "" if value is True else self.word(name, value)
            if words not in piece["label"] or not words:
                found.append((self.name(name), words))
        return found

    def piece(self, piece: Data, sides: bool = True, also: Sequence[str] = (), backs: bool = True) -> str:
        """`Duke (3, asleep)`: its name, the printed values, whatever is not with it as it was at the start, and what
        is `also` to be told of it. Without `sides` it is told only of a card with a back which side is up, and without
        `backs` of that one neither."""
        told = [value or name for name, value in self.facts(piece)]
        usual = self._usual.get(piece["id"], {})
        for name, value in piece["state"].items():
            if value is None or value == usual.get(name, False):
                continue
            if name not in self._sides:
                told += self.state_parts({name: value})
            elif (sides or (backs and piece["id"] in self._backed)) and piece["id"] is not None:
                told.append(self.word(name, value))
        told += also
        return f"{piece['label']} ({', '.join(told)})" if told else str(piece["label"])

    def pieces(self, pieces: list[Data], place: str = "", also: Mapping[str, Sequence[str]] = EMPTY) -> str:
        """What lies somewhere; the same thing several times is said once, hidden things by their number.

        Which side of a card is up is told only where all can see it lie: not of a card in a hand or in a deck. But a
        card with a back that is known, and lies on its front in a deck that can be seen, is told from one that shows.
        """
        sides, backs = place not in self._stacks, place not in self._concealed
        counts = Counter(self.piece(piece, sides, also.get(piece["id"], ()), backs) for piece in pieces)
        hidden = {self.piece(piece, sides, backs=backs) for piece in pieces if piece["id"] is None}
        alike = len(hidden) == 1
        return ", ".join(
            words if number == 1 else f"{number} hidden" if alike and words in hidden else f"{number} × {words}"
            for words, number in counts.items()
        )


def _places(program: Any, zones: list[Any]) -> set[str]:
    return {name for zone in zones for name in program.names[zone.first : zone.first + zone.count]}


def _telling(program: Any) -> dict[str, tuple[str, ...]]:
    """For each piece the names of the printed properties that are worth a word.

    These are the ones in which the cards of some kind differ. That all of one kind are worth 1 and all of another 3
    belongs into the rules, not beside every card.
    """
    kinds = {kind.name: kind for kind in program.kinds}
    leaves = [kinds[name] for name in dict.fromkeys(card.kind for card in program.cards)]
    found: dict[str, tuple[str, ...]] = {}
    for column in program.columns:
        if not column.constant or not column.owner or "." in column.name:
            continue
        end = column.first + column.count
        spans = [(kind.first, kind.first + kind.count) for kind in leaves if column.first <= kind.first < end]
        if any(len(set(program.constants[column.base + first : column.base + last])) > 1 for first, last in spans):
            for name in program.names[column.first : end]:
                found[name] = (*found.get(name, ()), column.name)
    return found


def _usual(program: Any) -> dict[str, Data]:
    """For each piece what changes in the course of a game, as it is at the start."""
    enums = {each.name: each.members for each in program.enums}
    found: dict[str, Data] = {}
    for column in program.columns:
        if column.constant or not column.owner:
            continue
        for entity, value in enumerate(column.initial, column.first):
            words: Any = value
            if column.type == "flag":
                words = bool(value)
            elif value < 0:
                words = None
            elif column.type == "entity":
                words = program.names[value]
            elif column.type in enums:
                words = enums[column.type][value]
            found.setdefault(program.names[entity], {})[column.name] = words
    return found


def spaced(name: str) -> str:
    return name.replace("_", " ")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
