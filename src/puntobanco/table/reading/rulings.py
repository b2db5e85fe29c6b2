"""Rulings as short forms, from what is legal: what somebody may decide now, and what they choose or write for it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import getdoc
from typing import TypeAlias

from msgspec import Struct

from puntobanco.money import Cents, format_dollars
from puntobanco.rules import book
from puntobanco.table.actors import Actor
from puntobanco.table.commands import COMMANDS
from puntobanco.table.parts import RoundRecord, SettledWager
from puntobanco.table.reading.fields import FieldSort
from puntobanco.table.reading.legal import legal
from puntobanco.table.reading.offering import Legal
from puntobanco.table.state import TableState
from puntobanco.table.wording import in_words, place_in_words

RULINGS = (
    "reconstruct",
    "declare_beyond_repair",
    "decide_dispute",
    "inspect_cards",
    "cut",
    "start_no_bet",
    "correct_card",
    "disclose_card",
    "report_empty",
    "report_placement_error",
    "void_round",
    "void_wager",
    "record_payment",
    "exclude",
    "lift_exclusion",
    "require_seat",
    "assign_exposer",
    "grant_maximum",
    "ask_review",
    "raise_dispute",
    "fill_float",
    "credit_float",
    "count_float",
)
"""What is decided about a table in play, what is most pressing first; how it is set up is another's business."""
MOST_TO_CHOOSE = 60
"""The newest ones."""


Said: TypeAlias = str | int | bool | None


