"""The four documents, one file each."""

from puntobanco.rules.books.act_2015 import ACT_2015
from puntobanco.rules.books.house_midi import HOUSE_MIDI
from puntobanco.rules.books.nz_1998 import NZ_1998
from puntobanco.rules.books.washington import WASHINGTON
from puntobanco.rules.rulebook import Rulebook

BOOKS: dict[str, Rulebook] = {book.id: book for book in (ACT_2015, NZ_1998, WASHINGTON, HOUSE_MIDI)}
