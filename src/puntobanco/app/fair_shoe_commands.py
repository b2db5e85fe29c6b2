"""What is asked of fair shoes, decided: a step, or a refusal that left everything as it was."""

from collections.abc import Callable
from typing import TypeAlias

from puntobanco.app.fair_shoe_dealing import hidden
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.commands import (
    AbandonShoe,
    EndRestored,
    FairShoeCommand,
    OpenSeed,
    PromiseSeed,
    RevealLate,
    SealShoe,
)
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.events import End, SeedFrom
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.fair_shoes.transitions import ShoeDraft, Step, is_time_to_seal, open_seed, promise_seed
from puntobanco.rulebooks.facts import Hand
from puntobanco.streams.command import require_role
from puntobanco.table import Actor, TableState, commands
from puntobanco.table.model import Phase, Preparation, VoidReason
from puntobanco.table.queries.history import power_to_void
from puntobanco.table.queries.round import card_is_missing
from puntobanco.values.text import LONGEST_TEXT, clean

Alone: TypeAlias = PromiseSeed | OpenSeed | SealShoe | AbandonShoe
"""What can be decided without the table."""


def decide_step(shoes: FairShoes, command: Alone, *, now: int) -> Step:
    """Answer a command with a step, or raise `Refused`."""
    person = accepted(command)
    match command:
        case PromiseSeed(promise=promised):
            by = SeedFrom(command.actor.role)
            return promise_seed(shoes, person, by, _bytes(promised), now=now)
        case OpenSeed(seed=seed):
            return open_seed(shoes, person, _bytes(seed), now=now)
        case SealShoe() | AbandonShoe():
            draft = ShoeDraft(shoes, by=person, at=now)
            _carry_out(draft, command, now)
            return draft.step()


def _carry_out(draft: ShoeDraft, command: SealShoe | AbandonShoe, now: int) -> None:
    match command:
        case SealShoe():
            if not is_time_to_seal(draft.shoes, now):
                raise Refused("not_to_be_sealed", "seed window", "no shoe waits for its seal now")
            draft.seal()
        case AbandonShoe():
            draft.end(End.ABANDONED)


# After a restore


def reveal_restored(
    shoes: FairShoes,
    state: TableState | None,
    command: EndRestored | RevealLate,
    *,
    secret: Callable[[], bytes],
    now: int,
) -> Step:
    """Reveal the shoe that was open in a backup, if one was, and shuffle anew where the table waits for the cut.

    Everywhere else the table comes to its next shuffle by itself, without another card from the old shoe.
    """
    draft = ShoeDraft(shoes, by=accepted(command), at=now)
    if isinstance(command, EndRestored):
        _check(lambda: clean(command.reason, LONGEST_TEXT))
        draft.end(End.RESTORED)
    else:
        draft.reveal_late()
    if draft.acts and draft.shoes.under_way is None and state is not None and _waits_for_the_cut(state):
        draft.commit(state.rules, secret())
    return draft.step()


def _waits_for_the_cut(state: TableState) -> bool:
    pending = state.pending if state.interrupted is None else state.interrupted.pending
    return Preparation.CUT in pending and Preparation.SHUFFLE not in pending


def towards_a_shuffle(
    shoes: FairShoes, state: TableState, *, supervisor: Actor, operator: Actor
) -> commands.TableCommand | None:
    """What staff do at a table whose shoe is over before its time, instead of dealing from it: a restore ended it, or
    its secret is lost. None where all goes on as usual.

    The book decides what becomes of a round that lacks a card.
    """
    lost = shoes.stage is Stage.OVERDUE
    if not (lost or shoes.restored is not None) or not state.shoe.loaded:
        return None
    if state.phase is Phase.BETTING:
        return commands.ReplaceCards(actor=operator)
    if card_is_missing(state):
        return commands.ReportEmpty(actor=supervisor)
    return _without_faces(state, operator) if lost else None


def _without_faces(state: TableState, operator: Actor) -> commands.TableCommand | None:
    """Nobody can tell any more which cards lie face down: a round that needs them is void, where the book allows it."""
    reason = VoidReason.IMPRACTICAL
    if not any(hidden(state, hand) for hand in Hand) or not power_to_void(state.rules, reason).value:
        return None
    return commands.VoidRound(actor=operator, round=state.round_number, reason=reason)


def accepted(command: FairShoeCommand) -> str:
    """The person who gives the command, if somebody in this role may."""
    if command.actor.role not in command.roles and isinstance(command, PromiseSeed | OpenSeed):
        sentence = "seeds are for patrons and auditors: the house has its secret"
        raise Refused("not_for_staff", "seed window", sentence)
    require_role(command)
    return _check(lambda: clean(command.actor.person))


def _check(text: Callable[[], str]) -> str:
    try:
        return text()
    except Unreadable as error:
        raise Refused("bad_name", "names", str(error)) from None


def _bytes(text: str) -> bytes:
    """What hexadecimal digits stand for; only lower case can be written down."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if not found or found.hex() != text:
        raise Refused("not_hexadecimal", "seed window", "write an even number of hexadecimal digits, in lower case")
    return found
