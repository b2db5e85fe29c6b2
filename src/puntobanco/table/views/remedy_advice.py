"""What a dealer does about something that went wrong, by its remedy and by what happened with it."""

from collections.abc import Sequence

from msgspec import Struct

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.streams.actors import Role
from puntobanco.table.events import TableEvent
from puntobanco.table.events.cards import CardPutAside, ExcessCardKept, HandsReconstructed, IrregularityFound
from puntobanco.table.events.round import CardDealt, RoundBecameVoidHand, RoundEnded
from puntobanco.table.state import TableState

GIVE_AND_TAKE = "Give and take the chips that are listed."
"""A step where any are."""


class Advice(Struct, frozen=True, kw_only=True):
    """What a dealer is told to do."""

    title: str
    steps: tuple[str, ...]
    call: Role | None = None


ADVICE = {
    Remedy.BANKERS_THIRD_IF_DUE: Advice(
        title="Move the card to banker", steps=("Lay it beside banker’s hand: it is banker’s third card.", "Go on.")
    ),
    Remedy.FIRST_OF_NEXT_ROUND: Advice(
        title="Set the card aside, face down",
        steps=("Let nobody see it.", "Finish this round.", "It is the first card of the next round."),
    ),
    Remedy.FIRST_OF_NO_BET_ROUND: Advice(
        title="Set the card aside, face up",
        steps=(
            "Lay it at the shoe, in everybody’s sight.",
            "Finish this round: collect, then pay.",
            "Give back whatever lies there, and deal the next round without wagers, from this card.",
        ),
    ),
    Remedy.PLAYED_IN_PLACE: Advice(title="Leave the card where it lies", steps=("It counts there.", "Go on.")),
    Remedy.RECONSTRUCTED: Advice(
        title="Touch no card: call a supervisor",
        steps=("Let all cards lie as they are.", "A supervisor has them put in the order drawn.", "Go on."),
        call=Role.SUPERVISOR,
    ),
    Remedy.ROUND_VOID: Advice(
        title="The round is void",
        steps=("Give all wagers back.", "Take the cards off the table.", "Tell a supervisor."),
        call=Role.SUPERVISOR,
    ),
    Remedy.ROUND_VOID_AND_RESHUFFLE: Advice(
        title="The round is void",
        steps=("Give all wagers back.", "Take all cards out of the shoe and shuffle them.", "Tell a supervisor."),
        call=Role.SUPERVISOR,
    ),
    Remedy.THAT_ROUND_VOID_LATER_STAND: Advice(
        title="That round is void, later ones stand",
        steps=("Give back what was wagered and take back what was paid in it.", "Go on."),
        call=Role.SUPERVISOR,
    ),
    Remedy.RECORDED_ONLY: Advice(
        title="It is on record: tell a supervisor",
        steps=("Nothing is reversed.", "Go on unless a supervisor stops you."),
        call=Role.SUPERVISOR,
    ),
    Remedy.HANDS_STAND_SHOE_ENDS: Advice(
        title="Stop dealing: this shoe is over",
        steps=("Complete hands stand, others are void.", "Have the cards checked.", "Shuffle."),
        call=Role.SUPERVISOR,
    ),
    Remedy.PLAY_ON: Advice(title="Play on", steps=("The round stands as it is.",)),
}
"""In our words, for every remedy that a book can have."""

if ADVICE.keys() != set(Remedy):
    raise TypeError(f"a dealer must be told what to do: {set(Remedy) - ADVICE.keys()}")

BETWEEN_ROUNDS = {
    Remedy.FIRST_OF_NEXT_ROUND: Advice(
        title=ADVICE[Remedy.FIRST_OF_NEXT_ROUND].title,
        steps=("Let nobody see it.", "It is the first card of the next round."),
    ),
    Remedy.FIRST_OF_NO_BET_ROUND: Advice(
        title=ADVICE[Remedy.FIRST_OF_NO_BET_ROUND].title,
        steps=(
            "Lay it at the shoe, in everybody’s sight.",
            "Give all wagers back.",
            "Deal the next round without wagers, from this card.",
        ),
    ),
}
"""The same where no round is there to be finished."""

VOID_HAND = Advice(
    title="Give all wagers back: no bets this hand",
    steps=("Leave the card where it lies: it counts there.", "Deal this round to its end, without wagers."),
)
PUT_RIGHT = Advice(
    title="Lay the cards as the screen shows them",
    steps=(GIVE_AND_TAKE, "Go on."),
)
NOTHING_TO_VOID = Advice(
    title="Put the card aside",
    steps=("It is used for nothing.", "Tell a supervisor."),
    call=Role.SUPERVISOR,
)
INTO_THE_SHUFFLE = Advice(
    title="Set the card aside",
    steps=("It is used for nothing in this shoe, unless a hand draws it.", "It goes into the shuffle with the others."),
)
NOT_TURNED_YET = Advice(
    title="Let the card lie as it does",
    steps=("Turn it with no hand.", "Have the hands turned: then it is known whose it is."),
)
SHOE_IS_SHORT = Advice(
    title="The round is void, and this shoe is over",
    steps=("Give all wagers back.", "Have the cards checked.", "Shuffle."),
    call=Role.SUPERVISOR,
)


def advice(state: TableState, cause: IrregularityFound, events: Sequence[TableEvent]) -> Advice:
    """What to do about it now: a remedy asks for different things where different things came of it."""
    between = state.round is None
    void = any(isinstance(event, RoundEnded) and event.void for event in events)
    match cause.remedy:
        case Remedy.FIRST_OF_NO_BET_ROUND if _led_to(RoundBecameVoidHand, events):
            return VOID_HAND
        case Remedy.FIRST_OF_NO_BET_ROUND if _led_to(CardDealt, events):
            return ADVICE[Remedy.PLAYED_IN_PLACE]
        case Remedy.FIRST_OF_NEXT_ROUND | Remedy.FIRST_OF_NO_BET_ROUND if between:
            return BETWEEN_ROUNDS[cause.remedy]
        case Remedy.RECONSTRUCTED if _led_to(HandsReconstructed, events):
            return PUT_RIGHT
        case Remedy.ROUND_VOID if not void:
            return NOTHING_TO_VOID
        case Remedy.PLAY_ON if cause.irregularity is Irregularity.THIRD_CARD_BEFORE_TURN:
            return NOT_TURNED_YET
        case Remedy.ROUND_VOID_AND_RESHUFFLE if cause.irregularity is Irregularity.COUNT_DISAGREES:
            return SHOE_IS_SHORT
        case Remedy.RECORDED_ONLY if _led_to(CardPutAside, events):
            return NOTHING_TO_VOID
        case Remedy.RECORDED_ONLY if _led_to(ExcessCardKept, events):
            return INTO_THE_SHUFFLE
        case _:
            return ADVICE[cause.remedy]


def _led_to(kind: type[TableEvent], events: Sequence[TableEvent]) -> bool:
    return any(isinstance(event, kind) for event in events)
