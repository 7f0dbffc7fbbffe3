"""What a person asks in the middle of a game: why, what a card does, how the game goes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulewright.cli.answers import shortened
from rulewright.cli.explaining.as_text import blocks_as_text
from rulewright.cli.explaining.find import find
from rulewright.cli.explaining.whole import order_of_play
from rulewright.cli.menu import Menu
from rulewright.interpreter import Game, Rulebook, RulesFault
from rulewright.interpreter.diagnostics import did_you_mean

LONGEST = 100  # letters of a name that somebody typed
MOST = 12  # reasons at once
CHANGED = {"set": "set to", "add": "plus", "multiply": "times", "at_least": "at least", "at_most": "at most"}


class Asking:
    def __init__(self, rulebook: Rulebook) -> None:
        self._book = rulebook
        program = rulebook.program
        self._labels = dict(zip(program.names, program.labels, strict=True))
        self._labels |= {each.name: each.label for each in program.functions if each.role == "action" and each.label}
        for enum in program.enums:
            self._labels |= dict(zip(enum.members, enum.labels, strict=True))
        self._values = {each.name: each for each in program.values}

    # --- why --------------------------------------------------------------------------------------------------------

    def why(self, game: Game, menu: Menu, about: str) -> str:
        """Without a name: which rule asks, and what is ruled out. With one: why it can be chosen, or not."""
        if not about:
            return "\n".join(self._why_at_all(game, menu))
        first, *rest = about[:LONGEST].split()
        names = self._named(game, about[:LONGEST], menu)
        if not names and first in self._values:
            return "\n".join(self._why_value(game, menu.decision.seat, first, rest))
        return "\n".join(self._why_each(game, menu, names, about[:LONGEST]))

    def _why_at_all(self, game: Game, menu: Menu) -> Iterator[str]:
        decision = menu.decision
        rule = self._function(decision.rule)
        cited = f" [{decision.cite}]" if decision.cite else ""
        yield f"{rule} asks this.{cited}" if rule else f"The rules of the game ask this.{cited}"
        reasons = [each for each in game.why_not(decision.seat) if each.candidate not in decision.ids]
        told = list(dict.fromkeys(self._reason(each, f"not {self._what(each)}") for each in reasons))
        yield from (f"  {line}" for line in told[:MOST])
        if len(told) > MOST:
            yield f"  … and {len(told) - MOST} more: `why NAME` asks about one."

    def _why_each(self, game: Game, menu: Menu, names: list[str], typed: str) -> Iterator[str]:
        offered = {choice.option.id for choice in menu.choices} | set(menu.decision.ids)
        told = []
        for name in names:
            if name in offered:
                keys = [each.key for each in menu.choices if name in (each.option.id, each.steps[0])]
                told.append(self._possible(menu, name, ", ".join(keys) or name))
            told += [self._reason(each, self._what(each)) for each in game.why_not(menu.decision.seat, name)]
        if told:
            yield from dict.fromkeys(told)
        elif names:
            options = list(dict.fromkeys(each.option.label for each in menu.choices))
            more = f" and {len(options) - MOST} more" if len(options) > MOST else ""
            asked = f"“{menu.decision.prompt}”{self._cited(menu)}"
            yield f"{self._label(names[0])} is not among those that {asked} asks about."
            yield f"Here these are possible: {', '.join(options[:MOST]) or 'none'}{more}."
        else:
            hint = did_you_mean(typed, [*self._labels, *self._values])
            yield f"I know nothing called `{typed}` here. {hint or ''}".rstrip()

    def _possible(self, menu: Menu, name: str, keys: str) -> str:
        rule = self._function(menu.decision.rule) or "the rules of the game"
        return f"{self._label(name)} can be chosen ({keys}): it meets all that {rule} asks for{self._cited(menu)}."

    def _cited(self, menu: Menu) -> str:
        return f" [{menu.decision.cite}]" if menu.decision.cite else ""

    def _reason(self, reason: object, what: str) -> str:
        words, cite, where = (str(getattr(reason, each)) for each in ("reason", "cite", "where"))
        return f"{what}: {words}{f' [{cite}]' if cite else ''} ({where})"

    def _what(self, reason: object) -> str:
        action, candidate = (str(getattr(reason, each)) for each in ("action", "candidate"))
        return self._label(candidate) if candidate else self._label(action)

    def _why_value(self, game: Game, seat: str, name: str, args: list[str]) -> Iterator[str]:
        """A value of one player is that of whoever asks, if nobody is named."""
        value = self._values[name]
        if not args and len(value.params) == 1 and value.param_types[0] == "player":
            args = [seat]
        ids = [(self._with_label(each) or [each])[0] for each in args]
        try:
            found = game.why_value(seat, name, ids)
        except ValueError as problem:
            yield f"{name} {f'is asked of {self._sorts(value)}' if value.params else 'is asked of nothing'}: {problem}."
            yield f"Type it so: `why {' '.join([name, *self._sample(value, seat)])}`."
            return
        except RulesFault as problem:
            yield f"{_called(value, [self._label(each) for each in ids])} has no value just now: {problem.message}."
            return
        called = _called(value, found.args if found else [self._label(each) for each in ids])
        if found is None:
            yield f"{called}: you cannot know that now."
            return
        cited = f" [{found.cite}]" if found.cite else ""
        yield f"{called}: {found.value}{cited}"
        if found.changes:
            yield f"  {found.printed} to begin with"
        for change in found.changes:
            on = f"{change.on}: " if change.on else ""
            cited = f" [{change.cite}]" if change.cite else ""
            yield f"  {on}{CHANGED[change.op]} {change.amount}, makes {change.result}{cited} ({change.where})"

    def _sorts(self, value: Any) -> str:
        kinds = {each.name: each.label for each in self._book.program.kinds}
        sorts = [kinds.get(kind, kind) if kind != "player" else "player" for kind in value.param_types]
        return ", ".join(f"a {sort}" for sort in sorts)

    def _sample(self, value: Any, seat: str) -> list[str]:
        """Something for each parameter, to show how it is typed."""
        program = self._book.program
        firsts = {each.name: program.names[each.first] for each in program.kinds if each.count}
        return [seat if kind == "player" else firsts.get(kind, "1") for kind in value.param_types]

    def _function(self, name: str) -> str:
        label = next((each.label for each in self._book.program.functions if each.name == name), "")
        return f"“{label}”" if label else f"`{name}`" if name else ""

    # --- names ------------------------------------------------------------------------------------------------------

    def _named(self, game: Game, typed: str, menu: Menu) -> list[str]:
        """The ids that somebody may mean: an option's number, a number that is ruled out, an id, or all that are
        labelled so."""
        numbered = [choice.option.id for choice in menu.choices if choice.key == typed]
        if typed.lstrip("-").isdigit():
            numbered += [each.candidate for each in game.why_not(menu.decision.seat, typed)]
        if numbered:
            return list(dict.fromkeys(numbered))
        if typed in self._labels or typed in menu.decision.ids:
            return [typed]
        return self._with_label(typed) or shortened(typed, {each.option.id: each.option.label for each in menu.choices})

    def _with_label(self, typed: str) -> list[str]:
        """All of this label; else the only ones that are meant by a part of it."""
        wanted = typed.casefold()
        found = [name for name, label in self._labels.items() if wanted in (name.casefold(), label.casefold())]
        if found or typed in self._values:
            return found
        begun = shortened(typed, self._labels)
        return begun if len({self._labels[name] for name in begun}) == 1 else []

    def _label(self, name: str) -> str:
        return self._labels.get(name) or name

    # --- cards and rules --------------------------------------------------------------------------------------------

    def card(self, game: Game, menu: Menu, name: str, width: int) -> str:
        """Of one card, by its name or its number. Without one, of all that can be chosen now, else of one's own."""
        numbered = [each for choice in menu.choices if choice.key == name for each in choice.option.entities]
        names = numbered or ([name] if name else self._cards(each.option.entities for each in menu.choices))
        names = names or self._cards(_own(game, menu.decision.seat))
        told = [words for words in dict.fromkeys(self.told(each, width) for each in names) if words]
        if told:
            return "\n\n".join(told)
        return self._nothing(name) if name else "You see no card just now. `card NAME` tells about any."

    def any_card(self, menu: Menu) -> bool:
        """Whether there is something to be told about an option."""
        return bool(self._cards(each.option.entities for each in menu.choices))

    def _cards(self, groups: Iterable[Iterable[str]]) -> list[str]:
        """Those of the names that are of pieces, each once."""
        pieces = self._book.program.pieces
        known = self._book.program.names[pieces[0] : pieces[0] + pieces[1]]
        return [each for each in dict.fromkeys(name for group in groups for name in group) if each in known]

    def rules(self, name: str, width: int) -> str:
        """Of anything that has a name; without one, the order of play."""
        if name:
            return self.told(name, width) or self._nothing(name)
        return blocks_as_text(order_of_play(self._book).blocks, width, False).rstrip("\n")

    def told(self, name: str, width: int) -> str:
        return blocks_as_text(find(self._book, name[:LONGEST]).blocks, width, False).strip("\n")

    def _nothing(self, name: str) -> str:
        hint = did_you_mean(name[:LONGEST], find(self._book, name[:LONGEST]).known)
        return f"{self._book.title} has nothing called `{name[:LONGEST]}`. {hint or ''}".rstrip()


def _called(value: Any, args: Sequence[str]) -> str:
    """In the words that the rulebook has for it, where they name all that it depends on; else as it is written."""
    words = str(value.text)
    slots = [f"{{{each}}}" for each in value.params]
    if not words or "|" in words or not all(each in words for each in slots):
        return f"{value.name}({', '.join(args)})" if args else str(value.name)
    for slot, arg in zip(slots, args, strict=True):
        words = words.replace(slot, arg)
    return words[:1].upper() + words[1:]


def _own(game: Game, seat: str) -> Iterator[list[str]]:
    """The pieces that lie in places of a seat, as far as it can see them."""
    for zone in game.view(seat)["zones"]:
        for place in zone["places"]:
            if place.get("owner") == seat:
                yield [piece["id"] for piece in place.get("pieces", []) if piece["id"] is not None]
