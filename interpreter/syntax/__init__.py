"""From text to the syntax tree, and back: lines, grammar, parse tables, nodes, what a wrong line gets to hear, `fmt`."""
