"""Addresses of relays, as people enter them and invitations name them: a host, perhaps a port.

Only public names are contacted, so that an invitation cannot make the page knock at devices of
somebody's own network. Where a public name leads is up to its owner; that such a name has no valid
certificate for a device at home is what protects then.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_web.ui.i18n import _

USUAL_PORT: Final = 443
LONGEST: Final = 260
"""Most characters of an address: a host of 253, a colon and a port."""
_LOCAL: Final = ("localhost", "127.0.0.1")
_LOCAL_PAGE: Final = re.compile(r"https?://(?:localhost|127\.0\.0\.1)(?::\d+)?(?:/|$)", re.ASCII)
_BEFORE: Final = re.compile(r"(?:wss://)?", re.IGNORECASE)
_AFTER: Final = re.compile(r"(?:/mqtt)?/?$")
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""A last label by which browsers read a host as an IPv4 address (URL standard, "ends in a
number")."""
_AMBIGUOUS: Final = frozenset("ßẞς\u200c\u200d")
"""Letters that Python's codec (IDNA 2003) replaces, while browsers contact another name."""
_OWN: Final = frozenset(
    ("local", "localhost", "localdomain", "internal", "intranet", "private", "lan", "home", "corp",
     "arpa", "test", "invalid")
)  # fmt: skip
"""Last labels of names that nobody has in public: RFC 6761, RFC 6762, RFC 8375, and usual ones."""


class Address(NamedTuple):
    """The address of a relay.

    Attributes:
        host: a name in lower case; international ones in punycode, as they are contacted.
        port: from 1 to 65535.
    """

    host: str
    port: int

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine, which is contacted without encryption."""
        return self.host in _LOCAL


def checked(text: str, is_local: bool = False) -> str:
    """An address in its only spelling, as it is stored, compared, shown and contacted.

    Args:
        text: what was entered, or what an invitation says.
        is_local: whether the page itself is on this machine, see :func:`on_this_machine`; then a
            relay there can be tried, if its port is given.

    Raises:
        CacaoError: it is not an address of a relay; with a sentence that says why.
    """
    return written(read(text, is_local))


def is_address(text: str) -> bool:
    """Whether a stored text is an address in its only spelling."""
    try:
        return checked(text, is_local=True) == text
    except CacaoError:
        return False


def read(text: str, is_local: bool = False) -> Address:
    """The same in its parts."""
    text = text.strip()
    if not text or len(text) > LONGEST + len("wss:///mqtt/"):
        raise _malformed()
    named = _AFTER.sub("", _BEFORE.sub("", text, count=1), count=1)
    if _SCHEME.match(named):
        raise CacaoError(_("A relay’s address begins with wss:// or with nothing at all."))
    name, colon, number = named.partition(":")
    if ":" in number or name.startswith("["):
        raise _not_public(named)
    host, port = _host(name), _port(number) if colon else USUAL_PORT
    if not (host in _LOCAL and is_local and colon):
        _check_public(host)
    return Address(host, port)


def written(address: Address) -> str:
    """The text of an address; the usual port is left out."""
    if address.port == USUAL_PORT and not address.is_local:
        return address.host
    return f"{address.host}:{address.port}"


def on_this_machine(page: str) -> bool:
    """Whether a page's address is one of this machine itself, as while it is developed."""
    return _LOCAL_PAGE.match(page) is not None


def _host(name: str) -> str:
    """A host in lower case and ASCII."""
    if not name.isascii():
        if _AMBIGUOUS & set(name):
            raise CacaoError(
                _("Give this name in its international spelling, which begins with xn--.")
            )
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError as error:
            raise _malformed() from error
    name = name.lower().removesuffix(".")
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) and _decodes(label) for label in labels):
        raise _malformed()
    return name


def _decodes(label: str) -> bool:
    """Whether a label is no punycode, or says something that needs it."""
    if not label.startswith("xn--"):
        return True
    try:
        return not label.removeprefix("xn--").encode("ascii").decode("punycode").isascii()
    except UnicodeError:
        return False


def _port(number: str) -> int:
    port = int(number) if _PORT.fullmatch(number) else 0
    if not 1 <= port <= 65535:
        raise CacaoError(_("The port of a relay is a number from 1 to 65535."))
    return port


def _check_public(host: str) -> None:
    labels = host.split(".")
    if len(labels) < 2 or labels[-1] in _OWN or _NUMBER.fullmatch(labels[-1]):
        raise _not_public(host)


def _malformed() -> CacaoError:
    return CacaoError(
        _("A relay is given by its name alone, such as relay.example.org or "
          "relay.example.org:8084.")
    )  # fmt: skip


def _not_public(host: str) -> CacaoError:
    sentence = _("{name} is not a public name. A relay needs one, such as relay.example.org.")
    return CacaoError(sentence.format(name=host))
