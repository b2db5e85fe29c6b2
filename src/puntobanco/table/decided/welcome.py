"""Who may play here, and who may deal."""

from typing import Protocol

from puntobanco.table.actors import DEALER, Actor
from puntobanco.table.happened.house import DealerCame
from puntobanco.table.parts import Patron
from puntobanco.table.refusing import refuse
from puntobanco.table.state import Draft


class ForAPatron(Protocol):
    """What a patron asks for, or a dealer for a patron without a device: the record has the dealer as who acts."""

    @property
    def actor(self) -> Actor: ...
    @property
    def patron(self) -> str | None: ...


def patron_meant(draft: Draft, command: ForAPatron) -> str:
    """Whom it is about: the patron who asks, or the one whom the dealer names."""
    own, named = command.actor.person, command.patron
    if command.actor.role is not DEALER:
        if named not in (None, own):
            sentence = f"{own} acts for {own} alone: {named} does that, or the dealer"
            refuse(draft.rules, "not_yours", draft.rules.chips.clause, sentence)
        return own
    if named is None:
        refuse(draft.rules, "whose", draft.rules.chips.clause, "patron: name the patron for whom the dealer does it")
    return named


def require_patron(draft: Draft, name: str) -> Patron:
    patron = draft.state.patrons.get(name)
    if patron is None:
        require_no_dealer(draft, name)
        refuse(draft.rules, "unknown_patron", draft.rules.chips.clause, f"{name} is not at this table: buy in first")
    return patron


def require_no_dealer(draft: Draft, name: str) -> None:
    ruled = draft.rules.dealers_may_bet
    if name in draft.state.dealers and not ruled.value:
        sentence = f"{name} has dealt at this table and does not bet here: play at another one"
        refuse(draft.rules, "dealer_does_not_bet", ruled.clause, sentence)


def deals_here(draft: Draft, person: str) -> None:
    """Somebody acts as the dealer: who bets at this table may not, and who does is known from now on."""
    ruled = draft.rules.dealers_may_bet
    if person in draft.state.patrons and not ruled.value:
        sentence = f"{person} is a patron of this table and does not deal at it: leave the table first"
        refuse(draft.rules, "patron_does_not_deal", ruled.clause, sentence)
    if person not in draft.state.dealers:
        draft.add(DealerCame(person=person, clause=ruled.clause))


def require_welcome(draft: Draft, name: str) -> Patron:
    patron = require_patron(draft, name)
    require_not_excluded(draft, name)
    return patron


def require_not_excluded(draft: Draft, name: str) -> None:
    if name in draft.state.excluded:
        sentence = f"{name} is excluded from the game and can only cash out until the operator lifts it"
        refuse(draft.rules, "excluded", draft.rules.void_for_breach.clause, sentence)


def require_cage(draft: Draft) -> None:
    """Patrons bring and take chips, come and go as they like, unless chips are issued to them."""
    if draft.rules.chips_are_issued:
        sentence = "chips and seats are given and taken in by the operator here: nobody else brings or changes them"
        refuse(draft.rules, "chips_are_issued", draft.rules.chips_come_from.clause, sentence)


def require_bank(draft: Draft) -> None:
    if not draft.rules.chips_are_issued:
        sentence = "no chips are issued here: patrons buy in at the cage"
        refuse(draft.rules, "chips_are_bought", draft.rules.chips_come_from.clause, sentence)
