"""Events as a supervisor would read them in a log: one sentence each."""

from puntobanco.cards import Card
from puntobanco.money import Cents, format_dollars
from puntobanco.table import events
from puntobanco.table.ledger import Entry
from puntobanco.table.state import SettledWager


def tell(event: events.Event) -> str:
    """What happened, in one line, without the clause."""
    return _life(event) or _people(event) or _wagers(event) or _round(event) or _rulings(event) or ""


def _face(card: Card | None) -> str:
    return "a card nobody has seen" if card is None else card.symbols


def _life(event: events.Event) -> str | None:
    match event:
        case events.TableOpened(rules=rules):
            return f"Table opened by {rules.book}, rules {rules.digest[:12]}"
        case events.PreparationDone(step=step, by=by):
            return f"{step.value.replace('_', ' ').capitalize()} done by {by.person}"
        case events.CardsChecked(found=found):
            return f"Cards checked: {found}"
        case events.CutOffered(patron=patron):
            return f"Cut offered to {patron}"
        case events.CutDeclined(patron=patron):
            return f"{patron} declines the cut"
        case events.CardsCut(at=at, by=by):
            return f"{by.person} cuts {at} cards deep"
        case events.ShoeLoaded(cards=cards, depth=depth):
            return f"Shoe loaded with {cards} cards, {depth} behind the cutting card"
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
            return f"Notice: {', '.join(f'{key} = {value}' for key, value in changes)} from round {number}"
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
        case events.MaximumGranted(patron=patron, amount=amount):
            return f"{patron} may bet up to {format_dollars(amount)}"
        case events.MarkerPlaced(patron=patron):
            return f"A marker beside {patron} shows the personal maximum"
        case events.PatronsNamed(patrons=patrons):
            return f"The maximum binds together: {', '.join(patrons) or 'nobody'}"
        case events.CommissionCollected(patron=patron, amount=amount):
            return f"{patron} pays commission of {format_dollars(amount)}"
        case events.RulesGiven(patron=patron, digest=digest):
            return f"{patron} gets a copy of the rules {digest[:12]}"
    return None


def _on(patron: str, amount: Cents, wager: str, area: str) -> str:
    return f"{patron}'s {format_dollars(amount)} on {wager} in area {area}"


def _wagers(event: events.Event) -> str | None:
    match event:
        case events.WagerPlaced(patron=patron, amount=amount, wager=wager, area=area, spoken=spoken):
            return f"{patron} {'calls' if spoken else 'places'} {format_dollars(amount)} on {wager} in area {area}"
        case events.WagerWithdrawn(patron=patron, amount=amount, wager=wager, area=area):
            return f"{_on(patron, amount, wager, area)} is withdrawn"
        case events.WagerMoved(patron=patron, amount=amount, wager=wager, area=area, to_wager=to, to_area=where):
            return f"{_on(patron, amount, wager, area)} moves to {to} in area {where}"
        case events.PatronWarned(patron=patron):
            return f"{patron} is warned: further wagers under the minimum are returned"
        case events.WagerReturned(patron=patron, amount=amount, wager=wager, area=area, reason=reason):
            return f"{_on(patron, amount, wager, area)} goes back: {reason.replace('_', ' ')}"
        case events.DifferentialLeft(excess=excess):
            return f"The dealer leaves the differential exceeded by {format_dollars(excess)}"
    return None


