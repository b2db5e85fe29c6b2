"""The library: what `import puntobanco as pb` offers, in the words of the command line."""
