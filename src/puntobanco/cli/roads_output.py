"""Scoreboards in the terminal. Every cell has a letter, so that colour is never the only sign."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import UNSET
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard import Bead, Board
from puntobanco.scoreboard.bead_plate import PlacedBead
from puntobanco.scoreboard.derived import DerivedRoad, Mark, NextMarks
from puntobanco.scoreboard.notation import LETTERS
from puntobanco.scoreboard.road_grid import ROWS, Place
from puntobanco.scoreboard.scoreboards import Ask, Counts

USUAL_WIDTH = 80
FRAME = 4
"""The borders of a panel and the space inside them."""
STYLES = {Result.BANKER: "bold red", Result.PLAYER: "bold blue", Result.TIE: "bold green"}
MARK_STYLES = {Mark.REGULAR: "red", Mark.IRREGULAR: "blue"}

BEADS = "B banker, P player, T tie; ' banker pair, . player pair, * natural."
BEADS_WITH_TOTALS = "B banker, P player, T tie, with total; ' banker pair, . player pair, * natural."
TIES = "Big road: / is a tie on the result before it, a number is so many ties."
MARKS = "The roads below it: r (red) regular, b (blue) irregular; not banker and player."
NO_FORECAST = "Roads show what was; they do not tell what comes."


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A board in letters: its cells that are not empty, each `size` letters wide."""

    name: str
    cells: Mapping[Place, Text]
    size: int

    @property
    def columns(self) -> int:
        return max((column + 1 for _, column in self.cells), default=0)

    @property
    def width(self) -> int:
        """So wide that all of it is seen."""
        return self.columns * self.size + FRAME

    @property
    def titled(self) -> int:
        """So wide that its name is seen, too."""
        return max(self.width, len(self.name) + FRAME + 2)

    def panel(self, width: int) -> Panel:
        """The drawing in a frame; of a long one the last columns that fit."""
        fit, columns = max(1, (width - FRAME) // self.size), self.columns
        shown = range(max(0, columns - fit), columns)
        title = f"{self.name}, last {fit} columns" if columns > fit else self.name
        return _framed(title, Text("\n").join(self._row(row, shown) for row in range(ROWS)), width)

    def _row(self, row: int, columns: range) -> Text:
        blank = Text(" " * self.size)
        return Text.assemble(*(self.cells.get((row, column), blank) for column in columns))


def print_beads(out: Console, board: Board) -> None:
    """The bead plate, the big road and the counts; beside each other where all of both is seen."""
    beads, road = _bead_plate(board.bead_plate), _big_road(board)
    if beads.titled + road.titled <= out.width:
        width = min(out.width, max(USUAL_WIDTH, beads.titled + road.titled))
        left = max(beads.titled, width - max(road.titled, width // 2))
        _print(out, width, *_in_pairs([beads.panel(left), road.panel(width - left)]), _counts(board.counts))
    else:
        width = min(out.width, max(USUAL_WIDTH, beads.width, road.width))
        _print(out, width, beads.panel(width), road.panel(width), _counts(board.counts))
    _explain(out, width, _about_beads(board), TIES, NO_FORECAST)


def print_roads(out: Console, board: Board) -> None:
    """All boards, the derived ones two and two where the window is wide enough."""
    boards, derived = (_bead_plate(board.bead_plate), _big_road(board)), _derived_roads(board)
    width = min(out.width, max(USUAL_WIDTH, *(one.width for one in boards), *(2 * one.width for one in derived)))
    part = width // 2 if width >= USUAL_WIDTH else width
    small = [*(one.panel(part) for one in derived), _framed("Ask", _ask(board.ask), part)]
    _print(out, width, *(one.panel(width) for one in boards), *(_in_pairs(small) if part < width else small))
    _print(out, width, _counts(board.counts))
    _explain(out, width, _about_beads(board), TIES, MARKS, NO_FORECAST)


def _print(out: Console, width: int, *parts: RenderableType) -> None:
    for part in parts:
        out.print(part, width=width)


def _explain(out: Console, width: int, *lines: str) -> None:
    _print(out, width, *(Text(line, "dim") for line in lines))


def _about_beads(board: Board) -> str:
    return BEADS if all(bead.total is UNSET for bead in board.bead_plate) else BEADS_WITH_TOTALS


def _framed(title: str, content: RenderableType, width: int) -> Panel:
    return Panel(content, title=title, title_align="left", width=width, height=ROWS + 2)


def _in_pairs(panels: Sequence[Panel]) -> list[Table]:
    pairs = []
    for left, right in zip(panels[::2], panels[1::2], strict=True):
        pair = Table.grid()
        pair.add_row(left, right)
        pairs.append(pair)
    return pairs


def _bead_plate(beads: Sequence[PlacedBead]) -> Drawing:
    cells = {(bead.row, bead.column): _bead(bead) for bead in beads}
    return Drawing(name="Bead plate", cells=cells, size=max(map(len, cells.values()), default=1))


def _bead(bead: Bead) -> Text:
    """A bead with a dot top left for a banker pair and bottom right for a player pair."""
    return Text.assemble(
        ("'" if bead.banker_pair else " ", STYLES[Result.BANKER]),
        (LETTERS[bead.result] + ("" if bead.total is UNSET else str(bead.total)), STYLES[bead.result]),
        "*" if bead.natural else " ",
        ("." if bead.player_pair else " ", STYLES[Result.PLAYER]),
    )


def _big_road(board: Board) -> Drawing:
    cells = {
        (cell.row, cell.column): _tied(LETTERS[cell.result], STYLES[cell.result], cell.ties) for cell in board.big_road
    }
    if board.pending_ties:
        cells[0, 0] = _tied(" ", "", board.pending_ties)
    return Drawing(name="Big road", cells=cells, size=2)


def _tied(letter: str, style: str, ties: int) -> Text:
    sign = " /"[ties] if ties < 2 else str(ties) if ties < 10 else "+"
    return Text.assemble((letter, style), (sign, STYLES[Result.TIE]))


def _derived_roads(board: Board) -> tuple[Drawing, ...]:
    return (
        _derived_road("Big eye boy", board.big_eye_boy),
        _derived_road("Small road", board.small_road),
        _derived_road("Cockroach pig", board.cockroach_pig),
    )


def _derived_road(name: str, road: DerivedRoad) -> Drawing:
    return Drawing(name=name, cells={(cell.row, cell.column): _mark(cell.mark) for cell in road.cells}, size=1)


def _mark(mark: Mark | None) -> Text:
    return Text("-") if mark is None else Text(mark, MARK_STYLES[mark])


def _ask(ask: Ask) -> Table:
    table = Table.grid("If next", "big eye", "small", "cockroach", padding=(0, 2))
    table.show_header = True
    for result, marks in ((Result.BANKER, ask.banker), (Result.PLAYER, ask.player)):
        table.add_row(Text(result.value, STYLES[result]), *_next_marks(marks))
    return table


def _next_marks(marks: NextMarks) -> list[Text]:
    return [_mark(mark) for mark in (marks.big_eye_boy, marks.small_road, marks.cockroach_pig)]


def _counts(counts: Counts) -> str:
    pairs = f"banker pairs {counts.banker_pairs}, player pairs {counts.player_pairs}"
    results = f"B {counts.banker}, P {counts.player}, T {counts.tie}"
    return f"Rounds {counts.rounds}: {results}; {pairs}; naturals {counts.naturals}"
