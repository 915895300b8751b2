"""What lies beside the board: village boards, display, what is left, and the log."""

from __future__ import annotations

from collections import Counter

from cacao_core import Game, Phase, Player
from cacao_core.tiles import (
    COLOURS,
    DISPLAY_SIZE,
    JUNGLE_TILES,
    STORAGE_SPACES,
    SUN_SITES,
    WATER_FIELDS,
    Seat,
    jungle_counts,
)
from cacao_web import words
from cacao_web.i18n import _, ngettext
from cacao_web.session import Session
from cacao_web.views import art
from cacao_web.views.html import Markup, h, join


def villages(session: Session) -> Markup:
    """The village boards of all players, in turn order."""
    scores = session.game.score()
    return join(
        village(session, seat, score.total, score.temples) for seat, score in enumerate(scores)
    )


def village(session: Session, seat: Seat, total: int, temples: int) -> Markup:
    """One player's village board."""
    game, sitter = session.game, session.sitters[seat]
    player = game.players[seat]
    active = game.turn == seat and not game.is_over
    css = f"village seat-{COLOURS[seat]}" + (" active" if active else "")
    thinking = session.thinking and game.to_move == seat
    return h(
        "section",
        {"class": css, "id": f"village-{seat}", "aria-label": sitter.name},
        h(
            "header",
            None,
            h("h3", None, art.emblem(seat), h("span", {"class": "name"}, sitter.name)),
            h("span", {"class": "thinking"}, _("thinking…")) if thinking else None,
            _figure("gold", "good-gold", player.gold, _("{n} gold").format(n=player.gold)),
        ),
        h(
            "div",
            {"class": "figures"},
            _dents("good-cacao", player.cacao, STORAGE_SPACES, _cacao_text(player.cacao)),
            _dents("good-sun", player.suns, SUN_SITES, _suns_text(player.suns)),
            _short_figures(player, total),
        ),
        _water(player.water),
        _notes(player, total, temples),
    )


def _short_figures(player: Player, total: int) -> Markup:
    """Water and score, for small screens that have no room for the track and the notes."""
    water = words.number(WATER_FIELDS[player.water])
    label = _("water carrier on {n}").format(n=water)
    score = _("score now {n}").format(n=words.number(total))
    return h(
        "span",
        {"class": "line"},
        h("span", {"role": "img", "aria-label": label}, art.symbol("good-water"), water),
        h("b", {"role": "img", "aria-label": score}, "= ", words.number(total)),
    )


def _notes(player: Player, total: int, temples: int) -> Markup:
    """Tiles left, temples as they stand, and the score if the game ended now."""
    return h(
        "p",
        {"class": "notes"},
        ngettext("{n} tile left", "{n} tiles left", player.tiles_left),
        " · ",
        _("temples {n}").format(n=temples),
        " · ",
        h("strong", None, _("score now {n}").format(n=words.number(total))),
    )


def _cacao_text(count: int) -> str:
    return ngettext("{n} cacao in storage", "{n} cacao in storage", count)


def _suns_text(count: int) -> str:
    return ngettext("{n} sun token", "{n} sun tokens", count)


def _figure(css: str, good: str, value: int, label: str) -> Markup:
    return h(
        "span",
        {"class": f"figure {css}", "role": "img", "aria-label": label, "title": label},
        art.symbol(good),
        value,
    )


def _dents(good: str, filled: int, places: int, label: str) -> Markup:
    """A row of places of which some are filled."""
    dents = [
        h("span", {"class": "dent full" if index < filled else "dent"},
          art.symbol(good))
        for index in range(places)
    ]  # fmt: skip
    return h(
        "span",
        {"class": "dents", "role": "img", "aria-label": label, "title": label},
        dents,
        h("span", {"class": "count"}, art.symbol(good), filled),
    )


def _water(index: int) -> Markup:
    """The water track as a stream of stones with the carrier on one."""
    label = _("water carrier on {n}").format(n=words.number(WATER_FIELDS[index]))
    stones = []
    for field, value in enumerate(WATER_FIELDS):
        css = "stone here" if field == index else "stone passed" if field < index else "stone"
        stones.append(h("span", {"class": css}, words.number(value)))
    return h("div", {"class": "water", "role": "img", "aria-label": label, "title": label}, stones)


# --- Display and what is left ----------------------------------------------------------------


def display(session: Session) -> Markup:
    """The jungle display; in the phase of filling its tiles can be chosen."""
    game = session.game
    filling = session.deciding and game.phase is Phase.FILL
    tiles = []
    for index, code in enumerate(game.display):
        label = words.tile_name(code)
        chosen = filling and index == min(session.choice.display, len(game.display) - 1)
        attributes = {
            "type": "button",
            "class": "slot chosen" if chosen else "slot",
            "id": f"display-{index}",
            "data-display": index,
            "disabled": not filling,
            "aria-pressed": ("true" if chosen else "false") if filling else None,
            "aria-label": label,
            "title": label,
        }
        tiles.append(h("button", attributes, art.picture(art.jungle_tile(code))))
    pile = len(game.jungle_pile)
    left = ngettext("{n} tile in the pile", "{n} tiles in the pile", pile)
    if not pile and not game.display:
        left = _("The jungle is used up.")
    elif len(game.display) < DISPLAY_SIZE and pile:
        left = _("{left}; refilled at the end of the turn").format(left=left)
    heading = h("h2", None, _("Jungle display"))
    return join(heading, h("div", {"class": "slots"}, tiles), h("p", {"class": "soft"}, left))


def unseen(game: Game) -> Counter[str]:
    """How many jungle tiles of each kind have not appeared yet; everybody can count them."""
    return Counter(game.jungle_pile)


def remaining(session: Session) -> Markup:
    """Which jungle tiles have not appeared yet."""
    game = session.game
    counts = unseen(game)
    known = [code for code in JUNGLE_TILES if jungle_counts(len(game.players))[code]]
    items = [
        h(
            "li",
            {"class": None if counts[code] else "gone", "title": words.tile_name(code)},
            art.picture(art.jungle_tile(code), css="tile mini"),
            h("span", {"aria-label": f"{words.tile_name(code)}: {counts[code]}"}, counts[code]),
        )
        for code in known
    ]
    return join(h("h2", None, _("Still in the pile")), h("ul", {"class": "left"}, items))


# --- Log -------------------------------------------------------------------------------------


def log(session: Session) -> Markup:
    """Every turn in words and in notation, latest first."""
    entries: list[Markup] = []
    for seat, number, sentences, notation in words.log(session.record, session.sitters):
        text = "; ".join(sentences)
        entries.append(
            h(
                "li",
                {"id": f"turn-{len(entries)}"},
                art.emblem(seat),
                h(
                    "div",
                    None,
                    h("b", None, f"{number}. {session.sitters[seat].name}"),
                    " ",
                    h("span", None, text),
                    h("code", None, notation),
                ),
            )
        )
    empty = h("p", {"class": "soft"}, _("Nothing has happened yet.")) if not entries else None
    turns = h("ol", {"class": "turns", "reversed": True}, list(reversed(entries)))
    return join(h("h2", None, _("Log")), empty or turns)
