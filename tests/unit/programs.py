"""Small games built by hand, one for each thing that the machine must be able to do."""

from __future__ import annotations

from rulewright.interpreter.ir import program as ir
from tests.unit.building import (
    ME,
    TRUE,
    block,
    column,
    const,
    function,
    local,
    program,
    site,
    slot,
    then_choose,
    value,
    zone,
)

NONE = const(-1)
OTHER_PLAYER = ("sub", TRUE, ("global", 0))


def board_game(name: str, columns: int, rows: int, length: int, drop: bool) -> ir.Program:
    """So many of one's marks in a line win. With `drop` a mark falls to the lowest empty cell of its column."""
    cells = [(x, y) for x in range(1, columns + 1) for y in range(1, rows + 1)]
    first_line = 2 + len(cells)
    lines = []
    for x, y in cells:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [(x + dx * i, y + dy * i) for i in range(length)]
            if all(cell in cells for cell in line):
                lines.append(tuple(2 + cells.index(cell) for cell in line))
    through = tuple(tuple(first_line + i for i, line in enumerate(lines) if 2 + c in line) for c in range(len(cells)))
    empty = ("eq", ("prop", 1, local(1)), NONE)
    full = ("every", 1, ("entities", 2, len(cells)), ("ne", ("prop", 1, local(1)), NONE))
    mine = ("every", 3, ("relation", 1, local(2)), ("eq", ("prop", 1, local(3)), ME))
    lowest = ("first", 1, ("places", 0, slot(1), ("any",)), empty)
    free_column = ("eq", ("prop", 1, ("place", 0, local(1), const(rows))), NONE)
    return program(
        name,
        names=(
            *(f"{chr(96 + x)}{y}" for x, y in cells),
            *(f"line_{i + 1}" for i in range(len(lines))),
        ),
        kinds=(
            ir.Kind("player", "player", 0, 2, "player"),
            ir.Kind("board", "board", 2, len(cells), "place"),
            ir.Kind("row", "row", first_line, len(lines), "line"),
        ),
        columns=(
            column("active", "", 0, 1, 0, type="entity"),
            column("mark", "board", 2, len(cells), -1, type="entity", initial=(-1,) * len(cells)),
        ),
        zones=(
            zone(
                "board",
                2,
                len(cells),
                keys=(("x", 1, columns), ("y", 1, rows)),
                holds=(),
                capacity=1,
                board=(columns, rows),
            ),
        ),
        places=(2, len(cells)),
        relations=(
            ir.Relation("lines", 2, through),
            ir.Relation("cells", first_line, tuple(lines)),
        ),
        functions=(
            function(
                "game",
                "phase",
                block(("set_global", 0, const(0)), ("jump", 1)),
                block(("branch", full, 4, 2)),
                block(("set", 0, ("global", 0)), ("offer", 1, 3, 3)),
                block(("set_global", 0, OTHER_PLAYER), ("jump", 1)),
                block(("finish",)),
            ),
            function(
                "place",
                "action",
                block(("choose", 0, 1, 3)),
                block(
                    *((("set", 2, lowest),) if drop else (("set", 2, slot(1)),)),
                    ("set_prop", 1, slot(2), ME),
                    ("branch", ("some", 2, ("relation", 0, slot(2)), mine), 2, 3),
                ),
                block(("win", ("list", ME))),
                block(("return",)),
                lets=("choice", "cell"),
                prefix=(then_choose(0),),
            ),
        ),
        sites=(
            site(
                "choice",
                "choose",
                1,
                type="number" if drop else "entity",
                local=1,
                domain=("range", const(1), const(columns)) if drop else ("entities", 2, len(cells)),
                wheres=(
                    (ir.Where(free_column, "that column is full", "B-2", 0),)
                    if drop
                    else (ir.Where(empty, "that square is taken", "B-1", 0),)
                ),
                slot=1,
                prefix_at=1,
                prompt="Where?",
            ),
            site("turn", "offer", 0, menu=(ir.MenuItem(1, (ME,)),)),
        ),
    )


def tic_tac_toe() -> ir.Program:
    return board_game("tic_tac_toe", 3, 3, 3, drop=False)


def connect_four() -> ir.Program:
    return board_game("connect_four", 7, 6, 4, drop=True)


# --- a game whose one effect other rules hang on ----------------------------------------------------------------------

GAME, TURN, STRIKE, HIT, FIRST_OWN = range(5)
WARD, ECHO, TWIN_1, TWIN_2, TRAP = range(2, 7)
TABLE_ANNA, TABLE_BEN, HAND_ANNA, HAND_BEN = range(7, 11)
TABLES, HANDS = (TABLE_ANNA, TABLE_BEN), (HAND_ANNA, HAND_BEN)
ACTIVE, ROUND, POINTS = range(3)
EVENT_ARGS = ("target", "amount")
DAMAGE = ("outer", HIT, 3)
SAY_HIT = ("say", "{0} is hit for {1}", (slot(1), slot(3)))


