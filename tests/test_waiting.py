"""Who waits in a test leaves the processor to what is waited for, and gives up in the end."""

import pytest

from tests import waiting


def test_what_never_comes_is_said_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LONGEST", 0)
    with pytest.raises(AssertionError, match="no bets"):
        waiting.until(lambda: False, lambda: "no bets")
