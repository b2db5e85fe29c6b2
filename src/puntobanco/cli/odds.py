"""`punto odds`: exact odds of every wager for any shoe."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.cli.common import (
    HouseOption,
    SetOption,
    WagerFileOption,
    WhatIfOption,
    house_for,
    own_wagers,
    print_json,
    print_lifted,
    read_text,
    rules_by,
    shortened,
    what_if_as_dict,
)
from puntobanco.coup.coup import Coup
from puntobanco.errors import Unreadable
from puntobanco.rulebooks import BOOKS, TableRules
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import Card, Composition, parse_cards
from puntobanco.values.text import choose, quoted

if TYPE_CHECKING:  # the room of odds brings its compiler along; it is imported when odds are asked for
    from puntobanco.exact_odds import Removal, TableOdds
    from puntobanco.sim.count_worth import CountWorth


MOST_CARDS = 10**9
"""Far more than can be counted, and few enough to say how many there are."""
SEED, MOST_SHOES = 1, 1_000_000


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
    seen: tuple[Card, ...]
    on_table: str
    what_if: bool

    @property
    def of_a_full_shoe(self) -> bool:
        return self.shoe is None and not self.seen and not self.on_table


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """A table, what its shoe holds, the coup on it, and the wagers that were asked for."""

    rules: TableRules
    shoe: Composition
    on_table: Coup
    wagers: tuple[Wager, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """What there is to say to a question; effects of removal and counts on request."""

    rules: TableRules
    found: "TableOdds"
    removed: "tuple[Removal, ...]"
    own: tuple[str, ...]
    """The wagers that were declared for this question."""
    counted: "tuple[CountWorth, ...]"


def odds(
    book_ids: Annotated[
        list[str] | None, typer.Argument(metavar="BOOK", help="All four side by side, if none is named.")
    ] = None,
    house: HouseOption = None,
    settings: SetOption = None,
    decks: Annotated[int | None, typer.Option(metavar="N", help="A full shoe of so many decks.")] = None,
    shoe: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help='What is left, as JSON: {"AS": 8, "TD": 7} or {"A": 32, "T": 31}; - is stdin.'
        ),
    ] = None,
    seen: Annotated[
        list[str] | None, typer.Option(metavar="CARDS", help="Cards gone from a full shoe: 'AS KD 9c'.")
    ] = None,
    dealt: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The same in a file: the cards dealt so far; - is stdin.")
    ] = None,
    on_table: Annotated[
        str, typer.Option(metavar="CARDS", help="The coup so far, as dealt or by hand: '4c 9d Kh' or '4c Kh | 9d'.")
    ] = "",
    wager_ids: Annotated[
        list[str] | None, typer.Option("--wager", metavar="ID", help="Only this wager; may be repeated.")
    ] = None,
    removal: Annotated[bool, typer.Option("--removal", help="Also the effect of removing each card.")] = False,
    wager_files: WagerFileOption = None,
    shoes: Annotated[
        int, typer.Option(metavar="N", help="Shoes that say what counting your own wagers is worth; 0 for none.")
    ] = 1000,
    what_if: WhatIfOption = False,
    output: Annotated[
        OddsFormat, typer.Option("--format", help="Text for people; JSON, CSV or Markdown for others.")
    ] = OddsFormat.TEXT,
) -> None:
    """Exact odds: ways, probabilities, returns, house edges and deviations; several books side by side."""
    gone = (*parse_cards(seen or ()), *_dealt(dealt))
    cards = _Cards(decks=decks, shoe=shoe, seen=gone, on_table=on_table, what_if=what_if)
    if not 0 <= shoes <= MOST_SHOES:
        raise Unreadable(f"--shoes {shoes} cannot be: take a number from 0 to {MOST_SHOES}")
    declared = own_wagers(wager_files)
    chosen = house_for(house, _with_decks(settings, cards)) | declared
    tables = [rules_by(book_id, chosen, what_if=what_if) for book_id in dict.fromkeys(book_ids or BOOKS)]
    own = frozenset(wager.id for wager in declared.wagers)
    asked = wager_ids or sorted(own)
    wanted = _wanted(tables, asked)
    questions = [_question(rules, cards, wanted, named=bool(asked)) for rules in tables]
    counting = shoes if cards.of_a_full_shoe else 0
    answers = [_answer(one, removal=removal or bool(own), own=own, shoes=counting) for one in questions]
    _print(answers, output, effects_only=removal)


def _answer(question: _Question, *, removal: bool, own: frozenset[str], shoes: int) -> _Answer:
    from puntobanco.exact_odds import odds as exact_odds
    from puntobanco.exact_odds import removal as effects

    rules, shoe, on_table, wagers = question.rules, question.shoe, question.on_table, question.wagers
    studied = tuple(wager for wager in wagers if wager.id in own)
    return _Answer(
        rules=rules,
        found=exact_odds(rules, shoe, on_table=on_table, wagers=wagers),
        removed=effects(rules, shoe, on_table=on_table, wagers=wagers) if removal else (),
        own=tuple(wager.id for wager in studied),
        counted=_counted(rules, studied, shoes) if shoes else (),
    )


def _counted(rules: TableRules, wagers: tuple[Wager, ...], shoes: int) -> "tuple[CountWorth, ...]":
    """What counting is worth, for those that can be counted; simulation brings its compiler along."""
    if not wagers:
        return ()
    from puntobanco.sim.count_worth import can_be_counted, count_worth

    counted = (wager for wager in wagers if can_be_counted(rules, wager))
    return tuple(count_worth(rules, wager, shoes=shoes, seed=SEED) for wager in counted)


def _dealt(path: Path | None) -> tuple[Card, ...]:
    """The cards of a file, in any number of lines; what stands behind # is no card."""
    if path is None:
        return ()
    lines = read_text(path, "file of dealt cards").splitlines()
    return parse_cards(line.partition("#")[0] for line in lines)


