"""Casino Canberra 2015 (NI2015-63): mini-baccarat, in the order of the document."""

from puntobanco.rulebooks import rule_values, wagers
from puntobanco.rulebooks.books import common, interpretations
from puntobanco.rulebooks.books.interpretations import ruling
from puntobanco.rulebooks.clause import bounds, choice, clause, conduct, fixed, selection, silent
from puntobanco.rulebooks.facts import Hand, PairClass
from puntobanco.rulebooks.rulebook import (
    ConditionsLaw,
    OwnRule,
    Rulebook,
    TournamentSection,
    offer,
    side_bet,
    wager_ids,
)
from puntobanco.rulebooks.tableau import banker_table, draws_on
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.values.money import Odds, Rate


def pair_wager(hand: Hand, *lines: tuple[tuple[PairClass, ...], Odds], clause: str) -> wagers.BookWager:
    """A wager on the pair of one named hand, paid by the class of pair."""
    return wagers.BookWager(
        id=f"{hand}_pair",
        name=f"{hand.value.title()} pair",
        lines=tuple(
            wagers.Line(when=wagers.Pair(hand=hand, classes=classes), pays=odds, clause=clause)
            for classes, odds in lines
        ),
        loses="9.8",
        commission=wagers.NoCommission(),
        settles=wagers.Stage.FOUR_CARDS,
        limits=wagers.LimitsGroup.PAIRS,
    )


def perfect_pair(hand: Hand) -> wagers.BookWager:
    return pair_wager(
        hand,
        ((PairClass.PERFECT,), Odds.of(25, 1)),
        ((PairClass.COLOURED,), Odds.of(12, 1)),
        ((PairClass.MIXED,), Odds.of(5, 1)),
        clause="10.6",
    )


def canberra_pair(hand: Hand) -> wagers.BookWager:
    return pair_wager(hand, ((PairClass.MIXED, PairClass.COLOURED, PairClass.PERFECT), Odds.of(11, 1)), clause="11.2")


SIDE_BETS = (
    side_bet(perfect_pair(Hand.PLAYER), allowed_by="8.2", pairs=rule_values.Pairs.PERFECT),
    side_bet(perfect_pair(Hand.BANKER), allowed_by="8.2", pairs=rule_values.Pairs.PERFECT),
    side_bet(canberra_pair(Hand.PLAYER), allowed_by="8.2", pairs=rule_values.Pairs.CANBERRA),
    side_bet(canberra_pair(Hand.BANKER), allowed_by="8.2", pairs=rule_values.Pairs.CANBERRA),
)

INSTRUMENT_AND_DICTIONARY = (
    clause("instrument 1", "text", "The name of the instrument; nothing to compute."),
    clause("instrument 2", "text", "It starts the day after its notification; a date binds no coup."),
    clause("instrument 3", "text", "The instrument of 2012 is gone; only this one is played here."),
    clause(
        "instrument 4",
        "text",
        "The rules in the schedule are approved; an act of an office, not of the table.",
    ),
    clause(
        "dictionary: natural",
        "enforce",
        "Eight or nine on the first two cards.",
    ),
    clause("dictionary: no-bet coup", "enforce", "A coup on which no wager may be placed."),
    clause(
        "dictionary: round of play",
        "enforce",
        "From the first card that leaves the shoe to the last one in the rack.",
    ),
    clause(
        "dictionary: session",
        "option",
        "A number of rounds or shoes that the structure of a tournament sets.",
    ),
    clause("dictionary: starting marker", "enforce", "Moves to the next patron clockwise after each round."),
    clause(
        "dictionary: table differential",
        "enforce",
        "All banker wagers against all player wagers; tie and pairs do not count.",
    ),
    clause("dictionary: tournament chips", "enforce", "Never exchanged for money, used for tournaments only."),
    clause("dictionary: void", "enforce", "All that was wagered or paid goes back as if the round had not been."),
    clause("dictionary", "text", "The other terms name things and roles; who plays is a patron in this project."),
)

