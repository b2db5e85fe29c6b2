"""evolve(state, event): what a table is after something happened. Never refuses, never decides."""

from collections.abc import Callable, Mapping
from typing import Any

from puntobanco.cards import Card
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.shoe import Ending, cutting_card_came, round_ended
from puntobanco.money import Cents
from puntobanco.rules.facts import Hand, Result
from puntobanco.table import events
from puntobanco.table.changed import changed
from puntobanco.table.ledger import post
from puntobanco.table.state import (
    Dispute,
    Lying,
    Notice,
    Patron,
    Phase,
    Preparation,
    RoundKind,
    RoundRecord,
    RoundState,
    SettledWager,
    ShoeState,
    Spot,
    TableCard,
    TableState,
)

Boxes = Mapping[Spot, tuple[Lying, ...]]


def evolve(state: TableState | None, event: events.Event) -> TableState:
    """The state after an event; a table begins with `TableOpened`."""
    if isinstance(event, events.TableOpened):
        return TableState(
            rules=event.rules, phase=Phase.PREPARING, pending=event.pending, patrons={}, boxes={}, balances={}
        )
    if state is None:
        raise ValueError("a table begins with table_opened")
    return _EVOLVERS[type(event)](state, event)


def fold(log: "list[events.Event] | tuple[events.Event, ...]", state: TableState | None = None) -> TableState | None:
    """The state after a log."""
    for event in log:
        state = evolve(state, event)
    return state


def _unchanged(state: TableState, _: events.Event) -> TableState:
    """Announcements, warnings about nothing in the state, and records for the reader of the log."""
    return state


# The life of the table


def _next_preparation(state: TableState, done: Preparation) -> TableState:
    pending = tuple(step for step in state.pending if step is not done)
    return changed(state, pending=pending, phase=state.phase if pending else Phase.BETTING)


def _preparation_done(state: TableState, event: events.PreparationDone) -> TableState:
    state = _next_preparation(state, event.step)
    if event.step is Preparation.SHUFFLE:
        return changed(
            _without_excess(state),
            no_bet_owed=False,
            vacated=False,
            cut_declined=frozenset(),
            cut_offered_to=None,
            cut_at=None,
        )
    return state


def _cards_checked(state: TableState, event: events.CardsChecked) -> TableState:
    return _next_preparation(state, Preparation.CHECK) if event.passed and state.phase is Phase.PREPARING else state


def _cut_offered(state: TableState, event: events.CutOffered) -> TableState:
    return changed(state, cut_offered_to=event.patron)


def _cut_declined(state: TableState, event: events.CutDeclined) -> TableState:
    return changed(state, cut_offered_to=None, cut_declined=state.cut_declined | {event.patron})


def _cards_cut(state: TableState, event: events.CardsCut) -> TableState:
    return changed(_next_preparation(state, Preparation.CUT), cut_at=event.at, cut_offered_to=None)


def _shoe_loaded(state: TableState, event: events.ShoeLoaded) -> TableState:
    shoe = ShoeState(number=state.shoe.number + 1, cards=event.cards, ending=Ending.OPEN)
    return changed(_next_preparation(state, Preparation.LOAD), shoe=shoe, rounds=(), no_bets_in_shoe=0)


def _card_burned(state: TableState, event: events.CardBurned) -> TableState:
    shoe = changed(_card_out(state.shoe, event.card), burned=state.shoe.burned + 1, to_burn=event.more)
    state = changed(state, shoe=shoe)
    return _next_preparation(state, Preparation.BURN) if event.more == 0 else state


def _card_out(shoe: ShoeState, card: Card | None) -> ShoeState:
    return changed(shoe, out=shoe.out + 1, known=_count(shoe.known, card))


def _count(known: tuple[int, ...], card: Card | None) -> tuple[int, ...]:
    if card is None:
        return known
    place = card.index
    return (*known[:place], known[place] + 1, *known[place + 1 :])


def _cutting_card_drawn(state: TableState, event: events.CuttingCardDrawn) -> TableState:
    ending = cutting_card_came(state.rules, state.shoe.ending, first_of_round=event.first_of_round)
    shoe = changed(state.shoe, ending=ending, cutting_cards=state.shoe.cutting_cards + 1)
    return changed(state, shoe=shoe)


