"""How a command is carried out, by what its stream is about; money that comes or goes has its side in the cage, and
nobody plays for whom gaming is off."""

from collections.abc import Mapping
from typing import Any

from puntobanco import diary
from puntobanco.app.fair_dealing import fill, follow
from puntobanco.app.fair_steps import decide_step, reveal_restored
from puntobanco.app.house.approving import approve, propose
from puntobanco.app.house.gaming import NOBODY, notes, require_limits, who_plays
from puntobanco.app.house.same import TIMED, timed
from puntobanco.app.house.standing import Standing
from puntobanco.app.house.writing import Asked, Before, Decision, Means, Writing, alone
from puntobanco.cage import commands as cage
from puntobanco.changed import changed
from puntobanco.diary.commands import Approve, Propose
from puntobanco.errors import Refused
from puntobanco.fairness.step import Step, is_time_to_seal
from puntobanco.record.fair_commands import EndRestored, FollowTable, RevealLate, SealShoe
from puntobanco.record.records import Position
from puntobanco.record.rooms import room_of
from puntobanco.record.transfers import transfers
from puntobanco.streams import HOUSE, SHOES, TABLE, named, sort_of
from puntobanco.table.asking import Asking, name_of

ONLY_BESIDE = frozenset({cage.TakeTo, cage.PayAtDesk, cage.BringBack, cage.NotePlay, cage.NoteLeave, FollowTable})
"""What the house itself writes beside something else."""


def do(of: Before, asked: Asked, means: Means) -> tuple[Decision, Mapping[str, Standing]]:
    """What a command leads to, and where its streams stand then; or a refusal."""
    stream, command = asked.stream, asked.command
    sort = sort_of(stream)
    if (sort == "table" and not is_virtual(of, stream)) or sort == "tournament":
        return _plainly(of, asked, means)
    if sort == "house":
        return _of_the_house(of, asked, means)
    _require_alone(command)
    writing = Writing(of, asked, means)
    match sort:
        case "table":
            _deal(writing, stream, command)
        case "shoes":
            _step(writing, stream, command)
        case _:
            _book(writing, stream, command)
    return writing.decision(), writing.after


def _require_alone(command: Asking) -> None:
    if type(command) in ONLY_BESIDE:
        sentence = f"{name_of(command)} comes with what happens at a table or tournament, never alone"
        raise Refused("only_beside", HOUSE, sentence)


def _of_the_house(of: Before, asked: Asked, means: Means) -> tuple[Decision, Mapping[str, Standing]]:
    """What is proposed is tried, and what is approved carried out; the rest stands by itself."""
    match asked.command:
        case Propose():
            return propose(of, asked, means)
        case Approve():
            return approve(of, asked, means, do)
        case _:
            writing = Writing(of, asked, means)
            _book(writing, HOUSE, asked.command)
            return writing.decision(), writing.after


def is_virtual(of: Before, table: str) -> bool:
    """Whether the cards of a table come from a virtual shoe."""
    house: diary.HouseState | None = of(HOUSE).state
    return house is not None and house.is_virtual(table)


def _plainly(of: Before, asked: Asked, means: Means) -> tuple[Decision, Mapping[str, Standing]]:
    """One record, and one of every account whose money comes or goes."""
    stream, command = asked.stream, asked.command
    if type(command) in TIMED and (asked.on_duty or not command.at):  # type: ignore[attr-defined]  # they all have it
        command = timed(command, means.clock())
        asked = changed(asked, command=command)
    standing = of(stream)
    events, state = room_of(stream).handle(standing.state, command)
    play = who_plays(of, stream, standing.state, events)
    beside = transfers(stream, events, command.actor)
    if not beside and not play.guarded:
        number = standing.number + 1
        stands_on = play.stands_on if means.shared else ()
        return alone(asked, number, events, means.clock(), stands_on), {stream: Standing(number, state)}
    writing = Writing(of, asked, means)
    writing.stands_on = play.stands_on
    if play.guarded:
        beside = (*notes(writing, play, command.actor, standing.state), *beside)
    own = writing.next_in(stream)
    writing.add(stream, command, events, state, sibling=writing.next_in(beside[0][0]) if beside else None)
    _move_money(writing, beside, own)
    require_limits(writing, play, state)
    return writing.decision(), writing.after


# Money


def _book(writing: Writing, stream: str, command: Asking) -> None:
    """One record of an account or of the house, at its time."""
    filled = timed(command, writing.time)
    events, state = room_of(stream).handle(writing.of(stream).state, filled)
    writing.add(stream, filled, events, state)


def _move_money(writing: Writing, beside: tuple[tuple[str, Any], ...], own: Position) -> None:
    """The cage's side, which refuses the whole if it does not allow it."""
    for account, transfer in beside:
        command = timed(transfer, writing.time)
        events, state = room_of(account).handle(writing.of(account).state, command)
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
    events, state = room_of(table).handle(before, command)
    fair, secret = writing.of(shoes).state, writing.means.chance.secret
    step = follow(fair, before, command, events, state, secret=secret, now=writing.time)
    play = who_plays(writing.of, table, before, events)
    beside = transfers(table, events, command.actor)
    if play is not NOBODY:
        writing.stands_on = (*writing.stands_on, *play.stands_on)
        beside = (*notes(writing, play, command.actor, before), *beside)
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
