"""What the store asks of a database driver's connection. Statements have `?` where values go."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol


class Rows(Protocol):
    """What a statement found."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    """It begins and ends no transaction by itself."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows: ...

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object: ...

    def close(self) -> None: ...
