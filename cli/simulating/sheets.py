"""The report as tables for a spreadsheet: CSV with a line of headings, dots in numbers, shares from 0 to 1."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

Data = dict[str, Any]


def written(report: Data) -> dict[str, str]:
    """The text of each file."""
    return {
        "seats.csv": _text(_SEAT, _seats(report)),
        "games.csv": _text((*_GAME, *(f"score_{seat['seat']}" for seat in report["seats"])), _games(report)),
        "actions.csv": _text(_ACTION, [{**row, **_wins(row)} for row in report["actions"]]),
        "options.csv": _text(_OPTION, _options(report)),
        "rules.csv": _text(_RULE, report["rules"]),
    }


_SPREAD = ("mean", "deviation", "least", "lower_quartile", "median", "upper_quartile", "most")
_WINS = ("win_rate", "low", "high")
_SEAT = ("who", "bot", "games", "alone", "shared", *_WINS, *(f"score_{each}" for each in _SPREAD))
_GAME = ("game", "seed", "first", "winners", "decisions", "turns")
_ACTION = ("name", "label", "taken", "share", "users", *_WINS)
_OPTION = ("rule", "question", "option", "card", "offered", "chosen", "rate", "to_average", "users", *_WINS)
_RULE = ("form", "name", "cite", "where", "games")


def _wins(row: Data) -> Data:
    wins = row["wins"]
    return {"win_rate": wins["rate"], "low": wins["low"], "high": wins["high"]}


def _seats(report: Data) -> list[Data]:
    rows = [
        {"who": seat["seat"], "bot": seat.get("bot", ""), **seat, **_wins(seat), **_scores(seat["scores"])}
        for seat in report["seats"]
    ]
    rows += [{**bot, **_wins(bot)} for bot in report["bots"]]
    if report["first_player"]:
        rows.append({"who": "first player", **report["first_player"], **_wins(report["first_player"])})
    return rows


def _scores(scores: Data | None) -> Data:
    return {f"score_{name}": scores[name] for name in _SPREAD} if scores else {}


def _games(report: Data) -> list[Data]:
    rows = []
    for game in report["played"]:
        scores = {f"score_{seat}": score for seat, score in (game["scores"] or {}).items()}
        rows.append({**game, "game": game["number"], "winners": " ".join(game["winners"]), **scores})
    return rows


def _options(report: Data) -> list[Data]:
    return [
        {
            "rule": question["rule"],
            "question": question["prompt"],
            "option": row["label"],
            "card": int(row["card"]),
            "offered": row["chosen"]["whole"],
            "chosen": row["chosen"]["part"],
            "rate": row["chosen"]["rate"],
            "to_average": row["to_average"],
            "users": row["users"],
            **_wins(row),
        }
        for question in report["questions"]
        for row in question["options"]
    ]


def _text(heads: tuple[str, ...], rows: list[Data]) -> str:
    out = StringIO()
    writer = csv.DictWriter(out, heads, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _harmless(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def _harmless(value: Any) -> Any:
    """A spreadsheet takes a text that begins like this for a formula, and a rulebook may come from anywhere."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
