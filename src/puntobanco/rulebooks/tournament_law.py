"""Where a document speaks of tournaments: the clause for each thing that is done in one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLaw:
    """The clauses of a document's tournaments, by what they are about; a book without them has no tournaments."""

    director: str
    operators_powers: tuple[str, ...]
    """What is the casino operator's at a table, and approved conditions may delegate to the director."""
    approval: str
    start: str
    """What follows up to `prizes` is what conditions of entry and play cover."""
    structure: str
    fee: str
    chips_per_entry: str
    players: str
    groups: str
    limits: str
    prizes: str
    prevail: str
    one_entry: str
    ballot: str
    players_per_table: str
    published: str
    """Our ruling on published times, reserves, and who pays a fee."""
    sessions: str
    """Our ruling on heats at different times."""
    forfeit: str
    reserves: str
    substitutes: str
    least_risk: str
    breaks: str
    pace: str
    places: str
    whole_pool: str
    play_off: str
    pool: str
    no_refund: str
    staff: str
    """Who works at a tournament does not play in it."""
    ranking: str
    """Our ruling on places, play-offs, lots and odd cents."""
    rounds_that_count: str
    reversals: str
    """Our ruling on what a late void takes back."""
    after_a_session: str
    """Our ruling on which decisions reach rounds of a session that is over."""
    money: str
    """Our ruling on fees, refunds, substitutes, reinstatement and approvals."""
    draws: str
    """Our ruling on what ballots and lots are drawn by."""
