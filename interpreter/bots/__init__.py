"""Seats without a person, for any rulebook. A bot knows what its seat knows, and nothing else."""
