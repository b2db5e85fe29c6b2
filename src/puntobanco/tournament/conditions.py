"""Conditions of entry and play: what the Commission approves before a tournament opens."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, ValidationError, convert

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.values.canonical import digest_of, plain
from puntobanco.values.money import LARGEST, Cents, Count, format_dollars
from puntobanco.values.text import choose, clean, quoted

Time: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
"""Microseconds since 1970 began, in UTC."""
WHOLE = 10_000
"""All of a pool, in hundredths of a percent."""
MOST_PLAYERS = 10_000


class StageKind(StrEnum):
    HEAT = "heat"
    SEMI_FINAL = "semi_final"
    FINAL = "final"


class AdvanceBy(StrEnum):
    """Among whom the best are taken who go on."""

    TABLE = "table"
    SESSION = "session"
    """Of each session of a stage that has several."""
    OVERALL = "overall"


class CommissionOf(StrEnum):
    """What the commission is a share or an amount of."""

    EACH_FEE = "each_fee"
    ALL_FEES = "all_fees"


class Commission(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The approved part of the fees that the operator keeps: a share or an amount, of each fee or of all together."""

    of: CommissionOf = CommissionOf.EACH_FEE
    amount: Cents | None = None
    share: Count | None = None
    """In hundredths of a percent; either an amount or a share."""

    def out_of(self, fee: Cents, paid: int) -> Cents:
        """The commission of so many fees. A fraction of a cent is prize money."""
        if self.of is CommissionOf.ALL_FEES:
            return self._part(fee * paid)
        return self._part(fee) * paid

    def _part(self, money: Cents) -> Cents:
        return money * (self.share or 0) // WHOLE if self.amount is None else self.amount

    def in_words(self) -> str:
        part = percent(self.share or 0) if self.amount is None else format_dollars(self.amount)
        return f"{part} of {'each fee' if self.of is CommissionOf.EACH_FEE else 'all fees together'}"


class Stage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One stage of the structure: how long its sessions are, how many go on, with which chips and limits."""

    name: str
    kind: StageKind
    rounds: Count | None
    shoes: Count | None
    """Either rounds or shoes."""
    advance: Count | None
    """How many go on; none from the final."""
    advance_by: AdvanceBy | None
    chips: Cents | None
    """Issued anew; none where chips are carried on, and in the first stage, where each entry has its chips."""
    sessions: Count = 1
    """How many sessions, each with some of the players and a published time: heats at different times."""
    limits: tuple[tuple[str, str], ...] = ()
    """Table limits of this stage over those of all, as written in a house file, by key."""


class Breakdown(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shares of the places, first place first, for so many seated players."""

    least: Count
    most: Count
    shares: tuple[Count, ...]
    """In hundredths of a percent."""


