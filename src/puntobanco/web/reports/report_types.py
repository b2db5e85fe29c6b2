"""The six reports as `punto report --format json` prints them, row by row. Money is cents; none stands for nothing
that could be computed, and in the place of a name for all of them together."""

from typing import Literal

from msgspec import Struct

from puntobanco.values.money import Cents


class Takings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Drop, win and hold by the books."""

    table: str | None
    drop: Cents
    cashed_out: Cents
    win: Cents
    hold: float | None
    commission: Cents


class Win(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the win comes from."""

    table: str | None
    wagers: Cents
    disputes: Cents
    owed: Cents
    other: Cents
    win: Cents
    errors: Cents


class AgainstTheOdds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was won, and what the exact odds let expect."""

    rounds: int
    stake: Cents
    won: Cents
    expected: float
    sd: float
    z: float | None
    odd: bool


class TableAgainstTheOdds(AgainstTheOdds, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a table."""

    table: str | None


class ShoeAgainstTheOdds(AgainstTheOdds, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a shoe."""

    shoe: str | None


class DealerAgainstTheOdds(AgainstTheOdds, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a dealer."""

    dealer: str | None
    rounds_per_hour: float | None


class WagerAgainstTheOdds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a wager."""

    book: str
    wager: str
    bets: int
    stake: Cents
    won: Cents
    hold: float | None
    edge: float | None
    expected: float
    sd: float
    z: float | None
    odd: bool
    commission: Cents


class Pace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How quickly rounds were played."""

    table: str
    rounds: int
    without_wagers: int
    void: int
    hours: float
    rounds_per_hour: float | None


class Float(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chips of a table, counted and by the books."""

    table: str
    opening: Cents | None
    filled: Cents
    credited: Cents
    last: Cents | None
    count: str | None
    book: Cents | None
    off: Cents | None
    counted_win: Cents | None


class Ruling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often somebody ruled so."""

    person: str
    role: str
    ruling: str
    times: int


class Disputes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a table."""

    table: str
    raised: int
    decided: int
    referred: int
    given: Cents


class Voids(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Void rounds by the result that they had come to."""

    table: str
    result: str
    reason: str
    rounds: int
    won: Cents


class Irregularity(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often something went wrong while somebody dealt."""

    irregularity: str
    dealer: str
    times: int


class LateWagers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers of a patron that came too late."""

    table: str
    patron: str
    times: int
    last: int


class RefusedBy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Refused commands by code."""

    code: str
    late: bool
    times: int


class Incident(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing out of the ordinary."""

    time: int
    table: str
    shoe: int
    round: int
    what: str
    by: str
    role: str
    sentence: str
    clause: str


class RoundRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round of a shoe."""

    round: int
    time: int
    dealer: str | None
    result: str
    player: int | None
    banker: int | None
    bets: int
    stake: Cents
    won: Cents


class MoneyAtTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a patron brought to a table and took away."""

    table: str
    bought_in: Cents
    cashed_out: Cents
    rounds: int


class Elsewhere(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What went from an account to a table or tournament and did not come back."""

    stream: str
    amount: Cents


class TournamentMoney(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a tournament took and paid."""

    tournament: str
    entries: int
    fees: Cents
    commission: Cents
    prizes: Cents
    refunds: Cents


class PlaceRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the results sheet."""

    place: int
    player: str
    prize: Cents
    paid: Literal["yes", "no"]
    stage: str
    how: str
    chips: Cents


class About(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every report says."""

    title: str
    since: int | None
    until: int | None
    zone: str
    records: int
    """How many were counted."""
    notes: tuple[str, ...]
    """Sentences about the z-values."""


class OfTables(About, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What reports on tables have."""

    takings: tuple[Takings, ...]
    win: tuple[Win, ...]
    tables: tuple[TableAgainstTheOdds, ...]
    wagers: tuple[WagerAgainstTheOdds, ...]
    dealers: tuple[DealerAgainstTheOdds, ...]
    pace: tuple[Pace, ...]
    float: tuple[Float, ...]
    rulings: tuple[Ruling, ...]
    disputes: tuple[Disputes, ...]
    voids: tuple[Voids, ...]
    irregularities: tuple[Irregularity, ...]
    late_wagers: tuple[LateWagers, ...]


class DayReport(OfTables, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All tables of a house on one day."""

    report: Literal["day"]
    tournaments: tuple[TournamentMoney, ...]


class TableReport(OfTables, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table, shoe by shoe."""

    report: Literal["table"]
    table: str
    shoes: tuple[ShoeAgainstTheOdds, ...]


class ShoeReport(About, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One shoe, round by round."""

    report: Literal["shoe"]
    table: str
    shoe: int
    rounds: tuple[RoundRow, ...]
    shoes: tuple[ShoeAgainstTheOdds, ...]
    wagers: tuple[WagerAgainstTheOdds, ...]
    incidents: tuple[Incident, ...]


class PatronReport(About, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One patron: the account, and what came of the wagers."""

    report: Literal["patron"]
    patron: str
    deposited: Cents
    withdrawn: Cents
    at_desk: Cents
    """In cash at the desks of tournaments, which the account never had."""
    balance: Cents
    tables: tuple[TableAgainstTheOdds, ...]
    wagers: tuple[WagerAgainstTheOdds, ...]
    money: tuple[MoneyAtTable, ...]
    elsewhere: tuple[Elsewhere, ...]
    late_wagers: tuple[LateWagers, ...]
    incidents: tuple[Incident, ...]


class IrregularitiesReport(About, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything out of the ordinary, one by one."""

    report: Literal["irregularities"]
    incidents: tuple[Incident, ...]
    irregularities: tuple[Irregularity, ...]
    rulings: tuple[Ruling, ...]
    voids: tuple[Voids, ...]
    disputes: tuple[Disputes, ...]
    late_wagers: tuple[LateWagers, ...]
    refused: tuple[RefusedBy, ...]


class TournamentReport(About, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One tournament: places, money and tables, whose amounts are chips."""

    report: Literal["tournament"]
    tournament: str
    places: tuple[PlaceRow, ...]
    tournaments: tuple[TournamentMoney, ...]
    tables: tuple[TableAgainstTheOdds, ...]
    wagers: tuple[WagerAgainstTheOdds, ...]
    dealers: tuple[DealerAgainstTheOdds, ...]
    pace: tuple[Pace, ...]
    rulings: tuple[Ruling, ...]
    voids: tuple[Voids, ...]
    incidents: tuple[Incident, ...]
