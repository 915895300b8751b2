"""What lies over the page: new game, share, open, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_core.text import LONGEST_NAME
from cacao_core.tiles import COLOURS, MAX_PLAYERS, MIN_PLAYERS, Seat
from cacao_web import words
from cacao_web.i18n import _, ngettext
from cacao_web.seats import COMPUTER, PERSON
from cacao_web.session import Session
from cacao_web.setup import DRAWN, NOBODY, Setup, default_name
from cacao_web.views import art, chart
from cacao_web.views.html import Child, Markup, h, join


def _dialog(title: str, *content: Child) -> Markup:
    """The frame that all dialogs share."""
    close = art.icon_button("close", _("Close"), "close")
    return join(h("header", None, h("h2", {"id": "dialog-title"}, title), close), *content)


def _select(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> Markup:
    choices = [
        h("option", {"value": value, "selected": value == chosen}, text) for value, text in options
    ]
    return h("select", {"name": name, "aria-label": label}, choices)


# --- New game --------------------------------------------------------------------------------


def setup(form: Setup) -> Markup:
    """The form for a new game."""
    rows = [_chair(form, chair) for chair in range(MAX_PLAYERS)]
    first = [(DRAWN, _("drawn at random"))]
    for chair in form.chairs:
        first.append((str(chair), form.names[chair] or default_name(form.kinds[chair], chair)))
    seed = {
        "name": "seed",
        "value": form.seed,
        "inputmode": "numeric",
        "maxlength": 20,
        "placeholder": _("at random"),
        "autocomplete": "off",
    }
    several = form.kinds.count(PERSON) > 1
    return _dialog(
        _("New game"),
        h(
            "form",
            {"id": "setup", "data-form": "begin"},
            h("div", {"class": "chairs"}, rows),
            h("label", {"class": "row"}, h("span", None, _("Who starts")),
              _select("first", _("Who starts"), first, form.first)),
            h("label", {"class": "row"}, h("span", None, _("Seed (for the same deal elsewhere)")),
              h("input", seed)),
            _check("hide_hands", _("Hide hands when the device goes round"), form.hide_hands)
            if several else None,
            _check("ask_all", _("Ask about every worker, even if one choice is sensible"),
                   form.ask_all),
            h("p", {"class": "problem", "role": "alert"}, form.problem) if form.problem else None,
            h("button", {"type": "submit", "class": "primary big"}, _("Begin")),
        ),
    )  # fmt: skip


def _chair(form: Setup, chair: int) -> Markup:
    kind = form.kinds[chair]
    kinds = [(PERSON, _("Person")), (COMPUTER, _("Computer"))]
    if chair >= MIN_PLAYERS or kind == NOBODY or len(form.chairs) > MIN_PLAYERS:
        kinds.append((NOBODY, _("nobody")))
    who = _("Player {n}").format(n=chair + 1)
    name = {
        "name": f"name-{chair}",
        "value": form.names[chair],
        "maxlength": LONGEST_NAME,
        "placeholder": default_name(kind, chair),
        "aria-label": _("Name of player {n}").format(n=chair + 1),
        "autocomplete": "off",
    }
    return h(
        "div",
        {"class": "chair"},
        h("span", {"class": "number"}, chair + 1),
        _select(f"kind-{chair}", who, kinds, kind),
        h("input", name) if kind != NOBODY else h("span", {"class": "soft"}, _("empty chair")),
    )


def _check(name: str, label: str, checked: bool) -> Markup:
    box = h("input", {"type": "checkbox", "name": name, "checked": checked})
    return h("label", {"class": "check"}, box, h("span", None, label))


# --- Open and share --------------------------------------------------------------------------


def opening(text: str, problem: str) -> Markup:
    """Where a link or a record can be pasted."""
    area = {"name": "link", "rows": 6, "spellcheck": "false", "aria-label": _("Link or record")}
    return _dialog(
        _("Open a game"),
        h(
            "form",
            {"data-form": "open-pasted"},
            h("p", None, _("Paste a link or the text of a record.")),
            h("textarea", area, text),
            h("p", {"class": "problem", "role": "alert"}, problem) if problem else None,
            h("button", {"type": "submit", "class": "primary big"}, _("Open")),
        ),
    )


def share(link: str, can_share: bool, record: str) -> Markup:
    """The game as a link and as text."""
    field = {"readonly": True, "value": link, "aria-label": _("Link to this game"), "id": "link"}
    text = {"readonly": True, "rows": 8, "aria-label": _("Record of this game"), "id": "record"}
    send = art.button("send", _("Share…"), icon="share", css="primary") if can_share else None
    return _dialog(
        _("Share this game"),
        h("p", None, _("Whoever opens this link sees this very position and can go on from it. "
                       "The link holds the whole game; it is sent to no server.")),
        h("div", {"class": "row"}, h("input", field)),
        h("div", {"class": "buttons"}, art.button("copy", _("Copy link"), css="primary"), send),
        h("details", None, h("summary", None, _("Record as text")), h("textarea", text, record)),
    )  # fmt: skip


# --- The end ---------------------------------------------------------------------------------


def end(session: Session) -> Markup:
    """Who won and why."""
    game = session.game
    return _dialog(
        _verdict(session),
        _score_table(session),
        _temples(session) if game.temples() else None,
        h("h3", None, _("Score, round by round")),
        chart.chart(session),
        h(
            "div",
            {"class": "buttons"},
            art.button("rematch", _("Rematch"), icon="rotate", css="primary big"),
            art.button("share", _("Share"), icon="share", css="big"),
            art.button("close", _("Look at the board"), css="big"),
        ),
    )


def _verdict(session: Session) -> str:
    winners = [session.sitters[seat].name for seat in session.game.winners()]
    if len(winners) == 1:
        return _("{name} wins").format(name=winners[0])
    return _("Shared victory: {names}").format(names=", ".join(winners))


def _score_table(session: Session) -> Markup:
    """Gold by source, best first; the tie-break where it decided."""
    scores, winners = session.game.score(), session.game.winners()
    order = sorted(range(len(scores)), key=lambda s: (-scores[s].total, -scores[s].cacao))
    titles = [
        ("good-gold", _("Gold")),
        ("good-temple", _("Temples")),
        ("good-sun", _("Suns")),
        ("good-water", _("Water")),
        ("", _("Total")),
        ("good-cacao", _("Cacao left")),
    ]
    heads = [h("th", {"scope": "col"}, art.symbol(good) if good else None,
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
            {"class": "scores"},
            h("thead", None, h("tr", None, h("th", {"scope": "col"}, _("Player")), heads)),
            h("tbody", None, rows),
        ),
        h("p", {"class": "soft"}, note) if note else None,
    )


def _tie_note(tied: int, winners: int) -> str:
    if winners < tied:
        return _("Equal gold: the most cacao left decides.")
    return _("Equal gold and equal cacao: a shared victory.")


def _score_row(session: Session, seat: Seat, won: bool) -> Markup:
    score = session.game.score()[seat]
    name = h("th", {"scope": "row"}, art.emblem(seat), " ", session.sitters[seat].name)
    numbers = [score.gold, score.temples, score.suns, score.water]
    cells = [h("td", None, words.number(number)) for number in numbers]
    total = h("td", {"class": "total"}, words.number(score.total))
    css = f"seat-{COLOURS[seat]}" + (" won" if won else "")
    return h("tr", {"class": css}, name, cells, total, h("td", None, score.cacao))


def _temples(session: Session) -> Markup:
    """Each temple's majority."""
    items = []
    for temple in session.game.temples():
        shares = [
            h(
                "span",
                {"class": "share"},
                art.emblem(seat),
                ngettext("{n} worker", "{n} workers", count),
                h("b", None, f" +{temple.gold[seat]}") if temple.gold[seat] else None,
            )
            for seat, count in enumerate(temple.workers)
            if count
        ]
        where = h("b", None, _("Temple on {cell}").format(cell=words.cell_name(temple.cell)))
        empty = h("span", {"class": "soft"}, _("nobody")) if not shares else None
        items.append(h("li", None, where, shares, empty))
    return join(h("h3", None, _("Temples")), h("ul", {"class": "temples"}, items))