EQUIPMENT_AND_LIMITS = (
    clause("1.1", "text", "The table is approved before use; an act of an office."),
    clause(
        "2.1",
        "enforce",
        "Eight decks of 52 without jokers, and two cutting cards.",
        decks=fixed(8),
        cutting_cards=fixed(2),
    ),
    clause(
        "2.2",
        "option",
        "Face up or face down, decided before a round.",
        dealing=choice(rule_values.FACE_UP, rule_values.FACE_DOWN),
        dealing_holds_for=fixed(rule_values.HoldsFor.ROUND),
    ),
    clause(
        "2.3",
        "step, enforce",
        "Any or all cards may be changed after a round; supervisor and dealer check each new one.",
        replacement=fixed(rule_values.Replacement.ANY_CARDS),
    ),
    clause(
        "2.4",
        "enforce",
        "Aces count 1, two to nine their face, ten to king nothing.",
        card_values=fixed(common.STANDARD_VALUES),
    ),
    clause(
        "2.5",
        "step",
        "The dealer checks the cards one by one before gaming and at its end.",
        opening_check=fixed(rule_values.OpeningCheck.BY_DEALER),
        closing_check=fixed(True),
    ),
    clause("2.6", "enforce", "A hand counts the last digit of its sum."),
    clause(
        "3.1",
        "option, sign",
        "Minimum and maximum per patron stand on a sign; a change needs notice.",
        minimum=bounds(1, None),
        maximum=bounds(1, None),
        maximum_binds=fixed(rule_values.MaximumBinds.WAGER),
    ),
    clause(
        "3.2",
        "option, sign",
        "A patron may be allowed a higher maximum, shown by a marker beside the patron.",
        personal_maximum=fixed(True),
    ),
    clause("3.3", "option, sign, enforce", "Only the displayed multiples are accepted.", multiple=bounds(1, None)),
    clause(
        "3.4",
        "enforce",
        "A wager under the minimum stands with a warning; further ones are returned.",
        under_minimum=fixed(rule_values.UnderMinimum.WARNED_THEN_RETURNED),
    ),
    clause(
        "3.5",
        "enforce",
        "A wager over the maximum is paid or collected up to the maximum; the rest goes back.",
        over_maximum=fixed(rule_values.OverMaximum.PAID_TO_MAXIMUM),
    ),
    clause(
        "3.6",
        "option, sign, enforce",
        "The operator may set a maximum differential and show it.",
        differential=bounds(1, None, or_none=True),
    ),
    clause("3.7", "option, sign, enforce", "A change of the differential needs notice."),
)

WAGERS_AND_SHUFFLE = (
    clause("4.1", "enforce", "Every patron can wager before the first card."),
    clause("4.2", "enforce", "A wager is chips in a box.", chips=silent(common.PRACTICE_CHIPS)),
    clause(
        "4.3",
        "enforce",
        "Wagers are on banker, player, tie and pairs; nothing else is offered.",
        offered=selection(*wager_ids(SIDE_BETS)),
        bonus=fixed(None),
        bonus_needs_main=fixed(False),
        gallery=fixed(False),
        gallery_lines=fixed(0),
        lines_for_gallery_only=fixed(False),
        gallery_on_lines_only=fixed(False),
        lines_need_all_areas=fixed(False),
        patrons_per_line=fixed(0),
    ),
    clause(
        "4.4",
        "enforce",
        "At most two patrons on each option of a box.",
        patrons_per_area=fixed(2),
        area_is=fixed(rule_values.AreaIs.SPOT),
    ),
    clause(
        "4.5",
        "enforce, option",
        "One wager per option and patron, options combine freely; a common pairs box is one box.",
        never_together=fixed(()),
        one_per_option=fixed(True),
        pairs_box=choice(rule_values.PairsBox.SEPARATE, rule_values.PairsBox.COMMON),
    ),
    clause(
        "4.6",
        "enforce",
        "From the first card nobody touches, changes or adds a wager until it is decided and carried out.",
        sealed=fixed(True),
    ),
    clause(
        "4.7",
        "ruling, enforce",
        "The supervisor may direct a coup without wagers if a patron asks and all agree.",
        ghost_hands=fixed(True),
        ghost_consent=fixed(rule_values.GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS),
    ),
    clause("4.8", "enforce", "Such a coup is dealt like any other.", ghost_face_up=fixed(False)),
    clause(
        "4.9",
        "enforce",
        "No more than three such coups in a row.",
        ghost_limit=fixed(3),
        ghost_counting=fixed(rule_values.GhostCounting.IN_A_ROW),
    ),
    clause("5.1", "step", "Every new shoe is shuffled.", shuffled=fixed(True)),
    clause(
        "5.2",
        "step",
        "A patron is offered the cut; if nobody wants it, the supervisor cuts.",
        cut_offer=fixed(rule_values.CutOffer.A_PATRON_ELSE_SUPERVISOR),
    ),
    clause(
        "5.3",
        "enforce",
        "Cut a deck or more from either end; that cutting card ends at the back, the other 12 or more cards before it.",
        cut_from_ends=fixed(52),
        cut_depth=bounds(12, None),
    ),
    clause(
        "5.4",
        "option, step",
        "Burn: the first card unseen, or shown and followed by more.",
        burn=choice(rule_values.Burn.HIDDEN, rule_values.Burn.EXPOSED),
    ),
    clause("5.5", "step, enforce", "A shown burn card says how many more are burned face down."),
    clause("5.6", "enforce", "For the burn, tens and faces count ten.", burn_for_ten=fixed(10)),
    clause(
        "5.7",
        "enforce",
        "Cutting card at the start of or during a round: shuffle after it; a tie adds exactly one round.",
        last_round=fixed(rule_values.LastRound.THIS_ROUND_TIE_ADDS_ONE),
        last_if_first=fixed(False),
    ),
)

