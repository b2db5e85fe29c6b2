"""Mistakes in a copy of the package's drawing, settlement and books: what each breaks, and which evening shows it.

A plant changes a few words in the source of one function, which does the changed thing until it is put right.
"""

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

from puntobanco.rulebooks import facts, tableau
from puntobanco.table.commands import commission_and_debt, reversals, rulings, settlement
from puntobanco.values import money
from puntobanco.values.cards import Card
from tests.verifier.evenings import Evening, RecordedTable, bet, evening, table

coup, draw, settle, shoe = (import_module(f"puntobanco.coup.{name}") for name in ("coup", "draw", "settle", "shoe"))


class Plant(NamedTuple):
    breaks: str
    function: Callable[..., Any]
    right: str
    wrong: str
    evening: Evening
    found_as: str


# Evenings


def canberra(cards: str, bets: str = "player 100", **choices: object) -> Evening:
    return evening("act-2015", bets, cards, **({"pairs": "perfect", "multiple": 1} | choices))


def midi(bets: str, cards: str) -> Evening:
    return evening("house-midi", f"player 50 {bets}", cards, midi="no", bonus="dragon")


def washington(bets: str, cards: str) -> Evening:
    return evening("washington", bets, cards, chips="0.5, 1, 5, 25", seats=2, dealing="up")


def voided() -> list[dict[str, Any]]:
    """A banker win is paid, and the round is void."""
    found = table("act-2015", multiple=1)
    bet(found, "player 100 tie 10")
    found.coup(BANKER_WINS)
    found.operator("void_round", round=1, reason="fraud")
    return found.records


def corrected() -> list[dict[str, Any]]:
    """A card was keyed in wrongly, and the round is decided again."""
    found = table("act-2015", multiple=1)
    bet(found, "player 100 tie 10")
    found.coup(PLAYER_WINS)
    found.supervisor("correct_card", card=Card.parse("9D"), place=found.now.shoe.out)
    return found.records


def closed() -> list[dict[str, Any]]:
    """The table closes after its notice; then a card of its last round is corrected, and player draws."""
    found = table("act-2015", multiple=1)
    found.operator("announce_closing")
    bet(found, "player 100 tie 10")
    found.coup(PLAYER_WINS)
    found.supervisor("correct_card", card=Card.parse("5C"), place=found.now.shoe.out - 3)
    found.draws("4C")
    found.draws("2D")
    found.settles()
    return found.records


def collected() -> list[dict[str, Any]]:
    found = table("house-midi", midi="no", commission_every=1)
    bet(found, "banker 100")
    found.coup(BANKER_WINS)
    found.dealer("collect_commission")
    return found.records


def in_debt() -> list[dict[str, Any]]:
    """Who has cashed out cannot give back what was won."""
    found = table("act-2015", multiple=1)
    bet(found, "player 100")
    found.coup(PLAYER_WINS)
    found.patron("ann", "cash_out", amount=1_050_00)
    found.operator("void_round", round=1, reason="fraud")
    return found.records


def won_and_lost() -> list[dict[str, Any]]:
    """Who won on a pair, lost on player and has cashed out all but $100 gives back the difference."""
    found = table("act-2015", multiple=1, pairs="perfect")
    bet(found, "player 100 player_pair 10")
    found.coup("2H 9C 2D KS")
    found.patron("ann", "cash_out", amount=1_000_00)
    found.operator("void_round", round=1, reason="fraud")
    return found.records


def disputed() -> list[dict[str, Any]]:
    found = table("act-2015", multiple=1)
    found.patron("ann", "raise_dispute", text="It was paid twice")
    found.operator("decide_dispute", number=1, decision="It is given back", patron="ann", amount=-1_500_00)
    return found.records


def burned(face: str) -> Evening:
    def played() -> list[dict[str, Any]]:
        found = RecordedTable("act-2015", burn="exposed")
        found.sits("ann", 1)
        found.prepares(burn=False)
        found.draws(face)
        return found.records

    return played


def cutting_card(book: str, cards: str, *, first: bool) -> Evening:
    """The cutting card comes as the first card of a round, or as its second; then the round is played."""

    def played() -> list[dict[str, Any]]:
        found = table(book, dealing="up")
        bet(found, "player 100")
        found.calls()
        if first:
            found.dealer("draw_cutting_card")
        found.draws(cards.split()[0])
        if not first:
            found.dealer("draw_cutting_card")
        found.coup(cards.partition(" ")[2])
        return found.records

    return played


