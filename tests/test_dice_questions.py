"""A question about dice shows what lies on the table: the faces."""

from rulewright.interpreter import Source, load

SKY = """
rulebook sky "Sky"
    players 1
die weather "Sky die": sun "Sun", cloud "Cloud" x 2
game
    turn of player_1
        roll 4 of weather as pool
        let dull = list d in pool where d.face != sun
        choose up to 2 of again in pool "Throw which again?"
        reroll again of pool
        choose any number of last in dull "Throw which of the dull ones?"
        reroll last of pool
"""


def test_options_are_called_by_their_faces_and_equal_faces_stay_apart() -> None:
    game = load(Source("sky.rules", SKY)).start(seed=1)
    faces = game.log(None)[0]["args"]
    labels = {"sun": "Sun", "cloud": "Cloud"}
    options = game.decisions()[0].options
    assert [each.label for each in options] == [labels[face] for face in faces]
    assert [each.id for each in options] == ["die_1", "die_2", "die_3", "die_4"]


def test_dice_of_a_list_show_what_they_show_now() -> None:
    game = load(Source("sky.rules", SKY)).start(seed=1)
    game.apply("player_1", ["die_1"])
    faces = game.log(None)[-1]["args"]
    labels = {"sun": "Sun", "cloud": "Cloud"}
    for option in game.decisions()[0].options:
        assert option.label == labels[faces[int(option.id.removeprefix("die_")) - 1]]


def test_the_log_has_the_label_of_the_die_and_nothing_about_a_throw_that_was_none() -> None:
    game = load(Source("sky.rules", SKY)).start(seed=1)
    game.apply("player_1", [])
    assert [each["text"].partition(":")[0] for each in game.log(None)] == ["Sky die"]
    game.apply("player_1", [game.decisions()[0].ids[0]])
    assert [each["text"].partition(":")[0] for each in game.log(None)][:2] == ["Sky die", "Sky die again"]
