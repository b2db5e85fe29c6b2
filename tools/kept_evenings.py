"""Evenings that are kept as logs: together with the examples they hold every command and every event of a table."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from tests.table.helpers import BANKER, BANKER_WINS, PLAYER, PLAYER_WINS, TIE, Table

from puntobanco.app.table_runner import Answer, TableRun
from puntobanco.cli.table import commands_in
from puntobanco.table import Actor, Role
from puntobanco.table.commands import COMMANDS
from puntobanco.table.commands.wagers import SlipStake
from puntobanco.table.events import TableEvent
from puntobanco.table.model import Counting, DrawTo, Preparation, VoidReason
from puntobanco.table.queries.float import in_the_tray
from puntobanco.table.stream_type import TableRecord
from puntobanco.values.cards import Card

NEW_YEAR = 1_767_225_600_000_000
"""2026, in microseconds since 1970."""
SECOND = Actor(person="ida", role=Role.OPERATOR)
"""Who approves what takes two people."""
EXAMPLES = Path(__file__).parents[1] / "examples"


def run_of(stream: str) -> TableRun:
    """A run whose clock ticks once a record and whose ids are counted, so that it gives the same bytes again."""
    seconds, ids = count(20 * 3600), count(1)
    return TableRun(stream=stream, clock=lambda: NEW_YEAR + 10**6 * next(seconds), ids=lambda: f"{stream}-{next(ids)}")


class Evening(Table):
    """A table whose records are kept."""

    def __init__(self, book: str, *, stream: str, **choices: object) -> None:
        self.records: list[TableRecord] = []
        self._run = run_of(stream)
        super().__init__(book, **choices)

    def do(self, actor: Actor, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        happened = super().do(actor, kind, **fields)
        command = COMMANDS[kind](actor=actor, **fields)
        (answer,) = self._run.do(command, SECOND if command.needs_approval else None)
        self.records.append(_record(answer))
        return happened

    def closes(self) -> None:
        """Notice, and the end: all money goes back to its patrons; the cards are checked where the book asks for it."""
        self.operator("announce_closing")
        self.operator("close_table")
        if Preparation.CHECK in self.now.pending:
            self.dealer("check_cards")


def _record(answer: Answer) -> TableRecord:
    if answer.refused is not None or answer.record is None:
        raise ValueError(f"{answer.command} is refused: {answer.refused}")
    return answer.record


def _face(card: str) -> Card:
    return Card.parse(card)


def _seated(book: str, patrons: dict[str, int], *, stream: str, **choices: object) -> Evening:
    """An open table with these patrons in seats 1, 2, ... with so many dollars each, and a new shoe."""
    at = Evening(book, stream=stream, **choices)
    for seat, (name, dollars) in enumerate(patrons.items(), start=1):
        at.sits(name, seat, dollars)
    at.prepares()
    return at


# Casino Canberra: patrons, limits, pairs and settlement


def _canberra(stream: str) -> Evening:
    chairs = {"ann": 1000, "bob": 1000, "cyd": 1000}
    house = {"seats": 3, "minimum": 5, "burn": "exposed", "pairs": "perfect", "call_result": "{winner} wins"}
    at = _seated("act-2015", chairs, stream=stream, **house)
    at.supervisor("fill_float", amount=2_000_000)
    at.supervisor("count_float", count=Counting.OPENING, amount=2_000_000)
    _canberra_wagers(at)
    _canberra_corrections(at)
    at.operator("credit_float", amount=500_000)
    at.operator("count_float", count=Counting.BETWEEN, amount=in_the_tray(at.now))
    _canberra_rulings(at)
    _canberra_notices(at)
    at.closes()
    _corrected_after_the_closing(at, "9c")
    at.supervisor("count_float", count=Counting.CLOSING, amount=in_the_tray(at.now) - 500)
    return at


def _canberra_wagers(at: Evening) -> None:
    at.patron("ann", "ask_rules")
    at.operator("grant_maximum", patron="ann", amount=200_000)
    at.dealer("place_marker", patron="ann")
    at.bets("ann", "player", 100)
    at.patron("ann", "move", area="1", wager="player", to_area="1", to_wager="banker")
    at.bets("bob", "tie", 10)
    at.patron("bob", "withdraw", area="2", wager="tie", amount=500)
    at.bets("ann", "player_pair", 10)
    at.bets("cyd", "banker_pair", 10)
    at.plays("2c 4d 2c 3s 9h")
    stakes = (("player", 5_000), ("tie", 1_000))
    slip = tuple(SlipStake(area="2", wager=wager, amount=amount) for wager, amount in stakes)
    at.patron("bob", "bet_slip", round=at.now.round_number, stakes=slip)
    at.bets("ann", "player", 2)
    at.dealer("give_place_away", patron="cyd")
    at.plays(TIE)
    for _ in range(2):
        at.bets("bob", "tie", 5)
        at.round(BANKER_WINS, banker=20)
    at.supervisor("require_seat", patron="cyd")
    _canberra_without_wagers(at)


def _canberra_without_wagers(at: Evening) -> None:
    """A coup that is asked for, that everybody agrees to and the supervisor directs."""
    at.patron("ann", "ask_no_bet")
    at.patron("bob", "agree_no_bet")
    at.patron("bob", "withdraw_no_bet")
    at.patron("bob", "agree_no_bet")
    at.patron("cyd", "agree_no_bet")
    at.supervisor("start_no_bet")
    at.deals(PLAYER_WINS).settles()


def _canberra_corrections(at: Evening) -> None:
    """A card keyed in wrongly, hands out of sequence, a round decided again after its payment."""
    at.bets("ann", "player", 50)
    at.bets("bob", "player_pair", 10)
    at.calls()
    at.deals("2c 4d 2c 3s")
    at.settles()
    at.dealer("report_empty")
    at.supervisor("report_empty")
    at.prepares()
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("4c 2d Kh")
    at.draws("3s", DrawTo.PLAYER)
    at.supervisor("reconstruct")
    at.deals("5h 2h").settles()
    at.bets("bob", "banker", 50)
    at.calls()
    at.supervisor("correct_card", card=_face("9s"), place=at.now.shoe.out)
    at.calls()
    at.deals(PLAYER_WINS).settles()


def _canberra_rulings(at: Evening) -> None:
    """Payments in error, disputes, voids and exclusions, also of who has left."""
    rounds = [one.number for one in at.now.rounds if not one.void]
    at.round(PLAYER_WINS, player=100)
    last = at.now.rounds[-1].number
    error = {"round": last, "patron": "ann", "area": "1", "wager": "player"}
    at.supervisor("record_payment", amount=25_000, debt=True, **error)
    at.patron("ann", "raise_dispute", text="The dealer paid what I was due.")
    at.operator("decide_dispute", number=1, decision="It is owed back", referred=True)
    at.supervisor("raise_dispute", text="bob's tie was called late.")
    at.operator("decide_dispute", number=2, decision="It is paid", patron="bob", amount=4_000)
    at.supervisor("ask_review", number=2)
    at.operator("exclude", patron="bob", broke="4.6")
    at.operator("lift_exclusion", patron="bob")
    at.patron("bob", "take_seat", seat=2)
    at.bets("bob", "banker", 100)
    at.plays(BANKER_WINS)
    voided = {"round": at.now.rounds[-1].number, "patron": "bob", "area": "2", "wager": "banker"}
    at.operator("void_wager", broke="4.6", **voided)
    at.patron("cyd", "leave_table")
    at.operator("void_round", round=rounds[0], reason=VoidReason.DISTURBANCE)
    at.patron("bob", "leave_seat")


def _canberra_notices(at: Evening) -> None:
    at.notice(minimum=10)
    at.round(PLAYER_WINS, player=50)
    at.round(BANKER_WINS, player=50)
    at.dealer("announce", key="call_result")
    at.operator("replace_cards", faces=(_face("9s"), _face("Kd")))


def _corrected_after_the_closing(at: Evening, face: str) -> None:
    """The first card of the last round was another one: what patrons get by it is paid at the cage."""
    if at.now.ended is None:
        raise ValueError("the last round cannot be decided again")
    at.supervisor("correct_card", card=_face(face), place=at.now.ended.round.player[0].place)


def _canberra_face_down(stream: str) -> Evening:
    at = Evening("act-2015", stream=stream, dealing="down", settlement="B")
    at.dealer("check_cards", missing=("7C",), surplus=("7D", "joker"))
    at.sits("José", 1, 500)
    at.sits("tom", 2, 500)
    at.prepares()
    at.bets("José", "player", 50)
    at.supervisor("assign_exposer", hand=BANKER, patron="José")
    at.calls()
    at.deals(PLAYER_WINS)
    at.supervisor("assign_exposer", hand=PLAYER, patron="José", second="tom")
    at.dealer("decline_expose", hand=PLAYER, patron="José")
    at.dealer("expose", hand=PLAYER, cards=(_face("9c"), _face("Kh")), patron="tom")
    at.supervisor("assign_exposer", hand=BANKER, patron="tom")
    at.patron("tom", "decline_expose", hand=BANKER)
    at.turns_one(BANKER)
    at.settles()
    at.closes()
    return at


# New Zealand: irregularities of cards, and the differential


def _new_zealand(stream: str) -> Evening:
    chairs = {"hana": 1000, "rangi": 1000}
    at = _seated("nz-1998", chairs, stream=stream, differential=100, dealing="down", maximum_binds="named")
    at.operator("name_patrons", patrons=("hana", "rangi"))
    at.bets("hana", "player", 200)
    at.bets("rangi", "banker", 20)
    at.calls(cut_pro_rata=False)
    at.deals(PLAYER_WINS).turns().settles()
    at.bets("hana", "player", 100)
    at.calls()
    at.draws("9c", found_face_up=True)
    at.deals("2d Kh 3s").turns().settles()
    _new_zealand_cards(at)
    _new_zealand_before_the_turn(at)
    at.closes()
    return at


def _new_zealand_cards(at: Evening) -> None:
    """A waiting card that is seen, a deal beyond repair, an error found late, a round without wagers by consent."""
    at.draws(None, DrawTo.EXCESS, face_up=False)
    at.bets("hana", "player", 50)
    at.dealer("disclose_card", card=_face("9c"))
    at.dealer("start_no_bet")
    at.deals("2d Kh 3s").turns().settles()
    at.dealer("place", area="2", wager="banker", amount=4_000, patron="rangi")
    at.calls()
    at.deals("4c")
    at.draws("3s", DrawTo.PLAYER)
    at.supervisor("declare_beyond_repair")
    at.bets("rangi", "banker", 40)
    at.plays(BANKER_WINS)
    at.supervisor("report_placement_error", round=1)


def _new_zealand_before_the_turn(at: Evening) -> None:
    """A card before player while hands lie face down, a tie, a wager altered after it, a notice of two parts."""
    at.bets("hana", "player", 40)
    at.calls()
    at.deals("7c 5d Kh Ks")
    at.draws(None, DrawTo.PLAYER, face_up=False)
    at.turns().turns_one(BANKER, cards="2c")
    at.settles()
    at.withdraws("hana", "player")
    at.notice(dealing="up", minimum=10)


# Washington: two decks, face-down hands, a coup without wagers that one patron asks for


def _washington(stream: str) -> Evening:
    chairs = {"ruth": 500, "omar": 500}
    at = _seated("washington", chairs, stream=stream, decks=2, seats=2, gallery="yes", dealing="down")
    at.patron("ruth", "ask_no_bet")
    at.dealer("start_no_bet")
    at.deals(BANKER_WINS).turns().settles()
    at.bets("ruth", "player", 20)
    at.deals(PLAYER_WINS).turns().settles()
    at.bets("omar", "banker", 20)
    at.draws("Ks", DrawTo.EXCESS)
    at.draws("Ks", DrawTo.EXCESS)
    at.closes()
    return at


# The United States house: midi, commission that is owed


def _washington_round_void(stream: str) -> Evening:
    """A seen card too many voids its round: one that a hand could still have drawn, and one that waited unseen."""
    at = _seated("washington", {"ruth": 500}, stream=stream, dealing="down", on_excess_card_seen="round_void")
    at.bets("ruth", "player", 20)
    at.deals(PLAYER_WINS)
    at.draws("5c", DrawTo.PLAYER)
    at.turns()
    at.bets("ruth", "player", 20)
    at.deals(PLAYER_WINS)
    at.draws(None, DrawTo.PLAYER, face_up=False)
    at.turns()
    at.dealer("disclose_card", card=_face("6c"))
    at.round(PLAYER_WINS, player=20)
    at.closes()
    return at


def _washington_kept_cards(stream: str) -> Evening:
    """Player's card in error waits for the next round while banker draws another, and while faces are put right.

    In the last round it comes before the hands are turned.
    """
    house = {"dealing": "down", "on_player_card_in_error": "first_of_next_round"}
    at = _seated("washington", {"ruth": 500}, stream=stream, **house)
    at.bets("ruth", "banker", 20)
    first = at.now.shoe.out + 1
    at.deals("2s 2h 4s 3h").turns()
    at.draws("Kc", DrawTo.PLAYER)
    at.draws("2d")
    for card in ("As", "2c"):
        at.supervisor("correct_card", card=_face(card), place=first)
    at.settles()
    at.bets("ruth", "player", 20)
    at.deals("2h 9c 3d")
    at.turns_one(PLAYER, cards="9c")
    at.turns_one(BANKER, cards="2h 3d")
    at.settles()
    at.bets("ruth", "banker", 20)
    at.deals("2s 2h 4s 3h")
    at.draws(None, DrawTo.PLAYER, face_up=False)
    at.draws("5c", DrawTo.EXCESS)
    at.turns()
    at.settles()
    at.closes()
    return at


def _midi(stream: str) -> Evening:
    chairs = {"vince": 1000, "linda": 1000}
    at = _seated("house-midi", chairs, stream=stream, midi="yes", commission_every=2, bonus="dragon")
    at.bets("linda", "banker", 20)
    at.bets("linda", "banker_dragon", 10)
    at.round(BANKER_WINS, banker=100)
    at.round(BANKER_WINS, banker=100)
    at.dealer("collect_commission")
    at.dealer("draw_cutting_card")
    at.round(BANKER_WINS, banker=100)
    at.prepares()
    at.round(BANKER_WINS, banker=100)
    at.operator("replace_cards")
    at.closes()
    return at


# The same house with a wager of its own


def _own_wager(stream: str) -> Evening:
    six = {"hand": "banker", "wins": True, "total": 6}
    lines = [{"when": {**six, "cards": cards}, "pays": pays} for cards, pays in ((3, "20:1"), (2, "12:1"))]
    fields = json.dumps({"name": "Lucky 6", "line": lines}, separators=(",", ":"))
    at = _seated("house-midi", {"vince": 1000, "linda": 1000}, stream=stream, **{"wager.lucky_6": fields})
    for cards in ("Kc 6d 2h Ks 3c", "Kc Kd 2h 3s 3c 3h"):
        at.bets("linda", "banker", 20)
        at.bets("linda", "lucky_6", 10)
        at.round(cards, banker=100)
    at.operator("announce_change", choices=(("minimum", "10"),))
    at.round(PLAYER_WINS, banker=100)
    at.closes()
    return at


# Casino Canberra by approved conditions: patrons bet in turn, with chips that are issued


def _in_turn(stream: str) -> Evening:
    at = Evening("act-2015", stream=stream, conditions={"minimum": 10, "maximum": 500, "tie_odds": "9:1"})
    for name, seat in (("mina", 2), ("noel", 5), ("otto", 6)):
        at.issues(name, seat, 500)
    at.prepares()
    at.asks("mina")
    at.bets("mina", "banker", 50)
    at.bets("otto", "tie", 10)
    at.asks("noel", "otto")
    at.plays(BANKER_WINS)
    at.bets("otto", "player", 20)
    at.operator("void_wager", round=2, patron="otto", area="6", wager="player", broke="15.15")
    at.asks("noel", "otto", "mina")
    at.supervisor("start_no_bet")
    at.deals(PLAYER_WINS).settles()
    at.operator("take_chips_in", patron="otto")
    at.issues("pia", 6, 500, warned=True)
    at.closes()
    return at


# Patrons without a device, for whom the dealer does everything


def _on_behalf(stream: str) -> Evening:
    at = Evening("washington", stream=stream)
    for seat, name in ((1, "uma"), (3, "vic")):
        at.dealer("buy_in", patron=name, amount=50_000)
        at.dealer("take_seat", patron=name, seat=seat)
    at.prepares(until=Preparation.CUT)
    at.dealer("offer_cut", patron="uma")
    at.dealer("decline_cut", patron="uma")
    at.dealer("offer_cut", patron="vic")
    at.dealer("cut", patron="vic", at=200)
    at.prepares()
    at.dealer("cash_out", patron="uma", amount=10_000)
    for wager in ("banker", "tie"):
        at.dealer("place", patron="uma", area="1", wager=wager, amount=10_000, laid_by_patron=True)
    at.dealer("withdraw", patron="uma", area="1", wager="tie")
    at.plays(BANKER_WINS)
    at.dealer("leave_seat", patron="vic")
    at.dealer("leave_table", patron="vic")
    at.closes()
    return at


EVENINGS: dict[str, Callable[[str], Evening]] = {
    "act-2015": _canberra,
    "act-2015-face-down": _canberra_face_down,
    "nz-1998": _new_zealand,
    "washington": _washington,
    "washington-round-void": _washington_round_void,
    "washington-kept-cards": _washington_kept_cards,
    "house-midi": _midi,
    "house-midi-own-wager": _own_wager,
    "act-2015-in-turn": _in_turn,
    "on-behalf": _on_behalf,
}
"""By the name of their log."""


def logs() -> Iterator[tuple[str, tuple[TableRecord, ...]]]:
    """All logs that are kept, by name: the evenings, and the examples."""
    for name, evening in EVENINGS.items():
        yield name, tuple(evening(name).records)
    for log in sorted(EXAMPLES.glob("*.log")):
        yield log.stem, _played(log.with_suffix(".jsonl"))


def _played(script: Path) -> tuple[TableRecord, ...]:
    run = run_of(script.stem)
    lines = commands_in(script.read_text(encoding="utf-8"))
    answers = (answer for _, (command, approved_by) in lines for answer in run.do(command, approved_by))
    return tuple(answer.record for answer in answers if answer.record is not None)
