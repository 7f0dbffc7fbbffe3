"""From one source to all declarations of a rulebook: what it uses and includes is fetched and read."""

from rulewright.interpreter.link.blame import beaten_rules, blame_variants
from rulewright.interpreter.link.link import Linked, link
from rulewright.interpreter.link.variants import Layer, strangers

__all__ = ["Layer", "Linked", "beaten_rules", "blame_variants", "link", "strangers"]
