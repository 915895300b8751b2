"""Moves and results in words, in the present language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType

from cacao_core import Game, Move, Phase, Record
from cacao_core.jungle import JUNGLE
from cacao_core.legality import overbuilding_cost
from cacao_core.moves import ACTIVATE, BLIND, BUILD, FILLS, NO_HUT, turns_begun
from cacao_core.rules import Rules
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.game.effects import WorkerEffect, of
from cacao_web.ui.i18n import _, all_of, ngettext, numeral, pgettext


def more() -> ModuleType:
    """The texts of the expansions, which base games do without."""
    from cacao_web.game.texts import expansions  # noqa: PLC0415  # see above

    return expansions


def tile_name(code: str) -> str:
    if code not in JUNGLE:
        return str(more().tile_name(code))
    if JUNGLE[code].good == "market":
        return _("market (price {n})").format(n=JUNGLE[code].number)
    if JUNGLE[code].good == "gold":
        return _("gold mine (value {n})").format(n=JUNGLE[code].number)
    return {
        "P1": _("single plantation"),
        "P2": _("double plantation"),
        "W": _("water"),
        "S": _("sun-worshipping site"),
        "T": _("temple"),
    }[code]


def rules_named(rules: Rules) -> str:
    """The name of the game, such as "Cacao with huts and map"; empty without modules."""
    return str(more().game_name(rules)) if rules.modules else ""


def played(rules: Rules) -> str:
    """The name of a game, also that of the rulebook, which has the same in every language."""
    return rules_named(rules) or "Cacao"


def the_tile(code: str) -> str:
    """A jungle tile as the object of a sentence, with the article."""
    if code not in JUNGLE:
        return str(more().the_tile(code))
    if JUNGLE[code].good == "market":
        return pgettext("object", "the market (price {n})").format(n=JUNGLE[code].number)
    if JUNGLE[code].good == "gold":
        return pgettext("object", "the gold mine (value {n})").format(n=JUNGLE[code].number)
    return {
        "P1": pgettext("object", "the single plantation"),
        "P2": pgettext("object", "the double plantation"),
        "W": pgettext("object", "the water"),
        "S": pgettext("object", "the sun-worshipping site"),
        "T": pgettext("object", "the temple"),
    }[code]


def side_name(side: str) -> str:
    """Name of an edge, given by its letter."""
    return {"n": _("north"), "e": _("east"), "s": _("south"), "w": _("west")}[side]


def edges(workers: str) -> str:
    """The workers of a tile by its edges, clockwise from north, such as "2 north, 1 west"."""
    sides = (_("{n} north"), _("{n} east"), _("{n} south"), _("{n} west"))
    pairs = zip(sides, workers, strict=True)
    return ", ".join(side.format(n=count) for side, count in pairs if count != "0")


def sentence(text: str) -> str:
    """A text with a full stop, unless it already ends a sentence."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def decimal(value: float, digits: int = 1) -> str:
    """A number with one or more digits after the point, as the language writes it."""
    whole, part = divmod(round(abs(value) * 10**digits), 10**digits)
    sign = "−" if value < 0 and (whole or part) else ""
    return sign + _("{whole}.{tenth}").format(whole=whole, tenth=f"{part:0{digits}}")


def shortest(value: float) -> str:
    """A number with a digit after the point only if it needs one."""
    return numeral(int(value)) if value == int(value) else decimal(value)


def average(value: float, games: int) -> str:
    """An average; for a single game, its whole number."""
    return decimal(value) if games > 1 else numeral(round(value))


def won_by(names: Sequence[str]) -> str:
    """The winner by name, or all who share the victory."""
    if len(names) == 1:
        return _("{name} wins").format(name=names[0])
    return _("Shared victory: {names}").format(names=all_of(names))


def signed(change: int) -> str:
    """A change of a number, with its sign."""
    return f"+{change}" if change > 0 else numeral(change) if change else "±0"


def cell_name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def cell_names(cells: Iterable[Cell]) -> str:
    """Several cells as one text, as in ``data-lights``: pointing there lights them on the board."""
    return " ".join(map(cell_name, cells))


def cell_of(name: str) -> Cell:
    """The cell of a name by :func:`cell_name`.

    Raises:
        ValueError: it is not such a name.
    """
    x, _comma, y = name.partition(",")
    return int(x), int(y)


