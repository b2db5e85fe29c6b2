"""What can be asked of an account without changing it."""
