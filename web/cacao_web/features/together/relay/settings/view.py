"""The part of the settings about games across the internet, as markup."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.browser.relay_address import LONGEST
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import button


def relay(entered: str, preset: str, verdict: str, known: Sequence[str]) -> Markup:
    """The field for a relay, and everything about it.

    Args:
        entered: what the person has entered.
        preset: the relay of the site's owner; empty if there is none.
        verdict: the outcome of a trial; empty if there is none.
        known: other relays that may be contacted.
    """
    about = _("A relay is a mailbox on the internet that keeps the moves until everybody has "
              "read them. It learns the addresses of your devices and when you play, but "
              "nothing about the game.")  # fmt: skip
    usual = _("This page’s relay is {name}, unless you give another one.")
    field = {
        "name": "relay",
        "id": "field-relay",
        "value": entered,
        "maxlength": LONGEST,
        "placeholder": preset or "relay.example.org",
        "aria-label": _("Relay"),
        "aria-describedby": "relay-told",
        "autocomplete": "off",
        "autocapitalize": "off",
        "inputmode": "url",
        "spellcheck": "false",
    }
    return h(
        "div",
        {"class": "relay"},
        h("h3", None, _("Relay")),
        h("p", {"class": "soft"}, about),
        h("p", {"class": "soft"}, usual.format(name=preset)) if preset else None,
        h("div", {"class": "try"}, h("input", field), button("relay-try", _("Try it"))),
        h("p", {"id": "relay-told", "role": "status"}, verdict),
        _known(known) if known else None,
    )


def impossible() -> Markup:
    """The reason why there is no field."""
    sentence = _("Playing through a relay needs a secure page: open it with https://.")
    return h(
        "div", {"class": "relay"}, h("h3", None, _("Relay")), h("p", {"class": "soft"}, sentence)
    )


def _known(names: Sequence[str]) -> Markup:
    """The relays that may be contacted without asking."""
    entries = [
        h(
            "li",
            None,
            h("span", None, name),
            button(
                "relay-forget",
                _("Forget"),
                value=name,
                **{"aria-label": _("Forget {name}").format(name=name)},
            ),
        )
        for name in names
    ]
    about = _("You have agreed to these relays. If you forget one, the page asks again before it "
              "contacts it.")  # fmt: skip
    return h("div", None, h("p", {"class": "soft"}, about), h("ul", {"class": "known"}, entries))


def internet(relays: Markup, servers: str, unfolded: bool) -> Markup:
    """The servers for games across the internet.

    Args:
        relays: the part about relays.
        servers: the addresses of STUN servers.
        unfolded: whether the part is unfolded now; otherwise it stays as the person left it.
    """
    return h(
        "details",
        {"id": "live-settings", "open": unfolded, "data-stays": "yes"},
        h("summary", None, _("Games across the internet")),
        relays,
        _servers(servers),
    )


def _servers(now: str) -> Markup:
    """The addresses of STUN servers, for those who want to play live across the internet."""
    field = {
        "name": "servers",
        "id": "field-servers",
        "value": now,
        "placeholder": "stun:stun.example.org",
        "aria-label": _("STUN servers"),
        "autocomplete": "off",
        "spellcheck": "false",
    }
    note = _("Live play works on one network, without any server. To play live across the "
             "internet, give the address of a STUN server, which tells your devices how to "
             "find each other. It learns their addresses, but nothing about the game.")  # fmt: skip
    return h(
        "div",
        None,
        h("h3", None, _("STUN servers")),
        h("p", {"class": "soft"}, note),
        h("input", field),
    )
