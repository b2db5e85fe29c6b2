"""A United States house: mini and midi baccarat with bonus wagers, in the order of its sheet."""

from puntobanco.rulebooks import rule_values, wagers
from puntobanco.rulebooks.books import common, interpretations
from puntobanco.rulebooks.books.interpretations import ruling
from puntobanco.rulebooks.clause import bounds, choice, clause, fixed, selection, silent
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rulebook import OwnWagersLaw, Rulebook, offer, side_bet, wager_ids
from puntobanco.rulebooks.tableau import banker_rows, draws_on
from puntobanco.values.money import Odds, Rate

NATURALS = (8, 9)


def bonus_on(hand: Hand, name: str) -> wagers.BookWager:
    """Dragon and Jade are two names for the same wager on a named hand."""
    natural, clause = wagers.Natural(hand=hand, totals=NATURALS), "dragon or jade bonus"
    by_margin = ((9, 30), (8, 10), (7, 6), (6, 4), (5, 2), (4, 1))
    return wagers.BookWager(
        id=f"{hand}_dragon",
        name=f"{name} Bonus on {hand.value.title()}",
        lines=(
            wagers.Line(
                when=wagers.AllOf(conditions=(natural, wagers.Wins(hand=hand))), pays=Odds.of(1, 1), clause=clause
            ),
            wagers.Line(when=wagers.AllOf(conditions=(natural, wagers.Tie())), pays=wagers.STAND_OFF, clause=clause),
            *(
                wagers.Line(when=wagers.WinsBy(hand=hand, points=points), pays=Odds.of(win, 1), clause=clause)
                for points, win in by_margin
            ),
        ),
        loses=clause,
        commission=wagers.NoCommission(),
        settles=wagers.Stage.END,
        limits=wagers.LimitsGroup.TABLE,
    )


def tiger(size: str, *, cards: int, odds: Odds) -> wagers.BookWager:
    """Banker wins on six with so many cards."""
    banker = Hand.BANKER
    on_six = (
        wagers.Wins(hand=banker),
        wagers.Total(hand=banker, totals=(6,)),
        wagers.CardCount(hand=banker, cards=cards),
    )
    return wagers.BookWager(
        id=f"{size}_tiger",
        name=f"{size.title()} Tiger",
        lines=(wagers.Line(when=wagers.AllOf(conditions=on_six), pays=odds, clause="tiger bonus"),),
        loses="tiger bonus",
        commission=wagers.NoCommission(),
        settles=wagers.Stage.END,
        limits=wagers.LimitsGroup.TABLE,
    )


SIDE_BETS = (
    side_bet(bonus_on(Hand.PLAYER, "Dragon"), allowed_by="dragon or jade bonus", bonus=rule_values.Bonus.DRAGON),
    side_bet(bonus_on(Hand.BANKER, "Dragon"), allowed_by="dragon or jade bonus", bonus=rule_values.Bonus.DRAGON),
    side_bet(bonus_on(Hand.PLAYER, "Jade"), allowed_by="dragon or jade bonus", bonus=rule_values.Bonus.JADE),
    side_bet(bonus_on(Hand.BANKER, "Jade"), allowed_by="dragon or jade bonus", bonus=rule_values.Bonus.JADE),
    side_bet(tiger("big", cards=3, odds=Odds.of(50, 1)), allowed_by="tiger bonus"),
    side_bet(tiger("small", cards=2, odds=Odds.of(22, 1)), allowed_by="tiger bonus"),
)

