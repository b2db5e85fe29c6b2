"""What every stream is made of: commands, events, records."""
