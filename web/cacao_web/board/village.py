"""The village boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from cacao_core import ai
from cacao_core.goods import SOURCES
from cacao_core.rules import Rules
from cacao_core.scoring import Score
from cacao_core.tiles import Seat
from cacao_web.board import art
from cacao_web.game.belongings import Belongings, belongings
from cacao_web.game.players import Sitter
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.game.setup import levels
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command, is_there
from cacao_web.ui.i18n import _, cached, ngettext, numeral
from cacao_web.ui.markup import Markup, h

Possessions: TypeAlias = tuple[int, int, int, int, int, "BoardSpaces"]
"""A player's gold, cacao, suns, water field, number of tiles left, and the board's spaces."""


OPEN: Final = Command.VILLAGE
"""The command that opens a player's village board."""
THINKING: Final = "thinking"
"""Id of the progress bar of a computer."""


def villages(session: Session, points: Sequence[int] | None) -> dict[str, Markup]:
    """The village boards of all players, in turn order, with their points in a match."""
    game = session.shown
    scores, room = game.score(), room_of(game.rules)
    return {
        f"village-{seat}": village(
            seat,
            VillageOwner(
                session.sitters[seat],
                session.label(seat),
                title(session, seat),
                points[seat] if points else None,
                session.reach.presence.get(seat),
                session.reach.remarks.get(seat, ""),
                belongings(player) if game.rules.modules else None,
            ),
            (player.gold, player.cacao, player.suns, player.water, player.tiles_left, room),
            scores[seat],
            game.to_move == seat and not (session.is_void and session.look.at is None),
            session.thinking and game.to_move == seat,
        )
        for seat, player in enumerate(game.players)
    }


def title(session: Session, seat: Seat) -> str:
    """The title of a village board: its owner."""
    if seat == session.you:
        return _("Your village board")
    return _("Village board of {name}").format(name=session.sitters[seat].said)


class BoardSpaces(NamedTuple):
    """The spaces of a village board, by its rules."""

    storage: int
    sun_sites: int
    water: tuple[int, ...]  # value of each field


def room_of(rules: Rules) -> BoardSpaces:
    return BoardSpaces(rules.storage, rules.sun_sites, rules.water)


class VillageOwner(NamedTuple):
    """The owner of a village board."""

    sitter: Sitter
    name: str  # of the player, or "You"
    title: str  # whose board it is, as a title
    points: int | None = None  # those before this game, if it is one of a match
    presence: Presence | None = None  # where the player is, in a game with other devices
    remark: str = ""  # what the player has just said
    more: Belongings | None = None  # what the player has of the modules, if there are any


@cached
def village(
    seat: Seat,
    owner: VillageOwner,
    has: Possessions,
    score: Score,
    active: bool,
    thinking: bool,
) -> Markup:
    _gold, cacao, suns, water, tiles_left, room = has
    more = owner.more
    sitter = owner.sitter
    css = f"village seat-{sitter.colour}" + (" active" if active else "")
    box = {"id": f"village-{seat}", "data-anchor": f"village:{seat}", "aria-label": owner.name,
           "data-command": OPEN if is_there(OPEN) else None, "data-value": seat}  # fmt: skip
    opens = {"type": "button", "class": "opens", "data-command": OPEN, "data-value": seat,
             "id": f"open-village-{seat}", "aria-haspopup": "dialog",
             "aria-label": owner.title}  # fmt: skip
    return h(
        "section",
        {"class": css, **box},
        h("button", opens) if is_there(OPEN) else None,
        h(
            "header",
            None,
            h("h2", None, art.emblem(sitter.colour), h("span", {"class": "name"}, owner.name)),
            _level(sitter),
            _presence(owner.presence),
            _points(owner.points),
            _strength(sitter),
            _total(seat, score),
        ),
        h(
            "div",
            {"class": "figures"},
            _store(seat, cacao, room.storage, more.bars if more else 0),
            dents(f"suns:{seat}", suns, room.sun_sites, _suns_text(suns)),
            _sum(seat, score),
            _tiles_left(tiles_left),
        ),
        _extras(seat, more, score) if more else None,
        track(seat, water, room.water, told=False),
        _progress(sitter.level is not None) if thinking else None,
        h("p", {"class": "remark"}, owner.remark) if owner.remark else None,
    )


