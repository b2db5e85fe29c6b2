"""A group of commands decided one after the other, each as if those before it were committed."""

import logging
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from puntobanco.app.house.decide_command import Tentative
from puntobanco.app.house.pending_requests import Waiting
from puntobanco.app.house.stream_states import Standing, Standings
from puntobanco.app.house.strip_traceback import bare, in_words
from puntobanco.app.house.write_unit import Decision, Means
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import StoreFailure

Decided: TypeAlias = tuple[Decision, Waiting]
NotDone: TypeAlias = tuple[Waiting, Refused | Unreadable, Mapping[str, Standing]]
"""Refused, with every stream that was looked at for it, as it was."""
After: TypeAlias = Mapping[str, Standing]
"""Where streams stand once all of a group is written."""

_LOG = logging.getLogger(__name__)


def decide_all(
    group: Sequence[Waiting], standings: Standings, means: Means
) -> tuple[list[Decided], After, list[NotDone]]:
    """What comes of each; whoever meets a mistake of ours, or a store that fails, is told at once."""
    tentative = Tentative(standings, means)
    decide, decided = tentative.decide, list[Decided]()
    refused: list[NotDone] = []
    for one in group:
        try:
            decided.append((decide(one.asked), one))
        except (Refused, Unreadable) as refusal:
            refused.append((one, bare(refusal), tentative.seen))
        except StoreFailure as error:
            one.answer.set_exception(bare(error))
        except Exception as error:  # noqa: BLE001 - a mistake of ours is the answer to one command only
            _LOG.error("a command could not be decided\n%s", in_words(error))
            one.answer.set_exception(bare(error))
    return decided, tentative.after, refused
