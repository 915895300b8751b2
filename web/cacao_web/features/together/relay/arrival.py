"""Opening the addresses of games through a relay: invitations, and seats from other browsers."""

from __future__ import annotations

from contextlib import suppress

from cacao_core import BadLink, CacaoError, OtherVersion, fair
from cacao_core.fair import Device, Parcel, RelayKeys
from cacao_web.features.together import model
from cacao_web.features.together.browser.relay import RelayError
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import RELAY
from cacao_web.features.together.joining.joining import Joining
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import Opened
from cacao_web.features.together.relay import links, texts, view
from cacao_web.features.together.relay.links import RelayLink
from cacao_web.features.together.relay.looking import Flooded, look
from cacao_web.features.together.relay.settings.known import KnownRelays
from cacao_web.game.dealer import Relay
from cacao_web.ui.markup import Markup


class Arrival:
    """Opens such addresses.

    Args:
        joining: goes on with what was found there.
    """

    def __init__(self, parts: JoinParts, joining: Joining) -> None:
        self._shell, self._shared_games = parts.shell, parts.shared_games
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs
        self._relays = parts.shared_games.support.relays
        self._known = KnownRelays(parts.shell, self._relays)
        self._joining = joining
        self._link: RelayLink | None = None  # that is being opened
        self._problem = ""  # why that has failed; empty while it goes on, or is not begun
        self._waits = False  # whether the page waits until the game lies at the relay
        self._asks = False  # whether a person has to allow the relay first
        self._is_early = False  # whether that game has not begun
        self._watches = False  # whether the person wants to watch the game, and has no seat in it

    def takes(self, text: str) -> bool:
        """Whether a text looks like such an address, or ends with one."""
        return links.is_link(text)

    def covers(self, text: str) -> tuple[str, str]:
        """The fragment of such an address, and another one that says nothing and stands for it."""
        address = links.fragment(text)
        return address, links.instead(address)

    async def open(self, text: str, told: bool) -> str:
        """Open such an address; with whether the person may be asked.

        Raises:
            CacaoError: it cannot be used; a sentence for the person.
        """
        self._watches = False
        return await self._open(text, told)

    async def watch(self, text: str) -> None:
        """Open the address of a game, to watch it as soon as it has begun.

        Raises:
            CacaoError: it cannot be used; a sentence for the person.
        """
        self._watches = True
        await self._open(text, told=True)

    async def _open(self, text: str, told: bool) -> str:
        try:
            link = links.read(text)
            keys = _keys(link)
        except BadLink as error:
            raise CacaoError(model.damaged(error)) from None
        id = self._kept(keys, with_watched=not link.seat)
        if id and len(link.seats) <= 1:
            self._games.resume(id)
            if link.seat and (session := self._games.session):
                self._shared_games.of(session).tell(Carrier.claim)
            return ""
        address = self._address(link)
        self._link, self._problem, self._waits, self._is_early = link, "", False, False
        self._asks = told and bool(link.address) and not self._known.is_trusted(address)
        if told:
            self._dialogs.show(RELAY)
        return "" if self._asks else await self._go_on(link, address, told)

    def _address(self, link: RelayLink) -> str:
        """The relay that an invitation names, or that of the site if it names none.

        Raises:
            CacaoError: it cannot be used; a sentence.
        """
        if not self._relays.is_possible:
            raise CacaoError(texts.impossible())
        if not link.address and not self._known.preset:
            raise CacaoError(texts.none_given())
        return self._known.checked(link.address) if link.address else self._known.preset

    def _kept(self, keys: RelayKeys, with_watched: bool = False) -> str:
        """The saved game of these keys; empty if there is none."""
        for saved in self._games.saves.dealt():
            dealer = saved.session.dealer
            if saved.session.is_watching and not with_watched:
                continue  # a seat takes its place
            if dealer and dealer.relay and dealer.relay.key == keys.text:
                return saved.session.id
        return ""

    def go_on(self) -> None:
        """The person allows the relay, or tries again."""
        if link := self._link:
            address = self._address(link)
            self._known.trust(address)
            self._asks, self._problem, self._is_early = False, "", False
            self._dialogs.show(RELAY)
            self._shell.tasks.run(self._try(link, address))

    async def _try(self, link: RelayLink, address: str) -> None:
        try:
            await self._go_on(link, address, told=True)
        except CacaoError as error:
            self._fail(str(error))

    def _fail(self, problem: str, waits: bool = False) -> None:
        self._problem, self._waits = problem, waits
        self._dialogs.show(RELAY)

    def _is_shown(self, link: RelayLink) -> bool:
        """Whether the person has not gone on to something else."""
        return self._dialogs.open == RELAY and self._link is link

    async def _go_on(self, link: RelayLink, address: str, told: bool) -> str:
        keys = _keys(link)

        def waits() -> bool:
            """Nothing is there, perhaps because the link has come faster than the game."""
            goes_on = told and self._is_shown(link)
            if goes_on and not self._waits:
                self._fail(texts.missing(address), waits=True)
            return goes_on

        try:
            if len(link.seats) > 1:
                return await self._bring_all(link, address, told)
            parcels = await look(self._relays, address, keys, waits)
        except (RelayError, OtherVersion, Flooded) as error:
            problem = _problem(error, address)
            if not told:
                raise CacaoError(problem) from None
            if self._is_shown(link):
                self._fail(problem)
            return ""
        if told and not self._is_shown(link):
            return ""
        if link.seat:
            self._joining.moving.arrive([_brought(link.seat, parcels, address)], told)
            return ""
        return await self._invited(keys, parcels, address, told)

    async def _invited(
        self, keys: RelayKeys, parcels: list[Parcel], address: str, told: bool
    ) -> str:
        """The game of an invitation, as it lies at the relay."""
        if not parcels:
            raise CacaoError(texts.nothing(address))
        relay = Relay(address, keys.text, parcels[0].salt.hex())
        token = fair.look(parcels[0].invitation).token
        if self._games.saves.text(model.saved_as(token)):
            self._attach(token, relay)
            return ""
        if begun := [parcel for parcel in parcels if parcel.news]:
            if not told:
                raise CacaoError(model.all_taken())
            self._watch_one(begun, token, relay)
            return ""
        if self._watches:
            self._is_early = True
            self._dialogs.show(RELAY)
            return ""
        fragment = links.invitation(keys.text, address)
        message, waiting = _invitation(parcels)
        opened = Opened(message, token, relay=relay, address=fragment, waiting=waiting)
        return await self._joining.arrive(opened, told)

    def _watch_one(self, begun: list[Parcel], token: str, relay: Relay) -> None:
        """Offer to watch, with the first parcel that holds; some player may have made a bad one.

        Raises:
            CacaoError: none holds; a sentence.
        """
        problem = None
        for parcel in begun:
            try:
                opened = Opened(parcel.news, token, relay=relay, watch=parcel.invitation)
                self._joining.watching.arrive(opened, True, not self._watches)
            except CacaoError as error:
                problem = error
            else:
                return
        raise problem or CacaoError(model.all_taken())

    def _attach(self, token: str, relay: Relay) -> None:
        """A game that is here already, and has gone on by link, goes on by the relay as well."""
        self._games.resume(model.saved_as(token))
        session = self._games.session
        if session and session.dealer:
            session.dealer.relay = relay
            self._shared_games.of(session).here.keep(session)
            self._shared_games.of(session).tell(Carrier.begin, session)

    async def _bring_all(self, link: RelayLink, address: str, told: bool) -> str:
        """Bring all seats of a person that are not here; a game that is gone is left out.

        Raises:
            CacaoError: the relay cannot be reached, or has none of the games; a sentence.
        """
        brought = []
        for code in link.seats:
            keys = fair.read_seat_code(code)[0]
            if not self._kept(keys):
                parcels = await look(self._relays, address, keys, lambda: False)
                with suppress(CacaoError):
                    brought.append(_brought(code, parcels, address))
        if told and not self._is_shown(link):
            return ""
        if brought:
            self._joining.moving.arrive(brought, told)
        elif any(self._kept(fair.read_seat_code(code)[0]) for code in link.seats):
            self._dialogs.close()
            self._games.go_home()
        else:
            raise CacaoError(texts.nothing(address))
        return ""

    def markup(self) -> Markup | None:
        """The invitation that is being opened: a question, a short wait, or why it has failed."""
        if self._link is None:
            return None
        if self._is_early:
            return view.too_early()
        title = texts.watching() if self._watches else texts.invited()
        title = texts.moving() if self._link.seat else title
        address = self._link.address or self._known.preset
        return view.arriving(title, address, self._asks, self._problem, self._waits)


