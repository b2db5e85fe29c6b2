"""What can be looked at."""
