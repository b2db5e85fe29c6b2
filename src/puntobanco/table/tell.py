"""Events as a supervisor would read them in a log: one sentence each."""

import re

from puntobanco.cards import Card
from puntobanco.money import Cents, format_dollars
from puntobanco.rules import BOOKS
from puntobanco.rules.options import Remedy
from puntobanco.rules.table_rules import PARAMETERS
from puntobanco.table import events
from puntobanco.table.commands import COMMANDS
from puntobanco.table.ledger import (
    Account,
    Box,
    Cage,
    CommissionTaken,
    Entry,
    Float,
    PaymentErrors,
    kind_of,
    patron_of,
    written,
)
from puntobanco.table.state import Preparation, SettledWager

_WAGERS = (offered.wager.id for book in BOOKS.values() for offered in book.offers)
_IDS = re.compile(rf"\b({'|'.join(dict.fromkeys((*COMMANDS, *PARAMETERS, *Preparation, *_WAGERS)))})\b")
_REMEDIES = {
    Remedy.BANKERS_THIRD_IF_DUE: "it is banker's third card if banker must draw",
    Remedy.FIRST_OF_NEXT_ROUND: "it is the first card of the next round",
    Remedy.FIRST_OF_NO_BET_ROUND: "it is the first card of a round without wagers",
    Remedy.PLAYED_IN_PLACE: "it is played in its place",
    Remedy.RECONSTRUCTED: "the hands are reconstructed",
    Remedy.ROUND_VOID: "the round is void",
    Remedy.ROUND_VOID_AND_RESHUFFLE: "the round is void and the cards are shuffled",
    Remedy.THAT_ROUND_VOID_LATER_STAND: "that round is void, later ones stand",
    Remedy.RECORDED_ONLY: "it is recorded, nothing is reversed",
    Remedy.PLAY_ON: "play goes on",
    Remedy.HANDS_STAND_SHOE_ENDS: "complete hands stand and the shoe ends",
}


def tell(event: events.Event, by: str) -> str:
    """What happened, in one line, without the clause; `by` is who gave the command."""
    return _life(event, by) or _people(event) or _wagers(event) or _round(event, by) or _rulings(event, by) or ""


def in_words(name: str) -> str:
    """A written name as a person would say it: `banker_pair` is banker pair."""
    return name.replace("_", " ").replace("-", " ")


def plain(sentence: str) -> str:
    """A sentence with the names of commands, wagers, steps and keys as words."""
    return _IDS.sub(lambda found: found[0].removeprefix("on_").replace("_", " "), sentence)


def account_in_words(account: Account) -> str:
    """Whose money it is, and where."""
    match account:
        case Box(area=area, wager=wager, patron=patron):
            return f"{patron}'s {in_words(wager)} wager {place_in_words(area)}"
        case Cage() | Float() | CommissionTaken() | PaymentErrors():
            return in_words(written(account))
        case _:
            return f"{account.patron}'s {in_words(kind_of(account))}"


def place_in_words(area: str) -> str:
    return f"on line {area[1:]}" if area.startswith("L") else f"in area {area}"


def _face(card: Card | None) -> str:
    return "a card nobody has seen" if card is None else card.symbols


def _life(event: events.Event, by: str) -> str | None:
    match event:
        case events.TableOpened(rules=rules):
            return f"Table opened by {rules.book}, rules {rules.digest[:12]}"
        case events.PreparationDone(step=step, found=found):
            return f"{step.value.replace('_', ' ').capitalize()} done by {by}{'' if found is None else f': {found}'}"
        case events.CardsChecked(found=found):
            return f"Cards checked: {found}"
        case events.CutOffered(patron=patron):
            return f"Cut offered to {patron}"
        case events.CutDeclined(patron=patron):
            return f"{patron} declines the cut"
        case events.CardsCut(at=at):
            return f"{by} cuts {at} cards deep"
        case events.ShoeLoaded(cards=cards, depth=depth):
            behind = "an unknown number" if depth is None else depth
            return f"Shoe loaded with {cards} cards, {behind} behind the cutting card"
        case events.CardBurned(card=card, face_up=face_up, more=more):
            return f"Burned {_face(card) if face_up else 'a card face down'}; {more} more to burn"
        case events.CuttingCardDrawn(first_of_round=first):
            return f"The cutting card comes {'as the first card of a round' if first else 'during a round'}"
        case events.CardsReplaced(faces=faces):
            return f"Cards replaced: {' '.join(map(str, faces)) or 'the whole set'}"
        case events.NewShoeDue():
            return "The cards are to be shuffled"
        case events.Announced(words=words):
            return f'Dealer: "{words}"'
        case events.ChangeAnnounced(changes=changes, from_round=number):
            told = (f"{PARAMETERS[key].title}: {value}" for key, value in changes)
            return f"Notice from round {number}: {'; '.join(told)}"
        case events.ChangeTookEffect(rules=rules):
            return f"The announced change is in force, rules {rules.digest[:12]}"
        case events.ClosingAnnounced(from_round=number):
            return f"Notice: the table closes before round {number}"
        case events.TableClosed():
            return "Table closed"
    return None


