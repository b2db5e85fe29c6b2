"""evolve(state, event): what a table is after something happened. Never refuses, never decides."""

from collections.abc import Callable, Mapping
from typing import Any

from puntobanco.cards import Card
from puntobanco.changed import changed
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.shoe import Ending
from puntobanco.money import Cents
from puntobanco.rules.facts import Hand
from puntobanco.table import events
from puntobanco.table.ledger import commission_owed, post
from puntobanco.table.state import (
    INSPECTIONS,
    Dispute,
    EndedRound,
    Interrupted,
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
    TakenOut,
    WaitingCard,
)

Boxes = Mapping[Spot, tuple[Lying, ...]]


def evolve(state: TableState | None, event: events.Event) -> TableState:
    """The state after an event; a table begins with `TableOpened`."""
    kind = type(event)
    if state is None or kind is events.TableOpened:
        return _opened(event)
    after = _EVOLVERS[kind](state, event)
    if after.fresh is not None and kind not in _LEAVES_FRESH:
        return changed(after, fresh=None)
    return after


def _opened(event: events.Event) -> TableState:
    if not isinstance(event, events.TableOpened):
        raise ValueError("a table begins with table_opened")
    return TableState(
        rules=event.rules, phase=Phase.PREPARING, pending=event.pending, patrons={}, boxes={}, balances={}
    )


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
    if state.shoe.loaded and Preparation.SHUFFLE in state.pending:
        state = _cards_taken_out(state)
    return changed(state, pending=pending, phase=state.phase if pending else Phase.BETTING)


def _cards_taken_out(state: TableState) -> TableState:
    ended = state.ended and changed(state.ended, taken_out=TakenOut(shoe=state.shoe, excess=state.excess))
    return changed(state, shoe=changed(state.shoe, loaded=False), ended=ended)


def _preparation_done(state: TableState, event: events.PreparationDone) -> TableState:
    state = _next_preparation(state, event.step)
    if event.step in INSPECTIONS:
        other = any(step in state.pending for step in INSPECTIONS)
        return changed(state, inspected_by=frozenset({event.inspector} if other and event.inspector else ()))
    if event.step is Preparation.SHUFFLE:
        return changed(
            _without_excess(state),
            vacated=False,
            cut_declined=frozenset(),
            cut_offered_to=None,
            cut_at=None,
        )
    return state


def _cards_checked(state: TableState, event: events.CardsChecked) -> TableState:
    if state.phase is Phase.CLOSED:
        return changed(state, pending=())
    return _next_preparation(state, Preparation.CHECK) if event.passed else state


def _cut_offered(state: TableState, event: events.CutOffered) -> TableState:
    return changed(state, cut_offered_to=event.patron)


def _cut_declined(state: TableState, event: events.CutDeclined) -> TableState:
    return changed(state, cut_offered_to=None, cut_declined=state.cut_declined | {event.patron})


def _cards_cut(state: TableState, event: events.CardsCut) -> TableState:
    return changed(_next_preparation(state, Preparation.CUT), cut_at=event.at, cut_offered_to=None)


def _shoe_loaded(state: TableState, event: events.ShoeLoaded) -> TableState:
    number = state.shoe.number + 1
    shoe = ShoeState(number=number, cards=event.cards, depth=event.depth, ending=Ending.OPEN, loaded=True)
    oldest = number - state.rules.open_shoes.value
    rounds = tuple(one for one in state.rounds if one.shoe >= oldest)
    ended = state.ended if rounds else None
    state = _next_preparation(state, Preparation.LOAD)
    return changed(state, shoe=shoe, rounds=rounds, ended=ended, no_bets_in_shoe=0)


