"""The course of a game: what a spectator sees, who closes each segment, and all draws.

The rules are those of :class:`cacao_core.game.Game`. Here each seat's hand is everything that the
seat has not played, because no more is public. So the legal moves are those that are possible for
some hand, and the index of a move among them reveals nothing about the hand.

A decision after which a draw is due is *held*: it is in the list of moves, but the position is the
one before it until the beacon is known.
"""

from __future__ import annotations

from bisect import bisect_right
from copy import copy

from cacao_core.deal import Deal, all_tiles
from cacao_core.errors import IllegalMove
from cacao_core.fair.dealing.draws import PASSED, Closing, WorkerDraw, draws_worker, filled_blind
from cacao_core.fair.dealing.stock import Stock
from cacao_core.fair.hashes import digest, stored
from cacao_core.fair.table import Roster
from cacao_core.game import Game
from cacao_core.moves import Move, turns_begun
from cacao_core.tiles import Seat


class Course:
    """The moves of a game and what follows from them in public. All is to be read only."""

    def __init__(self, roster: Roster) -> None:
        """Before the first beacon, from which the hands and the display follow."""
        self.rules, self.huts = roster.invitation.rules, roster.invitation.huts
        owners = self.owners = self.first_owners = roster.owners
        """For each seat the device that decides for it now; and at first, as in the roster."""
        self.moves: list[Move] = []
        """All decisions; a succession is one of them, :data:`PASSED`."""
        self.deciders: list[Seat] = []
        """For each move the seat that decided."""
        self.authors: list[int] = []
        """For each move the device that decided."""
        self.digits: list[tuple[int, int]] = []
        """For each move its index into the publicly legal moves, and their number."""
        self.hashes = [roster.hash]
        """The hash of the history after 0, 1, 2 … moves, 32 bytes each."""
        self.closings: list[Closing] = []
        """Of the segments 1, 2, …"""
        self.beacons: list[bytes] = []
        """V0, V1, … as far as known."""
        self.held: Move | None = None
        """The decision that awaits a beacon, if there is one."""
        self.worker_draws: list[list[WorkerDraw]] = [[] for _ in owners]
        """For each seat its draws, in order; since the succession, if there was one."""
        self.passed: dict[int, int] = {}
        """Index of each succession among the moves -> the device whose seats have passed on, or
        were given to a new device that has its number now."""
        self.given: dict[int, int] = {}
        """For each device that is a new one the number of moves since which it is."""
        self.placed_before: dict[Seat, list[str]] = {}
        """For each seat of a succession the tiles that it had placed, in order."""
        self.open_values: dict[Seat, bytes] = {}
        """For each seat that has passed on the value that determines its draws, in public."""
        self._due_again: dict[Seat, int] = {}  # tiles that seats of a new device are still to draw
        self.stock = Stock(self.rules, len(owners))
        self.game = Game(Deal.unknown(len(owners), self.rules, self.huts or None))
        """The public position, before the held decision if there is one."""
        self._before: list[Game] = []  # positions before the moves that can be taken back

    def copy(self) -> Course:
        """An independent copy."""
        twin, own = copy(self), vars(self).items()  # a position is never changed, but replaced
        vars(twin).update({name: one.copy() for name, one in own if isinstance(one, list | dict)})
        twin.worker_draws = [draws.copy() for draws in self.worker_draws]
        twin.stock = self.stock.copy()
        return twin

    # --- What is so ----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the last decision of the game was made."""
        return self.game.is_over

    @property
    def has_begun(self) -> bool:
        """Whether the first tiles are drawn."""
        return bool(self.beacons)

    @property
    def segment(self) -> int:
        """Number of the segment to which the next decision belongs, or whose beacon is awaited."""
        return len(self.beacons)

    @property
    def drawing(self) -> tuple[int, ...]:
        """Numbers of the devices whose links make the beacon that is awaited; empty if none is."""
        if not self.beacons:
            return tuple(sorted(set(self.owners)))
        closing = self.due
        return (closing.decider, closing.second) if closing else ()

    @property
    def due(self) -> Closing | None:
        """The end of the segment whose beacon is awaited; None before the first, or if none is."""
        return self.closings[self.segment - 1] if len(self.closings) >= self.segment > 0 else None

    def closed_by(self, device: int) -> int | None:
        """Number of the link that a device shows with its newest decision, if it closes a segment.

        None if no beacon is awaited after it.
        """
        closes = self.due is not None and self.closings[-1].decider == device
        return len(self.closings) if closes else None

    def newest_link(self, count: int) -> int:
        """Number of the newest link that any device may have shown after ``count`` moves."""
        return bisect_right([closing.at for closing in self.closings], count)

    def needed_link(self, device: int, count: int) -> int:
        """Number of the link that a device has shown if it knows ``count`` moves."""
        since = self.given.get(device, 0)
        for number in range(self.newest_link(count), 0, -1):
            closing = self.closings[number - 1]
            if closing.at <= since:
                break
            if device == closing.decider or (device == closing.second and closing.since < count):
                return number
        return 0

    @property
    def blocking(self) -> int | None:
        """Number of the device that has to decide, or to answer with a link; None at the end."""
        if self.due is not None:
            return self.due.second
        seat = self.game.to_move
        return self.owners[seat] if self.beacons and seat is not None else None

    @property
    def turn(self) -> int:
        """Number of the turn of the newest move, from 1; 0 before the first."""
        return self.turn_of(len(self.moves) - 1)

    def turn_of(self, at: int) -> int:
        """Number of the turn of the move with index ``at``, from 1."""
        return turns_begun(self.moves[: at + 1])

    def last_move_of(self, device: int, count: int) -> int:
        """Number of moves up to a device's last one of the first ``count``; 0 if it has none."""
        for at in range(count, 0, -1):
            if self.authors[at - 1] == device:
                return at
        return 0

    def has_finished(self, device: int, count: int) -> bool:
        """Whether the seats that a device had first had placed all tiles after ``count`` moves."""
        placed = [0] * len(self.owners)
        for move, seat in zip(self.moves[:count], self.deciders, strict=False):
            placed[seat] += move.starts_turn
        whole = len(self.worker_tiles)
        own = (seat for seat, owner in enumerate(self.first_owners) if owner == device)
        return all(placed[seat] == whole for seat in own)

    def played_by(self, seat: Seat) -> list[str]:
        """The worker tiles that a seat has placed, in order."""
        pairs = zip(self.moves, self.deciders, strict=True)
        return [move.tile for move, by in pairs if by == seat and move.starts_turn]

    @property
    def worker_tiles(self) -> list[str]:
        """All worker tiles of a seat, sorted."""
        return sorted(all_tiles(self.rules.worker_tiles[len(self.owners)]))

    # --- What happens --------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """A decision; it is held if a draw is due after it.

        Raises:
            IllegalMove: it is not possible for any hand, or a draw is awaited.
        """
        if self.drawing:
            raise IllegalMove(f"{move}: a draw is awaited; nobody can decide now")
        legal = self.game.legal_moves()
        matched = self.game.find_move(move)
        self._note(matched, legal.index(matched), len(legal))

    def play_digit(self, index: int) -> None:
        """A decision, as its index into the publicly legal moves."""
        legal = self.game.legal_moves()
        self._note(legal[index], index, len(legal))

    def _note(self, move: Move, index: int, count: int) -> None:
        seat = self.game.to_move
        assert seat is not None  # noqa: S101  # there was a legal move
        history = digest("move", self.hashes[-1], str(move).encode())
        self._append(move, seat, (index, count), history)
        self._before.append(self.game)
        after = self.game.copy()
        after.apply(move)
        if not (filled_blind(self.game, after, move) or self._has_drawn(after)):
            self.game = after
            return
        decider = self.owners[seat]
        self._close(decider, self._second(decider))
        self.held = move

    def _close(self, decider: int, second: int) -> None:
        """Close the segment with the newest move."""
        self.closings.append(Closing(at := len(self.moves), decider, second, since=at))

    def _append(self, move: Move, seat: Seat, digit: tuple[int, int], history: bytes) -> None:
        self.moves.append(move)
        self.deciders.append(seat)
        self.authors.append(self.owners[seat])
        self.digits.append(digit)
        self.hashes.append(history)

    def pass_on(self, successor: int) -> None:
        """The seats of the device for which the game waits pass on to another one.

        What they have not placed is dealt again, from a value that everybody knows.
        """
        device = self._lost
        seats = [seat for seat, owner in enumerate(self.owners) if owner == device]
        history = digest("passed", self.hashes[-1], device)
        self._pass(device, successor, history)
        self.owners = tuple(successor if own == device else own for own in self.owners)
        self._drawwithout(device)
        value = stored("again", history)
        for seat in seats:
            self.open_values[seat] = value
            again = range(self._take_away(seat))
            self.worker_draws[seat] = [WorkerDraw(self.beacons[-1], number) for number in again]

    def give(self, successor: int, claim: bytes) -> None:
        """The seats of the device for which the game waits are given to a new device.

        What they have not placed is dealt again, from the new device's private value and a beacon
        that follows: nobody knew it when the new device fixed that value.

        Args:
            successor: the device that decides this.
            claim: the hash of that of the new device, which gets the number of the lost one.
        """
        device = self._lost
        self._pass(device, successor, digest("given", self.hashes[-1], device, claim))
        self.given[device] = len(self.moves)
        self._drawwithout(device)
        for seat, owner in enumerate(self.owners):
            if owner == device and seat not in self.open_values:
                self._due_again[seat], self.worker_draws[seat] = self._take_away(seat), []
        self._close(successor, self._second(successor, device))

    @property
    def _lost(self) -> int:
        device = self.blocking
        assert device is not None  # noqa: S101  # the game goes on
        return device

    def _pass(self, device: int, successor: int, history: bytes) -> None:
        """Note a succession as a decision of the successor."""
        self.passed[len(self.moves)] = device
        self._append(PASSED, self.owners.index(successor), (0, 1), history)
        self._before.clear()

    def _drawwithout(self, device: int) -> None:
        """Another device shows the second link of draws for which the game waits."""
        for at in range(self.segment - 1, len(self.closings)):
            closing = self.closings[at]
            if closing.second == device:
                second = self._second(closing.decider, device)
                self.closings[at] = closing._replace(second=second, since=len(self.moves) - 1)

    def _take_away(self, seat: Seat) -> int:
        """Take away the tiles that a seat has drawn and not placed; their number."""
        placed, drawn = self.played_by(seat), self.drawn(seat) + self._due_again.pop(seat, 0)
        self.placed_before[seat] = placed
        return drawn - len(placed)

    def drawn(self, seat: Seat) -> int:
        """Number of worker tiles that a seat has drawn."""
        return len(self.placed_before.get(seat, ())) + len(self.worker_draws[seat])

    def _has_drawn(self, after: Game) -> bool:
        """Whether a turn has ended after which a tile is drawn."""
        seat = self.game.turn
        if after.is_over or after.turn == seat:
            return False
        return draws_worker(after, seat) or len(after.jungle_pile) < len(self.game.jungle_pile)

    def _second(self, decider: int, lost: int | None = None) -> int:
        """T: the first other device clockwise from the seat after the turn's player.

        One whose seats pass on, or are given to a new device, is passed over.
        """
        players = len(self.owners)
        seats = [(self.game.turn + step) % players for step in range(1, players + 1)]
        return next(own for seat in seats if (own := self.owners[seat]) not in {decider, lost})

    def settle(self, beacon: bytes) -> None:
        """The beacon is known: the held decision happens, and what is drawn after it."""
        closing = self.due
        if closing is None:
            self._begin(beacon)
        elif closing.at - 1 in self.passed:
            self._deal_again(self.passed[closing.at - 1], beacon)
        else:
            assert self.held is not None  # noqa: S101  # a decision closes any other segment
            self._go_on(self.held, beacon)
        self.beacons.append(beacon)

    def _deal_again(self, device: int, beacon: bytes) -> None:
        """Draw for the seats of a new device; also what was drawn for them since it has them."""
        for seat in [seat for seat in self._due_again if self.owners[seat] == device]:
            again = range(self._due_again.pop(seat) + len(self.worker_draws[seat]))
            self.worker_draws[seat] = [WorkerDraw(beacon, number) for number in again]

    def _begin(self, beacon: bytes) -> None:
        start = [WorkerDraw(beacon, number) for number in range(self.rules.hand)]
        self.worker_draws = [start.copy() for _ in self.owners]
        players, workers = len(self.owners), tuple(self.worker_tiles)
        dealt = self.stock.open(beacon, self.huts)
        order = self.stock.order(beacon)
        jungle = tuple(order.jungle)
        self.game = Game(Deal((workers,) * players, jungle, self.rules, **dealt | order.pieces))
        for player in self.game.players:
            player.hand, player.pile = workers, ()
        self.stock.take(order, self.game)

    def _go_on(self, move: Move, beacon: bytes) -> None:
        before, trial, after = self.game, self.game.copy(), self.game.copy()
        trial.apply(move)
        order = self.stock.order(beacon, filled_blind(before, trial, move))
        order.lay(after)
        after.apply(move)
        self.stock.take(order, after)
        if after.turn != before.turn and not after.is_over and draws_worker(after, before.turn):
            self.worker_draws[before.turn].append(WorkerDraw(beacon, 0))
        self.game, self.held = after, None
        self._before.clear()

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move since the last draw."""
        return bool(self._before)

    def take_back(self) -> None:
        """Take the newest move back; only since the last draw."""
        self.game = self._before.pop()
        if self.held is not None:
            self.closings.pop()
            self.held = None
        for column in (self.moves, self.deciders, self.authors, self.digits, self.hashes):
            column.pop()
