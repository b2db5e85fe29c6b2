"""Who reads a tournament: what may be done now, and what each audience sees."""
