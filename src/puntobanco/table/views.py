"""What each audience may see. A face-down card is nobody's but the auditor's; a balance is its patron's and staff's."""

from dataclasses import replace
from typing import Any

from puntobanco.rules.render import sign
from puntobanco.table import ledger
from puntobanco.table.actors import Actor, Role
from puntobanco.table.events import (
    EVENT_NAMES,
    CardPutAside,
    Event,
    RoundVoided,
    StageReopened,
    StageReversed,
    StageSettled,
    WagerVoided,
)
from puntobanco.table.names import clean_actor
from puntobanco.table.state import Dispute, RoundState, SettledWager, TableCard, TableState

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
            account: state.balance(account)
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


# Events


OWN = frozenset(
    {
        "bought_in",
        "cashed_out",
        "departed_paid",
        "debt_settled",
        "commission_collected",
        "rules_given",
        "payment_recorded",
        "dispute_raised",
        "dispute_decided",
        "dispute_settled",
        "review_asked",
    }
)
"""Events that only their patron and supervising staff see."""


def seen(record: dict[str, Any], actor: Actor) -> dict[str, Any] | None:
    """An encoded event as this person would have seen it happen, or none."""
    if actor.role is Role.AUDITOR:
        return record
    actor = clean_actor(actor)
    shown = _without_hidden_cards(record)
    if actor.role in SEES_BALANCES:
        return shown
    mine = _is_own(record.get("patron", ""), actor)
    if record["event"] in OWN and not mine:
        return None
    shown.pop("entry", None)
    if "wagers" in shown:
        shown["wagers"] = [_without_money_of_others(line, actor) for line in shown["wagers"]]
    return shown


def told(event: Event, actor: Actor) -> Event | None:
    """An event as it may be told to this person in words: what `seen` leaves out is blank."""
    if isinstance(event, CardPutAside) and actor.role is not Role.AUDITOR:
        return replace(event, card=None)
    if actor.role in SEES_BALANCES:
        return event
    actor = clean_actor(actor)
    mine = _is_own(getattr(event, "patron", ""), actor)
    name = EVENT_NAMES[type(event)].rpartition(".")[0]
    if name in OWN and not mine:
        return None
    match event:
        case StageSettled():
            lines = (one if _is_own(one.patron, actor) else _blank_commission(one) for one in event.wagers)
            return replace(event, wagers=tuple(lines))
        case RoundVoided() | WagerVoided() | StageReversed() | StageReopened():
            return replace(event, entry=ledger.NOTHING)
        case _:
            return event


def _blank_commission(line: SettledWager) -> SettledWager:
    return line._replace(commission_taken=0, commission_owed=0)


def hears_refusal(actor: Actor, of: Actor) -> bool:
    """Whether a person would have heard that another was refused: supervising staff all, others their own."""
    if actor.role is Role.PATRON:
        return clean_actor(actor) == clean_actor(of)
    return actor.role in SEES_BALANCES or actor.role is of.role


def refused_as_heard(record: dict[str, Any], actor: Actor) -> dict[str, Any]:
    """A refused command as this person heard it: the faces of cards that lie face down are left out."""
    if actor.role is Role.AUDITOR:
        return record
    hidden = {"cards"} if record["do"] == "expose" else {"card"} if record.get("face_up") is False else set()
    return {key: value for key, value in record.items() if key not in hidden}


def owns(account: ledger.Account, actor: Actor) -> bool:
    """Whether this person may see a balance: staff who see balances all, a patron the own."""
    return actor.role in SEES_BALANCES or _is_own(account.rpartition("/")[2], actor)


def _is_own(patron: str, actor: Actor) -> bool:
    return actor.role is Role.PATRON and patron == actor.person


OTHERS_MONEY = ("commission_", "really_returned", "debt")
"""What of a settled wager is between its patron and the house."""


def _without_money_of_others(line: dict[str, Any], actor: Actor) -> dict[str, Any]:
    if _is_own(line["patron"], actor):
        return line
    return {key: value for key, value in line.items() if not key.startswith(OTHERS_MONEY)}


def _without_hidden_cards(record: dict[str, Any]) -> dict[str, Any]:
    """The same record with every face-down face left out."""
    shown = {key: _hide(value) for key, value in record.items()}
    if record.get("face_up") is False:
        shown |= {key: None for key in ("card", "was") if key in record}
    if record["event"] == "card_put_aside":
        shown["card"] = None
    return shown


def _hide(value: Any) -> Any:
    match value:
        case {"card": _, "face_up": False}:
            return {**value, "card": None}
        case list():
            return [_hide(one) for one in value]
        case _:
            return value