def _with_decks(settings: list[str] | None, cards: _Cards) -> list[str]:
    """A number of decks is a choice of the house."""
    if cards.decks is None:
        return settings or []
    if cards.decks < 1:
        raise Unreadable(f"{cards.decks} decks are no shoe: take 1 or more")
    _require_countable(52 * cards.decks)
    return [*(settings or []), f"decks={cards.decks}"]


def _require_countable(cards: int) -> None:
    if cards > MOST_CARDS:
        raise Unreadable(f"a shoe of {shortened(str(cards))} cards is too large to count: take fewer")


def _wanted(tables: list[TableRules], wager_ids: list[str]) -> frozenset[str]:
    """The wagers to show; each must be offered at one of the tables."""
    offered = tuple(dict.fromkeys(wager.id for rules in tables for wager in rules.wagers))
    named = [wager_named(name) for name in wager_ids]
    for wager_id in named:
        if wager_id not in offered:
            raise Unreadable(f"{quoted(wager_id)} is not a wager here: {choose(wager_id, offered)}")
    return frozenset(named or offered)


def _question(rules: TableRules, cards: _Cards, wanted: frozenset[str], *, named: bool) -> _Question:
    on_table = _coup(rules, cards.on_table)
    shoe, suits = _shoe(rules, cards, on_table)
    if not any(shoe.counts):
        raise Unreadable("the shoe is empty: there is nothing to deal a coup from")
    _require_countable(sum(shoe.counts))
    wagers = _answerable([wager for wager in rules.wagers if wager.id in wanted], suits=suits, named=named)
    return _Question(rules=rules, shoe=shoe, on_table=on_table, wagers=wagers)


def _answerable(wagers: list[Wager], *, suits: bool, named: bool) -> tuple[Wager, ...]:
    """The wagers that a shoe says enough about: where its suits are not known, some have to be left out."""
    from puntobanco.exact_odds.paytable import reads_suits

    unknown = [] if suits else [wager.id for wager in wagers if reads_suits(wager)]
    if unknown and named:
        raise Unreadable(f"{unknown[0]} pays by suit, and the shoe file has ranks: write its cards, such as AS")
    if unknown:
        typer.echo(f"left out, as the shoe file has no suits: {', '.join(unknown)}", err=True)
    return tuple(wager for wager in wagers if wager.id not in unknown)


def _coup(rules: TableRules, text: str) -> Coup:
    from puntobanco.exact_odds.partial_coup import parse_on_table, slots

    if "|" not in text:
        return parse_on_table(rules, parse_cards([text]))
    player, _, banker = text.partition("|")
    on_table = Coup(parse_cards([player]), parse_cards([banker]))
    slots(rules, on_table)
    return on_table


def _shoe(rules: TableRules, cards: _Cards, on_table: Coup) -> tuple[Composition, bool]:
    """What is left in the shoe, and whether that says which suits."""
    from puntobanco.exact_odds.shoe_file import parse_shoe, suits_are_known, unseen

    shown, decks = (*on_table.player, *on_table.banker), rules.decks.value
    _require_countable(52 * decks)
    if cards.shoe is None:
        return unseen(decks, (*cards.seen, *shown)), True
    if cards.seen or cards.decks is not None:
        raise Unreadable("--shoe says what is left: leave out --decks, --seen and --dealt")
    text = read_text(cards.shoe, "shoe file")
    left = parse_shoe(text, shown, decks=None if cards.what_if else decks)
    return left, suits_are_known(text, shown, decks=decks)


def _print(answers: list[_Answer], output: OddsFormat, *, effects_only: bool) -> None:
    """CSV has one table: the odds, or the effects of removal where they were asked for."""
    from puntobanco.cli import odds_output as sheets

    found = [one.found for one in answers]
    pages = [sheets.outcomes(found[0]), sheets.wagers(found[0])] if len(found) == 1 else [sheets.comparison(found)]
    pages += [sheets.counts(one.found, one.own, one.counted) for one in answers if one.own]
    pages += [sheets.removals(one.found.book, one.removed) for one in answers if one.removed]
    removed = [(one.found.book, one.removed) for one in answers]
    for one in answers if output is not OddsFormat.JSON else ():
        print_lifted(one.rules, apart=output is not OddsFormat.TEXT)
    match output:
        case OddsFormat.TEXT:
            sheets.print_text(pages)
        case OddsFormat.MD:
            sheets.print_markdown(pages)
        case OddsFormat.CSV if effects_only:
            sheets.removals_csv(removed)
        case OddsFormat.CSV:
            sheets.results_csv(found)
        case OddsFormat.JSON:
            as_dicts = [_as_dict(one) for one in answers]
            print_json(as_dicts if len(as_dicts) > 1 else as_dicts[0])


def _as_dict(answer: _Answer) -> dict[str, Any]:
    found = {**what_if_as_dict(answer.rules), **answer.found.as_dict()}
    for one in answer.removed:
        found["wagers"][one.wager]["removal"] = one.as_dict()
    for worth in answer.counted:
        found["wagers"][worth.wager] |= {"count": worth.count.as_dict(), "counting": worth.as_dict()}
    return found