def duel(
    *rules: ir.Rule,
    bodies: tuple[ir.Function, ...] = (),
    sites: tuple[ir.Site, ...] = (),
    starts: dict[int, int] | None = None,
    hit: ir.Function | None = None,
    turns: int = 4,
    **other: object,
) -> ir.Program:
    """Anna and Ben take turns: strike (2 points off the other one's ten) or pass. Rules of the test hang on `hit`.

    Charms may lie on tables, which all see, or in hands, which their owners see. Site 0 is the menu; own sites follow.
    """
    places = starts or {}
    return program(
        "duel",
        names=(*"ward echo twin_1 twin_2 trap".split(), *"table_anna table_ben hand_anna hand_ben".split()),
        kinds=(ir.Kind("player", "player", 0, 2, "player"), ir.Kind("Charm", "charm", 2, 5, "piece")),
        columns=(
            column("active", "", 0, 1, 0, type="entity"),
            column("round", "", 0, 1, 1, low=0, high=99),
            column("points", "player", 0, 2, 2, initial=(10, 10), low=-50, high=99),
        ),
        zones=(
            zone("table", 7, 2, keys=(("owner", 0, 2),), owner_key=0, holds=((2, 5),), ordered=False),
            zone("hand", 9, 2, keys=(("owner", 0, 2),), owner_key=0, holds=((2, 5),), ordered=False, seen="owner"),
        ),
        pieces=(2, 5),
        places=(7, 4),
        starts=tuple(places.get(piece, -1) for piece in range(2, 7)),
        alike=(0, 1, 2, 2, 4),
        functions=(
            function(
                "game",
                "phase",
                block(("branch", ("lt", ("global", ROUND), const(turns)), 1, 4)),
                block(("set_global", ROUND, ("add", ("global", ROUND), TRUE)), ("set", 0, ("global", 0)), ("jump", 2)),
                block(("event", TURN, (ME,), -1, 3)),
                block(("set_global", 0, OTHER_PLAYER), ("jump", 0)),
                block(("rank", 0, ("players",), ((("prop", POINTS, local(0)), True),))),
            ),
            function("turn", "phase", block(("offer", 0, 1, 1)), block(("settle", 2)), block(("return",))),
            function(
                "strike",
                "action",
                block(("event", HIT, (ME, ("sub", TRUE, ME), const(2)), -1, 1)),
                block(("return",)),
            ),
            hit
            or function(
                "hit",
                "effect",
                block(("set", 3, slot(2)), ("header",)),
                block(
                    ("set_prop", POINTS, slot(1), ("sub", ("prop", POINTS, slot(1)), slot(3))),
                    SAY_HIT,
                    ("return",),
                ),
                params=EVENT_ARGS,
                param_types=("player", "number"),
                lets=("damage",),
                fields=(("damage", 3),),
                body=1,
            ),
            *bodies,
        ),
        sites=(site("menu", "offer", TURN, menu=(ir.MenuItem(STRIKE, ()),), passing="Pass"), *sites),
        rules=rules,
        score=0,
        values=(value("score", ("prop", POINTS, local(0)), "p", param_types=("player",)),),
        **other,
    )


def body(name: str, *blocks: ir.Block, lets: tuple[str, ...] = (), event: bool = True) -> ir.Function:
    """The body of a rule: me, this, then the arguments of `hit`."""
    params = ("this", *EVENT_ARGS) if event else ("this",)
    types = ("Charm", "player", "number") if event else ("Charm",)
    return function(name, "rule", *blocks, params=params, param_types=types, lets=lets)


def says(name: str, text: str, *args: ir.Expr, event: bool = True) -> ir.Function:
    return body(name, block(("say", text, args), ("return",)), event=event)


# --- cards in hidden hands --------------------------------------------------------------------------------------------

CARDS = range(2, 10)
DECK, HAND_OF_ANNA, HAND_OF_BEN, PILE = range(10, 14)
MY_CARDS = ("contents", ("place", 1, ME))


