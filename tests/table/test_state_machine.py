"""Commands of all roles on all four books with random house rules; what must hold after every step.

Examples are Hypothesis data all through, so that a failing one shrinks; facts about cards come at any moment.
"""

import json
import os
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from puntobanco.app.fair_shoe_dealing import face_at
from puntobanco.app.randomness import repeatable
from puntobanco.app.table_runner import TableRun
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.events import CardHidden, CardShown, FairShoeEvent, ShoeCommitted, write_act
from puntobanco.fair_shoes.verify import verify
from puntobanco.log.redact import redact
from puntobanco.log.script import print_command, print_event
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.streams.event import event_name
from puntobanco.streams.ledger import Cage, kind_of
from puntobanco.table import Actor, Role, TableState, commands, events, fold, handle, ledger, legal
from puntobanco.table.events import TableEvent
from puntobanco.table.model import TableCard, WaitingCard
from puntobanco.table.queries.float import in_the_tray, takings
from puntobanco.table.queries.shoe import blocked
from puntobanco.table.views.bead_results import beads
from puntobanco.table.views.describe import tell
from puntobanco.table.views.visible_state import view
from puntobanco.values.cards import DECK, Card
from puntobanco.values.replace import changed
from tests.fairness.other_verifier import other
from tests.marks import ALL_BOOKS
from tests.table import driver
from tests.table.form_checks import left_out
from tests.table.heard import Heard, bead_in_words
from tests.table.helpers import INTERNAL_CONTROLS

STEPS = 125
TIMES = 10 if os.environ.get("PUNTO_SOAK") else 1
EXAMPLES = 60 * TIMES
COMMANDS = 7_500 * TIMES
"""Four books make 30,000 commands; ten times as many in a soak."""


STUCK_EVERY = 1 if os.environ.get("PUNTO_SOAK") else 7
"""Events after which it is tried whether the boxes can be emptied, which takes up to sixty commands."""
FORMS_EVERY = 1 if os.environ.get("PUNTO_SOAK") else 40
"""Events after which all forms are made."""


def random_house(book: str, rng: driver.Chance) -> tuple[tuple[str, str], ...]:
    """Choices of a house that the book allows."""
    choices = {**INTERNAL_CONTROLS.get(book, {}), "cut_depth": rng.choice(["20", "300", "400", "410"])}
    if rng.happens(30):
        choices["differential"] = rng.choice(["50", "100"])
    choices |= {key: rng.choice(options) for key, options in HOUSES[book].items()}
    return tuple(choices.items())


def random_conditions(rng: driver.Chance) -> tuple[tuple[str, str], ...]:
    """What conditions say of a table, values that the book fixes included."""
    found = {key: rng.choice(options) for key, options in CONDITIONS.items() if rng.happens(50)}
    return tuple(found.items())


