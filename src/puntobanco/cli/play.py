"""`punto play`: a practice table in the terminal."""

import sys
from typing import Annotated

import typer

from puntobanco.cli.common import HouseOption, SetOption, house_for
from puntobanco.money import parse_dollars
from puntobanco.rules import book


def play(
    book_id: Annotated[str, typer.Argument(metavar="[BOOK]", help="The rulebook to practise.")] = "act-2015",
    seed: Annotated[int | None, typer.Option(help="Make the shoes repeatable; not for play that matters.")] = None,
    balance: Annotated[str, typer.Option(metavar="DOLLARS", help="What you sit down with.")] = "1000",
    house: HouseOption = None,
    settings: SetOption = None,
) -> None:
    """Sit down at a practice table: bets from the keyboard, or from a pipe."""
    from puntobanco.app import chance
    from puntobanco.app.practice import PracticeTable
    from puntobanco.cli.practice_screen import PracticeScreen

    source = chance.SYSTEM if seed is None else chance.repeatable(seed)
    table = PracticeTable(book(book_id).id, house_for(house, settings), source, parse_dollars(balance))
    screen = PracticeScreen(table, asks=sys.stdin.isatty(), seed=seed)
    try:
        screen.run()
    except KeyboardInterrupt:
        screen.say("")
        screen.leave()
