"""Short names of wagers, the same wherever somebody types one."""

SHORT_NAMES = {
    "p": "player",
    "b": "banker",
    "t": "tie",
    "pp": "player_pair",
    "bp": "banker_pair",
    "pd": "player_dragon",
    "bd": "banker_dragon",
    "big": "big_tiger",
    "small": "small_tiger",
}


def wager_named(name: str) -> str:
    """The id of a wager from what somebody typed: a short name, or the id itself."""
    typed = name.strip()
    return SHORT_NAMES.get(typed.lower(), typed)