CONDITIONS = {
    "minimum": ["10", "20", "1"],
    "maximum": ["100", "500"],
    "differential": ["none", "50"],
    "standoff": ["returned", "stays"],
    "ghost_consent": ["one_patron_asks", "all_agree_and_supervisor_directs"],
    "closing": ["at_call", "at_first_card"],
    "spoken_wagers": ["yes", "no"],
    "under_minimum": ["refused", "warned_then_returned"],
    "patrons_per_area": ["1", "3"],
    "tie_odds": ["9:1"],
}
COMMON = {
    "chips": ["1, 5, 25, 100", "0.5, 1, 5", "5, 25"],
    "multiple": ["1", "5"],
    "minimum": ["5", "10"],
}
OWN_PROCEDURE = {
    "on_excess_card_seen": ["round_void", "first_of_no_bet_round", "first_of_next_round"],
    "on_excess_card_unseen": ["round_void", "first_of_no_bet_round", "first_of_next_round"],
    "on_player_card_in_error": ["round_void", "bankers_third_if_due", "first_of_no_bet_round", "first_of_next_round"],
    "on_first_card_face_up": ["round_void", "played_in_place", "first_of_no_bet_round"],
    "on_out_of_sequence": ["reconstructed", "round_void"],
    "on_too_few_cards": ["round_void", "round_void_and_reshuffle"],
    "on_burn_forgotten": ["play_on", "round_void_and_reshuffle"],
    "on_placement_error_found_late": ["that_round_void_later_stand", "recorded_only"],
    "standoff": ["returned", "stays"],
    "personal_maximum": ["yes", "no"],
    "burn": ["hidden", "exposed"],
    "shuffle_after_vacancy": ["yes", "no"],
}
HOUSES: dict[str, dict[str, list[str]]] = {
    "act-2015": {
        **COMMON,
        "dealing": ["up", "down"],
        "pairs": ["perfect", "canberra"],
        "offered": ["player_pair, banker_pair", "banker_pair", "none"],
        "pairs_box": ["common", "separate"],
        "burn": ["hidden", "exposed"],
        "settlement": ["A", "B"],
        "seats": ["2", "3", "7"],
        "notice_rounds": ["1", "2"],
    },
    "nz-1998": {
        **COMMON,
        "dealing": ["up", "down"],
        "maximum_binds": ["wager", "area", "named"],
        "patrons_per_area": ["1", "2", "3"],
        "cutting_cards": ["1", "2"],
    },
    "washington": {
        **COMMON,
        **OWN_PROCEDURE,
        "seats": ["1", "2", "3", "9"],
        "dealing": ["up", "down", "udud"],
        "decks": ["2", "8"],
        "cut_depth": ["20", "60"],
        "gallery": ["yes", "no"],
        "ghost_limit": ["1", "2"],
    },
    "house-midi": {
        **COMMON,
        **OWN_PROCEDURE,
        "midi": ["yes", "no"],
        "commission_every": ["1", "2"],
        "bonus": ["dragon", "jade"],
        "offered": ["+big_tiger", "player_dragon, small_tiger", "none"],
        "bonus_needs_main": ["yes", "no"],
        "patrons_per_area": ["1", "2"],
        "wager.own": ['{"name":"Own","when":{"hand":"player","wins":true,"cards":3},"pays":"0.9:1"}'],
    },
}


AUDIENCES = (
    Actor(person="ann", role=Role.PATRON),
    Actor(person="dan", role=Role.DEALER),
    Actor(person="sue", role=Role.SUPERVISOR),
    Actor(person="al", role=Role.AUDITOR),
)


