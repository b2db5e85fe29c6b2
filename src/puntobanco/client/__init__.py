"""A house from outside: a typed client for programs, over HTTP.

with Client("http://localhost:8417", token="pbt_...") as house:
    table = house.table("1")
    table.sit()
    table.bet(banker=100_00)
"""

from puntobanco.client.answers import (
    Done,
    Guest,
    LoggedIn,
    LoggedOut,
    Records,
    Round,
    SeenAccount,
    SeenActs,
    SeenLegal,
    SeenRecord,
    SeenTable,
    Summary,
    TableClock,
    TableEntry,
    You,
)
from puntobanco.client.in_loop import AsyncClient, AsyncTable
from puntobanco.client.live import Happened, Live, Other, Ready, SummedUp, Ticked, Viewed
from puntobanco.client.sync import Client, Table
from puntobanco.client.talk import Unanswered
from puntobanco.errors import Failure, Refused, Unreadable

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "Client",
    "Done",
    "Failure",
    "Guest",
    "Happened",
    "Live",
    "LoggedIn",
    "LoggedOut",
    "Other",
    "Ready",
    "Records",
    "Refused",
    "Round",
    "SeenAccount",
    "SeenActs",
    "SeenLegal",
    "SeenRecord",
    "SeenTable",
    "Summary",
    "SummedUp",
    "Table",
    "TableClock",
    "TableEntry",
    "Ticked",
    "Unanswered",
    "Unreadable",
    "Viewed",
    "You",
]
