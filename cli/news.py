"""What has happened, told briefly: the log without what a reader can infer from its other lines."""

from collections import Counter
from typing import Any

from attrs import Factory, define

from rulewright.interpreter import Rulebook

Entry = dict[str, Any]
UNSEEN = "?"  # the id of a piece that the reader cannot identify
LONGEST = 90  # letters of what is told in one line


@define
class _Line:
    text: str
    entry: Entry
    pieces: list[str] = Factory(list)  # of moves that are told together


@define
class _Group:
    """An action or a phase, and what came of it."""

    head: str
    actor: str | None
    phase: bool
    lines: list[_Line] = Factory(list)


class News:
    def __init__(self, rulebook: Rulebook) -> None:
        program = rulebook.program
        self._roles = {function.name: function.role for function in program.functions}
        self._labels = dict(zip(program.names, program.labels, strict=True))
        self._seats = set(rulebook.seat_names(rulebook.most_players))
        self._zones = {
            name: zone.label for zone in program.zones for name in program.names[zone.first : zone.first + zone.count]
        }

    def lines(self, entries: list[Entry], seat: str | None) -> list[str]:
        """Lines for a reader; what belongs to the line above is indented. `seat` knows what it has chosen."""
        told: list[str] = []
        for group in self._groups(entries):
            group.lines = [line for line in group.lines if not self._needless(line, group, seat)]
            told += self._told(group)
        return told

    # --- what belongs together --------------------------------------------------------------------------------------

    def _groups(self, entries: list[Entry]) -> list[_Group]:
        groups = [_Group("", None, True)]
        for entry in entries:
            role = self._roles.get(entry["name"], "") if entry["form"] == "event" else ""
            actor = entry["args"][0] if entry["args"] and entry["args"][0] in self._seats else None
            if role == "phase":
                # A player's own part of a phase is told by what they do in it.
                groups.append(_Group("" if actor else entry["text"], actor, True))
            elif role == "action":
                groups.append(_Group(entry["text"], actor, False))
            else:
                self._add(groups[-1].lines, entry)
        return groups

    def _add(self, lines: list[_Line], entry: Entry) -> None:
        last = lines[-1] if lines else None
        form, args = entry["form"], entry["args"]
        if form == "fizzle" and last is not None and last.entry["name"] == entry["name"]:
            lines[-1] = _Line(entry["text"], entry)
        elif form == "pick" and last is not None and last.entry["form"] == "event":
            return  # the event says what for
        elif form != "move":
            lines.append(_Line(entry["text"], entry))
        elif last is not None and last.entry["form"] == "event" and args[0] in (*last.entry["args"], UNSEEN):
            return  # the event says so
        elif last is not None and last.pieces and self._same_way(last.entry["args"], args):
            last.pieces.append(self._piece(entry))
            last.text = self._moves(last, args)
        else:
            lines.append(_Line(entry["text"], entry, [self._piece(entry)]))

    def _same_way(self, one: list[Any], other: list[Any]) -> bool:
        return one[1] == other[1] and self._zones.get(one[2]) == self._zones.get(other[2])

    def _piece(self, entry: Entry) -> str:
        return str(entry["text"].rpartition(": ")[0])

    def _moves(self, line: _Line, args: list[Any]) -> str:
        counts = Counter(line.pieces)
        named = [name if number == 1 else f"{number} × {name.removeprefix('a ')}" for name, number in counts.items()]
        source, target = line.entry["args"][1], line.entry["args"][2]
        where = self._labels.get(target, "the box") if target == args[2] else self._zones[target]
        return f"{', '.join(named)}: {self._labels.get(source, 'the box')} → {where}"

    # --- what need not be said --------------------------------------------------------------------------------------

    def _needless(self, line: _Line, group: _Group, seat: str | None) -> bool:
        """A choice that was the reader's own, or that can be seen from what came of it."""
        if line.entry["form"] != "choice":
            return False
        who, *chosen = line.entry["args"]
        at = group.lines.index(line)
        after = [each.entry["args"] for each in group.lines[at + 1 :] if each.entry["form"] != "choice"]
        return who == seat or any(all(one == UNSEEN or one in args for one in chosen) for args in after)

    # --- words ------------------------------------------------------------------------------------------------------

    def _told(self, group: _Group) -> list[str]:
        if not group.lines:
            return []
        actor = f"{self._labels[group.actor]}: " if group.actor else ""
        parts = [line.text.removeprefix(actor) if actor else line.text for line in group.lines]
        if group.phase:
            return [group.head, *(f"  {each}" for each in parts)] if group.head else [line.text for line in group.lines]
        short = f"{group.head}: {'; '.join(parts)}"
        if len(short) <= LONGEST and not any(": " in each for each in parts):
            return [short]
        return [group.head, *(f"  {each}" for each in parts)]
