"""A house: many tables and tournaments, and their patrons' accounts."""
