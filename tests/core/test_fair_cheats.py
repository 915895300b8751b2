"""A bench of cheats (docs/fair.md): each is found, with seat and turn, and honest devices go on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink, Game
from cacao_core.fair import Cheating, Device, letters
from cacao_core.fair.hashes import Secrets, stored
from cacao_core.fair.letters import Gathering, Tag
from cacao_core.fair.table import Roster
from cacao_core.rules import BASE
from tests.core.fair_tables import (
    SETUPS,
    can_play,
    caught,
    changed,
    choose,
    is_placing,
    ledger,
    news,
    play_on,
    sync,
    table,
    twin,
)

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))


def before_turn(setup: tuple[tuple[int, ...], ...], seat: int, seed: int = 1) -> list[Device]:
    """Devices when a seat has to place, for the third time at least; all know all."""
    devices = table(setup, seed)
    play_on(
        devices,
        Random(seed),
        lambda: (
            all(len(d.moves) > 12 for d in devices)
            and any(seat in d.seats and is_placing(d) and d.game.turn == seat for d in devices)
        ),
    )
    sync(devices)
    return devices


def before_closing(setup: tuple[tuple[int, ...], ...], seat: int) -> list[Device]:
    """As :func:`before_turn`, where nobody else decides in that turn."""
    for seed in range(1, 50):
        devices = before_turn(setup, seat, seed)
        trial = twin(next(device for device in devices if seat in device.seats))
        to_draw(trial)
        if trial.awaits_draw:
            return devices
    raise AssertionError("no such game")


def turn_of(device: Device) -> int:
    return sum(move.starts_turn for move in device.moves)


def to_draw(device: Device, rng: Random | None = None) -> None:
    """Decide until somebody else has to do something."""
    while can_play(device):
        moves = device.game.legal_moves()
        device.play(choose(device, rng) if rng else moves[0])


def goes_on(devices: list[Device]) -> None:
    """The honest devices play to the end, and all is verified."""
    sync(devices)
    play_on(devices, Random(5))
    assert all(device.is_verified for device in devices)
    assert len({device.record() for device in devices}) == 1


# --- Links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_another_link_of_the_chain(setup: tuple[tuple[int, ...], ...]) -> None:
    """It would draw other tiles: it is not the link to which the device was committed."""
    devices = before_closing(setup, 1)
    bo = twin(devices[1])
    to_draw(bo)
    text = bo.message()
    number = ledger(bo).chains[1].newest
    links = ledger(bo).secrets.links
    for link in (links[number + 1], links[number - 1], bytes(16), stored("tip", b"other")):
        shown = list(news(text).links)
        shown[1] = (number, link)
        cheating = caught(devices[0], changed(text, links=tuple(shown)))
        assert (cheating.seat, cheating.turn) == (1, turn_of(bo))
        assert "chain" in str(cheating)
    assert devices[0].receive(text)  # what it was committed to is still taken
    devices[1] = bo
    goes_on(devices)


def test_a_link_before_its_time() -> None:
    """Whoever knows it could choose among moves by what they draw."""
    ana, bo = before_turn(TWO, 0)
    shown = list(news(bo.message()).links)
    number = ledger(bo).course.segment
    shown[1] = (number, ledger(bo).secrets.links[number])
    cheating = caught(ana, changed(bo.message(), links=tuple(shown)))
    assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn_of(ana), True)
    assert "before its time" in str(cheating)


def test_a_turn_that_ends_without_its_link() -> None:
    """Whoever sees the draw first could choose whether it counts."""
    ana, bo = before_closing(TWO, 1)
    to_draw(bo)
    text = bo.message()
    shown = list(news(text).links)
    newest = ledger(ana).chains[1].newest
    shown[1] = (newest, ledger(ana).chains[1][newest])
    cheating = caught(ana, changed(text, links=tuple(shown)))
    assert cheating.seat == 1
    assert "without the link" in str(cheating)


def test_going_on_before_the_draw() -> None:
    ana, bo, _cem = before_closing(THREE, 1)
    to_draw(bo)
    text = bo.message()
    course = ledger(bo).course
    assert course.held is not None
    written = news(text)
    tags = list(written.tags)
    tags[1] = Tag(written.count + 1, bytes(8))
    cheating = caught(ana, changed(text, count=written.count + 1, tags=tuple(tags)))
    assert cheating.seat == 1
    assert "before the draw" in str(cheating)


# --- Tiles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS)
def test_a_tile_that_was_not_drawn(setup: tuple[tuple[int, ...], ...]) -> None:
    """It can only be found at the end, when the private value is shown; then it is."""
    devices = table(setup, 4)
    cheat = devices[1]
    seat = cheat.seats[0]
    play_on(devices, Random(4), lambda: is_placing(cheat) and cheat.game.turn == seat)
    hand = cheat.game.players[seat].hand
    absent = next(tile for tile in BASE.worker_tiles[cheat.players] if tile not in hand)
    course = ledger(cheat).course
    move = next(move for move in course.game.legal_moves() if move.tile == absent)
    turn = turn_of(cheat) + 1
    course.play(move)
    found: list[Cheating] = []
    rng = Random(4)
    for _step in range(3000):
        for device in devices:
            while device is cheat and not device.waits_for and not course.is_over:
                course = ledger(cheat).course
                course.play(rng.choice(course.game.legal_moves()))
            while device is not cheat and can_play(device):
                device.play(choose(device, rng))
            for other in devices:
                if other is not device:
                    try:
                        other.receive(device.message())
                    except Cheating as cheating:
                        found.append(cheating)
        course = ledger(cheat).course
        if found:
            break
    assert (found[0].seat, found[0].turn) == (seat, turn)
    assert absent in str(found[0])
    assert not any(device.is_verified for device in devices if device is not cheat)


def test_a_secret_that_does_not_fit_at_the_end() -> None:
    devices = table(TWO, 5)
    ana, bo = devices

    def is_last() -> bool:
        return is_placing(bo) and len(ledger(bo).course.game.players[1].hand) == 1

    play_on(devices, Random(5), is_last)
    sync(devices)
    to_draw(bo)
    text = bo.message()
    privates = news(text).privates
    assert privates[1] is not None
    cheating = caught(ana, changed(text, privates=(privates[0], bytes(16))))
    assert (cheating.seat, cheating.turn) == (1, turn_of(bo))
    assert "committed" in str(cheating)
    assert not ana.is_verified
    goes_on(devices)


def test_a_secret_shown_too_early() -> None:
    ana, bo = before_turn(TWO, 1)
    secret = ledger(bo).secrets.private
    cheating = caught(ana, changed(bo.message(), privates=(None, secret)))
    assert (cheating.seat, cheating.is_proven) == (1, True)
    assert "before its last placement" in str(cheating)


# --- Moves ---------------------------------------------------------------------------------------


def test_two_continuations_between_two() -> None:
    ana, bo = before_turn(TWO, 1)
    other = twin(bo)
    to_draw(bo)
    other.play(other.game.legal_moves()[-1])
    to_draw(other)
    turn = turn_of(bo)
    assert ana.receive(bo.message())
    cheating = caught(ana, other.message())
    assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn, True)
    assert [str(one) for one in ana.cheats] == [str(cheating)]
    assert [str(one) for one in twin(ana).cheats] == [str(cheating)]
    goes_on([ana, bo])


def test_two_continuations_told_to_two_others() -> None:
    """They find it as soon as they hear of each other; each other one may have changed it."""
    ana, bo, cem = before_turn(THREE, 1)
    backup, other = cem.to_text(), twin(bo)
    to_draw(bo)
    other.play(other.game.legal_moves()[-1])
    to_draw(other)
    turn = turn_of(bo)
    assert ana.receive(bo.message())
    assert cem.receive(other.message())
    cheating = caught(ana, cem.message())
    assert (cheating.seat, cheating.turn, cheating.suspects) == (1, turn, (1, 2))
    assert caught(cem, ana.message()).suspects == (1, 0)
    assert len(ana.cheats) == 1
    # Cem gives way, and the game goes on.
    ana, cem = twin(ana), Device.from_text(backup)
    goes_on([ana, bo, cem])
    assert len(ana.cheats) == 1
    assert "two different moves" in str(ana.cheats[0])


def test_an_old_message_as_a_new_one() -> None:
    ana, bo = table(TWO, 7)
    play_on([ana, bo], Random(7), lambda: len(ana.moves) > 8)
    old = bo.message()
    bo.receive(ana.message())
    play_on([ana, bo], Random(7), lambda: len(ana.moves) > 30)
    sync([ana, bo])
    state = ana.to_text()
    assert ana.receive(old) is False
    assert ana.to_text() == state
    # The old moves with the newest links and tags are no message of an honest device.
    with pytest.raises(ValueError, match=r".") as refused:
        ana.receive(changed(bo.message(), moves=news(old).moves, count=news(old).count))
    assert isinstance(refused.value, BadLink | Cheating)
    stranger, _other = table(TWO, 8)
    with pytest.raises(BadLink, match="another game"):
        ana.receive(stranger.message())
    goes_on([ana, bo])


def test_an_old_tag_under_new_moves() -> None:
    """Nobody can check it at first; the game stops when the key is known."""
    ana, bo = before_closing(TWO, 1)
    old = news(bo.message()).tags[1]
    assert old is not None
    turn = turn_of(bo) + 1
    for _round in range(9):
        to_draw(ana)
        bo.receive(ana.message())
        to_draw(bo)
        written = news(bo.message())
        tags = written.tags[0], Tag(written.count, old.value)
        try:
            ana.receive(changed(bo.message(), tags=tags))
        except Cheating as cheating:
            assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn, True)
            return
    raise AssertionError("nothing was found")


def test_the_relaying_host_changes_a_move() -> None:
    """Bo finds it as soon as it hears of Cem, and Cem as soon as it gets Bo's next key."""
    ana, bo, cem = before_turn(THREE, 1)
    liar, changed_bo = twin(ana), twin(bo)  # the host makes up what Bo does, but not Bo's tags
    changed_bo.play(changed_bo.game.legal_moves()[-1])
    to_draw(changed_bo)
    to_draw(bo)
    turn = turn_of(bo)

    def tell(device: Device) -> None:
        liar.receive(changed_bo.message())
        tags = list(news(liar.message()).tags)
        assert tags[1] is not None
        tags[1] = Tag(tags[1].covers, bytes(8))
        device.receive(changed(liar.message(), tags=tuple(tags)))

    tell(cem)
    to_draw(cem)
    cheating = caught(bo, cem.message())
    assert (cheating.seat, cheating.turn) == (2, turn)
    assert cheating.suspects == (2, 0)  # Cem may have been told so

    def until_found() -> None:
        for _round in range(9):
            for device in (cem, liar, changed_bo):
                to_draw(device)
                liar.receive(cem.message())
                changed_bo.receive(liar.message())
                tell(cem)

    with pytest.raises(Cheating) as found:
        until_found()
    assert (found.value.seat, found.value.turn) == (1, turn)
    assert found.value.suspects == (1, 0)


