"""Everything that can go wrong, at every stage of a round, in every book: what happens, and by which clause.

The stages are those of a second round, after a first one that ann won. Where a thing cannot go wrong at a stage, the
same move is an ordinary one there, or refused: the table says that, too.
"""

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.errors import Refused
from puntobanco.table.model import DrawTo, Preparation
from puntobanco.table.queries.round import facing
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import PLAYER_WINS, Dollars, Table

# Which cards are out at a stage; the others come before any card.
CARDS_OUT = {
    "dealing": "4c",
    "four cards": "2c 4d 2h 3s",
    "player's third": "4c 2d Kh 5s",
    "banker's third": "6c 5d Kh Ks",
    "complete": PLAYER_WINS,
    "settled": PLAYER_WINS,
}
STAGES = ("unready", "burn due", "betting", "closed", *CARDS_OUT)

# The clause for each thing in act-2015, nz-1998, washington and house-midi.
CITES = {
    "error": ("12.1", "11.1", "irregularities", "ruling 18"),
    "error seen": ("12.2", "11.1", "irregularities", "ruling 18"),
    "seen": ("12.2", "11.2", "irregularities", "ruling 18"),
    "unseen": ("12.3", "11.2", "irregularities", "ruling 18"),
    "first": ("ruling 14", "11.3", "irregularities", "ruling 18"),
    "later": ("ruling 14", "11.4", "irregularities", "ruling 18"),
    "sequence": ("12.4", "11.6", "irregularities", "ruling 18"),
    "repair": ("ruling 15", "11.7", "irregularities", "ruling 18"),
    "late": ("12.5", "ruling 25", "ruling 25", "ruling 25"),
    "few": ("12.6", "11.5", "irregularities", "ruling 18"),
    "unburned": ("12.7", "11.8", "irregularities", "ruling 18"),
    "nobody bets": ("ruling 32", "ruling 32", "no call", "ruling 32"),
    "impossible": ("ruling 27", "ruling 27", "ruling 27", "ruling 27"),
    "shuffle": ("5.1", "7.1", "ruling 18", "ruling 18"),
    "burn": ("5.4", "7.4", "ruling 18", "ruling 18"),
    "call": ("6.2", "8.2", "no call", "betting time"),
    "closing": ("6.2", "5.10", "3", "betting time"),
    "order": ("6.2", "8.3", "5", "play"),
    "player": ("7.2", "9.3", "tables", "drawing"),
    "banker": ("7.3", "9.5", "tables", "drawing"),
    "pairs": ("9.9", "no pairs", "no pairs", "no pairs"),
    "turning": ("6.3", "4.3", "ruling 17", "play"),
    "facing": ("2.2", "8.4", "5", "play"),
}

Outcome = tuple[str, str]
NOT_IN_USE: Outcome = ("refused shoe_not_in_use", "shuffle")
BURNED: Outcome = ("card_burned", "burn")
BURNED_AS_IT_LIES: Outcome = ("irregularity_found card_burned", "burn")
WAITS_SEEN: Outcome = ("irregularity_found excess_card_kept", "seen")
WAITS_UNSEEN: Outcome = ("irregularity_found excess_card_kept", "unseen")
WAGERS_COME_OFF: Outcome = ("irregularity_found excess_card_kept wager_returned", "seen")
USED_IN_PLACE: Outcome = ("irregularity_found card_dealt", "later")
LIES_WRONG: Outcome = ("irregularity_found card_dealt", "sequence")
BECOMES_BANKERS: Outcome = ("irregularity_found card_dealt", "error")
NOTHING_TO_REPAIR: Outcome = ("refused nothing_to_reconstruct", "repair")
VOID: Outcome = ("irregularity_found wager_returned round_ended", "repair")
VOID_AND_SHUFFLE: Outcome = ("irregularity_found wager_returned round_ended new_shoe_due", "few")
NOTHING_TO_DEAL_FOR: Outcome = ("refused nothing_to_deal_for", "closing")
ERROR_WAITS_SEEN: Outcome = ("irregularity_found excess_card_kept", "error seen")
FACED_WRONGLY: Outcome = ("irregularity_found card_dealt", "facing")
DISCARDED_AND_VOID: Outcome = (
    "card_put_aside irregularity_found shoe_ends wager_returned round_ended new_shoe_due",
    "impossible",
)
DISCARDED_AND_SHUFFLE: Outcome = ("card_put_aside irregularity_found shoe_ends new_shoe_due", "impossible")
DISCARDED_AND_STANDS: Outcome = ("card_put_aside irregularity_found shoe_ends", "impossible")
IS_THE_DUE_CARD = "irregularity_found card_dealt"
NOTHING_IS_DUE: Outcome = ("refused no_card_due", "seen")
REOPENED = "irregularity_found wager_returned round_reopened stage_reopened stage_settled round_ended wager_placed"
AS_VOID_HAND = "irregularity_found wager_returned announced round_became_void_hand card_dealt"

