"""What a rulebook declares, with every name resolved and every expression typed."""
