"""TableRules: every value of one table, concrete, each with the clause it comes from.

This is the list of all parameters: what the other rooms read, what a house can set, and the rows of the comparison.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar, get_args

from msgspec import Struct

from puntobanco.canonical import digest_of, plain
from puntobanco.errors import Unreadable
from puntobanco.money import ChipSet, Count, Odds, Rate, Rounding
from puntobanco.remember import remember
from puntobanco.rules import kinds
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import (
    AreaIs,
    Bonus,
    Burn,
    Closing,
    CutOffer,
    Dealing,
    DifferentialRule,
    Exposer,
    GhostConsent,
    GhostCounting,
    HoldsFor,
    LastRound,
    MaximumBinds,
    OpeningCheck,
    OverMaximum,
    Pairs,
    PairsBox,
    Remedy,
    Replacement,
    Settlement,
    Standoff,
    UnderMinimum,
)
from puntobanco.rules.tableau import BankerTable, CardValues, DrawsOn, Tableau, require_totals
from puntobanco.rules.wagers import Wager
from puntobanco.words import choose, quoted

T = TypeVar("T")


class Ruled(Struct, Generic[T], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value of a table and the clause that it comes from."""

    value: T
    clause: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """What there is to say about one field of `TableRules`."""

    key: str
    section: str
    title: str
    kind: kinds.Kind

    @property
    def set_by_house(self) -> bool:
        return not isinstance(self.kind, kinds.Law)


@dataclass(frozen=True, slots=True)
class Told:
    """What the declaration of a parameter says of it; `section` opens a new section of the list."""

    title: str
    kind: kinds.Kind
    section: str | None = None


def _combinations(pairs: tuple[tuple[str, str], ...]) -> str:
    return "; ".join(f"{a} with {b}" for a, b in pairs) or "none"


def _hands(hands: tuple[Hand, ...]) -> str:
    return ", ".join(map(str, hands))


def _rounding(rounding: Rounding) -> str:
    return rounding.in_words


def _word(words: type[StrEnum]) -> kinds.Word:
    return kinds.Word(tuple(words))


def _remedy(*answers: Remedy) -> kinds.Maybe:
    """A house that has documented no procedure says none, and its table does not open."""
    return kinds.Maybe(kinds.Word(answers))


def _totals(totals: tuple[int, ...]) -> str:
    return " or ".join(map(str, totals))


# Which answers make sense to which irregularity, for a house that writes its own procedure.
_VOIDS = (Remedy.ROUND_VOID, Remedy.ROUND_VOID_AND_RESHUFFLE)
_FOR_EXCESS_CARDS = (Remedy.FIRST_OF_NEXT_ROUND, Remedy.FIRST_OF_NO_BET_ROUND, Remedy.ROUND_VOID)
_FOR_FACE_UP_CARDS = (Remedy.PLAYED_IN_PLACE, Remedy.ROUND_VOID)
_YES_NO = kinds.Law(kinds.Flag().show)
MOST_SEATS = 100
"""No document has a bound for all tables; a table must still fit in a room."""

TABLE_RULES = "table_rules.1"
"""The written name and version of a table's rules."""


class TableRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag=TABLE_RULES):
    """The rules of one table: an edition of a document and what its operator chose.

    Rules whose digest is not their own cannot be built: `sealed` and `amended` give them theirs.
    """

    book: str
    edition: Count
    digest: str
    wagers: tuple[Wager, ...]

    decks: Annotated[Ruled[Count], Told("Decks of 52", kinds.Whole(), section="Cards")]
    cutting_cards: Annotated[Ruled[Count], Told("Cutting cards", kinds.Whole())]
    card_values: Annotated[Ruled[CardValues], Told("Card values", kinds.Law())]
    dealing: Annotated[Ruled[Dealing], Told("First four cards are dealt", kinds.DealingKind())]
    dealing_holds_for: Annotated[Ruled[HoldsFor], Told("Dealing style is kept for a", _word(HoldsFor))]
    third_cards_up: Annotated[Ruled[bool], Told("Third cards are dealt face up", kinds.Flag())]
    exposed_by: Annotated[Ruled[Exposer], Told("Face-down cards are turned by", _word(Exposer))]
    player_turned_first: Annotated[Ruled[bool], Told("Player's face-down cards are turned first", _YES_NO)]
    counted_as_turned: Annotated[Ruled[bool], Told("Counts are announced as hands are turned", _YES_NO)]
    dealer_controls_cards: Annotated[Ruled[bool], Told("The dealer deals and controls the cards", _YES_NO)]
    midi: Annotated[Ruled[bool], Told("Midi: highest wager on a side may turn its cards", kinds.Flag())]
    opening_check: Annotated[Ruled[OpeningCheck], Told("Cards are checked before gaming", _word(OpeningCheck))]
    spread_for_patrons: Annotated[Ruled[bool], Told("Cards are spread face up for the first patrons", kinds.Flag())]
    wash: Annotated[Ruled[bool], Told("Cards are washed before the first riffle", kinds.Flag())]
    closing_check: Annotated[Ruled[bool], Told("Cards are checked at the end of gaming", kinds.Flag())]
    replacement: Annotated[Ruled[Replacement], Told("After a round the operator may replace", _word(Replacement))]
    shuffle_after_vacancy: Annotated[Ruled[bool], Told("Cards are shuffled after an empty table", kinds.Flag())]

    seats: Annotated[
        Ruled[Count], Told("Seats, each with a set of areas", kinds.Whole(high=MOST_SEATS), section="Layout")
    ]
    patrons_per_area: Annotated[Ruled[Count], Told("Patrons per wagering area", kinds.Whole())]
    area_is: Annotated[Ruled[AreaIs], Told("Where an area is a", _word(AreaIs))]
    pairs_box: Annotated[Ruled[PairsBox], Told("Pairs boxes", _word(PairsBox))]
    gallery: Annotated[Ruled[bool], Told("Gallery betting on lines", kinds.Flag())]
    lines_for_gallery_only: Annotated[Ruled[bool], Told("Lines are for those who stand behind seated patrons", _YES_NO)]
    gallery_on_lines_only: Annotated[Ruled[bool], Told("Who stands behind a seated patron bets on lines only", _YES_NO)]
    lines_need_all_areas: Annotated[Ruled[bool], Told("Lines are open only while every area has a bet", _YES_NO)]
    patrons_per_line: Annotated[Ruled[Count], Told("Patrons per line", kinds.Law())]
    gallery_lines: Annotated[Ruled[Count], Told("Lines open to the gallery, at most", kinds.Whole(0))]
    areas_per_patron: Annotated[Ruled[Count | None], Told("Areas per patron, at most", kinds.Maybe(kinds.Whole()))]
    sit_out_limit: Annotated[
        Ruled[Count | None], Told("Rounds a patron may sit out at a full table", kinds.Maybe(kinds.Whole()))
    ]

    minimum: Annotated[Ruled[Count], Told("Minimum wager", kinds.Money(), section="Limits")]
    maximum: Annotated[Ruled[Count], Told("Maximum wager", kinds.Money())]
    pairs_minimum: Annotated[Ruled[Count | None], Told("Minimum pairs wager", kinds.Maybe(kinds.Money()))]
    pairs_maximum: Annotated[Ruled[Count | None], Told("Maximum pairs wager", kinds.Maybe(kinds.Money()))]
    multiple: Annotated[Ruled[Count], Told("Wagers in multiples of", kinds.Money())]
    chips: Annotated[Ruled[ChipSet], Told("Chips", kinds.Chips())]
    under_minimum: Annotated[Ruled[UnderMinimum], Told("A wager under the minimum is", _word(UnderMinimum))]
    over_maximum: Annotated[Ruled[OverMaximum], Told("A wager over the maximum is", _word(OverMaximum))]
    maximum_binds: Annotated[Ruled[MaximumBinds], Told("The maximum binds each", _word(MaximumBinds))]
    personal_maximum: Annotated[Ruled[bool], Told("A patron may have a higher maximum", kinds.Flag())]
    differential: Annotated[Ruled[Count | None], Told("Maximum table differential", kinds.Maybe(kinds.Money()))]
    differential_rule: Annotated[Ruled[DifferentialRule], Told("Above it", _word(DifferentialRule))]
    notice_rounds: Annotated[Ruled[Count], Told("Rounds of notice before a change", kinds.Whole())]

    never_together: Annotated[
        Ruled[tuple[tuple[str, str], ...]],
        Told("Wagers one patron may not combine", kinds.Law(_combinations), section="Wagers"),
    ]
    one_per_option: Annotated[Ruled[bool], Told("One wager per option and patron", _YES_NO)]
    spoken_wagers: Annotated[Ruled[bool], Told("Spoken wagers with chips, placed by the dealer", kinds.Flag())]
    closing: Annotated[Ruled[Closing], Told("Wagers close", kinds.Law())]
    sealed: Annotated[Ruled[bool], Told("The first card seals wagers that a call closed", _YES_NO)]
    pairs_sealed: Annotated[Ruled[bool], Told("And pairs wagers with them", _YES_NO)]
    exact_payability: Annotated[Ruled[bool], Told("Banker wagers must be payable exactly in chips", _YES_NO)]
    payable_part_stands: Annotated[
        Ruled[bool], Told("Of one accepted all the same, the payable part stands and the rest is void", _YES_NO)
    ]
    settlement: Annotated[Ruled[Settlement | None], Told("Settlement method", kinds.Maybe(_word(Settlement)))]
    commission: Annotated[Ruled[Rate], Told("Commission on banker wins", kinds.Percent())]
    commission_every: Annotated[
        Ruled[Count | None], Told("Owed commission is collected every so many rounds", kinds.Maybe(kinds.Whole()))
    ]
    commission_on_leaving: Annotated[Ruled[bool], Told("Owed commission is collected from who leaves", _YES_NO)]
    tie_odds: Annotated[Ruled[Odds], Told("Tie pays", kinds.OddsKind())]
    pairs: Annotated[Ruled[Pairs], Told("Pairs", _word(Pairs))]
    pairs_before_thirds: Annotated[Ruled[bool], Told("Pairs are settled before any third card", _YES_NO)]
    bonus: Annotated[Ruled[Bonus], Told("Bonus on a hand", _word(Bonus))]
    tiger: Annotated[Ruled[bool], Told("Big and Small Tiger", kinds.Flag())]
    bonus_needs_main: Annotated[Ruled[bool], Told("Bonus only with a main wager", kinds.Flag())]
    standoff: Annotated[Ruled[Standoff], Told("Chips of a stand-off", _word(Standoff))]
    rounding: Annotated[Ruled[Rounding], Told("A fraction of a cent goes", kinds.Law(_rounding))]

    shuffled: Annotated[Ruled[bool], Told("Every new shoe is shuffled", _YES_NO, section="Shuffle and cut")]
    cut_offer: Annotated[Ruled[CutOffer], Told("The cut is offered to", _word(CutOffer))]
    cut_from_ends: Annotated[Ruled[Count], Told("Cut at least so many cards from either end", kinds.Whole())]
    cut_depth: Annotated[Ruled[Count], Told("Cards behind the cutting card", kinds.Whole())]
    burn: Annotated[Ruled[Burn], Told("First card is burned", _word(Burn))]
    burn_for_ten: Annotated[Ruled[Count], Told("Cards burned for a ten or face", kinds.Law())]
    last_round: Annotated[Ruled[LastRound], Told("The cutting card ends the shoe", _word(LastRound))]
    last_if_first: Annotated[Ruled[bool], Told("As first card of a round it makes that round the last", _YES_NO)]

    deal_order: Annotated[
        Ruled[tuple[Hand, ...]], Told("First four cards go to", kinds.Law(_hands), section="The coup")
    ]
    naturals: Annotated[Ruled[tuple[Count, ...]], Told("Naturals", kinds.Law(_totals))]
    player_draws: Annotated[Ruled[DrawsOn], Told("Player draws on", kinds.Law())]
    banker_draws_after_stand: Annotated[Ruled[DrawsOn], Told("Banker draws when player stood on", kinds.Law())]
    banker_draws_after_card: Annotated[Ruled[BankerTable], Told("Banker draws on player's third card", kinds.Law())]

    ghost_hands: Annotated[Ruled[bool], Told("Coups without wagers on request", kinds.Flag(), section="No-bet coups")]
    ghost_limit: Annotated[Ruled[Count | None], Told("At most", kinds.Maybe(kinds.Whole()))]
    ghost_counting: Annotated[Ruled[GhostCounting], Told("Counted", _word(GhostCounting))]
    ghost_consent: Annotated[Ruled[GhostConsent], Told("On whose wish", _word(GhostConsent))]
    ghost_face_up: Annotated[Ruled[bool], Told("All cards face up whatever the style", kinds.Flag())]

    call_no_more_bets: Annotated[
        Ruled[str | None], Told("Before: wagers close", kinds.Maybe(kinds.Words()), section="Announcements")
    ]
    call_no_bets: Annotated[Ruled[str | None], Told("Before: no wagers on this coup", kinds.Maybe(kinds.Words()))]
    call_counts: Annotated[Ruled[str | None], Told("During: the counts", kinds.Maybe(kinds.Words()))]
    call_result: Annotated[Ruled[str | None], Told("After: the winning hand", kinds.Maybe(kinds.Words()))]
    call_tie: Annotated[Ruled[str | None], Told("After: a tie", kinds.Maybe(kinds.Words()))]
    call_last_round: Annotated[Ruled[str | None], Told("After: the last round", kinds.Maybe(kinds.Words()))]

    on_player_card_in_error: Annotated[
        Ruled[Remedy | None],
        Told(
            "Third card to player without right",
            _remedy(Remedy.BANKERS_THIRD_IF_DUE, *_FOR_EXCESS_CARDS),
            section="Irregularities",
        ),
    ]
    error_card_covers_excess: Annotated[Ruled[bool], Told("Its clause also says what an excess one does", _YES_NO)]
    on_excess_card_seen: Annotated[Ruled[Remedy | None], Told("Excess card, seen", _remedy(*_FOR_EXCESS_CARDS))]
    on_excess_card_unseen: Annotated[Ruled[Remedy | None], Told("Excess card, not seen", _remedy(*_FOR_EXCESS_CARDS))]
    on_first_card_face_up: Annotated[
        Ruled[Remedy | None],
        Told(
            "First card of a round face up in the shoe",
            _remedy(Remedy.FIRST_OF_NO_BET_ROUND, *_FOR_FACE_UP_CARDS),
        ),
    ]
    on_later_card_face_up: Annotated[
        Ruled[Remedy | None], Told("Later card found face up", _remedy(*_FOR_FACE_UP_CARDS))
    ]
    on_out_of_sequence: Annotated[
        Ruled[Remedy | None], Told("Cards drawn out of sequence", _remedy(Remedy.RECONSTRUCTED, Remedy.ROUND_VOID))
    ]
    on_deal_beyond_repair: Annotated[
        Ruled[Remedy | None], Told("Initial deal that cannot be reconstructed", _remedy(*_VOIDS))
    ]
    on_placement_error_found_late: Annotated[
        Ruled[Remedy | None],
        Told(
            "Wrong placement found in a later round",
            _remedy(Remedy.THAT_ROUND_VOID_LATER_STAND, Remedy.RECORDED_ONLY),
        ),
    ]
    on_too_few_cards: Annotated[Ruled[Remedy | None], Told("Not enough cards to finish", _remedy(*_VOIDS))]
    on_burn_forgotten: Annotated[
        Ruled[Remedy | None], Told("Burn forgotten", _remedy(Remedy.PLAY_ON, Remedy.ROUND_VOID_AND_RESHUFFLE))
    ]
    on_impossible_card: Annotated[Ruled[Remedy | None], Told("A card that cannot be there", _remedy(*_VOIDS))]

    void_for_disturbance: Annotated[
        Ruled[bool], Told("Operator may void a disturbed round", kinds.Flag(), section="Operator and patrons")
    ]
    open_shoes: Annotated[Ruled[Count], Told("Past shoes whose rounds stay open to rulings", kinds.Whole())]
    void_for_fraud: Annotated[Ruled[bool], Told("Operator may void a round for fraud or impracticality", kinds.Flag())]
    void_for_breach: Annotated[Ruled[bool], Told("Operator may void a wager or exclude for a breach", kinds.Flag())]
    disputes: Annotated[Ruled[bool], Told("Disputes are recorded and decided", kinds.Flag())]
    dealers_may_bet: Annotated[Ruled[bool], Told("Who has dealt at the table may bet there", _YES_NO)]
    rules_on_request: Annotated[Ruled[bool], Told("A copy of the rules on request", kinds.Flag())]
    closes_after_notice: Annotated[Ruled[bool], Told("The table may close after notice", kinds.Flag())]

    def __post_init__(self) -> None:
        require_totals(self.naturals.value)
        if self.digest != rules_digest(plain(self)):
            raise ValueError(f"{self.digest} is not the digest of these {self.book} rules")

    @property
    def tableau(self) -> Tableau:
        return _TABLEAUX.get(self.digest) or remember(_TABLEAUX, self.digest, _tableau(self))

    def wager(self, wager_id: str) -> Wager:
        """The wager with this id; asking for one that this table does not offer is `Unreadable`."""
        wagers = _WAGERS.get(self.digest) or remember(_WAGERS, self.digest, {wager.id: wager for wager in self.wagers})
        found = wagers.get(wager_id)
        if found is None:
            what_to_write = choose(wager_id, wagers)
            raise Unreadable(f"{quoted(wager_id)} is not a wager at this {self.book} table: {what_to_write}")
        return found

    def ruled(self, key: str) -> Ruled[Any]:
        """The value and clause of a parameter by its key."""
        found: Ruled[Any] = getattr(self, key)
        return found

    def cite(self, clause: str) -> str:
        """`act-2015 2.1`: a clause with its book."""
        return f"{self.book} {clause}"