# By irregularity: what happens at most stages, and where it differs.
EXPECTED: dict[Irregularity, tuple[Outcome, dict[str, Outcome]]] = {
    Irregularity.PLAYER_CARD_IN_ERROR: (
        ERROR_WAITS_SEEN,
        {
            "unready": NOT_IN_USE,
            "burn due": WAGERS_COME_OFF,
            "betting": WAGERS_COME_OFF,
            "closed": ("card_dealt", "order"),
            "dealing": LIES_WRONG,
            "four cards": ("card_dealt", "player"),
            "player's third": ("card_dealt", "player"),
            "banker's third": BECOMES_BANKERS,
            "settled": WAITS_SEEN,
        },
    ),
    # While a card is due, the next one is that card, whatever it is called.
    Irregularity.EXCESS_CARD_SEEN: (
        WAITS_SEEN,
        {
            "unready": NOT_IN_USE,
            "burn due": BURNED_AS_IT_LIES,
            "betting": WAGERS_COME_OFF,
            "closed": (IS_THE_DUE_CARD, "order"),
            "dealing": (IS_THE_DUE_CARD, "order"),
            "four cards": (IS_THE_DUE_CARD, "player"),
            "player's third": (IS_THE_DUE_CARD, "player"),
            "banker's third": (IS_THE_DUE_CARD, "player"),
        },
    ),
    Irregularity.EXCESS_CARD_UNSEEN: (
        WAITS_UNSEEN,
        {
            "unready": NOT_IN_USE,
            "burn due": (f"irregularity_found {BURNED_AS_IT_LIES[0]}", "burn"),
            "closed": ("irregularity_found irregularity_found card_dealt", "order"),
            "dealing": ("irregularity_found irregularity_found card_dealt", "order"),
            "four cards": ("irregularity_found irregularity_found card_dealt", "player"),
            "player's third": ("irregularity_found irregularity_found card_dealt", "player"),
            "banker's third": ("irregularity_found irregularity_found card_dealt", "player"),
        },
    ),
    Irregularity.FIRST_CARD_FACE_UP: (
        USED_IN_PLACE,
        {
            "unready": NOT_IN_USE,
            "burn due": BURNED,
            "betting": ("irregularity_found excess_card_kept wager_returned", "first"),
            "closed": (AS_VOID_HAND, "first"),
            "complete": WAITS_SEEN,
            "settled": ("irregularity_found excess_card_kept", "first"),
        },
    ),
    Irregularity.OUT_OF_SEQUENCE: (
        WAITS_SEEN,
        {
            "unready": NOT_IN_USE,
            "burn due": WAGERS_COME_OFF,
            "betting": WAGERS_COME_OFF,
            "closed": LIES_WRONG,
            "dealing": ("card_dealt", "order"),
            "four cards": LIES_WRONG,
            "player's third": LIES_WRONG,
            "banker's third": ("card_dealt", "banker"),
        },
    ),
    Irregularity.DEAL_BEYOND_REPAIR: (NOTHING_TO_REPAIR, {"closed": VOID, "dealing": VOID}),
    # Before the first card of the next round the error is put right, afterwards the round is void.
    Irregularity.PLACEMENT_ERROR_FOUND_LATE: (
        ("irregularity_found round_voided", "late"),
        {
            "unready": ("refused no_such_round", "late"),
            "burn due": ("refused no_such_round", "late"),
            "betting": (REOPENED, "sequence"),
            "closed": (REOPENED.replace(" round_reopened", " round_cancelled round_reopened"), "sequence"),
        },
    ),
    Irregularity.TOO_FEW_CARDS: (
        ("refused no_card_due", "few"),
        dict.fromkeys(
            ("closed", "dealing", "four cards", "player's third", "banker's third"),
            ("irregularity_found empty_reported", "few"),
        ),
    ),
    Irregularity.BURN_FORGOTTEN: (
        NOTHING_TO_DEAL_FOR,
        {
            "unready": ("refused nothing_to_deal_for", "shuffle"),
            "burn due": ("irregularity_found announced round_started", "unburned"),
            "betting": ("announced round_started", "call"),
            "settled": ("refused nothing_to_deal_for", "nobody bets"),
        },
    ),
    Irregularity.IMPOSSIBLE_CARD: (
        DISCARDED_AND_VOID,
        {
            "unready": NOT_IN_USE,
            "burn due": DISCARDED_AND_SHUFFLE,
            "betting": DISCARDED_AND_SHUFFLE,
            "complete": DISCARDED_AND_STANDS,
            "settled": DISCARDED_AND_SHUFFLE,
        },
    ),
}
# A card found face up is the first of a round or a later one by when it comes.
EXPECTED[Irregularity.LATER_CARD_FACE_UP] = EXPECTED[Irregularity.FIRST_CARD_FACE_UP]
WITH_REMEDY = tuple(EXPECTED)