DEAL_AND_THIRD_CARDS = (
    clause("6.1", "step", "All cards come from a shoe."),
    clause(
        "6.2",
        "step, enforce",
        "The dealer calls the end of betting, which closes all wagers (ruling 2), and deals player, banker, player, banker.",
        closing=silent(rule_values.Closing.AT_CALL),
        deal_order=fixed(common.DEAL_ORDER),
        dealer_controls_cards=fixed(True),
        call_no_more_bets=fixed("No more bets"),
    ),
    clause(
        "6.3",
        "ruling",
        "The supervisor decides whether patrons or the dealer turn face-down hands; either hand may be first.",
        exposed_by=fixed(rule_values.Exposer.AS_SUPERVISOR_DECIDES),
        player_turned_first=fixed(False),
        midi=fixed(False),
    ),
    clause("6.4", "enforce", "A natural on either hand: nobody draws.", naturals=fixed((8, 9))),
    clause("7.1", "enforce", "Third cards follow 7.2 and 7.3."),
    clause(
        "7.2",
        "enforce",
        "Player draws on 0 to 5 and stands on 6 and 7.",
        player_draws=fixed(draws_on(0, 1, 2, 3, 4, 5)),
    ),
    clause(
        "7.3",
        "enforce",
        "Banker draws by its tableau; the first printed column is for a player hand that stood.",
        banker_draws_after_stand=fixed(draws_on(0, 1, 2, 3, 4, 5)),
        banker_draws_after_card=fixed(
            banker_table(
                "D D D D D D D D D D\n"
                "D D D D D D D D D D\n"
                "D D D D D D D D D D\n"
                "D D D D D D D D S D\n"
                "S S D D D D D D S S\n"
                "S S S S D D D D S S\n"
                "S S S S S S D D S S\n"
                "S S S S S S S S S S"
            )
        ),
    ),
)

