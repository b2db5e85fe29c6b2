"""A dealer does for patrons without a device what they would do themselves; the record has both."""

import re
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.rulebooks import BOOKS
from puntobanco.table import Actor, LegalAction, Role, commands, legal_actions
from puntobanco.table.events.money import BoughtIn, CashedOut
from puntobanco.table.events.patrons import PatronLeft, SeatLeft, SeatTaken
from puntobanco.table.events.wagers import WagerPlaced, WagerWithdrawn
from puntobanco.table.model import Preparation
from puntobanco.table.views.describe import tell
from puntobanco.values.cards import parse_cards
from puntobanco.values.replace import changed
from tests.marks import clause
from tests.table.helpers import BANKER, DEALER, PLAYER, SUPERVISOR, Table, refused


def at_a_table() -> Table:
    at = Table("act-2015")
    at.prepares()
    return at


@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_without_a_device(book: str) -> None:
    at = Table(book)
    bought = at.dealer("buy_in", patron="uma", amount=50_000)[-1]
    assert isinstance(bought, BoughtIn)
    assert (bought.patron, bought.amount) == ("uma", 50_000)
    (sat,) = at.dealer("take_seat", patron="uma", seat=1)
    assert isinstance(sat, SeatTaken)
    assert (sat.patron, sat.seat) == ("uma", 1)
    paid = at.dealer("cash_out", patron="uma", amount=10_000)[-1]
    assert isinstance(paid, CashedOut)
    assert (paid.patron, paid.amount) == ("uma", 10_000)
    assert isinstance(at.dealer("leave_seat", patron="uma")[0], SeatLeft)
    assert isinstance(at.dealer("leave_table", patron="uma")[-1], PatronLeft)
    assert "uma" not in at.now.patrons


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("buy_in", {"amount": 50_000}),
    ("cash_out", {"amount": 100}),
    ("take_seat", {"seat": 2}),
    ("leave_seat", {}),
    ("leave_table", {}),
    ("withdraw", {"area": "1", "wager": "player"}),
    ("decline_cut", {}),
    ("decline_expose", {"hand": PLAYER}),
]


@pytest.mark.parametrize(("kind", "fields"), CALLS)
def test_a_dealer_names_the_patron(kind: str, fields: dict[str, Any]) -> None:
    at = at_a_table()
    assert refused(lambda: at.dealer(kind, **fields))[0] == "whose"


@pytest.mark.parametrize(("kind", "fields"), CALLS)
def test_a_patron_acts_for_nobody_else(kind: str, fields: dict[str, Any]) -> None:
    at = at_a_table()
    at.sits("ann", 1, 500)
    assert refused(lambda: at.patron("bob", kind, patron="ann", **fields))[0] == "not_yours"


def test_a_dealer_buys_in_for_no_dealer() -> None:
    at = at_a_table()
    found = refused(lambda: at.dealer("buy_in", patron=DEALER.person, amount=50_000))
    assert found[0] == "dealer_does_not_bet"


def test_a_dealer_does_not_hear_what_a_patron_has() -> None:
    at = at_a_table()
    at.sits("ann", 1, 500)
    with pytest.raises(Refused) as found:
        at.dealer("cash_out", patron="ann", amount=99_900)
    assert found.value.code == "not_enough_chips"
    assert re.findall(r"\d+", found.value.sentence) == ["999"]
    offered = [one for one in legal_actions(at.now, DEALER) if one.kind == "cash_out"]
    assert [(one.where, one.amounts, one.asks) for one in offered] == [((("patron", "ann"),), (), ("amount",))]


# Wagers that a patron lays with the own hand

LAID: dict[str, Any] = {"patron": "ann", "area": "1", "wager": "player", "laid_by_patron": True}


@pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("act-2015", "4.2", marks=clause("act-2015", "4.2")),
        pytest.param("nz-1998", "5.3", marks=clause("nz-1998", "5.3")),
        pytest.param("washington", "ruling 18", marks=clause("washington", "ruling 18")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 18")),
    ],
)
def test_chips_that_lie_there_are_the_patron_s_wager_whoever_keys_them_in(book: str, number: str) -> None:
    at = Table.ready(book)
    (placed,) = at.dealer("place", amount=10_000, **LAID)
    assert isinstance(placed, WagerPlaced)
    assert (placed.patron, placed.spoken, placed.clause) == ("ann", False, number)
    by_hand = Table.ready(book)
    by_hand.bets("ann", "player", 100)
    assert by_hand.lying() == at.lying() == {"ann 1 player": 100}
    (back,) = at.dealer("withdraw", patron="ann", area="1", wager="player")
    assert isinstance(back, WagerWithdrawn)
    assert (back.patron, at.lying(), at.chips("ann")) == ("ann", {}, 1000)


@pytest.mark.parametrize("book", BOOKS)
def test_the_dealer_is_offered_what_every_patron_may_lay_and_take_back(book: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 100)
    at.dealer("buy_in", patron="uma", amount=50_000)
    for name in ("ann", "uma"):
        own = _without_names(at, Actor(person=name, role=Role.PATRON), ())
        assert own or (book, name) == ("washington", "uma"), "standing patrons bet on lines, and they are shut"
        assert own == _without_names(at, DEALER, (("patron", name), ("laid_by_patron", True)))


def _without_names(at: Table, actor: Actor, named: tuple[tuple[str, object], ...]) -> list[LegalAction]:
    """What somebody may lay or take back for a patron, as the patron is offered it."""
    found = [one for one in legal_actions(at.now, actor) if one.kind in ("place", "withdraw")]
    mine = [one for one in found if set(named[:1]) <= set(one.where) and ("laid_by_patron", False) not in one.where]
    offered = [changed(one, where=tuple(part for part in one.where if part not in named)) for one in mine]
    any_amount = at.now.rules.payable_part_stands.value  # what the dealer keys in need not be payable (ruling 36)
    return [changed(one, amounts=()) for one in offered] if any_amount else offered


def test_what_is_laid_must_be_what_may_lie_there() -> None:
    at = Table.ready("act-2015")
    assert refused(lambda: at.dealer("place", amount=100_100, **LAID))[0] == "not_enough_chips"
    nobody = {key: value for key, value in LAID.items() if key != "patron"}
    assert refused(lambda: at.dealer("place", amount=10_000, **nobody))[0] == "whose"
    away = {**LAID, "patron": "zoe"}
    assert refused(lambda: at.dealer("place", amount=10_000, **away))[0] == "unknown_patron"
    assert refused(lambda: at.dealer("place", amount=10_000, **{**LAID, "laid_by_patron": False})) == (
        "not_spoken",
        "act-2015 4.2",
    )
    at.dealer("place", amount=10_000, **LAID)
    at.calls()
    assert refused(lambda: at.dealer("withdraw", patron="ann", area="1", wager="player"))[0] == "wagers_closed"


@clause("nz-1998", "5.4", "5.8", "5.9", "ruling 36")
@pytest.mark.parametrize("by_hand", [True, False])
def test_ruling_36_what_the_dealer_keys_in_lies_there_and_is_cut_to_what_can_be_paid_at_the_call(
    by_hand: bool,
) -> None:
    at = Table.ready("nz-1998", {"ann": 1000, "bob": 1000})
    at.bets("bob", "player", 100)
    odd = {"patron": "ann", "area": "1", "wager": "banker", "amount": 2_700}
    own = {key: value for key, value in odd.items() if key != "patron"}
    assert refused(lambda: at.patron("ann", "place", **own)) == ("not_payable", "nz-1998 5.8")
    at.dealer("place", laid_by_patron=by_hand, **odd)
    assert (at.names(), at.lying()["ann 1 banker"], at.chips("ann")) == (["wager_placed"], 27, 973)
    raised = {**own, "amount": 100}
    assert refused(lambda: at.patron("ann", "place", **raised)) == ("not_payable", "nz-1998 5.8")
    at.calls()
    assert at.names() == ["announced", "wager_returned", "round_started"]
    assert at.clauses("wager_returned") == ["5.9"]
    assert (at.lying()["ann 1 banker"], at.chips("ann")) == (20, 980)


