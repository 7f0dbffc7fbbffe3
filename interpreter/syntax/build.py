"""From the parser's reductions to nodes: one method for each rule of the grammar."""

from __future__ import annotations

from rulewright.interpreter.syntax.building.book import Book
from rulewright.interpreter.syntax.building.deeds import Deeds
from rulewright.interpreter.syntax.building.notes import Notes
from rulewright.interpreter.syntax.building.statements import Statements
from rulewright.interpreter.syntax.building.variants import Variants


class Build(Book, Variants, Deeds, Statements, Notes):
    """The parser calls it while it reduces; `begin` before each declaration."""
