"""Only the score of a game of Cacao: a page for each player, the temples, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.scorepads import cacao
from cacao_core.scoring import majority
from cacao_web.board import art
from cacao_web.board.results import scores
from cacao_web.features.companion.frame import frame
from cacao_web.features.companion.people import label, shown
from cacao_web.features.companion.table import LARGEST, ScorePad
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext, numeral
from cacao_web.ui.markup import Markup, h, join


def screen(
    page: str, table: ScorePad, can_undo: bool, keeping: Sequence[tuple[str, str]]
) -> Markup:
    """A page of it; pages of players are their seats.

    Args:
        page: which one.
        table: the game.
        can_undo: whether a tap can be taken back.
        keeping: places and labels of the buttons after the result, the usual one first.
    """
    tabs = _tabs(table, page)
    if page == "temples" and table.temples:
        return frame.screen(
            _("Temples"), _temples(table), tabs=tabs, back=f"score/{len(table.names) - 1}",
            onward=("score/result", _("Result")), can_undo=can_undo,
        )  # fmt: skip
    if page == "result":
        names = [label(table, seat) for seat in range(len(table.names))]
        title = scores.verdict(names, table.scores)
        before = "score/temples" if table.temples else f"score/{len(table.names) - 1}"
        return frame.screen(
            title, _result(table), _also(keeping[1:]), tabs=tabs, back=before,
            onward=keeping[0], can_undo=can_undo,
        )  # fmt: skip
    seat = int(page) if page.isdigit() else len(table.names) - 1
    after = ("score/temples", _("Temples")) if table.temples else ("score/result", _("Result"))
    if seat + 1 < len(table.names):
        after = (f"score/{seat + 1}", label(table, seat + 1))
    back = f"score/{seat - 1}" if seat else "score/who"
    return frame.screen(
        label(table, seat), _player(table, seat), tabs=tabs, back=back, onward=after,
        can_undo=can_undo,
    )  # fmt: skip


def _also(ways: Sequence[tuple[str, str]]) -> Markup | None:
    buttons = [widgets.button("companion-go", label, value=place) for place, label in ways]
    return h("div", {"class": "buttons"}, buttons) if ways else None


def _tabs(table: ScorePad, page: str) -> Markup:
    """The pages; those of players with what they have so far."""
    totals = [score.total for score in table.scores]
    seats = [
        (f"score/{seat}", join(art.emblem(colour), " ", h("b", None, total)),
         _("{name}: {n} gold so far").format(name=label(table, seat), n=numeral(total)))
        for seat, (colour, total) in enumerate(zip(table.colours, totals, strict=True))
    ]  # fmt: skip
    temples = ("score/temples", widgets.symbol("good-temple"), _("Temples"))
    result = ("score/result", widgets.symbol("icon-list", "glyph"), _("Result"))
    middle = [temples] if table.temples else []
    return frame.tabs([*seats, *middle, result], f"score/{page}")


def _player(table: ScorePad, seat: int) -> list[Markup]:
    board = table.boards[seat]
    gold = [
        frame.step(words.signed(change), f"count:gold:{seat}:{change:+}", label,
                   disabled=not 0 <= board.gold + change <= LARGEST.gold)
        for change, label in (
            (-5, _("5 gold less")), (-1, _("1 gold less")), (1, _("1 gold more")),
            (5, _("5 gold more")), (10, _("10 gold more")),
        )
    ]  # fmt: skip
    water = [
        frame.choice(numeral(value), f"count:water:{seat}:{at}", at == board.water)
        for at, value in enumerate(table.rules.water)
    ]
    suns = [
        frame.choice(str(n), f"count:suns:{seat}:{n}", n == board.suns)
        for n in range(LARGEST.suns + 1)
    ]
    fruits = [
        frame.choice(str(n), f"count:cacao:{seat}:{n}", n == board.cacao)
        for n in range(LARGEST.cacao + 1)
    ]
    return [
        frame.group(_("Gold"), h("output", {"class": "amount"}, board.gold), gold,
                    good="good-gold"),
        frame.group(_("Field of the water carrier"), water, good="good-water"),
        frame.group(_("Suns"), suns, good="good-sun"),
        frame.group(_("Cacao left"), fruits, good="good-cacao"),
        *_of_modules(table, seat),
    ]  # fmt: skip


def _of_modules(table: ScorePad, seat: int) -> list[Markup]:
    """All that a player has of the modules."""
    if not table.rules.modules:
        return []
    from cacao_web.features.companion import more_view  # noqa: PLC0415  # base games do without

    return more_view.player(table, seat)


def _temples(table: ScorePad) -> list[Markup]:
    about = h("p", {"class": "soft"}, _("The workers beside each temple. Leave out temples that "
                                        "were not placed."))  # fmt: skip
    rows = [_temple(table, number) for number in range(len(table.temples))]
    lay = widgets.button("companion-go", _("Copy the table"), icon="hand", value="score/lay")
    counts = _("Or copy your table into the page: then it counts the workers for you.")
    return [about, h("div", {"class": "buttons"}, lay, h("p", {"class": "soft"}, counts)), *rows]


def _temple(table: ScorePad, number: int) -> Markup:
    row = table.temples[number]
    full = sum(row) >= cacao.most_workers(table.rules)
    rows = [
        h(
            "div",
            {"class": "at-temple"},
            h("span", {"class": "who"}, shown(table, seat)),
            frame.step("−", f"temple:{number}:{seat}:-1",
                       _("{name}: a worker less").format(name=label(table, seat)), not workers),
            h("output", None, workers),
            frame.step("+", f"temple:{number}:{seat}:1",
                       _("{name}: a worker more").format(name=label(table, seat)), full),
            h("b", {"class": "paid"}, f"+{gold}" if gold else ""),
        )
        for seat, (workers, gold) in enumerate(zip(row, majority(row), strict=True))
    ]  # fmt: skip
    name = _("Temple {n}").format(n=number + 1)
    return frame.group(name, rows, good="good-temple", css="temple-rows")


# --- The result ----------------------------------------------------------------------------------


def _result(table: ScorePad) -> list[Markup | None]:
    """Gold by source, best player first; and what decided a tie."""
    names = [shown(table, seat) for seat in range(len(table.names))]
    note = h("p", {"class": "soft"}, _counted(table)) if table.temples else None
    return [scores.table(names, table.colours, table.scores, numbered=True), note]


def _counted(table: ScorePad) -> str:
    """The number of temples that have been counted, so that a forgotten one is noticed."""
    used = sum(any(row) for row in table.temples)
    return ngettext("{n} temple counted", "{n} temples counted", used)
