"""What there is to choose from in the forms of a table: offers, rounds, wagers, clauses, patrons."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from puntobanco.table.model import RoundRecord, SettledWager
from puntobanco.table.phrases import in_words, place_in_words
from puntobanco.table.queries.history import clauses_to_break
from puntobanco.table.queries.money import can_be_recorded
from puntobanco.table.state import TableState
from puntobanco.table.views.action import Legal
from puntobanco.table.views.forms import Field, Option, Sets, choice
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed

MOST_TO_CHOOSE = 50
"""The newest ones; others are found by their round."""
LABELS = {
    "amount": "Amount in dollars",
    "area": "Which wager",
    "at": "Cards deep",
    "broke": "The clause that was broken",
    "card": "Card, such as 7C",
    "correct_card.card": "The right card, such as 7C",
    "count": "Which count",
    "debt": "The patron owes what was paid too much",
    "decide_dispute.amount": "Dollars to the patron, below zero from the patron",
    "decide_dispute.patron": "Whose money it moves",
    "decision": "The decision, in words",
    "hand": "Whose cards, and who turns them",
    "key": "What is announced",
    "number": "Which dispute",
    "patron": "Who",
    "place": "Which card",
    "reason": "Why",
    "record_payment.amount": "What the patron really got back, the stake included",
    "referred": "Refer it to the regulator",
    "report_placement_error.cards": "Its cards as they were really drawn, if that was recorded wrongly",
    "round": "Which round",
    "seat": "Which seat",
    "second": "Who else may turn them",
    "text": "What it is about, in words",
    "to": "Where it lies",
    "wager": "Which wager",
}


def label(kind: str, name: str) -> str:
    return LABELS.get(f"{kind}.{name}") or LABELS.get(name) or in_words(name).capitalize()


def bounds(offers: Sequence[Legal]) -> tuple[Cents | None, Cents | None]:
    """The least and the most that nothing else comes with, if there is such an amount; none where it is open."""
    every = [one for offer in offers for one in offer.amounts]
    found = [one for one in every if one.consequence is None] or every
    highest = [one.high for one in found if one.high is not None]
    least = min((one.low for one in found), default=None)
    return least, max(highest) if highest and len(highest) == len(found) else None


# Which of several offers


def which(state: TableState, offers: Sequence[Legal], said: Sets, *, preset: bool) -> Iterator[Field]:
    """Nothing where all that they say is said already; what two of them say alike is one choice."""
    found = {one.text: one for offer in offers for one in _options(state, offer, said) if one.sets}
    options = tuple(sorted(found.values(), key=lambda one: "area" in one.sets and not _is_own(state, one.sets, said)))
    if options:
        yield choice("which", label(offers[0].kind, next(iter(options[0].sets))), options, preset=preset)


def _options(state: TableState, offer: Legal, said: Sets) -> Iterator[Option]:
    least, most = bounds((offer,))
    where = {name: value for name, value in offer.where if name not in said}
    for sets in [{"area": area, **where} for area in offer.areas] or [where]:
        yield Option(text=_in_words(state, sets), sets=sets, least=least, most=most)


def _is_own(state: TableState, sets: Sets, said: Sets) -> bool:
    """Whether it is before the patron whom it is for: there most people bet."""
    patron = state.patrons.get(str(said.get("patron", "")))
    return patron is not None and sets["area"] == str(patron.seat)


def _in_words(state: TableState, where: Sets) -> str:
    """What an offer is about; faces that not everybody sees are not told."""
    match where:
        case {"number": number}:
            return next(f"{one.number}, {one.patron}: {one.text}" for one in state.disputes if one.number == number)
        case {"area": area, "wager": wager, **how}:
            spoken = "" if how.get("laid_by_patron", True) else ", as it was spoken"
            return f"{in_words(str(wager)).capitalize()} {place_in_words(str(area))}{spoken}"
        case {"to": to, "face_up": face_up}:
            return f"{str(to or 'where it is due').capitalize()}, face {'up' if face_up else 'down'}"
        case {"hand": hand, "patron": name}:
            return f"{str(hand).capitalize()}: {name or 'the dealer'}"
        case {"place": place}:
            return f"Card {place} out of the shoe"
        case {"patron": name}:
            return str(name)
        case {"cut_pro_rata": cut}:
            return "Yes" if cut else "No"
        case {"seat": seat}:
            return f"Seat {seat}"
        case _:
            return ", ".join(in_words(str(said)) for said in where.values())


# Rounds and wagers that are still open to rulings


def _listed(name: str, found: Iterable[Option], of_round: int | None) -> Field:
    """The newest, or all of one round: a house keeps the rounds of many shoes open."""
    if of_round is not None:
        options = tuple(one for one in found if one.sets["round"] == of_round)
        return changed(choice(name, LABELS[name], options), more=True)
    newest = tuple(islice(found, MOST_TO_CHOOSE + 1))
    return changed(choice(name, LABELS[name], newest[:MOST_TO_CHOOSE]), more=len(newest) > MOST_TO_CHOOSE)


def _rounds(state: TableState, of_round: int | None) -> Field:
    now = () if state.round is None else ((state.round.number, "in play"),)
    past = ((one.number, _result(one)) for one in reversed(state.rounds) if not one.void)
    found = (Option(text=f"Round {number}: {said}", sets={"round": number}) for number, said in chain(now, past))
    return _listed("round", found, of_round)


def _result(found: RoundRecord) -> str:
    staked = sum(line.stake for line in found.settled if not line.voided)
    return f"{in_words((found.result or found.kind).value)}, {format_dollars(staked)} staked"


def _payments(state: TableState, of_round: int | None) -> Field:
    found = (_settled(number, line) for number, line in _lines(state) if can_be_recorded(line))
    return _listed("wager", found, of_round)


def _wagers(state: TableState, of_round: int | None) -> Field:
    """Those that lie there, too."""
    lying = (
        _wager(state.round_number, one.patron, one.area, one.wager, f"{format_dollars(one.amount)} lies there")
        for one in state.stakes
    )
    settled = (_settled(number, line) for number, line in _lines(state) if not line.voided)
    return _listed("wager", chain(lying, settled), of_round)


def _lines(state: TableState) -> Iterator[tuple[int, SettledWager]]:
    """Of the present round and of those that stand, the newest first."""
    now = () if state.round is None else ((state.round.number, state.round.settled),)
    past = ((one.number, one.settled) for one in reversed(state.rounds) if not one.void)
    return ((number, line) for number, lines in chain(now, past) for line in lines)


def _settled(number: int, line: SettledWager) -> Option:
    return _wager(number, line.patron, line.area, line.wager, _became(line))


def _became(line: SettledWager) -> str:
    return f"{format_dollars(line.stake)}, {format_dollars(line.returned)} came back"


def _wager(number: int, patron: str, area: str, wager: str, said: str) -> Option:
    text = f"Round {number}, {patron}: {in_words(wager)} {place_in_words(area)}, {said}"
    return Option(text=text, sets={"round": number, "patron": patron, "area": area, "wager": wager})


LISTED: Mapping[str, Callable[[TableState, int | None], Field]] = {
    "report_placement_error": _rounds,
    "void_round": _rounds,
    "record_payment": _payments,
    "void_wager": _wagers,
}
"""What is chosen from a list instead of written member by member: the newest, or those of one round."""
SET_BY_LISTED = {"round": ("round",), "wager": ("round", "patron", "area", "wager")}
"""What is said by such a choice, also where there is nothing to choose."""


# Clauses and patrons


def _clauses(state: TableState) -> Field:
    """Those that somebody can break."""
    found = clauses_to_break(state.rules)
    options = tuple(Option(text=f"{one.number}: {one.meaning}", sets={"broke": one.number}) for one in found)
    return choice("broke", LABELS["broke"], options)


def _whose(state: TableState) -> Field:
    names = dict.fromkeys((*state.patrons, *(one.patron for one in state.disputes if one.decision is None)))
    options = tuple(Option(text=name, sets={"patron": name}) for name in names)
    return choice("patron", LABELS["decide_dispute.patron"], options, required=False)


MEMBERS: Mapping[str, Callable[[TableState], Field]] = {
    "exclude.broke": _clauses,
    "void_wager.broke": _clauses,
    "decide_dispute.patron": _whose,
}
"""Members that are chosen though their type does not say so."""
