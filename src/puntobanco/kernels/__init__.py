"""What the kernels of `odds` and `sim` are made of, each once: compiling, vectors, shapes, and a tableau as data.

`cells`, `cores` and `drawing` are plain Python; the other modules bring numpy and numba along.
"""
