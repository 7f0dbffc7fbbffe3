"""One file for each part of the grammar, with a method for each of its rules."""
