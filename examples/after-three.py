"""A system of one's own: the least stake after three bankers in a row."""


def stake(history, bankroll, limits):
    """Cents to stake next, or None to sit out."""
    if history[-3:] == ("banker", "banker", "banker"):
        return limits.least
    return None
