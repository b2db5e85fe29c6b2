"""The screen of the practice table: reads a line, asks the table, prints what happened."""

import sys

from rich.text import Text

from puntobanco.app.practice import PracticeTable
from puntobanco.app.table_run import Happened
from puntobanco.cards import Card
from puntobanco.cli.common import console
from puntobanco.cli.roads_page import print_beads, print_roads
from puntobanco.cli.rules import sign_panel
from puntobanco.coup import Coup, deal, facts
from puntobanco.coup.draw import Decision
from puntobanco.coup.shoe import Ending
from puntobanco.errors import Refused, Unreadable
from puntobanco.money import Cents, format_dollars, parse_dollars
from puntobanco.rules import book
from puntobanco.rules.facts import Hand, Result
from puntobanco.rules.render import sign
from puntobanco.table import events
from puntobanco.table.parts import SettledWager
from puntobanco.table.reading.tell import tell
from puntobanco.words import quoted

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
HELP = """Type bets as WAGER DOLLARS, several on a line: banker 100 tie 5 (short: b 100 t 5).
An empty line deals with the bets that lie on the layout; rebet repeats the last bets; clear takes them off.
watch asks for a coup without bets; why explains the third cards; beads shows the shoe, roads all of its roads;
sign shows the sign; quit leaves.
A new shoe is offered to you to cut; from a pipe, a line such as cut 120 takes the offer."""
# What happened is told in words, except what the screen draws itself or a patron sees anyway.
DRAWN = (events.CardDealt, events.HandExposed, events.StageSettled, events.RoundStarted, events.RoundEnded)
QUIET = (
    events.DealerCame,
    events.SlipLaid,
    events.WagerPlaced,
    events.WagerWithdrawn,
    events.CutOffered,
    events.CutDeclined,
    events.CashedOut,
)


class PracticeScreen:
    """A conversation with one patron, line by line."""

    def __init__(self, table: PracticeTable, *, asks: bool, seed: int | None) -> None:
        self.table = table
        self.asks = asks
        self.seed = seed
        self.out = console()
        self.last_coup: Coup | None = None
        self.last_stakes: dict[str, Cents] = {}
        self.ahead = ""

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
        while self.table.balance + sum(self.table.on_layout.values()) > 0:
            if self.table.needs_shoe:
                self.start_shoe()
            line = self.read(f"[{format_dollars(self.table.balance)}] bets> ")
            if line is None or not self.obey(line.strip().lower()):
                break
        self.leave()

    def read(self, prompt: str) -> str | None:
        """The next line of input, none at its end; a prompt only where a person would see it."""
        if self.asks:
            print(prompt, end="", flush=True)
        try:
            line, self.ahead = self.ahead or sys.stdin.readline(), ""
        except UnicodeDecodeError:
            raise Unreadable("the bets are not UTF-8 text: save them as UTF-8") from None
        return line or None

    def obey(self, line: str) -> bool:
        """Do what the line asks; false when the patron leaves."""
        try:
            match line:
                case "quit" | "q" | "exit":
                    return False
                case "help" | "?":
                    self.say(HELP)
                case "sign":
                    self.show_sign()
                case "beads":
                    print_beads(self.out, self.table.board)
                case "roads":
                    print_roads(self.out, self.table.board)
                case "why":
                    self.explain()
                case "clear":
                    self.table.clear()
                    self.show_money()
                case "watch":
                    self.show(self.table.deal_without_wagers())
                case _:
                    self.bet_and_deal(line)
        except (Unreadable, Refused) as answer:
            self.say(str(answer), "yellow")
        return True

    def bet_and_deal(self, line: str) -> None:
        stakes = self.last_stakes if line in ("rebet", "again", "r") else parse_stakes(line)
        happened = []
        if stakes:
            happened += self.table.place(stakes)
            self.last_stakes = stakes
        if not self.table.on_layout:
            self.say("No bets lie on the layout: type some, or help.")
            return
        self.show([*happened, *self.table.deal()])

    def start_shoe(self) -> None:
        allowed = self.table.cut_range
        question = f"New shoe. Cut it {allowed.start}-{allowed.stop - 1} cards deep, or Enter: "
        answer = (self.read(question) or "" if self.asks else self.cut_in_the_pipe()).removeprefix("cut").strip()
        depths = {str(depth): depth for depth in allowed}
        self.show_words(self.table.prepare_shoe(depths.get(answer)))

    def cut_in_the_pipe(self) -> str:
        """The cut is offered in a pipe, too: a line such as `cut 120` takes it, any other line is still to come."""
        line = self.read("") or ""
        if line.strip().lower().startswith("cut"):
            return line.strip().lower()
        self.ahead = line
        return ""

    def show(self, happened: list[Happened]) -> None:
        """What happened in a coup: words before the cards, the cards, the result, words after them."""
        cards = (events.CardDealt, events.HandExposed)
        seen = [place for place, one in enumerate(happened) if isinstance(one.event, cards)]
        after = seen[-1] + 1 if seen else len(happened)
        self.show_words(happened[:after])
        if seen:
            self.show_coup([one.event for one in happened])
        self.show_words(happened[after:])
        self.show_ending()
        self.show_money()

    def show_words(self, happened: list[Happened]) -> None:
        for one in happened:
            if isinstance(one.event, events.Announced):
                self.say(f"Dealer: {one.event.words}.", "italic")
            elif not isinstance(one.event, DRAWN + QUIET):
                self.say(f"{tell(one.event, one.by)} ({one.event.clause})", "dim")

    def show_coup(self, happened: list[events.Event]) -> None:
        coup = coup_in(happened)
        for hand in Hand:
            self.show_hand(hand, coup.of(hand))
        ended = next((event for event in happened if isinstance(event, events.RoundEnded)), None)
        if ended is None or ended.void or ended.result is None:
            return
        self.last_coup = coup
        found = facts(self.table.rules, coup)
        winner = "Tie" if found.result is Result.TIE else f"{found.result.value.title()} wins"
        self.say(f"Player {found.player.total}, Banker {found.banker.total}: {winner}.", "bold")
        for event in happened:
            for line in event.wagers if isinstance(event, events.StageSettled) else ():
                self.say(settled_line(line))

    def show_ending(self) -> None:
        if self.table.state.shoe.ending is Ending.OVER:
            self.say("The shoe is over.", "yellow")
            print_beads(self.out, self.table.board)

    def show_hand(self, hand: Hand, cards: tuple[Card, ...]) -> None:
        rows = zip(*(_card_rows(card) for card in cards), strict=True)
        for index, row in enumerate(rows):
            name = hand.value.title().rjust(7) if index == 1 else " " * 7
            self.out.print(Text.assemble(name, " ", *_with_spaces(row)))

    def show_money(self) -> None:
        parts = [f"Balance {format_dollars(self.table.balance)}"]
        if self.table.on_layout:
            lying = ", ".join(f"{wager} {format_dollars(amount)}" for wager, amount in self.table.on_layout.items())
            parts.append(f"on the layout: {lying}")
        if self.table.commission_owed:
            parts.append(f"commission owed {format_dollars(self.table.commission_owed)}")
        self.say("; ".join(parts), "bold")

    def show_sign(self) -> None:
        rules = self.table.rules
        self.out.print(sign_panel(book(rules.book).title, sign(rules)))

    def explain(self) -> None:
        if self.last_coup is None:
            self.say("No coup has been dealt yet.")
            return
        for decision in decisions(self.table, self.last_coup):
            self.say(f"  {decision} ({self.table.rules.cite(decision.clause)})")

    def leave(self) -> None:
        happened = self.table.leave()
        self.show_words(happened)
        taken = sum(one.event.amount for one in happened if isinstance(one.event, events.CashedOut))
        self.say(f"You leave with {format_dollars(taken)}.", "bold")


