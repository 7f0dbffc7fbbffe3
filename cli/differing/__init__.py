"""Two rulebooks beside one another: what `rulewright diff` tells."""
