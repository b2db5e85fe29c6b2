"""Proposals: tried when they are made, and carried out together with their approval, or not at all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from puntobanco.app.house.idempotency import timed
from puntobanco.app.house.permissions import require_fitting
from puntobanco.app.house.write_unit import Before, CommandRequest, Means, Writing, gone_on
from puntobanco.errors import Refused
from puntobanco.house.commands import Approve, Propose
from puntobanco.house.proposals import ground_of, takes_operator, takes_two
from puntobanco.house.state import HouseState
from puntobanco.log.stream_types import stream_type_of
from puntobanco.streams.command import name_of, require_approval
from puntobanco.streams.names import HOUSE
from puntobanco.values.replace import changed


def propose(of: Before, asked: CommandRequest, means: Means) -> Writing:
    """Nothing is proposed that would be refused, or that one person may do alone."""
    writing = Writing(of, asked, means)
    house, command = of(HOUSE).state or HouseState(), _proposal(asked)
    standing = of(command.stream)
    _require_room(command)
    granted = house.role_of(command.actor.person, command.stream)
    if not takes_two(command.command, standing.state, house.withdrawal_limit, granted):
        sentence = f"{name_of(command.command)} takes one person now: ask for it without a proposal"
        raise Refused("needs_no_approval", "approval", sentence)
    stream_type_of(command.stream).handle(standing.state, timed(command.command, writing.time))
    ground = ground_of(command.command, standing.state)
    for_operator = takes_operator(command.command, standing.state, granted)
    filled = changed(command, made_at=standing.number, ground=ground, for_operator=for_operator, at=writing.time)
    _add(writing, filled)
    return writing


def approve(
    of: Before, asked: CommandRequest, means: Means, do: Callable[[Before, CommandRequest, Means], Writing]
) -> Writing:
    """The approval, and beside it what was proposed, as if who proposed it had asked now with the other's approval."""
    writing = Writing(of, asked, means)
    filled = _approval(of, asked, writing.time)
    events = _add(writing, filled, beside=of(HOUSE).state)
    stream, command = events[0].stream, events[0].command
    _require_seen(asked, stream, of(stream).number)
    require_approval(command, filled.actor)
    if asked.on_duty:
        require_fitting(of, stream, command)
    # Nobody can give an id with such a mark, and a proposal is carried out once.
    inner = CommandRequest(stream=stream, command=command, id=f"proposal@{filled.number}", approved_by=filled.actor)
    writing.join(do(writing.of, inner, replace(means, clock=lambda: writing.time)))
    return writing


def _require_seen(asked: CommandRequest, stream: str, number: int) -> None:
    """What somebody approves is what they saw that it leads to."""
    if asked.seen is not None and asked.seen != number:
        raise gone_on(stream, number)


def _require_room(command: Propose) -> None:
    if type(command.command) not in stream_type_of(command.stream).commands:
        sentence = f"{name_of(command.command)} is no command of {command.stream}: name the stream that it is about"
        raise Refused("wrong_stream", "approval", sentence)


def _proposal(asked: CommandRequest) -> Propose:
    assert isinstance(asked.command, Propose)
    return asked.command


def _approval(of: Before, asked: CommandRequest, time: int) -> Approve:
    """With the time, and what the proposal would stand on now."""
    command, house = asked.command, of(HOUSE).state or HouseState()
    assert isinstance(command, Approve)
    found = house.proposal(command.number)
    ground = "" if found is None else ground_of(found.command, of(found.stream).state)
    return changed(command, ground=ground, at=time)


def _add(writing: Writing, command: Any, beside: HouseState | None = None) -> tuple[Any, ...]:
    """The record in the house's own stream; one of an approval names the record that comes after it."""
    events, state = stream_type_of(HOUSE).handle(writing.of(HOUSE).state, command)
    sibling = None if beside is None else writing.next_in(events[0].stream)
    writing.add(HOUSE, command, events, state, sibling=sibling)
    return events
