"""What can be asked of a tournament, without changing it."""