class TableMachine(RuleBasedStateMachine):
    """One table, driven by everybody."""

    book = "act-2015"
    by_conditions = False
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.log: list[TableEvent] = []
        self.state: TableState | None = None
        self.booked: dict[ledger.TableAccount, int] = {}
        """What all entries of the log come to."""
        self.sums: dict[str, int] = {}
        """The amounts of all events, by name."""
        self.heard = Heard()

    @property
    def table(self) -> TableState:
        assert self.state is not None
        return self.state

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        rng = driver.Chance(data)
        choices = random_house(self.book, rng)
        oz = Actor(person="oz", role=Role.OPERATOR)
        digest = "d" * 64 if self.by_conditions else None
        said = random_conditions(rng) if self.by_conditions else ()
        self.accept(
            commands.OpenTable(actor=oz, book=self.book, choices=choices, conditions=said, conditions_digest=digest)
        )
        if not rng.happens(10):
            self.prepare()

    def prepare(self) -> None:
        """Three patrons come and the shoe is made ready, as on any evening."""
        for seat, name in enumerate(driver.PEOPLE[:3], start=1):
            for coming in driver.brings_chips(self.table, name, seat):
                self.accept(coming)
        while (command := driver.towards_a_shoe(self.table)) is not None:
            self.accept(command)

    def accept(self, command: commands.TableCommand) -> None:
        """Carry out a command; its events lead to the state it gives, and can be told to everybody."""
        type(self).steps += 1
        note(str(print_command(command)))
        happened, after = handle(self.state, command)
        state = self.state
        for event in happened:
            state = event.evolve(state)
        assert state == after
        assert not contradicts_itself(happened)
        self.keep(happened, after)

    def keep(self, happened: tuple[TableEvent, ...], after: TableState) -> None:
        for event in happened:
            can_be_told(event)
            self.heard.hear(event)
            name = event_name(event)
            self.sums[name] = self.sums.get(name, 0) + getattr(event, "amount", 0)
            for account, amount in getattr(event, "entry", ledger.NOTHING).postings:
                self.booked[account] = self.booked.get(account, 0) + amount
        self.log += happened
        self.state = after

    @rule(data=st.data())
    def something_happens(self, data: st.DataObject) -> None:
        """Mostly what the dealer or somebody else may do, sometimes a fact, a notice, or what nobody may do."""
        rng = driver.Chance(data)
        kinds = (self.the_dealer_goes_on, self.what_is_legal_is_accepted, self.what_has_happened_is_never_refused)
        others = (self.what_is_not_legal_is_refused, self.announce_change)
        rng.weighted((*kinds, *others), (30, 50, 3, 16, 1))(rng)

    def the_dealer_goes_on(self, rng: driver.Chance) -> None:
        self.take_from_legal(Actor(person=driver.STAFF[Role.DEALER], role=Role.DEALER), rng)

    def what_is_legal_is_accepted(self, rng: driver.Chance) -> None:
        self.take_from_legal(driver.choose_actor(rng), rng)

    def take_from_legal(self, actor: Actor, rng: driver.Chance) -> None:
        options = legal(self.table, actor)
        if options:
            command = driver.from_legal(self.table, actor, driver.choose(options, rng), rng)
            if command is not None:
                self.accept(command)

    def announce_change(self, rng: driver.Chance) -> None:
        """Notice of a change, which the book or the closed table may refuse."""
        command = commands.AnnounceChange(
            actor=Actor(person="oz", role=Role.OPERATOR), choices=rng.choice(driver.CHANGES)
        )
        with suppress(Refused):
            self.accept(command)

    def what_has_happened_is_never_refused(self, rng: driver.Chance) -> None:
        if blocked(self.table) is None:
            self.accept(driver.fact(self.table, rng))

    def what_is_not_legal_is_refused(self, rng: driver.Chance) -> None:
        actor = driver.choose_actor(rng)
        command = driver.anywhere(self.table, actor, rng)
        places = {place for option in legal(self.table, actor) for place in driver.places(option)}
        if driver.where(command) in places and driver.names_what_stands(self.table, command):
            with suppress(Refused, Unreadable):
                self.accept(command)
        else:
            type(self).steps += 1
            with pytest.raises((Refused, Unreadable)):
                handle(self.state, command)

    @invariant()
    def money_adds_up(self) -> None:
        if self.state is not None:
            balances = self.state.balances
            assert sum(balances.values()) == 0
            assert list(ledger.overdrawn(balances)) == []
            assert balances == {account: amount for account, amount in self.booked.items() if amount}
            stakes = self.state.stakes
            assert all(held and {one.patron for one in held} == {name} for name, held in stakes.by_patron.items())
            where = {(one.area, one.patron) for one in stakes}
            assert where == {(area, name) for area, names in stakes.in_area.items() for name in names}
            assert len(where) == sum(len(names) for names in stakes.in_area.values())

    @invariant()
    def what_is_in_the_tray_is_the_house_s_and_what_it_gained_is_won(self) -> None:
        if self.state is not None and not self.state.rules.chips_are_issued:
            elsewhere = (Cage, ledger.Chips, ledger.Box)
            tray = sum(amount for account, amount in self.booked.items() if not isinstance(account, elsewhere))
            assert in_the_tray(self.state) == tray
            moved = {name: self.sum_of(name) for name in ("bought_in", "float_filled", "float_credited")}
            found = takings(self.state)
            assert (found.drop, found.filled, found.credited) == tuple(moved.values())
            assert found.win == tray - found.filled + found.credited
            patrons_have = self.sum_of("bought_in") - self.sum_of("cashed_out") - self.sum_of("departed_paid")
            with_patrons = sum(amount for one, amount in self.state.balances.items() if isinstance(one, elsewhere[1:]))
            assert found.win == patrons_have - with_patrons

    def sum_of(self, name: str) -> int:
        return self.sums.get(name, 0)

    @invariant()
    def who_is_gone_has_no_chips_here(self) -> None:
        if self.state is not None:
            for account in self.state.balances:
                assert not isinstance(account, ledger.Chips) or account.patron in self.state.patrons

    @invariant()
    def nobody_plays_at_a_closed_table(self) -> None:
        if self.state is not None and self.state.is_closed:
            assert not self.state.patrons
            assert not self.state.stakes or self.state.interrupted is not None

    @invariant()
    def cards_add_up(self) -> None:
        if self.state is not None and self.state.shoe.cards:
            shoe = self.state.shoe
            assert shoe.out == shoe.burned + shoe.dealt + shoe.aside + len(self.state.excess)
            assert 0 <= shoe.remaining <= shoe.cards
            assert sum(shoe.known) <= shoe.out
            assert max(shoe.known) <= self.state.rules.decks.value

    @invariant()
    def hands_get_cards_in_the_order_drawn(self) -> None:
        """Unless the house keeps player's card in error for the next round whatever banker has to draw."""
        current = None if self.state is None else self.state.round
        if current is None or current.misplaced or self.table.interrupted is not None:
            return
        bankers = self.table.rules.on_player_card_in_error.value is Remedy.BANKERS_THIRD_IF_DUE
        kept = () if bankers else current.before_player
        dealt = [card.place for card in current.in_order()]
        waiting = [one.card.place for one in self.table.excess if one.card.place not in kept]
        assert dealt + waiting == sorted(dealt + waiting)

    @invariant()
    def banker_has_no_card_that_the_house_keeps_for_the_next_round(self) -> None:
        current = None if self.state is None else self.state.round
        if current is not None and self.table.rules.on_player_card_in_error.value is not Remedy.BANKERS_THIRD_IF_DUE:
            assert not {card.place for card in current.banker}.intersection(current.before_player)

    @invariant()
    def the_scoreboard_has_the_results_that_everybody_heard(self) -> None:
        if self.state is not None:
            assert [bead_in_words(bead) for bead in beads(self.state)] == self.heard.results()

    @invariant()
    def views_hide_what_is_hidden(self) -> None:
        if self.state is not None:
            twin = with_other_secrets(self.state)
            for name in driver.PEOPLE:
                patron = Actor(person=name, role=Role.PATRON)
                own = (ledger.chips, ledger.debt, ledger.commission_owed, ledger.commission_debt)
                mine: dict[ledger.TableAccount, int] = {
                    account(name): self.state.balance(account(name)) for account in own
                }
                twin_of_mine = changed(twin, accounts={**twin.accounts, **mine, **in_sight(self.state)})
                assert view(self.state, patron) == view(twin_of_mine, patron)
            dealer = Actor(person="dan", role=Role.DEALER)
            owed = {ledger.commission_owed(name) for name in self.state.patrons}
            to_collect: dict[ledger.TableAccount, int] = {account: self.state.balance(account) for account in owed}
            accounts = {**twin.accounts, **to_collect, **in_sight(self.state)}
            assert view(self.state, dealer) == view(changed(twin, accounts=accounts), dealer)

    @invariant()
    def issued_chips_meet_no_money_and_nobody_owes_any(self) -> None:
        if self.state is not None and self.state.rules.chips_are_issued:
            kinds = {kind_of(account) for account in self.state.balances}
            assert kinds <= {"bank", "float", "chips", "box", "commission_taken", "payment_errors"}

    @invariant()
    def turns_are_those_of_who_sits_here(self) -> None:
        if self.state is not None and self.state.bets_in_turn and self.state.round is None:
            turns, seated = self.state.turns, self.state.seated()
            assert turns.had <= self.state.patrons.keys()
            assert turns.again <= turns.out <= self.state.patrons.keys()
            assert turns.now is None or turns.now in turns.had
            assert sorted(one.name for one in self.state.from_marker()) == sorted(one.name for one in seated)

    @invariant()
    def nobody_is_stuck(self) -> None:
        """Commands that are legal empty all boxes, from here."""
        if self.state is not None and self.state.stakes and len(self.log) % STUCK_EVERY == 0:
            assert empties_the_boxes(self.state), "stakes are locked"

    @invariant()
    def whatever_is_offered_can_be_said_in_a_form(self) -> None:
        if self.state is not None and len(self.log) % FORMS_EVERY == 0:
            assert left_out(self.state) == []

    def teardown(self) -> None:
        if self.log:
            body = msgspec.json.encode(self.log)
            assert fold(msgspec.json.decode(body, type=list[TableEvent])) == self.state


