"""Fields and forms, as intents."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pyscript import document

from cacao_web.browser.tasks import Tasks
from cacao_web.dom import reading
from cacao_web.dom.proxies import listen
from cacao_web.saves.game_file import LARGEST


class Forms:
    """Passes on what is entered in a field or chosen, and forms that are submitted.

    Args:
        intent: receives the intents.
        tasks: read files.
    """

    def __init__(self, intent: Callable[[str, str], None], tasks: Tasks) -> None:
        self._intent = intent
        self._tasks = tasks
        listen(document, "input", self._entered)
        listen(document, "submit", self._submitted)

    def _entered(self, event: Any) -> None:
        field = event.target
        if field.name:
            if field.type == "file":
                self._tasks.run(self._read_file(field))
                return
            value = field.value
            if field.type == "checkbox":
                value = "on" if field.checked else "off"
            self._intent("field", json.dumps([field.name, value]))

    async def _read_file(self, field: Any) -> None:
        """Send the content of a file that was chosen in a form."""
        if field.files.length:
            file = field.files.item(0)
            text = await reading.text(file, LARGEST)
            field.value = ""  # so that the same file can be chosen again
            self._intent("field", json.dumps(["file-name", str(file.name)]))
            self._intent("field", json.dumps([field.name, text]))

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        if name := event.target.getAttribute("data-form"):
            self._intent(str(name), "")