def _card_burned(state: TableState, event: events.CardBurned) -> TableState:
    told = state.shoe.shown_burn
    if state.shoe.to_burn is None and event.face_up:
        told = TableCard(card=event.card, face_up=event.face_up, place=event.place)
    shoe = changed(_card_out(state.shoe, event.card), burned=state.shoe.burned + 1, to_burn=event.more, shown_burn=told)
    state = changed(state, shoe=shoe, fresh=event.place)
    return _next_preparation(state, Preparation.BURN) if event.more == 0 else state


def _card_out(shoe: ShoeState, card: Card | None) -> ShoeState:
    return changed(shoe, out=shoe.out + 1, known=_count(shoe.known, card))


def _count(known: tuple[int, ...], card: Card | None) -> tuple[int, ...]:
    if card is None:
        return known
    place = card.index
    return (*known[:place], known[place] + 1, *known[place + 1 :])


def _cutting_card_drawn(state: TableState, event: events.CuttingCardDrawn) -> TableState:
    shoe = changed(state.shoe, ending=event.ending, cutting_cards=state.shoe.cutting_cards + 1)
    return changed(state, shoe=shoe)


def _new_shoe_due(state: TableState, event: events.NewShoeDue | events.CardsReplaced) -> TableState:
    if not event.pending:
        return state
    if Preparation.SHUFFLE in event.pending:
        if state.shoe.loaded and isinstance(event, events.CardsReplaced):
            state = _cards_taken_out(state)
        state = changed(state, shoe=changed(state.shoe, ending=Ending.OVER))
    return changed(state, phase=Phase.PREPARING, pending=event.pending, inspected_by=frozenset())


def _shoe_ends(state: TableState, _: events.ShoeEnds) -> TableState:
    return changed(state, shoe=changed(state.shoe, ending=Ending.OVER, recheck=True))


def _change_announced(state: TableState, event: events.ChangeAnnounced) -> TableState:
    notice = Notice(
        from_round=event.from_round,
        rules=event.rules,
        keys=tuple(key for key, _ in event.changes),
        new_shoe=event.new_shoe,
    )
    return changed(state, notices=(*state.notices, notice))


def _change_took_effect(state: TableState, event: events.ChangeTookEffect) -> TableState:
    notices = (*state.notices[: event.notice], *state.notices[event.notice + 1 :])
    ended = state.ended and _with_notice(state.ended, state.notices[event.notice])
    return changed(state, rules=event.rules, notices=notices, ended=ended)


def _with_notice(ended: EndedRound, notice: Notice) -> EndedRound:
    """What took effect after the round does so again when the round has been opened again and ends."""
    return ended if notice in ended.notices else changed(ended, notices=(*ended.notices, notice))


def _closing_announced(state: TableState, event: events.ClosingAnnounced) -> TableState:
    return changed(state, notices=(*state.notices, Notice(from_round=event.from_round, rules=None)))


def _table_closed(state: TableState, _: events.TableClosed) -> TableState:
    state = changed(_without_excess(state), no_bet_asked_by=None, no_bet_agreed=frozenset(), cut_offered_to=None)
    shoe = changed(state.shoe, loaded=False)
    pending = (Preparation.CHECK,) if state.rules.closing_check.value else ()
    return changed(state, phase=Phase.CLOSED, pending=pending, notices=(), ended=None, shoe=shoe)


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
    state = _with_patron(_posted(state, event), event.patron)
    return changed(state, departed=state.departed - {event.patron}) if event.patron in state.departed else state


def _seat_taken(state: TableState, event: events.SeatTaken) -> TableState:
    return _with_patron(state, event.patron, seat=event.seat, sat_out=0)


def _seat_left(state: TableState, event: events.SeatLeft) -> TableState:
    return _with_patron(state, event.patron, seat=None, sat_out=0)


def _patron_left(state: TableState, event: events.PatronLeft) -> TableState:
    patrons = {name: patron for name, patron in state.patrons.items() if name != event.patron}
    return changed(
        state,
        patrons=patrons,
        departed=state.departed | {event.patron},
        vacated=state.vacated or not patrons,
        named=state.named - {event.patron},
        no_bet_agreed=state.no_bet_agreed - {event.patron},
        no_bet_asked_by=None if state.no_bet_asked_by == event.patron else state.no_bet_asked_by,
        cut_offered_to=None if state.cut_offered_to == event.patron else state.cut_offered_to,
        cut_declined=state.cut_declined - {event.patron},
    )


