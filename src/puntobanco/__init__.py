"""Mini-baccarat by the book: four rulebooks as data, one engine that plays any of them."""

__version__ = "0.1.0"