PLAYER_WINS, BANKER_WINS, TIE = "9c 2d Kh 3s", "2c 9d Kh Ks", "9c 9d Kh Ks"
SIXES = "Kc 6d 6h Ks 5c 5d"
"""Player stands on 6, and so does banker."""
BANKER_SIX = "Kc 6d 2h Ks 3c 5d"
"""Player draws to 5, banker stands on 6."""

DRAWING = [
    Plant(
        "player's natural does not end the drawing",
        draw._after_four_cards,
        "if player_total in naturals or banker_total in naturals:",
        "if banker_total in naturals:",
        canberra("8c 2d Kh Ks 5c 5d"),
        "drawing",
    ),
    Plant(
        "8 is no natural",
        draw._after_four_cards,
        "naturals = rules.naturals.value",
        "naturals = (9,)",
        canberra("8c 3d Kh Ks 5c 5d"),
        "drawing",
    ),
    Plant(
        "7 is a natural",
        draw._after_four_cards,
        "naturals = rules.naturals.value",
        "naturals = (7, 8, 9)",
        canberra("7c 3d Kh Ks 5c 5d"),
        "settlement",
    ),
    Plant(
        "player draws on 6",
        draw._after_four_cards,
        "if player_total in law.value.totals:",
        "if player_total <= 6:",
        canberra("6c 7d Kh Ks 5c 5d"),
        "drawing",
    ),
    Plant(
        "player stands on 5",
        draw._after_four_cards,
        "if player_total in law.value.totals:",
        "if player_total < 5:",
        canberra("5c 7d Kh Ks 5c 5d"),
        "settlement",
    ),
    Plant(
        "player stands on 0",
        draw._after_four_cards,
        "if player_total in law.value.totals:",
        "if 0 < player_total < 6:",
        canberra("Qc 7d Kh Ks 5c 5d"),
        "settlement",
    ),
    Plant(
        "banker draws on 6 after player stood",
        draw._banker_after_stand,
        "draws=total in law.value.totals",
        "draws=total <= 6",
        canberra(SIXES),
        "drawing",
    ),
    Plant(
        "banker stands on 5 after player stood",
        draw._banker_after_stand,
        "draws=total in law.value.totals",
        "draws=total < 5",
        canberra("Kc 5d 6h Ks 5c 5d"),
        "settlement",
    ),
    Plant(
        "banker stands on 4 against a 7",
        draw._banker_against_card,
        "draws(total=total, third=points)",
        "draws(total=total, third=points) and (total, points) != (4, 7)",
        canberra("Kc 4d 2h Ks 7c 5d"),
        "settlement",
    ),
    Plant(
        "banker draws on 3 against an 8",
        draw._banker_against_card,
        "draws(total=total, third=points)",
        "draws(total=total, third=points) or (total, points) == (3, 8)",
        canberra("Kc 3d 2h Ks 8c 5d"),
        "drawing",
    ),
    Plant(
        "banker stands on 6 against a 6",
        draw._banker_against_card,
        "draws(total=total, third=points)",
        "draws(total=total, third=points) and (total, points) != (6, 6)",
        canberra("Kc 6d 2h Ks 6c 5d"),
        "settlement",
    ),
    Plant(
        "banker draws on 5 against a 3",
        draw._banker_against_card,
        "draws(total=total, third=points)",
        "draws(total=total, third=points) or (total, points) == (5, 3)",
        canberra("Kc 5d 2h Ks 3c 5d"),
        "drawing",
    ),
    Plant(
        "banker draws on 7",
        draw._banker_against_card,
        "draws(total=total, third=points)",
        "draws(total=total, third=points) or total == 7",
        canberra("Kc 7d 2h Ks 6c 5d"),
        "drawing",
    ),
    Plant(
        "banker stands on 2 against an 8",
        draw._banker_against_card,
        "draws(total=total, third=points)",
        "draws(total=total, third=points) and (total, points) != (2, 8)",
        canberra("Kc 2d 2h Ks 8c 5d"),
        "settlement",
    ),
    Plant(
        "banker stands on 3 against a 9",
        draw._banker_against_card,
        "draws(total=total, third=points)",
        "draws(total=total, third=points) and (total, points) != (3, 9)",
        canberra("Kc 3d 2h Ks 9c 5d"),
        "settlement",
    ),
    Plant(
        "a third card that counts nothing is taken for none at all",
        draw._banker_against_card,
        "rules.card_values.value.of(third)",
        "rules.card_values.value.of(third) or 5",
        canberra("Kc 4d 2h Ks Qc 5d"),
        "drawing",
    ),
    Plant(
        "banker looks at player's second card",
        draw._by_the_law,
        "player[2]",
        "player[1]",
        canberra("3c 6d 2h Ks 7c 5d"),
        "settlement",
    ),
]

