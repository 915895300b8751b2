"""A device as text, to be kept on it: its secrets, and all that it knows (docs/fair.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cacao_core.errors import BadLink, CacaoError
from cacao_core.fair.errors import Cheating
from cacao_core.fair.hashes import LINKS, TAG, Secrets
from cacao_core.fair.ledger import Ledger, Received
from cacao_core.fair.letters import (
    MOVES_RADIX,
    Reader,
    Writer,
    opened,
    put_gathering,
    put_news,
    sealed,
    take_gathering,
    take_news,
)
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.memory import DeviceState, Needed
from cacao_core.fair.merging import Fork, holds_own, replay
from cacao_core.fair.table import Party, Roster
from cacao_core.tiles import MAX_PLAYERS

LONGEST_STATE: Final = 1 << 14
"""Length limit of a text; one with the longest names and all findings is half as long."""

_SEED: Final = 32
_TURNS_RADIX: Final = 64
_SMALL: Final = 256
_REASON_RADIX: Final = 1024


def write(memory: DeviceState) -> str:
    """The text of a device."""
    writer, lobby = Writer(), memory.lobby
    writer.put_bytes(lobby.secrets.seed)
    put_gathering(writer, lobby.letter())
    writer.put_party(lobby.party)
    _put_told(writer, memory.told)
    _put_cheats(writer, memory.cheats)
    writer.put_flag(memory.ledger is not None)
    if memory.ledger is None:
        return sealed("state", writer)
    writer.put(memory.fixed, MOVES_RADIX)
    writer.put(len(memory.ledger.tags) - 1, MAX_PLAYERS)
    for tags in memory.ledger.tags:
        writer.put(len(tags), _SMALL)
        for tag in tags:
            writer.put(tag.covers, MOVES_RADIX)
            writer.put_bytes(tag.value)
            writer.put(tag.via, MAX_PLAYERS)
    news = replace(memory.ledger.news(), parties=memory.ledger.roster.parties)
    return sealed("state", writer, put_news(writer, news))


def _put_told(writer: Writer, told: Needed | None) -> None:
    writer.put_flag(told is not None)
    if told is not None:
        writer.put_flag(told.roster)
        writer.put(told.moves, MOVES_RADIX)
        writer.put(told.link, LINKS)
        writer.put_flag(told.end)


def _put_cheats(writer: Writer, cheats: tuple[Cheating, ...]) -> None:
    writer.put(len(cheats), _SMALL)
    for cheating in cheats:
        writer.put_text(cheating.reason, _REASON_RADIX)
        writer.put(cheating.turn, _TURNS_RADIX)
        writer.put(len(cheating.suspects), MAX_PLAYERS + 1)
        for seat in cheating.suspects:
            writer.put(seat, MAX_PLAYERS)


def read(text: str) -> DeviceState:
    """The device of a text.

    Raises:
        BadLink: the text is damaged, or not that of a device.
    """
    kind, reader = opened(text, LONGEST_STATE)
    if kind != "state":
        raise BadLink(f"this is not what a device has kept, but its {kind}")
    try:
        memory = _read(reader)
        if write(memory) != text:
            raise BadLink("it is not in the shortest form")
        return memory
    except (CacaoError, Fork, IndexError) as error:
        raise BadLink(f"what the device has kept does not fit: {error}") from None


def _read(reader: Reader) -> DeviceState:
    secrets = Secrets(reader.take_bytes(_SEED))
    letter, own = take_gathering(reader), reader.take_party()
    if own != Party.of(secrets, own.seats, own.names) or letter.sender not in own.seats:
        raise BadLink("its secrets are not those of the device")
    joins = tuple(party for party in letter.joins if party != own)
    memory = DeviceState(Lobby(secrets, letter.invitation, own, joins))
    memory.told = _take_told(reader)
    memory.cheats = tuple(_take_cheating(reader) for _ in range(reader.take(_SMALL)))
    if reader.take_flag():
        memory.fixed = reader.take(MOVES_RADIX)
        memory.ledger = _take_ledger(reader, memory.lobby)
    elif reader.number:
        raise BadLink("more in it than belongs there")
    return memory


def _take_told(reader: Reader) -> Needed | None:
    if not reader.take_flag():
        return None
    roster, moves = reader.take_flag(), reader.take(MOVES_RADIX)
    return Needed(roster, moves, reader.take(LINKS), reader.take_flag())


def _take_cheating(reader: Reader) -> Cheating:
    reason, turn = reader.take_text(_REASON_RADIX), reader.take(_TURNS_RADIX)
    suspects = [reader.take(MAX_PLAYERS) for _ in range(reader.take(MAX_PLAYERS + 1))]
    if not suspects:
        raise BadLink("a finding about nobody")
    return Cheating(reason, suspects[0], turn, suspects)


def _take_ledger(reader: Reader, lobby: Lobby) -> Ledger:
    tags = []
    devices = 1 + reader.take(MAX_PLAYERS)
    for _ in range(devices):
        tags.append(tuple(_take_tag(reader) for _ in range(reader.take(_SMALL))))
    news = take_news(reader, lobby.invitation.token)
    if news.parties is None or len(news.parties) != devices:
        raise BadLink("it has no list of players")
    roster = Roster(lobby.invitation, news.parties)
    own = roster.number_of(lobby.party)
    if own is None or roster.parties[own] != lobby.party or not roster.fits_host():
        raise BadLink("its list of players is not that of the game")
    ledger = Ledger(roster, own, lobby.secrets)
    replay(ledger, news)
    if not holds_own(ledger):
        raise BadLink("it has moves that this device cannot have made")
    ledger.tags = tags
    ledger.privates = [None if n == own else p for n, p in enumerate(news.privates)]
    return ledger


def _take_tag(reader: Reader) -> Received:
    count, value = reader.take(MOVES_RADIX), reader.take_bytes(TAG)
    return Received(count, value, reader.take(MAX_PLAYERS))
