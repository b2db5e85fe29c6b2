"""A document as data: its clauses, what each says, the wagers it knows, and a house to practise in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.clause import Clause, Statement
from puntobanco.rulebooks.house_rules import HouseRules
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.rulebooks.wagers import BookWager
from puntobanco.values.text import quoted


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement and the clause that makes it."""

    statement: Statement
    clause: Clause


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager of a book and the choices of the house under which it is on the layout."""

    wager: BookWager
    where: tuple[tuple[str, object], ...]
    allowed_by: str | None = None
    """The clause by which a house may offer it; none for a wager that is on every layout."""


def offer(wager: BookWager, **where: object) -> Offer:
    """`offer(tie_wager(), settlement=SettlementMethod.A)`: on every layout where the house chose these."""
    return Offer(wager, tuple(where.items()))


def side_bet(wager: BookWager, *, allowed_by: str, **where: object) -> Offer:
    """`side_bet(tiger("big"), allowed_by="tiger bonus")`: on the layout where the house also offers it."""
    return Offer(wager, tuple(where.items()), allowed_by)


def wager_ids(offers: Iterable[Offer]) -> tuple[str, ...]:
    """The id of each wager once, in the order of the layout."""
    return tuple(dict.fromkeys(one.wager.id for one in offers))


@dataclass(frozen=True, slots=True)
class OwnRule:
    """What the law of conditions itself says of a parameter; a `Setting` is the table's own value of another one."""

    key: str
    value: Any
    clause: str


@dataclass(frozen=True, slots=True)
class ConditionsLaw:
    """That approved conditions prevail over the other rules of a book, by which clause, and what comes with them."""

    prevail: str
    """The clause that lets them."""
    own: tuple[OwnRule, ...]
    """What holds wherever conditions do, and is not theirs to change."""
    unless_said: tuple[OwnRule, ...] = ()
    """What holds wherever conditions do unless they say otherwise, whatever book and house say."""


@dataclass(frozen=True, slots=True)
class OwnWagersLaw:
    """By which clause a house may offer bonus wagers of its own, and by which they bear no commission."""

    offered: str
    no_commission: str


@dataclass(frozen=True, slots=True)
class TournamentSection:
    """The clauses that bind in tournaments alone, and which of them says so."""

    only: str = ""
    clauses: tuple[str, ...] = ()
    conduct: tuple[str, ...] = ()
    """Those of its texts that bind players in what no computation sees."""


@dataclass(frozen=True)
class Rulebook:
    """One document: its clauses in order, each with the values it speaks of, the wagers, and a house to practise in.

    An edition that was released never changes: what is put right in it later is a new edition.
    `house_must_choose` names clauses whose values every operator chooses: no practice house stands in for them.
    """

    id: str
    edition: int
    title: str
    source: str
    clauses: tuple[Clause, ...]
    offers: tuple[Offer, ...]
    practice: Mapping[str, Any]
    house_must_choose: tuple[str, ...] = ()
    conditions: ConditionsLaw | None = None
    tournament: TournamentLaw | None = None
    own_wagers: OwnWagersLaw | None = None
    """How we read what its clauses say of bonus wagers; it adds nothing to them, and is no part of an edition."""
    for_tournaments: TournamentSection = TournamentSection()
    """How we read which clauses are for tournaments; it adds nothing to them either."""
    wagers_listed: str = ""
    """The clause that we read as the list of what may be bet on."""

    def clause(self, number: str) -> Clause:
        """The clause with this number; `Unreadable` when the book has none."""
        for found in self.clauses:
            if found.number == number:
                return found
        raise Unreadable(
            f"{self.id} has no clause {quoted(number)}: `punto rules show {self.id}` lists them, from "
            f"{self.clauses[0].number} to {self.clauses[-1].number}"
        )

    @cached_property
    def stated(self) -> dict[str, Stated]:
        """What the book says about each parameter."""
        found: dict[str, Stated] = {}
        for clause in self.clauses:
            for key, statement in clause.statements:
                if key in found:
                    raise ValueError(f"{self.id}: {clause.number} and {found[key].clause.number} both set {key}")
                found[key] = Stated(statement, clause)
        if found.keys() != PARAMETERS.keys():
            raise ValueError(f"{self.id}: unstated or unknown parameters {found.keys() ^ PARAMETERS.keys()}")
        return found

    @cached_property
    def side_bets(self) -> dict[str, str]:
        """The clause by which a house may offer each wager that is not on every layout."""
        return {one.wager.id: one.allowed_by for one in self.offers if one.allowed_by is not None}

    @property
    def chosen_by_every_house(self) -> dict[str, str]:
        """The parameters that an operator must choose to open a table, each with its clause."""
        numbers = {key: stated.clause.number for key, stated in self.stated.items()}
        return {key: number for key, number in numbers.items() if number in self.house_must_choose}

    @property
    def practice_house(self) -> HouseRules:
        """The house to practise in, as its operator would choose it."""
        return HouseRules(self.practice)
