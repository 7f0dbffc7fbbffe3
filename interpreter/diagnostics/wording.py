"""Small help with English: articles, first letters, lists of names."""

from collections.abc import Iterable


def with_article(noun: str) -> str:
    """The noun with its article: "an effect", "a Fruit"."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def sentence(text: str) -> str:
    """With a capital letter at the start; the rest may hold names, and stays as it is."""
    return text[:1].upper() + text[1:]


def quoted(names: Iterable[str], word: str = "and") -> str:
    """`a`, `b` and `c`"""
    return in_a_row([f"`{name}`" for name in names], word)


def in_a_row(words: list[str], word: str = "and") -> str:
    return f"{', '.join(words[:-1])} {word} {words[-1]}" if len(words) > 1 else "".join(words)


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
