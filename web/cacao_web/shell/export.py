"""The ways out of the page: the clipboard, the device's share sheet, files."""

from __future__ import annotations

from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.shell.notices import Notices


class Export:
    """Hands texts out.

    Args:
        page: does it.
        tasks: waits for the browser.
        notices: tell whether it has worked.
    """

    def __init__(self, page: Page, tasks: Tasks, notices: Notices) -> None:
        self._page = page
        self._tasks = tasks
        self._notices = notices

    @property
    def can_share(self) -> bool:
        """Whether the device has a share sheet."""
        return self._page.can_share()

    @property
    def site(self) -> str:
        """The page's address."""
        return self._page.address("").partition("#")[0]

    def address(self, fragment: str) -> str:
        """The page's address with a fragment."""
        return self._page.address(fragment)

    def copy(self, text: str, done: str, failed: str) -> None:
        """Put a text on the clipboard.

        Args:
            text: what is copied.
            done: what is told then.
            failed: what is told if the browser does not allow it.
        """
        self._tasks.run(self._copy(text, done, failed))

    async def _copy(self, text: str, done: str, failed: str) -> None:
        self._notices.tell(done if await self._page.copy(text) else failed)

    def share(self, link: str, text: str = "") -> None:
        """Open the share sheet, perhaps with words."""
        self._tasks.run(self._page.share(link, text))

    def download(self, name: str, text: str, ending: str = "") -> None:
        """Hand out a file; its name ends with today's date.

        Args:
            name: how the file's name begins.
            text: what it holds.
            ending: how its name ends, such as ``.json``.
        """
        self._page.download(f"{name}-{self._page.now()[:10]}{ending}", text)
