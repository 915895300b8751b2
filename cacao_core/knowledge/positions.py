"""What a game can do with tiles that are not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cacao_core.position import Position, chance
from cacao_core.tiles import UNKNOWN, Seat

if TYPE_CHECKING:
    from random import Random
    from typing import Self

    from cacao_core.deal import Deal
    from cacao_core.knowledge.counts import Hidden


class OpenPosition(Position):
    """A position some of whose tiles may be unknown, ``?`` (docs/api.md, Unknown tiles)."""

    __slots__ = ()

    def known_to(self, seat: Seat | None) -> Self:
        """What a seat knows: every tile that it has not seen is unknown, ``?``.

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
        from cacao_core.knowledge.seats import known_to  # noqa: PLC0415  # rarely needed

        return known_to(self, seat)

    def key(self, seat: Seat | None = None) -> tuple[object, ...]:
        """The position as one hashable value.

        Args:
            seat: positions of which this seat knows the same have the same value; the order of the
                hand has no influence. None is for the complete position, hidden tiles included.

        Raises:
            CacaoError: no such seat.
        """
        if seat is None:
            return Position.key(self)
        from cacao_core.knowledge.seats import key_for  # noqa: PLC0415  # rarely needed

        return key_for(self, seat)

    def hidden(self, seat: Seat | None) -> Hidden:
        """Which tiles a seat does not know, how many, and what they may be.

        Args:
            seat: None is a spectator, who sees no hand.

        Raises:
            CacaoError: no such seat.
        """
        from cacao_core.knowledge.seats import hidden  # noqa: PLC0415  # rarely needed

        return hidden(self, seat)

    def reveal(self, *tiles: str, seat: Seat | None = None) -> None:
        """Name unknown tiles that have turned up, in the order in which they were drawn.

        A move may name its tile itself: placing an unknown tile of the hand, and filling with one
        of the display.

        Args:
            tiles: codes of jungle tiles in the display, then those drawn for spaces; or canonical
                names of the worker tiles in a hand.
            seat: whose hand; None is for jungle tiles.

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
        from cacao_core.knowledge.revealing import reveal  # noqa: PLC0415  # rarely needed

        reveal(self, tiles, seat)
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
        from cacao_core.knowledge.completing import filled  # noqa: PLC0415  # rarely needed

        whole = filled(self, chance(rng))
        if whole.awaits_draw:
            whole._go_on_filling()
        return whole

    def view(self, seat: Seat, rng: Random | int | None = None) -> Self:
        """See :meth:`cacao_core.position.Position.view`."""
        if self.is_known:
            return super().view(seat, rng)
        dealer = chance(rng)
        return self.completed(dealer).view(seat, dealer)

    def as_deal(self) -> Deal:
        """The deal of a game that starts here, with this table.

        Raises:
            BadDeal: a turn is not over yet, or the game is.
        """
        from cacao_core.knowledge.middle import deal_of  # noqa: PLC0415  # rarely needed

        return deal_of(self)

    def _possible_codes(self) -> list[str]:
        """What may be in the display, sorted."""
        from cacao_core.knowledge.counts import jungle_left  # noqa: PLC0415  # rarely needed

        return sorted({*self.display, *jungle_left(self)} - {UNKNOWN})

    def _go_on_filling(self) -> None:
        """Go on where a tile was awaited."""
        raise NotImplementedError
