"""Rulings of ours, where the documents are silent: why each was made, and once those that several books take alike.

A book takes a ruling by its name, and where it differs says only the difference: `NOTICE.also(closes_after_notice=...)`.
"""

from puntobanco.rulebooks.clause import Clause, Statement, clause, fixed, silent
from puntobanco.rulebooks.rule_values import AfterStandOff, BettingOrder, ChipSource, Remedy
from puntobanco.values.money import Rounding

WHY = {
    "ruling 1": "odds are fixed and commission is capped, so rounding down would pay less than the document promises.",
    "ruling 2": "a call after which one may still bet would be no call, and the time between call and first card needs an answer.",
    "ruling 3": "the signs speak of wagers, and a restriction that a document does not have is not ours to add.",
    "ruling 4": "one wager that wins on either hand at the same odds would be far in the patron's favour, which nobody meant.",
    "ruling 5": "the clause warns a person, not a box, and nobody is warned twice in one breath.",
    "ruling 6": "prior notice must leave time to take a wager back; one round is the shortest span that does.",
    "ruling 7": "what happens to it otherwise stands in a division that we do not have, and a refusal takes nobody's money.",
    "ruling 8": "the documents give the limit and not the way; who came first keeps the place where no shares are ordered.",
    "ruling 9": "after a shuffle nobody knows any more where that card is.",
    "ruling 10": "chips on a layout look like a bet; there is none.",
    "ruling 11": "the limit is on what patrons ask for, and nobody can bet where no bets are taken.",
    "ruling 12": "the cards of such rounds are gone, and the cutting card measures cards.",
    "ruling 13": "a bound that is not written cannot be enforced, but the dealer must know where the card goes.",
    "ruling 14": "no clause speaks of it, and rounds without wagers come only from 4.7 and 12.2.",
    "ruling 15": "the order in which cards left the shoe is the only one that nobody chose.",
    "ruling 16": "void means as if it had not been, also when the chips are gone already.",
    "ruling 17": "the shortest reading of clauses 3, 4, 5 and 8 that leaves no gap.",
    "ruling 18": "a table needs them, and a default that is called ours deceives nobody.",
    "ruling 19": "the sheet names the customs and leaves their edges open.",
    "ruling 20": "equal bets on both hands risk nothing, and a penalty needs a clause.",
    "ruling 21": "all of the pool must be paid, and the ballot is the one order that everybody has seen.",
    "ruling 22": "the clauses tell how a turn begins and not how every one ends.",
    "ruling 23": "the approval covers one fee, and a refund in full leaves nothing out.",
    "ruling 24": "chips that were not lost are the patron's to place again.",
    "ruling 25": "patrons rely on what was paid, so undoing it needs a stated power.",
    "ruling 26": "silence is no permission to invent a game.",
    "ruling 27": "the shoe is proved wrong, but a decision that stood before the proof is not.",
    "ruling 28": "a table that refuses what has happened no longer knows what lies on it.",
    "ruling 29": "otherwise the books would call it paid when it is not, or never.",
    "ruling 30": "an exclusion that ends by leaving and buying in again would be none.",
    "ruling 31": "12.5 begins where the next round has begun, so what comes before is an ordinary error, and no power ends with a shuffle.",
    "ruling 32": "there is nothing to call, and a table must never be stuck.",
    "ruling 33": "the clause speaks of players, who need not sit, and some order must be kept.",
    "ruling 34": "a seat is worth nothing if others fill its area, and an area that nobody uses serves nobody.",
    "ruling 35": "the gallery are patrons who stand, and 4a gives it the lines and nothing else.",
    "ruling 36": "5.8 is about what is asked for, 5.9 about what lies there, and what lies there is judged at the call.",
    "ruling 37": "12.5 begins where the next round has begun, and closing a table begins none.",
    "ruling 38": "a record that contradicts the next one is no proof of anything.",
    "ruling 39": "section 14 gives these powers to the operator, section 15 gives the tournament to the director.",
    "ruling 40": "a seat is paid for until its time has come, and nobody else may spend what is in an account.",
    "ruling 41": "a round that counts for nothing moves nothing, and no marker jumps back over rounds that were played.",
    "ruling 42": "what 3.5 neither pays nor collects is not at risk.",
    "ruling 43": "nobody keeps what a void takes back by betting it, and tournament chips are owed by nobody (15.13).",
    "ruling 44": "15.5 lets the approved limits prevail, and equal terms are what makes chips comparable.",
    "ruling 45": "15.24 approves an amount of the total, and a cent that is no whole part of it belongs to the players.",
    "ruling 46": "a ballot whose seed one person types is that person's choice, and nobody can tell.",
    "ruling 47": "no power ends with the last card of a session, and places that are awarded can be relied on.",
    "ruling 48": "15.4(b) leaves the structure open, and nobody is absent before their own session.",
    "ruling 49": "no document asks for more at an ordinary table, and where one does for tournaments, it says so itself.",
}
"""The reason of every ruling that a book cites."""


def ruling(number: str, kinds: str, meaning: str, **statements: Statement) -> Clause:
    """A ruling as a clause, with its reason."""
    return clause(number, kinds, meaning, reason=WHY[number], **statements)


