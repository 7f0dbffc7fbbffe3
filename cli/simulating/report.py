"""From counts to what a designer wants to know: one structure of plain data, which all that is printed is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs

from rulewright.cli.list import option_row
from rulewright.cli.simulating.plan import Plan
from rulewright.cli.simulating.statistics import share, spread
from rulewright.cli.simulating.tally import Played, Tally, Uses
from rulewright.interpreter import Rulebook, Watched

Data = dict[str, Any]


@attrs.frozen
class Reckoner:
    """Everything about some games of a plan, whatever the order in which they came in."""

    rulebook: Rulebook
    plan: Plan
    tally: Tally
    watched: tuple[Watched, ...]

    def report(self) -> Data:
        tally, plan = self.tally, self.plan
        program = self.rulebook.program
        return {
            "rulebook": {
                "name": self.rulebook.name,
                "title": self.rulebook.title,
                "digest": self.rulebook.digest,
                "variants": list(program.variants),
                "options": {each.name: option_row(self.rulebook, each)["value"] for each in program.options},
            },
            "seed": plan.seed,
            "seed_words": plan.words,
            "games_wanted": plan.games,
            "games": tally.games,
            "finished": len(tally.played),
            "rotate": plan.rotate,
            "outcomes": self._outcomes(),
            "seats": [self._seat(seat, bot) for seat, bot in zip(plan.seats, plan.bots, strict=True)],
            "bots": [self._bot(bot) for bot in dict.fromkeys(plan.bots)],
            "first_player": self._first_player(),
            "length": {
                "decisions": _data(spread(each.decisions for each in tally.played)),
                "turns": _data(spread(each.turns for each in tally.played)),
            },
            "margin": _data(spread(self._margins())),
            "actions": self._actions(),
            "questions": self._questions(),
            "rules": [{**attrs.asdict(each), "games": tally.ran[number]} for number, each in enumerate(self.watched)],
            "played": [_data(each) for each in sorted(tally.played, key=lambda each: each.number)],
            "unfinished": [_data(each) for each in sorted(tally.unfinished, key=lambda each: each.number)],
            "lost": [_data(each) for each in sorted(tally.lost, key=lambda each: each.first)],
        }

    # --- who wins ---------------------------------------------------------------------------------------------------

    @property
    def _together(self) -> bool:
        """Whether the players win and lose only as one, as in a cooperative game: then nobody's victory is divided."""
        everybody = set(self.plan.seats)
        mixed = any(set(each.winners) not in (set(), everybody) for each in self.tally.played)
        return not mixed and any(set(each.losers) == everybody for each in self.tally.played)

    def _outcomes(self) -> Data:
        seats = set(self.plan.seats)
        shared = sum(len(each.winners) > 1 for each in self.tally.played)
        by_all = sum(set(each.winners) == seats for each in self.tally.played)
        nobody = sum(not each.winners for each in self.tally.played)
        return {"together": self._together, "shared": shared, "won_by_all": by_all, "won_by_nobody": nobody}

    def _points(self, wins: Counter[int]) -> float:
        """Victories; one that several share counts for each of them by its part."""
        return sum(times / (1 if self._together else many) for many, times in sorted(wins.items()))

    def _won(self, results: Iterable[tuple[Played, str]]) -> Data:
        """Of games, each with the seat to look at."""
        wins: Counter[int] = Counter()
        games = 0
        for played, seat in results:
            games += 1
            if seat in played.winners:
                wins[len(played.winners)] += 1
        rest = sum(times for many, times in wins.items() if many > 1)
        return {"games": games, "alone": wins[1], "shared": rest, "wins": _data(share(self._points(wins), games))}

    def _seat(self, seat: str, bot: str) -> Data:
        played = self.tally.played
        scores = spread(each.scores[seat] for each in played if each.scores is not None)
        program = self.rulebook.program
        label = program.labels[program.names.index(seat)]
        sitting = {} if self.plan.rotate else {"bot": bot}
        return {
            "seat": seat,
            "label": label,
            **sitting,
            **self._won((each, seat) for each in played),
            "scores": _data(scores),
        }

    def _bot(self, bot: str) -> Data:
        sitting = (
            (each, seat)
            for each in self.tally.played
            for seat, who in self.plan.bots_of(each.number).items()
            if who == bot
        )
        return {"bot": bot, **self._won(sitting)}

    def _first_player(self) -> Data | None:
        """None where nobody goes first: all play at once, play as one, or alone."""
        led = [each for each in self.tally.played if each.first]
        if not led or len(self.plan.seats) < 2 or self._together:
            return None
        first = self._won((each, each.first) for each in led)
        others = self._won((each, seat) for each in led for seat in self.plan.seats if seat != each.first)
        edge = first["wins"]["rate"] - others["wins"]["rate"]
        return {**first, "others": others["wins"]["rate"], "edge": round(edge, 6)}

    def _margins(self) -> Iterable[int]:
        """How far the best score is above the second."""
        for each in self.tally.played:
            if each.scores is not None and len(each.scores) > 1:
                best, second = sorted(each.scores.values(), reverse=True)[:2]
                yield best - second

    # --- what is chosen ---------------------------------------------------------------------------------------------

    def _used(self, uses: Uses) -> Data:
        return {"users": uses.users, "wins": _data(share(self._points(uses.wins), uses.users))}

    def _actions(self) -> list[Data]:
        total = sum(uses.chosen for uses in self.tally.actions.values())
        rows: list[Data] = [
            {
                "name": name,
                "label": label,
                "taken": uses.chosen,
                "share": round(uses.chosen / total, 6),
                **self._used(uses),
            }
            for (name, label), uses in self.tally.actions.items()
        ]
        return sorted(rows, key=lambda row: (-row["taken"], row["name"]))

    def _questions(self) -> list[Data]:
        """The most asked first; of each, the options, the most chosen first."""
        tally = self.tally
        options: dict[Any, list[tuple[str, Uses]]] = {}
        for (question, label), uses in tally.options.items():
            options.setdefault(question, []).append((label, uses))
        found = []
        for question, asked in sorted(tally.asked.items(), key=lambda each: (-each[1], attrs.astuple(each[0]))):
            chosen = sum(uses.chosen for _, uses in options[question])
            offered = sum(uses.offered for _, uses in options[question])
            rows = [self._option(label, uses, chosen / offered) for label, uses in options[question]]
            rows.sort(key=lambda row: (-row["chosen"]["rate"], row["label"]))
            # An option that is no card (a pass) may stand among cards.
            cards = sum(row["card"] for row in rows) * 2 > len(rows)
            found.append(
                {**attrs.asdict(question), "asked": asked, "cards": cards, "average": chosen / offered, "options": rows}
            )
        return found

    def _option(self, label: str, uses: Uses, average: float) -> Data:
        rate = uses.chosen / uses.offered
        return {
            "label": label,
            "card": label in self.tally.cards,
            "chosen": _data(share(uses.chosen, uses.offered)),
            "to_average": round(rate / average, 6) if average else 0.0,
            **self._used(uses),
        }


def _data(value: Any) -> Any:
    return None if value is None else attrs.asdict(value)
