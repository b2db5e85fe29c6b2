"""One redaction, denied by default: what is declared of each event, and that nobody can tell a secret from it."""

import os
from collections.abc import Callable, Iterator
from itertools import product
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.log import redact as redaction
from puntobanco.log.redact import Redacted, as_heard, hears_refusal, may_see_balance, redact
from puntobanco.log.script import print_command, print_event
from puntobanco.rulebooks.facts import Hand
from puntobanco.streams.ledger import CAGE, written
from puntobanco.table import Actor, Role, commands, events, ledger
from puntobanco.table.events import EVENTS, RoundVoided
from puntobanco.table.ledger import NOTHING, TableAccount, TableEntry, chips, transfer
from puntobanco.table.model import Secret, SettledWager, TableCard
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import OfStaff, Own, Public, TableEventBase
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.replace import changed
from tests.marks import ALL_BOOKS, clause
from tests.record.twins import FACES, MONEY, Secrecy, evening
from tests.table import driver
from tests.table.helpers import DEALER, OPERATOR, SUPERVISOR, Table

ANN, BOB = Actor(person="ann", role=Role.PATRON), Actor(person="bob", role=Role.PATRON)
AUDITOR = Actor(person="al", role=Role.AUDITOR)
EVERYBODY_ELSE = (ANN, BOB, DEALER, SUPERVISOR, OPERATOR)

# What is declared


def test_every_event_says_whether_all_see_it_its_patron_or_staff() -> None:
    seen_by = {name: [who for who in (Public, Own, OfStaff) if issubclass(kind, who)] for name, kind in EVENTS.items()}
    assert [name for name, found in seen_by.items() if len(found) != 1] == []
    assert [name for name, found in seen_by.items() if found == [OfStaff]] == ["float_counted.1"]


def test_what_is_between_a_patron_and_the_house_is_not_for_all() -> None:
    assert [name for name, kind in EVENTS.items() if issubclass(kind, Own)] == [
        "bought_in.1",
        "cashed_out.1",
        "departed_paid.1",
        "debt_settled.1",
        "commission_collected.1",
        "rules_given.1",
        "payment_recorded.1",
        "dispute_raised.1",
        "dispute_decided.1",
        "dispute_settled.1",
        "review_asked.1",
    ]


