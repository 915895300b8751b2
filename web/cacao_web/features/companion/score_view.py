"""Only the score of a game of Cacao: a page for each player, the temples, and the result."""

from __future__ import annotations

from cacao_core.rules import BASE
from cacao_core.scorepads import cacao
from cacao_core.scoring import Score, majority
from cacao_web.board import art
from cacao_web.features.companion import frame
from cacao_web.features.companion.people import label, shown
from cacao_web.features.companion.table import LARGEST, Table
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, ngettext, pgettext
from cacao_web.ui.markup import Markup, h


def screen(page: str, table: Table, can_undo: bool) -> Markup:
    """A page of it; pages of players are their seats."""
    tabs = _tabs(table, page)
    if page == "temples":
        return frame.screen(
            _("Temples"), _temples(table), tabs=tabs, back=f"score/{len(table.names) - 1}",
            onward=("score/result", _("Result")), can_undo=can_undo,
        )  # fmt: skip
    if page == "result":
        result = _verdict(table)
        return frame.screen(
            result, _table(table), tabs=tabs, back="score/temples",
            onward=("doors", _("Done")), can_undo=can_undo,
        )  # fmt: skip
    seat = int(page)
    after = ("score/temples", _("Temples"))
    if seat + 1 < len(table.names):
        after = (f"score/{seat + 1}", label(table, seat + 1))
    back = f"score/{seat - 1}" if seat else "score/who"
    return frame.screen(
        label(table, seat), _player(table, seat), tabs=tabs, back=back, onward=after,
        can_undo=can_undo,
    )  # fmt: skip


def _tabs(table: Table, page: str) -> Markup:
    seats = [
        (f"score/{seat}", art.emblem(colour), label(table, seat))
        for seat, colour in enumerate(table.colours)
    ]
    temples = ("score/temples", widgets.symbol("good-temple"), _("Temples"))
    result = ("score/result", widgets.symbol("icon-list", "glyph"), _("Result"))
    return frame.tabs([*seats, temples, result], f"score/{page}")


def _player(table: Table, seat: int) -> list[Markup]:
    board = table.boards[seat]
    gold = [
        frame.step(words.signed(change), f"count:gold:{seat}:{change:+}", said,
                   disabled=not 0 <= board.gold + change <= LARGEST.gold)
        for change, said in (
            (-5, _("5 gold less")), (-1, _("1 gold less")), (1, _("1 gold more")),
            (5, _("5 gold more")), (10, _("10 gold more")),
        )
    ]  # fmt: skip
    water = [
        frame.choice(words.number(value), f"count:water:{seat}:{at}", at == board.water)
        for at, value in enumerate(BASE.water)
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
    ]  # fmt: skip


def _temples(table: Table) -> list[Markup]:
    about = h("p", {"class": "soft"}, _("The workers beside each temple. Leave out temples that "
                                        "were not placed."))  # fmt: skip
    lay = widgets.button("companion-go", _("Lay the board"), icon="hand", value="score/lay")
    counts = _("Or lay the board as it lies: then they are counted.")
    by_laying = h("div", {"class": "buttons"}, lay, h("p", {"class": "soft"}, counts))
    return [about, by_laying, *(_temple(table, number) for number in range(len(table.temples)))]


def _temple(table: Table, number: int) -> Markup:
    row = table.temples[number]
    full = sum(row) >= cacao.MOST_WORKERS
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


def _verdict(table: Table) -> str:
    names = [label(table, seat) for seat in cacao.winners(table.finals, table.temples)]
    if len(names) == 1:
        return _("{name} wins").format(name=names[0])
    return _("Shared victory: {names}").format(names=all_of(names))


def _table(table: Table) -> Markup:
    """Gold by source, best player first; and what decided a tie."""
    scores = cacao.scores(table.finals, table.temples)
    ranking = cacao.ranking(table.finals, table.temples)
    titles = [
        ("good-gold", _("Gold")), ("good-temple", _("Temples")), ("good-sun", _("Suns")),
        ("good-water", pgettext("score", "Water")), ("", _("Total")),
        ("good-cacao", _("Cacao left")),
    ]  # fmt: skip
    heads = [
        h("th", {"scope": "col"}, widgets.symbol(good) if good else None, h("span", None, title))
        for good, title in titles
    ]
    place, rows = 1, []
    for seats in ranking:
        rows += [_row(table, seat, place, scores[seat]) for seat in seats]
        place += len(seats)
    body = h("tbody", None, rows)
    head = h("thead", None, h("tr", None, h("th", {"scope": "col"}, _("Player")), heads))
    note = _note(scores, len(ranking[0]))
    return h(
        "div",
        {"class": "scroll"},
        h("table", {"class": "scores"}, head, body),
        h("p", {"class": "soft"}, note) if note else None,
        h("p", {"class": "soft"}, _counted(table)),
    )


def _row(table: Table, seat: int, place: int, score: Score) -> Markup:
    numbers = [score.gold, score.temples, score.suns, score.water]
    css = f"seat-{table.colours[seat]}" + (" won" if place == 1 else "")
    return h(
        "tr",
        {"class": css},
        h("th", {"scope": "row"}, _("{n}.").format(n=place), " ", shown(table, seat)),
        [h("td", None, words.number(number)) for number in numbers],
        h("td", {"class": "total"}, words.number(score.total)),
        h("td", None, score.cacao),
    )


def _note(scores: list[Score], winners: int) -> str:
    best = max(score.total for score in scores)
    tied = sum(score.total == best for score in scores)
    if tied == 1:
        return ""
    if winners < tied:
        return _("Equal gold: the most cacao left decides.")
    return _("Equal gold and equal cacao: a shared victory.")


def _counted(table: Table) -> str:
    """How many temples have been counted, so that a forgotten one is noticed."""
    used = sum(any(row) for row in table.temples)
    return ngettext("{n} temple counted", "{n} temples counted", used)