def _new_shoe_due(state: TableState, event: events.NewShoeDue | events.CardsReplaced) -> TableState:
    if not event.pending:
        return state
    over = Preparation.SHUFFLE in event.pending
    shoe = changed(state.shoe, ending=Ending.OVER) if over else state.shoe
    return changed(state, phase=Phase.PREPARING, pending=event.pending, shoe=shoe)


def _change_announced(state: TableState, event: events.ChangeAnnounced) -> TableState:
    notice = Notice(event.from_round, event.rules, tuple(key for key, _ in event.changes), event.new_shoe)
    return changed(state, notices=(*state.notices, notice))


def _change_took_effect(state: TableState, event: events.ChangeTookEffect) -> TableState:
    """The oldest notice of its kind is in force; those of shoes wait longer than those of rounds."""
    notices = state.notices
    place = next(place for place, one in enumerate(notices) if one.rules is not None and one.new_shoe is event.new_shoe)
    return changed(state, rules=event.rules, notices=(*notices[:place], *notices[place + 1 :]))


def _closing_announced(state: TableState, event: events.ClosingAnnounced) -> TableState:
    return changed(state, notices=(*state.notices, Notice(event.from_round, None)))


def _table_closed(state: TableState, _: events.TableClosed) -> TableState:
    return changed(_without_excess(state), phase=Phase.CLOSED, pending=(), notices=(), no_bet_owed=False)


def _without_excess(state: TableState) -> TableState:
    """Excess cards that wait for no coup any more."""
    shoe = changed(state.shoe, aside=state.shoe.aside + len(state.excess))
    return changed(state, excess=(), shoe=shoe)


# Patrons


def _with_patron(state: TableState, name: str, **changes: Any) -> TableState:
    patron = changed(state.patrons.get(name) or Patron(name=name), **changes)
    return changed(state, patrons={**state.patrons, name: patron})


def _posted(state: TableState, event: Any) -> TableState:
    return changed(state, balances=post(state.balances, event.entry))


def _dealer_came(state: TableState, event: events.DealerCame) -> TableState:
    return changed(state, dealers=state.dealers | {event.person})


def _bought_in(state: TableState, event: events.BoughtIn) -> TableState:
    return _with_patron(_posted(state, event), event.patron)


def _seat_taken(state: TableState, event: events.SeatTaken) -> TableState:
    return _with_patron(state, event.patron, seat=event.seat, sat_out=0)


def _seat_left(state: TableState, event: events.SeatLeft) -> TableState:
    return _with_patron(state, event.patron, seat=None, sat_out=0)


def _patron_left(state: TableState, event: events.PatronLeft) -> TableState:
    patrons = {name: patron for name, patron in state.patrons.items() if name != event.patron}
    return changed(
        state,
        patrons=patrons,
        vacated=state.vacated or not patrons,
        named=state.named - {event.patron},
        no_bet_agreed=state.no_bet_agreed - {event.patron},
        no_bet_asked_by=None if state.no_bet_asked_by == event.patron else state.no_bet_asked_by,
        cut_offered_to=None if state.cut_offered_to == event.patron else state.cut_offered_to,
        cut_declined=state.cut_declined - {event.patron},
    )


def _patron_excluded(state: TableState, event: events.PatronExcluded) -> TableState:
    state = _with_patron(state, event.patron, excluded=True, seat=None)
    return changed(
        state,
        no_bet_agreed=state.no_bet_agreed - {event.patron},
        no_bet_asked_by=None if state.no_bet_asked_by == event.patron else state.no_bet_asked_by,
        cut_offered_to=None if state.cut_offered_to == event.patron else state.cut_offered_to,
    )


def _maximum_granted(state: TableState, event: events.MaximumGranted) -> TableState:
    return _with_patron(state, event.patron, personal_maximum=event.amount, marker=False)


def _marker_placed(state: TableState, event: events.MarkerPlaced) -> TableState:
    return _with_patron(state, event.patron, marker=True)


def _patrons_named(state: TableState, event: events.PatronsNamed) -> TableState:
    return changed(state, named=frozenset(event.patrons))


def _patron_warned(state: TableState, event: events.PatronWarned) -> TableState:
    return _with_patron(state, event.patron, warned_in_round=state.round_number)


def _commission_collected(state: TableState, event: events.CommissionCollected) -> TableState:
    state = _posted(state, event)
    return changed(state, last_collection=state.round_number - 1) if event.from_all else state


# Wagers