@clause("nz-1998", "5.9", "ruling 36")
def test_ruling_36_what_a_patron_takes_off_by_hand_may_leave_what_cannot_be_paid() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "banker", 40)
    part = {"area": "1", "wager": "banker", "amount": 500}
    assert refused(lambda: at.patron("ann", "withdraw", **part)) == ("not_payable", "nz-1998 5.8")
    at.dealer("withdraw", patron="ann", **part)
    assert at.lying() == {"ann 1 banker": 35}
    at.calls()
    assert (at.clauses("wager_returned"), at.lying()) == (["5.9"], {"ann 1 banker": 20})


@clause("nz-1998", "5.13", "5.14", "5.9", "ruling 8", "ruling 36")
def test_ruling_36_the_differential_counts_what_is_live_at_the_call() -> None:
    """$39 on banker is live with $20, so that $100 on player exceed it by $80 and a differential of $70 by $10."""
    at = Table.ready("nz-1998", {"ann": 1000, "bob": 1000}, differential=70)
    at.dealer("place", patron="ann", area="1", wager="banker", amount=3_900)
    at.bets("bob", "player", 100)
    assert refused(at.calls) == ("differential_exceeded", "nz-1998 5.14")
    at.calls(cut_pro_rata=True)
    assert at.clauses("wager_returned") == ["5.9", "5.14"]
    assert at.lying() == {"ann 1 banker": 20, "bob 2 player": 90}


@clause("nz-1998", "5.6", "ruling 36")
def test_ruling_36_a_notice_or_a_maximum_for_named_patrons_leaves_it_until_the_call() -> None:
    at = Table.ready("nz-1998", maximum_binds="named")
    at.dealer("place", patron="ann", area="1", wager="banker", amount=2_700)
    at.operator("name_patrons", patrons=("ann",))
    assert at.lying() == {"ann 1 banker": 27}


def test_ruling_36_a_call_on_which_nothing_can_be_paid_begins_no_round() -> None:
    at = Table.ready("nz-1998")
    at.dealer("place", patron="ann", area="1", wager="banker", amount=1_000)
    at.calls()
    assert (at.names(), at.lying(), at.chips("ann")) == (["announced", "wager_returned"], {}, 1000)
    assert at.now.round is None


# The cut and cards that a patron turns


def offered_to_ann(book: str) -> Table:
    at = Table(book)
    at.sits("ann", 1)
    at.sits("bob", 2)
    at.prepares(until=Preparation.CUT)
    at.dealer("offer_cut", patron="ann")
    return at


@pytest.mark.parametrize(
    ("book", "offer", "depth"),
    [
        pytest.param("act-2015", "5.2", "5.3", marks=clause("act-2015", "5.2", "5.3")),
        pytest.param("nz-1998", "7.2", "7.3", marks=clause("nz-1998", "7.2", "7.3")),
        pytest.param("washington", "ruling 18", "ruling 18", marks=clause("washington", "ruling 18")),
        pytest.param("house-midi", "ruling 18", "ruling 18", marks=clause("house-midi", "ruling 18")),
    ],
)
def test_the_cut_of_whom_it_was_offered_to_is_keyed_in(book: str, offer: str, depth: str) -> None:
    at = offered_to_ann(book)
    not_yours = ("cut_not_yours", f"{book} {offer}")
    assert refused(lambda: at.dealer("cut", at=200)) == not_yours, "the patron cuts, not the dealer"
    assert refused(lambda: at.dealer("cut", at=200, patron="bob")) == not_yours
    assert refused(lambda: at.supervisor("cut", at=200, patron="ann")) == ("not_yours", f"{book} {offer}")
    assert refused(lambda: at.patron("bob", "cut", at=200, patron="ann")) == ("not_yours", f"{book} {offer}")
    assert refused(lambda: at.dealer("cut", at=1, patron="ann")) == ("cut_not_allowed", f"{book} {depth}")
    at.dealer("cut", at=200, patron="ann")
    assert (at.now.cut_at, at.clauses("cards_cut")) == (200, [depth])


