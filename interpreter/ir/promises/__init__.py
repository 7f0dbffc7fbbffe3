"""What a program promises, one file a part of it. Each adds what is broken to a list of sentences."""
