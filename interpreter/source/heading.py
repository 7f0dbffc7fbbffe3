"""The first line of a rulebook or variant, read without parsing the rest."""

import re

from attrs import frozen

_FIRST = re.compile(
    r"""
    (?P<word>rulebook|variant) [ \t]+ (?P<name>\w+)
    (?: [ \t]+ of [ \t]+ (?P<base>\w+) )?
    (?: [ \t]+ "(?P<title>[^"\n]*)" )?
    """,
    re.VERBOSE,
)


@frozen(slots=True)
class Heading:
    """`rulebook orchard "The Orchard"`, or `variant long_autumn of orchard "The Long Autumn"`."""

    word: str
    name: str
    title: str
    base: str | None
    description: str  # the comment above it

    @classmethod
    def of(cls, text: str) -> "Heading | None":
        """The heading of a text; None if it is only a part of a rulebook."""
        above: list[str] = []
        for line in text.split("\n"):
            if not line.strip() or line.lstrip().startswith("#"):
                above.append(line.strip().strip("#").strip())
                continue
            found = _FIRST.match(line)
            if found is None:
                return None
            description = " ".join(filter(None, above))
            return cls(found["word"], found["name"], found["title"] or found["name"], found["base"], description)
        return None
