"""Hemloch: Dark Promenade in plain Python, written by hand, for rules/hemloch.rules to be measured against.

    python -m bench.hemloch [games] [seed]

prints {"hemloch": decisions_per_second}. This is what a programmer would write who needs this one game: cards are
strings, zones are lists, every Minion has its two Abilities as functions. It keeps no log, hides nothing, and cannot be
stopped, copied or saved in the middle: whoever decides is called back. It asks exactly what the rulebook asks, in the
same order and with the same options, which bench/same.py checks game by game.
"""

import json
import random
import sys
from collections.abc import Callable, Iterable
from time import process_time
from typing import Protocol

ANNE, BERT = 0, 1
YES_NO = ["yes", "no"]


class Chance(Protocol):
    """What the game needs of a generator; `random.Random` has it."""

    def shuffle(self, x: list[str], /) -> None: ...

    def randrange(self, stop: int, /) -> int: ...


# Who is asked, from what, and how many of it; gives what was chosen.
Chooser = Callable[[int, list[str], int], list[str]]

QUARTERS = {
    "steeple": "spires",
    "graveyard": "boneyard",
    "cloister": "courtyard",
    "warren": "maze",
    "orchard": "garden",
}
COPIES = {"steeple": 7, "graveyard": 7, "cloister": 6, "warren": 6, "orchard": 6}
DISTRICTS = [f"{name}_{number + 1}" for name, count in COPIES.items() for number in range(count)]
QUARTER = {district: QUARTERS[district.rpartition("_")[0]] for district in DISTRICTS}
ITEMS = ["potion", "scepter", "trinket", "dagger"]
POINTS = {**dict.fromkeys(DISTRICTS, 1), **dict.fromkeys(ITEMS, 3)}

INFLUENCE = {
    "alchemist": 1,
    "automaton": 0,
    "lady": 1,
    "charlatan": 0,
    "cutthroat": 1,
    "gravedigger": 1,
    "steeplejack": 2,
    "magistrate": 3,
    "pickpocket": 1,
    "puppeteer": 1,
    "apothecary": 1,
    "lamplighter": 2,
    "smuggler": 1,
    "bell_ringer": 4,
    "antiquary": 0,
    "stranger": 0,
    "widow": 1,
    "ratcatcher": 2,
}
BONUS = {
    ("alchemist", "spires"): 3,
    ("lady", "courtyard"): 1,
    ("charlatan", "garden"): 3,
    ("cutthroat", "maze"): 2,
    ("steeplejack", "spires"): 2,
    ("magistrate", "courtyard"): 1,
    ("pickpocket", "maze"): 2,
    ("lamplighter", "spires"): 1,
    ("lamplighter", "courtyard"): 1,
    ("smuggler", "garden"): 2,
    ("bell_ringer", "boneyard"): 1,
    ("widow", "boneyard"): 2,
    ("ratcatcher", "maze"): 1,
    ("ratcatcher", "boneyard"): 1,
}

# The places of the city that an Avenue leads to: columns for Anne, rows for Bert.
CELLS = (((0, 3, 6), (1, 4, 7), (2, 5, 8)), ((0, 1, 2), (3, 4, 5), (6, 7, 8)))


