"""The house's own stream, pure: when it started and with which program, how its tables are run, who may act where, and
what gaming is switched off for."""

from puntobanco.diary.decide import handle
from puntobanco.diary.parts import OPERATOR, Attendance, Running
from puntobanco.diary.state import HouseState, fold

__all__ = ["OPERATOR", "Attendance", "HouseState", "Running", "fold", "handle"]
