"""Keys do the same on every keyboard layout, with and without Caps Lock."""

from __future__ import annotations

import pytest

from cacao_web.play.keyboard import Press, name
from cacao_web.play.keys import KEYS

LETTERS = "hswipru"
LAYOUTS = {
    "Russian": "рыцшзкг",
    "Greek": "ησςιπρθ",
    "Arabic": "اسصهحقع",
    "Hebrew": "יד'ןפרו",
    "Thai": "้หไรยพี",
    "Hindi": "प्ैगजीह",
}
"""What layouts write at the places of our letters."""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_have_our_letters_at_their_places(layout: str) -> None:
    for letter, written in zip(LETTERS, LAYOUTS[layout], strict=True):
        press = Press(written, f"Key{letter.upper()}")
        assert name(press) == letter
        assert name(press._replace(shift=True)) == f"Shift+{letter}"
        assert name(press._replace(control=True)) == f"Ctrl+{letter}"


@pytest.mark.parametrize("letter", LETTERS)
def test_capitals_come_from_shift_alone(letter: str) -> None:
    code, capital = f"Key{letter.upper()}", letter.upper()
    for written in (letter, capital):  # with Caps Lock the other way round, or on some both
        assert name(Press(written, code)) == letter
        assert name(Press(written, code, shift=True)) == f"Shift+{letter}"
        assert name(Press(written)) == letter  # a keyboard on the screen tells no place
    assert name(Press(letter, "KeyQ")) == letter  # what is printed on the key counts


@pytest.mark.parametrize(
    ("press", "called"),
    [
        # French, without Shift and with it
        (Press("&", "Digit1"), "1"),
        (Press("é", "Digit2"), "2"),
        (Press('"', "Digit3"), "3"),
        (Press("à", "Digit0"), "0"),
        (Press("3", "Digit3", shift=True), "3"),
        (Press("-", "Digit6"), "-"),
        (Press("+", "Equal", shift=True), "+"),
        (Press("?", "KeyM", shift=True), "?"),
        (Press("z", "KeyW", control=True), "Ctrl+z"),
        # Czech, Thai, Armenian, Vietnamese: other signs above the letters
        (Press("+", "Digit1"), "1"),
        (Press("ě", "Digit2"), "2"),
        (Press("-", "Digit3"), "3"),
        (Press("ช", "Equal"), "="),
        (Press("ข", "Minus"), "-"),
        (Press("օ", "Digit0"), "0"),
        (Press("â", "Digit2"), "2"),
        # German: Z and Y are exchanged, also with Control
        (Press("z", "KeyY", control=True), "Ctrl+z"),
        (Press("Z", "KeyY", control=True, shift=True), "Ctrl+Shift+z"),
        (Press("?", "Minus", shift=True), "?"),
        # Dvorak, Colemak and Bépo write signs and other letters at the places of ours
        (Press("'", "KeyQ"), "'"),
        (Press(",", "KeyW"), ","),
        (Press(";", "KeyP"), ";"),
        (Press("é", "KeyW"), "é"),
        (Press("p", "KeyR"), "p"),
        # Turkish
        (Press("ı", "KeyI"), "i"),
        (Press("I", "KeyI"), "i"),
        (Press("İ", "Quote"), "i"),
        (Press("i", "Quote"), "i"),
        (Press("İ", "Quote", shift=True), "Shift+i"),
        # English: nothing is at the digits with Shift
        (Press("!", "Digit1", shift=True), "!"),
        (Press("=", "Equal"), "="),
        # digits of other scripts, the block of digits, two signs by one key
        (Press("٢", "Digit2"), "2"),
        (Press("۳", "Numpad3"), "3"),
        (Press("1", "Numpad1"), "1"),
        (Press("End", "Numpad1"), "End"),
        (Press("+", "NumpadAdd"), "+"),
        (Press("-", "NumpadSubtract"), "-"),
        (Press("؟", "Slash", shift=True), "?"),
        (Press("ฦ", "Slash", shift=True), "?"),
        (Press("ق", "KeyR", control=True, shift=True), "Ctrl+Shift+r"),
        (Press("я", "KeyZ", control=True), "Ctrl+z"),
        (Press("لا", "KeyB"), "b"),
        # it is not known what the key writes
        (Press("Process", "KeyH"), "h"),
        (Press("Unidentified", "KeyH"), "h"),
        (Press("Unidentified"), ""),
        # keys that write nothing
        (Press("Enter", "Enter", shift=True), "Shift+Enter"),
        (Press("Enter", "NumpadEnter"), "Enter"),
        (Press("Escape", "Escape"), "Escape"),
        (Press("ArrowLeft", "ArrowLeft", shift=True), "ArrowLeft"),
    ],
)
def test_keys_of_layouts(press: Press, called: str) -> None:
    assert name(press) == called


@pytest.mark.parametrize(
    "press",
    [
        Press("h", "KeyH", alt=True),
        Press("?", "KeyW", alt=True),  # AltGr writes other signs
        Press("1", "Digit1", control=True, alt=True),  # AltGr of Windows
        Press("Dead", "BracketLeft"),
        Press("Dead", "KeyU"),
        Press("h", "KeyH", control=True),
        Press("0", "Digit0", control=True),
        Press("+", "Equal", control=True, shift=True),
        Press("r", "KeyR", control=True),
        Press("", ""),
    ],
)
def test_keys_that_are_left_to_the_browser(press: Press) -> None:
    assert name(press) not in KEYS


def test_held_keys_go_on_if_they_move_something() -> None:
    for key in ("ArrowLeft", "PageDown", "+", "-"):
        assert name(Press(key, repeat=True)) == key
    for key in ("r", "u", "h", "p", "1", "Escape", "?"):
        assert not name(Press(key, repeat=True))
    assert not name(Press("z", "KeyZ", control=True, repeat=True))
