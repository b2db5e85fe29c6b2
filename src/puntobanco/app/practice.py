"""A practice table for one patron: the live table, with everybody else played by the house."""

from collections.abc import Mapping

from puntobanco.app.table_run import UNREADABLE, Happened, TableRun
from puntobanco.coup.shoe import RandomBits, bounded, cut_range
from puntobanco.errors import Unreadable
from puntobanco.money import Cents
from puntobanco.rules import HouseRules
from puntobanco.rules import book as rulebook
from puntobanco.rules.kinds import write
from puntobanco.rules.options import Closing, GhostConsent
from puntobanco.rules.table_rules import PARAMETERS, TableRules
from puntobanco.table import Actor, Role, TableState, commands, ledger
from puntobanco.table.asked.exposing import exposer, hand_to_expose
from puntobanco.table.asked.layout import over_differential
from puntobanco.table.asked.money import can_cash_out, commission_is_due
from puntobanco.table.asked.round import due, facing, stage_due
from puntobanco.table.asked.shoe import is_next, may_be_offered_the_cut
from puntobanco.table.decided.wagers import SlipStake
from puntobanco.table.parts import Phase, Preparation

YOU = Actor(person="patron", role=Role.PATRON)
DEALER = Actor(person="dealer", role=Role.DEALER)
SUPERVISOR = Actor(person="supervisor", role=Role.SUPERVISOR)
OPERATOR = Actor(person="operator", role=Role.OPERATOR)
SEAT = 1