def _people(event: events.Event) -> str | None:
    match event:
        case events.DealerCame(person=person):
            return f"{person} deals at this table"
        case events.BoughtIn(patron=patron, amount=amount):
            return f"{patron} buys in for {format_dollars(amount)}"
        case events.CashedOut(patron=patron, amount=amount):
            return f"{patron} cashes out {format_dollars(amount)}"
        case events.DepartedPaid(patron=patron, amount=amount):
            return f"{patron}, who has left, is paid {format_dollars(amount)} at the cage"
        case events.DebtSettled(patron=patron, amount=amount):
            return f"{patron} pays a debt of {format_dollars(amount)}"
        case events.SeatTaken(patron=patron, seat=seat):
            return f"{patron} takes seat {seat}"
        case events.SeatLeft(patron=patron, required=required):
            return f"{patron} {'is required to leave' if required else 'leaves'} the seat"
        case events.PatronLeft(patron=patron):
            return f"{patron} leaves the table"
        case events.PatronExcluded(patron=patron, broke=broke):
            return f"{patron} is excluded for breaking {broke}"
        case events.ExclusionLifted(patron=patron):
            return f"{patron} is no longer excluded"
        case events.MaximumGranted(patron=patron, amount=amount):
            return f"{patron} may bet up to {format_dollars(amount)}"
        case events.MarkerPlaced(patron=patron):
            return f"A marker beside {patron} shows the personal maximum"
        case events.PatronsNamed(patrons=patrons):
            return f"The maximum binds together: {', '.join(patrons) or 'nobody'}"
        case events.CommissionCollected(patron=patron, amount=amount, unpaid=unpaid):
            rest = f"; {format_dollars(unpaid)} is commission debt" if unpaid else ""
            return f"{patron} pays commission of {format_dollars(amount)}{rest}"
        case events.CommissionDue(rounds=rounds):
            return f"Commission is due: {rounds} rounds have passed since it was collected"
        case events.RulesGiven(patron=patron, digest=digest):
            return f"{patron} gets a copy of the rules {digest[:12]}"
    return None


def _on(patron: str, amount: Cents, wager: str, area: str) -> str:
    return f"{patron}'s {format_dollars(amount)} on {in_words(wager)} {place_in_words(area)}"


def _wagers(event: events.Event) -> str | None:
    match event:
        case events.WagerPlaced(patron=patron, amount=amount, wager=wager, area=area, spoken=spoken):
            what = f"{format_dollars(amount)} on {in_words(wager)} {place_in_words(area)}"
            return f"{patron} {'calls' if spoken else 'places'} {what}"
        case events.WagerWithdrawn(patron=patron, amount=amount, wager=wager, area=area):
            return f"{_on(patron, amount, wager, area)} is withdrawn"
        case events.WagerMoved(patron=patron, amount=amount, wager=wager, area=area, to_wager=to, to_area=where):
            return f"{_on(patron, amount, wager, area)} moves to {in_words(to)} {place_in_words(where)}"
        case events.PatronWarned(patron=patron):
            return f"{patron} is warned: further wagers under the minimum are returned"
        case events.WagerReturned(patron=patron, amount=amount, wager=wager, area=area, reason=reason):
            return f"{_on(patron, amount, wager, area)} goes back: {reason.replace('_', ' ')}"
        case events.DifferentialLeft(excess=excess):
            return f"The dealer leaves the differential exceeded by {format_dollars(excess)}"
    return None


def _round(event: events.Event, by: str) -> str | None:
    match event:
        case events.RoundStarted(number=number, kind=kind):
            return f"Round {number} starts{'' if kind.value == 'wagers' else ' without wagers'}"
        case events.CardDealt(hand=hand, card=card, face_up=face_up, from_excess=excess):
            shown = _face(card) if face_up else "a card face down"
            return f"{hand.value.title()} gets {'the waiting card, ' if excess else ''}{shown}"
        case events.ExposerAssigned(hand=hand, patron=patron, second=second):
            who = f"{patron} or {second}" if second else patron or "The dealer"
            return f"{who} is to turn {hand}'s cards"
        case events.HandExposed(hand=hand, cards=cards):
            return f"{by} turns {hand}'s cards: {' '.join(_face(card.card) for card in cards)}"
        case events.StageSettled(wagers=wagers):
            return "Settled: " + ("; ".join(map(_settled, wagers)) or "no wagers")
        case events.RoundEnded(number=number, result=result, void=void):
            return f"Round {number} ends: {'void' if void or result is None else result.value}{_totals(event)}"
        case events.NoBetAsked(patron=patron):
            return f"{patron} asks for a coup without wagers"
        case events.NoBetAgreed(patron=patron):
            return f"{patron} agrees to a coup without wagers"
        case events.NoBetWithdrawn(patron=patron, request=request):
            return f"{patron} {'takes the request back' if request else 'no longer agrees'}: a coup without wagers"
    return None


