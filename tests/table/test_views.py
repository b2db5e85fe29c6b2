"""The table as each person sees it: which parts are there, and how they are printed."""

from typing import Any

import pytest
from msgspec import UNSET

from puntobanco.cli.view_output import page
from puntobanco.log.script import print_view
from puntobanco.table import Actor, Role
from puntobanco.table.model import DrawTo
from puntobanco.table.views.visible_state import House, Money, SeenCard, view
from puntobanco.values.cards import Card
from tests.table.helpers import BANKER_WINS, DEALER, OPERATOR, SUPERVISOR, Table

ANN = Actor(person="ann", role=Role.PATRON)
AUDITOR = Actor(person="al", role=Role.AUDITOR)
PUBLIC = [
    "book",
    "rules",
    "sign",
    "phase",
    "preparing",
    "round",
    "seats",
    "markers",
    "wagers",
    "coup",
    "waiting_cards",
    "no_bets_next",
    "results",
    "shoe",
]
STAFF_SEES = [*PUBLIC, "patrons", "house", "disputes"]


def after_a_round() -> Table:
    """Ann and Bob have played a round, and the next one has begun with a card that lies face down."""
    at = Table.ready("house-midi", {"ann": 1000, "bob": 500})
    at.bets("ann", "banker", 100)
    at.plays(BANKER_WINS)
    at.patron("bob", "raise_dispute", text="the payout was wrong")
    at.bets("bob", "player", 50)
    at.calls()
    at.draws("9s", face_up=False)
    at.draws("Kd")
    return at


def printed(who: Actor) -> dict[str, Any]:
    return print_view(view(after_a_round().now, who))


@pytest.mark.parametrize(
    ("who", "parts"),
    [
        (ANN, [*PUBLIC, "you"]),
        (DEALER, [*PUBLIC, "commission"]),
        (SUPERVISOR, STAFF_SEES),
        (OPERATOR, STAFF_SEES),
        (AUDITOR, STAFF_SEES),
    ],
    ids=lambda value: getattr(value, "role", ""),
)
def test_a_view_has_the_parts_of_its_audience_in_their_order(who: Actor, parts: list[str]) -> None:
    assert list(printed(who)) == parts


def test_what_all_see_is_printed_as_ever() -> None:
    seen = printed(ANN)
    assert seen["seats"] == {"1": "ann", "2": "bob"}
    assert seen["wagers"] == [{"area": "2", "wager": "player", "patron": "bob", "amount": 5_000}]
    assert seen["coup"] == {"round": 2, "kind": "wagers", "player": ["face down"], "banker": ["KD"]}
    assert seen["results"] == [{"round": 1, "kind": "wagers", "result": "banker", "void": False}]
    assert seen["shoe"] == {"number": 1, "remaining": 408, "ending": "open"}
    assert (seen["phase"], seen["preparing"], seen["round"]) == ("dealing", [], 2)
    assert (seen["markers"], seen["waiting_cards"], seen["no_bets_next"]) == ({}, [], False)
    assert seen["sign"][0].keys() == {"label", "text", "clause"}


def test_balances_are_printed_for_whom_they_concern() -> None:
    ann = {"chips": 110_000, "commission_owed": 500, "commission_debt": 0, "debt": 0}
    bob = {"chips": 45_000, "commission_owed": 0, "commission_debt": 0, "debt": 0}
    assert printed(ANN)["you"] == ann
    assert printed(DEALER)["commission"] == {"ann": 500}
    staff = printed(SUPERVISOR)
    assert staff["patrons"] == {"ann": ann, "bob": bob}
    assert staff["house"] == {"cage": -150_000, "float": -10_500, "commission_taken": 0, "payment_errors": 0}
    dispute = {"number": 1, "by": "bob", "text": "the payout was wrong", "decision": None, "referred": False}
    assert staff["disputes"] == [dispute]


def test_the_auditor_sees_faces_that_lie_down_and_which_were_seen() -> None:
    seen = printed(AUDITOR)
    assert seen["coup"]["player"] == ["9S"]
    assert sum(seen["shoe"]["known"]) == 7
    assert "known" not in printed(SUPERVISOR)["shoe"]


def test_what_is_not_shown_is_not_there_and_what_is_empty_is() -> None:
    at = Table("act-2015")
    ann, dealer, staff = (view(at.now, who) for who in (ANN, DEALER, SUPERVISOR))
    assert (ann.patrons, ann.house, ann.disputes, ann.commission, ann.shoe.known) == (UNSET,) * 5
    assert ann.you == Money(chips=0, commission_owed=0, commission_debt=0, debt=0)
    assert dealer.commission == {}
    assert (staff.patrons, staff.disputes) == ({}, ())
    assert staff.house == House(cage=0, float=0, commission_taken=0, payment_errors=0)


def test_a_waiting_card_is_seen_if_it_lies_face_up() -> None:
    at = Table.ready("nz-1998", {"ann": 1000})
    at.draws("9s", to=DrawTo.EXCESS, face_up=False)
    at.draws("Kd", to=DrawTo.EXCESS)
    assert view(at.now, ANN).waiting_cards == (SeenCard(card=None), SeenCard(card=Card.parse("Kd")))
    assert "  Waiting for the next coup: (face down) K♦" in list(page(view(at.now, ANN), ANN))


def test_the_page_of_a_patron_reads_as_ever() -> None:
    lines = list(page(view(after_a_round().now, ANN), ANN))
    told = [line for line in lines if not line.startswith(("  Sign:", "  Rules "))]
    assert told == [
        "The table as ann sees it",
        "  Book house-midi",
        "  Phase: dealing",
        "  Round: 2",
        "  Seat 1: ann",
        "  Seat 2: bob",
        "  bob has $50 on player in area 2",
        "  Round 2, player: (face down)",
        "  Round 2, banker: K♦",
        "  Round 1: banker",
        "  Shoe 1: 408 cards left, open",
        "  You: chips $1,100, commission owed $5, commission debt $0, debt $0",
    ]
