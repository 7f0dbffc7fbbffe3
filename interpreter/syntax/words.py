"""The words of the language, by the place where they are words.

A line's first word is a keyword only in the block where this table lists it, and the table says what kind of block
stands below that line. Inside a line a few words are reserved everywhere (RESERVED), some only on lines with a certain
first word (LINE_WORDS), and some only before another word (QUANTIFIERS, BEFORE_OF, BEFORE_NAME).
"""

from __future__ import annotations

# Block kinds: what may stand in them, and the kind of block that each line opens.
RULE_HEADS = {
    "before": "statements",
    "after": "statements",
    "instead": "statements",
    "during": "statements",
    "at": "statements",
    "whenever": "statements",
    "modify": "modifier",
}

STATEMENTS = {
    "let": "joined",
    "field": "joined",
    "set": "joined",
    "add": "joined",
    "take": "joined",
    "move": "joined",
    "swap": "joined",
    "shuffle": "joined",
    "roll": "joined",
    "reroll": "joined",
    "pick": "joined",
    "flip": "joined",
    "reveal": "joined",
    "say": "joined",
    "require": "joined",
    "choose": "joined",
    "offer": "joined",
    "win": "joined",
    "lose": "joined",
    "rank": "joined",
    "stop": "joined",
    "end": "joined",
    "proceed": "joined",
    "do": "joined",
    "window": "joined",
    "if": "statements",
    "else": "statements",
    "for": "statements",
    "repeat": "statements",
    "may": "statements",
    "ask": "options",
    "together": "statements",
    "alternate": "statements",
    "each": "statements",
    "turn": "statements",
    "step": "statements",
    "until": "modifier",
    "at": "statements",
}

BLOCKS: dict[str, dict[str, str]] = {
    "top": {
        "rulebook": "book",
        "variant": "variant",
        "include": "joined",
        "change": "piece",  # or what the word behind it says: see CHANGED
        "replace": "joined",  # what the word behind it says
        "add": "joined",  # so here
        "remove": "joined",
        "option": "joined",
        "enum": "joined",
        "kind": "kind",
        "zone": "joined",
        "board": "board",
        "die": "joined",
        "table": "rows",
        "state": "joined",
        "value": "joined",
        "effect": "statements",
        "action": "statements",
        "interjection": "statements",
        "phase": "statements",
        "game": "statements",
        "invariant": "joined",
        "example": "example",
        "ruling": "joined",
        "excuse": "joined",
        **RULE_HEADS,
    },
    "book": {"players": "joined", "use": "joined", "include": "joined", "side": "joined"},
    "variant": {"players": "joined", "use": "joined", "include": "joined", "with": "joined", "prefer": "joined"},
    "changed piece": {
        "side": "piece",
        "starts": "joined",
        "flavour": "joined",
        "add": "joined",
        "remove": "joined",
        **RULE_HEADS,
    },
    "changed body": {
        "set": "joined",
        "text": "joined",
        "label": "joined",
        "require": "joined",
        "let": "joined",
        "field": "joined",
        "choose": "joined",
        "else": "statements",
        "step": "statements",
        "add": "joined",  # or "statements", before `option`
        "remove": "joined",
    },
    "kind": {
        "state": "joined",
        "part": "joined",
        "sides": "joined",
        "works": "joined",
        "starts": "joined",
        "back": "joined",
    },
    "board": {"state": "joined", "lines": "joined"},
    "piece": {"side": "piece", "starts": "joined", "flavour": "joined", **RULE_HEADS},
    "rows": {},
    "statements": STATEMENTS,
    "options": {"option": "statements"},
    "modifier": {"modify": "joined"},
    "example": {"players": "joined", "given": "script", "when": "script", "then": "expectations"},
    "script": {**STATEMENTS, "stack": "joined", "dice": "joined"},
    "expectations": {},
}

# The block below `change`, by the word that follows.
CHANGED = {
    "kind": "kind",
    "enum": "joined",
    "board": "board",
    "table": "rows",
    "phase": "changed body",
    "effect": "changed body",
    "action": "changed body",
    "interjection": "changed body",
    "game": "changed body",
}

# Reserved inside every line.
RESERVED = frozenset("and or not in is if then else where by has of to as any none yes no for mod descending".split())

# Reserved only inside lines that begin with a certain word.
LINE_WORDS: dict[str, frozenset[str]] = {
    "prefer": frozenset(["over"]),
    "zone": frozenset(["ordered", "face", "up", "down", "top", "seen", "at", "most"]),
    "sides": frozenset(["back"]),
    "board": frozenset(["grid", "seen", "face", "down", "up", "at", "most"]),
    "state": frozenset(["seen"]),
    "effect": frozenset(["text"]),
    "value": frozenset(["text"]),
    "action": frozenset(["text"]),
    "interjection": frozenset(["text"]),
    "works": frozenset(["anywhere"]),
    "lines": frozenset(["vertical", "horizontal", "diagonal"]),
    "before": frozenset(["once", "per", "each", "from", "again", "may", "asking"]),
    "after": frozenset(["once", "per", "each", "from", "again", "may", "asking"]),
    "instead": frozenset(["once", "per", "each", "from", "again", "may", "asking"]),
    "during": frozenset(["once", "per", "each", "from", "again", "may", "asking"]),
    "at": frozenset(["once", "per", "each", "from", "start", "end", "again", "may", "asking"]),
    "whenever": frozenset(["once", "per", "each", "again", "may", "asking"]),
    "modify": frozenset(["while", "add", "set", "multiply", "at", "least", "most"]),
    "until": frozenset(["end", "modify", "while", "add", "set", "multiply", "at", "least", "most"]),
    "choose": frozenset(["asking", "provided", "exactly", "up"]),
    "may": frozenset(["asking"]),
    "offer": frozenset(["asking", "pass"]),
    "repeat": frozenset(["times", "until"]),
    "alternate": frozenset(["from", "until"]),
    "each": frozenset(["from", "player"]),
    "take": frozenset(["from"]),
    "pick": frozenset(["from"]),
    "swap": frozenset(["with"]),
    "move": frozenset(["all"]),
    "end": frozenset(["the", "game"]),
}

# Words that are keywords only before certain other words: before a plain name, or before `of`.
QUANTIFIERS = frozenset(["count", "some", "every", "first", "last", "list"])
BEFORE_OF = frozenset(["sum", "most", "least", "top", "bottom", "list"])
BEFORE_NAME = frozenset(["printed"])
