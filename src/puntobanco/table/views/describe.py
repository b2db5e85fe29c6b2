"""Events and refusals as a supervisor would read them: one sentence each."""

import re

from puntobanco.rulebooks.books import EVERY_EDITION
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import TableEvent
from puntobanco.table.model import Preparation

_WAGERS = (offered.wager.id for book in EVERY_EDITION for offered in book.offers)
_IDS = re.compile(rf"\b({'|'.join(dict.fromkeys((*COMMANDS, *PARAMETERS, *Preparation, *_WAGERS)))})\b")


def tell(event: TableEvent, by: str) -> str:
    """What happened, in one line, without the clause; `by` is whose hand it was."""
    return event.describe(by)


def plain(sentence: str) -> str:
    """A sentence with the names of commands, wagers, steps and keys as words."""
    return _IDS.sub(lambda found: found[0].removeprefix("on_").replace("_", " "), sentence)