def _patron_excluded(state: TableState, event: events.PatronExcluded) -> TableState:
    if event.patron in state.patrons:
        state = _with_patron(state, event.patron, excluded=True, seat=None)
    return changed(
        state,
        excluded=state.excluded | {event.patron},
        no_bet_agreed=state.no_bet_agreed - {event.patron},
        no_bet_asked_by=None if state.no_bet_asked_by == event.patron else state.no_bet_asked_by,
        cut_offered_to=None if state.cut_offered_to == event.patron else state.cut_offered_to,
    )


def _exclusion_lifted(state: TableState, event: events.ExclusionLifted) -> TableState:
    state = changed(state, excluded=state.excluded - {event.patron})
    return _with_patron(state, event.patron, excluded=False) if event.patron in state.patrons else state


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
    if event.from_all:
        return changed(state, last_collection=state.round_number - 1, commission_told=False)
    still_owed = any(state.balance(commission_owed(name)) for name in state.patrons)
    return changed(state, commission_told=state.commission_told and still_owed)


def _commission_due(state: TableState, _: events.CommissionDue) -> TableState:
    return changed(state, commission_told=True)


# Wagers


def _wager_placed(state: TableState, event: events.WagerPlaced) -> TableState:
    return changed(
        state,
        boxes=_put(state.boxes, Spot(area=event.area, wager=event.wager), event.patron, event.amount, state.placed),
        balances=post(state.balances, event.entry),
        placed=state.placed + 1,
    )


def _put(boxes: Boxes, spot: Spot, patron: str, amount: Cents, order: int) -> Boxes:
    lying = boxes.get(spot, ())
    for place, one in enumerate(lying):
        if one.patron == patron:
            raised = Lying(patron=patron, amount=one.amount + amount, order=order)
            return {**boxes, spot: (*lying[:place], raised, *lying[place + 1 :])}
    return {**boxes, spot: (*lying, Lying(patron=patron, amount=amount, order=order))}


def _take(boxes: Boxes, spot: Spot, patron: str, amount: Cents) -> Boxes:
    """The boxes without so much of a patron's chips on a spot."""
    left = tuple(
        Lying(patron=one.patron, amount=one.amount - amount, order=one.order) if one.patron == patron else one
        for one in boxes.get(spot, ())
        if one.patron != patron or one.amount > amount
    )
    if left:
        return {**boxes, spot: left}
    return {other: lying for other, lying in boxes.items() if other != spot}


def _slip_laid(state: TableState, event: events.SlipLaid) -> TableState:
    boxes = with_stakes(state.boxes, event.patron, event.stakes, state.placed)
    balances = post(state.balances, event.entry)
    return changed(state, boxes=boxes, balances=balances, placed=state.placed + len(event.stakes))


def with_stakes(boxes: Boxes, patron: str, stakes: tuple[events.Laid, ...], placed: int) -> Boxes:
    """The boxes after a slip: what was raised is new, what was reduced keeps its turn."""
    after = dict(boxes)
    for order, stake in enumerate(stakes, start=placed):
        spot = Spot(area=stake.area, wager=stake.wager)
        lying = after.get(spot, ())
        if not stake.was:
            after[spot] = (*lying, Lying(patron=patron, amount=stake.amount, order=order))
        elif left := _with_stake(lying, patron, stake, order):
            after[spot] = left
        else:
            del after[spot]
    return after


def _with_stake(lying: tuple[Lying, ...], patron: str, stake: events.Laid, order: int) -> tuple[Lying, ...]:
    """What lies on a spot when a patron's stake there is another; none of it leaves the others'."""
    kept = (one for one in lying if one.patron != patron or stake.amount)
    return tuple(_laid(one, stake, order) if one.patron == patron else one for one in kept)


