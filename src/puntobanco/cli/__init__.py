"""The command `punto`: translation only. Arguments in, the rooms do the work, text or JSON out."""