def effect(its: WorkerEffect, yours: bool = False) -> str:
    """An effect of workers or of a module, such as "sells 2 cacao for 6 gold".

    Args:
        its: the effect.
        yours: whether it is said to the player; else it stands after the player's name.

    Raises:
        ValueError: no worker does anything at such a tile.
    """
    if its.amount:
        return _effect_texts(its)[yours]
    if its.kept:
        return keeps(its.kept)
    if its.lost:
        return _loses(its)[yours]
    left = _("you leave {tile} alone") if yours else _("leaves {tile} alone")
    return left.format(tile=the_tile(its.code))


def _effect_texts(effect: WorkerEffect) -> tuple[str, str, str]:
    """An effect after the player's name, said to the player, and as a command."""
    if effect.code not in JUNGLE:
        found: tuple[str, str, str] = more().effect_texts(effect)
        return found
    good, n, gold = JUNGLE[effect.code].good, effect.amount, effect.gold
    if good == "market":
        paid = ngettext("{n} gold", "{n} gold", gold)
        return (
            ngettext("sells {n} cacao for {gold}", "sells {n} cacao for {gold}", n, gold=paid),
            ngettext(
                "you sell {n} cacao for {gold}", "you sell {n} cacao for {gold}", n, gold=paid
            ),
            _("Sell {n} for {gold} gold").format(n=n, gold=gold),
        )
    if good == "cacao":
        return (
            ngettext("takes {n} cacao", "takes {n} cacao", n),
            ngettext("you take {n} cacao", "you take {n} cacao", n),
            ngettext("Take {n} cacao", "Take {n} cacao", n),
        )
    if good == "gold":
        return (
            ngettext("takes {n} gold", "takes {n} gold", n),
            ngettext("you take {n} gold", "you take {n} gold", n),
            ngettext("Take {n} gold", "Take {n} gold", n),
        )
    if good == "water":
        return (
            ngettext("moves {n} field along the water", "moves {n} fields along the water", n),
            ngettext("you move {n} field along the water", "you move {n} fields along the water",
                     n),
            ngettext("Move {n} field", "Move {n} fields", n),
        )  # fmt: skip
    if good == "suns":
        return (
            ngettext("takes {n} sun token", "takes {n} sun tokens", n),
            ngettext("you take {n} sun token", "you take {n} sun tokens", n),
            ngettext("Take {n} sun token", "Take {n} sun tokens", n),
        )
    raise ValueError(f"no worker does anything at {effect.code!r}")


def _loses(effect: WorkerEffect) -> tuple[str, str]:
    """The goods of a plantation or a sun-worshipping site for none of which there is room."""
    n = effect.lost
    if JUNGLE[effect.code].good == "cacao":
        return (
            ngettext("has no room for {n} cacao", "has no room for {n} cacao", n),
            ngettext("you have no room for {n} cacao", "you have no room for {n} cacao", n),
        )
    if JUNGLE[effect.code].good == "suns":
        return (
            ngettext("has no room for {n} sun token", "has no room for {n} sun tokens", n),
            ngettext(
                "you have no room for {n} sun token", "you have no room for {n} sun tokens", n
            ),
        )
    raise ValueError(f"there is always room for what {effect.code!r} gives")


def with_lost(does: str, lost: int) -> str:
    """An effect for only part of which there was room: "takes 3 cacao (no room for 1 more)"."""
    return _("{does} (no room for {n} more)").format(does=does, n=lost)


def keeps(amount: int) -> str:
    """That fruits are kept that could be sold."""
    return ngettext("keeps {n} cacao", "keeps {n} cacao", amount)


def overbuilds(yours: bool = False, free: bool = False) -> str:
    """An overbuilding in words, also one without a token; see :func:`does`."""
    if free:
        return (
            _("you overbuild without a sun token") if yours else _("overbuilds without a sun token")
        )
    return _("you overbuild for a sun token") if yours else _("overbuilds for a sun token")


def is_free(game: Game) -> bool:
    """Whether overbuilding costs the player at turn no sun token."""
    player = game.players[game.turn]
    return not min(overbuilding_cost(game.rules, player), player.suns)


def with_name(does: str, name: str | None) -> str:
    """An effect, with the player's name if it is another player's."""
    return _("{name} {does}").format(name=name, does=does) if name else does


