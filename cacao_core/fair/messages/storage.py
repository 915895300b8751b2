"""A device as text, to be kept on it: its secrets, and all that it knows (docs/fair.md)."""

from __future__ import annotations

from typing import Final, get_args

from cacao_core.errors import BadLink, CacaoError
from cacao_core.fair.agreements.statements import QUESTION
from cacao_core.fair.errors import Cheating, Finding
from cacao_core.fair.hashes import LINKS, Secrets
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.memory import DeviceState, Needed
from cacao_core.fair.merging import Fork, holds_own, merge, replay
from cacao_core.fair.messages.digits import MOVES_RADIX, Reader, Writer
from cacao_core.fair.messages.letters import (
    opened,
    put_gathering,
    put_news,
    sealed,
    take_gathering,
    take_news,
)
from cacao_core.fair.table import Party, Roster
from cacao_core.fair.watching import WatchingState
from cacao_core.tiles import MAX_PLAYERS

LONGEST_STATE: Final = 1 << 14
"""Length limit of a text; one with the longest names and all findings is half as long."""

_SEED: Final = 32
_TURNS_RADIX: Final = 64
_SMALL: Final = 256
_REASON_RADIX: Final = 1024
_FINDINGS: Final[tuple[Finding, ...]] = get_args(Finding)


def write(memory: DeviceState) -> str:
    """The text of a device."""
    writer, lobby = Writer(), memory.lobby
    writer.put_bytes(lobby.secrets.seed)
    put_gathering(writer, lobby.kept())
    writer.put_party(lobby.party)
    _put_told(writer, memory.told)
    _put_cheats(writer, memory.cheats)
    writer.put_flag(bool(memory.question))
    writer.put_bytes(memory.question)
    writer.put_flag(memory.ledger is not None)
    if memory.ledger is None:
        return sealed("state", writer)
    writer.put(memory.fixed, MOVES_RADIX)
    news = memory.ledger.news(whole=True, kept=True)
    return sealed("state", writer, put_news(writer, news), news.is_newer)


def _put_told(writer: Writer, needed: Needed | None) -> None:
    writer.put_flag(needed is not None)
    if needed is not None:
        writer.put_flag(needed.roster)
        writer.put(needed.moves, MOVES_RADIX)
        writer.put_open(needed.link, LINKS + 1)
        writer.put_flag(needed.end)
        writer.put_flag(needed.proof)


def _put_cheats(writer: Writer, cheats: tuple[Cheating, ...]) -> None:
    writer.put(len(cheats), _SMALL)
    for cheating in cheats:
        writer.put_text(cheating.reason, _REASON_RADIX)
        writer.put(cheating.turn, _TURNS_RADIX)
        writer.put(cheating.seat, MAX_PLAYERS)
        writer.put(_FINDINGS.index(cheating.kind), len(_FINDINGS))


def read(text: str, is_restored: bool = False) -> DeviceState:
    """The device of a text, see ``Device.from_text``.

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
        if is_restored:
            memory.doubt()
            if memory.ledger is not None:
                _forget_what_stayed(memory, memory.ledger)
        return memory
    except (CacaoError, Fork, IndexError) as error:
        raise BadLink(f"what the device has kept does not fit: {error}") from None


def _read(reader: Reader) -> DeviceState:
    seed = reader.take_bytes(_SEED)
    letter, own = take_gathering(reader), reader.take_party()
    secrets = Secrets(seed, letter.invitation.links)
    if own != Party.of(secrets, own.seats, own.names) or letter.is_join:
        raise BadLink("its secrets are not those of the device")
    seating = letter.seating
    joins = tuple(party for party in letter.joins if party not in seating.seated)
    kind = DeviceState if own.seats else WatchingState
    memory = kind(Lobby(secrets, letter.invitation, own, joins, seating))
    memory.told = _take_told(reader)
    memory.cheats = tuple(_take_cheating(reader) for _ in range(reader.take(_SMALL)))
    memory.question = reader.take_bytes(QUESTION) if reader.take_flag() else b""
    if reader.take_flag():
        memory.fixed = reader.take(MOVES_RADIX)
        memory.ledger = _take_ledger(reader, memory.lobby)
    elif reader.number:
        raise BadLink("more in it than belongs there")
    return memory


def _forget_what_stayed(memory: DeviceState, ledger: Ledger) -> None:
    """Check everything, and take back what has not left: others may have heard something else."""
    while len(ledger.course.moves) > memory.fixed:
        ledger.course.take_back()
    merge(Ledger(ledger.roster, ledger.first_own, ledger.secrets), ledger.signed_course(kept=True))


def _take_told(reader: Reader) -> Needed | None:
    if not reader.take_flag():
        return None
    roster, moves = reader.take_flag(), reader.take(MOVES_RADIX)
    link = reader.take_open(LINKS + 1)
    return Needed(roster, moves, link, reader.take_flag(), reader.take_flag())


def _take_cheating(reader: Reader) -> Cheating:
    reason, turn = reader.take_text(_REASON_RADIX), reader.take(_TURNS_RADIX)
    seat, kind = reader.take(MAX_PLAYERS), _FINDINGS[reader.take(len(_FINDINGS))]
    return Cheating(reason, seat, turn, kind)


def _take_ledger(reader: Reader, lobby: Lobby) -> Ledger:
    news = take_news(reader, lobby.invitation.token)
    if news.roster is None:
        raise BadLink("it has no list of players")
    roster = Roster(lobby.invitation, *news.roster)
    own = roster.number_of(lobby.party) if lobby.party.seats else None
    ledger = Ledger(roster, len(roster.parties) if own is None else own, lobby.secrets)
    replay(ledger, news.course)
    given = [one.claim for one in ledger.successions if one.claim]
    later = [claim.party(roster.parties[claim.device]) for claim in given]
    if lobby.party.seats and lobby.party not in (*roster.parties, *later):
        raise BadLink("its list of players is not that of the game")
    if ledger.plays and not holds_own(ledger):
        raise BadLink("it has moves that this device cannot have made")
    ledger.other = news.other
    return ledger
