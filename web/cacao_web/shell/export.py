"""Output to the clipboard, the device's share sheet, and files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.play.notices import Notices
from cacao_web.ui.i18n import _


class Export:
    """Copies, shares and saves texts.

    Args:
        tasks: waits for the browser.
        notices: report the result.
    """

    def __init__(self, page: Page, tasks: Tasks, notices: Notices) -> None:
        self._page = page
        self._tasks = tasks
        self._notices = notices

    @property
    def can_share(self) -> bool:
        """Whether the device has a share sheet."""
        return self._page.can_share()

    def address(self, fragment: str) -> str:
        """The page's address with a fragment."""
        return self._page.address(fragment)

    def copy(self, text: str, done: str, failed: str) -> None:
        """Put a text on the clipboard.

        Args:
            text: the text to copy.
            done: message if it worked.
            failed: message if the browser does not allow it.
        """
        self._tasks.run(self._copy(text, done, failed))

    def copy_link(self, text: str) -> None:
        """The same for a link, perhaps below a sentence; it can also be copied by hand."""
        self.copy(text, _("Link copied."), _("Please copy the link by hand."))

    async def _copy(self, text: str, done: str, failed: str) -> None:
        self._notices.tell(done if await self._page.copy(text) else failed)

    def share(self, link: str, text: str = "") -> None:
        """Open the share sheet, with an optional text."""
        self._tasks.run(self._page.share(link, text))

    def download(self, name: str, text: str, ending: str = "") -> None:
        """Offer a file; its name ends with today's date.

        Args:
            name: how the file's name begins.
            text: its content.
            ending: how its name ends, such as ``.json``.
        """
        file = f"{name}-{self._page.today()}{ending}"
        self._page.download(file, text)
        self._saved(file)

    def picture(self, svg: str, name: str, how: str) -> None:
        """Save a picture, copy it, or hand it to another app.

        Args:
            svg: the picture.
            name: of the file, without an ending.
            how: ``save``, ``copy`` or ``send``.
        """
        self._tasks.run(self._give(svg, f"{name}.png", how))

    async def _give(self, svg: str, file: str, how: str) -> None:
        if not await self._page.give_picture(svg, file, how):
            self._notices.tell(_("This browser cannot do that with a picture."))
        elif how == "copy":
            self._notices.tell(_("Picture copied."))
        elif how == "save":
            self._saved(file)

    def _saved(self, file: str) -> None:
        self._notices.tell(_("Saved as {file}. Look among your downloads.").format(file=file))

    def table(self, name: str, rows: Iterable[Sequence[object]]) -> None:
        """Offer a table as a file that spreadsheets of the person's country read."""
        from cacao_web.saves import spreadsheet  # noqa: PLC0415  # only needed for tables

        self.download(name, spreadsheet.written(rows, self._page.writes_comma()), ".csv")
