"""Scoreboards, from results alone."""