def in_sight(state: TableState) -> dict[ledger.TableAccount, int]:
    """Chips that everybody sees."""
    issued = [ledger.chips(name) for name in state.patrons] if state.rules.chips_are_issued else []
    return {account: state.balance(account) for account in issued}


MOST_COMMANDS_TO_EMPTY_BOXES = 60


def contradicts_itself(happened: tuple[TableEvent, ...]) -> bool:
    """Whether a remedy is recorded only where the round is void (ruling 38)."""
    only = [one for one in happened if isinstance(one, events.IrregularityFound) and one.remedy == "recorded_only"]
    void = [one for one in happened if isinstance(one, events.RoundEnded) and one.void]
    return bool(only and (void or any(isinstance(one, events.RoundVoided) for one in happened)))


def empties_the_boxes(state: TableState) -> bool:
    """Whether a driver that takes only from `legal` gets all chips off the layout in so many commands."""
    for _ in range(MOST_COMMANDS_TO_EMPTY_BOXES):
        if not state.stakes:
            return True
        command = driver.towards_empty_boxes(state)
        if command is None:
            return False
        _, state = handle(state, command)
    return not state.stakes


def can_be_told(event: TableEvent) -> None:
    """An event is one line for everybody who hears of it, in words and as data."""
    for audience in AUDIENCES:
        seen = redact(event, audience)
        if seen is not None:
            line = tell(seen.event, "dan")
            assert line
            assert line.isprintable()
            json.dumps(print_event(seen.event, audience, seen.hidden))