def _settled(line: SettledWager) -> str:
    taken = f" after commission {format_dollars(line.commission_taken)}" if line.commission_taken else ""
    owed = f", owes commission {format_dollars(line.commission_owed)}" if line.commission_owed else ""
    change = line.returned - line.stake
    money = f" {format_dollars(abs(change))}" if change else ""
    stake = f"{line.patron} {in_words(line.wager)} {format_dollars(line.stake)}"
    return f"{stake} {line.outcome.value}{money}{taken}{owed} ({line.clause})"


def _totals(ended: events.RoundEnded) -> str:
    found = ended.facts
    return "" if found is None else f" (player {found.player.total}, banker {found.banker.total})"


def _signed(change: Cents) -> str:
    return f"{'+' if change > 0 else ''}{format_dollars(change)}"


def _payment(event: events.PaymentRecorded) -> str:
    really, right = format_dollars(event.really_returned), format_dollars(event.returned)
    owed = f"; {event.patron} owes {format_dollars(event.debt)}" if event.debt else ""
    return (
        f"{event.patron} really got {really} back for {in_words(event.wager)} {place_in_words(event.area)} "
        f"in round {event.number}, not {right}{owed}"
    )


def _moved(entry: Entry) -> str:
    """What an entry did to patrons' money, such as `: ann's chips +$10`; nothing if it touched none of it."""
    told = [
        f"{account_in_words(account)} {_signed(change)}"
        for account, change in entry.postings
        if patron_of(account) is not None
    ]
    return f": {', '.join(told)}" if told else ""


def _rulings(event: events.Event, by: str) -> str | None:
    match event:
        case events.IrregularityFound(irregularity=found, remedy=remedy):
            return f"Irregularity: {found.in_words}; remedy: {_REMEDIES.get(remedy, in_words(remedy.value))}"
        case events.ExcessCardKept(card=card, no_bet=no_bet):
            face = _face(card.card) if card.face_up else "a card face down"
            return f"Excess card {face} waits for the next round{', which has no wagers' if no_bet else ''}"
        case events.CardPutAside(card=card):
            return f"Put aside: {_face(card)}"
        case events.CardDisclosed(card=card, no_bet=no_bet):
            return f"{_face(card)} is disclosed{': its round has no wagers' if no_bet else ''}"
        case events.CardCorrected(place=place, was=was, card=card, face_up=face_up):
            faces = f"it is {card.symbols}, not {was.symbols}" if face_up else "it lies face down"
            return f"Card {place} out of the shoe was keyed in wrongly: {faces}"
        case events.ShoeEnds():
            return "The shoe ends: the cards are checked before they are shuffled"
        case events.EmptyReported(remaining=remaining):
            return f"The shoe is reported empty; by the count {remaining} cards are left"
        case events.RoundBecameVoidHand():
            return "No bets this hand: the round goes on as a void hand"
        case events.HandsReconstructed(left_over=left_over):
            return f"Hands reconstructed; {len(left_over)} cards left over"
        case events.RoundCancelled(number=number):
            return f"Round {number} is not dealt yet: it is bet on again"
        case events.RoundReopened(number=number):
            return f"Round {number} is decided again"
        case events.StageReopened(number=number, entry=entry):
            return f"The settlement of round {number} is undone{_moved(entry)}"
        case events.StageReversed(number=number, reason=reason, entry=entry):
            return f"Money of round {number} is taken back for {reason.replace('_', ' ')}{_moved(entry)}"
        case events.RoundVoided(number=number, reason=reason, entry=entry):
            return f"Round {number} is void by {by} for {in_words(reason)}{_moved(entry)}"
        case events.WagerVoided(number=number, patron=patron, wager=wager, broke=broke, entry=entry):
            return (
                f"{patron}'s wager on {in_words(wager)} in round {number} is void for breaking {broke}{_moved(entry)}"
            )
        case events.ErrorRecorded(number=number):
            return f"A placement error in round {number} is recorded; nothing is reversed"
        case events.PaymentRecorded():
            return _payment(event)
        case events.DisputeRaised(number=number, patron=patron, text=text):
            return f"Dispute {number} by {patron}: {text}"
        case events.DisputeDecided(number=number, decision=decision, referred=referred):
            return f"Dispute {number} decided: {decision}{'; referred to the regulator' if referred else ''}"
        case events.DisputeSettled(number=number, patron=patron, amount=amount):
            moved = (
                f"{patron} gets {format_dollars(amount)}" if amount > 0 else f"{patron} pays {format_dollars(-amount)}"
            )
            return f"Dispute {number}: {moved} by its decision"
        case events.ReviewAsked(number=number):
            return f"{by} asks the regulator to review dispute {number}"
    return None