def _wager_placed(state: TableState, event: events.WagerPlaced) -> TableState:
    return changed(
        state,
        boxes=_put(state.boxes, Spot(event.area, event.wager), event.patron, event.amount, state.placed),
        balances=post(state.balances, event.entry),
        placed=state.placed + 1,
    )


def _put(boxes: Boxes, spot: Spot, patron: str, amount: Cents, order: int) -> Boxes:
    lying = boxes.get(spot, ())
    for place, one in enumerate(lying):
        if one.patron == patron:
            raised = Lying(patron, one.amount + amount, order)
            return {**boxes, spot: (*lying[:place], raised, *lying[place + 1 :])}
    return {**boxes, spot: (*lying, Lying(patron, amount, order))}


def _take(boxes: Boxes, spot: Spot, patron: str, amount: Cents) -> Boxes:
    """The boxes without so much of a patron's chips on a spot."""
    left = tuple(
        Lying(one.patron, one.amount - amount, one.order) if one.patron == patron else one
        for one in boxes.get(spot, ())
        if one.patron != patron or one.amount > amount
    )
    if left:
        return {**boxes, spot: left}
    return {other: lying for other, lying in boxes.items() if other != spot}


def _wager_taken(
    state: TableState, event: events.WagerWithdrawn | events.WagerReturned | events.WagerVoided
) -> TableState:
    amount = event.amount if not isinstance(event, events.WagerVoided) else _lying_amount(state, event)
    boxes = _take(state.boxes, Spot(event.area, event.wager), event.patron, amount)
    return changed(state, boxes=boxes, balances=post(state.balances, event.entry))


def _lying_amount(state: TableState, event: events.WagerVoided) -> Cents:
    lying = state.boxes.get(Spot(event.area, event.wager), ())
    return sum(one.amount for one in lying if one.patron == event.patron)


def _wager_moved(state: TableState, event: events.WagerMoved) -> TableState:
    boxes = _take(state.boxes, Spot(event.area, event.wager), event.patron, event.amount)
    boxes = _put(boxes, Spot(event.to_area, event.to_wager), event.patron, event.amount, state.placed)
    return changed(state, boxes=boxes, balances=post(state.balances, event.entry), placed=state.placed + 1)


# The round


def _round_started(state: TableState, event: events.RoundStarted) -> TableState:
    state = changed(
        state,
        phase=Phase.DEALING,
        round=RoundState(number=event.number, kind=event.kind),
        no_bet_asked_by=None,
        no_bet_agreed=frozenset(),
    )
    return state if event.kind is RoundKind.WAGERS else changed(state, no_bet_owed=False)


def _round(state: TableState) -> RoundState:
    if state.round is None:
        raise ValueError("there is no round to change")
    return state.round


def _card_dealt(state: TableState, event: events.CardDealt) -> TableState:
    current, shoe = _round(state), state.shoe
    cards = (*current.of(event.hand), TableCard(event.card, event.face_up))
    player = event.hand is Hand.PLAYER
    after = changed(
        current,
        player=cards if player else current.player,
        banker=current.banker if player else cards,
        order=(*current.order, event.hand),
        misplaced=current.misplaced or event.misplaced,
    )
    if event.from_excess:
        return changed(state, round=after, shoe=changed(shoe, dealt=shoe.dealt + 1), excess=state.excess[1:])
    known = _count(shoe.known, event.card)
    return changed(state, round=after, shoe=changed(shoe, out=shoe.out + 1, known=known, dealt=shoe.dealt + 1))


def _exposer_assigned(state: TableState, event: events.ExposerAssigned) -> TableState:
    current = _round(state)
    others = tuple(pair for pair in current.exposers if pair[0] is not event.hand)
    return changed(state, round=changed(current, exposers=(*others, (event.hand, event.patron))))


def _hand_exposed(state: TableState, event: events.HandExposed) -> TableState:
    current = _round(state)
    faces = iter(event.cards)
    known = state.shoe.known
    shown = []
    for card in current.of(event.hand):
        if card.face_up:
            shown.append(card)
            continue
        face = next(faces)
        known = known if card.card is not None else _count(known, face)
        shown.append(TableCard(face, face_up=True))
    cards = tuple(shown)
    after = changed(current, player=cards) if event.hand is Hand.PLAYER else changed(current, banker=cards)
    return changed(state, round=after, shoe=changed(state.shoe, known=known))


