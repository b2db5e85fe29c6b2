"""What a tournament is made of: people, entries, sessions, tables in play, results, and the closed words for them."""

from enum import StrEnum

from msgspec import Struct

from puntobanco.fair_shoes.draws import DrawContext, DrawKind, DrawProof, EntrantWords
from puntobanco.fair_shoes.hashing import Hex256
from puntobanco.table.state import TableState
from puntobanco.tournament.conditions import Time
from puntobanco.values.money import Cents, Count


class Office(StrEnum):
    """What somebody works as at a tournament."""

    DIRECTOR = "director"
    ASSISTANT = "assistant"
    DEALER = "dealer"


class Approval(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Commission's approval in writing, as the operator recorded it."""

    reference: str
    date: str
    conditions: str
    """The digest of what was approved."""
    series: bool
    """Whether it is for a series of tournaments."""
    recorded_by: str
    confirmed_by: str | None = None


class Ending(StrEnum):
    """How somebody's tournament ended."""

    FINISHED = "finished"
    """Played a session to its end and did not go on."""
    PUT_OUT = "put_out"
    FORFEITED = "forfeited"
    """Was absent when a later session started."""
    NEVER_SAT = "never_sat"
    """Was absent when the first one started."""


class Finish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How, in which stage and with what somebody's tournament ended."""

    how: Ending
    stage: Count
    round: Count = 0
    """Of who was put out: the number of the round in the session."""
    chips: Cents = 0
    """Of who finished: at the end of the session, before any play-off."""
    order: Count = 0
    """Of who finished: among those who finished that stage and did not go on, from 0 for the best; equal ones share."""


class Entrant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry and who plays it now."""

    player: str
    payer: str
    paid: Cents
    groups: tuple[str, ...]
    number: Count
    """In the order of registration."""
    drawn: Count | None = None
    """As how many-th the entry was drawn in the first session's ballot."""
    chips: Cents = 0
    """Tournament chips while they lie at no table: those of the session that is over, or carried on."""
    warned: bool = False
    """Has been warned for a wager out of turn."""
    finish: Finish | None = None


class PaidFrom(StrEnum):
    """Where a fee was paid from."""

    ACCOUNT = "account"
    """The player's own account, by the player's own act."""
    DESK = "desk"
    """Handed over at the tournament's desk."""


class Reserve(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person who waits for a seat that is not taken."""

    player: str
    groups: tuple[str, ...]
    offered: str | None = None
    """Whose seat the reserve was offered, and has not accepted yet."""


class Seat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table and seat that somebody drew."""

    player: str
    table: str
    seat: Count
    taken: bool = False


class Out(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who was put out of the session that runs, and can come back if a late void gives the chips back."""

    player: str
    table: str
    round: Count
    """The table's number of the last round before."""
    chips: Cents
    """What could not be wagered any more, with what came back since."""
    excluded: bool


class Session(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session from its ballot to its end, or a play-off."""

    starts_at: Time
    """Its published time; a play-off has none."""
    seats: tuple[Seat, ...]
    """In the order drawn."""
    number: Count = 1
    """Of the sessions of its stage."""
    play_off: bool = False
    started: bool = False
    out: tuple[Out, ...] = ()
    before: tuple[tuple[str, str], ...] = ()
    """Who played a seat before its player: what comes of a round of theirs is the player's."""
    ballot: Count | None = None
    """The number of the draw that gave the seats; none of a play-off where players sit, and of some rehearsals."""
    due: tuple[tuple[str, Cents], ...] = ()
    """Chips that a late decision gives a player, as soon as no wager of theirs lies, or (below zero) still takes."""

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """Who was not put out."""
        return self._without_out(self.seats)

    def at(self, table: str) -> tuple[Seat, ...]:
        """Who of a table was not put out."""
        return self._without_out(tuple([one for one in self.seats if one.table == table]))

    def _without_out(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        out = {one.player for one in self.out}
        return tuple([one for one in seats if one.player not in out]) if out else seats


class Sitting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session as it is drawn: its published time, and its tables."""

    starts_at: Time
    tables: tuple[str, ...]


class TableInPlay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the stage, and which of its rounds count for the session or play-off that runs."""

    state: TableState
    first_round: Count = 1
    counted: tuple[Count, ...] = ()


class Finisher(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who played a session to its end."""

    player: str
    table: str
    seat: Count
    chips: Cents
    can_wager: bool
    """Whether the chips suffice for another round, as a play-off would be."""
    session: Count = 1
    """The number of the session in its stage."""


class Rank(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody came to in a play-off: 1 is the best, equal ones are equal."""

    player: str
    table: str
    seat: Count
    rank: Count
    chips: Cents
    can_wager: bool
    excluded: bool = False
    """Does not go on, whatever is left."""


class Contest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A play-off that is over."""

    ranks: tuple[Rank, ...]

    def of(self, player: str) -> Rank | None:
        return next((one for one in self.ranks if one.player == player), None)


class Lot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lot that was drawn: who of its players goes on."""

    go_on: tuple[str, ...]
    stay: tuple[str, ...]


class PlayedTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as a session left it."""

    table: str
    first_round: Count
    counted: tuple[Count, ...]
    marker: Count | None
    """The seat of the starting marker."""


class EndedSession(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session that is over, until its stage is closed, or of the last stage the places are awarded."""

    session: Session
    tables: tuple[PlayedTable, ...]

    def at(self, table: str) -> PlayedTable | None:
        return next((one for one in self.tables if one.table == table), None)


class Results(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the sessions of a stage came to, and how their ties were decided so far."""

    finishers: tuple[Finisher, ...]
    contests: tuple[Contest, ...] = ()
    lots: tuple[Lot, ...] = ()
    ended: tuple[EndedSession, ...] = ()
    reopened: tuple[Finisher, ...] = ()
    """What a session came to that is played on, because one of its rounds is void or decided again."""


class Commitment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house publishes of the secret of a draw before anyone can add words to it."""

    context: DrawContext
    commitment: Hex256


class DrawResult(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a draw came to, and what it followed from."""

    draw: Count | None
    """Its number; none of a rehearsal in which the house was committed to nothing."""
    secret: Hex256
    """Of the house; in a rehearsal the seed that a script named."""
    rehearsed: bool
    """A script chose the result: it proves nothing."""
    names: tuple[str, ...]
    """In the order of registration."""
    order: tuple[str, ...]
    """As they were drawn."""


class Draw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ballot or lot from its commitment to its result."""

    committed: Commitment
    words: tuple[EntrantWords, ...] = ()
    result: DrawResult | None = None
    set_aside: str | None = None
    """Why it was drawn again, or will not be drawn."""

    @property
    def number(self) -> int:
        return self.committed.context.draw

    @property
    def kind(self) -> DrawKind:
        return self.committed.context.kind

    @property
    def is_open(self) -> bool:
        """Whether words can be added, and it is still to be drawn."""
        return self.result is None and self.set_aside is None

    @property
    def proof(self) -> DrawProof | None:
        """What anyone can compute again; none before the result, and of a rehearsal."""
        if self.result is None or self.result.rehearsed:
            return None
        return DrawProof(
            context=self.committed.context,
            commitment=self.committed.commitment,
            words=self.words,
            secret=self.result.secret,
            names=self.result.names,
            order=self.result.order,
        )


class Award(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place and its prize; several who share a place share what its division is worth."""

    player: str
    place: Count
    prize: Cents
    paid: bool = False
