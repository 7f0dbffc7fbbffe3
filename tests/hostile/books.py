"""Rulebooks that want all of somebody's time, memory or screen."""

from __future__ import annotations

HEAD = 'rulebook bad "Bad"\n    players one, two\n'
END = "game\n    end the game\n"
CARDS = "kind Card\n    worth: number\n    starts in deck\nzone deck of Card, ordered\n"
COUNT = "state n: number = 0\n"


def playing(test: str) -> str:
    return f"game\n    if {test}: end the game\n    end the game\n"


def many(line: str, number: int) -> str:
    return "".join(line.replace("@", str(n)) + "\n" for n in range(number))


# What the text alone can tell: the code that `check` gives.
REFUSED: dict[str, tuple[str, str]] = {
    "a billion copies": (HEAD + CARDS + 'Card c "C" x 1000000000\n    worth 1\n' + END, "wrong-count"),
    "a huge grid": (HEAD + "board b: grid 100000 x 100000\n" + END, "wrong-count"),
    "a huge family of zones": (HEAD + CARDS + "zone z(a: 1..1000000, b: 1..1000000) of Card\n" + END, "wrong-count"),
    "a million players": ('rulebook bad "Bad"\n    players 1000000\n' + END, "wrong-players"),
    "a value that needs itself": (
        HEAD + "value v(n: number): number = v(n + 1)\n" + playing("v(1) > 0"),
        "value-circle",
    ),
    "a long sum": (HEAD + "value v: number = 1" + "\n    + 1" * 15_000 + "\n" + playing("v > 0"), "too-deep"),
    "kinds of kinds": (
        HEAD + "kind K0\n" + "".join(f"kind K{n} of K{n - 1}\n" for n in range(1, 500)) + END,
        "too-deep",
    ),
    "too many lines": (HEAD + many("state s@: number = 0", 25_000) + END, "source-too-long"),
    "too many mistakes": (HEAD + "game\n" + many("    set qwertz@ to 1", 15_000), "too-many"),
    "too many mistakes in the writing": (HEAD + many('effekt e@: say "x"', 15_000), "too-many"),
    "mistakes with many near names": (
        HEAD + many("state some_state_@: number = 0", 5_000) + "game\n" + many("    set same_stete_@ to 1", 5_000),
        "too-many",
    ),
    "a look-alike letter": (HEAD + "state n\u0430me: number = 0\n" + END, "strange-character"),
    "a look-alike keyword": (HEAD + "stat\u0435 name: number = 0\n" + END, "strange-character"),
    "an escape in the title": ('rulebook bad "Bad\x1b[2J"\n    players 2\n' + END, "strange-character"),
    "a control of eight bits": ('rulebook bad "Bad\x9b31m"\n    players 2\n' + END, "strange-character"),
    "a label that turns around": (HEAD + 'enum E: a "\u202egnirts"\n' + END, "strange-character"),
    "a bell in what is said": (HEAD + 'game\n    say "ding\x07"\n    end the game\n', "strange-character"),
    "a tower of accents": ('rulebook bad "B' + "\u0301" * 500 + '"\n    players 2\n' + END, "strange-character"),
    "a comment that hides rules": (HEAD + "# fine \u2066 end the game\n" + END, "strange-character"),
}

# What only shows when it is played: how the fault begins.
STOPPED: dict[str, tuple[str, str]] = {
    "two billion rounds": (HEAD + COUNT + "game\n    repeat 2000000000 times: add 1 to n\n", "does not end"),
    "loops in loops": (
        HEAD
        + COUNT
        + "game\n"
        + "".join("    " * n + "repeat 1000 times\n" for n in range(1, 9))
        + " " * 36
        + "add 1 to n\n",
        "does not end",
    ),
    "a number of thousands of digits": (
        HEAD + "value x: number = 1\n" + "modify x: multiply by 2000000000\n" * 2000 + playing("x > 0"),
        "a number of more than 40 digits is too large",
    ),
    "talk": (HEAD + 'game\n    repeat 2000000000 times: say "hello"\n', "lines into the log"),
    "long talk": (HEAD + 'game\n    repeat 90000 times: say "' + "x" * 1900 + '"\n', "lines into the log"),
    "events that name something long": (
        HEAD
        + CARDS
        + f'Card c "{"x" * 1800}"\n    worth 1\n'
        + f'effect e(k: Card) text "{"{k} " * 400}": say "x"\ngame\n    repeat 30000 times: e(c)\n',
        "lines into the log without asking anybody, with 200 letters to a line",
    ),
    "moves of something long": (
        HEAD + CARDS + f'zone other of Card\nCard c "{"x" * 1800}"\n    worth 1\n'
        "game\n    repeat 45000 times\n        move c to other\n        move c to deck\n",
        "with 200 letters to a line",
    ),
    "events with long lists": (
        HEAD + CARDS + 'Card c "C" x 4000\n    worth 1\neffect e(several: list of Card): say "x"\n'
        "game\n    repeat 900 times: e(list k in deck)\n",
        "with 200 letters to a line",
    ),
    "a huge range": (
        HEAD + "value v: number = sum of n for n in 1..2000000000\n" + playing("v > 0"),
        "than a list can hold",
    ),
    "sums in sums": (
        HEAD
        + "value v: number = "
        + "sum of (" * 14
        + "1"
        + "".join(f") for a{n} in 1..9" for n in range(14))
        + "\n"
        + playing("v > 0"),
        "computes without end",
    ),
    "a tower of values": (
        HEAD
        + "value v0: number = 1\n"
        + "".join(f"value v{n}: number = (v{n - 1} + v{n - 1}) mod 7\n" for n in range(1, 60))
        + playing("v59 > 0"),
        "computes without end",
    ),
    "a tower of modifiers": (
        HEAD
        + many("value v@: number = 1", 30)
        + "".join(f"modify v{n}: add v{n - 1} mod 3\n" * 2 for n in range(1, 30))
        + playing("v29 > 0"),
        "computes without end",
    ),
    "a tower of effects": (
        HEAD
        + COUNT
        + "effect e0: add 1 to n\n"
        + "".join(f"effect e{n}\n    e{n - 1}\n    e{n - 1}\n" for n in range(1, 60))
        + "game\n    e59\n",
        "end",
    ),
    "states that come to hold for ever": (
        HEAD + COUNT + "whenever n mod 2 = 0: add 1 to n\nwhenever n mod 2 = 1: add 1 to n\ngame\n    add 1 to n\n",
        "end",
    ),
    "a rule that is used for ever": (
        HEAD
        + COUNT
        + 'effect e: add 1 to n\nafter e once per game for each n: say "x"\ngame\n    repeat 1000000 times: e\n',
        "end",
    ),
    "changes that last": (
        HEAD + "value v: number = 0\neffect e\n    until end of game: modify v: add 1\n"
        "game\n    repeat 1000000 times: e\n    if v > 0: end the game\n",
        "end",
    ),
    "shuffles": (
        HEAD + CARDS + 'Card c "C" x 4999\n    worth 1\ngame\n    repeat 1000000 times: shuffle deck\n',
        "without end",
    ),
    "rules on every card": (
        HEAD
        + CARDS
        + 'effect e: say "x"\n'
        + "".join(f'Card c{n} "C" x 100\n    worth 1\n' + many('    after e: say "@"', 40) for n in range(49))
        + "game\n    e\n",
        "end",
    ),
    "more dice than there are": (HEAD + "die d: a, b\ngame\n    roll 1000000 of d as faces\n", "more than the 60"),
}
