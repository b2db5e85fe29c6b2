"""TableRules: every value of one table, concrete, each with the clause it comes from.

This is the list of all parameters: what the other rooms read, what a house can set, and the rows of the comparison.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar, get_args

from msgspec import Struct

from puntobanco.errors import Unreadable
from puntobanco.rulebooks import parameter_types
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import (
    AfterStandOff,
    AreaIs,
    BettingOrder,
    Bonus,
    Burn,
    ChipSource,
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
    SettlementMethod,
    UnderMinimum,
)
from puntobanco.rulebooks.tableau import BankerTable, CardValues, DrawsOn, Tableau, require_totals
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.canonical import digest_of, plain
from puntobanco.values.memo import remember
from puntobanco.values.money import ChipSet, Count, Odds, Rate, Rounding
from puntobanco.values.text import choose, quoted

T = TypeVar("T")


class Ruled(Struct, Generic[T], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value of a table and the clause that it comes from."""

    value: T
    clause: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """What there is to say about one field of `TableRules`; where it is declared, a section opens a new one."""

    title: str
    kind: parameter_types.Kind
    section: str = ""

    @property
    def set_by_house(self) -> bool:
        return not isinstance(self.kind, parameter_types.ByDocument)


def _combinations(pairs: tuple[tuple[str, str], ...]) -> str:
    return "; ".join(f"{a} with {b}" for a, b in pairs) or "none"


def _hands(hands: tuple[Hand, ...]) -> str:
    return ", ".join(map(str, hands))


def _rounding(rounding: Rounding) -> str:
    return rounding.in_words


def _word(words: type[StrEnum]) -> parameter_types.Word:
    return parameter_types.Word(tuple(words))


def _remedy(*answers: Remedy) -> parameter_types.Maybe:
    """A house that has documented no procedure says none, and its table does not open."""
    return parameter_types.Maybe(parameter_types.Word(answers))


def _totals(totals: tuple[int, ...]) -> str:
    return " or ".join(map(str, totals))


# Which answers make sense to which irregularity, for a house that writes its own procedure.
_VOIDS = (Remedy.ROUND_VOID, Remedy.ROUND_VOID_AND_RESHUFFLE)
_FOR_EXCESS_CARDS = (Remedy.FIRST_OF_NEXT_ROUND, Remedy.FIRST_OF_NO_BET_ROUND, Remedy.ROUND_VOID)
_FOR_FACE_UP_CARDS = (Remedy.PLAYED_IN_PLACE, Remedy.ROUND_VOID)
_YES_NO = parameter_types.ByDocument(parameter_types.Flag().show, written=parameter_types.Flag())
_COUNT = parameter_types.ByDocument(written=parameter_types.Whole(0))
MOST_SEATS = 100
"""No document has a bound for all tables; a table must still fit in a room."""

TABLE_RULES = "table_rules.1"
"""The written name and version of a table's rules."""