def decisions(table: PracticeTable, coup: Coup) -> list[Decision]:
    """Why third cards were drawn or not."""
    order = [card for pair in zip(coup.player[:2], coup.banker[:2], strict=True) for card in pair]
    dealt = deal(table.rules, (*order, *coup.player[2:], *coup.banker[2:]))
    return [decision for step, _ in dealt.steps for decision in step.decisions]


def coup_in(happened: list[events.Event]) -> Coup:
    """The coup as all saw it in the end."""
    coup = Coup()
    for event in happened:
        if isinstance(event, events.CardDealt) and event.card is not None and event.face_up:
            coup = coup.with_card(event.hand, event.card)
        elif isinstance(event, events.HandExposed):
            for turned in event.cards:
                coup = coup if turned.card is None else coup.with_card(event.hand, turned.card)
    return coup


def settled_line(line: SettledWager) -> str:
    """What one wager got."""
    change = line.returned - line.stake
    stake = f"{line.wager.replace('_', ' ').capitalize()} {format_dollars(line.stake)}"
    owed = f"; {format_dollars(line.commission_owed)} commission is owed" if line.commission_owed else ""
    taken = f" less {format_dollars(line.commission_taken)} commission" if line.commission_taken else ""
    if change == 0:
        return f"{stake} stands off ({line.clause})"
    verb = f"wins {format_dollars(change)}{taken}{owed}" if change > 0 else f"loses {format_dollars(-change)}"
    return f"{stake} {verb} ({line.clause})"


def parse_stakes(line: str) -> dict[str, Cents]:
    """Read `banker 100 tie 5`, `b 100`, `banker=100`."""
    words = line.replace("=", " ").split()
    if len(words) % 2:
        raise Unreadable(f"{quoted(line)} is not a list of bets: write banker 100 tie 5, or help")
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
