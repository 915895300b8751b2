"""Words and buttons for a game with other devices that does not go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cacao_core.tiles import Seat
from cacao_web.game.session import Session
from cacao_web.game.texts import people, standing_in
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup

if TYPE_CHECKING:
    from cacao_core.fair import Asked, Device


def closed(session: Session) -> str:
    """The reason why nobody decides here any more: the game has ended, or this device has left."""
    assert session.dealer is not None, "a game with other devices"
    device = session.dealer.device
    if device.has_passed_on and not device.is_ended:
        if set(device.seats) & {seat for seat, _moves in device.passed_on}:
            return " ".join((standing_in.sentences(session), _("You can watch.")))
        text = _("Your seat was given to a new device, as all others have agreed. Nothing is lost: "
                 "you can watch.")  # fmt: skip
        return text
    if not device.is_ended:
        return _("You have resigned. The others may end the game when it is your turn. Until they "
                 "do, you can come back.")  # fmt: skip
    left, agreed = session.dealer.leaders(device.left_by), session.dealer.leaders(device.agreed_by)
    who = [people.resigned(session.said(left))] if left else []
    if set(agreed) - set(device.seats):
        names = session.said(agreed)
        who.append(ngettext("{name} has ended the wait.", "{name} have ended the wait.",
                            len(names), name=all_of(names)))  # fmt: skip
    end = [_("The game has ended where it stands, without a result.")]
    standing = session.mode.standing(session.game)
    if standing and standing.unsent:
        end.append(people.urged(session.said(standing.unsent)))
    return " ".join((*who, *end))


def wishes(session: Session) -> str:
    """The people who want to end a game that goes on, or have left it; empty if nobody has."""
    dealer = session.dealer
    if dealer is None or not dealer.is_loaded or session.look.at is not None:
        return ""
    if (device := dealer.device).is_closed:
        return ""
    if any(session.game.to_move == seat for seat, _moves in device.passed_on):
        return standing_in.sentences(session)
    left, agreed = dealer.leaders(device.left_by), dealer.leaders(device.agreed_by)
    parts = [people.resigned(session.said(left))] if left else []
    others = [seat for seat in agreed if seat not in device.seats]
    if others:
        names = session.said(others)
        parts.append(ngettext("{name} wants to end this game where it stands.",
                              "{name} want to end this game where it stands.",
                              len(names), name=all_of(names)))  # fmt: skip
        parts += [_("It goes on when you decide.")] if session.deciding else []
    if len(others) < len(agreed):
        missing = session.said(still_to_agree(session))
        sentence = _("You want to end this game. It ends when these agree too: {name}.")
        parts.append(sentence.format(name=all_of(missing)))
    return " ".join((*parts, *_passing(session, device), *_giving(session, device)))


def asking(session: Session) -> str:
    """The wish of this device for a seat; empty if it has none."""
    seats = session.dealer.device.asks_for if session.dealer else ()
    if not (session.dealer and seats):
        return ""
    text = _("You have asked for the seat of {name}. You play on here as soon as all others agree.")
    parts = [text.format(name=all_of(session.said(seats[:1])))]
    device = session.dealer.device
    mine = (one for one in device.asked_for if one.key == device.key)
    if no := [said for one in mine for said in _refusing(session, one)]:
        parts += [*no, _("Nobody can see here who you are: talk to each other. They can still "
                         "agree.")]  # fmt: skip
    return " ".join(parts)


def _giving(session: Session, device: Device) -> list[str]:
    """The new devices that ask for seats, as sentences."""
    if device.is_watching:
        return [asking(session)] if device.asks_for else []
    return [part for one in device.asked_for for part in _asked(session, device, one)]


def _asked(session: Session, device: Device, asked: Asked) -> list[str]:
    """One new device that asks, and who has agreed to it."""
    assert session.dealer is not None, "a game with other devices"
    name = all_of(session.said(asked.seats[:1]))
    if set(device.seats) & set(asked.agreed_by):
        missing = all_of(session.said(still_to_agree(session)))
        text = _("You give the seat of {name} to a new device. It has it when these agree too: "
                 "{others}.")  # fmt: skip
        return [text.format(name=name, others=missing), *_refusing(session, asked)]
    parts = [_("Somebody asks for the seat of {name} on a new device.").format(name=name)]
    refused = session.reach.refused_by.get(asked.key, ())
    parts += _refusing(session, asked)
    if by := session.said(session.dealer.leaders(asked.agreed_by)):
        parts.append(ngettext("{name} agrees.", "{name} agree.", len(by), name=all_of(by)))
    if asked.seats == device.seats:
        parts.append(_("It goes on when you decide."))
    elif not asked.may_agree and asked.seats != device.blocked_by:
        parts.append(_("You can agree when the game waits for {name}.").format(name=name))
    elif not asked.may_agree and not {*device.successor} & {*refused}:
        first = all_of(session.said(device.successor[:1]))
        parts.append(_("{name} has to agree first.").format(name=first))
    return parts


def _refusing(session: Session, asked: Asked) -> list[str]:
    """The people who have said no to a new device, as sentences."""
    assert session.dealer is not None, "a game with other devices"
    refused = {*session.reach.refused_by.get(asked.key, ())} - {*asked.agreed_by}
    own = {*session.dealer.device.seats} & refused
    names = session.said(session.dealer.leaders(refused - own))
    parts = [_("You did not agree.")] if own else []
    if names:
        parts.append(ngettext("{name} did not agree.", "{name} did not agree.", len(names),
                              name=all_of(names)))  # fmt: skip
    return parts


def _passing(session: Session, device: Device) -> list[str]:
    """The wish that a computer plays on for somebody, as sentences."""
    assert session.dealer is not None, "a game with other devices"
    wanted = session.dealer.leaders(device.passed_by)
    silent = all_of(session.said(session.dealer.leaders(device.blocked_by)))
    others = session.said([seat for seat in wanted if seat not in device.seats])
    parts = []
    if others:
        parts.append(ngettext("{name} wants a computer to play on for {silent}.",
                              "{name} want a computer to play on for {silent}.",
                              len(others), name=all_of(others), silent=silent))  # fmt: skip
        parts += [_("It goes on when you decide.")] if session.deciding else []
    if len(others) < len(wanted):
        missing = session.said(still_to_agree(session))
        text = _("You want a computer to play on for {silent}. It does when these agree too: "
                 "{name}.")  # fmt: skip
        if not missing:
            missing = session.said(session.dealer.leaders(device.successor))
            text = _("You want a computer to play on for {silent}. It does when {name} opens the "
                     "game.")  # fmt: skip
        parts.append(text.format(name=all_of(missing), silent=silent))
    return parts


def still_to_agree(session: Session) -> Sequence[Seat]:
    """One seat for each other device that has to agree, so that the game ends or goes on."""
    assert session.dealer is not None, "a game with other devices"
    device = session.dealer.device
    done = {*device.seats, *device.agreed_by, *device.left_by, *device.passed_by}
    done |= {seat for one in device.asked_for for seat in one.agreed_by}
    done |= {*session.mode.awaited, *(seat for seat, _moves in device.passed_on)}
    return [seats[0] for seats in device.devices if not done.intersection(seats)]


def buttons(session: Session) -> list[Markup]:
    """Buttons for a game that waits for somebody who may have forgotten it."""
    if session.dealer is None or session.mode.is_gathering or session.game.is_over:
        return []
    device = session.dealer.device
    if device.is_watching:
        may_ask = any(map(device.may_ask_for, range(device.players)))
        label = _("Ask for your seat…")
        return [widgets.button(Command.ASK_SEAT, label, id="ask-seat")] if may_ask else []
    if device.is_closed:
        back = widgets.button(Command.STAY, _("Come back"), id="stay")
        is_past = device.is_broken or device.has_passed_on
        return [] if is_past else [_go_alone() if device.is_ended else back]
    buttons = []
    if session.reach.reads_later(session.mode.awaited):
        names = session.said(session.mode.waited_for(session.game))
        remind = _("Remind {name}").format(name=all_of(names))
        buttons.append(widgets.button(Command.REMIND, remind, id="remind"))
    for number, asked in enumerate(one for one in device.asked_for if one.may_agree):
        label = _("A new device for {name}…").format(name=all_of(session.said(asked.seats[:1])))
        key = asked.key.hex()
        buttons.append(widgets.button(Command.GIVE_SEAT, label, value=key, id=f"give-{number}"))
    if set(device.agreed_by) & set(device.seats):
        buttons.append(widgets.button(Command.STAY, _("Go on waiting"), id="stay"))
    elif set(device.passed_by) & set(device.seats):
        buttons.append(_go_alone())
    elif session.reach.silent:
        if device.passed_by and device.may_pass_on:
            label = _("Let a computer play on")
            buttons.append(widgets.button(Command.STAND_IN, label, id="stand-in"))
        buttons.append(
            widgets.button(Command.END_GAME, _("Do not wait any longer…"), id="end-game")
        )
    return buttons


def _go_alone() -> Markup:
    """The button that opens a copy, in which computers play for all others."""
    return widgets.button(Command.GO_ALONE, _("Go on against computers"), id="go-alone")
