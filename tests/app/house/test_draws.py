"""Ballots and lots in a house, by ruling 46: nobody chooses a seed, and no secret is anywhere before its draw."""

import logging
import shutil
import sqlite3
import traceback
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.draws import is_of
from puntobanco.app.house import writer as serving
from puntobanco.app.house.backup import accept_loss, backup_house, restore_house
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.integrity_check import findings
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.read_only_house import looking
from puntobanco.app.house.refusal_log import Refusals
from puntobanco.app.house.stream_states import KeptStates
from puntobanco.app.house.write_unit import CommandRequest, Writing
from puntobanco.app.randomness import system_secret
from puntobanco.app.report_worker.describe_records import events_of
from puntobanco.cli.house_output import told
from puntobanco.errors import Refused
from puntobanco.fair_shoes.house_secret import DrawSecret
from puntobanco.house import OPERATOR as THE_HOUSE
from puntobanco.house.commands import Approve, GrantRole, Propose
from puntobanco.store import Snapshot, StoreFull
from puntobanco.table import Actor, Role
from puntobanco.tournament import TournamentState, commands
from puntobanco.tournament.queries.draws import open_draws
from puntobanco.web.command_bodies import AT_TOURNAMENTS
from tests.app.house.helpers import Ticks, patron
from tests.app.leaks import Unknown, leaks_in
from tests.marks import clause
from tests.tournament.helpers import START, conditions

ACT, CUP = "act-2015", "tournament/cup"
OZ, OLGA = (Actor(person=name, role=Role.OPERATOR) for name in ("oz", "olga"))
DORA, SUE = (Actor(person=name, role=Role.SUPERVISOR) for name in ("dora", "sue"))
NAMES = ("ann", "bob", "cy", "dee")
DRAW = commands.DrawBallot(actor=DORA, sizes=(4,))


