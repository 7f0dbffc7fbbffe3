"""The machine that plays a program."""
