"""A house from outside: a typed client for programs, over HTTP.

with Client("http://localhost:8417", token="pbt_...") as house:
    table = house.table("1")
    table.sit()
    table.bet(banker=100_00)
"""

from puntobanco.client.answers import (
    Done,
    Guest,
    Hall,
    History,
    LoggedIn,
    LoggedOut,
    Records,
    Round,
    SeenAccount,
    SeenActs,
    SeenLegal,
    SeenRecord,
    SeenTable,
    SeenTournament,
    Story,
    Summary,
    TableClock,
    TableEntry,
    TournamentEntry,
    You,
)
from puntobanco.client.async_client import AsyncClient, AsyncTable
from puntobanco.client.async_tournaments import AsyncTournament
from puntobanco.client.client import Client, Table
from puntobanco.client.client_tournaments import Tournament
from puntobanco.client.exchange import Unanswered
from puntobanco.client.live import Happened, Live, Other, Ready, SummedUp, Ticked, Viewed
from puntobanco.client.paper_answers import LoggedRecord, Report, ToldRound, Verification
from puntobanco.errors import Failure, Refused, Unreadable

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "AsyncTournament",
    "Client",
    "Done",
    "Failure",
    "Guest",
    "Hall",
    "Happened",
    "History",
    "Live",
    "LoggedIn",
    "LoggedOut",
    "LoggedRecord",
    "Other",
    "Ready",
    "Records",
    "Refused",
    "Report",
    "Round",
    "SeenAccount",
    "SeenActs",
    "SeenLegal",
    "SeenRecord",
    "SeenTable",
    "SeenTournament",
    "Story",
    "Summary",
    "SummedUp",
    "Table",
    "TableClock",
    "TableEntry",
    "Ticked",
    "ToldRound",
    "Tournament",
    "TournamentEntry",
    "Unanswered",
    "Unreadable",
    "Verification",
    "Viewed",
    "You",
]
