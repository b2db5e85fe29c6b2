"""TableRules: every value of one table, concrete, each with the clause it comes from.

This is the list of all parameters: what the other rooms read, what a house can set, and the rows of the comparison.
"""

from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from puntobanco.errors import Unreadable
from puntobanco.money import ChipSet, Odds, Rounding
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
from puntobanco.rules.tableau import BankerTable, CardValues, DrawsOn, Tableau
from puntobanco.rules.wagers import Wager
from puntobanco.words import choose, quoted

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ruled(Generic[T]):
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


def _parameter(title: str, kind: kinds.Kind, *, section: str | None = None) -> Any:
    """A field that is a parameter; `section` opens a new section of the list."""
    return field(metadata={"title": title, "kind": kind, "section": section})


def _combinations(pairs: tuple[tuple[str, str], ...]) -> str:
    return "; ".join(f"{a} with {b}" for a, b in pairs) or "none"


def _hands(hands: tuple[Hand, ...]) -> str:
    return ", ".join(map(str, hands))


def _rounding(rounding: Rounding) -> str:
    return rounding.value


def _word(words: type[StrEnum]) -> kinds.Word:
    return kinds.Word(tuple(words))


def _remedy(*answers: Remedy) -> kinds.Maybe:
    """A house that has documented no procedure says none, and its table does not open."""
    return kinds.Maybe(kinds.Word(answers))


def _totals(totals: frozenset[int]) -> str:
    return " or ".join(map(str, sorted(totals)))


