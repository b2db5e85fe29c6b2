"""What each audience may see. A face-down card is nobody's but the auditor's; a balance is its patron's and staff's."""

from typing import Any

from puntobanco.rules.render import sign
from puntobanco.table import ledger
from puntobanco.table.actors import Actor, Role
from puntobanco.table.names import clean_actor
from puntobanco.table.state import Dispute, RoundState, TableCard, TableState

FACE_DOWN = "face down"
SEES_BALANCES = frozenset({Role.SUPERVISOR, Role.OPERATOR, Role.AUDITOR})


def view(state: TableState, actor: Actor) -> dict[str, Any]:
    """The table as this person may see it."""
    actor = clean_actor(actor)
    found = _public(state, sees_all=actor.role is Role.AUDITOR)
    if actor.role is Role.PATRON:
        found["you"] = _money(state, actor.person)
    if actor.role in SEES_BALANCES:
        found["patrons"] = {name: _money(state, name) for name in state.patrons}
        found["house"] = {
            ledger.written(account): state.balance(account)
            for account in (ledger.CAGE, ledger.FLOAT, ledger.COMMISSION_TAKEN, ledger.PAYMENT_ERRORS)
        }
        found["disputes"] = [_dispute(one) for one in state.disputes]
    if actor.role is Role.DEALER:
        found["commission"] = _to_collect(state)
    if actor.role is Role.AUDITOR:
        found["shoe"]["known"] = list(state.shoe.known)
    return found


def _dispute(one: Dispute) -> dict[str, Any]:
    return {
        "number": one.number,
        "by": one.patron,
        "text": one.text,
        "decision": one.decision,
        "referred": one.referred,
    }


def _to_collect(state: TableState) -> dict[str, int]:
    """The commission that the dealer is to collect, by patron."""
    owed = {name: state.balance(ledger.commission_owed(name)) for name in state.patrons}
    return {name: amount for name, amount in owed.items() if amount}


def _money(state: TableState, name: str) -> dict[str, int]:
    return {
        "chips": state.balance(ledger.chips(name)),
        "commission_owed": state.balance(ledger.commission_owed(name)),
        "commission_debt": state.balance(ledger.commission_debt(name)),
        "debt": state.balance(ledger.debt(name)),
    }


def _public(state: TableState, *, sees_all: bool) -> dict[str, Any]:
    return {
        "book": state.rules.book,
        "rules": state.rules.digest,
        "sign": [{"label": line.label, "text": line.text, "clause": line.clause} for line in sign(state.rules)],
        "phase": state.phase.value,
        "preparing": [step.value for step in state.pending],
        "round": state.round_number,
        "seats": {str(patron.seat): patron.name for patron in state.seated()},
        "markers": {patron.name: patron.personal_maximum for patron in state.patrons.values() if patron.marker},
        "wagers": [
            {"area": spot.area, "wager": spot.wager, "patron": one.patron, "amount": one.amount}
            for spot, lying in state.boxes.items()
            for one in lying
        ],
        "coup": None if state.round is None else _coup(state.round, sees_all=sees_all),
        "waiting_cards": [_card(one.card, sees_all=sees_all) for one in state.excess],
        "no_bets_next": state.no_bet_owed,
        "results": [
            {
                "round": record.number,
                "kind": record.kind.value,
                "result": None if record.result is None else record.result.value,
                "void": record.void,
            }
            for record in state.rounds
            if record.shoe == state.shoe.number
        ],
        "shoe": {
            "number": state.shoe.number,
            "remaining": state.shoe.remaining,
            "ending": state.shoe.ending.name.lower(),
        },
    }


def _coup(current: RoundState, *, sees_all: bool) -> dict[str, Any]:
    return {
        "round": current.number,
        "kind": current.kind.value,
        "player": [_card(card, sees_all=sees_all) for card in current.player],
        "banker": [_card(card, sees_all=sees_all) for card in current.banker],
    }


def _card(card: TableCard, *, sees_all: bool) -> str:
    shown = card.card is not None and (card.face_up or sees_all)
    return str(card.card) if shown else FACE_DOWN