def test_moves_in_the_name_of_the_receiver() -> None:
    ana, bo = before_turn(TWO, 0)
    ghost = twin(ana)  # Bo reckons what Ana could do
    ghost.play(ghost.game.legal_moves()[0])
    count = len(ghost.moves)
    forged = changed(ghost.message(), sender=1, tags=(Tag(count, bytes(8)), Tag(count, bytes(8))))
    cheating = caught(ana, forged)
    assert (cheating.seat, cheating.turn) == (1, turn_of(ghost))
    assert "did not make" in str(cheating)
    goes_on([ana, bo])


def test_the_receivers_move_changed() -> None:
    ana, bo = before_turn(TWO, 0)
    ghost = twin(ana)
    to_draw(ana)
    bo.receive(ana.message())
    ghost.play(ghost.game.legal_moves()[-1])
    count = len(ghost.moves)
    forged = changed(ghost.message(), sender=1, tags=(Tag(count, bytes(8)), Tag(count, bytes(8))))
    assert caught(ana, forged).seat == 1
    goes_on([ana, bo])


def test_moves_without_the_tag_of_who_made_them() -> None:
    ana, bo, cem = before_turn(THREE, 1)
    to_draw(bo)
    cem.receive(bo.message())
    written = news(cem.message())
    tags = (written.tags[0], None, written.tags[2])
    cheating = caught(ana, changed(cem.message(), tags=tags, parties=ledger(cem).roster.parties))
    assert cheating.seat == 2
    assert "without the tag" in str(cheating)