CENTS = ruling(
    "ruling 1",
    "enforce",
    "Money is paid to the cent and a fraction of a cent goes to the patron; no payout is rounded down to a chip.",
    rounding=silent(Rounding.TO_PATRON),
)
CALL_CLOSES = ruling("ruling 2", "enforce", "There is a call here, so every wager closes at the call.")
LIMITS = ruling("ruling 3", "enforce", "Limits hold for each single wager of each patron.")
NOTICE = ruling(
    "ruling 6",
    "enforce",
    "A notice takes effect from the round after the one it was given in.",
    notice_rounds=silent(1),
)
EXCESS_CARD_AND_SHUFFLE = ruling(
    "ruling 9",
    "enforce",
    "An excess card that meets a shuffle goes into it, and no round without wagers is owed.",
)
NO_BETS_LIE = ruling(
    "ruling 10",
    "enforce",
    "Wagers that lie on the layout when a round without wagers starts go back first.",
)
ROUNDS_THAT_COUNT = ruling(
    "ruling 12",
    "enforce",
    "Void and no-bet rounds count as rounds; a void round is not a tie.",
)
ROUNDS_THAT_COUNT_WITH_EXCESS_CARDS = ROUNDS_THAT_COUNT.also(
    "A cutting card right after a pending excess card came during the round."
)
DEPTH = ruling(
    "ruling 13",
    "option",
    "Depth counts playing cards; no upper bound is given, so the operator sets it; first cut 52 to 364.",
)
RECONSTRUCTION = ruling(
    "ruling 15",
    "enforce",
    "Reconstruction deals the cards again in the order drawn; what is left over is excess.",
)
VOID_AND_DEBT = ruling(
    "ruling 16",
    "ruling, enforce",
    "A void wager goes back and its payout is reversed; a void round's cards stay discarded; what a patron cannot cover "
    "becomes debt.",
)
STAND_OFF_CHIPS = ruling(
    "ruling 24",
    "option",
    "The chips of a stand-off go back to the patron unless the house leaves them.",
    standoff=silent(AfterStandOff.RETURNED),
)
LATE_VOIDS_BY_THE_HOUSE = ruling(
    "ruling 25",
    "ruling, option",
    "A wrong placement found late is dealt with by the house's own procedure.",
    on_placement_error_found_late=silent(Remedy.THAT_ROUND_VOID_LATER_STAND),
    void_for_disturbance=silent(True),
    void_for_fraud=silent(True),
)
IMPOSSIBLE_CARD = ruling(
    "ruling 27",
    "enforce",
    "A card that the decks cannot hold: complete hands stand and are settled, a hand still being dealt is void; the shoe "
    "ends, and the cards are checked and shuffled.",
    on_impossible_card=fixed(Remedy.ROUND_VOID_AND_RESHUFFLE),
)
FACTS = ruling(
    "ruling 28",
    "enforce",
    "Whatever left the shoe, lies face up or down, or was put somewhere is recorded, never refused; what was keyed in "
    "wrongly is corrected by a command of its own.",
)
COMMISSION_DEBT = ruling(
    "ruling 29",
    "enforce",
    "Commission that a patron cannot cover is a debt of its own; when it is paid, it is commission taken.",
)
EXCLUSION = ruling(
    "ruling 30",
    "ruling, enforce",
    "An exclusion lasts until the operator lifts it, whatever the patron does.",
)
PLACEMENT_FOUND_IN_TIME = ruling(
    "ruling 31",
    "option, ruling, enforce",
    "A placement error found before the next round's first card is put right and settled anew.",
    open_shoes=silent(10),
)
PLACEMENT_FOUND_IN_TIME_BY_THE_HOUSE = PLACEMENT_FOUND_IN_TIME.also(
    "The house's procedure does so, and its later powers reach back over the last shoes, as many as it says."
)
NOBODY_BETS = ruling(
    "ruling 32",
    "enforce",
    "A call without wagers is refused; where nobody bets on the last round, the table may go on to the shuffle.",
)
RISK = ruling(
    "ruling 20",
    "enforce",
    "Tournament risk is banker against player, plus tie, plus pairs; who could bet and does not is flagged. If nobody bets, "
    "the round may be dealt without wagers, and counts.",
)
OWN_AREA = ruling(
    "ruling 34",
    "enforce",
    "The area of a seated patron keeps one place for that patron on each option until wagers close; others have what is left. "
    "The patron may give the place away for a round.",
)
AFTER_THE_CLOSING = ruling(
    "ruling 37",
    "ruling, enforce",
    "The last round of a closed table is corrected as before the closing; what patrons get by it is paid, and what they owe is "
    "owed, at the cage.",
)
REMEDIES_AS_DONE = ruling(
    "ruling 38",
    "enforce",
    "A record of an irregularity says what was done: what makes the round void is not recorded only.",
)
RISK_UP_TO_THE_MAXIMUM = ruling(
    "ruling 42",
    "enforce",
    "Tournament risk counts each wager up to its maximum; chips above it are not at risk (3.5).",
)
DRAWS = ruling(
    "ruling 46",
    "enforce",
    "A ballot or lot is drawn by a secret to which the house is committed before entrants add their words; the secret is "
    "revealed with the result. A ballot is drawn again with an operator's approval and a reason, and both results stay.",
)
TURNS = ruling(
    "ruling 22",
    "enforce",
    "The last turn ends at the call; an early wager can be changed until its turn ends, a late first one stands as out of "
    "turn, a late change is refused; who is voided may bet again in turn. How the marker starts, skips and moves; void "
    "rounds do not count.",
)
MARKER_AND_VOIDS = ruling(
    "ruling 41",
    "enforce",
    "A round that is void before the next one begins was never played, and the marker goes back; a later void leaves it. "
    "A last round that is decided again places it anew.",
)
ORDER_AND_CHIPS = ruling(
    "ruling 49",
    "enforce",
    "Patrons bet in any order, risk what they like and buy their chips at the cage; no house sets it otherwise.",
    betting_order=fixed(BettingOrder.ANY),
    least_risk=fixed(None),
    chips_come_from=fixed(ChipSource.CAGE),
)