def _laid(lying: Lying, stake: events.Laid, order: int) -> Lying:
    return changed(lying, amount=stake.amount, order=order if stake.amount > stake.was else lying.order)


def _wager_taken(
    state: TableState, event: events.WagerWithdrawn | events.WagerReturned | events.WagerVoided
) -> TableState:
    amount = event.amount if not isinstance(event, events.WagerVoided) else _lying_amount(state, event)
    boxes = _take(state.boxes, Spot(area=event.area, wager=event.wager), event.patron, amount)
    return changed(state, boxes=boxes, balances=post(state.balances, event.entry))


def _lying_amount(state: TableState, event: events.WagerVoided) -> Cents:
    lying = state.boxes.get(Spot(area=event.area, wager=event.wager), ())
    return sum(one.amount for one in lying if one.patron == event.patron)


def _wager_moved(state: TableState, event: events.WagerMoved) -> TableState:
    boxes = _take(state.boxes, Spot(area=event.area, wager=event.wager), event.patron, event.amount)
    boxes = _put(boxes, Spot(area=event.to_area, wager=event.to_wager), event.patron, event.amount, state.placed)
    return changed(state, boxes=boxes, balances=post(state.balances, event.entry), placed=state.placed + 1)


# The round


def _round_started(state: TableState, event: events.RoundStarted) -> TableState:
    return changed(
        state,
        phase=Phase.DEALING,
        round=RoundState(number=event.number, kind=event.kind),
        no_bet_asked_by=None,
        no_bet_agreed=frozenset(),
    )


def _round_cancelled(state: TableState, _: events.RoundCancelled) -> TableState:
    return changed(state, phase=Phase.BETTING, round=None)


def _round(state: TableState) -> RoundState:
    if state.round is None:
        raise ValueError("there is no round to change")
    return state.round


def _card_dealt(state: TableState, event: events.CardDealt) -> TableState:
    current, shoe = _round(state), state.shoe
    cards = (*current.of(event.hand), TableCard(card=event.card, face_up=event.face_up, place=event.place))
    player = event.hand is Hand.PLAYER
    after = changed(
        current,
        player=cards if player else current.player,
        banker=current.banker if player else cards,
        order=(*current.order, event.hand),
        misplaced=current.misplaced or event.misplaced,
    )
    if event.from_excess:
        shoe = changed(shoe, dealt=shoe.dealt + 1)
        return changed(state, round=after, shoe=shoe, excess=state.excess[1:], ended=None)
    known = _count(shoe.known, event.card)
    shoe = changed(shoe, out=shoe.out + 1, known=known, dealt=shoe.dealt + 1)
    return changed(state, round=after, shoe=shoe, fresh=event.place, ended=None)


def _exposer_assigned(state: TableState, event: events.ExposerAssigned) -> TableState:
    current = _round(state)
    others = tuple(pair for pair in current.exposers if pair[0] is not event.hand)
    second = () if event.second is None else ((event.hand, event.second),)
    return changed(state, round=changed(current, exposers=(*others, (event.hand, event.patron), *second)))


def _hand_exposed(state: TableState, event: events.HandExposed) -> TableState:
    current = _round(state)
    turned = {card.place: card for card in event.cards}
    known = state.shoe.known
    for card in current.of(event.hand):
        if card.place in turned and card.card is None:
            known = _count(known, turned[card.place].card)
    cards = tuple(turned.get(card.place, card) for card in current.of(event.hand))
    after = changed(current, player=cards) if event.hand is Hand.PLAYER else changed(current, banker=cards)
    return changed(state, round=after, shoe=changed(state.shoe, known=known))


