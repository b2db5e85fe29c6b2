"""The house's own stream, pure: when it started and with which program, how its tables are run, who may act where, and
what gaming is switched off for."""

from puntobanco.house.state import HouseState
from puntobanco.house.stream_type import fold, handle
from puntobanco.house.table_operation import OPERATOR, Attendance, Running

__all__ = ["OPERATOR", "Attendance", "HouseState", "Running", "fold", "handle"]
