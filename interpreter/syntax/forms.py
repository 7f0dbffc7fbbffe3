"""How each kind of line looks when it is right: shown beside a syntax error and on the page of words (docs/words.md).

The key is the line's first word; where two blocks share a word, the block's name stands before it. A line that starts
with a name has one of the keys at the end. The tests read every form.
"""

from __future__ import annotations

FORMS: dict[str, str] = {
    "rulebook": 'rulebook fruit_stall "The Fruit Stall"',
    "variant": 'variant second_helping of fruit_stall "Second Helping"',
    "include": 'include "more.rules"',
    "change": "change phase picnic\n    step dessert: offer nibble",
    "replace": "replace value juice(f: Fruit): number = f.ripeness * 3",
    "add": "add zone cellar of Fruit, face down",
    "remove": "remove phase picnic",
    "option": 'option baskets "Baskets": 2..5 = 3',
    "enum": 'enum Taste: sweet "Sweet", sour "Sour"',
    "kind": 'kind Fruit "Fruit"\n    ripeness: number',
    "zone": 'zone punnet "Punnet" (owner: player) of Fruit, at most 5',
    "board": 'board meadow "Meadow": grid 3 x 3 of Fruit, at most 1',
    "die": 'die pip "Pip die": sprout x 4, wither x 2',
    "table": "table jam_price(kilos: 1..2): number\n    1: 5\n    2: 9",
    "state": 'state appetite "Appetite" of player: 0..9 = 0',
    "value": "value juice(f: Fruit): number = f.ripeness * 2",
    "effect": 'effect peel(f: Fruit) text "peel {f}"\n    move f to compost',
    "action": 'action nibble "Nibble"\n    choose f in punnet(me)\n    peel(f)',
    "interjection": 'interjection whistle "Whistle"\n    say "{me} whistles"',
    "phase": "phase picnic\n    offer nibble",
    "game": "game\n    repeat 3 times: picnic",
    "invariant": 'invariant "nobody starves": every p in players has p.appetite < 9',
    "example": 'example "a pear is eaten"\n    when\n        ann chooses pear\n    then\n        punnet(ann).size = 0',
    "ruling": 'ruling AB-12 "Peeling counts as eating."',
    "excuse": 'excuse AB-13 "This only describes the box."',
    "before": "before peel(any f) if f.ripeness > 2\n    add 1 to me.appetite",
    "after": 'after peel(this) once per picnic may "Keep the peel"\n    move this to pantry',
    "instead": "instead of peel(this): move this to pantry",
    "during": "during sorting of picnic: move this to pantry",
    "at": "at start of picnic: shuffle pantry",
    "whenever": "whenever appetite = 9: end the game",
    "modify": "modify juice(this) while this.ripeness > 2: add 1",
    "book players": "players 2 to 4",
    "book use": "use std.decks",
    "book include": 'include "more.rules"',
    "book side": 'side growers "Growers": ann, bob',
    "variant players": "players 2 to 4",
    "variant use": "use std.decks",
    "variant include": 'include "more.rules"',
    "variant with": "with early_frost, late_frost",
    "variant prefer": "prefer early_frost over late_frost",
    "changed piece side": "side cooked\n    ripeness 1",
    "changed piece starts": "starts in pantry",
    "changed piece flavour": 'flavour "Best with cheese."',
    "changed piece add": "add 1 to ripeness",
    "changed piece remove": "remove rotting",
    "changed body set": "set season to 4 times",
    "changed body text": 'text "peel {f} twice"',
    "changed body label": 'label "Peel"',
    "changed body else": "choose f in pantry\nelse: stop picnic",
    "changed body add": 'add nibble to offer\nadd option "Sour": peel(f)',
    "changed body remove": "remove dessert",
    "kind part": 'part core "Core"',
    "kind sides": 'sides raw "Raw", cooked "Cooked"',
    "kind works": "works in punnet",
    "kind starts": "starts in pantry",
    "kind back": "back blush: Taste",
    "board lines": 'lines stripe "Stripe": 3',
    "piece side": "side cooked\n    ripeness 1",
    "piece starts": "starts in pantry",
    "piece flavour": 'flavour "Best with cheese."',
    "let": "let pulp = juice(f) + 1",
    "field": "field mouthfuls: number = 3",
    "set": "set me.appetite to 0",
    "statements add": "add 1 to me.appetite",
    "take": "take 1 from me.appetite",
    "move": "move f to top of pantry",
    "swap": "swap f with g",
    "shuffle": "shuffle pantry",
    "roll": "roll 2 of pip as rolled",
    "reroll": "reroll (list d in rolled where d = wither) of rolled",
    "pick": "pick f from punnet(me) where f.ripeness > 2",
    "flip": "flip f to cooked",
    "reveal": "reveal f to ann",
    "say": 'say "{me} is full"',
    "require": 'require me.appetite > 0 else "you are full"',
    "choose": 'choose f in punnet(me) where f.ripeness > 2 else "that one is too light"',
    "offer": 'offer nibble, snooze or pass "Done"',
    "win": "win me",
    "lose": "lose me",
    "rank": "rank p in players by p.appetite descending",
    "stop": "stop picnic",
    "end": "end the game",
    "proceed": "proceed(f)",
    "do": "do core of f",
    "window": "window sorting",
    "if": "if me.appetite = 0\n    stop picnic\nelse\n    peel(f)",
    "else if": "if me.appetite = 0: stop picnic\nelse if me.appetite > 5: peel(f)",
    "else": "if me.appetite = 0: stop picnic\nelse: peel(f)",
    "for": "for f in punnet(me) where f.ripeness > 2\n    peel(f)",
    "repeat": "repeat 3 times as bout\n    picnic",
    "may": 'may "Eat a second one?"\n    peel(f)',
    "ask": 'ask me "Sweet or sour?"\n    option "Sweet": add 1 to me.appetite\n    option "Sour": peel(f)',
    "options option": 'option "Sweet" if me.appetite > 2\n    peel(f)',
    "together": "together for p in players\n    choose f in punnet(p) asking p",
    "alternate": "alternate from ann until pantry.size = 0\n    picnic",
    "each": "each player from ann\n    picnic",
    "turn": "turn of ann\n    picnic",
    "step": "step picking: picnic",
    "until": "until end of picnic: modify juice(f): add 1",
    "statements at": "at end of picnic: peel(f)",
    "example players": "players 2",
    "given": "given\n    move pear to punnet(ann)",
    "when": "when\n    ann chooses pear",
    "then": "then\n    ann may choose pear",
    "stack": "stack pantry: pear, apple",
    "dice": "dice sprout, wither",
    "a piece": 'Fruit pear "Pear" x 3\n    ripeness 2',
    "a property": "ripeness: number = 1",
    "a value of a property": "ripeness 2",
    "a part of a piece": "core\n    peel(this)",
    "a row": "1: 5",
    "a call": "peel(f)",
    "an expectation": "punnet(ann).size = 1",
}

