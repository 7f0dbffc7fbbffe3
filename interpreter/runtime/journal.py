"""The log: what happened, line by line, as one seat (or a spectator) may know it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import define, field

from rulewright.interpreter.ir.meaning import element, plain_type
from rulewright.interpreter.ir.program import NONE, Function, Program
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.decision import hidden_label
from rulewright.interpreter.runtime.generated import ENDED, FIZZLED, WON, LogSite
from rulewright.interpreter.runtime.ink import LONGEST, WORD
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.names import named
from rulewright.interpreter.text.english import many, singular

Entry = dict[str, Any]
UNSEEN = "?"  # in place of the id of a piece that the reader cannot identify
# A placeholder, and the plural that it may count.
_COUNTED = re.compile(r"\{(\w+)\}( (?!this\b|plus\b|minus\b|times\b)\w{3,}s\b)?")
_RANDOM = ("shuffle", "pick")  # after these, what is learned later tells nothing of what was earlier


Veil = tuple[Any, int]  # a log, and the seat that imagined what follows on it


def journal(M: Machine, seat: int, since: int = 0, veils: Sequence[Veil] = ()) -> list[Entry]:
    """The entries from number `since` on; `seat` is most_players for a spectator.

    Of what lies behind a veil nobody is told more than the seat that has imagined the rest.
    """
    found = entries(M.log)
    for log, behind in veils:
        for at in range(len(entries(log))):
            found[at] = _veiled(found[at], behind)
    return _Reader(M.code, seat, found).read(since)


def entries(log: Any) -> list[tuple[Any, ...]]:
    """What the lines of every observer are made of, the oldest first: where it was written, of what, for whom."""
    found = []
    while log is not None:
        found.append(log[1:])
        log = log[0]
    found.reverse()
    return found


def _veiled(entry: tuple[Any, ...], seat: int) -> tuple[Any, ...]:
    if len(entry) < 3:
        return entry
    number, args, masks = entry
    if isinstance(masks, tuple):
        return number, args, tuple(mask if mask >> seat & 1 else 0 for mask in masks)
    return number, args, masks if masks >> seat & 1 else 0


@define
class _Reader:
    code: Code
    seat: int
    entries: list[tuple[Any, ...]]
    program: Program = field(init=False)
    sites: list[LogSite] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.program = self.code.program
        self.sites = self.code.generated.log_sites

    def read(self, since: int) -> list[Entry]:
        shown = [(at, entry) for at, entry in enumerate(self.entries) if entry[0] != ENDED]
        first = max(0, since)
        return [{"number": n, **self._entry(*pair)} for n, pair in enumerate(shown[first:], first)]

    def _entry(self, at: int, entry: tuple[Any, ...]) -> Entry:
        number, args = entry[:2]
        masks = entry[2] if len(entry) > 2 else None
        site = self.sites[number]
        if number == WON:
            winners = [self._label(p) for p in args]
            text = f"{_joined(winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "The game ends"
            return self._made("result", "", text, [self.program.names[p] for p in args], "", -1)
        if number == FIZZLED:
            return self._event(at, "fizzle", args[0], args[1:], masks, self.program.functions[args[0]].span)
        if site.form == "event":
            return self._event(at, "event", site.what, args, masks, site.span)
        if site.form == "choice":
            return self._choice(site, args, masks)
        if site.form == "say":
            known = self._readable(args, masks, site.types)
            words = [self._word(a, kind, ok) for a, kind, ok in zip(args, site.types, known, strict=True)]
            ids = [self._id(a, kind, ok) for a, kind, ok in zip(args, site.types, known, strict=True)]
            return self._made("say", "", _filled(site.text, words), ids, "", site.span)
        return self._change(site, args, masks)

    def _made(self, form: str, name: str, text: str, args: list[Any], cite: str, span: int) -> Entry:
        spans = self.program.spans
        place = spans[span] if 0 <= span < len(spans) else None
        return {
            "form": form,
            "name": name,
            "text": _cut(text, LONGEST),
            "args": args,
            "cite": (place.cite if place else "") or cite,
            "where": f"{place.file}:{place.line}" if place else "",
        }

    # --- events -----------------------------------------------------------------------------------------------------

    def _event(self, at: int, form: str, f: int, args: tuple[Any, ...], masks: Any, span: int) -> Entry:
        function = self.program.functions[f]
        types = ("entity", *(plain_type(self.program, t) for t in function.param_types))
        known = self._readable(args, masks, types)
        if form == "event" and not all(known):
            known = [ok or self._learned(at, a) for a, ok in zip(args, known, strict=True)]
        words = [self._word(a, kind, ok) for a, kind, ok in zip(args, types, known, strict=True)]
        ids = [self._id(a, kind, ok) for a, kind, ok in zip(args, types, known, strict=True)]
        if function.text:
            said = _filled(function.text, words[1:], function.params)
        else:
            said = function.label or function.name
            if len(words) > 1:
                said += f" ({', '.join(words[1:])})"
        doer = _doer(function)
        text = f"{words[doer]}: {said}" if function.role in ("action", "effect") and args[doer] != NONE else said
        if form == "fizzle":
            text += ": nothing happens"
        return self._made(form, function.name, text, ids, function.cite, span)

    def _choice(self, site: LogSite, args: tuple[Any, ...], masks: Any) -> Entry:
        question = self.program.sites[site.what]
        who, chosen = args[0], args[1:]
        if question.form == "ask":
            option = question.alternatives[chosen[0]]
            words, ids = [option.label], [option.name]
            if not all(self._readable(chosen, masks[1:] if masks is not None else None, ())):
                words, ids = ["a secret"], [UNSEEN]
            elif option.name in ("yes", "no"):
                words = [f"{question.prompt} {option.label}"]
        else:
            known = self._readable(chosen, masks[1:] if masks is not None else None, ())
            pairs = list(zip(chosen, known, strict=True))
            if not question.ordered:
                # Where an unseen one stands among the options would tell which it is.
                pairs.sort(key=lambda pair: -1 if pair[1] else self._back(pair[0]))
            words = [self._word(a, question.type, ok) for a, ok in pairs]
            ids = [self._id(a, question.type, ok) for a, ok in pairs]
        text = f"{self._label(who)}: {_joined(words if question.ordered else _gathered(words))}"
        return self._made("choice", question.name, text, [self.program.names[who], *ids], question.cite, site.span)

    def _back(self, value: int) -> int:
        """The number of a piece's back; of anything else there is nothing to be seen."""
        first, count = self.program.pieces
        return self.program.backs[value - first] if first <= value < first + count else 0

    def _learned(self, at: int, argument: Any) -> bool:
        """Whether the reader came to know a piece while the event ran: a card that they drew."""
        if isinstance(argument, tuple):
            return all(self._learned(at, each) for each in argument)
        open_events = 0
        for entry in self.entries[at:]:
            site = self.sites[entry[0]]
            if entry[0] == ENDED:
                open_events -= 1
                if open_events == 0:
                    return False
            elif site.form == "event" and self.code.found.masked[site.what]:
                open_events += 1
            elif site.form in _RANDOM:
                return False
            elif site.form in ("move", "reveal") and entry[1][0] == argument and entry[2] >> self.seat & 1:
                return True
        return False

    # --- changes ----------------------------------------------------------------------------------------------------

    def _change(self, site: LogSite, args: tuple[Any, ...], mask: Any) -> Entry:
        program = self.program
        if site.form in ("move", "reveal"):
            piece = self._piece(args[0], mask)
            name = self._word(args[0], "entity", piece != UNSEEN)
            if site.form == "reveal":
                seen_by = "everybody" if args[1] == NONE else self._label(args[1])
                ids = [piece, program.names[args[1]] if args[1] >= 0 else None]
                return self._made("reveal", "", f"{seen_by} sees {name}", ids, "", site.span)
            places = [self._label(p) if p >= 0 else "the box" for p in args[1:3]]
            ids = [piece, *(program.names[p] if p >= 0 else None for p in args[1:3])]
            if args[1] == args[2] and site.text and self._in_order(args[2]):
                places[1] = f"{site.text} of {places[1]}"  # else nothing would seem to have changed
            return self._made("move", "", f"{name}: {places[0]} → {places[1]}", ids, "", site.span)
        if site.form == "shuffle":
            text = f"{self._label(args[0])} is shuffled"
            return self._made("shuffle", "", text, [program.names[args[0]]], "", site.span)
        if site.form in ("roll", "reroll"):
            die = program.dice[args[0]]
            enum = next(e for e in program.enums if e.name == die.name)
            again = " again" if site.form == "reroll" else ""
            faces = ", ".join(_cut(enum.labels[face], WORD) for face in args[1:])
            text = f"{_cut(die.label or die.name, WORD)}{again}: {faces or 'no dice'}"
            return self._made(site.form, die.name, text, [enum.members[face] for face in args[1:]], "", site.span)
        return self._made(site.form, "", "one is picked at random", [], "", site.span)

    def _in_order(self, place: int) -> bool:
        return any(zone.ordered and zone.first <= place < zone.first + zone.count for zone in self.program.zones)

    def _piece(self, piece: int, mask: Any) -> str:
        seen = mask is None or mask >> self.seat & 1
        return self.program.names[piece] if seen else UNSEEN

    # --- words ------------------------------------------------------------------------------------------------------

    def _readable(self, args: tuple[Any, ...], masks: Any, types: tuple[str, ...]) -> list[bool]:
        if masks is None:
            return [True] * len(args)
        return [bool(mask >> self.seat & 1) for mask in masks]

    def _word(self, value: Any, kind: str, readable: bool) -> str:
        if isinstance(value, tuple):
            if not readable:
                return f"{len(value)} hidden"
            return _joined([self._word(each, element(kind) or kind, True) for each in value]) or "nothing"
        if not readable:
            return f"a {hidden_label(self.program, value)}" if kind == "entity" or not kind else "a secret"
        if kind == "entity":
            return self._label(value) if 0 <= value < len(self.program.labels) else "none"
        for enum in self.program.enums:
            if enum.name == kind:
                return _cut(enum.labels[value], WORD) if 0 <= value < len(enum.labels) else "none"
        return {0: "no", 1: "yes"}.get(value, str(value)) if kind == "flag" else str(value)

    def _label(self, entity: int) -> str:
        return _cut(self.program.labels[entity], WORD)

    def _id(self, value: Any, kind: str, readable: bool) -> Any:
        if isinstance(value, tuple):
            return [self._id(each, element(kind) or kind, readable) for each in value]
        if not readable:
            return UNSEEN
        return named(self.program, kind, value)


