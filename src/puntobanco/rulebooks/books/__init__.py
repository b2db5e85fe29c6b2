"""The four documents, one file each, and the editions of them that were released before."""

from puntobanco.rulebooks.books.act_2015 import ACT_2015
from puntobanco.rulebooks.books.house_midi import HOUSE_MIDI
from puntobanco.rulebooks.books.nz_1998 import NZ_1998
from puntobanco.rulebooks.books.washington import WASHINGTON
from puntobanco.rulebooks.rulebook import Rulebook

BOOKS: dict[str, Rulebook] = {book.id: book for book in (ACT_2015, NZ_1998, WASHINGTON, HOUSE_MIDI)}
"""The newest edition of each book by its id."""

EARLIER_EDITIONS: dict[tuple[str, int], Rulebook] = {}
"""The others by id and number: a table goes by the edition that it was opened with for as long as it is open."""

EVERY_EDITION: tuple[Rulebook, ...] = (*EARLIER_EDITIONS.values(), *BOOKS.values())
"""By which a table may have been opened."""
