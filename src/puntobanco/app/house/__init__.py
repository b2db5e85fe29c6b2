"""A house: many tables and tournaments, their patrons' accounts, one clock, one source of chance, one log."""