def workers(count: int) -> str:
    return ngettext("{n} worker", "{n} workers", count)


def workers_at(code: str, count: int) -> str:
    """So many workers at a jungle tile, such as "2 workers at the market (price 3)"."""
    return _("{workers} at the {tile}").format(workers=workers(count), tile=tile_name(code))


def choice_label(effect: WorkerEffect) -> str:
    """The label of an activation's button, such as "Sell 2 for 6 gold"."""
    return _effect_texts(effect)[2] if effect.amount else _("Nothing")


def percent(share: float) -> str:
    return _("{n}%").format(n=round(100 * share))


def turn(number: int, players: int, rules: Rules, name: str = "") -> str:
    """The person whose turn it is, and the round, such as "Your turn, round 4/11".

    The number of a turn alone counts over all players everywhere.

    Args:
        number: the turn, counted over all players, from 1.
        players: how many players there are.
        name: whose turn it is; empty for the person who reads this.
    """
    text = _("{name}’s turn, round {n}/{total}")
    if not name:
        text = _("Your turn, round {n}/{total}")
    return text.format(name=name, n=(number - 1) // players + 1, total=rules.turns(players))


def present_turn(record: Record) -> int:
    """The number of the turn that goes on after a record, counted over all players, from 1."""
    return turns_begun(record.moves) + (record.game().phase is Phase.PLACE)


def announcement(game: Game, move: Move, name: str | None) -> str:
    """The next move, as a sentence with the player's name; without one, said to the player."""
    return with_name(does(game, move), name) if name else capital(does(game, move, yours=True))


def does(game: Game, move: Move, yours: bool = False) -> str:
    """A move in a position, in words; said to its player if it is ``yours``."""
    if move.kind != "A":
        return move_text(move, free=is_free(game), yours=yours)
    code = game.jungle[NEIGHBOURS[move.cell][move.side]]
    done = of(game.events(move)) if move.amount else [WorkerEffect(game.turn, code, 0)]
    return effect(done[0], yours)


def move_text(move: Move, *, free: bool, yours: bool = False) -> str:
    """A placement, an overbuilding, a fill or a hut in words; see :func:`does`.

    Args:
        free: whether overbuilding costs no sun token, see :func:`is_free`.
        yours: whether it is said to its player.
    """
    if move.kind == BUILD:
        return _built(move.what, yours)
    if move.what == BLIND:
        text = _("you draw a tile for {cell}") if yours else _("draws a tile for {cell}")
        return text.format(cell=cell_name(move.cell))
    texts = {
        "W": (_("places workers {workers} on {cell}"), _("you place workers {workers} on {cell}")),
        "O": (
            _("returns a sun token and overbuilds {cell} with {workers}"),
            _("you return a sun token and overbuild {cell} with {workers}"),
        ),
        "J": (_("fills {cell}: {tile}"), _("you fill {cell}: {tile}")),
        "K": (
            _("fills {cell} from the map board: {tile}"),
            _("you fill {cell} from the map board: {tile}"),
        ),
    }
    if free:
        texts["O"] = (
            _("overbuilds {cell} with {workers}"),
            _("you overbuild {cell} with {workers}"),
        )
    tile = tile_name(move.what) if move.kind in FILLS else ""
    return texts[move.kind][yours].format(
        workers="-".join(move.what), cell=cell_name(move.cell), tile=tile
    )


def laid(moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves that place a tile."""
    return tuple(move for move in moves if move.kind not in (ACTIVATE, BUILD))


def cells_laid(moves: Iterable[Move]) -> str:
    """The cells of the tiles that are placed, for ``data-lights``."""
    return cell_names(move.cell for move in laid(moves))


def placed(game: Game, moves: Iterable[Move]) -> str:
    """The tiles that a turn lays, in words.

    Args:
        game: the position before it.
        moves: its moves.
    """
    free = is_free(game)
    return "; ".join(move_text(move, free=free) for move in laid(moves))


def _built(hut: str, yours: bool) -> str:
    """The decision about huts, in words."""
    if hut == NO_HUT:
        return _("you build no hut") if yours else _("builds no hut")
    text = _("you build the hut “{hut}”") if yours else _("builds the hut “{hut}”")
    return text.format(hut=more().hut_name(hut))
