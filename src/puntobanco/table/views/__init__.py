"""Who reads a table: what a person may do, what each audience sees, and what a log says."""