class Hemloch:
    def __init__(self, chance: Chance, choose: Chooser) -> None:
        self.chance = chance
        self.choose = choose
        self.district_deck = list(DISTRICTS)  # the top is in front
        self.minion_deck = list(INFLUENCE)
        self.city: list[str | None] = [None] * 9
        self.outskirts: list[str] = []
        self.reliquary = list(ITEMS)
        self.hands: list[list[str]] = [[], []]
        self.avenues: list[list[list[str]]] = [[[], [], []], [[], [], []]]
        self.estates: list[list[str]] = [[], []]
        self.asleep: set[str] = set()
        self.starter = ANNE
        self.me = -1  # whose turn it is
        self.spent: set[str] = set()  # District Bonuses used this turn

    def play(self) -> list[int]:
        """A whole game; gives the points."""
        self.starter = self.chance.randrange(2)
        for _ in range(3):
            self.set_up_week()
            seat = self.starter
            while not self.all_full():
                self.turn(seat)
                seat = 1 - seat
            self.me = -1
            self.check_influence()
            for seat in (ANNE, BERT):
                for minion in [*self.minions(seat), *self.hands[seat]]:
                    self.discard(minion)
        return self.scores()

    def scores(self) -> list[int]:
        return [sum(POINTS[card] for card in estate) for estate in self.estates]

    def winners(self) -> list[int]:
        ranks = [(score, len(estate)) for score, estate in zip(self.scores(), self.estates, strict=True)]
        return [seat for seat in (ANNE, BERT) if ranks[seat] == max(ranks)]

    def set_up_week(self) -> None:
        for card in [card for card in self.outskirts if card in QUARTER]:
            self.outskirts.remove(card)
            self.district_deck.insert(0, card)
        self.chance.shuffle(self.district_deck)
        for cell in range(9):
            self.city[cell] = self.district_deck.pop(0) if self.district_deck else None
        self.outskirts += self.district_deck[:4]
        del self.district_deck[:4]
        self.chance.shuffle(self.minion_deck)
        for seat in (ANNE, BERT):
            for _ in range(3):
                self.draw(seat)
        if len(self.estates[ANNE]) != len(self.estates[BERT]):
            self.starter = ANNE if len(self.estates[ANNE]) > len(self.estates[BERT]) else BERT

    def all_full(self) -> bool:
        return all(len(avenue) == 2 for avenues in self.avenues for avenue in avenues)

    def turn(self, me: int) -> None:
        self.me = me
        self.spent.clear()
        if self.holds(me, "garden") and self.agrees(me):
            self.exchange_hand(me)
        hand = self.hands[me]
        room = [line for line in (1, 2, 3) if len(self.avenues[me][line - 1]) < 2]
        if not hand or not room:
            return
        minion = self.one(me, hand)
        seat = "bert" if me else "anne"
        line = int(self.one(me, [f"avenue_{seat}_{line}" for line in room])[-1]) - 1
        hand.remove(minion)
        self.avenues[me][line].append(minion)
        for ability in ABILITIES[minion]:
            ability(self, me, line)
        self.look_at_deck(me, line)
        if self.holds(me, "maze") and self.shows(me, line, "maze") and minion in self.minions(me):
            self.step_aside(me, minion)
        self.draw(me)

    def check_influence(self) -> None:
        for cell, district in enumerate(self.city):
            if district is None:
                continue
            lead = self.presence(ANNE, cell, district) - self.presence(BERT, cell, district)
            if lead == 0:
                lead = self.wins_ties(ANNE, cell, district) - self.wins_ties(BERT, cell, district)
            self.city[cell] = None
            (self.outskirts if lead == 0 else self.estates[ANNE if lead > 0 else BERT]).append(district)

    # --- questions --------------------------------------------------------------------------------------------------

    def one(self, seat: int, options: list[str]) -> str:
        return self.choose(seat, options, 1)[0]

    def agrees(self, seat: int) -> bool:
        return self.choose(seat, YES_NO, 1)[0] == "yes"

    # --- what the cards read ----------------------------------------------------------------------------------------

    def holds(self, seat: int, quarter: str) -> bool:
        return any(QUARTER.get(card) == quarter for card in self.estates[seat])

    def shows(self, seat: int, line: int, quarter: str) -> bool:
        return any((district := self.city[cell]) and QUARTER[district] == quarter for cell in CELLS[seat][line])

    def minions(self, seat: int) -> list[str]:
        first, second, third = self.avenues[seat]
        return first + second + third

    def districts(self, cards: Iterable[str]) -> list[str]:
        """The Districts among the cards, those of one type only once."""
        found: dict[str, str] = {}
        for card in cards:
            if card in QUARTER:
                found.setdefault(QUARTER[card], card)
        return list(found.values())

    def items(self, cards: Iterable[str]) -> list[str]:
        return [card for card in cards if card not in QUARTER]

    # --- Influence --------------------------------------------------------------------------------------------------

    def presence(self, seat: int, cell: int, district: str) -> int:
        line = cell // 3 if seat else cell % 3
        other = self.avenues[1 - seat][cell % 3 if seat else cell // 3]
        mine = self.avenues[seat][line]
        quarter = QUARTER[district]
        found = 0
        for minion in mine:
            if minion in self.asleep:
                continue
            influence = INFLUENCE[minion] + BONUS.get((minion, quarter), 0)
            if minion == "automaton":
                influence += len({QUARTER[d] for c in CELLS[seat][line] if (d := self.city[c]) is not None})
            elif minion == "puppeteer":
                influence += len(other)
            elif minion == "antiquary":
                influence += len(self.items(self.estates[seat]))
            elif minion == "stranger":
                influence += sum(INFLUENCE[partner] for partner in mine if partner != minion)
            if quarter == "garden" and "apothecary" in other:
                influence -= 2
            found += max(0, influence)
        return found

    def wins_ties(self, seat: int, cell: int, district: str) -> bool:
        avenue = self.avenues[seat][cell // 3 if seat else cell % 3]
        return QUARTER[district] == "boneyard" and "gravedigger" in avenue

    # --- what Minions do --------------------------------------------------------------------------------------------

    def draw(self, seat: int) -> None:
        deck = self.minion_deck
        if seat == self.me and "boneyard" not in self.spent and self.holds(seat, "boneyard") and self.agrees(seat):
            self.spent.add("boneyard")
            if deck:
                self.hands[seat].append(deck.pop())
        elif deck:
            self.hands[seat].append(deck.pop(0))

    def discard(self, minion: str) -> None:
        self.asleep.discard(minion)
        self.where(minion).remove(minion)
        self.minion_deck.append(minion)

    def where(self, minion: str) -> list[str]:
        for seat in (ANNE, BERT):
            for zone in (self.hands[seat], *self.avenues[seat]):
                if minion in zone:
                    return zone
        return self.minion_deck

    def exchange_hand(self, seat: int) -> None:
        if self.hands[seat]:
            self.discard(self.one(seat, self.hands[seat]))
            self.draw(seat)

    def sift(self, seat: int, count: int) -> None:
        for _ in range(count):
            self.draw(seat)
        count = min(count, len(self.hands[seat]))
        if count:
            for minion in self.choose(seat, self.hands[seat], count):
                self.discard(minion)

    def jostle(self, seat: int) -> None:
        hand = self.hands[seat]
        if hand:
            self.discard(hand[self.chance.randrange(len(hand))])
            self.draw(seat)

    def call_out(self, seat: int) -> None:
        if self.hands[seat]:
            self.discard(self.one(1 - seat, self.hands[seat]))
            self.draw(seat)

    def strike(self, seat: int, most: int) -> None:
        targets = [minion for minion in self.minions(1 - seat) if INFLUENCE[minion] <= most]
        if targets and self.agrees(seat):
            self.discard(self.one(seat, targets))

    def put_to_sleep(self, seat: int) -> None:
        awake = [minion for minion in self.minions(1 - seat) if minion not in self.asleep]
        if awake:
            self.asleep.add(self.one(seat, awake))

    # --- swaps ------------------------------------------------------------------------------------------------------

    def swap_minions(self, one: str, other: str) -> None:
        here, there = self.where(one), self.where(other)
        at, to = here.index(one), there.index(other)
        here[at], there[to] = other, one

    def swap_two(self, seat: int, owner: int) -> None:
        minions = self.minions(owner)
        if len(minions) >= 2 and self.agrees(seat):
            self.swap_minions(*self.choose(seat, minions, 2))

    def step_aside(self, seat: int, minion: str) -> None:
        partners = [partner for partner in self.minions(seat) if partner != minion]
        if partners and self.agrees(seat):
            self.swap_minions(minion, self.one(seat, partners))

    def relieve(self, seat: int) -> None:
        minions = self.minions(seat)
        if self.hands[seat] and minions and self.agrees(seat):
            fresh, tired = self.one(seat, self.hands[seat]), self.one(seat, minions)
            self.asleep.discard(tired)
            self.swap_minions(fresh, tired)

    def rebuild(self, seat: int) -> None:
        if self.agrees(seat):
            districts = [district for district in self.city if district is not None]
            if len(districts) >= 2:
                one, other = self.choose(seat, districts, 2)
                at, to = self.city.index(one), self.city.index(other)
                self.city[at], self.city[to] = other, one

    def divert(self, seat: int, line: int) -> None:
        inside = [district for cell in sorted(CELLS[seat][line]) if (district := self.city[cell]) is not None]
        outside = self.districts(self.outskirts)
        if inside and outside and self.agrees(seat):
            near, far = self.one(seat, inside), self.one(seat, outside)
            at, to = self.city.index(near), self.outskirts.index(far)
            self.city[at], self.outskirts[to] = far, near

    def trade(self, seat: int) -> None:
        mine, theirs = self.districts(self.estates[seat]), self.districts(self.estates[1 - seat])
        if mine and theirs and self.agrees(seat):
            given, got = self.one(seat, mine), self.one(seat, theirs)
            here, there = self.estates[seat], self.estates[1 - seat]
            here[here.index(given)], there[there.index(got)] = got, given

    # --- Items and Districts ----------------------------------------------------------------------------------------

    def gain(self, seat: int, card: str) -> None:
        for zone in (self.reliquary, self.outskirts, self.estates[1 - seat]):
            if card in zone:
                zone.remove(card)
                self.estates[seat].append(card)

    def gain_one(self, seat: int, cards: list[str]) -> None:
        if cards:
            self.gain(seat, self.one(seat, cards))

    def find_item(self, seat: int) -> None:
        self.gain_one(seat, self.reliquary + self.items(self.outskirts))

    def steal_item(self, seat: int) -> None:
        self.gain_one(seat, self.items(self.estates[1 - seat]))

    def claim_district(self, seat: int) -> None:
        self.gain_one(seat, self.districts(self.outskirts))

    def claim_quarter(self, seat: int, quarter: str) -> None:
        self.gain_one(seat, [card for card in self.districts(self.outskirts) if QUARTER[card] == quarter])

    def steal_district(self, seat: int) -> None:
        self.gain_one(seat, self.districts(self.estates[1 - seat]))

    def lose_one(self, seat: int, cards: list[str]) -> None:
        if not cards:
            return
        card = self.one(seat, cards)
        allowed = seat != self.me and "courtyard" not in self.spent and self.holds(seat, "courtyard")
        if allowed and self.hands[seat] and self.agrees(seat):
            self.spent.add("courtyard")
            self.exchange_hand(seat)
            return
        self.estates[seat].remove(card)
        self.outskirts.append(card)

    def lose_item(self, seat: int) -> None:
        self.lose_one(seat, self.items(self.estates[seat]))

    def lose_district(self, seat: int) -> None:
        self.lose_one(seat, self.districts(self.estates[seat]))

    def look_at_deck(self, seat: int, line: int) -> None:
        """The Bonus of the Spires."""
        allowed = self.minion_deck and self.holds(seat, "spires") and self.shows(seat, line, "spires")
        if allowed and self.agrees(seat) and self.one(seat, ["leave", "sink"]) == "sink":
            self.minion_deck.append(self.minion_deck.pop(0))


# --- the Abilities of the 18 Minions, in the order in which they are printed ------------------------------------------

Ability = Callable[[Hemloch, int, int], None]


def beside(quarter: str, act: Ability) -> Ability:
    """For a Minion whose Avenue shows a District of this type."""

    def ability(game: Hemloch, me: int, line: int) -> None:
        if game.shows(me, line, quarter):
            act(game, me, line)

    return ability


def holding(item: str, act: Ability) -> Ability:
    """For a player who controls this Item."""

    def ability(game: Hemloch, me: int, line: int) -> None:
        if item in game.estates[me]:
            act(game, me, line)

    return ability


def nothing(game: Hemloch, me: int, line: int) -> None:
    """Looking at a hand changes nothing on the table."""


ABILITIES: dict[str, tuple[Ability, Ability]] = {
    "alchemist": (
        beside("garden", lambda game, me, _: game.gain(me, "potion")),
        holding("potion", lambda game, me, _: game.sift(me, 2)),
    ),
    "automaton": (
        beside("maze", lambda game, me, _: game.swap_two(me, me)),
        holding("trinket", lambda game, me, _: game.rebuild(me)),
    ),
    "lady": (
        beside("courtyard", lambda game, me, _: game.gain(me, "scepter")),
        holding("scepter", lambda game, me, _: game.claim_district(me)),
    ),
    "charlatan": (
        beside("garden", lambda game, me, _: game.gain(me, "trinket")),
        holding("trinket", lambda game, me, _: game.trade(me)),
    ),
    "cutthroat": (
        beside("maze", lambda game, me, _: game.gain(me, "dagger")),
        holding("dagger", lambda game, me, _: game.strike(me, 2)),
    ),
    "gravedigger": (
        beside("boneyard", lambda game, me, _: game.claim_district(me)),
        holding("dagger", lambda game, me, line: game.divert(me, line)),
    ),
    "steeplejack": (
        beside("spires", lambda game, me, _: game.claim_quarter(me, "spires")),
        holding("trinket", lambda game, me, _: game.rebuild(me)),
    ),
    "magistrate": (
        beside("courtyard", lambda game, me, _: game.lose_district(1 - me)),
        holding("scepter", lambda game, me, _: game.lose_item(1 - me)),
    ),
    "pickpocket": (
        beside("maze", lambda game, me, _: game.steal_item(me)),
        holding("dagger", lambda game, me, _: game.jostle(1 - me)),
    ),
    "puppeteer": (
        beside("boneyard", lambda game, me, _: game.swap_two(me, 1 - me)),
        holding("trinket", lambda game, me, _: game.put_to_sleep(me)),
    ),
    "apothecary": (
        beside("spires", lambda game, me, _: game.gain(me, "potion")),
        holding("potion", lambda game, me, _: game.put_to_sleep(me)),
    ),
    "lamplighter": (
        nothing,
        holding("scepter", lambda game, me, _: game.call_out(1 - me)),
    ),
    "smuggler": (
        beside("maze", lambda game, me, _: game.find_item(me)),
        beside("garden", lambda game, me, line: game.divert(me, line)),
    ),
    "bell_ringer": (
        lambda game, me, _: game.lose_district(me),
        beside("spires", lambda game, me, _: game.lose_district(1 - me)),
    ),
    "antiquary": (
        beside("boneyard", lambda game, me, _: game.find_item(me)),
        beside("garden", lambda game, me, _: game.trade(me)),
    ),
    "stranger": (
        beside("spires", lambda game, me, _: game.gain(me, "dagger")),
        holding("dagger", lambda game, me, _: game.relieve(me)),
    ),
    "widow": (
        beside("boneyard", lambda game, me, _: game.steal_district(me)),
        holding("potion", lambda game, me, _: game.strike(me, 1)),
    ),
    "ratcatcher": (
        beside("maze", lambda game, me, _: game.jostle(1 - me)),
        holding("dagger", lambda game, me, _: game.strike(me, 0)),
    ),
}


def play_games(games: int, rng: random.Random) -> int:
    """Play the games and return how many decisions they took."""
    decisions = 0

    def choose(seat: int, options: list[str], count: int) -> list[str]:
        nonlocal decisions
        decisions += 1
        return [rng.choice(options)] if count == 1 else in_order(options, rng.sample(options, count))

    for _ in range(games):
        Hemloch(rng, choose).play()
    return decisions


def in_order(options: list[str], chosen: list[str]) -> list[str]:
    return [option for option in options if option in chosen]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    play_games(games // 10 + 1, rng)
    began = process_time()
    decisions = play_games(games, rng)
    print(json.dumps({"hemloch": decisions / (process_time() - began)}))


if __name__ == "__main__":
    main()
