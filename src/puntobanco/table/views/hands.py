"""The two hands as they lie there, with their totals, and the words that belong to this moment."""

from msgspec import Struct

from puntobanco.rulebooks.facts import Result
from puntobanco.streams.actors import Actor, Role
from puntobanco.table.model import RoundKind, RoundState, TableCard
from puntobanco.table.queries.announcements import clause_of_the_moment, may_announce, numbers_of_the_moment
from puntobanco.table.state import TableState
from puntobanco.table.views.visible_state import SeenCard

FEWEST_OF_A_HAND = 2
"""Cards before a total is told."""


class SeenHand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand with its total; none before its second card, and while one lies face down."""

    cards: tuple[SeenCard, ...]
    places: tuple[int, ...]
    """How many-th out of the shoe each of them is: by that its proof is found."""
    total: int | None


class Hands(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The coup that is dealt, or the last one until the next begins."""

    round: int
    kind: RoundKind
    player: SeenHand
    banker: SeenHand
    over: bool
    result: Result | None
    """Of a coup that is over."""


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the dealer says at this moment, as the book has it."""

    key: str
    text: str
    clause: str


IN_A_ROUND = ("call_counts", "call_no_more_bets")
BETWEEN_ROUNDS = ("call_no_bets", "call_last_round", "call_result", "call_tie")
"""The first that the table has and that belongs to the moment is said."""


def hands(state: TableState, actor: Actor) -> Hands | None:
    """None at a table where nothing has been dealt since its cards were shuffled."""
    current = state.round or (None if state.ended is None else state.ended.round)
    if current is None:
        return None
    over = state.round is None
    return Hands(
        round=current.number,
        kind=current.kind,
        player=_hand(state, current.player, actor),
        banker=_hand(state, current.banker, actor),
        over=over,
        result=_result(state, current) if over else None,
    )


def _hand(state: TableState, cards: tuple[TableCard, ...], actor: Actor) -> SeenHand:
    sees_all = actor.role is Role.AUDITOR
    faces = tuple([card.card for card in cards if card.face_up and card.card is not None])
    whole = len(faces) == len(cards) >= FEWEST_OF_A_HAND
    return SeenHand(
        cards=tuple(SeenCard(card=card.card if card.face_up or sees_all else None) for card in cards),
        places=tuple(card.place for card in cards),
        total=state.rules.card_values.value.total(faces) if whole else None,
    )


def _result(state: TableState, current: RoundState) -> Result | None:
    return next((one.result for one in reversed(state.rounds) if one.number == current.number), None)


def words(state: TableState) -> Words | None:
    """The book's words of this moment; none where it leaves them to the dealer."""
    for key in BETWEEN_ROUNDS if state.round is None else IN_A_ROUND:
        ruled = state.rules.ruled(key)
        if ruled.value is not None and (may_announce(state, key) or key == "call_no_more_bets"):
            text = str(ruled.value).format(**numbers_of_the_moment(state))
            return Words(key=key, text=text, clause=clause_of_the_moment(state, key) or ruled.clause)
    return None