def _gathered(words: list[str]) -> list[str]:
    """Hidden things that look alike, by their number."""
    gathered = []
    for word, number in Counter(words).items():
        alike = number > 1 and word.startswith("a hidden ")
        gathered += [f"{number} {many(word.removeprefix('a '))}"] if alike else [word] * number
    return gathered


def _joined(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _filled(text: str, words: list[str], names: tuple[str, ...] = ()) -> str:
    """`{0}` and `{name}` stand for arguments; anything else in braces stays as it is."""
    meant = {str(number): word for number, word in enumerate(words)} | dict(zip(names, words, strict=False))
    room = LONGEST

    def word(found: re.Match[str]) -> str:
        nonlocal room
        if room < 0:
            return ""  # the line is cut before this
        said, noun = meant.get(found[1], found[0][: found.end(1) - found.start() + 1]), found[2] or ""
        room -= len(said)
        return f"{said} {singular(noun[1:])}" if said == "1" and noun else said + noun

    return _COUNTED.sub(word, text)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _doer(function: Function) -> int:
    """Which argument says who does it, where the template does not: the first player among them, else whoever acts.

    The composed text of cards takes it so, too: "draw 2 cards" is said of whoever draws.
    """
    for number, (name, kind) in enumerate(zip(function.params, function.param_types, strict=True), 1):
        if kind == "player":
            return number if function.text and f"{{{name}}}" not in function.text else 0
    return 0