FACE_UP_CARDS = (Irregularity.FIRST_CARD_FACE_UP, Irregularity.LATER_CARD_FACE_UP)
PAIRS_FIRST: Outcome = ("irregularity_found card_dealt", "pairs")
WAITS_FOR_THE_TURN: Outcome = ("irregularity_found excess_card_kept", "turning")
BEFORE_TURNING: Outcome = ("irregularity_found card_dealt", "sequence")

# Where a book differs from that.
EXCEPTIONS: dict[tuple[str, Irregularity, str], Outcome] = {
    # Canberra burns face down, settles pairs before any further card, and plays face-up cards in place.
    **{("act-2015", one, "burn due"): BURNED_AS_IT_LIES for one in FACE_UP_CARDS},
    ("act-2015", Irregularity.EXCESS_CARD_SEEN, "burn due"): (f"irregularity_found {BURNED_AS_IT_LIES[0]}", "burn"),
    ("act-2015", Irregularity.EXCESS_CARD_UNSEEN, "burn due"): BURNED_AS_IT_LIES,
    **{("act-2015", one, "four cards"): (f"irregularity_found {USED_IN_PLACE[0]}", "pairs") for one in FACE_UP_CARDS},
    ("act-2015", Irregularity.PLAYER_CARD_IN_ERROR, "four cards"): PAIRS_FIRST,
    ("act-2015", Irregularity.EXCESS_CARD_SEEN, "four cards"): (
        "irregularity_found irregularity_found card_dealt",
        "player",
    ),
    ("act-2015", Irregularity.EXCESS_CARD_UNSEEN, "four cards"): (
        "irregularity_found irregularity_found irregularity_found card_dealt",
        "player",
    ),
    ("act-2015", Irregularity.DEAL_BEYOND_REPAIR, "four cards"): NOTHING_TO_REPAIR,
    ("act-2015", Irregularity.IMPOSSIBLE_CARD, "four cards"): (
        "card_put_aside irregularity_found shoe_ends wager_returned wager_returned round_ended new_shoe_due",
        "impossible",
    ),
    **{("act-2015", one, "betting"): ("irregularity_found excess_card_kept", "first") for one in FACE_UP_CARDS},
    **{("act-2015", one, "closed"): ("irregularity_found card_dealt", "first") for one in FACE_UP_CARDS},
    # New Zealand voids no finished round, and announces the result of one that is settled anew.
    **{
        ("nz-1998", Irregularity.PLACEMENT_ERROR_FOUND_LATE, stage): ("irregularity_found error_recorded", "late")
        for stage in STAGES[2:]
    },
    **{
        (book, Irregularity.PLACEMENT_ERROR_FOUND_LATE, stage): (
            REOPENED.replace("stage_reopened", f"{before}stage_reopened {said}".strip()).replace("  ", " "),
            "sequence",
        )
        for book, said in (("nz-1998", "announced"), ("washington", "announced"))
        for stage, before in (("betting", ""),)
    },
    ("nz-1998", Irregularity.PLACEMENT_ERROR_FOUND_LATE, "closed"): (
        REOPENED.replace("round_reopened stage_reopened", "round_cancelled round_reopened stage_reopened announced"),
        "sequence",
    ),
    # In Washington the first card closes the wagers: a card to a hand between rounds starts the round.
    ("washington", Irregularity.PLAYER_CARD_IN_ERROR, "betting"): ("round_started card_dealt", "closing"),
    ("washington", Irregularity.OUT_OF_SEQUENCE, "betting"): (
        "round_started irregularity_found card_dealt",
        "sequence",
    ),
    ("washington", Irregularity.PLAYER_CARD_IN_ERROR, "burn due"): (
        "irregularity_found round_started card_dealt",
        "unburned",
    ),
    ("washington", Irregularity.OUT_OF_SEQUENCE, "burn due"): (
        "irregularity_found round_started irregularity_found card_dealt",
        "unburned",
    ),
    **{("washington", one, "betting"): (f"round_started {AS_VOID_HAND}", "first") for one in FACE_UP_CARDS},
    # The house deals face down and turns the first four cards before any further one; it announces no void hand.
    ("house-midi", Irregularity.PLAYER_CARD_IN_ERROR, "closed"): FACED_WRONGLY,
    ("house-midi", Irregularity.OUT_OF_SEQUENCE, "dealing"): FACED_WRONGLY,
    **{
        ("house-midi", Irregularity.OUT_OF_SEQUENCE, stage): (
            "irregularity_found irregularity_found card_dealt",
            "sequence",
        )
        for stage in ("closed",)
    },
    ("house-midi", Irregularity.PLAYER_CARD_IN_ERROR, "dealing"): (
        "irregularity_found irregularity_found card_dealt",
        "sequence",
    ),
    **{
        ("house-midi", Irregularity.EXCESS_CARD_SEEN, stage): (
            "irregularity_found irregularity_found card_dealt",
            "order",
        )
        for stage in ("closed", "dealing")
    },
    **{
        ("house-midi", Irregularity.EXCESS_CARD_UNSEEN, stage): (IS_THE_DUE_CARD, "order")
        for stage in ("closed", "dealing")
    },
    ("house-midi", Irregularity.PLAYER_CARD_IN_ERROR, "four cards"): WAITS_FOR_THE_TURN,
    ("house-midi", Irregularity.OUT_OF_SEQUENCE, "four cards"): BEFORE_TURNING,
    ("house-midi", Irregularity.EXCESS_CARD_SEEN, "four cards"): WAITS_SEEN,
    ("house-midi", Irregularity.EXCESS_CARD_UNSEEN, "four cards"): WAITS_UNSEEN,
    **{("house-midi", one, "four cards"): WAITS_SEEN for one in FACE_UP_CARDS},
    ("house-midi", Irregularity.TOO_FEW_CARDS, "four cards"): ("refused no_card_due", "few"),
    **{("house-midi", one, "closed"): (AS_VOID_HAND.replace(" announced", ""), "first") for one in FACE_UP_CARDS},
}