def _stage_settled(state: TableState, event: events.StageSettled) -> TableState:
    current = _round(state)
    settled = {(line.area, line.wager) for line in event.wagers}
    stays = {(line.area, line.wager, line.patron) for line in event.stays}
    boxes = {spot: lying for spot, lying in state.boxes.items() if (spot.area, spot.wager) not in settled}
    for spot in state.boxes if stays else ():
        staying = tuple(one for one in state.boxes[spot] if (spot.area, spot.wager, one.patron) in stays)
        if staying:
            boxes[spot] = staying
    after = changed(current, stages=(*current.stages, event.stage), settled=(*current.settled, *event.wagers))
    return changed(state, round=after, boxes=boxes, balances=post(state.balances, event.entry))


def _round_ended(state: TableState, event: events.RoundEnded) -> TableState:
    current = _round(state)
    record = RoundRecord(
        number=current.number,
        shoe=state.shoe.number,
        kind=current.kind,
        result=event.result,
        settled=current.settled,
        void=event.void,
        facts=event.facts,
    )
    patrons = _with_sat_out(state, event.sat_out)
    without = current.kind is not RoundKind.WAGERS
    after = changed(
        state,
        phase=Phase.PREPARING if state.pending else Phase.BETTING,
        round=None,
        rounds=(*state.rounds, record),
        round_number=current.number + 1,
        ended=None if event.void else _ended(state, event),
        shoe=changed(state.shoe, ending=event.ending),
        patrons=patrons,
        no_bets_in_a_row=state.no_bets_in_a_row + 1 if without else 0,
        no_bets_in_shoe=state.no_bets_in_shoe + without,
    )
    return after if state.interrupted is None else _go_on(after, state.interrupted)


def _go_on(state: TableState, interrupted: Interrupted) -> TableState:
    """The round of the shoe before has ended again: back to the shoe that is prepared or in use."""
    ended = state.ended and changed(state.ended, taken_out=TakenOut(shoe=state.shoe, excess=state.excess))
    return changed(
        state,
        phase=interrupted.phase,
        pending=interrupted.pending,
        shoe=interrupted.shoe,
        excess=interrupted.excess,
        rules=interrupted.rules,
        notices=interrupted.notices,
        no_bets_in_shoe=interrupted.no_bets_in_shoe,
        ended=ended,
        interrupted=None,
    )


def _with_sat_out(state: TableState, sat_out: tuple[tuple[str, int], ...]) -> Mapping[str, Patron]:
    """The patrons with other counts of rounds that they sat out."""
    if not sat_out:
        return state.patrons
    here = {name: changed(state.patrons[name], sat_out=rounds) for name, rounds in sat_out if name in state.patrons}
    return {**state.patrons, **here}


def _ended(state: TableState, event: events.RoundEnded) -> EndedRound:
    """What is needed to open the round again."""
    return EndedRound(
        round=_round(state),
        ending=state.shoe.ending,
        rules=state.rules,
        notices=state.notices,
        sat_out=tuple((name, state.patrons[name].sat_out) for name, _ in event.sat_out),
        no_bets_in_a_row=state.no_bets_in_a_row,
        no_bets_in_shoe=state.no_bets_in_shoe,
        placed=state.placed,
    )


def _round_reopened(state: TableState, event: events.RoundReopened) -> TableState:
    ended = state.ended
    if ended is None:
        raise ValueError("there is no round to open again")
    if ended.taken_out is not None:
        state = _interrupt(state, ended.taken_out)
    return changed(
        state,
        phase=Phase.DEALING,
        pending=() if Preparation.SHUFFLE in state.pending else state.pending,
        round=ended.round,
        rounds=tuple(one for one in state.rounds if one.number != event.number),
        round_number=event.number,
        ended=None,
        shoe=changed(state.shoe, ending=Ending.OVER if state.shoe.recheck else ended.ending),
        rules=ended.rules,
        notices=(*ended.notices, *(one for one in state.notices if one not in ended.notices)),
        patrons=_with_sat_out(state, ended.sat_out),
        no_bets_in_a_row=ended.no_bets_in_a_row,
        no_bets_in_shoe=ended.no_bets_in_shoe,
    )