RESULTS = [
    Plant(
        "totals lose their nines",
        tableau.CardValues.total,
        "% 10",
        "% 9",
        canberra("9c 2d Kh 3s 4c 4d"),
        "drawing",
    ),
    Plant(
        "banker's third card does not count",
        coup.facts,
        "total=total(coup.banker)",
        "total=total(coup.banker[:2])",
        canberra("Kc 2d 2h Ks 3c 5d"),
        "result",
    ),
    Plant(
        "banker's cards are player's",
        coup.facts,
        "cards=len(coup.banker)",
        "cards=len(coup.player)",
        midi("big_tiger 10", "Kc 6d 2h Ks 3c 5d"),
        "settlement",
    ),
    Plant(
        "the winner is the other one",
        facts.Facts.result.fget,  # type: ignore[attr-defined]  # the property itself, of its class
        "player > banker",
        "player < banker",
        canberra(PLAYER_WINS),
        "result",
    ),
    Plant(
        "pairs of a finished coup are the last two cards",
        coup.pair_facts,
        "player=pair_class(*coup.player[:2])",
        "player=pair_class(*coup.player[-2:])",
        canberra("Kc 7d 2h Ks 2c 5d"),
        "result",
    ),
]

WAGERS = [
    Plant(
        "pictures make pairs",
        coup.pair_class,
        "first.rank is not second.rank",
        "min(first.rank, 10) != min(second.rank, 10)",
        canberra("Kc 9d Qh Ks", "player_pair 10"),
        "settlement",
    ),
    Plant(
        "a coloured pair is perfect",
        coup.pair_class,
        "if first.suit is second.suit:",
        "if first.suit.is_red == second.suit.is_red:",
        canberra("Kc 9d Ks Kd", "player_pair 10"),
        "settlement",
    ),
    Plant(
        "coloured and mixed pairs are exchanged",
        coup.pair_class,
        "first.suit.is_red == second.suit.is_red else",
        "first.suit.is_red != second.suit.is_red else",
        canberra("Kc 9d Kh Kd", "player_pair 10"),
        "settlement",
    ),
    Plant(
        "banker's pair is player's",
        coup.pair_facts,
        "banker=pair_class(*coup.banker[:2])",
        "banker=pair_class(*coup.player[:2])",
        canberra("Kc 9d Kh Ks", "banker_pair 10"),
        "settlement",
    ),
    Plant(
        "player wins a tie",
        settle._holds_at_end,
        "return facts.margin(hand) > 0",
        "return facts.margin(hand) >= 0",
        canberra(TIE),
        "settlement",
    ),
    Plant(
        "a lead of one point is a tie",
        settle._holds_at_end,
        "return facts.margin(Hand.PLAYER) == 0",
        "return facts.margin(Hand.PLAYER) in (0, 1)",
        canberra("9c 8d Kh Ks", "tie 10"),
        "settlement",
    ),
    Plant(
        "the dragon pays the loser's margin",
        settle._holds_at_end,
        "return facts.margin(hand) == points",
        "return abs(facts.margin(hand)) == points",
        midi("banker_dragon 10", "Kc 2d 7h Ks Ad 5d"),
        "settlement",
    ),
    Plant(
        "the dragon's margin is one point wider",
        settle._holds_at_end,
        "return facts.margin(hand) == points",
        "return facts.margin(hand) == points - 1",
        midi("player_dragon 10", "Kc Qd 7h Ks 3d 5d"),
        "settlement",
    ),
    Plant(
        "three cards make a natural",
        settle._holds_at_end,
        "return facts.of(hand).cards == 2 and facts.of(hand).total in totals",
        "return facts.of(hand).total in totals",
        midi("player_dragon 10", "Kc Qd 4h Ks 5d Kd"),
        "settlement",
    ),
    Plant(
        "the tiger looks at player's total",
        settle._holds_at_end,
        "return facts.of(hand).total in totals\n",
        "return facts.of(hand.other).total in totals\n",
        midi("small_tiger 10", BANKER_SIX),
        "settlement",
    ),
    Plant(
        "big and small tiger are exchanged",
        settle._holds_at_end,
        "return facts.of(hand).cards == cards",
        "return facts.of(hand).cards != cards",
        midi("big_tiger 10", BANKER_SIX),
        "settlement",
    ),
    Plant(
        "every pair is looked for in player's hand",
        settle.holds,
        "pairs.of(condition.hand)",
        "pairs.of(Hand.PLAYER)",
        canberra("Kc 9d Kh Ks", "banker_pair 10"),
        "settlement",
    ),
    Plant(
        "one of several conditions is enough",
        settle.holds,
        "return all(",
        "return any(",
        midi("small_tiger 10", BANKER_WINS),
        "settlement",
    ),
    Plant(
        "there is no push",
        settle.judge,
        "return Verdict(STOOD_OFF, line.clause)",
        "return Verdict(LOST, line.clause)",
        canberra(TIE),
        "settlement",
    ),
    Plant(
        "the last line of a pay table decides",
        settle.judge,
        "for line in wager.lines:",
        "for line in reversed(wager.lines):",
        midi("player_dragon 10", "9c Qd Kh Ks"),
        "settlement",
    ),
    Plant(
        "a pair's second line decides",
        settle.judge,
        "for line in wager.lines:",
        "for line in wager.lines[1:]:",
        canberra("Kc 9d Kc Ks", "player_pair 10"),
        "settlement",
    ),
]