def expected(book: str, irregularity: Irregularity, stage: str) -> Outcome:
    if book == "washington" and irregularity is Irregularity.BURN_FORGOTTEN:
        # There is no call: the burn is forgotten by dealing a card to player.
        return expected(book, Irregularity.PLAYER_CARD_IN_ERROR, stage)
    otherwise, at_stages = EXPECTED[irregularity]
    what, cite = EXCEPTIONS.get((book, irregularity, stage), at_stages.get(stage, otherwise))
    return what, CITES[cite][ALL_BOOKS.index(book)]


def reach(book: str, stage: str) -> Table:
    """A table at a stage, with ann's $100 on player, and on the pair where that is to be settled."""
    at = Table(book)
    at.sits("ann", 1)
    if stage == "unready":
        return at.prepares(until=Preparation.SHUFFLE)
    at.prepares(burn=False)
    at.bets("ann", "player", 100)
    if stage == "burn due":
        return at
    at.burns()
    at.plays(PLAYER_WINS)
    at.bets("ann", "player", 100)
    if stage == "four cards" and book == "act-2015":
        at.bets("ann", "player_pair", 10)
    if stage == "betting":
        return at
    if book != "washington":
        at.calls()
    at.deals(CARDS_OUT.get(stage, ""))
    if stage != "four cards":
        at.turns()
    if stage == "settled":
        at.settles()
    return at


