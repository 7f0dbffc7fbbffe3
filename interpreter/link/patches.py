"""Applies the patches of variants to the declarations of what they vary. Nothing is ever edited in place."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulewright.interpreter.diagnostics import Findings, Label, quoted, with_article
from rulewright.interpreter.link.addresses import (
    OF,
    Key,
    changed_name,
    in_words,
    key_of,
    line_name,
    names_in,
    removed_key,
    spoken,
)
from rulewright.interpreter.link.bodies import changed_body, emptied
from rulewright.interpreter.link.members import (
    changed_die,
    changed_enum,
    changed_kind,
    changed_option,
    changed_piece,
    changed_place,
    changed_state,
    changed_table,
    changed_value,
    with_defaults,
)
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

MOST_WORK = 3_000_000  # nodes that all changes together may look at: seconds


class Patched:
    """The declarations of a rulebook, patch after patch."""

    def __init__(self, declarations: Iterable[nodes.Declaration], findings: Findings) -> None:
        self.findings = findings
        self._kept: list[nodes.Declaration | None] = []  # None where one was taken out
        self._places: dict[Key, int] = {}
        self._sizes: dict[Key, int] = {}  # of what was changed before
        self._emptied: dict[Key, nodes.ChangeBody] = {}  # who took the last action out of an offer
        self._work = 0
        for declaration in declarations:
            self._keep(declaration)

    def finish(self) -> list[nodes.Declaration]:
        """What has come of it all."""
        for key, patch in self._emptied.items():
            left = self._kept[self._places[key]] if key in self._places else None
            if isinstance(left, nodes.Callable) and emptied(left):
                self.findings.error(
                    "nothing-to-change",
                    patch.removed[-1].span,
                    f"Nothing would be left to choose from in {in_words(key)}.",
                    "Add something, or take out the step or the phase in which this stands.",
                )
        kinds = {each.name.text: each for each in self._kept if isinstance(each, nodes.Kind)}
        found = (each for each in self._kept if each is not None)
        return [self._whole(each, kinds) if isinstance(each, nodes.Piece) else each for each in found]

    def _whole(self, piece: nodes.Piece, kinds: dict[str, nodes.Kind]) -> nodes.Piece:
        if not any(isinstance(line, nodes.Added) for line in piece.lines):
            return piece
        defaults: dict[str, nodes.Expr] = {}
        names, name = set[str](), piece.kind.text
        while name in kinds and name not in names:
            names.add(name)
            for each in kinds[name].properties:
                if each.default is not None:
                    defaults.setdefault(each.name.text, each.default)
            parent = kinds[name].parent
            name = parent.text if parent is not None else ""
        return with_defaults(piece, defaults, self.findings)

    def apply(self, patch: nodes.Declaration) -> None:
        if self._work > MOST_WORK:
            return
        changed = changed_name(patch)
        if changed is not None:
            self._change(*changed, patch)
        elif isinstance(patch, nodes.Replace):
            self._replace(patch)
        elif isinstance(patch, nodes.Remove):
            key = removed_key(patch)
            found = self._find(key, patch.name, removes=True)
            if found is not None:
                self._kept[found] = None
                del self._places[key]
        else:
            self._add(patch)

    def _keep(self, declaration: nodes.Declaration) -> None:
        key = key_of(declaration)
        if key is not None:
            self._places.setdefault(key, len(self._kept))
        self._kept.append(declaration)

    # --- finding what is meant --------------------------------------------------------------------------------------

    def _find(self, key: Key, name: nodes.Name, removes: bool = False) -> int | None:
        """Where the declaration stands that a patch means; None and a message where there is none."""
        if key in self._places:
            return self._places[key]
        same = [spoken(known) if removes else known[1] for known in self._places if known[0] == key[0]]
        owners = self._owners(key)
        if removes and owners:
            message, same = f"More than one has a state `{key[1]}`: {quoted(owners)}. I cannot tell which is meant.", []
        else:
            message = f"There is no {in_words(key)} that could be changed."
        self.findings.unknown("nothing-to-change", key[1], name.span, message, same, self._elsewhere(key, removes))
        return None

    def _owners(self, key: Key) -> list[str]:
        """Who has a state of this name."""
        return [
            known[len(key[1] + OF) :]
            for word, known in self._places
            if word == key[0] == "state" and known.startswith(key[1] + OF)
        ]

    def _elsewhere(self, key: Key, removes: bool) -> str | None:
        """Something of the name that is meant, but is no such thing."""
        word, name = key
        if word == "player":
            return "Seats are changed on the variant's `players` line."
        if word == "example":
            return "A variant takes over no examples: they prove the rules that they were written for."
        other = next((known for known in self._places if known[1] == name), None)
        if other is not None:
            return f"There is {with_article(in_words(other))}."
        owners = self._owners(key)
        if owners:
            whose = f"Say whose state it is: change state {name} of {owners[0]}"
            return "Take out what uses it, and leave the state." if removes else whose
        if word != "rule":
            return self._inside(name)
        for piece in self._kept:
            if isinstance(piece, nodes.Piece) and name in map(line_name, piece.lines):
                head = f"change {piece.kind.text} {piece.name.text}"
                return f"It stands on a piece. Write `{head}`, and below that `remove {name}`, or the rule anew."
        return "A rule can be addressed where it has a name: after draw(_) as NAME"

    def _inside(self, name: str) -> str | None:
        """A step, a loop or a choice is changed where it stands."""
        for each in self._kept:
            if isinstance(each, nodes.Callable) and name in names_in(each.body):
                head = " ".join(dict.fromkeys((each.word, each.name.text)))
                return f"Something of that name stands in `{head}`. Write `change {head}`, and below that what differs."
        return None

    # --- the patches ------------------------------------------------------------------------------------------------

    def _replace(self, patch: nodes.Replace) -> None:
        key = key_of(patch.declaration)
        if key is None:
            self.findings.error(
                "nothing-to-change",
                patch.span,
                "What is replaced must have a name.",
                "Give the rule the name of the one it replaces: replace after draw(_) as NAME",
            )
            return
        name = getattr(patch.declaration, "name", None)
        found = self._find(key, name if isinstance(name, nodes.Name) else nodes.Name(key[1], patch.declaration.span))
        if found is not None:
            self._kept[found] = patch.declaration

    def _add(self, new: nodes.Declaration) -> None:
        key = key_of(new)
        first = self._kept[self._places[key]] if key in self._places else None
        if first is None or key is None:
            self._keep(new)
            return
        self.findings.error(
            "declared-twice",
            new.span,
            f"There is {with_article(in_words(key))} already.",
            "Write `replace` before it to put this one in its place, or give yours another name."
            if key[0] == "rule"
            else "Write `replace` before it to put this one in its place, or `change` to change a part of it.",
            [Label(first.span, "It stands here:")],
        )

    def _change(self, key: Key, name: nodes.Name, patch: nodes.Declaration) -> None:
        found = self._find(key, name)
        old = self._kept[found] if found is not None else None
        if found is None or old is None or not self._affordable(key, old, patch):
            return
        findings = self.findings
        new: nodes.Declaration = old
        match patch, old:
            case nodes.ChangePiece(), nodes.Piece():
                new = changed_piece(old, patch, findings)
            case nodes.ChangeKind(), nodes.Kind():
                new = changed_kind(old, patch.kind)
            case nodes.ChangeEnum(), nodes.Enum():
                new = changed_enum(old, patch.enum)
            case nodes.ChangeDie(), nodes.Die():
                new = changed_die(old, patch.die)
            case nodes.ChangeZone(), nodes.Zone() | nodes.Board():
                new = changed_place(old, patch)
            case nodes.ChangeTable(), nodes.Table():
                new = changed_table(old, patch)
            case nodes.ChangeState(), nodes.State():
                new = changed_state(old, patch)
            case nodes.ChangeValue(), nodes.Value():
                new = changed_value(old, patch)
            case nodes.ChangeOption(), nodes.OptionLine():
                new = changed_option(old, patch)
            case nodes.ChangeBody(), nodes.Callable():
                new = changed_body(old, patch, findings)
                if patch.removed and emptied(new):
                    self._emptied[key] = patch
        self._kept[found] = attrs.evolve(new, cite=tuple(dict.fromkeys((*old.cite, *patch.cite))))

    def _affordable(self, key: Key, old: nodes.Declaration, patch: nodes.Declaration) -> bool:
        """A stranger's variant may change a large thing very often: that is refused before it takes all day."""
        size = self._sizes.get(key) or sum(1 for _ in walk(old))
        added = sum(1 for _ in walk(patch))
        self._sizes[key] = size + added
        self._work += size * max(1, added // 20)
        if self._work > MOST_WORK:
            self.findings.error(
                "wrong-count",
                patch.span,
                f"These variants change {in_words(key)} and others too often for me.",
                "One `replace` does what many changes do.",
            )
        return self._work <= MOST_WORK
