"""The house's own stream, pure: when it started and with which program, which tables it has and how they are run."""

from puntobanco.diary.decide import handle
from puntobanco.diary.parts import OPERATOR, Running
from puntobanco.diary.state import HouseState, fold

__all__ = ["OPERATOR", "HouseState", "Running", "fold", "handle"]
