"""The score pad of a player in games with modules: huts, masks, gems, and bars of chocolate."""

from __future__ import annotations

from collections import Counter

from cacao_core.modules.gems import MASKS
from cacao_core.modules.huts import HUTS
from cacao_core.scorepads import cacao
from cacao_core.tiles import MIN_PLAYERS
from cacao_web.features.companion.frame import frame
from cacao_web.features.companion.table import LARGEST, Board, ScorePad
from cacao_web.game.texts import expansions, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h


def player(table: ScorePad, seat: int) -> list[Markup]:
    """All that a player has of the modules that are played."""
    rules, parts = table.rules, list[Markup]()
    if rules.module("chocolate"):
        note = _("Bars of chocolate that are left bring nothing. Only cacao counts for a tie.")
        parts.append(h("p", {"class": "soft"}, note))
    if rules.module("huts"):
        parts += _huts(table, seat)
    if rules.module("gems"):
        parts += [_masks(table, seat), _number(table, seat, "gems", _("Gems left"), "gem-W")]
    return parts


def _huts(table: ScorePad, seat: int) -> list[Markup]:
    """The huts, and what only the people at the table can count for them."""
    board, final = table.boards[seat], table.finals[seat]
    buttons = [_hut(seat, code, code in board.huts) for code in HUTS]
    parts = [frame.group(_("Huts"), buttons, good="hut-CH", css="hut-ticks")]
    if "HE" in board.huts:
        label = _("Hermit: workers that face no jungle tile")
        parts.append(_number(table, seat, "hermits", label, "hut-HE"))
    if "RW" in board.huts:
        label = _("Road worker: tiles in the row or column with most of them")
        parts.append(_number(table, seat, "road", label, "hut-RW"))
    at_temples = sum(row[seat] > 0 for row in table.temples)
    gold = sum(cacao.hut_gold(final, code, at_temples) for code in board.huts)
    cost = sum(HUTS[code].cost for code in board.huts)
    sentence = _("Their cost comes back: {cost} gold; and they bring {n} gold more.")
    if board.huts:
        parts.append(h("p", {"role": "status"}, sentence.format(cost=cost, n=gold - cost)))
    if "MO" in board.huts and not at_temples:
        parts.append(h("p", {"class": "soft"}, _("Monk: the page counts him by the temples.")))
    return parts


def _hut(seat: int, code: str, has: bool) -> Markup:
    name = f"{words.capital(expansions.hut_name(code))} ({HUTS[code].cost})"
    sign = widgets.symbol(f"hut-{code}", "hut-sign")
    return frame.choice([sign, h("span", None, name)], f"hut:{seat}:{code}", has,
                        title=expansions.hut_told(code))  # fmt: skip


def _masks(table: ScorePad, seat: int) -> Markup:
    """The number of masks of each value, as far as others have left any."""
    counts = Counter(MASKS[:-1] if len(table.names) == MIN_PLAYERS else MASKS)
    own = Counter(table.boards[seat].masks)
    others = Counter(mask for one in table.boards for mask in one.masks) - own
    rows = [
        h("div", {"class": "masks"}, widgets.symbol(f"mask-{mask}", "hut-sign"),
          [_masks_of(seat, mask, n, own[mask], counts[mask] - others[mask])
           for n in range(counts[mask] + 1)])
        for mask in counts
    ]  # fmt: skip
    return frame.group(_("Masks"), rows, good="mask-8", css="mask-rows")


def _masks_of(seat: int, mask: int, number: int, has: int, left: int) -> Markup:
    label = ngettext(
        "{n} mask of value {value}", "{n} masks of value {value}", number, value=str(mask)
    )
    return frame.choice(str(number), f"mask:{seat}:{mask}:{number}", number == has,
                        disabled=number > left, **{"aria-label": label})  # fmt: skip


def _number(table: ScorePad, seat: int, what: str, label: str, sign: str) -> Markup:
    """A number that is counted up and down."""
    board: Board = table.boards[seat]
    now, most = getattr(board, what), getattr(LARGEST, what)
    steps = [
        frame.step(words.signed(change), f"count:{what}:{seat}:{change:+}",
                   f"{label}: {words.signed(change)}", disabled=not 0 <= now + change <= most)
        for change in (-1, 1, 5)
    ]  # fmt: skip
    return frame.group(label, h("output", {"class": "amount"}, now), steps, good=sign)
