"""The leaderboard: everybody by chips, and the line above which they go on or have a prize."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Self

from msgspec import Struct

from puntobanco.tournament.conditions import WHOLE, AdvanceBy, StageKind
from puntobanco.tournament.model import Ending, Entrant, Out, Seat, Session
from puntobanco.tournament.queries.session_play import Merit, merit_with, merit_without, out_of_session, running
from puntobanco.tournament.queries.staff import holding_places
from puntobanco.tournament.queries.standings import cut
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.views.visible_state import chips_of_player
from puntobanco.values.money import Cents, Count


class Stands(StrEnum):
    """Where somebody stands to the line."""

    ABOVE = "above"
    ON = "on"
    """As many are equal as the line cuts in two."""
    BELOW = "below"


class CutLine(StrEnum):
    """What somebody has who stands above it."""

    GOES_ON = "goes_on"
    PRIZE = "prize"


class Leader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody on the leaderboard."""

    place: Count
    """By chips; equal ones share a place. Who was put out comes after all who are in, the last one first."""
    player: str
    table: str | None
    seat: Count | None
    """Of the session; none before the ballot."""
    chips: Cents
    still_in: bool
    warned: bool
    how: Ending | None
    """How the tournament ended for them."""
    stands: Stands | None
    """None where there is no line."""


class Leaders(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Those among whom the best are taken: of one table, or of all."""

    table: str | None
    above: Count | None
    """How many are above the line; none where there is no line."""
    line: CutLine | None
    leaders: tuple[Leader, ...]


def leaderboard(state: TournamentState) -> tuple[Leaders, ...]:
    """Whoever is in the present stage, table by table where the best of each table go on."""
    session = state.session
    if session is None:
        return (_field(state, None, _taking_part(state), {}),)
    if not session.play_off and state.present_stage.advance_by is AdvanceBy.OVERALL:
        before = [] if state.results is None else [one.player for one in state.results.finishers]
        seats = {one.player: one for started in (session, *state.interrupted) for one in started.seats}
        return (_field(state, None, [*seats, *before], seats),)
    seats = {one.player: one for one in session.seats}
    by_table = not session.play_off and state.present_stage.advance_by is AdvanceBy.TABLE
    tables = tuple(dict.fromkeys(one.table for one in session.seats)) if by_table else (None,)
    fields = ((table, [name for name, one in seats.items() if table in (None, one.table)]) for table in tables)
    return tuple(_field(state, table, names, seats) for table, names in fields)


def _taking_part(state: TournamentState) -> list[str]:
    return [one.player for one in state.still_in]


def _field(state: TournamentState, table: str | None, names: Sequence[str], seats: dict[str, Seat]) -> Leaders:
    above, line = _line(state, names)
    merits = {name: _merit(state, state.entrants[name]) for name in names}
    better = sorted(merits.values())
    return Leaders(
        table=table,
        above=above,
        line=line,
        leaders=tuple(
            _leader(state, state.entrants[name], seats.get(name), _Place.of(merits[name], better), above)
            for name in sorted(names, key=lambda one: merits[one])
        ),
    )


def _merit(state: TournamentState, entrant: Entrant) -> Merit:
    """The smaller, the better, as places are awarded: by chips, and by the round after which somebody was put out."""
    out = out_of_session(state, entrant.player)
    return merit_with(chips_of_player(state, entrant)) if out is None else merit_without(state, out)


class _Place(NamedTuple):
    """How many of a field are better than somebody, and how many at least as good."""

    better: int
    as_good: int

    @classmethod
    def of(cls, merit: Merit, merits: Sequence[Merit]) -> Self:
        """Of the merits of all, the best first."""
        return cls(bisect_left(merits, merit), bisect_right(merits, merit))


def _line(state: TournamentState, names: Sequence[str]) -> tuple[int | None, CutLine | None]:
    """How many are above the line; nobody is before the first session."""
    session = running(state)
    if not state.begun or session is None or not names:
        return None, None
    if session.play_off:
        return _at_stake(state, session)
    if state.present_stage.kind is StageKind.FINAL:
        return min(len(names), len(state.conditions.shares(state.seated))), CutLine.PRIZE
    return state.present_stage.advance, CutLine.GOES_ON


def _at_stake(state: TournamentState, session: Session) -> tuple[int | None, CutLine | None]:
    """For what a play-off is: places in the next stage, or the order of prizes, which has no line."""
    players = {one.player for one in session.seats}
    found = next((one for one in cut(state)[1] if {*one.players} == players), None)
    return (None, None) if found is None else (found.places, CutLine.GOES_ON)


def _leader(state: TournamentState, entrant: Entrant, seat: Seat | None, place: _Place, above: int | None) -> Leader:
    out = out_of_session(state, entrant.player)
    return Leader(
        place=1 + place.better,
        player=entrant.player,
        table=None if seat is None else seat.table,
        seat=None if seat is None else seat.seat,
        chips=chips_of_player(state, entrant),
        still_in=entrant.finish is None and out is None,
        warned=entrant.warned,
        how=None if entrant.finish is None else entrant.finish.how,
        stands=None if above is None else _stands(place, above, barred=out is not None and _is_barred(state, out)),
    )


def _stands(place: _Place, above: int, *, barred: bool) -> Stands:
    if barred or place.better >= above:
        return Stands.BELOW
    return Stands.ABOVE if place.as_good <= above else Stands.ON


def _is_barred(state: TournamentState, out: Out) -> bool:
    """Whether somebody who is out has nothing above the line: not where places are awarded or played off."""
    session = running(state)
    if session is not None and session.play_off:
        return out.excluded
    return state.present_stage.kind is not StageKind.FINAL


class PrizePool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the fees so far make, and how it is divided among so many players; odd cents come with the awards."""

    pool: Cents
    fees: Count
    """How many were paid: that of a player whose seat went to a reserve stays."""
    players: Count
    """Who hold a place, or sat when the first session started: the breakdown goes by them."""
    prizes: tuple[Cents, ...]
    """First place first; none before as many have entered as must."""


def prize_pool(state: TournamentState) -> PrizePool:
    conditions, players, fees = state.conditions, holding_places(state), len(state.entrants)
    commission = conditions.commission.out_of(conditions.entry_fee, fees)
    pool = max(0, sum(one.paid for one in state.entrants.values()) - commission)
    known = conditions.least_players <= players <= conditions.most_players
    shares = conditions.shares(players) if known else ()
    prizes = tuple(pool * share // WHOLE for share in shares)
    return PrizePool(pool=pool, fees=fees, players=players, prizes=prizes)
