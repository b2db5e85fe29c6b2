"""What the log says of money: the order of settlement, and the clauses behind it."""

from typing import Any

import msgspec

from puntobanco.app.table_runner import TableRun
from puntobanco.log.redact import redact
from puntobanco.log.script import print_event, read_command
from puntobanco.rulebooks import BOOKS
from puntobanco.rulebooks.books.interpretations import VOID_AND_DEBT
from puntobanco.table import Actor, Role, events
from puntobanco.table.events import TableEvent
from puntobanco.table.views.describe import tell

DEALER = {"person": "dan", "role": "dealer"}
PREPARED: tuple[dict[str, Any], ...] = (
    {"do": "check_cards", **DEALER},
    {"do": "shuffle", **DEALER},
    {"do": "cut", "person": "sue", "role": "supervisor", "at": 200},
    {"do": "load_shoe", **DEALER},
)


def patron(name: str, do: str, **fields: Any) -> dict[str, Any]:
    return {"do": do, "person": name, "role": "patron", **fields}


def draws(*cards: str) -> list[dict[str, Any]]:
    return [{"do": "draw", **DEALER, "card": card} for card in cards]


def seen(event: TableEvent, audience: Actor) -> TableEvent:
    """The event as this person sees it."""
    found = redact(event, audience)
    assert found is not None
    return found.event


def happened(*lines: dict[str, Any]) -> list[TableEvent]:
    """All events of a script in which nothing is refused."""
    table = TableRun()
    found: list[TableEvent] = []
    for line in lines:
        for answer in table.do(read_command(line)):
            assert answer.refused is None, (line, str(answer.refused))
            found += answer.events
    return found


def act_2015(*lines: dict[str, Any]) -> list[TableEvent]:
    opened = {"do": "open_table", "person": "oz", "role": "operator", "book": "act-2015"}
    burn = {"do": "draw", **DEALER, "face_up": False}
    return happened({**opened, "choices": [["burn", "hidden"]]}, *PREPARED, burn, *lines)


ANN_WINS_BOB_LOSES = (
    patron("ann", "buy_in", amount=20_000),
    patron("bob", "buy_in", amount=20_000),
    patron("ann", "place", area="1", wager="banker", amount=10_000),
    patron("bob", "place", area="2", wager="player", amount=10_000),
    {"do": "call_no_more_bets", **DEALER},
    *draws("2C", "3H", "KD", "5S"),
    {"do": "settle", **DEALER},
)


def test_losers_are_collected_before_winners_are_paid() -> None:
    (settled,) = [event for event in act_2015(*ANN_WINS_BOB_LOSES) if isinstance(event, events.StageSettled)]
    assert [(line.patron, line.outcome.value) for line in settled.wagers] == [("bob", "lost"), ("ann", "won")]


def test_settlement_tells_another_patron_nothing_of_commission() -> None:
    (settled,) = [event for event in act_2015(*ANN_WINS_BOB_LOSES) if isinstance(event, events.StageSettled)]
    assert "after commission $5" in tell(settled, "dan")
    for name, sees in (("ann", True), ("bob", False)):
        shown = seen(settled, Actor(person=name, role=Role.PATRON))
        assert ("commission" in tell(shown, "dan")) is sees


def test_a_void_round_tells_whose_money_moved_to_staff_only() -> None:
    report = {"do": "void_round", "person": "oz", "role": "operator", "round": 1, "reason": "fraud"}
    voided = act_2015(*ANN_WINS_BOB_LOSES, report)[-1]
    assert tell(voided, "oz") == "Round 1 is void by oz for fraud: bob's chips +$100, ann's chips -$95"
    shown = seen(voided, Actor(person="bob", role=Role.PATRON))
    assert tell(shown, "oz") == "Round 1 is void by oz for fraud"


def test_a_card_put_aside_is_told_to_the_auditor_only() -> None:
    event = events.CardPutAside(card=None, counted=True, place=3, clause="6.2")
    assert seen(event, Actor(person="al", role=Role.AUDITOR)) is event
    known = read_command({"do": "draw", **DEALER, "card": "9S"})
    event = events.CardPutAside(card=getattr(known, "card", None), counted=True, place=3, clause="6.2")
    for role in Role:
        shown = seen(event, Actor(person="somebody", role=role))
        assert ("9♠" in tell(shown, "dan")) is (role is Role.AUDITOR)


def test_debt_cites_a_ruling_that_every_book_has() -> None:
    for book in BOOKS.values():
        assert "debt" in book.clause(VOID_AND_DEBT.number).meaning


def test_leaving_the_cards_to_the_dealer_cites_the_midi_clause() -> None:
    opened = {"do": "open_table", "person": "oz", "role": "operator", "book": "house-midi"}
    found = happened(
        {**opened, "choices": [["midi", "yes"]]},
        *PREPARED,
        *draws("AS"),
        {"do": "draw", **DEALER, "face_up": False},
        patron("ann", "buy_in", amount=20_000),
        patron("ann", "place", area="1", wager="player", amount=10_000),
        {"do": "call_no_more_bets", **DEALER},
        *[{"do": "draw", **DEALER, "face_up": False}] * 4,
        patron("ann", "decline_expose", hand="player"),
    )
    assert (tell(found[-1], "dan"), found[-1].clause) == ("The dealer is to turn player's cards", "midi")


def test_the_final_counts_are_announced_with_the_winner_in_new_zealand() -> None:
    opened = {"do": "open_table", "person": "oz", "role": "operator", "book": "nz-1998"}
    found = happened(
        opened,
        {"do": "inspect_cards", **DEALER},
        {"do": "inspect_cards", "person": "sue", "role": "supervisor"},
        {"do": "spread_cards", **DEALER},
        patron("ann", "buy_in", amount=20_000),
        {"do": "wash_cards", **DEALER},
        *PREPARED[1:],
        *draws("AS"),
        {"do": "draw", **DEALER, "face_up": False},
        patron("ann", "place", area="1", wager="player", amount=10_000),
        {"do": "call_no_more_bets", **DEALER},
        *draws("2C", "3H", "KD", "5S"),
        {"do": "settle", **DEALER},
    )
    words = [event.words for event in found if isinstance(event, events.Announced)]
    assert words == ["No more bets", "Player 2, Banker 8", "Player 2, Banker 8, Banker wins"]


def test_a_burned_card_that_tells_how_many_follow_is_written_and_read_again() -> None:
    opened = {"do": "open_table", "person": "oz", "role": "operator", "book": "act-2015"}
    burned = happened({**opened, "choices": [["burn", "exposed"]]}, *PREPARED, *draws("3S"))[-1]
    assert print_event(burned, Actor(person="dan", role=Role.DEALER))["more"] == 3
    assert msgspec.json.decode(msgspec.json.encode(burned), type=TableEvent) == burned
