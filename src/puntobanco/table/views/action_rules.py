"""What a person may do now besides betting, command by command."""

from collections.abc import Iterable, Iterator

from puntobanco.coup.shoe import cut_range
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import DifferentialRule, Exposer, MaximumBinds, Replacement
from puntobanco.streams.actors import Actor, Role
from puntobanco.table.model import DrawTo, Patron, Phase, Preparation, SettledWager, VoidReason
from puntobanco.table.queries.announcements import ANNOUNCEMENTS, may_announce
from puntobanco.table.queries.exposure import exposer_may_be_named, exposers, face_down_places, hands_to_expose
from puntobanco.table.queries.history import may_ask_review, may_close, open_disputes, power_to_void
from puntobanco.table.queries.layout import over_differential
from puntobanco.table.queries.money import can_be_recorded, can_cash_out, commission_is_due
from puntobanco.table.queries.no_bet_coups import (
    may_agree_no_bet,
    may_ask_no_bet,
    may_start_no_bet,
    may_withdraw_no_bet,
)
from puntobanco.table.queries.progress import nothing_due
from puntobanco.table.queries.round import (
    card_is_missing,
    closes_by_call,
    correctable,
    may_be_beyond_repair,
    may_reconstruct,
    may_start,
    stage_due,
)
from puntobanco.table.queries.seats import free_seats, marker_is_due, may_give_place_away, sat_out_too_long
from puntobanco.table.queries.shoe import (
    blocked,
    cutting_card_may_come,
    is_next,
    may_be_offered_the_cut,
    may_cut,
    may_go_on_to_shuffle,
    may_inspect,
    may_replace,
)
from puntobanco.table.queries.turns import to_be_asked
from puntobanco.table.state import TableState
from puntobanco.table.views.action import Amounts, Legal, Where, meant


def announce_change(state: TableState, _: Actor) -> Iterator[Legal]:
    if not state.is_closed:
        yield Legal("announce_change", asks=("choices",))


def announce_closing(state: TableState, _: Actor) -> Iterator[Legal]:
    closing = any(notice.rules is None for notice in state.notices)
    if not state.is_closed and not closing and state.rules.closes_after_notice.value:
        yield Legal("announce_closing")


def close_table(state: TableState, _: Actor) -> Iterator[Legal]:
    if may_close(state):
        yield Legal("close_table")


def announce(state: TableState, _: Actor) -> Iterator[Legal]:
    return (Legal("announce", (("key", key),)) for key in ANNOUNCEMENTS if may_announce(state, key))


# The cards before the deal


def check_cards(state: TableState, _: Actor) -> Iterator[Legal]:
    if is_next(state, Preparation.CHECK) or state.phase is Phase.CLOSED:
        yield Legal("check_cards")


def inspect_cards(state: TableState, actor: Actor) -> Iterator[Legal]:
    if may_inspect(state, actor.person, actor.role):
        yield Legal("inspect_cards")


def spread_cards(state: TableState, _: Actor) -> Iterator[Legal]:
    if is_next(state, Preparation.SPREAD):
        yield Legal("spread_cards")


def wash_cards(state: TableState, _: Actor) -> Iterator[Legal]:
    if is_next(state, Preparation.WASH) and state.patrons:
        yield Legal("wash_cards")


def shuffle(state: TableState, _: Actor) -> Iterator[Legal]:
    if is_next(state, Preparation.SHUFFLE) or may_go_on_to_shuffle(state):
        yield Legal("shuffle")


def offer_cut(state: TableState, _: Actor) -> Iterator[Legal]:
    if is_next(state, Preparation.CUT) and state.cut_offered_to is None:
        for patron in may_be_offered_the_cut(state):
            yield Legal("offer_cut", (("patron", patron.name),))


def decline_cut(state: TableState, actor: Actor) -> Iterator[Legal]:
    return (Legal("decline_cut", who) for patron, who in meant(state, actor) if state.cut_offered_to == patron.name)


