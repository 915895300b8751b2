"""The operations of a game with tiles that are not known."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.knowledge import revealing, seats
from cacao_core.knowledge.completing import filled
from cacao_core.knowledge.counts import jungle_left
from cacao_core.knowledge.middle import deal_of
from cacao_core.position import Position, chance
from cacao_core.tiles import UNKNOWN, Seat

if TYPE_CHECKING:
    from typing import Self

    from cacao_core.deal import Deal
    from cacao_core.knowledge.counts import Hidden


class OpenPosition(Position):
    """A position some of whose tiles may be unknown, ``?`` (docs/api.md, Unknown tiles)."""

    __slots__ = ()

    def known_to(self, seat: Seat | None) -> Self:
        """The position as a seat knows it: every tile that it has not seen is unknown, ``?``.

        Of a view, it says which tiles are real.

        Args:
            seat: None is a spectator, who sees no hand.

        Raises:
            CacaoError: no such seat.

        >>> from cacao_core import Deal, Game
        >>> game = Game(Deal.shuffled(players=2, seed=7))
        >>> known = game.known_to(0)
        >>> known.players[0].hand, known.players[1].hand
        (('2101', '1111', '3001'), ('?', '?', '?'))
        >>> game.view(0, 5).known_to(0) == known
        True
        """
        return seats.known_to(self, seat)

    def _key_for(self, seat: Seat) -> tuple[object, ...]:
        return seats.key_for(self, seat)

    def hidden(self, seat: Seat | None) -> Hidden:
        """The tiles that a seat does not know: their number, and the tiles that they may be.

        Args:
            seat: None is a spectator, who sees no hand.

        Raises:
            CacaoError: no such seat.
        """
        return seats.hidden(self, seat)

    def reveal(self, *tiles: str, seat: Seat | None = None, gems: str = "") -> None:
        """Name unknown tiles that have turned up, in the order in which they were drawn.

        A move may name its tile itself: placing an unknown tile of the hand, and filling with one
        of the display.

        Args:
            tiles: codes of jungle tiles in the display, on the map board (at the start of a game
                these come first), then those drawn for spaces; or canonical names of the worker
                tiles in a hand.
            seat: whose hand; None is for jungle tiles.
            gems: letters of gems on mines that have turned up.

        Raises:
            BadDeal: so many have not turned up, or no such tile is left; nothing is changed.
            CacaoError: no such seat.

        >>> from cacao_core import Deal, Game
        >>> game = Game(Deal.unknown(players=2))
        >>> game.reveal("M4", "G1")
        >>> game.reveal("2101", seat=0)
        >>> game.display, game.players[0].hand
        (('M4', 'G1'), ('2101', '?', '?'))
        """
        revealing.reveal(self, tiles, seat)
        if gems:
            revealing.reveal_gems(self, gems)
        self._legal = None
        if self.awaits_draw:
            self._go_on_filling()

    def completed(self, rng: Random | int | None = None) -> Self:
        """The position with all unknown tiles dealt by chance, from those that are left.

        Args:
            rng: deals; or the seed of a generator that does; None draws one.

        Raises:
            CacaoError: something else instead of chance.
        """
        whole = filled(self, chance(rng))
        if whole.awaits_draw:
            whole._go_on_filling()
        return whole

    def view(self, seat: Seat, rng: Random | int | None = None) -> Self:
        """A position that looks the same to a seat.

        All that the seat sees is equal; the other hands, all worker piles and the jungle pile are
        re-dealt, and unknown tiles dealt. :meth:`known_to` of the result says which tiles are real.
        The result depends only on ``rng`` and on what the seat sees.

        Args:
            seat: whose view.
            rng: deals; or the seed of a generator that does; None draws one.

        Raises:
            CacaoError: no such seat, or something else instead of chance.
        """
        if not is_whole(seat) or not 0 <= seat < len(self.players):
            raise CacaoError(f"seat {describe(seat)}: expected 0 to {len(self.players) - 1}")
        dealer = rng if type(rng) is Random else chance(rng)
        seen, is_known = self.copy(), UNKNOWN not in self.display and self.knows_supply
        for other, player in enumerate(seen.players):
            if not player.is_known:
                is_known = False
            hand = player.hand if other == seat else ()
            hidden = sorted(player.hand[len(hand) :] + player.pile)
            dealer.shuffle(hidden)
            tiles = hand + tuple(hidden)
            player.hand, player.pile = tiles[: len(player.hand)], tiles[len(player.hand) :]
        jungle = sorted(self.jungle_pile)
        if not is_known or (jungle and jungle[0] == UNKNOWN):  # it is sorted before codes
            return self.completed(dealer).view(seat, dealer)
        dealer.shuffle(jungle)
        for pile in seen.rules.piles.values():
            pieces = sorted(self.supply[pile])
            dealer.shuffle(pieces)
            seen.supply[pile] = "".join(pieces)
        seen.jungle_pile = tuple(jungle)
        return seen

    def as_deal(self) -> Deal:
        """The deal of a game that starts here, with this table.

        Raises:
            BadDeal: a turn is not over yet, or the game is.
        """
        return deal_of(self)

    def possible_codes(self) -> list[str]:
        """The codes that may be in the display, sorted."""
        return sorted({*self.display, *jungle_left(self)} - {UNKNOWN})

    def _go_on_filling(self) -> None:
        """Go on where a tile was awaited."""
        raise NotImplementedError
