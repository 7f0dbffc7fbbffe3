"""Small help with English: articles, first letters, lists of names."""

from collections.abc import Iterable


def with_article(noun: str) -> str:
    """The noun with its article: "an effect", "a Minion"."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def sentence(text: str) -> str:
    """With a capital letter at the start; the rest may hold names, and stays as it is."""
    return text[:1].upper() + text[1:]


def quoted(names: Iterable[str], word: str = "and") -> str:
    """`a`, `b` and `c`"""
    shown = [f"`{name}`" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}" if shown else ""


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