# Which answers make sense to which irregularity, for a house that writes its own procedure.
_VOIDS = (Remedy.ROUND_VOID, Remedy.ROUND_VOID_AND_RESHUFFLE)
_FOR_EXCESS_CARDS = (Remedy.FIRST_OF_NEXT_ROUND, Remedy.FIRST_OF_NO_BET_ROUND, Remedy.ROUND_VOID)
_FOR_FACE_UP_CARDS = (Remedy.PLAYED_IN_PLACE, Remedy.ROUND_VOID)
_YES_NO = kinds.Law(kinds.Flag().show)
MOST_SEATS = 100
"""No document has a bound for all tables; a table must still fit in a room."""


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """The rules of one table: a document and what its operator chose."""

    book: str
    digest: str
    wagers: tuple[Wager, ...]

    decks: Ruled[int] = _parameter("Decks of 52", kinds.Whole(), section="Cards")
    cutting_cards: Ruled[int] = _parameter("Cutting cards", kinds.Whole())
    card_values: Ruled[CardValues] = _parameter("Card values", kinds.Law())
    dealing: Ruled[Dealing] = _parameter("First four cards are dealt", kinds.DealingKind())
    dealing_holds_for: Ruled[HoldsFor] = _parameter("Dealing style is kept for a", _word(HoldsFor))
    third_cards_up: Ruled[bool] = _parameter("Third cards are dealt face up", kinds.Flag())
    exposed_by: Ruled[Exposer] = _parameter("Face-down cards are turned by", _word(Exposer))
    player_turned_first: Ruled[bool] = _parameter("Player's face-down cards are turned first", _YES_NO)
    counted_as_turned: Ruled[bool] = _parameter("Counts are announced as hands are turned", _YES_NO)
    dealer_controls_cards: Ruled[bool] = _parameter("The dealer deals and controls the cards", _YES_NO)
    midi: Ruled[bool] = _parameter("Midi: highest wager on a side may turn its cards", kinds.Flag())
    opening_check: Ruled[OpeningCheck] = _parameter("Cards are checked before gaming", _word(OpeningCheck))
    spread_for_patrons: Ruled[bool] = _parameter("Cards are spread face up for the first patrons", kinds.Flag())
    wash: Ruled[bool] = _parameter("Cards are washed before the first riffle", kinds.Flag())
    closing_check: Ruled[bool] = _parameter("Cards are checked at the end of gaming", kinds.Flag())
    replacement: Ruled[Replacement] = _parameter("After a round the operator may replace", _word(Replacement))
    shuffle_after_vacancy: Ruled[bool] = _parameter("Cards are shuffled after an empty table", kinds.Flag())

    seats: Ruled[int] = _parameter("Seats, each with a set of areas", kinds.Whole(high=MOST_SEATS), section="Layout")
    patrons_per_area: Ruled[int] = _parameter("Patrons per wagering area", kinds.Whole())
    area_is: Ruled[AreaIs] = _parameter("Where an area is a", _word(AreaIs))
    pairs_box: Ruled[PairsBox] = _parameter("Pairs boxes", _word(PairsBox))
    gallery: Ruled[bool] = _parameter("Gallery betting on lines", kinds.Flag())
    lines_for_gallery_only: Ruled[bool] = _parameter("Lines are for those who stand behind seated patrons", _YES_NO)
    gallery_on_lines_only: Ruled[bool] = _parameter("Who stands behind a seated patron bets on lines only", _YES_NO)
    lines_need_all_areas: Ruled[bool] = _parameter("Lines are open only while every area has a bet", _YES_NO)
    patrons_per_line: Ruled[int] = _parameter("Patrons per line", kinds.Law())
    gallery_lines: Ruled[int] = _parameter("Lines open to the gallery, at most", kinds.Whole(0))
    areas_per_patron: Ruled[int | None] = _parameter("Areas per patron, at most", kinds.Maybe(kinds.Whole()))
    sit_out_limit: Ruled[int | None] = _parameter(
        "Rounds a patron may sit out at a full table", kinds.Maybe(kinds.Whole())
    )

    minimum: Ruled[int] = _parameter("Minimum wager", kinds.Money(), section="Limits")
    maximum: Ruled[int] = _parameter("Maximum wager", kinds.Money())
    pairs_minimum: Ruled[int | None] = _parameter("Minimum pairs wager", kinds.Maybe(kinds.Money()))
    pairs_maximum: Ruled[int | None] = _parameter("Maximum pairs wager", kinds.Maybe(kinds.Money()))
    multiple: Ruled[int] = _parameter("Wagers in multiples of", kinds.Money())
    chips: Ruled[ChipSet] = _parameter("Chips", kinds.Chips())
    under_minimum: Ruled[UnderMinimum] = _parameter("A wager under the minimum is", _word(UnderMinimum))
    over_maximum: Ruled[OverMaximum] = _parameter("A wager over the maximum is", _word(OverMaximum))
    maximum_binds: Ruled[MaximumBinds] = _parameter("The maximum binds each", _word(MaximumBinds))
    personal_maximum: Ruled[bool] = _parameter("A patron may have a higher maximum", kinds.Flag())
    differential: Ruled[int | None] = _parameter("Maximum table differential", kinds.Maybe(kinds.Money()))
    differential_rule: Ruled[DifferentialRule] = _parameter("Above it", _word(DifferentialRule))
    notice_rounds: Ruled[int] = _parameter("Rounds of notice before a change", kinds.Whole())

    never_together: Ruled[tuple[tuple[str, str], ...]] = _parameter(
        "Wagers one patron may not combine", kinds.Law(_combinations), section="Wagers"
    )
    one_per_option: Ruled[bool] = _parameter("One wager per option and patron", _YES_NO)
    spoken_wagers: Ruled[bool] = _parameter("Spoken wagers with chips, placed by the dealer", kinds.Flag())
    closing: Ruled[Closing] = _parameter("Wagers close", kinds.Law())
    sealed: Ruled[bool] = _parameter("The first card seals wagers that a call closed", _YES_NO)
    pairs_sealed: Ruled[bool] = _parameter("And pairs wagers with them", _YES_NO)
    exact_payability: Ruled[bool] = _parameter("Banker wagers must be payable exactly in chips", _YES_NO)
    payable_part_stands: Ruled[bool] = _parameter(
        "Of one accepted all the same, the payable part stands and the rest is void", _YES_NO
    )
    settlement: Ruled[Settlement | None] = _parameter("Settlement method", kinds.Maybe(_word(Settlement)))
    commission: Ruled[Fraction] = _parameter("Commission on banker wins", kinds.Percent())
    commission_every: Ruled[int | None] = _parameter(
        "Owed commission is collected every so many rounds", kinds.Maybe(kinds.Whole())
    )
    commission_on_leaving: Ruled[bool] = _parameter("Owed commission is collected from who leaves", _YES_NO)
    tie_odds: Ruled[Odds] = _parameter("Tie pays", kinds.OddsKind())
    pairs: Ruled[Pairs] = _parameter("Pairs", _word(Pairs))
    pairs_before_thirds: Ruled[bool] = _parameter("Pairs are settled before any third card", _YES_NO)
    bonus: Ruled[Bonus] = _parameter("Bonus on a hand", _word(Bonus))
    tiger: Ruled[bool] = _parameter("Big and Small Tiger", kinds.Flag())
    bonus_needs_main: Ruled[bool] = _parameter("Bonus only with a main wager", kinds.Flag())
    standoff: Ruled[Standoff] = _parameter("Chips of a stand-off", _word(Standoff))
    rounding: Ruled[Rounding] = _parameter("A fraction of a cent goes", kinds.Law(_rounding))

    shuffled: Ruled[bool] = _parameter("Every new shoe is shuffled", _YES_NO, section="Shuffle and cut")
    cut_offer: Ruled[CutOffer] = _parameter("The cut is offered to", _word(CutOffer))
    cut_from_ends: Ruled[int] = _parameter("Cut at least so many cards from either end", kinds.Whole())
    cut_depth: Ruled[int] = _parameter("Cards behind the cutting card", kinds.Whole())
    burn: Ruled[Burn] = _parameter("First card is burned", _word(Burn))
    burn_for_ten: Ruled[int] = _parameter("Cards burned for a ten or face", kinds.Law())
    last_round: Ruled[LastRound] = _parameter("The cutting card ends the shoe", _word(LastRound))
    last_if_first: Ruled[bool] = _parameter("As first card of a round it makes that round the last", _YES_NO)

    deal_order: Ruled[tuple[Hand, ...]] = _parameter("First four cards go to", kinds.Law(_hands), section="The coup")
    naturals: Ruled[frozenset[int]] = _parameter("Naturals", kinds.Law(_totals))
    player_draws: Ruled[DrawsOn] = _parameter("Player draws on", kinds.Law())
    banker_draws_after_stand: Ruled[DrawsOn] = _parameter("Banker draws when player stood on", kinds.Law())
    banker_draws_after_card: Ruled[BankerTable] = _parameter("Banker draws on player's third card", kinds.Law())

    ghost_hands: Ruled[bool] = _parameter("Coups without wagers on request", kinds.Flag(), section="No-bet coups")
    ghost_limit: Ruled[int | None] = _parameter("At most", kinds.Maybe(kinds.Whole()))
    ghost_counting: Ruled[GhostCounting] = _parameter("Counted", _word(GhostCounting))
    ghost_consent: Ruled[GhostConsent] = _parameter("On whose wish", _word(GhostConsent))
    ghost_face_up: Ruled[bool] = _parameter("All cards face up whatever the style", kinds.Flag())

    call_no_more_bets: Ruled[str | None] = _parameter(
        "Before: wagers close", kinds.Maybe(kinds.Words()), section="Announcements"
    )
    call_no_bets: Ruled[str | None] = _parameter("Before: no wagers on this coup", kinds.Maybe(kinds.Words()))
    call_counts: Ruled[str | None] = _parameter("During: the counts", kinds.Maybe(kinds.Words()))
    call_result: Ruled[str | None] = _parameter("After: the winning hand", kinds.Maybe(kinds.Words()))
    call_tie: Ruled[str | None] = _parameter("After: a tie", kinds.Maybe(kinds.Words()))
    call_last_round: Ruled[str | None] = _parameter("After: the last round", kinds.Maybe(kinds.Words()))

    on_player_card_in_error: Ruled[Remedy | None] = _parameter(
        "Third card to player without right",
        _remedy(Remedy.BANKERS_THIRD_IF_DUE, *_FOR_EXCESS_CARDS),
        section="Irregularities",
    )
    error_card_covers_excess: Ruled[bool] = _parameter("Its clause also says what an excess one does", _YES_NO)
    on_excess_card_seen: Ruled[Remedy | None] = _parameter("Excess card, seen", _remedy(*_FOR_EXCESS_CARDS))
    on_excess_card_unseen: Ruled[Remedy | None] = _parameter("Excess card, not seen", _remedy(*_FOR_EXCESS_CARDS))
    on_first_card_face_up: Ruled[Remedy | None] = _parameter(
        "First card of a round face up in the shoe",
        _remedy(Remedy.FIRST_OF_NO_BET_ROUND, *_FOR_FACE_UP_CARDS),
    )
    on_later_card_face_up: Ruled[Remedy | None] = _parameter("Later card found face up", _remedy(*_FOR_FACE_UP_CARDS))
    on_out_of_sequence: Ruled[Remedy | None] = _parameter(
        "Cards drawn out of sequence", _remedy(Remedy.RECONSTRUCTED, Remedy.ROUND_VOID)
    )
    on_deal_beyond_repair: Ruled[Remedy | None] = _parameter(
        "Initial deal that cannot be reconstructed", _remedy(*_VOIDS)
    )
    on_placement_error_found_late: Ruled[Remedy | None] = _parameter(
        "Wrong placement found in a later round",
        _remedy(Remedy.THAT_ROUND_VOID_LATER_STAND, Remedy.RECORDED_ONLY),
    )
    on_too_few_cards: Ruled[Remedy | None] = _parameter("Not enough cards to finish", _remedy(*_VOIDS))
    on_burn_forgotten: Ruled[Remedy | None] = _parameter(
        "Burn forgotten", _remedy(Remedy.PLAY_ON, Remedy.ROUND_VOID_AND_RESHUFFLE)
    )
    on_impossible_card: Ruled[Remedy | None] = _parameter("A card that cannot be there", _remedy(*_VOIDS))

    void_for_disturbance: Ruled[bool] = _parameter(
        "Operator may void a disturbed round", kinds.Flag(), section="Operator and patrons"
    )
    open_shoes: Ruled[int] = _parameter("Past shoes whose rounds stay open to rulings", kinds.Whole())
    void_for_fraud: Ruled[bool] = _parameter("Operator may void a round for fraud or impracticality", kinds.Flag())
    void_for_breach: Ruled[bool] = _parameter("Operator may void a wager or exclude for a breach", kinds.Flag())
    disputes: Ruled[bool] = _parameter("Disputes are recorded and decided", kinds.Flag())
    dealers_may_bet: Ruled[bool] = _parameter("Who has dealt at the table may bet there", _YES_NO)
    rules_on_request: Ruled[bool] = _parameter("A copy of the rules on request", kinds.Flag())
    closes_after_notice: Ruled[bool] = _parameter("The table may close after notice", kinds.Flag())

    @cached_property
    def tableau(self) -> Tableau:
        return Tableau(
            values=self.card_values.value,
            naturals=self.naturals.value,
            player=self.player_draws.value,
            banker_after_stand=self.banker_draws_after_stand.value,
            banker_after_card=self.banker_draws_after_card.value,
        )

    def wager(self, wager_id: str) -> Wager:
        """The wager with this id; asking for one that this table does not offer is `Unreadable`."""
        found = self._wagers_by_id.get(wager_id)
        if found is None:
            what_to_write = choose(wager_id, self._wagers_by_id)
            raise Unreadable(f"{quoted(wager_id)} is not a wager at this {self.book} table: {what_to_write}")
        return found

    @cached_property
    def _wagers_by_id(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self.wagers}

    def ruled(self, key: str) -> Ruled[Any]:
        """The value and clause of a parameter by its key."""
        found: Ruled[Any] = getattr(self, key)
        return found

    def cite(self, clause: str) -> str:
        """`act-2015 2.1`: a clause with its book."""
        return f"{self.book} {clause}"


def _parameters() -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    section = ""
    for declared in fields(TableRules):
        if declared.metadata:
            section = declared.metadata["section"] or section
            found[declared.name] = _from_field(declared, section)
    return found


def _from_field(declared: Field[Any], section: str) -> Parameter:
    return Parameter(
        key=declared.name, section=section, title=declared.metadata["title"], kind=declared.metadata["kind"]
    )


PARAMETERS: dict[str, Parameter] = _parameters()
"""Every parameter of a table by its key, in the order of the comparison."""
