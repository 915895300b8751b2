"""Games with other devices, as data: addresses, who sits where, who has to get a message.

An address is a message of fair dealing (docs/fair.md), and perhaps one half of a live connection:

==== ==================================================================================
part what it says
==== ==================================================================================
f…   the message, which opens the game on a device that takes part, or invites to it
s    the seat that is invited
o    an offer of a live connection
a    the answer to such an offer
m    a remark, as two digits: its seat and its number
w    the invitation of the game, for watchers, who have only this address
==== ==================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core import BadLink, CacaoError, Deal, OtherVersion, fair
from cacao_core.fair import Device, Glimpse
from cacao_core.names import outline
from cacao_core.tiles import COLOURS, Seat
from cacao_web.game.dealer import ENDED, LATE, Dealer, Relay
from cacao_web.game.matches import points
from cacao_web.game.matches.series import GAMES
from cacao_web.game.players import ELSEWHERE, PERSON, Sitter, coloured, is_nameless
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.game.setup.found import found
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, all_of

TOGETHER: Final = "together"
_LONGEST: Final = 10_000
_FRAGMENT: Final = re.compile(r"(f[\w-]{20,})((?:&[soamw]=[\w-]+){0,5})", re.ASCII)
_TOKEN: Final = re.compile(r"[0-9a-f]{12}", re.ASCII)
_MATCH: Final = "m"
_COMPUTERS: Final = "c"
_ROUNDS: Final = re.compile(
    rf"(?:{_COMPUTERS}[0-3]+)?{_MATCH}((?:{_TOKEN.pattern}){{0,{GAMES - 1}}})", re.ASCII
)
_SEATS: Final = ("0", "1", "2", "3")
_LETTERS: Final = {colour[0]: colour for colour in COLOURS}


class Opened(NamedTuple):
    """The content of an address."""

    message: str  # a message of fair dealing; empty if the address only names a game
    token: str  # which game it is
    seat: Seat | None = None  # the seat that is invited, if the address names one
    offer: str = ""  # an offer of a live connection, else empty
    answer: str = ""  # the answer to one, else empty
    relay: Relay | None = None  # where it was found, if not in the address
    remark: str = ""  # see ``remarks.read``
    watch: str = ""  # the invitation to a game that has begun, for watchers
    address: str = ""  # the fragment by which it was found, if that was no message
    waiting: tuple[str, ...] = ()  # who has asked the host for the last seats; names

    @property
    def is_carried(self) -> bool:
        """Whether a carrier brings the messages of the game without a person."""
        return self.relay is not None


def read(text: str) -> Opened:
    """The content of an address, a fragment, or a text that ends with one.

    Raises:
        BadLink: it is damaged.
    """
    fragment = _fragment(found(text))
    if fragment.startswith(link.OWN):
        token = fragment.removeprefix(link.OWN)
        if not _TOKEN.fullmatch(token):
            raise BadLink("address of a game: damaged")
        return Opened("", token)
    matched = _FRAGMENT.fullmatch(fragment)
    if matched is None:
        raise BadLink("link: not of a game with other devices, or damaged")
    message, extra = matched.groups()
    parts = dict(part.split("=") for part in extra.split("&")[1:])
    seat = int(parts["s"]) if parts.get("s") in _SEATS else None
    return Opened(message, token_in(message), seat, parts.get("o", ""), parts.get("a", ""),
                  remark=parts.get("m", ""), watch=parts.get("w", ""))  # fmt: skip


def _fragment(text: str) -> str:
    text = text.strip()
    return text.rpartition("#")[2] if len(text) <= _LONGEST else ""


def token_of(id: str) -> str:
    """The token of a saved game, see :func:`saved_as`."""
    return id.removeprefix("t")


def fragment(
    message: str,
    seat: Seat | None = None,
    offer: str = "",
    answer: str = "",
    remark: str = "",
    watch: str = "",
) -> str:
    """The fragment of an address, see :func:`read`."""
    number = "" if seat is None else str(seat)
    parts = {"s": number, "o": offer, "a": answer, "m": remark, "w": watch}
    return message + "".join(f"&{name}={value}" for name, value in parts.items() if value)


def written(opened: Opened) -> str:
    """The fragment that was read."""
    if opened.address:
        return opened.address
    if not opened.message:
        return link.own_fragment(opened.token)
    return fragment(opened.message, *opened[2:5], opened.remark, opened.watch)


def token_in(message: str) -> str:
    """The token of the game that a message belongs to.

    Raises:
        BadLink: it is damaged.
    """
    return fair.look(message).token


def saved_as(token: str) -> str:
    """Name of the saved game of a token; so a message finds its game, and there is only one."""
    return f"t{token}"


def is_dealt(session: Session, token: str) -> bool:
    """Whether a session is the game of a token."""
    return session.dealer is not None and session.dealer.token == token


def goes_on(session: Session) -> bool:
    """Whether a game is not over, and was not ended early."""
    return not (session.game.is_over or ENDED in session.record.notes.headers)


def dealer(session: Session) -> Dealer:
    """The dealer of a game with other devices."""
    assert session.dealer is not None, "a game with other devices"
    return session.dealer


# --- Who sits where ------------------------------------------------------------------------------


def options(
    sitters: Sequence[Sitter], before: Sequence[str] | None = None, late: bool = False
) -> str:
    """The text in an invitation.

    It is everybody's colour, as its first letter, large if without name. The letter c and the seats
    of computers follow, if there are any. For a game of a match, the letter m and the tokens of the
    games before it follow. At the end stands a sign if watchers see each turn one turn later.
    """
    letters = ((sitter, sitter.colour[0]) for sitter in coloured(sitters))
    text = "".join(letter.upper() if is_nameless(one.name) else letter for one, letter in letters)
    match = "" if before is None else "".join((_MATCH, *map(token_of, before)))
    seats = "".join(str(seat) for seat, sitter in enumerate(sitters) if sitter.is_computer)
    computers = f"{_COMPUTERS}{seats}" if seats else ""
    return text + computers + match + LATE * late


def match_in(text: str, players: int) -> tuple[str, ...] | None:
    """The saved games of its match before a game, by the text in its invitation, see ``About``."""
    match = _ROUNDS.fullmatch(text[players:].removesuffix(LATE))
    tokens = _TOKEN.findall(match[1]) if match else []
    return tuple(map(saved_as, tokens)) if match and len({*tokens}) == len(tokens) else None


def given_name(glimpse: Glimpse, seat: Seat) -> str:
    """The name that the host has given a seat; empty if none."""
    return "" if glimpse.options[seat : seat + 1].isupper() else glimpse.names[seat]


def colours(text: str, players: int) -> list[str]:
    """The colours of an invitation; the usual ones if it has none."""
    named = [_LETTERS.get(letter, "") for letter in text[:players].lower()]
    good = len(named) == players == len(set(named)) and all(named)
    return named if good else list(COLOURS[:players])


def hosted(
    sitters: Sequence[Sitter],
    deal: Deal,
    before: Sequence[str] | None = None,
    late: bool = False,
) -> Device:
    """The device that invites to a game of these players, perhaps of a match: see ``About.before``.

    Of a deal only its rules count, and the huts that people have chosen: the devices draw the rest.

    Raises:
        CacaoError: there is nobody here, or nobody elsewhere.
    """
    own = [seat for seat, sitter in enumerate(sitters) if not sitter.is_elsewhere]
    names = [sitter.name for sitter in sitters]
    wishes, huts = options(sitters, before, late), deal.chosen_huts
    return Device.host(len(sitters), own, names, options=wishes, rules=deal.rules, huts=huts)


def guests(device: Device) -> tuple[Sitter, ...]:
    """The players as a guest sees them: its own seats are people here."""
    hues = colours(device.options, device.players)
    return tuple(
        Sitter(name, PERSON if seat in device.seats else ELSEWHERE, hue)
        for seat, (name, hue) in enumerate(zip(device.names, hues, strict=True))
    )


def invited(glimpse: Glimpse) -> tuple[Sitter, ...]:
    """The players of an invitation that nobody has accepted here."""
    hues = colours(glimpse.options, glimpse.players)
    return coloured(map(Sitter, glimpse.names, [ELSEWHERE] * glimpse.players, hues))


def own_seats(glimpse: Glimpse, earlier: Session) -> tuple[Seat, ...]:
    """The seats that an invitation to play again has for the people at this device."""
    own = [earlier.sitters[seat] for seat in earlier.dealer.device.seats] if earlier.dealer else []
    hues = colours(glimpse.options, glimpse.players)
    alike = [
        seat
        for seat in glimpse.free_seats
        if outline(glimpse.names[seat]) in {outline(sitter.name) for sitter in own}
    ]
    same = [seat for seat in alike if hues[seat] in {sitter.colour for sitter in own}]
    return tuple(same or alike)


def as_before(sitters: tuple[Sitter, ...], device: Device, earlier: Session) -> tuple[Sitter, ...]:
    """The same players, where those at this device are what they were: people or computers."""
    kinds = {outline(one.name): one.kind for one in earlier.sitters if not one.is_elsewhere}
    return tuple(
        one._replace(kind=kinds.get(outline(one.name), one.kind)) if seat in device.seats else one
        for seat, one in enumerate(sitters)
    )


def device_of(device: Device, seat: Seat) -> tuple[Seat, ...]:
    """All seats at the device of a seat; only that seat while the device is not known."""
    return next((seats for seats in device.devices if seat in seats), (seat,))


# --- What people are told ------------------------------------------------------------------------


def names(session: Session, seats: Sequence[Seat]) -> str:
    """Names of players in one text."""
    return all_of(session.said(seats))


def inviter(session: Session) -> str:
    """The name of whoever an answer of this device is for: guests answer the host."""
    device = session.dealer.device if session.dealer else None
    if device is None or not device.is_host:
        return names(session, device.host_seats[:1] if device else ())
    others = [seats[0] for seats in device.devices if seats != device.seats]
    return names(session, others) if len(others) == 1 else _("the other device")


def cover(session: Session, for_watchers: bool = False) -> str:
    """The text that a link is sent with: which game it is, and whose turn or what it is for."""
    seat = session.game.to_move
    players = " · ".join(sitter.said for sitter in session.sitters)
    game = words.played(session.record.deal.rules)
    if for_watchers:
        return _("{game}: {players}. Open this link to watch.").format(game=game, players=players)
    if session.mode.is_joining:
        host = session.dealer is not None and session.dealer.is_host
        if host:
            invited = _("A game of Cacao, with {players}. You are invited.")
            if session.game.rules.modules:
                invited = _("{game}, played by {players}. You are invited.")
            sentence = invited.format(game=game, players=_there(session))
            before = session.about.before
            return sentence if before is None else f"{sentence} {points.title(len(before) + 1)}."
        joined = _("{game}: {players}. Open this answer on the device that has invited.")
        return joined.format(game=game, players=players)
    if session.mode.is_gathering:
        sentence = _("{game}: {players}. Open this link to deal the tiles.")
        return sentence.format(game=game, players=players)
    if seat is None:
        return _("{game}: {players}. The game is over.").format(game=game, players=players)
    name, turn = session.sitters[seat].said, words.present_turn(session.record)
    sentence = _("{game}: {players}. Turn {n}: it is {name}’s turn.")
    return sentence.format(game=game, players=players, n=turn, name=name)


def _there(session: Session) -> str:
    """The names of those who have joined: whoever is invited knows no “Player 2”."""
    free = session.dealer.device.free_seats if session.dealer else ()
    return names(session, [seat for seat in range(len(session.sitters)) if seat not in free])


def damaged(error: CacaoError) -> str:
    """A sentence about a link that cannot be read at all."""
    if isinstance(error, OtherVersion):
        return _("This link was made by another version of the page. Reload the page on both "
                 "devices, and send a new link.")  # fmt: skip
    return _("This link is damaged or incomplete. Ask for it again.")


def refused(error: CacaoError, session: Session) -> str:
    """A sentence about a link that this game does not take in."""
    if isinstance(error, fair.Cheating):
        return cheating(error, session)
    is_host = session.dealer is not None and session.dealer.is_host
    if isinstance(error, fair.TooLate):
        if is_host or not session.mode.is_joining:
            return _("That device was not there when the game began. All seats are taken.")
        return _("This game has begun without this device: all seats were taken before. You can "
                 "delete it from the saved games.")  # fmt: skip
    if isinstance(error, fair.SeatTaken):
        return _("Somebody else has that seat already. Send a new invitation to whoever sent this "
                 "answer: another seat is free.")  # fmt: skip
    if session.mode.is_joining:
        return _("This link does not fit this game: it was changed, or belongs to another one. "
                 "Nothing has changed here.")  # fmt: skip
    return _("This link does not fit this game. Nothing has changed here.")


def all_taken() -> str:
    """A sentence about an invitation that comes too late."""
    return _("All seats of this game are taken. If you want to watch it, ask somebody who plays "
             "for a link.")  # fmt: skip


def outrun(name: str) -> str:
    """Somebody has the seat that this person wanted, and another one is free."""
    return _("{name} was first. You have asked for the next seat.").format(name=name)


def asked_again() -> str:
    """A sentence about an old text: nobody has signed who needs an answer."""
    return _("Somebody asks for the list of players again. Send your link: the list is in it.")


def cheating(cheating_found: fair.Cheating, session: Session) -> str:
    """A sentence about something that no honest device signs."""
    deed = _told(cheating_found).format(name=session.sitters[cheating_found.seat].said)
    if cheating_found.turn:
        return _("Turn {n}: {told}").format(n=cheating_found.turn, told=deed)
    return _("Before the first turn: {told}").format(told=deed)


def _told(found: fair.Cheating) -> str:
    """The same with a placeholder for the name."""
    if found.kind == "twice":
        if found.turn:
            return _("{name}’s device has sent two different decisions for the same turn. This "
                     "can happen when an older copy of the game was restored. The game ends "
                     "without a result.")  # fmt: skip
        return _("{name}’s device has sent two different lists of players. This can happen "
                 "when an older copy of the game was restored.")  # fmt: skip
    return {
        "value": _("{name}’s device has changed one of the secret numbers that were fixed before "
                   "the game. With other numbers it could choose tiles."),
        "early": _("{name}’s device has shown one of its secret numbers too early. With it, others "
                   "can know tiles before they are drawn."),
        "missing": _("{name}’s device has decided without showing the number that the next "
                     "tiles depend on. So it could have seen those tiles first."),
        "tile": _("{name}’s device has placed a tile that was not drawn."),
        "list": _("{name}’s device has sent a list of players that does not match those who "
                  "joined."),
        "withheld": _("The proof of {name}’s tiles is still missing. Until it arrives, the "
                      "last placement does not count and the game is not over."),
    }[found.kind]  # fmt: skip
