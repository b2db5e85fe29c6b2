"""Two tables side by side: the same commands, except for what some of the people there may not know.

What is secret is written down here by hand, in the words of the game. No declaration of an event is asked for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from puntobanco.errors import Refused, Unreadable
from puntobanco.log.redact import as_heard, hears_refusal, may_see_balance, redact
from puntobanco.log.script import print_balances, print_command, print_event
from puntobanco.table import Actor, Role, TableState, commands, handle, legal
from puntobanco.table.events import TableEvent
from puntobanco.table.model import TableCard
from puntobanco.table.queries.money import can_cash_out
from puntobanco.table.queries.shoe import blocked
from puntobanco.table.views.describe import tell
from puntobanco.table.views.visible_state import view
from puntobanco.values.cards import DECK, Card
from puntobanco.values.replace import changed
from tests.table import driver
from tests.table.test_state_machine import random_house

ANN, BOB, CY = (Actor(person=name, role=Role.PATRON) for name in driver.PEOPLE[:3])
DEALER, SUPERVISOR, OPERATOR = (
    Actor(person=driver.STAFF[role], role=role) for role in (Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrecy:
    """Something secret: how a command reads where it is otherwise, and who must not be able to tell."""

    otherwise: Callable[["Twins", commands.TableCommand], commands.TableCommand]
    ignorant: tuple[Actor, ...]


class Twins:
    """Two tables that look alike to everybody who may not know the secret."""

    def __init__(self, secrecy: Secrecy, rng: driver.Chance) -> None:
        self.secrecy, self.rng = secrecy, rng
        self.left: TableState | None = None
        self.right: TableState | None = None
        self.differed = 0
        """Commands that were not the same at both tables."""

    @property
    def table(self) -> TableState:
        assert self.left is not None
        return self.left

    @property
    def other_table(self) -> TableState:
        assert self.right is not None
        return self.right

    def do(self, command: commands.TableCommand) -> None:
        """Both tables take the command, each with its own secret; nothing happens if all would see a difference."""
        twin = command if self.left is None else self.secrecy.otherwise(self, command)
        one, two = _answer(self.left, command), _answer(self.right, twin)
        if isinstance(one, Refused) and isinstance(two, Refused):
            if one.code == two.code:
                self._nobody_can_tell(lambda who: heard(one, command, who), lambda who: heard(two, twin, who))
        elif isinstance(one, tuple) and isinstance(two, tuple) and open_to_all(one[1]) == open_to_all(two[1]):
            by = command.actor
            self._nobody_can_tell(lambda who: learnt(*one, by, who), lambda who: learnt(*two, by, who))
            self.left, self.right = one[1], two[1]
            self.differed += command != twin

    def _nobody_can_tell(self, one: Callable[[Actor], Any], two: Callable[[Actor], Any]) -> None:
        for who in self.secrecy.ignorant:
            assert one(who) == two(who), f"the {who.role} {who.person} can tell"


def _answer(
    state: TableState | None, command: commands.TableCommand
) -> tuple[tuple[TableEvent, ...], TableState] | Exception:
    try:
        return handle(state, command)
    except (Refused, Unreadable) as refusal:
        return refusal


def heard(refusal: Refused, command: commands.TableCommand, who: Actor) -> object:
    """What a person hears of a refusal, if anything."""
    if not hears_refusal(who, command.actor):
        return None
    return print_command(as_heard(command, who)), refusal.code, refusal.clause, refusal.sentence


def learnt(events: tuple[TableEvent, ...], state: TableState, by: Actor, who: Actor) -> tuple[object, ...]:
    """All that a person learns: the events, as data, as JSON and in words; the table, as it lies there; balances."""
    seen = [found for event in events if (found := redact(event, who)) is not None]
    return (
        seen,
        [print_event(one.event, by, one.hidden) for one in seen],
        [tell(one.event, by.person) for one in seen],
        view(state, who),
        print_balances(
            {
                account: amount
                for account, amount in state.balances.items()
                if may_see_balance(account, who, chips_are_issued=False)
            }
        ),
    )


def open_to_all(state: TableState) -> tuple[object, ...]:
    """What everybody at a table can see with their own eyes: people, stakes, faces that lie up, and what goes on."""
    current = state.round
    return (
        (state.phase, state.pending, state.rules.digest, state.notices, state.round_number),
        (state.patrons, state.stakes, state.departed, state.excluded, state.dealers),
        (state.shoe.number, state.shoe.out, state.shoe.to_burn, state.shoe.ending, state.shoe.recheck),
        None if current is None else (current.kind, current.order, _open(current.player), _open(current.banker)),
        (_open(tuple(one.card for one in state.excess)), state.no_bet_owed),
        [(one.number, one.kind, one.result, one.void) for one in state.rounds],
        None if state.ended is None else _open(state.ended.round.in_order()),
    )


def _open(cards: tuple[TableCard, ...]) -> list[tuple[int, Card | None]]:
    return [(card.place, card.card if card.face_up else None) for card in cards]


# Faces that nobody has seen


def _other_face(at: Twins, command: commands.TableCommand) -> commands.TableCommand:
    """Another face, or none, for a card that lies face down; faces that are turned are the same at both tables."""
    match command:
        case commands.Draw(face_up=False, found_face_up=False):
            return changed(command, card=at.rng.choice([None, None, None, _possible(at)]))
        case commands.CorrectCard(place=place) if place in _face_down(at.table):
            return changed(command, card=at.rng.choice([command.card, _possible(at)]))
        case commands.Expose(cards=cards) if isinstance(_answer(at.left, command), Refused):
            return changed(command, cards=tuple(at.rng.choice(DECK) for _ in cards))
        case _:
            return command


def _possible(at: Twins) -> Card:
    return driver.possible_card(at.other_table, at.rng)


def _face_down(state: TableState) -> tuple[int, ...]:
    current = () if state.round is None else state.round.in_order()
    return tuple(card.place for card in (*current, *(one.card for one in state.excess)) if not card.face_up)


FACES = Secrecy(otherwise=_other_face, ignorant=(ANN, BOB, DEALER, SUPERVISOR, OPERATOR))
"""The face of a card that lies face down is nobody's but the auditor's."""


# Money between a patron and the house


def _other_amount(at: Twins, command: commands.TableCommand) -> commands.TableCommand:
    """Another amount where the money is not Ann's: brought in, taken out, paid in error, decided in a dispute."""
    if command.actor in (ANN, DEALER):
        return command  # Who says an amount knows it.
    match command:
        case commands.BuyIn():
            return changed(command, amount=command.amount + at.rng.below(20) * 10_000)
        case commands.CashOut(actor=actor):
            return changed(command, amount=at.rng.choice([command.amount, can_cash_out(at.other_table, actor.person)]))
        case commands.RecordPayment(patron=patron) if patron != ANN.person:
            return changed(command, amount=command.amount + at.rng.below(20) * 500)
        case commands.DecideDispute(patron=patron, amount=int(amount)) if patron != ANN.person:
            return changed(command, amount=amount + at.rng.below(20) * 500)
        case _:
            return command


