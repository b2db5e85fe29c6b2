"""Who may play here, and who may deal."""

from typing import Protocol

from puntobanco.streams.actors import DEALER, PATRON, Actor
from puntobanco.table.events.table_lifecycle import DealerCame
from puntobanco.table.model import Patron
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft


class ForAPatron(Protocol):
    """What a patron asks for, or a dealer for a patron without a device: the record has the dealer as who acts."""

    @property
    def actor(self) -> Actor: ...
    @property
    def patron(self) -> str | None: ...


def patron_meant(draft: TableDraft, command: ForAPatron, clause: str | None = None) -> str:
    """Whom it is about: the patron who asks, or the one whom the dealer names."""
    rules, named = draft.state.rules, command.patron
    if command.actor.role is DEALER and named is None:
        refuse(rules, "whose", clause or rules.chips.clause, "patron: name the patron for whom the dealer does it")
    require_own_hand(draft, command, clause or rules.chips.clause)
    return whose_hand(command).person


def whose_hand(command: ForAPatron) -> Actor:
    """Who does it: the patron whom a dealer names, or whoever gives the command."""
    if command.patron is None or command.actor.role is not DEALER:
        return command.actor
    return Actor(person=command.patron, role=PATRON)


def require_own_hand(draft: TableDraft, command: ForAPatron, clause: str) -> None:
    """Only a dealer names somebody else."""
    own, named = command.actor, command.patron
    if own.role is not DEALER and named is not None and own != Actor(person=named, role=PATRON):
        sentence = f"{own.person} acts for {own.person} alone: {named} does that, or the dealer"
        refuse(draft.state.rules, "not_yours", clause, sentence)


def require_open_table(draft: TableDraft) -> None:
    if draft.state.is_closed:
        clause = draft.state.rules.closes_after_notice.clause
        refuse(draft.state.rules, "closed", clause, "the table is closed: play at another one")


def require_patron(draft: TableDraft, name: str) -> Patron:
    patron = draft.state.patrons.get(name)
    if patron is None:
        _require_not_paid_at_the_closing(draft, name)
        require_no_dealer(draft, name)
        refuse(
            draft.state.rules,
            "unknown_patron",
            draft.state.rules.chips.clause,
            f"{name} is not at this table: buy in first",
        )
    return patron


def _require_not_paid_at_the_closing(draft: TableDraft, name: str) -> None:
    if draft.state.is_closed and name in draft.state.departed:
        sentence = f"the table is closed: {name}'s chips were paid at the cage, and {name} has left"
        refuse(draft.state.rules, "closed", draft.state.rules.closes_after_notice.clause, sentence)


def require_no_dealer(draft: TableDraft, name: str) -> None:
    ruled = draft.state.rules.dealers_may_bet
    if name in draft.state.dealers and not ruled.value:
        sentence = f"{name} has dealt at this table and does not bet here: play at another one"
        refuse(draft.state.rules, "dealer_does_not_bet", ruled.clause, sentence)


def deals_here(draft: TableDraft, person: str) -> None:
    """Somebody acts as the dealer: who bets at this table may not, and who does is known from now on."""
    ruled = draft.state.rules.dealers_may_bet
    if person in draft.state.patrons and not ruled.value:
        sentence = f"{person} is a patron of this table and does not deal at it: leave the table first"
        refuse(draft.state.rules, "patron_does_not_deal", ruled.clause, sentence)
    if person not in draft.state.dealers:
        draft.add(DealerCame(person=person, clause=ruled.clause))


def require_welcome(draft: TableDraft, name: str) -> Patron:
    patron = require_patron(draft, name)
    require_not_excluded(draft, name)
    return patron


def require_not_excluded(draft: TableDraft, name: str) -> None:
    if name in draft.state.excluded:
        sentence = f"{name} is excluded from the game and can only cash out until the operator lifts it"
        refuse(draft.state.rules, "excluded", draft.state.rules.void_for_breach.clause, sentence)


def require_cage(draft: TableDraft) -> None:
    """Patrons bring and take chips as they like, unless chips are issued to them."""
    if draft.state.rules.chips_are_issued:
        sentence = "chips are given and taken in by the operator here: nobody else brings or changes them"
        refuse(draft.state.rules, "chips_are_issued", draft.state.rules.chips_come_from.clause, sentence)


def require_free_choice_of_seats(draft: TableDraft) -> None:
    """Patrons sit where they like, and come and go, unless seats come with the chips."""
    if (fixed := draft.state.rules.seats_fixed_by) is not None:
        sentence = "seats are assigned here: everybody keeps the own one"
        refuse(draft.state.rules, "chips_are_issued", fixed, sentence)


def require_bank(draft: TableDraft) -> None:
    if not draft.state.rules.chips_are_issued:
        sentence = "no chips are issued here: patrons buy in at the cage"
        refuse(draft.state.rules, "chips_are_bought", draft.state.rules.chips_come_from.clause, sentence)
