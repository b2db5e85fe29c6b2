"""Nobody plays for whom gaming is off: the house's switches and patrons' own limits, asked for whatever was decided."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from puntobanco.app.house.write_unit import Before, Writing
from puntobanco.cage.commands import AccountCommand, NoteLeave, NotePlay
from puntobanco.cage.queries.play_limits import needs_note, require_loss_allows, require_may_play
from puntobanco.cage.state import AccountState, stream_of
from puntobanco.house.gaming_switches import ALL, PATRON, require_on
from puntobanco.log.participation import LOOKED_AT, WAGERS, bettors, players, present, starts_for_nobody
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import CAGE, HOUSE, TABLE
from puntobanco.table import TableState
from puntobanco.table.events import SlipLaid
from puntobanco.table.queries.money import can_cash_out
from puntobanco.values.money import Cents


class Play(Struct, gc=False, frozen=True):
    """Who plays by a command."""

    stream: str = ""
    players: tuple[str, ...] = ()
    events: Sequence[Any] = ()
    guarded: tuple[str, ...] = ()
    """Those who have set limits, whether they play or leave."""


NOBODY = Play()


def who_plays(of: Before, stream: str, before: Any, events: Sequence[Any]) -> Play:
    """Who plays by these events in a stream, if no switch is off for them; else a refusal."""
    if len(events) == 1:
        kind = type(events[0])
        if kind not in LOOKED_AT:
            return NOBODY
        if kind in WAGERS:
            return _one_bets(of, stream, events)
    elif LOOKED_AT.isdisjoint(map(type, events)):
        return NOBODY
    return _some_play(of, stream, before, events)


def _one_bets(of: Before, stream: str, events: Sequence[Any]) -> Play:
    """The same for what is done most often."""
    event = events[0]
    name = event.patron
    if type(event) is SlipLaid and WAGERS[SlipLaid](event) is None:
        return NOBODY
    switched, patron = of(HOUSE).state, of(CAGE + name).state
    if switched is not None and switched.off:
        require_on(switched.off, (ALL, stream, PATRON + name))
    if patron is None or not patron.guarded:
        return NOBODY
    return Play(stream, (name,), events, (name,))


def _some_play(of: Before, stream: str, before: Any, events: Sequence[Any]) -> Play:
    found, begins = players(events), starts_for_nobody(before, events)
    others = present(events) if len(events) > 1 or not found else {}
    if not (found or begins or others):
        return NOBODY
    house = of(HOUSE)
    if house.state is not None and house.state.off and (found or begins):
        require_on(house.state.off, (ALL, stream, *[PATRON + name for name in found]))
    accounts = {name: of(stream_of(name)) for name in dict.fromkeys((*found, *others))}
    guarded = [name for name, one in accounts.items() if one.state is not None and one.state.guarded]
    return Play(stream, found, events, tuple(guarded))


def notes(writing: Writing, play: Play, by: Actor, before: Any) -> tuple[tuple[str, AccountCommand], ...]:
    """What accounts with limits must learn: that their patron is there, and with how much, or is there no longer."""
    if not play.guarded:
        return ()
    stays = present(play.events)
    found: list[tuple[str, AccountCommand]] = []
    for name in play.guarded:
        account, stream = stream_of(name), play.stream
        state: AccountState = writing.of(account).state
        if not stays.get(name, True):
            if stream in state.presence.streams:
                found.append((account, NoteLeave(actor=by, stream=stream)))
        elif needs_note(state, stream, writing.time):
            found.append((account, NotePlay(actor=by, stream=stream, lies=_lies(stream, before, name))))
    return tuple(found)


def _lies(stream: str, before: Any, name: str) -> Cents:
    """What somebody has at a table: chips and stakes, less what is owed; chips of a tournament are no money."""
    if before is None or not stream.startswith(TABLE):
        return 0
    table: TableState = before
    return max(0, can_cash_out(table, name) + sum([one.amount for one in table.stakes.of(name)]))


def require_limits(writing: Writing, play: Play, after: Any) -> None:
    """That own limits let those play who have set some, as their accounts are with what is written beside."""
    if not play.guarded:
        return
    betting = bettors(play.events) if play.stream.startswith(TABLE) else ()
    for name in play.guarded:
        if name in play.players:
            state: AccountState = writing.of(stream_of(name)).state
            require_may_play(state, writing.time)
            if name in betting:
                require_loss_allows(state, writing.time, kept=max(0, can_cash_out(after, name)))
