"""The command line: one file a command. What is printed, drawn and typed."""