PAYMENTS = [
    Plant(
        "odds to one are paid as odds for one",
        settle.pay,
        "stake * verdict.odds.win,",
        "stake * (verdict.odds.win - 1),",
        canberra(TIE, "tie 10"),
        "settlement",
    ),
    Plant(
        "ties pay nine",
        settle.pay,
        "stake * verdict.odds.win,",
        "stake * (9 if verdict.odds.win == 8 else verdict.odds.win),",
        evening("nz-1998", "tie 10", TIE),
        "settlement",
    ),
    Plant(
        "nothing pays more than ten",
        settle.pay,
        "stake * verdict.odds.win,",
        "stake * min(verdict.odds.win, 10),",
        canberra("Kc 9d Kc Ks", "player_pair 10", pairs="canberra"),
        "settlement",
    ),
    Plant(
        "banker's six is paid in full by method B",
        settle.pay,
        "divide(gross, verdict.odds.stake, rounding)",
        "divide(gross, 1, rounding)",
        canberra(BANKER_SIX, "player 100", settlement="B"),
        "settlement",
    ),
    Plant(
        "commission is taken twice",
        settle.pay,
        "(rate.denominator - rate.numerator)",
        "(rate.denominator - 2 * rate.numerator)",
        canberra(BANKER_WINS),
        "settlement",
    ),
    Plant(
        "commission is forgotten",
        settle.pay,
        "if rate is NOTHING:",
        "if gross:",
        evening("nz-1998", "tie 10", BANKER_WINS),
        "settlement",
    ),
    Plant(
        "commission that is owed is taken at once",
        settle.pay,
        "if isinstance(wager.commission, CommissionLater):",
        "if not isinstance(wager.commission, CommissionLater):",
        midi("tie 5", BANKER_WINS),
        "settlement",
    ),
    Plant(
        "the stake of a winner is kept",
        settle.pay,
        "Settlement(wager, stake, stake + paid, 0, 0, verdict)",
        "Settlement(wager, stake, paid, 0, 0, verdict)",
        canberra(PLAYER_WINS),
        "settlement",
    ),
    Plant(
        "half of a push is kept",
        settle.pay,
        "returned = stake if",
        "returned = stake // 2 if",
        canberra(TIE),
        "settlement",
    ),
    Plant(
        "half a cent goes to the house",
        money.divide,
        "return whole + 1",
        "return whole",
        washington("banker 5.50", BANKER_WINS),
        "settlement",
    ),
    Plant(
        "losers are collected last",
        settlement.settle_wagers,
        "settled = (*lost, *others)",
        "settled = (*others, *lost)",
        canberra(PLAYER_WINS),
        "settlement",
    ),
    Plant(
        "somebody's stake is forgotten",
        settlement.settle_wagers,
        "if one.wager in judged:",
        "if one.wager in judged and one.patron != 'bob':",
        canberra(PLAYER_WINS),
        "settlement",
    ),
    Plant(
        "what stood off is taken from the layout where it should stay",
        settlement._may_stay,
        "is AfterStandOff.STAYS",
        "is AfterStandOff.RETURNED",
        evening("nz-1998", "tie 10", TIE),
        "settlement",
    ),
]

