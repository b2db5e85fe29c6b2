"""legal(state, actor): what a person may do now at a tournament and at its tables."""

from collections.abc import Callable, Iterator

from puntobanco.errors import Unreadable
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command, name_of
from puntobanco.streams.normalise_names import clean_actor
from puntobanco.table import Legal
from puntobanco.table import legal as table_legal
from puntobanco.table.commands import COMMANDS as TABLE_COMMANDS
from puntobanco.table.model import Phase, VoidReason
from puntobanco.table.queries.turns import wagers_are_fixed
from puntobanco.tournament.commands import COMMANDS, draws, entries, lifecycle, results, sessions, table_commands
from puntobanco.tournament.model import Entrant, TableInPlay
from puntobanco.tournament.queries.draws import ballot_may_be_redrawn, may_add_words, open_draws, words_left
from puntobanco.tournament.queries.progress import absent_players, enough_to_start, to_be_paid
from puntobanco.tournament.queries.reaching_back import REACHES_BACK, rounds_open
from puntobanco.tournament.queries.seating import needs_ballot, next_lot, next_play_off, to_be_seated
from puntobanco.tournament.queries.session_play import (
    any_round_in_progress,
    chips_at,
    is_done,
    is_played,
    out_of_session,
    running,
    table_where,
)
from puntobanco.tournament.queries.staff import (
    asks_for_groups,
    conducts,
    entries_open,
    first_sessions_to_come,
    is_approved,
    is_full,
    is_new_here,
    is_open,
    next_reserve,
    takes_reserves,
    waits,
)
from puntobanco.tournament.state import TournamentState

Offers = Iterator[Legal]


# The operator


def change_conditions(state: TournamentState, _: Actor) -> Offers:
    if not (state.over or state.begun) and state.session is None:
        yield Legal("change_conditions", asks=("conditions",))


def nominate(state: TournamentState, _: Actor) -> Offers:
    if not state.cancelled:
        yield Legal("nominate", asks=("nominee", "office"))


def record_approval(state: TournamentState, _: Actor) -> Offers:
    if not state.cancelled and not is_approved(state):
        yield Legal("record_approval", (("conditions", state.conditions.digest),), asks=("reference", "date"))


def confirm_approval(state: TournamentState, actor: Actor) -> Offers:
    approval = state.approval
    waiting = approval is not None and approval.confirmed_by is None and not state.cancelled
    if waiting and approval is not None and approval.recorded_by != actor.person:
        yield Legal("confirm_approval")


def pay_prize(state: TournamentState, _: Actor) -> Offers:
    for player in to_be_paid(state):
        yield Legal("pay_prize", (("player", player),))


def cancel_tournament(state: TournamentState, _: Actor) -> Offers:
    if lifecycle.may_be_cancelled(state):
        yield Legal("cancel_tournament", asks=("reason",))


# The director


def _of_director(offer: Callable[[TournamentState], Offers]) -> Callable[[TournamentState, Actor], Offers]:
    """An offer to the director and the assistants, in an open tournament."""

    def to(state: TournamentState, actor: Actor) -> Offers:
        return offer(state) if is_open(state) and conducts(state, actor.person) else iter(())

    return to


def offer_seat(state: TournamentState) -> Offers:
    reserve = next_reserve(state)
    offered = {one.offered for one in state.reserves}
    for player in absent_players(state) if reserve is not None and first_sessions_to_come(state) else ():
        if player not in offered and reserve is not None:
            yield Legal("offer_seat", (("absent", player), ("player", reserve.player)))


def withdraw_offer(state: TournamentState) -> Offers:
    for one in state.reserves:
        if one.offered is not None:
            yield Legal("withdraw_offer", (("player", one.player),))


def draw_ballot(state: TournamentState) -> Offers:
    enough = state.stage > 0 or len(to_be_seated(state)) >= state.conditions.least_players
    if enough and state.session is None and state.results is None and not state.over:
        yield Legal("draw_ballot", asks=("sizes", "starts_at"))


def redraw_ballot(state: TournamentState) -> Offers:
    if ballot_may_be_redrawn(state):
        yield Legal("redraw_ballot", asks=("reason",))


def start_session(state: TournamentState) -> Offers:
    if enough_to_start(state) and running(state) is None:
        yield Legal("start_session")


def substitute(state: TournamentState) -> Offers:
    for one in state.still_in if not state.over else ():
        if _can_be_replaced(state, one):
            yield Legal("substitute", (("player", one.player),), asks=("substitute", "groups"))