class Cup:
    """A house on disk with a tournament whose entries are open."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ids = folder, 0
        if not folder.exists():
            init_house(folder, name="Casino North")
        self.house = open_house(folder, clock=Ticks())

    @classmethod
    def opened(cls, folder: Path, fee: int = 0) -> "Cup":
        cup = cls(folder)
        said = conditions(entry_fee=fee, commission=0)
        cup.do(commands.PlanTournament(actor=OZ, book=ACT, conditions=said))
        cup.do(commands.RecordApproval(actor=OZ, reference="GRC 8", date="2026-11-02", conditions=said.digest))
        cup.do(commands.ConfirmApproval(actor=SUE))
        cup.do(commands.Nominate(actor=OZ, nominee="dora", office="director"))  # type: ignore[arg-type]
        for name in NAMES:
            cup.do(commands.Register(actor=DORA, player=name))
        return cup

    @property
    def now(self) -> TournamentState:
        found: TournamentState = self.house.look(CUP).state
        return found

    @property
    def seated(self) -> int:
        """By the ballot in force."""
        return 0 if self.now.session is None else len(self.now.session.seats)

    def do(self, command: Any, **more: Any) -> Any:
        self.ids += 1
        return self.house.handle(CUP, command, f"id {self.ids} {self.house.look(CUP).number}", **more)

    def secret(self, number: int) -> DrawSecret:
        found = self.house._means.draws.of(CUP, self.now.draws[number - 1])
        assert found is not None
        return found

    def start(self) -> None:
        for name in NAMES:
            self.do(commands.TakePlace(actor=DORA, player=name))
        self.do(commands.StartSession(actor=DORA, at=START))


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Cup]:
    found = Cup.opened(tmp_path / "house")
    yield found
    found.house.close()


# Nobody chooses


@clause(ACT, "ruling 46")
def test_ruling_46_a_served_house_refuses_a_seed(cup: Cup) -> None:
    with pytest.raises(Refused) as refused:
        cup.do(commands.DrawBallot(actor=DORA, sizes=(4,), seed="00" * 32))
    assert (refused.value.code, refused.value.clause) == ("seed_named", "act-2015 ruling 46")
    assert cup.now.session is None


@clause(ACT, "ruling 46")
@pytest.mark.parametrize("kind", [commands.DrawBallot, commands.DrawLot, commands.StartPlayOff, commands.StartSession])
def test_ruling_46_no_seed_secret_or_commitment_is_sent(kind: type[Any]) -> None:
    (body,) = (body for body, command in AT_TOURNAMENTS.kinds.items() if command is kind)
    assert {"seed", "secret", "commitments"}.isdisjoint(body.__struct_fields__)
    assert commands.RenewDraws not in AT_TOURNAMENTS.kinds.values()


@clause(ACT, "ruling 46")
def test_ruling_46_the_secret_is_stored_in_the_transaction_of_its_commitment(cup: Cup) -> None:
    sealed = cup.house._store.secret(CUP, 1)
    assert sealed is not None
    opened = cup.house._means.keys.open_as(DrawSecret, sealed.key, sealed.sealed, CUP, 1)
    assert is_of(opened, cup.now.draws[0])
    cup.do(DRAW)
    for name in NAMES:
        cup.do(commands.TakePlace(actor=DORA, player=name))
    before = cup.house._store.secrets()
    with pytest.MonkeyPatch.context() as full:
        full.setattr(cup.house._store, "append", _full)
        full.setattr(cup.house._store, "append_whole", _full)
        with pytest.raises(StoreFull):
            cup.do(commands.StartSession(actor=DORA, at=START))
    assert (cup.house._store.secrets(), len(cup.now.draws)) == (before, 1)
    cup.do(commands.StartSession(actor=DORA, at=START))
    assert [one.shoe for one in cup.house._store.secrets()] == [1, 2]
    assert findings(cup.folder) == ()


def _full(_: object) -> None:
    raise StoreFull("no room is left")


def test_a_draw_in_the_group_of_its_commitment_reveals_the_right_secret(tmp_path: Path) -> None:
    """Nothing of the group is stored when the secret is needed."""
    cup = Cup(tmp_path / "house")
    said = conditions(entry_fee=0, commission=0)
    given = [
        commands.PlanTournament(actor=OZ, book=ACT, conditions=said),
        commands.RecordApproval(actor=OZ, reference="GRC 8", date="2026-11-02", conditions=said.digest),
        commands.ConfirmApproval(actor=SUE),
        commands.Nominate(actor=OZ, nominee="dora", office="director"),  # type: ignore[arg-type]
        *(commands.Register(actor=DORA, player=name) for name in NAMES),
        DRAW,
    ]
    asked = [CommandRequest(stream=CUP, command=command, id=f"id {number}") for number, command in enumerate(given)]
    for answer in [cup.house.submit(one) for one in asked]:
        answer.result()
    assert cup.now.draws[0].proof is not None
    cup.house.close()


def test_the_same_draw_again_has_the_answer_that_it_had(cup: Cup) -> None:
    first = cup.house.handle(CUP, DRAW, "one id")
    again = cup.house.handle(CUP, DRAW, "one id")
    assert again.repeated
    assert again.records == first.records


# A house that stops


@clause(ACT, "ruling 46")
def test_ruling_46_a_house_that_stops_between_commitment_and_result_draws_with_the_same_secret(cup: Cup) -> None:
    cup.do(commands.AddWords(actor=patron("ann"), draw=1, words="mine"))
    committed = cup.now.draws[0]
    cup.house.close()
    with closing(Cup(cup.folder).house) as house:
        house.handle(CUP, DRAW, "after the stop")
        draw = house.look(CUP).state.draws[0]
        assert (draw.committed, draw.words) == (committed.committed, committed.words)
        assert is_of(DrawSecret(bytes.fromhex(draw.result.secret)), draw)


@clause(ACT, "ruling 46")
def test_ruling_46_a_tournament_goes_on_without_the_key_to_its_secrets(cup: Cup) -> None:
    cup.house.close()
    (cup.folder / "house.keys").unlink()
    KeyFile.create(cup.folder / "house.keys", "Casino North")
    (finding,) = findings(cup.folder)
    assert "the secret of draw 1 of tournament/cup" in finding
    again = Cup(cup.folder)
    assert [(draw.number, draw.is_open) for draw in again.now.draws] == [(1, False), (2, True)]
    assert again.now.draws[0].set_aside == "its secret cannot be opened"
    again.do(DRAW)
    again.start()
    again.house.close()
    assert findings(cup.folder) == ()


@clause(ACT, "ruling 46")
def test_ruling_46_after_a_restore_no_secret_is_used_that_may_be_known(cup: Cup, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    backup_house(cup.folder, copy)
    cup.do(DRAW)
    revealed = cup.now.draws[0].result
    again = tmp_path / "again"
    restore_house(copy, again, keys=cup.folder / "house.keys")
    back = Cup(again)
    assert back.now.draws[0].set_aside is not None
    assert "restored" in back.now.draws[0].set_aside
    back.do(DRAW)
    assert revealed is not None
    assert back.now.draws[1].result is not None
    assert back.now.draws[1].result.secret != revealed.secret
    back.house.close()


@clause(ACT, "ruling 46")
def test_ruling_46_after_a_loss_no_secret_is_used_that_may_be_known(cup: Cup, tmp_path: Path) -> None:
    """The ballot was drawn in a record that is lost, and entrants who saw it could add words that suit them."""
    cup.house.close()
    shutil.copy(cup.folder / "house.sqlite", tmp_path / "older")
    drawn = Cup(cup.folder)
    drawn.do(DRAW)
    revealed = drawn.now.draws[0].result
    drawn.house.close()
    shutil.copy(tmp_path / "older", cup.folder / "house.sqlite")
    accept_loss(cup.folder, "an older copy was put back")
    again = Cup(cup.folder)
    assert [(draw.number, draw.is_open) for draw in again.now.draws] == [(1, False), (2, True)]
    again.do(DRAW)
    assert revealed is not None
    assert again.now.draws[1].result is not None
    assert again.now.draws[1].result.secret != revealed.secret
    again.house.close()
    assert findings(cup.folder) == ()


# Again


@clause(ACT, "ruling 46")
def test_ruling_46_the_director_proposes_a_redraw_and_an_operator_approves(cup: Cup) -> None:
    for actor, duty, place in ((OZ, Role.OPERATOR, "house"), (SUE, Role.SUPERVISOR, CUP), (DORA, Role.DIRECTOR, CUP)):
        cup.house.handle("house", GrantRole(actor=THE_HOUSE, whom=actor.person, duty=duty, place=place), actor.person)
    cup.do(DRAW)
    redraw = commands.RedrawBallot(actor=DORA, reason="drawn by mistake")
    with pytest.raises(Refused, match="an operator approves"):
        cup.do(redraw, on_duty=True)
    cup.house.handle("house", Propose(actor=DORA, stream=CUP, command=redraw), "proposed", on_duty=True)
    with pytest.raises(Refused) as refused:
        cup.house.handle("house", Approve(actor=SUE, number=1), "by sue", on_duty=True)
    assert refused.value.code in ("bad_approval", "wrong_role")
    assert cup.seated == 4
    cup.house.handle("house", Approve(actor=OZ, number=1), "by oz", on_duty=True)
    assert cup.seated == 0
    assert [(draw.number, draw.set_aside, draw.is_open) for draw in cup.now.draws] == [
        (1, "drawn by mistake", False),
        (2, None, True),
    ]
    cup.do(DRAW)
    assert all(draw.proof is not None for draw in cup.now.draws)


# No secret anywhere


class Overheard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(logging.Formatter().format(record))


@pytest.fixture
def heard() -> Iterator[Overheard]:
    handler, root = Overheard(), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(before)


def mishaps(cup: Cup) -> list[str]:
    """Draws that are refused and fail, as they are told, and with every variable on the way."""
    found: list[str] = []
    for wrong in (
        partial(cup.do, commands.DrawBallot(actor=DORA, sizes=(3,))),
        partial(cup.do, commands.DrawBallot(actor=SUE, sizes=(4,))),
        partial(cup.do, commands.DrawBallot(actor=DORA, sizes=(4,), starts_at=(1,))),
        partial(cup.do, commands.DrawBallot(actor=DORA, sizes=(4,), secret="ab" * 32, starts_at=(1,))),
        partial(cup.do, commands.DrawLot(actor=DORA)),
        partial(cup.do, commands.StartPlayOff(actor=DORA)),
        partial(cup.do, commands.AddWords(actor=patron("ann"), draw=9, words="x")),
        partial(cup.house._means.keys.open_as, DrawSecret, "0" * 16, b"x" * 60, CUP, 1),
    ):
        try:
            wrong()
        except Exception as error:  # noqa: BLE001 - whatever it is, it tells nothing
            found.append("".join(traceback.format_exception(error)))
            way = error.__traceback__ and error.__traceback__.tb_next
            found.append("".join(traceback.TracebackException(type(error), error, way, capture_locals=True).format()))
    return found


def places(cup: Cup, heard: Overheard, copy: Path) -> dict[str, bytes]:
    """Everything that somebody could read."""
    errors = mishaps(cup)
    cup.house._write.refusals.flush()
    number = cup.house.look(CUP)
    cup.house._kept.keep([(CUP, number)])
    backup_house(cup.folder, copy)
    with looking(cup.folder) as seen:
        printed = [str((list(told(record)), events_of(record))) for _, record in seen.log()]
        refused = [repr(one) for one in seen.store.refused()]
    file = cup.folder / "house.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        kept = connection.execute("SELECT body FROM snapshots").fetchall()
    found = {
        "backup": copy.read_bytes(),
        "errors": "\n".join(errors).encode(),
        "log": "\n".join(heard.said).encode(),
        "printed": "\n".join(printed).encode(),
        "refused": "\n".join(refused).encode(),
        "state": repr(cup.now).encode(),
        "database": file.read_bytes(),
        "wal": file.with_name("house.sqlite-wal").read_bytes(),
        "snapshots": b"\n".join(zlib.decompress(body) for (body,) in kept),
    }
    copy.unlink()
    return found


def unknown(cup: Cup) -> Unknown:
    return Unknown({f"draw {one.number}": cup.secret(one.number).raw() for one in open_draws(cup.now)}, ())


@clause(ACT, "ruling 46")
def test_ruling_46_no_secret_is_anywhere_before_its_draw(cup: Cup, heard: Overheard, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert leaks_in(places(cup, heard, copy), unknown(cup)) == {}
    first = Unknown({"draw 1": cup.secret(1).raw()}, ())
    cup.do(DRAW)
    assert "database" in leaks_in(places(cup, heard, copy), first) or "wal" in leaks_in(places(cup, heard, copy), first)
    cup.start()
    assert len(unknown(cup).secrets) == 1
    assert leaks_in(places(cup, heard, copy), unknown(cup)) == {}


@pytest.mark.parametrize("plant", ["row", "snapshot", "refusal", "log"])
def test_a_secret_that_is_planted_is_found(
    plant: str, heard: Overheard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks for secrets finds one in each of these places."""
    plants[plant](monkeypatch)
    cup = Cup.opened(tmp_path / "house")
    with suppress(Refused):
        cup.do(commands.DrawBallot(actor=DORA, sizes=(3,)))
    found = leaks_in(places(cup, heard, tmp_path / "copy"), unknown(cup))
    cup.house.close()
    assert found, plant


