"""Something went wrong: what it is, what a dealer does about it now, and whom to call."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rules.options import Remedy
from puntobanco.table.actors import Role
from puntobanco.table.events import Event
from puntobanco.table.happened.cards import IrregularityFound
from puntobanco.table.state import TableState
from puntobanco.table.wording import REMEDIES


class KnownOfTrouble(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened with it."""

    text: str
    clause: str


class Trouble(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An irregularity, until the dealer has done what it asks for."""

    record: int
    """Its number in the log of the table."""
    what: str
    remedy: str
    clause: str
    title: str
    """What to do now, in a few words."""
    steps: tuple[str, ...]
    call: Role | None
    """Who is called; none where nothing is to be decided."""
    waits: bool
    """Whether the table stands still until it is put right."""
    known: tuple[KnownOfTrouble, ...]


class Advice(Struct, frozen=True, kw_only=True):
    """What a remedy asks of a dealer."""

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


def trouble(
    state: TableState, happened: Iterable[tuple[int, Sequence[Event]]], plain: Callable[[str], str] = str
) -> Trouble | None:
    """The last one among records, each with its number; none once the hands that it left in disorder are in order.

    `plain` says what happened in the words of whoever reads it.
    """
    found: Trouble | None = None
    for record, events in happened:
        cause = _cause(events)
        if cause is not None:
            found = _told(state, record, cause, events, plain)
    if found is not None and found.title == ADVICE[Remedy.RECONSTRUCTED].title and not found.waits:
        return None
    return found


def _cause(events: Sequence[Event]) -> IrregularityFound | None:
    """The one that asks for most, where several are on record at once."""
    causes = [event for event in events if isinstance(event, IrregularityFound)]
    graver = [event for event in causes if event.remedy is not Remedy.PLAYED_IN_PLACE]
    return next(iter((*graver, *causes)), None)


def _told(
    state: TableState, record: int, cause: IrregularityFound, events: Sequence[Event], plain: Callable[[str], str]
) -> Trouble:
    advice = ADVICE[cause.remedy]
    disorder = state.round is not None and state.round.misplaced
    return Trouble(
        record=record,
        what=_in_words(cause.irregularity),
        remedy=REMEDIES[cause.remedy],
        clause=cause.clause,
        title=advice.title,
        steps=advice.steps,
        call=advice.call,
        waits=disorder and cause.irregularity is Irregularity.OUT_OF_SEQUENCE,
        known=tuple(
            KnownOfTrouble(text=plain(event.told("the dealer")), clause=event.clause)
            for event in events
            if not isinstance(event, IrregularityFound)
        ),
    )


def _in_words(irregularity: Irregularity) -> str:
    return irregularity.in_words.capitalize()