class Whispered(TableEventBase, tag="whispered.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event whose author forgot to say who may see it."""

    patron: str


def test_an_event_that_declares_nothing_is_the_auditors_alone() -> None:
    whispered: Any = Whispered(patron="ann", clause="4.2")
    assert [redact(whispered, who) for who in EVERYBODY_ELSE] == [None] * 5
    seen = redact(whispered, AUDITOR)
    assert seen is not None
    assert seen.event is whispered


SEEN_BY_ALL = {
    ("CardDisclosed", "card"): "it was seen by mistake, which is why it is disclosed",
    ("CardsReplaced", "faces"): "the operator names them aloud when they are exchanged",
    ("CardCheck", "missing"): "the cards are checked in the open before gaming",
    ("CardCheck", "duplicated"): "the cards are checked in the open before gaming",
}
"""Cards that carry no mark, each with the reason."""


def reached(hint: Any) -> Iterator[type]:
    """The types that a declaration is made of."""
    if isinstance(hint, type) and get_origin(hint) is None:
        yield hint
    for inner in get_args(hint):
        yield from reached(inner)


def structs() -> set[type[Struct]]:
    """All structs that an event holds, and the events."""
    found: set[type[Struct]] = set()
    waiting: list[type] = list(EVENTS.values())
    while waiting:
        kind = waiting.pop()
        if issubclass(kind, Struct) and kind not in found:
            found.add(kind)
            waiting += [inner for hint in get_type_hints(kind).values() for inner in reached(hint)]
    return found


def marks_of(member: type) -> dict[tuple[str, str], Secret | None]:
    """How every member is marked that holds such a value."""
    return {
        (kind.__name__, name): next((mark for mark in get_args(hint) if isinstance(mark, Secret)), None)
        for kind in structs()
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if member in reached(hint.__origin__ if get_origin(hint) is Annotated else hint)
    }


def test_how_money_was_booked_is_marked_wherever_it_stands() -> None:
    marks = marks_of(TableEntry)
    assert ("RoundVoided", "entry") in marks
    assert {where for where, mark in marks.items() if mark is not Secret.BOOKS} == set()


def test_a_card_that_can_lie_face_down_is_marked_wherever_it_stands() -> None:
    marks = marks_of(Card)
    assert {where for where, mark in marks.items() if mark is None} == SEEN_BY_ALL.keys()
    assert {where for where, mark in marks.items() if mark is Secret.FACE} == {
        ("CardBurned", "card"),
        ("CardDealt", "card"),
        ("CardPutAside", "card"),
        ("CardCorrected", "was"),
        ("CardCorrected", "card"),
        ("TableCard", "card"),
    }


def test_of_a_settled_wager_all_see_the_chips_and_nothing_else() -> None:
    marks = {name: mark for (kind, name), mark in marks_of(int).items() if kind == "SettledWager"}
    assert marks == {
        "stake": None,
        "returned": None,
        "commission_taken": Secret.MONEY,
        "commission_owed": Secret.MONEY,
        "really_returned": Secret.MONEY,
        "debt": Secret.MONEY,
    }


# Two tables that differ in secrets only

TIMES = 10 if os.environ.get("PUNTO_SOAK") else 1


def play(book: str, secrecy: Secrecy, *, evenings: int, repeatable: bool = False) -> int:
    """So many evenings side by side; gives how many commands differed. Fails as soon as somebody can tell."""
    differed = 0

    @settings(
        max_examples=evenings,
        derandomize=repeatable or settings().derandomize,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def one_evening(data: st.DataObject) -> None:
        nonlocal differed
        differed += evening(book, secrecy, driver.Chance(data), rounds=3).differed

    one_evening()
    return differed


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_nobody_but_the_auditor_can_tell_what_lies_face_down(book: str) -> None:
    assert play(book, FACES, evenings=20 * TIMES) > 10


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_neither_another_patron_nor_the_dealer_can_tell_what_is_between_a_patron_and_the_house(book: str) -> None:
    assert play(book, MONEY, evenings=20 * TIMES) > 10


# Planted mistakes


def without_the_mark(kind: type[Struct], member: str, patch: pytest.MonkeyPatch) -> None:
    """Somebody forgot to mark a member as secret."""
    right = redaction._declared

    def forgetful(declared: type[Struct]) -> Any:
        secrets, nested = right(declared)
        return tuple(one for one in secrets if (declared, one[0]) != (kind, member)), nested

    patch.setattr(redaction, "_declared", forgetful)


def declared_public(kind: type[Struct], patch: pytest.MonkeyPatch) -> None:
    """Somebody declared for all what is its patron's own."""
    right = redaction._sees
    patch.setattr(redaction, "_sees", lambda event, who: isinstance(event, kind) or right(event, who))


FORGOTTEN_MARKS: list[tuple[type[Struct], str, str, Secrecy]] = [
    (events.CardDealt, "card", "house-midi", FACES),
    (events.CardBurned, "card", "act-2015", FACES),
    (events.CardPutAside, "card", "washington", FACES),
    (events.CardCorrected, "was", "washington", FACES),
    (events.CardCorrected, "card", "house-midi", FACES),
    (TableCard, "card", "act-2015", FACES),
    (events.RoundVoided, "entry", "house-midi", MONEY),
    (events.StageReopened, "entry", "nz-1998", MONEY),
    (SettledWager, "really_returned", "act-2015", MONEY),
    (SettledWager, "debt", "house-midi", MONEY),
]
"""Each in a book where it soon comes to that."""
MANY = 4_000
"""Evenings in which a mistake must be found; the first few are enough for most."""
MORE_AND_MORE = (50, 200, 1_000, MANY)
"""What is rare in one book, by what was drawn, is common in another: a few of each go before many of one."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "member", "book", "secrecy"),
    FORGOTTEN_MARKS,
    ids=[f"{kind.__name__}.{member}" for kind, member, _, _ in FORGOTTEN_MARKS],
)
def test_a_forgotten_mark_is_found(
    kind: type[Struct], member: str, book: str, secrecy: Secrecy, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_the_mark(kind, member, monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        play_more_and_more(book, secrecy)


def play_more_and_more(likely: str, secrecy: Secrecy) -> None:
    """In every book, the likely one first."""
    for evenings, book in product(MORE_AND_MORE, sorted(ALL_BOOKS, key=lambda one: one != likely)):
        play(book, secrecy, evenings=evenings, repeatable=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [events.BoughtIn, events.CashedOut, events.DebtSettled, events.PaymentRecorded, events.DisputeSettled],
    ids=lambda kind: kind.__name__,
)
def test_what_is_declared_public_by_mistake_is_found(kind: type[Struct], monkeypatch: pytest.MonkeyPatch) -> None:
    declared_public(kind, monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        play("act-2015", MONEY, evenings=MANY, repeatable=True)


# What a person sees of one event


def test_books_are_blank_and_left_out_for_all_but_supervising_staff() -> None:
    voided = RoundVoided(
        number=1, entry=transfer(chips("ann"), chips("bob"), 500), reason=Reason.TOO_FEW_CARDS, clause="12.6"
    )
    for who in (ANN, BOB, DEALER):
        seen = redact(voided, who)
        assert seen == Redacted(event=changed(voided, entry=NOTHING), hidden=frozenset({"entry"}))
    for who in (SUPERVISOR, OPERATOR, AUDITOR):
        assert redact(voided, who) == Redacted(event=voided, hidden=frozenset())


def test_books_that_follow_from_an_event_are_left_out_like_those_it_holds() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    (placed,) = at.bets("ann", "player", 100)
    told = {who: redact(placed, who) for who in (ANN, BOB, DEALER, SUPERVISOR, OPERATOR, AUDITOR)}
    books = {who: print_event(seen.event, ANN, seen.hidden).get("entry") for who, seen in told.items() if seen}
    postings = {"postings": [["chips/ann", -10_000], ["box/1/player/ann", 10_000]]}
    assert books == {**dict.fromkeys((ANN, BOB, DEALER)), **dict.fromkeys((SUPERVISOR, OPERATOR, AUDITOR), postings)}


def test_what_a_patron_buys_in_is_seen_by_that_patron_and_supervising_staff() -> None:
    (bought, *_) = Table("act-2015").patron("ann", "buy_in", amount=10_000)
    everybody = (*EVERYBODY_ELSE, AUDITOR)
    assert [who.person for who in everybody if redact(bought, who) is not None] == ["ann", "sue", "oz", "al"]


# Refusals

EARLY = commands.Expose(actor=DEALER, hand=Hand.PLAYER, cards=parse_cards(["9s 8h"]))
FACE_DOWN = commands.Draw(actor=DEALER, card=Card.parse("9s"), face_up=False)
CORRECTION = commands.CorrectCard(actor=DEALER, card=Card.parse("9s"), place=3)


@pytest.mark.parametrize("who", EVERYBODY_ELSE, ids=lambda who: str(who.role))
@pytest.mark.parametrize("command", [EARLY, FACE_DOWN, CORRECTION], ids=["expose", "draw", "correct_card"])
def test_a_refused_command_is_heard_without_faces_that_may_lie_down(command: commands.TableCommand, who: Actor) -> None:
    assert "9S" not in str(print_command(as_heard(command, who)))
    assert "9S" in str(print_command(as_heard(command, AUDITOR)))


def test_a_refused_card_that_lies_face_up_is_heard_by_all() -> None:
    shown = commands.Draw(actor=DEALER, card=Card.parse("9s"))
    assert [as_heard(shown, who) for who in EVERYBODY_ELSE] == [shown] * 5


def face_down_hand() -> Table:
    """Player's first card lies face down, and its face was keyed in."""
    at = Table.ready("house-midi", {"ann": 1000})
    at.bets("ann", "banker", 100)
    at.calls()
    at.draws("9s", face_up=False)
    return at


def test_the_sentence_of_a_refusal_names_no_face_that_lies_down() -> None:
    at = face_down_hand()
    sentence = "that card is written down with this face already"
    assert said(lambda: at.dealer("correct_card", card=Card.parse("9s"))) == sentence
    for card in ("2c", "Kd", "3h"):
        at.draws(card, face_up=False)
    sentence = "these are not the cards that were dealt"
    assert said(lambda: at.turns_one(Hand.PLAYER, cards="8s Kd")) == sentence


def said(action: Callable[[], object]) -> str:
    with pytest.raises(Refused) as found:
        action()
    return found.value.sentence


def test_staff_hear_refusals_of_all_a_dealer_those_of_dealers_and_a_patron_the_own() -> None:
    speakers = (ANN, BOB, DEALER, SUPERVISOR, OPERATOR)
    heard = {who.person: [of.person for of in speakers if hears_refusal(who, of)] for who in (*speakers, AUDITOR)}
    assert heard == {
        "ann": ["ann"],
        "bob": ["bob"],
        "dan": ["dan"],
        "sue": ["ann", "bob", "dan", "sue", "oz"],
        "oz": ["ann", "bob", "dan", "sue", "oz"],
        "al": ["ann", "bob", "dan", "sue", "oz"],
    }


def test_a_patron_who_is_called_like_a_dealer_hears_nothing_of_the_dealer() -> None:
    assert not hears_refusal(Actor(person="dan", role=Role.PATRON), DEALER)


# Balances


def sees(account: TableAccount, who: Actor, *, chips_are_issued: bool = False) -> bool:
    return may_see_balance(account, who, chips_are_issued=chips_are_issued)


def test_a_patron_sees_the_own_balances_and_a_dealer_none() -> None:
    accounts: list[TableAccount] = [
        CAGE,
        ledger.FLOAT,
        ledger.COMMISSION_TAKEN,
        ledger.PAYMENT_ERRORS,
        *(account(name) for name in ("ann", "bob") for account in (ledger.chips, ledger.debt)),
        *(account(name) for name in ("ann", "bob") for account in (ledger.commission_owed, ledger.commission_debt)),
        ledger.box("1", "player", "ann"),
        ledger.box("1", "player", "bob"),
    ]
    own = ["chips/ann", "debt/ann", "commission_owed/ann", "commission_debt/ann", "box/1/player/ann"]
    assert [written(one) for one in accounts if sees(one, ANN)] == own
    assert [one for one in accounts if sees(one, DEALER)] == []
    for who in (SUPERVISOR, OPERATOR, AUDITOR):
        assert [one for one in accounts if sees(one, who)] == accounts


def test_a_dealer_who_is_called_like_a_patron_sees_none_of_that_patrons_balances() -> None:
    assert not sees(ledger.chips("ann"), Actor(person="ann", role=Role.DEALER))


@clause("act-2015", "15.12")
def test_act_2015_15_12_issued_chips_are_in_everybodys_sight_and_nothing_else_is() -> None:
    accounts: list[TableAccount] = [ledger.BANK, ledger.FLOAT, ledger.chips("ann"), ledger.chips("bob")]
    for who in (ANN, DEALER):
        seen = [one for one in accounts if sees(one, who, chips_are_issued=True)]
        assert seen == [ledger.chips("ann"), ledger.chips("bob")]
    assert not sees(ledger.debt("bob"), ANN, chips_are_issued=True)
