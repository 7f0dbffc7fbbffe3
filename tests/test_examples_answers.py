"""Answers in examples: naming none, and what is said about one that does not fit."""

from rulewright.interpreter import Source, load

SKY = """
rulebook sky "Sky"
    players 2
die weather "Sky die": sun "Sun", cloud "Cloud"
state good of player: number = 0
game
    each player from player_1: throw_them
effect throw_them
    roll 2 of weather as pool
    choose up to 1 of again in pool "Throw which again?"
    reroll again of pool
    set me.good to count d in pool where d.face = sun
example "an answer"
    when
        dice sun, sun
        turn of player_1: throw_them
        player_1 chooses {answer}
    then
        player_1.good = 2
"""


def outcome(answer: str) -> tuple[str, str, str]:
    (result,) = load(Source("sky.rules", SKY.replace("{answer}", answer))).run_examples()
    return result.message, result.found, result.expected


def test_nothing_is_an_answer_where_none_need_be_chosen() -> None:
    assert outcome("nothing") == ("", "", "")


def test_an_answer_that_does_not_fit_is_told_with_the_question_and_what_is_possible() -> None:
    asked = "player_1 is asked “Throw which again?”"
    assert outcome("die_3") == (f"{asked}, and die_3 is none of the options", "die_3", "die_1, die_2")
    message, found, expected = outcome("die_1, die_2")
    assert message.startswith(f"{asked}: ")
    assert (found, expected) == ("die_1, die_2", "up to 1 of die_1, die_2")