SETTLEMENT_AND_PAIRS = (
    clause(
        "8.1",
        "option, sign",
        "Method A or method B, decided before a round.",
        settlement=choice(rule_values.SettlementMethod.A, rule_values.SettlementMethod.B),
    ),
    clause(
        "8.2",
        "option, sign",
        "Perfect or Canberra Pairs, where pairs are offered.",
        pairs=choice(rule_values.Pairs.PERFECT, rule_values.Pairs.CANBERRA),
    ),
    clause("8.3", "option, sign", "The method stands on a sign; a change needs notice."),
    clause("8.4", "enforce", "Banker wagers win, lose or stand off by the totals."),
    clause("8.5", "enforce", "Player wagers win, lose or stand off by the totals."),
    clause("8.6", "enforce", "Tie wagers win on equal totals and lose otherwise."),
    clause("8.7", "enforce", "Pairs wagers win on two cards of one face value; each names its hand (ruling 4)."),
    clause(
        "8.8",
        "enforce",
        "Method A: player 1 to 1, banker 1 to 1 less 5%, tie 8 to 1, pairs by their option.",
        commission=fixed(Rate.of(5, 100)),
        commission_every=fixed(None),
        commission_on_leaving=fixed(False),
        tie_odds=fixed(Odds.of(8, 1)),
    ),
    clause(
        "8.9",
        "enforce",
        "Method B: as A, but banker 1 to 1 without commission and half of that when it wins on 6.",
    ),
    clause("9.1", "enforce", "Where pairs rules and others conflict, pairs rules win to that extent."),
    clause("9.2", "text", "The pairs layout is approved before use; an act of an office."),
    clause(
        "9.3",
        "option, sign, enforce",
        "Pairs have a minimum and a maximum of their own, shown with the pairs option.",
        pairs_minimum=bounds(1, None, or_none=True),
        pairs_maximum=bounds(1, None, or_none=True),
    ),
    clause("9.4", "enforce", "Pairs may be bet alone; the coup is dealt to its end all the same."),
    clause("9.5", "enforce", "Face value is the printed number or figure: ten, jack, queen and king differ."),
    clause("9.6", "enforce", "Only a hand's first two cards make its pair."),
    clause(
        "9.7",
        "enforce",
        "Pairs wagers are chips in the pairs box, placed before the first card.",
        pairs_sealed=fixed(True),
    ),
    clause(
        "9.8",
        "enforce",
        "A pairs wager on a hand wins if that hand's first two cards are a pair, else it loses.",
    ),
    clause(
        "9.9",
        "step",
        "After four cards and before any third: losing pairs are removed, winning ones paid.",
        pairs_before_thirds=fixed(True),
    ),
    clause("9.10", "step", "Then third cards follow."),
    clause("10.1", "enforce", "Perfect Pairs: a pair is two cards of one face value."),
    clause("10.2", "enforce", "Perfect Pairs: mixed is one red and one black card."),
    clause("10.3", "enforce", "Perfect Pairs: coloured is two suits of one colour."),
    clause("10.4", "enforce", "Perfect Pairs: perfect is one suit."),
    clause("10.5", "enforce", "Perfect Pairs: only the highest payout is paid."),
    clause("10.6", "enforce", "Perfect Pairs: mixed 5 to 1, coloured 12 to 1, perfect 25 to 1."),
    clause("11.1", "enforce", "Canberra Pairs: a pair is two cards of one face value."),
    clause("11.2", "enforce", "Canberra Pairs: any pair 11 to 1."),
)

IRREGULARITIES_AND_GENERAL = (
    clause(
        "12.1",
        "enforce",
        "A card drawn to player in error is banker's next card if banker must draw, else an excess card.",
        on_player_card_in_error=fixed(rule_values.Remedy.BANKERS_THIRD_IF_DUE),
        error_card_covers_excess=fixed(False),
    ),
    clause(
        "12.2",
        "enforce",
        "A seen excess card starts the next round, which has no wagers; all wagers come off first.",
        on_excess_card_seen=fixed(rule_values.Remedy.FIRST_OF_NO_BET_ROUND),
    ),
    clause(
        "12.3",
        "enforce",
        "An unseen excess card starts the next round, an ordinary one.",
        on_excess_card_unseen=fixed(rule_values.Remedy.FIRST_OF_NEXT_ROUND),
    ),
    clause(
        "12.4",
        "enforce",
        "Cards drawn out of sequence are put back in order by 6.4, 7.2 and 7.3.",
        on_out_of_sequence=fixed(rule_values.Remedy.RECONSTRUCTED),
    ),
    clause(
        "12.5",
        "ruling, enforce",
        "A placement error found after the next round began voids its own round; later rounds stand.",
        on_placement_error_found_late=fixed(rule_values.Remedy.THAT_ROUND_VOID_LATER_STAND),
    ),
    clause(
        "12.6",
        "enforce",
        "Too few cards to finish: the round is void, pairs already settled included.",
        on_too_few_cards=fixed(rule_values.Remedy.ROUND_VOID),
    ),
    clause(
        "12.7",
        "enforce",
        "A forgotten burn changes nothing: play goes on.",
        on_burn_forgotten=fixed(rule_values.Remedy.PLAY_ON),
    ),
    clause("13.1", "text", "Gaming hours come from an Act that is not among our sources."),
    clause("13.2", "step", "The operator may close a table after notice.", closes_after_notice=fixed(True)),
    clause(
        "14.1",
        "ruling",
        "The operator may invalidate a game that a disturbance disrupted.",
        void_for_disturbance=fixed(True),
    ),
    clause(
        "14.2",
        "ruling",
        "Where a person broke a rule, the operator may void that patron's wager, exclude the patron, or both.",
        void_for_breach=fixed(True),
    ),
    clause(
        "14.3",
        "ruling",
        "The operator may void a round that is impractical to continue or that a fraud affects.",
        void_for_fraud=fixed(True),
    ),
    clause("14.4", "ruling", "The operator decides disputes; the regulator reviews on request.", disputes=fixed(True)),
    clause(
        "14.5",
        "enforce",
        "Staff give nobody an advantage: who deals at a table does not bet there. No computation judges the rest.",
        dealers_may_bet=fixed(False),
    ),
    clause(
        "14.6",
        "enforce, ruling",
        "Who sits out three rounds in a row at a full table may be asked to give up the seat.",
        sit_out_limit=fixed(3),
    ),
    conduct("14.7", "Nobody influences another patron; no computation sees it."),
    conduct("14.8", "No side bets between patrons; the table takes none."),
    clause("14.9", "step", "A copy of the rules on request.", rules_on_request=fixed(True)),
)

