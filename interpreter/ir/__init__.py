"""The intermediate representation: what a rulebook compiles to."""
