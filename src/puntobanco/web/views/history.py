"""Rounds of a shoe with their cards and one's own wagers, and the table by which their cards were drawn."""

from asyncio import to_thread

from msgspec import Struct
from msgspec.structs import asdict

from puntobanco.app.house.played_rounds import rounds_in
from puntobanco.audit.played_tables import WhichTable, tables_of
from puntobanco.audit.round_replay import Played, table_with_rounds
from puntobanco.errors import Unreadable
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import named
from puntobanco.table import TableState
from puntobanco.table.model import TableCard
from puntobanco.table.views.draw_table import DrawingTable, drawing_table
from puntobanco.table.views.layout import PrintedBox, layout
from puntobanco.table.views.settled_wagers import SettledRound, settled_round
from puntobanco.table.views.visible_state import SeenCard
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.problems import no_such
from puntobanco.web.request import Call
from puntobanco.web.types import PlayedTables
from puntobanco.web.views.tables import table_asked

SHOE = Parameter(name="shoe", says="The number of the shoe; left out, the present one.", type=int, example=1)


class PlayedRound(SettledRound, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round that is over, with its cards; none for one that was never turned."""

    player_cards: tuple[SeenCard, ...]
    banker_cards: tuple[SeenCard, ...]


class History(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rounds of a shoe, the last one first."""

    number: int
    shoe: int
    shoes: int
    """How many there were, the present one included."""
    rounds: tuple[PlayedRound, ...]
    boxes: tuple[PrintedBox, ...]
    """Of every wager that could be made there, by which the lines are named."""


class SeenDrawing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The drawing table at a number of the stream."""

    number: int
    drawing: DrawingTable


async def see_history(call: Call) -> History:
    which = table_asked(call)
    audience, standing = call.audience(which.stream), call.standing(which.stream, "open table")
    if which.tournament is None:
        table, shoe = standing.state, _shoe(call, standing.state)
        played = await to_thread(rounds_in, call.house, which, shoe)
    else:
        table, all_played = await to_thread(_of_tournament, call, which)
        shoe = _shoe(call, table)
        played = tuple(one for one in all_played if one.record.shoe == shoe)
    rounds = tuple(_seen(one, audience) for one in reversed(played))
    boxes = _boxes(table.rules, *(one.rules for one in played))
    return History(number=standing.number, shoe=shoe, shoes=table.shoe.number, rounds=rounds, boxes=boxes)


def _shoe(call: Call, table: TableState) -> int:
    shoes = table.shoe.number
    shoe = call.number("shoe", shoes)
    if shoe > shoes:
        raise Unreadable(f"shoe: there were {shoes} so far")
    return shoe


def _of_tournament(call: Call, which: WhichTable) -> tuple[TableState, tuple[Played, ...]]:
    """A table as it is, or was when its stage ended, with its rounds: the log is read once."""
    table, played = table_with_rounds(call.house.lines(which.stream), which)
    if table is None:
        raise no_such("table", which.table)
    return table, played


def _boxes(*rules: TableRules) -> tuple[PrintedBox, ...]:
    """As they are printed first, wager by wager."""
    found: dict[str, PrintedBox] = {}
    for box in (box for one in rules for box in layout(one).boxes):
        found.setdefault(box.wager, box)
    return tuple(found.values())


def _seen(played: Played, audience: Actor) -> PlayedRound:
    return PlayedRound(
        **asdict(settled_round(played.rules, played.record, audience)),
        player_cards=_faces(played.dealt.player),
        banker_cards=_faces(played.dealt.banker),
    )


def _faces(cards: tuple[TableCard, ...]) -> tuple[SeenCard, ...]:
    return tuple(SeenCard(card=card.card if card.face_up else None) for card in cards)


def see_drawing(call: Call) -> SeenDrawing:
    stream = call.table()
    standing = call.standing(stream, "open table")
    return SeenDrawing(number=standing.number, drawing=drawing_table(standing.state))


async def see_tables_of_tournament(call: Call) -> PlayedTables:
    stream = call.tournament()
    tables = await to_thread(lambda: tables_of(call.house.lines(stream)))
    return PlayedTables(tournament=named(stream), tables=tables)


HISTORY = (
    Endpoint(
        method="GET",
        path="/tables/{table}/history",
        does=see_history,
        gives=History,
        says="The rounds of a shoe with their cards and your wagers.",
        parameters=(SHOE,),
    ),
    Endpoint(
        method="GET",
        path="/tournaments/{tournament}/tables",
        does=see_tables_of_tournament,
        gives=PlayedTables,
        says="Every table of a tournament, stage by stage, with who has played there.",
        tag="tournaments",
    ),
    Endpoint(
        method="GET",
        path="/tournaments/{tournament}/stages/{stage}/tables/{table}/history",
        does=see_history,
        gives=History,
        says="The rounds of a shoe at one of them, as at any table.",
        parameters=(SHOE,),
        tag="tournaments",
    ),
    Endpoint(
        method="GET",
        path="/tables/{table}/drawing",
        does=see_drawing,
        gives=SeenDrawing,
        says="When a hand takes a third card, and where in that table the coup is.",
    ),
)
