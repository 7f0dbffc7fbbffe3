"""What can be said from a number of games, and how surely."""
