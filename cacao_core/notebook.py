"""The pictures of values in notebooks, as ``_repr_svg_`` of Jupyter."""

from __future__ import annotations

from importlib import import_module


def shown(self: object) -> str:
    """The value as a picture, see :mod:`cacao_core.svg`."""
    # Pictures are of games, records and tiles, whose modules therefore cannot import them.
    picture: str = import_module("cacao_core.svg").shown(self)
    return picture
