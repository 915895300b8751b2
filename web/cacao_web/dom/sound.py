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


SOUNDS: Final = {
    "place": (Tone(0, 190, 90, 0.11, 0.5), Tone(0, 1200, 500, 0.03, 0.12, "triangle")),
    "fill": (Tone(0, 240, 120, 0.12, 0.45), Tone(0.01, 900, 400, 0.03, 0.1, "triangle")),
    "cacao": (Tone(0, 330, 220, 0.09, 0.3, "triangle"),),
    "gold": (Tone(0, 1568, 1568, 0.07, 0.16), Tone(0.05, 2093, 2093, 0.16, 0.16)),
    "sun": (Tone(0, 880, 880, 0.2, 0.16), Tone(0.08, 1319, 1319, 0.3, 0.14)),
    "water": (Tone(0, 420, 780, 0.12, 0.22), Tone(0.09, 500, 900, 0.1, 0.18)),
    "temple": (Tone(0, 392, 392, 0.35, 0.16), Tone(0.12, 587, 587, 0.4, 0.14)),
    "turn": (Tone(0, 659, 659, 0.12, 0.14), Tone(0.11, 880, 880, 0.2, 0.14)),
    "end": (
        Tone(0, 523, 523, 0.2, 0.16),
        Tone(0.15, 659, 659, 0.2, 0.16),
        Tone(0.3, 784, 784, 0.2, 0.16),
        Tone(0.45, 1047, 1047, 0.6, 0.18),
    ),
}
_SOFTLY: Final = 0.0001
"""End of an exponential fade-out, which can never reach 0."""


class Player:
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
