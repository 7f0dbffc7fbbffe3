"""Sentences that once read badly."""

from rulewright.interpreter import Rulebook, Source, load

TRICKS = """# A game of tricks, for two.
# The most cards win.

rulebook tricks "Tricks"
    players ann "Ann", bob "Bob"
enum Suit: red "Red", blue "Blue"
kind Card "Card"
    suit: Suit
    works in hand
    starts in deck
Card fox "Fox"
    suit red
    after taking(any p) if p is not owner as envy: add 1 to owner.tricks
Card owl "Owl": suit blue
zone deck "Deck" of Card, ordered
zone hand "Hand" (owner: player) of Card
zone side "Side of the" (owner: player, card: Card) of Card
state led "Led suit": Suit or none = none
state tricks "Tricks" of player: number = 0
value followers: list of Card = list c in hand(ann) where c.suit = led
value first_card: list of Card text "the first card" = take(deck, 1)
value standing(p: player): number text "how {p} stands" = edge(p)
value edge(p: player): number text "the edge of {p}" = p.tricks
game
    alternate from ann until no: taking_part
    rank p in players by hand(p).size descending
phase taking_part "Taking part"
    taking(me)
    if led is none or followers.size = 0 or first_card.size = 0: end the game
effect taking(p: player) text "{p} takes a card"
    for c in Card where not c in side(c.owner, c): move c to hand(p)
    field taken = 7 * hand(p).size + 11 * p.tricks + count c in Card where c in deck
    say "{p} has taken {taken} so far."
    say "{p} goes on."
    at end of taking_part: set led to red
"""


def book() -> Rulebook:
    return load(Source("tricks.rules", TRICKS))


def outline(name: str) -> str:
    function = next(each for each in book().program.functions if each.name == name)
    return "\n".join(line.words for line in function.outline)


def test_the_comment_above_the_rulebook_introduces_it() -> None:
    assert book().program.about == "A game of tricks, for two. The most cards win."


def test_turns_without_an_end_and_the_most_of_something() -> None:
    assert "take turns. On your turn" in outline("game")
    assert "with the most Cards in their Hand wins" in outline("game")


def test_what_is_none_and_what_is_of_a_kind() -> None:
    assert "there is no led suit" in outline("taking_part")


def test_ends_of_what_is_named_by_a_deed_and_places_of_an_owner() -> None:
    assert "At the end of “Taking part”" in outline("taking")
    assert "not in its owner's Side of" in outline("taking")


def test_a_number_that_is_told_is_a_gap() -> None:
    assert "Everybody is told “the player has taken … so far”.\nThe player goes on." in outline("taking")


def test_values_and_rules() -> None:
    values = {each.name: each.formula for each in book().program.values}
    assert values["first_card"] == "The top Card of the Deck."
    assert "whose suit is the led suit" in values["followers"]
    envy = next(each for each in book().program.rules if each.pieces)
    assert "that player is not you" in envy.words
