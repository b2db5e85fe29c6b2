"""Conditions and views of a tournament as pages to read: money in dollars, shares in percent, times in UTC."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime

from msgspec import UNSET

from puntobanco.cli.view_output import page as table_page
from puntobanco.log.script import printed
from puntobanco.rulebooks.printing import SignLine, sign
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import Actor, Role
from puntobanco.tournament.conditions import AdvanceBy, Breakdown, Conditions, Stage
from puntobanco.tournament.events.lifecycle import TournamentPlanned
from puntobanco.tournament.model import Ending
from puntobanco.tournament.views.visible_state import ResultsSheet, SeenDraw, SeenPlayer, SheetLine, View
from puntobanco.values.money import format_dollars
from puntobanco.values.text import in_words

# Conditions


def conditions_as_data(planned: TournamentPlanned) -> dict[str, object]:
    """The conditions with their digest, and the tables that they make."""
    conditions, rules = planned.conditions, planned.rules
    return {
        "book": rules.book,
        "edition": rules.edition,
        "conditions": printed(conditions),
        "digest": conditions.digest,
        "rules": rules.digest,
        "sign": [asdict(line) for line in sign(rules)],
        "stages": [
            {"stage": stage.name, "rules": own.digest, "sign": [asdict(line) for line in limits_of(own, rules)]}
            for stage, own in own_rules(planned)
        ],
    }


def own_rules(planned: TournamentPlanned) -> Iterator[tuple[Stage, TableRules]]:
    """The stages with limits of their own."""
    for stage, own in zip(planned.conditions.stages, planned.stage_rules, strict=True):
        if own is not None:
            yield stage, own


def conditions_page(planned: TournamentPlanned) -> Iterator[str]:
    conditions, rules = planned.conditions, planned.rules
    yield conditions.title
    yield f"  Digest {conditions.digest}"
    yield f"  Starts {moment(conditions.start)}"
    yield f"  Entry {format_dollars(conditions.entry_fee)}, commission {conditions.commission.in_words()}"
    yield f"  {format_dollars(conditions.chips)} in chips for an entry"
    yield f"  {conditions.least_players} to {conditions.most_players} players, at most {_a_table(conditions)}"
    yield from (f"  {line}" for line in _groups(conditions))
    for stage in conditions.stages:
        yield f"  {_stage(stage)}"
    yield f"  A play-off has {_counted(conditions.play_off_rounds, 'round')} at a time"
    if conditions.delegated:
        yield f"  The director acts without an operator by {', '.join(conditions.delegated)}"
    for one in conditions.prizes:
        yield f"  Prizes of {_players(one)}: {', '.join(map(_percent, one.shares))}"
    yield f"The sign at the tables, rules {rules.digest[:12]}"
    for line in sign(rules):
        yield f"  {line.label}: {line.text} [{line.clause}]"
    for stage, own in own_rules(planned):
        yield f"The limits of {stage.name}, rules {own.digest[:12]}"
        for line in limits_of(own, rules):
            yield f"  {line.label}: {line.text} [{line.clause}]"


def limits_of(own: TableRules, rules: TableRules) -> tuple[SignLine, ...]:
    """What the sign of a stage says otherwise than that of the others."""
    others = sign(rules)
    return tuple(line for line in sign(own) if line not in others)


def moment(time: int) -> str:
    """`2026-11-20 19:00 UTC`."""
    return f"{datetime.fromtimestamp(time // 1_000_000, UTC):%Y-%m-%d %H:%M} UTC"


def _a_table(conditions: Conditions) -> str:
    return f"{conditions.players_per_table} a table"


def _groups(conditions: Conditions) -> Iterator[str]:
    if conditions.may_not_enter:
        yield f"May not enter: {', '.join(conditions.may_not_enter)}"
    if conditions.may_enter_only:
        yield f"May enter only: {', '.join(conditions.may_enter_only)}"


def _stage(stage: Stage) -> str:
    length = _counted(stage.rounds, "round") if stage.rounds is not None else _counted(stage.shoes or 0, "shoe")
    chips = "" if stage.chips is None else f", {format_dollars(stage.chips)} in chips issued anew"
    return f"{stage.name} ({stage.kind}): {length}{_advance(stage)}{chips}"


def _advance(stage: Stage) -> str:
    if stage.advance is None:
        return ""
    among = "of each table" if stage.advance_by is AdvanceBy.TABLE else "overall"
    return f", the best {stage.advance} {among} go on"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _players(breakdown: Breakdown) -> str:
    least, most = breakdown.least, breakdown.most
    return f"{least} players" if least == most else f"{least} to {most} players"


def _percent(share: int) -> str:
    whole, hundredths = divmod(share, 100)
    return f"{whole}.{hundredths:02}%" if hundredths else f"{whole}%"


# Views


def view_page(view: View, audience: Actor) -> Iterator[str]:
    """The lines of the page, in the order of the view."""
    yield f"The tournament as {audience.person if audience.role is Role.PATRON else f'the {audience.role}'} sees it"
    for lines in (_state(view), _people(view), _sheet(view.sheet), _books(view)):
        yield from (f"  {line}" for line in lines)
    for name, table in view.tables.items():
        yield f"  Table {name}"
        yield from (f"  {line}" for line in table_page(table, audience))


def _state(view: View) -> Iterator[str]:
    yield view.title
    yield f"Conditions {view.digest[:12]}{'' if view.approved else ', not approved'}"
    if view.cancelled:
        yield "Cancelled"
    yield f"Stage: {view.stage}"
    yield f"Next: {in_words(view.next.next)}"
    if view.on_break is not None:
        yield f"Break of {_counted(view.on_break, 'minute')}"
    if view.pace is not None:
        yield f"Pace of play: {view.pace}"


def _people(view: View) -> Iterator[str]:
    for name, office in view.officers.items():
        yield f"{office.value.capitalize()}: {name}"
    later = (seat for session in view.later for seat in session.seats)
    seats = {one.player: one for one in (*view.seats, *later)}
    for player in view.players:
        seat = seats.get(player.player)
        where = "" if seat is None else f", table {seat.table} seat {seat.seat}"
        yield f"{player.number}. {player.player}: {format_dollars(player.chips)} in chips{where}{_how(player)}"
    for name in view.reserves:
        offered = view.offers.get(name)
        yield f"Reserve: {name}" + ("" if offered is None else f", offered {offered}'s seat")
    for draw in view.draws:
        yield f"Draw {draw.number}, a {draw.kind}: {_how_far(draw)}"


def _how_far(draw: SeenDraw) -> str:
    if draw.set_aside is not None:
        return f"{'drawn again' if draw.drawn else 'replaced'}, {draw.set_aside}"
    if draw.drawn:
        return "rehearsed" if draw.rehearsed else "drawn, and its secret revealed"
    return f"{_counted(len(draw.words), 'addition')} of words, commitment {draw.commitment[:12]}"


def _how(player: SeenPlayer) -> str:
    warned = ", warned" if player.warned else ""
    ended = "" if player.still_in else f", {in_words(player.how or Ending.PUT_OUT)}"
    return f"{warned}{ended}"


def _sheet(sheet: ResultsSheet | None) -> Iterator[str]:
    if sheet is None:
        return
    yield f"Results of {_counted(sheet.players, 'player')}, {'awarded' if sheet.awarded else 'not awarded yet'}"
    yield f"Prize pool {format_dollars(sheet.pool)}, commission {format_dollars(sheet.commission)}"
    for line in sheet.lines:
        yield _sheet_line(line)


def _sheet_line(line: SheetLine) -> str:
    ended = f"put out in round {line.round}" if line.how is Ending.PUT_OUT else in_words(line.how)
    chips = f" with {format_dollars(line.chips)}" if line.how is Ending.FINISHED else ""
    prize = f", {format_dollars(line.prize)}{' paid' if line.paid else ''}" if line.prize else ""
    return f"{line.place}. {line.player}: {line.stage}, {ended}{chips}{prize}"


def _books(view: View) -> Iterator[str]:
    if view.approval not in (UNSET, None):
        approval = view.approval
        yield f"Approval {approval.reference} of {approval.date}"
    for account, amount in () if view.money is UNSET else view.money.items():
        yield f"Money, {account.replace('/', ' of ')}: {format_dollars(amount)}"
