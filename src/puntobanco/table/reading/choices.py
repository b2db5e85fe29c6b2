"""What there is to choose from in the forms of a table: offers, rounds, wagers, clauses, patrons."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from puntobanco.money import Cents, format_dollars
from puntobanco.rules import book
from puntobanco.table.parts import RoundRecord, SettledWager
from puntobanco.table.reading.forms import Field, Option, Sets, choice
from puntobanco.table.reading.offering import Legal
from puntobanco.table.state import TableState
from puntobanco.table.wording import in_words, place_in_words

MOST_TO_CHOOSE = 150
"""The newest ones."""
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


def _rounds(state: TableState) -> Field:
    now = () if state.round is None else ((state.round.number, "in play"),)
    past = ((one.number, _result(one)) for one in reversed(state.rounds) if not one.void)
    found = [*now, *past][:MOST_TO_CHOOSE]
    options = tuple(Option(text=f"Round {number}: {said}", sets={"round": number}) for number, said in found)
    return choice("round", LABELS["round"], options)


def _result(found: RoundRecord) -> str:
    staked = sum(line.stake for line in found.settled if not line.voided)
    return f"{in_words((found.result or found.kind).value)}, {format_dollars(staked)} staked"


def _wagers(state: TableState) -> Field:
    return choice("wager", LABELS["wager"], tuple(_settled(state))[:MOST_TO_CHOOSE])


def _any_wagers(state: TableState) -> Field:
    """Those that lie there, too."""
    lying = (
        _wager(state.round_number, one.patron, one.area, one.wager, f"{format_dollars(one.amount)} lies there")
        for one in state.stakes
    )
    return choice("wager", LABELS["wager"], (*lying, *_settled(state))[:MOST_TO_CHOOSE])


def _settled(state: TableState) -> Iterator[Option]:
    now = () if state.round is None else ((state.round.number, state.round.settled),)
    past = ((one.number, one.settled) for one in reversed(state.rounds) if not one.void)
    for number, lines in (*now, *past):
        for line in lines:
            if not line.voided:
                yield _wager(number, line.patron, line.area, line.wager, _became(line))


def _became(line: SettledWager) -> str:
    return f"{format_dollars(line.stake)}, {format_dollars(line.returned)} came back"


def _wager(number: int, patron: str, area: str, wager: str, said: str) -> Option:
    text = f"Round {number}, {patron}: {in_words(wager)} {place_in_words(area)}, {said}"
    return Option(text=text, sets={"round": number, "patron": patron, "area": area, "wager": wager})


LISTED: Mapping[str, Callable[[TableState], Field]] = {
    "report_placement_error": _rounds,
    "void_round": _rounds,
    "record_payment": _wagers,
    "void_wager": _any_wagers,
}
"""What is chosen from a list instead of written member by member."""


# Clauses and patrons


def _clauses(state: TableState) -> Field:
    """Those that somebody can break."""
    rules = state.rules
    found = (one for one in book(rules.book, edition=rules.edition).clauses if one.can_be_broken)
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
