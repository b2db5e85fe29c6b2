"""What is written into a field of a form, whatever the form is for."""

from enum import StrEnum


class FieldSort(StrEnum):
    """What is written into a field."""

    CARD = "card"
    CARDS = "cards"
    MONEY = "money"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"
    TEXTS = "texts"
