"""Decisions of the round: the call, cards, exposure, settlement, the end of a round and of a shoe."""

from fractions import Fraction

from puntobanco.cards import Card
from puntobanco.coup.coup import facts, pair_facts
from puntobanco.coup.draw import next_step
from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.settle import Outcome, Verdict, commission_rate, judge, pay
from puntobanco.coup.shoe import Ending
from puntobanco.rules.facts import Facts, Hand, PairFacts, Result
from puntobanco.rules.options import (
    Closing,
    DifferentialRule,
    Exposer,
    GhostConsent,
    GhostCounting,
    Remedy,
    Standoff,
)
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table import commands, events, ledger
from puntobanco.table.actors import Role
from puntobanco.table.betting import (
    close_wagers,
    give_all_back,
    only_the_burn_is_left,
    over_differential,
)
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.notices import apply_after_round
from puntobanco.table.patrons import collect_from_all, require_welcome, shuffle_after_vacancy
from puntobanco.table.preparing import NEW_SHOE, burn_was_forgotten
from puntobanco.table.state import Lying, Phase, Preparation, RoundKind, RoundState, SettledWager, Spot, TableState

# Starting


def may_start(state: TableState) -> bool:
    """Whether wagers can be closed and a round with them begun."""
    return state.phase is Phase.BETTING and not state.no_bet_owed and bool(state.boxes)


def closes_by_call(state: TableState) -> bool:
    """Where the first card closes the wagers there is no call, except that a waiting excess card is that first card."""
    return state.rules.closing.value is Closing.AT_CALL or bool(state.excess)


def call_no_more_bets(draft: Draft, command: commands.CallNoMoreBets) -> None:
    rules = draft.rules
    if not closes_by_call(draft.state):
        sentence = "there is no call here: the first card closes the wagers"
        refuse(rules, "no_call", rules.closing.clause, sentence)
    if only_the_burn_is_left(draft.state) and draft.state.boxes:
        burn_was_forgotten(draft)
        if draft.state.phase is Phase.PREPARING:
            return
    _require_start(draft)
    must_say = rules.differential_rule.value is DifferentialRule.PRO_RATA and over_differential(draft.state)[1] > 0
    if must_say and command.cut_pro_rata is None:
        sentence = "the table differential is exceeded: say whether the heavier hand is cut pro rata"
        refuse(rules, "differential_exceeded", rules.differential_rule.clause, sentence)
    draft.announce("call_no_more_bets")
    start_with_wagers(draft, cut_pro_rata=command.cut_pro_rata)


def _require_start(draft: Draft) -> None:
    state = draft.state
    if state.no_bet_owed:
        sentence = "the next coup starts with an exposed card and has no wagers: start it without"
        refuse(state.rules, "no_bets_this_hand", state.rules.on_excess_card_seen.clause, sentence)
    if not may_start(state):
        sentence = "there is nothing to deal for: wagers must lie on the layout between rounds"
        refuse(state.rules, "nothing_to_deal_for", state.rules.closing.clause, sentence)