TOURNAMENT = (
    clause("15.1", "enforce", "This section is for tournaments only, on top of the others."),
    clause("15.2", "ruling", "The shift manager names the tournament director or assistant."),
    clause("15.3", "enforce", "Conditions of entry and play must be approved."),
    clause(
        "15.4",
        "option",
        "What conditions may cover: start, heats, fee and commission, chips, players, groups, limits, prizes.",
    ),
    clause(
        "15.5",
        "enforce",
        "Approved conditions win over other sections where they conflict, while the tournament lasts.",
    ),
    clause("15.6", "enforce", "One entry per person."),
    clause("15.7", "enforce", "Table and seat by ballot before each session, kept for that session."),
    clause("15.8", "ruling", "The director sets how many sit at a table."),
    clause("15.9", "enforce", "Who is absent at the start loses the place; the fee stays in the pool."),
    clause("15.10", "ruling", "An untaken seat may go to a reserve for the entry fee before the first session."),
    clause("15.11", "ruling", "Substitutes at the director's discretion."),
    clause("15.12", "enforce", "Tournament chips stay in everybody's sight."),
    clause("15.13", "enforce", "Tournament chips change only by the rules."),
    clause("15.14", "enforce", "Everybody risks the minimum each round; who cannot is out."),
    clause(
        "15.15",
        "enforce, ruling",
        "Wagers in turn from the starting marker, then fixed; out of turn stands with a warning.",
    ),
    clause("15.16", "enforce", "A turn runs from the dealer's question to the next patron's."),
    clause("15.17", "text", "No advice is sought; no computation sees it."),
    clause("15.18", "ruling", "Breaks of a stated length."),
    clause("15.19", "ruling", "The director sets the pace."),
    clause("15.20", "enforce, ruling", "Places are computed and the director awards them."),
    clause("15.21", "enforce", "All of the prize pool is paid out."),
    clause("15.22", "enforce", "Equal chips at the end of a heat, semi-final or final: more rounds decide."),
    clause("15.23", "enforce", "Who contests the same division by one round shares its prizes equally."),
    clause("15.24", "enforce", "Fees less the approved commission are the pool."),
    clause("15.25", "ruling, enforce", "No refunds, except all of them when the operator cancels."),
)

