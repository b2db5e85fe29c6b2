"""A house that comes back from a backup reveals every shoe that was open in it, and no table is stuck for it."""

import os
from collections.abc import Callable

import msgspec
import pytest

from puntobanco.app.fair_shoe_commands import reveal_restored, towards_a_shuffle
from puntobanco.app.fair_shoe_dealing import fill, follow
from puntobanco.app.table_driver import DEALER, SUPERVISOR
from puntobanco.errors import Refused
from puntobanco.fair_shoes.commands import EndRestored, RevealLate
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.events import End, FairShoeEvent, RevealOverdue, SecretRevealed, ShoeEnded, write_act
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.state import FairShoes, locked, under_way, with_secret
from puntobanco.fair_shoes.transitions import ShoeDraft, Step, is_time_to_seal
from puntobanco.fair_shoes.verify import verify
from puntobanco.table import Actor, Role, TableState, commands, handle, ledger
from puntobanco.table.model import DrawTo, Phase
from tests.app.fair_evening import OPERATOR, FairEvening
from tests.app.test_fair_house import assert_fair
from tests.fairness.other_verifier import other
from tests.marks import ALL_BOOKS

RESTORED = EndRestored(actor=OPERATOR, reason="the disk failed")
STEPS, ENOUGH = 160 if os.environ.get("PUNTO_SOAK") else 90, 60


def secret() -> bytes:
    return bytes(range(32))


class Branch:
    """What becomes of a table from here, with values that the evening does not share."""

    def __init__(self, evening: FairEvening) -> None:
        self.evening = evening
        self.state: TableState = evening.run.table()
        self.shoes: FairShoes = evening.shoe.shoes
        self.acts: list[FairShoeEvent] = list(evening.acts)
        self.now = evening.now

    def take(self, step: Step) -> None:
        self.shoes = step.shoes
        self.acts += step.acts

    def do(self, command: commands.TableCommand) -> None:
        for given in fill(self.shoes, self.state, command):
            happened, after = handle(self.state, given)
            self.take(follow(self.shoes, self.state, given, happened, after, secret=secret, now=self.now))
            self.state = after

    def goes_on(self) -> None:
        """The time for seeds goes by, and what comes next is done."""
        self.now += 100
        if is_time_to_seal(self.shoes, self.now):
            draft = ShoeDraft(self.shoes, at=self.now)
            draft.seal()
            self.take(draft.step())
        staff = towards_a_shuffle(self.shoes, self.state, supervisor=SUPERVISOR, operator=OPERATOR)
        command = staff or self.evening.driver.next(self.state)
        assert command is not None, "nobody goes on"
        self.do(command)


def restore(evening: FairEvening) -> None:
    """From here, the house comes back from a backup: the table gets another shoe, whatever it was at."""
    at = Branch(evening)
    was = at.shoes
    at.take(reveal_restored(at.shoes, at.state, RESTORED, secret=secret, now=at.now))
    assert msgspec.json.decode(msgspec.json.encode(locked(at.shoes)), type=FairShoes) == locked(at.shoes)
    if was.under_way is None:
        assert at.acts == evening.acts
        return
    ended = [act for act in at.acts[len(evening.acts) :] if isinstance(act, ShoeEnded)]
    assert [act.why for act in ended] == [End.RESTORED]
    for _ in range(ENOUGH):
        if at.shoes.shoes > was.shoes and at.state.phase is Phase.BETTING:
            break
        at.goes_on()
    assert at.shoes.shoes == was.shoes + 1
    assert at.state.phase is Phase.BETTING
    assert sum(at.state.balances.values()) == 0
    assert_fair(at.acts)


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_from_any_step_a_restored_table_comes_to_a_new_shoe(book: str) -> None:
    FairEvening(book, 3, lambda evening: restore(evening) if evening.run.state is not None else None).plays(STEPS)


def until(evening: FairEvening, there: Callable[[TableState], bool]) -> None:
    while not there(evening.run.table()):
        evening.goes_on()


def dealing() -> FairEvening:
    """A round in which two cards are out."""
    evening = FairEvening("act-2015", 1)
    until(evening, lambda state: state.phase is Phase.BETTING)
    evening.bets()
    until(evening, lambda state: state.round is not None and len(state.round.order) == 2)
    return evening


def test_a_round_that_lacks_a_card_is_void_and_stakes_go_back() -> None:
    at = Branch(dealing())
    at.take(reveal_restored(at.shoes, at.state, RESTORED, secret=secret, now=at.now))
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "shoe_revealed"):
        at.do(commands.Draw(actor=DEALER, to=DrawTo.PLAYER))
    at.goes_on()
    assert at.state.rounds[-1].void is not None
    assert [at.state.balance(ledger.chips(name)) for name in ("ann", "bob")] == [10**8, 10**8]


def test_without_its_key_a_restored_shoe_is_overdue_until_it_is_found() -> None:
    at = Branch(dealing())
    kept = under_way(at.shoes).secret
    assert kept is not None
    at.shoes = locked(at.shoes)
    at.take(reveal_restored(at.shoes, at.state, RESTORED, secret=secret, now=at.now))
    assert [type(act) for act in at.acts[-2:]] == [ShoeEnded, RevealOverdue]
    assert at.shoes.stage is Stage.OVERDUE
    assert reveal_restored(at.shoes, at.state, RESTORED, secret=secret, now=at.now).acts == ()
    for command in (commands.Draw(actor=DEALER), commands.Shuffle(actor=DEALER)):
        with pytest.raises(Refused, check=lambda refusal: refusal.code in ("shoe_locked", "shoe_revealed")):
            fill(at.shoes, at.state, command)
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "shoe_locked"):
        reveal_restored(at.shoes, at.state, RevealLate(actor=OPERATOR), secret=secret, now=at.now)
    at.shoes = with_secret(at.shoes, kept)
    at.take(reveal_restored(at.shoes, at.state, RevealLate(actor=OPERATOR), secret=secret, now=at.now))
    assert isinstance(at.acts[-1], SecretRevealed)
    written = [write_act(act) for act in at.acts]
    assert [finding.fault for finding in verify(written)] == [Fault.LATE_REVEAL]
    assert len(other.wrong_with_history(written)) == 1
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "not_overdue"):
        reveal_restored(at.shoes, at.state, RevealLate(actor=OPERATOR), secret=secret, now=at.now)


@pytest.mark.parametrize("role", [Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.AUDITOR])
def test_only_the_operator_restores(role: Role) -> None:
    at = Branch(dealing())
    somebody = Actor(person="somebody", role=role)
    for command in (EndRestored(actor=somebody, reason="no"), RevealLate(actor=somebody)):
        with pytest.raises(Refused, check=lambda refusal: refusal.code == "wrong_role"):
            reveal_restored(at.shoes, at.state, command, secret=secret, now=at.now)
