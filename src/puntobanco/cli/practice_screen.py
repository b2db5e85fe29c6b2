"""The screen of the practice table: reads a line, asks the table, prints what happened."""

import sys

from rich.panel import Panel
from rich.text import Text

from puntobanco.app.practice import PracticeTable, Round
from puntobanco.cards import Card
from puntobanco.cli.common import console
from puntobanco.cli.coup import bet_lines
from puntobanco.cli.rules import sign_panel
from puntobanco.coup.shoe import Ending
from puntobanco.errors import Refused, Unreadable
from puntobanco.money import Cents, format_dollars, parse_dollars
from puntobanco.rules import book
from puntobanco.rules.facts import Hand, Result
from puntobanco.rules.render import sign
from puntobanco.scoreboard.bead_plate import Bead, bead_plate

SHORT_NAMES = {
    "p": "player",
    "b": "banker",
    "t": "tie",
    "pp": "player_pair",
    "bp": "banker_pair",
    "pd": "player_dragon",
    "bd": "banker_dragon",
    "big": "big_tiger",
    "small": "small_tiger",
}
BEAD_STYLES = {Result.PLAYER: ("P", "bold blue"), Result.BANKER: ("B", "bold red"), Result.TIE: ("T", "bold green")}
HELP = """Type bets as WAGER DOLLARS, several on a line: banker 100 tie 5 (short: b 100 t 5).
An empty line deals with the bets that lie on the layout; again repeats the last bets.
why explains the third cards of the last coup; beads shows the shoe; sign shows the sign; quit leaves."""


