"""How well a rulebook proves itself: what its examples and games reach, and what they would notice."""