def _brought(code: str, parcels: list[Parcel], address: str) -> Opened:
    """A seat that was played in another browser.

    Raises:
        CacaoError: the relay does not have it; a sentence.
    """
    keys, seed = fair.read_seat_code(code)
    try:
        device = Device.from_seed(seed, parcels)
    except BadLink:
        raise CacaoError(texts.nothing(address)) from None
    relay = Relay(address, keys.text, parcels[0].salt.hex())
    return Opened(device.to_text(), device.token, relay=relay)


def _invitation(parcels: list[Parcel]) -> tuple[str, tuple[str, ...]]:
    """The invitation, with those who have joined already, and perhaps wait for the host.

    If they leave no seat, only with those whom the host has seated: perhaps it does not want the
    others, whose names follow.
    """
    everybody = fair.invitation_of(parcel.invitation for parcel in parcels)
    hosts = [p.invitation for p in parcels if fair.look(p.invitation).kind == "invitation"]
    asked = fair.look(everybody)
    if asked.free_seats or not hosts:
        return everybody, ()
    return hosts[0], tuple(asked.names[seat] for seat in fair.look(hosts[0]).free_seats)


def _problem(error: CacaoError, address: str) -> str:
    """A sentence about a game that was not found."""
    if isinstance(error, RelayError):
        return texts.unreachable(error.trouble, address)
    if isinstance(error, OtherVersion):
        return model.damaged(error)
    return texts.crowded(address)


def _keys(link: RelayLink) -> RelayKeys:
    return fair.read_seat_code(link.seats[0])[0] if link.seat else RelayKeys.from_text(link.key)
