"""What happened: every event with what the table is after it, and its sentence in the log."""
