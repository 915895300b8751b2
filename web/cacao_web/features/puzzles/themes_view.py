"""The choice of a kind or a theme of puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_web.features.puzzles import texts
from cacao_web.features.puzzles.themes import Share
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def themes(shares: Iterable[Share]) -> Markup:
    """All kinds and themes with the number of their puzzles; a click puts one on the board."""
    listed = list(shares)
    about = _("Puzzles at your rating, of one kind or about one idea. If you choose the idea, you "
              "know it, so a solved puzzle brings what it brings after one hint.")  # fmt: skip
    return widgets.dialog(
        _("Choose a theme"),
        h("p", {"class": "soft"}, about),
        h("h3", None, _("What is asked")),
        _list(share for share in listed if share.wish.kind),
        h("h3", None, _("What decides")),
        _list(share for share in listed if share.wish.theme),
        back(),
    )


def _list(shares: Iterable[Share]) -> Markup:
    return h("ul", {"class": "puzzle-list"}, [_entry(share) for share in shares])


def _entry(share: Share) -> Markup:
    wish = share.wish
    name = texts.title(wish.kind) if wish.kind else texts.theme_name(wish.theme)
    solved = _("{n} of {total} solved").format(n=share.solved, total=share.total)
    go = {"type": "button", "class": "turn", "data-command": "puzzle-theme",
          "data-value": wish.kind or wish.theme}  # fmt: skip
    return h("li", None, h("button", go, h("b", None, name), h("small", None, solved)))


def back() -> Markup:
    """The button back to all ways to a puzzle."""
    return h("div", {"class": "buttons last"}, widgets.button("puzzles", _("All puzzles"),
                                                              icon="prev"))  # fmt: skip
