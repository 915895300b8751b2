"""The frame of its screens."""

from __future__ import annotations

from typing import Final

from cacao_web.ui.frame import Frame

frame: Final = Frame("companion")
