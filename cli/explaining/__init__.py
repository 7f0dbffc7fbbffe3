"""What `rulewright explain` tells: documents made from a compiled rulebook, and their renderings."""
