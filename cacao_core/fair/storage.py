"""A device as text, to be kept on it: its secrets, and all that it knows (docs/fair.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from cacao_core.errors import BadLink, CacaoError
from cacao_core.fair.errors import Cheating
from cacao_core.fair.evidence import Evidence
from cacao_core.fair.hashes import TAG, Secrets
from cacao_core.fair.ledger import Ledger, Received
from cacao_core.fair.letters import (
    MOVES_RADIX,
    Invite,
    Reader,
    Writer,
    opened,
    put_invitation,
    put_news,
    sealed,
    take_invitation,
    take_news,
)
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.merging import Fork, replay
from cacao_core.fair.table import Party, Roster
from cacao_core.tiles import MAX_PLAYERS

_SEED: Final = 32
_HASH: Final = 32
_TURNS_RADIX: Final = 64
_SMALL: Final = 256
_REASON_RADIX: Final = 1024


class Stored(NamedTuple):
    """All of a device.

    Attributes:
        lobby: who takes part, and the secrets.
        ledger: the game, once it has begun.
        fixed: number of moves that cannot be taken back.
        evidence: what cannot be judged yet.
        cheats: what was found.
    """

    lobby: Lobby
    ledger: Ledger | None
    fixed: int
    evidence: tuple[Evidence, ...]
    cheats: tuple[Cheating, ...]


def write(stored: Stored) -> str:
    """The text of a device."""
    writer, lobby = Writer(), stored.lobby
    writer.put_bytes(lobby.secrets.seed)
    put_invitation(writer, Invite(lobby.invitation, ()))
    for parties in ((lobby.party,), lobby.joins):
        writer.put(len(parties), MAX_PLAYERS)
        for party in parties:
            writer.put_party(party)
    writer.put_flag(stored.ledger is not None)
    if stored.ledger is None:
        return sealed("state", writer)
    writer.put(stored.fixed, MOVES_RADIX)
    _put_findings(writer, stored)
    writer.put(len(stored.ledger.tags) - 1, MAX_PLAYERS)
    for tags in stored.ledger.tags:
        writer.put(len(tags), _SMALL)
        for tag in tags:
            writer.put(tag.count, MOVES_RADIX)
            writer.put_bytes(tag.value)
            writer.put(tag.via, MAX_PLAYERS)
    news = replace(stored.ledger.news(), parties=stored.ledger.roster.parties)
    return sealed("state", writer, put_news(writer, news))


def _put_findings(writer: Writer, stored: Stored) -> None:
    writer.put(len(stored.evidence), _SMALL)
    for proof in stored.evidence:
        for number in (proof.author, proof.passer, proof.seat):
            writer.put(number, MAX_PLAYERS)
        writer.put(proof.count, MOVES_RADIX)
        writer.put(proof.key, _TURNS_RADIX)
        writer.put_bytes(proof.history)
        writer.put_bytes(proof.tag)
        writer.put(proof.turn, _TURNS_RADIX)
    writer.put(len(stored.cheats), _SMALL)
    for cheating in stored.cheats:
        writer.put_text(cheating.reason, _REASON_RADIX)
        writer.put(cheating.turn, _TURNS_RADIX)
        writer.put(len(cheating.suspects), MAX_PLAYERS + 1)
        for seat in cheating.suspects:
            writer.put(seat, MAX_PLAYERS)


def read(text: str) -> Stored:
    """The device of a text.

    Raises:
        BadLink: the text is damaged, or not that of a device.
    """
    kind, reader = opened(text)
    if kind != "state":
        raise BadLink(f"this is not what a device has kept, but its {kind}")
    try:
        stored = _read(reader)
        if write(stored) != text:
            raise BadLink("what the device has kept is not in the shortest form")
        return stored
    except (CacaoError, Fork, IndexError) as error:
        raise BadLink(f"what the device has kept does not fit: {error}") from None


def _read(reader: Reader) -> Stored:
    secrets = Secrets(reader.take_bytes(_SEED))
    invitation = take_invitation(reader).invitation
    own, joins = (
        tuple(reader.take_party() for _ in range(reader.take(MAX_PLAYERS))) for _ in range(2)
    )
    if len(own) != 1 or own[0] != Party.of(secrets, own[0].seats, own[0].names):
        raise BadLink("its secrets are not those of the device")
    lobby = Lobby(secrets, invitation, own[0], joins)
    if not reader.take_flag():
        if reader.number:
            raise BadLink("more in it than belongs there")
        return Stored(lobby, None, 0, (), ())
    fixed = reader.take(MOVES_RADIX)
    evidence, cheats = _take_findings(reader)
    return Stored(lobby, _take_ledger(reader, lobby), fixed, evidence, cheats)


def _take_findings(reader: Reader) -> tuple[tuple[Evidence, ...], tuple[Cheating, ...]]:
    return (
        tuple(_take_evidence(reader) for _ in range(reader.take(_SMALL))),
        tuple(_take_cheating(reader) for _ in range(reader.take(_SMALL))),
    )


def _take_evidence(reader: Reader) -> Evidence:
    author, passer, seat = (reader.take(MAX_PLAYERS) for _ in range(3))
    count, key = reader.take(MOVES_RADIX), reader.take(_TURNS_RADIX)
    history, tag = reader.take_bytes(_HASH), reader.take_bytes(TAG)
    turn = reader.take(_TURNS_RADIX)
    return Evidence(author, passer, count, key, history, tag, seat, turn)


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
    ledger.tags = tags
    ledger.privates = [None if n == own else p for n, p in enumerate(news.privates)]
    return ledger


def _take_tag(reader: Reader) -> Received:
    count, value = reader.take(MOVES_RADIX), reader.take_bytes(TAG)
    return Received(count, value, reader.take(MAX_PLAYERS))
