"""One link with all seats of a person, in the games that go on by one relay."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.model import dealer
from cacao_web.features.together.relay import links, view
from cacao_web.features.together.relay.relayed import relay_of
from cacao_web.features.together.view import Link
from cacao_web.game.session import Session
from cacao_web.ui.markup import Markup


class AllSeats(Carrier):
    """The carrier of that link; with the number of its seats."""

    def __init__(self, count: int) -> None:
        self.count = count

    def move(self, link: Link) -> Markup:
        return view.all_seats(link, self.count)


def gathered(sessions: Iterable[Session], preset: str) -> tuple[AllSeats, str]:
    """The carrier, and the fragment, of games by the relay of the first one.

    Args:
        sessions: games that go on here, by any carrier.
        preset: the address of the relay that a link need not name.
    """
    codes, address = [], ""
    for session in sessions:
        relay = relay_of(session)
        if relay and address in ("", relay.address):
            address = relay.address
            codes.append(dealer(session).device.seat_code(bytes.fromhex(relay.salt)))
    codes = codes[: links.MOST]
    return AllSeats(len(codes)), links.seat("".join(codes), "" if address == preset else address)