RULINGS = (
    interpretations.CENTS.also(exact_payability=silent(False), payable_part_stands=silent(False)),
    ruling("ruling 2", "enforce", "There is a call here: it closes every wager, and the first card seals them (4.6)."),
    interpretations.LIMITS.also("One wager per option counts over all boxes."),
    ruling(
        "ruling 4",
        "enforce",
        "A pairs wager is on one named hand. Separate boxes take one on each hand, a common box one in all.",
    ),
    ruling(
        "ruling 5",
        "enforce",
        "The warning under the minimum is for wagers that are short at the call and holds until the patron leaves; all short "
        "wagers of the first such round stand.",
    ),
    interpretations.NOTICE,
    ruling(
        "ruling 8",
        "enforce",
        "The differential counts live amounts at the call; the newest wagers on the heavier hand go back until it is met, "
        "and a remainder that is no permitted multiple or under the minimum goes back whole; then the same for the other hand.",
        differential_rule=silent(rule_values.DifferentialRule.NEWEST_GO_BACK),
    ),
    interpretations.EXCESS_CARD_AND_SHUFFLE,
    interpretations.NO_BETS_LIE,
    ruling(
        "ruling 11",
        "enforce",
        "Rounds of 12.2 count toward the three of 4.9 and are never blocked by them; they leave the run of 14.6 alone.",
    ),
    interpretations.ROUNDS_THAT_COUNT_WITH_EXCESS_CARDS,
    interpretations.DEPTH,
    ruling(
        "ruling 14",
        "enforce",
        "A card found face up in the shoe is played in place, or its round is void as by 14.3; it makes no round without "
        "wagers, which only 4.7 and 12.2 allow.",
        on_first_card_face_up=choice(rule_values.Remedy.PLAYED_IN_PLACE, rule_values.Remedy.ROUND_VOID),
        on_later_card_face_up=silent(rule_values.Remedy.PLAYED_IN_PLACE),
    ),
    interpretations.RECONSTRUCTION.also("It never fails.", on_deal_beyond_repair=silent(rule_values.Remedy.ROUND_VOID)),
    interpretations.VOID_AND_DEBT,
    interpretations.RISK,
    ruling(
        "ruling 21",
        "enforce",
        "Players who can still wager play off; those out by the same round share, odd cents in ballot order.",
    ),
    interpretations.TURNS,
    ruling(
        "ruling 23",
        "enforce",
        "Tournament commission lies inside the fee; a cancellation pays back what each paid.",
    ),
    interpretations.STAND_OFF_CHIPS,
    ruling(
        "ruling 25",
        "ruling, enforce",
        "A round before the last one is voided only by 12.5, 14.1 or 14.3; commission on it is given back.",
    ),
    ruling(
        "ruling 26",
        "enforce",
        "What the document does not mention: the number of seats is the house's; only the prescribed announcement is made.",
        seats=silent(7),
        areas_per_patron=silent(None),
        call_no_bets=silent(None),
        call_counts=silent(None),
        counted_as_turned=silent(False),
        call_result=silent(None),
        call_tie=silent(None),
        call_last_round=silent(None),
        spread_for_patrons=silent(False),
        wash=silent(False),
        shuffle_after_vacancy=silent(False),
        spoken_wagers=silent(False),
        third_cards_up=silent(True),
    ),
    interpretations.IMPOSSIBLE_CARD,
    interpretations.FACTS,
    interpretations.EXCLUSION,
    interpretations.PLACEMENT_FOUND_IN_TIME.also(
        "12.5, 14.1, 14.2 and 14.3 reach back over the last shoes, as many as the house says."
    ),
    interpretations.NOBODY_BETS,
    ruling("ruling 33", "step", "Seated patrons are offered the cut first, then standing ones."),
    interpretations.OWN_AREA,
    interpretations.AFTER_THE_CLOSING,
    interpretations.REMEDIES_AS_DONE,
    ruling(
        "ruling 39",
        "option, ruling",
        "Operator and director may both act at tournament tables by 14.1 to 14.3; a house asks for an operator's approval of "
        "the director's acts, unless the conditions delegate them. Voids for bets out of turn (15.15) are the director's.",
    ),
    ruling(
        "ruling 40",
        "enforce",
        "Every session has a published time, given with its ballot; none starts before it, and a play-off needs none. A "
        "reserve is offered a seat from that time of the entrant's first session until its start, and accepts and pays by "
        "an act of their own, or at the desk; so does an entrant.",
    ),
    interpretations.MARKER_AND_VOIDS,
    interpretations.RISK_UP_TO_THE_MAXIMUM,
    ruling(
        "ruling 43",
        "enforce",
        "What a late void takes back in a tournament is taken from chips, and while they lie on the layout from what comes "
        "back of them; the rest is written off.",
    ),
    ruling(
        "ruling 44",
        "enforce, option",
        "Limits are those of the conditions, for all stages or for each; no marker of 3.2 raises one player's maximum unless "
        "the conditions say so.",
    ),
    ruling(
        "ruling 45",
        "enforce, option",
        "The commission is a share or an amount of each fee, or of all together; a share is rounded down to the cent.",
    ),
    interpretations.DRAWS,
    ruling(
        "ruling 47",
        "enforce",
        "12.5 and 14.3 reach the rounds of a session until its stage is closed, of the last stage until places are awarded; a "
        "void reopens what depended on it.",
    ),
    ruling(
        "ruling 48",
        "enforce, option",
        "A stage may have several sessions at different times; the first session of an entrant is the entrant's own heat.",
    ),
    interpretations.ORDER_AND_CHIPS,
)


