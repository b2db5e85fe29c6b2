"""The answers a person can get instead of a result: "I cannot read that", "you may not", and "it does not work"."""


class Unreadable(ValueError):
    """What was typed is not a card, an amount, a key, ...; the message says what would be."""

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong, each in a line of its own."""
        return (str(self),)


class TooLarge(Unreadable):
    """A number that nobody can hold."""


class UnreadableLines(Unreadable):
    """A file with several lines that cannot be read: all of them are named at once."""

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(map(str, self.args))


class Refused(Exception):
    """The rules do not allow it: a stable code for programs, the clause for regulators, a sentence for people."""

    def __init__(self, code: str, clause: str, sentence: str) -> None:
        super().__init__(code, clause, sentence)
        self.code = code
        self.clause = clause
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})"


class Failure(Exception):
    """Something outside of the program does not work, such as a database; the message says what to do."""
