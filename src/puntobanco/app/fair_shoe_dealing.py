"""Dealing from fair shoes: cards are named for a table's commands, and what happened there is followed by acts.

How far a shoe has been dealt is the table's to say: a card is known by its place, which is how many-th it leaves the
shoe.
"""

from collections.abc import Callable
from typing import TypeAlias

from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.events import CutBy, End
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.fair_shoes.state import FairShoes, ShoeUnderWay
from puntobanco.fair_shoes.transitions import ShoeDraft, Step, locked_away
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import Role, TableState, commands, events
from puntobanco.table.model import Phase, Preparation, RoundKind, ShoeState, TableCard
from puntobanco.table.queries.exposure import to_turn
from puntobanco.table.queries.progress import nothing_due
from puntobanco.table.queries.shoe import is_next
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed
from puntobanco.values.text import clean

Betting: TypeAlias = commands.Place | commands.Move | commands.BetSlip
PRACTICE = "practice: repeatable, not fair"
"""The house of shoes whose secrets come from a seed that somebody chose."""


def no_shoes_yet(*, house: str, table: str, times: SeedTimes | None) -> FairShoes:
    """A table of a house before its first shuffle."""
    return FairShoes(house=_name(house), table=_name(table), times=times)


def _name(text: str) -> str:
    """A name that acts can hold."""
    if not text:
        raise Unreadable("a house and its tables have names: an empty one is none")
    return clean(text)


# Naming the cards of a command


def fill(shoes: FairShoes, state: TableState | None, command: commands.TableCommand) -> list[commands.TableCommand]:
    """The command with its cards named, with a cutting card before it where one comes first. Nothing changes by it."""
    match command:
        case commands.Draw() | commands.Expose() if _is_out_of_reach(shoes, state, command):
            raise Refused("shoe_revealed", "virtual shoe", "everybody can compute the order of this shoe: shuffle")
        case commands.Shuffle() if shoes.under_way is not None and shoes.under_way.secret is None:
            raise locked_away()
        case commands.Draw(card=None):
            refused = state is None or (command.to is None and nothing_due(state) is not None)
            return [command] if refused or state is None else _draw(dealt_from(shoes), state, command)
        case commands.LoadShoe():
            return [_loaded(state, command)]
        case commands.Expose(cards=()):
            faces = (face_at(dealt_from(shoes), card.place) for card in turned_with(state, command.hand))
            return [changed(command, cards=tuple(faces))]
        case commands.OfferCut() | commands.Cut():
            _require_seal(shoes, state)
            return [command]
        case commands.Place() | commands.Move() | commands.BetSlip():
            _require_root(shoes, state, command)
            return [command]
        case commands.ReportEmpty() if _is_over(shoes, state):
            return [command]
        case _:
            refuse_what_a_virtual_shoe_knows(command)
            return [command]


def _loaded(state: TableState | None, command: commands.LoadShoe) -> commands.LoadShoe:
    """With the depth of this shoe, which the house chose; the table refuses what is wrong for another reason."""
    if state is None or command.actor.role is not Role.DEALER or not is_next(state, Preparation.LOAD):
        return command
    depth = state.rules.cut_depth
    if command.depth not in (None, depth.value):
        sentence = f"the cutting card of this virtual shoe has {depth.value} cards behind it: leave depth out"
        raise Refused("cut_depth_not_allowed", state.rules.cite(depth.clause), sentence)
    return changed(command, depth=depth.value)


def _draw(shoe: ShoeUnderWay | None, state: TableState, command: commands.Draw) -> list[commands.TableCommand]:
    place = state.shoe.out + 1
    after = () if shoe is None else shoe.after_cutting_cards
    came = sum(at <= place for at in after) - state.shoe.cutting_cards
    before: list[commands.TableCommand] = [commands.DrawCuttingCard(actor=command.actor)] * came
    if shoe is None or shoe.cut is None or place > shoe.cards:
        return [*before, commands.ReportEmpty(actor=command.actor)]
    if shoe.sealed is None:
        raise locked_away()
    shown = command.face_up or command.found_face_up
    return [*before, changed(command, card=face_at(shoe, place)) if shown else command]


def face_at(shoe: ShoeUnderWay | None, place: int) -> Card:
    """The card that leaves the shoe as so many-th."""
    found = None if shoe is None else shoe.face_at(place)
    if found is None:
        raise locked_away()
    return found


def _is_over(shoes: FairShoes, state: TableState | None) -> bool:
    """Whether the table has a shoe from which no card can leave any more."""
    return state is not None and state.shoe.loaded and shoes.stage in (Stage.NONE, Stage.ENDED, Stage.OVERDUE)


def dealt_from(shoes: FairShoes) -> ShoeUnderWay | None:
    return shoes.under_way or shoes.restored


def _is_out_of_reach(shoes: FairShoes, state: TableState | None, command: commands.Draw | commands.Expose) -> bool:
    """Nobody gets a card of a shoe that is over. After a restore cards on the table are turned, and the burn ends."""
    burns = state is not None and state.phase is Phase.PREPARING
    may_be_seen = shoes.restored is not None and (burns or isinstance(command, commands.Expose))
    return _is_over(shoes, state) and not may_be_seen


def _require_seal(shoes: FairShoes, state: TableState | None) -> None:
    """Whoever cuts must not be able to choose an order with the seeds still to come."""
    if state is None or not is_next(state, Preparation.CUT):
        return
    if shoes.under_way is not None and shoes.under_way.secret is None:
        raise locked_away()
    if _is_sealed(shoes):
        return
    if shoes.under_way is not None:
        raise Refused("seed_window", "virtual shoe", "the shuffle still takes seeds: cut when it is sealed")
    raise Refused("not_sealed", "virtual shoe", "the shoe was stopped before it was sealed: close the table")


