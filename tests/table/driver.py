"""Random commands for a table: from what is legal, and from anywhere."""

from collections.abc import Callable
from random import Random
from typing import Any

from puntobanco.cards import DECK, Card
from puntobanco.rules.facts import Hand
from puntobanco.table import Actor, Legal, Role, TableState, commands
from puntobanco.table.commands import COMMAND_NAMES, COMMANDS, DrawTo, VoidReason
from puntobanco.table.legal import Amounts

PEOPLE = ("ann", "bob", "cy", "dee")
STAFF = {
    Role.DEALER: "dan",
    Role.SUPERVISOR: "sue",
    Role.OPERATOR: "oz",
    Role.AUDITOR: "al",
}
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
    "take_seat": ("seat",),
    "grant_maximum": ("patron",),
    "place_marker": ("patron",),
    "place": ("area", "wager", "patron"),
    "move": ("area", "wager", "to_area", "to_wager"),
    "withdraw": ("area", "wager"),
    "draw": ("to", "face_up"),
    "assign_exposer": ("hand", "patron"),
    "decline_expose": ("hand",),
    "expose": ("hand",),
    "announce": ("key",),
    "report_placement_error": ("round",),
    "record_payment": ("round", "patron", "area", "wager"),
    "void_round": ("round", "reason"),
    "void_wager": ("round", "patron", "area", "wager"),
    "exclude": ("patron",),
    "require_seat": ("patron",),
    "decide_dispute": ("number",),
}


def actors() -> list[Actor]:
    return [Actor(name, Role.PATRON) for name in PEOPLE] + [Actor(name, role) for role, name in STAFF.items()]


def possible_card(state: TableState, rng: Random, taken: tuple[Card, ...] = ()) -> Card:
    decks = state.rules.decks.value
    left = [card for card in DECK if state.shoe.known[card.index] + taken.count(card) < decks]
    return rng.choice(left)


