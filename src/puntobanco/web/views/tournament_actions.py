"""What somebody may do at a tournament, as forms: what each act asks for, and what would usually be answered."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import FieldInfo

from puntobanco.app.house.permissions import roles_of
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import name_of
from puntobanco.streams.form_fields import field_of, form_of, members_of
from puntobanco.streams.forms import Field, FieldSort, Form, Option
from puntobanco.table import LegalAction
from puntobanco.table.views.ruling_forms import form_at, grouped
from puntobanco.tournament.commands import COMMANDS, AtTable
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.queries.seating import next_play_off, sessions_due, to_be_seated, usual_sizes
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.views.legal_actions import legal
from puntobanco.values.replace import changed
from puntobanco.values.text import in_words

AT_TABLE = name_of(AtTable)
STEPS: dict[Next, str] = {
    Next.APPROVE: "record_approval",
    Next.CONFIRM: "confirm_approval",
    Next.NOMINATE: "nominate",
    Next.REGISTER: "register",
    Next.BALLOT: "draw_ballot",
    Next.SEATS: "take_place",
    Next.START: "start_session",
    Next.RESUME: "resume_play",
    Next.END: "end_session",
    Next.PLAY_OFF: "start_play_off",
    Next.LOT: "draw_lot",
    Next.AWARD: "award_places",
    Next.PAY: "pay_prize",
}
"""The command that each step takes; play is at the tables."""


def next_step(state: TournamentState) -> str | None:
    return STEPS.get(progress(state).next)


def legal_for(state: TournamentState | None, audience: Actor) -> tuple[LegalAction, ...]:
    """What somebody with this role may do: a director acts as a supervisor, and at the tables as an operator, too."""
    offered = [
        one
        for at_a_table in (False, True)
        for role in roles_of(audience.role, at_a_table=at_a_table)
        for one in legal(state, Actor(person=audience.person, role=role))
        if at_a_table is (one.kind == AT_TABLE)
    ]
    return tuple(one for place, one in enumerate(offered) if one not in offered[:place])


def acts(state: TournamentState, audience: Actor, of_round: int | None = None) -> tuple[Form, ...]:
    """Everything that this person may do, as forms; bets are laid on the cloth, and are none.

    What is ruled on at tables is what there is of one round, where one is named."""
    offers = legal_for(state, audience)
    own = (_act(state, one) for one in offers if one.kind not in (AT_TABLE, CHANGED_BY_A_DOCUMENT))
    return (*own, *_at_tables(state, offers, of_round))


CHANGED_BY_A_DOCUMENT = "change_conditions"
ON_THE_CLOTH = ("place", "bet_slip", "withdraw", "move")


def at_table(offers: Iterable[LegalAction], name: str) -> Iterator[LegalAction]:
    """What is offered at one of the tables."""
    found = (dict(one.where) for one in offers if one.kind == AT_TABLE)
    return (one["command"] for one in found if one["table"] == name)


def _at_tables(state: TournamentState, offers: Sequence[LegalAction], of_round: int | None) -> Iterator[Form]:
    for name, table in state.tables.items():
        there = (one for one in at_table(offers, name) if one.kind not in ON_THE_CLOTH)
        for found in grouped(there, lambda one: one.kind).values():
            yield changed(form_at(table.state, found, of_round=of_round), table=name)


def _act(state: TournamentState, offer: LegalAction) -> Form:
    command, sets = COMMANDS[offer.kind], dict(offer.where)
    asked = (_asked(state, one) for one in members_of(command) if one.name in offer.asks)
    about = ", ".join(str(said) for name, said in offer.where if name != "conditions")
    return form_of(command, asked, about=about, sets=sets, title=TITLES.get(offer.kind, ""))


def _asked(state: TournamentState, member: FieldInfo) -> Field:
    name = member.name
    field = field_of(member, LABELS.get(name) or in_words(name).capitalize(), SORTS.get(name))
    match name:
        case "sizes":
            return changed(field, usual=_sizes(state))
        case "starts_at":
            return changed(field, required=times_needed(state), least=sessions_due(state))
        case "groups":
            groups = dict.fromkeys((*state.conditions.may_enter_only, *state.conditions.may_not_enter))
            return changed(field, options=tuple(Option(text=one) for one in groups))
        case _:
            return field


def _sizes(state: TournamentState) -> str:
    question = next_play_off(state)
    players = to_be_seated(state) if question is None else question.players
    sessions = sessions_due(state) if question is None else 1
    return ", ".join(map(str, usual_sizes(len(players), state.conditions.players_per_table, sessions)))


def times_needed(state: TournamentState) -> bool:
    """Whether the conditions do not publish when the next stage starts."""
    return state.stage > 0 or sessions_due(state) > 1


SORTS = {"words": FieldSort.WORDS, "starts_at": FieldSort.TIMES, "date": FieldSort.DATE}
"""What the type alone does not say."""
TITLES = {
    "record_approval": "Record the approval",
    "confirm_approval": "Confirm the approval",
    "register": "Register an entry",
    "list_reserve": "List a reserve",
    "drop_reserve": "Take off the reserves",
    "draw_ballot": "Draw the ballot",
    "redraw_ballot": "Draw the ballot again",
    "add_words": "Add your words",
    "take_place": "Seat taken",
    "offer_seat": "Offer the seat to a reserve",
    "withdraw_offer": "Withdraw the offer",
    "accept_seat": "Accept the seat",
    "start_session": "Start the session",
    "call_break": "Call a break",
    "direct_pace": "Direct the pace",
    "end_session": "End the session",
    "start_play_off": "Start the play-off",
    "draw_lot": "Draw the lot",
    "award_places": "Award the places",
    "pay_prize": "Pay the prize",
    "cancel_tournament": "Cancel the tournament",
}
LABELS = {
    "nominee": "Who",
    "office": "As",
    "reference": "Reference of the approval",
    "date": "Date of the approval",
    "groups": "Groups",
    "sizes": "Players at each table",
    "starts_at": "Starts at",
    "text": "Words",
    "words": "Your words",
    "reason": "Why",
    "substitute": "Who plays instead",
}