HALF_ON_SIX = wagers.Line(
    when=wagers.AllOf(conditions=(wagers.Wins(hand=Hand.BANKER), wagers.Total(hand=Hand.BANKER, totals=(6,)))),
    pays=Odds.of(1, 2),
    clause="8.9",
)


TOURNAMENT_LAW = TournamentLaw(
    director="15.2",
    operators_powers=("14.1", "14.2", "14.3"),
    approval="15.3",
    start="15.4(a)",
    structure="15.4(b)",
    fee="15.4(c)",
    chips_per_entry="15.4(d)",
    players="15.4(e)",
    groups="15.4(f)",
    limits="15.4(g)",
    prizes="15.4(h)",
    prevail="15.5",
    one_entry="15.6",
    ballot="15.7",
    players_per_table="15.8",
    published="ruling 40",
    sessions="ruling 48",
    forfeit="15.9",
    reserves="15.10",
    substitutes="15.11",
    least_risk="15.14",
    breaks="15.18",
    pace="15.19",
    places="15.20",
    whole_pool="15.21",
    play_off="15.22",
    pool="15.24",
    no_refund="15.25",
    staff="14.5",
    ranking="ruling 21",
    rounds_that_count="ruling 22",
    reversals="ruling 43",
    after_a_session="ruling 47",
    money="ruling 23",
    draws="ruling 46",
)

# 15.5 speaks of the sections before its own: what section 15 itself says of a table is not for conditions to change.
CONDITIONS = ConditionsLaw(
    prevail="15.5",
    own=(
        OwnRule("sit_out_limit", None, "15.7"),
        OwnRule("chips_come_from", rule_values.ChipSource.BANK, "15.13"),
        OwnRule("least_risk", wagers.Setting(key="minimum"), "15.14"),
        OwnRule("betting_order", rule_values.BettingOrder.IN_TURN, "15.15"),
    ),
    unless_said=(OwnRule("personal_maximum", False, "ruling 44"),),
)

ACT_2015 = Rulebook(
    id="act-2015",
    edition=1,
    title="Casino Canberra 2015",
    source="Casino Control (Mini Baccarat) Approval 2015 (No 1), NI2015-63",
    clauses=(
        *INSTRUMENT_AND_DICTIONARY,
        *EQUIPMENT_AND_LIMITS,
        *WAGERS_AND_SHUFFLE,
        *DEAL_AND_THIRD_CARDS,
        *SETTLEMENT_AND_PAIRS,
        *IRREGULARITIES_AND_GENERAL,
        *TOURNAMENT,
        *RULINGS,
    ),
    offers=(
        offer(common.player_wager(wins="8.8", otherwise="8.5"), settlement=rule_values.SettlementMethod.A),
        offer(common.player_wager(wins="8.9", otherwise="8.5"), settlement=rule_values.SettlementMethod.B),
        offer(
            common.banker_wager(
                wagers.CommissionWhenPaid(rate=wagers.Setting(key="commission"), clause="8.8"),
                wins="8.8",
                otherwise="8.4",
            ),
            settlement=rule_values.SettlementMethod.A,
        ),
        offer(
            common.banker_wager(wagers.NoCommission(), HALF_ON_SIX, wins="8.9", otherwise="8.4"),
            settlement=rule_values.SettlementMethod.B,
        ),
        offer(common.tie_wager(wins="8.8", otherwise="8.6"), settlement=rule_values.SettlementMethod.A),
        offer(common.tie_wager(wins="8.9", otherwise="8.6"), settlement=rule_values.SettlementMethod.B),
        *SIDE_BETS,
    ),
    practice={
        "dealing": rule_values.FACE_UP,
        "minimum": 500,
        "maximum": 100_000,
        "multiple": 100,
        "differential": None,
        "pairs_box": rule_values.PairsBox.SEPARATE,
        "cut_depth": 12,
        "burn": rule_values.Burn.HIDDEN,
        "settlement": rule_values.SettlementMethod.A,
        "offered": tuple(sorted(wager_ids(SIDE_BETS))),
        "pairs": rule_values.Pairs.PERFECT,
        "pairs_minimum": 500,
        "pairs_maximum": 100_000,
        "on_first_card_face_up": rule_values.Remedy.PLAYED_IN_PLACE,
    },
    conditions=CONDITIONS,
    tournament=TOURNAMENT_LAW,
    wagers_listed="4.3",
    for_tournaments=TournamentSection(only="15.1", clauses=tuple(one.number for one in TOURNAMENT), conduct=("15.17",)),
)