TAKEN_FIRST = Plant(
    "what was won is taken before what was lost is back",
    reversals.reversal,
    "(_give_back, _take_back)",
    "(_take_back, _give_back)",
    won_and_lost,
    "entry",
)

BOOKS = [
    Plant(
        "a void round keeps the stake of the winner",
        reversals._profit,
        "line.returned + line.error - line.stake",
        "line.returned + line.error",
        voided,
        "entry",
    ),
    Plant(
        "commission of a void round stays with the house",
        reversals._reverse_commission,
        "ledger.FLOAT, line.commission_taken)",
        "ledger.FLOAT, 0)",
        voided,
        "entry",
    ),
    Plant(
        "losers of a void round get nothing back",
        reversals._give_back,
        "max(0, -_profit(line))",
        "0",
        voided,
        "entry",
    ),
    TAKEN_FIRST,
    Plant(
        "a round that is decided again leaves its winners the stake",
        reversals.back_into_the_box,
        "came_back = line.returned + line.error",
        "came_back = max(0, line.returned + line.error - line.stake)",
        corrected,
        "entry",
    ),
    Plant(
        "a table closes without paying its patrons",
        commission_and_debt.pay_out,
        "elif amount:",
        "elif amount < 0:",
        closed,
        "settlement",
    ),
    Plant(
        "what cannot be given back is forgotten",
        reversals.unpaid,
        "ledger.NOTHING if rules.chips_are_issued else",
        "ledger.NOTHING if amount else",
        in_debt,
        "entry",
    ),
    Plant(
        "a dispute takes what is not there",
        rulings._correction,
        "min(-amount, state.balance(ledger.chips(name)))",
        "min(-amount, state.balance(ledger.chips(name)) // 2)",
        disputed,
        "entry",
    ),
    Plant(
        "half of the commission is collected",
        commission_and_debt.collect,
        "paid = min(amount, draft.state.balance(ledger.chips(name)))",
        "paid = min(amount // 2, draft.state.balance(ledger.chips(name)))",
        collected,
        "entry",
    ),
    Plant(
        "a king burns thirteen cards",
        shoe.further_burns,
        "min(int(first.rank), rules.burn_for_ten.value)",
        "int(first.rank)",
        burned("Kc"),
        "cards",
    ),
    Plant(
        "a tie ends the shoe, and nothing else does",
        shoe.round_ended,
        "return Ending.LAST_ROUND if tie else Ending.OVER",
        "return Ending.OVER if tie else Ending.LAST_ROUND",
        cutting_card("act-2015", PLAYER_WINS, first=False),
        "cards",
    ),
    Plant(
        "a cutting card that comes first is like any other",
        shoe.cutting_card_came,
        "return Ending.LAST_ROUND if first_of_round and",
        "return Ending.LAST_ROUND if not first_of_round and",
        cutting_card("nz-1998", PLAYER_WINS, first=True),
        "cards",
    ),
]

PLANTS = (*DRAWING, *RESULTS, *WAGERS, *PAYMENTS, *BOOKS)

CACHES: tuple[dict[Any, Any], ...] = (draw._STEPS, settle._VERDICTS, settle._SETTLING)


@contextmanager
def planted(plant: Plant) -> Iterator[None]:
    """While it lasts, the function does what the changed source says."""
    function, source = plant.function, textwrap.dedent(inspect.getsource(plant.function))
    assert isinstance(function, FunctionType)
    assert source.count(plant.right) == 1, f"{plant.breaks}: the source has changed"
    place: dict[str, Any] = {}
    changed = source.replace("@property\n", "").replace(plant.right, plant.wrong)
    exec(compile(changed, function.__code__.co_filename, "exec"), dict(function.__globals__), place)
    right, function.__code__ = function.__code__, place[function.__name__].__code__
    _forget()
    try:
        yield
    finally:
        function.__code__ = right
        _forget()


def _forget() -> None:
    for cache in CACHES:
        cache.clear()