def _in_rows(patch: pytest.MonkeyPatch) -> None:
    keep = Writing.keep

    def kept(self: Any, secret: Any, stream: str, number: int) -> None:
        keep(self, secret, stream, number)
        sealed = self._secrets[-1]
        self._secrets[-1] = type(sealed)(sealed.stream, sealed.shoe, sealed.key, sealed.sealed + secret.raw())

    patch.setattr(Writing, "keep", kept)
    patch.setattr(KeyFile, "open_as", lambda _, made, __, sealed, *___: made(sealed[-32:]))


def _in_snapshots(patch: pytest.MonkeyPatch) -> None:
    def snapshot(self: Any, stream: str, standing: Any) -> Snapshot:
        return Snapshot(stream, standing.number, self._code, zlib.compress(b"".join(SEEN)))

    _seen(patch)
    patch.setattr(KeptStates, "snapshot", snapshot)


def _in_refusals(patch: pytest.MonkeyPatch) -> None:
    def note(self: Any, asked: Any, refusal: Refused) -> None:
        refusal.sentence += SEEN[-1].hex()
        noted(self, asked, refusal)

    _seen(patch)
    noted = Refusals.note
    patch.setattr(Refusals, "note", note)


def _in_logs(patch: pytest.MonkeyPatch) -> None:
    _seen(patch, lambda secret: serving._LOG.warning("a secret: %s", secret.hex()))


SEEN: list[bytes] = []


def _seen(patch: pytest.MonkeyPatch, act: Any = lambda _: None) -> None:
    SEEN.clear()

    def secret() -> bytes:
        SEEN.append(system_secret())
        act(SEEN[-1])
        return SEEN[-1]

    from puntobanco.app import randomness

    made = randomness.Chance(random_bits=randomness.SYSTEM.random_bits, secret=secret, practice=False)
    opened = open_house
    patch.setattr(
        "tests.app.house.test_draws.open_house", lambda folder, clock: opened(folder, clock=clock, chance=made)
    )


plants = {
    "row": _in_rows,
    "snapshot": _in_snapshots,
    "refusal": _in_refusals,
    "log": _in_logs,
}
