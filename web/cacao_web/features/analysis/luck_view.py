"""Luck and skill of a game: what made the result, turn by turn, and the best and worst draw."""

from __future__ import annotations

from cacao_web.board import art, chart
from cacao_web.features.analysis import luck, model
from cacao_web.features.analysis.luck import Draw, Part
from cacao_web.features.analysis.model import Review
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup, h


def headline(session: Session, found: Review) -> list[Markup]:
    """What made the result, for the person at this device, or for all."""
    if not luck.is_known(found):
        again = _("This analysis is from an earlier version: it does not tell luck from skill.")
        button = widgets.button("analyse-anew", _("Analyse again"), icon="again")
        return [h("div", {"class": "learn"}, button, h("small", None, again))]
    whom = _whom(session)
    if whom is None:
        return [h("h3", None, _("Luck and skill")), _table(session, found), _meant()]
    return [_sentence(session, luck.part(found, whom)), _meant()]


def _whom(session: Session) -> int | None:
    """The only person at this device, who plays against others; else None."""
    own = model.own_seats(session)
    return next(iter(own)) if len(own) == 1 else None


def _meant() -> Markup:
    told = _("The parts add up to the result. Decisions count 0 if every one was the best known.")
    return h("p", {"class": "soft"}, told)


def _sentence(session: Session, part: Part) -> Markup:
    """The result with its parts, said to the person."""
    tiles = _figure(_("Tiles: {gold}."), part.tiles)
    own = _figure(_("Your decisions: {gold}."), part.own)
    one = _("{name}’s decisions: {gold}.")
    text = one if len(part.others) == 1 else _("Decisions of the others: {gold}.")
    others = _figure(text, part.of_others, session.sitters[part.others[0][0]].said)
    result = h("b", None, _result(session, part.result))
    return h("p", {"class": "made"}, result, " ", tiles, " ", own, " ", others)


def _figure(text: str, gold: int, name: str = "") -> Markup:
    before, _gold, after = text.replace("{name}", "\0").partition("{gold}")
    said = [part.replace("\0", name) for part in (before, after)]
    return h("span", {"class": "figure"}, said[0], h("b", None, words.signed(gold)), said[1])


def _result(session: Session, lead: int) -> str:
    """How the game ended for the person, or how it can be expected to."""
    if session.game.is_over:
        return _won(session, lead)
    if lead > 0:
        return ngettext("You are about {n} gold ahead.", "You are about {n} gold ahead.", lead)
    if lead < 0:
        return ngettext("You are about {n} gold behind.", "You are about {n} gold behind.", -lead)
    return _("You are about level.")


def _won(session: Session, lead: int) -> str:
    if lead > 0:
        return _("You won by {n}.").format(n=lead)
    if lead < 0:
        return _("You lost by {n}.").format(n=-lead)
    winners = session.game.winners()
    if not set(winners) & set(model.own_seats(session)):
        return _("You lost with equal gold.")
    return _("A shared victory.") if len(winners) > 1 else _("You won with equal gold.")


def _table(session: Session, found: Review) -> Markup:
    """The result of each player with its parts."""
    heads = [_("Player"), _("Result"), _("Tiles"), _("Own decisions"), _("Others’ decisions")]
    parts = [luck.part(found, seat) for seat in range(len(session.sitters))]
    rows = [_row(session, part) for part in sorted(parts, key=lambda part: -part.result)]
    head = h("tr", None, [h("th", {"scope": "col"}, text) for text in heads])
    table = h("table", {"class": "ledger"}, h("thead", None, head), h("tbody", None, rows))
    return h("div", {"class": "scroll"}, table)


def _row(session: Session, part: Part) -> Markup:
    sitter = session.sitters[part.seat]
    name = h("th", {"scope": "row"}, art.emblem(sitter.colour), " ", sitter.said)
    figures = [part.result, part.tiles, part.own, part.of_others]
    return h("tr", None, name, [h("td", None, words.signed(gold)) for gold in figures])


# --- Turn by turn ------------------------------------------------------------------------------


def course(session: Session, found: Review) -> list[Markup]:
    """How tiles and decisions made the result, turn by turn, and the best and worst draw."""
    if not luck.is_known(found):
        return []
    own = _whom(session)
    seat = _ahead(session, found) if own is None else own
    points = luck.course(found, seat)
    tiles, skill = ([point[at] for point in points] for at in (0, 1))
    name = session.sitters[seat].said
    title = _("Tiles and decisions, turn by turn")
    if own is None:
        title = _("Tiles and decisions, turn by turn: {name}").format(name=name)
    part = luck.part(found, seat)
    lines = [
        chart.Course("skill", skill, part.own + part.of_others),
        chart.Course("luck", tiles, part.tiles),
    ]
    label = _("Gold by tiles and by decisions halfway through: {tiles} and {skill}.").format(
        tiles=words.signed(round(tiles[len(tiles) // 2])),
        skill=words.signed(round(skill[len(skill) // 2])),
    )
    drawn = chart.courses(lines, label, len(session.sitters))
    return [h("h3", None, title), drawn, _legend(), *_draws(session, found, seat)]


def _ahead(session: Session, found: Review) -> int:
    """The seat with the best result."""
    last = found.leads[-1]
    best = session.game.winners() if session.game.is_over else ()
    return best[0] if best else max(range(len(last)), key=last.__getitem__)


def _legend() -> Markup:
    entries = [("luck", _("Tiles: the deal, and what was drawn")),
               ("skill", _("Decisions, your own and others’"))]  # fmt: skip
    return chart.legend(entries)


def _draws(session: Session, found: Review, seat: int) -> list[Markup]:
    best, worst = luck.extremes(found, seat)
    rows = [
        _draw(session, label, draw)
        for label, draw in ((_("Luckiest draw"), best), (_("Unluckiest draw"), worst))
        if draw
    ]
    return [h("ul", {"class": "draws"}, rows)] if rows else []


def _draw(session: Session, label: str, draw: Draw) -> Markup:
    """What came after a turn: a click shows the position in which it lies there."""
    turn, sitter = draw.turn, session.sitters[draw.turn.seat]
    go = {"type": "button", "class": "turn", "data-command": "review",
          "data-value": draw.following, "id": f"draw-{turn.number}"}  # fmt: skip
    title = _("{label}: after turn {n}").format(label=label, n=turn.number)
    change = h("b", {"class": "gold"}, _signed(draw.change))
    pictures = [*map(art.jungle_tile, draw.came.jungle)]
    if draw.came.worker:
        pictures.append(art.worker_tile(sitter.colour, draw.came.worker, False))
    tiles = h("span", {"class": "laid", "aria-hidden": "true"},
              [art.picture(one, css="tile mini") for one in pictures])  # fmt: skip
    told = h("span", {"class": "told"}, h("b", None, title), " ", change,
             h("span", None, tiles, _came(sitter.said, draw)))  # fmt: skip
    return h("li", None, h("button", go, art.emblem(sitter.colour), told))


def _came(name: str, draw: Draw) -> str:
    """The tiles that came, in words."""
    said: list[str] = []
    if draw.came.jungle:
        turned = all_of([words.tile_name(code) for code in draw.came.jungle])
        said.append(_("turned up: {tiles}").format(tiles=turned))
    if draw.came.worker:
        said.append(_("{name} drew {tile}").format(name=name, tile="-".join(draw.came.worker)))
    return "; ".join(said)


def _signed(gold: float) -> str:
    return ("+" if gold > 0 else "") + words.decimal(gold)
