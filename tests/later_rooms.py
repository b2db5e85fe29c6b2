"""Clauses whose behaviour belongs to a room that is not built yet. Their values are in the books already."""

LATER: dict[str, dict[str, tuple[str, ...]]] = {
    "tournament": {
        "act-2015": (
            "dictionary: session",
            *(f"15.{number}" for number in (1, 2, 3, 4, 6, 8, 9, 10, 11, *range(18, 26))),
            "ruling 21",
        ),
    },
}