def card_game(**other: object) -> ir.Program:
    """Each draws three of eight cards; in turn they play one (worth its number) to the pile until no hand is left.

    Every card except the two blanks has a number of its own; blanks are alike.
    """
    fields: dict[str, object] = {
        "names": (*"one two three four five six blank_1 blank_2".split(), *"deck hand_anna hand_ben pile".split()),
        "kinds": (ir.Kind("player", "player", 0, 2, "player"), ir.Kind("Card", "card", 2, 8, "piece")),
        "columns": (
            column("active", "", 0, 1, 0, type="entity"),
            column("worth", "Card", 2, 8, -2, constant=True, initial=()),
            column("tapped", "Card", 2, 8, -1, type="flag"),
            column("secret", "player", 0, 2, 9, low=1, high=6, initial=(1, 1), seen="owner"),
        ),
        "constants": (1, 2, 3, 4, 5, 6, 0, 0),
        "zones": (
            zone("deck", DECK, 1, holds=((2, 8),), seen="none"),
            zone(
                "hand",
                HAND_OF_ANNA,
                2,
                keys=(("owner", 0, 2),),
                owner_key=0,
                holds=((2, 8),),
                ordered=False,
                seen="owner",
            ),
            zone("pile", PILE, 1, holds=((2, 8),)),
        ),
        "pieces": (2, 8),
        "places": (DECK, 4),
        "starts": (DECK,) * 8,
        "alike": (0, 1, 2, 3, 4, 5, 6, 6),
        "functions": (
            function(
                "game",
                "phase",
                block(("shuffle", ("place", 0)), ("event", 1, (const(0), const(3)), -1, 1)),
                block(("event", 1, (const(1), const(3)), -1, 2)),
                block(("branch", ("eq", ("count", ("contents", ("place", 1, ("global", 0)))), const(0)), 5, 3)),
                block(("set", 0, ("global", 0)), ("offer", 1, 4, 4)),
                block(("set_global", 0, OTHER_PLAYER), ("jump", 2)),
                block(("finish",)),
            ),
            function(
                "deal",
                "effect",
                block(("branch", ("gt", slot(1), const(0)), 1, 3)),
                block(("set", 1, ("sub", slot(1), TRUE)), ("event", 2, (ME, ("top", ("place", 0))), -1, 2)),
                block(("jump", 0)),
                block(("return",)),
                params=("number",),
                param_types=("number",),
            ),
            function(
                "draw",
                "effect",
                block(("move", slot(1), ("place", 1, ME), "top"), ("return",)),
                params=("card",),
                param_types=("Card",),
                text="draw {card}",
            ),
            function(
                "play",
                "action",
                block(("choose", 0, 1, 2)),
                block(("event", 4, (ME, slot(1)), -1, 2)),
                block(("return",)),
                lets=("card",),
                prefix=(then_choose(0),),
            ),
            function(
                "lay",
                "effect",
                block(("move", slot(1), ("place", 2), "top"), ("return",)),
                params=("card",),
                param_types=("Card",),
                text="lay {card} on the pile",
                cite="C-3",
            ),
        ),
        "sites": (
            site(
                "card",
                "choose",
                3,
                local=1,
                domain=MY_CARDS,
                slot=1,
                prefix_at=1,
                prompt="Which card?",
                secret=True,
                cite="C-2",
            ),
            site("turn", "offer", 0, menu=(ir.MenuItem(3, ()),)),
        ),
    }
    return program("card_game", **{**fields, **other})


# --- everybody at once ------------------------------------------------------------------------------------------------


def rock_paper_scissors() -> ir.Program:
    """Both choose at the same time; the throw is kept in a column once both have."""
    beats = ("eq", ("mod", ("sub", ("prop", 1, const(0)), ("prop", 1, const(1))), const(3)), TRUE)
    return program(
        "rock_paper_scissors",
        enums=(ir.Enum("Throw", ("rock", "paper", "scissors"), ("Rock", "Paper", "Scissors")),),
        columns=(
            column("active", "", 0, 1, 0, type="entity"),
            column("thrown", "player", 0, 2, 1, type="Throw"),
        ),
        functions=(
            function(
                "game",
                "phase",
                block(("together", 1, ("players",), 1, 4)),
                block(("choose", 0, 2, 2)),
                block(("await", 3)),
                block(("set_prop", 1, slot(1), slot(2)), ("say", "{0} throws {1}", (slot(1), slot(2))), ("join",)),
                block(("branch", ("eq", ("prop", 1, const(0)), ("prop", 1, const(1))), 0, 5)),
                block(("branch", beats, 6, 7)),
                block(("win", ("list", const(0)))),
                block(("win", ("list", const(1)))),
                lets=("p", "throw"),
            ),
        ),
        sites=(
            site(
                "throw",
                "choose",
                0,
                chooser=slot(1),
                type="Throw",
                local=1,
                domain=("range", const(0), const(2)),
                slot=2,
                prompt="Rock, paper or scissors?",
            ),
        ),
    )


# --- dice -------------------------------------------------------------------------------------------------------------


def dice_game(**other: object) -> ir.Program:
    """Anna rolls three dice, may re-roll some of them once, and wins with a six."""
    six = ("some", 1, ("indices", slot(1)), ("eq", ("face", slot(1), local(1)), const(5)))
    fields: dict[str, object] = {
        "enums": (ir.Enum("d6", tuple("123456"), tuple("123456")),),
        "dice": (ir.Die("d6", (0, 1, 2, 3, 4, 5), 5),),
        "functions": (
            function(
                "game",
                "phase",
                block(("set", 0, const(0)), ("roll", 1, const(3), 0), ("choose", 0, 1, 1)),
                block(("reroll", 1, slot(2)), ("branch", six, 2, 3)),
                block(("win", ("list", ME))),
                block(("lose", ("list", ME))),
                lets=("pool", "chosen"),
            ),
        ),
        "sites": (
            site(
                "dice",
                "choose",
                0,
                type="die",
                local=1,
                domain=("indices", slot(1)),
                many=True,
                least=const(0),
                most=const(2),
                slot=2,
                prompt="Which dice again?",
            ),
        ),
    }
    return program("dice_game", **{**fields, **other})