@pytest.mark.parametrize("book", BOOKS)
def test_the_cut_that_nobody_wants_is_declined_for_who_has_no_device(book: str) -> None:
    at = offered_to_ann(book)
    assert refused(lambda: at.dealer("decline_cut", patron="bob"))[0] == "cut_not_offered"
    at.dealer("decline_cut", patron="ann")
    at.dealer("offer_cut", patron="bob")
    at.dealer("decline_cut", patron="bob")
    assert at.now.cut_declined == {"ann", "bob"}
    at.supervisor("cut", at=200)


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_offered_is_the_patron_s_cut_and_not_the_dealer_s(book: str) -> None:
    at = offered_to_ann(book)
    found = [one.where for one in legal_actions(at.now, DEALER) if one.kind in ("cut", "decline_cut")]
    assert found == [(("patron", "ann"),)] * 2
    assert not [one for one in legal_actions(at.now, SUPERVISOR) if one.kind == "cut"]


def face_down(book: str) -> Table:
    """Ann turns player's cards, and nobody of the patrons banker's."""
    at = Table.ready(book, midi="yes") if book == "house-midi" else Table.ready(book, dealing="down")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c 2d Kh 3s")
    if book == "act-2015":
        at.supervisor("assign_exposer", hand=PLAYER, patron="ann")
    return at


turned_by_patrons = pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("act-2015", "6.3", marks=clause("act-2015", "6.3")),
        pytest.param("house-midi", "midi", marks=clause("house-midi", "midi", "ruling 19")),
    ],
)


@turned_by_patrons
def test_cards_that_a_patron_turns_are_keyed_in_as_the_patron_s(book: str, number: str) -> None:
    at, faces = face_down(book), parse_cards(["9c Kh"])
    not_yours = ("not_yours_to_expose", f"{book} {number}")
    assert refused(lambda: at.dealer("expose", hand=PLAYER, cards=faces)) == not_yours
    assert refused(lambda: at.dealer("expose", hand=PLAYER, cards=faces, patron="zoe")) == not_yours
    assert refused(lambda: at.patron("zoe", "expose", hand=PLAYER, cards=faces, patron="ann"))[0] == "not_yours"
    offered = [
        one.where for one in legal_actions(at.now, DEALER) if one.kind == "expose" and ("hand", PLAYER) in one.where
    ]
    assert offered == [(("hand", PLAYER), ("patron", "ann"))]
    at.dealer("expose", hand=PLAYER, cards=faces, patron="ann")
    banker = parse_cards(["2d 3s"])
    assert refused(lambda: at.dealer("expose", hand=BANKER, cards=banker, patron="ann")) == not_yours
    at.dealer("expose", hand=BANKER, cards=banker)
    at.settles()


@turned_by_patrons
def test_cards_that_a_patron_leaves_are_the_dealer_s(book: str, number: str) -> None:
    at = face_down(book)
    assert refused(lambda: at.dealer("decline_expose", hand=PLAYER, patron="zoe")) == (
        "not_yours_to_expose",
        f"{book} {number}",
    )
    at.dealer("decline_expose", hand=PLAYER, patron="ann")
    at.turns_one(PLAYER)
    at.turns_one(BANKER)
    at.settles()


def test_whose_hand_it_was_is_told() -> None:
    """The record has the dealer as who gave the command, and the sentence the patron."""
    cut = commands.Cut(actor=DEALER, at=200, patron="ann")
    turned = commands.Expose(actor=DEALER, hand=PLAYER, patron="ann")
    assert cut.done_by == turned.done_by == Actor(person="ann", role=Role.PATRON)
    own = commands.Cut(actor=SUPERVISOR, at=200)
    assert own.done_by == SUPERVISOR
    at = offered_to_ann("act-2015")
    (happened,) = at.dealer("cut", at=200, patron="ann")
    assert tell(happened, cut.done_by.person) == "ann cuts 200 cards deep"
