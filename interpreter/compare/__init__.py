"""What differs between two rulebooks: in what they say, and in how they play."""
