"""Commands as people type them: what is left out has its default, and what cannot be read is told with its reason."""

import pytest

from puntobanco.errors import Unreadable
from puntobanco.log.script import print_command, read_command
from puntobanco.table import Actor, Role, commands
from puntobanco.table.commands.slips import SlipStake


def test_a_command_is_written_without_its_defaults_and_read_again() -> None:
    place = commands.Place(actor=Actor(person="ann", role=Role.PATRON), area="1", wager="tie", amount=500)
    written = {"do": "place", "person": "ann", "role": "patron", "area": "1", "wager": "tie", "amount": 500}
    assert print_command(place) == written
    assert read_command(written) == place


def test_a_slip_is_a_list_of_stakes() -> None:
    stake = {"area": "1", "wager": "tie", "amount": 500}
    written = {"do": "bet_slip", "person": "ann", "role": "patron", "round": 3, "stakes": [stake]}
    slip = read_command(written)
    assert isinstance(slip, commands.BetSlip)
    assert slip.stakes == (SlipStake(area="1", wager="tie", amount=500),)
    assert print_command(slip) == written


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"do": "juggle", "role": "dealer"}, "'juggle' is no command"),
        ({"role": "dealer"}, "None is no command"),
        ({"do": "shuffle", "role": "juggler"}, "'juggler' is not one of patron, dealer"),
        ({"do": "shuffle"}, "shuffle needs role (patron, dealer"),
        ({"do": "cut", "role": "supervisor"}, "cut needs at"),
        ({"do": "cut", "role": "supervisor", "at": "52"}, "'52' is no whole number"),
        ({"do": "cut", "role": "supervisor", "at": True}, "true is no whole number"),
        ({"do": "cut", "role": "supervisor", "at": 2**53}, "numbers go up to 9,007,199,254,740,991"),
        ({"do": "cut", "role": "supervisor", "at": 52, "deep": 1}, "cut has no field 'deep'"),
        ({"do": "draw", "role": "dealer", "card": "1X"}, "'1X' is not a card"),
        ({"do": "draw", "role": "dealer", "to": "floor"}, "'floor' is not one of player, banker, excess"),
        ({"do": "name_patrons", "role": "operator", "patrons": "ann"}, "'ann' is no list"),
        ({"do": "bet_slip", "person": "ann", "role": "patron", "round": 1, "stakes": [{}]}, "is no object with area"),
    ],
)
def test_a_command_that_cannot_be_read_says_why(data: dict[str, object], message: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_command(data)
    assert message in str(error.value)
