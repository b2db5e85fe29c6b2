"""Own limits on play: whether more may be played now."""

from puntobanco.cage.model import Limit, Period
from puntobanco.cage.play_time import day_of, month_of, period_at, time_played, week_of
from puntobanco.cage.queries.limits import binds
from puntobanco.cage.state import AccountState, refuse
from puntobanco.values.dates import moment_in_words
from puntobanco.values.money import Cents, format_dollars

MINUTE = 60 * 10**6


def _current(state: AccountState, at: int) -> tuple[tuple[str, Limit, Period], ...]:
    losses, periods = state.losses, state.periods
    return (
        ("today", losses.day, period_at(periods.day, day_of(at))),
        ("this week", losses.week, period_at(periods.week, week_of(at))),
        ("this month", losses.month, period_at(periods.month, month_of(at))),
    )


def needs_note(state: AccountState, stream: str, at: int) -> bool:
    """Whether the account must learn that the patron is at a table, and what lies there, before more is played."""
    if not state.guarded:
        return False
    return stream not in state.presence.streams or any(
        stream not in period.risked for _, _, period in _current(state, at)
    )


def require_not_excluded(state: AccountState) -> None:
    """An exclusion lasts until the patron comes back, which is possible once its time is over."""
    if (found := state.excluded) is not None:
        until = "for ever" if found.until is None else f"until {moment_in_words(found.until)}"
        sentence = f"{state.whose} is self-excluded {until}: cash-out and withdrawal stay open"
        more = "" if found.until is None else "; after that time, return_to_play lets play begin again"
        refuse("self_excluded", sentence + more)


def require_may_play(state: AccountState, at: int) -> None:
    """That no exclusion and no limit of time stands against it."""
    require_not_excluded(state)
    most = binds(state.minutes, at)
    if most is not None and time_played(state.presence, at) >= most * MINUTE:
        sentence = (
            f"by the own limit of {state.whose}, {most} minutes a day at tables: they are over for today, cash out"
        )
        refuse("time_is_over", sentence)


def require_loss_allows(state: AccountState, at: int, *, more: Cents = 0, kept: Cents = 0) -> None:
    """That no limit of loss could be passed if everything were lost but what is kept in chips."""
    for when, limit, period in _current(state, at):
        most = binds(limit, at)
        if most is not None and sum(period.risked.values()) + more - kept > most:
            can = f"by the own limit of {state.whose}, {format_dollars(most)} can be lost {when}"
            sentence = f"{can}, and more than that would be at risk: play with less, or cash out"
            refuse("over_loss_limit", sentence)
