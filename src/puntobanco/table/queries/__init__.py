"""What can be asked of a table: questions of its state, answered without changing it."""
