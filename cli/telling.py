"""Which lines of the log say that something has happened, and which only what a rule would have done."""

from itertools import zip_longest
from typing import Any

from attrs import frozen

Entry = dict[str, Any]
UNSEEN = "?"  # the id of a piece that the reader cannot identify
LOGGED = frozenset("move move_all swap shuffle roll reroll pick reveal say".split())
MOVES = frozenset(["move", "move_all", "swap"])
NEUTRAL = frozenset("set header branch jump return".split())
ASKS = frozenset(["choose", "ask", "offer"])


@frozen
class _Effect:
    lines: frozenset[str]  # where its statements are written, as the log names places
    shows: bool  # whatever it does, the log has a line about it
    moves: bool  # it does nothing but move pieces


class Telling:
    def __init__(self, program: Any) -> None:
        self._effects = {each.name: _effect(program, each) for each in program.functions if each.role == "effect"}

    def kept(self, entries: list[Entry]) -> list[Entry]:
        """Without effects of which nothing came, and without those that the line below them tells better."""
        # That chance decides needs no line of its own: what it has decided shows in what follows.
        told = [each for each in entries if each["form"] != "pick"]
        told = _without_sights(told)
        return _without_sights([each for each, after in zip_longest(told, told[1:]) if not self._needless(each, after)])

    def _needless(self, entry: Entry, after: Entry | None) -> bool:
        effect = self._effects.get(entry["name"]) if entry["form"] == "event" else None
        if effect is None:
            return False
        if after is None or after["where"] not in effect.lines:
            return effect.shows
        if after["form"] == "say":
            return True
        seen = after["form"] == "move" and after["args"][0] not in (UNSEEN, *entry["args"])
        return effect.moves and seen


def _without_sights(told: list[Entry]) -> list[Entry]:
    """Without the sight of a piece that then goes on, as from the top of a deck: where it goes says which it is."""
    return [
        each
        for each, after in zip_longest(told, told[1:])
        if after is None
        or (each["form"], after["form"]) != ("reveal", "move")
        or each["args"] != [after["args"][0], None]  # nobody in particular: everybody sees it
    ]


def _effect(program: Any, function: Any) -> _Effect:
    places = [program.spans[span] for block in function.blocks for span in block.spans if span >= 0]
    places += [program.spans[site.span] for site in program.sites if program.functions[site.function] is function]
    done = {instr[0] for block in function.blocks for instr in block.instrs}
    ends = {block.end[0] for block in function.blocks}
    first = function.blocks[function.body]
    asks = first.end[0] == "choose" and program.sites[first.end[1]].type != "die"
    asks_first = asks and all(instr[0] in LOGGED | NEUTRAL for instr in first.instrs)
    shows = bool(done | ends - NEUTRAL) and done <= LOGGED | NEUTRAL and ends <= NEUTRAL | ASKS | {"event"}
    moves = bool(done & MOVES) and done <= MOVES | NEUTRAL and ends <= NEUTRAL
    return _Effect(frozenset(f"{each.file}:{each.line}" for each in places), shows or asks_first, moves)