def cut(state: TableState, actor: Actor) -> Iterator[Legal]:
    """A patron's own cut, one that a dealer keys in, or that of staff when nobody wants to."""
    if is_next(state, Preparation.CUT):
        allowed = cut_range(state.rules, 52 * state.rules.decks.value)
        cutters = [who for patron, who in meant(state, actor) if may_cut(state, patron.name, Role.PATRON)]
        staff = [()] if actor.role is not Role.PATRON and may_cut(state, actor.person, actor.role) else []
        for who in (*cutters, *staff):
            yield Legal("cut", who, (Amounts(allowed.start, allowed.stop - 1, 1),))


def load_shoe(state: TableState, _: Actor) -> Iterator[Legal]:
    if is_next(state, Preparation.LOAD):
        yield Legal("load_shoe")


def replace_cards(state: TableState, _: Actor) -> Iterator[Legal]:
    if may_replace(state):
        any_cards = state.rules.replacement.value is Replacement.ANY_CARDS
        yield Legal("replace_cards", asks=("faces",) if any_cards else ())


# Patrons


def buy_in(state: TableState, actor: Actor) -> Iterator[Legal]:
    smallest, name = state.rules.chips.value.smallest, actor.person
    if state.rules.chips_are_issued or state.is_closed:
        return
    amounts = (Amounts(smallest, None, smallest),)
    if actor.role is Role.DEALER:
        yield Legal("buy_in", amounts=amounts, asks=("patron",))
    elif name not in state.dealers and name not in state.excluded:
        yield Legal("buy_in", amounts=amounts)


def cash_out(state: TableState, actor: Actor) -> Iterator[Legal]:
    for patron, where in () if state.rules.chips_are_issued else meant(state, actor):
        most = can_cash_out(state, patron.name)
        if most > 0 and where:  # what a patron has is not for the dealer, who asks for the amount
            yield Legal("cash_out", where, asks=("amount",))
        elif most > 0:
            yield Legal("cash_out", where, (Amounts(1, most, 1),))


def issue_chips(state: TableState, _: Actor) -> Iterator[Legal]:
    open_between_rounds = state.phase not in (Phase.DEALING, Phase.CLOSED)
    for seat in free_seats(state) if state.rules.chips_are_issued and open_between_rounds else ():
        yield Legal("issue_chips", (("seat", seat),), (Amounts(1, None, 1),), asks=("patron", "warned"))


def take_chips_in(state: TableState, _: Actor) -> Iterator[Legal]:
    for name in state.patrons if state.rules.chips_are_issued and state.phase is not Phase.DEALING else ():
        yield Legal("take_chips_in", (("patron", name),))


def take_seat(state: TableState, actor: Actor) -> Iterator[Legal]:
    if state.rules.chips_are_issued or state.is_closed:
        return
    for patron, where in meant(state, actor):
        for seat in free_seats(state) if patron.seat is None and not patron.excluded else ():
            yield Legal("take_seat", (*where, ("seat", seat)))


def leave_seat(state: TableState, actor: Actor) -> Iterator[Legal]:
    for patron, where in () if state.rules.chips_are_issued else meant(state, actor):
        if patron.seat is not None:
            yield Legal("leave_seat", where)


def give_place_away(state: TableState, actor: Actor) -> Iterator[Legal]:
    return (Legal("give_place_away", where) for one, where in meant(state, actor) if may_give_place_away(state, one))


def leave_table(state: TableState, actor: Actor) -> Iterator[Legal]:
    return (Legal("leave_table", where) for _, where in (() if state.rules.chips_are_issued else meant(state, actor)))


def _welcome(state: TableState) -> list[Patron]:
    return [patron for patron in state.patrons.values() if not patron.excluded]


def grant_maximum(state: TableState, _: Actor) -> Iterator[Legal]:
    amounts = (Amounts(state.rules.maximum.value + 1, None, 1),)
    allowed = state.rules.personal_maximum.value and not state.is_closed
    for patron in _welcome(state) if allowed else ():
        yield Legal("grant_maximum", (("patron", patron.name),), amounts)


def place_marker(state: TableState, _: Actor) -> Iterator[Legal]:
    for patron in _welcome(state) if not state.is_closed else ():
        if marker_is_due(patron):
            yield Legal("place_marker", (("patron", patron.name),))


