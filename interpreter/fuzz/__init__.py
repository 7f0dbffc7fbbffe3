"""Plays games that nobody asked for, to find what is wrong with a rulebook or with the machine."""
