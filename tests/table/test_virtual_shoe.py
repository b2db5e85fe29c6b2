"""The virtual shoe answers for its cards by their places, whatever happens to them on the table."""

import pytest

from puntobanco.app.randomness import repeatable
from puntobanco.app.table_runner import TableRun
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import Actor, Role, commands
from puntobanco.table.model import DrawTo, Phase
from puntobanco.values.cards import Card
from tests.marks import ALL_BOOKS, clause
from tests.table.test_voids import DEALER, OPERATOR, PATRONS, SUPERVISOR, do

ANN = PATRONS[0]


def ready(book: str, seed: int, **choices: str) -> TableRun:
    table = TableRun(repeatable(seed))
    do(table, commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(choices.items())))
    do(table, commands.BuyIn(actor=ANN, amount=100_000), commands.TakeSeat(actor=ANN, seat=1))
    if book == "nz-1998":
        do(table, commands.InspectCards(actor=DEALER), commands.InspectCards(actor=SUPERVISOR))
        do(table, commands.SpreadCards(actor=DEALER), commands.WashCards(actor=DEALER))
    else:
        do(table, commands.CheckCards(actor=DEALER))
    do(table, commands.Shuffle(actor=DEALER), commands.OfferCut(actor=DEALER, patron=ANN.person))
    do(table, commands.Cut(actor=ANN, at=200), commands.LoadShoe(actor=DEALER))
    while table.table().phase is Phase.PREPARING:
        exposed = table.table().shoe.to_burn is None and table.table().rules.burn.value == "exposed"
        do(table, commands.Draw(actor=DEALER, face_up=exposed))
    return table


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("book", ["act-2015", "nz-1998", "house-midi"])
def test_it_goes_on_after_a_reconstruction_at_a_face_down_table(book: str, seed: int) -> None:
    down = {} if book == "house-midi" else {"dealing": "down"}
    table = ready(book, seed, **down)
    do(table, commands.Place(actor=ANN, area="1", wager="player", amount=1000))
    do(table, commands.CallNoMoreBets(actor=DEALER))
    for to in (DrawTo.BANKER, DrawTo.PLAYER, DrawTo.BANKER, DrawTo.PLAYER):
        do(table, commands.Draw(actor=DEALER, face_up=False, to=to))
    straight = ready(book, seed, **down)
    do(straight, commands.Place(actor=ANN, area="1", wager="player", amount=1000))
    do(straight, commands.CallNoMoreBets(actor=DEALER))
    for _ in range(4):
        do(straight, commands.Draw(actor=DEALER, face_up=False))
    do(table, commands.Reconstruct(actor=SUPERVISOR))
    for hand in Hand:
        do(table, commands.Expose(actor=DEALER, hand=hand))
        do(straight, commands.Expose(actor=DEALER, hand=hand))
    one, other = table.table().round, straight.table().round
    assert one is not None
    assert other is not None
    assert (one.player, one.banker) == (other.player, other.banker)


@pytest.mark.parametrize(
    ("book", "below", "own", "number"),
    [
        pytest.param("act-2015", 11, 14, "5.3", marks=clause("act-2015", "5.3")),
        pytest.param("nz-1998", 19, 20, "7.3", marks=clause("nz-1998", "7.3")),
    ],
)
def test_a_virtual_shoe_is_loaded_with_its_own_depth_and_refused_for_another(
    book: str, below: int, own: int, number: str
) -> None:
    table = TableRun(repeatable(3))
    do(table, commands.OpenTable(actor=OPERATOR, book=book, choices=(("cut_depth", str(own)),)))
    early = table.do(commands.LoadShoe(actor=DEALER, depth=below))[0].refused
    assert early is not None
    assert early.code == "out_of_order", "the depth is not why"
    do(table, commands.BuyIn(actor=ANN, amount=100_000), commands.TakeSeat(actor=ANN, seat=1))
    if book == "nz-1998":
        do(table, commands.InspectCards(actor=DEALER), commands.InspectCards(actor=SUPERVISOR))
        do(table, commands.SpreadCards(actor=DEALER), commands.WashCards(actor=DEALER))
    else:
        do(table, commands.CheckCards(actor=DEALER))
    do(table, commands.Shuffle(actor=DEALER), commands.OfferCut(actor=DEALER, patron=ANN.person))
    do(table, commands.Cut(actor=ANN, at=200))
    for depth in (0, below, own + 1, 417):
        (answer,) = table.do(commands.LoadShoe(actor=DEALER, depth=depth))
        assert answer.refused is not None
        assert (answer.refused.code, answer.refused.clause) == ("cut_depth_not_allowed", f"{book} {number}")
    do(table, commands.LoadShoe(actor=DEALER, depth=own))
    assert table.table().shoe.depth == own


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_nobody_tells_it_which_cards_it_holds(book: str) -> None:
    choices = {}
    if book == "washington":
        choices = WASHINGTON
    table = ready(book, 7, **choices)
    five = Card.parse("5h")
    told: list[commands.TableCommand] = [
        commands.Draw(actor=DEALER, card=five, to=DrawTo.EXCESS),
        commands.DrawCuttingCard(actor=DEALER),
        commands.ReportEmpty(actor=DEALER),
        commands.ReportEmpty(actor=SUPERVISOR),
        commands.CorrectCard(actor=SUPERVISOR, card=five),
        commands.DiscloseCard(actor=Actor(person="dan", role=Role.DEALER), card=five),
        commands.Expose(actor=DEALER, hand=Hand.PLAYER, cards=(five,)),
        commands.ReportPlacementError(actor=SUPERVISOR, round=1, cards=(five,)),
    ]
    before = table.table()
    for command in told:
        (answer,) = table.do(command)
        assert answer.refused is not None
        assert answer.refused.code == "virtual_shoe"
    assert table.table() == before


WASHINGTON = {
    "on_player_card_in_error": "bankers_third_if_due",
    "on_excess_card_seen": "first_of_no_bet_round",
    "on_excess_card_unseen": "first_of_next_round",
    "on_first_card_face_up": "first_of_no_bet_round",
    "on_later_card_face_up": "played_in_place",
    "on_out_of_sequence": "reconstructed",
    "on_deal_beyond_repair": "round_void",
    "on_too_few_cards": "round_void",
    "on_burn_forgotten": "play_on",
}
