"""Links: sharing a game, opening a link from somebody else, playing by link."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cacao_core import CacaoError, Record
from cacao_core.moves import turn_starts, turns_begun
from cacao_core.tiles import Seat
from cacao_web.features.sharing.kinship import Kinship, Relative, nearest, related
from cacao_web.features.sharing.sending import Sending
from cacao_web.game.origin import About
from cacao_web.game.players import ELSEWHERE
from cacao_web.game.real_table import statements
from cacao_web.game.session import Session
from cacao_web.game.setup import link as share
from cacao_web.game.setup.found import TextRefused
from cacao_web.game.setup.link import Shared
from cacao_web.saves import game_file
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import new_id
from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

PASTE: Final = "paste"
WHO: Final = "who"
KNOWN: Final = "known"


class SharingController(Controller):
    """Shares games, and opens shared ones."""

    def __init__(self, shell: Shell) -> None:
        self.sending: Sending = Sending(shell)
        self._games = shell.games
        self._saves = shell.games.saves
        self._table = shell.table
        self._replay = shell.replay
        self._preferences = shell.preferences
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._others = shell.others
        self._pasted = ""
        self._file = ""  # name of the file that is about to be read
        self._problem = ""
        self._coming: Shared | None = None  # opened, but the person must answer a question first
        self._relative: Relative | None = None

    def open_paste(self) -> None:
        """Show the dialog where a link can be pasted, or a file chosen."""
        self._pasted = self._problem = ""
        self._dialogs.show(PASTE)

    def paste_markup(self) -> Markup:
        """The dialog where something can be pasted."""
        from cacao_web.features.sharing import view  # noqa: PLC0415  # not for a link that opens

        return view.opening(self._pasted, self._problem)

    def enter(self, name: str, text: str) -> None:
        """Something was pasted, or a file was chosen or dropped."""
        if name == "file-name":
            self._file = text.rpartition(".")[0] or text
            return
        self._pasted = text
        if name == "file":
            self.open_pasted()
        self._file = ""

    def open_pasted(self) -> None:
        from cacao_web.saves import played_file  # noqa: PLC0415  # not for a link that opens

        self._problem = ""
        try:
            if played_file.is_file(self._pasted):
                self._others.run(Command.COMPANION_BRING, self._pasted)
            elif game_file.is_file(self._pasted):
                self._bring(self._pasted)
            else:
                self._others.open_game(self._pasted, "")
        except CacaoError as error:
            from cacao_web.features.sharing import foreign  # noqa: PLC0415  # rarely needed

            is_told = isinstance(error, TextRefused) or game_file.is_file(self._pasted)
            reason = str(error) if is_told else foreign.told(self._pasted)
            self._problem = reason or share.reason(error)
            self._dialogs.show(PASTE)

    def _bring(self, text: str) -> None:
        """Add the games of a file to the saved ones.

        Raises:
            CacaoError: it is not such a file; the message is for the person.
        """
        brought = self._games.bring(text, self._file)
        if brought.study:
            self._others.run(Command.STUDY, brought.study)
        else:
            self._games.go_home()
        self._notices.saved()
        self._notices.tell(brought.told())

    def load_game(self, text: str) -> bool:
        shared = share.read(text)
        relative = nearest(self._saves, shared)
        if relative and relative.kinship is Kinship.SAME:
            self._resume(relative.saved, shared.record)
        elif relative and relative.is_dealt:
            self._games.resume(relative.saved.session.id)
        else:
            self._enter_new(shared)
        return False

    def open_game(self, text: str, owner: str) -> None:
        """Open a link or a record, as the saved game that it belongs to, if there is one."""
        shared = share.read(text)
        if self._gone_on(shared, owner):
            return
        self._coming, self._relative = shared, nearest(self._saves, shared)
        if self._relative is None:
            if shared.by_link and not shared.record.game().is_over:
                self._dialogs.show(WHO)
            else:
                self._enter_new(shared)
        elif self._relative.kinship is Kinship.SAME:
            self._resume(self._relative.saved, shared.record)
            self._begin_replay(shared)
        elif self._relative.kinship is Kinship.NEWER and self._relative.is_dealt:
            self._show_own(self._relative.saved.session.id)
        elif self._relative.kinship is Kinship.NEWER and shared.by_link:
            self.go_on_there()
        else:
            self._dialogs.show(KNOWN)

    def _gone_on(self, shared: Shared, owner: str) -> bool:
        """Continue the saved game of this address. Returns whether it was found.

        Address or storage may be outdated, because browsers may refuse either. The one with more
        moves wins.
        """
        saved = self._saves.look(owner) if owner else None
        if not isinstance(saved, Saved):
            return False
        if saved.session.mode.is_written and not shared.record.deal.is_known:
            self._games.resume(owner)  # its deal is known better with every turn
            return True
        if saved.session.record.deal != shared.record.deal:
            return False
        relative = related(saved, shared.record)
        if relative is None or relative.kinship is Kinship.FORK:
            return False
        if relative.kinship is Kinship.NEWER and not relative.is_dealt:
            self._advance(owner, shared.record)
        else:
            self._games.resume(owner)
        return True

    def _resume(self, saved: Saved, copy: Record) -> None:
        """Continue a saved game, with what another copy of it notes as well."""
        ours = saved.session.record.notes
        both = ours.joined(copy.notes)
        more = (both.comments, both.variations) != (ours.comments, ours.variations)
        self._games.join(saved, copy.notes)
        self._games.resume(saved.session.id)
        if not more:
            return
        sentence = _(
            "You have this game already: the comments and variations of the file were added."
        )
        if saved.session.dealer:
            sentence = _("You have this game already. It was played with other devices, so the "
                         "comments and variations of the file are not added.")  # fmt: skip
        self._notices.tell(sentence)

    def _show_own(self, id: str) -> None:
        """The record of a game that this device takes part in, and knows only a part of."""
        self._games.resume(id)
        self._notices.tell(_("You take part in this game: here it is. To see its end, open the "
                             "last link of the others."))  # fmt: skip

    def _advance(self, id: str, record: Record) -> int:
        """Continue a saved game at a later point; returns the number of moves it had before."""
        old = self._saves.load(id).session
        noted = record.with_notes(old.record.notes.joined(record.notes))
        self._games.enter(Session(id, noted, old.sitters, old.options, old.about))
        return len(old.record.moves)

    def _enter_new(self, shared: Shared) -> None:
        about = About(created=self._games.now, watched=self._is_of_others(shared))
        options = self._preferences.options
        session = Session(new_id(), shared.record, shared.sitters, options, about)
        if not shared.record.deal.is_known:
            statements.write_down(session)
        self._games.enter(session)
        self._begin_replay(shared)
        if not shared.says_players and not session.game.is_over:
            self._notices.tell(
                _(
                    "This link does not say who plays. So the people at this device decide for "
                    "everybody."
                )
            )

    def _is_of_others(self, shared: Shared) -> bool:
        """Whether a game was over when it came here, and nobody in it has the name of this person.

        Then nobody in it is "you".
        """
        mine = self._preferences.settings.name
        people = [one.name for one in shared.sitters if one.is_person]
        return shared.record.game().is_over and not (mine and mine in people)

    def _begin_replay(self, shared: Shared) -> None:
        if shared.from_start:
            self._table.look(0)

    def who_markup(self) -> Markup | None:
        """The question which of the players the reader is."""
        from cacao_web.features.sharing import view  # noqa: PLC0415  # not for a link that opens

        return view.who(self._coming.sitters) if self._coming else None

    def be(self, value: str) -> None:
        """The reader plays a seat, or all people's seats if none is given."""
        shared, seat = self._coming, int(value) if value else None
        if shared is None or (seat is not None and not 0 <= seat < len(shared.sitters)):
            return
        sitters = tuple(
            sitter._replace(kind=ELSEWHERE) if sitter.is_person and at != seat else sitter
            for at, sitter in enumerate(shared.sitters)
        )
        self._coming = None
        self._enter_new(shared if seat is None else shared._replace(sitters=sitters))
        if seat is not None and not shared.from_start:
            self._replay.since(after_last_turn(shared.record, seat))

    def known_markup(self) -> Markup | None:
        """The question about an older point of a saved game, or another course of it."""
        if self._coming is None or self._relative is None:
            return None
        saved, kinship, common = self._relative
        from cacao_web.features.sharing import view  # noqa: PLC0415  # not for a link that opens

        return view.known(
            saved,
            turns_begun(self._coming.record.moves[: None if kinship is Kinship.NEWER else common]),
            turns_begun(saved.session.record.moves),
            kinship.name,
        )

    def go_on_there(self) -> None:
        """Continue a saved game at a later point, after showing what has happened since."""
        if self._coming and self._relative:
            id = self._relative.saved.session.id
            self._replay.since(self._advance(id, self._coming.record))

    def keep_own(self) -> None:
        """Continue the saved game; what an older copy of it notes is not lost."""
        if self._coming and (relative := self._relative):
            if relative.kinship is Kinship.OLDER:
                self._games.join(relative.saved, self._coming.record.notes)
            self._games.resume(relative.saved.session.id)

    def look_there(self) -> None:
        """Look at the position of the link, in the saved game."""
        if self._relative:
            self.keep_own()
            self._table.look(self._relative.common)

    def take_copy(self) -> None:
        """Open the link as a new game; the saved one stays."""
        if self._coming and self._relative:
            own = replace(self._relative.saved.session, record=self._coming.record)
            self._games.enter(self._games.add(own))


def after_last_turn(record: Record, seat: Seat) -> int:
    """Number of moves up to the end of a seat's last turn; 0 if it has had none."""
    starts = turn_starts(record.moves)
    own = starts[(seat - record.deal.turns_before) % record.deal.players :: record.deal.players]
    later = [at for at in starts if own and at > own[-1]]
    return later[0] if later else len(record.moves) if own else 0