def go_wrong(at: Table, irregularity: Irregularity, stage: str) -> None:
    match irregularity:
        case Irregularity.PLAYER_CARD_IN_ERROR:
            at.draws("5h", DrawTo.PLAYER)
        case Irregularity.EXCESS_CARD_SEEN:
            at.draws("5h", DrawTo.EXCESS)
        case Irregularity.EXCESS_CARD_UNSEEN:
            at.draws(None, DrawTo.EXCESS, face_up=False)
        case Irregularity.FIRST_CARD_FACE_UP | Irregularity.LATER_CARD_FACE_UP:
            at.draws("5h", found_face_up=True)
        case Irregularity.OUT_OF_SEQUENCE:
            at.draws("5h", DrawTo.BANKER)
        case Irregularity.DEAL_BEYOND_REPAIR:
            put_wrong(at, stage)
            at.supervisor("declare_beyond_repair")
        case Irregularity.PLACEMENT_ERROR_FOUND_LATE:
            at.supervisor("report_placement_error", round=1)
        case Irregularity.TOO_FEW_CARDS:
            at.dealer("report_empty")
        case Irregularity.BURN_FORGOTTEN if at.now.rules.book == "washington":
            at.draws("5h", DrawTo.PLAYER)
        case Irregularity.BURN_FORGOTTEN:
            at.calls()
        case Irregularity.IMPOSSIBLE_CARD:
            all_seen(at, "5h")
            at.draws("5h", DrawTo.EXCESS)


def put_wrong(at: Table, stage: str) -> None:
    """Put the next card of the initial deal where it is not due."""
    if stage in ("closed", "dealing"):
        at.draws("5h", DrawTo.BANKER if stage == "closed" else DrawTo.PLAYER, face_up=facing(at.now))


def all_seen(at: Table, face: str) -> None:
    """As many cards of this face as there are decks have left the shoe."""
    place, known = Card.parse(face).index, at.now.shoe.known
    seen = known[:place] + bytes((at.now.rules.decks.value,)) + known[place + 1 :]
    at.state = changed(at.now, shoe=changed(at.now.shoe, known=seen))


def outcome(at: Table, irregularity: Irregularity, stage: str) -> Outcome:
    try:
        go_wrong(at, irregularity, stage)
    except Refused as refusal:
        return f"refused {refusal.code}", refusal.clause.removeprefix(f"{at.now.rules.book} ")
    cited = at.clauses("irregularity_found") or [at.events[0].clause]
    return " ".join(at.names()), cited[0]


def wealth(at: Table) -> Dollars:
    return at.chips("ann") + sum(at.lying().values())


CASES = [
    pytest.param(
        book,
        irregularity,
        stage,
        marks=clause(book, expected(book, irregularity, stage)[1]),
        id=f"{book}: {irregularity.name.lower()} at {stage}",
    )
    for book in ALL_BOOKS
    for irregularity in WITH_REMEDY
    for stage in STAGES
    # Without a call there is no time between the close and the first card.
    if (book, stage) != ("washington", "closed")
]


@pytest.mark.parametrize(("book", "irregularity", "stage"), CASES)
def test_what_happens_and_by_which_clause(book: str, irregularity: Irregularity, stage: str) -> None:
    at = reach(book, stage)
    before = wealth(at)
    what, cited = outcome(at, irregularity, stage)
    assert (what, cited) == expected(book, irregularity, stage)
    taken_back = 100 if "round_voided" in what else 0
    assert before - wealth(at) == taken_back, "only a finished round that ann won is taken back"
    if "round_ended" in what and "round_reopened" not in what:
        assert (at.lying(), at.now.rounds[-1].void) == ({}, True)
