"""Places that lie at pieces, as a table: a row for each piece, a column for each zone, or for each player there."""

import re
from typing import Any

from attrs import frozen

from rulewright.cli.pieces import Data

_LEADS_ON = re.compile(r" (of|at|in|on|beside)( the)?$", re.IGNORECASE)


@frozen
class Row:
    piece: Data  # at which they lie
    places: tuple[Data | None, ...]  # one for each column


@frozen
class Rows:
    label: str  # of the kind of the pieces
    heads: tuple[tuple[str, str | None], ...]  # of each column: its words, and whose it is
    rows: tuple[Row, ...]
    zones: frozenset[str]  # whose places stand in it, and the one where the pieces lie


def tables(program: Any, view: Data) -> list[Rows]:
    """One for each kind of pieces at which places lie, as far as all of them lie open in one place."""
    found = []
    sorts = {kind.name: kind for kind in program.kinds if kind.sort == "piece"}
    for name in dict.fromkeys(kind for zone in program.zones for kind in zone.key_types if kind in sorts):
        table = _table(program, view, sorts[name])
        if table is not None:
            found.append(table)
    return found


def _table(program: Any, view: Data, kind: Any) -> Rows | None:
    ids = program.names[kind.first : kind.first + kind.count]
    seen = dict(zip((zone["id"] for zone in view["zones"]), view["zones"], strict=True))
    home = next((zone["id"] for zone in view["zones"] if _lying(zone) == set(ids)), None)
    zones = [zone for zone in program.zones if set(zone.key_types) - {"player"} == {kind.name}]
    zones = [zone for zone in zones if len(zone.key_types) == len(set(zone.key_types))]
    if home is None or not zones:
        return None
    pieces = [piece for place in seen[home]["places"] for piece in place["pieces"]]
    labels = {player["id"]: player["label"] for player in view["players"]}
    heads: list[tuple[str, str | None]] = []
    columns: list[dict[str, Data]] = []
    for zone in zones:
        key = zone.keys[zone.key_types.index(kind.name)][0]
        name = _LEADS_ON.sub("", zone.label)
        for owner in labels if zone.owner_key >= 0 else [None]:
            heads.append((f"{labels[owner]}'s {name[:1].lower()}{name[1:]}" if owner else name, owner))
            own = [place for place in seen[zone.name]["places"] if place.get("owner") == owner]
            columns.append({place["keys"][key]: place for place in own})
    rows = [Row(piece, tuple(column.get(piece["id"]) for column in columns)) for piece in pieces]
    return Rows(kind.label, tuple(heads), tuple(rows), frozenset({home, *(zone.name for zone in zones)}))


def _lying(zone: Data) -> set[str | None]:
    return {piece["id"] for place in zone["places"] for piece in place.get("pieces", [])}
