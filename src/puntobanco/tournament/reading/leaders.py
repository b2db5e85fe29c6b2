"""The leaderboard: everybody by chips, and the line above which they go on or have a prize."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from puntobanco.changed import changed
from puntobanco.money import Cents, Count
from puntobanco.tournament.asked.play import running
from puntobanco.tournament.asked.standings import cut
from puntobanco.tournament.conditions import WHOLE, AdvanceBy, StageKind
from puntobanco.tournament.parts import Ending, Entrant, Seat, Session
from puntobanco.tournament.reading.views import chips_of_player
from puntobanco.tournament.state import TournamentState


class Stands(StrEnum):
    """Where somebody stands to the line."""

    ABOVE = "above"
    ON = "on"
    """As many have equal chips as the line cuts in two."""
    BELOW = "below"


class CutLine(StrEnum):
    """What somebody has who stands above it."""

    GOES_ON = "goes_on"
    PRIZE = "prize"


class Leader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody on the leaderboard."""

    place: Count
    """By chips; equal ones share a place. Who was put out comes after all who are in."""
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
    seats = {one.player: one for one in session.seats}
    by_table = not session.play_off and state.present_stage.advance_by is AdvanceBy.TABLE
    tables = tuple(dict.fromkeys(one.table for one in session.seats)) if by_table else (None,)
    fields = ((table, [name for name, one in seats.items() if table in (None, one.table)]) for table in tables)
    return tuple(_field(state, table, names, seats) for table, names in fields)


def _taking_part(state: TournamentState) -> list[str]:
    return [one.player for one in state.still_in]


def _field(state: TournamentState, table: str | None, names: Sequence[str], seats: dict[str, Seat]) -> Leaders:
    above, line = _line(state, names)
    found = [_leader(state, state.entrants[name], seats.get(name)) for name in names]
    leaders = sorted(found, key=lambda one: (not one.still_in, -one.chips))
    chips = [one.chips for one in leaders if one.still_in]
    return Leaders(
        table=table,
        above=above,
        line=line,
        leaders=tuple(_placed(one, chips, above) for one in leaders),
    )


def _line(state: TournamentState, names: Sequence[str]) -> tuple[int | None, CutLine | None]:
    """How many are above the line; nobody is before the first session."""
    session = running(state)
    if not state.begun or session is None:
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


def _leader(state: TournamentState, entrant: Entrant, seat: Seat | None) -> Leader:
    out = () if state.session is None else state.session.out
    return Leader(
        place=0,
        player=entrant.player,
        table=None if seat is None else seat.table,
        seat=None if seat is None else seat.seat,
        chips=chips_of_player(state, entrant),
        still_in=entrant.finish is None and entrant.player not in {one.player for one in out},
        warned=entrant.warned,
        how=None if entrant.finish is None else entrant.finish.how,
        stands=None,
    )


def _placed(one: Leader, chips: Iterable[Cents], above: int | None) -> Leader:
    """With the place among those who are in, and where that is to the line."""
    having = list(chips)
    more = sum(other > one.chips for other in having)
    place = 1 + more if one.still_in else 1 + len(having)
    as_many = sum(other >= one.chips for other in having)
    return changed(one, place=place, stands=_stands(one, more, as_many, above))


def _stands(one: Leader, more: int, as_many: int, above: int | None) -> Stands | None:
    if above is None:
        return None
    if not one.still_in or more >= above:
        return Stands.BELOW
    return Stands.ABOVE if as_many <= above else Stands.ON


class PrizePool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the fees so far make, and how it is divided among so many players; odd cents come with the awards."""

    pool: Cents
    players: Count
    prizes: tuple[Cents, ...]
    """First place first; none before as many have entered as must."""


def prize_pool(state: TournamentState) -> PrizePool:
    conditions, players = state.conditions, state.seated or len(state.entrants)
    pool = sum(one.paid for one in state.entrants.values()) - conditions.commission * len(state.entrants)
    known = conditions.least_players <= players <= conditions.most_players
    shares = conditions.shares(players) if known else ()
    return PrizePool(pool=pool, players=players, prizes=tuple(pool * share // WHOLE for share in shares))