def rules_digest(written: Mapping[str, Any]) -> str:
    """The digest of rules as a record writes them: SHA-256 of the canonical JSON of all members but `digest`."""
    return digest_of({name: value for name, value in written.items() if name != "digest"})


def sealed(**members: Any) -> TableRules:
    """The rules with these members and the digest that is theirs."""
    return TableRules(digest=rules_digest(plain({"is": TABLE_RULES, **members})), **members)


# What follows from rules and is asked for often, by their digest: nothing is kept on the rules themselves.
_TABLEAUX: dict[str, Tableau] = {}
_WAGERS: dict[str, dict[str, Wager]] = {}


def _tableau(rules: TableRules) -> Tableau:
    return Tableau(
        values=rules.card_values.value,
        naturals=rules.naturals.value,
        player=rules.player_draws.value,
        banker_after_stand=rules.banker_draws_after_stand.value,
        banker_after_card=rules.banker_draws_after_card.value,
    )


def _parameters() -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    section = ""
    for key, declared in TableRules.__annotations__.items():
        for told in get_args(declared)[1:]:
            if isinstance(told, Told):
                section = told.section or section
                found[key] = Parameter(key=key, section=section, title=told.title, kind=told.kind)
    return found


PARAMETERS: dict[str, Parameter] = _parameters()
"""Every parameter of a table by its key, in the order of the comparison."""