class PracticeTable:
    """You at seat 1 of a table that deals itself; each step gives the events it led to."""

    def __init__(self, book: str, house: HouseRules, random_bits: RandomBits, balance: Cents) -> None:
        self._random_bits = random_bits
        self._run = TableRun(random_bits)
        chosen = (rulebook(book).practice_house | house).choices
        shown = ((key, write(PARAMETERS[key].kind, value)) for key, value in chosen.items())
        self._do(commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(shown)))
        self._do(commands.BuyIn(actor=YOU, amount=balance))
        self._do(commands.TakeSeat(actor=YOU, seat=SEAT))

    @property
    def state(self) -> TableState:
        return self._run.table()

    @property
    def rules(self) -> TableRules:
        return self.state.rules

    @property
    def balance(self) -> Cents:
        return self.state.balance(ledger.chips(YOU.person))

    @property
    def commission_owed(self) -> Cents:
        return self.state.balance(ledger.commission_owed(YOU.person))

    @property
    def on_layout(self) -> dict[str, Cents]:
        return {one.wager: one.amount for one in self.state.stakes.of(YOU.person)}

    @property
    def needs_shoe(self) -> bool:
        return self.state.phase is Phase.PREPARING

    @property
    def cut_range(self) -> range:
        return cut_range(self.rules, 52 * self.rules.decks.value)

    def _do(self, command: commands.Command) -> list[Happened]:
        """Carry out a command; a refusal is raised, and nothing has happened."""
        happened: list[Happened] = []
        for answer in self._run.do(command):
            if answer.refused is not None and answer.refused.code == UNREADABLE:
                raise Unreadable(answer.refused.sentence)
            if answer.refused is not None:
                raise answer.refused
            happened += [Happened(event=event, by=answer.command.actor.person) for event in answer.events]
        return happened

    def prepare_shoe(self, cut_at: int | None) -> list[Happened]:
        """All that comes before the first coup of a shoe; staff cut where you do not."""
        happened: list[Happened] = []
        while self.needs_shoe:
            happened += self._do(self._next_preparation(cut_at))
        return happened

    def _next_preparation(self, cut_at: int | None) -> commands.Command:
        match self.state.pending[0]:
            case Preparation.CHECK:
                return commands.CheckCards(actor=DEALER)
            case Preparation.DEALER_INSPECTION:
                return commands.InspectCards(actor=DEALER)
            case Preparation.SUPERVISOR_INSPECTION:
                return commands.InspectCards(actor=SUPERVISOR)
            case Preparation.SPREAD:
                return commands.SpreadCards(actor=DEALER)
            case Preparation.WASH:
                return commands.WashCards(actor=DEALER)
            case Preparation.SHUFFLE:
                return commands.Shuffle(actor=DEALER)
            case Preparation.CUT:
                return self._cut(cut_at)
            case Preparation.LOAD:
                return commands.LoadShoe(actor=DEALER, depth=self.rules.cut_depth.value)
            case Preparation.BURN:
                exposed = self.state.shoe.to_burn is None and self.rules.burn.value.value == "exposed"
                return commands.Draw(actor=DEALER, face_up=exposed)

    def _cut(self, cut_at: int | None) -> commands.Command:
        if self.state.cut_offered_to == YOU.person:
            return commands.DeclineCut(actor=YOU) if cut_at is None else commands.Cut(actor=YOU, at=cut_at)
        if may_be_offered_the_cut(self.state):
            return commands.OfferCut(actor=DEALER, patron=YOU.person)
        allowed = self.cut_range
        return commands.Cut(actor=SUPERVISOR, at=allowed.start + bounded(len(allowed), self._random_bits))

    def place(self, stakes: Mapping[str, Cents]) -> list[Happened]:
        """Put these wagers on the layout in place of what lies there, or refuse all of them."""
        if stakes == self.on_layout:
            return []
        slip = (SlipStake(area=str(SEAT), wager=wager, amount=amount) for wager, amount in stakes.items())
        return self._do(commands.BetSlip(actor=YOU, round=self.state.round_number, stakes=tuple(slip)))

    def clear(self) -> list[Happened]:
        """Take everything off the layout."""
        happened: list[Happened] = []
        for one in self.state.stakes.of(YOU.person):
            happened += self._do(commands.Withdraw(actor=YOU, area=one.area, wager=one.wager))
        return happened

    def deal(self) -> list[Happened]:
        """Close the wagers and play the coup to its end."""
        happened: list[Happened] = []
        if self.rules.closing.value is Closing.AT_CALL or self.state.excess:
            cut = True if over_differential(self.state)[1] else None
            happened += self._do(commands.CallNoMoreBets(actor=DEALER, cut_pro_rata=cut))
        else:
            happened += self._do(commands.Announce(actor=DEALER, key="call_no_more_bets")) if self._calls() else []
            happened += self._do(commands.Draw(actor=DEALER, face_up=facing(self.state)))
        return happened + self._finish()

    def _calls(self) -> bool:
        return self.rules.call_no_more_bets.value is not None

    def deal_without_wagers(self) -> list[Happened]:
        """Ask for a coup without wagers and watch it, where the book allows it."""
        happened = self._do(commands.AskNoBet(actor=YOU))
        directs = self.rules.ghost_consent.value is GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS
        happened += self._do(commands.StartNoBet(actor=SUPERVISOR if directs else DEALER))
        return happened + self._finish()

    def _finish(self) -> list[Happened]:
        happened: list[Happened] = []
        while self.state.phase is Phase.DEALING:
            happened += self._do(self._next_of_round())
        if commission_is_due(self.state):
            happened += self._do(commands.CollectCommission(actor=DEALER))
        return happened

    def _next_of_round(self) -> commands.Command:
        hand = hand_to_expose(self.state)
        if hand is not None:
            return commands.Expose(actor=YOU if exposer(self.state, hand) else DEALER, hand=hand, cards=())
        if stage_due(self.state) is not None or due(self.state) is None:
            return commands.Settle(actor=DEALER)
        return commands.Draw(actor=DEALER, face_up=facing(self.state))

    def leave(self) -> list[Happened]:
        """Take everything off the layout, settle what is owed and cash out."""
        happened = self.clear() if self.state.phase is Phase.BETTING or is_next(self.state, Preparation.BURN) else []
        most = can_cash_out(self.state, YOU.person)
        return happened + self._do(commands.CashOut(actor=YOU, amount=most)) if most > 0 else happened
