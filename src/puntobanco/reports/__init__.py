"""What the records of a house come to: for its operator, and for whoever audits it."""
