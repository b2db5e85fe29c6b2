"""The audit of a log: checkpoints, proofs, everything that is wrong, and what outsiders get. It works on lines."""