def _is_sealed(shoes: FairShoes) -> bool:
    return shoes.under_way is not None and shoes.under_way.root is not None


def _require_root(shoes: FairShoes, state: TableState | None, command: Betting) -> None:
    """Nobody raises or moves what stayed from the last shoe while the order of the next one can still change."""
    if state is None or state.phase is not Phase.PREPARING or not state.stakes or takes_back(state, command):
        return
    if Preparation.SHUFFLE in state.pending or not _is_sealed(shoes):
        sentence = "the next shoe is not sealed yet: leave the wager as it is until then, or take it back"
        raise Refused("not_sealed_yet", "virtual shoe", sentence)


def takes_back(state: TableState, command: Betting) -> bool:
    """Whether a slip leaves nothing on the layout but what lies there, or less of it."""
    if not isinstance(command, commands.BetSlip):
        return False
    lying = {(one.area, one.wager): one.amount for one in state.stakes.of(command.actor.person)}
    return all(one.amount <= lying.get((one.area, one.wager), 0) for one in command.stakes)


def hidden(state: TableState | None, hand: Hand) -> tuple[TableCard, ...]:
    """The cards of a hand that lie face down."""
    current = None if state is None else state.round
    return () if current is None else tuple(card for card in current.of(hand) if not card.face_up)


def turned_with(state: TableState | None, hand: Hand) -> tuple[TableCard, ...]:
    """Those of them that are turned now."""
    return () if state is None or state.round is None else to_turn(state.round, hand)


KNOWN_TO_A_VIRTUAL_SHOE = (
    commands.DrawCuttingCard,
    commands.ReportEmpty,
    commands.CorrectCard,
    commands.DiscloseCard,
)
"""What nobody says about one, however it is said."""


def refuse_what_a_virtual_shoe_knows(command: commands.TableCommand) -> None:
    """Nobody tells a virtual shoe which card it holds, that it is empty, or that a card was keyed in wrongly."""
    named = (commands.Draw, commands.Expose, *KNOWN_TO_A_VIRTUAL_SHOE)
    reordered = isinstance(command, commands.ReportPlacementError) and command.cards
    if isinstance(command, named) or reordered:
        raise Refused("virtual_shoe", "virtual shoe", "the virtual shoe knows its cards: leave them to it")


# Following what happened


def follow(
    shoes: FairShoes,
    before: TableState | None,
    command: commands.TableCommand,
    happened: tuple[events.TableEvent, ...],
    state: TableState,
    *,
    secret: Callable[[], bytes],
    now: int,
) -> Step:
    """A command was accepted: shuffle, cut and reveal as the table says, and prove the cards that it shows.

    `secret` is asked for one where a shoe is committed to.
    """
    draft = ShoeDraft(shoes, by=command.actor.person, at=now)
    in_use = before is not None and _shoe(before).loaded
    for event in happened:
        _note(draft, state, event, command.done_by.role, secret, in_use=in_use)
        in_use = _in_use_after(event, in_use=in_use)
    if shoes.restored is None:  # else its secret is out, and nothing is left to prove
        _account_for_cards(draft, before, command)
    if state.phase is Phase.CLOSED or (in_use and not _shoe(state).loaded):
        draft.end(_why_it_ended(state, in_use=in_use))
    return draft.step()


def _shoe(state: TableState) -> ShoeState:
    """The shoe of the table, also while a round of the one before is open again."""
    return state.shoe if state.interrupted is None else state.interrupted.shoe


def _in_use_after(event: events.TableEvent, *, in_use: bool) -> bool:
    match event:
        case events.ShoeLoaded():
            return True
        case events.PreparationDone(step="shuffle"):
            return False
        case _:
            return in_use


def _note(
    draft: ShoeDraft,
    state: TableState,
    event: events.TableEvent,
    by: Role,
    secret: Callable[[], bytes],
    *,
    in_use: bool,
) -> None:
    """Shuffle and cut when the table says so, and mark the first wager of a shoe: one that stayed from the last shoe
    is a wager of this one when a round begins with it."""
    match event:
        case events.PreparationDone(step="shuffle"):
            draft.end(_why_it_ended(state, in_use=in_use))
            draft.commit(state.rules, secret())
        case events.CardsCut(at=at):
            draft.cut(state.rules, at, CutBy.PATRON if by is Role.PATRON else CutBy.STAFF)
        case events.WagerPlaced() | events.WagerMoved() | events.RoundStarted(kind=RoundKind.WAGERS):
            draft.wagers_began()
        case events.SlipLaid(stakes=laid) if any(one.amount > one.was for one in laid):
            draft.wagers_began()
        case _:
            pass


def _account_for_cards(draft: ShoeDraft, before: TableState | None, command: commands.TableCommand) -> None:
    """Every card that leaves the shoe is counted, and those that everybody sees are proven."""
    match command:
        case commands.Draw(card=None) if before is not None:
            draft.hide(before.shoe.out + 1)
        case commands.Draw() if before is not None:
            draft.show(before.shoe.out + 1)
        case commands.Expose(hand=hand, cards=cards):
            for card, _ in zip(hidden(before, hand), cards, strict=False):
                draft.show(card.place)
        case _:
            pass


def _why_it_ended(state: TableState, *, in_use: bool) -> End:
    if state.phase is Phase.CLOSED:
        return End.CLOSED
    if not in_use:
        return End.ABANDONED
    return End.DEALT if _shoe(state).cutting_cards else End.VOIDED