def _interrupt(state: TableState, taken_out: TakenOut) -> TableState:
    interrupted = Interrupted(
        phase=state.phase,
        pending=state.pending,
        shoe=state.shoe,
        excess=state.excess,
        rules=state.rules,
        notices=state.notices,
        no_bets_in_shoe=state.no_bets_in_shoe,
    )
    return changed(state, interrupted=interrupted, pending=(), shoe=taken_out.shoe, excess=taken_out.excess)


def _stage_reopened(state: TableState, event: events.StageReopened) -> TableState:
    current, boxes, placed = _round(state), state.boxes, state.placed
    for line in event.wagers:
        boxes = _put(boxes, Spot(area=line.area, wager=line.wager), line.patron, line.stake, placed)
        placed += 1
    after = changed(
        current,
        stages=tuple(stage for stage in current.stages if stage is not event.stage),
        settled=tuple(line for line in current.settled if line not in event.wagers),
    )
    return changed(state, round=after, boxes=boxes, placed=placed, balances=post(state.balances, event.entry))


def _no_bet_asked(state: TableState, event: events.NoBetAsked) -> TableState:
    return changed(state, no_bet_asked_by=event.patron, no_bet_agreed=frozenset({event.patron}))


def _no_bet_agreed(state: TableState, event: events.NoBetAgreed) -> TableState:
    return changed(state, no_bet_agreed=state.no_bet_agreed | {event.patron})


def _no_bet_withdrawn(state: TableState, event: events.NoBetWithdrawn) -> TableState:
    if event.request:
        return changed(state, no_bet_asked_by=None, no_bet_agreed=frozenset())
    return changed(state, no_bet_agreed=state.no_bet_agreed - {event.patron})


# Irregularities and rulings


def _irregularity_found(state: TableState, event: events.IrregularityFound) -> TableState:
    if event.irregularity is Irregularity.BURN_FORGOTTEN:
        return _next_preparation(state, Preparation.BURN)
    return state


def _excess_card_kept(state: TableState, event: events.ExcessCardKept) -> TableState:
    return changed(
        state,
        excess=(*state.excess, WaitingCard(card=event.card, no_bet=event.no_bet, clause=event.clause)),
        shoe=_card_out(state.shoe, event.card.card),
        fresh=event.card.place,
    )


def _card_put_aside(state: TableState, event: events.CardPutAside) -> TableState:
    if not event.counted:
        return state
    shoe = changed(_card_out(state.shoe, event.card), aside=state.shoe.aside + 1)
    return changed(state, shoe=shoe)


def _card_disclosed(state: TableState, event: events.CardDisclosed) -> TableState:
    shown = TableCard(card=event.card, face_up=True, place=event.place)
    lay = _card_at(state, event.place)
    known = state.shoe.known if lay is not None and lay.card is not None else _count(state.shoe.known, event.card)
    state = changed(_with_card(state, shown), shoe=changed(state.shoe, known=known))
    excess = tuple(
        WaitingCard(card=one.card, no_bet=event.no_bet, clause=event.clause) if one.card is shown else one
        for one in state.excess
    )
    return changed(state, excess=excess)


def _card_at(state: TableState, place: int) -> TableCard | None:
    """The card of the round or of those waiting that left the shoe as so many-th."""
    current = () if state.round is None else (*state.round.player, *state.round.banker)
    return next((card for card in (*current, *(one.card for one in state.excess)) if card.place == place), None)


def _with_card(state: TableState, card: TableCard) -> TableState:
    """The state with a card of the round, or one that waits, in place of the one that left the shoe there."""

    def put(cards: tuple[TableCard, ...]) -> tuple[TableCard, ...]:
        return tuple(card if one.place == card.place else one for one in cards)

    excess = tuple(changed(one, card=card) if one.card.place == card.place else one for one in state.excess)
    current = state.round
    after = current and changed(current, player=put(current.player), banker=put(current.banker))
    return changed(state, excess=excess, round=after)