def _stage_settled(state: TableState, event: events.StageSettled) -> TableState:
    current = _round(state)
    # All chips on a spot share one verdict, so a spot stays or goes as a whole.
    gone = {(line.area, line.wager) for line in event.wagers} - {(line.area, line.wager) for line in event.stays}
    boxes = {spot: lying for spot, lying in state.boxes.items() if spot not in gone}
    after = changed(current, stages=(*current.stages, event.stage), settled=(*current.settled, *event.wagers))
    return changed(state, round=after, boxes=boxes, balances=post(state.balances, event.entry))


def _round_ended(state: TableState, event: events.RoundEnded) -> TableState:
    current = _round(state)
    record = RoundRecord(
        number=current.number, kind=current.kind, result=event.result, settled=current.settled, void=event.void
    )
    ending = round_ended(state.rules, state.shoe.ending, tie=event.result is Result.TIE and not event.void)
    patrons = dict(state.patrons)
    for name, rounds in event.sat_out:
        patrons[name] = changed(patrons[name], sat_out=rounds)
    without = current.kind is not RoundKind.WAGERS
    return changed(
        state,
        phase=Phase.BETTING,
        round=None,
        rounds=(*state.rounds, record),
        round_number=current.number + 1,
        shoe=changed(state.shoe, ending=ending),
        patrons=patrons,
        no_bets_in_a_row=state.no_bets_in_a_row + 1 if without else 0,
        no_bets_in_shoe=state.no_bets_in_shoe + without,
    )


def _no_bet_asked(state: TableState, event: events.NoBetAsked) -> TableState:
    return changed(state, no_bet_asked_by=event.patron, no_bet_agreed=frozenset({event.patron}))


def _no_bet_agreed(state: TableState, event: events.NoBetAgreed) -> TableState:
    return changed(state, no_bet_agreed=state.no_bet_agreed | {event.patron})


# Irregularities and rulings


def _irregularity_found(state: TableState, event: events.IrregularityFound) -> TableState:
    if event.irregularity is Irregularity.BURN_FORGOTTEN:
        return _next_preparation(state, Preparation.BURN)
    return state


def _excess_card_kept(state: TableState, event: events.ExcessCardKept) -> TableState:
    return changed(
        state,
        excess=(*state.excess, event.card),
        no_bet_owed=state.no_bet_owed or event.no_bet,
        shoe=_card_out(state.shoe, event.card.card),
    )


def _card_put_aside(state: TableState, event: events.CardPutAside) -> TableState:
    if not event.counted:
        return state
    return changed(state, shoe=changed(_card_out(state.shoe, event.card), aside=state.shoe.aside + 1))


def _round_became_void_hand(state: TableState, _: events.RoundBecameVoidHand) -> TableState:
    return changed(state, round=changed(_round(state), kind=RoundKind.VOID_HAND))


def _hands_reconstructed(state: TableState, event: events.HandsReconstructed) -> TableState:
    current = _round(state)
    after = changed(current, player=event.player, banker=event.banker, order=event.order, misplaced=False)
    return changed(
        state,
        round=after,
        excess=(*state.excess, *event.left_over),
        no_bet_owed=state.no_bet_owed or event.no_bet,
        shoe=changed(state.shoe, dealt=state.shoe.dealt - len(event.left_over)),
    )


def _stage_reversed(state: TableState, event: events.StageReversed) -> TableState:
    current = _round(state)
    kept = tuple(settled for settled in current.settled if settled not in event.wagers)
    return changed(state, round=changed(current, settled=kept), balances=post(state.balances, event.entry))


def _round_voided(state: TableState, event: events.RoundVoided) -> TableState:
    rounds = tuple(changed(one, void=True) if one.number == event.number else one for one in state.rounds)
    return changed(state, rounds=rounds, balances=post(state.balances, event.entry))


def _wager_voided(state: TableState, event: events.WagerVoided) -> TableState:
    if event.number == state.round_number and not _is_settled(state, event):
        return _wager_taken(state, event)
    state = changed(state, balances=post(state.balances, event.entry))
    if state.round is not None and state.round.number == event.number:
        return changed(state, round=changed(state.round, settled=_marked(state.round.settled, event)))
    rounds = tuple(
        changed(one, settled=_marked(one.settled, event)) if one.number == event.number else one for one in state.rounds
    )
    return changed(state, rounds=rounds)


