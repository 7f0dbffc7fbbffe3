"""Answers that are refused because of what the one who answers cannot see. A refusal costs nothing."""

from __future__ import annotations

from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir.operations import walk
from rulewright.interpreter.ir.program import Expr, Program, Site, Zone

_SAME_MEMBERS = ("filter", "sort")  # local, list, …
_SAME_LIST = ("take", "reverse", "distinct", "without")
_READING = ("prop", "value", "printed", "is", "in", "eq", "ne")


def unseen_conditions(program: Program, places: Places, findings: Findings) -> None:
    for site in program.sites:
        seen = _Seen(program, site)
        for where in site.provided:
            if seen.reads_unseen(where.test):
                findings.warning(
                    "provided-unseen",
                    places.span(where.span),
                    "Whether an answer fits depends on pieces that the one who is asked cannot see. To be refused "
                    "costs nothing, so by trying one answer after the other a player finds out what they are.",
                    "Move them first to a zone that the player sees, or take any answer and test it in the rules "
                    "after it.",
                )


class _Seen:
    """As the chooser of one question sees it. What cannot be told from the program alone counts as seen."""

    def __init__(self, program: Program, site: Site) -> None:
        self.program = program
        self.site = site

    def reads_unseen(self, test: Expr) -> bool:
        return any(self._reads(node) for node in walk(test))

    def _reads(self, node: Expr) -> bool:
        if node[0] in ("filter", "map", "sum", "most", "least", "some", "every", "first"):
            bound = ("local", node[1])
            return self._unseen_members(node[2]) and any(
                inner[0] in _READING and bound in inner[1:] for inner in walk(node[3])
            )
        return node[0] in _READING and any(isinstance(e, tuple) and self._unseen_piece(e) for e in node[1:])

    def _unseen_piece(self, e: Expr) -> bool:
        if e[0] in ("top", "bottom"):
            return self._unseen_place(e[1])
        return e[0] == "nth" and self._unseen_members(e[1])

    def _unseen_members(self, listed: Expr) -> bool:
        if listed == ("slot", self.site.slot):
            return self._unseen_members(self.site.domain)
        if listed[0] == "contents":
            return self._unseen_place(listed[1])
        if listed[0] in _SAME_MEMBERS:
            return self._unseen_members(listed[2])
        return listed[0] in _SAME_LIST and self._unseen_members(listed[1])

    def _unseen_place(self, place: Expr) -> bool:
        if place[0] == "place":
            zone = self.program.zones[place[1]]
            return self._unseen(zone, place[2 + zone.owner_key] if zone.owner_key >= 0 else None)
        if place[0] != "const":
            return False
        zones = (zone for zone in self.program.zones if zone.first <= place[1] < zone.first + zone.count)
        return any(self._unseen(zone, None) for zone in zones)

    def _unseen(self, zone: Zone, owner: Expr | None) -> bool:
        if zone.seen == "owner":
            return owner is not None and owner != self.site.chooser
        return zone.seen == "none"
