"""What other processes write is noticed at once where the database tells it, and soon in any case."""

import logging
from contextlib import closing, suppress
from threading import Event, Thread

from puntobanco.app.house.house import House
from puntobanco.store import News, Store, StoreFailure
from puntobanco.store.trouble import Seldom

SECONDS_BETWEEN_LOOKS = 0.5
"""How long something may stay unseen of which nobody told."""
_SELDOM = Seldom(logging.getLogger(__name__))


class Noticing:
    """A thread that has the house catch up; nothing to do where no other process writes."""

    def __init__(self, house: House, store: Store) -> None:
        self._house, self._store = house, store
        self._stopped = Event()
        self._thread = Thread(target=self._notice, name="noticing", daemon=True)

    def start(self) -> None:
        if self._store.is_shared:
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _notice(self) -> None:
        while not self._stopped.is_set():
            try:
                news = self._store.news()
                if news is not None:
                    with closing(news):
                        self._listen(news)
            except StoreFailure as failure:
                _SELDOM.warning("nobody tells what others write: %s", failure)
                self._stopped.wait(SECONDS_BETWEEN_LOOKS)
                with suppress(StoreFailure):
                    self._house.catch_up()

    def _listen(self, news: News) -> None:
        while not self._stopped.is_set():
            told = news.wait(SECONDS_BETWEEN_LOOKS)
            if not told or not all(self._house.has_seen(stream, number) for stream, number in told):
                self._house.catch_up()
