"""A text as a QR code, drawn as one path."""

from __future__ import annotations

from typing import Final

from cacao_web.ui.markup import Markup, h

_QUIET: Final = 4
"""Empty modules around a code, as required by the standard."""


def qr_code(text: str, label: str) -> Markup:
    """A QR code, dark on white in every theme, because cameras expect that.

    Args:
        text: its content.
        label: its label for screen readers.
    """
    import segno  # noqa: PLC0415  # only needed for sharing a game

    rows = segno.make(text, error="m", micro=False).matrix
    path = "".join(
        f"M{x + _QUIET} {y + _QUIET}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    )
    size = len(rows) + 2 * _QUIET
    box = {"class": "qr", "viewBox": f"0 0 {size} {size}", "role": "img", "aria-label": label}
    return h("svg", {**box, "shape-rendering": "crispEdges"}, h("path", {"d": path}))
