"""From one source to all declarations of a rulebook: what it uses and includes is fetched and read."""

from rulewright.interpreter.link.blame import blame_variants
from rulewright.interpreter.link.link import Linked, link

__all__ = ["Linked", "blame_variants", "link"]
