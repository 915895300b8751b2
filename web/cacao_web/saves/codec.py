"""A saved game as text: JSON with ``version``.

It holds ``saved``, ``record``, ``kinds``, ``colours``, ``options`` by name, and ``about`` as
:class:`About` has it. If other devices take part, it also holds ``dealer``, this device's text, and
perhaps ``standing`` (seats for :class:`AwaitedPeople`, so that a list need not read the device),
``since`` (since when the game waits for others), ``relay`` (the texts of :class:`Relay`),
``earlier`` (the texts of devices that have joined before), ``level`` (of computers that play on for
people elsewhere), and of those who wait to be let in
``waiting`` (their messages) and ``applicants`` (their names).
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from cacao_core import CacaoError, Record, ai
from cacao_web.browser.json_text import read_json
from cacao_web.browser.relay_address import is_address
from cacao_web.game.dealer import Dealer, Relay
from cacao_web.game.mode import ORDINARY_MODE, AwaitedPeople, Mode
from cacao_web.game.options import Options
from cacao_web.game.origin import About
from cacao_web.game.players import COMPUTER, sitters
from cacao_web.game.session import Session

VERSION: Final = 4
RELAYED: Final = '"relay": ["'
"""Only texts of games with a relay contain this."""
_RELAY: Final = re.compile(
    r"[\w-]{21}[AQgw] [0-9a-f]{32} (?:[0-9a-f]{20})? (?:[0-9a-f]{12})?", re.ASCII
)
_SAVED: Final = re.compile(r'"saved": "[^"]*"')
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d[-+:.TZ\d]{0,25}", re.ASCII)


class Saved(NamedTuple):
    """One saved game: its session and when it was saved (ISO 8601, UTC)."""

    session: Session
    when: str


def to_json(session: Session, when: str) -> str:
    dealer = {"dealer": session.dealer.text, "since": session.reach.since} if session.dealer else {}
    if session.dealer and session.dealer.level != COMPUTER:
        dealer["level"] = session.dealer.level
    fields = session.mode.standing(session.game)
    standing = {"standing": fields} if fields else {}
    relay = {"relay": session.dealer.relay} if session.dealer and session.dealer.relay else {}
    earlier = session.dealer.earlier if session.dealer else ()
    return json.dumps(
        {
            "version": VERSION,
            "saved": when,
            "record": session.record.to_text(),
            "kinds": [sitter.kind for sitter in session.sitters],
            "colours": [sitter.colour for sitter in session.sitters],
            "options": session.options._asdict(),
            "about": session.about.told(),
            **dealer,
            **standing,
            **relay,
            **({"earlier": earlier} if earlier else {}),
            **_applicants(session),
        }
    )


def is_same(text: str, other: str) -> bool:
    """Whether two stored texts differ in the time at most."""
    return _SAVED.sub("", text, count=1) == _SAVED.sub("", other, count=1)


def from_json(id: str, text: str) -> Saved:
    """A session from a stored text.

    Raises:
        CacaoError: it is damaged, or of another version.
    """
    try:
        data = read_json(text)
        if data["version"] != VERSION:
            raise CacaoError(f"saved game of version {data['version']!r:.20}; expected {VERSION}")
        record = Record.from_text(data["record"])
        kinds, colours = (list(map(str, data.get(name, ()))) for name in ("kinds", "colours"))
        players = sitters(record.seats or (), kinds, colours)
        options = Options.of(data["options"])
        about = About.of(data["about"])
        standing = _standing(data.get("standing"), len(players))
        relay = _relay(data.get("relay"))
        mode: Mode = ORDINARY_MODE
        if "dealer" in data:
            earlier, waiting = (
                tuple(map(str, data.get(name, ()))) for name in ("earlier", "waiting")
            )
            mode = Dealer(str(data["dealer"]), None, standing, relay, earlier, waiting)
            mode.level = data["level"] if data.get("level") in ai.LEVELS else COMPUTER
            applicants = data.get("applicants", ())
            mode.reach.applicants = tuple(tuple(map(str, names)) for names in applicants)
            mode.reach.since = _date(data.get("since"))
        session = Session(id, record, players, options, about, mode=mode)
        return Saved(session, date_of(data))
    except CacaoError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CacaoError(f"damaged saved game: {error!r:.80}") from None


def _applicants(session: Session) -> dict[str, object]:
    """The people who wait to be let in, if anybody does."""
    if session.dealer is None or not (session.dealer.waiting and session.mode.is_joining):
        return {}
    return {"waiting": session.dealer.waiting, "applicants": session.reach.applicants}


def _standing(stored: object, players: int) -> AwaitedPeople | None:
    """The person who has to act, as :func:`to_json` has written it; None if it is not known."""
    if not isinstance(stored, list) or not 2 <= len(stored) <= len(AwaitedPeople._fields):
        return None
    fields = [tuple(seat for seat in range(players) if seat in seats) for seats in stored]
    return AwaitedPeople(*fields)


def _relay(stored: object) -> Relay | None:
    """By which relay the game's messages travel; None if by none."""
    if not isinstance(stored, list) or not 3 <= len(stored) <= len(Relay._fields):
        return None
    relay = Relay(*map(str, stored))
    return relay if _RELAY.fullmatch(" ".join(relay[1:])) and is_address(relay.address) else None


def date_of(data: dict[str, Any]) -> str:
    """The day when a game was saved; empty if unknown."""
    return _date(data["saved"])


def _date(when: object) -> str:
    return when if isinstance(when, str) and _DATE.fullmatch(when) else ""