class RulingOption(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to choose, and the members of the command that it sets."""

    text: str
    sets: Mapping[str, Said]


class RulingField(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is left to the person."""

    name: str
    """The member of the command; of a choice, only a name."""
    label: str
    sort: FieldSort
    required: bool = True
    options: tuple[RulingOption, ...] = ()
    least: Cents | None = None
    most: Cents | None = None


class RulingForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling that can be given now."""

    kind: str
    """The name of the command."""
    title: str
    says: str
    fields: tuple[RulingField, ...]


def forms(state: TableState | None, actor: Actor) -> tuple[RulingForm, ...]:
    """All rulings that this person may give now, in the order of `RULINGS`."""
    if state is None:
        return ()
    offers: dict[str, list[Legal]] = {}
    for one in legal(state, actor):
        offers.setdefault(one.kind, []).append(one)
    return tuple(_form(state, kind, offers[kind]) for kind in RULINGS if kind in offers)


def _form(state: TableState, kind: str, offers: Sequence[Legal]) -> RulingForm:
    says = (getdoc(COMMANDS[kind]) or "").partition("\n")[0]
    return RulingForm(
        kind=kind, title=in_words(kind).capitalize(), says=says, fields=tuple(_fields(state, kind, offers))
    )


def _fields(state: TableState, kind: str, offers: Sequence[Legal]) -> Iterator[RulingField]:
    first, chosen = offers[0], LISTED.get(offers[0].asks, LISTED.get(offers[0].asks[:1]))
    asks = first.asks
    if chosen is not None:
        field, named = chosen
        yield field(state)
        asks = tuple(name for name in asks if name not in named)
    if first.where:
        options = tuple(RulingOption(text=_where_in_words(state, one), sets=dict(one.where)) for one in offers)
        yield RulingField(name="which", label=_label(first.where[0][0]), sort=FieldSort.CHOICE, options=options)
    if first.amounts:
        yield _amount(kind, first)
    for name in asks:
        yield _asked(state, name)
    yield from (extra(state) for extra in BESIDES.get(kind, ()))


def _amount(kind: str, offer: Legal) -> RulingField:
    """A cut is a depth, everything else money."""
    sort = FieldSort.NUMBER if kind == "cut" else FieldSort.MONEY
    name = "at" if kind == "cut" else "amount"
    least, most = offer.amounts[0].low, offer.amounts[-1].high
    return RulingField(name=name, label=_label(name), sort=sort, least=least, most=most)


LABELS = {
    "at": "Cards deep",
    "amount": "Amount in dollars",
    "broke": "The clause that was broken",
    "card": "The right card, such as 7C",
    "count": "Which count",
    "debt": "The patron owes what was paid too much",
    "decision": "The decision, in words",
    "hand": "Whose cards, and who turns them",
    "number": "Which dispute",
    "paid": "What the patron really got back, the stake included",
    "patron": "Who",
    "place": "Which card",
    "reason": "Why",
    "referred": "Refer it to the regulator",
    "round": "Which round",
    "text": "What it is about, in words",
    "to_patron": "Dollars to the patron, below zero from the patron",
    "wager": "Which wager",
    "whose": "Whose money it moves",
}


def _label(name: str) -> str:
    return LABELS.get(name, in_words(name).capitalize())


def _asked(state: TableState, name: str) -> RulingField:
    match name:
        case "broke":
            return _clauses(state)
        case "referred":
            return RulingField(name=name, label=_label(name), sort=FieldSort.FLAG, required=False)
        case "card":
            return RulingField(name=name, label=_label(name), sort=FieldSort.CARD)
        case "amount":
            return RulingField(name=name, label=_label("paid"), sort=FieldSort.MONEY, least=0)
        case _:
            return RulingField(name=name, label=_label(name), sort=FieldSort.TEXT)


def _clauses(state: TableState) -> RulingField:
    """Those that somebody can break."""
    rules = state.rules
    found = (one for one in book(rules.book, edition=rules.edition).clauses if one.can_be_broken)
    options = tuple(RulingOption(text=f"{one.number}: {one.meaning}", sets={"broke": one.number}) for one in found)
    return RulingField(name="broke", label=_label("broke"), sort=FieldSort.CHOICE, options=options)


def _where_in_words(state: TableState, offer: Legal) -> str:
    """What an offer is about; faces that not everybody sees are not told."""
    where = dict(offer.where)
    match where:
        case {"number": number}:
            return next(f"{one.number}, {one.patron}: {one.text}" for one in state.disputes if one.number == number)
        case {"hand": hand, "patron": name}:
            return f"{str(hand).capitalize()}: {name or 'the dealer'}"
        case {"place": place}:
            return f"Card {place} out of the shoe"
        case _:
            return ", ".join(in_words(str(said)) for said in where.values())


# Rounds and wagers that are still open to rulings


def _rounds(state: TableState) -> RulingField:
    now = () if state.round is None else ((state.round.number, "in play"),)
    past = ((one.number, _result(one)) for one in reversed(state.rounds) if not one.void)
    found = [*now, *past][:MOST_TO_CHOOSE]
    options = tuple(RulingOption(text=f"Round {number}: {said}", sets={"round": number}) for number, said in found)
    return RulingField(name="round", label=_label("round"), sort=FieldSort.CHOICE, options=options)


def _result(found: RoundRecord) -> str:
    staked = sum(line.stake for line in found.settled if not line.voided)
    return f"{in_words((found.result or found.kind).value)}, {format_dollars(staked)} staked"


def _wagers(state: TableState) -> RulingField:
    options = tuple(_settled(state))[:MOST_TO_CHOOSE]
    return RulingField(name="wager", label=_label("wager"), sort=FieldSort.CHOICE, options=options)


def _any_wagers(state: TableState) -> RulingField:
    """Those that lie there, too."""
    lying = (
        _wager(state.round_number, one.patron, one.area, one.wager, f"{format_dollars(one.amount)} lies there")
        for one in state.stakes
    )
    options = (*lying, *_settled(state))[:MOST_TO_CHOOSE]
    return RulingField(name="wager", label=_label("wager"), sort=FieldSort.CHOICE, options=options)


def _settled(state: TableState) -> Iterator[RulingOption]:
    now = () if state.round is None else ((state.round.number, state.round.settled),)
    past = ((one.number, one.settled) for one in reversed(state.rounds) if not one.void)
    for number, lines in (*now, *past):
        for line in lines:
            if not line.voided:
                yield _wager(number, line.patron, line.area, line.wager, _became(line))


def _became(line: SettledWager) -> str:
    return f"{format_dollars(line.stake)}, {format_dollars(line.returned)} came back"


def _wager(number: int, patron: str, area: str, wager: str, said: str) -> RulingOption:
    text = f"Round {number}, {patron}: {in_words(wager)} {place_in_words(area)}, {said}"
    return RulingOption(text=text, sets={"round": number, "patron": patron, "area": area, "wager": wager})


LISTED: Mapping[tuple[str, ...], tuple[Callable[[TableState], RulingField], frozenset[str]]] = {
    ("round",): (_rounds, frozenset({"round"})),
    ("round", "patron", "area", "wager", "amount"): (_wagers, frozenset({"round", "patron", "area", "wager"})),
    ("round", "patron", "area", "wager", "broke"): (_any_wagers, frozenset({"round", "patron", "area", "wager"})),
}
"""What is chosen from a list instead of written member by member."""


# What may be said besides


def _debt(_: TableState) -> RulingField:
    return RulingField(name="debt", label=_label("debt"), sort=FieldSort.FLAG, required=False)


def _whose(state: TableState) -> RulingField:
    names = dict.fromkeys((*state.patrons, *(one.patron for one in state.disputes if one.decision is None)))
    options = tuple(RulingOption(text=name, sets={"patron": name}) for name in names)
    return RulingField(name="whose", label=_label("whose"), sort=FieldSort.CHOICE, required=False, options=options)


def _to_patron(_: TableState) -> RulingField:
    return RulingField(name="amount", label=_label("to_patron"), sort=FieldSort.MONEY, required=False)


BESIDES: Mapping[str, tuple[Callable[[TableState], RulingField], ...]] = {
    "decide_dispute": (_whose, _to_patron),
    "record_payment": (_debt,),
}
