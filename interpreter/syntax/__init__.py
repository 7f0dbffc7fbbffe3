"""From text to the syntax tree and back: lines, grammar, tables, nodes, messages about wrong lines, and `fmt`."""
