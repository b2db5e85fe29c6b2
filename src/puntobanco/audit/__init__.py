"""What an auditor asks of the log of a house."""
