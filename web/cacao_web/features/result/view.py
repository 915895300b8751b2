"""The dialog at the end of a game."""

from __future__ import annotations

from cacao_core.goods import SOURCES, Score
from cacao_core.names import LONGEST_NAME
from cacao_core.tiles import NEIGHBOURS, Seat
from cacao_web.board import art, board, chart, telling
from cacao_web.game.session import Session
from cacao_web.game.texts import standing_in, words
from cacao_web.shell.endings import ResultPart
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of, ngettext, pgettext
from cacao_web.ui.markup import Markup, h, join


def end(
    session: Session,
    offer: Markup | None = None,
    ending: ResultPart | None = None,
    naming: Markup | None = None,
) -> Markup:
    """The winner and the reason, and the competition that the game counts for.

    Args:
        session: the game.
        offer: the offer of a new version, if there is one.
        ending: what the game counts for.
        naming: the question for the person's name, if it is asked.
    """
    game, seats = session.game, range(len(session.sitters))
    beaten = [seat for seat in seats if str(seat) in session.about.beaten]
    urgent = ending and ending.urgent
    again = widgets.button("rematch", _("Rematch"), icon="again", css="" if urgent else "primary",
                           autofocus=not urgent)  # fmt: skip
    onward = (ending and ending.onward) or (None if session.is_watching else again)
    verdict = _verdict(session)
    title = ending.title if ending else ""
    this = _("This game: {verdict}").format(verdict=verdict)
    return widgets.dialog(
        title or verdict,
        h("p", {"class": "soft"}, words.rules_named(session.game.rules))
        if session.game.rules.modules
        else None,
        h(
            "p",
            {"class": "first-win"},
            _("Your first win over {names}!").format(names=all_of(session.said(beaten))),
        )
        if beaten
        else None,
        _stood_in(session),
        ending.told if ending else None,
        h("h3", None, this) if title else None,
        _score_table(session),
        naming,
        _temples(session) if game.temples() else None,
        _huts(session) if game.rules.module("huts") else None,
        h("h3", None, _("Score, turn by turn")),
        chart.chart(session),
        offer,
        h(
            "div",
            {"class": "buttons"},
            onward if urgent else None,
            widgets.button("look", _("Watch replay"), icon="play", value="0"),
            widgets.button(Command.ANALYSE, _("Analyse"), icon="hint"),
            widgets.button(Command.SHARE, _("Share"), icon="share"),
        ),
        h("div", {"class": "way-on"}, urgent or onward) if urgent or onward else None,
        about=("scoring", _("the score")),
        calm=True,
    )


def _stood_in(session: Session) -> Markup | None:
    """That a computer has played on for somebody; None if none has."""
    if not (told := standing_in.sentences(session)):
        return None
    return h("p", {"class": "soft"}, told, " ", _("This game counts for nobody."))


def naming(entered: str) -> Markup:
    """The question for the person's name."""
    told = _("What is your name? It stands in results, statistics and links that you share.")
    field = {"name": "own-name", "value": entered, "maxlength": LONGEST_NAME, "autocomplete": "off",
             "id": "own-name", "aria-label": _("Your name"),
             "placeholder": _("Your name")}  # fmt: skip
    keep = h("button", {"type": "submit"}, _("Keep"))
    none = widgets.button("no-name", _("No name"))
    form = {"class": "naming", "data-form": "name-me"}
    return h("form", form, h("p", None, told), h("input", field),
             h("div", {"class": "buttons"}, keep, none))  # fmt: skip


def _verdict(session: Session) -> str:
    won = session.game.winners()
    winners = [session.sitters[seat].said for seat in won]
    if list(won) == session.persons:
        return _("You win")
    if len(winners) == 1:
        return _("{name} wins").format(name=winners[0])
    return _("Shared victory: {names}").format(names=all_of(winners))