class Conditions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The conditions of one tournament, in whole cents, hundredths of a percent and microseconds."""

    title: str
    start: Time
    stages: tuple[Stage, ...]
    entry_fee: Cents
    commission: Commission
    """What of the entry fees the operator keeps."""
    chips: Cents
    """Tournament chips for an entry."""
    least_players: Count
    most_players: Count
    players_per_table: Count
    """The most; how many it is, the director says."""
    may_not_enter: tuple[str, ...]
    may_enter_only: tuple[str, ...]
    """Groups; where some are named, nobody enters who is in none of them."""
    table: tuple[tuple[str, str], ...]
    """Table limits and whatever else of a table's rules the conditions set, as written in a house file, by key."""
    prizes: tuple[Breakdown, ...]
    play_off_rounds: Count
    """How many rounds a play-off has before chips are compared."""
    delegated: tuple[str, ...] = ()
    """The clauses whose powers, which are the operator's, the director has without an operator's approval."""

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON: by it an approval says what was approved."""
        return digest_of(plain(self))

    def shares(self, players: int) -> tuple[int, ...]:
        """The shares of the places for so many seated players, in hundredths of a percent."""
        return next(one.shares for one in self.prizes if one.least <= players <= one.most)

    def issued(self, stage: int) -> Cents | None:
        """The chips that a stage is played with; none where they are carried on."""
        return self.chips if stage == 0 else self.stages[stage].chips


Problem: TypeAlias = tuple[str, str, str]
"""A field, the clause that it belongs to, and what is wrong with it."""


def require_sound(conditions: Conditions, law: TournamentLaw, book: str) -> None:
    """Refuse conditions that contradict themselves; all that is wrong is named."""
    try:
        convert(plain(conditions), Conditions)
    except ValidationError as error:
        raise Refused("conditions_unsound", f"{book} {law.approval}", f"these are no conditions: {error}") from None
    problems = list(contradictions(conditions, law))
    if problems:
        sentence = "; ".join(f"{field}: {what} ({clause})" for field, clause, what in problems)
        raise Refused("conditions_unsound", f"{book} {problems[0][1]}", sentence)


def contradictions(conditions: Conditions, law: TournamentLaw) -> Iterator[Problem]:
    """What is wrong with conditions, whatever the rules of the tables are."""
    yield from _texts(conditions, law)
    yield from _structure(conditions, law)
    yield from _powers(conditions, law)
    yield from _money(conditions, law)
    yield from _players(conditions, law)
    yield from _prizes(conditions, law)


def _texts(conditions: Conditions, law: TournamentLaw) -> Iterator[Problem]:
    texts = [("title", law.approval, conditions.title)]
    texts += [(f"stages[{place}].name", law.structure, one.name) for place, one in enumerate(conditions.stages)]
    texts += [("groups", law.groups, one) for one in (*conditions.may_not_enter, *conditions.may_enter_only)]
    for field, clause, text in texts:
        if not text.strip() or not _is_clean(text):
            yield field, clause, f"{quoted(text)} is no name in one plain line"


def _is_clean(text: str) -> bool:
    try:
        return clean(text) == text
    except Unreadable:
        return False


_ORDER = tuple(StageKind)


def _structure(conditions: Conditions, law: TournamentLaw) -> Iterator[Problem]:
    stages, clause = conditions.stages, law.structure
    kinds = [one.kind for one in stages]
    if not stages or kinds[-1] is not StageKind.FINAL or kinds.count(StageKind.FINAL) > 1:
        yield "stages", clause, "the last stage, and no other, is the final"
    if kinds != sorted(kinds, key=_ORDER.index):
        yield "stages", clause, "heats come before semi-finals"
    if len({one.name for one in stages}) < len(stages):
        yield "stages", clause, "every stage has a name of its own"
    for place, stage in enumerate(stages):
        for what in _of_stage(stage):
            yield f"stages[{place}]", clause, what
        for key, _ in stage.limits:
            if key not in LIMITS:
                yield f"stages[{place}].limits", law.limits, f"{key} is no limit: {choose(key, LIMITS)}"
    if stages and stages[0].chips is not None:
        yield "stages[0].chips", law.chips_per_entry, "the first stage is played with the chips of the entry"
    if conditions.play_off_rounds < 1:
        yield "play_off_rounds", law.play_off, "a play-off has at least one round at a time"


LIMITS = ("minimum", "maximum", "pairs_minimum", "pairs_maximum", "multiple", "differential")
"""What a stage can have of its own."""


def _of_stage(stage: Stage) -> Iterator[str]:
    if (stage.rounds is None) is (stage.shoes is None) or 0 in (stage.rounds, stage.shoes):
        yield "a session is either a number of rounds or a number of shoes, at least one"
    final = stage.kind is StageKind.FINAL
    if final and not (stage.advance is None and stage.advance_by is None):
        yield "nobody goes on from the final: leave advance and advance_by out"
    if stage.sessions < 1 or (final and stage.sessions > 1):
        yield "a stage has at least one session, and the final has one"
    if not final and (not stage.advance or stage.advance_by is None):
        yield "say how many advance, at least one, and whether by table, by session or overall"
    if stage.chips is not None and stage.chips <= 0:
        yield "chips that are issued anew are more than none"


def _powers(conditions: Conditions, law: TournamentLaw) -> Iterator[Problem]:
    powers = law.operators_powers
    for clause in conditions.delegated:
        if clause not in powers or conditions.delegated.count(clause) > 1:
            yield "delegated", law.director, f"the director can be given {', '.join(powers)}, each once"


def _money(conditions: Conditions, law: TournamentLaw) -> Iterator[Problem]:
    if conditions.entry_fee < 0 or conditions.entry_fee * MOST_PLAYERS > LARGEST:
        yield "entry_fee", law.fee, "it is an amount that nobody pays"
    for what in _commission(conditions):
        yield "commission", law.fee, what
    if conditions.chips <= 0:
        yield "chips", law.chips_per_entry, "an entry has more chips than none"


def _commission(conditions: Conditions) -> Iterator[str]:
    commission, fee = conditions.commission, conditions.entry_fee
    if (commission.amount is None) is (commission.share is None):
        yield "it is either an amount or a share"
    elif commission.share is not None and not 0 <= commission.share <= WHOLE:
        yield f"{percent(commission.share)} is no part of the fees"
    elif commission.amount is not None:
        fees = fee if commission.of is CommissionOf.EACH_FEE else fee * conditions.least_players
        if not 0 <= commission.amount <= fees:
            whose = "the entry fee" if commission.of is CommissionOf.EACH_FEE else "the fees of the fewest players"
            yield f"it lies inside {whose}, {format_dollars(fees)}"


def _players(conditions: Conditions, law: TournamentLaw) -> Iterator[Problem]:
    if not 2 <= conditions.least_players <= conditions.most_players <= MOST_PLAYERS:
        yield "players", law.players, f"from two to {MOST_PLAYERS:,} play, and the least is not above the most"
    if conditions.players_per_table < 2:
        yield "players_per_table", law.players_per_table, "a table has at least two places"
    both = sorted({*conditions.may_not_enter} & {*conditions.may_enter_only})
    if both:
        yield "groups", law.groups, f"{both[0]} may not enter and is among those who alone may"


def _prizes(conditions: Conditions, law: TournamentLaw) -> Iterator[Problem]:
    following = conditions.least_players
    for one in conditions.prizes:
        name = f"prizes.{one.least}-{one.most}"
        if one.least != following or one.most < one.least:
            yield name, law.prizes, f"a breakdown for {following} players comes next: each number once, in order"
        following = one.most + 1
        if sum(one.shares) != WHOLE:
            yield name, law.whole_pool, f"its shares come to {percent(sum(one.shares))}, not to 100%"
        if 0 in one.shares or len(one.shares) > one.least:
            yield name, law.prizes, f"every place has a share, and {one.least} players have no more places"
    if following - 1 != conditions.most_players:
        most = conditions.most_players
        yield "prizes", law.prizes, f"breakdowns go up to {following - 1} players, not to {most}, the most who may play"


def percent(share: int) -> str:
    whole, hundredths = divmod(share, 100)
    return f"{whole}.{hundredths:02}%" if hundredths else f"{whole}%"
