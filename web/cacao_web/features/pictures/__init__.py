"""The board, or the result, as a picture for other apps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.pictures.controller import PicturesController


def _load(shell: Shell) -> PicturesController:
    from cacao_web.features.pictures.controller import PicturesController  # noqa: PLC0415

    return PicturesController(shell)


FEATURE: Final[Feature[PicturesController]] = Feature(
    "pictures",
    _load,
    commands={
        "picture": lambda pictures, _value: pictures.open(),
        "picture-save": lambda pictures, _value: pictures.give("save"),
        "picture-copy": lambda pictures, _value: pictures.give("copy"),
        "print-sheet": lambda pictures, _value: pictures.print_sheet(),
        "printing": lambda pictures, _value: pictures.printing(),
        "film-save": lambda pictures, _value: pictures.save_film(),
        "picture-send": lambda pictures, _value: pictures.give("send"),
    },
    dialogs={"picture": lambda pictures: pictures.markup()},
    fields={"picture": lambda pictures, name, text: pictures.choose(name, text)},
)