def _card_corrected(state: TableState, event: events.CardCorrected) -> TableState:
    known = _count(_uncount(state.shoe.known, event.was), event.card)
    lay = _card_at(state, event.place)
    if lay is not None:
        state = _with_card(state, TableCard(card=event.card, face_up=lay.face_up, place=event.place))
    shoe = changed(state.shoe, known=known)
    if shoe.shown_burn is not None and shoe.shown_burn.place == event.place:
        shoe = changed(shoe, shown_burn=TableCard(card=event.card, face_up=True, place=event.place))
    state = changed(state, shoe=shoe, fresh=event.place)
    return state if event.more is None else _to_burn(state, event.more)


def _to_burn(state: TableState, more: int) -> TableState:
    state = changed(state, shoe=changed(state.shoe, to_burn=more))
    if more == 0:
        return _next_preparation(state, Preparation.BURN)
    return changed(state, phase=Phase.PREPARING, pending=(Preparation.BURN,))


def _uncount(known: tuple[int, ...], card: Card) -> tuple[int, ...]:
    place = card.index
    return (*known[:place], known[place] - 1, *known[place + 1 :])


def _round_became_void_hand(state: TableState, _: events.RoundBecameVoidHand) -> TableState:
    return changed(state, round=changed(_round(state), kind=RoundKind.VOID_HAND))


def _hands_reconstructed(state: TableState, event: events.HandsReconstructed) -> TableState:
    current = _round(state)
    after = changed(current, player=event.player, banker=event.banker, order=event.order, misplaced=False)
    waiting = {one.card.place: one for one in state.excess}
    excess = tuple(
        waiting.get(card.place) or WaitingCard(card=card, no_bet=event.no_bet and card.face_up, clause=event.clause)
        for card in event.left_over
    )
    dealt = state.shoe.dealt + len(event.order) - len(current.order)
    return changed(state, round=after, excess=excess, shoe=changed(state.shoe, dealt=dealt))


def _stage_reversed(state: TableState, event: events.StageReversed) -> TableState:
    current = _round(state)
    kept = tuple(settled for settled in current.settled if settled not in event.wagers)
    return changed(state, round=changed(current, settled=kept), balances=post(state.balances, event.entry))


def _round_voided(state: TableState, event: events.RoundVoided) -> TableState:
    rounds = tuple(changed(one, void=True) if one.number == event.number else one for one in state.rounds)
    ended = state.ended
    if ended is not None and ended.round.number == event.number:
        ended = None
    return changed(state, rounds=rounds, ended=ended, balances=post(state.balances, event.entry))


def _wager_voided(state: TableState, event: events.WagerVoided) -> TableState:
    if event.number == state.round_number and not _is_settled(state, event):
        return _wager_taken(state, event)
    state = changed(state, balances=post(state.balances, event.entry))
    if state.round is not None and state.round.number == event.number:
        return changed(state, round=changed(state.round, settled=_marked(state.round.settled, event)))
    rounds = tuple(
        changed(one, settled=_marked(one.settled, event)) if one.number == event.number else one for one in state.rounds
    )
    ended = state.ended
    if ended is not None and ended.round.number == event.number:
        ended = changed(ended, round=changed(ended.round, settled=_marked(ended.round.settled, event)))
    return changed(state, rounds=rounds, ended=ended)


def _payment_recorded(state: TableState, event: events.PaymentRecorded) -> TableState:
    state = changed(state, balances=post(state.balances, event.entry))
    if state.round is not None and state.round.number == event.number:
        return changed(state, round=changed(state.round, settled=_with_payment(state.round.settled, event)))
    rounds = tuple(
        changed(one, settled=_with_payment(one.settled, event)) if one.number == event.number else one
        for one in state.rounds
    )
    ended = state.ended
    if ended is not None and ended.round.number == event.number:
        ended = changed(ended, round=changed(ended.round, settled=_with_payment(ended.round.settled, event)))
    return changed(state, rounds=rounds, ended=ended)


