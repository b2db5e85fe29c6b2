"""Shoes and draws whose secrets do not open: the house ends the ones and replaces the others when it starts."""

from puntobanco import house as diary
from puntobanco.app.house.house import House
from puntobanco.app.house.write_unit import GONE_ON
from puntobanco.errors import Refused
from puntobanco.fair_shoes.commands import EndRestored, RevealLate
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.streams.names import HOUSE, SHOES
from puntobanco.tournament.commands import RenewDraws
from puntobanco.tournament.queries.draws import open_draws


def end_lost_shoes(house: House) -> None:
    """Nothing can be dealt from a shoe whose secret is lost: the book decides what becomes of its round. A secret
    that was lost when its shoe ended, and is there again, is revealed."""
    state: diary.HouseState = house.look(HOUSE).state
    for table in (name for name, running in state.tables.items() if running.virtual):
        _end(house, SHOES + table)


def renew_lost_draws(house: House) -> None:
    """A tournament goes on although the secret of a ballot or lot is lost: another one takes its place."""
    for stream in house.tournaments():
        state = house.look(stream, fresh=True).state
        lost = tuple(draw.number for draw in open_draws(state) if not house.opens(stream, draw))
        _renew(house, stream, lost, "its secret cannot be opened")


def renew_all_draws(house: House, reason: str) -> None:
    """Any secret may be known after a restore or a loss: it may have been revealed in a record that is not there."""
    for stream in house.tournaments():
        waiting = tuple(draw.number for draw in open_draws(house.look(stream).state))
        _renew(house, stream, waiting, reason)


def _renew(house: House, stream: str, draws: tuple[int, ...], reason: str) -> None:
    if not draws:
        return
    number = house.look(stream).number
    command = RenewDraws(actor=diary.OPERATOR, draws=draws, reason=reason)
    try:
        house.handle(stream, command, f"renew draws {number}", expected=number)
    except Refused as refusal:
        if refusal.code != GONE_ON:  # else another process goes on with it
            raise


def _end(house: House, shoes: str) -> None:
    found = house.look(shoes, fresh=True)
    command = _needed(found.state)
    if command is None:
        return
    try:
        house.handle(shoes, command, f"put right {found.number}", expected=found.number)
    except Refused as refusal:
        if refusal.code != GONE_ON:  # else another process goes on with it
            raise


def _needed(shoes: FairShoes) -> EndRestored | RevealLate | None:
    opens = shoes.under_way is not None and shoes.under_way.secret is not None
    if shoes.stage is Stage.OVERDUE:
        return RevealLate(actor=diary.OPERATOR) if opens else None
    if shoes.under_way is None or opens:
        return None
    return EndRestored(actor=diary.OPERATOR, reason="the secret of this shoe cannot be opened")
