"""What a console tells a dealer: who does nothing but what it says deals whole shoes, and pays what is settled."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.errors import Refused
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.table import Actor, Role, TableState, legal_actions, progress
from puntobanco.table.events.cards import IrregularityFound
from puntobanco.table.events.round import RoundStarted
from puntobanco.table.events.settlement import StageSettled
from puntobanco.table.model import DrawTo, Preparation, RoundKind, VoidReason
from puntobanco.table.queries.shoe import cutting_card_may_come
from puntobanco.table.views.announcements import say
from puntobanco.table.views.dealer_steps import DealerStep, StepChoice, StepWay, step
from puntobanco.table.views.incidents import Trouble, Witnessed, trouble
from puntobanco.table.views.payments import Payments, payments
from puntobanco.values.cards import Card, Composition
from puntobanco.values.money import ChipSet, format_dollars
from puntobanco.values.replace import changed
from puntobanco.web.command_bodies import AT_TABLES
from tests.marks import ALL_BOOKS
from tests.table.helpers import DEALER, Table, cents, refused

MOST_STEPS = 2_000


class Deck:
    """Real cards, for a dealer who looks at each and keys it in."""

    def __init__(self, chance: Random, decks: int) -> None:
        self._chance, self._decks = chance, decks
        self.cards: list[Card] = []

    def shuffle(self) -> None:
        self.cards = list(Composition.of_decks(self._decks))
        self._chance.shuffle(self.cards)

    def next(self) -> str:
        return str(self.cards.pop())


class Dealing:
    """A dealer with the console and nothing else; patrons bet, cut and turn when it waits for them."""

    step: Callable[..., DealerStep] = staticmethod(step)
    payments: Callable[..., Payments | None] = staticmethod(payments)

    def __init__(self, book: str, chance: Random, **choices: object) -> None:
        self.at = Table(book, **choices)
        self.at.sits("ann", 1)
        self.at.sits("bob", 4)
        self.chance, self.deck = chance, Deck(chance, self.at.now.rules.decks.value)
        self.face_down: dict[str, list[str]] = {}
        self.paid: list[tuple[Payments, StageSettled]] = []

    def until_shuffled_again(self) -> None:
        for _ in range(MOST_STEPS):
            self.go_on()
            if self.at.now.shoe.number == 2 or (self.at.now.rounds and self.at.now.pending):
                return
        raise AssertionError("the shoe does not end")

    def go_on(self) -> None:
        told = self.step(self.at.now, virtual=False)
        assert told.title
        if self._cutting_card_is_next():
            self.at.dealer("draw_cutting_card")
        elif told.way is StepWay.WAIT:
            self._others(told)
        elif told.way is StepWay.PAY:
            self._pay(told)
        else:
            self._do(told)

    def _cutting_card_is_next(self) -> bool:
        state = self.at.now
        at_its_place = state.shoe.remaining == state.rules.cut_depth.value and not state.shoe.cutting_cards
        return cutting_card_may_come(state) and at_its_place

    def _others(self, told: DealerStep) -> None:
        coming = progress(self.at.now)
        match coming.by, coming.step:
            case Role.SUPERVISOR, Preparation.CUT:
                self.at.supervisor("cut", at=200)
            case Role.SUPERVISOR, _:
                self.at.supervisor("inspect_cards")
            case _:
                assert "wagers" in told.title
                self._bet()

    def _bet(self) -> None:
        wagers = sorted({one.where[0][1] for one in legal_actions(self.at.now, self._patron()) if one.kind == "place"})
        for name in ("ann", "bob"):
            self.at.bets(name, self.chance.choice([one for one in wagers if one in ("player", "banker")]), 100)

    def _patron(self) -> Any:
        return msgspec.structs.replace(DEALER, person="ann", role=Role.PATRON)

    def _pay(self, told: DealerStep) -> None:
        found = self.payments(self.at.now, DEALER)
        assert found is not None
        self._do(told)
        (settled,) = [event for event in self.at.events if isinstance(event, StageSettled)]
        self.paid.append((found, settled))

    def _do(self, told: DealerStep) -> None:
        body = dict(self._chosen(told).command)
        coming = progress(self.at.now)
        if body["do"] == "shuffle":
            self.deck.shuffle()
        if body["do"] == "draw":
            card = self.deck.next()
            if told.way is StepWay.CARD:
                body["card"] = card
            elif coming.hand is not None:
                self.face_down.setdefault(coming.hand.value, []).append(card)
        if body["do"] == "expose":
            assert told.count == len(self.face_down[body["hand"]])
            body["cards"] = self.face_down.pop(body["hand"])
        if body["do"] == "cut":
            body["at"] = self.chance.randint(told.low, told.high)
        sent = AT_TABLES.read(msgspec.json.encode(body), DEALER)
        fields = {name: getattr(sent, name) for name in sent.__struct_fields__ if name != "actor"}
        before = told.id
        self.at.dealer(body["do"], **fields)
        assert self.step(self.at.now, virtual=False).id != before, "a step that is done is another one"

    def _chosen(self, told: DealerStep) -> StepChoice:
        """What comes with cards or a number may be left to the dealer as well."""
        keyed_in = told.way in (StepWay.CARDS, StepWay.NUMBER)
        return self.chance.choice(told.choices) if keyed_in else told.choices[0]


def a_short_shoe(kind: type[Dealing], book: str) -> None:
    """Dealt as the console says: nothing is irregular, and what was told to be paid is what is settled."""
    try:
        dealing = kind(book, Random(book), cut_depth=350)
    except Refused:
        dealing = kind(book, Random(book))
    dealing.until_shuffled_again()
    assert len(dealing.at.now.rounds) > 5
    assert dealing.paid
    assert not [event for event in dealing.at.log if isinstance(event, IrregularityFound)]
    for told, settled in dealing.paid:
        agrees(told, settled)


def agrees(told: Payments, settled: StageSettled) -> None:
    lost = [(line.patron, line.wager, line.stake) for line in settled.wagers if line.outcome.value == "lost"]
    won = [(line.patron, line.wager, line.returned) for line in settled.wagers if line.outcome.value == "won"]
    assert sorted((one.patron, one.wager, one.amount) for one in told.collect) == sorted(lost)
    assert sorted((one.patron, one.wager, one.stake + one.amount) for one in told.pay) == sorted(won)
    for one in (*told.collect, *told.pay):
        assert sum(pile.chip * pile.count for pile in one.piles) + one.coin == one.amount
    for one in told.pay:
        assert one.reckoned is not None
        assert one.reckoned.startswith(format_dollars(one.stake))
    for lines in (told.collect, told.pay):
        assert [int(one.area) for one in lines] == sorted(int(one.area) for one in lines), "seat by seat"


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_who_does_what_the_console_says_deals_a_shoe(book: str) -> None:
    a_short_shoe(Dealing, book)


class StaysTheSame(Dealing):
    step = staticmethod(lambda state, *, virtual: changed(step(state, virtual=virtual), id="step"))


class FacesWrongly(Dealing):
    @staticmethod
    def step(state: TableState, *, virtual: bool) -> DealerStep:
        found = step(state, virtual=virtual)
        if found.way is not StepWay.KEY or found.choices[0].command["do"] != "draw":
            return found
        return changed(found, way=StepWay.CARD, choices=(changed(found.choices[0], command={"do": "draw"}),))


def _planted(state: TableState, dealer: Actor, change: Callable[[Payments], Payments]) -> Payments | None:
    found = payments(state, dealer)
    return None if found is None else change(found)


class ForgetsAWinner(Dealing):
    payments = staticmethod(lambda state, actor: _planted(state, actor, lambda one: changed(one, pay=one.pay[1:])))


class PaysFromTheOtherSide(Dealing):
    payments = staticmethod(lambda state, actor: _planted(state, actor, lambda one: changed(one, pay=one.pay[::-1])))


@pytest.mark.parametrize("planted", [StaysTheSame, FacesWrongly, ForgetsAWinner, PaysFromTheOtherSide])
def test_a_console_that_is_wrong_is_noticed(planted: type[Dealing]) -> None:
    with pytest.raises(AssertionError):
        a_short_shoe(planted, "nz-1998")


def test_a_midi_table_is_turned_by_whom_it_names() -> None:
    dealing = Dealing("house-midi", Random(3), midi="true")
    for _ in range(MOST_STEPS):
        if len(dealing.at.now.rounds) > 6:
            return
        dealing.go_on()
    raise AssertionError("no rounds")


def test_chips_are_broken_down_from_the_largest() -> None:
    chips = ChipSet.of((100, 500, 2_000, 10_000))
    assert chips.piles(22_000) == ((10_000, 2), (2_000, 1))
    assert chips.piles(19_000) == ((10_000, 1), (2_000, 4), (500, 2))
    assert chips.piles(0) == ()


def test_chips_that_do_not_divide_each_other_make_what_they_can() -> None:
    chips = ChipSet.of((300, 500))
    assert chips.piles(900) == ((300, 3),)
    assert chips.piles(1_100) == ((500, 1), (300, 2))
    assert chips.piles(475) == ((300, 1),), "what no chip makes is left out"
    assert ChipSet.of((100,)).piles(475) == ((100, 4),)


def test_what_no_chip_makes_is_paid_in_coin() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "banker", 25)
    at.calls()
    at.deals("2c 9d Kh Kc")
    found = payments(at.now, DEALER)
    assert found is not None
    (line,) = found.pay
    assert [(one.chip, one.count) for one in line.piles] == [(500, 4), (100, 3)]
    assert (line.amount, line.coin) == (2_375, 75)


@pytest.mark.parametrize(
    ("wager", "dollars", "cards", "larger"),
    [
        ("player", 75, "9c 2d Kh Kc", [(10_000, 1), (2_500, 2)]),
        ("player", 100, "9c 2d Kh Kc", []),
        ("banker", 500, "2c 9d Kh Kc", []),
        ("banker", 60, "2c 9d Kh Kc", [(10_000, 1), (500, 3), (100, 2)]),
    ],
)
def test_stake_and_payment_are_coloured_up_where_that_is_fewer_chips(
    wager: str, dollars: int, cards: str, larger: list[tuple[int, int]]
) -> None:
    """$75 and $75 are six chips of $25; $60 and $57 are four of $25 and six smaller ones."""
    at = Table.ready("act-2015")
    at.bets("ann", wager, dollars)
    at.calls()
    at.deals(cards)
    found = payments(at.now, DEALER)
    assert found is not None
    assert [(one.chip, one.count) for one in found.pay[0].colour_up] == larger


def test_the_words_of_a_step_are_the_books() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "banker", 100)
    assert (found := say(at.now, progress(at.now))) is not None
    assert (found.key, found.text) == ("call_no_more_bets", "No more bets")
    at.calls()
    at.deals("4c 9d Kh 7c 3s")
    told = say(at.now, progress(at.now))
    assert told is not None
    assert told.key == "call_result"
    assert "7" in told.text
    assert "6" in told.text
    assert "Player" in told.text


def record(number: int, at: Table, by: Role = Role.DEALER) -> Witnessed:
    """What the last command led to."""
    return Witnessed(number=number, time=1_000 * number, by=by, events=at.events, seen=at.events)


def test_an_excess_card_that_was_seen_takes_the_panel_until_it_is_done() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "banker", 100)
    at.calls()
    at.deals("9c 7s 7d Kh")
    at.draws("4d", to=DrawTo.PLAYER)
    found = trouble(at.now, [record(7, at)])
    assert found is not None
    assert (found.record, found.at) == (7, 7_000)
    assert (found.what, found.call, found.waits) == ("Player card in error", None, False)
    assert (found.record, found.title) == (7, "Set the card aside, face up")
    assert any("4♦" in one.text for one in found.known)


def test_a_first_card_found_face_up_makes_this_round_the_one_without_wagers() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "banker", 100)
    at.calls()
    at.draws("9c", found_face_up=True)
    found = trouble(at.now, [record(4, at)])
    assert found is not None
    assert (found.what, found.clause) == ("First card face up", "11.3")
    assert found.title == "Give all wagers back: no bets this hand"
    assert found.steps[0].startswith("Leave the card where it lies")
    assert not [one for one in found.steps if "next round" in one or "Finish" in one]


def test_between_rounds_there_is_none_to_finish() -> None:
    for card, face_up, title in (
        ("4d", True, "Set the card aside, face up"),
        (None, False, "Set the card aside, face down"),
    ):
        at = Table.ready("act-2015")
        at.bets("ann", "banker", 100)
        at.draws(card, to=DrawTo.EXCESS, face_up=face_up)
        found = trouble(at.now, [record(4, at)])
        assert found is not None
        assert found.title == title
        assert not [one for one in found.steps if "Finish" in one]


def test_an_irregularity_is_over_when_its_card_was_dealt_or_another_round_has_begun() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "banker", 100)
    at.calls()
    at.deals("9c 7s 7d Kh")
    at.draws("4d", to=DrawTo.EXCESS)
    happened = [record(7, at)]
    at.settles()
    happened.append(record(8, at))
    assert trouble(at.now, happened) is not None, "its card waits"
    at.dealer("start_no_bet")
    assert trouble(at.now, happened) is None, "its card was dealt"
    happened.append(record(9, at))
    assert trouble(at.now, happened) is None


def test_a_void_round_is_news_until_another_one_begins() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "banker", 100)
    at.calls()
    at.deals("2c").runs_out()
    at.dealer("report_empty")
    happened = [record(5, at)]
    assert (found := trouble(at.now, happened)) is not None
    assert found.steps[0] == "Give all wagers back."
    happened += [Witnessed(number=number, time=number, by=Role.PATRON, events=(), seen=()) for number in range(6, 90)]
    assert trouble(at.now, happened) == found
    begun = RoundStarted(number=2, kind=RoundKind.WAGERS, clause="1")
    assert trouble(at.now, [*happened, Witnessed(number=90, time=90, by=Role.DEALER, events=(begun,), seen=())]) is None


def ruled(at: Table, by: Role) -> Trouble:
    found = trouble(at.now, [record(9, at, by)])
    assert found is not None
    assert (found.ruled_by, found.waits) == (by, False)
    return found


def moved(found: Trouble) -> list[tuple[str, int]]:
    for one in found.chips:
        assert sum(pile.chip * pile.count for pile in one.piles) + one.coin == abs(one.amount)
    return [(one.patron, one.amount) for one in found.chips]


def test_a_round_that_is_declared_void_tells_what_goes_back_to_whom() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    at.bets("ann", "banker", 100)
    at.bets("bob", "player", 50)
    at.calls()
    at.deals("2c 3d")
    at.operator("void_round", round=1, reason=VoidReason.DISTURBANCE)
    found = ruled(at, Role.OPERATOR)
    assert (found.what, found.title, found.clause) == ("Round 1 is void", "The round is void", "14.1")
    assert moved(found) == [("ann", 10_000), ("bob", 5_000)]
    assert found.steps == ("Give and take the chips that are listed.", "Take the cards off the table.", "Go on.")
    assert step(at.now, virtual=False).title == "Wait for wagers"


def test_a_paid_round_that_is_declared_void_tells_what_is_taken_back() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    at.bets("ann", "banker", 25)
    at.bets("bob", "player", 50)
    at.plays("2c 9d Kh Kc")
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    found = ruled(at, Role.OPERATOR)
    assert (found.title, found.remedy) == ("Round 1 is void", "for fraud; later rounds stand")
    assert moved(found) == [("ann", -2_375), ("bob", 5_000)]
    assert "void by the operator" in found.known[0].text


def test_other_rulings_take_the_panel_too() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "banker", 100)
    at.operator("void_wager", round=1, patron="ann", area="1", wager="banker", broke="11.1")
    assert moved(ruled(at, Role.OPERATOR)) == [("ann", 10_000)]
    at.round("2c 9d Kh Kc", player=100)
    at.supervisor("record_payment", round=1, patron="ann", area="1", wager="player", amount=cents(200), debt=True)
    found = ruled(at, Role.SUPERVISOR)
    assert (moved(found), found.steps) == ([], ("ann owes $200.", "Go on."))
    at.patron("ann", "raise_dispute", text="mine")
    assert trouble(at.now, [record(9, at, Role.PATRON)]) is None
    at.operator("decide_dispute", number=1, decision="so be it", patron="ann", amount=cents(30))
    assert (moved(found := ruled(at, Role.OPERATOR)), found.title) == ([("ann", 3_000)], "By decision, ann gets $30")
    at.operator("exclude", patron="ann", broke="11.1")
    assert "Take no wager" in ruled(at, Role.OPERATOR).steps[0]


def test_a_card_that_a_supervisor_corrects_is_told_and_the_dealers_own_is_not() -> None:
    at = Table.ready("act-2015")
    at.round("2c 9d Kh Kc", player=100)
    corrected = Card.parse("9s")
    place = at.now.shoe.out - 3
    at.supervisor("correct_card", card=corrected, place=place)
    found = ruled(at, Role.SUPERVISOR)
    assert (found.what, moved(found)) == (f"Card {place} is corrected", [("ann", 10_000)])
    assert trouble(at.now, [record(9, at)]) is None


def test_cards_out_of_sequence_wait_for_a_supervisor_and_are_no_trouble_any_more_when_put_right() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "banker", 100)
    at.calls()
    at.draws("9c", to=DrawTo.BANKER)
    happened = [record(3, at)]
    found = trouble(at.now, happened)
    assert found is not None
    assert (found.what, found.waits, found.call) == ("Out of sequence", True, Role.SUPERVISOR)
    at.deals("2c 3d 4h")
    assert step(at.now, virtual=False).call is Role.SUPERVISOR
    at.supervisor("reconstruct")
    assert trouble(at.now, [*happened, record(8, at)]) is None


def test_the_gravest_of_several_is_told() -> None:
    at = Table.ready("act-2015")
    light = IrregularityFound(irregularity=Irregularity.FACED_WRONGLY, remedy=Remedy.PLAYED_IN_PLACE, clause="1")
    grave = IrregularityFound(irregularity=Irregularity.TOO_FEW_CARDS, remedy=Remedy.ROUND_VOID, clause="2")
    found = trouble(at.now, [Witnessed(number=1, time=1, by=Role.DEALER, events=(light, grave), seen=())])
    assert found is not None
    assert (found.clause, found.call) == ("2", Role.SUPERVISOR)


def test_what_is_not_due_is_not_paid() -> None:
    at = Table.ready("act-2015")
    assert payments(at.now, DEALER) is None
    assert refused(lambda: at.settles())[0] == "not_due"


def test_the_dealer_keys_in_the_cut_of_whom_it_was_offered_to() -> None:
    at = Table("act-2015")
    at.sits("ann", 1)
    at.prepares(until=Preparation.CUT)
    at.dealer("offer_cut", patron="ann")
    found = step(at.now, virtual=False)
    assert (found.title, found.way, found.low, found.high) == ("ann cuts the cards", StepWay.NUMBER, 52, 364)
    assert [one.command for one in found.choices] == [
        {"do": "cut", "patron": "ann"},
        {"do": "decline_cut", "patron": "ann"},
    ]


@pytest.mark.parametrize("virtual", [False, True])
def test_the_dealer_keys_in_the_cards_that_a_patron_turns(virtual: bool) -> None:
    at = Table.ready("house-midi", midi="yes")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c 2d Kh 3s")
    found = step(at.now, virtual=virtual)
    assert (found.way, found.count) == ((StepWay.WAIT, 0) if virtual else (StepWay.CARDS, 2))
    assert (found.title, found.clause) == ("ann turns player’s cards", "midi")
    assert [one.command for one in found.choices] == [
        {"do": "expose", "hand": "player", "patron": "ann"},
        {"do": "decline_expose", "hand": "player", "patron": "ann"},
    ]
