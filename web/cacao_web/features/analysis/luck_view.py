"""Luck and skill of a game: what made the result, turn by turn, and the best and worst draw."""

from __future__ import annotations

from collections.abc import Mapping

from cacao_core.tiles import Seat
from cacao_web.board import art
from cacao_web.board.results import chart
from cacao_web.features.analysis import luck, model
from cacao_web.features.analysis.luck import TilesDrawn
from cacao_web.features.analysis.model import Review
from cacao_web.features.analysis.parts import Part
from cacao_web.game.session import Session
from cacao_web.game.setup.levels import computer_name
from cacao_web.game.texts import words
from cacao_web.ui import ledger
from cacao_web.ui.i18n import _, all_of, ngettext, numeral, pgettext
from cacao_web.ui.markup import Markup, h, join


def headline(session: Session, review: Review) -> list[Markup]:
    """The causes of the result, for the person at this device, or for all."""
    parts, whom = review.parts, _whom(session)
    if whom is None:
        given = {part.seat: -part.own for part in parts}
        return [
            h("h3", None, _("Luck and skill")),
            h("p", {"class": "made"}, *given_away(session, given)),
            _table(session, parts),
            _meant(),
        ]
    return [_sentence(session, parts, whom), _meant(parts[whom])]


def _whom(session: Session) -> int | None:
    """The only person at this device, who plays against others; else None."""
    own = model.own_seats(session)
    return next(iter(own)) if len(own) == 1 else None


def _meant(part: Part | None = None) -> Markup:
    """The meaning of the parts; with their sum, if they are said and not listed."""
    note = _("Together these make the result. The best known decision gives nothing away.")
    if part is None:
        return h("p", {"class": "soft"}, note)
    others = [f"{'−' if gold < 0 else '+'} {abs(gold)}" for gold in (part.of_others, part.tiles)]
    sum = f"{' '.join((numeral(part.own), *others))} = {words.signed(part.result)}"
    return h("p", {"class": "soft"}, note, " ", h("span", {"class": "sum"}, sum))


def _sentence(session: Session, parts: list[Part], me: Seat) -> Markup:
    """The result and what made it, said to the person."""
    own, others = parts[me], parts[me].others
    given = {part.seat: -part.own for part in parts}
    if len(others) == 1:  # one's loss is the other's gain
        [(other, gold)] = others
        given[other] = gold
    sentences = given_away(session, given, me)
    if len(others) > 1:
        sentences.append(_others(own.of_others))
    result = h("b", None, _result(session, own.result))
    text = " ".join((*sentences, _tiles(own.tiles)))
    return h("p", {"class": "made"}, result, " ", text)


def given_away(session: Session, given: Mapping[Seat, int], me: Seat | None = None) -> list[str]:
    """Sentences that say who gave away how much, such as "Rosa gave away 37 gold, you 28".

    Args:
        given: for each seat the gold.
        me: the seat to which it is said as "you", if there is one.
    """
    first, *further = sorted(given, key=lambda seat: (-given[seat], seat))
    if not given[first]:
        return [_("Nobody gave away anything.")]
    names = {seat: session.sitters[seat].said for seat in given}
    text = _first(names[first], given[first], first == me)
    more = [_further(names[seat], given[seat], seat == me) for seat in further]
    return [f"{', '.join((text, *more))}."]


def _first(name: str, gold: int, you: bool) -> str:
    if you:
        return ngettext("You gave away {n} gold", "You gave away {n} gold", gold)
    return ngettext("{name} gave away {n} gold", "{name} gave away {n} gold", gold, name=name)


def _further(name: str, gold: int, you: bool) -> str:
    """The end of a sentence that began with somebody who gave away more."""
    who = pgettext("gave away", "you") if you else name
    if not gold:
        return pgettext("gave away", "{name} nothing").format(name=who)
    return pgettext("gave away", "{name} {n}").format(name=who, n=gold)


def _others(gold: int) -> str:
    """The effect of several others' decisions on the person."""
    if gold > 0:
        return ngettext("The decisions of the others brought you {n} gold.",
                        "The decisions of the others brought you {n} gold.", gold)  # fmt: skip
    if gold < 0:
        return ngettext("The decisions of the others cost you {n} gold.",
                        "The decisions of the others cost you {n} gold.", -gold)  # fmt: skip
    return _("The decisions of the others made no difference to you.")


def _tiles(gold: int) -> str:
    """The effect of the tiles on the person."""
    if gold > 0:
        return ngettext("The tiles brought you {n} gold.", "The tiles brought you {n} gold.", gold)
    if gold < 0:
        return ngettext("The tiles cost you {n} gold.", "The tiles cost you {n} gold.", -gold)
    return _("The tiles made no difference.")


def _result(session: Session, lead: int) -> str:
    """The end of the game for the person, or the end that can be expected."""
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


