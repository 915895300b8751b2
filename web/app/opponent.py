"""The web worker of the artificial player: one JSON text in, one out (see cacao_web.opponent)."""

from cacao_web.opponent import answer

__export__ = ["answer"]