def _store(seat: Seat, cacao: int, spaces: int, bars: int) -> Markup:
    text = _cacao_text(cacao)
    if bars:
        text = f"{text}, {ngettext('{n} bar', '{n} bars', bars)}"
    return dents(f"cacao:{seat}", cacao, spaces, text, bars)


def _extras(seat: Seat, more: Belongings, score: Score) -> Markup | None:
    """A player's goods of the modules."""
    from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

    return owned.row(
        seat, more, sum(gold for name, gold in score.sources.items() if name not in SOURCES)
    )


def _presence(where: Presence | None) -> Markup | None:
    """The place of a player at another device."""
    if where is None or where is Presence.HERE:
        return None
    from cacao_web.game.texts import people  # noqa: PLC0415  # nobody is, in most games

    label = people.place(where)
    box = {"class": f"presence at-{where}", "role": "img", "aria-label": label, "title": label}
    return h("span", box, widgets.symbol("icon-share" if where is Presence.LINK else "icon-live"))


def _points(points: int | None) -> Markup | None:
    """The points in the games of the match so far."""
    if points is None:
        return None
    label = ngettext("{n} point in this match", "{n} points in this match", points)
    box = {"class": "match-points", "role": "img", "aria-label": label, "title": label}
    return h("span", box, widgets.symbol("icon-star"), points)


def _level(sitter: Sitter) -> Markup | None:
    """A computer's level, unless its name says it already."""
    if sitter.level is None:
        return None
    if levels.is_named(sitter.kind, sitter.name):
        return None
    level = levels.level_name(sitter.kind)
    # The picture of the strength says it to screen readers.
    return h("span", {"class": "level", "aria-hidden": "true"}, level)


def _strength(sitter: Sitter) -> Markup | None:
    if sitter.level is None:
        return None
    return art.strength(sitter.level, len(ai.LEVELS), strength_text(sitter))


def strength_text(sitter: Sitter) -> str:
    """A computer's level and how it plays."""
    return f"{levels.computer_name(sitter.kind)}: {levels.character(sitter.kind)}"


def _progress(known: bool) -> Markup:
    """The progress bar of a computer; the app sets its value, which needs no drawing.

    Args:
        known: whether progress is known; a bot reports none.
    """
    value = 0 if known else None
    return h("progress", {"id": THINKING, "max": 1, "value": value, "aria-label": _("thinking…")})


def _sum(seat: Seat, score: Score) -> Markup:
    """The parts of the score; on small screens, which show no other total, with the total."""
    total = _("score now {n}").format(n=numeral(score.total))
    return h(
        "span",
        {"class": "line"},
        [
            _part(*part, told=part[1] != "good-sun")
            for part in summands(seat, score)
            if part[0] != "more"  # the row of what is owned has the sum of these
        ],
        h(
            "b",
            {"role": "img", "aria-label": total, "data-anchor": f"score:{seat}"},
            numeral(score.total),
        ),
    )


def summands(seat: Seat, score: Score) -> list[tuple[str, str, int | str, str, str | None]]:
    """Class, symbol, number, text and anchor of each summand."""
    water = numeral(score.water)
    return [
        ("gold", "good-gold", score.gold, _("{n} gold").format(n=score.gold), f"gold:{seat}"),
        ("", "good-sun", score.suns, _suns_text(score.suns), f"suns:{seat}"),
        ("flow", "good-water", water, _("water carrier on {n}").format(n=water), f"water:{seat}"),
        ("", "good-temple", score.temples, _("temples {n}").format(n=score.temples), None),
        *_more_summands(score),
    ]


def _more_summands(score: Score) -> list[tuple[str, str, int | str, str, str | None]]:
    """The same of modules; those that bring nothing are left out."""
    summands: list[tuple[str, str, int | str, str, str | None]] = []
    for source, gold in score.sources.items():
        if source not in SOURCES and gold:
            from cacao_web.board import owned  # noqa: PLC0415  # see above

            symbol, text = owned.source(source, gold)
            summands.append(("more", symbol, gold, text, None))
    return summands


def _part(
    css: str, good: str, value: int | str, label: str, anchor: str | None, *, told: bool
) -> Markup:
    """A summand of the score, as a sign and a number; told, unless another picture tells it."""
    named = {"role": "img", "aria-label": label} if told else {"aria-hidden": "true"}
    return h("span", {"class": css or None, **named, "data-anchor": anchor},
             widgets.symbol(good), value)  # fmt: skip


