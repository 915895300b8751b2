"""Names of the dialogs of games with other devices."""

from __future__ import annotations

from typing import Final

END_GAME: Final = "end-game"
RESIGN: Final = "resign"
INVITE: Final = "invite"
JOIN: Final = "join"
REPLY: Final = "reply"
SEND_ON: Final = "send-on"
MOVE: Final = "move"
MOVE_HERE: Final = "move-here"
REMARKS: Final = "remarks"
ASK_SEAT: Final = "ask-seat"
GIVE_SEAT: Final = "give-seat"
WATCH: Final = "watch"
WATCHERS: Final = "watchers"
TAKEN: Final = "taken"
OPEN_ELSEWHERE: Final = "open-elsewhere"
TOLD: Final = "together-told"
RELAY: Final = "relay"
