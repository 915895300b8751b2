"""Names of keys, the same on every keyboard layout.

A key is called by the lower-case Latin letter, digit or sign that it writes: ``h``, ``1``, ``?``.
Capitals come from Shift alone and not from Caps Lock: ``Shift+h``. Where a layout writes no Latin
letters or digits, a key is called by its place on the keyboard.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_web.board.plane import WALKING

_SAME: Final = {"ı": "i", "İ": "i", "؟": "?", "？": "?", "−": "-"}
"""Turkish letters, and signs of other scripts, as the list of keys writes them."""
_PLACES: Final = {"Minus": "-", "Equal": "="}
"""Signs by the place of their key, for layouts that write letters there."""
_ROW: Final = ("Digit1", "Digit2", "Digit3", "Digit4", "Digit0")
"""Digits that do something; without Shift some layouts write other signs there."""
_HEBREW_W: Final = ("'", "KeyW")
"""The one sign that a layout without Latin letters writes at the place of a letter of ours."""
_LATIN: Final = ((0x41, 0x24F), (0x1E00, 0x1EFF))
"""Unicode's letters of Latin script, with and without accents."""
_HELD: Final = (*WALKING, "+", "=", "-")
"""Keys that go on while they are held down; all others act once."""


class Press(NamedTuple):
    """A key that goes down, as ``KeyboardEvent`` tells it.

    Attributes:
        key: what it writes, or its name.
        code: its place on the keyboard; may be empty.
        shift: whether Shift is held.
        control: whether Control or Command is held.
        alt: whether Alt or AltGr is held.
        repeat: whether it goes down again because it is held.
    """

    key: str
    code: str = ""
    shift: bool = False
    control: bool = False
    alt: bool = False
    repeat: bool = False


def name(press: Press) -> str:
    """Name of a key; empty if it means nothing here.

    Letters and Enter have ``Shift+`` before them if it is held, and everything ``Ctrl+`` before
    that. Other keys are the same with Shift, which some layouts need for digits.
    """
    if press.alt:
        return ""  # the browser's; and with AltGr, keys write other signs
    called = press.key if _is_named(press.key) else _written(press)
    shifted = press.shift and (called.isalpha() if len(called) == 1 else called == "Enter")
    called = f"{'Ctrl+' if press.control else ''}{'Shift+' if shifted else ''}{called}"
    return "" if press.repeat and called not in _HELD else called


def _is_named(key: str) -> bool:
    """Whether a key writes nothing, such as Escape; not if what it writes is unknown."""
    return len(key) > 1 and key.isascii() and key not in ("Process", "Unidentified")


def _written(press: Press) -> str:
    """The letter, digit or sign of a key."""
    key = _SAME.get(press.key, press.key)
    if key.isdecimal():
        return str(int(key))
    if press.code in _ROW and not press.shift:
        return press.code[-1]
    if (key.isascii() or _is_latin(key)) and (key, press.code) != _HEBREW_W and len(key) == 1:
        return key.lower()
    return _by_place(press)


def _is_latin(key: str) -> bool:
    return key.isalpha() and any(first <= ord(key[0]) <= last for first, last in _LATIN)


def _by_place(press: Press) -> str:
    """The sign of an English keyboard at the place of a key; empty if it is none of ours."""
    code = press.code
    if code.startswith("Key"):
        return code[3:].lower()
    if code[:-1] in ("Digit", "Numpad") and code[-1].isdecimal():
        return code[-1]
    return "?" if code == "Slash" and press.shift else _PLACES.get(code, "")