def with_other_secrets(state: TableState) -> TableState:
    """A state that differs only in hidden cards and in balances."""
    excess = tuple(
        WaitingCard(card=_other_card(one.card), no_bet=one.no_bet, clause=one.clause) for one in state.excess
    )
    hidden: dict[str, Any] = {"excess": excess}
    if state.round is not None:
        player, banker = (tuple(map(_other_card, cards)) for cards in (state.round.player, state.round.banker))
        hidden["round"] = changed(state.round, player=player, banker=banker)
    balances: dict[ledger.TableAccount, int] = {account: amount + 7 for account, amount in state.accounts.items()}
    return changed(state, **hidden, accounts=balances)


def _other_card(card: TableCard) -> TableCard:
    if card.face_up:
        return card
    return TableCard(card=DECK[0] if card.card is None else None, face_up=False, place=card.place)


def note_faces(faces: dict[int, Card | None], event: TableEvent) -> None:
    """What everybody sees of the shoe in use, by place."""
    match event:
        case events.ShoeLoaded():
            faces.clear()
        case events.CardDealt(face_up=True) | events.CardBurned(face_up=True):
            faces[event.place] = event.card
        case events.HandExposed(cards=cards):
            faces.update({card.place: card.card for card in cards})
        case events.ExcessCardKept(card=card) if card.face_up:
            faces[card.place] = card.card
        case events.CardPutAside(place=place, card=face) if place is not None and face is not None:
            faces[place] = face
        case _:
            pass


