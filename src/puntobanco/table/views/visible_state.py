"""What each audience may see. A face-down card is nobody's but the auditor's; a balance is its patron's and staff's.

A part that a person may not see is not there at all: it is unset, which is something else than empty.
"""

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType

from puntobanco.coup.shoe import Ending
from puntobanco.rulebooks.facts import Result
from puntobanco.rulebooks.printing import sign
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.ledger import CAGE
from puntobanco.streams.normalise_names import clean_actor
from puntobanco.table import ledger
from puntobanco.table.model import Phase, Preparation, RoundKind, RoundState, ShoeState, TableCard
from puntobanco.table.queries.history import rounds_of_this_shoe
from puntobanco.table.queries.turns import to_be_asked
from puntobanco.table.state import TableState
from puntobanco.values.cards import Card
from puntobanco.values.memo import remember
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed

FACE_DOWN = "face down"
"""How a card is called whose face is not seen."""


class OnSign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the sign in force."""

    label: str
    text: str
    clause: str


class SeenWager(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips on the layout."""

    area: str
    wager: str
    patron: str
    amount: Cents


class SeenCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card on the table; none for one whose face this person does not see."""

    card: Card | None


class SeenCoup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The coup that is being dealt."""

    round: int
    kind: RoundKind
    player: tuple[SeenCard, ...]
    banker: tuple[SeenCard, ...]


