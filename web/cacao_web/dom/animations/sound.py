"""Short synthesized sounds; there are no files to load."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pyodide.ffi import JsException
from pyscript import window


class Tone(NamedTuple):
    """One tone: start (s), first and last frequency (Hz), length (s), loudness, and waveform."""

    start: float
    pitch: float
    ends: float
    length: float
    volume: float
    shape: str = "sine"


_OVERTONE: Final = 3.93
"""Frequency of the second mode of a bar that is tuned as a marimba's, relative to the first
(N. H. Fletcher and T. D. Rossing, The Physics of Musical Instruments, 2nd edition, chapter 19)."""


def _bar(start: float, pitch: float, volume: float = 0.3, length: float = 0.42) -> tuple[Tone, ...]:
    """A wooden bar that is struck: its tone, a short overtone, and the knock of the mallet."""
    high = _OVERTONE * pitch
    return (
        Tone(start, pitch, pitch, length, volume),
        Tone(start, high, high, 0.09, volume * 0.3),
        Tone(start, 900, 300, 0.02, volume * 0.25, "triangle"),
    )


def _knock(pitch: float, volume: float) -> tuple[Tone, ...]:
    """Wood that is put down on cloth."""
    return (
        Tone(0, pitch, pitch / 2, 0.11, volume),
        Tone(0, 1200, 500, 0.03, volume / 4, "triangle"),
    )


_C, _D, _E, _G, _A = 261.6, 293.7, 329.6, 392.0, 440.0
"""All tones belong to one pentatonic scale, so that any two sound well together."""
SOUNDS: Final = {
    "place": _knock(190, 0.5),
    "fill": _knock(240, 0.45),
    "cacao": _bar(0, _E, 0.26),
    "gold": _bar(0, 2 * _G, 0.2) + _bar(0.06, 4 * _C, 0.2),
    "sun": _bar(0, 2 * _E, 0.2) + _bar(0.07, 2 * _A, 0.2) + _bar(0.14, 4 * _C, 0.18),
    "water": _bar(0, 2 * _D, 0.18, 0.25),
    "temple": _bar(0, _C, 0.26) + _bar(0.03, _G, 0.2) + _bar(0.06, 2 * _C, 0.18),
    "turn": _bar(0, _G, 0.22) + _bar(0.11, 2 * _C, 0.22),
    "right": _bar(0, 2 * _C, 0.2, 0.2) + _bar(0.08, 2 * _G, 0.22, 0.3),
    "wrong": _bar(0, _D, 0.26, 0.25) + _bar(0.12, _C / 2, 0.26, 0.4),
    "end": (
        _bar(0, _C / 2, 0.3, 1.2)
        + _bar(0, _C)
        + _bar(0.16, _E)
        + _bar(0.32, _G)
        + _bar(0.48, _A)
        + _bar(0.7, 2 * _C, 0.34, 0.9)
    ),
}
_SOFTLY: Final = 0.0001
"""End of an exponential fade-out, which can never reach 0."""


class SoundPlayer:
    """Plays sounds, if they are switched on and the browser supports them."""

    def __init__(self) -> None:
        self.on = False
        self._context: Any = None

    def play(self, name: str, delay: float) -> None:
        """Play a sound after some seconds."""
        if not self.on:
            return
        try:
            if self._context is None:
                self._context = window.AudioContext.new()
            if self._context.state == "suspended":
                self._context.resume()
            for tone in SOUNDS[name]:
                self._sound(tone, self._context.currentTime + delay)
        except (JsException, AttributeError):
            self.on = False  # sound does not work here; the game goes on

    def _sound(self, tone: Tone, now: float) -> None:
        oscillator, volume = self._context.createOscillator(), self._context.createGain()
        begin = now + tone.start
        end = begin + tone.length
        oscillator.type = tone.shape
        oscillator.frequency.setValueAtTime(tone.pitch, begin)
        oscillator.frequency.exponentialRampToValueAtTime(tone.ends, end)
        volume.gain.setValueAtTime(tone.volume, begin)
        volume.gain.exponentialRampToValueAtTime(_SOFTLY, end)
        oscillator.connect(volume).connect(self._context.destination)
        oscillator.start(begin)
        oscillator.stop(end)
