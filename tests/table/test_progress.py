"""What comes next at a table, and whose act it is, through an evening and what goes wrong in it."""

from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.wagers import Stage
from puntobanco.table import Next, Role, progress
from puntobanco.table.model import DrawTo, Preparation
from puntobanco.values.cards import Card
from tests.table.helpers import Table

ACT, NZ, MIDI = "act-2015", "nz-1998", "house-midi"


def coming(at: Table) -> tuple[Next, Role | None]:
    found = progress(at.now)
    return found.next, found.by


def test_a_new_table_is_prepared_step_by_step_by_whoever_the_book_names() -> None:
    at = Table(NZ)
    seen = []
    at.sits("ann", 1)
    for role, kind in (
        ("dealer", "inspect_cards"),
        ("supervisor", "inspect_cards"),
        ("dealer", "spread_cards"),
        ("dealer", "wash_cards"),
        ("dealer", "shuffle"),
    ):
        found = progress(at.now)
        seen.append((found.step, found.by))
        (at.dealer if role == "dealer" else at.supervisor)(kind)
    assert seen == [
        (Preparation.DEALER_INSPECTION, Role.DEALER),
        (Preparation.SUPERVISOR_INSPECTION, Role.SUPERVISOR),
        (Preparation.SPREAD, Role.DEALER),
        (Preparation.WASH, Role.DEALER),
        (Preparation.SHUFFLE, Role.DEALER),
    ]


def test_nobody_washes_the_cards_before_a_patron_has_seen_them() -> None:
    at = Table(NZ)
    at.dealer("inspect_cards")
    at.supervisor("inspect_cards")
    at.dealer("spread_cards")
    assert coming(at) == (Next.PREPARE, None)


def test_the_cut_is_the_dealers_to_offer_the_patrons_to_make_and_then_staffs() -> None:
    at = Table(ACT)
    at.sits("ann", 1)
    at.dealer("check_cards")
    at.dealer("shuffle")
    assert (coming(at), progress(at.now).patrons) == ((Next.PREPARE, Role.DEALER), ("ann",))
    at.dealer("offer_cut", patron="ann")
    assert (coming(at), progress(at.now).patrons) == ((Next.PREPARE, Role.PATRON), ("ann",))
    at.patron("ann", "decline_cut")
    assert (coming(at), progress(at.now).patrons) == ((Next.PREPARE, Role.SUPERVISOR), ())


def test_the_burn_card_is_dealt_as_the_book_wants_it() -> None:
    for book, face_up in ((ACT, False), (MIDI, True)):
        at = Table(book)
        at.sits("ann", 1)
        at.dealer("check_cards")
        at.dealer("shuffle")
        at.dealer("offer_cut", patron="ann")
        at.patron("ann", "cut", at=200)
        at.dealer("load_shoe")
        found = progress(at.now)
        assert (found.step, found.by, found.face_up) == (Preparation.BURN, Role.DEALER, face_up)


def test_a_round_from_the_wager_to_its_settlement() -> None:
    at = Table.ready(ACT, pairs="canberra")
    assert coming(at) == (Next.IDLE, None)
    at.bets("ann", "player", 100)
    at.bets("ann", "player_pair", 5)
    assert coming(at) == (Next.START, Role.DEALER)
    at.calls()
    for hand, card in zip((Hand.PLAYER, Hand.BANKER) * 2, ("2c", "3d", "Kh", "4s"), strict=True):
        assert (coming(at), progress(at.now).hand) == ((Next.DEAL, Role.DEALER), hand)
        at.dealer("draw", card=Card.parse(card))
    assert (coming(at), progress(at.now).stage) == ((Next.SETTLE, Role.DEALER), Stage.FOUR_CARDS)
    at.dealer("settle")
    assert progress(at.now).hand is Hand.PLAYER, "player draws on 2"
    at.dealer("draw", card=Card.parse("5c"))
    assert (coming(at), progress(at.now).stage) == ((Next.SETTLE, Role.DEALER), Stage.END), "banker stands on 7"


def test_face_down_cards_are_turned_by_the_highest_bettor_of_the_side() -> None:
    at = Table.ready(MIDI, {"ann": 1000, "bob": 1000}, midi="yes")
    at.bets("ann", "player", 100)
    at.bets("bob", "banker", 50)
    at.calls()
    for _ in range(4):
        at.dealer("draw", face_up=False)
    found = progress(at.now)
    assert (found.next, found.by, found.hand, found.patrons) == (Next.EXPOSE, Role.PATRON, Hand.PLAYER, ("ann",))


def test_cards_out_of_sequence_are_the_supervisors() -> None:
    at = Table.ready(ACT)
    at.bets("ann", "player", 100)
    at.calls()
    at.dealer("draw", card=Card.parse("2c"), to=DrawTo.BANKER)
    for card in ("3d", "Kh", "4s"):
        at.dealer("draw", card=Card.parse(card), to=DrawTo.PLAYER)
    assert coming(at) == (Next.REPAIR, Role.SUPERVISOR)
    at.supervisor("reconstruct")
    assert coming(at)[0] in (Next.DEAL, Next.SETTLE)


def test_an_excess_card_that_was_seen_starts_a_coup_without_wagers() -> None:
    at = Table.ready(NZ)
    at.dealer("draw", card=Card.parse("2c"), to=DrawTo.EXCESS)
    found = progress(at.now)
    assert (found.next, found.by, found.no_bet) == (Next.START, Role.DEALER, True)


def test_a_closed_table_waits_for_nobody_unless_its_cards_are_checked_again() -> None:
    for check, by in (("yes", Role.DEALER), ("no", None)):
        at = Table.ready(MIDI, closing_check=check)
        at.operator("announce_closing")
        at.operator("close_table")
        assert coming(at) == (Next.CLOSED, by)
