def play() -> None:
    """A practice table for one patron."""
