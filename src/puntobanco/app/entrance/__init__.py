"""The entrance: who somebody is, and how that is proved, without any network."""

from puntobanco.app.entrance.entrance import Entered, Entrance, WrongFactor
from puntobanco.app.entrance.links import LinkKind
from puntobanco.app.entrance.slowing import Slowed
from puntobanco.app.entrance.visitor import Kind, Scope, Visitor
from puntobanco.app.entrance.whisper import Whisper

__all__ = ["Entered", "Entrance", "Kind", "LinkKind", "Scope", "Slowed", "Visitor", "Whisper", "WrongFactor"]
