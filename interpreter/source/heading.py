"""The first lines of a rulebook or variant, read without parsing the rest."""

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
_WITH = re.compile(r"[ \t]+with[ \t]+(?P<names>\w+(?:[ \t]*,[ \t]*\w+)*)")


@frozen(slots=True)
class Heading:
    """`rulebook orchard "The Orchard"`, or `variant long_autumn of orchard "The Long Autumn"`."""

    word: str
    name: str
    title: str
    base: str | None
    description: str  # the comment above it
    needs: tuple[str, ...] = ()  # the variants that it builds on besides: `with longer_winter`

    @classmethod
    def of(cls, text: str) -> "Heading | None":
        """The heading of a text; None if it is only a part of a rulebook."""
        above: list[str] = []
        lines = text.split("\n")
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                above.append(line.strip().strip("#").strip())
                continue
            found = _FIRST.match(line)
            if found is None:
                return None
            description = " ".join(filter(None, above))
            needs = _needs(lines[number:])
            return cls(found["word"], found["name"], found["title"] or found["name"], found["base"], description, needs)
        return None


def _needs(lines: list[str]) -> tuple[str, ...]:
    """What is named by `with` in the block below the first line."""
    names: list[str] = []
    for line in lines:
        if line.strip() and not line.startswith((" ", "\t", "#")):
            break
        if found := _WITH.match(line):
            names += found["names"].replace(",", " ").split()
    return tuple(names)
