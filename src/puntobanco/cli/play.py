"""`punto play`: a practice table in the terminal."""

from typing import Annotated

import typer

from puntobanco.cli.common import (
    HouseOption,
    SetOption,
    WagerFileOption,
    WhatIfOption,
    house_for,
    print_lifted,
    rules_by,
)
from puntobanco.rulebooks import book
from puntobanco.values.money import parse_dollars


def play(
    book_id: Annotated[str, typer.Argument(metavar="[BOOK]", help="The rulebook to practise.")] = "act-2015",
    seed: Annotated[int | None, typer.Option(help="Make the shoes repeatable; not for play that matters.")] = None,
    balance: Annotated[str, typer.Option(metavar="DOLLARS", help="What you sit down with.")] = "1000",
    house: HouseOption = None,
    settings: SetOption = None,
    wager_files: WagerFileOption = None,
    what_if: WhatIfOption = False,
) -> None:
    """Sit down at a practice table: bets from the keyboard, or from a pipe."""
    from puntobanco.app.practice_table import PracticeTable
    from puntobanco.app.randomness import of_seed
    from puntobanco.cli.line_reader import is_a_person
    from puntobanco.cli.practice_screen import PracticeScreen

    chosen = house_for(house, settings, wager_files)
    print_lifted(rules_by(book_id, chosen, what_if=what_if))
    table = PracticeTable(book(book_id).id, chosen, of_seed(seed), parse_dollars(balance), what_if=what_if)
    screen = PracticeScreen(table, asks=is_a_person(), seed=seed)
    try:
        screen.run()
    except KeyboardInterrupt:
        screen.say("")
        screen.leave()
