"""Simulation near the limit of the machine: whole shoes by each table's own procedure, counted as facts.

The same plan of blocks gives the same tallies on one thread, on all of them, or on a cluster. numpy and numba are
imported by the modules of this room, so import the room inside the function that needs it.
"""
