"""What has happened, told briefly: the log without what a reader can infer from its other lines."""

import re
from collections import Counter
from typing import Any

from attrs import Factory, define

from rulewright.cli.telling import UNSEEN, Entry, Telling
from rulewright.interpreter import Rulebook

LONGEST = 90  # letters of what is told in one line
_YOUR = re.compile(r"\b(yourself|yours|your|you)\b")
_THEIRS = {"yourself": "themselves", "yours": "theirs", "your": "their", "you": "they"}


@define
class _Line:
    text: str
    entry: Entry
    pieces: list[str] = Factory(list)  # of moves that are told together
    times: int = 1  # that the same happened
    where: str = ""  # to which place the event moved its piece


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
        texts = {function.name: re.split(r"\{\w+\}", function.text) for function in program.functions}
        counts = {function.name for function in program.functions if "number" in function.param_types}
        self._frames = {
            name: (parts[0], parts[1]) for name, parts in texts.items() if len(parts) == 2 and name not in counts
        }
        self._telling = Telling(program)
        self._seats = set(rulebook.seat_names(rulebook.most_players))
        self._players = {self._labels[seat] for seat in self._seats}
        self._boards = {  # of each cell
            name: zone.label
            for zone in program.zones
            if zone.board
            for name in program.names[zone.first : zone.first + zone.count]
        }

    def lines(self, entries: list[Entry], seat: str | None) -> list[str]:
        """Lines for a reader; what belongs to the line above is indented. `seat` knows what it has chosen."""
        told: list[str] = []
        for group in self._groups(self._telling.kept(entries)):
            group.lines = [line for line in group.lines if not self._needless(line, group, seat)]
            group.lines = self._merged(group.lines)
            for line in group.lines:
                self._address(line, seat)
            told += self._told(group)
        return told

    def _address(self, line: _Line, seat: str | None) -> None:
        """What a rule says to whoever does it ("your hand") is theirs to all others."""
        doer = line.entry["args"][0] if line.entry["form"] == "event" and line.entry["args"] else None
        if doer != seat:
            line.text = _YOUR.sub(lambda found: _THEIRS[found[0]], line.text)

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
            # The event says which piece, or that there is nothing to see; it may not say where to.
            target = self._labels.get(args[2], "the box")
            if args[0] in last.entry["args"] and target not in last.text:
                last.where = f" → {target}"
        elif form in ("move", "reveal") and before == form and self._same_way(last.entry["args"], args):
            last.pieces += self._line(entry).pieces
            last.text = self._together(last, args)
        elif form == "event" and before == "move" and len(lines) > 1 and lines[-2].text == entry["text"]:
            return  # the same again, as with cards that are drawn one by one
        elif form == "event" and last.entry["text"] == entry["text"] and entry["name"] not in self._frames:
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
        if one[1] != other[1]:
            return False
        if one[2:] == one[1:2]:  # within one place: each says to which end
            return False
        return one[2:] == other[2:] or (one[2] in self._boards and self._boards[one[2]] == self._boards.get(other[2]))

    def _together(self, line: _Line, args: list[Any]) -> str:
        named = self._listed(line.pieces)
        if line.entry["form"] == "reveal":
            return f"{line.entry['text'].rpartition(' sees ')[0]} sees {named}"
        source, target = line.entry["args"][1], line.entry["args"][2]
        where = self._labels.get(target, "the box") if target == args[2] else self._boards[target]
        return f"{named}: {self._labels.get(source, 'the box')} → {where}"

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

    # --- the same with several pieces -------------------------------------------------------------------------------

    def _merged(self, lines: list[_Line]) -> list[_Line]:
        """One line for an effect that came over one piece after the other."""
        merged: list[_Line] = []
        for line in lines:
            last = merged[-1] if merged else None
            frame, word = self._parted(line)
            if last is not None and frame and (frame, line.where) == (self._parted(last)[0], last.where):
                last.pieces.append(word)
                last.text = self._listed(last.pieces).join(frame)
                if word in self._players and len(set(last.pieces)) == 1:
                    last.text = f"{word.join(frame)} ({len(last.pieces)} times)"
            else:
                line.pieces = [word] if frame else line.pieces
                merged.append(line)
        return merged

    def _parted(self, line: _Line) -> tuple[tuple[str, str], str] | tuple[None, str]:
        """What stands around the only word that differs from event to event, and that word."""
        if line.entry["form"] != "event" or line.times > 1 or line.entry["name"] not in self._frames:
            return None, ""
        before, after = self._frames[line.entry["name"]]
        text = line.entry["text"]
        doer = f"{self._labels.get(str(line.entry['args'][0]), '')}: " if line.entry["args"] else ""
        lead = doer if text.startswith(doer) else ""
        before = text[: text.index(before, len(lead))] + before
        return (before, after), text[len(before) : len(text) - len(after)]

    def _listed(self, pieces: list[str]) -> str:
        counts = Counter(pieces)
        return ", ".join(
            name if number == 1 else f"{number} × {name.removeprefix('a ')}" for name, number in counts.items()
        )

    # --- words ------------------------------------------------------------------------------------------------------

    def _told(self, group: _Group) -> list[str]:
        if not group.lines:
            return []
        actor = f"{self._labels[group.actor]}: " if group.actor else ""
        parts = [line.text.removeprefix(actor) + line.where for line in group.lines]
        for number, line in enumerate(group.lines[1:], 1):
            if line.entry["form"] == "choice" and "?" not in parts[number]:
                parts[number] = f"chooses {parts[number]}"
        if group.phase:
            bare = [line.text + line.where for line in group.lines]
            return [group.head, *(f"  {each}" for each in parts)] if group.head else bare
        short = f"{group.head}: {'; '.join(parts)}"
        if len(short) <= LONGEST and not any(": " in each for each in parts):
            return [short]
        return [group.head, *(f"  {each}" for each in parts)]
