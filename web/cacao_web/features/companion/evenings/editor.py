"""Evenings on the page: which screen is shown, and what taps and fields change."""

from __future__ import annotations

from collections.abc import Callable

from cacao_core import CacaoError
from cacao_core.names import LONGEST_NAME
from cacao_core.rules import BASE
from cacao_core.scorepads import cacao
from cacao_core.tiles import Seat
from cacao_web.features.companion import view
from cacao_web.features.companion.evenings import (
    contests,
    files,
    played_view,
    typed,
    written,
    years_view,
)
from cacao_web.features.companion.evenings import played as shelf
from cacao_web.features.companion.evenings.entry import EveningEntry, EveningPlace, one_line
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.features.companion.table import Board, ScorePad, seated
from cacao_web.game.setup.expansion import NONE, Expansion
from cacao_web.saves.book import is_day, put
from cacao_web.saves.saves import new_id
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.games import Brought
from cacao_web.shell.shell import Shell
from cacao_web.ui.frame import LONGEST_NOTE
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

Ways = tuple[tuple[str, str], ...]


class EveningsEditor:
    """All evenings."""

    def __init__(self, shell: Shell) -> None:
        self._slot = Slot(shell.saves, "companion-played", shelf.from_text, shelf.to_text)
        self._saves = shell.saves
        self._page = shell.page
        self._games = shell.games
        self._notices = shell.notices
        self._export = shell.export
        self._others = shell.others
        self._name = ""  # of a person, while it is typed
        self._name_of = ""  # whose
        self._unclear = ("", "")  # a file whose dates are unclear, and one of them

    @property
    def now(self) -> PlayedEvenings:
        return self._slot.get()

    def change(
        self, change: Callable[[PlayedEvenings], PlayedEvenings], *, typed: bool = False
    ) -> None:
        """Change what is stored; what is typed has no way back but the field's own."""
        self._slot.update(lambda played: change(played) if typed else change(played).after(played))
        self._notices.saved()

    def undo(self) -> None:
        """Take the last change back."""
        self._slot.update(PlayedEvenings.undone)

    # --- Screens ---------------------------------------------------------------------------------

    def look(self) -> None:
        """List the games that were written down since the last look."""
        today = self._page.today()
        self.change(lambda played: written.listed(played, self._saves, today), typed=True)

    def screen(self, place: str) -> Markup:
        """The screen of a place; the list, if what it is about is gone."""
        kind, _slash, page = place.partition("/")
        played = self.now
        entry, contest = played.find(page), contests.found(played, page)
        if kind == "years":
            return years_view.table(played, page)
        if kind == "person" and any(
            played.key(s.name) == page for e in played.games for s in e.seats
        ):
            return years_view.person(played, page)
        if kind == "dates" and self._unclear[0]:
            return played_view.which_day(self._unclear[1])
        if kind == "match" and contest:
            return played_view.match(played, contest)
        if kind == "played" and entry:
            return played_view.game(played, entry, self._page.today())
        going = written.unfinished(self._saves)
        others = self._others.answers(Controller.evenings)
        return played_view.listing(played, going, others, place == played_view.ALL)

    # --- The score pad ---------------------------------------------------------------------------

    def keep(self, table: ScorePad, correct: bool) -> str:
        """Keep what is on the score pad; returns the name of the game.

        Args:
            table: the pad.
            correct: whether it is the game that was kept from it, put right.
        """
        old = self.now.find(table.kept) if correct else None
        seats = tuple(map(EveningPlace, table.names, table.colours, table.scores, table.kinds))
        entry = old or EveningEntry(new_id(), self._page.today(), seats, added=self._page.now())
        played = table.expansion if table.expansion.modules else NONE
        boards = table.boards if played.modules else ()
        entry = entry._replace(
            seats=seats, temples=table.temples, expansion=played.text, boards=boards
        )
        self.change(
            lambda played: played.with_game(entry if old else written.settled(played, entry))
        )
        return entry.id

    def keeping(self, table: ScorePad) -> Ways:
        """Places and labels of the buttons after the result of the pad; the first is the usual."""
        entry = self.now.find(table.kept)
        if entry is None:
            return ((view.KEEPING[0], _("Save the game")),)
        if entry.scores == table.scores and [one.name for one in entry.seats] == [*table.names]:
            return ((f"played/{entry.id}", _("The saved game")),)
        ways = (
            (view.CORRECT, _("Correct the saved game")),
            (view.KEEPING[0], _("Save as another game")),
        )
        return ways if entry.day == self._page.today() else ways[::-1]

    def on_pad(self, id: str, table: ScorePad) -> ScorePad:
        """The pad with a game that is to be put right."""
        entry = self.now.find(id)
        if entry is None:
            return table
        players, played = len(entry.seats), Expansion.of_text(entry.expansion)
        number = cacao.number_of_temples(players, played.usual_rules(players))
        temples = entry.temples
        if len(temples) != number:
            temples = ((0,) * players,) * number
        bare = ScorePad(
            tuple(seat.name for seat in entry.seats),
            tuple(seat.colour for seat in entry.seats),
            entry.boards or (Board(),) * players,
            temples,
            kinds=tuple(seat.kind for seat in entry.seats),
            kept=id,
            expansion=played,
        )
        if entry.boards:
            return bare
        paid = [score.temples for score in bare.scores]
        return bare._replace(
            boards=tuple(_board(seat, paid[at]) for at, seat in enumerate(entry.seats))
        )

    def next_of(self, id: str, table: ScorePad) -> ScorePad:
        """The pad for the next game of a match, in the order of its seats."""
        contest = contests.found(self.now, id)
        if contest is None:
            return table
        order = contest.match(self.now).seating()
        played = Expansion.of_text(contest.games[-1].expansion)
        bare = seated(ScorePad(expansion=played), len(order))
        players = [contest.players[player] for player in order]
        return bare._replace(
            names=tuple(one.name for one in players),
            colours=tuple(one.colour for one in players),
            starter=0,
        )

    # --- Taps and fields -------------------------------------------------------------------------

    def tap(self, place: str, tap: str) -> str:
        """Something was tapped on a screen; returns the place that is shown after that.

        Raises:
            CacaoError: a game or a file cannot be opened; the message is for the person.
            KeyError: there is no such tap.
        """
        kind, _slash, page = place.partition("/")
        what, _colon, value = tap.partition(":")
        if what == "save":
            self._save(value)
        elif kind == "dates":
            return self.bring(self._unclear[0], value)
        elif kind == "person":
            return self._of_person(page, what, value)
        elif entry := self.now.find(page):
            return self._of_game(entry, what, value)
        return place

    def _of_game(self, entry: EveningEntry, what: str, value: str) -> str:
        here = f"played/{entry.id}"
        if what == "open":
            self._open(entry)
        elif what == "delete":
            self.change(lambda played: played.without(entry.id))
            return view.PLAYED
        else:
            text = new_id() if value == "new" else value
            changed = {"place": {"place": text}, "match": {"match": text}}[what]
            self.change(lambda played: _changed(played, entry.id, **changed))
        return here

    def _of_person(self, key: str, what: str, value: str) -> str:
        if what == "apart":
            self.change(lambda played: played.apart(value))
            return f"person/{key}"
        before, name = self.now, self._name
        if what == "join":
            name = before.name(value)
        elif self._name_of != key:
            return f"person/{key}"
        if name and before.with_name(key, name) == before and before.key(name) != key:
            self._notices.tell(_("These two have played against each other."))
            return f"person/{key}"
        self.change(lambda played: played.with_name(key, name))
        return f"person/{self.now.key(name) or key}"

    def fill_in(self, place: str, field: str, text: str) -> None:
        """Something was typed on a screen.

        Raises:
            ValueError, IndexError: there is no such field.
        """
        kind, _slash, page = place.partition("/")
        if kind == "person":
            self._name, self._name_of = one_line(text, LONGEST_NAME), page
        elif field == "day":
            if is_day(text):
                self.change(lambda played: _changed(played, page, day=text), typed=True)
        elif field in ("place", "note"):
            line = one_line(text, LONGEST_NAME if field == "place" else LONGEST_NOTE)
            self.change(lambda played: _changed(played, page, **{field: line}), typed=True)
        else:
            seat, name = int(field.removeprefix("name-")), one_line(text, LONGEST_NAME)
            self.change(lambda played: _named(played, page, seat, name), typed=True)

    def _open(self, entry: EveningEntry) -> None:
        if self._saves.text(entry.game):
            self._games.resume(entry.game)
        else:
            self._games.enter(written.session(entry))

    # --- Files -----------------------------------------------------------------------------------

    def _save(self, kind: str) -> None:
        """Offer all games as a file."""
        if kind == "csv":
            self._export.table("cacao-played", files.rows(self.now))
        else:
            others = dict(self._others.answers(Controller.evenings_kept))
            self._export.download("cacao-played", files.to_json(self.now, others), ".json")

    def bring(self, text: str, first: str = "") -> str:
        """Add the games of a file; returns the place that is shown after that.

        Args:
            text: the file.
            first: what stands first in its dates, once the person was asked.

        Raises:
            CacaoError: it is no such file; nothing has changed, and the message is for the person.
        """
        self._unclear = ("", "")
        try:
            brought = files.read(text, first)
        except typed.UnclearEntry as unclear:
            self._unclear = (text, unclear.example)
            return "dates/"
        if not brought.games and brought.damaged:
            raise CacaoError(_("This file is damaged, or not a list of played games."))
        _after, number = files.merged(self.now, brought)
        self.change(lambda played: files.merged(played, brought)[0])
        counts = [(number, len(brought.games) - number)]
        counts += self._others.answers(Controller.evenings_brought, brought.others)
        new, known = map(sum, zip(*counts, strict=True))
        self._notices.tell(Brought(new, known, brought.damaged).told())
        return view.PLAYED


def _changed(played: PlayedEvenings, id: str, **changes: str) -> PlayedEvenings:
    """With other texts of a game, if it is still there."""
    entry = played.find(id)
    return played.with_game(entry._replace(**changes)) if entry else played  # type: ignore[arg-type]


def _named(played: PlayedEvenings, id: str, seat: Seat, name: str) -> PlayedEvenings:
    """With another name at a seat of a game."""
    entry = played.find(id)
    if entry is None:
        return played
    seats = put(entry.seats, seat, entry.seats[seat]._replace(name=name))
    return played.with_game(entry._replace(seats=seats))


def _board(seat: EveningPlace, temples: int) -> Board:
    """A board of the score pad; gold of temples that were not counted there is gold."""
    score = seat.score
    at = BASE.water.index(score.water) if score.water in BASE.water else BASE.water.index(0)
    rest = score.temples - temples + score.water - BASE.water[at]
    suns = score.suns if score.suns <= BASE.sun_sites else 0
    return Board(max(0, score.gold + rest + score.suns - suns), at, suns, score.cacao)
