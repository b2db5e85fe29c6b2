"""How a command is carried out, by what its stream is about; money that comes or goes has its side in the cage, and
nobody plays for whom gaming is off."""

from typing import Any

from puntobanco import house as diary
from puntobanco.app.draws import Prepared, prepared
from puntobanco.app.editions import with_edition
from puntobanco.app.fair_shoe_commands import decide_step, reveal_restored
from puntobanco.app.fair_shoe_dealing import fill, follow
from puntobanco.app.house.approvals import approve, propose
from puntobanco.app.house.gaming_checks import notes, require_limits, who_plays
from puntobanco.app.house.idempotency import TIMED, timed
from puntobanco.app.house.write_unit import Before, CommandRequest, Means, Writing
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.fair_shoes.commands import EndRestored, FollowTable, RevealLate, SealShoe
from puntobanco.fair_shoes.transitions import Step, is_time_to_seal
from puntobanco.house.commands import Approve, Propose
from puntobanco.log.account_transfers import transfers
from puntobanco.log.stream_types import stream_type_of
from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.streams.names import HOUSE, SHOES, TABLE, named, sort_of
from puntobanco.streams.record import Position
from puntobanco.tournament.commands.draws import Committing, Drawing

ONLY_BESIDE = frozenset({cage.TakeTo, cage.PayAtDesk, cage.BringBack, cage.NotePlay, cage.NoteLeave, FollowTable})
"""What the house itself writes beside something else."""


def do(of: Before, asked: CommandRequest, means: Means) -> Writing:
    """What a command leads to; or a refusal."""
    stream, command = asked.stream, with_edition(asked.command)
    match command:
        case Propose() if stream == HOUSE:
            return propose(of, asked, means)
        case Approve() if stream == HOUSE:
            return approve(of, asked, means, do)
        case _:
            _require_alone(command)
    writing = Writing(of, asked, means)
    match sort_of(stream):
        case "table" if is_virtual(of, stream):
            _deal(writing, stream, command)
        case "table" | "tournament":
            _plainly(writing, stream, _by_the_clock(command, asked, writing.time))
        case "shoes":
            _step(writing, stream, command)
        case _:
            _book(writing, stream, command)
    return writing


def _require_alone(command: AnyCommand) -> None:
    if type(command) in ONLY_BESIDE:
        sentence = f"{name_of(command)} comes with what happens at a table or tournament, never alone"
        raise Refused("only_beside", HOUSE, sentence)


def is_virtual(of: Before, table: str) -> bool:
    """Whether the cards of a table come from a virtual shoe."""
    house: diary.HouseState | None = of(HOUSE).state
    return house is not None and house.is_virtual(table)


def _by_the_clock(command: Any, asked: CommandRequest, time: int) -> AnyCommand:
    """Sessions start, and seats are offered, at the time of the house; a trusted program may say another."""
    is_given = type(command) in TIMED and command.at and not asked.on_duty
    filled: AnyCommand = command if is_given else timed(command, time)
    return filled


def _plainly(writing: Writing, stream: str, command: AnyCommand) -> None:
    """One record, and one of every account whose money comes or goes."""
    before = writing.of(stream).state
    found = _prepared(stream, command, before, writing.means)
    for number, secret in found.secrets:
        writing.keep(secret, stream, number)
        writing.means.draws.made(stream, number, secret)
    command = found.command
    events, state = stream_type_of(stream).handle(before, command)
    play = who_plays(writing.of, stream, before, events)
    beside = (*notes(writing, play, command.actor, before), *transfers(stream, events, command.actor))
    own = writing.next_in(stream)
    writing.add(stream, command, events, state, sibling=writing.next_in(beside[0][0]) if beside else None)
    _move_money(writing, beside, own)
    require_limits(writing, play, state)


def _prepared(stream: str, command: Any, state: Any, means: Means) -> Prepared:
    """What a tournament is asked, with what only the house can say: nobody chooses what is drawn."""
    if not isinstance(command, Committing):
        return Prepared(command=command)
    found = prepared(
        state,
        command,
        house=means.name,
        tournament=named(stream),
        new_secret=means.chance.secret,
        secret_of=lambda draw: means.draws.of(stream, draw),
    )
    if state is not None and isinstance(command, Drawing) and command.seed is not None:
        sentence = "a seed is for rehearsals: here the house's secret and all words decide"
        raise Refused("seed_named", state.rules.cite(state.law.draws), sentence)
    return found


# Money


def _book(writing: Writing, stream: str, command: AnyCommand) -> None:
    """One record of an account or of the house, at its time."""
    filled = timed(command, writing.time)
    events, state = stream_type_of(stream).handle(writing.of(stream).state, filled)
    writing.add(stream, filled, events, state)


def _move_money(writing: Writing, beside: tuple[tuple[str, Any], ...], own: Position) -> None:
    """The cage's side, which refuses the whole if it does not allow it."""
    for account, transfer in beside:
        command = timed(transfer, writing.time)
        events, state = stream_type_of(account).handle(writing.of(account).state, command)
        writing.add(account, command, events, state, sibling=own)


# Virtual shoes


def _deal(writing: Writing, table: str, command: Any) -> None:
    """The virtual shoe names the cards, and its acts go with what happened."""
    shoes = SHOES + named(table)
    if is_time_to_seal(writing.of(shoes).state, writing.time):
        _step(writing, shoes, SealShoe(actor=diary.OPERATOR))
    filled = fill(writing.of(shoes).state, writing.of(table).state, command)
    for given in filled:
        _dealt(writing, table, shoes, given, is_last=given is filled[-1])


def _dealt(writing: Writing, table: str, shoes: str, command: Any, *, is_last: bool) -> None:
    before = writing.of(table).state
    events, state = stream_type_of(table).handle(before, command)
    fair, secret = writing.of(shoes).state, writing.means.chance.secret
    step = follow(fair, before, command, events, state, secret=secret, now=writing.time)
    play = who_plays(writing.of, table, before, events)
    beside = (*notes(writing, play, command.actor, before), *transfers(table, events, command.actor))
    sibling = writing.next_in(beside[0][0]) if beside else writing.next_in(shoes) if step.acts else None
    own = writing.next_in(table)
    writing.add(table, command, events, state, sibling=sibling, is_last=is_last)
    _move_money(writing, beside, own)
    require_limits(writing, play, state)
    _take(writing, shoes, FollowTable(actor=command.actor), step, own)


def _step(writing: Writing, shoes: str, command: Any) -> None:
    fair, now = writing.of(shoes).state, writing.time
    if isinstance(command, EndRestored | RevealLate):
        table = writing.of(TABLE + named(shoes)).state
        step = reveal_restored(fair, table, command, secret=writing.means.chance.secret, now=now)
    else:
        step = decide_step(fair, command, now=now)
    if not step.acts:
        raise Refused("nothing_to_do", HOUSE, f"{name_of(command)} changes nothing now")
    _take(writing, shoes, command, step, None)


def _take(writing: Writing, shoes: str, command: Any, step: Step, sibling: Position | None) -> None:
    if step.acts:
        writing.add(shoes, command, step.acts, step.shoes, sibling=sibling)
    if step.secret is not None:
        writing.keep(step.secret, shoes, step.shoes.shoes)
    writing.alarms += step.alarms
