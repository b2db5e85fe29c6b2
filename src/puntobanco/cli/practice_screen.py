"""The screen of the practice table: reads a line, asks the table, prints what happened."""

from rich.text import Text

from puntobanco.app.practice_table import PracticeTable
from puntobanco.app.self_dealing_table import coup_in, in_order
from puntobanco.app.table_runner import Happened
from puntobanco.cli.common import console
from puntobanco.cli.line_reader import LineReader
from puntobanco.cli.practice_output import PlayedRound, history, invitation, odds_now, print_lines, welcome
from puntobanco.cli.roads_output import print_beads, print_roads
from puntobanco.cli.rules import sign_panel
from puntobanco.cli.terminal_tables import print_sheets
from puntobanco.coup import Coup, deal, facts
from puntobanco.coup.draw import Decision
from puntobanco.coup.shoe import Ending
from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import book
from puntobanco.rulebooks.facts import Hand, Result
from puntobanco.rulebooks.printing import sign
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.table import events
from puntobanco.table.model import SettledWager
from puntobanco.table.views.describe import tell
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents, format_dollars, parse_dollars
from puntobanco.values.text import quoted

HELP = """Type bets as WAGER DOLLARS, several on a line: banker 100 tie 5 (short: b 100 t 5).
An empty line deals with the bets that lie on the layout.
rebet repeats the bets that were settled last; clear takes bets off; watch asks for a coup without bets.
why explains the third cards; odds shows the house edge now; history the rounds so far.
beads shows the shoe, roads all of its roads; sign shows the sign; quit leaves.
A new shoe is offered to you to cut; from a pipe, a line such as cut 120 takes the offer."""
COMMANDS = ("rebet", "clear", "watch", "why", "odds", "history", "beads", "roads", "sign", "help", "quit")
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
        self.seed = seed
        self.out = console()
        self.lines = LineReader(asks=asks, words=(*COMMANDS, *(wager.id for wager in table.rules.wagers)))
        self.rounds: list[PlayedRound] = []
        self.last_stakes: dict[str, Cents] = {}

    def say(self, text: str, style: str | None = None) -> None:
        self.out.print(Text(text, style=style or ""))

    def run(self) -> None:
        """Play until the patron leaves or the input ends."""
        print_lines(self.out, welcome(self.table.rules))
        if self.seed is not None:
            self.say(
                f"Practice shoes from seed {self.seed}: repeatable, so good for learning and nothing else.", "yellow"
            )
        print_lines(self.out, invitation(self.table.rules))
        self.start_shoe()
        while self.table.balance + sum(self.table.on_layout.values()) > 0:
            if self.table.needs_shoe:
                self.start_shoe()
            line = self.lines.read(f"[{format_dollars(self.table.balance)}] bets> ")
            if line is None or not self.obey(line.strip().lower()):
                break
        self.leave()

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
                case "history":
                    print_lines(self.out, history(self.rounds))
                case "odds":
                    print_sheets(self.out, [odds_now(self.table)])
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
        again = line in ("rebet", "again", "r")
        if again and not self.last_stakes:
            self.say("There is nothing to repeat: no bet of yours was settled yet.")
            return
        stakes = self.last_stakes if again else parse_stakes(line)
        happened = self.table.place(stakes) if stakes else []
        if not self.table.on_layout:
            self.say("No bets lie on the layout: type some, or help.")
            return
        self.show([*happened, *self.table.deal()])

    def start_shoe(self) -> None:
        allowed = self.table.cut_range
        question = f"New shoe. Cut it {allowed.start}-{allowed.stop - 1} cards deep, or Enter: "
        depths = {str(depth): depth for depth in allowed}
        self.show_preparation(self.table.prepare_shoe(depths.get(self.cut_said(question))))

    def cut_said(self, question: str) -> str:
        """A line such as `120` or `cut 120` takes the offer; any other, such as a bet, is still to come."""
        line = self.lines.read(question)
        said = (line or "").strip().lower()
        number = said.removeprefix("cut").strip()
        if line is not None and not number.isdigit() and said != "cut" and (said or not self.lines.asks):
            self.lines.put_back(line)
        return number

    def show_preparation(self, happened: list[Happened]) -> None:
        """All that comes before a shoe in one paragraph; of the burned cards those that are shown, and the last."""
        told = [one for one in happened if not isinstance(one.event, QUIET) and not _burned_in_between(one.event)]
        sentences = (f"{tell(one.event, one.by)} ({one.event.clause})." for one in told)
        self.say(" ".join(f"{one[0].upper()}{one[1:]}" for one in sentences), "dim")

    def show(self, happened: list[Happened]) -> None:
        """What happened in a coup: words before the cards, the cards, the result, words after them."""
        cards = (events.CardDealt, events.HandExposed)
        seen = [place for place, one in enumerate(happened) if isinstance(one.event, cards)]
        after = seen[-1] + 1 if seen else len(happened)
        self.show_words(happened[:after])
        if seen:
            self.show_coup([one.event for one in happened])
        self.last_stakes = settled_stakes(happened) or self.last_stakes
        self.show_words(happened[after:])
        self.show_ending()
        self.show_money()

    def show_words(self, happened: list[Happened]) -> None:
        for one in happened:
            if isinstance(one.event, events.Announced):
                self.say(f"Dealer: {one.event.words}.", "italic")
            elif not isinstance(one.event, DRAWN + QUIET):
                self.say(f"{tell(one.event, one.by)} ({one.event.clause})", "dim")

    def show_coup(self, happened: list[events.TableEvent]) -> None:
        coup = coup_in(happened)
        for hand in Hand:
            self.show_hand(hand, coup.of(hand))
        ended = next((event for event in happened if isinstance(event, events.RoundEnded)), None)
        if ended is None or ended.void or ended.result is None:
            return
        found = facts(self.table.rules, coup)
        settled = [line for event in happened if isinstance(event, events.StageSettled) for line in event.wagers]
        profit = sum(line.returned - line.stake for line in settled)
        self.rounds.append(PlayedRound(number=ended.number, coup=coup, facts=found, profit=profit))
        winner = "Tie" if found.result is Result.TIE else f"{found.result.value.title()} wins"
        self.say(f"Player {found.player.total}, Banker {found.banker.total}: {winner}.", "bold")
        for line in settled:
            self.say(settled_line(self.table.rules.wager(line.wager).name, line))

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
        if not self.rounds:
            self.say("No coup has been dealt yet.")
            return
        for decision in decisions(self.table, self.rounds[-1].coup):
            self.say(f"  {decision} ({self.table.rules.cite(decision.clause)})")

    def leave(self) -> None:
        happened = self.table.leave()
        self.show_words(happened)
        taken = sum(one.event.amount for one in happened if isinstance(one.event, events.CashedOut))
        self.say(f"You leave with {format_dollars(taken)}.", "bold")