MONEY = Secrecy(otherwise=_other_amount, ignorant=(ANN, DEALER))
"""What others bring, take away and owe, and what they were paid in error, is not Ann's to know, nor the dealer's."""


# An evening

MOST_STEPS = 20
"""Of making a shoe ready, and of a round."""
STEPS_BETWEEN_ROUNDS = 8
LIKELIER: dict[str, float] = {
    "cash_out": 1,
    "record_payment": 20,
    "void_round": 3,
    "void_wager": 3,
    "report_placement_error": 3,
    "correct_card": 6,
    "disclose_card": 1,
    "decide_dispute": 10,
}
"""What touches secrets happens more often than on other evenings."""


def evening(book: str, secrecy: Secrecy, rng: driver.Chance, *, rounds: int) -> Twins:
    """Three patrons come and rounds are played; after each of them anything can happen."""
    at = Twins(secrecy, rng)
    at.do(commands.OpenTable(actor=OPERATOR, book=book, choices=random_house(book, rng)))
    for seat, patron in enumerate((ANN, BOB, CY), start=1):
        at.do(commands.BuyIn(actor=patron, amount=rng.choice([10_000, 100_000])))
        if seat <= at.table.rules.seats.value:
            at.do(commands.TakeSeat(actor=patron, seat=seat))
    for _ in range(rounds):
        _play_a_round(at)
        for _ in range(STEPS_BETWEEN_ROUNDS):
            at.do(_something(at))
    return at


def _play_a_round(at: Twins) -> None:
    _do_while(at, lambda: driver.towards_a_shoe(at.table))
    for patron in (BOB, CY, BOB):
        bet = _one_of(at, patron, "place")
        if bet is not None:
            at.do(bet)
    _do_while(at, lambda: _next_of_the_round(at))


def _do_while(at: Twins, next_command: Callable[[], commands.TableCommand | None]) -> None:
    for _ in range(MOST_STEPS):
        command = next_command()
        if command is None:
            return
        at.do(command)


def _next_of_the_round(at: Twins) -> commands.TableCommand | None:
    """What the dealer does next, or the patron who turns the cards."""
    kinds = ("call_no_more_bets", "draw", "expose", "settle")
    steps = (_one_of(at, actor, *kinds, where_due=True) for actor in (DEALER, ANN, BOB, CY))
    return next((command for command in steps if command is not None), None)


def _something(at: Twins) -> commands.TableCommand:
    """What somebody may do, sometimes a fact, or what nobody may do."""
    how = at.rng.weighted(("legal", "fact", "anything"), (75, 10, 15))
    patron = Actor(person=at.rng.choice(driver.PEOPLE), role=Role.PATRON)
    actor = at.rng.weighted((patron, SUPERVISOR, OPERATOR, DEALER), (40, 30, 20, 10))
    if how == "fact" and blocked(at.table) is None:
        return _with_secrets(driver.fact(at.table, at.rng), at)
    command = None if how == "anything" else _one_of(at, actor)
    return driver.anywhere(at.table, actor, at.rng) if command is None else command


def _one_of(at: Twins, actor: Actor, *kinds: str, where_due: bool = False) -> commands.TableCommand | None:
    """Something that this person may do, of these kinds or of any; cards may have to go where they are due."""
    options = [option for option in legal(at.table, actor) if not kinds or option.kind in kinds]
    if where_due:
        options = [option for option in options if dict(option.where).get("to") is None]
    if not options:
        return None
    chosen = at.rng.weighted(options, [LIKELIER.get(one.kind, driver.weight(one)) for one in options])
    command = driver.from_legal(at.table, actor, chosen, at.rng)
    return None if command is None else _with_secrets(command, at)


def _with_secrets(command: commands.TableCommand, at: Twins) -> commands.TableCommand:
    """The command with what may be said beside what is asked: faces of cards that lie down, debts, money."""
    match command:
        case commands.Draw(card=None):
            return changed(command, card=driver.possible_card(at.table, at.rng))
        case commands.CashOut(actor=actor) if at.rng.happens(50):
            return changed(command, amount=can_cash_out(at.table, command.patron or actor.person))
        case commands.RecordPayment():
            return changed(command, debt=at.rng.happens(50))
        case commands.DecideDispute() if at.rng.happens(50):
            return changed(command, patron=BOB.person, amount=at.rng.choice([5_000, -5_000, -200_000]))
        case _:
            return command
