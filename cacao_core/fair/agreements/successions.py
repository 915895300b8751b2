"""Seats that pass on to a computer of another device, or are given to a new device.

See docs/fair.md, "Successions" and "A new device". All functions change the ledger that they get.
"""

from __future__ import annotations

from typing import Final

from cacao_core.errors import BadLink
from cacao_core.fair.agreements.claims import MOST_CLAIMS, Claim
from cacao_core.fair.agreements.statements import Succession
from cacao_core.fair.agreements.wishes import Wish, wish_in
from cacao_core.fair.hashes import Chain
from cacao_core.fair.ledger import Ledger

MOST: Final = 3
"""So many successions there are in a game at most; each makes all messages longer."""


def successor_of(ledger: Ledger, device: int) -> int:
    """The number of the device to which the seats of another one would pass on.

    If they are given to a new device, it decides that.
    """
    rest = ledger.live - {device}
    return ledger.roster.host if ledger.roster.host in rest else min(rest)


def asked(ledger: Ledger) -> Wish | None:
    """The wish of the successor about the seats for which the game waits; None if it has none."""
    device = ledger.course.blocking
    if device is None or len(ledger.live) < 3:
        return None
    wish = ledger.wish_of(successor_of(ledger, device))
    return wish if wish and wish.passes and wish[:2] == ledger.stage else None


def is_bound(ledger: Ledger) -> bool:
    """Whether this device has agreed to a succession that the successor still wants, or is it."""
    device, wish = ledger.course.blocking, ledger.standing_wish
    if device is None or wish is None or not wish.passes:
        return False
    return wish == asked(ledger)


def take_over(ledger: Ledger) -> bool:
    """As the successor, do what all have agreed to; whether that has happened."""
    device, wish = ledger.course.blocking, asked(ledger)
    if wish is None or device is None or successor_of(ledger, device) != ledger.own:
        return False
    claim = claim_of(ledger, wish.claim) if wish.claim else None
    agreeing = ledger.live if claim else ledger.live - {device}
    statements = tuple(one if d in agreeing else None for d, one in enumerate(ledger.statements))
    try:
        pass_on(ledger, Succession(*ledger.stage, statements, claim))
    except BadLink:
        return False  # somebody has not agreed yet
    ledger.advance()
    ledger.sign()
    return True


def pass_on(ledger: Ledger, agreed: Succession) -> None:
    """Take in that seats pass on, or are given to a new device, at the stage that is reached.

    Raises:
        BadLink: that is not what the others have signed.
    """
    device = ledger.course.blocking
    if device is None or len(ledger.live) < 3 or (agreed.at, agreed.draws) != ledger.stage:
        raise BadLink("message: seats pass on in it, for which the game does not wait")
    if len(ledger.successions) >= MOST:
        raise BadLink("message: seats pass on in it, and have too often before")
    successor, wanted = successor_of(ledger, device), wanted_in(ledger, agreed)
    for other in ledger.live - {device}:
        statement = agreed.statements[other]
        wish = wish_in(
            statement, other, ledger.course.hashes, [wanted.claim] if wanted.claim else []
        )
        has_left = wish is not None and wish.leaves and other != successor
        if statement is None or not (wish == wanted or has_left):
            raise BadLink("message: seats pass on in it, and not all others have agreed")
        if not ledger.is_signed(statement, other):
            raise BadLink("message: an agreement in it is forged")
    if agreed.claim is None:
        ledger.course.pass_on(successor)
    else:
        _give(ledger, agreed, agreed.claim, device)
        ledger.course.give(successor, wanted.claim)
        _seat(ledger, agreed.claim)
    ledger.successions = (*ledger.successions, agreed)
    ledger.claims = tuple(one for one in ledger.claims if one.device != device)


def wanted_in(ledger: Ledger, agreed: Succession) -> Wish:
    """The wish to which all have agreed."""
    if agreed.claim is None:
        return Wish(agreed.at, agreed.draws, "pass")
    return Wish(agreed.at, agreed.draws, "give", agreed.claim.hash(ledger.roster.hash))


def has_let_go(ledger: Ledger, at: int, other: Ledger) -> bool:
    """Whether the successor of a succession has gone on without it, in another course."""
    agreed = next(one for one in ledger.successions if one.at == at)
    successor, wanted = ledger.course.authors[at], wanted_in(ledger, agreed)
    first, then = agreed.statements[successor], other.statements[successor]
    if first is None or then is None or then.order <= first.order:
        return False
    claims = [wanted.claim] if wanted.claim else []
    return wish_in(then, successor, other.course.hashes, claims) != wanted


# --- New devices ---------------------------------------------------------------------------------


def claim_of(ledger: Ledger, hashed: bytes) -> Claim | None:
    """The claim with a hash, if it is known."""
    matching = (one for one in ledger.claims if one.hash(ledger.roster.hash) == hashed)
    return next(matching, None)


def take_claim(ledger: Ledger, claim: Claim) -> bool:
    """Take a claim in; whether it was new.

    Raises:
        BadLink: it is forged, or the seats have passed on.
    """
    if claim in ledger.claims or has_played(ledger, claim.key):
        return False
    check_claim(ledger, claim)
    agreed = ledger._wanted_claims()
    claims = [*ledger.claims, claim]
    while len(claims) > MOST_CLAIMS:
        claims.remove(next(one for one in claims if one not in agreed))
    ledger.claims = tuple(claims)
    return True


def has_played(ledger: Ledger, key: bytes) -> bool:
    """Whether a device with a key plays, or has played before it was lost."""
    used = {party.key for party in ledger.roster.parties}
    return key in used | {one.claim.key for one in ledger.successions if one.claim}


def check_claim(ledger: Ledger, claim: Claim) -> None:
    """Check that a new device may be given the seats that it wants.

    Raises:
        BadLink: it is forged, or has played before, or the seats have passed on.
    """
    if claim.device not in ledger.live:
        raise BadLink("claim: it is for seats that have passed on, or that the game does not have")
    if has_played(ledger, claim.key) or not claim.is_signed(ledger.roster.hash):
        raise BadLink("claim: it is forged; its signature is not valid")


def _give(ledger: Ledger, agreed: Succession, claim: Claim, device: int) -> None:
    """Check that the lost device has signed all that it has decided, and who comes after it."""
    check_claim(ledger, claim)
    last, decided = agreed.statements[device], ledger.course.last_move_of(device, agreed.at)
    is_whole = last is not None and max(decided, ledger.since(device)) <= last.count
    if claim.device != device or not is_whole or last is None or last.count > agreed.at:
        raise BadLink("message: a seat is given in it for which the game does not wait")
    is_known = ledger.chains[device].show(last.link, last.value)
    if not is_known or not ledger.is_signed(last, device):
        raise BadLink("message: the last words of a lost device in it are forged")


def _seat(ledger: Ledger, claim: Claim) -> None:
    """A new device has the number of the lost one."""
    device, parties = claim.device, ledger.parties
    party = claim.party(parties[device])
    ledger.parties = (*parties[:device], party, *parties[device + 1 :])
    ledger.chains[device] = Chain(claim.key, [claim.root])
    ledger.statements[device] = None
    if ledger.own == device:
        ledger.own = len(parties)
    if claim.key == ledger.secrets.key:
        ledger.own = device
        ledger.show_own(0)