class Conditions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Approved conditions that prevail over the rules of a table, and the clause by which they do."""

    digest: str
    """Of the document that has them."""
    clause: str
    values: tuple[tuple[str, str], ...]
    """What they say of the table, as an operator would type it."""


class TableRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag=TABLE_RULES):
    """The rules of one table: an edition of a document and what its operator chose.

    Rules whose digest is not their own cannot be built: `sealed` and `amended` give them theirs.
    """

    book: str
    edition: Count
    digest: str
    wagers: tuple[Wager, ...]
    conditions: Conditions | None
    """What prevails over the book and the house, where something does."""

    decks: Annotated[Ruled[Count], Parameter("Decks of 52", parameter_types.Whole(), section="Cards")]
    cutting_cards: Annotated[Ruled[Count], Parameter("Cutting cards", parameter_types.Whole())]
    card_values: Annotated[Ruled[CardValues], Parameter("Card values", parameter_types.ByDocument())]
    dealing: Annotated[Ruled[Dealing], Parameter("First four cards are dealt", parameter_types.DealingKind())]
    dealing_holds_for: Annotated[Ruled[HoldsFor], Parameter("Dealing style is kept for a", _word(HoldsFor))]
    third_cards_up: Annotated[Ruled[bool], Parameter("Third cards are dealt face up", parameter_types.Flag())]
    exposed_by: Annotated[Ruled[Exposer], Parameter("Face-down cards are turned by", _word(Exposer))]
    player_turned_first: Annotated[Ruled[bool], Parameter("Player's face-down cards are turned first", _YES_NO)]
    counted_as_turned: Annotated[Ruled[bool], Parameter("Counts are announced as hands are turned", _YES_NO)]
    dealer_controls_cards: Annotated[Ruled[bool], Parameter("The dealer deals and controls the cards", _YES_NO)]
    midi: Annotated[Ruled[bool], Parameter("Midi: highest wager on a side may turn its cards", parameter_types.Flag())]
    opening_check: Annotated[Ruled[OpeningCheck], Parameter("Cards are checked before gaming", _word(OpeningCheck))]
    spread_for_patrons: Annotated[
        Ruled[bool], Parameter("Cards are spread face up for the first patrons", parameter_types.Flag())
    ]
    wash: Annotated[Ruled[bool], Parameter("Cards are washed before the first riffle", parameter_types.Flag())]
    closing_check: Annotated[Ruled[bool], Parameter("Cards are checked at the end of gaming", parameter_types.Flag())]
    replacement: Annotated[Ruled[Replacement], Parameter("After a round the operator may replace", _word(Replacement))]
    shuffle_after_vacancy: Annotated[
        Ruled[bool], Parameter("Cards are shuffled after an empty table", parameter_types.Flag())
    ]

    seats: Annotated[
        Ruled[Count],
        Parameter("Seats, each with a set of areas", parameter_types.Whole(high=MOST_SEATS), section="Layout"),
    ]
    patrons_per_area: Annotated[Ruled[Count], Parameter("Patrons per wagering area", parameter_types.Whole())]
    area_is: Annotated[Ruled[AreaIs], Parameter("Where an area is a", _word(AreaIs))]
    pairs_box: Annotated[Ruled[PairsBox], Parameter("Pairs boxes", _word(PairsBox))]
    gallery: Annotated[Ruled[bool], Parameter("Gallery betting on lines", parameter_types.Flag())]
    lines_for_gallery_only: Annotated[
        Ruled[bool], Parameter("Lines are for those who stand behind seated patrons", _YES_NO)
    ]
    gallery_on_lines_only: Annotated[
        Ruled[bool], Parameter("Who stands behind a seated patron bets on lines only", _YES_NO)
    ]
    lines_need_all_areas: Annotated[Ruled[bool], Parameter("Lines are open only while every area has a bet", _YES_NO)]
    patrons_per_line: Annotated[Ruled[Count], Parameter("Patrons per line", _COUNT)]
    gallery_lines: Annotated[Ruled[Count], Parameter("Lines open to the gallery, at most", parameter_types.Whole(0))]
    areas_per_patron: Annotated[
        Ruled[Count | None], Parameter("Areas per patron, at most", parameter_types.Maybe(parameter_types.Whole()))
    ]
    sit_out_limit: Annotated[
        Ruled[Count | None],
        Parameter("Rounds a patron may sit out at a full table", parameter_types.Maybe(parameter_types.Whole())),
    ]

    minimum: Annotated[Ruled[Count], Parameter("Minimum wager", parameter_types.MoneyKind(), section="Limits")]
    maximum: Annotated[Ruled[Count], Parameter("Maximum wager", parameter_types.MoneyKind())]
    pairs_minimum: Annotated[
        Ruled[Count | None], Parameter("Minimum pairs wager", parameter_types.Maybe(parameter_types.MoneyKind()))
    ]
    pairs_maximum: Annotated[
        Ruled[Count | None], Parameter("Maximum pairs wager", parameter_types.Maybe(parameter_types.MoneyKind()))
    ]
    multiple: Annotated[Ruled[Count], Parameter("Wagers in multiples of", parameter_types.MoneyKind())]
    chips: Annotated[Ruled[ChipSet], Parameter("Chips", parameter_types.ChipsKind())]
    under_minimum: Annotated[Ruled[UnderMinimum], Parameter("A wager under the minimum is", _word(UnderMinimum))]
    over_maximum: Annotated[Ruled[OverMaximum], Parameter("A wager over the maximum is", _word(OverMaximum))]
    maximum_binds: Annotated[Ruled[MaximumBinds], Parameter("The maximum binds each", _word(MaximumBinds))]
    personal_maximum: Annotated[Ruled[bool], Parameter("A patron may have a higher maximum", parameter_types.Flag())]
    differential: Annotated[
        Ruled[Count | None], Parameter("Maximum table differential", parameter_types.Maybe(parameter_types.MoneyKind()))
    ]
    differential_rule: Annotated[Ruled[DifferentialRule], Parameter("Above it", _word(DifferentialRule))]
    notice_rounds: Annotated[Ruled[Count], Parameter("Rounds of notice before a change", parameter_types.Whole())]

    never_together: Annotated[
        Ruled[tuple[tuple[str, str], ...]],
        Parameter("Wagers one patron may not combine", parameter_types.ByDocument(_combinations), section="Wagers"),
    ]
    one_per_option: Annotated[Ruled[bool], Parameter("One wager per option and patron", _YES_NO)]
    spoken_wagers: Annotated[
        Ruled[bool], Parameter("Spoken wagers with chips, placed by the dealer", parameter_types.Flag())
    ]
    closing: Annotated[Ruled[Closing], Parameter("Wagers close", parameter_types.ByDocument(written=_word(Closing)))]
    sealed: Annotated[Ruled[bool], Parameter("The first card seals wagers that a call closed", _YES_NO)]
    pairs_sealed: Annotated[Ruled[bool], Parameter("And pairs wagers with them", _YES_NO)]
    exact_payability: Annotated[Ruled[bool], Parameter("Banker wagers must be payable exactly in chips", _YES_NO)]
    payable_part_stands: Annotated[
        Ruled[bool], Parameter("Of one accepted all the same, the payable part stands and the rest is void", _YES_NO)
    ]
    settlement: Annotated[
        Ruled[SettlementMethod | None], Parameter("Settlement method", parameter_types.Maybe(_word(SettlementMethod)))
    ]
    commission: Annotated[Ruled[Rate], Parameter("Commission on banker wins", parameter_types.Percent())]
    commission_every: Annotated[
        Ruled[Count | None],
        Parameter("Owed commission is collected every so many rounds", parameter_types.Maybe(parameter_types.Whole())),
    ]
    commission_on_leaving: Annotated[Ruled[bool], Parameter("Owed commission is collected from who leaves", _YES_NO)]
    tie_odds: Annotated[Ruled[Odds], Parameter("Tie pays", parameter_types.OddsKind())]
    offered: Annotated[Ruled[tuple[str, ...]], Parameter("Side bets offered", parameter_types.WagerIds())]
    pairs: Annotated[Ruled[Pairs | None], Parameter("Pairs", parameter_types.Maybe(_word(Pairs)))]
    pairs_before_thirds: Annotated[Ruled[bool], Parameter("Pairs are settled before any third card", _YES_NO)]
    bonus: Annotated[Ruled[Bonus | None], Parameter("Bonus on a hand", parameter_types.Maybe(_word(Bonus)))]
    bonus_needs_main: Annotated[Ruled[bool], Parameter("Bonus only with a main wager", parameter_types.Flag())]
    standoff: Annotated[Ruled[AfterStandOff], Parameter("Chips of a stand-off", _word(AfterStandOff))]
    rounding: Annotated[Ruled[Rounding], Parameter("A fraction of a cent goes", parameter_types.ByDocument(_rounding))]

    shuffled: Annotated[Ruled[bool], Parameter("Every new shoe is shuffled", _YES_NO, section="Shuffle and cut")]
    cut_offer: Annotated[Ruled[CutOffer], Parameter("The cut is offered to", _word(CutOffer))]
    cut_from_ends: Annotated[
        Ruled[Count], Parameter("Cut at least so many cards from either end", parameter_types.Whole())
    ]
    cut_depth: Annotated[Ruled[Count], Parameter("Cards behind the cutting card", parameter_types.Whole())]
    burn: Annotated[Ruled[Burn], Parameter("First card is burned", _word(Burn))]
    burn_for_ten: Annotated[Ruled[Count], Parameter("Cards burned for a ten or face", _COUNT)]
    last_round: Annotated[Ruled[LastRound], Parameter("The cutting card ends the shoe", _word(LastRound))]
    last_if_first: Annotated[Ruled[bool], Parameter("As first card of a round it makes that round the last", _YES_NO)]

    deal_order: Annotated[
        Ruled[tuple[Hand, ...]],
        Parameter("First four cards go to", parameter_types.ByDocument(_hands), section="The coup"),
    ]
    naturals: Annotated[Ruled[tuple[Count, ...]], Parameter("Naturals", parameter_types.ByDocument(_totals))]
    player_draws: Annotated[Ruled[DrawsOn], Parameter("Player draws on", parameter_types.ByDocument())]
    banker_draws_after_stand: Annotated[
        Ruled[DrawsOn], Parameter("Banker draws when player stood on", parameter_types.ByDocument())
    ]
    banker_draws_after_card: Annotated[
        Ruled[BankerTable], Parameter("Banker draws on player's third card", parameter_types.ByDocument())
    ]

    ghost_hands: Annotated[
        Ruled[bool], Parameter("Coups without wagers on request", parameter_types.Flag(), section="No-bet coups")
    ]
    ghost_limit: Annotated[Ruled[Count | None], Parameter("At most", parameter_types.Maybe(parameter_types.Whole()))]
    ghost_counting: Annotated[Ruled[GhostCounting], Parameter("Counted", _word(GhostCounting))]
    ghost_consent: Annotated[Ruled[GhostConsent], Parameter("On whose wish", _word(GhostConsent))]
    ghost_face_up: Annotated[Ruled[bool], Parameter("All cards face up whatever the style", parameter_types.Flag())]

    call_no_more_bets: Annotated[
        Ruled[str | None],
        Parameter("Before: wagers close", parameter_types.Maybe(parameter_types.Words()), section="Announcements"),
    ]
    call_no_bets: Annotated[
        Ruled[str | None], Parameter("Before: no wagers on this coup", parameter_types.Maybe(parameter_types.Words()))
    ]
    call_counts: Annotated[
        Ruled[str | None], Parameter("During: the counts", parameter_types.Maybe(parameter_types.Words()))
    ]
    call_result: Annotated[
        Ruled[str | None], Parameter("After: the winning hand", parameter_types.Maybe(parameter_types.Words()))
    ]
    call_tie: Annotated[Ruled[str | None], Parameter("After: a tie", parameter_types.Maybe(parameter_types.Words()))]
    call_last_round: Annotated[
        Ruled[str | None], Parameter("After: the last round", parameter_types.Maybe(parameter_types.Words()))
    ]

    on_player_card_in_error: Annotated[
        Ruled[Remedy | None],
        Parameter(
            "Third card to player without right",
            _remedy(Remedy.BANKERS_THIRD_IF_DUE, *_FOR_EXCESS_CARDS),
            section="Irregularities",
        ),
    ]
    error_card_covers_excess: Annotated[Ruled[bool], Parameter("Its clause also says what an excess one does", _YES_NO)]
    on_excess_card_seen: Annotated[Ruled[Remedy | None], Parameter("Excess card, seen", _remedy(*_FOR_EXCESS_CARDS))]
    on_excess_card_unseen: Annotated[
        Ruled[Remedy | None], Parameter("Excess card, not seen", _remedy(*_FOR_EXCESS_CARDS))
    ]
    on_first_card_face_up: Annotated[
        Ruled[Remedy | None],
        Parameter(
            "First card of a round face up in the shoe",
            _remedy(Remedy.FIRST_OF_NO_BET_ROUND, *_FOR_FACE_UP_CARDS),
        ),
    ]
    on_later_card_face_up: Annotated[
        Ruled[Remedy | None], Parameter("Later card found face up", _remedy(*_FOR_FACE_UP_CARDS))
    ]
    on_out_of_sequence: Annotated[
        Ruled[Remedy | None], Parameter("Cards drawn out of sequence", _remedy(Remedy.RECONSTRUCTED, Remedy.ROUND_VOID))
    ]
    on_deal_beyond_repair: Annotated[
        Ruled[Remedy | None], Parameter("Initial deal that cannot be reconstructed", _remedy(*_VOIDS))
    ]
    on_placement_error_found_late: Annotated[
        Ruled[Remedy | None],
        Parameter(
            "Wrong placement found in a later round",
            _remedy(Remedy.THAT_ROUND_VOID_LATER_STAND, Remedy.RECORDED_ONLY),
        ),
    ]
    on_too_few_cards: Annotated[Ruled[Remedy | None], Parameter("Not enough cards to finish", _remedy(*_VOIDS))]
    on_burn_forgotten: Annotated[
        Ruled[Remedy | None], Parameter("Burn forgotten", _remedy(Remedy.PLAY_ON, Remedy.ROUND_VOID_AND_RESHUFFLE))
    ]
    on_impossible_card: Annotated[Ruled[Remedy | None], Parameter("A card that cannot be there", _remedy(*_VOIDS))]

    void_for_disturbance: Annotated[
        Ruled[bool],
        Parameter("Operator may void a disturbed round", parameter_types.Flag(), section="Operator and patrons"),
    ]
    open_shoes: Annotated[
        Ruled[Count], Parameter("Past shoes whose rounds stay open to rulings", parameter_types.Whole())
    ]
    void_for_fraud: Annotated[
        Ruled[bool], Parameter("Operator may void a round for fraud or impracticality", parameter_types.Flag())
    ]
    void_for_breach: Annotated[
        Ruled[bool], Parameter("Operator may void a wager or exclude for a breach", parameter_types.Flag())
    ]
    disputes: Annotated[Ruled[bool], Parameter("Disputes are recorded and decided", parameter_types.Flag())]
    dealers_may_bet: Annotated[Ruled[bool], Parameter("Who has dealt at the table may bet there", _YES_NO)]
    rules_on_request: Annotated[Ruled[bool], Parameter("A copy of the rules on request", parameter_types.Flag())]
    closes_after_notice: Annotated[Ruled[bool], Parameter("The table may close after notice", parameter_types.Flag())]

    betting_order: Annotated[
        Ruled[BettingOrder], Parameter("Patrons bet in order", _word(BettingOrder), section="Order and chips")
    ]
    least_risk: Annotated[
        Ruled[Count | None],
        Parameter("Every patron risks at least", parameter_types.Maybe(parameter_types.MoneyKind())),
    ]
    chips_come_from: Annotated[Ruled[ChipSource], Parameter("Chips come from the", _word(ChipSource))]

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

    @property
    def chips_are_issued(self) -> bool:
        """Whether chips come from a bank that no money meets; then nobody brings or takes any, and nobody owes any."""
        return self.chips_come_from.value is ChipSource.BANK

    @property
    def seats_fixed_by(self) -> str | None:
        """Where a seat comes with the chips, the clause that keeps its patron there: sitting out does not lose it."""
        return self.sit_out_limit.clause if self.chips_are_issued else None

    def by_conditions(self, key: str) -> bool:
        """Whether a value is the conditions', against what book and house say."""
        return self.conditions is not None and self.ruled(key).clause == self.conditions.clause

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
        for parameter in get_args(declared)[1:]:
            if isinstance(parameter, Parameter):
                section = parameter.section or section
                found[key] = replace(parameter, section=section)
    return found


PARAMETERS: dict[str, Parameter] = _parameters()
"""Every parameter of a table by its key, in the order of the comparison."""
