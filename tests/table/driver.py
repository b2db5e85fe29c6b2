"""Commands for a table, chosen by Hypothesis: from what is legal, from anywhere, and facts about cards.

Every choice is drawn from the example's own data, so that a failing example shrinks to few and simple commands.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias, TypeVar

from hypothesis import strategies as st

from puntobanco.app.table_driver import Driver
from puntobanco.rulebooks.facts import Hand
from puntobanco.streams.command import name_of
from puntobanco.streams.legal_action import Amounts
from puntobanco.table import Actor, LegalAction, Role, TableState, commands, legal_actions
from puntobanco.table.commands import COMMANDS
from puntobanco.table.commands.slips import SlipStake
from puntobanco.table.model import Counting, DrawTo, Phase, SettledWager, VoidReason
from puntobanco.table.queries.exposure import to_turn
from puntobanco.table.queries.history import settled_in
from puntobanco.table.queries.money import can_be_recorded, can_cash_out, least_payment, paid_until_now
from puntobanco.table.queries.wager_amounts import targets
from puntobanco.values.cards import DECK, Card
from puntobanco.values.replace import changed

T = TypeVar("T")


class Chance:
    """Choices drawn from a Hypothesis example; the first of several is the simplest."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def below(self, most: int) -> int:
        return self._data.draw(_numbers(most - 1)) if most > 1 else 0

    def choice(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def happens(self, percent: int) -> bool:
        """True so many times in a hundred; shrinks to false."""
        return self.below(100) >= 100 - percent

    def weighted(self, options: Sequence[T], weights: Sequence[float]) -> T:
        """The heaviest comes first, so that examples shrink to what is ordinary."""
        ranked = sorted(range(len(options)), key=lambda place: -weights[place])
        sums = list(accumulate(weights[place] for place in ranked))
        point = self.below(1000) / 1000 * sums[-1]
        return next(options[place] for place, top in zip(ranked, sums, strict=True) if point < top)


@cache
def _numbers(top: int) -> st.SearchStrategy[int]:
    return st.integers(0, top)


PEOPLE = ("ann", "bob", "cy", "dee")
STAFF = {
    Role.DEALER: "dan",
    Role.SUPERVISOR: "sue",
    Role.OPERATOR: "oz",
    Role.AUDITOR: "al",
}


def another_than(actor: Actor) -> Actor:
    """The second person that some commands need."""
    operator, supervisor = (Actor(person=STAFF[role], role=role) for role in (Role.OPERATOR, Role.SUPERVISOR))
    return supervisor if actor.person == operator.person else operator


WAGERS = [
    "player",
    "banker",
    "tie",
    "player_pair",
    "banker_pair",
    "player_dragon",
    "banker_dragon",
    "big_tiger",
    "small_tiger",
]
# The fields of a command that say where, as `legal` lists them.
WHERE: dict[str, tuple[str, ...]] = {
    "offer_cut": ("patron",),
    "cash_out": ("patron",),
    "take_seat": ("seat", "patron"),
    "leave_seat": ("patron",),
    "give_place_away": ("patron",),
    "leave_table": ("patron",),
    "issue_chips": ("seat",),
    "take_chips_in": ("patron",),
    "count_float": ("count",),
    "grant_maximum": ("patron",),
    "place_marker": ("patron",),
    "place": ("area", "wager", "patron", "laid_by_patron"),
    "move": ("area", "wager"),
    "withdraw": ("area", "wager", "patron"),
    "bet_slip": ("round",),
    "draw": ("to", "face_up"),
    "disclose_card": ("place",),
    "correct_card": ("place",),
    "assign_exposer": ("hand", "patron"),
    "cut": ("patron",),
    "decline_cut": ("patron",),
    "decline_expose": ("hand", "patron"),
    "expose": ("hand", "patron"),
    "announce": ("key",),
    "void_round": ("reason",),
    "exclude": ("patron",),
    "lift_exclusion": ("patron",),
    "require_seat": ("patron",),
    "decide_dispute": ("number",),
    "ask_review": ("number",),
}


FOR_A_PATRON = (
    "place",
    "withdraw",
    "buy_in",
    "cash_out",
    "take_seat",
    "leave_seat",
    "give_place_away",
    "leave_table",
    "cut",
    "decline_cut",
    "expose",
    "decline_expose",
)
"""What a dealer does for a patron, and a patron for nobody else."""


def actors() -> list[Actor]:
    return [Actor(person=name, role=Role.PATRON) for name in PEOPLE] + [
        Actor(person=name, role=role) for role, name in STAFF.items()
    ]


def possible_card(state: TableState, rng: Chance, taken: tuple[Card, ...] = (), besides: Card | None = None) -> Card:
    decks = state.rules.decks.value
    left = [card for card in DECK if state.shoe.known[card.index] + taken.count(card) < decks and card != besides]
    return rng.choice(left)


def amount_from(options: tuple[Amounts, ...], rng: Chance) -> int:
    chosen = rng.choice(options)
    top = chosen.low + 40 * chosen.step if chosen.high is None else chosen.high
    return chosen.low + rng.below(min(60, (top - chosen.low) // chosen.step) + 1) * chosen.step


def hidden_faces(state: TableState, hand: Hand, rng: Chance) -> tuple[Card, ...]:
    """Faces for the cards of a hand that are turned."""
    if state.round is None:
        return (possible_card(state, rng),)
    faces: tuple[Card, ...] = ()
    unknown: tuple[Card, ...] = ()
    for card in to_turn(state.round, hand):
        shown = card.card
        if shown is None:
            shown = possible_card(state, rng, unknown)
            unknown = (*unknown, shown)
        faces = (*faces, shown)
    return faces


CHANGES = [
    (("minimum", "10"),),
    (("maximum", "2000"),),
    (("minimum", "5"), ("maximum", "500")),
    (("differential", "100"),),
    (("differential", "none"),),
    (("dealing", "down"),),
    (("dealing", "up"),),
    (("settlement", "B"),),
    (("settlement", "A"),),
    (("pairs", "canberra"),),
    (("offered", "-player_pair"),),
    (("commission", "4%"),),
    (("offered", "none"),),
    (("offered", "-big_tiger,-banker_dragon"),),
    (("gallery", "no"),),
    (("gallery", "yes"),),
    (("gallery_lines", "1"),),
    (("patrons_per_area", "1"),),
]


def asked(field: str, state: TableState, fields: dict[str, Any], rng: Chance) -> Any:
    """What a person would fill in where the table leaves it open."""
    match field:
        case "text":
            return "the payout was wrong"
        case "decision":
            return "the payout stands"
        case "referred":
            return rng.happens(50)
        case "broke":
            return BREACH[state.rules.book]
        case "warned":
            return rng.happens(50)
        case "patrons":
            return tuple(state.patrons)[: rng.below(3)]
        case "faces":
            return () if rng.happens(50) else (rng.choice(DECK),)
        case "cards":
            return hidden_faces(state, fields["hand"], rng)
        case _:
            raise ValueError(field)


BREACH = {"act-2015": "4.6", "nz-1998": "5.10", "washington": "3", "house-midi": "betting time"}
"""A clause of each book that a patron can break."""
ASKED = ("text", "decision", "referred", "broke", "patrons", "faces", "cards", "warned")


def card_for(kind: str, state: TableState, fields: dict[str, Any], rng: Chance) -> Card | None:
    """A face for a card that leaves the shoe, was seen by mistake or was keyed in wrongly."""
    if kind == "draw":
        return possible_card(state, rng) if fields["face_up"] or rng.happens(30) else None
    lies = card_at(state, fields["place"])
    if kind == "disclose_card" and lies is not None:
        return lies
    card = possible_card(state, rng)
    return card if card != lies else possible_card(state, rng, besides=card)


def card_at(state: TableState, place: int) -> Card | None:
    """The face of the card that left the shoe at this place, where the table knows it; of the shoe in use first."""
    rounds = [one for one in (state.round, None if state.ended is None else state.ended.round) if one is not None]
    cards = [one.card for one in state.excess] + [card for one in rounds for card in (*one.player, *one.banker)]
    if state.shoe.shown_burn is not None:
        cards.insert(0, state.shoe.shown_burn)
    return next((card.card for card in cards if card.place == place), None)


def fact(state: TableState, rng: Chance) -> commands.Draw:
    """Any card that lies anywhere, face up or down: also one that the decks cannot hold."""
    face_up = rng.happens(50)
    card = rng.choice(DECK) if face_up or rng.happens(30) else None
    if card is not None and rng.happens(80):
        card = possible_card(state, rng)
    return commands.Draw(
        actor=Actor(person=STAFF[Role.DEALER], role=Role.DEALER),
        card=card,
        face_up=face_up,
        to=rng.choice([*DrawTo]),
        found_face_up=card is not None and rng.happens(5),
    )


def standing(state: TableState, kind: str) -> list[dict[str, Any]]:
    """What the person names whom `legal` asks for a round: every round or wager that the command may be about."""
    rounds = [(one.number, one.settled) for one in state.rounds if not one.void]
    if state.round is not None and kind != "report_placement_error":
        rounds.append((state.round.number, state.round.settled))
    if kind in ("void_round", "report_placement_error"):
        return [{"round": number} for number, _ in rounds]
    lines = [(number, one) for number, settled in rounds for one in settled if _is_open(kind, one)]
    found = [(number, one.patron, one.area, one.wager) for number, one in lines]
    if kind == "void_wager":
        found += [(state.round_number, one.patron, one.area, one.wager) for one in state.stakes]
    return [dict(zip(("round", "patron", "area", "wager"), one, strict=True)) for one in dict.fromkeys(found)]


def _is_open(kind: str, line: SettledWager) -> bool:
    return not line.voided if kind == "void_wager" else can_be_recorded(line)


def other_payment(state: TableState, fields: dict[str, Any], rng: Chance) -> int:
    """Another amount than the books have for a settled wager."""
    named = [line for line in settled_in(state, fields["round"]) if can_be_recorded(line)]
    line = next(one for one in named if all(getattr(one, key) == fields[key] for key in ("patron", "area", "wager")))
    least, known = least_payment(state, line), paid_until_now(line)
    amounts = [known + 1 + rng.below(60), *range(least, min(known, least + 60))]
    return int(rng.choice(amounts))


def amount_asked(kind: str, state: TableState, fields: dict[str, Any], rng: Chance) -> int:
    """What the person says whom `legal` asks for an amount."""
    if kind == "cash_out":
        return 1 + rng.below(min(60, can_cash_out(state, fields["patron"])))
    return other_payment(state, fields, rng)


def who_may_come(state: TableState) -> list[str]:
    """To whom chips may be issued."""
    away = (name for name in PEOPLE if name not in state.patrons)
    return [name for name in away if name not in state.excluded and name not in state.dealers]


def may_buy_in(state: TableState, dealer: Actor, name: str) -> bool:
    """Whether a dealer may take this person's money for chips."""
    return name not in state.excluded and name not in state.dealers and name != dealer.person


def targets_of(state: TableState, name: str, fields: dict[str, Any]) -> list[tuple[str, str]]:
    """Where a patron may move a wager to."""
    patron, stake = state.patrons.get(name), state.stakes.at(name, fields["area"], fields["wager"])
    return [] if patron is None or stake is None else list(targets(state, patron, stake))


def whereto(state: TableState, actor: Actor, kind: str, fields: dict[str, Any]) -> list[dict[str, Any]]:
    """What the person names whom `legal` asks where a wager moves to, or who gets chips."""
    if kind == "issue_chips":
        return [{"patron": name} for name in who_may_come(state)]
    if kind == "buy_in":
        return [{"patron": name} for name in PEOPLE if may_buy_in(state, actor, name)]
    found = targets_of(state, actor.person, fields)
    return [{"to_area": area, "to_wager": wager} for area, wager in found]


def names_what_stands(state: TableState, command: commands.TableCommand) -> bool:
    """Whether a command that `legal` asks for a round, a target or a person names one that it may be about."""
    kind, named = name_of(command), ("round", "patron", "area", "wager")
    if isinstance(command, commands.Move):
        where = {"area": command.area, "wager": command.wager}
        return (command.to_area, command.to_wager) in targets_of(state, command.actor.person, where)
    if isinstance(command, commands.IssueChips):
        return command.patron in who_may_come(state)
    if isinstance(command, commands.BuyIn) and command.patron is not None:
        return may_buy_in(state, command.actor, command.patron)
    if isinstance(command, commands.CashOut) and command.patron is not None and command.patron in state.patrons:
        return 0 < command.amount <= can_cash_out(state, command.patron)
    if kind not in ("void_round", "void_wager", "report_placement_error", "record_payment"):
        return True
    given = {key: getattr(command, key) for key in named if hasattr(command, key)}
    return any(given.items() >= one.items() for one in standing(state, kind))


def build(kind: str, actor: Actor, fields: dict[str, Any]) -> commands.TableCommand:
    made: commands.TableCommand = COMMANDS[kind](actor=actor, **fields)
    return made


def from_legal(state: TableState, actor: Actor, option: LegalAction, rng: Chance) -> commands.TableCommand | None:
    """A command that this option allows; none for changes that this house cannot make."""
    fields: dict[str, Any] = dict(option.where)
    if option.areas:
        fields["area"] = rng.choice(option.areas)
    if option.kind in ("move", "issue_chips") or (option.kind == "buy_in" and option.asks):
        found = whereto(state, actor, option.kind, fields)
        if not found:
            return None
        fields |= rng.choice(found)
    if "round" in option.asks:
        fields |= rng.choice(standing(state, option.kind))
    if option.amounts:
        fields["at" if option.kind == "cut" else "amount"] = amount_from(option.amounts, rng)
    for field in option.asks:
        if field in fields:
            continue
        if field == "stakes":
            return slip(state, actor, rng)
        if field == "card":
            fields["card"] = card_for(option.kind, state, fields, rng)
        elif field == "choices":
            return None
        elif field == "amount":
            fields["amount"] = amount_asked(option.kind, state, fields, rng)
        else:
            fields[field] = asked(field, state, fields, rng)
    return build(option.kind, actor, fields)


def any_stake(areas: list[str], rng: Chance) -> SlipStake:
    return SlipStake(area=rng.choice(areas), wager=rng.choice(WAGERS), amount=rng.choice([500, 1000, 2000, 50, 0]))


def slip(state: TableState, actor: Actor, rng: Chance) -> commands.TableCommand | None:
    """What lies there with one change that is legal by itself; none if there is none."""
    one = [option for option in legal_actions(state, actor) if option.kind in ("place", "withdraw") and option.amounts]
    if not one:
        return None
    option = rng.choice(one)
    where = dict(option.where) | ({"area": rng.choice(option.areas)} if option.areas else {})
    stakes = {(one.area, one.wager): one.amount for one in state.stakes.of(actor.person)}
    spot = (str(where["area"]), str(where["wager"]))
    change = amount_from(option.amounts, rng)
    stakes[spot] = stakes.get(spot, 0) + (change if option.kind == "place" else -change)
    kept = (SlipStake(area=area, wager=wager, amount=amount) for (area, wager), amount in stakes.items() if amount)
    return commands.BetSlip(actor=actor, round=state.round_number, stakes=tuple(kept))


def anywhere(state: TableState, actor: Actor, rng: Chance) -> commands.TableCommand:
    """A command of any kind with any place, well formed but not chosen from what is legal."""
    kind = rng.choice([kind for kind in COMMANDS if kind != "open_table"])
    areas = [*map(str, range(state.rules.seats.value + 2)), "L0", "L1", "L3", "L8", "L9"]
    pool: dict[str, Callable[[], Any]] = {
        "area": lambda: rng.choice(areas),
        "to_area": lambda: rng.choice(areas),
        "wager": lambda: rng.choice(WAGERS),
        "to_wager": lambda: rng.choice(WAGERS),
        "patron": lambda: rng.choice([*PEOPLE, "nobody"]),
        "laid_by_patron": lambda: rng.happens(50),
        "seat": lambda: rng.below(11),
        "hand": lambda: rng.choice(list(Hand)),
        "to": lambda: rng.choice([None, *DrawTo]),
        "face_up": lambda: rng.happens(50),
        "round": lambda: rng.below(state.round_number + 2),
        "reason": lambda: rng.choice(list(VoidReason)),
        "number": lambda: rng.below(4),
        "amount": lambda: rng.choice([100, 500, 1000, 2000, 10_000, 50, 0, -100]),
        "at": lambda: rng.choice([0, 51, 52, 200, 364, 365]),
        "key": lambda: rng.choice(["call_tie", "call_counts", "call_no_bets", "call_me"]),
        "card": lambda: rng.choice(DECK),
        "cards": lambda: (rng.choice(DECK), rng.choice(DECK)),
        "place": lambda: rng.below(state.shoe.out + 2),
        "depth": lambda: rng.choice([None, 1, 30, 500]),
        "second": lambda: rng.choice([None, *PEOPLE]),
        "cut_pro_rata": lambda: rng.choice([None, True, False]),
        "choices": lambda: rng.choice(CHANGES),
        "count": lambda: rng.choice(list(Counting)),
        "stakes": lambda: tuple(any_stake(areas, rng) for _ in range(rng.below(4))),
    }
    fields: dict[str, Any] = {}
    made = COMMANDS[kind]
    for field in made.__struct_fields__:
        if field in pool:
            fields[field] = pool[field]()
        elif field in ASKED:
            fields[field] = asked(field, state, fields, rng)
    if kind in FOR_A_PATRON and (actor.role is Role.PATRON or (kind in ("cut", "expose") and rng.happens(50))):
        fields["patron"] = None
    if kind == "draw" and not fields["face_up"] and rng.happens(70):
        fields["card"] = None
    return build(kind, actor, fields)


Where: TypeAlias = tuple[str, frozenset[tuple[str, Any]]]


def places(option: LegalAction) -> set[Where]:
    """The kind and every place of what is legal; whether to cut pro rata is not a place."""
    if option.kind == "call_no_more_bets":
        return {(option.kind, frozenset())}
    if not option.areas:
        return {(option.kind, frozenset(option.where))}
    return {(option.kind, frozenset((*option.where, ("area", area)))) for area in option.areas}


def where(command: commands.TableCommand) -> Where:
    """The kind and place of a command, to be looked up among what is legal."""
    kind = name_of(command)
    fields = WHERE.get(kind, ())
    if kind in FOR_A_PATRON and command.actor.role is Role.PATRON:
        fields = tuple(field for field in fields if field not in ("patron", "laid_by_patron"))
    if kind in ("cut", "expose") and getattr(command, "patron", None) is None:
        fields = tuple(field for field in fields if field != "patron")
    return kind, frozenset((field, getattr(command, field)) for field in fields)


# How often a kind of command is chosen among what is legal, so that rounds get played and odd things still happen.
WEIGHTS: dict[str, float] = {
    "place": 2,
    "settle": 30,
    "ask_for_wager": 12,
    "issue_chips": 1,
    "take_chips_in": 0.6,
    "fill_float": 0.3,
    "credit_float": 0.3,
    "count_float": 0.2,
    "call_no_more_bets": 10,
    "expose": 20,
    "check_cards": 15,
    "inspect_cards": 15,
    "spread_cards": 15,
    "wash_cards": 15,
    "shuffle": 15,
    "load_shoe": 15,
    "cut": 15,
    "offer_cut": 5,
    "decline_cut": 3,
    "reconstruct": 10,
    "start_no_bet": 10,
    "agree_no_bet": 10,
    "report_empty": 0.1,
    "disclose_card": 0.1,
    "correct_card": 0.2,
    "declare_beyond_repair": 0.5,
    "draw_cutting_card": 0.05,
    "announce": 0.1,
    "raise_dispute": 0.1,
    "ask_rules": 0.1,
    "exclude": 0.1,
    "announce_closing": 0.03,
    "close_table": 0.3,
    "lift_exclusion": 3,
    "withdraw_no_bet": 1,
    "announce_change": 0.3,
    "replace_cards": 0.05,
    "void_round": 0.1,
    "record_payment": 0.02,
    "void_wager": 0.05,
    "report_placement_error": 0.1,
    "leave_table": 0.1,
    "leave_seat": 0.1,
    "give_place_away": 0.2,
    "cash_out": 0.3,
    "buy_in": 0.2,
    "move": 0.1,
    "withdraw": 0.2,
    "grant_maximum": 0.1,
    "name_patrons": 0.3,
}


def weight(option: LegalAction) -> float:
    if option.kind == "draw":
        where = dict(option.where)
        return (20 if where["to"] is None else 0.03) * (1 if where["face_up"] else 0.5)
    return WEIGHTS.get(option.kind, 1)


def choose_actor(rng: Chance) -> Actor:
    roles = [Role.DEALER, Role.PATRON, Role.SUPERVISOR, Role.OPERATOR, Role.AUDITOR]
    role = rng.weighted(roles, [20, 65, 8, 6, 1])
    return Actor(person=rng.choice(PEOPLE) if role is Role.PATRON else STAFF[role], role=role)


def choose(options: tuple[LegalAction, ...], rng: Chance) -> LegalAction:
    return rng.weighted(options, [weight(option) for option in options])


# What a driver does that wants all chips off the layout, most wanted first.
TOWARDS_EMPTY_BOXES = (
    "withdraw",
    "settle",
    "expose",
    "draw",
    "reconstruct",
    "declare_beyond_repair",
    "report_empty",
    "start_no_bet",
)
# Where wagers are fixed when a turn is over, they are decided: the others are asked, and the wagers close.
TOWARDS_DECIDED_WAGERS = (*TOWARDS_EMPTY_BOXES, "ask_for_wager", "call_no_more_bets")


def towards_a_shoe(state: TableState) -> commands.TableCommand | None:
    """The next step of making a shoe ready, with cards that the shoe may hold; none when wagers are open."""
    house = Driver(
        lambda _: 0,
        dealer=Actor(person=STAFF[Role.DEALER], role=Role.DEALER),
        supervisor=Actor(person=STAFF[Role.SUPERVISOR], role=Role.SUPERVISOR),
        patrons=state.patrons,
    )
    command = house.next(state) if state.phase is Phase.PREPARING else None
    if isinstance(command, commands.Draw) and command.face_up:
        return changed(command, card=possible_card(state, First()))
    return command


class First(Chance):
    """No chance at all: the first of everything."""

    def __init__(self) -> None:
        pass

    def below(self, most: int) -> int:  # noqa: ARG002
        return 0


def towards_empty_boxes(state: TableState) -> commands.TableCommand | None:
    """A legal command that brings the chips nearer to their patrons; none if there is none."""
    bettors = state.stakes.by_patron
    people = [
        Actor(person=STAFF[Role.DEALER], role=Role.DEALER),
        Actor(person=STAFF[Role.SUPERVISOR], role=Role.SUPERVISOR),
    ]
    people += [Actor(person=name, role=Role.PATRON) for name in dict.fromkeys((*bettors, *state.patrons))]
    if state.round is None:
        people.reverse()
    kinds = TOWARDS_DECIDED_WAGERS if state.bets_in_turn else TOWARDS_EMPTY_BOXES
    for actor in people:
        wanted = [option for option in legal_actions(state, actor) if _is_wanted(state, option, kinds)]
        if wanted:
            best = min(wanted, key=lambda option: kinds.index(option.kind))
            command = from_legal(state, actor, best, First())
            return changed(command, amount=None) if isinstance(command, commands.Withdraw) else command
    return None


def _is_wanted(state: TableState, option: LegalAction, kinds: tuple[str, ...]) -> bool:
    if option.kind == "draw":
        where = dict(option.where)
        begins = state.round is not None or state.bets_in_turn
        return begins and where["to"] is None and where["face_up"]
    return option.kind in kinds


def brings_chips(state: TableState, name: str, seat: int) -> list[commands.TableCommand]:
    """How a patron comes with a thousand dollars and sits down, if that seat is there."""
    patron, there = Actor(person=name, role=Role.PATRON), seat <= state.rules.seats.value
    if state.rules.chips_are_issued:
        operator = Actor(person=STAFF[Role.OPERATOR], role=Role.OPERATOR)
        return [commands.IssueChips(actor=operator, patron=name, seat=seat, amount=100_000)] if there else []
    sits = [commands.TakeSeat(actor=patron, seat=seat)] if there else []
    return [commands.BuyIn(actor=patron, amount=100_000), *sits]


def left_to_the_shoe(command: commands.TableCommand) -> commands.TableCommand:
    """The command without the cards that a virtual shoe names itself."""
    match command:
        case commands.Draw():
            return changed(command, card=None)
        case commands.Expose():
            return changed(command, cards=())
        case commands.LoadShoe():
            return changed(command, depth=None)
        case _:
            return command
