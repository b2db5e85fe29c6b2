"""The house: what it keeps, and how it is kept."""
