"""A text as a QR code, drawn as one path."""

from __future__ import annotations

from typing import Final

from cacao_web.ui.markup import Markup, h

_QUIET: Final = 4
"""Empty modules around a code; the standard asks for them."""


def qr_code(text: str, label: str) -> Markup:
    """A QR code, dark on white in every theme, for that is what cameras expect.

    Args:
        text: what it holds.
        label: what it is, for those who do not see it.
    """
    import segno  # noqa: PLC0415  # only those who share a game need it

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
