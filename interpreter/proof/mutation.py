"""The whole mutation test of a rulebook, or the share of it that one of several workers does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.link import link
from rulewright.interpreter.proof.survivors import Verdict, compiled, play_through, verdicts
from rulewright.interpreter.runtime.rulebook import Rulebook
from rulewright.interpreter.source import Loader


def mutation(
    where: str,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    games: int = 3,
    share: tuple[int, int] = (0, 1),
) -> list[tuple[int, Verdict]]:
    """What notices each mutant of a sound rulebook. `share` (2, 4) is every fourth mutant from the third on."""
    loader = Loader()
    linked = link(loader.rulebook(where), loader, Findings(), variants)
    program = compiled(linked, options or {}) if linked is not None else None
    if linked is None or program is None:
        raise ValueError(f"{where} has mistakes: check it first")
    book = Rulebook(program)
    played = [play_through(book, seed) for seed in range(games)]
    first, every = share
    return verdicts(linked, options or {}, played, lambda number: number % every == first)