def name_patrons(state: TableState, _: Actor) -> Iterator[Legal]:
    if state.rules.maximum_binds.value is MaximumBinds.NAMED and state.phase is not Phase.DEALING:
        yield Legal("name_patrons", asks=("patrons",))


ASK_RULES = (Legal("ask_rules"),)


def ask_rules(state: TableState, _: Actor) -> Iterable[Legal]:
    return ASK_RULES if state.rules.rules_on_request.value else ()


def require_seat(state: TableState, _: Actor) -> Iterator[Legal]:
    for patron in state.patrons.values():
        if sat_out_too_long(state, patron) and not state.rules.chips_are_issued:
            yield Legal("require_seat", (("patron", patron.name),))


def collect_commission(state: TableState, _: Actor) -> Iterator[Legal]:
    if commission_is_due(state):
        yield Legal("collect_commission")


# The round


def ask_for_wager(state: TableState, _: Actor) -> Iterator[Legal]:
    if to_be_asked(state):
        yield Legal("ask_for_wager")


def call_no_more_bets(state: TableState, _: Actor) -> Iterator[Legal]:
    burning = state.only_the_burn_is_left and bool(state.stakes) and not state.not_asked()
    if not closes_by_call(state) or not (may_start(state) or burning):
        return
    pro_rata = state.rules.differential_rule.value is DifferentialRule.PRO_RATA
    if pro_rata and over_differential(state)[1] > 0:
        yield Legal("call_no_more_bets", (("cut_pro_rata", True),))
        yield Legal("call_no_more_bets", (("cut_pro_rata", False),))
    else:
        yield Legal("call_no_more_bets")


def draw(state: TableState, _: Actor) -> Iterator[Legal]:
    """The card that is due, and every place where a card may lie: that is recorded, rightly or in error."""
    if blocked(state) is None:
        places = (None, *DrawTo) if nothing_due(state) is None else tuple(DrawTo)
        for to in places:
            for face_up in (True, False):
                yield Legal("draw", (("to", to), ("face_up", face_up)), asks=("card",))


def draw_cutting_card(state: TableState, _: Actor) -> Iterator[Legal]:
    if cutting_card_may_come(state):
        yield Legal("draw_cutting_card")


def report_empty(state: TableState, _: Actor) -> Iterator[Legal]:
    if card_is_missing(state):
        yield Legal("report_empty")


def assign_exposer(state: TableState, _: Actor) -> Iterator[Legal]:
    if state.rules.exposed_by.value is not Exposer.AS_SUPERVISOR_DECIDES:
        return
    for hand in Hand:
        for name in (None, *(patron.name for patron in _welcome(state))) if exposer_may_be_named(state, hand) else ():
            yield Legal("assign_exposer", (("hand", hand), ("patron", name)))


def decline_expose(state: TableState, actor: Actor) -> Iterator[Legal]:
    current = state.round
    for hand in Hand if current is not None else ():
        for who in _exposing(state, actor, hand) if current is not None and current.hidden(hand) else ():
            yield Legal("decline_expose", (("hand", hand), *who))


def expose(state: TableState, actor: Actor) -> Iterator[Legal]:
    """A patron's own hand, one that a dealer keys in, or the dealer's where no patron turns it."""
    for hand in hands_to_expose(state):
        dealers = [()] if actor.role is Role.DEALER and not exposers(state, hand) else []
        for who in (*_exposing(state, actor, hand), *dealers):
            yield Legal("expose", (("hand", hand), *who), asks=("cards",))


def _exposing(state: TableState, actor: Actor, hand: Hand) -> list[Where]:
    """How the patrons are named who may turn a hand and for whom somebody acts."""
    entitled = exposers(state, hand)
    return [who for patron, who in meant(state, actor) if patron.name in entitled]


def settle(state: TableState, _: Actor) -> Iterator[Legal]:
    if stage_due(state) is not None:
        yield Legal("settle")


ASK_NO_BET = (Legal("ask_no_bet"),)


def ask_no_bet(state: TableState, actor: Actor) -> Iterable[Legal]:
    return ASK_NO_BET if _plays(state, actor) and may_ask_no_bet(state) else ()