def settled_stakes(happened: list[Happened]) -> dict[str, Cents]:
    """What was really at stake in a round: no bet that was refused or returned."""
    settled = (one.event.wagers for one in happened if isinstance(one.event, events.StageSettled))
    return {line.wager: line.stake for lines in settled for line in lines if not line.voided}


def _burned_in_between(event: events.TableEvent) -> bool:
    return isinstance(event, events.CardBurned) and not event.face_up and event.more > 0


def decisions(table: PracticeTable, coup: Coup) -> list[Decision]:
    """Why third cards were drawn or not."""
    dealt = deal(table.rules, in_order(coup))
    return [decision for step, _ in dealt.steps for decision in step.decisions]


def settled_line(name: str, line: SettledWager) -> str:
    """What one wager of this name got."""
    change = line.returned - line.stake
    stake = f"{name} {format_dollars(line.stake)}"
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
        wager_id = wager_named(name)
        stakes[wager_id] = stakes.get(wager_id, 0) + parse_dollars(amount)
    return stakes


def _card_rows(card: Card) -> tuple[Text, Text, Text]:
    style = "red" if card.suit.is_red else ""
    return Text("╭────╮"), Text.assemble("│ ", (card.symbols, style), " │"), Text("╰────╯")


def _with_spaces(row: tuple[Text, ...]) -> list[Text | str]:
    return [part for text in row for part in (text, " ")]
