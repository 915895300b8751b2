"""The dialog at the end of a game."""

from __future__ import annotations

from cacao_core.names import LONGEST_NAME
from cacao_core.tiles import NEIGHBOURS
from cacao_web.board import art, board, telling
from cacao_web.board.results import chart, scores
from cacao_web.game.session import Session
from cacao_web.game.texts import standing_in, words
from cacao_web.shell.endings import ResultPart
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup, h, join


def end(
    session: Session,
    offer: Markup | None = None,
    ending: ResultPart | None = None,
    naming: Markup | None = None,
) -> Markup:
    """The winner and the reason, and the competition that the game counts for.

    Args:
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
        _scores(session),
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
    """That a computer, or somebody on a new device, has played on; None if nobody has."""
    given = standing_in.given_sentences(session)
    sentence = standing_in.sentences(session)
    void = _("This game counts for nobody.") if sentence else ""
    parts = " ".join(filter(None, (given, sentence, void)))
    return h("p", {"class": "soft"}, parts) if parts else None


def naming(entered: str) -> Markup:
    """The question for the person's name."""
    question = _("What is your name? It stands in results, statistics and links that you share.")
    field = {"name": "own-name", "value": entered, "maxlength": LONGEST_NAME, "autocomplete": "off",
             "id": "own-name", "aria-label": _("Your name"),
             "placeholder": _("Your name")}  # fmt: skip
    keep = h("button", {"type": "submit"}, _("Keep"))
    none = widgets.button("no-name", _("No name"))
    form = {"class": "naming", "data-form": "name-me"}
    return h("form", form, h("p", None, question), h("input", field),
             h("div", {"class": "buttons"}, keep, none))  # fmt: skip


def _verdict(session: Session) -> str:
    won = session.game.winners()
    winners = [session.sitters[seat].said for seat in won]
    if list(won) == session.persons:
        return _("You win")
    return words.won_by(winners)


def _scores(session: Session) -> Markup:
    names = [
        join(art.emblem(sitter.colour), " ", session.label(seat))
        for seat, sitter in enumerate(session.sitters)
    ]
    return scores.table(names, session.colours, session.game.score())


def _huts(session: Session) -> Markup:
    """Each player's huts, with the cost that comes back and the bonus."""
    from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

    items = []
    for seat, sitter in enumerate(session.sitters):
        shares = [h("span", {"class": "share"}, widgets.symbol(sign), text)
                  for sign, text in owned.huts(session.game, seat)]  # fmt: skip
        none = h("span", {"class": "soft"}, _("none"))
        items.append(h("li", None, art.emblem(sitter.colour),
                       h("span", {"class": "shares"}, shares or none)))  # fmt: skip
    return join(
        h("h3", None, _("Huts")),
        h("p", {"class": "soft"}, _("The cost that comes back, and the bonus:")),
        h("ul", {"class": "built"}, items),
    )


def _temples(session: Session) -> Markup:
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
