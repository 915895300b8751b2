"""People at other devices, in words: where they are, what they wait for and wish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cacao_web.game.presence import Presence
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, all_of, clock, ngettext


def place(where: Presence) -> str:
    """The presence of a seat's player."""
    return {
        Presence.HERE: _("on this device"),
        Presence.LIVE: _("connected"),
        Presence.AWAY: _("connection interrupted"),
        Presence.RELAY: _("there, by relay"),
        Presence.ASLEEP: _("reads it later, by relay"),
        Presence.LINK: _("by link"),
        Presence.INVITED: _("has not joined yet"),
    }[where]


def since(when: str) -> str:
    """Since when somebody waits (ISO 8601, UTC), as a sentence; empty if that is not known."""
    time = clock(when)
    return _("Waiting since {time}.").format(time=time) if time else ""


def computer_waiting(name: str) -> str:
    """The computer here that decides in a game that is not open; not yet a sentence."""
    return _("{name} plays as soon as you open the game").format(name=name)


def wanting_to_join(devices: Iterable[Sequence[str]]) -> str:
    """The people who want to join a game and wait for an answer; with the names at each device."""
    return " ".join(
        ngettext("{name} wants to join.", "{name} want to join.", len(names), name=all_of(names))
        for names in devices
    )


def wanting_rematch(names: Sequence[str], in_match: bool = False) -> str:
    """The people who want a rematch or the next game of a match, and wait for an answer."""
    if in_match:
        return ngettext("{name} wants to go on with the match.",
                        "{name} want to go on with the match.",
                        len(names), name=all_of(names))  # fmt: skip
    return ngettext("{name} wants a rematch.", "{name} want a rematch.", len(names),
                    name=all_of(names))  # fmt: skip


def watching_rematch(names: Sequence[str], in_match: bool, begun: bool) -> str:
    """The wish for a rematch, or its beginning, as somebody reads it who has watched the game."""
    if begun:
        return _("The next game of these players has begun: you can watch it.")
    return " ".join((wanting_rematch(names, in_match), _("Once it has begun, you can watch it.")))


def watching_next() -> str:
    """The label of the button that shows the next game of the same people to a watcher."""
    return _("Watch the next game")


def asked_for_rematch(names: Sequence[str], in_match: bool = False) -> str:
    """The people who have been asked for a rematch or the next game of a match."""
    if in_match:
        return ngettext("{name} has been asked to go on with the match.",
                        "{name} have been asked to go on with the match.",
                        len(names), name=all_of(names))  # fmt: skip
    return ngettext("{name} has been asked for a rematch.", "{name} have been asked for a rematch.",
                    len(names), name=all_of(names))  # fmt: skip


def tired(names: Sequence[str]) -> str:
    """The people who ask others to agree that nobody waits for somebody silent any longer."""
    return ngettext("{name} does not want to wait any longer.",
                    "{name} do not want to wait any longer.", len(names),
                    name=all_of(names))  # fmt: skip


def departed(names: Sequence[str]) -> str:
    """The people who have left a game."""
    return ngettext(
        "{name} has left the game.", "{name} have left the game.", len(names), name=all_of(names)
    )


def forgetful(names: Sequence[str]) -> str:
    """The people whose devices may have forgotten something, and a remedy."""
    return ngettext(
        "{name}’s device may not know the latest turns. Send it your link, and the game goes on.",
        "The devices of {name} may not know the latest turns. Send them your link, and the game "
        "goes on.",
        len(names),
        name=all_of(names),
    )


def resigned(names: Sequence[str]) -> str:
    """The players who have resigned, as a sentence."""
    return ngettext("{name} has resigned.", "{name} have resigned.", len(names),
                    name=all_of(names))  # fmt: skip


def unaware(names: Sequence[str]) -> str:
    """The people who have not seen the end of a game."""
    return ngettext(
        "{name} may not have seen the end yet",
        "{name} may not have seen the end yet",
        len(names),
        name=all_of(names),
    )


def urged(names: Sequence[str]) -> str:
    """The same as sentences, with what is to be done about it."""
    return " ".join((words.sentence(unaware(names)), _("Send the last link.")))
