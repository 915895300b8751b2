"""Links that people send each other: they reach everybody, and know of nobody."""

from __future__ import annotations

from cacao_core.fair import Device
from cacao_web.features.together import model, view
from cacao_web.features.together.carrier import Carrier, CarrierView
from cacao_web.features.together.model import dealer
from cacao_web.features.together.shared_game import SharedGame
from cacao_web.features.together.view import Link
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.ui.markup import Markup


class LinkCarrier(Carrier):
    """A game by link. What leaves is made when a person asks for it, see ``Outbox``."""

    def __init__(self, game: SharedGame, device: Device) -> None:
        pass

    def look(self, session: Session) -> CarrierView:
        device = dealer(session).device
        others = (seat for seat in range(device.players) if seat not in device.seats)
        free = device.free_seats
        return CarrierView(
            {seat: Presence.INVITED if seat in free else Presence.LINK for seat in others}
        )

    def showing(self, session: Session) -> str:
        invitation, message = dealer(session).device.for_watchers()
        return model.fragment(message, watch=invitation)

    def seat(self, session: Session) -> str:
        return dealer(session).text

    def move(self, link: Link, in_match: bool) -> Markup:
        return view.move(link, in_match)