def _round(event: events.Event) -> str | None:
    match event:
        case events.RoundStarted(number=number, kind=kind):
            return f"Round {number} starts{'' if kind.value == 'wagers' else ' without wagers'}"
        case events.CardDealt(hand=hand, card=card, face_up=face_up, from_excess=excess):
            shown = _face(card) if face_up else "a card face down"
            return f"{hand.value.title()} gets {'the waiting card, ' if excess else ''}{shown}"
        case events.ExposerAssigned(hand=hand, patron=patron):
            return f"{patron or 'The dealer'} is to turn {hand}'s cards"
        case events.HandExposed(hand=hand, cards=cards, by=by):
            return f"{by.person} turns {hand}'s cards: {' '.join(card.symbols for card in cards)}"
        case events.StageSettled(wagers=wagers):
            return "Settled: " + ("; ".join(map(_settled, wagers)) or "no wagers")
        case events.RoundEnded(number=number, result=result, void=void):
            return f"Round {number} ends: {'void' if void or result is None else result.value}"
        case events.NoBetAsked(patron=patron):
            return f"{patron} asks for a coup without wagers"
        case events.NoBetAgreed(patron=patron):
            return f"{patron} agrees to a coup without wagers"
    return None


def _settled(line: SettledWager) -> str:
    taken = f" after commission {format_dollars(line.commission_taken)}" if line.commission_taken else ""
    owed = f", owes commission {format_dollars(line.commission_owed)}" if line.commission_owed else ""
    money = f"{_signed(line.returned - line.stake)}{taken}{owed}"
    return f"{line.patron} {line.wager} {format_dollars(line.stake)} {line.outcome} {money} ({line.clause})"


def _signed(change: Cents) -> str:
    return f"{'+' if change > 0 else ''}{format_dollars(change)}"


def _payment(event: events.PaymentRecorded) -> str:
    really, right = format_dollars(event.really_returned), format_dollars(event.returned)
    owed = f"; {event.patron} owes {format_dollars(event.debt)}" if event.debt else ""
    return (
        f"{event.patron} really got {really} back for {event.wager} in area {event.area} in round {event.number}, "
        f"not {right}{owed}"
    )


def _moved(entry: Entry) -> str:
    """What an entry did to patrons' money, such as `: chips/ann +$10`; nothing if it touched none of it."""
    changes: dict[str, Cents] = {}
    for account, amount in entry.postings:
        if "/" in account:
            changes[account] = changes.get(account, 0) + amount
    told = [f"{account} {_signed(change)}" for account, change in changes.items() if change]
    return f": {', '.join(told)}" if told else ""


def _rulings(event: events.Event) -> str | None:
    match event:
        case events.IrregularityFound(irregularity=found, remedy=remedy):
            return f"Irregularity: {found.value.removeprefix('on_').replace('_', ' ')}; remedy: {remedy.value}"
        case events.ExcessCardKept(card=card, no_bet=no_bet):
            face = _face(card.card) if card.face_up else "a card face down"
            return f"Excess card {face} waits for the next round{', which has no wagers' if no_bet else ''}"
        case events.CardPutAside(card=card):
            return f"Put aside: {_face(card)}"
        case events.RoundBecameVoidHand():
            return "No bets this hand: the round goes on as a void hand"
        case events.HandsReconstructed(left_over=left_over):
            return f"Hands reconstructed; {len(left_over)} cards left over"
        case events.StageReversed(number=number, reason=reason, entry=entry):
            return f"Money of round {number} is taken back for {reason.replace('_', ' ')}{_moved(entry)}"
        case events.RoundVoided(number=number, reason=reason, by=by, entry=entry):
            return f"Round {number} is void by {by.person} for {reason}{_moved(entry)}"
        case events.WagerVoided(number=number, patron=patron, wager=wager, broke=broke, entry=entry):
            return f"{patron}'s wager on {wager} in round {number} is void for breaking {broke}{_moved(entry)}"
        case events.ErrorRecorded(number=number):
            return f"A placement error in round {number} is recorded; nothing is reversed"
        case events.PaymentRecorded():
            return _payment(event)
        case events.DisputeRaised(number=number, patron=patron, text=text):
            return f"Dispute {number} by {patron}: {text}"
        case events.DisputeDecided(number=number, decision=decision, referred=referred):
            return f"Dispute {number} decided: {decision}{'; referred to the regulator' if referred else ''}"
    return None
