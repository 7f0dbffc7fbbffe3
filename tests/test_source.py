from rulewright.interpreter.source import Heading, Source

TEXT = "rulebook tiny\n    players 2\n\nzone hand\n"


def test_lines_are_split_at_line_feeds_only() -> None:
    assert Source("a", "one\x0ctwo\u2028three\nfour").lines == ("one\x0ctwo\u2028three", "four")


def test_a_line_beyond_the_end_is_empty() -> None:
    source = Source("a", "one")
    assert (source.line(0), source.line(1), source.line(2)) == ("", "one", "")


def test_a_span_knows_its_text() -> None:
    source = Source("a", TEXT)
    assert source.span(1, 10, 1, 14).text == "tiny"
    assert source.span(4, 1).text == "z"
    assert source.span(1, 10, 4, 5).text == "tiny\n    players 2\n\nzone"


def test_two_spans_join_in_either_order() -> None:
    source = Source("a", TEXT)
    first, second = source.span(1, 1, 1, 9), source.span(2, 5, 2, 12)
    assert first.to(second) == second.to(first) == source.span(1, 1, 2, 12)


def test_a_span_does_not_reach_into_another_source() -> None:
    span = Source("a", TEXT).span(1, 1)
    assert span.to(Source("b", TEXT).span(2, 5)) is span


def test_a_span_prints_as_a_place() -> None:
    assert str(Source("tiny.rules", TEXT).span(4, 6)) == "tiny.rules:4:6"


def test_a_heading_is_read_without_parsing() -> None:
    heading = Heading.of('# by us\n\nrulebook tiny "Tiny: the game"   cite T-1\n???')
    assert heading is not None
    assert (heading.word, heading.name, heading.title, heading.base) == ("rulebook", "tiny", "Tiny: the game", None)


def test_a_variant_names_its_rulebook() -> None:
    heading = Heading.of('variant long_night of hemloch "The Long Night"')
    assert heading is not None
    assert (heading.word, heading.name, heading.base) == ("variant", "long_night", "hemloch")


def test_a_part_has_no_heading() -> None:
    assert Heading.of("zone hand\nrulebook late") is None
    assert Heading.of("") is None
