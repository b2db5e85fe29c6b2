"""`punto odds`: exact odds of every wager for any shoe."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.cards import Composition, parse_cards
from puntobanco.cli.common import HouseOption, SetOption, print_json, read_text, rules_for, shortened
from puntobanco.coup.coup import Coup
from puntobanco.errors import Refused, Unreadable
from puntobanco.rules import BOOKS, TableRules
from puntobanco.rules.wagers import Wager
from puntobanco.words import choose, quoted

if TYPE_CHECKING:  # the room of odds brings its compiler along; it is imported when odds are asked for
    from puntobanco.odds import Removal, TableOdds


MOST_CARDS = 10**9
"""Far more than can be counted, and few enough to say how many there are."""


class OddsFormat(StrEnum):
    """How odds are printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MD = "md"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cards:
    """What the options say about the cards."""

    decks: int | None
    shoe: Path | None
    seen: tuple[str, ...]
    on_table: str
    what_if: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """A table, what its shoe holds, the coup on it, and the wagers that were asked for."""

    rules: TableRules
    shoe: Composition
    on_table: Coup
    wagers: tuple[Wager, ...]


def odds(
    book_ids: Annotated[
        list[str] | None, typer.Argument(metavar="BOOK", help="All four side by side, if none is named.")
    ] = None,
    house: HouseOption = None,
    settings: SetOption = None,
    decks: Annotated[int | None, typer.Option(metavar="N", help="A full shoe of so many decks.")] = None,
    shoe: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help='What is left in the shoe, as JSON: {"AS": 8, "TD": 7}; - is stdin.'),
    ] = None,
    seen: Annotated[
        list[str] | None, typer.Option(metavar="CARDS", help="Cards gone from a full shoe: 'AS KD 9c'.")
    ] = None,
    on_table: Annotated[
        str, typer.Option(metavar="CARDS", help="The coup so far, as dealt or by hand: '4c 9d Kh' or '4c Kh | 9d'.")
    ] = "",
    wager_ids: Annotated[
        list[str] | None, typer.Option("--wager", metavar="ID", help="Only this wager; may be repeated.")
    ] = None,
    removal: Annotated[bool, typer.Option("--removal", help="Also the effect of removing each card.")] = False,
    what_if: Annotated[bool, typer.Option("--what-if", help="Allow cards that the book does not.")] = False,
    output: Annotated[
        OddsFormat, typer.Option("--format", help="Text for people; JSON, CSV or Markdown for others.")
    ] = OddsFormat.TEXT,
) -> None:
    """Exact odds: ways, probabilities, returns, house edges and deviations; several books side by side."""
    cards = _Cards(decks=decks, shoe=shoe, seen=tuple(seen or ()), on_table=on_table, what_if=what_if)
    tables = [_rules(book_id, house, settings, cards) for book_id in dict.fromkeys(book_ids or BOOKS)]
    wanted = _wanted(tables, wager_ids or [])
    questions = [_question(rules, cards, wanted) for rules in tables]
    from puntobanco import odds as room

    found = [room.odds(one.rules, one.shoe, on_table=one.on_table, wagers=one.wagers) for one in questions]
    removed = [
        room.removal(one.rules, one.shoe, on_table=one.on_table, wagers=one.wagers) if removal else ()
        for one in questions
    ]
    _print(found, removed, output)


def _rules(book_id: str, house: Path | None, settings: list[str] | None, cards: _Cards) -> TableRules:
    """The rules of the table; a number of decks is a choice of the house, unless we only wonder."""
    if cards.decks is None or cards.what_if:
        return rules_for(book_id, house, settings)
    try:
        return rules_for(book_id, house, [*(settings or []), f"decks={cards.decks}"])
    except Refused as refusal:
        if refusal.code != "decks_not_allowed":
            raise
        raise Refused(refusal.code, refusal.clause, f"{refusal.sentence}; --what-if gives the odds anyway") from None


def _wanted(tables: list[TableRules], wager_ids: list[str]) -> frozenset[str]:
    """The wagers to show; each must be offered at one of the tables."""
    offered = tuple(dict.fromkeys(wager.id for rules in tables for wager in rules.wagers))
    for wager_id in wager_ids:
        if wager_id not in offered:
            raise Unreadable(f"{quoted(wager_id)} is not a wager here: {choose(wager_id, offered)}")
    return frozenset(wager_ids or offered)


def _question(rules: TableRules, cards: _Cards, wanted: frozenset[str]) -> _Question:
    on_table = _coup(rules, cards.on_table)
    shoe = _shoe(rules, cards, on_table)
    if not any(shoe.counts):
        raise Unreadable("the shoe is empty: there is nothing to deal a coup from")
    if sum(shoe.counts) > MOST_CARDS:
        raise Unreadable(f"a shoe of {shortened(str(sum(shoe.counts)))} cards is too large to count: take fewer")
    wagers = tuple(wager for wager in rules.wagers if wager.id in wanted)
    return _Question(rules=rules, shoe=shoe, on_table=on_table, wagers=wagers)


def _coup(rules: TableRules, text: str) -> Coup:
    from puntobanco.odds.on_table import parse_on_table, slots

    if "|" not in text:
        return parse_on_table(rules, parse_cards([text]))
    player, _, banker = text.partition("|")
    on_table = Coup(parse_cards([player]), parse_cards([banker]))
    slots(rules, on_table)
    return on_table


def _shoe(rules: TableRules, cards: _Cards, on_table: Coup) -> Composition:
    from puntobanco.odds.shoe_file import check_shoe, parse_shoe, unseen

    shown = (*on_table.player, *on_table.banker)
    decks = rules.decks.value if cards.decks is None else cards.decks
    if decks < 1:
        raise Unreadable(f"{decks} decks are no shoe: take 1 or more")
    if cards.shoe is None:
        return unseen(decks, (*parse_cards(cards.seen), *shown))
    if cards.seen or cards.decks is not None:
        raise Unreadable("--shoe says what is left: leave out --decks and --seen")
    shoe = parse_shoe(read_text(cards.shoe, "shoe file"))
    if not cards.what_if:
        check_shoe(shoe, shown, decks=decks)
    return shoe


def _print(found: "list[TableOdds]", removed: "list[tuple[Removal, ...]]", output: OddsFormat) -> None:
    from puntobanco.cli import odds_sheets as sheets

    pages = [sheets.outcomes(found[0]), sheets.wagers(found[0])] if len(found) == 1 else [sheets.comparison(found)]
    pages += [sheets.removals(one.book, effects) for one, effects in zip(found, removed, strict=True) if effects]
    match output:
        case OddsFormat.TEXT:
            sheets.print_text(pages)
        case OddsFormat.MD:
            sheets.print_markdown(pages)
        case OddsFormat.CSV if any(removed):
            sheets.removals_csv(zip((one.book for one in found), removed, strict=True))
        case OddsFormat.CSV:
            sheets.results_csv(found)
        case OddsFormat.JSON:
            answers = [_as_dict(one, effects) for one, effects in zip(found, removed, strict=True)]
            print_json(answers if len(answers) > 1 else answers[0])


def _as_dict(found: "TableOdds", removed: "tuple[Removal, ...]") -> dict[str, Any]:
    answer = found.as_dict()
    for one in removed:
        answer["wagers"][one.wager]["removal"] = one.as_dict()
    return answer