class PracticeScreen:
    """A conversation with one patron, line by line."""

    def __init__(self, table: PracticeTable, *, asks: bool, seed: int | None) -> None:
        self.table = table
        self.asks = asks
        self.seed = seed
        self.out = console()
        self.beads: list[Bead] = []
        self.last_round: Round | None = None
        self.last_stakes: dict[str, Cents] = {}

    def say(self, text: str, style: str | None = None) -> None:
        self.out.print(Text(text, style=style or ""))

    def run(self) -> None:
        """Play until the patron leaves or the input ends."""
        self.show_sign()
        if self.seed is not None:
            self.say(
                f"Practice shoes from seed {self.seed}: repeatable, so good for learning and nothing else.", "yellow"
            )
        self.say(HELP, "dim")
        while self.table.balance + sum(bet.stake for bet in self.table.on_layout) > 0:
            if self.table.ending is Ending.OVER:
                self.start_shoe()
            line = self.read(f"[{format_dollars(self.table.balance)}] bets> ")
            if line is None or not self.obey(line.strip().lower()):
                break
        self.leave()

    def read(self, prompt: str) -> str | None:
        """The next line of input, none at its end; a prompt only where a person would see it."""
        if self.asks:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        return line or None

    def obey(self, line: str) -> bool:
        """Do what the line asks; false when the patron leaves."""
        match line:
            case "quit" | "q" | "exit":
                return False
            case "help" | "?":
                self.say(HELP)
            case "sign":
                self.show_sign()
            case "beads":
                self.show_beads()
            case "why":
                self.explain()
            case _:
                self.bet_and_deal(line)
        return True

    def bet_and_deal(self, line: str) -> None:
        try:
            stakes = self.last_stakes if line in ("again", "a") else parse_stakes(line)
            if stakes:
                self.table.place(stakes)
                self.last_stakes = stakes
            if not self.table.on_layout:
                self.say("No bets lie on the layout: type some, or help.")
                return
        except (Unreadable, Refused) as answer:
            self.say(str(answer), "yellow")
            return
        self.show_round(self.table.deal_round())

    def start_shoe(self) -> None:
        self.beads.clear()
        allowed = self.table.cut_range
        answer = (
            self.read(f"New shoe. Cut it {allowed.start}-{allowed.stop - 1} cards deep, or Enter: ")
            if self.asks
            else None
        )
        cut_at = None
        if answer and answer.strip().isdigit() and int(answer) in allowed:
            cut_at = int(answer)
        burned = self.table.start_shoe(cut_at)
        by = "You cut" if cut_at else "Staff cut"
        shown = f"{burned.shown.symbols} is shown and " if burned.shown else ""
        self.say(f"The cards are shuffled. {by} them. {shown}{burned.cards} burned.", "dim")
        if self.table.ending is Ending.LAST_ROUND:
            self.announce("call_last_round")

    def show_round(self, played: Round) -> None:
        self.last_round = played
        self.announce("call_no_more_bets")
        for hand in Hand:
            self.show_hand(hand, played.coup.of(hand))
        if played.facts is None:
            self.say("Not enough cards to finish: the coup is void and every bet comes back.", "yellow")
        else:
            self.show_result(played)
        if played.commission_collected:
            self.say(f"Commission collected: {format_dollars(played.commission_collected)}")
        self.show_ending(played)
        self.show_money()

    def show_result(self, played: Round) -> None:
        if played.facts is None:
            return
        totals = f"Player {played.facts.player.total}, Banker {played.facts.banker.total}"
        result = played.facts.result
        winner = "Tie" if result is Result.TIE else f"{result.value.title()} wins"
        self.say(f"{totals}: {winner}.", "bold")
        for settled in played.bets:
            for line in bet_lines(settled):
                self.out.print(line)
        self.beads.append(Bead.of(played.facts))

    def show_ending(self, played: Round) -> None:
        if played.cutting_card:
            self.say("The cutting card came out.", "yellow")
        if self.table.ending is Ending.LAST_ROUND:
            self.announce("call_last_round", otherwise="One more round in this shoe.")
        elif self.table.ending is Ending.OVER:
            self.say("The shoe is over.", "yellow")
            self.show_beads()

    def announce(self, key: str, *, otherwise: str = "") -> None:
        """Say the book's words, where it has some for this."""
        words = self.table.rules.ruled(key).value or otherwise
        if words:
            self.say(f"Dealer: {words}.", "italic")

    def show_hand(self, hand: Hand, cards: tuple[Card, ...]) -> None:
        rows = zip(*(_card_rows(card) for card in cards), strict=True)
        for index, row in enumerate(rows):
            name = hand.value.title().rjust(7) if index == 1 else " " * 7
            self.out.print(Text.assemble(name, " ", *_with_spaces(row)))

    def show_money(self) -> None:
        parts = [f"Balance {format_dollars(self.table.balance)}"]
        if self.table.on_layout:
            lying = ", ".join(f"{bet.wager.id} {format_dollars(bet.stake)}" for bet in self.table.on_layout)
            parts.append(f"on the layout: {lying}")
        if self.table.commission_owed:
            parts.append(f"commission owed {format_dollars(self.table.commission_owed)}")
        self.say("; ".join(parts), "bold")

    def show_sign(self) -> None:
        rules = self.table.rules
        self.out.print(sign_panel(book(rules.book).title, sign(rules)))

    def show_beads(self) -> None:
        columns = max(1, (self.out.width - 4) // 2)
        plate = Text("\n").join(_bead_row(row) for row in bead_plate(self.beads, columns=columns))
        self.out.print(Panel(plate, title="Bead plate", expand=False))

    def explain(self) -> None:
        decisions = self.last_round.decisions if self.last_round else ()
        for decision in decisions:
            self.say(f"  {decision} ({self.table.rules.cite(decision.clause)})")
        if not decisions:
            self.say("No coup has been dealt yet.")

    def leave(self) -> None:
        commission = self.table.leave()
        if commission:
            self.say(f"Commission collected: {format_dollars(commission)}")
        self.say(f"You leave with {format_dollars(self.table.balance)}.", "bold")


def parse_stakes(line: str) -> dict[str, Cents]:
    """Read `banker 100 tie 5`, `b 100`, `banker=100`."""
    words = line.replace("=", " ").split()
    if len(words) % 2:
        raise Unreadable(f"{line!r} is not a list of bets: write banker 100 tie 5, or help")
    stakes: dict[str, Cents] = {}
    for name, amount in zip(words[::2], words[1::2], strict=True):
        wager_id = SHORT_NAMES.get(name, name)
        stakes[wager_id] = stakes.get(wager_id, 0) + parse_dollars(amount)
    return stakes


def _card_rows(card: Card) -> tuple[Text, Text, Text]:
    style = "red" if card.suit.is_red else ""
    return Text("╭────╮"), Text.assemble("│ ", (card.symbols, style), " │"), Text("╰────╯")


def _with_spaces(row: tuple[Text, ...]) -> list[Text | str]:
    return [part for text in row for part in (text, " ")]


def _bead_row(row: tuple[Bead | None, ...]) -> Text:
    parts: list[str | tuple[str, str]] = []
    for bead in row:
        letter, style = BEAD_STYLES[bead.result] if bead else (" ", "")
        dot = "·" if bead and (bead.player_pair or bead.banker_pair) else " "
        parts += [(letter, style), dot]
    return Text.assemble(*parts)
