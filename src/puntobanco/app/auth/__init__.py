"""The entrance: who somebody is, and how that is proved, without any network."""

from puntobanco.app.auth.authenticator import Entered, Entrance, WrongFactor
from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.auth.principal import Kind, Scope, Visitor
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.auth.throttle import Slowed

__all__ = ["Entered", "Entrance", "Kind", "LinkKind", "Scope", "Slowed", "Visitor", "Whisper", "WrongFactor"]
