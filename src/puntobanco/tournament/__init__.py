"""Tournaments, pure: the same shape as the table, above it. Commands in, events out, state by folding them."""