def _score_table(session: Session) -> Markup:
    """Gold by source, best player first; and the tie-break if it decided."""
    scores, winners = session.game.score(), session.game.winners()
    order = sorted(range(len(scores)), key=lambda s: (-scores[s].total, -scores[s].cacao))
    titles = [
        ("good-gold", _("Gold")),
        ("good-temple", _("Temples")),
        ("good-sun", _("Suns")),
        ("good-water", pgettext("score", "Water")),
        *_more_heads(scores[0]),
        ("", _("Total")),
        ("good-cacao", _("Cacao left")),
    ]
    heads = [h("th", {"scope": "col"}, widgets.symbol(good) if good else None,
               h("span", None, title)) for good, title in titles]  # fmt: skip
    rows = [_score_row(session, seat, seat in winners) for seat in order]
    best = max(score.total for score in scores)
    tied = [score for score in scores if score.total == best]
    note = _tie_note(len(tied), len(winners)) if len(tied) > 1 else None
    return h(
        "div",
        {"class": "scroll"},
        h(
            "table",
            {"class": f"scores more sources-{len(titles)}"}
            if len(scores[0].sources) > len(SOURCES)
            else {"class": "scores"},
            h("thead", None, h("tr", None, h("th", {"scope": "col"}, _("Player")), heads)),
            h("tbody", None, rows),
        ),
        h("p", {"class": "soft"}, note) if note else None,
    )


def _more_heads(score: Score) -> list[tuple[str, str]]:
    """The symbols and titles of what modules bring."""
    more = [source for source in score.sources if source not in SOURCES]
    if not more:
        return []
    from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

    return [owned.head(source) for source in more]


def _tie_note(tied: int, winners: int) -> str:
    if winners < tied:
        return _("Equal gold: the most cacao left decides.")
    return _("Equal gold and equal cacao: a shared victory.")


def _score_row(session: Session, seat: Seat, won: bool) -> Markup:
    score = session.game.score()[seat]
    name = h(
        "th",
        {"scope": "row"},
        art.emblem(session.sitters[seat].colour),
        " ",
        session.label(seat),
    )
    numbers = list(score.sources.values())
    cells = [h("td", None, words.number(number)) for number in numbers]
    total = h("td", {"class": "total"}, words.number(score.total))
    css = f"seat-{session.sitters[seat].colour}" + (" won" if won else "")
    return h("tr", {"class": css}, name, cells, total, h("td", None, score.cacao))


def _huts(session: Session) -> Markup:
    """Each player's huts, with the cost that comes back and the bonus."""
    from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

    items = []
    for seat, sitter in enumerate(session.sitters):
        shares = [h("span", {"class": "share"}, widgets.symbol(sign), told)
                  for sign, told in owned.huts(session.game, seat)]  # fmt: skip
        none = h("span", {"class": "soft"}, _("none"))
        items.append(h("li", None, art.emblem(sitter.colour),
                       h("span", {"class": "shares"}, shares or none)))  # fmt: skip
    return join(h("h3", None, _("Huts")), h("ul", {"class": "built"}, items))


def _temples(session: Session) -> Markup:
    """Each temple's majority."""
    items = []
    for temple in session.game.temples():
        shares = [
            h(
                "span",
                {"class": "share"},
                art.emblem(session.sitters[seat].colour),
                ngettext("{n} worker", "{n} workers", count),
                h("b", None, f" +{temple.gold[seat]}") if temple.gold[seat] else None,
            )
            for seat, count in enumerate(temple.workers)
            if count
        ]
        where = telling.in_words(_("Temple on {cell}").format(cell=words.cell_name(temple.cell)))
        empty = h("span", {"class": "soft"}, _("nobody")) if not shares else None
        shown = h("span", {"class": "shares"}, where, shares, empty)
        picture = board.surroundings(session.game, session.colours, temple.cell)
        around = [cell for cell in NEIGHBOURS[temple.cell] if cell in session.game.workers]
        lights = words.cell_names([temple.cell, *around])
        spot = {"type": "button", "class": "turn", "data-lights": lights}
        items.append(h("li", None, h("button", spot, picture, shown)))
    return join(h("h3", None, _("Temples")), h("ul", {"class": "temples"}, items))
