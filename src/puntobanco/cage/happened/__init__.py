"""What happened: events, each with the state after it and its sentence."""