def start_with_wagers(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    close_wagers(draft, cut_pro_rata=cut_pro_rata)
    _start(draft, RoundKind.WAGERS, draft.rules.closing.clause)


def _start(draft: Draft, kind: RoundKind, clause: str) -> None:
    draft.add(events.RoundStarted(number=draft.state.round_number, kind=kind, clause=clause))
    for card in draft.state.excess:
        hand = draft.rules.deal_order.value[len(_round(draft).order)]
        draft.add(
            events.CardDealt(
                hand=hand,
                card=card.card,
                face_up=card.face_up,
                from_excess=True,
                misplaced=False,
                clause=draft.rules.on_excess_card_unseen.clause,
            )
        )
    after_card(draft)


def _round(draft: Draft) -> RoundState:
    current = draft.state.round
    if current is None:
        refuse(draft.rules, "no_round", draft.rules.deal_order.clause, "no round is being dealt")
    return current


# Coups without wagers


def no_bet_limit_reached(state: TableState) -> bool:
    limit = state.rules.ghost_limit.value
    in_a_row = state.rules.ghost_counting.value is GhostCounting.IN_A_ROW
    counted = state.no_bets_in_a_row if in_a_row else state.no_bets_in_shoe
    return limit is not None and counted >= limit


def may_ask_no_bet(state: TableState) -> bool:
    return (
        state.rules.ghost_hands.value
        and state.phase is Phase.BETTING
        and not state.no_bet_owed
        and state.no_bet_asked_by is None
        and not no_bet_limit_reached(state)
    )


def ask_no_bet(draft: Draft, command: commands.AskNoBet) -> None:
    patron, rules = require_welcome(draft, command.actor.person), draft.rules
    if not may_ask_no_bet(draft.state):
        sentence = "a coup without wagers cannot be asked for now"
        refuse(rules, "no_bet_not_possible", _no_bet_clause(draft.state), sentence)
    draft.add(events.NoBetAsked(patron=patron.name, clause=rules.ghost_hands.clause))


def _no_bet_clause(state: TableState) -> str:
    return state.rules.ghost_limit.clause if no_bet_limit_reached(state) else state.rules.ghost_hands.clause


def may_agree_no_bet(state: TableState, name: str) -> bool:
    asked = state.no_bet_asked_by is not None and name not in state.no_bet_agreed
    everybody = state.rules.ghost_consent.value is GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS
    return state.phase is Phase.BETTING and asked and everybody


def agree_no_bet(draft: Draft, command: commands.AgreeNoBet) -> None:
    patron = require_welcome(draft, command.actor.person)
    if not may_agree_no_bet(draft.state, patron.name):
        sentence = "there is no request that waits for your consent"
        refuse(draft.rules, "nothing_to_agree_to", draft.rules.ghost_consent.clause, sentence)
    draft.add(events.NoBetAgreed(patron=patron.name, clause=draft.rules.ghost_consent.clause))


def may_start_no_bet(state: TableState, role: Role) -> bool:
    """A coup without wagers that is owed, or that was asked for and has the book's consent."""
    if state.phase is not Phase.BETTING:
        return False
    if state.no_bet_owed:
        return True
    if state.no_bet_asked_by is None or no_bet_limit_reached(state):
        return False
    match state.rules.ghost_consent.value:
        case GhostConsent.ONE_PATRON_ASKS:
            return role is Role.DEALER
        case GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS:
            here = {name for name, patron in state.patrons.items() if not patron.excluded}
            return role is Role.SUPERVISOR and here <= state.no_bet_agreed


def start_no_bet(draft: Draft, command: commands.StartNoBet) -> None:
    state, rules = draft.state, draft.rules
    if not may_start_no_bet(state, command.actor.role):
        sentence = "a coup without wagers needs a request, and where the book says so everybody's agreement"
        refuse(rules, "no_bet_not_possible", _no_bet_clause(state), sentence)
    clause = rules.on_excess_card_seen.clause if state.no_bet_owed else rules.ghost_hands.clause
    kind = RoundKind.VOID_HAND if state.no_bet_owed else RoundKind.NO_BET
    give_all_back(draft, reason="a coup without wagers", clause=clause)
    draft.announce("call_no_bets")
    _start(draft, kind, clause)


# Cards


def due(state: TableState) -> Hand | None:
    """The hand that the next card belongs to; none if no card is due, or not before something else is done."""
    current = state.round
    if current is None or current.misplaced:
        return None
    dealt = len(current.order)
    if dealt < 4:
        return state.rules.deal_order.value[dealt]
    coup = current.coup
    if coup is None or stage_due(state) is Stage.FOUR_CARDS:
        return None
    return next_step(state.rules, coup.player, coup.banker).deal_to


def stage_due(state: TableState) -> Stage | None:
    """The stage whose wagers are to be settled now."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < 4 or (coup := current.coup) is None:
        return None
    four = Stage.FOUR_CARDS
    if four not in current.stages and any(state.rules.wager(spot.wager).settles is four for spot in state.boxes):
        return four
    finished = next_step(state.rules, coup.player, coup.banker).deal_to is None
    return Stage.END if finished else None


def facing(state: TableState) -> bool:
    """Whether the next card of the round is dealt face up."""
    current = state.round
    dealt = 0 if current is None else len(current.order)
    if dealt >= 4:
        return state.rules.third_cards_up.value
    no_bet = current is not None and current.kind is not RoundKind.WAGERS
    if no_bet and state.rules.ghost_face_up.value:
        return True
    return state.rules.dealing.value.face_up[dealt]


def deal_to(draft: Draft, hand: Hand, command: commands.Draw, *, misplaced: bool = False) -> None:
    """Put the card that left the shoe in front of a hand."""
    dealt = len(_round(draft).order)
    draft.add(
        events.CardDealt(
            hand=hand,
            card=command.card,
            face_up=command.face_up,
            from_excess=False,
            misplaced=misplaced,
            clause=_card_clause(draft.state, hand) if dealt >= 4 else draft.rules.deal_order.clause,
        )
    )
    if dealt == 3:
        after_card(draft)


def _card_clause(state: TableState, hand: Hand) -> str:
    if hand is Hand.PLAYER:
        return state.rules.player_draws.clause
    drew = state.round is not None and len(state.round.player) == 3
    return state.rules.banker_draws_after_card.clause if drew else state.rules.banker_draws_after_stand.clause


def after_card(draft: Draft) -> None:
    """Announce the counts once, when the first four cards are all in sight."""
    current = _round(draft)
    if len(current.order) == 4 and not current.misplaced and (coup := current.coup) is not None:
        values = draft.rules.card_values.value
        draft.announce("call_counts", player=values.total(coup.player), banker=values.total(coup.banker))


def check_facing(draft: Draft, command: commands.Draw) -> None:
    if not command.found_face_up and command.face_up != facing(draft.state):
        how = "face up" if facing(draft.state) else "face down"
        third = draft.state.round is not None and len(draft.state.round.order) >= 4
        clause = draft.rules.third_cards_up.clause if third else draft.rules.dealing.clause
        refuse(draft.rules, "wrong_facing", clause, f"this card is dealt {how}")


def cutting_card(draft: Draft, _: commands.DrawCuttingCard) -> None:
    state = draft.state
    burning = only_the_burn_is_left(state)
    in_use = state.phase in (Phase.BETTING, Phase.DEALING) or burning
    if not in_use or state.shoe.cutting_cards >= state.rules.cutting_cards.value:
        sentence = "no cutting card leaves the shoe now"
        refuse(state.rules, "shoe_not_in_use", state.rules.last_round.clause, sentence)
    first = (state.round is None or not state.round.order) and not state.excess
    draft.add(events.CuttingCardDrawn(first_of_round=first, clause=state.rules.last_round.clause))
    if draft.state.shoe.ending is Ending.LAST_ROUND and state.shoe.ending is not Ending.LAST_ROUND:
        draft.announce("call_last_round")


# Exposure


def highest_bettor(state: TableState, hand: Hand) -> str | None:
    """The patron with the highest wager on a side; of equal ones, the one placed first."""
    on_side = [one for spot, lying in state.boxes.items() if spot.wager == hand.value for one in lying]
    return min(on_side, key=lambda one: (-one.amount, one.order)).patron if on_side else None


def exposer(state: TableState, hand: Hand) -> str | None:
    """The patron who turns a hand; none means the dealer, also for a patron who is gone or excluded."""
    named = _named_exposer(state, hand)
    patron = None if named is None else state.patrons.get(named)
    return None if patron is None or patron.excluded else patron.name


def _named_exposer(state: TableState, hand: Hand) -> str | None:
    for assigned, patron in () if state.round is None else state.round.exposers:
        if assigned is hand:
            return patron
    return highest_bettor(state, hand) if state.rules.midi.value else None


def hand_to_expose(state: TableState) -> Hand | None:
    """The hand whose cards are turned next: all of the first four first, then player's before banker's."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < 4:
        return None
    for hand in Hand:
        if current.hidden(hand):
            return hand
    return None


def assign_exposer(draft: Draft, command: commands.AssignExposer) -> None:
    rules = draft.rules
    if rules.exposed_by.value is not Exposer.AS_SUPERVISOR_DECIDES:
        refuse(rules, "exposer_is_fixed", rules.exposed_by.clause, "who turns the cards is not decided here")
    if not _round(draft).hidden(command.hand):
        refuse(rules, "nothing_to_expose", rules.exposed_by.clause, f"{command.hand} has no card face down")
    if command.patron is not None:
        require_welcome(draft, command.patron)
    draft.add(events.ExposerAssigned(hand=command.hand, patron=command.patron, clause=rules.exposed_by.clause))


def decline_expose(draft: Draft, command: commands.DeclineExpose) -> None:
    clause = _exposing(draft.rules)
    if not _round(draft).hidden(command.hand) or exposer(draft.state, command.hand) != command.actor.person:
        refuse(draft.rules, "not_yours_to_expose", clause, f"{command.hand}'s cards are not yours to turn")
    draft.add(events.ExposerAssigned(hand=command.hand, patron=None, clause=clause))


def _exposing(rules: TableRules) -> str:
    """The clause that says who turns cards."""
    return rules.midi.clause if rules.midi.value else rules.exposed_by.clause


def expose(draft: Draft, command: commands.Expose) -> None:
    state, rules = draft.state, draft.rules
    clause = _exposing(rules)
    current = _round(draft)
    if hand_to_expose(state) is not command.hand:
        refuse(rules, "not_to_expose_now", clause, f"{command.hand}'s cards are not turned now: player's come first")
    entitled = exposer(state, command.hand)
    by_dealer = command.actor.role is Role.DEALER
    if by_dealer != (entitled is None) or (not by_dealer and entitled != command.actor.person):
        refuse(rules, "not_yours_to_expose", clause, f"{entitled or 'the dealer'} turns {command.hand}'s cards")
    hidden = [card for card in current.of(command.hand) if not card.face_up]
    if len(command.cards) != len(hidden):
        refuse(rules, "cards_do_not_match", clause, f"{len(hidden)} cards are face down: name each of them")
    for known, shown in zip(hidden, command.cards, strict=True):
        if known.card is not None and known.card != shown:
            refuse(rules, "cards_do_not_match", clause, f"{shown} is not the card that was dealt")
    unknown = tuple(shown for known, shown in zip(hidden, command.cards, strict=True) if known.card is None)
    if impossible(state, unknown) is not None:
        void_for(draft, Irregularity.IMPOSSIBLE_CARD)
        return
    draft.add(events.HandExposed(hand=command.hand, cards=command.cards, by=command.actor, clause=clause))
    after_card(draft)


def impossible(state: TableState, cards: tuple[Card, ...]) -> Card | None:
    """The first card that the decks cannot hold besides what is known already."""
    decks = state.rules.decks.value
    for place, card in enumerate(cards):
        if state.shoe.known[card.index] + cards[: place + 1].count(card) > decks:
            return card
    return None


# Settlement


def settle_stage(draft: Draft, _: commands.Settle) -> None:
    stage = stage_due(draft.state)
    if stage is None:
        sentence = "no wagers are due for settlement: the coup is not that far"
        refuse(draft.rules, "not_due", draft.rules.deal_order.clause, sentence)
    coup = _round(draft).coup
    if coup is None:
        raise ValueError("a stage is due only when all cards are in sight")
    if stage is Stage.FOUR_CARDS:
        _settle_wagers(draft, stage, pair_facts(coup))
        return
    found = facts(draft.rules, coup)
    _announce_result(draft, found)
    _settle_wagers(draft, stage, found)
    end_round(draft, found.result, void=False, clause=draft.rules.deal_order.clause)


def _announce_result(draft: Draft, found: Facts) -> None:
    if found.result is Result.TIE:
        draft.announce("call_tie", player=found.player.total, banker=found.banker.total)
    else:
        winner = found.result.value.title()
        draft.announce("call_result", winner=winner, player=found.player.total, banker=found.banker.total)


def _settle_wagers(draft: Draft, stage: Stage, found: Facts | PairFacts) -> None:
    """Settle a stage's wagers: losers are collected first, then the others paid or given back."""
    rules = draft.rules
    judged = {
        wager.id: (judge(wager, found), commission_rate(wager, found))
        for wager in rules.wagers
        if wager.settles is stage
    }
    settled: list[SettledWager] = []
    stays: list[SettledWager] = []
    postings: list[tuple[str, int]] = []
    boxes = draft.state.boxes
    spots = [spot for spot in boxes if spot.wager in judged]
    for spot in sorted(spots, key=lambda spot: judged[spot.wager][0].outcome is not Outcome.LOST):
        verdict, rate = judged[spot.wager]
        for one in boxes[spot]:
            line = _settled(rules, spot, one, verdict, rate)
            settled.append(line)
            if verdict.outcome is Outcome.STOOD_OFF and rules.standoff.value is Standoff.STAYS:
                stays.append(line)
            else:
                postings += _postings(line)
    entry = ledger.Entry(tuple(postings))
    clause = rules.deal_order.clause if not settled else settled[0].clause
    draft.add(events.StageSettled(stage=stage, wagers=tuple(settled), stays=tuple(stays), entry=entry, clause=clause))


def _settled(rules: TableRules, spot: Spot, lying: Lying, verdict: Verdict, rate: Fraction) -> SettledWager:
    paid = pay(rules.wager(spot.wager), lying.amount, verdict, rate, rules.rounding.value)
    return SettledWager(
        lying.patron,
        spot.area,
        spot.wager,
        lying.amount,
        paid.returned,
        paid.commission_taken,
        paid.commission_owed,
        verdict.outcome.value,
        verdict.clause,
    )


def _postings(line: SettledWager) -> list[tuple[str, int]]:
    """The stake leaves the box; the patron gets what is returned, the house the rest, commission apart."""
    found = [(ledger.box(line.area, line.wager, line.patron), -line.stake)]
    if line.returned:
        found.append((ledger.chips(line.patron), line.returned))
    if line.commission_taken:
        found.append((ledger.COMMISSION_TAKEN, line.commission_taken))
    if line.commission_owed:
        found.append((ledger.commission_owed(line.patron), line.commission_owed))
    house = line.stake - line.returned - line.commission_taken - line.commission_owed
    if house:
        found.append((ledger.FLOAT, house))
    return found


# The end of a round


def end_round(draft: Draft, result: Result | None, *, void: bool, clause: str) -> None:
    """End the round and do what follows from it: last round, new shoe, notices, closing."""
    state = draft.state
    current = _round(draft)
    was = state.shoe.ending
    sat_out = () if void else _sat_out(state, current)
    draft.add(events.RoundEnded(number=current.number, result=result, sat_out=sat_out, void=void, clause=clause))
    ending = draft.state.shoe.ending
    if ending is Ending.LAST_ROUND and was is not Ending.LAST_ROUND:
        draft.announce("call_last_round")
    if ending is Ending.OVER:
        shoe_is_over(draft, draft.rules.last_round.clause)
    shuffle_after_vacancy(draft)
    apply_after_round(draft)


def shoe_is_over(draft: Draft, clause: str) -> None:
    """Commission is collected at the end of the shoe, and the cards are shuffled."""
    if draft.rules.commission_every.value is not None or any(
        draft.state.balance(ledger.commission_owed(name)) for name in draft.state.patrons
    ):
        collect_from_all(draft)
    draft.add(events.NewShoeDue(pending=NEW_SHOE, clause=clause))


def _sat_out(state: TableState, current: RoundState) -> tuple[tuple[str, int], ...]:
    """How many rounds in a row each seated patron sat out while all other seats were in use."""
    if state.rules.sit_out_limit.value is None or current.kind is not RoundKind.WAGERS:
        return ()
    seated = state.seated()
    stayed = {one.patron for lying in state.boxes.values() for one in lying}
    bettors = {line.patron for line in current.settled} | stayed
    full = len(seated) == state.rules.seats.value
    counts = ((patron, 0 if patron.name in bettors or not full else patron.sat_out + 1) for patron in seated)
    return tuple((patron.name, count) for patron, count in counts if count != patron.sat_out)


# Voids


def void_for(draft: Draft, irregularity: Irregularity) -> None:
    """Record what went wrong and void the round that is being dealt, by the table's remedy."""
    found = remedy(draft.rules, irregularity)
    draft.add(events.IrregularityFound(irregularity=irregularity, remedy=found.value, clause=found.clause))
    reshuffle = found.value is Remedy.ROUND_VOID_AND_RESHUFFLE
    void_current(draft, reason=irregularity.value.removeprefix("on_"), clause=found.clause, reshuffle=reshuffle)


def void_current(draft: Draft, *, reason: str, clause: str, reshuffle: bool) -> None:
    """The round in progress is as if it had not been: stakes go back, pairs already settled are reversed."""
    current = draft.state.round
    if current is not None:
        settled = tuple(line for line in current.settled if not line.voided)
        if settled:
            entry = reversal(draft.state, settled)
            draft.add(
                events.StageReversed(number=current.number, wagers=settled, entry=entry, reason=reason, clause=clause)
            )
        give_all_back(draft, reason=reason, clause=clause)
        end_round(draft, None, void=True, clause=clause)
    in_use = draft.state.phase in (Phase.BETTING, Phase.PREPARING)
    if reshuffle and in_use and Preparation.SHUFFLE not in draft.state.pending:
        shoe_is_over(draft, clause)


def reversal(state: TableState, settled: tuple[SettledWager, ...]) -> ledger.Entry:
    """Money that goes back as if these wagers had not been; what a patron cannot cover becomes debt."""
    entries: list[ledger.Entry] = []
    balances = dict(state.balances)
    for line in settled:
        entry = _reverse_one(balances, line)
        balances = ledger.post(balances, entry)
        entries.append(entry)
    return ledger.combine(entries)


def _reverse_one(balances: ledger.Balances, line: SettledWager) -> ledger.Entry:
    chips, owed = ledger.chips(line.patron), ledger.commission_owed(line.patron)
    still_owed = min(line.commission_owed, balances.get(owed, 0))
    collected = line.commission_owed - still_owed
    profit = line.returned - line.stake
    entry = ledger.claim(owed, -still_owed) + ledger.transfer(ledger.COMMISSION_TAKEN, chips, collected)
    entry += ledger.transfer(ledger.COMMISSION_TAKEN, ledger.FLOAT, line.commission_taken)
    if profit <= 0:
        return entry + ledger.transfer(ledger.FLOAT, chips, -profit)
    paid = min(profit, balances.get(chips, 0) + collected)
    return entry + ledger.transfer(chips, ledger.FLOAT, paid) + ledger.claim(ledger.debt(line.patron), profit - paid)