def accuracies(session: Session, review: Review) -> Markup:
    """Each player's accuracy, which level decides like that, and what accuracy means."""
    like = luck.levels_of(review) if session.game.is_over else None
    shares = []
    for seat, value in enumerate(review.accuracies()):
        share = _("{name} {share}").format(
            name=session.label(seat), share="–" if value is None else words.percent(value)
        )
        if like and value is not None:
            text = _("{share}, about like {level}")
            share = text.format(share=share, level=computer_name(like[seat]))
        shares.append(share)
    label = _("Accuracy: {players}.").format(players="; ".join(shares))
    meant = [label, _("100% means the best turn every time; every 2 gold you give away halves it.")]
    if session.game.is_over and not like:
        meant.append(_("The page compares with its levels only whole games of two."))
    return h("p", {"class": "soft accuracies"}, " ".join(meant))


def _table(session: Session, parts: list[Part]) -> Markup:
    """The result of each player with its parts."""
    heads = [_("Player"), _("Result"), _("Tiles"), _("Gave away"), _("Got from others")]
    rows = [_row(session, part) for part in sorted(parts, key=lambda part: -part.result)]
    return ledger.scrolled(ledger.table("ledger", heads, rows))


def _row(session: Session, part: Part) -> Markup:
    sitter = session.sitters[part.seat]
    name = join(art.emblem(sitter.colour), " ", session.label(part.seat))
    figures = [part.result, part.tiles, part.own, part.of_others]
    return ledger.row(name, map(words.signed, figures))


# --- Turn by turn ------------------------------------------------------------------------------


def course(session: Session, review: Review) -> list[Markup]:
    """The course of the result by tiles and decisions, turn by turn; the best and worst draw."""
    own = _whom(session)
    seat = _ahead(session, review) if own is None else own
    points = luck.course(review, seat)
    tiles, skill = ([point[at] for point in points] for at in (0, 1))
    name = session.sitters[seat].said
    title = _("Tiles and decisions, turn by turn")
    if own is None:
        title = _("Tiles and decisions, turn by turn: {name}").format(name=name)
    part = review.parts[seat]
    lines = [
        chart.ChartFigure("skill", skill, part.own + part.of_others),
        chart.ChartFigure("luck", tiles, part.tiles),
    ]
    label = _("Gold by tiles and by decisions halfway through: {tiles} and {skill}.").format(
        tiles=words.signed(round(tiles[len(tiles) // 2])),
        skill=words.signed(round(skill[len(skill) // 2])),
    )
    drawn = chart.courses(lines, label, len(session.sitters))
    return [h("h3", None, title), drawn, _legend(), *_draws(session, review, seat)]


def _ahead(session: Session, review: Review) -> int:
    """The seat with the best result."""
    last = review.leads[-1]
    best = session.game.winners() if session.game.is_over else ()
    return best[0] if best else max(range(len(last)), key=last.__getitem__)


def _legend() -> Markup:
    entries = [("luck", _("Tiles: the deal, and what was drawn")),
               ("skill", _("Decisions, your own and others’"))]  # fmt: skip
    return chart.legend(entries)


def _draws(session: Session, review: Review, seat: int) -> list[Markup]:
    best, worst = luck.extremes(review, seat)
    rows = [
        _draw(session, label, draw)
        for label, draw in ((_("Luckiest draw"), best), (_("Unluckiest draw"), worst))
        if draw
    ]
    return [h("ul", {"class": "draws"}, rows)] if rows else []


def _draw(session: Session, label: str, draw: TilesDrawn) -> Markup:
    """The tiles that came after a turn: a click shows the position in which they lie there."""
    turn, sitter = draw.turn, session.sitters[draw.turn.seat]
    go = {"type": "button", "class": "turn", "data-command": "review",
          "data-value": draw.following, "id": f"draw-{turn.number}"}  # fmt: skip
    name = session.name(turn.seat)
    title = _("{label}: after turn {n}").format(label=label, n=turn.number)
    change = h("b", {"class": "gold"}, _signed(draw.change))
    pictures = [*map(art.jungle_tile, draw.came.jungle)]
    if draw.came.worker:
        pictures.append(art.worker_tile(sitter.colour, draw.came.worker, False))
    tiles = h("span", {"class": "laid", "aria-hidden": "true"},
              [art.picture(one, css="tile mini") for one in pictures])  # fmt: skip
    text = h("span", {"class": "told"}, h("b", None, title), " ", change,
             h("span", None, tiles, _came(name, draw)))  # fmt: skip
    return h("li", None, h("button", go, art.emblem(sitter.colour), text))


def _came(name: str, draw: TilesDrawn) -> str:
    """The tiles that came, in words; without a name, to "you"."""
    sentences: list[str] = []
    if draw.came.jungle:
        turned = all_of([words.tile_name(code) for code in draw.came.jungle])
        sentences.append(_("turned up: {tiles}").format(tiles=turned))
    if draw.came.worker:
        sentence = _("{name} drew {tile}") if name else _("you drew {tile}")
        sentences.append(sentence.format(name=name, tile=_worker_tile(draw.came.worker)))
    return "; ".join(sentences)


def _worker_tile(edges: str) -> str:
    """A worker tile that lies nowhere yet, such as "a tile with 2, 1 and 1 workers"."""
    if len(set(edges)) == 1:
        return _("a tile with a worker on each edge")
    counts = sorted((int(one) for one in edges if int(one)), reverse=True)
    return _("a tile with {numbers} workers").format(numbers=all_of(list(map(str, counts))))


def _signed(gold: float) -> str:
    return ("+" if gold > 0 else "") + words.decimal(gold)