@cached
def _tiles_left(count: int) -> Markup:
    """The worker tiles that the player has left, as huts that are still to be built."""
    label = left_text(count)
    return h("span", {"class": "notes", "role": "img", "aria-label": label, "title": label},
             hut(), count)  # fmt: skip


def left_text(count: int) -> str:
    """The number of worker tiles that somebody has left."""
    return ngettext("{n} tile left", "{n} tiles left", count)


def hut() -> Markup:
    """The sign of a worker tile that is still to be placed."""
    return h("svg", {"class": "good", "viewBox": "32 29 36 40", "aria-hidden": "true"},
             widgets.use("hut", 0, 0, 100))  # fmt: skip


def _cacao_text(count: int) -> str:
    return ngettext("{n} cacao in storage", "{n} cacao in storage", count)


def _suns_text(count: int) -> str:
    return ngettext("{n} sun token", "{n} sun tokens", count)


def _total(seat: Seat, score: Score) -> Markup:
    """The score if the game ended now."""
    label = _("score now {n}").format(n=numeral(score.total))
    box = {"role": "img", "aria-label": label, "title": label, "data-anchor": f"score:{seat}"}
    return h("span", {"class": "total", **box}, score.total)


@cached
def dents(anchor: str, filled: int, places: int, label: str, bars: int = 0) -> Markup:
    """A row of places, some of them filled; bars of chocolate lie behind the rest."""
    good = "good-cacao" if anchor.startswith("cacao") else "good-sun"
    spots = [
        h(
            "span",
            {"class": "dent full" if index < filled or index >= places - bars else "dent"},
            h(
                "span",
                {"data-anchor": f"{anchor}:{index}"},
                widgets.symbol("good-bar" if index >= places - bars else good),
            ),
        )
        for index in range(places)
    ]
    return h(
        "span",
        {
            "class": "dents",
            "role": "img",
            "aria-label": label,
            "title": label,
            "data-anchor": anchor,
        },
        spots,
        h("span", {"class": "count"}, widgets.symbol(good), filled,
          (widgets.symbol("good-bar"), bars) if bars else None),
    )  # fmt: skip


@cached
def track(seat: Seat, index: int, fields: tuple[int, ...], *, told: bool = True) -> Markup:
    """The water track: stones in a river, with the carrier on one of them.

    Args:
        seat: of the player.
        index: of the carrier's field.
        fields: the value of each.
        told: whether it says so to screen readers; else a figure beside it does.
    """
    label = _("water carrier on {n}").format(n=numeral(fields[index]))
    stones = []
    for field, value in enumerate(fields):
        css = "stone here" if field == index else "stone passed" if field < index else "stone"
        anchor = f"water:{seat}:{field}"
        here = _carrier(seat) if field == index else None
        stones.append(h("span", {"class": css, "data-anchor": anchor}, here, numeral(value)))
    named = {"role": "img", "aria-label": label} if told else {"aria-hidden": "true"}
    return h("div", {"class": "water", **named, "title": label}, _river(), stones)


@cached
def _carrier(seat: Seat) -> Markup:
    box = {"class": "carrier", "viewBox": "-9 -27 18 28", "aria-hidden": "true",
           "data-anchor": f"carrier:{seat}"}  # fmt: skip
    return h("svg", box, h("use", {"href": "#carrier", "x": -9, "y": -27, "width": 18,
                                   "height": 28}))  # fmt: skip


@cached
def _river() -> Markup:
    """The water between the stones; it fills its box, however wide that is."""
    box = {"class": "river", "viewBox": "0 0 180 30", "preserveAspectRatio": "none",
           "aria-hidden": "true"}  # fmt: skip
    bank = "M0 5C30 -2 50 8 90 3S150 7 180 2V26C150 31 125 23 90 28S30 23 0 28Z"
    waves = "M14 9q5 -3 10 0t10 0M72 24q5 -3 10 0t10 0M128 8q5 -3 10 0t10 0"
    return h("svg", box, h("path", {"class": "stream", "d": bank}),
             h("path", {"class": "ripples", "d": waves}))  # fmt: skip
