"""How a log says things: accounts, places, cards and stakes in words."""

from puntobanco.coup.settle import Outcome
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.streams.ledger import Cage, kind_of, written
from puntobanco.table.ledger import (
    Bank,
    Box,
    CommissionTaken,
    Float,
    PaymentErrors,
    TableAccount,
    TableEntry,
    patron_of,
)
from puntobanco.table.return_reasons import Reason
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents, format_dollars

REMEDIES = {
    Remedy.BANKERS_THIRD_IF_DUE: "it is banker's third card if banker must draw",
    Remedy.FIRST_OF_NEXT_ROUND: "it is the first card of the next round",
    Remedy.FIRST_OF_NO_BET_ROUND: "it is the first card of a round without wagers",
    Remedy.PLAYED_IN_PLACE: "it is played in its place",
    Remedy.RECONSTRUCTED: "the hands are reconstructed",
    Remedy.ROUND_VOID: "the round is void",
    Remedy.ROUND_VOID_AND_RESHUFFLE: "the round is void and the cards are shuffled",
    Remedy.THAT_ROUND_VOID_LATER_STAND: "that round is void, later ones stand",
    Remedy.RECORDED_ONLY: "it is recorded, nothing is reversed",
    Remedy.PLAY_ON: "play goes on",
    Remedy.HANDS_STAND_SHOE_ENDS: "complete hands stand and the shoe ends",
}


OUTCOMES = {Outcome.WON: "won", Outcome.STOOD_OFF: "stand-off", Outcome.LOST: "lost"}

REASONS = {
    Reason.NOT_PAYABLE: "it cannot be paid exactly in chips",
    Reason.NO_MAIN_WAGER: "no main wager beside it",
    Reason.AREA_WITHOUT_BET: "an area has no bet",
    Reason.LINES_FOR_GALLERY: "lines are for the gallery",
    Reason.UNDER_MINIMUM: "under the minimum after a warning",
    Reason.DIFFERENTIAL: "table differential",
    Reason.RULES_CHANGED: "the rules have changed",
    Reason.NO_BET_COUP: "a coup without wagers",
    Reason.NEXT_HAS_NO_WAGERS: "the next coup has no wagers",
    Reason.NO_FURTHER_ROUND: "no further round is dealt",
    Reason.DECIDED_AGAIN: "the last round is decided again",
    Reason.CARD_FACE_UP: "card found face up",
}
"""Where a reason is told in other words than its name."""


def reason_in_words(reason: Reason) -> str:
    return REASONS.get(reason) or in_words(reason.value)


def in_words(name: str) -> str:
    """A written name as a person would say it: `banker_pair` is banker pair."""
    return name.replace("_", " ").replace("-", " ")


def account_in_words(account: TableAccount) -> str:
    """Whose money it is, and where."""
    match account:
        case Box(area=area, wager=wager, patron=patron):
            return f"{patron}'s {in_words(wager)} wager {place_in_words(area)}"
        case Cage() | Bank() | Float() | CommissionTaken() | PaymentErrors():
            return in_words(written(account))
        case _:
            return f"{account.patron}'s {in_words(kind_of(account))}"


def place_in_words(area: str) -> str:
    return f"on line {area[1:]}" if area.startswith("L") else f"in area {area}"


def face(card: Card | None) -> str:
    return "a card nobody has seen" if card is None else card.symbols


def stake_in_words(patron: str, amount: Cents, wager: str, area: str) -> str:
    return f"{patron}'s {format_dollars(amount)} on {in_words(wager)} {place_in_words(area)}"


def signed(change: Cents) -> str:
    return f"{'+' if change > 0 else ''}{format_dollars(change)}"


def moved_in_words(entry: TableEntry) -> str:
    """What an entry did to patrons' money, such as `: ann's chips +$10`; nothing if it touched none of it."""
    told = [
        f"{account_in_words(account)} {signed(change)}"
        for account, change in entry.postings
        if patron_of(account) is not None
    ]
    return f": {', '.join(told)}" if told else ""