def test_a_message_in_the_name_of_its_receiver() -> None:
    ana, bo = before_turn(TWO, 0)
    with pytest.raises(BadLink, match="in the name of this device"):
        ana.receive(changed(bo.message(), sender=0, privates=(None, bytes(16))))
    assert ana.cheats == ()


# --- The list of players -------------------------------------------------------------------------


def gathered() -> tuple[Device, Device, Device]:
    """A host and two others, who have joined but heard nothing yet."""
    host = Device.host(3, (0,), ("Ana", "Bo", "Cem"), secret=b"a")
    bo = Device.join(host.message(), (1,), secret=b"b")
    cem = Device.join(host.message(), (2,), secret=b"c")
    host.receive(bo.message())
    host.receive(cem.message())
    return host, bo, cem


def test_a_changed_name() -> None:
    host, bo, cem = gathered()
    parties = list(ledger(host).roster.parties)
    parties[1] = replace(parties[1], names=("Bob",))
    text = changed(host.message(), parties=tuple(parties))
    with pytest.raises(Cheating) as found:
        bo.receive(text)
    assert (found.value.seat, found.value.turn) == (0, 0)
    assert "names or values of this device were changed" in str(found.value)
    # Another guest cannot know, but finds it with the first message that follows the true one.
    roster = Roster(host._lobby.invitation, tuple(parties))
    tags = (Tag(0, bytes(8)), None, None)
    lie = changed(host.message(), parties=tuple(parties), check=roster.hash[:4], tags=tags)
    assert cem.receive(lie)
    assert bo.receive(host.message())
    assert ledger(cem).roster.hash != ledger(bo).roster.hash
    cheating = caught(cem, bo.message())
    assert (cheating.seat, cheating.turn) == (0, 0)
    assert "other names" in str(cheating)


