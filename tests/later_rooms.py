"""Clauses whose behaviour belongs to a room that is not built yet. Their values are in the books already."""

LATER: dict[str, dict[str, tuple[str, ...]]] = {
    "tournament": {
        "act-2015": (
            "dictionary: session",
            "dictionary: starting marker",
            "dictionary: tournament chips",
            *(f"15.{number}" for number in range(1, 26) if number != 17),
            "ruling 20",
            "ruling 21",
            "ruling 22",
            "ruling 23",
        ),
    },
}
