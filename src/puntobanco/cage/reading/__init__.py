"""Who reads it."""