class VirtualMachine(TableMachine):
    """The same table with a virtual shoe, which names its cards itself."""

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        self.run = TableRun(repeatable(driver.Chance(data).below(1000)))
        self.faces: dict[int, Card | None] = {}
        self.laid: list[Card] = []
        super().open(data)

    def accept(self, command: commands.TableCommand) -> None:
        type(self).steps += 1
        second = driver.another_than(command.actor) if command.needs_approval else None
        for answer in self.run.do(driver.left_to_the_shoe(command), approved_by=second):
            for event in answer.events:
                note_faces(self.faces, event)
            if answer.refused is not None and answer.refused.code not in ("virtual_shoe", "not_sealed_yet"):
                raise answer.refused
            self.note_cut(answer.events)
            self.keep(answer.events, self.run.table())

    def note_cut(self, happened: tuple[TableEvent, ...]) -> None:
        """The order of a shoe that was cut, first card first: its cards are on the table for longer than it lasts."""
        shoe = None if self.run.shoe is None else self.run.shoe.shoes.under_way
        if shoe is not None and any(isinstance(event, events.CardsCut) for event in happened):
            self.laid = [face_at(shoe, place) for place in range(1, shoe.cards + 1)]

    @invariant()
    def the_cards_are_those_of_the_shoe(self) -> None:
        if self.state is not None and self.state.round is not None:
            for card in self.state.round.in_order():
                assert card.card in (None, self.laid[card.place - 1])

    @invariant()
    def the_cards_that_everybody_has_seen_are_proven_and_no_others(self) -> None:
        if self.state is not None and self.state.shoe.loaded and self.state.interrupted is None:
            acts = self.of_this_shoe()
            shown = {act.place: act.card for act in acts if isinstance(act, CardShown)}
            out = {act.place for act in acts if isinstance(act, CardShown | CardHidden)}
            assert shown == self.faces
            assert out == set(range(1, self.state.shoe.out + 1))

    def of_this_shoe(self) -> list[FairShoeEvent]:
        assert self.run.shoe is not None
        acts = self.run.shoe.acts
        return acts[max(place for place, act in enumerate(acts) if isinstance(act, ShoeCommitted)) :]

    def teardown(self) -> None:
        super().teardown()
        shoe = getattr(self, "run", None) and self.run.shoe
        if shoe is not None and shoe.acts:
            shoe.abandon()
            written = [write_act(act) for act in shoe.acts]
            assert verify(written) == ()
            assert other.wrong_with_history(written) == []


def run(machine: type[TableMachine], *, examples: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_random_commands_of_all_roles(book: str) -> None:
    machine: type[TableMachine] = type(f"Machine_{book}", (TableMachine,), {"book": book, "steps": 0})
    run(machine, examples=EXAMPLES)
    assert machine.steps >= COMMANDS


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_random_commands_with_a_virtual_shoe(book: str) -> None:
    machine: type[VirtualMachine] = type(f"Virtual_{book}", (VirtualMachine,), {"book": book, "steps": 0})
    run(machine, examples=EXAMPLES // 4)


@pytest.mark.slow
@pytest.mark.parametrize("base", [TableMachine, VirtualMachine])
def test_random_commands_where_patrons_bet_in_turn_with_issued_chips(base: type[TableMachine]) -> None:
    machine: type[TableMachine] = type("InTurn", (base,), {"by_conditions": True, "steps": 0})
    run(machine, examples=EXAMPLES if base is TableMachine else EXAMPLES // 4)
    assert machine.steps >= COMMANDS or base is VirtualMachine