def _with_payment(settled: tuple[SettledWager, ...], event: events.PaymentRecorded) -> tuple[SettledWager, ...]:
    real, debt = event.really_returned, event.debt
    return tuple(changed(one, really_returned=real, debt=debt) if _same(one, event) else one for one in settled)


def _is_settled(state: TableState, event: events.WagerVoided) -> bool:
    return state.round is not None and any(_same(settled, event) for settled in state.round.settled)


def _marked(settled: tuple[SettledWager, ...], event: events.WagerVoided) -> tuple[SettledWager, ...]:
    return tuple(changed(one, voided=True) if _same(one, event) else one for one in settled)


def _same(settled: SettledWager, event: events.WagerVoided | events.PaymentRecorded) -> bool:
    return (settled.patron, settled.area, settled.wager) == (event.patron, event.area, event.wager)


def _dispute_raised(state: TableState, event: events.DisputeRaised) -> TableState:
    return changed(
        state, disputes=(*state.disputes, Dispute(number=event.number, patron=event.patron, text=event.text))
    )


def _with_dispute(state: TableState, number: int, **changes: Any) -> TableState:
    disputes = tuple(changed(one, **changes) if one.number == number else one for one in state.disputes)
    return changed(state, disputes=disputes)


def _dispute_decided(state: TableState, event: events.DisputeDecided) -> TableState:
    return _with_dispute(state, event.number, decision=event.decision, referred=event.referred)


def _dispute_settled(state: TableState, event: events.DisputeSettled) -> TableState:
    return _posted(_with_dispute(state, event.number, about=event.patron), event)


def _review_asked(state: TableState, event: events.ReviewAsked) -> TableState:
    return _with_dispute(state, event.number, referred=True)


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
    events.ExclusionLifted: _exclusion_lifted,
    events.MaximumGranted: _maximum_granted,
    events.MarkerPlaced: _marker_placed,
    events.PatronsNamed: _patrons_named,
    events.CommissionCollected: _commission_collected,
    events.CommissionDue: _commission_due,
    events.RulesGiven: _unchanged,
    events.WagerPlaced: _wager_placed,
    events.SlipLaid: _slip_laid,
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
    events.NoBetWithdrawn: _no_bet_withdrawn,
    events.IrregularityFound: _irregularity_found,
    events.ExcessCardKept: _excess_card_kept,
    events.CardPutAside: _card_put_aside,
    events.CardDisclosed: _card_disclosed,
    events.CardCorrected: _card_corrected,
    events.ShoeEnds: _shoe_ends,
    events.EmptyReported: _unchanged,
    events.RoundBecameVoidHand: _round_became_void_hand,
    events.HandsReconstructed: _hands_reconstructed,
    events.RoundCancelled: _round_cancelled,
    events.RoundReopened: _round_reopened,
    events.StageReopened: _stage_reopened,
    events.StageReversed: _stage_reversed,
    events.RoundVoided: _round_voided,
    events.WagerVoided: _wager_voided,
    events.ErrorRecorded: _unchanged,
    events.PaymentRecorded: _payment_recorded,
    events.DisputeRaised: _dispute_raised,
    events.DisputeDecided: _dispute_decided,
    events.DisputeSettled: _dispute_settled,
    events.ReviewAsked: _review_asked,
}

# After these the card that has just left the shoe is still the last thing that happened.
_LEAVES_FRESH = frozenset(
    {
        events.Announced,
        events.CardBurned,
        events.CardCorrected,
        events.CardDealt,
        events.CuttingCardDrawn,
        events.DealerCame,
        events.ExcessCardKept,
        events.IrregularityFound,
        events.HandsReconstructed,
        events.WagerReturned,
    }
)