# Words that another language would have here.
MEANT: dict[str, str] = {
    "elif": "else if",
    "elsif": "else if",
    "elseif": "else if",
    "otherwise": "else",
    "unless": "if not",
    "while": "repeat until",
    "loop": "repeat",
    "foreach": "for",
    "print": "say",
    "subtract": "take",
    "select": "choose",
    "assert": "require",
    "break": "stop",
    "return": "stop",
    "var": "let",
    "function": "effect",
    "def": "effect",
    "class": "kind",
    "import": "use",
    "const": "value",
}


def form_key(block: str, word: str) -> str:
    """The key of a line by its block and its first word ("" where that is a name)."""
    if f"{block} {word}" in FORMS:
        return f"{block} {word}"
    if block == "script" and f"statements {word}" in FORMS:
        return f"statements {word}"
    if word in FORMS:
        return word
    return {
        "top": "a piece",
        "kind": "a property",
        "piece": "a value of a property",
        "rows": "a row",
        "expectations": "an expectation",
    }.get(block, "a call")


def form_name(key: str) -> str:
    """What such a line is called in a sentence."""
    if key.startswith(("a ", "an ")):
        return key
    word = key.split(" ")[-1] if key != "else if" else key
    return f"an `{word}`" if word[0] in "aeiou" and word != "use" else f"a `{word}`"