def test_a_host_that_changes_its_own_commitments() -> None:
    """It knows what the others have shown by then."""
    host, bo, _cem = gathered()
    other = Secrets(b"other")
    for change in (
        {"first": other.links[0]},
        {"commitment": other.commitment},
        {"salt": other.salt, "first": other.links[0], "commitment": other.commitment},
        {"names": ("Anna",)},
    ):
        parties = list(ledger(host).roster.parties)
        parties[0] = replace(parties[0], **change)
        with pytest.raises(Cheating) as found:
            bo.receive(changed(host.message(), parties=tuple(parties)))
        assert (found.value.seat, found.value.turn) == (0, 0)
        assert "own invitation" in str(found.value)
    assert bo.receive(host.message())


def test_a_commitment_chosen_after_seeing_anothers() -> None:
    """A guest that has heard of the start cannot join otherwise any more; the first join stands."""
    host, bo, cem = gathered()
    bo.receive(host.message())
    second = Device.join(Device.host(2, (0,)).message(), secret=b"x")
    assert second.token != host.token
    join = letters.from_text(gathered()[1].message())
    assert isinstance(join, Gathering)
    other = replace(join.joins[0], commitment=Secrets(b"x").commitment)
    with pytest.raises(BadLink, match="too late"):
        host.receive(letters.to_text(replace(join, joins=(other,))))
    assert cem.receive(host.message())
    goes_on([host, bo, cem])


def test_a_copied_join() -> None:
    """Whoever copies another's values has nothing to open them with; it is refused at once."""
    host = Device.host(3, (0,), secret=b"a")
    bo = Device.join(host.message(), (1,), secret=b"b")
    host.receive(bo.message())
    join = letters.from_text(bo.message())
    assert isinstance(join, Gathering)
    copied = replace(join.joins[0], seats=(2,))
    with pytest.raises(BadLink, match="joined before"):
        host.receive(letters.to_text(replace(join, joins=(copied,), sender=2)))


def test_the_host_in_the_place_of_a_guest() -> None:
    """A host that plays both sides of a guest is found when people compare ten characters."""
    host, bo, _cem = gathered()
    other = Device.host(3, (0,), ("Ana", "Bo", "Cem"), secret=b"a")
    ghost = Device.join(other.message(), (1,), secret=b"host")
    other.receive(ghost.message())
    cem = Device.join(other.message(), (2,), secret=b"c")
    other.receive(cem.message())
    bo.receive(host.message())
    cem.receive(other.message())
    assert ledger(cem).roster.hash != ledger(bo).roster.hash
    assert caught(bo, cem.message()).seat == 0


# --- What does not count as one ------------------------------------------------------------------


def test_an_honest_game_finds_nothing() -> None:
    for setup in SETUPS:
        devices = table(setup, 20)
        play_on(devices, Random(20))
        assert all(device.cheats == () for device in devices)
        assert all(isinstance(device.game, Game) for device in devices)