def amount_from(options: tuple[Amounts, ...], rng: Random) -> int:
    chosen = rng.choice(options)
    top = chosen.low + 40 * chosen.step if chosen.high is None else chosen.high
    return chosen.low + rng.randrange(min(60, (top - chosen.low) // chosen.step) + 1) * chosen.step


def hidden_faces(state: TableState, hand: Hand, rng: Random) -> tuple[Card, ...]:
    """Faces for the cards of a hand that are turned."""
    if state.round is None:
        return (possible_card(state, rng),)
    faces: tuple[Card, ...] = ()
    unknown: tuple[Card, ...] = ()
    for card in state.round.of(hand):
        if not card.face_up:
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
    (("pairs", "none"),),
    (("commission", "4%"),),
    (("bonus", "none"),),
    (("tiger", "no"),),
    (("gallery", "no"),),
    (("gallery", "yes"),),
    (("gallery_lines", "1"),),
    (("patrons_per_area", "1"),),
]


def asked(field: str, state: TableState, fields: dict[str, Any], rng: Random) -> Any:
    """What a person would fill in where the table leaves it open."""
    match field:
        case "text":
            return "the payout was wrong"
        case "decision":
            return "the payout stands"
        case "referred":
            return rng.random() < 0.5
        case "broke":
            return "4.6" if state.rules.book == "act-2015" else "ruling 3"
        case "patrons":
            return tuple(state.patrons)[: rng.randrange(3)]
        case "faces":
            return () if rng.random() < 0.5 else (rng.choice(DECK),)
        case "cards":
            return hidden_faces(state, fields["hand"], rng)
        case _:
            raise ValueError(field)


ASKED = ("text", "decision", "referred", "broke", "patrons", "faces", "cards")


def card_for(state: TableState, fields: dict[str, Any], rng: Random) -> Card | None:
    if fields["face_up"] or rng.random() < 0.3:
        return possible_card(state, rng)
    return None


def build(kind: str, actor: Actor, fields: dict[str, Any]) -> commands.Command:
    made: commands.Command = COMMANDS[kind](actor=actor, **fields)
    return made


def from_legal(state: TableState, actor: Actor, option: Legal, rng: Random) -> commands.Command | None:
    """A command that this option allows; none for changes that this house cannot make."""
    fields: dict[str, Any] = dict(option.where)
    if option.amounts:
        fields["at" if option.kind == "cut" else "amount"] = amount_from(option.amounts, rng)
    for field in option.asks:
        if field == "card":
            fields["card"] = card_for(state, fields, rng)
        elif field == "choices":
            return None
        else:
            fields[field] = asked(field, state, fields, rng)
    return build(option.kind, actor, fields)


def anywhere(state: TableState, actor: Actor, rng: Random) -> commands.Command:
    """A command of any kind with any place, well formed but not chosen from what is legal."""
    kind = rng.choice([kind for kind in COMMANDS if kind != "open_table"])
    areas = [*map(str, range(state.rules.seats.value + 2)), "L0", "L1", "L3", "L8", "L9"]
    pool: dict[str, Callable[[], Any]] = {
        "area": lambda: rng.choice(areas),
        "to_area": lambda: rng.choice(areas),
        "wager": lambda: rng.choice(WAGERS),
        "to_wager": lambda: rng.choice(WAGERS),
        "patron": lambda: rng.choice([*PEOPLE, "nobody"]),
        "seat": lambda: rng.randrange(0, 11),
        "hand": lambda: rng.choice(list(Hand)),
        "to": lambda: rng.choice([None, *DrawTo]),
        "face_up": lambda: rng.random() < 0.5,
        "round": lambda: rng.randrange(0, state.round_number + 2),
        "reason": lambda: rng.choice(list(VoidReason)),
        "number": lambda: rng.randrange(0, 4),
        "amount": lambda: rng.choice([100, 500, 1000, 2000, 10_000, 50, 0, -100]),
        "at": lambda: rng.choice([0, 51, 52, 200, 364, 365]),
        "key": lambda: rng.choice(["call_tie", "call_counts", "call_no_bets", "call_me"]),
        "card": lambda: rng.choice(DECK),
        "cards": lambda: tuple(rng.choices(DECK, k=2)),
        "cut_pro_rata": lambda: rng.choice([None, True, False]),
        "choices": lambda: rng.choice(CHANGES),
    }
    fields: dict[str, Any] = {}
    made = COMMANDS[kind]
    for field in made.__dataclass_fields__:  # type: ignore[attr-defined]
        if field in pool:
            fields[field] = pool[field]()
        elif field in ASKED:
            fields[field] = asked(field, state, fields, rng)
    if kind == "place" and actor.role is Role.PATRON:
        fields["patron"] = None
    if kind == "draw" and not fields["face_up"] and rng.random() < 0.7:
        fields["card"] = None
    return build(kind, actor, fields)


def where(command: commands.Command) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """The kind and place of a command, to be looked up among what is legal."""
    kind = COMMAND_NAMES[type(command)]
    fields = WHERE.get(kind, ())
    if kind == "place" and command.actor.role is Role.PATRON:
        fields = ("area", "wager")
    return kind, tuple((field, getattr(command, field)) for field in fields)


# How often a kind of command is chosen among what is legal, so that rounds get played and odd things still happen.
WEIGHTS: dict[str, float] = {
    "settle": 30,
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
    "declare_beyond_repair": 0.5,
    "draw_cutting_card": 0.3,
    "announce": 0.1,
    "raise_dispute": 0.1,
    "ask_rules": 0.1,
    "exclude": 0.03,
    "announce_closing": 0.03,
    "announce_change": 0.3,
    "replace_cards": 0.05,
    "void_round": 0.1,
    "record_payment": 0.02,
    "void_wager": 0.05,
    "report_placement_error": 0.1,
    "leave_table": 0.1,
    "leave_seat": 0.1,
    "cash_out": 0.3,
    "buy_in": 0.5,
    "move": 0.1,
    "withdraw": 0.2,
    "grant_maximum": 0.1,
    "name_patrons": 0.3,
}


def weight(option: Legal) -> float:
    if option.kind == "draw":
        return 20 if dict(option.where)["to"] is None else 0.5
    return WEIGHTS.get(option.kind, 1)


def choose_actor(rng: Random) -> Actor:
    role = rng.choices([Role.DEALER, Role.PATRON, Role.SUPERVISOR, Role.OPERATOR, Role.AUDITOR], [45, 40, 8, 5, 1])[0]
    return Actor(rng.choice(PEOPLE) if role is Role.PATRON else STAFF[role], role)


def choose(options: tuple[Legal, ...], rng: Random) -> Legal:
    return rng.choices(options, [weight(option) for option in options])[0]
