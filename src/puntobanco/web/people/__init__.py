"""People over HTTP: how they come in, what they see to themselves, and what operators do about others."""