class SeenResult(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished round of this shoe."""

    round: int
    kind: RoundKind
    result: Result | None
    void: bool


class SeenShoe(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: int
    remaining: int
    ending: Ending
    known: tuple[int, ...] | UnsetType = UNSET
    """How often each face was seen, for the auditor."""


class SeenTurns(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose turn it is to bet."""

    marker: int | None
    """The seat of the starting marker."""
    now: str | None
    """Who was asked last."""
    next: tuple[str, ...]
    """Who is still to be asked, in order."""


class Money(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is between a patron and the house."""

    chips: Cents
    commission_owed: Cents
    commission_debt: Cents
    debt: Cents


class House(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house's own accounts."""

    cage: Cents
    float: Cents
    commission_taken: Cents
    payment_errors: Cents
    bank: Cents | UnsetType = UNSET
    """Where chips are issued."""


class SeenDispute(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: int
    by: str
    text: str
    decision: str | None
    referred: bool


class View(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table as one person sees it."""

    book: str
    rules: str
    """The digest of the table's rules."""
    sign: tuple[OnSign, ...]
    phase: Phase
    preparing: tuple[Preparation, ...]
    round: int
    seats: Mapping[int, str]
    markers: Mapping[str, Cents]
    """Personal maxima that a marker shows, by patron."""
    wagers: tuple[SeenWager, ...]
    coup: SeenCoup | None
    waiting_cards: tuple[SeenCard, ...]
    no_bets_next: bool
    results: tuple[SeenResult, ...]
    shoe: SeenShoe
    turns: SeenTurns | UnsetType = UNSET
    """Where patrons bet one after the other."""
    chips: Mapping[str, Cents] | UnsetType = UNSET
    """Everybody's, where they are issued."""
    you: Money | UnsetType = UNSET
    """For a patron."""
    patrons: Mapping[str, Money] | UnsetType = UNSET
    house: House | UnsetType = UNSET
    disputes: tuple[SeenDispute, ...] | UnsetType = UNSET
    """These three for supervising staff and the auditor."""
    commission: Mapping[str, Cents] | UnsetType = UNSET
    """For a dealer: what is to be collected, by patron."""


def view(state: TableState, actor: Actor) -> View:
    """The table as this person may see it."""
    actor = clean_actor(actor)
    public = _public(state, actor.role)
    match actor.role:
        case Role.PATRON:
            return changed(public, you=_money(state, actor.person))
        case Role.DEALER:
            return changed(public, commission=_to_collect(state))
        case Role.SUPERVISOR | Role.OPERATOR | Role.AUDITOR | Role.DIRECTOR:
            patrons = {name: _money(state, name) for name in state.patrons}
            return changed(public, patrons=patrons, house=_house(state), disputes=_disputes(state))
        case Role.WALL:
            return public


def sees_composition(role: Role, *, practice: bool = False, revealed: bool = False) -> bool:
    """Who may know what is left in a shoe, and the odds that follow from it.

    An auditor, whoever practises, and everybody once its secret is revealed; a patron of a live table does not.
    """
    return practice or revealed or role is Role.AUDITOR


def _public(state: TableState, role: Role) -> View:
    sees_all = role is Role.AUDITOR
    return View(
        book=state.rules.book,
        rules=state.rules.digest,
        sign=_sign(state.rules),
        phase=state.phase,
        preparing=state.pending,
        round=state.round_number,
        seats={patron.seat: patron.name for patron in state.seated() if patron.seat is not None},
        markers=_markers(state),
        wagers=_wagers(state),
        coup=None if state.round is None else _coup(state.round, sees_all=sees_all),
        waiting_cards=_cards(tuple(one.card for one in state.excess), sees_all=sees_all),
        no_bets_next=state.no_bet_owed,
        results=_results(state),
        shoe=_shoe(state.shoe, role),
        turns=_turns(state),
        chips=_chips(state),
    )


_SIGNS: dict[str, tuple[OnSign, ...]] = {}
"""By the digest of the rules: a sign stands as long as they do."""


def _sign(rules: TableRules) -> tuple[OnSign, ...]:
    return _SIGNS.get(rules.digest) or remember(_SIGNS, rules.digest, _lines(rules))


def _lines(rules: TableRules) -> tuple[OnSign, ...]:
    return tuple(OnSign(label=line.label, text=line.text, clause=line.clause) for line in sign(rules))


def _turns(state: TableState) -> SeenTurns | UnsetType:
    if not state.bets_in_turn:
        return UNSET
    return SeenTurns(marker=state.turns.marker, now=state.turns.now, next=to_be_asked(state))


def _chips(state: TableState) -> dict[str, Cents] | UnsetType:
    """Issued chips stay in everybody's sight."""
    if not state.rules.chips_are_issued:
        return UNSET
    return {name: state.balance(ledger.chips(name)) for name in state.patrons}


def _markers(state: TableState) -> dict[str, Cents]:
    return {name: patron.marked for name, patron in state.patrons.items() if patron.marked is not None}


def _wagers(state: TableState) -> tuple[SeenWager, ...]:
    return tuple(
        SeenWager(area=one.area, wager=one.wager, patron=one.patron, amount=one.amount) for one in state.stakes
    )


def _coup(current: RoundState, *, sees_all: bool) -> SeenCoup:
    return SeenCoup(
        round=current.number,
        kind=current.kind,
        player=_cards(current.player, sees_all=sees_all),
        banker=_cards(current.banker, sees_all=sees_all),
    )


def _cards(cards: tuple[TableCard, ...], *, sees_all: bool) -> tuple[SeenCard, ...]:
    return tuple(_card(card, sees_all=sees_all) for card in cards)


def _card(card: TableCard, *, sees_all: bool) -> SeenCard:
    return SeenCard(card=card.card if card.face_up or sees_all else None)


def _results(state: TableState) -> tuple[SeenResult, ...]:
    rounds = rounds_of_this_shoe(state)
    return tuple(SeenResult(round=one.number, kind=one.kind, result=one.result, void=one.void) for one in rounds)


def _shoe(shoe: ShoeState, role: Role) -> SeenShoe:
    known = tuple(shoe.known) if sees_composition(role) else UNSET
    return SeenShoe(number=shoe.number, remaining=shoe.remaining, ending=shoe.ending, known=known)


def _money(state: TableState, name: str) -> Money:
    return Money(
        chips=state.balance(ledger.chips(name)),
        commission_owed=state.balance(ledger.commission_owed(name)),
        commission_debt=state.balance(ledger.commission_debt(name)),
        debt=state.balance(ledger.debt(name)),
    )


def _house(state: TableState) -> House:
    return House(
        cage=state.balance(CAGE),
        float=state.balance(ledger.FLOAT),
        commission_taken=state.balance(ledger.COMMISSION_TAKEN),
        payment_errors=state.balance(ledger.PAYMENT_ERRORS),
        bank=state.balance(ledger.BANK) if state.rules.chips_are_issued else UNSET,
    )


def _disputes(state: TableState) -> tuple[SeenDispute, ...]:
    return tuple(
        SeenDispute(number=one.number, by=one.patron, text=one.text, decision=one.decision, referred=one.referred)
        for one in state.disputes
    )


def _to_collect(state: TableState) -> dict[str, Cents]:
    """The commission that the dealer is to collect, by patron."""
    owed = {name: state.balance(ledger.commission_owed(name)) for name in state.patrons}
    return {name: amount for name, amount in owed.items() if amount}
