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
    times: int = 1  # that the same happened


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
        self._boards = {  # of each cell
            name: zone.label
            for zone in program.zones
            if zone.board
            for name in program.names[zone.first : zone.first + zone.count]
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
        before = last.entry["form"] if last is not None else ""
        form, args = entry["form"], entry["args"]
        if last is None or form in ("choice", "say"):
            lines.append(self._line(entry))
        elif form == "fizzle" and last.entry["name"] == entry["name"]:
            lines[-1] = self._line(entry)
        elif form in ("pick", "shuffle") and before == "event":
            return  # the event says what for
        elif form == "move" and before == "event" and args[0] in (*last.entry["args"], UNSEEN):
            return  # the event says so
        elif form in ("move", "reveal") and before == form and self._same_way(last.entry["args"], args):
            last.pieces += self._line(entry).pieces
            last.text = self._together(last, args)
        elif form == "event" and before == "move" and len(lines) > 1 and lines[-2].text == entry["text"]:
            return  # the same again, as with cards that are drawn one by one
        elif form == "event" and before == "event" and last.entry["text"] == entry["text"]:
            last.times += 1
            last.text = f"{entry['text']} ({last.times} times)"
        else:
            lines.append(self._line(entry))

    def _line(self, entry: Entry) -> _Line:
        text = entry["text"]
        pieces = {"move": text.rpartition(": ")[0], "reveal": text.rpartition(" sees ")[2]}.get(entry["form"])
        return _Line(text, entry, [pieces] if pieces else [])

    def _same_way(self, one: list[Any], other: list[Any]) -> bool:
        """From one place to the same other, or to cells of one board; or shown to the same players."""
        return one[1] == other[1] and (one[2:] == other[2:] or self._boards.get(one[2], 1) == self._boards.get(other[2]))

    def _together(self, line: _Line, args: list[Any]) -> str:
        counts = Counter(line.pieces)
        named = [name if number == 1 else f"{number} × {name.removeprefix('a ')}" for name, number in counts.items()]
        if line.entry["form"] == "reveal":
            return f"{line.entry['text'].rpartition(' sees ')[0]} sees {', '.join(named)}"
        source, target = line.entry["args"][1], line.entry["args"][2]
        where = self._labels.get(target, "the box") if target == args[2] else self._boards[target]
        return f"{', '.join(named)}: {self._labels.get(source, 'the box')} → {where}"

    # --- what need not be said --------------------------------------------------------------------------------------

    def _needless(self, line: _Line, group: _Group, seat: str | None) -> bool:
        """A choice that was the reader's own, or that can be seen from what came of it."""
        if line.entry["form"] != "choice":
            return False
        who, *chosen = line.entry["args"]
        after = [each for each in group.lines[group.lines.index(line) + 1 :] if each.entry["form"] != "choice"]
        return who == seat or any(all(self._tells(each, one) for one in chosen) for each in after)

    def _tells(self, line: _Line, chosen: Any) -> bool:
        named = self._labels.get(str(chosen))
        return chosen in (UNSEEN, "yes", *line.entry["args"]) or (named is not None and named in line.text)

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