AGREE_NO_BET = (Legal("agree_no_bet"),)


def agree_no_bet(state: TableState, actor: Actor) -> Iterable[Legal]:
    return AGREE_NO_BET if _plays(state, actor) and may_agree_no_bet(state, actor.person) else ()


WITHDRAW_NO_BET = (Legal("withdraw_no_bet"),)


def withdraw_no_bet(state: TableState, actor: Actor) -> Iterable[Legal]:
    return WITHDRAW_NO_BET if _plays(state, actor) and may_withdraw_no_bet(state, actor.person) else ()


def _plays(state: TableState, actor: Actor) -> bool:
    patron = state.patrons.get(actor.person)
    return patron is not None and not patron.excluded


def start_no_bet(state: TableState, actor: Actor) -> Iterator[Legal]:
    if may_start_no_bet(state, actor.role):
        yield Legal("start_no_bet")


# What went wrong


def disclose_card(state: TableState, _: Actor) -> Iterator[Legal]:
    return (Legal("disclose_card", (("place", place),), asks=("card",)) for place in face_down_places(state))


def correct_card(state: TableState, actor: Actor) -> Iterator[Legal]:
    for card in correctable(state, actor.role):
        yield Legal("correct_card", (("place", card.place),), asks=("card",))


def reconstruct(state: TableState, _: Actor) -> Iterator[Legal]:
    if may_reconstruct(state):
        yield Legal("reconstruct")


def declare_beyond_repair(state: TableState, _: Actor) -> Iterator[Legal]:
    if may_be_beyond_repair(state):
        yield Legal("declare_beyond_repair")


def report_placement_error(state: TableState, _: Actor) -> Iterator[Legal]:
    if _has_standing_round(state):
        yield Legal("report_placement_error", asks=("round",))


def _has_standing_round(state: TableState) -> bool:
    return any(not found.void for found in reversed(state.rounds))


def record_payment(state: TableState, _: Actor) -> Iterator[Legal]:
    if any(map(can_be_recorded, _settled_wagers(state))):
        yield Legal("record_payment", asks=("round", "patron", "area", "wager", "amount"))


def _settled_wagers(state: TableState) -> Iterator[SettledWager]:
    """Those of the present round and of the standing ones, the newest first, one by one."""
    yield from () if state.round is None else state.round.settled
    for found in reversed(state.rounds):
        yield from () if found.void else found.settled


def void_round(state: TableState, _: Actor) -> Iterator[Legal]:
    if state.round is None and not _has_standing_round(state):
        return
    for reason in VoidReason:
        if power_to_void(state.rules, reason).value:
            yield Legal("void_round", (("reason", reason),), asks=("round",))


def void_wager(state: TableState, _: Actor) -> Iterator[Legal]:
    if state.rules.void_for_breach.value and (state.stakes or any(not line.voided for line in _settled_wagers(state))):
        yield Legal("void_wager", asks=("round", "patron", "area", "wager", "broke"))


def exclude(state: TableState, _: Actor) -> Iterator[Legal]:
    here = [patron.name for patron in _welcome(state)]
    for name in (*here, *sorted(state.departed - state.excluded)) if state.rules.void_for_breach.value else ():
        yield Legal("exclude", (("patron", name),), asks=("broke",))


def lift_exclusion(state: TableState, _: Actor) -> Iterator[Legal]:
    return (Legal("lift_exclusion", (("patron", name),)) for name in sorted(state.excluded))


RAISE_DISPUTE = (Legal("raise_dispute", asks=("text",)),)


def raise_dispute(state: TableState, _: Actor) -> Iterable[Legal]:
    return RAISE_DISPUTE if state.rules.disputes.value else ()


def decide_dispute(state: TableState, _: Actor) -> Iterator[Legal]:
    for number in open_disputes(state):
        yield Legal("decide_dispute", (("number", number),), asks=("decision", "referred"))


def ask_review(state: TableState, actor: Actor) -> Iterator[Legal]:
    return (Legal("ask_review", (("number", number),)) for number in may_ask_review(state, actor))