def _can_be_replaced(state: TournamentState, entrant: Entrant) -> bool:
    """Whether somebody is in and, at a table, has chips and no fixed wager while no round is being dealt."""
    name = table_where(state, entrant.player)
    if name is None:
        return out_of_session(state, entrant.player) is None
    table = state.tables[name].state
    fixed = wagers_are_fixed(table, entrant.player)
    return table.phase is not Phase.DEALING and not fixed and chips_at(table, entrant.player) > 0


def call_break(state: TournamentState) -> Offers:
    if running(state) is not None and state.on_break is None and not any_round_in_progress(state):
        yield Legal("call_break", asks=("minutes",))


def resume_play(state: TournamentState) -> Offers:
    if state.on_break is not None:
        yield Legal("resume_play")


def direct_pace(state: TournamentState) -> Offers:
    if not state.over:
        yield Legal("direct_pace", asks=("text",))


def end_session(state: TournamentState) -> Offers:
    if is_played(state) and state.on_break is None:
        yield Legal("end_session")


def start_play_off(state: TournamentState) -> Offers:
    question = next_play_off(state)
    if question is not None:
        yield Legal("start_play_off", asks=("sizes",) if needs_ballot(state, question) else ())


def draw_lot(state: TournamentState) -> Offers:
    if next_lot(state) is not None:
        yield Legal("draw_lot")


def award_places(state: TournamentState) -> Offers:
    if state.over and state.awards is None:
        yield Legal("award_places")


# Players and the director


def register(state: TournamentState, actor: Actor) -> Offers:
    if entries_open(state) and not is_full(state):
        yield from _entering(state, actor, "register")


def list_reserve(state: TournamentState, actor: Actor) -> Offers:
    if is_open(state) and takes_reserves(state):
        yield from _entering(state, actor, "list_reserve")


def _entering(state: TournamentState, actor: Actor, kind: str) -> Offers:
    """A player for the own entry, where nobody asks for groups; the director for anybody's."""
    if actor.role is not Role.PATRON:
        if conducts(state, actor.person):
            yield Legal(kind, asks=("player", "groups"))
    elif not asks_for_groups(state.conditions) and _may_come(state, actor.person):
        yield Legal(kind, (("player", actor.person),))


def _may_come(state: TournamentState, person: str) -> bool:
    return "/" not in person and is_new_here(state, person) and not waits(state, person)


def drop_reserve(state: TournamentState, actor: Actor) -> Offers:
    for one in state.reserves if is_open(state) else ():
        if actor.person == one.player if actor.role is Role.PATRON else conducts(state, actor.person):
            yield Legal("drop_reserve", (("player", one.player),))


def accept_seat(state: TournamentState, actor: Actor) -> Offers:
    for one in state.reserves if is_open(state) else ():
        mine = actor.person == one.player if actor.role is Role.PATRON else conducts(state, actor.person)
        if one.offered is not None and mine:
            yield Legal("accept_seat", (("player", one.player),))


# Players, and everybody at the tables


def add_words(state: TournamentState, actor: Actor) -> Offers:
    for draw in open_draws(state) if may_add_words(state, actor.person) else ():
        if words_left(draw, actor.person) > 0:
            yield Legal("add_words", (("draw", draw.number),), asks=("words",))


def renew_draws(_: TournamentState, __: Actor) -> Offers:
    """The house does it itself."""
    return iter(())


def take_place(state: TournamentState, actor: Actor) -> Offers:
    if is_open(state):
        for player in absent_players(state):
            if actor.person == player if actor.role is Role.PATRON else conducts(state, actor.person):
                yield Legal("take_place", (("player", player),))


def at_table(state: TournamentState, actor: Actor) -> Offers:
    """What the tables offer, as far as it belongs to this session and moment."""
    if not is_open(state) or not _works_here(state, actor):
        return
    for name in state.tables:
        for one in table_legal(state.tables[name].state, actor):
            now = table_commands.may_be_done(state, name, TABLE_COMMANDS[one.kind]) and _belongs_here(state, name, one)
            if now or _reaches_back(state, name, one):
                yield Legal("at_table", (("table", name), ("command", one)))


def _works_here(state: TournamentState, actor: Actor) -> bool:
    """Whether who deals or decides at a table does not play, and who directs was nominated."""
    match actor.role:
        case Role.SUPERVISOR:
            return conducts(state, actor.person)
        case Role.DEALER | Role.OPERATOR:
            return table_commands.may_work(state, actor.person)
        case _:
            return True