def _payment_recorded(state: TableState, event: events.PaymentRecorded) -> TableState:
    state = changed(state, balances=post(state.balances, event.entry))
    if state.round is not None and state.round.number == event.number:
        return changed(state, round=changed(state.round, settled=_with_payment(state.round.settled, event)))
    rounds = tuple(
        changed(one, settled=_with_payment(one.settled, event)) if one.number == event.number else one
        for one in state.rounds
    )
    return changed(state, rounds=rounds)


def _with_payment(settled: tuple[SettledWager, ...], event: events.PaymentRecorded) -> tuple[SettledWager, ...]:
    real, debt = event.really_returned, event.debt
    return tuple(one._replace(really_returned=real, debt=debt) if _same(one, event) else one for one in settled)


def _is_settled(state: TableState, event: events.WagerVoided) -> bool:
    return state.round is not None and any(_same(settled, event) for settled in state.round.settled)


def _marked(settled: tuple[SettledWager, ...], event: events.WagerVoided) -> tuple[SettledWager, ...]:
    return tuple(one._replace(voided=True) if _same(one, event) else one for one in settled)


def _same(settled: SettledWager, event: events.WagerVoided | events.PaymentRecorded) -> bool:
    return (settled.patron, settled.area, settled.wager) == (event.patron, event.area, event.wager)


def _dispute_raised(state: TableState, event: events.DisputeRaised) -> TableState:
    return changed(state, disputes=(*state.disputes, Dispute(event.number, event.patron, event.text)))


def _dispute_decided(state: TableState, event: events.DisputeDecided) -> TableState:
    disputes = tuple(
        changed(one, decision=event.decision, referred=event.referred) if one.number == event.number else one
        for one in state.disputes
    )
    return changed(state, disputes=disputes)


_EVOLVERS: dict[type, Callable[[TableState, Any], TableState]] = {
    events.PreparationDone: _preparation_done,
    events.CardsChecked: _cards_checked,
    events.CutOffered: _cut_offered,
    events.CutDeclined: _cut_declined,
    events.CardsCut: _cards_cut,
    events.ShoeLoaded: _shoe_loaded,
    events.CardBurned: _card_burned,
    events.CuttingCardDrawn: _cutting_card_drawn,
    events.CardsReplaced: _new_shoe_due,
    events.NewShoeDue: _new_shoe_due,
    events.Announced: _unchanged,
    events.ChangeAnnounced: _change_announced,
    events.ChangeTookEffect: _change_took_effect,
    events.ClosingAnnounced: _closing_announced,
    events.TableClosed: _table_closed,
    events.DealerCame: _dealer_came,
    events.BoughtIn: _bought_in,
    events.CashedOut: _posted,
    events.DepartedPaid: _posted,
    events.DebtSettled: _posted,
    events.SeatTaken: _seat_taken,
    events.SeatLeft: _seat_left,
    events.PatronLeft: _patron_left,
    events.PatronExcluded: _patron_excluded,
    events.MaximumGranted: _maximum_granted,
    events.MarkerPlaced: _marker_placed,
    events.PatronsNamed: _patrons_named,
    events.CommissionCollected: _commission_collected,
    events.RulesGiven: _unchanged,
    events.WagerPlaced: _wager_placed,
    events.WagerWithdrawn: _wager_taken,
    events.WagerMoved: _wager_moved,
    events.PatronWarned: _patron_warned,
    events.WagerReturned: _wager_taken,
    events.DifferentialLeft: _unchanged,
    events.RoundStarted: _round_started,
    events.CardDealt: _card_dealt,
    events.ExposerAssigned: _exposer_assigned,
    events.HandExposed: _hand_exposed,
    events.StageSettled: _stage_settled,
    events.RoundEnded: _round_ended,
    events.NoBetAsked: _no_bet_asked,
    events.NoBetAgreed: _no_bet_agreed,
    events.IrregularityFound: _irregularity_found,
    events.ExcessCardKept: _excess_card_kept,
    events.CardPutAside: _card_put_aside,
    events.RoundBecameVoidHand: _round_became_void_hand,
    events.HandsReconstructed: _hands_reconstructed,
    events.StageReversed: _stage_reversed,
    events.RoundVoided: _round_voided,
    events.WagerVoided: _wager_voided,
    events.ErrorRecorded: _unchanged,
    events.PaymentRecorded: _payment_recorded,
    events.DisputeRaised: _dispute_raised,
    events.DisputeDecided: _dispute_decided,
}