CLAUSES = (
    clause("history", "text", "Where the game comes from; nothing to compute."),
    clause("object", "enforce", "The hand closest to nine wins; tens in a total do not count."),
    clause(
        "values",
        "enforce",
        "Aces count 1, two to nine their face, ten to king nothing.",
        card_values=fixed(common.STANDARD_VALUES),
    ),
    clause("betting options", "enforce", "Banker, player and tie, in any combination.", never_together=fixed(())),
    clause(
        "commission",
        "enforce, option",
        "5% on winning banker wagers, owed and collected at intervals and at the end of the shoe; none on other wins.",
        commission=fixed(Rate.of(5, 100)),
        commission_every=bounds(1, None),
    ),
    clause(
        "play",
        "enforce, step",
        "Eight decks; cards one and three player's, two and four banker's, face down; player's hand is shown and counted first; "
        "at a mini table only the dealer touches cards.",
        decks=fixed(8),
        deal_order=fixed(common.DEAL_ORDER),
        dealing=fixed(rule_values.FACE_DOWN),
        dealing_holds_for=fixed(rule_values.HoldsFor.SHOE),
        exposed_by=fixed(rule_values.Exposer.DEALER),
        player_turned_first=fixed(True),
        counted_as_turned=fixed(True),
        dealer_controls_cards=fixed(True),
        call_counts=fixed("Player {player}, Banker {banker}"),
        naturals=fixed(NATURALS),
    ),
    clause(
        "betting time",
        "enforce, step",
        "Bets are taken until the dealer calls their end.",
        call_no_more_bets=fixed("No more bets"),
        closing=fixed(rule_values.Closing.AT_CALL),
        sealed=fixed(False),
    ),
    clause(
        "payout",
        "enforce",
        "Hands pay 1 to 1, tie 8 to 1; hands stand off on a tie.",
        tie_odds=fixed(Odds.of(8, 1)),
        settlement=fixed(common.NO_SETTLEMENT_METHOD),
    ),
    clause(
        "midi",
        "option, step",
        "At a midi table the patron with the highest wager on a side may turn its cards.",
        midi=choice(True, False),
    ),
    clause(
        "drawing",
        "enforce",
        "Player draws on 0 to 5. The banker table leaves out 0, 1, 2 and a player hand that stood: the standard ones apply.",
        player_draws=fixed(draws_on(0, 1, 2, 3, 4, 5)),
        banker_draws_after_stand=silent(draws_on(0, 1, 2, 3, 4, 5)),
        banker_draws_after_card=fixed(
            banker_rows({0: "0-9", 1: "0-9", 2: "0-9", 3: "0-7 9", 4: "2-7", 5: "4-7", 6: "6-7", 7: ""})
        ),
    ),
    clause("bonus wagers", "option, enforce", "Optional; they change neither the drawing nor the commission."),
    clause("posted rules", "sign", "Rules of the bonus wagers are shown at the table."),
    clause(
        "dragon or jade bonus",
        "option, enforce",
        "On a named hand: a natural win 1 to 1, equal naturals stand off, else a win by 9, 8, 7, 6, 5 or 4 pays 30, 10, 6, 4, 2 or 1.",
        bonus=choice(rule_values.Bonus.DRAGON, rule_values.Bonus.JADE),
    ),
    clause(
        "tiger bonus",
        "option, enforce",
        "Big Tiger 50 to 1, Small Tiger 22 to 1; the trade's meaning is a banker win on 6 with three cards or with two.",
    ),
    interpretations.CENTS.also(exact_payability=silent(False), payable_part_stands=silent(False)),
    interpretations.CALL_CLOSES,
    interpretations.LIMITS.also(
        "A patron may bet the same hand in several areas.",
        one_per_option=silent(False),
        maximum_binds=silent(rule_values.MaximumBinds.WAGER),
    ),
    interpretations.NOTICE.also(closes_after_notice=silent(True)),
    interpretations.NO_BETS_LIE,
    interpretations.ROUNDS_THAT_COUNT,
    interpretations.RECONSTRUCTION,
    interpretations.VOID_AND_DEBT.also(disputes=silent(True), void_for_breach=silent(True)),
    ruling(
        "ruling 18",
        "option",
        "Seats, shuffle, cut, burn, limits and irregularities have no clause here: they are the house's, with our defaults.",
        cutting_cards=silent(1),
        seats=silent(7),
        patrons_per_area=silent(1),
        minimum=silent(500),
        maximum=silent(100_000),
        multiple=silent(1),
        chips=silent(common.PRACTICE_CHIPS),
        under_minimum=silent(rule_values.UnderMinimum.REFUSED),
        over_maximum=silent(rule_values.OverMaximum.REFUSED),
        personal_maximum=silent(False),
        differential=silent(None),
        differential_rule=silent(rule_values.DifferentialRule.NEWEST_GO_BACK),
        cut_offer=silent(rule_values.CutOffer.A_PATRON_ELSE_STAFF),
        cut_from_ends=silent(52),
        cut_depth=silent(14),
        burn=silent(rule_values.Burn.EXPOSED),
        burn_for_ten=silent(10),
        last_round=silent(rule_values.LastRound.ONE_MORE_UNLESS_FIRST),
        last_if_first=silent(True),
        on_player_card_in_error=silent(rule_values.Remedy.BANKERS_THIRD_IF_DUE),
        error_card_covers_excess=silent(False),
        on_excess_card_seen=silent(rule_values.Remedy.FIRST_OF_NO_BET_ROUND),
        on_excess_card_unseen=silent(rule_values.Remedy.FIRST_OF_NEXT_ROUND),
        on_first_card_face_up=silent(rule_values.Remedy.FIRST_OF_NO_BET_ROUND),
        on_later_card_face_up=silent(rule_values.Remedy.PLAYED_IN_PLACE),
        on_out_of_sequence=silent(rule_values.Remedy.RECONSTRUCTED),
        on_deal_beyond_repair=silent(rule_values.Remedy.ROUND_VOID),
        on_too_few_cards=silent(rule_values.Remedy.ROUND_VOID),
        on_burn_forgotten=silent(rule_values.Remedy.PLAY_ON),
        opening_check=silent(rule_values.OpeningCheck.BY_DEALER),
        spread_for_patrons=silent(False),
        wash=silent(False),
        closing_check=silent(False),
        replacement=silent(rule_values.Replacement.WHOLE_SET),
        shuffle_after_vacancy=silent(False),
        area_is=silent(rule_values.AreaIs.SPOT),
        shuffled=silent(True),
    ),
    ruling(
        "ruling 19",
        "option, enforce",
        "Commission is also collected when a patron leaves. One exposer per side, the first placed of equal wagers; the dealer "
        "if declined or nobody bet; player's side first. A bonus needs a main wager of the same patron unless the house says no.",
        bonus_needs_main=silent(True),
        commission_on_leaving=silent(True),
    ),
    interpretations.STAND_OFF_CHIPS,
    interpretations.LATE_VOIDS_BY_THE_HOUSE,
    ruling(
        "ruling 26",
        "enforce",
        "What the sheet does not mention is not offered here: pairs, gallery, coups without wagers on request, other announcements.",
        offered=selection(*wager_ids(SIDE_BETS)),
        pairs=fixed(None),
        pairs_box=fixed(rule_values.PairsBox.SEPARATE),
        pairs_minimum=fixed(None),
        pairs_maximum=fixed(None),
        gallery=fixed(False),
        gallery_lines=fixed(0),
        areas_per_patron=silent(None),
        ghost_hands=fixed(False),
        ghost_limit=fixed(None),
        ghost_counting=fixed(rule_values.GhostCounting.IN_A_ROW),
        ghost_consent=fixed(rule_values.GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS),
        ghost_face_up=fixed(False),
        call_no_bets=silent(None),
        call_result=silent(None),
        call_tie=silent(None),
        call_last_round=silent(None),
        sit_out_limit=silent(None),
        rules_on_request=silent(True),
        spoken_wagers=silent(False),
        third_cards_up=silent(True),
        pairs_before_thirds=fixed(False),
        pairs_sealed=fixed(False),
        lines_for_gallery_only=fixed(False),
        gallery_on_lines_only=fixed(False),
        lines_need_all_areas=fixed(False),
        patrons_per_line=fixed(0),
        dealers_may_bet=silent(False),
    ),
    interpretations.IMPOSSIBLE_CARD,
    interpretations.FACTS,
    interpretations.COMMISSION_DEBT,
    interpretations.EXCLUSION,
    interpretations.PLACEMENT_FOUND_IN_TIME_BY_THE_HOUSE,
    interpretations.NOBODY_BETS,
    interpretations.OWN_AREA,
    interpretations.AFTER_THE_CLOSING,
    interpretations.REMEDIES_AS_DONE,
    interpretations.ORDER_AND_CHIPS,
)


HOUSE_MIDI = Rulebook(
    id="house-midi",
    edition=1,
    title="United States house, Mini and Midi",
    source="A United States casino's sheet on Mini-Baccarat and Midi-Baccarat",
    clauses=CLAUSES,
    offers=(
        offer(common.player_wager(wins="payout", otherwise="payout")),
        offer(
            common.banker_wager(
                wagers.CommissionLater(rate=wagers.Setting(key="commission"), clause="commission"),
                wins="payout",
                otherwise="payout",
            )
        ),
        offer(common.tie_wager(wins="payout", otherwise="payout")),
        *SIDE_BETS,
    ),
    practice={
        "commission_every": 20,
        "midi": False,
        "offered": tuple(sorted(wager_ids(SIDE_BETS))),
        "bonus": rule_values.Bonus.DRAGON,
    },
    own_wagers=OwnWagersLaw(offered="bonus wagers", no_commission="commission"),
    wagers_listed="betting options",
)