_ABOUT_ROUNDS = frozenset({"void_round", "void_wager", "record_payment", "report_placement_error"})
_TOWARDS_A_ROUND = frozenset({"place", "bet_slip", "ask_for_wager", "call_no_more_bets", "start_no_bet"})
_NOT_HERE = frozenset(name_of(kind) for kind in table_commands.NOT_HERE)


def _belongs_here(state: TournamentState, name: str, offered: Legal) -> bool:
    """Whether an offer of a table is the tournament's, too: of this session, and not what it does itself."""
    table, kind = state.tables[name], offered.kind
    if kind in _NOT_HERE or (kind in _TOWARDS_A_ROUND and is_done(state, name)):
        return False
    if kind == "correct_card":
        return dict(offered.where)["place"] not in _places_before(table)
    return kind not in _ABOUT_ROUNDS or bool(table.counted) or table.state.round is not None or _has_bets(table, kind)


def _has_bets(table: TableInPlay, kind: str) -> bool:
    """Whether a wager of the coming round can be declared void."""
    return kind == "void_wager" and bool(table.state.stakes)


def _reaches_back(state: TournamentState, name: str, offered: Legal) -> bool:
    """Whether an offer is about rounds of a session that is over and can still be void."""
    kind, reason = TABLE_COMMANDS[offered.kind], dict(offered.where).get("reason")
    if (
        kind not in REACHES_BACK
        or reason is VoidReason.DISTURBANCE
        or (state.on_break and kind not in table_commands.IN_A_BREAK)
    ):
        return False
    return bool(rounds_open(state, name)) and not any_round_in_progress(state)


def _places_before(table: TableInPlay) -> set[int]:
    """The cards of a round that belongs to a session that is over, and could be opened again."""
    ended = table.state.ended
    before = ended is not None and ended.round.number not in table.counted
    return {card.place for card in ended.round.in_order()} if ended is not None and before else set()


OFFERS: dict[type[Command[TournamentState]], Callable[[TournamentState, Actor], Offers]] = {
    lifecycle.ChangeConditions: change_conditions,
    lifecycle.Nominate: nominate,
    lifecycle.RecordApproval: record_approval,
    lifecycle.ConfirmApproval: confirm_approval,
    entries.Register: register,
    entries.ListReserve: list_reserve,
    entries.DropReserve: drop_reserve,
    draws.AddWords: add_words,
    sessions.DrawBallot: _of_director(draw_ballot),
    draws.RedrawBallot: _of_director(redraw_ballot),
    draws.RenewDraws: renew_draws,
    sessions.TakePlace: take_place,
    entries.OfferSeat: _of_director(offer_seat),
    entries.WithdrawOffer: _of_director(withdraw_offer),
    entries.AcceptSeat: accept_seat,
    entries.Substitute: _of_director(substitute),
    sessions.StartSession: _of_director(start_session),
    table_commands.AtTable: at_table,
    lifecycle.CallBreak: _of_director(call_break),
    lifecycle.ResumePlay: _of_director(resume_play),
    lifecycle.DirectPace: _of_director(direct_pace),
    sessions.EndSession: _of_director(end_session),
    sessions.StartPlayOff: _of_director(start_play_off),
    sessions.DrawLot: _of_director(draw_lot),
    results.AwardPlaces: _of_director(award_places),
    results.PayPrize: pay_prize,
    lifecycle.CancelTournament: cancel_tournament,
}
"""When each command of a planned tournament may be given, by those who may give it at all."""

if OFFERS.keys() ^ set(COMMANDS.values()) != {lifecycle.PlanTournament}:
    raise TypeError(f"legal must answer for every command: {OFFERS.keys() ^ set(COMMANDS.values())}")

_BY_ROLE = {role: [offer for kind, offer in OFFERS.items() if role in kind.roles] for role in Role}


def legal(state: TournamentState | None, actor: Actor) -> tuple[Legal, ...]:
    """Everything that this person may do now; nobody whose name cannot enter the log does anything."""
    try:
        actor = clean_actor(actor)
    except Unreadable:
        return ()
    if state is None:
        planned = Legal("plan_tournament", asks=("book", "choices", "conditions"))
        return (planned,) if actor.role is Role.OPERATOR else ()
    return tuple([one for offer in _BY_ROLE[actor.role] for one in offer(state, actor)])
