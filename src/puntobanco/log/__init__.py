"""Records: events and commands as JSON, by their written names."""
